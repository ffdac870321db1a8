# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Statistics, checks and conversions of data sets, HieraDate's probes, StrategyQA's evidence."""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Iterable

from . import _checks, _core
from ._data_sets import _parts
from ._evaluate import _compiled, _rows
from ._files_of_run import Files, Folder
from ._inputs import Inputs, is_path
from ._layouts import predictions_of
from ._progress import Progress
from ._results import Conversion, Counts, DateProbe, Evidence, Proxies, Statistics, SubmissionCheck
from ._threads import threads


def statistics(files: Any, dataset: str | None = None, *, progress: bool = False) -> Statistics:
    """Computes the figures of a data set's paper from its records, as `mhqa stats` does.

    files: the parts of one set, a path or a list of paths; or records in memory, or {name: records}. dataset is
    strategyqa or hieradate; by default files have MuSiQue's, HotpotQA's or 2WikiMultihopQA's layout, which the first
    record shows. progress shows a bar, by tqdm.

    Returns a Statistics: the object of `mhqa stats --json`; scores has the figures of all files together.

    Raises ValueError with file, record, id and field for data that cannot be read, an id that is there twice, files of
    several layouts; TypeError for other types.

    >>> row = {"_id": "1", "question": "Who wrote Emma?", "answer": "Austen", "type": "bridge", "level": "easy",
    ...        "supporting_facts": [["Emma", 0]], "context": [["Emma", ["By Austen."]]]}
    >>> statistics([row]).scores["questions"]
    1
    """
    _checks.one_of(dataset, "dataset", (None, "strategyqa", "hieradate"))
    with Inputs() as inputs, Progress(progress) as shown:
        paths = [inputs.path(data, name) for name, data in _parts(files, "files").items()]
        data = json.loads(inputs.run(lambda: _compiled().statistics(dataset or "", paths, shown.told)))
        for file in data.get("files", []):
            file["path"] = inputs.names.get(file["path"], file["path"])
        return Statistics(data)


def check_submission(dataset: str, predictions: Any, questions: Any) -> SubmissionCheck:
    """Checks that a submission is complete before it is sent, as `mhqa check` does.

    dataset: musique, hotpotqa or 2wikimultihopqa. predictions is the submission in the official layout, questions the
    data set; labels are not needed. Both are paths or in memory.

    Returns a SubmissionCheck: complete and counts; problems has the first 1,000.

    Raises ValueError with file, record, id and field for data that are not in the layout; TypeError for other types.

    >>> question = {"_id": "1", "question": "Who?", "context": [["Emma", ["By Austen."]]]}
    >>> check_submission("hotpotqa", {"answer": {"1": "Austen"}, "sp": {"1": [["Emma", 1]]}}, [question]).problems
    [{'id': '1', 'problem': 'sp: expected a sentence of the context, found ["Emma", 1]'}]
    """
    _checks.one_of(dataset, "dataset", ("musique", "hotpotqa", "2wikimultihopqa"))
    with Inputs() as inputs:
        if dataset == "musique":
            given = inputs.path(predictions, "predictions", lines=True)
        else:
            given = inputs.path(predictions, "predictions", predictions_of(dataset, "predictions"))
        asked = inputs.path(questions, "questions")
        return SubmissionCheck(json.loads(inputs.run(lambda: _compiled().check_submission(dataset, given, asked))))


def check_decompositions(decompositions: Any, *, layout: str | None = None, rows: bool = False) -> Counts:
    """Counts by reason the decompositions that are not acyclic graphs leading to the last step, as
    `mhqa check-decompositions` does.

    decompositions: StrategyQA's records or {qid, question, decomposition}, FanOutQA's or MuSiQue's records, a path or in memory;
    or the path of Break's CSV. layout is strategyqa, break, fanoutqa or musique; by default the name of the file and
    the fields of the first record decide. rows adds the findings of each.

    Returns a Counts: the command's object, with reasons; rows has {id, steps, kinds, findings} of each decomposition;
    for FanOutQA also texts, the steps as execute_fan_out takes them, and hops, the step of each sub-question.

    Raises ValueError with file, record, id and field for data that cannot be read; TypeError for other types.

    >>> check_decompositions([{"qid": "1", "question": "Is it?", "decomposition": ["When?", "Is #3 true?"]}]).counts[
    ...     "with_errors"]
    1
    """
    _checks.one_of(layout, "layout", (None, "strategyqa", "break", "fanoutqa", "musique"))
    if layout == "break" and not is_path(decompositions):
        raise TypeError("decompositions: expected the path of a CSV file for the layout break")
    with Inputs() as inputs:
        path = inputs.path(decompositions, "decompositions")
        data, lines = inputs.run(lambda: _compiled().check_decompositions(path, layout or "", bool(rows)))
        return Counts(json.loads(data), _rows(lines) if rows else None)


def execute_fan_out(
    steps: Iterable[str | Iterable[str | int]], reader: Callable[[str], Iterable[str]]
) -> tuple[list[list[str]], list[list[str]]]:
    """Answers every step once for each answer to the step it refers to; for several such steps, for each combination.

    steps: each a text in which #n stands for an answer to step n, or a list of texts and of numbers of steps, in which
    only the numbers are references; check_decompositions(…, layout="fanoutqa", rows=True) makes such lists as texts.
    reader takes a question and returns a list of its answers, as strings.

    Returns for each step the questions that were asked, and all answers.

    Raises TypeError for other types, also for one string in place of a list; ValueError for no steps, a reference to a
    missing step, a cycle and questions that outgrow their text.

    >>> answers = {"Which capitals?": ["Oslo", "Riga"]}
    >>> execute_fan_out(["Which capitals?", ["Who governs ", 1, "?"]], lambda asked: answers.get(asked, []))[0][1]
    ['Who governs Oslo?', 'Who governs Riga?']
    """
    given: list[str | list[str | int]] = []
    for i, step in enumerate(_checks.items(steps, "steps")):
        given.append(step if isinstance(step, str) else list(_checks.items(step, f"steps[{i}]")))
        for j, part in enumerate(given[-1]):
            if isinstance(part, bool) or not isinstance(part, (str, int)):
                raise TypeError(f"steps[{i}][{j}]: expected a text or the number of a step, found {type(part).__name__}")
            if isinstance(part, int):
                _checks.whole(part, f"steps[{i}][{j}]", 1, 2**32 - 1)

    def answers(asked: str) -> list[str]:
        found = _checks.items(reader(asked), "reader: the answers")
        return [_checks.text(one, f"reader: answer {i}") for i, one in enumerate(found, 1)]

    return _core.execute_fan_out(given, answers)


def check_questions(
    questions: Any,
    *,
    tags: Any = None,
    solvers: Any = None,
    step_answers: Any = None,
    per_term: int = 5,
    rows: bool = False,
) -> Counts:
    """Runs the checks of StrategyQA's collection on questions, as `mhqa check-questions` does.

    questions: records {qid, question, term, answer, decomposition}. tags, solvers and step_answers are notes by qid:
    Penn Treebank tags; answers of solvers {fixed, tuned}; answers to the steps. All are paths or in memory. per_term is
    the most questions of a term; rows adds the findings of each question.

    Returns a Counts: faults by name, implicit and explicit questions, answers, and what solvers and step answers say.

    Raises ValueError with file, record, id and field for data that cannot be read; TypeError for other types.

    >>> check_questions([{"qid": "1", "question": "Is silk a metal"}]).counts["faults"]["no-question-mark"]
    1
    """
    per_term = _checks.whole(per_term, "per_term")
    with Inputs() as inputs:
        path = inputs.path(questions, "questions")
        notes = [
            "" if given is None else inputs.path(given, name)
            for name, given in (("tags", tags), ("solvers", solvers), ("step_answers", step_answers))
        ]
        data, lines = inputs.run(lambda: _compiled().check_questions(path, *notes, per_term, bool(rows)))
        return Counts(json.loads(data), _rows(lines) if rows else None)


def convert(
    questions: Any, source: str, target: str, out: str | os.PathLike[str] | None = None
) -> Conversion:
    """Converts questions from one layout to another and counts what the target cannot hold, as `mhqa convert` does.

    questions: a path, or records in memory; for beir a folder. source and target: hotpotqa, 2wikimultihopqa, musique,
    squad, flashrag, verl, beir or drop. out is the file to write, byte for byte that of the command, for beir a folder;
    without it the questions are held in memory.

    Returns a Conversion: questions(), counts, and by field what was left_out, lost, or absent in the source.

    Raises ValueError with file, record, id and field for data that cannot be read, an id that is there twice, and if
    the target can hold no question; TypeError for other types.

    >>> row = {"id": "1", "question": "Who wrote Emma?", "golden_answers": ["Austen"]}
    >>> convert([row], "flashrag", "musique").questions()[0]["answer"]
    'Austen'
    """
    names = [_checks.text(source, "source"), _checks.text(target, "target")]
    file = None if out is None else _checks.path(out, "out")
    with Inputs() as inputs, Folder(file if target == "beir" else None, "out") as made:
        given = inputs.path(questions, "questions")
        if target == "beir":
            path = made.path
        else:
            path = file or os.path.join(made.path, "questions.json" if target in _ARRAYS else "questions.jsonl")
        data = json.loads(inputs.run(lambda: _compiled().convert(given, *names, path)))
        if target == "beir" or out is None:
            return Conversion(data, made.files())
        return Conversion(data, Files(os.path.dirname(path) or ".", {}, [os.path.basename(path)]))


def probe_dates(
    dataset: str,
    gold: Any,
    out: str | os.PathLike[str] | None = None,
    *,
    source: str = "people",
    setting: str = "normal",
    rule: str = "final",
    dates: Any = None,
    convert: bool = False,
    year_only: bool = False,
    balance_types: bool = False,
    seed: int = 0,
    progress: bool = False,
) -> DateProbe:
    """Makes HieraDate's probing questions from date questions, as `mhqa probe-dates` does.

    dataset: 2wikimultihopqa or hotpotqa, whose layout gold has, a path or in memory. out is the file to write, with the
    notes and the manifest beside it; without it they are held in memory. The options are those of the command: source
    is people, works or bridges; setting normal or distractor; rule, for unknown months and days, is final, published or
    three-valued; dates is a table of births and deaths; balance_types keeps as many comparison questions as combined
    ones.

    Returns a DateProbe: questions(), notes(), counts, left_out and not_converted by reason.

    Raises as evaluate does; ValueError for unknown names.
    """
    _checks.one_of(dataset, "dataset", ("2wikimultihopqa", "hotpotqa"))
    _checks.one_of(source, "source", ("people", "works", "bridges"))
    _checks.one_of(setting, "setting", ("normal", "distractor"))
    _checks.one_of(rule, "rule", ("final", "published", "three-valued"))
    seed = _checks.whole(seed, "seed")
    file = None if out is None else _checks.path(out, "out")
    with Inputs() as inputs, Folder(None) as made, Progress(progress) as shown:
        path = file or os.path.join(made.path, "questions.json")
        arguments = (
            dataset, inputs.path(gold, "gold"), path, "" if dates is None else inputs.path(dates, "dates"), source,
            setting == "distractor", rule, bool(convert), bool(year_only), bool(balance_types), seed, shown.told,
        )
        data = json.loads(inputs.run(lambda: _compiled().probe_dates(*arguments)))
        if out is None:
            made.name_inputs(inputs.names, ["questions.json.manifest.json"])
            return DateProbe(data, made.files())
        name = os.path.basename(path)
        files = [name, f"{name}.manifest.json", f"{name}.notes.jsonl"]
        return DateProbe(data, Files(os.path.dirname(path) or ".", {}, files))


def proxies(
    key: Any, verdicts: Any, *, agreement: str = "unanimous", distractors: int | None = None
) -> Proxies:
    """Estimates how often a paragraph that supports nothing could replace a support, from people's verdicts (DiRe,
    App. D), as `mhqa report proxies` does.

    key: annotation_key.jsonl of probe(annotate=…). verdicts: {task, sufficient, annotator}, a path, a list of paths, or
    records; without annotator, a file is one person's. agreement: unanimous or majority. distractors in a context, for
    the expected drop; by default the most frequent number.

    Returns a Proxies: fractions of 1, with 95 % intervals, and counts.

    Raises ValueError with file and record for data that cannot be read, two verdicts of a person on a task, and if
    people agree on no question; TypeError for other types.
    """
    _checks.one_of(agreement, "agreement", ("unanimous", "majority"))
    if distractors is not None:
        distractors = _checks.whole(distractors, "distractors", 1, 100_000)
    with Inputs() as inputs:
        path = inputs.path(key, "key")
        if isinstance(verdicts, (list, tuple)) and verdicts and all(is_path(one) for one in verdicts):
            files = [inputs.path(one, f"verdicts[{i}]") for i, one in enumerate(verdicts)]
        else:
            files = [inputs.path(verdicts, "verdicts")]
        text = inputs.run(lambda: _compiled().proxies(path, files, agreement == "majority", distractors or 0))
        return Proxies(json.loads(text))


def find_evidence(
    questions: Any,
    corpus: Any,
    *,
    by: str = "question",
    references: str = "kept",
    titles: bool = False,
    split_joined: bool = False,
    k: int = 10,
) -> Evidence:
    """Finds the k best paragraphs for each of StrategyQA's questions by BM25, as `mhqa retrieve strategyqa` does.

    questions: records {qid, question, decomposition, step_answers}; corpus: paragraphs in the published layouts, also a
    list of paths. Both are paths or in memory. by: question, or decomposition, which makes a query of each step.
    references are those in steps, "#1": kept, answered from step_answers, or left-out. titles searches these too;
    split_joined separates steps that a model wrote as one. Words are not stemmed.

    Returns an Evidence: found, {qid: [paragraph, …]}, which evaluate("strategyqa", …) takes, and counts.

    Raises ValueError with file, record, id and field for data that cannot be read; TypeError for other types.

    >>> paragraphs = [{"title": "Silk", "para_id": 0, "para": "Silk is made of fibroin."}]
    >>> find_evidence([{"qid": "1", "question": "Is silk a metal?"}], paragraphs).found
    {'1': ['Silk-0']}
    """
    _checks.one_of(by, "by", ("question", "decomposition"))
    _checks.one_of(references, "references", ("kept", "answered", "left-out"))
    k = _checks.whole(k, "k", 1, 100_000)
    with Inputs() as inputs:
        asked = inputs.path(questions, "questions")
        paths = [inputs.path(data, name) for name, data in _parts(corpus, "corpus").items()]
        text = inputs.run(
            lambda: _compiled().find_evidence(
                asked, paths, by == "decomposition", references, bool(split_joined), k, bool(titles), threads()
            )
        )
        return Evidence(json.loads(text))


#: The layouts of which a file is one JSON value.
_ARRAYS = ("hotpotqa", "2wikimultihopqa", "2wiki", "squad", "drop")
