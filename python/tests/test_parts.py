# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Evaluations in parts: any number and order, through bytes, pickles, Arrow and processes, give that of one run."""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import os
import pickle
import random
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

import mhqa

DATA = Path(__file__).parents[2] / "examples" / "data"
SETS = {
    "hotpotqa": ("predictions.json", "gold.json", "type"),
    "2wikimultihopqa": ("predictions.json", "gold.json", "type"),
    "hieradate": ("predictions.json", "gold.json", "kind"),
    "musique": ("predictions.jsonl", "gold.jsonl", "hops"),
    "strategyqa": ("predictions.json", "gold.json", "answer"),
}


def files(dataset: str) -> tuple[str, str, str]:
    predictions, gold, by = SETS[dataset]
    return str(DATA / dataset / predictions), str(DATA / dataset / gold), by


@pytest.mark.parametrize("dataset", SETS)
@pytest.mark.parametrize("count", [1, 2, 8, 64])
def test_parts_give_the_evaluation_of_one_run(dataset: str, count: int) -> None:
    predictions, gold, by = files(dataset)
    whole = mhqa.evaluate(dataset, predictions, gold, by=by)
    parts = [mhqa.evaluate_part(dataset, predictions, gold, (i, count), by=by) for i in range(count)]
    random.Random(count).shuffle(parts)
    assert mhqa.merge(parts).to_dict() == whole.to_dict()
    assert mhqa.merge(part.to_bytes() for part in parts).to_dict() == whole.to_dict()
    total = parts[0]
    for part in parts[1:]:
        total = pickle.loads(pickle.dumps(total)) + part
    assert mhqa.merge([total]).to_dict() == whole.to_dict()


def test_records_with_own_files() -> None:
    gold = [{"_id": str(i), "answer": "Emma", "supporting_facts": [["Emma", 0]]} for i in range(10)]
    said = {str(i): "Emma" if i % 3 else "Anne" for i in range(9)}
    whole = mhqa.evaluate("hotpotqa", said, gold)
    parts = [
        mhqa.evaluate_part("hotpotqa", {k: v for k, v in said.items() if int(k) // 5 == i}, gold[5 * i : 5 * i + 5], (i, 2),
                           own_files=True, run="m")
        for i in range(2)
    ]
    assert mhqa.merge(reversed(parts)).to_dict() == whole.to_dict()


def _part_in_a_process(i: int) -> mhqa.EvaluationPart:
    predictions, gold, _ = files("hotpotqa")
    return mhqa.evaluate_part("hotpotqa", predictions, gold, (i, 4))


def _part_or_death(call: tuple[int, str]) -> mhqa.EvaluationPart:
    i, mark = call
    if i == 2 and not os.path.exists(mark):
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return _part_in_a_process(i)


def test_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    predictions, gold, _ = files("hotpotqa")
    spawn = multiprocessing.get_context("spawn")
    done: dict[int, mhqa.EvaluationPart] = {}
    runs = 0
    while len(done) < 4:
        runs += 1
        with concurrent.futures.ProcessPoolExecutor(2, mp_context=spawn) as pool:
            waiting = {pool.submit(_part_or_death, (i, str(tmp_path / "mark"))): i for i in range(4) if i not in done}
            for future in concurrent.futures.as_completed(waiting):
                try:
                    done[waiting[future]] = future.result()
                except concurrent.futures.process.BrokenProcessPool:
                    pass
    assert runs == 2
    assert mhqa.merge(done.values()).to_dict() == mhqa.evaluate("hotpotqa", predictions, gold).to_dict()


def test_an_arrow_column_of_parts() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    column = pyarrow.array([_part_in_a_process(i).to_bytes() for i in range(4)], pyarrow.binary())
    predictions, gold, _ = files("hotpotqa")
    assert mhqa.merge(column.to_pylist()).scores == mhqa.evaluate("hotpotqa", predictions, gold).scores


@pytest.mark.skipif("MHQA_COMMAND" not in os.environ, reason="MHQA_COMMAND names no command")
def test_files_of_the_command_and_of_python_are_the_same(tmp_path: Path) -> None:
    predictions, gold, _ = files("musique")
    for i in range(2):
        subprocess.run([os.environ["MHQA_COMMAND"], "eval", "musique", predictions, gold, "--part", f"{i}/2", "--out",
                        str(tmp_path / f"{i}")], check=True)
        assert (tmp_path / f"{i}").read_bytes() == mhqa.evaluate_part("musique", predictions, gold, (i, 2)).to_bytes()
    merged = mhqa.merge([tmp_path / "1", str(tmp_path / "0")])
    assert merged.to_dict() == mhqa.evaluate("musique", predictions, gold).to_dict()


@pytest.mark.parametrize(
    "change, message",
    [
        (lambda parts: parts[:3], "expected 4 parts, part 3/4 is missing"),
        (lambda parts: [*parts, parts[1]], r"parts\[4\]: expected each part once, found part 1/4 twice"),
        (lambda parts: [*parts[:3], parts[3][:-1]], r"parts\[3\].*the checksum differs"),
        (lambda parts: [*parts[:3], b"", parts[3]], r"parts\[3\].*expected a checksum"),
        (lambda parts: [], "parts: expected at least one"),
    ],
)
def test_parts_that_do_not_make_a_whole(change: Any, message: str) -> None:
    parts = [_part_in_a_process(i).to_bytes() for i in range(4)]
    with pytest.raises(ValueError, match=message):
        mhqa.merge(change(parts))


def test_parts_of_other_options_and_other_data() -> None:
    predictions, gold, by = files("hotpotqa")
    first = _part_in_a_process(0)
    with pytest.raises(ValueError, match="dialect, options, groups or shared data differ"):
        first + mhqa.evaluate_part("hotpotqa", predictions, gold, (1, 4), by=by)
    with pytest.raises(ValueError, match="one is of 4 parts, the other of 5 parts"):
        first + mhqa.evaluate_part("hotpotqa", predictions, gold, (1, 5))
    other_predictions, other_gold, _ = files("strategyqa")
    with pytest.raises(ValueError, match="expected a part of hotpotqa, found strategyqa"):
        first + mhqa.evaluate_part("strategyqa", other_predictions, other_gold, (1, 4))


@pytest.mark.parametrize("part", [(2, 2), (-1, 2), (0, 0)])
def test_an_index_beyond_the_count(part: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="part: expected"):
        mhqa.evaluate_part("hotpotqa", {}, [], part)


def test_bytes_that_are_no_part() -> None:
    with pytest.raises(ValueError, match="expected a part of an evaluation"):
        mhqa.EvaluationPart(b"not a part of anything")
    with pytest.raises(TypeError, match="expected bytes or a data set's name, found int"):
        mhqa.EvaluationPart(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"parts\[0\]: expected a part, bytes or a path, found int"):
        mhqa.merge([1])  # type: ignore[list-item]


POOL = Path(__file__).resolve().parents[2] / "examples/data/pool/pool.json"


@pytest.mark.parametrize("count", [1, 3])
def test_composing_by_parts_gives_the_same_set(count, tmp_path, command):
    parts = [mhqa.compose_part(POOL, (i, count), seed=7) for i in range(count)]
    command("compose", POOL, "--seed", 7, "--part", f"{count - 1}/{count}", "--out", tmp_path / "part")
    assert parts[-1].to_bytes() == (tmp_path / "part").read_bytes()
    assert [stage["name"] for stage in parts[0].stages] == ["pairs"]
    whole = mhqa.compose(POOL, seed=7)
    merged = mhqa.compose(POOL, seed=7, merge=[tmp_path / "part", *(pickle.loads(pickle.dumps(p)) for p in parts[:-1])])
    for part in ("train", "dev", "test"):
        assert merged.lines(part) == whole.lines(part)
    assert merged.counts == whole.counts


def test_good_questions_by_parts_first():
    judged = [mhqa.compose_part(POOL, f"{i}/2", seed=7, until="quality") for i in range(2)]
    parts = [mhqa.compose_part(POOL, (i, 2), seed=7, merge=judged) for i in range(2)]
    assert mhqa.compose(POOL, seed=7, merge=parts).lines() == mhqa.compose(POOL, seed=7).lines()


def test_bad_parts_of_composing_are_refused():
    parts = [mhqa.compose_part(POOL, (i, 2), seed=7) for i in range(2)]
    with pytest.raises(ValueError, match=r"merge\[0\]|part 1/2|missing"):
        mhqa.compose(POOL, seed=7, merge=parts[:1])
    with pytest.raises(ValueError, match=r"merge\[1\]"):
        mhqa.compose(POOL, seed=7, merge=[parts[0], parts[0]])
    with pytest.raises(ValueError, match="seed"):
        mhqa.compose(POOL, seed=8, merge=parts)
    with pytest.raises(ValueError, match=r"merge\[0\]"):
        mhqa.compose(POOL, seed=7, merge=[parts[0].to_bytes()[:-3], parts[1]])
    for bad in ((2, 2), (0, 0), "1", "a/b", 3, (0.5, 2)):
        with pytest.raises(ValueError, match=r"part: expected \(index, count\)"):
            mhqa.compose_part(POOL, bad)
    with pytest.raises(TypeError, match="unexpected option resumed"):
        mhqa.compose_part(POOL, (0, 2), resumed=True)
    with pytest.raises(ValueError, match="resume"):
        mhqa.compose_part(POOL, (0, 2), resume=True)
    with pytest.raises(TypeError, match=r"merge\[0\]: expected a part, bytes or a path, found int"):
        mhqa.compose(POOL, merge=[3])


def question(i: int) -> dict[str, Any]:
    return {"_id": str(i), "answer": "Emma", "supporting_facts": [["Emma", i % 3]], "type": "even odd".split()[i % 2]}


def said(i: int) -> str:
    return "Emma" if i % 3 else "Anne"


def grown(key: str, numbers: range, batch: int, run: str = "m") -> mhqa.EvaluationPart:
    part = mhqa.EvaluationPart("hotpotqa", key=key, run=run, by="type")
    for begin in range(0, len(numbers), batch):
        some = numbers[begin : begin + batch]
        part.add({str(i): said(i) for i in some}, [question(i) for i in some])
    return part


@pytest.mark.parametrize("pieces, batch", [(1, 1), (2, 7), (8, 3), (64, 50)])
def test_batches_of_pieces_with_keys_give_the_evaluation_of_one_run(pieces: int, batch: int) -> None:
    everything = range(100)
    whole = mhqa.evaluate("hotpotqa", {str(i): said(i) for i in everything}, [question(i) for i in everything], by="type")
    parts = [grown(f"task {i}", everything[i::pieces], batch) for i in range(pieces)]
    random.Random(pieces).shuffle(parts)
    found = mhqa.merge(parts, expect_questions=100, expect_data=whole.signature.split("data:")[1].split("|")[0], run="m")
    expected = whole.to_dict()
    for kind in expected["missing"].values():
        kind.sort()  # keys say nothing of the order of the pieces
    assert found.to_dict() == expected
    assert mhqa.merge(pickle.loads(pickle.dumps(part)) for part in parts).to_dict() == expected


def test_tables_as_batches() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.Table.from_pylist([{"_id": str(i), "answer": "Emma", "said": said(i),
                                        "supporting_facts": {"title": ["Emma"], "sent_id": [0]}} for i in range(20)])
    part = mhqa.EvaluationPart("hotpotqa", key="k", run="m")
    for batch in table.to_batches(max_chunksize=7):
        rows = batch.to_pylist()
        part.add({r["_id"]: r["said"] for r in rows}, batch.drop_columns(["said"]).to_pylist())
    assert mhqa.merge([part], expect_questions=20).scores["em"] == pytest.approx(13 / 20)


def test_wrong_merges_of_pieces_are_refused() -> None:
    first, second = grown("a", range(10), 10), grown("b", range(10, 20), 10)
    for parts, options, why in [
        ([first, grown("b", range(10), 5)], {}, 'parts "a" and "b" have the same 10'),
        ([first, second, grown("a", range(20, 30), 5)], {}, 'found part "a" twice'),
        ([first, grown("b", range(10, 20), 5, "n")], {}, 'the runs are "m" and "n"'),
        ([first, second], {"expect_questions": 21}, "a total of questions of 21, found 20"),
        ([first, second], {"run": "n"}, "the run n, found m"),
        ([first, second], {"expect_data": "0" * 16}, "golds of the hash 0000000000000000"),
        ([first, mhqa.evaluate_part("hotpotqa", {"0": "x"}, [question(0)], (0, 2), by="type")], {}, "with keys"),
    ]:
        with pytest.raises(ValueError, match=why):
            mhqa.merge(parts, **options)


def test_a_part_goes_on_after_a_bad_batch() -> None:
    part = grown("a", range(10), 10)
    for predictions, gold, why in [
        ({str(i): said(i) for i in range(10)}, [question(i) for i in range(10)], "those of an earlier batch"),
        ({"11": "x"}, [{"_id": "11", "supporting_facts": []}], "answer"),
        ({"11": "x"}, [{"answer": "Emma", "supporting_facts": []}], "_id"),
        ({"11": "x"}, None, "gold"),
    ]:
        with pytest.raises((ValueError, TypeError), match=why):
            part.add(predictions, gold)
    part.add({}, [])
    part.add({str(i): said(i) for i in range(10, 20)}, [question(i) for i in range(10, 20)])
    assert mhqa.merge([part], expect_questions=20).to_dict() == mhqa.merge([grown("b", range(20), 20)]).to_dict()


def test_what_makes_no_part() -> None:
    with pytest.raises(ValueError, match="key: expected a name"):
        mhqa.EvaluationPart("hotpotqa", key="", run="m")
    with pytest.raises(TypeError, match="run: "):
        mhqa.EvaluationPart("hotpotqa", key="a")
    with pytest.raises(ValueError, match="no batch"):
        mhqa.EvaluationPart("hotpotqa", key="a", run="m").to_bytes()
    with pytest.raises(TypeError, match="finished"):
        (grown("a", range(3), 3) + grown("b", range(3, 6), 3)).add({}, [])
    with pytest.raises(ValueError, match="run: "):
        mhqa.evaluate_part("hotpotqa", {}, [], (0, 1), run="m")
    with pytest.raises(TypeError, match="run: "):
        mhqa.evaluate_part("hotpotqa", {}, [], (0, 1), own_files=True)
