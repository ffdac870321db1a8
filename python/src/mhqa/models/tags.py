# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Part-of-speech tags of questions by spaCy, for `mhqa check-questions --tags`."""

from __future__ import annotations

import argparse
import json
from typing import Any, Sequence

from ._resume import PartialFile, Progress, digest_of, read_lines
from .entities import MODEL, load

PIPES = ["parser", "ner", "lemmatizer", "senter"]


def read_questions(path: str) -> list[tuple[str, str]]:
    """Returns the pairs (qid, question) of a JSON array or of JSON Lines, in the file's order.

    Raises ValueError with file and record for a missing field or a second record of one qid.
    """
    with open(path, encoding="utf-8") as file:
        is_array = file.read(4096).lstrip().startswith("[")
    if is_array:
        with open(path, encoding="utf-8") as file:
            try:
                records = list(enumerate(json.load(file), 1))
            except ValueError as error:
                raise ValueError(f"{path}: expected JSON: {error}") from None
    else:
        records = list(read_lines(path))
    questions: dict[str, str] = {}
    for number, record in records:
        where = f"{path}: record {number}"
        if not isinstance(record, dict):
            raise ValueError(f"{where}: expected a JSON object")
        for field in ("qid", "question"):
            if not isinstance(record.get(field), str):
                raise ValueError(f'{where}: expected "{field}" as str')
        if record["qid"] in questions:
            raise ValueError(f"{where}: expected each qid once, found {record['qid']} again")
        questions[record["qid"]] = record["question"]
    if not questions:
        raise ValueError(f"{path}: expected questions, found none")
    return list(questions.items())


def tag(nlp: Any, questions: Sequence[tuple[str, str]], out: PartialFile, batch_size: int = 64) -> None:
    """Adds {"id", "tags"} to `out` for each question that it lacks; the tags are those of the Penn Treebank."""
    waiting = [(text, qid) for qid, text in questions if qid not in out.done]
    progress = Progress("tags", len(questions))
    progress.show(len(out.done))
    for number, (doc, qid) in enumerate(nlp.pipe(waiting, as_tuples=True, batch_size=batch_size), 1):
        out.add({"id": qid, "tags": [token.tag_ for token in doc]})
        if number % batch_size == 0:
            out.flush()
        progress.show(len(out.done))
    out.flush()
    progress.show(len(out.done), last=True)


def run(chosen: argparse.Namespace) -> None:
    questions = read_questions(chosen.questions)
    nlp = load(chosen.model, PIPES)
    meta = nlp.meta
    about = {"requests": digest_of(chosen.questions), "model": f"{meta['lang']}_{meta['name']} {meta['version']}"}
    out = PartialFile(chosen.out, about)
    tag(nlp, questions, out)
    out.finish({"qid": qid, "tags": out.done[qid]["tags"]} for qid, _ in questions)


def add_command(commands: Any) -> None:
    parser = commands.add_parser("tags", help="tag the words of questions for mhqa check-questions")
    parser.add_argument("questions", help="records {qid, question}: a JSON array or JSON Lines")
    parser.add_argument("--out", required=True, help="the notes {qid, tags}, for mhqa check-questions --tags")
    parser.add_argument("--model", default=MODEL, help="a spaCy pipeline (%(default)s)")
    parser.set_defaults(run=run)
