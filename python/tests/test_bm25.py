# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
import math
import os
import pickle
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


TEXTS = ["A red fox.", "A red hen and a fox.", "Rain over Rome, red rain.", ""]


def test_k1_and_b_replace_those_of_the_model():
    usual = mhqa.bm25(TEXTS)
    assert (usual.k1, usual.b) == (1.2, 0.75)
    assert (mhqa.bm25(TEXTS, model="pyserini").k1, mhqa.bm25(TEXTS, model="pyserini").b) == (0.9, 0.4)
    given = mhqa.bm25(TEXTS, k1=0.9, b=0.4)
    wanted = mhqa.bm25(TEXTS, model="pyserini")
    for query in ("red fox", "rain"):
        assert given.search(query).scores.tolist() == wanted.search(query).scores.tolist()
        assert given.search(query).scores.tolist() != usual.search(query).scores.tolist()
    for options, message in (({"k1": -1}, "k1: expected a number from 0"), ({"b": 1.5}, "b: expected a number from 0 to 1"),
                             ({"b": float("nan")}, "b: expected a number from 0 to 1")):
        with pytest.raises(ValueError, match=f"^{message}"):
            mhqa.bm25(TEXTS, **options)


@pytest.mark.parametrize("ids", [None, ["a", "b", "c", "d"], [1, 2, 3, 4]])
def test_an_index_is_saved_and_loaded_and_pickled(tmp_path, ids):
    made = mhqa.bm25(TEXTS, model="bm25+", stop_words=True, k1=2, b=0.1, ids=ids)
    made.save(tmp_path / "i.bm25")
    assert [one.name for one in tmp_path.iterdir()] == ["i.bm25"]
    for again in (mhqa.Bm25.load(tmp_path / "i.bm25"), pickle.loads(pickle.dumps(made))):
        assert (again.k1, again.b, again.model, again.ids, len(again)) == (2, 0.1, "bm25+", made.ids, 4)
        for query in ("the red fox", "rain", "nothing"):
            assert again.search(query).documents.tolist() == made.search(query).documents.tolist()
            assert again.search(query).scores.tolist() == made.search(query).scores.tolist()
        assert again.run({"q": "a red hen"}) == made.run({"q": "a red hen"})


def test_added_documents_are_those_of_one_index():
    for ids in (None, ["a", "b", "c", "d"]):
        options = {"model": "bm25+", "k1": 2, "b": 0.1}
        whole = mhqa.bm25(TEXTS, ids=ids, **options)
        grown = mhqa.bm25(TEXTS[:1], ids=ids and ids[:1], **options)
        grown.add([{"text": TEXTS[1]}], ids=ids and ids[1:2])
        grown.add(TEXTS[2:], titles=["", ""], ids=ids and ids[2:])
        assert grown.ids == ids
        assert pickle.dumps(grown) == pickle.dumps(whole)  # the bytes of the index, too
        assert grown.run({"q": "a red hen"}) == whole.run({"q": "a red hen"})
    numbered, named = mhqa.bm25(TEXTS), mhqa.bm25(TEXTS, ids=list("abcd"))
    for index, options, message in ((numbered, {"ids": ["x"]}, "without ids"), (named, {}, "with ids"),
                                    (named, {"ids": ["a"]}, r"ids\[0\]: the id 'a' is there twice"),
                                    (named, {"ids": []}, "ids: expected one for each of 1 documents, found 0"),
                                    (numbered, {"titles": ["x", "y"]}, "titles: expected one for each of 1 documents")):
        before = pickle.dumps(index)
        with pytest.raises(ValueError, match=message):
            index.add(["Emma."], **options)
        assert pickle.dumps(index) == before


def test_a_damaged_index_is_refused_with_its_path(tmp_path):
    path = tmp_path / "i.bm25"
    mhqa.bm25(TEXTS).save(path)
    data = path.read_bytes()
    for cut in (0, 1, 10, len(data) // 4, len(data) // 2, len(data) - 1):
        path.write_bytes(data[:cut])
        with pytest.raises(ValueError, match="i.bm25: "):
            mhqa.Bm25.load(path)
    path.write_bytes(data + b"x")
    with pytest.raises(ValueError, match="i.bm25: "):
        mhqa.Bm25.load(path)
    path.write_text("{}")
    with pytest.raises(ValueError, match="i.bm25: expected an index that Bm25.save of this version has written"):
        mhqa.Bm25.load(path)


def test_an_index_is_saved_as_other_files_are_and_a_changed_byte_is_noticed(tmp_path):
    path, link = tmp_path / "i.bm25", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    mhqa.bm25(TEXTS, ids=["fox", "hen", "rain", "none"]).save(link)
    assert link.is_symlink() and path.stat().st_mode & 0o777 == 0o640
    mask = os.umask(0o022)
    try:
        mhqa.bm25(TEXTS).save(tmp_path / "new.bm25")
    finally:
        os.umask(mask)
    assert (tmp_path / "new.bm25").stat().st_mode & 0o777 == 0o644
    data = path.read_bytes()
    for at in range(len(data)):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        with pytest.raises(ValueError, match="i.bm25: "):
            mhqa.Bm25.load(path)


def test_a_run_is_what_retrieval_takes():
    index = mhqa.bm25(TEXTS, ids=["fox", "hen", "rain", "none"])
    run = index.run({"q1": "red hen", "q2": "rain"}, k=2)
    assert list(run["q1"])[0] == "hen" and list(run["q2"]) == ["rain"]
    assert mhqa.retrieval(run, {"q1": ["hen"], "q2": ["rain"]}, at=[1]).scores["recip_rank"] == 1
    assert list(mhqa.bm25(TEXTS).run({"q": "hen"})["q"]) == ["1"]
    with pytest.raises(ValueError, match="^ids: expected one for each of 4 documents, found 1"):
        mhqa.bm25(TEXTS, ids=["a"])
    with pytest.raises(ValueError, match=r"^ids\[3\]: the id 'a' is there twice"):
        mhqa.bm25(TEXTS, ids=["a", "b", "c", "a"])
    with pytest.raises(TypeError, match="^queries: expected a dict"):
        index.run(["x"])
