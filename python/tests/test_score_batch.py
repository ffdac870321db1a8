# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
import random

import numpy
import published
import pytest

import mhqa

COLUMNS = ("f1", "em", "precision", "recall")
WORDS = [
    "the",
    "a",
    "An",
    "cat",
    "Cat.",
    "dog",
    "U.S.",
    "yes",
    "no",
    "noanswer",
    "Éa",
    "don’t",
    "a-b",
    "",
    " ",
    "ß",
    "İ",
]


def made_up(n, seed=1):
    draw = random.Random(seed)
    return [" ".join(draw.choices(WORDS, k=draw.randrange(7))) for _ in range(n)]


def rows(out):
    return list(zip(*(out[name].tolist() for name in COLUMNS)))


def test_a_hand_worked_case():
    # "president barack obama" and "barack obama" share 2 words: precision 2/3, recall 1, F1 0.8.
    out = mhqa.score_batch(["President Barack Obama"], ["the Barack Obama"], dtype="float64")
    assert list(out) == list(COLUMNS)
    assert rows(out) == [(2 * (2 / 3) / (2 / 3 + 1), 0.0, 2 / 3, 1.0)]


def test_equals_the_golden_answers(golden):
    pairs = golden("answer/pairs.jsonl")
    predictions = [pair["prediction"] for pair in pairs]
    golds = [pair["gold"] for pair in pairs]
    for dialect, names in {"hotpotqa": COLUMNS, "musique": ("f1", "em")}.items():
        key = "hotpotqa" if dialect == "hotpotqa" else "squad"
        out = mhqa.score_batch(predictions, golds, dialect, "float64")
        for name in names:
            want = [pair[key][name] for pair in pairs]
            numpy.testing.assert_allclose(out[name], want, rtol=0, atol=1e-12, err_msg=f"{dialect} {name}")


def test_equals_the_published_rules_with_one_gold_and_with_several():
    predictions, draw = made_up(3000), random.Random(2)
    golds = [draw.choices(predictions, k=draw.randrange(1, 5)) for _ in predictions]
    dialects = {
        "hotpotqa": {},
        "2wiki-1.1": {},
        "squad-1.1": {"closed": ()},
        "musique": {"closed": (), "both_empty": 1.0},
    }
    for dialect, rules in dialects.items():
        want = [published.best(p, g, **rules) for p, g in zip(predictions, golds)]
        assert rows(mhqa.score_batch(predictions, golds, dialect, "float64")) == want
        want = [published.scores(p, g[0], **rules) for p, g in zip(predictions, golds)]
        assert rows(mhqa.score_batch(predictions, [g[0] for g in golds], dialect, "float64")) == want


def test_golds_that_repeat_score_as_golds_that_do_not():
    predictions, golds = made_up(800), made_up(100, seed=3)
    alone = [published.scores(p, golds[i // 8]) for i, p in enumerate(predictions)]
    same_object = [golds[i // 8] for i in range(800)]
    equal_lists = [["".join(list(golds[i // 8]))] for i in range(800)]
    shuffled = list(range(800))
    random.Random(4).shuffle(shuffled)
    assert rows(mhqa.score_batch(predictions, same_object, dtype="float64")) == alone
    assert rows(mhqa.score_batch(predictions, equal_lists, dtype="float64")) == alone
    out = mhqa.score_batch([predictions[i] for i in shuffled], [same_object[i] for i in shuffled], dtype="float64")
    assert rows(out) == [alone[i] for i in shuffled]


def test_neighbours_that_are_equal_keep_their_own_number_of_golds():
    golds = [["cat"], ["cat"], ["cat", "dog"], ["cat", "dog"], "cat", "cat", ["dog"]]
    out = mhqa.score_batch(["dog"] * 7, golds)
    assert out["em"].tolist() == [0, 0, 1, 1, 0, 0, 1]


def test_float32_is_the_published_value_rounded_once():
    predictions, golds = made_up(500), made_up(500, seed=9)
    wide = mhqa.score_batch(predictions, golds, dtype="float64")
    for dtype in ("float32", numpy.float32, numpy.dtype("float32")):
        narrow = mhqa.score_batch(predictions, golds, dtype=dtype)
        for name in COLUMNS:
            assert narrow[name].dtype == numpy.float32
            assert wide[name].dtype == numpy.float64
            assert narrow[name].tolist() == wide[name].astype(numpy.float32).tolist()


def test_any_iterable_of_strings_will_do():
    want = mhqa.score_batch(["a cat", "dog"], [["cat", "x"], ["y"]])["em"].tolist()
    assert want == [1, 0]
    for predictions, golds in [
        (("a cat", "dog"), (("cat", "x"), ("y",))),
        (numpy.array(["a cat", "dog"]), [numpy.array(["cat", "x"]), numpy.array(["y"], dtype=object)]),
        ((text for text in ["a cat", "dog"]), ((gold for gold in row) for row in [["cat", "x"], ["y"]])),
        ({"a cat": 0, "dog": 1}.keys(), [["cat", "x"], "y"]),
    ]:
        assert mhqa.score_batch(predictions, golds)["em"].tolist() == want


@pytest.mark.parametrize(
    "prediction, gold, em, f1",
    [
        ("", "", 1, 0),
        ("The", "an", 1, 0),
        ("\ud800", "\ud800", 1, 1),  # a lone surrogate is a word like any other
        ("\ud800", "\ud801", 0, 0),
        ("cat\udfff", "cat \udfff", 0, 0),
        ("\udcff cat", "cat \udcff", 0, 1),
        ("\0cat", "\0CAT", 1, 1),
        ("😀 cat", "cat", 0, 2 / 3),
        ("cat\u3000the\u00a0dog", "cat dog", 1, 1),
    ],
)
def test_odd_strings(prediction, gold, em, f1):
    out = mhqa.score_batch([prediction], [gold], dtype="float64")
    assert (out["em"][0], out["f1"][0]) == (em, pytest.approx(f1, abs=1e-15))


def test_blank_golds_are_dropped_where_the_dialect_says_so():
    out = mhqa.score_batch(["", "cat", "cat"], [[], ["the"], ["", "cat"]], "squad-2.0")
    assert out["f1"].tolist() == [1, 0, 1]


def test_strategyqa_compares_whole_texts():
    assert mhqa.score_batch(["True", "the True"], ["True", "True"], "strategyqa")["em"].tolist() == [1, 0]


def test_all_dialects_are_named():
    assert mhqa.dialects[0] == "hotpotqa"
    for dialect in mhqa.dialects:
        assert mhqa.score_batch(["cat"], ["cat"], dialect)["em"].tolist() == [1]


BAD = [
    ((None, ["a"]), TypeError, "predictions: expected a list, found NoneType"),
    ((7, ["a"]), TypeError, "predictions: expected a list, found int"),
    (("cat", ["a"]), TypeError, "predictions: expected a list, found str"),
    ((b"cat", ["a"]), TypeError, "predictions: expected a list, found bytes"),
    (({"cat": 1}, ["a"]), TypeError, "predictions: expected a list, found dict"),
    (({"cat"}, ["a"]), TypeError, "predictions: expected a list, found set"),
    (([None], ["a"]), TypeError, r"predictions\[0\]: expected a string, found NoneType"),
    ((["a", b"b"], ["a", "b"]), TypeError, r"predictions\[1\]: expected a string, found bytes"),
    (([["a"]], ["a"]), TypeError, r"predictions\[0\]: expected a string, found list"),
    ((["a"], None), TypeError, "golds: expected a list, found NoneType"),
    ((["a"], "a"), TypeError, "golds: expected a list, found str"),
    ((["a"], [3]), TypeError, r"golds\[0\]: expected a list, found int"),
    ((["a"], [b"a"]), TypeError, r"golds\[0\]: expected a list, found bytes"),
    ((["a"], [{"a"}]), TypeError, r"golds\[0\]: expected a list, found set"),
    ((["a"], [["a", None]]), TypeError, r"golds\[0\]: expected a string, found NoneType"),
    ((["a"], [[["a"]]]), TypeError, r"golds\[0\]: expected a string, found list"),
    ((["a", "b"], ["a", []]), ValueError, r"golds\[1\]: expected at least one gold answer"),
    (([], []), ValueError, "predictions: expected at least one"),
    ((["a"], []), ValueError, "golds: expected one item for each of 1 predictions, found 0"),
    ((["a"], ["a", "b"]), ValueError, "golds: expected one item for each of 1 predictions, found 2"),
    ((["a"], ["a"], "hotpot"), ValueError, "dialect: expected one of hotpotqa, .*; found hotpot"),
    ((["a"], ["a"], None), TypeError, ""),
    ((["a"], ["a"], "\ud800"), ValueError, "dialect: expected a string of valid characters"),
    ((["a"], ["a"], 3), TypeError, ""),
    ((["a"], ["a"], "hotpotqa", "float16"), ValueError, "dtype: expected float32 or float64, found float16"),
    ((["a"], ["a"], "hotpotqa", "int32"), ValueError, "dtype: .* found int32"),
    ((["a"], ["a"], "hotpotqa", None), TypeError, "dtype"),
    ((["a"], ["a"], "hotpotqa", "nonsense"), TypeError, ""),
]


@pytest.mark.parametrize("arguments, error, message", BAD)
def test_bad_calls(arguments, error, message):
    with pytest.raises(error, match=message or None):
        mhqa.score_batch(*arguments)


@pytest.mark.parametrize("error", [KeyError, TypeError, ValueError, KeyboardInterrupt])
def test_an_error_of_the_callers_own_iterator_comes_through(error):
    def broken(one="cat"):
        yield one
        raise error("mine")

    texts = ["<answer> cat </answer>"] * 2
    for call in (
        lambda: mhqa.score_batch(broken(), ["cat", "dog"]),
        lambda: mhqa.score_batch(["cat", "dog"], broken()),
        lambda: mhqa.score_batch(["cat", "dog"], [["cat"], broken()]),
        lambda: mhqa.rewards(broken(texts[0]), ["cat", "dog"], rule="verl_search_r1_like"),
        lambda: mhqa.rewards(texts, broken(), rule="verl_search_r1_like"),
        lambda: mhqa.rewards(texts, ["cat", broken()], rule="verl_search_r1_like"),
        lambda: mhqa.bm25(broken()),
        lambda: mhqa.bm25(["cat", "dog"]).search(broken(), k=1),
    ):
        with pytest.raises(error, match="mine"):
            call()


def test_columns_are_written_into_arrays_of_the_caller():
    f1 = numpy.full(2, -1.0, "float32")
    out = {"f1": f1}
    assert mhqa.score_batch(["a cat", "dog"], ["cat", "ox"], out=out) is out
    assert f1.tolist() == [1, 0]
    with pytest.raises(ValueError, match=r"out\[f1\]: expected elements of type float64, found float32"):
        mhqa.score_batch(["a cat", "dog"], ["cat", "ox"], dtype="float64", out=out)
    with pytest.raises(ValueError, match="out: expected no other columns than f1, em, precision, recall"):
        mhqa.score_batch(["a cat"], ["cat"], out={"reward": f1})
    assert f1.tolist() == [1, 0]
