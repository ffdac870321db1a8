# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Arguments of wrong types and values: each raises one ValueError or TypeError that begins with the place."""

import io
import os
import re
import types

import numpy
import pytest

import mhqa

GOLD = [{"_id": str(i), "question": "Who?", "answer": answer, "type": "bridge", "level": "easy",
         "supporting_facts": [["t", 0]], "context": [["t", ["x."]]]} for i, answer in enumerate(["Emma", "the fox"])]
SAID = {"0": "emma", "1": "fox"}
SQUAD = [{"id": "a", "answers": {"text": ["the cat"]}}]
SQUAD_SAID = [{"id": "a", "prediction_text": "cat"}]
POOL = {"version": "1.1", "data": [{"title": "Emma", "paragraphs": [{"context": "Austen wrote Emma.", "qas": [
    {"id": "1", "question": "Who wrote Emma?", "answers": [{"text": "Austen", "answer_start": 0}]}]}]}]}
IDS = [numpy.array(values, dtype="int32") for values in ([5, 7, 9], [0, 2, 3], [7, 9], [0, 1, 2])]


class BadPath:
    def __fspath__(self):
        return 3


def evaluate(*given, **options):
    return mhqa.evaluate("hotpotqa", *(given or (SAID, GOLD)), **options)


def squad(**options):
    return mhqa.evaluate("squad", SQUAD_SAID, SQUAD, dialect="squad-2.0", **options)


def compare(**options):
    return mhqa.compare(GOLD, {"a": SAID, "b": SAID}, **{"dataset": "hotpotqa", "samples": 9, **options})


def compose(pools=POOL, **options):
    return mhqa.compose(pools, min_context_words=1, until="pairs", **options)


def token_f1(**options):
    return mhqa.token_f1(tuple(IDS[:2]), tuple(IDS[2:]), **options)


def one(function, *names, **options):
    return function(["<answer>cat</answer>"], ["cat"], *names, **options)


CALLS = [
    # Names.
    (lambda: mhqa.evaluate(["hotpotqa"], SAID, GOLD), "dataset: expected a string, found list"),
    (lambda: mhqa.evaluate(None, SAID, GOLD), "dataset: expected a string, found NoneType"),
    (lambda: mhqa.evaluate("\ud800", SAID, GOLD), "dataset: expected a string of valid characters"),
    (lambda: evaluate(by=""), "by: expected a string that is not empty, or None"),
    (lambda: evaluate(by="\ud800"), "by: expected a string of valid characters"),
    (lambda: mhqa.evaluate("squad", SQUAD_SAID, SQUAD, dialect=""), "dialect: expected a string that is not empty"),
    (lambda: compare(kind=3), "kind: expected a string, found int"),
    (lambda: compare(dataset=["x"]), "dataset: expected a string, found list"),
    (lambda: mhqa.compare(GOLD, {None: SAID, "b": SAID}), "predictions: expected a string, found NoneType"),
    (lambda: one(mhqa.score_batch, 3), "dialect: expected a string, found int"),
    (lambda: one(mhqa.score_batch, None), "dialect: expected a string, found NoneType"),
    (lambda: one(mhqa.score_batch, "\ud800"), "dialect: expected a string of valid characters"),
    (lambda: one(mhqa.score_batch, dtype="foo"), "dtype: expected 'float32' or 'float64', found 'foo'"),
    (lambda: mhqa.compute(predictions=["a"], references=["b"], dialect=3), "dialect: expected a string, found int"),
    (lambda: token_f1(dialect=3), "dialect: expected a string, found int"),
    (lambda: one(mhqa.rewards, 3), "extraction: expected a string, found int"),
    (lambda: one(mhqa.rewards, dialect=None), "dialect: expected a string, found NoneType"),
    (lambda: one(mhqa.rewards, rule=["f1"]), "rule: expected a string, found list"),
    (lambda: one(mhqa.rewards, rule="deepresearcher", eos_token=3), "eos_token: expected a string, found int"),
    (lambda: one(mhqa.rewards, pad_token=None), "pad_token: expected a string, found NoneType"),
    (lambda: mhqa.trl_reward(rule=3), "rule: expected a string, found int"),
    (lambda: one(mhqa.score, 3), "dialect: expected a string, found int"),
    (lambda: one(mhqa.score, "flashrag", extraction=3), "extraction: expected a string, found int"),
    (lambda: one(mhqa.score, "flashrag", answer_type=3), "answer_type: expected a string, found int"),
    (lambda: one(mhqa.verdicts, None), "rule: expected a string, found NoneType"),
    (lambda: one(mhqa.verdicts, "deepresearcher", eos_token=3), "eos_token: expected a string, found int"),
    (lambda: mhqa.bm25(["a"], model=3), "model: expected a string, found int"),
    (lambda: mhqa.dates.difference("1986", "1987", rule=3), "rule: expected a string, found int"),
    (lambda: mhqa.convert(GOLD, None, "verl"), "source: expected a string, found NoneType"),
    (lambda: mhqa.convert(GOLD, "hotpotqa", "xml"), "target: expected one of the layouts"),
    # Numbers.
    (lambda: squad(na_prob_threshold=None), "na_prob_threshold: expected a number, found NoneType"),
    (lambda: squad(na_prob_threshold="1"), "na_prob_threshold: expected a number, found str"),
    (lambda: squad(na_prob_threshold=True), "na_prob_threshold: expected a number, found bool"),
    (lambda: squad(na_prob_threshold=float("nan")), "na_prob_threshold: expected a number, found nan"),
    (lambda: squad(na_prob_threshold=10**400), "na_prob_threshold: expected a number that a float can hold"),
    (lambda: evaluate(retrieval_limit=2.7), "retrieval_limit: expected a whole number, found float"),
    (lambda: evaluate(retrieval_limit="3"), "retrieval_limit: expected a whole number, found str"),
    (lambda: evaluate(retrieval_limit=-1), "retrieval_limit: expected a number from 0"),
    (lambda: compare(samples=1.5), "samples: expected a whole number, found float"),
    (lambda: compare(samples=0), "samples: expected a number from 1"),
    (lambda: compare(seed=None), "seed: expected a whole number, found NoneType"),
    (lambda: compare(seed=2**64), "seed: expected a number from 0"),
    (lambda: mhqa.diff("a", "b", examples=1.5), "examples: expected a whole number, found float"),
    (lambda: mhqa.diff("a", "b", examples=-1), "examples: expected a number from 0"),
    (lambda: mhqa.probe("hotpotqa", GOLD, sample=None), "sample: expected a number, found NoneType"),
    (lambda: mhqa.probe("hotpotqa", GOLD, sample=True), "sample: expected a number, found bool"),
    (lambda: compose(seed=True), "seed: expected a whole number from 0, found True"),
    (lambda: compose(head_f1=True), "head_f1: expected a number from 0 to 1, found True"),
    (lambda: compose(resume="no"), "resume: expected True or False, found 'no'"),
    (lambda: token_f1(per_question=0), "per_question: expected a number from 1"),
    (lambda: token_f1(per_question=True), "per_question: expected a whole number, found bool"),
    (lambda: token_f1(per_question="2"), "per_question: expected a whole number, found str"),
    (lambda: one(mhqa.verdicts, "deepresearcher", retrieval_score=""), "retrieval_score: expected a number, found str"),
    (lambda: mhqa.bm25(["a"]).search("a", k=1.5), "k: expected a whole number, found float"),
    (lambda: mhqa.set_threads(True), "count: expected a whole number, found bool"),
    # Lists.
    (lambda: compare(metrics=None), "metrics: expected a list, found NoneType"),
    (lambda: compare(metrics=["zz"]), "metrics: expected one of: "),
    (lambda: compare(kind="probe", aliases=[]), "aliases: expected the data set 2wikimultihopqa"),
    (lambda: mhqa.rewards(["x"], ["x"], rule="zz"), "rule: expected one of f1, "),
    (lambda: mhqa.rewards(["x"], [types.MappingProxyType({"target": ["x"]})]), r"golds\[0\]: expected a list, found mappingproxy"),
    (lambda: mhqa.rewards(["x"], ['{"target": ["x"]}']), r"golds\[0\]: expected golds, found a string that holds a list or an object"),
    (lambda: mhqa.verdicts(["x"], ["['x', 'y']"], "deepresearcher"), r"golds\[0\]: expected golds, found a string that holds"),
    (lambda: mhqa.diff("a", dialects=None), "dialects: expected a list, found NoneType"),
    (lambda: mhqa.retrieval({"q": ["a"]}, {"q": {"a": 1}}, at=5), "at: expected a list, found int"),
    (lambda: compose(total_words=5), "total_words: expected a list, found int"),
    (lambda: compose(shares=5), "shares: expected a list, found int"),
    (lambda: compose(shares=[1, True, 1, 1, 1, 1]), r"shares\[1\]: expected a number, found bool"),
    (lambda: compose(total_words=[1, 2.5, 3]), r"total_words\[1\]: expected a whole number, found float"),
    (lambda: compose(merge=None), "merge: expected a list, found NoneType"),
    (lambda: mhqa.merge(None), "parts: expected a list, found NoneType"),
    (lambda: mhqa.merge("part"), "parts: expected a list, found str"),
    (lambda: mhqa.merge(b"part"), "parts: expected a list, found bytes"),
    (lambda: mhqa.merge(mhqa.evaluate_part("hotpotqa", SAID, GOLD, (0, 1))), "parts: expected a list, found Eval"),
    (lambda: mhqa.merge([]), "parts: expected at least one, found none"),
    # Parts.
    *[(lambda part=part: mhqa.evaluate_part("hotpotqa", SAID, GOLD, part), r"part: expected \(index, count\)")
      for part in (5, None, (0, 1, 2), ("0", "2"), (0.5, 2), (-1, 2), (2, 2), (False, True), (0, 2**40), "1", "a/b")],
    # Paths.
    (lambda: evaluate(SAID, BadPath()), "gold: expected a path that is a string, found BadPath"),
    (lambda: evaluate(SAID, __file__ + "\0x"), "gold: expected a path in UTF-8, without NUL"),
    (lambda: evaluate(SAID, os.fsdecode(b"\xff.json")), "gold: expected a path in UTF-8, without NUL"),
    (lambda: evaluate(result=3), "result: expected a path that is a string, found int"),
    (lambda: evaluate(result=b"x"), "result: expected a path that is a string, found bytes"),
    (lambda: evaluate(result=""), "result: expected a path in UTF-8, without NUL, found ''"),
    (lambda: evaluate(result="x\0y"), "result: expected a path in UTF-8, without NUL"),
    (lambda: evaluate(result="-"), "result: expected a path in UTF-8, without NUL, found '-'"),
    (lambda: mhqa.convert(GOLD, "hotpotqa", "flashrag", "-"), "out: expected a path in UTF-8, without NUL, found '-'"),
    (lambda: mhqa.diff(None, "b"), "result: expected a path that is a string, found NoneType"),
    (lambda: mhqa.diff("", "b"), "result: expected a path in UTF-8, without NUL, found ''"),
    (lambda: mhqa.diff("a", 3), "other: expected a path that is a string, found int"),
    (lambda: mhqa.probe("hotpotqa", GOLD, "x\0y"), "folder: expected a path in UTF-8, without NUL"),
    (lambda: mhqa.probe("hotpotqa", GOLD, "x\udcff"), "folder: expected a path in UTF-8, without NUL"),
    (lambda: mhqa.convert(GOLD, "hotpotqa", "flashrag", "x\0y"), "out: expected a path in UTF-8, without NUL"),
    (lambda: compose("x\0y"), "pools: expected a path in UTF-8, without NUL"),
    (lambda: mhqa.merge(["x\0y"]), r"parts\[0\]: expected a path in UTF-8, without NUL"),
    (lambda: mhqa.merge(["absent"]), "absent: cannot read: No such file"),
    (lambda: evaluate(SAID, io.StringIO("[]")), "gold: expected a path, records or a table, found StringIO"),
    # Names of arguments.
    (lambda: mhqa.statistics(None), "files: expected a path, records or a table"),
    (lambda: mhqa.statistics([]), "files: expected"),
    (lambda: mhqa.find_evidence([{"qid": "1", "question": "x"}], None), "corpus: expected a path, records or a table"),
    (lambda: mhqa.find_evidence([{"qid": "1", "question": "x"}], [{"x": 1}]), "corpus: record 1: expected the field"),
    (lambda: mhqa.compute_score("", None, "a"), "solution_str: expected a string, or a list of them, found NoneType"),
    (lambda: one(mhqa.rewards, rule="deepresearcher") and mhqa.rewards([], [], rule="deepresearcher"),
     "texts: expected at least one"),
    (lambda: mhqa.rewards((b"abc", numpy.array([0, 5])), ["a"]), r"texts.offsets\[1\]: expected an offset"),
    (lambda: mhqa.compute_score("", "a", "[" * 100_000 + "]" * 100_000), "ground_truth: expected golds"),
]


@pytest.mark.parametrize("call, message", CALLS, ids=[re.sub(r"\W+", " ", message) for _, message in CALLS])
def test_the_error_begins_with_the_argument(call, message):
    with pytest.raises((TypeError, ValueError), match=f"^{message}"):
        call()


def test_nothing_is_written_for_a_bad_path(tmp_path):
    for call in (lambda path: evaluate(result=path), lambda path: mhqa.probe("hotpotqa", GOLD, path),
                 lambda path: mhqa.convert(GOLD, "hotpotqa", "flashrag", path)):
        with pytest.raises(ValueError, match="without NUL"):
            call(f"{tmp_path / 'made'}\0x")
    assert list(tmp_path.iterdir()) == []


def test_whole_numbers_of_numpy_are_numbers():
    assert mhqa.probe("hotpotqa", GOLD, seed=numpy.int64(3)) == mhqa.probe("hotpotqa", GOLD, seed=3)
    assert "P@2" in mhqa.retrieval({"q": ["a"]}, {"q": {"a": 1}}, at=numpy.array([1, 2])).scores
    assert mhqa.bm25(["a fox", "a hen"]).search("fox", k=numpy.int32(1)).documents.tolist() == [[0]]
    assert mhqa.bm25(["a fox"]).search("fox", k=2**64 - 1).documents.shape == (1, 1)
    assert squad(na_prob_threshold=numpy.float32(0.5)) == squad(na_prob_threshold=0.5)
    assert mhqa.merge([mhqa.evaluate_part("hotpotqa", SAID, GOLD, part) for part in ((numpy.int8(0), 2), "1/2")]
                      ).scores["em"] == 1


def test_a_file_of_a_part_is_named(tmp_path):
    first = mhqa.evaluate_part("hotpotqa", SAID, GOLD, (0, 2))
    path = tmp_path / "p--1.part"
    path.write_bytes(first.to_bytes()[:-3])
    with pytest.raises(ValueError, match="p--1.part: byte .*cut"):
        mhqa.merge([first, path])
    with pytest.raises(ValueError, match=f"{tmp_path}: cannot read"):
        mhqa.merge([first, tmp_path])


# Batches whose order or number changes on the way.


def test_means_name_the_callers_records():
    said = [{"id": "b", "prediction_text": "dog"}, {"id": "a", "prediction_text": 3}]
    gold = [{"id": "a", "answers": {"text": ["cat"]}}, {"id": "b", "answers": {"text": ["dog"]}}]
    with pytest.raises(TypeError, match=r"^predictions\[1\]: expected a string, found int"):
        mhqa.compute(predictions=said, references=gold)
    said[1]["prediction_text"] = "cat"
    for wrong in ([3], None):
        with pytest.raises(TypeError, match=r"^references\[1\]: expected a"):
            mhqa.compute(predictions=said, references=[gold[0], {"id": "b", "answers": {"text": wrong}}])
    with pytest.raises(TypeError, match=r"^references\[1\]: expected a string, found int"):
        mhqa.compute(predictions=["a", "b"], references=["a", ["b", 3]])
    with pytest.raises(TypeError, match=r"^predictions\[0\]: expected an id"):
        mhqa.compute(predictions=[{"id": True, "prediction_text": "a"}], references=gold[:1])


@pytest.mark.parametrize("wrong, error", [(["x", 3], "a string, found int"), ([], "at least one gold answer")])
def test_rewards_name_the_trainers_columns(wrong, error):
    with pytest.raises((TypeError, ValueError), match=rf"^answers\[1\]: expected {error}"):
        mhqa.trl_reward("answers")(completions=["a", "b"], answers=[None, wrong])
    with pytest.raises((TypeError, ValueError), match=rf"^labels\[1\]: expected {error}"):
        mhqa.openrlhf_reward()(["q a", "q b"], ["q", "q"], ["a", wrong])


def test_rewards_name_the_trainers_texts():
    said = [{"role": "assistant", "content": 3}]
    with pytest.raises(TypeError, match=r"^completions\[1\]: expected a string, found int"):
        mhqa.trl_reward("answers")(completions=["a", said], answers=[None, "x"])
    with pytest.raises(TypeError, match=r"^queries\[1\]: expected a string, found int"):
        mhqa.openrlhf_reward(rule="search_r1")(["a", 3], ["q", "q"], ["a", "b"])


def test_tables_of_documents():
    rows = [{"title": "Fox", "text": "red"}, {"title": "Hen", "text": "brown"}]
    tables = [rows]
    for name, make in (("pandas", lambda m: m.DataFrame(rows)), ("polars", lambda m: m.DataFrame(rows)),
                       ("pyarrow", lambda m: m.Table.from_pylist(rows))):
        try:
            tables.append(make(__import__(name)))
        except ImportError:
            pass
    for table in tables:
        assert mhqa.bm25(table).search("hen", k=1).documents.tolist() == [[1]]
    with pytest.raises(TypeError, match=r'^documents\[1\]\["title"\]: expected a string, found NoneType'):
        mhqa.bm25([rows[0], {"title": None, "text": "x"}])
    with pytest.raises(TypeError, match=r'^documents\[1\]\["text"\]: expected a string, found int'):
        mhqa.bm25([rows[0], {"text": 3}])
