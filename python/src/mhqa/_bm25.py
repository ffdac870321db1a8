# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""BM25 over texts in memory."""

from __future__ import annotations

from typing import Any, Iterable, Mapping, NamedTuple

import numpy
import numpy.typing

from . import _checks, _core
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

    def __init__(self, documents: Any, titles: Any, model: str, stop_words: bool) -> None:
        self._index = _core.bm25(documents, titles, model, stop_words)
        self.model = model

    def search(self, queries: str | Iterable[str], k: int = 10) -> Hits:
        """Finds the k best documents of each query, on all threads; of one row if queries is a single string.

        Ties are in the documents' order. Words that no document has are ignored.
        """
        k = _checks.whole(k, "k", 1)
        return Hits(*self._index.search([queries] if isinstance(queries, str) else queries, k))

    def __len__(self) -> int:
        return self._index.documents

    def __repr__(self) -> str:
        return f"<mhqa.Bm25 {self.model}: {len(self)} documents, {self._index.terms} terms>"


def bm25(documents: Any, *, titles: Any = None, model: Bm25Model = "lucene", stop_words: bool = False) -> Bm25:
    """Indexes documents: strings, dicts or a table with "text" and perhaps "title", or an Arrow column of strings.

    Title and text are one document, as for `mhqa index`: lower case, without punctuation, articles and, unless
    stop_words, 33 English stop words. model is lucene, pyserini, pisa, bm25s, robertson, atire, bm25l or bm25+.

    Raises ValueError for no document, unknown names and other numbers of titles; TypeError for other types.

    >>> index = bm25(["A red fox.", "A red hen and a fox.", "Rain."])
    >>> index.search("the red hen", k=2).documents.tolist()
    [[1, 0]]
    """
    _checks.text(model, "model")
    if is_arrow(documents) and not hasattr(documents, "columns"):
        return Bm25(documents, titles, model, bool(stop_words))
    documents = listed(documents, "documents")
    if titles is not None or not documents or not isinstance(documents[0], Mapping):
        return Bm25(documents, titles, model, bool(stop_words))
    heads = [_field(one, "title", i, "") for i, one in enumerate(documents)]
    bodies = [_field(one, "text", i) for i, one in enumerate(documents)]
    return _checks.with_places(
        lambda: Bm25(bodies, heads, model, bool(stop_words)),
        {"titles": 'documents[{}]["title"]'.format, "documents": 'documents[{}]["text"]'.format},
    )


def _field(document: Any, name: str, i: int, default: str | None = None) -> Any:
    if not isinstance(document, Mapping):
        raise TypeError(f"documents[{i}]: expected a dict, as the first, found {type(document).__name__}")
    if name not in document and default is None:
        raise ValueError(f'documents[{i}]: expected a dict with "{name}"')
    return document.get(name, default)
