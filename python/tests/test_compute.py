# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
import doctest
import importlib

import pytest

import mhqa


def test_means_in_the_dialects_scale():
    predictions, references = ["a cat", "dog x", ""], ["cat", ["cow", "dog"], "the"]
    found = mhqa.compute(predictions=predictions, references=references)
    assert list(found) == ["exact_match", "f1", "precision", "recall"]
    assert found["exact_match"] == pytest.approx(100 * 2 / 3, abs=1e-12)
    assert found["f1"] == pytest.approx(100 * (1 + 2 / 3 + 0) / 3, abs=1e-12)
    fractions = mhqa.compute(predictions=predictions, references=references, dialect="musique")
    assert fractions["f1"] == pytest.approx((1 + 2 / 3 + 1) / 3, abs=1e-12)


def test_equals_the_golden_results_of_squad(golden):
    gold, wanted = golden("squad1/gold.json"), golden("squad1/expected.json")
    texts = golden("squad1/predictions.json")
    references = [
        {"id": question["id"], "answers": {"text": [a["text"] for a in question["answers"]], "answer_start": []}}
        for article in gold["data"]
        for paragraph in article["paragraphs"]
        for question in paragraph["qas"]
    ]
    known = {reference["id"] for reference in references}
    predictions = [{"id": key, "prediction_text": text} for key, text in texts.items() if key in known]
    missing = known - set(texts)  # the published program gives them 0
    answered = [reference for reference in references if reference["id"] not in missing]
    found = mhqa.compute(predictions=predictions[::-1], references=answered)
    for name in ("exact_match", "f1"):
        share = len(answered) / len(references)
        assert found[name] * share == pytest.approx(wanted["metrics"][name], abs=1e-9)


def answer(key, *texts):
    return {"id": key, "answers": {"text": list(texts), "answer_start": [0] * len(texts)}}


def test_dicts_are_paired_by_id():
    predictions = [{"id": "2", "prediction_text": "dog"}, {"id": "1", "prediction_text": "cat"}]
    found = mhqa.compute(predictions=predictions, references=[answer("1", "cat"), answer("2", "x", "dog")])
    assert found["exact_match"] == 100


GOOD = {"id": "1", "prediction_text": "cat"}


@pytest.mark.parametrize(
    "predictions, references, error",
    [
        (None, ["a"], TypeError),
        ("a", ["a"], TypeError),
        (["a"], None, TypeError),
        (["a"], "a", TypeError),
        ([], [], ValueError),
        (["a"], ["a", "b"], ValueError),
        ([3], ["a"], TypeError),
        (["a"], [3], TypeError),
        (["a"], [[]], ValueError),
        ([GOOD], ["cat"], TypeError),
        (["cat"], [answer("1", "cat")], TypeError),
        ([{"id": "1"}], [answer("1", "cat")], ValueError),
        ([{"prediction_text": "cat"}], [answer("1", "cat")], ValueError),
        ([GOOD, GOOD], [answer("1", "cat")], ValueError),
        ([GOOD], [answer("1", "cat"), answer("1", "cat")], ValueError),
        ([GOOD], [answer("2", "cat")], ValueError),
        ([GOOD, {"id": "2", "prediction_text": "x"}], [answer("1", "cat")], ValueError),
        ([GOOD], [{"id": "1", "answers": ["cat"]}], ValueError),
        ([GOOD], [{"id": "1", "answers": {}}], ValueError),
        ([GOOD], [{"id": "1"}], ValueError),
        ([GOOD], [answer("1")], ValueError),
        ([{"id": ["1"], "prediction_text": "cat"}], [answer("1", "cat")], TypeError),
        ([{"id": "1", "prediction_text": None}], [answer("1", "cat")], TypeError),
    ],
)
def test_bad_calls(predictions, references, error):
    with pytest.raises(error):
        mhqa.compute(predictions=predictions, references=references)


@pytest.mark.parametrize(
    "module", ["_bm25", "_compose", "_evaluate", "_published", "_reports", "_scores", "_threads", "_trainers", "dates"]
)
def test_the_examples_of_the_documentation(module):
    found = doctest.testmod(importlib.import_module(f"mhqa.{module}"))
    assert found.attempted > 0
    assert found.failed == 0


def test_every_public_name_is_documented():
    for name in mhqa.__all__:
        value = getattr(mhqa, name)
        assert not callable(value) or (value.__doc__ and (isinstance(value, type) or value.__annotations__)), name


def test_tables_of_predictions_and_references_are_their_rows():
    """A table iterates over its columns or their names, which are no predictions."""
    said = [{"id": "a", "prediction_text": "the cat"}, {"id": "b", "prediction_text": "x"}]
    gold = [{"id": "b", "answers": {"text": ["dog"]}}, {"id": "a", "answers": {"text": ["cat", "cats"]}}]
    wanted = mhqa.compute(predictions=said, references=gold)
    assert wanted["exact_match"] == 50
    pandas, polars, arrow = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    for table in (pandas.DataFrame, polars.DataFrame, arrow.Table.from_pylist, iter):
        assert mhqa.compute(predictions=table(said), references=table(gold)) == wanted
    with pytest.raises(TypeError, match="expected"):
        mhqa.compute(predictions=pandas.DataFrame({"x": ["x"]}), references=["x"])


def test_an_error_of_a_keys_own_comparison_is_the_callers():
    class Odd:
        def __hash__(self):
            return hash("id")

        def __eq__(self, other):
            raise RuntimeError("never equal")

    good = {"id": "a", "prediction_text": "x"}
    with pytest.raises(RuntimeError, match="never equal"):
        mhqa.compute(predictions=[{Odd(): "a"}], references=[good])
