# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Tagging for `mhqa compose`: bad requests, resuming, and spaCy where it is installed."""

import json

import pytest

from mhqa.models import _resume, entities
from mhqa.models.__main__ import main


class Span:
    def __init__(self, begin, end, label):
        self.start_char, self.end_char, self.label_ = begin, end, label


class Doc:
    def __init__(self, ents):
        self.ents = ents


class Tagger:
    """Tags each capitalised word, and stops after some texts."""

    def __init__(self, stop_after=None):
        self.seen, self.stop_after = [], stop_after

    def pipe(self, texts, as_tuples, batch_size):
        for text, context in texts:
            if self.stop_after is not None and len(self.seen) == self.stop_after:
                raise KeyboardInterrupt
            self.seen.append(text)
            ents, at = [], 0
            for word in text.split(" "):
                if word[:1].isupper():
                    ents.append(Span(at, at + len(word), "NAME"))
                at += len(word) + 1
            yield Doc(ents), context


def request(number, text, begin, end):
    return {"id": f"q{number}@{begin}-{end}", "text": text, "begin": begin, "end": end}


REQUESTS = [request(1, "was Emma Ann here", 4, 8), request(2, "who is it", 0, 3), request(3, "was Emma Ann here", 9, 12)]
ABOUT = {"requests": "x", "model": "y"}


def write(path, records):
    path.write_text("".join(json.dumps(r) + "\n" for r in records), encoding="utf-8")
    return path


def test_each_text_is_tagged_once_and_each_occurrence_noted(tmp_path):
    out, tagger = _resume.PartialFile(tmp_path / "notes", ABOUT), Tagger()
    entities.tag(tagger, REQUESTS, out)
    assert tagger.seen == ["was Emma Ann here", "who is it"]
    assert out.done["q1@4-8"] == {"id": "q1@4-8", "begin": 4, "end": 8, "type": "NAME"}
    assert out.done["q3@9-12"]["begin"] == 9
    assert out.done["q2@0-3"] == {"id": "q2@0-3"}


def test_a_stopped_run_goes_on_and_a_cut_line_is_dropped(tmp_path):
    path = tmp_path / "notes"
    with pytest.raises(KeyboardInterrupt):
        entities.tag(Tagger(stop_after=1), REQUESTS, _resume.PartialFile(path, ABOUT))
    part = tmp_path / "notes.part"
    part.write_text(part.read_text() + '{"id": "q2', encoding="utf-8")
    out, tagger = _resume.PartialFile(path, ABOUT), Tagger()
    assert set(out.done) == {"q1@4-8", "q3@9-12"}
    entities.tag(tagger, REQUESTS, out)
    assert tagger.seen == ["who is it"]
    out.finish(out.done[r["id"]] for r in REQUESTS if "type" in out.done[r["id"]])
    assert [json.loads(line)["id"] for line in path.read_text().splitlines()] == ["q1@4-8", "q3@9-12"]
    assert not part.exists()


def test_a_part_file_of_other_requests_is_refused(tmp_path):
    _resume.PartialFile(tmp_path / "notes", {"requests": "z"}).close()
    out = _resume.PartialFile(tmp_path / "notes", ABOUT)  # the other one has no results yet
    out.add({"id": "q1@4-8"})
    out.flush()
    with pytest.raises(ValueError, match="expected one run at a time"):
        _resume.PartialFile(tmp_path / "notes", ABOUT)
    out.close()
    with pytest.raises(ValueError, match="same requests and model"):
        _resume.PartialFile(tmp_path / "notes", {"requests": "z"})


@pytest.mark.parametrize(
    ("records", "message"),
    [
        ([{"id": "a"}], 'line 1: expected "text" as str'),
        ([request(1, "abc", 0, 4)], "line 1: expected a span inside"),
        ([request(1, "abc", 2, 2)], "line 1: expected a span inside"),
        ([request(1, "abc", 0, 1)] * 2, "line 2: expected each id once"),
        ([[1]], "line 1: expected a JSON object"),
    ],
)
def test_bad_requests_are_refused(tmp_path, capsys, records, message):
    path = write(tmp_path / "requests", records)
    assert main(["entities", str(path), "--out", str(tmp_path / "notes")]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "notes").exists()


def test_the_entity_that_covers_most_counts():
    spans = [(0, 5, "GPE"), (4, 9, "PERSON")]
    assert entities.best_entity(spans, 0, 5) == (0, 5, "GPE")
    assert entities.best_entity(spans, 3, 9) == (4, 9, "PERSON")
    assert entities.best_entity(spans, 9, 12) is None


def test_spacy_tags_by_context(tmp_path):
    pytest.importorskip("spacy")
    pytest.importorskip(entities.MODEL)
    text = "Barack Obama was born in Hawaii."
    path = write(tmp_path / "requests", [request(1, text, 0, 12), request(2, text, 25, 31), request(3, text, 13, 16)])
    assert main(["entities", str(path), "--out", str(tmp_path / "notes")]) == 0
    notes = [json.loads(line) for line in (tmp_path / "notes").read_text().splitlines()]
    assert [(n["begin"], n["end"], n["type"]) for n in notes] == [(0, 12, "PERSON"), (25, 31, "GPE")]
