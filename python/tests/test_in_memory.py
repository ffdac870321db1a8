# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Data in memory reach the evaluators as they are: without a file and without JSON."""

import json
import threading

import pytest

import mhqa
from bundled import BUNDLED, files, loaded
from mhqa import _inputs

SETS = ["hotpotqa", "2wikimultihopqa", "musique", "strategyqa", "hieradate"]
GOLD = [{"_id": str(i), "question": "Who?", "answer": "Emma", "type": "bridge",
         "supporting_facts": [["Emma", 0]], "context": [["Emma", ["x"]]]} for i in range(700)]
SAID = {str(i): "Emma" if i % 3 else "Anne" for i in range(700)}


@pytest.fixture
def no_files(monkeypatch):
    def refuse(*arguments, **named):
        raise AssertionError("data in memory became a file")

    monkeypatch.setattr(_inputs.Inputs, "_new", refuse)
    monkeypatch.setattr(_inputs, "_json", refuse)


class Rows:
    """As a data set of Hugging Face: its records are made anew by each pass."""

    column_names = ["_id"]

    def __init__(self, rows):
        self.rows = rows

    def __iter__(self):
        return map(dict, self.rows)


@pytest.mark.parametrize("name", SETS)
def test_records_are_evaluated_without_a_file_as_from_files(name, no_files):
    predictions, gold = files(name)
    wanted = mhqa.evaluate(name, predictions, gold, rows=True, texts=True)
    said, records = loaded(predictions), loaded(gold)
    for given in (records, tuple(records), Rows(records)):
        found = mhqa.evaluate(name, said, given, rows=True, texts=True)
        assert found.to_dict() == wanted.to_dict()
        assert found.rows == wanted.rows
        assert found.official == wanted.official.replace(str(predictions), "predictions").replace(str(gold), "gold")


@pytest.mark.parametrize("name", SETS)
def test_parts_are_those_of_one_evaluation(name, no_files):
    predictions, gold = map(loaded, files(name))
    wanted = mhqa.evaluate(name, predictions, gold)
    parts = [mhqa.evaluate_part(name, predictions, gold, (i, 3)) for i in range(3)]
    assert mhqa.merge(parts).scores == wanted.scores
    grown = mhqa.EvaluationPart(name, key="a", run="b")
    grown.add(predictions, gold)
    assert mhqa.merge([grown]).scores == wanted.scores


def test_aliases_and_probabilities(no_files):
    predictions, gold = map(loaded, files("2wikimultihopqa"))
    aliases = BUNDLED / "2wikimultihopqa/id_aliases.jsonl"
    wanted = mhqa.evaluate("2wikimultihopqa", predictions, gold, aliases=aliases)
    assert mhqa.evaluate("2wikimultihopqa", predictions, gold, aliases=loaded(aliases)) == wanted
    squad = [{"id": "1", "answers": {"text": ["x"]}}, {"id": "2", "answers": {"text": []}}]
    said = [{"id": "1", "prediction_text": "x", "no_answer_probability": 0.25},
            {"id": "2", "prediction_text": "y", "no_answer_probability": 1}]
    found = mhqa.evaluate("squad", said, squad)
    assert found.scores["best_f1"] == 100
    assert '"best_f1_thresh": 0.25' in found.official
    assert mhqa.evaluate("squad", {"1": "x", "2": "y"}, squad, na_prob={"1": 0.25, "2": 1}) == found


@pytest.mark.parametrize("name", SETS)
def test_models_are_compared_without_a_file(name, no_files):
    predictions, gold = files(name)
    said, records = loaded(predictions), loaded(gold)
    for known in (name, None):
        wanted = mhqa.compare(gold, {"a": predictions, "b": predictions}, dataset=known, samples=9)
        assert mhqa.compare(records, {"a": said, "b": said}, dataset=known, samples=9) == wanted
    assert mhqa.compare(gold, {"a": said, "b": predictions}, samples=9) == wanted
    with pytest.raises((TypeError, ValueError), match=r"^b(\[0\])?: "):
        mhqa.compare(records, {"a": said, "b": [7]}, dataset=name, samples=9)


def test_the_instances_of_dire_are_evaluated_without_a_file(no_files, tmp_path):
    instances = [
        {"_id": id_, "answer": "Emma", "sub_idx": i, "supporting_facts": [["Emma", 0], ["Anne", 0]],
         "context": [["Emma", ["Emma."]]]} for id_ in ("1", "2") for i in (0, 1)]
    said = [{"question_id": id_, "sub_idx": i, "answer": "Emma", "answer_confidence": 0.5 + i / 4}
            for id_ in ("1", "2") for i in (0, 1)]
    original = [{"question_id": "1", "answer": "Emma"}, {"question_id": "2", "answer": "Anne"}]
    made = []
    for name, rows in (("instances", instances), ("said", said), ("original", original)):
        made.append(tmp_path / f"{name}.jsonl")
        made[-1].write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    wanted = mhqa.dire("probe", made[0], made[1], original_predictions=made[2], rows=True)
    found = mhqa.dire("probe", instances, said, original_predictions=original, rows=True)
    assert (found.to_dict(), found.rows, found.official) == (wanted.to_dict(), wanted.rows, wanted.official)
    assert mhqa.compare(instances, {"a": said, "b": made[1]}, dataset="dire", samples=9).scores["answer_f1"]["ties"] == 2
    with pytest.raises(ValueError, match="^predictions: record 2: .*question_id"):
        mhqa.dire("probe", instances, [said[0], {"answer": "x"}])


def test_cells_of_arrays_and_tables(no_files):
    numpy = pytest.importorskip("numpy")
    wanted = mhqa.evaluate("hotpotqa", SAID, GOLD)
    facts = numpy.empty(1, dtype=object)
    facts[0] = numpy.array(["Emma", 0], dtype=object)
    cells = [{**one, "_id": numpy.str_(one["_id"]), "supporting_facts": facts} for one in GOLD]
    assert mhqa.evaluate("hotpotqa", SAID, cells) == wanted
    pandas = pytest.importorskip("pandas")
    assert mhqa.evaluate("hotpotqa", pandas.Series(SAID), pandas.DataFrame(GOLD)) == wanted
    strategy = [{"qid": "1", "answer": numpy.bool_(True)}, {"qid": "2", "answer": False}]
    assert mhqa.evaluate("strategyqa", {"1": True, "2": True}, strategy).scores["Accuracy"] == 0.5


def test_a_gold_record_without_facts_is_read_again(no_files):
    gold = [{key: value for key, value in one.items() if key != "supporting_facts"} for one in GOLD]
    said = {"answer": SAID, "sp": {}}
    assert "missing sp fact 699" in mhqa.evaluate("hotpotqa", said, gold).official
    assert mhqa.evaluate("hotpotqa", {"answer": SAID, "sp": {"5": [["Emma", 0]]}}, gold).official == ""


@pytest.mark.parametrize("place", [0, 255, 256, 699])
def test_errors_name_the_object_the_record_and_the_id(place, no_files):
    gold = list(GOLD)
    gold[place] = {**GOLD[place], "answer": 3}
    message = f'^gold: record {place + 1}, id "{place}", field "answer": expected a string, found a number$'
    for given in (gold, Rows(gold)):
        with pytest.raises(ValueError, match=message):
            mhqa.evaluate("hotpotqa", SAID, given)
    gold[place] = {**GOLD[place], "supporting_facts": [["Emma", 0], ["Emma"]]}
    with pytest.raises(ValueError, match=rf'^gold: record {place + 1}, id "{place}", field "supporting_facts\[1\]": '):
        mhqa.evaluate("hotpotqa", SAID, gold)
    gold[place] = {key: value for key, value in GOLD[place].items() if key != "_id"}
    with pytest.raises(ValueError, match=f'^gold: record {place + 1}: expected the field "_id", which is missing$'):
        mhqa.evaluate("hotpotqa", SAID, gold)
    with pytest.raises(ValueError, match='^predictions: id "9", field "sp.9": expected an array'):
        mhqa.evaluate("hotpotqa", {"answer": SAID, "sp": {"9": 3}}, GOLD)


@pytest.mark.parametrize("odd", [float("nan"), {1, 2}, "\ud800", 2**70, {3: 4}])
def test_what_only_json_can_hold_or_refuse_still_goes_through_it(odd):
    gold = list(GOLD)
    gold[600] = {**GOLD[600], "level": odd}
    try:
        as_json = json.dumps(gold[600], allow_nan=False)
    except (TypeError, ValueError):
        as_json = None
    if as_json is None:
        with pytest.raises((TypeError, ValueError), match='^gold: record 601, id "600", field "level": '):
            mhqa.evaluate("hotpotqa", SAID, gold)
    elif odd == "\ud800":
        assert mhqa.evaluate("hotpotqa", SAID, gold).scores == mhqa.evaluate("hotpotqa", SAID, GOLD).scores
    else:
        with pytest.raises(ValueError, match='^gold: record 601, id "600", field "level", byte'):
            mhqa.evaluate("hotpotqa", SAID, gold)


def test_an_exception_of_a_record_is_the_callers(no_files):
    class Broken(Rows):
        def __iter__(self):
            yield from GOLD[:300]
            raise RuntimeError("no more rows")

    with pytest.raises(RuntimeError, match="no more rows"):
        mhqa.evaluate("hotpotqa", SAID, Broken(GOLD))


def test_a_list_that_another_thread_changes_is_read_safely():
    gold = [dict(one) for one in GOLD]
    ended = threading.Event()

    def change():
        while not ended.is_set():
            for one in gold:
                one["answer"] = "".join(["Em", "ma"])
                one["supporting_facts"] = [["".join(["Em", "ma"]), 0]]

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(20):
            assert mhqa.evaluate("hotpotqa", SAID, gold).scores["em"] == pytest.approx(466 / 700)
    finally:
        ended.set()
        thread.join()


def test_a_message_names_the_file_whose_number_another_begins_with():
    with _inputs.Inputs() as inputs:
        inputs.names.update({"/proc/1/fd/6": "gold", "/proc/1/fd/64": "predictions"})
        for path, name in (("/proc/1/fd/6", "gold"), ("/proc/1/fd/64", "predictions")):

            def work():
                raise ValueError(f"{path}: bad; 1 of {path}")

            with pytest.raises(ValueError, match=f"^{name}: bad; 1 of {name}$"):
                inputs.run(work)


def test_missing_values_of_a_frame_are_those_of_other_tables():
    pandas, pyarrow = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    rows = [{"id": "0", "answer": "Emma", "sp": [["Emma", 0]]}, {"id": "1", "answer": "Anne", "sp": None}]
    frame, table = pandas.DataFrame(rows), pyarrow.Table.from_pylist([{**row, "sp": None} for row in rows])
    assert mhqa.evaluate("hotpotqa", frame, GOLD[:2]) == mhqa.evaluate("hotpotqa", rows, GOLD[:2])
    missing = [{"id": "0", "answer": "Emma"}, {"id": "1", "answer": None}]
    said = {"frame": pandas.DataFrame(missing), "nan": pandas.DataFrame(missing).replace({None: float("nan")}),
            "table": pyarrow.Table.from_pylist(missing), "series": pandas.Series(["Emma", None], index=["0", "1"]),
            "nan series": pandas.Series(["Emma", float("nan")], index=["0", "1"])}
    for name, given in said.items():
        with pytest.raises(TypeError, match=r"^predictions\[('1'|1)\].*expected an answer that is a string, found None"):
            mhqa.evaluate("hotpotqa", given, GOLD[:2])
    texts = ["<answer>cat</answer>"] * 2
    for golds in (pyarrow.array(["cat", None]), pandas.Series(["cat", None]), pandas.Series(["cat", float("nan")])):
        assert mhqa.trl_reward()(texts, answer=golds) == [1, None]
    assert table.num_rows == 2


def test_texts_that_are_no_verdicts_are_said():
    gold = [{"qid": "1", "answer": True}, {"qid": "2", "answer": False}]
    with pytest.warns(UserWarning, match='^predictions: 1 of 2 answers are texts, such as "yes"'):
        mhqa.evaluate("strategyqa", {"1": "yes", "2": False}, gold)
