# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Verbs of the command mhqa, over paths and data in memory: the numbers are those that the command prints."""

from __future__ import annotations

import bisect
import json
import os
import pathlib
import re
import subprocess
import sysconfig
import tempfile
from collections.abc import Mapping
from typing import Any, Callable, Iterable, Literal, Sequence, get_args

from . import _checks
from ._evaluate import _compiled
from ._golds import listed
from ._inputs import Inputs
from ._names import DataSet, Dialect, PublishedDialect
from ._reader import Net, net_of
from ._results import Comparison


def agree(judged: Any, dialects: Iterable[PublishedDialect], *, threshold: float = 0.5) -> dict[str, Any]:
    """Measures how far scores agree with verdicts on the same answers, as `mhqa agree` does.

    judged: records {"prediction", "gold", "verdict"}, or a path of JSON Lines. dialects are programs of
    mhqa.published_dialects. An answer is right if its score is at least threshold.

    Returns the command's object: for each number the four counts, accuracy and kappa with their 95 % intervals, and the
    reasons for disagreement.

    Raises ValueError with record and field; ImportError if the command is not installed.

    >>> rows = [{"prediction": "Rome", "gold": "Rome", "verdict": True}]
    >>> agree(rows, ["flashrag"])["scores"][0]["accuracy"]
    1.0
    """
    options = {"dialect": _texts(dialects, "dialects"), "threshold": _checks.number(threshold, "threshold"), "json": True}
    with Inputs() as inputs:
        return _object(_run(inputs, ["agree"], [inputs.path(judged, "judged", lines=True)], options))


def evaluate_samples(
    dataset: DataSet,
    predictions: Any,
    gold: Any,
    *,
    samples: Iterable[int] = (1,),
    aliases: Any = None,
    result: str | os.PathLike[str] | None = None,
) -> dict[str, Any]:
    """Scores several answers to each question, as `mhqa eval DATASET --samples` does.

    predictions: records {"id", "prediction"} that repeat ids, {id: [answer, ...]}, or a path; each question has equally
    many. gold is as for evaluate. result names a file for the numbers of each question, which compare_results reads.

    Returns the command's object: scores has avg_em and avg_f1 (means over samples), and for each k of samples pass@k
    (unbiased) and maj@k; n counts the answers.

    Raises ValueError with record and field; ImportError if the command is not installed.

    >>> gold = [{"_id": "1", "answer": "Emma", "supporting_facts": [["Emma", 0]]}]
    >>> evaluate_samples("hotpotqa", {"1": ["Emma", "Anna"]}, gold, samples=[2])["scores"]["pass@2"]
    1.0
    """
    _checks.one_of(dataset, "dataset", get_args(DataSet))
    options = _sample_options(samples, result)
    with Inputs() as inputs:
        files = [inputs.path(predictions, "predictions"), inputs.path(gold, "gold")]
        options["aliases"] = None if aliases is None else inputs.path(aliases, "aliases")
        return _object(_run(inputs, ["eval", dataset], files, options))


def score_samples(
    lines: Any,
    dialect: Dialect | PublishedDialect,
    *,
    samples: Iterable[int] = (1,),
    result: str | os.PathLike[str] | None = None,
) -> dict[str, Any]:
    """Scores several answers to each question without a data set, as `mhqa score --samples` does.

    lines: records {"id", "prediction", "gold"} that repeat ids, or a path; dialect is one of mhqa.dialects or
    mhqa.published_dialects. result names a file for the numbers of each question, which compare_results reads.

    Returns as evaluate_samples.

    Raises ValueError with record and field, and for a question with fewer samples than the largest k; ImportError if
    the command is not installed.

    >>> lines = [{"id": "1", "prediction": text, "gold": "Emma"} for text in ("Emma", "Anna")]
    >>> score_samples(lines, "drop", samples=[2])["scores"]["pass@2"]
    1.0
    """
    options = {"dialect": _checks.text(dialect, "dialect"), **_sample_options(samples, result)}
    with Inputs() as inputs:
        return _object(_run(inputs, ["score"], [inputs.path(lines, "lines", lines=True)], options))


def compare_results(
    results: Iterable[str | os.PathLike[str]],
    *,
    by: str | None = None,
    metrics: Iterable[str] = (),
    samples: int = 10_000,
    seed: int = 12345,
) -> Comparison:
    """Says whether results differ from the first one by more than chance, as `mhqa compare --results` does.

    results: files that evaluate, evaluate_samples or score_samples wrote with result=path, of the same questions by one
    evaluator. by is one of the result's groups; the other arguments and the Comparison are those of compare.

    Raises ValueError with the file for another evaluator, other questions or no common number; ImportError if the
    command is not installed.
    """
    files = [_checks.path(one, f"results[{i}]") for i, one in enumerate(_checks.items(results, "results"))]
    if len(files) < 2:
        raise ValueError(f"results: expected two or more, found {len(files)}")
    options = {
        "results": True, "json": True, "metric": _texts(metrics, "metrics"), "seed": _checks.whole(seed, "seed"),
        "samples": _checks.whole(samples, "samples", 1, 10**9), "by": None if by is None else _checks.text(by, "by"),
    }
    with Inputs() as inputs:
        return Comparison(_object(_run(inputs, ["compare"], files, options)))


def _sample_options(samples: Iterable[int], result: str | os.PathLike[str] | None) -> dict[str, Any]:
    ks = [_checks.whole(k, f"samples[{i}]", 1, 2**63 - 1) for i, k in enumerate(_checks.items(samples, "samples"))]
    if not ks:
        raise ValueError("samples: expected at least one number")
    return {"samples": ks, "result": None if result is None else _checks.path(result, "result"), "json": True}


def pass_at_k(n: int, right: int, k: int) -> float:
    """Returns the unbiased estimate of the chance that one of k samples is right, from n of which `right` are.

    >>> pass_at_k(2, 1, 1)
    0.5
    """
    if not 0 <= right <= n or not 1 <= k <= n:
        raise ValueError(f"expected 1 <= k <= n and 0 <= right <= n, found n = {n}, right = {right}, k = {k}")
    none = 1.0 if n - right >= k else 0.0
    for i in range(n - right + 1, n + 1):
        none *= 1 - k / i
    return 1 - none


def fanoutqa(predictions: Any, gold: Any, *, normalize: Callable[[str], str] | None = None) -> dict[str, Any]:
    """Computes FanOutQA's loose and strict accuracy, as `mhqa eval fanoutqa` does.

    predictions: records {"id", "answer"}; gold: the package's records, whose answers are texts, lists or objects; in
    memory, or with normalize None paths. normalize takes and returns a text; with fanoutqa.norm.normalize the scores are
    the package's. None lowers the case and drops punctuation, without lemmas.

    Returns the command's object: scores with loose and strict, questions, missing, ignored_predictions, signature.

    Raises ValueError with record and field; ImportError if the command is not installed.

    >>> fanoutqa([{"id": "1", "answer": "Oslo"}], [{"id": "1", "answer": ["Oslo", "Rome"]}])["scores"]["loose"]
    0.5
    """
    if normalize is not None:
        predictions = [{"id": one["id"], "answer": _normalized(one["answer"], normalize)} for one in predictions]
        gold = [{"id": one["id"], "answer": _normalized(one["answer"], normalize)} for one in gold]
    with Inputs() as inputs:
        files = [inputs.path(predictions, "predictions"), inputs.path(gold, "gold")]
        return _object(_run(inputs, ["eval", "fanoutqa"], files, {"json": True, "normalized": normalize is not None}))


def _normalized(answer: Any, normalize: Callable[[str], str]) -> Any:
    """The answer with normalised texts; an object as the list of its names and its values, which scores the same."""
    if isinstance(answer, Mapping):
        return [_normalized(one, normalize) for one in [*answer.keys(), *answer.values()]]
    if isinstance(answer, (list, tuple)):
        return [_normalized(one, normalize) for one in answer]
    return normalize(("yes" if answer else "no") if isinstance(answer, bool) else str(answer))


def long_contexts(
    gold: Any,
    format: str,
    length: int,
    *,
    depths: Iterable[float] = (),
    tokens: Callable[[str], int] | None = None,
    seed: int = 13370,
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Makes contexts of at most `length` words, or tokens, as `mhqa probe --length` does.

    gold: records with contexts and supports in the layout format (hotpotqa, 2wikimultihopqa or musique), or, without
    tokens, a path. depths: of each support, from 0 to 1; without any, drawn. tokens takes the text of a paragraph, its
    title, a line break and its text, and returns its length; it is called once for each different one.

    Returns the records with their new contexts, and for each {"id", "length", "paragraphs", "supports"}, where supports
    have title, position and depth.

    Raises ValueError with record and field; ImportError if the command is not installed.
    """
    with Inputs() as inputs, tempfile.TemporaryDirectory(prefix="mhqa-") as folder:
        options = {
            "format": _checks.text(format, "format"), "out": folder, "seed": _checks.whole(seed, "seed"),
            "length": _checks.whole(length, "length", 1, 100_000_000),
            "depth": [_checks.number(one, f"depths[{i}]") for i, one in enumerate(_checks.items(depths, "depths"))],
        }
        if tokens is not None:
            lengths = {text: int(tokens(text)) for text in dict.fromkeys(_paragraphs(gold))}
            options["lengths"] = inputs.text(json.dumps(lengths), "tokens")
        _run(inputs, ["probe"], [inputs.path(gold, "gold")], options)
        made = pathlib.Path(folder) / f"length_{length}.json"
        key = pathlib.Path(folder) / f"length_{length}_key.jsonl"
        return json.loads(made.read_text(encoding="utf-8")), _lines(key.read_text(encoding="utf-8"))


def _paragraphs(gold: Any) -> Iterable[str]:
    """The paragraphs of records as the command measures them."""
    for record in gold:
        if "paragraphs" in record:
            for one in record["paragraphs"]:
                yield f"{one['title']}\n{one['paragraph_text']}"
            continue
        context = record["context"]
        rows = zip(context["title"], context["sentences"]) if isinstance(context, Mapping) else context
        for title, sentences in rows:
            yield title + "\n" + "".join(sentences)


def condition(
    questions: Any,
    *,
    answers: Iterable[Any] = (),
    reader: str | None = None,
    weights: str | os.PathLike[str] | None = None,
    net: Net = None,
) -> dict[str, Any]:
    """Counts the heads, tails and questions that meet MuSiQue's condition, as `mhqa condition` does.

    questions: records in MuSiQue's layout, in memory or a path. answers: for each model a path, or records, with its
    answers to the requests of `mhqa condition --requests`; without any, reader "trained", the default, whose weights
    may be a file of `mhqa train-reader`, or "words". net also scores the trained reader's spans, slower: a file, or
    "installed", which the wheel does not have.

    Returns the command's object: questions, connected, heads, heads_met, tails, tails_met and what judged them. A
    reader that answers nothing without a context is not asked about heads, and heads_met is None.
    """
    with Inputs() as inputs:
        given = enumerate(_checks.items(answers, "answers"))
        options = {
            "json": True, "answers": [inputs.path(one, f"answers[{i}]", lines=True) for i, one in given],
            **_reader_options(reader, weights, net),
        }
        return _object(_run(inputs, ["condition"], [inputs.path(questions, "questions", lines=True)], options))


def _reader_options(reader: str | None, weights: str | os.PathLike[str] | None, net: Net) -> dict[str, str | None]:
    return {
        "reader": None if reader is None else _checks.text(reader, "reader"),
        "weights": None if weights is None else _checks.path(weights, "weights"),
        "net": net_of(net) or None,
    }


def humans(gold: Any, annotations: Mapping[str, Any] | Sequence[Any], *, seed: int = 0) -> dict[str, Any]:
    """Computes human score, upper bound and agreement from several people's answers, as `mhqa humans` does.

    gold: records in MuSiQue's layout, in memory or a path. annotations: one per person, at least two: predictions for
    every question, in MuSiQue's layout.

    Returns the command's object.
    """
    options = {"seed": _checks.whole(seed, "seed"), "json": True}
    given = annotations if isinstance(annotations, Mapping) else {
        f"annotations[{i}]": one for i, one in enumerate(_checks.items(annotations, "annotations"))
    }
    with Inputs() as inputs:
        files = [inputs.path(gold, "gold", lines=True)]
        files += [inputs.path(one, str(name), lines=True) for name, one in given.items()]
        return _object(_run(inputs, ["humans"], files, options))


def read(
    questions: Any,
    *,
    reader: Literal["trained", "words", "calendar"] | None = None,
    weights: str | os.PathLike[str] | None = None,
    net: Net = None,
    steps: bool = False,
    paragraphs: Any = None,
    decompositions: Any = None,
    split_joined: bool = False,
    skip_faulty: bool = False,
    lines: bool = False,
    most_words: int = 0,
    select: int = 0,
    single_fact: bool = False,
    support: int | None = None,
) -> Any:
    """Answers the questions of a file by the built-in reader, as `mhqa read` does: a baseline.

    questions: records with contexts, in memory or a path. reader is trained, the default, whose weights may be a file of
    `mhqa train-reader`; words or calendar. net also scores the trained reader's spans, slower: a file, or "installed",
    which the wheel does not have. paragraphs and decompositions are paths, or in memory. The options are those of the
    command: steps executes decompositions, lines makes DiRe's lines, select and most_words limit what is read.

    Returns predictions as the evaluation of that layout reads them: a list of records, or for HotpotQA and
    2WikiMultihopQA one dict.
    """
    with Inputs() as inputs:
        options: dict[str, Any] = {
            **_reader_options(reader, weights, net), "steps": bool(steps), "split-joined": bool(split_joined),
            "skip-faulty": bool(skip_faulty), "lines": bool(lines), "single-fact": bool(single_fact),
            "support": None if support is None else _checks.whole(support, "support", 1, 1_000_000),
        }
        for name, given in (("select", select), ("most_words", most_words)):
            options[name.replace("_", "-")] = _checks.whole(given, name) or None
        for name, data in (("paragraphs", paragraphs), ("decompositions", decompositions)):
            options[name] = None if data is None else inputs.path(data, name)
        text = _run(inputs, ["read"], [inputs.path(questions, "questions")], options)
        return _object(text) if text.lstrip()[:1] == "{" and "\n{" not in text else _lines(text)


def split(
    questions: Any, *, writers: Any = None, writer_field: str = "writer", share: float = 0.18, seed: int = 0
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Splits a data set so that no writer has questions in both splits, as `mhqa split` does.

    questions: records with an id, in memory or a path. writers: records {"id", "writer"} for questions that do not name
    their writer in writer_field. share is the largest share of the test set.

    Returns (train, test), lists of records.
    """
    with Inputs() as inputs, tempfile.TemporaryDirectory(prefix="mhqa-") as folder:
        made = [os.path.join(folder, name) for name in ("train.jsonl", "test.jsonl")]
        options = {
            "train": made[0], "test": made[1], "writer-field": _checks.text(writer_field, "writer_field"),
            "share": _checks.number(share, "share", 0, 1), "seed": _checks.whole(seed, "seed"),
            "writers": None if writers is None else inputs.path(writers, "writers", lines=True),
        }
        _run(inputs, ["split"], [inputs.path(questions, "questions")], options)
        train, test = (_lines(pathlib.Path(path).read_text(encoding="utf-8")) for path in made)
        return train, test


def rollouts(
    rollouts: Any,
    gold: Any,
    *,
    dataset: str | None = None,
    dialect: str | None = None,
    match: str | None = None,
    html: str | os.PathLike[str] | None = None,
    threads: int = 0,
) -> dict[str, Any]:
    """Finds why a search agent's answers were lost, hop by hop, as `mhqa rollouts` does.

    rollouts: records {"id", "steps" or "messages" or "text"}, or a path of JSON Lines. gold: records of MuSiQue,
    HotpotQA, 2WikiMultihopQA or FanOutQA, or rows, in memory or a path. match is "text", "title" or "id". html is the
    path of a page with the path of each hop.

    Returns the command's object, whose "rows" have for each rollout the cause, the steps of each hop, and a reward for
    each step with the byte at which it ends (for messages, the message's number), as place_step_rewards takes them.
    """
    with Inputs() as inputs, tempfile.TemporaryDirectory(prefix="mhqa-") as folder:
        rows = os.path.join(folder, "rows.jsonl")
        options = {
            "json": True, "per-question": rows, "threads": _checks.whole(threads, "threads"),
            "html": None if html is None else _checks.path(html, "html"),
        }
        for name, value in (("dataset", dataset), ("dialect", dialect), ("match", match)):
            options[name] = None if value is None else _checks.text(value, name)
        files = [inputs.path(rollouts, "rollouts", lines=True), inputs.path(gold, "gold", lines=True)]
        report = _object(_run(inputs, ["rollouts"], files, options))
        report["rows"] = _lines(pathlib.Path(rows).read_text(encoding="utf-8"))
        return report


def step_rewards(rows: Any, *, rule: str = "stepsearch") -> list[dict[str, Any]]:
    """Computes the rewards of generations that a trainer scores step by step, as `mhqa reward` does.

    rows: records {"text", "gold", …}, in memory or a path, with the fields that the rule reads: support_docs,
    search_keys and the trainer's switches for "stepsearch"; prompt, format_score and refine_score for "autorefine";
    for "rezero" instead messages, chunk_content or supporting_paragraphs, and correct, a model's verdict.

    Returns a dict for each row: reward, extracted, why, the function's other numbers and, for "stepsearch",
    step_scores.
    """
    with Inputs() as inputs:
        options = {"rule": _checks.text(rule, "rule")}
        return _lines(_run(inputs, ["reward"], [inputs.path(rows, "rows", lines=True)], options))


def place_step_rewards(rewards: Sequence[float], ends: Sequence[int], token_ends: Sequence[int]) -> list[float]:
    """Puts each step's reward on the token that holds the step's last byte; other tokens get 0.

    rewards and ends have an element for each step, token_ends one for each token: the byte after it in the same text,
    ascending. A step that ends after the last token puts its reward there. The result is what verl takes as
    token-level rewards; for a reward per turn, as TRL takes it, use the rewards as they are.

    >>> place_step_rewards([1.0, -0.1], [4, 9], [2, 4, 8, 12])
    [0.0, 1.0, 0.0, -0.1]
    """
    if len(rewards) != len(ends):
        raise ValueError(f"ends: expected one for each of the {len(rewards)} rewards, found {len(ends)}")
    out = [0.0] * len(token_ends)
    for reward, end in zip(rewards, ends):
        if out:
            out[min(bisect.bisect_left(token_ends, end), len(out) - 1)] += reward
    return out


def report_html(
    results: Mapping[str, str | os.PathLike[str]] | Iterable[str | os.PathLike[str]],
    output: str | os.PathLike[str] | None = None,
    *,
    title: str = "mhqa report",
    metrics: Iterable[str] = (),
) -> str:
    """Makes one page of several models' results, with the intervals of their scores, as `mhqa report html` does.

    results: files that evaluate(…, result=path) or `mhqa eval --result` has written, as a list or by name. metrics
    limits the numbers that are shown. output is the path of the page, which is written whole or not at all.

    Returns the page.
    """
    named = dict(results) if isinstance(results, Mapping) else None
    given = list(named.values()) if named is not None else listed(results, "results")
    paths = [_checks.path(path, f"results[{i}]") for i, path in enumerate(given)]
    target = None if output is None else _checks.path(output, "output")
    options = {
        "output": "-", "title": _checks.text(title, "title"), "metric": _texts(metrics, "metrics"),
        "name": [_checks.text(name, "results") for name in named or ()],
    }
    with Inputs() as inputs:
        page = _run(inputs, ["report", "html"], paths, options)
    if target is not None:
        _compiled().write_file(target, [page.encode("utf-8", "surrogatepass")], paths)
    return page


def _texts(values: Iterable[Any], name: str) -> list[str]:
    return [_checks.text(one, f"{name}[{i}]") for i, one in enumerate(_checks.items(values, name))]


def _run(inputs: Inputs, verb: Sequence[str], files: Sequence[str], options: Mapping[str, Any]) -> str:
    """Returns what a verb prints. In options True is a flag, False and None are left out, a list repeats its option.

    Raises ValueError with the command's error, in which data in memory have their names.
    """
    arguments = list(verb)
    for name, value in options.items():
        given = value if isinstance(value, list) else [value]
        known = [one for one in given if one is not None and one is not False]
        arguments += [f"--{name}" if one is True else f"--{name}={one}" for one in known]
    arguments += ["--", *files]  # so that paths may begin with "-"
    command = _path_of_command()
    environment = {**os.environ, "MHQA_CALLER": "python"}  # whose errors name arguments

    def work() -> str:
        done = subprocess.run(
            [command, *arguments], stdin=subprocess.DEVNULL, capture_output=True, check=False, env=environment
        )
        if done.returncode != 0:
            raise ValueError(_error_of(done) or f"mhqa {verb[0]} ended with {done.returncode}")
        return done.stdout.decode("utf-8", "surrogatepass")

    return inputs.run(work)


def _error_of(done: subprocess.CompletedProcess[bytes]) -> str:
    """The command's last line; or, of a filter of lines, the first line that says what is wrong."""
    said = done.stderr.decode("utf-8", "replace").strip().split("\n")[-1]
    for line in () if said else done.stdout.split(b"\n"):
        if line.startswith(b'{"error":'):
            return str(json.loads(line)["error"])
    return re.sub(r"^(mhqa[a-z -]*: )?(error: )?", "", said)


def _path_of_command() -> str:
    """The command of MHQA_COMMAND, or of the installed wheel."""
    named = os.environ.get("MHQA_COMMAND")
    installed = pathlib.Path(sysconfig.get_path("scripts")) / ("mhqa.exe" if os.name == "nt" else "mhqa")
    if named or installed.is_file():
        return named or str(installed)
    raise ImportError(
        f"this build of mhqa has no command ({installed}); install it without -C cmake.define.MHQA_PYTHON_COMMAND=OFF, "
        "or let MHQA_COMMAND name one"
    )


def _object(text: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(text)
    return value


def _lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.split("\n") if line]
