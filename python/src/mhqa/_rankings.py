# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Runs and judgements as other packages hold them: dicts, ranx's objects, ir_measures' tuples, tables."""

from __future__ import annotations

import math
import numbers
import operator
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Callable

from ._inputs import is_path, records

#: What the columns of a table of documents are called.
_QUERIES = ("query_id", "qid", "q_id", "query-id", "query")
_DOCUMENTS = ("doc_id", "docid", "docno", "document_id", "corpus-id", "doc")
_LEVELS = ("relevance", "rel", "level", "label", "judgment", "score")
_SCORES = ("score", "similarity", "relevance")


def run_of(given: Any) -> Any:
    """Returns a run as {query: {document: score}}; paths, lists of documents and records of a data set as they are."""
    given = _keyed(given, _SCORES, "run")
    if not isinstance(given, Mapping) or not all(isinstance(value, Mapping) for value in given.values()):
        return given if not isinstance(given, Mapping) else _with_text_keys(given, "run")
    if given.keys() & {"answer", "sp"} and not all(map(_holds_numbers, given.values())):
        return given  # HotpotQA's predictions
    if all(map(_is_plain, given.values())) and set(map(type, given)) <= {str}:
        return given
    return {
        query: {doc: _score(score, f"run[{query!r}][{doc!r}]") for doc, score in _text_items(scores, f"run[{query!r}]")}
        for query, scores in _text_items(given, "run")
    }


def judgements_of(given: Any) -> Any:
    """Returns judgements as the lines of BEIR's qrels; paths and records of a data set as they are."""
    given = _keyed(given, _LEVELS, "judgements")
    if not isinstance(given, Mapping):
        return given
    lines = ["query-id\tcorpus-id\tscore\n"]
    for query, levels in _text_items(given, "judgements"):
        where = f"judgements[{query!r}]"
        if isinstance(levels, (list, tuple)):
            levels = _listed(levels, where)
        if not isinstance(levels, Mapping):
            raise TypeError(f"{where}: expected a dict {{document: level}}, found {type(levels).__name__}")
        for document, level in _text_items(levels, where):
            for one in (query, document):
                if not one or any(c in one for c in "\t\r\n"):
                    raise ValueError(f"judgements: expected ids without tabs and line breaks, found {one!r}")
            lines.append(f"{query}\t{document}\t{_level(level, f'{where}[{document!r}]')}\n")
    return "".join(lines)


def _keyed(given: Any, values: tuple[str, ...], name: str) -> Any:
    """Returns {query: {document: value}} of ranx's objects, of tuples with names, and of tables of documents."""
    if is_path(given):
        return given
    if hasattr(given, "to_dict") and hasattr(given, "size") and (hasattr(given, "run") or hasattr(given, "qrels")):
        return given.to_dict()  # ranx
    if isinstance(given, Iterator) and not hasattr(given, "read"):
        given = list(given)
    if hasattr(given, "columns") or hasattr(given, "column_names"):
        columns = given.column_names if hasattr(given, "column_names") else given.columns
        found = [_first(columns, one) for one in (_QUERIES, _DOCUMENTS, values)]
        if None in found:
            return given
        query, document, value = map(operator.itemgetter, found)
        return _grouped(records(given, name), query, document, value, name)
    if isinstance(given, (list, tuple)) and given and hasattr(given[0], "_fields"):
        found = [_first(given[0]._fields, one) for one in (_QUERIES, _DOCUMENTS, values)]
        if None not in found:
            parts = [operator.attrgetter(str(one)) for one in found]
            return _grouped(given, parts[0], parts[1], parts[2], name)
    return given


def _listed(documents: Iterable[Any], where: str) -> dict[Any, int]:
    """{document: 1} of a list of relevant documents."""
    out: dict[Any, int] = {}
    for i, document in enumerate(documents):
        if not isinstance(document, (str, numbers.Integral)):
            raise TypeError(f"{where}[{i}]: expected a document's id, found {type(document).__name__}")
        if document in out:
            raise ValueError(f"{where}[{i}]: the document {document!r} is there twice")
        out[document] = 1
    return out


def _first(columns: Iterable[Any], names: tuple[str, ...]) -> Any:
    known = list(columns)
    return next((one for one in names if one in known), None)


def _grouped(
    rows: Iterable[Any],
    query: Callable[[Any], Any],
    document: Callable[[Any], Any],
    value: Callable[[Any], Any],
    name: str,
) -> dict[Any, dict[Any, Any]]:
    out: dict[Any, dict[Any, Any]] = {}
    for i, row in enumerate(rows):
        documents = out.setdefault(query(row), {})
        if document(row) in documents:
            raise ValueError(f"{name}[{i}]: the query {query(row)!r} has the document {document(row)!r} twice")
        documents[document(row)] = value(row)
    return out


def _text_items(given: Mapping[Any, Any], where: str) -> Iterable[tuple[str, Any]]:
    """Returns the items with their keys as texts: numbers are ids, too."""
    if set(map(type, given)) <= {str}:
        return given.items()
    return _with_text_keys(given, where).items()


def _with_text_keys(given: Mapping[Any, Any], where: str) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for key, value in given.items():
        if isinstance(key, bool) or not isinstance(key, (str, numbers.Integral)):
            raise TypeError(f"{where}: expected ids that are strings or whole numbers, found {key!r}")
        text = str(key)
        if text in out:
            raise ValueError(f"{where}: the id {text!r} is there twice, as a string and as a number")
        out[text] = value
    return out


def _holds_numbers(given: Mapping[Any, Any]) -> bool:
    return all(isinstance(value, numbers.Real) for value in given.values())


def _is_plain(scores: Mapping[Any, Any]) -> bool:
    return (
        set(map(type, scores)) <= {str}
        and set(map(type, scores.values())) <= {float, int}
        and all(map(math.isfinite, scores.values()))
    )


def _score(value: Any, where: str) -> float:
    if type(value) is float and math.isfinite(value):
        return value
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        if hasattr(value, "item"):
            return _score(value.item(), where)
        raise TypeError(f"{where}: expected a score, found {type(value).__name__}")
    if not math.isfinite(value):
        raise ValueError(f"{where}: expected a finite score, found {value}")
    return float(value)


def _level(value: Any, where: str) -> int:
    """Returns a level; floats that are whole numbers are levels, as packages that read tables make them."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        if hasattr(value, "item"):
            return _level(value.item(), where)
        raise TypeError(f"{where}: expected a whole number, found {type(value).__name__}")
    level = float(value)
    if not level.is_integer():  # nor inf and nan
        raise ValueError(f"{where}: expected a level that is a whole number, found {value}")
    return int(level)
