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
from typing import Any, Callable, Iterable, Sequence

from . import _checks
from ._golds import listed
from ._inputs import Inputs
from ._names import Dialect, PublishedDialect
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
    named = [_checks.text(one, f"dialects[{i}]") for i, one in enumerate(_checks.items(dialects, "dialects"))]
    least = _checks.number(threshold, "threshold")
    with Inputs() as inputs:
        path = inputs.path(judged, "judged", lines=True)
        arguments = [path, "--threshold", repr(least), "--json"]
        for one in named:
            arguments += ["--dialect", one]
        return _object(_run(inputs, "agree", arguments))


def evaluate_samples(
    dataset: str,
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
    options = _sample_options(samples, result)
    with Inputs() as inputs:
        arguments = [_checks.text(dataset, "dataset"), inputs.path(predictions, "predictions"), inputs.path(gold, "gold")]
        arguments += options
        if aliases is not None:
            arguments += ["--aliases", inputs.path(aliases, "aliases")]
        return _object(_run(inputs, "eval", [*arguments, "--json"]))


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
    options = _sample_options(samples, result)
    with Inputs() as inputs:
        arguments = [inputs.path(lines, "lines", lines=True), "--dialect", _checks.text(dialect, "dialect"), *options]
        return _object(_run(inputs, "score", [*arguments, "--json"]))


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
    arguments = [_checks.path(one, f"results[{i}]") for i, one in enumerate(_checks.items(results, "results"))]
    if len(arguments) < 2:
        raise ValueError(f"results: expected two or more, found {len(arguments)}")
    arguments += ["--samples", str(_checks.whole(samples, "samples", 1, 10**9)), "--seed", str(_checks.whole(seed, "seed"))]
    if by is not None:
        arguments += ["--by", _checks.text(by, "by")]
    for i, metric in enumerate(_checks.items(metrics, "metrics")):
        arguments += ["--metric", _checks.text(metric, f"metrics[{i}]")]
    with Inputs() as inputs:
        return Comparison(_object(_run(inputs, "compare", ["--results", *arguments, "--json"])))


def _sample_options(samples: Iterable[int], result: str | os.PathLike[str] | None) -> list[str]:
    out: list[str] = []
    for i, k in enumerate(_checks.items(samples, "samples")):
        out += ["--samples", str(_checks.whole(k, f"samples[{i}]", 1, 2**63 - 1))]
    if not out:
        raise ValueError("samples: expected at least one number")
    return out if result is None else [*out, "--result", _checks.path(result, "result")]


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
        arguments = [inputs.path(predictions, "predictions"), inputs.path(gold, "gold"), "--json"]
        return _object(_run(inputs, "eval", ["fanoutqa", *arguments, *([] if normalize is None else ["--normalized"])]))


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
        arguments = [
            inputs.path(gold, "gold"), "--format", _checks.text(format, "format"), "--out", folder, "--length",
            str(_checks.whole(length, "length", 1, 100_000_000)), "--seed", str(_checks.whole(seed, "seed")),
        ]
        for i, depth in enumerate(_checks.items(depths, "depths")):
            arguments += ["--depth", repr(_checks.number(depth, f"depths[{i}]"))]
        if tokens is not None:
            lengths = {text: int(tokens(text)) for text in dict.fromkeys(_paragraphs(gold))}
            arguments += ["--lengths", inputs.text(json.dumps(lengths), "tokens")]
        _run(inputs, "probe", arguments)
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
        arguments = [inputs.path(questions, "questions", lines=True), "--json"]
        for i, one in enumerate(_checks.items(answers, "answers")):
            arguments += ["--answers", inputs.path(one, f"answers[{i}]", lines=True)]
        found = {"reader": reader, "weights": None if weights is None else os.fspath(weights), "net": net_of(net) or None}
        arguments += _flags(found)
        return _object(_run(inputs, "condition", arguments))


def humans(gold: Any, annotations: Mapping[str, Any] | Sequence[Any], *, seed: int = 0) -> dict[str, Any]:
    """Computes human score, upper bound and agreement from several people's answers, as `mhqa humans` does.

    gold: records in MuSiQue's layout, in memory or a path. annotations: one per person, at least two: predictions for
    every question, in MuSiQue's layout.

    Returns the command's object.
    """
    number = _checks.whole(seed, "seed")
    given = annotations if isinstance(annotations, Mapping) else {
        f"annotations[{i}]": one for i, one in enumerate(_checks.items(annotations, "annotations"))
    }
    with Inputs() as inputs:
        arguments = [inputs.path(gold, "gold", lines=True)]
        arguments += [inputs.path(one, str(name), lines=True) for name, one in given.items()]
        return _object(_run(inputs, "humans", [*arguments, "--seed", str(number), "--json"]))


def read(questions: Any, *, net: Net = None, **options: Any) -> Any:
    """Answers the questions of a file by the built-in reader, as `mhqa read` does: a baseline.

    questions: records with contexts, in memory or a path. net also scores the trained reader's spans, slower: a file, or
    "installed", which the wheel does not have. options are the verb's others, with _ for -: steps=True, select=5,
    single_fact=True, reader="words", weights="own.weights".

    Returns predictions as the evaluation of that layout reads them: a list of records, or for HotpotQA and
    2WikiMultihopQA one dict.
    """
    with Inputs() as inputs:
        flags = _flags({**options, "net": net_of(net) or None})
        text = _run(inputs, "read", [inputs.path(questions, "questions"), *flags])
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
        arguments = [inputs.path(questions, "questions"), "--train", made[0], "--test", made[1]]
        arguments += ["--writer-field", _checks.text(writer_field, "writer_field")]
        arguments += ["--share", repr(_checks.number(share, "share", 0, 1)), "--seed", str(_checks.whole(seed, "seed"))]
        if writers is not None:
            arguments += ["--writers", inputs.path(writers, "writers", lines=True)]
        _run(inputs, "split", arguments)
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
        arguments = [inputs.path(rollouts, "rollouts", lines=True), inputs.path(gold, "gold", lines=True), "--json"]
        arguments += ["--per-question", rows, "--threads", str(_checks.whole(threads, "threads"))]
        for name, value in (("dataset", dataset), ("dialect", dialect), ("match", match)):
            if value is not None:
                arguments += ["--" + name, _checks.text(value, name)]
        if html is not None:
            arguments += ["--html", _checks.path(html, "html")]
        report = _object(_run(inputs, "rollouts", arguments))
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
        return _lines(_run(inputs, "reward", [inputs.path(rows, "rows", lines=True), "--rule", _checks.text(rule, "rule")]))


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
    limits the numbers that are shown. output is the path of the page.

    Returns the page.
    """
    named = dict(results) if isinstance(results, Mapping) else None
    paths = list(named.values()) if named is not None else listed(results, "results")
    with Inputs() as inputs, tempfile.TemporaryDirectory(prefix="mhqa-") as folder:
        page = os.path.join(folder, "report.html")
        arguments = [_checks.path(path, f"results[{i}]") for i, path in enumerate(paths)]
        arguments += ["--output", page, "--title", _checks.text(title, "title")]
        for name in named or ():
            arguments += ["--name", _checks.text(name, "results")]
        for i, metric in enumerate(_checks.items(metrics, "metrics")):
            arguments += ["--metric", _checks.text(metric, f"metrics[{i}]")]
        _run(inputs, "report", ["html", *arguments])
        text = pathlib.Path(page).read_text(encoding="utf-8")
        if output is not None:
            pathlib.Path(_checks.path(output, "output")).write_text(text, encoding="utf-8")
        return text


def _run(inputs: Inputs, verb: str, arguments: Sequence[str]) -> str:
    """Returns what the command prints. Raises ValueError with its error, in which data in memory have their names."""
    command = _path_of_command()
    environment = {**os.environ, "MHQA_CALLER": "python"}  # whose errors name arguments

    def work() -> str:
        done = subprocess.run(
            [command, verb, *arguments], stdin=subprocess.DEVNULL, capture_output=True, check=False, env=environment
        )
        if done.returncode != 0:
            said = done.stderr.decode("utf-8", "replace").strip().split("\n")[-1]
            raise ValueError(re.sub(r"^(mhqa[a-z -]*: )?(error: )?", "", said) or f"mhqa {verb} ended with {done.returncode}")
        return done.stdout.decode("utf-8", "surrogatepass")

    return inputs.run(work)


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


def _flags(options: Mapping[str, Any]) -> list[str]:
    """Returns options of the command: True is a flag, False is left out, a list repeats its option."""
    out = []
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is True:
                out.append(flag)
            elif one is not False and one is not None:
                if not isinstance(one, (str, int, float)):
                    raise TypeError(f"{name}: expected a string, a number or a bool, found {type(one).__name__}")
                out += [flag, str(one)]
    return out


def _object(text: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(text)
    return value


def _lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.split("\n") if line]
