# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Columns through the Arrow C data interface."""
import datetime

import numpy
import pytest

import mhqa
from mhqa import _core

pa = pytest.importorskip("pyarrow")

TEXTS = ["a black cat", "", "Émile was here, in the year of 1889", "no", "x" * 13, "dog"]
GOLDS = ["cat", "", "Émile", "no", "x" * 13, "the cat"]
WANTED = mhqa.score_batch(TEXTS, GOLDS, dtype="float64")["f1"].tolist()


def columns_of(texts):
    """The texts in every layout that holds strings."""
    plain = pa.array(texts)
    yield "string", plain
    yield "large_string", pa.array(texts, pa.large_string())
    yield "string_view", pa.array(texts, pa.string_view())
    yield "binary", pa.array([text.encode() for text in texts])
    yield "chunked", pa.chunked_array([plain.slice(0, 2), plain.slice(2, 1), pa.array([], pa.string()), plain.slice(3)])
    yield "sliced", pa.concat_arrays([pa.array(["é", "?"]), plain, pa.array(["!"])]).slice(2, len(texts))
    yield "sliced_view", pa.array(["é" * 20, "?", *texts], pa.string_view()).slice(2)
    yield "dictionary", plain.dictionary_encode()
    yield "dictionary_of_large", pa.array(texts, pa.large_string()).dictionary_encode()
    for index in (pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.uint32(), pa.int64(), pa.uint64()):
        keys = pa.array(range(len(texts)), index)
        yield f"dictionary_{index}", pa.DictionaryArray.from_arrays(keys, plain)
    yield "without_nulls_but_bitmap", pa.array([*texts, None]).slice(0, len(texts))


COLUMNS = list(columns_of(TEXTS))


@pytest.mark.parametrize("name, column", COLUMNS, ids=[name for name, _ in COLUMNS])
def test_all_layouts_of_strings_are_read(name, column):
    assert mhqa.score_batch(column, GOLDS, dtype="float64")["f1"].tolist() == WANTED
    assert mhqa.score_batch(GOLDS, column, dtype="float64")["f1"].tolist() == (
        mhqa.score_batch(GOLDS, TEXTS, dtype="float64")["f1"].tolist()
    )
    assert mhqa.rewards(column, GOLDS, "whole", dtype="float64")["f1"].tolist() == WANTED
    assert mhqa.rewards(column, GOLDS, rule="slime_f1")["reward"].tolist() == (
        mhqa.rewards(TEXTS, GOLDS, rule="slime_f1")["reward"].tolist()
    )
    assert mhqa.score(column, column, "flashrag") == mhqa.score(TEXTS, TEXTS, "flashrag")
    assert mhqa.verdicts(column, column, "verl_search_r1_like") == mhqa.verdicts(TEXTS, TEXTS, "verl_search_r1_like")


def lists_of(golds):
    plain = pa.array(golds)
    yield "list", plain
    yield "large_list", pa.array(golds, pa.large_list(pa.string()))
    yield "list_of_views", pa.array(golds, pa.list_(pa.string_view()))
    yield "list_view", pa.array(golds, pa.list_view(pa.string()))
    yield "large_list_view", pa.array(golds, pa.large_list_view(pa.string()))
    yield "chunked", pa.chunked_array([plain.slice(0, 1), plain.slice(1)])
    yield "sliced", pa.concat_arrays([pa.array([["?", "!"]]), plain]).slice(1)
    yield "sliced_twice", pa.concat_arrays([pa.array([["?"], ["!"]]), plain]).slice(1).slice(1)
    yield "list_of_dictionaries", pa.ListArray.from_arrays(plain.offsets, plain.values.dictionary_encode())


LISTS = [["cat", "dog"], ["dog"], ["dog"], ["Émile", "1889", ""]]


@pytest.mark.parametrize("name, column", list(lists_of(LISTS)), ids=[name for name, _ in lists_of(LISTS)])
def test_all_layouts_of_lists_are_golds(name, column):
    texts = ["black cat", "dogs", "dog", "in 1889"]
    wanted = mhqa.score_batch(texts, LISTS, dtype="float64")
    found = mhqa.score_batch(texts, column, dtype="float64")
    assert {name: values.tolist() for name, values in found.items()} == {n: v.tolist() for n, v in wanted.items()}
    assert mhqa.score(column, column, "drop") == mhqa.score(LISTS, LISTS, "drop")


def test_lists_of_fixed_size_are_golds():
    column = pa.array([["a", "cat"], ["dog", "x"]], pa.list_(pa.string(), 2))
    assert mhqa.score_batch(["cat", "x"], column)["em"].tolist() == [1, 1]
    assert mhqa.score_batch(["x"], column.slice(1))["em"].tolist() == [1]


def test_texts_are_not_copied():
    column = pa.array(TEXTS)
    data, offsets = column.buffers()[2].address, numpy.frombuffer(column.buffers()[1], "int32").tolist()
    assert _core.addresses(column)[2] == data + offsets[2]
    assert _core.addresses(column.slice(2))[0] == data + offsets[2]
    assert _core.addresses(pa.chunked_array([column, column]))[8] == data + offsets[2]
    large = pa.array(TEXTS, pa.large_string())
    assert _core.addresses(large)[0] == large.buffers()[2].address
    view = pa.array(TEXTS, pa.string_view())
    assert _core.addresses(view)[2] == view.buffers()[2].address
    encoded = column.dictionary_encode()
    assert _core.addresses(encoded)[0] == encoded.dictionary.buffers()[2].address
    lists = pa.array(LISTS)
    assert _core.addresses(lists)[0] == lists.values.buffers()[2].address


def test_a_column_outlives_its_owner_during_the_call():
    assert mhqa.score_batch(pa.array(["cat"] * 3000).slice(1000), pa.array(["cat"] * 2000))["em"].sum() == 2000


def damaged(text):
    """A column of strings with bytes that are not UTF-8."""
    return pa.Array.from_buffers(
        pa.string(), 2, [None, pa.py_buffer(numpy.array([0, 1, 1 + len(text)], "int32")), pa.py_buffer(b"a" + text)]
    )


@pytest.mark.parametrize(
    "column, message",
    [
        (pa.array(["a", None, "b"]), r"predictions\[1\]: expected a string, found null"),
        (pa.array([None, None, None]), r"predictions\[0\]: expected a string, found null"),
        (pa.array([None, None, None], pa.string()), r"predictions\[0\]: expected a string, found null"),
        (pa.array(["a", "b", None, None]).slice(1, 3), r"predictions\[1\]: expected a string, found null"),
        (pa.chunked_array([["a", "b"], ["c", None]]), r"predictions\[3\]: expected a string, found null"),
        (pa.array(["a", None]).dictionary_encode(), r"predictions\[1\]: expected a string, found null"),
        (pa.DictionaryArray.from_arrays(pa.array([0, 1]), pa.array(["a", None])), r"predictions\[1\]: .* null"),
        (pa.array([1, 2]), "predictions: expected a column of strings, found whole numbers"),
        (pa.array([1.5]), "predictions: expected a column of strings, found floating-point numbers"),
        (pa.array([True]), "predictions: expected a column of strings, found booleans"),
        (pa.array([["a"]]), "predictions: expected a column of strings, found nested lists"),
        (pa.array([{"a": 1}]), "predictions: expected a column of strings, found a table or structs"),
        (pa.table({"a": ["x"]}), "predictions: expected a column of strings, found a table or structs"),
        (pa.array([datetime.date(2000, 1, 1)]), "predictions: expected a column of strings, found times"),
        (pa.array([1, 2]).dictionary_encode(), "found a dictionary of whole numbers"),
        (damaged(b"\xff"), r"predictions\[1\]: expected valid UTF-8"),
        (damaged(b"abcdefgh\xc3"), r"predictions\[1\]: expected valid UTF-8"),
        (damaged(b"\xed\xa0\x80"), r"predictions\[1\]: expected valid UTF-8"),
    ],
)
def test_bad_columns_are_refused_with_the_row(column, message):
    with pytest.raises(ValueError, match=message):
        mhqa.score_batch(column, ["x"] * 3)


@pytest.mark.parametrize("kind, width", [(pa.string(), "int32"), (pa.large_string(), "int64"), (pa.binary(), "int32")])
@pytest.mark.parametrize("offsets", [[0, 2_000_000_000, 3], [0, 4, 3], [0, -1, 3]])
def test_an_offset_beyond_the_last_is_refused_before_it_is_read(kind, width, offsets):
    column = pa.Array.from_buffers(kind, 2, [None, pa.py_buffer(numpy.array(offsets, width)), pa.py_buffer(b"abc")])
    with pytest.raises(ValueError, match=r"predictions\[0\]: expected consistent Arrow memory, found an offset out of range"):
        mhqa.score_batch(column, ["x", "y"])


@pytest.mark.parametrize(
    "golds, message",
    [
        (pa.array([["a"], None]), r"golds\[1\]: expected a list of strings, found null"),
        (pa.array([["a"], ["b", None]]), r"golds\[1\]: expected a string, found null"),
        (pa.array([["a"], []]), r"golds\[1\]: expected at least one gold answer"),
        (pa.array([[["a"]]]), "golds: expected a column of strings or of lists of strings, found nested lists"),
        (pa.array([[1]]), "golds: expected a column of strings or of lists of strings, found nested lists"),
        (pa.array(["a", None]), r"golds\[1\]: expected a string, found null"),
        (pa.array(["a"]), "golds: expected one item for each of 2 predictions, found 1"),
    ],
)
def test_bad_golds_are_refused_with_the_row(golds, message):
    with pytest.raises(ValueError, match=message):
        mhqa.score_batch(["a", "b"], golds)


def test_columns_of_trainers():
    texts, truths = pa.array(["<answer>cat</answer>", "x"]), pa.array(["cat", "dog"])
    assert mhqa.compute_score(solution_strs=texts, ground_truths=truths) == [1, 0]
    assert mhqa.compute_score(solution_strs=texts, ground_truths=pa.array(["cat", "dog"])) == [1, 0]
    assert mhqa.trl_reward()(texts, answer=pa.array(["cat", None])) == [1, None]
    assert mhqa.compute(predictions=pa.array(["cat"]), references=pa.array([["cat"]]))["f1"] == 100
    assert mhqa.compute_score("", "<answer>cat</answer>", truths[0]) == 1


def test_offsets_of_32_bits_are_read():
    column = pa.array(["<answer>cat</answer>", "<answer>dog</answer>"])
    _, offsets, data = column.buffers()
    pair = (numpy.frombuffer(data, "uint8"), numpy.frombuffer(offsets, "int32"))
    assert mhqa.rewards(pair, ["cat", "cat"])["em"].tolist() == [1, 0]


def test_series_of_pandas():
    pandas = pytest.importorskip("pandas")
    for series in (pandas.Series(TEXTS), pandas.Series(TEXTS, dtype="string"), pandas.Series(TEXTS, dtype="category")):
        assert mhqa.score_batch(series, pandas.Series(GOLDS), dtype="float64")["f1"].tolist() == WANTED
    arrow = pandas.Series(TEXTS, dtype=pandas.ArrowDtype(pa.string()))
    assert mhqa.score_batch(arrow, GOLDS, dtype="float64")["f1"].tolist() == WANTED
    assert mhqa.score_batch(["cat"], pandas.Series([["cat", "dog"]]))["em"].tolist() == [1]
    with pytest.raises((TypeError, ValueError), match=r"predictions\[1\]: expected a string, found (float|int)"):
        mhqa.score_batch(pandas.Series(["a", 1], dtype=object), ["a", "b"])
    with pytest.raises((TypeError, ValueError), match=r"predictions\[1\]: expected a string, found"):
        mhqa.score_batch(pandas.Series(["a", None], dtype=object), ["a", "b"])


def test_series_of_polars():
    polars = pytest.importorskip("polars")
    for series in (polars.Series(TEXTS), polars.Series(TEXTS, dtype=polars.Categorical)):
        assert mhqa.score_batch(series, polars.Series(GOLDS), dtype="float64")["f1"].tolist() == WANTED
    assert mhqa.score_batch(["x", "dog"], polars.Series([["cat"], ["x", "dog"]]))["em"].tolist() == [0, 1]
    with pytest.raises(ValueError, match=r"predictions\[1\]: expected a string, found null"):
        mhqa.score_batch(polars.Series(["a", None]), ["a", "b"])
    with pytest.raises(ValueError, match="predictions: expected a column of strings, found whole numbers"):
        mhqa.score_batch(polars.Series([1, 2]), ["a", "b"])


def test_columns_of_hugging_face():
    datasets = pytest.importorskip("datasets")
    table = datasets.Dataset.from_dict({"text": TEXTS, "gold": [[gold] for gold in GOLDS]})
    assert mhqa.score_batch(table["text"], table["gold"], dtype="float64")["f1"].tolist() == WANTED
    arrow = table.with_format("arrow")[:]
    assert mhqa.score_batch(arrow["text"], arrow["gold"], dtype="float64")["f1"].tolist() == WANTED


class Broken:
    def __init__(self, export):
        self.export = export

    def __arrow_c_stream__(self, requested_schema=None):
        return self.export()


def fails():
    raise RuntimeError("no table")


@pytest.mark.parametrize("export, error", [(fails, RuntimeError), (lambda: 3, ValueError), (lambda: None, ValueError)])
def test_broken_exporters_raise(export, error):
    with pytest.raises(error):
        mhqa.score_batch(Broken(export), ["a"])


class Exported:
    """Exports the same capsules at each call."""

    def __init__(self, capsules):
        if isinstance(capsules, tuple):
            self.__arrow_c_array__ = lambda: capsules
        else:
            self.__arrow_c_stream__ = lambda: capsules


def test_capsules_that_were_read_before():
    for given in (Exported(pa.chunked_array([["a", "b"]]).__arrow_c_stream__()),
                  Exported(pa.array(["a", "b"]).__arrow_c_array__())):
        assert mhqa.score_batch(given, ["x", "b"])["em"].tolist() == [0, 1]
        with pytest.raises(ValueError, match='predictions: expected a capsule "arrow_.*" that was not read before'):
            mhqa.score_batch(given, ["x", "b"])


def test_what_is_no_capsule():
    strings, lists = (pa.array(rows).__arrow_c_array__() for rows in (["a", "b"], [["x"], ["y"]]))
    for given, wanted in ((None, "arrow_array_stream"), (3, "arrow_array_stream"), ((None, None), "arrow_schema"),
                          (strings[::-1], "arrow_schema"), ((strings[0], None), "arrow_array")):
        with pytest.raises(ValueError, match=f'predictions: expected a capsule "{wanted}"'):
            mhqa.score_batch(Exported(given), ["x", "b"])
    strings = pa.array(["a", "b"]).__arrow_c_array__()
    with pytest.raises(ValueError, match="predictions: expected consistent Arrow memory, found the number of buffers"):
        mhqa.score_batch(Exported((strings[0], lists[1])), ["x", "b"])
    strings, lists = (pa.array(rows).__arrow_c_array__() for rows in (["a", "b"], [["x"], ["y"]]))
    with pytest.raises(ValueError, match="golds: expected consistent Arrow memory, found the number of"):
        mhqa.score_batch(["x", "b"], Exported((lists[0], strings[1])))
