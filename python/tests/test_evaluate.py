# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
import copy
import json
import os
import pathlib
import pickle
import random
import subprocess
import threading

import pytest

import mhqa
from bundled import BUNDLED, files, loaded

SETS = ["hotpotqa", "2wikimultihopqa", "hieradate", "musique", "strategyqa"]


@pytest.mark.parametrize("name", SETS)
def test_paths_and_records_give_the_same_result(name):
    predictions, gold = files(name)
    by_path = mhqa.evaluate(name, predictions, str(gold))
    in_memory = mhqa.evaluate(name, loaded(predictions), loaded(gold))
    assert by_path.dataset == name
    assert by_path.scores == in_memory.scores
    assert by_path.to_dict() == in_memory.to_dict()
    assert by_path.scores
    assert next(iter(by_path.counts.values())) == len(loaded(gold))


@pytest.mark.parametrize("name, official", [("hotpotqa", "official.txt"), ("musique", "official.txt"),
                                            ("hieradate", "official.txt"), ("2wikimultihopqa", "official-1.0.txt")])
def test_the_published_programs_output(name, official):
    found = mhqa.evaluate(name, *files(name)).official
    wanted = (BUNDLED / name / official).read_text(encoding="utf-8")
    assert [line.split() for line in found.splitlines()] == [line.split() for line in wanted.splitlines()]


def test_aliases():
    predictions, gold = files("2wikimultihopqa")
    found = mhqa.evaluate("2wikimultihopqa", predictions, gold, aliases=BUNDLED / "2wikimultihopqa/id_aliases.jsonl")
    assert found.dialect == "2wiki-1.1"


@pytest.mark.skipif("MHQA_COMMAND" not in os.environ, reason="MHQA_COMMAND names no command")
@pytest.mark.parametrize("name", SETS)
def test_scores_are_those_of_the_command(name):
    predictions, gold = files(name)
    printed = subprocess.run([os.environ["MHQA_COMMAND"], "eval", name, predictions, gold, "--json"], check=True,
                             capture_output=True, text=True).stdout
    assert mhqa.evaluate(name, predictions, gold).to_dict() == json.loads(printed)


GOLD = [
    {"_id": str(i), "question": "Who?", "answer": answer, "type": kind, "level": "easy",
     "supporting_facts": [["t", 0]], "context": []}
    for i, (answer, kind) in enumerate([("Emma", "bridge"), ("the fox", "bridge"), ("yes", "comparison")])
]


def test_a_hand_worked_evaluation():
    found = mhqa.evaluate("hotpotqa", {"0": "emma", "1": "red fox", "9": "x"}, GOLD, by="type", rows=True)
    assert found.scores["em"] == 1 / 3
    assert found.scores["f1"] == (1 + 2 / 3) / 3
    assert found.scores["sp_em"] == 0
    assert found.ignored_predictions == 1
    assert found.missing["answer"] == ["2"]
    assert found.groups["bridge"]["scores"]["em"] == 0.5
    assert [row["id"] for row in found.rows] == ["0", "1", "2"]
    assert [row["em"] for row in found.rows] == [1, 0, 0]
    assert found.signature.startswith("hotpotqa|")
    assert found.official == ""  # the program stops without the predictions' "sp"
    assert mhqa.evaluate("hotpotqa", {"0": "emma"}, GOLD).rows is None
    texts = mhqa.evaluate("hotpotqa", {"0": "emma"}, GOLD, texts=True).rows[0]
    assert (texts["question"], texts["golds"], texts["prediction"]) == ("Who?", ["Emma"], "emma")


def test_answers_alone_are_scored_where_the_published_program_stops():
    gold = [{"_id": "0", "answer": "Emma"}]
    facts = {"answer": {"0": "emma"}, "sp": {"0": [["Emma", 0]]}}
    assert mhqa.evaluate("hotpotqa", facts, gold).scores["em"] == 1
    assert mhqa.evaluate("hotpotqa", facts, gold).official == ""
    assert "'em': 1.0" in mhqa.evaluate("hotpotqa", {"answer": {"0": "emma"}, "sp": {}}, gold).official
    rows = [{"id": "0", "answer": "Emma"}]
    assert mhqa.evaluate("musique", {"0": "emma"}, rows).scores["answer_em"] == 1
    assert mhqa.evaluate("musique", {"0": "emma"}, rows).official == ""


def test_a_result_is_a_plain_object():
    found = mhqa.evaluate("hotpotqa", {"0": "emma"}, GOLD, by="type")
    assert pickle.loads(pickle.dumps(found)) == found
    assert copy.deepcopy(found) == found
    assert found != mhqa.evaluate("hotpotqa", {"1": "fox"}, GOLD, by="type")
    found.scores["em"] = 7
    found.to_dict()["scores"]["em"] = 7
    assert found.scores["em"] == 1 / 3
    assert json.loads(json.dumps(found.to_dict())) == found.to_dict()
    page = found._repr_html_()
    assert page.startswith("<table><caption>hotpotqa, rules of hotpotqa, 3 questions</caption>")
    assert "<td>0.333333</td>" in page
    assert "0.333333" in repr(found)
    assert "<" not in mhqa.evaluate("hotpotqa", {"0": "e"}, [{**GOLD[0], "type": "<b>"}], by="type")._repr_html_() \
        .split("<thead>")[1].split("<th>")[3].split("</th>")[0]


def test_frames():
    pandas = pytest.importorskip("pandas")
    found = mhqa.evaluate("hotpotqa", {"0": "emma"}, GOLD, by="type", rows=True)
    frame = found.to_frame()
    assert list(frame.columns) == ["all", "bridge", "comparison"]
    assert frame.loc["em", "bridge"] == 0.5
    assert found.rows_frame()["em"].tolist() == [1, 0, 0]
    assert mhqa.evaluate("hotpotqa", {"0": "emma"}, pandas.DataFrame(GOLD)).scores == found.scores
    with pytest.raises(ValueError, match="rows=True"):
        mhqa.evaluate("hotpotqa", {"0": "emma"}, GOLD).rows_frame()


def test_tables_are_records():
    wanted = mhqa.evaluate("hotpotqa", {"0": "emma"}, GOLD).to_dict()
    records = [{**one, "supporting_facts": []} for one in GOLD]
    wanted = mhqa.evaluate("hotpotqa", {"0": "emma"}, records).to_dict()
    flat = [{key: value for key, value in one.items() if key != "context"} for one in records]
    pa = pytest.importorskip("pyarrow")
    assert mhqa.evaluate("hotpotqa", {"0": "emma"}, pa.Table.from_pylist(flat)).to_dict() == wanted
    polars = pytest.importorskip("polars")
    assert mhqa.evaluate("hotpotqa", {"0": "emma"}, polars.DataFrame(flat)).to_dict() == wanted
    datasets = pytest.importorskip("datasets")
    assert mhqa.evaluate("hotpotqa", {"0": "emma"}, datasets.Dataset.from_list(flat)).to_dict() == wanted


def test_squads_records_of_hugging_face():
    gold = [{"id": "a", "title": "T", "question": "?", "context": "", "answers": {"text": ["the cat", "cats"]}},
            {"id": "b", "title": "U", "question": "?", "context": "", "answers": {"text": ["dog"]}}]
    predictions = [{"id": "a", "prediction_text": "cat"}, {"id": "b", "prediction_text": "a big dog"}]
    found = mhqa.evaluate("squad", predictions, gold)
    assert found.scores == {"exact_match": 50.0, "f1": 100 * (1 + 2 / 3) / 2}
    assert mhqa.evaluate("squad", {"a": "cat", "b": "a big dog"}, gold).scores == found.scores
    gold[1]["answers"]["text"] = []
    empty = [predictions[0], {"id": "b", "prediction_text": ""}]
    second = mhqa.evaluate("squad", empty, gold, na_prob={"a": 0.0, "b": 1.0})
    assert second.dialect == "squad-2.0"
    assert second.scores["exact"] == 100
    assert list(mhqa.evaluate("squad", predictions, gold, by="title").groups) == ["T", "U"]


@pytest.mark.parametrize(
    "arguments, error, message",
    [
        (("nq", {}, []), ValueError, '"dataset": expected one of hotpotqa, musique'),
        (("hotpotqa", {"0": "x"}, [*GOLD, GOLD[0]]), ValueError, r"gold: record 4.*twice|gold:.*0"),
        (("hotpotqa", {"0": "x"}, [{"_id": "0"}]), ValueError, "gold: record 1.*answer"),
        (("hotpotqa", {"0": "x"}, [{**GOLD[0], "answer": 3}]), ValueError, "gold: record 1.*answer"),
        (("hotpotqa", {"7": "x"}, GOLD), ValueError, "predictions"),
        (("hotpotqa", {"answer": {"0": 3}}, GOLD), ValueError, "predictions.*answer"),
        (("hotpotqa", {"0": "x"}, []), ValueError, "gold"),
        (("hotpotqa", {"0": "x"}, "no such file"), ValueError, "no such file: cannot open"),
        (("hotpotqa", {"0": "x"}, "-"), ValueError, "gold: expected a path"),
        (("hotpotqa", {"0": "x"}, 3), TypeError, "gold: expected a path, records or a table, found int"),
        (("hotpotqa", {"0": object()}, GOLD), TypeError, r"predictions\['0'\]: expected an answer that is a string, found object"),
        (("hotpotqa", {"answer": {"0": float("nan")}}, GOLD), ValueError, 'predictions: field "answer.0": .*JSON'),
        ((3, {}, GOLD), TypeError, "dataset: expected a string, found int"),
        (("squad", [{"id": "a"}], []), ValueError, r'predictions\[0\]: expected a dict with "id" and "prediction_text"'),
        (("squad", {}, [{"id": "a"}]), ValueError, r'gold\[0\]: expected a dict with "id" and "answers"'),
    ],
)
def test_bad_data_raises_with_the_place(arguments, error, message):
    with pytest.raises(error, match=message):
        mhqa.evaluate(*arguments)


def test_bad_options_have_pythons_names():
    with pytest.raises(ValueError, match="by expects one of: type, level"):
        mhqa.evaluate("hotpotqa", {"0": "x"}, GOLD, by="hops")
    with pytest.raises(ValueError, match="dialect expects squad-1.1 or squad-2.0"):
        mhqa.evaluate("squad", {"a": "x"}, [{"id": "a", "answers": {"text": ["x"]}}], dialect="hotpotqa")


@pytest.mark.parametrize("option", [{"aliases": []}, {"na_prob": {}}, {"na_prob_threshold": 0.5},
                                    {"retrieval_limit": 3}, {"dialect": "squad-2.0"}])
def test_an_option_of_another_data_set_is_refused(option):
    with pytest.raises(ValueError, match=f"{next(iter(option))}.*the data set is hotpotqa"):
        mhqa.evaluate("hotpotqa", {"0": "x"}, GOLD, **option)


def test_temporary_files_are_removed(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    mhqa.evaluate("hotpotqa", {"0": "emma"}, GOLD)
    with pytest.raises(ValueError):
        mhqa.evaluate("hotpotqa", {"0": "emma"}, [{}])
    assert list(tmp_path.iterdir()) == []


BASE, BETTER = {"0": "emma", "1": "x", "2": "x"}, {"0": "emma", "1": "fox", "2": "yes"}


def test_a_comparison_as_a_frame():
    pytest.importorskip("pandas")
    found = mhqa.compare(GOLD, {"base": BASE, "better": BETTER}, dataset="hotpotqa", metrics=["em"], samples=500)
    assert found.to_frame().loc["em", "wins" if "wins" in found.to_frame() else "difference"] == pytest.approx(2 / 3)


def test_models_are_compared():
    found = mhqa.compare(GOLD, {"base": BASE, "better": BETTER}, dataset="hotpotqa", metrics=["em"], samples=500)
    assert found.baseline == "base"
    assert list(found.scores) == ["em"]
    line = found.scores["em"]
    assert (line["model"], line["questions"], line["wins"], line["losses"], line["ties"]) == ("better", 3, 2, 0, 1)
    assert line["difference"] == pytest.approx(2 / 3)
    assert "baseline base, 500 samples, seed 12345" in found._repr_html_()
    again = mhqa.compare(GOLD, {"base": BASE, "better": BETTER}, dataset="hotpotqa", metrics=["em"], samples=500)
    assert again == found
    assert [one["model"] for one in found.unmatched] == ["base", "better"]
    fewer = mhqa.compare(GOLD, {"base": BASE, "fewer": {"0": "emma", "9": "fox"}}, dataset="hotpotqa", metrics=["em"],
                         samples=50)
    assert fewer.unmatched[1] == {"model": "fewer", "missing": {"answer": 2, "sp": 3}, "ignored": 1}
    several = mhqa.compare(GOLD, {"a": BASE, "b": BETTER, "c": BASE}, dataset="hotpotqa", metrics=["em"], by="type",
                           samples=50)
    assert "em (bridge, b)" in several.scores
    assert "em (c)" in several.scores


def test_models_are_compared_with_aliases():
    predictions, gold = files("2wikimultihopqa")
    aliases = BUNDLED / "2wikimultihopqa/id_aliases.jsonl"
    for given, em in ((None, 0.5), (aliases, 1)):
        found = mhqa.compare(gold, [predictions, predictions], metrics=["em"], samples=9, aliases=given)
        assert found.scores["em"]["system"] == em
    with pytest.raises(ValueError, match="aliases.*2wikimultihopqa or its instances, found hotpotqa"):
        mhqa.compare(GOLD, {"a": BASE, "b": BASE}, dataset="hotpotqa", aliases=aliases)


def test_bad_comparisons():
    with pytest.raises(ValueError, match="two models or more, found 1"):
        mhqa.compare(GOLD, {"a": BASE}, dataset="hotpotqa")
    with pytest.raises(ValueError, match="metric.*found \"bleu\""):
        mhqa.compare(GOLD, {"a": BASE, "b": BASE}, dataset="hotpotqa", metrics=["bleu"])
    with pytest.raises(ValueError, match="gold: expected records of a known data set; name it by dataset"):
        mhqa.compare([{}], {"a": BASE, "b": BASE})
    with pytest.raises(TypeError, match="predictions: expected a dict or a list, found str"):
        mhqa.compare(GOLD, "x")
    with pytest.raises(ValueError, match='kind: expected dataset="dire", found hotpotqa'):
        mhqa.compare(GOLD, {"a": BASE, "b": BASE}, kind="trivial")
    with pytest.raises(ValueError, match="samples: expected a number from 1 to 100000000,"):
        mhqa.compare(GOLD, {"a": BASE, "b": BASE}, samples=10**9)
    for dataset in ("hotpotqa", "musique", "strategyqa"):
        with pytest.raises(ValueError, match="^gold: expected questions, found none$"):
            mhqa.compare([], {"a": BASE, "b": BASE}, dataset=dataset)
        with pytest.raises(ValueError, match="^gold: expected questions, found none$"):
            mhqa.evaluate(dataset, BASE, [])
    with pytest.raises(ValueError, match="^gold: expected a path or data, found a text that begins as JSON") as error:
        mhqa.evaluate("hotpotqa", BASE, json.dumps(GOLD * 50))
    assert len(str(error.value)) < 200


def test_a_path_may_begin_as_json_does(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("[2026] gold.json", pathlib.Path("{gold}")):
        pathlib.Path(name).write_text(json.dumps(GOLD))
        assert mhqa.evaluate("hotpotqa", BASE, name).scores == mhqa.evaluate("hotpotqa", BASE, GOLD).scores


def test_models_on_squads_records_are_compared():
    records = [{"id": "1", "answers": {"text": ["cat"], "answer_start": [0]}},
               {"id": "2", "answers": {"text": ["dog"], "answer_start": [0]}}]
    said = {"first": {"1": "cat", "2": "dog"}, "second": {"1": "x", "2": "dog"}}
    wanted = mhqa.compare(records, said, dataset="squad", samples=9)
    assert wanted.scores["f1"]["difference"] == -0.5
    assert mhqa.compare(iter(records), said, dataset="squad", samples=9) == wanted
    assert mhqa.compare((one for one in records), said, dataset="squad", samples=9) == wanted
    with pytest.raises(ValueError, match=r"^second\[0\]: expected a dict with"):
        mhqa.compare(records, {**said, "second": [None]}, dataset="squad")
    twice = [{"id": "1", "prediction_text": "a"}] * 2
    with pytest.raises(ValueError, match=r"^second\[1\]: the id '1' is there twice"):
        mhqa.compare(records, {**said, "second": twice}, dataset="squad")


def test_a_model_is_named_by_its_path(tmp_path):
    paths = [tmp_path / "a.json", tmp_path / "b.json"]
    for path in paths:
        path.write_text(json.dumps({"answer": BASE}))
    assert mhqa.compare(GOLD, paths, dataset="hotpotqa", samples=9).baseline == str(paths[0])


def test_dire():
    gold = [{"_id": "1", "question": "?", "answer": "Emma", "type": "bridge", "level": "easy",
             "context": [["Emma", ["Emma."]]], "supporting_facts": [["Emma", 0]]}]
    found = mhqa.dire("original", gold, [{"question_id": "1", "answer": "Emma Woodhouse"}], rows=True)
    assert found.kind == "original"
    assert found.scores["answer"]["precision"] == 0.5
    assert found.counts["questions"] == 1
    assert found.left_out == {}
    assert found.rows[0]["scores"]["answer"]["recall"] == 1
    assert found.to_frame().loc["answer", "recall"] == 1 if pytest.importorskip("pandas") else True
    with pytest.raises(ValueError, match="unknown .*expected one of: original"):
        mhqa.dire("x", gold, [])
    with pytest.raises(ValueError, match="original_predictions: original predictions bound"):
        mhqa.dire("original", gold, [], original_predictions=[])
    with pytest.raises(ValueError, match="joint: expected one of published, letter, found x"):
        mhqa.dire("original", gold, [], joint="x")


def test_dire_takes_2wikimultihopqas_aliases():
    gold = [{"_id": "1", "answer": "Emma", "answer_id": "Q1", "dataset": "2wikimultihopqa"}]
    names = [{"Q_id": "Q1", "aliases": ["Miss Woodhouse"], "demonyms": []}]
    said = [{"question_id": "1", "answer": "Miss Woodhouse"}]
    assert mhqa.dire("original", gold, said).scores["answer"]["em"] == 0
    assert mhqa.dire("original", gold, said, aliases=names).scores["answer"]["em"] == 1
    with pytest.raises(ValueError, match="belong to instances of 2wikimultihopqa; this one is of musique"):
        mhqa.dire("original", [{**gold[0], "dataset": "musique"}], said, aliases=names)


def test_evaluations_run_beside_each_other():
    predictions, gold = files("hotpotqa")
    wanted = mhqa.evaluate("hotpotqa", predictions, gold)
    found = []
    threads = [threading.Thread(target=lambda: found.append(mhqa.evaluate("hotpotqa", predictions, gold)))
               for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [wanted] * 4


def test_differences_are_explained(tmp_path):
    path, second = tmp_path / "a.json", tmp_path / "b.json"
    first = mhqa.evaluate("hotpotqa", {"0": "emma", "1": "red fox", "2": "yes"}, GOLD, result=path)
    mhqa.evaluate("hotpotqa", {"0": "emma", "1": "the fox", "2": "no"}, GOLD, result=str(second))
    found = mhqa.diff(path, second)
    assert set(found.scores) == {f"em, {second}", f"f1, {second}"}
    line = [one for one in found.differences if one["a"]["number"] == "em"][0]
    assert (line["a"]["mean"], line["b"]["mean"], line["differing"]) == (2 / 3, 2 / 3, 2)
    assert found.scores[f"em, {second}"] == 0
    assert "differing" in found._repr_html_()
    other = mhqa.diff(path, dialects=["squad-1.1"], metrics=["f1"])
    assert other.differences[0]["a"]["mean"] == pytest.approx(first.scores["f1"])
    for arguments in ((path,), (path, second)):
        with pytest.raises(ValueError, match="expected a second result or dialects"):
            mhqa.diff(*arguments, dialects=[] if len(arguments) == 1 else ["squad-1.1"])
    with pytest.raises(ValueError, match="no such file: cannot open"):
        mhqa.diff("no such file", second)
    with pytest.raises(ValueError, match="bleu"):
        mhqa.diff(path, second, metrics=["bleu"])


def test_a_result_does_not_replace_an_input(tmp_path):
    gold = tmp_path / "gold.json"
    gold.write_text(json.dumps(GOLD))
    with pytest.raises(ValueError, match="gold.json"):
        mhqa.evaluate("hotpotqa", {"0": "emma"}, gold, result=gold)
    assert json.loads(gold.read_text()) == GOLD
    with pytest.raises(ValueError):
        mhqa.evaluate("hotpotqa", {"0": "emma"}, [{}], result=tmp_path / "result")
    assert not (tmp_path / "result").exists()


@pytest.mark.parametrize("answerable", [True, False])
def test_records_of_squad_written_at_once_are_those_written_by_python(answerable, monkeypatch):
    """Plain lists, dicts and strings become the official files at once; others, one by one in Python."""
    gold = [{"id": f"q{i}", "title": 'T "x"', "context": "Österreich\n\u2028", "question": "Who?",
             "answers": {"text": [f"gold {i}", "né 𝒳"] if answerable or i else [], "answer_start": []}} for i in range(5)]
    said = [{"id": f"q{i}", "prediction_text": ["gold 0", "né 𝒳", "", "no", "\\\x01"][i]} for i in range(5)]
    found = mhqa.evaluate("squad", said, gold, by="title", rows=True, texts=True)
    tuples = [{**one, "answers": {"text": tuple(one["answers"]["text"])}} for one in gold]
    assert mhqa.evaluate("squad", said, tuples, by="title", rows=True, texts=True) == found
    assert mhqa.compute(predictions=said[::-1], references=gold, dialect="squad-1.1" if answerable else "squad-2.0")[
        "f1"] == pytest.approx(found.scores["f1"])
    for wrong, error in ((said + said[:1], "is there twice"), (said + [{"id": "x"}], 'expected a dict with "id"')):
        with pytest.raises(ValueError, match=error):
            mhqa.evaluate("squad", wrong, gold)
    with pytest.raises(ValueError, match='expected a dict with "id" and "answers"'):
        mhqa.evaluate("squad", said, gold + [{"id": "x", "answers": ["a"]}])


@pytest.mark.parametrize("answerable", [True, False])
def test_records_of_squad_are_evaluated_where_they_are_as_from_files(answerable, tmp_path, monkeypatch):
    """Plain lists and dicts are not written to a file; every number, row and byte is that of the files."""
    draw = random.Random(5)
    words = ["the", "né 𝒳", "cat", "Cats!", "a b", "", "a", "…", "dog\n"]
    gold = [{"id": f"q{i}", "title": f"T{i % 3}", "question": f"Who {i}?",
             "answers": {"text": [draw.choice(words) for _ in range(draw.randrange(answerable, 20))]}}
            for i in range(600)]
    said = [{"id": f"q{i}", "prediction_text": draw.choice(words)} for i in draw.sample(range(700), 600)]
    tuples = [{**one, "answers": {"text": tuple(one["answers"]["text"])}} for one in gold]
    by_id = {one["id"]: one["prediction_text"] for one in said}
    for options in ({}, {"by": "title"}, {"by": "answerable", "rows": True}, {"rows": True, "texts": True},
                    {"dialect": "squad-2.0"}, {"dialect": "squad-2.0", "na_prob_threshold": -1.0},
                    {"result": tmp_path / "result", "texts": True}):
        wanted = mhqa.evaluate("squad", said, tuples, **options)
        bytes_of_result = (tmp_path / "result").read_bytes() if "result" in options else None
        with monkeypatch.context() as patch:
            patch.setattr("mhqa._inputs.tempfile.TemporaryDirectory", None)
            for predictions in (said, by_id):
                found = mhqa.evaluate("squad", predictions, gold, **options)
                assert found == wanted
                assert found.official == wanted.official
                assert found.rows == wanted.rows
        if bytes_of_result is not None:
            assert (tmp_path / "result").read_bytes() == bytes_of_result
    assert wanted.ignored_predictions == sum(int(one["id"][1:]) >= 600 for one in said) > 0
    assert wanted.missing["answer"]


def test_records_of_squad_that_are_wrong_are_refused_as_files_are(tmp_path):
    """What is wrong is said by the reader of files, whatever it is."""
    good = {"id": "a", "question": "?", "answers": {"text": ["x"]}}

    class Other(dict):
        pass

    class Odd:
        def __hash__(self):
            return hash("id")

        def __eq__(self, other):
            raise RuntimeError("never equal")

    said = [{"id": "a", "prediction_text": "x"}]
    for gold, error in (([good, good], "twice"), ([good, {"id": "b", "answers": {"text": [3]}}], "answers"),
                        ([good, {"id": 3, "answers": {"text": ["x"]}}], "id"), ([good, None], r"gold\[1\]"),
                        ([], "gold"), ([{**good, "id": "z"}], "predictions"),
                        ([good, {"id": "b", "answers": ["x"]}], r"gold\[1\]")):
        with pytest.raises(ValueError, match=error):
            mhqa.evaluate("squad", said, gold)
    for options, error in (({"by": "level"}, "by expects one of"), ({"dialect": "hotpotqa"}, "dialect expects"),
                           ({"result": tmp_path / "none" / "result"}, "none")):
        with pytest.raises(ValueError, match=error):
            mhqa.evaluate("squad", said, [good], **options)
    with pytest.raises(ValueError, match="at least one gold"):
        mhqa.evaluate("squad", said, [{**good, "answers": {"text": []}}], dialect="squad-1.1")
    with pytest.raises(ValueError, match="question"):
        mhqa.evaluate("squad", said, [{**good, "question": 3}], texts=True)
    assert mhqa.evaluate("squad", said, [{**good, "question": 3}]).scores["f1"] == 100
    assert mhqa.evaluate("squad", said, [Other(good)]).scores["f1"] == 100
    assert mhqa.evaluate("squad", said * 1, [{**good, "answers": {"text": ["x", "\ud800"]}}]).scores["f1"] == 100
    for wrong in (([{Odd(): "a"}], [good]), (said, [{Odd(): "a"}])):
        with pytest.raises(RuntimeError, match="never equal"):
            mhqa.evaluate("squad", *wrong)


def test_records_may_be_an_iterator_or_an_array():
    wanted = mhqa.evaluate("hotpotqa", {"0": "emma"}, GOLD)
    numpy = pytest.importorskip("numpy")
    assert mhqa.evaluate("hotpotqa", {"0": "emma"}, (one for one in GOLD)) == wanted
    assert mhqa.evaluate("hotpotqa", {"0": "emma"}, numpy.array(GOLD, dtype=object)) == wanted
    squad = [{"id": "a", "answers": {"text": ["x"]}}]
    said = [{"id": "a", "prediction_text": "x"}]
    assert mhqa.evaluate("squad", iter(said), map(dict, squad)).scores["f1"] == 100
    with pytest.raises(TypeError, match="gold: expected a path, records or a table, found set"):
        mhqa.evaluate("hotpotqa", {"0": "emma"}, {1})


def test_probabilities_in_squads_predictions_are_not_dropped():
    gold = [{"id": "a", "answers": {"text": ["cat"]}}, {"id": "b", "answers": {"text": []}}]
    said = [{"id": "a", "prediction_text": "cat", "no_answer_probability": 0.25},
            {"id": "b", "prediction_text": "dog", "no_answer_probability": 0.75}]
    plain = [{name: one[name] for name in ("id", "prediction_text")} for one in said]
    assert mhqa.evaluate("squad", plain, gold).scores["exact"] == 50
    found = mhqa.evaluate("squad", said, gold, na_prob_threshold=0.5)
    assert found.scores["exact"] == 100
    assert found.scores["best_exact_thresh"] == 0.25
    assert found == mhqa.evaluate("squad", plain, gold, na_prob={"a": 0.25, "b": 0.75}, na_prob_threshold=0.5)
    with pytest.raises(ValueError, match=r'predictions\[0\]: expected "id" and "no_answer_probability"'):
        mhqa.evaluate("squad", [plain[0], said[1]], gold)
    with pytest.raises(ValueError, match="na_prob is for SQuAD 2.0"):
        mhqa.evaluate("squad", said[:1], gold[:1])
    with pytest.raises(ValueError, match="na_prob_threshold is for SQuAD 2.0"):
        mhqa.evaluate("squad", plain[:1], gold[:1], na_prob_threshold=0.5)


@pytest.mark.parametrize("option", [{"retrieval_limit": 3}, {"aliases": []}])
def test_records_of_squad_refuse_an_option_of_another_data_set(option):
    gold, said = [{"id": "a", "answers": {"text": ["x"]}}], [{"id": "a", "prediction_text": "x"}]
    for given in (gold, [{**gold[0], "answers": {"text": ("x",)}}]):
        with pytest.raises(ValueError, match=f"{next(iter(option))}.*the data set is squad"):
            mhqa.evaluate("squad", said, given, **option)


def test_a_guessed_data_set_takes_what_a_named_one_takes():
    guessed = mhqa.compare(GOLD, {"a": BASE, "b": BETTER}, samples=9)
    assert guessed == mhqa.compare(GOLD, {"a": BASE, "b": BETTER}, dataset="hotpotqa", samples=9)
    assert guessed.scores["em"]["difference"] == pytest.approx(2 / 3)


def test_large_results_are_printed_in_part():
    gold = [{**GOLD[0], "_id": str(i), "type": f"t{i:03}"} for i in range(999)]
    found = mhqa.evaluate("hotpotqa", {"0": "emma"}, gold, by="type")
    for shown in (repr(found), found._repr_html_()):
        assert "t018" in shown and "t019" not in shown and "980 more columns" in shown
    assert len(found.groups) == 999
    questions = [{"qid": str(i), "question": "Is silk a metal?"} for i in range(99)]
    hits = mhqa.find_evidence(questions, [{"title": "Silk", "para_id": 0, "para": "Silk is made of fibroin."}])
    assert repr(hits).endswith("(39 more rows)") and "<p>39 more rows</p>" in hits._repr_html_()
    assert "more" not in repr(mhqa.evaluate("hotpotqa", BASE, GOLD))


def two_records():
    return [{"_id": one, "question": "Who?", "answer": "Emma", "type": kind, "level": "easy",
             "supporting_facts": [["a", 0]], "context": [["a", ["Emma."]]]} for one, kind in (("1", "all"), ("2", "b"))]


def test_one_file_under_two_names_is_two_models(tmp_path):
    path = tmp_path / "said.json"
    path.write_text('{"answer": {"1": "Emma", "2": "Bob"}, "sp": {"1": [], "2": []}}')
    other = {"answer": {"1": "x", "2": "Emma"}, "sp": {"1": [], "2": []}}
    said = {"base": path, "new": other, "copy": path}
    found = mhqa.compare(two_records(), said, metrics=["em"], samples=9)
    assert found.baseline == "base"
    assert [one["model"] for one in found.unmatched] == list(said)
    assert [line["model"] for line in found.comparisons] == ["new", "copy"]


def test_a_group_named_all_is_not_the_whole():
    found = mhqa.evaluate("hotpotqa", {"1": "Emma", "2": "Bob"}, two_records(), by="type")
    names, columns = found._table()
    at = names.index("em")
    assert [column[at] for column in columns.values()] == [0.5, 1, 0]
    assert list(columns) == ["all", "type: all", "b"]


def test_one_record_is_no_dict_of_parts():
    assert mhqa.audit(two_records()[0]).counts == mhqa.audit(two_records()[:1]).counts
    assert mhqa.statistics(two_records()[0]).scores["questions"] == 1
