# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Eight threads of Python at once, with the same arguments; also on Python without the GIL (scripts/test)."""
import os
import subprocess
import sys
import sysconfig
import threading

import numpy
import pytest

import mhqa
from bundled import BUNDLED, files
from mhqa import _core

THREADS = 8
WORDS = ["Emma", "Jane Austen", "über", "the cat", "1815", "a\ud800b", "北京", "yes", "no"]
TEXTS = [f"<answer>{WORDS[i % 9]} {WORDS[i % 7]}</answer>" for i in range(400)]
PLAIN = [text[8:-9] for text in TEXTS]
GOLDS = [[WORDS[i % 9], f"{WORDS[i % 5]} {i % 11}"] for i in range(400)]
TRUTHS = [[WORDS[i % 9], {"target": GOLDS[i]}, GOLDS[i], tuple(GOLDS[i]), {"target": (WORDS[i % 5], "x")}][i % 5]
          for i in range(400)]
RECORDS = [{"id": f"é{i}", "prediction_text": f"{WORDS[i % 5]}"} for i in range(300)]
REFERENCES = [{"id": f"é{i}", "answers": {"text": [WORDS[i % 3], WORDS[i % 4]]}, "title": f"t{i % 9}"}
              for i in range(300)]
IDS = (numpy.arange(900, dtype=numpy.int32) % 7, numpy.arange(0, 901, 9, dtype=numpy.int32))
INDEX = mhqa.bm25(PLAIN)


class Foreign:
    """An array by DLPack alone, as of another library."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def columns(found):
    return [(name, numpy.asarray(column).tobytes()) for name, column in found.items()]


SHARED = tuple(map(Foreign, IDS))
CALLS = {
    "score_batch": lambda: columns(mhqa.score_batch(PLAIN, GOLDS, dtype="float64")),
    "rewards": lambda: columns(mhqa.rewards(TEXTS, GOLDS, dtype="float64")),
    "published rewards": lambda: columns(mhqa.rewards(TEXTS, GOLDS, rule="deepresearcher")),
    "one text": lambda: [mhqa.compute_score("", t, g) for t, g in zip(TEXTS, TRUTHS)],
    "one text by a program": lambda: [
        repr(mhqa.compute_score("", t, g, rule="deepresearcher")) for t, g in zip(TEXTS, TRUTHS)
    ],
    "many texts": lambda: mhqa.compute_score(solution_strs=TEXTS, ground_truths=TRUTHS),
    "many texts by a program": lambda: repr(
        mhqa.compute_score(solution_strs=TEXTS, ground_truths=TRUTHS, rule="deepresearcher")
    ),
    "compute": lambda: mhqa.compute(predictions=PLAIN, references=GOLDS),
    "compute of records": lambda: mhqa.compute(predictions=RECORDS, references=REFERENCES),
    "score": lambda: mhqa.score(PLAIN, GOLDS, "flashrag"),
    "verdicts": lambda: mhqa.verdicts(TEXTS, GOLDS, "deepresearcher"),
    "token_f1": lambda: columns(mhqa.token_f1(SHARED, SHARED)),
    "search": lambda: [part.tolist() for part in INDEX.search(PLAIN, 5)],
    "bm25": lambda: repr(mhqa.bm25(PLAIN)),
    "evaluate files": lambda: [mhqa.evaluate(name, *files(name)).to_dict() for name in ("hotpotqa", "musique")],
    "evaluate records": lambda: mhqa.evaluate("squad", RECORDS, REFERENCES, by="title").to_dict(),
    "evaluate texts by id": lambda: mhqa.evaluate(
        "squad", {r["id"]: r["prediction_text"] for r in RECORDS}, REFERENCES
    ).to_dict(),
    "audit": lambda: mhqa.audit(BUNDLED / "musique/gold.jsonl").counts,
    "dates": lambda: [mhqa.dates.parse("c. July 1637"), mhqa.dates.difference("22 August 1924", "1986-10-30")],
    "threads": lambda: mhqa.threads() > 0,
}


def at_once(works):
    """Runs the works on a thread each, begun together; raises what one of them raises."""
    start, errors = threading.Barrier(len(works)), []

    def run(work):
        try:
            start.wait()
            work()
        except BaseException as error:
            errors.append(error)

    team = [threading.Thread(target=run, args=(work,)) for work in works]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for thread in team:
            thread.start()
        for thread in team:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    if errors:
        raise errors[0]


@pytest.fixture(autouse=True)
def restored():
    yield
    mhqa.set_threads(0)


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this Python has a GIL")
@pytest.mark.parametrize("module", ["mhqa", "mhqa._core", "mhqa._files"])
def test_the_gil_stays_off(module):
    program = f"import sys, {module}; sys.exit(sys._is_gil_enabled())"
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True, timeout=60)


@pytest.mark.parametrize("count", [1, 3])
def test_all_functions_at_once(count):
    mhqa.set_threads(count)
    wanted = {name: call() for name, call in CALLS.items()}
    found = [{} for _ in range(THREADS)]

    def work(k):
        names = list(CALLS)
        for i in range(3 * len(names)):
            name = names[(i * (2 * k + 1) + k) % len(names)]  # each thread in an order of its own
            found[k].setdefault(name, []).append(CALLS[name]())

    at_once([lambda k=k: work(k) for k in range(THREADS)])
    for of_thread in found:
        for name, results in of_thread.items():
            assert all(result == wanted[name] for result in results), name


@pytest.mark.parametrize("name", CALLS)
def test_one_function_at_once(name):
    """Eight threads in the same function collide more often than in all."""
    wanted, found = CALLS[name](), []
    at_once([lambda: found.extend(CALLS[name]() for _ in range(4))] * THREADS)
    assert found == [wanted] * (4 * THREADS)


def test_golds_that_are_known_are_not_compiled_again():
    truths = [[f"gold {i}", "once"] for i in range(200)]
    wanted = [mhqa.compute_score("", text, truth) for text, truth in zip(TEXTS, truths)]
    before, found = _core.golds_compiled(), []
    copies = [[list(truth) for truth in truths] for _ in range(THREADS)]  # other lists of the same strings
    made = [[["".join(gold) for gold in truth] for truth in truths] for _ in range(THREADS)]  # equal strings

    def work(k):
        for golds in (truths, copies[k], made[k]):
            found.append([mhqa.compute_score("", text, truth) for text, truth in zip(TEXTS, golds)])
            found.append(mhqa.compute_score(solution_strs=TEXTS[:200], ground_truths=golds))

    at_once([lambda k=k: work(k) for k in range(THREADS)])
    assert found == [wanted] * (6 * THREADS)
    assert _core.golds_compiled() == before


def test_more_options_than_are_remembered():
    """Each thread drops what another one uses."""
    options = [{"dialect": d, "rule": rule} for d in mhqa.dialects[:6] for rule in ("f1", "em", "recall_f1")]
    assert len(options) > 16

    def rewards():
        return [mhqa.compute_score("", TEXTS[i], TRUTHS[i], **choice) for choice in options for i in range(5)]

    wanted, found = rewards(), []
    at_once([lambda: found.extend(rewards() for _ in range(5))] * THREADS)
    assert found == [wanted] * (5 * THREADS)


def test_the_number_of_threads_changes_beside_calls():
    wanted, found = CALLS["score_batch"](), []
    works = [lambda: found.extend(CALLS["score_batch"]() for _ in range(30))] * (THREADS - 2)

    def change():
        for i in range(60):
            mhqa.set_threads(i % 5)
            assert mhqa.threads() >= 1

    at_once(works + [change] * 2)
    assert found == [wanted] * (30 * (THREADS - 2))


def test_arguments_that_another_thread_changes():
    """A call sees the old or the new content; nothing that was freed."""
    texts = [f"<answer>old {i}</answer>" for i in range(50)]
    truth = {"target": ["old", "x"]}
    golds = ["old", "x"]
    records = [{"id": str(i), "prediction_text": "old"} for i in range(50)]
    references = [{"id": str(i), "answers": {"text": ["old"]}} for i in range(50)]
    answers = {str(i): "old" for i in range(50)}
    done = threading.Event()

    def change():
        i = 0
        while not done.is_set():
            i += 1
            truth["target"] = [f"new {i}", f"y{i}"]
            golds[:] = [f"new {i}"] * (i % 9 + 1)
            truth[f"other {i % 40}"] = str(i)
            for record, reference in zip(records, references):
                record["prediction_text"] = f"new {i}"
                reference["answers"] = {"text": [f"new {i}" for _ in range(1 + i % 4)]}
            answers[str(i % 50)] = f"new {i}"
            if i % 3 == 0:
                truth.pop(f"other {i % 40}", None)

    def allowed(work):
        try:
            return work()
        except (ValueError, TypeError, RuntimeError):  # such as a dict that changed its size
            return None

    def call():
        for text in texts:
            allowed(lambda: mhqa.compute_score("", text, truth))
            allowed(lambda: mhqa.compute_score("", text, golds))
        for _ in range(4):
            allowed(lambda: mhqa.compute_score(solution_strs=texts, ground_truths=[truth, golds] * 25))
            allowed(lambda: mhqa.score_batch(texts, [golds] * 50))
            allowed(lambda: mhqa.compute(predictions=records, references=references))
            allowed(lambda: mhqa.evaluate("squad", records, references))
            allowed(lambda: mhqa.evaluate("squad", answers, references))

    ended = []

    def caller():
        try:
            for _ in range(3):
                call()
        finally:
            ended.append(True)
            if len(ended) == THREADS - 2:
                done.set()

    at_once([caller] * (THREADS - 2) + [change] * 2)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no os.fork here")
@pytest.mark.skipif(bool(sysconfig.get_config_var("Py_GIL_DISABLED")), reason="with NumPy alone, 3.13t hangs too")
@pytest.mark.skipif("libasan" in os.environ.get("LD_PRELOAD", ""), reason="with malloc alone, g++ 12's libasan hangs too")
def test_a_child_forked_beside_calls_works():
    program = """
import os, threading, mhqa
texts, golds = ["<answer>a cat</answer>"] * 50, [["cat", str(i)] for i in range(50)]
def work():
    return (mhqa.compute_score(solution_strs=texts, ground_truths=golds), mhqa.compute_score("", texts[0], golds[1]),
            mhqa.score_batch(texts, golds)["f1"].tolist())
wanted, done = work(), threading.Event()
def go_on():
    while not done.is_set():
        assert work() == wanted
team = [threading.Thread(target=go_on) for _ in range(4)]
for thread in team: thread.start()
for _ in range(20):
    child = os.fork()
    if child == 0:
        os._exit(0 if work() == wanted else 1)
    assert os.waitpid(child, 0)[1] == 0
done.set()
for thread in team: thread.join()
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", program], check=True, timeout=120)
