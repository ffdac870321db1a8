# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Audits and probes of data sets, and rankings."""

from __future__ import annotations

import json
import os
from typing import Any, Iterable, Literal, Mapping

from . import _checks
from ._evaluate import _compiled, _rows
from ._files_of_run import Folder
from ._inputs import Inputs, is_path
from ._progress import Progress
from ._rankings import judgements_of, run_of
from ._reader import Net, reader_of
from ._results import Audit, Evaluation, Probe
from ._threads import threads


def audit(
    dataset: Any,
    *,
    reader: str | None = None,
    weights: str | os.PathLike[str] | None = None,
    net: Net = None,
    progress: bool = False,
) -> Audit:
    """Looks for faults in a multi-hop set: supports, bridges, answers, steps, shortcuts, leaks between its parts.

    dataset: records of MuSiQue, HotpotQA, 2WikiMultihopQA, RAGAS, YourBench or MultiHop-RAG, as a path, a list of dicts
    or a table; or the parts of one set, as a list of paths or a dict {name: data}. reader looks for needless steps and
    supports: "trained", the default, whose weights may be a file of `mhqa train-reader`, or "words". net also scores
    the trained reader's spans, slower: a file, or "installed", which the wheel does not have. progress shows a bar, by
    tqdm.

    Returns an Audit: the object of `mhqa audit --json`, with counts by code, findings, files.

    Raises ValueError with file, record, id and field for data that cannot be read and parts without questions;
    TypeError for other types.

    >>> row = {"id": "1", "question": "Where was the author of Emma born?", "answer": "Bath", "paragraphs": [],
    ...        "question_decomposition": [{"question": "Who wrote Emma?", "answer": "", "paragraph_support_idx": None}]}
    >>> audit([row]).counts["blank-answer"]
    1
    """
    found = reader_of(reader, weights, net)
    with Inputs() as inputs, Progress(progress) as shown:
        paths = [inputs.path(data, name) for name, data in _parts(dataset, "dataset").items()]
        data = json.loads(inputs.run(lambda: _compiled().audit(paths, *found, shown.told)))
        for file in data["files"]:
            file["path"] = inputs.names.get(file["path"], file["path"])
        return Audit(data)


def probe(
    dataset: str,
    gold: Any,
    folder: str | os.PathLike[str] | None = None,
    *,
    seed: int = 0,
    min_paragraphs: int = 0,
    max_supports: int = 8,
    sample: float = 1.0,
    balance: bool = False,
    layout: str = "published",
    trivial: bool = False,
    artifacts: bool = False,
    adversarial: bool = False,
    annotate: int = 0,
    material: Any = None,
    sentences: bool = False,
    progress: bool = False,
) -> Probe:
    """Derives the data sets that show, and reduce, disconnected reasoning (DiRe) from one with supports.

    dataset: hotpotqa, 2wikimultihopqa or musique, whose layout gold has; gold is data as for evaluate. folder gets the
    files that `mhqa probe` writes, byte for byte; without one they are held in memory. The other options are those of
    the command: questions with less than min_paragraphs facts or more than max_supports supports are left out, sample
    is the fraction of the groups to keep; balance is for training; layout, "published" or "jsonl"; trivial, artifacts,
    adversarial and annotate (a number of questions) add files; with sentences, facts are sentences. If gold is a piece
    of a data set, material is all of it, from which adversarial and annotate then draw, as if there were no pieces.

    Returns a Probe: the manifest, with counts and dropped questions by reason; instances("probe") has the records that
    dire() takes. The bytes do not depend on the number of threads.

    Raises as evaluate does; ValueError if another run writes the folder.

    >>> gold = [{"_id": "1", "question": "Who?", "answer": "Emma", "supporting_facts": [["a", 0], ["b", 0]],
    ...          "context": [["a", ["Emma."]], ["b", ["Kant."]], ["c", ["Rain."]]]}]
    >>> len(probe("hotpotqa", gold).instances("probe"))
    2
    """
    _checks.one_of(dataset, "dataset", ("hotpotqa", "2wikimultihopqa", "musique"))
    _checks.one_of(layout, "layout", ("published", "jsonl"))
    seed, annotate = _checks.whole(seed, "seed"), _checks.whole(annotate, "annotate")
    min_paragraphs = _checks.whole(min_paragraphs, "min_paragraphs")
    max_supports = _checks.whole(max_supports, "max_supports", 2, 31)
    sample = _checks.number(sample, "sample", 0, 1)
    if material is not None and not adversarial and not annotate:
        raise ValueError("material: expected adversarial or annotate beside it")
    with Inputs() as inputs, Folder(folder) as out, Progress(progress) as shown:
        drawn = "" if material is None else inputs.path(material, "material")
        arguments = (
            dataset, inputs.path(gold, "gold"), out.path, seed, min_paragraphs, max_supports,
            sample, bool(balance), layout == "jsonl", bool(trivial), bool(artifacts), bool(adversarial), annotate,
            drawn, bool(sentences), threads(), shown.told,
        )
        inputs.run(lambda: _compiled().probe(*arguments))
        out.name_inputs(inputs.names, ["manifest.json"])
        files = out.files()
        return Probe(json.loads(files["manifest.json"]), files)


def retrieval(
    run: Any,
    judgements: Any,
    *,
    at: Iterable[int] = (2, 5, 10),
    by_group: bool = False,
    rows: bool = False,
    mean: str = "complete",
    ignore_unjudged: bool = False,
    answer_rule: Literal["by-layout", "dpr", "flashrag"] = "by-layout",
) -> Evaluation:
    """Evaluates rankings: trec_eval's measures, and whether any or all supports are among the first k.

    run: a TREC run, BEIR's results {query: {document: score}}, {query: [document, …]}, HotpotQA predictions, or DPR's or
    FlashRAG's output; also ranx's Run, ir_measures' tuples and a table of documents with query_id, doc_id and score.
    judgements: TREC or BEIR qrels, {query: {document: level}}, gold records of HotpotQA,
    2WikiMultihopQA or MuSiQue, records {id, sets}, or DPR's or FlashRAG's output, whose answers are searched in its
    texts (answer_recall@k, answer_precision@k): answer_rule says when one contains an answer, otherwise as the program
    whose output it is. Also ranx's Qrels, ir_measures' tuples and a table with query_id, doc_id and relevance; ids may
    be whole numbers. Both are paths or in memory. mean is "complete", over all judged
    queries as in trec_eval -c, or "trec_eval", over those that both have; ignore_unjudged leaves ranked queries without
    judgements out, as trec_eval does. at has the ranks k of the measures
    at k; by_group adds the scores for each hop count, type or "group" of the judgements, rows those of each query.

    Returns an Evaluation, as `mhqa eval retrieval --json`: fractions of 1 by trec_eval's names.

    Raises ValueError with file, record, id and field for data that cannot be read and for a ranked query without
    judgements, unless they are ignored; TypeError for other types.

    >>> retrieval({"q": ["b", "a"]}, {"q": {"a": 1}}, at=[2]).scores["recip_rank"]
    0.5
    """
    ranks = [_checks.whole(k, f"at[{i}]", 1, 2**63 - 1) for i, k in enumerate(_checks.items(at, "at"))]
    _checks.one_of(mean, "mean", ("complete", "trec_eval"))
    _checks.one_of(answer_rule, "answer_rule", ("by-layout", "dpr", "flashrag"))
    choices = (bool(by_group), bool(rows), mean == "complete", bool(ignore_unjudged))
    with Inputs() as inputs:
        ranked = _compiled().plain_run(run) or inputs.path(run_of(run), "run")
        judged = _compiled().plain_judgements(judgements) or _judged(inputs, judgements)
        data, lines = inputs.run(lambda: _compiled().retrieval(ranked, judged, ranks, *choices, answer_rule))
        return Evaluation(json.loads(data), "", _rows(lines) if rows else None)


def _judged(inputs: Inputs, judgements: Any) -> str:
    """Returns the path of a file with judgements."""
    levels = judgements_of(judgements)
    as_lines = isinstance(levels, str) and not is_path(judgements)
    return inputs.text(levels, "judgements") if as_lines else inputs.path(levels, "judgements")


#: Fields of data sets' records, by which one record differs from a dict of parts.
_RECORD_KEYS = frozenset(["_id", "id", "qid", "question", "context", "paragraphs", "data"])


def _parts(given: Any, argument: str) -> dict[str, Any]:
    """The parts of a set by name; a path has the argument's."""
    if isinstance(given, Mapping) and _RECORD_KEYS.isdisjoint(given):
        if not given:
            raise ValueError(f"{argument}: expected a part, found none")
        return {_checks.text(name, argument): part for name, part in given.items()}
    if isinstance(given, (list, tuple)) and given and all(is_path(one) for one in given):
        return {f"{argument}[{i}]": part for i, part in enumerate(given)}
    return {argument: given}
