# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Tags for `mhqa check-questions`: layouts, bad records, resuming, and spaCy where it is installed."""

import json

import pytest

from mhqa.models import _resume, entities, tags
from mhqa.models.__main__ import main

ABOUT = {"requests": "x", "model": "y"}


class Token:
    def __init__(self, tag):
        self.tag_ = tag


class Tagger:
    """Tags each word by its length, and stops after some texts."""

    def __init__(self, stop_after=None):
        self.seen, self.stop_after = [], stop_after

    def pipe(self, texts, as_tuples, batch_size):
        for text, context in texts:
            if self.stop_after is not None and len(self.seen) == self.stop_after:
                raise KeyboardInterrupt
            self.seen.append(text)
            yield [Token("VB" if len(word) < 4 else "NN") for word in text.split()], context


QUESTIONS = [{"qid": "b", "question": "Is Rome old?", "answer": True}, {"qid": "a", "question": "Did it rain?"}]


def test_an_array_and_lines_have_the_same_questions(tmp_path):
    array, lines = tmp_path / "array", tmp_path / "lines"
    array.write_text("\n " + json.dumps(QUESTIONS), encoding="utf-8")
    lines.write_text("".join(json.dumps(q) + "\n" for q in QUESTIONS), encoding="utf-8")
    assert tags.read_questions(array) == [("b", "Is Rome old?"), ("a", "Did it rain?")]
    assert tags.read_questions(lines) == tags.read_questions(array)


def test_a_stopped_run_goes_on(tmp_path):
    questions = [(q["qid"], q["question"]) for q in QUESTIONS]
    with pytest.raises(KeyboardInterrupt):
        tags.tag(Tagger(stop_after=1), questions, _resume.PartialFile(tmp_path / "tags", ABOUT))
    out, tagger = _resume.PartialFile(tmp_path / "tags", ABOUT), Tagger()
    tags.tag(tagger, questions, out)
    assert tagger.seen == ["Did it rain?"]
    assert out.done["b"] == {"id": "b", "tags": ["VB", "NN", "NN"]}
    assert out.done["a"] == {"id": "a", "tags": ["VB", "VB", "NN"]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "expected questions, found none"),
        ("", "expected questions, found none"),
        ("[1]", "record 1: expected a JSON object"),
        ("[{", "expected JSON"),
        ('{"qid": "a"}', 'record 1: expected "question" as str'),
        ('{"question": "a"}', 'record 1: expected "qid" as str'),
        ('{"qid": "a", "question": "b"}\n{"qid": "a", "question": "c"}', "record 2: expected each qid once"),
    ],
)
def test_bad_questions_are_refused(tmp_path, capsys, text, message):
    path = tmp_path / "questions"
    path.write_text(text, encoding="utf-8")
    assert main(["tags", str(path), "--out", str(tmp_path / "tags")]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "tags").exists()


def test_spacy_tags_verbs(tmp_path):
    pytest.importorskip("spacy")
    pytest.importorskip(entities.MODEL)
    path = tmp_path / "questions"
    path.write_text(json.dumps(QUESTIONS), encoding="utf-8")
    assert main(["tags", str(path), "--out", str(tmp_path / "tags")]) == 0
    notes = [json.loads(line) for line in (tmp_path / "tags").read_text().splitlines()]
    assert [note["qid"] for note in notes] == ["b", "a"]
    assert notes[0]["tags"] == ["VBZ", "NNP", "JJ", "."]
    assert notes[1]["tags"] == ["VBD", "PRP", "VB", "."]
