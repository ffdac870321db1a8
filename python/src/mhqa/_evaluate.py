# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Evaluations exactly as the published programs, and comparisons of models."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from typing import Any, Callable, Iterable, Literal, get_args

from . import _checks
from ._golds import listed
from ._inputs import Inputs, is_path, is_stream, records
from ._layouts import UNREAD, UNREAD_WITHIN, gold_of, keyed_series, predictions_of
from ._names import DataSet, Dialect
from ._results import Comparison, Difference, Dire, Evaluation
from ._threads import threads


def evaluate(
    dataset: DataSet,
    predictions: Any,
    gold: Any,
    *,
    by: str | None = None,
    rows: bool = False,
    texts: bool = False,
    result: str | os.PathLike[str] | None = None,
    dialect: Dialect | None = None,
    aliases: Any = None,
    na_prob: Any = None,
    na_prob_threshold: float = 1.0,
    retrieval_limit: int = 10,
    intervals: float | None = None,
) -> Evaluation:
    """Evaluates predictions as the data set's published program does.

    dataset: hotpotqa, musique, 2wikimultihopqa, hieradate, squad or strategyqa. predictions and gold are paths, or the
    same data in memory, in the official layouts; predictions also {id: answer}, a Series with the ids as its index, or
    records or a table with ids (id, _id, qid, question_id) and answers (answer, prediction, predicted_answer,
    prediction_text), which have "sp" and "evidence" where these are predicted; and for squad the records of Hugging
    Face's data sets and metrics. HieraDate's predictions are its own records. by adds the scores for each value of a field; rows adds those of
    each question, texts its question, golds and prediction. result is the path of a file to write, which diff reads.

    intervals, such as 0.95, adds to each mean over questions the ends of its percentile interval, from 10,000 bootstrap
    samples whose seed is that of compare: result.intervals["f1"] is (low, high).

    dialect, na_prob and na_prob_threshold are squad's, aliases 2wikimultihopqa's, retrieval_limit strategyqa's; as for
    `mhqa eval`. Without na_prob, the records of squad's predictions may have "no_answer_probability", all or none.

    Returns an Evaluation: scores on the published scale, unrounded, under the published names; counts, missing ids,
    groups, signature; official, what the published program prints ("" where it stops at such data).

    Raises ValueError with file, record, id and field for data that cannot be read, an id that is there twice, no
    prediction for any question and unknown names; TypeError for other types.

    >>> gold = [{"_id": "1", "answer": "Emma", "supporting_facts": [["Emma", 0]]}]
    >>> evaluate("hotpotqa", {"1": "Emma"}, gold).scores["em"]
    1.0
    """
    _checks.text(dataset, "dataset")
    threshold = _checks.number(na_prob_threshold, "na_prob_threshold")
    limit = _checks.whole(retrieval_limit, "retrieval_limit")
    level = None if intervals is None else _confidence(intervals)
    written = (bool(rows or texts or level), bool(texts), "" if result is None else _checks.path(result, "result"))
    found = None
    plain = aliases is None and na_prob is None and limit == 10  # other options are refused below
    if dataset == "squad" and plain and not is_path(predictions) and not is_path(gold):
        predictions = records(keyed_series(predictions, "predictions"), "predictions")
        predictions = predictions_of("squad", "predictions")(predictions)
        gold = records(gold, "gold")
        found = _compiled().evaluate_squad(
            predictions, gold, _checks.text_or_none(by, "by"), _checks.text_or_none(dialect, "dialect"), threshold,
            *written, threads(),
        )
        if found is None:
            na_prob = _probabilities(predictions)
    if found is None:
        with Inputs() as inputs:
            more = (threshold, limit, *written, threads())
            found = on_data(
                inputs,
                lambda *data: _compiled().evaluate(*data, *more),
                dataset, predictions, gold, by, dialect, aliases, na_prob, needs_questions=True,
            )
    data, official, lines = found
    each = _rows(lines) if rows or texts or level else []
    made = Evaluation(json.loads(data), official, each if rows or texts else None)
    if level is not None:
        made.add_intervals(each, level)
    return made


def _confidence(given: Any) -> float:
    found = _checks.number(given, "intervals")
    if not 0 < found < 1:
        raise ValueError(f"intervals: expected a share between 0 and 1, such as 0.95, found {given}")
    return found


def on_data(
    inputs: Inputs, work: Callable[..., Any], dataset: str, predictions: Any, gold: Any, by: str | None,
    dialect: str | None, aliases: Any, na_prob: Any, needs_questions: bool = False,
) -> Any:
    """Calls a compiled evaluation with the arguments with which all of them begin.

    Data in memory stay there. Those that are not plain become JSON, which also shows what is wrong with them. A part may
    have no question, an evaluation needs one.
    """
    name = _checks.text(dataset, "dataset")
    options = (_checks.text_or_none(by, "by"), _checks.text_or_none(dialect, "dialect"))
    said = _whole(inputs, keyed_series(predictions, "predictions"), "predictions", _predictions(name, "predictions"))
    more = tuple(
        "" if given is None else _whole(inputs, given, argument)
        for given, argument in ((aliases, "aliases"), (na_prob, "na_prob"))
    )
    unread = UNREAD.get(name, ())
    if not is_path(gold) and not isinstance(gold, Iterator):
        known = gold if is_stream(gold) else _checked_gold(name)(
            _questions(gold, name) if needs_questions else records(gold, "gold")
        )
        held = _compiled().held(known, "gold", unread, UNREAD_WITHIN.get(name, ()), False)
        found = None if held is None else inputs.run(lambda: work(name, said, held, *options, *more))
        if found is not None:
            return found
    path = _gold_path(inputs, gold, name)
    return inputs.run(lambda: work(name, said, path, *options, *more))


def _gold_path(inputs: Inputs, gold: Any, dataset: str | None) -> str:
    layout = _squad_records if dataset == "squad" and is_stream(gold) else _gold(dataset)
    return inputs.path(gold, "gold", layout, left_out=UNREAD.get(dataset, ()), streamed=True)


def _questions(gold: Any, dataset: str | None) -> Any:
    found = records(gold, "gold")
    if found == [] and dataset in get_args(DataSet):
        raise ValueError("gold: expected questions, found none")
    return found


def _whole(
    inputs: Inputs, given: Any, name: str, layout: Callable[[Any], Any] = lambda data: data, dataset: str | None = None
) -> Any:
    """Returns data that are read at once: as they are, or a path. Gold records of a data set lack what nothing reads."""
    if is_path(given):
        return inputs.path(given, name)
    data = layout(records(given, name))
    unread = UNREAD.get(dataset, ())
    held = _compiled().held(data, name, unread, UNREAD_WITHIN.get(dataset, ()), True)
    return inputs.path(data, name, _gold(dataset), left_out=unread) if held is None else held


def compare(
    gold: Any,
    predictions: Mapping[str, Any] | Iterable[Any],
    *,
    dataset: DataSet | Literal["dire"] | None = None,
    by: str | None = None,
    metrics: Iterable[str] = (),
    samples: int = 10_000,
    seed: int = 12345,
    kind: str = "probe",
    aliases: Any = None,
) -> Comparison:
    """Says whether models differ from the first one on the same questions, or by chance.

    predictions: two models or more, {name: data} or a list of paths; gold and data as for evaluate. dataset is guessed
    from the gold data unless it is given; "dire" compares on DiRe's instances of a kind. metrics limits the comparison
    to some of the evaluator's; by adds one on each value of a field. aliases is 2WikiMultihopQA's alias file.

    Returns a Comparison. Units: fractions of 1. The interval is the paired bootstrap's, 95 %; p values are those of
    approximate randomisation, two-sided; holm_p corrects them over all comparisons. The samples do not depend on the
    number of threads.

    Raises as evaluate does; ValueError for other questions than the baseline's.
    """
    numbers = (_checks.whole(samples, "samples", 1, 10**8), _checks.whole(seed, "seed"))
    wanted = [_checks.text(metric, f"metrics[{i}]") for i, metric in enumerate(_checks.items(metrics, "metrics"))]
    named = (_checks.text_or_none(by, "by"), _checks.text(kind, "kind"))
    _checks.one_of(dataset, "dataset", (*get_args(DataSet), "dire", None))
    known_set: str | None = dataset
    with Inputs() as inputs:
        if isinstance(predictions, Mapping):
            names = [_checks.text(name, "predictions") for name in predictions]
            given = list(predictions.values())
        elif isinstance(predictions, (str, bytes)) or not hasattr(predictions, "__iter__"):
            raise TypeError(f"predictions: expected a dict or a list, found {type(predictions).__name__}")
        else:
            given = list(predictions)
            names = [os.fspath(one) if is_path(one) else f"predictions[{i}]" for i, one in enumerate(given)]
        if is_path(gold) or is_stream(gold):
            source = _gold_path(inputs, gold, known_set)
            data_set = known_set or inputs.run(lambda: str(_compiled().guess_data_set(source)))
        else:
            whole = _questions(gold, known_set)
            data_set = known_set or _guessed(inputs, whole)
            source = _whole(inputs, whole, "gold", _checked_gold(data_set), data_set)
        if data_set != "dire" and kind != "probe":
            raise ValueError(f'kind: expected dataset="dire", found {data_set}')
        said = [
            _whole(inputs, keyed_series(one, name), name, _predictions(data_set, name))
            for one, name in zip(given, names)
        ]
        alias_source = "" if aliases is None else _whole(inputs, aliases, "aliases")
        text = inputs.run(
            lambda: _compiled().compare(
                data_set, source, names, said, *named, alias_source, wanted, *numbers, threads()
            )
        )
        return Comparison(json.loads(text))


def _guessed(inputs: Inputs, gold: Any) -> str:
    """Returns the data set whose fields the first record has."""
    head = _whole(inputs, gold[:1] if isinstance(gold, list) else gold, "gold")
    return inputs.run(lambda: str(_compiled().guess_data_set(head)))


def dire(
    kind: str,
    instances: Any,
    predictions: Any,
    *,
    original_predictions: Any = None,
    joint: str = "published",
    dialect: Dialect | None = None,
    aliases: Any = None,
    rows: bool = False,
) -> Dire:
    """Evaluates a data set, its probe, its transform or the transform's probe as DiRe's program does.

    kind: original, probe, transformed, probe_of_transformed or trivial. original_predictions bound the scores of a
    derived data set by those on the original (Eq. 7); joint, "published" or "letter", says how. aliases is
    2WikiMultihopQA's alias file, for its instances only. Data are as for evaluate, in DiRe's layouts.

    Returns a Dire: fractions of 1 by block, counts, what was left out and why. Raises as evaluate does.
    """
    _checks.one_of(joint, "joint", ("published", "letter"))
    with Inputs() as inputs:
        arguments = (
            _checks.text(kind, "kind"),
            _whole(inputs, instances, "instances"),
            _whole(inputs, predictions, "predictions"),
            "" if original_predictions is None else _whole(inputs, original_predictions, "original_predictions"),
            joint,
            _checks.text_or_none(dialect, "dialect"),
            "" if aliases is None else _whole(inputs, aliases, "aliases"),
            bool(rows),
        )
        data, official, lines = inputs.run(lambda: _compiled().dire(*arguments))
        return Dire(json.loads(data), official, _rows(lines) if rows else None)


def diff(
    result: str | os.PathLike[str],
    other: str | os.PathLike[str] | None = None,
    *,
    dialects: Iterable[str] = (),
    metrics: Iterable[str] = (),
    examples: int = 3,
) -> Difference:
    """Explains why two results have different numbers: which choices of the evaluators and of the data matter, alone.

    result and other are files that evaluate(…, result=path) or `mhqa eval --result` has written. Instead of other,
    dialects scores the first result's answers by other evaluators. metrics limits the numbers: a name, or "NAME=OTHER"
    for a number of each result; otherwise EM and F1. examples is the number of ids shown for each reason.

    Returns a Difference: fractions of 1. Raises as evaluate does; ValueError unless there is one of other and dialects.
    """
    named = [_checks.text(name, f"dialects[{i}]") for i, name in enumerate(_checks.items(dialects, "dialects"))]
    if (other is None) == (not named):
        raise ValueError("diff: expected a second result or dialects")
    paths = [_checks.path(result, "result"), *([] if other is None else [_checks.path(other, "other")])]
    wanted = [_checks.text(metric, f"metrics[{i}]") for i, metric in enumerate(_checks.items(metrics, "metrics"))]
    shown = _checks.whole(examples, "examples", 0, 2**63 - 1)
    return Difference(json.loads(Inputs().run(lambda: _compiled().diff(paths, named, wanted, shown))))


def _compiled() -> Any:
    try:
        from . import _files
    except ImportError as error:
        raise ImportError(
            f"this build of mhqa cannot read files ({error}); build it with simdjson and fmt and without "
            "-C cmake.define.MHQA_PYTHON_FILES=OFF"
        ) from None
    return _files


def _rows(lines: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines.split("\n") if line]


def _predictions(dataset: str, name: str) -> Callable[[Any], Any]:
    known = predictions_of(dataset, name)
    return (lambda data: _squad_predictions(known(data), name)) if dataset == "squad" else known


def _gold(dataset: str | None) -> Callable[[Any], Any]:
    return _squad_gold if dataset == "squad" else gold_of(dataset)


def _checked_gold(dataset: str) -> Callable[[Any], Any]:
    """As _gold(), of records that are evaluated as they are."""
    return _squad_records if dataset == "squad" else lambda data: data


def _squad_predictions(data: Any, name: str) -> Any:
    """[{"id", "prediction_text"}, …], as Hugging Face's metric takes them, as {id: text}."""
    if not isinstance(data, list):
        return data
    out: dict[str, Any] = {}
    for i, one in enumerate(data):
        if not isinstance(one, Mapping) or "id" not in one or "prediction_text" not in one:
            raise ValueError(f'{name}[{i}]: expected a dict with "id" and "prediction_text"')
        if _checks.record_id(one["id"], f"{name}[{i}]") in out:
            raise ValueError(f"{name}[{i}]: the id {one['id']!r} is there twice")
        out[one["id"]] = one["prediction_text"]
    return out


def _probabilities(predictions: Any) -> dict[Any, Any] | None:
    """The probabilities in records as Hugging Face's squad_v2 takes them, by id, or None."""
    name = "no_answer_probability"
    if not isinstance(predictions, list) or not any(isinstance(one, Mapping) and name in one for one in predictions):
        return None
    for i, one in enumerate(predictions):
        if not isinstance(one, Mapping) or "id" not in one or name not in one:
            raise ValueError(f'predictions[{i}]: expected "id" and "{name}", as in other predictions')
    return {_checks.record_id(one["id"], f"predictions[{i}]"): one[name] for i, one in enumerate(predictions)}


def _squad_records(data: Any) -> Any:
    """Returns Hugging Face's records of SQuAD. Raises ValueError at the first value that is not such a record."""
    if not isinstance(data, list):
        return data
    for i, one in enumerate(data):
        answers = one.get("answers") if isinstance(one, Mapping) else None
        if not isinstance(one, Mapping) or "id" not in one or not isinstance(answers, Mapping) or "text" not in answers:
            raise ValueError(f'gold[{i}]: expected a dict with "id" and "answers", a dict with "text"')
        listed(answers["text"], f'gold[{i}]["answers"]["text"]')
    return data


def _squad_gold(data: Any) -> Any:
    """[{"id", "answers": {"text": […]}}, …], Hugging Face's records, in the official layout."""
    if not isinstance(data, list):
        return data
    paragraphs = []
    answerable = True
    for one in _squad_records(data):
        texts = listed(one["answers"]["text"], "gold")
        answerable = answerable and bool(texts)
        question = {
            "id": one["id"],
            "question": one.get("question", ""),
            "answers": [{"text": text, "answer_start": 0} for text in texts],
            "is_impossible": not texts,
        }
        paragraphs.append({"context": one.get("context", ""), "qas": [question], "title": one.get("title", "")})
    articles = [{"title": part.pop("title"), "paragraphs": [part]} for part in paragraphs]
    return {"version": "1.1" if answerable else "v2.0", "data": articles}
