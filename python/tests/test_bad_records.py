# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Records and tables that no file can hold: each raises one ValueError or TypeError with record, id and field."""

import itertools
import os

import numpy
import pytest

import mhqa

GOLD = [{"_id": str(i), "question": "Who?", "answer": answer, "type": "bridge", "level": "easy",
         "supporting_facts": [["t", 0]], "context": [["t", ["x."]]]} for i, answer in enumerate(["Emma", "the fox"])]
SAID = {"0": "emma", "1": "fox"}
SQUAD = [{"id": "a", "answers": {"text": ["the cat"]}}]
SQUAD_SAID = [{"id": "a", "prediction_text": "cat"}]


def evaluate(*given, **options):
    return mhqa.evaluate("hotpotqa", *(given or (SAID, GOLD)), **options)


SINCE = numpy.datetime64("2020-01-01")


@pytest.mark.parametrize(
    "said, gold, message",
    [
        (SAID, [GOLD[0], {**GOLD[1], "answer": float("nan")}],
         'gold: record 2, id "1", field "answer": expected data that JSON can hold, found nan'),
        (SAID, [GOLD[0], {**GOLD[1], "facts": [["t", [{1}]]]}],
         r'gold: record 2, id "1", field "facts\[0\]\[1\]\[0\]": expected data that JSON can hold, found set'),
        (SAID, [{**GOLD[0], "since": SINCE}], 'gold: record 1, id "0", field "since": .* found date'),
        (SAID, [{**GOLD[0], "facts": {(3,): 4}}], r'gold: record 1, .*field "facts": .* found the key \(3,\)'),
        (SAID, [3, {1}], "gold: record 2: expected data that JSON can hold, found set"),
        ({"0": b"emma"}, GOLD, r"predictions\['0'\]: expected an answer that is a string, found bytes"),
        ({"answer": {"0": numpy.array([1.0, numpy.inf])}}, GOLD,
         r'predictions: field "answer.0\[1\]": expected data that JSON can hold, found inf'),
        ({None: "emma"}, GOLD, "predictions: expected ids that are strings, found None"),
        ({"answer": {True: "emma"}}, GOLD, "predictions: expected ids that are strings, found True"),
        ({(0,): "emma"}, GOLD, r"predictions: expected ids that are strings, found \(0,\)"),
        ({float("nan"): "emma"}, GOLD, "predictions: expected ids that are strings, found nan"),
        (SAID, [{**GOLD[0], "_id": "q--by"}] * 2, 'gold: id "q--by": expected each id once'),
        (SAID, [{**GOLD[0], "_id": " --by"}] * 2, 'gold: id " --by": expected each id once'),
    ],
)
def test_records_that_no_file_can_hold(said, gold, message):
    with pytest.raises((TypeError, ValueError), match=f"^{message}"):
        evaluate(said, gold)


def test_records_within_themselves():
    deep, circle = [], []
    for _ in range(100_000):
        deep = [deep]
    circle.append(circle)
    with pytest.raises(ValueError, match="gold: expected data that are nested less deeply"):
        evaluate(SAID, [{**GOLD[0], "facts": deep}])
    with pytest.raises(ValueError, match="gold: expected data that JSON can hold, found Circular"):
        evaluate(SAID, circle)


@pytest.mark.parametrize(
    "said, gold, message",
    [
        (SQUAD_SAID, [{"id": "a", "answers": {"text": "the cat"}}], r'gold\[0\]\["answers"\]\["text"\]: expected'),
        (SQUAD_SAID, [{"id": "a", "answers": {"text": {"x": 1}}}], r'gold\[0\]\["answers"\]\["text"\]: expected'),
        (SQUAD_SAID, [*SQUAD, {"id": "b", "answers": {"text": None}}], r'gold\[1\]\["answers"\]\["text"\]: expected a'),
        ([{"id": [1], "prediction_text": "x"}], SQUAD, r"predictions\[0\]: expected an id that is a string"),
        ([*SQUAD_SAID, {"id": True, "prediction_text": "x"}], SQUAD, r"predictions\[1\]: expected an id"),
        ([{"id": [], "prediction_text": "", "no_answer_probability": 0.5}], SQUAD, r"predictions\[0\]: expected an id"),
        ([{"id": "a", "prediction_text": float("nan")}], SQUAD, 'predictions: field "a": .* found nan'),
        ([{"id": "a", "prediction_text": "x", "no_answer_probability": float("nan")}],
         [{"id": "a", "answers": {"text": []}}], 'na_prob: field "a": .* found nan'),
    ],
)
def test_records_of_squad(said, gold, message):
    with pytest.raises((TypeError, ValueError), match=f"^{message}"):
        mhqa.evaluate("squad", said, gold)


def test_what_is_no_table_of_pandas():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(GOLD)
    for given in (pandas.NA, pandas.Timestamp(0), frame.groupby("type")):
        with pytest.raises(TypeError, match="gold: expected a path, records or a table, found"):
            evaluate(SAID, given)
    with pytest.raises(ValueError, match="gold: expected each column once, found 'answer' twice"):
        evaluate(SAID, pandas.concat([frame, frame[["answer"]]], axis=1))
    for missing in (None, float("nan"), pandas.NA):
        with pytest.raises((TypeError, ValueError), match='gold: record 2, id "1", field "answer"'):
            evaluate(SAID, pandas.DataFrame([GOLD[0], {**GOLD[1], "answer": missing}]))
    with pytest.raises(TypeError, match='gold: record 2, id "1", field "when": .* found Timestamp'):
        evaluate(SAID, pandas.DataFrame([GOLD[0], {**GOLD[1], "when": pandas.Timestamp(0)}]))
    assert evaluate(SAID, pandas.Series(GOLD)) == evaluate()


def test_what_is_no_table_of_arrow():
    pa = pytest.importorskip("pyarrow")
    table = pa.table([["0", "1"], ["emma", "fox"], ["a", "b"]], names=["_id", "answer", "answer"])
    for given in (table, table.to_batches()[0]):
        with pytest.raises(ValueError, match="gold: expected each column once, found 'answer' twice"):
            evaluate(SAID, given)
    polars = pytest.importorskip("polars")
    flat = [{**one, "supporting_facts": [], "context": []} for one in GOLD]
    assert evaluate(SAID, polars.DataFrame(flat).to_struct("rows")) == evaluate(SAID, flat)


def test_rankings_with_a_lone_surrogate():
    with pytest.raises(ValueError, match="^judgements: record 2, byte 25: expected valid UTF-8"):
        mhqa.retrieval({"\ud800": {"d": 1.0}}, {"\ud800": {"d": 1}})


def test_streams_are_read_in_batches():
    many = 1200
    gold = {**GOLD[0], "context": [["t", ["x"] * 200]]}
    said = {f"{gold['_id']}-{i}": gold["answer"] for i in range(many)}

    def stream():
        for i in range(many):
            yield {**gold, "_id": f"{gold['_id']}-{i}"}

    assert mhqa.evaluate("hotpotqa", said, stream()).scores == mhqa.evaluate("hotpotqa", said, list(stream())).scores
    opened = os.listdir("/proc/self/fd") if os.path.isdir("/proc/self/fd") else []
    for bad, where in (
        ({**gold, "_id": "x", "answer": {1}}, 'record 1201, id "x", field "answer": .* found set'),
        ({"_id": "x"}, 'record 1201, id "x": expected the field "answer"'),
        (gold["_id"], "record 1201"),
    ):
        with pytest.raises((TypeError, ValueError), match=f"^gold: {where}"):
            mhqa.evaluate("hotpotqa", said, itertools.chain(stream(), [bad]))
    with pytest.raises(ValueError, match="^gold: expected questions, found none"):
        mhqa.evaluate("hotpotqa", said, iter([]))
    assert not opened or len(os.listdir("/proc/self/fd")) == len(opened)


def test_submissions_are_read_as_other_data():
    question = {"id": "1", "question": "?", "paragraphs": [{"idx": 0, "title": "t", "paragraph_text": "x"}]}
    said = {"id": "1", "predicted_answer": "x", "predicted_support_idxs": [0], "predicted_answerable": True}
    wanted = mhqa.check_submission("musique", [said], [question])
    arrays = {**said, "predicted_support_idxs": numpy.array([0]), "predicted_answerable": numpy.bool_(True)}
    assert mhqa.check_submission("musique", [arrays], [question]) == wanted
    with pytest.raises(ValueError, match='predictions: record 1, id "1", field "predicted_answer": .* found nan'):
        mhqa.check_submission("musique", [{**said, "predicted_answer": float("nan")}], [question])
    with pytest.raises(TypeError, match='predictions: record 1, id "1", field "x": .* found set'):
        mhqa.check_submission("musique", [{**said, "x": {1}}], [question])


def test_streams_of_tables_are_records():
    pa = pytest.importorskip("pyarrow")
    rows = [{"id": one, "prediction_text": text} for one, text in (("a", "cat"), ("b", "dog"), ("c", "hen"))]
    gold = [{"id": one["id"], "answers": {"text": [one["prediction_text"]]}} for one in rows]
    table = pa.Table.from_pylist(rows)
    for given in (table.to_reader(max_chunksize=2), iter(table.to_batches(max_chunksize=1))):
        assert mhqa.evaluate("squad", given, gold).scores["f1"] == 100
    with pytest.raises(ValueError, match=r"^predictions\[1\]: expected a dict with 'id', as the first"):
        mhqa.evaluate("hotpotqa", iter([rows[0], *table.to_batches()]), GOLD)
    datasets = pytest.importorskip("datasets")
    for form in ("arrow", "pandas", "polars", "numpy"):
        try:
            formatted = datasets.Dataset.from_list(rows).select([2, 0, 1]).with_format(form)
        except ValueError:  # without Polars
            continue
        assert mhqa.evaluate("squad", formatted, gold).scores["f1"] == 100
