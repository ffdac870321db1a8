# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Predictions and gold records in memory, in the forms that people hold them, as the evaluators' layouts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Callable

from . import _checks
from ._inputs import is_path, without_missing

#: What a column of ids, and one of answers, is called.
_IDS = ("id", "_id", "qid", "question_id")
_ANSWERS = ("answer", "prediction", "predicted_answer", "prediction_text", "predicted")

#: Data sets whose predictions are by task: {"answer": {id: text}, "sp": {id: facts}, …}, and their tasks.
_TASKS = {"hotpotqa": ("answer", "sp"), "2wikimultihopqa": ("answer", "sp", "evidence")}

#: A member that shows that records are in the official layout of a data set already.
_OFFICIAL = {"musique": "predicted_support_idxs", "squad": "prediction_text"}

#: Fields of gold records that no evaluation reads; the context is nearly all of a record.
UNREAD: dict[str | None, tuple[str, ...]] = {
    "hotpotqa": ("context",),
    "2wikimultihopqa": ("context", "entity_ids"),
    "hieradate": ("context",),
    "strategyqa": ("facts", "term", "description"),
    "squad": ("context", "is_impossible", "plausible_answers"),
}

#: The same, of what is within records: MuSiQue's paragraphs, SQuAD's answers.
UNREAD_WITHIN: dict[str | None, tuple[str, ...]] = {
    "musique": ("title", "paragraph_text"),
    "squad": ("answer_start",),
}

#: Fields of MuSiQue's paragraphs that an evaluation reads.
_OF_PARAGRAPHS = ("idx", "is_supporting")


def predictions_of(dataset: str, name: str) -> Callable[[Any], Any]:
    """Returns what makes the data set's own layout of predictions: of {id: answer} and of records of an id and answers.

    For an answer of another type, it raises TypeError with the id and the place in the caller's object.
    """
    if dataset in _TASKS:
        return lambda data: _by_task(data, _TASKS[dataset], name)
    if dataset in ("musique", "strategyqa"):
        return lambda data: _by_id(data, dataset, name)
    if dataset == "squad":
        return lambda data: _by_id(data, dataset, name) if _has_columns(data) else data
    return lambda data: data


def gold_of(dataset: str | None) -> Callable[[Any], Any]:
    """Returns what leaves out the texts of paragraphs, which an evaluation does not read."""
    if dataset != "musique":
        return lambda data: data
    return lambda data: [_with_short_paragraphs(one) for one in data] if isinstance(data, list) else data


def keyed_series(given: Any, name: str) -> Any:
    """Returns a pandas Series as {id: value}, by its index; other objects as they are."""
    if is_path(given) or not hasattr(given, "index") or hasattr(given, "columns") or not hasattr(given, "to_dict"):
        return given
    if not given.index.is_unique:
        twice = given.index[given.index.duplicated()][0]
        raise ValueError(f"{name}: expected each id once in the index, found {twice!r} twice")
    return without_missing(given).to_dict()


def _with_short_paragraphs(one: Any) -> Any:
    if not isinstance(one, Mapping) or "paragraphs" not in one:
        return one
    given = one["paragraphs"]
    if isinstance(given, Mapping):  # Hugging Face's columns
        return {**one, "paragraphs": {key: given[key] for key in _OF_PARAGRAPHS if key in given}}
    if isinstance(given, list) and all(isinstance(each, Mapping) for each in given):
        return {**one, "paragraphs": [{key: each[key] for key in _OF_PARAGRAPHS if key in each} for each in given]}
    return one


def _are_texts(data: Any) -> bool:
    return isinstance(data, Mapping) and set(map(type, data.values())) == {str}


def _by_task(data: Any, tasks: tuple[str, ...], name: str) -> Any:
    if _are_texts(data):
        return {"answer": data}
    if isinstance(data, list):
        key_of, answer = _columns(data, name, tasks[1:])
        out: dict[str, dict[Any, Any]] = {task: {} for task in tasks}
        for i, one in enumerate(data):
            key = _key(one, key_of, out["answer"], i, name)
            out["answer"][key] = _text(one.get(answer), f"{name}[{i}], id {key!r}")
            for task in tasks[1:]:
                if one.get(task) is not None:
                    out[task][key] = one[task]
        return {task: found for task, found in out.items() if found}
    if not isinstance(data, Mapping) or any(isinstance(value, Mapping) for value in data.values()):
        return data
    return {"answer": {key: _text(value, f"{name}[{key!r}]") for key, value in data.items()}}


def _by_id(data: Any, dataset: str, name: str) -> Any:
    if _are_texts(data):
        return data
    allowed = (bool, int, float, str) if dataset == "strategyqa" else (str,)
    if isinstance(data, list) and not (data and _has(data[0], _OFFICIAL.get(dataset, ""))):
        more = ("decomposition", "paragraphs") if dataset == "strategyqa" else ()
        key_of, answer = _columns(data, name, more)
        out: dict[Any, Any] = {}
        for i, one in enumerate(data):
            key = _key(one, key_of, out, i, name)
            found = {task: one[task] for task in more if one.get(task) is not None}
            if answer in one or not found:
                found["answer"] = _value(one.get(answer), f"{name}[{i}], id {key!r}", allowed)
            out[key] = found if more else found["answer"]
        return out
    if not isinstance(data, Mapping) or any(isinstance(value, (Mapping, list, tuple)) for value in data.values()):
        return data
    return {key: _value(value, f"{name}[{key!r}]", allowed) for key, value in data.items()}


def _has_columns(data: Any) -> bool:
    first = data[0] if isinstance(data, list) and data else None
    return isinstance(first, Mapping) and not first.keys().isdisjoint(_IDS) and not first.keys().isdisjoint(_ANSWERS)


def _has(one: Any, field: str) -> bool:
    return isinstance(one, Mapping) and field in one


def _columns(data: list[Any], name: str, others: tuple[str, ...]) -> tuple[str, str]:
    """Returns the names of the ids and of the answers in the first record."""
    first = data[0] if data else {}
    if not isinstance(first, Mapping):
        raise TypeError(f"{name}[0]: expected a dict with an id and an answer, found {type(first).__name__}")
    key = next((one for one in _IDS if one in first), None)
    answer = next((one for one in _ANSWERS if one in first), None)
    if key is None or answer is None and not any(one in first for one in others):
        raise ValueError(
            f"{name}: expected records with an id ({', '.join(_IDS)}) and an answer ({', '.join(_ANSWERS)}), found "
            f"{', '.join(map(str, first)) or 'none'}"
        )
    return key, answer or "answer"


def _key(one: Any, key: str, known: Mapping[Any, Any], i: int, name: str) -> Any:
    if not isinstance(one, Mapping) or key not in one:
        raise ValueError(f"{name}[{i}]: expected a dict with {key!r}, as the first")
    found = _checks.record_id(_plain(one[key]), f"{name}[{i}][{key!r}]")
    if found in known:
        raise ValueError(f"{name}[{i}]: the id {found!r} is there twice")
    return found


def _plain(value: Any) -> Any:
    return value.item() if hasattr(value, "item") and not isinstance(value, str) else value


def _text(value: Any, where: str) -> Any:
    return _value(value, where, (str,))


def _value(value: Any, where: str, allowed: tuple[type, ...]) -> Any:
    """Returns an answer; refuses None and NaN, with which tables mark one that is missing."""
    if type(value) is str:
        return value
    value = _plain(value)
    if not isinstance(value, allowed) or value != value:
        wanted = "a string" if allowed == (str,) else "True, False or another answer"
        found = "None" if value is None else str(value) if value != value else type(value).__name__
        raise TypeError(f"{where}: expected an answer that is {wanted}, found {found}")
    return value
