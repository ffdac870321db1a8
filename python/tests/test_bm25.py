# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
import math
import threading

import pytest

import mhqa

DOCUMENTS = ["A red fox.", "A red hen and a fox.", "Rain.", ""]


def test_a_hand_worked_score():
    index = mhqa.bm25(DOCUMENTS)
    hits = index.search("hen")
    # One of four documents has "hen"; lucene's k1 = 1.2, b = 0.75. Lengths without stop words: 2, 3, 1, 0.
    weight = math.log(1 + (4 - 1 + 0.5) / 1.5) / (1 + 1.2 * (0.25 + 0.75 * 3 / 1.5))
    assert hits.documents.tolist() == [[1, -1, -1, -1]]
    assert hits.scores[0, 0] == pytest.approx(weight, rel=1e-6)
    assert hits.scores[0, 1:].tolist() == [0, 0, 0]
    assert len(index) == 4
    assert repr(index) == "<mhqa.Bm25 lucene: 4 documents, 4 terms>"


def test_ties_are_in_order_and_unknown_words_are_ignored():
    index = mhqa.bm25(["fox", "hen", "fox"])
    assert index.search(["fox zebra", "zebra", ""], k=2).documents.tolist() == [[0, 2], [-1, -1], [-1, -1]]


def test_titles_and_stop_words():
    paragraphs = [{"title": "Emma", "text": "A novel."}, {"title": "Rain", "text": "It is the water."}]
    assert mhqa.bm25(paragraphs).search("emma", 1).documents.tolist() == [[0]]
    assert mhqa.bm25(["A novel.", "Water"], titles=["Emma", ""]).search("emma", 1).documents.tolist() == [[0]]
    assert mhqa.bm25(paragraphs).search("it is", 1).documents.tolist() == [[-1]]
    assert mhqa.bm25(paragraphs, stop_words=True).search("it is", 1).documents.tolist() == [[1]]


def test_models_differ():
    scores = {name: mhqa.bm25(DOCUMENTS, model=name).search("hen").scores[0, 0] for name in ("lucene", "bm25s", "pisa")}
    assert len(set(scores.values())) == 3


def test_arrow_columns_are_documents_and_queries():
    pa = pytest.importorskip("pyarrow")
    index = mhqa.bm25(pa.array(DOCUMENTS))
    assert index.search(pa.array(["hen", "rain"]), 1).documents.tolist() == [[1], [2]]


def test_threads_share_an_index():
    index = mhqa.bm25([f"word{i % 50} other{i % 7}" for i in range(5000)])
    queries = [f"word{i % 50} other{i % 3}" for i in range(500)]
    wanted = index.search(queries).documents.tolist()
    found = []
    threads = [threading.Thread(target=lambda: found.append(index.search(queries).documents.tolist())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [wanted] * 4


@pytest.mark.parametrize(
    "arguments, error, message",
    [
        (([],), ValueError, "documents: expected at least one"),
        (("fox",), TypeError, "documents: expected a list, found str"),
        ((["fox", 3],), TypeError, r"documents\[1\]: expected a string, found int"),
        (([{"text": "a"}, "b"],), TypeError, r"documents\[1\]: expected a dict, as the first, found str"),
        (([{"title": "a"}],), ValueError, r'documents\[0\]: expected a dict with "text"'),
    ],
)
def test_bad_documents(arguments, error, message):
    with pytest.raises(error, match=message):
        mhqa.bm25(*arguments)


def test_bad_options():
    with pytest.raises(ValueError, match="model: expected one of lucene, .*; found x"):
        mhqa.bm25(DOCUMENTS, model="x")
    with pytest.raises(ValueError, match="titles: expected one for each of 4 documents, found 1"):
        mhqa.bm25(DOCUMENTS, titles=["x"])
    with pytest.raises(ValueError, match="k: expected a number from 1 to .*, found 0"):
        mhqa.bm25(DOCUMENTS).search("x", 0)
    with pytest.raises(TypeError, match="k: expected a whole number, found str"):
        mhqa.bm25(DOCUMENTS).search("x", "1")
    with pytest.raises(TypeError, match=r"queries\[0\]: expected a string, found int"):
        mhqa.bm25(DOCUMENTS).search([3])
