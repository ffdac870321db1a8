# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Requests to readers: requests/quality.jsonl, heads.jsonl and tails.jsonl of `mhqa compose`, with their paragraphs."""

from __future__ import annotations

import os
from typing import Any, NamedTuple, Optional

from ._resume import read_lines


class Paragraph(NamedTuple):
    title: str
    text: str


class Request(NamedTuple):
    id: str
    question: str
    paragraphs: list[Paragraph]
    fold: int
    golds: list[str]
    support: list[int]


def paragraphs_beside(requests: str) -> Optional[str]:
    """Returns the file of paragraphs of a file of requests: STEM_paragraphs.jsonl, else paragraphs.jsonl, else None."""
    folder, name = os.path.split(requests)
    stem = name[: -len(".jsonl")] if name.endswith(".jsonl") else name
    for beside in (f"{stem}_paragraphs.jsonl", "paragraphs.jsonl"):
        path = os.path.join(folder, beside)
        if os.path.isfile(path):
            return path
    return None


def _is(value: Any, kind: type) -> bool:
    return isinstance(value, kind) and not (kind is int and isinstance(value, bool))


def _field(record: dict[str, Any], name: str, kind: type, where: str) -> Any:
    if not _is(record.get(name), kind):
        raise ValueError(f'{where}: expected "{name}" as {kind.__name__}')
    return record[name]


def _list(record: dict[str, Any], name: str, kind: type, where: str) -> list[Any]:
    values = _field(record, name, list, where)
    if not all(_is(value, kind) for value in values):
        raise ValueError(f'{where}: expected "{name}" as a list of {kind.__name__}')
    return list(values)


def read_paragraphs(path: str) -> list[Paragraph]:
    """Returns the paragraphs in order.

    Raises ValueError with file and line for a missing field, or an "idx" that is not the number of its line.
    """
    out: list[Paragraph] = []
    for number, record in read_lines(path):
        where = f"{path}: line {number}"
        if _field(record, "idx", int, where) != len(out):
            raise ValueError(f'{where}: expected "idx" {len(out)}, found {record["idx"]}')
        out.append(Paragraph(_field(record, "title", str, where), _field(record, "paragraph_text", str, where)))
    return out


def read_requests(path: str, paragraphs: Optional[str] = None) -> list[Request]:
    """Returns the requests in the file's order.

    Raises ValueError with file, line and id for a missing field, a second request of one id, or a number outside of
    the paragraphs; and for a file without requests.
    """
    texts: Optional[list[Paragraph]] = None
    found = paragraphs or paragraphs_beside(path)
    out: list[Request] = []
    ids: set[str] = set()
    for number, record in read_lines(path):
        where = f"{path}: line {number}"
        name = _field(record, "id", str, where)
        where += f": id {name}"
        if name in ids:
            raise ValueError(f"{where}: expected each id once, found it again")
        ids.add(name)
        shown = _list(record, "paragraphs", int, where)
        if shown and texts is None:
            if found is None:
                raise ValueError(f"{where}: expected paragraphs.jsonl beside the requests, or --paragraphs FILE")
            texts = read_paragraphs(found)
        for at in shown:
            if not 0 <= at < len(texts or ()):
                raise ValueError(f"{where}: expected a paragraph below {len(texts or ())} ({found}), found {at}")
        support = _list(record, "support", int, where)
        for at in support:
            if not 0 <= at < len(shown):
                raise ValueError(f'{where}: expected "support" below {len(shown)}, found {at}')
        fold = _field(record, "fold", int, where)
        if fold < 0:
            raise ValueError(f'{where}: expected "fold" from 0 on, found {fold}')
        golds = [_field(record, "answer", str, where), *_list(record, "answer_aliases", str, where)]
        question = _field(record, "question", str, where)
        out.append(Request(name, question, [(texts or [])[at] for at in shown], fold, golds, support))
    if not out:
        raise ValueError(f"{path}: expected requests, found none")
    return out
