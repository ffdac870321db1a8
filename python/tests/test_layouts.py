# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Predictions and gold records in memory: every form that people hold gives the numbers of the official files."""

import importlib
import json
import re

import numpy
import pytest

import mhqa
from bundled import files, loaded

ANSWERED = ("hotpotqa", "2wikimultihopqa", "musique", "strategyqa", "squad")
SQUAD = [{"id": "1", "answers": {"text": ["Rome"], "answer_start": [0]}},
         {"id": "2", "answers": {"text": ["a dog", "dog"], "answer_start": [0, 0]}}]


def gold_of(name):
    if name == "squad":
        return SQUAD
    rows = loaded(files(name)[1])
    if name == "musique":  # MuSiQue-Ans has each id once
        rows = [row for row in rows if row["answerable"]]
    return rows


def answers_of(name):
    key = {"strategyqa": "qid", "hotpotqa": "_id", "2wikimultihopqa": "_id"}.get(name, "id")
    out = {}
    for i, row in enumerate(gold_of(name)):
        right = row["answers"]["text"][0] if name == "squad" else row["answer"]
        wrong = not right if isinstance(right, bool) else "something else"
        out[row[key]] = right if i % 2 == 0 else wrong
    return out


def official(name, answers):
    if name in ("hotpotqa", "2wikimultihopqa"):
        return {"answer": answers}
    if name == "strategyqa":
        return {key: {"answer": value} for key, value in answers.items()}
    return answers


def frames(answers, key, column):
    """Tables and records with these answers, of the packages that are installed."""
    columns = {key: list(answers), column: list(answers.values())}
    yield [{key: one, column: said} for one, said in answers.items()]
    yield ({key: one, column: said} for one, said in answers.items())
    for module, make in (
        ("pandas", lambda m: m.DataFrame(columns)),
        ("pandas", lambda m: m.Series(list(answers.values()), index=list(answers))),
        ("polars", lambda m: m.DataFrame(columns)),
        ("pyarrow", lambda m: m.table(columns)),
        ("datasets", lambda m: m.Dataset.from_dict(columns)),
    ):
        try:
            loaded = importlib.import_module(module)
        except ImportError:
            continue
        yield make(loaded)


@pytest.mark.parametrize("name", ANSWERED)
@pytest.mark.parametrize("key, column", [("id", "prediction"), ("_id", "answer"), ("qid", "predicted_answer"),
                                         ("question_id", "prediction_text")])
def test_answers_by_id_are_predictions_in_every_form(name, key, column):
    if name == "squad" and (key, column) == ("question_id", "prediction_text"):
        key = "id"  # Hugging Face's layout
    answers, gold = answers_of(name), gold_of(name)
    wanted = mhqa.evaluate(name, official(name, answers), gold)
    assert wanted.counts
    assert mhqa.evaluate(name, answers, gold).to_dict() == wanted.to_dict()
    for given in frames(answers, key, column):
        assert mhqa.evaluate(name, given, gold).to_dict() == wanted.to_dict(), type(given)


def test_records_may_have_facts_and_evidence():
    name = "hotpotqa"
    answers, gold = answers_of(name), gold_of(name)
    facts = {row["_id"]: row["supporting_facts"][:1] for row in gold}
    wanted = mhqa.evaluate(name, {"answer": answers, "sp": facts}, gold)
    given = [{"id": one, "answer": said, "sp": facts[one]} for one, said in answers.items()]
    assert mhqa.evaluate(name, given, gold).to_dict() == wanted.to_dict()
    assert wanted.scores["sp_f1"] > 0


def test_musique_answers_alone_have_no_support_score():
    answers, gold = answers_of("musique"), gold_of("musique")
    rows = [{"id": one, "predicted_answer": said, "predicted_support_idxs": [], "predicted_answerable": True}
            for one, said in answers.items()]
    whole, alone = mhqa.evaluate("musique", rows, gold), mhqa.evaluate("musique", answers, gold, rows=True)
    assert alone.scores["support_f1"] is None
    assert all(alone.scores[one] == whole.scores[one] for one in ("answer_em", "answer_f1"))
    assert all("support_f1" not in row for row in alone.rows)
    first = next(iter(answers))
    with pytest.raises(ValueError, match=f'id "{first}": expected an answer to each question'):
        mhqa.evaluate("musique", {k: v for k, v in answers.items() if k != first} | {"x": "y"}, gold)
    with pytest.raises(ValueError, match="found 1 with other ids"):
        mhqa.evaluate("musique", answers | {"x": "y"}, gold)
    with pytest.raises(ValueError, match="expected rows with predicted_answerable: the gold file has two rows"):
        mhqa.evaluate("musique", answers, [row for row in gold for _ in range(2)])


@pytest.mark.parametrize("name", ANSWERED)
@pytest.mark.parametrize("bad, found", [(None, "None"), (float("nan"), "nan"), (b"x", "bytes")])
def test_one_answer_that_is_none_among_many_names_its_id_and_its_place(name, bad, found):
    answers = {f"q{i}": "x" for i in range(3000)}
    answers["q1234"] = bad
    gold = gold_of(name)
    message = re.escape("predictions['q1234']: expected an answer that is ") + f".*, found {found}$"
    if name != "squad":  # whose null is a text that is missing
        with pytest.raises(TypeError, match=message):
            mhqa.evaluate(name, answers, gold)
    rows = [{"id": key, "prediction": value} for key, value in answers.items()]
    with pytest.raises(TypeError, match=rf"^predictions\[1234\], id 'q1234': expected an answer that is .*, found {found}$"):
        mhqa.evaluate(name, rows, gold)
    twice = [{"id": "a", "answer": "x"}, {"id": "a", "answer": "y"}]
    with pytest.raises(ValueError, match=r"^predictions\[1\]: the id 'a' is there twice"):
        mhqa.evaluate(name, twice, gold)


def test_an_index_with_an_id_twice_is_refused():
    pandas = pytest.importorskip("pandas")
    with pytest.raises(ValueError, match="expected each id once in the index, found 'a' twice"):
        mhqa.evaluate("hotpotqa", pandas.Series(["x", "y"], index=["a", "a"]), gold_of("hotpotqa"))


@pytest.mark.parametrize("name", ["hotpotqa", "2wikimultihopqa", "musique", "strategyqa", "hieradate"])
def test_fields_that_no_evaluation_reads_change_nothing(name):
    predictions, gold = files(name)
    rows = loaded(gold)
    by_path = mhqa.evaluate(name, predictions, gold, rows=True, texts=True)
    in_memory = mhqa.evaluate(name, predictions, rows, rows=True, texts=True)
    assert in_memory.to_dict() == by_path.to_dict() and in_memory.rows == by_path.rows
    marked = [{**row, "context": object()} if "context" in row else row for row in rows]
    assert mhqa.evaluate(name, predictions, marked).to_dict() == by_path.to_dict()


def test_plain_data_are_written_as_json_does():
    from mhqa import _core

    plain = [
        {}, [], "", 'a"\\\n\x00\x1f\x7f é 漢 😀', [1, -2, 2**70, 0.1, -0.0, 1e300, 1.5e-9, True, False, None],
        {"a": [{"b": ("c", [])}], "": {"x": {}}}, [[[]]], ("a", 1),
    ]
    for data in plain:
        assert json.loads(_core.json_of(data, ())) == json.loads(json.dumps(data))
    for data in (float("nan"), float("inf"), {1: 2}, "\ud800", {"\ud800": 1}, [object()], numpy.int64(3), {"a": b"x"}):
        assert _core.json_of(data, ()) is None
    deep: list = []
    for _ in range(300):
        deep = [deep]
    assert _core.json_of(deep, ()) is None
    records = [{"id": 1, "context": object(), "x": {"context": 2}}]
    assert json.loads(_core.json_of(records, ("context",))) == [{"id": 1, "x": {"context": 2}}]
    assert json.loads(_core.json_of({"context": 1}, ("context",))) == {"context": 1}


RUN = {"q1": {"a": 3.0, "b": 2.0, "c": 1.0}, "q2": {"d": 1.5, "a": 1.0}}
QRELS = {"q1": {"a": 1, "c": 2}, "q2": {"a": 1}}


def test_rankings_of_other_packages_and_tables():
    wanted = mhqa.retrieval(RUN, QRELS).to_dict()
    triples = [(q, d, s) for q, found in RUN.items() for d, s in found.items()]
    judged = [(q, d, s) for q, found in QRELS.items() for d, s in found.items()]

    def columns(rows, names):
        return {name: [row[i] for row in rows] for i, name in enumerate(names)}

    run_columns = columns(triples, ("query_id", "doc_id", "score"))
    level_columns = columns(judged, ("query_id", "doc_id", "relevance"))
    makers = {
        "pandas": lambda m: (m.DataFrame(run_columns), m.DataFrame(level_columns)),
        "polars": lambda m: (m.DataFrame(run_columns), m.DataFrame(level_columns)),
        "pyarrow": lambda m: (m.table(run_columns), m.table(level_columns)),
        "ranx": lambda m: (m.Run(RUN), m.Qrels(QRELS)),
        "ir_measures": lambda m: ([m.ScoredDoc(*row) for row in triples], (m.Qrel(*row) for row in judged)),
    }
    for module, make in makers.items():
        try:
            loaded = importlib.import_module(module)
        except ImportError:
            continue
        found = mhqa.retrieval(*make(loaded)).to_dict()  # ranx sorts its documents, which the signature shows
        assert {**found, "signature": ""} == {**wanted, "signature": ""}, module
    floats = {query: {doc: float(level) for doc, level in levels.items()} for query, levels in QRELS.items()}
    assert mhqa.retrieval(RUN, floats).to_dict() == wanted
    numbers = {query: {doc: numpy.float32(level) for doc, level in levels.items()} for query, levels in QRELS.items()}
    assert mhqa.retrieval(RUN, numbers).to_dict() == wanted


def test_whole_numbers_are_ids():
    wanted = mhqa.retrieval({"1": {"10": 2.0, "11": 1.0}}, {"1": {"11": 1}}).to_dict()
    assert mhqa.retrieval({1: {10: 2.0, 11: 1.0}}, {1: {11: 1}}).to_dict() == wanted
    assert mhqa.retrieval({numpy.int64(1): {10: 2, 11: 1}}, {1: [11]}).to_dict() == wanted
    with pytest.raises(ValueError, match="the id '1' is there twice, as a string and as a number"):
        mhqa.retrieval({1: {"a": 1.0}, "1": {"a": 1.0}}, QRELS)


@pytest.mark.parametrize(
    "run, levels, message",
    [
        (RUN, {"q1": {"a": 0.5}}, r"judgements\['q1'\]\['a'\]: expected a level that is a whole number, found 0.5"),
        (RUN, {"q1": {"a": None}}, r"judgements\['q1'\]\['a'\]: expected a whole number, found NoneType"),
        (RUN, {"q1": ["a", "a"]}, r"judgements\['q1'\]\[1\]: the document 'a' is there twice"),
        ({"q1": {"a": float("nan")}}, QRELS, r"run\['q1'\]\['a'\]: expected a finite score, found nan"),
        ({"q1": {"a": "x"}}, QRELS, r"run\['q1'\]\['a'\]: expected a score, found str"),
    ],
)
def test_a_bad_ranking_names_argument_and_ids(run, levels, message):
    with pytest.raises((TypeError, ValueError), match=message):
        mhqa.retrieval(run, levels)


def test_the_answer_rule_is_a_choice():
    rows = [{"id": "1", "question": "?", "answers": ["Rome"], "ctxs": [{"id": "a", "title": "t", "text": "Romeo", "score": 1}]}]
    assert mhqa.retrieval(rows, rows, at=[1]).scores["answer_recall@1"] == 0
    assert mhqa.retrieval(rows, rows, at=[1], answer_rule="flashrag").scores["answer_recall@1"] == 1
    with pytest.raises(ValueError, match="answer_rule: expected one of by-layout, dpr, flashrag, found x"):
        mhqa.retrieval(rows, rows, answer_rule="x")


def test_intervals_of_means():
    gold = [{"_id": str(i), "answer": "x", "supporting_facts": [["a", 0]]} for i in range(200)]
    answers = {str(i): "x" if i % 4 else "y" for i in range(200)}
    found = mhqa.evaluate("hotpotqa", answers, gold, intervals=0.95)
    low, high = found.intervals["em"]
    assert found.scores["em"] == 0.75 and found.rows is None
    wide = 1.96 * (0.75 * 0.25 / 200) ** 0.5
    assert abs((0.75 - low) - wide) < 0.015 and abs((high - 0.75) - wide) < 0.015
    assert mhqa.evaluate("hotpotqa", answers, gold, intervals=0.95).intervals == found.intervals
    narrow = mhqa.evaluate("hotpotqa", answers, gold, intervals=0.5).intervals["em"]
    assert low < narrow[0] < narrow[1] < high
    assert mhqa.evaluate("hotpotqa", answers, gold).intervals == {}
    percent = mhqa.evaluate("squad", {"1": "Rome", "2": "x"}, SQUAD, intervals=0.9)
    assert percent.scores["exact" if "exact" in percent.scores else "exact_match"] == 50
    assert all(0 <= one <= 100 for ends in percent.intervals.values() for one in ends) and percent.intervals
    for bad in (0, 1, 95, float("nan")):
        with pytest.raises(ValueError, match="intervals: expected a"):
            mhqa.evaluate("hotpotqa", answers, gold, intervals=bad)
