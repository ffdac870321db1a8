# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""BM25 over texts in memory."""

from __future__ import annotations

import json
import os
import zlib
from typing import Any, Callable, Iterable, Mapping, NamedTuple

import numpy
import numpy.typing

from . import _checks, _core
from ._evaluate import _compiled
from ._golds import is_arrow, listed
from ._names import Bm25Model


class Hits(NamedTuple):
    """The best documents of each query, best first.

    Shape: both are arrays [queries, min(k, documents)]; where fewer documents match, documents is -1 and scores is 0.
    """

    documents: numpy.typing.NDArray[numpy.int64]  #: positions in the indexed list
    scores: numpy.typing.NDArray[numpy.float64]  #: the model's score


class Bm25:
    """A BM25 index. It holds no texts; searches from several threads are safe."""

    def __init__(self, index: Any, model: str, stop_words: bool, ids: list[str] | None) -> None:
        self._index = index
        self._stop_words = stop_words
        self.model = model
        #: The documents' ids in the indexed order, or None.
        self.ids = ids

    @property
    def k1(self) -> float:
        return float(self._index.k1)

    @property
    def b(self) -> float:
        return float(self._index.b)

    def search(self, queries: str | Iterable[str], k: int = 10) -> Hits:
        """Finds the k best documents of each query, on all threads; of one row if queries is a single string.

        Ties are in the documents' order. Words that no document has are ignored.
        """
        k = _checks.whole(k, "k", 1)
        return Hits(*self._index.search([queries] if isinstance(queries, str) else queries, k))

    def run(self, queries: Mapping[str, str], k: int = 10) -> dict[str, dict[str, float]]:
        """Returns {query: {document: score}} of {query: text}, as mhqa.retrieval takes it.

        Documents have their ids, or their positions as texts.
        """
        if not isinstance(queries, Mapping):
            raise TypeError(f"queries: expected a dict {{query: text}}, found {type(queries).__name__}")
        found = self.search(list(queries.values()), k)
        out: dict[str, dict[str, float]] = {}
        for query, documents, scores in zip(queries, found.documents.tolist(), found.scores.tolist()):
            out[query] = {
                str(document) if self.ids is None else self.ids[document]: score
                for document, score in zip(documents, scores)
                if document >= 0
            }
        return out

    def add(self, documents: Any, *, titles: Any = None, ids: Iterable[str | int] | None = None) -> None:
        """Adds documents, as mhqa.bm25 takes them, behind those of the index.

        What follows is that of one index over all documents, to the bit. ids has one for each of them if the index has
        ids. A search that runs meanwhile finds the old documents.

        Cost: that of indexing the new documents, and of copying the index: add many at once

        Raises as mhqa.bm25; ValueError for ids of an index without ids, for none of one with ids, and for one that it
        has. The index is as before then.
        """
        if (ids is None) != (self.ids is None):
            had = "without ids" if self.ids is None else "with ids"
            raise ValueError(f"ids: expected them for an index with ids only, and always; this one is {had}")
        made = _indexed(documents, titles, lambda texts, heads: _core.bm25(self._index, texts, heads))
        if ids is not None and self.ids is not None:
            self.ids = _ids(ids, made.documents - len(self), self.ids)
        self._index = made

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the index to a file, which Bm25.load reads, as the command writes its files: whole or not at all, with
        the permissions of the file that it replaces, and through a link."""
        target = _checks.path(path, "path")
        known = {"model": self.model, "stop_words": self._stop_words, "ids": self.ids}
        head, index = json.dumps(known).encode() + b"\n", self._index.bytes()
        _compiled().write_file(target, [_HEAD, _checksum(head, index), head, index], [])

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Bm25:
        """Reads the file of an index. Raises ValueError, with the path, for another or a damaged file."""
        source = _checks.path(path, "path")
        with open(source, "rb") as file:
            begin, checksum, head, index = file.read(len(_HEAD)), file.read(9), file.readline(), file.read()
        try:
            if begin != _HEAD:
                raise ValueError("expected an index that Bm25.save of this version has written")
            if checksum != _checksum(head, index):
                raise ValueError("the file is damaged")
            known = json.loads(head)
            made = cls(_core.bm25(index, known["stop_words"]), known["model"], known["stop_words"], known["ids"])
            if made.ids is not None and len(made.ids) != len(made):
                raise ValueError(f"expected an id for each of {len(made)} documents, found {len(made.ids)}")
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{source}: {error}") from None
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._index.bytes(), self.model, self._stop_words, self.ids)

    def __len__(self) -> int:
        return int(self._index.documents)

    def __repr__(self) -> str:
        return f"<mhqa.Bm25 {self.model}: {len(self)} documents, {self._index.terms} terms>"


#: How the file of an index begins. The checksum of what follows it is next.
_HEAD = b"mhqa BM25 index of Python, version 2\n"


def _checksum(head: bytes, index: bytes) -> bytes:
    return b"%08x\n" % zlib.crc32(index, zlib.crc32(head))


def _restored(index: bytes, model: str, stop_words: bool, ids: list[str] | None) -> Bm25:
    return Bm25(_core.bm25(index, stop_words), model, stop_words, ids)


def bm25(
    documents: Any,
    *,
    titles: Any = None,
    model: Bm25Model = "lucene",
    stop_words: bool = False,
    k1: float | None = None,
    b: float | None = None,
    ids: Iterable[str | int] | None = None,
) -> Bm25:
    """Indexes documents: strings, dicts or a table with "text" and perhaps "title", or an Arrow column of strings.

    Title and text are one document, as for `mhqa index`: lower case, without punctuation, articles and, unless
    stop_words, 33 English stop words. model is lucene, pyserini, pisa, bm25s, robertson, atire, bm25l or bm25+;
    k1 (at least 0) and b (from 0 to 1) replace those of the model. ids has one id for each document, which run returns.

    Raises ValueError for no document, unknown names and other numbers of titles; TypeError for other types.

    >>> index = bm25(["A red fox.", "A red hen and a fox.", "Rain."])
    >>> index.search("the red hen", k=2).documents.tolist()
    [[1, 0]]
    """
    _checks.text(model, "model")
    weights = (
        None if k1 is None else _checks.number(k1, "k1", 0, 1e6),
        None if b is None else _checks.number(b, "b", 0, 1),
    )

    index = _indexed(
        documents, titles, lambda texts, heads: _core.bm25(texts, heads, model, bool(stop_words), *weights)
    )
    return Bm25(index, model, bool(stop_words), None if ids is None else _ids(ids, index.documents))


def _indexed(documents: Any, titles: Any, made: Callable[[Any, Any], _core.bm25]) -> _core.bm25:
    """Returns made(texts, titles) of documents as mhqa.bm25 takes them."""
    if is_arrow(documents) and not hasattr(documents, "columns"):
        return made(documents, titles)
    documents = listed(documents, "documents")
    if titles is not None or not documents or not isinstance(documents[0], Mapping):
        return made(documents, titles)
    heads = [_field(one, "title", i, "") for i, one in enumerate(documents)]
    bodies = [_field(one, "text", i) for i, one in enumerate(documents)]
    return _checks.with_places(
        lambda: made(bodies, heads),
        {"titles": 'documents[{}]["title"]'.format, "documents": 'documents[{}]["text"]'.format},
    )


def _ids(given: Iterable[Any], count: int, before: Iterable[str] = ()) -> list[str]:
    """Returns the ids before these and these, as texts."""
    out = [str(_checks.record_id(one, f"ids[{i}]")) for i, one in enumerate(listed(given, "ids"))]
    if len(out) != count:
        raise ValueError(f"ids: expected one for each of {count} documents, found {len(out)}")
    old = list(before)
    known = set(old)
    for i, one in enumerate(out):
        if one in known:
            raise ValueError(f"ids[{i}]: the id {one!r} is there twice")
        known.add(one)
    return old + out


def _field(document: Any, name: str, i: int, default: str | None = None) -> Any:
    if not isinstance(document, Mapping):
        raise TypeError(f"documents[{i}]: expected a dict, as the first, found {type(document).__name__}")
    if name not in document and default is None:
        raise ValueError(f'documents[{i}]: expected a dict with "{name}"')
    return document.get(name, default)
