# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import mhqa

pytestmark = pytest.mark.alone

PREDICTIONS = [f"the cat {i}" for i in range(5000)]
GOLDS = [f"cat {i % 7}" for i in range(5000)]


def total(_=None):
    return float(mhqa.score_batch(PREDICTIONS, GOLDS, dtype="float64")["f1"].sum())


@pytest.fixture(autouse=True)
def restored():
    yield
    mhqa.set_threads(0)


def test_the_number_of_threads_changes_no_bit():
    wanted = None
    for count in (1, 2, 3, 8, 0):
        mhqa.set_threads(count)
        assert mhqa.threads() == (count or mhqa.threads())
        columns = mhqa.score_batch(PREDICTIONS, GOLDS, dtype="float64")
        found = [column.tobytes() for column in columns.values()]
        wanted = wanted or found
        assert found == wanted


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no os.fork here")
@pytest.mark.parametrize("leave", ["exit at once", "exit as Python does"])
def test_a_forked_child_makes_threads_of_its_own(leave):
    # In a process of its own, so that what hangs can be ended.
    program = f"""
import os, sys, mhqa
def total():
    return mhqa.score_batch(["the cat"] * 5000, ["cat 1"] * 5000, dtype="float64")["f1"].sum()
mhqa.set_threads(4)
want = total()
child = os.fork()
if child == 0:
    ok = total() == want and mhqa.threads() == 4
    grandchild = os.fork()
    if grandchild == 0:
        os._exit(0 if total() == want else 1)
    ok = ok and os.waitpid(grandchild, 0)[1] == 0 and total() == want
    {"os._exit(0 if ok else 1)" if leave == "exit at once" else "sys.exit(0 if ok else 1)"}
unused = os.fork()
if unused == 0:
    sys.exit(0)
assert os.waitpid(child, 0)[1] == 0
assert os.waitpid(unused, 0)[1] == 0
assert total() == want
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", program], check=True, timeout=60)


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_works_in_processes_of_multiprocessing(method):
    mhqa.set_threads(3)
    want = total()
    context = multiprocessing.get_context(method)
    with context.Pool(2) as pool:
        assert pool.map_async(total, range(4)).get(timeout=120) == [want] * 4
    assert total() == want


def test_threads_of_python_may_call_at_the_same_time():
    mhqa.set_threads(4)
    want, found = total(), []

    def work():
        for _ in range(10):
            found.append(total())

    team = [threading.Thread(target=work) for _ in range(6)]
    for thread in team:
        thread.start()
    for count in (1, 5, 2, 4):
        mhqa.set_threads(count)
        found.append(total())
    for thread in team:
        thread.join()
    assert found == [want] * 64


def test_the_lock_of_the_interpreter_is_released():
    mhqa.set_threads(1)
    long = ["the cat sat on the mat " * 200_000] * 4
    ready, ticks = threading.Event(), 0
    worker = threading.Thread(target=lambda: (ready.set(), mhqa.score_batch(long, long)))
    interval = sys.getswitchinterval()
    sys.setswitchinterval(10)  # no thread gives way unless it releases the lock
    try:
        worker.start()
        ready.wait()
        while worker.is_alive():
            ticks += 1
            worker.join(0.001)
    finally:
        sys.setswitchinterval(interval)
    assert ticks > 3


def test_threads_run_while_texts_and_results_are_read_and_made():
    many = ["<answer>" + "a" * 40 + f"{i}</answer>" for i in range(60_000)]
    gc.collect()
    gc.freeze()  # a collection that visits what other tests left keeps the lock, too
    longest, last, running = 0.0, time.perf_counter(), True

    def tick():
        nonlocal longest, last
        while running:
            now = time.perf_counter()
            longest, last = max(longest, now - last), now
            time.sleep(0.001)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(10)  # no thread gives way unless it releases the lock
    thread = threading.Thread(target=tick)
    try:
        thread.start()
        begin = time.perf_counter()
        mhqa.verdicts(many, many, "rllm_search")
        took = time.perf_counter() - begin
    finally:
        running = False
        sys.setswitchinterval(interval)
        gc.unfreeze()
        thread.join()
    assert longest < max(0.05, took / 4)


def expect_change_seen(make, change, call, message):
    """Calls with what make() returns, and changes it by a signal, which Python handles where a call gives up the GIL. On
    a busy machine the signal may come before the call or after it, so that it is tried again."""
    found = []
    for attempt in range(50):
        data = make()
        before = signal.signal(signal.SIGALRM, lambda *_: change(data))
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.002 + 0.001 * attempt)
            call(data)
        except ValueError as error:
            found.append(str(error))
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        if found and message in found[-1]:
            return
    pytest.fail(f"never {message}, but {set(found)}")


changes = pytest.mark.skipif(
    not hasattr(signal, "setitimer") or not getattr(sys, "_is_gil_enabled", lambda: True)(),
    reason="no interval timers, or no GIL that could be given up",
)


@changes
def test_queries_that_change_while_they_are_read():
    queries = [f"q{i}" for i in range(8000)]
    expect_change_seen(
        lambda: {query: {f"d{k}": 1.0 for k in range(100)} for query in queries},
        lambda run: run.setdefault("one more", {"d1": 1.0}),
        lambda run: mhqa.retrieval(run, {query: {"d1": 1} for query in queries}),
        "expected queries that no other thread changes meanwhile",
    )


@changes
def test_a_list_that_changes_while_it_is_read():
    expect_change_seen(
        lambda: ["a"] * 3_000_000,
        list.clear,
        lambda texts: mhqa.rewards(texts, ["a"]),
        "expected a list that no other thread changes meanwhile",
    )


@pytest.mark.parametrize(
    "count, error",
    [
        (-1, ValueError),
        (1025, ValueError),
        (10**30, ValueError),
        (None, TypeError),
        (1.5, TypeError),
        ("2", TypeError),
        (True, TypeError),
    ],
)
def test_bad_numbers_of_threads(count, error):
    with pytest.raises(error):
        mhqa.set_threads(count)


def test_single_texts_from_many_threads():
    """Golds of JSON call back into Python, where another thread may go on with the same golds."""
    options = [{}, {"rule": "em"}, {"rule": "deepresearcher"}, {"dialect": "musique"}, {"barred": ["listed"]}]
    truths = [f"gold {i}" for i in range(300)] + [{"target": (f"gold {i}", "x")} for i in range(300)]
    truths += [{"target": [f"gold {i}", "y"]} for i in range(300)]

    def rewards(part):
        found = []
        for i in part:
            text = f"<answer>gold {i % 300}</answer>"
            found.append(mhqa.compute_score("", text, truths[i], **options[i % 5]))
            found += mhqa.compute_score(solution_strs=[text] * 3, ground_truths=truths[i : i + 1] * 3, **options[i % 5])
        return found

    wanted = rewards(range(900))
    assert sum(wanted) > len(wanted) / 4
    found = {}
    order = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=lambda k=k: found.update({k: rewards(range(900))})) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(order)
    assert found == {k: wanted for k in range(4)}


def test_a_forked_child_evaluates_and_searches():
    gold = [{"_id": "1", "answer": "Emma", "supporting_facts": [["Emma", 0]]}]
    index = mhqa.bm25(["a fox", "a hen"])

    def work():
        return (
            mhqa.evaluate("hotpotqa", {"1": "emma"}, gold).scores["em"],
            index.search(["hen"] * 100, 1).documents[:, 0].tolist(),
            mhqa.compute_score(solution_strs=["<answer>x</answer>"] * 100, ground_truths=["x"] * 100),
        )

    wanted = work()
    with multiprocessing.get_context("fork").Pool(2) as children:
        assert children.map(_call, [None] * 4) == [1.0] * 4
    assert work() == wanted
    child = os.fork()
    if child == 0:
        os._exit(0 if work() == wanted else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def _call(_):
    gold = [{"_id": "1", "answer": "Emma", "supporting_facts": [["Emma", 0]]}]
    return mhqa.evaluate("hotpotqa", {"1": "emma"}, gold).scores["em"]


POOL = os.path.join(os.path.dirname(__file__), "../../examples/data/pool/pool.json")
HOTPOT = os.path.join(os.path.dirname(__file__), "../../examples/data/hotpotqa/gold.json")


def made_files(_=None):
    """The files of a probe and of a composition, which have threads of their own."""
    return dict(mhqa.probe("hotpotqa", HOTPOT).files), dict(mhqa.compose(POOL, seed=7, preset="released").files)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no os.fork here")
def test_a_forked_child_probes_and_composes():
    mhqa.set_threads(3)
    wanted = made_files()
    child = os.fork()
    if child == 0:
        os._exit(0 if made_files() == wanted else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    with multiprocessing.get_context("fork").Pool(2) as children:
        assert children.map_async(made_files, range(3)).get(timeout=300) == [wanted] * 3
    assert made_files() == wanted


def test_probes_and_compositions_run_beside_each_other():
    mhqa.set_threads(2)
    wanted, found = made_files(), []
    team = [threading.Thread(target=lambda: found.append(made_files())) for _ in range(3)]
    for thread in team:
        thread.start()
    mhqa.set_threads(4)
    for thread in team:
        thread.join()
    assert found == [wanted] * 3


def test_the_lock_of_the_interpreter_is_released_while_composing():
    mhqa.set_threads(1)
    ready, ticks = threading.Event(), 0
    worker = threading.Thread(target=lambda: (ready.set(), mhqa.compose(POOL, seed=7, preset="released")))
    interval = sys.getswitchinterval()
    sys.setswitchinterval(10)  # no thread gives way unless it releases the lock
    try:
        worker.start()
        ready.wait()
        while worker.is_alive():
            ticks += 1
            worker.join(0.001)
    finally:
        sys.setswitchinterval(interval)
    assert ticks > 3


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")
def test_ctrl_c_ends_a_comparison(tmp_path):
    """The samples would take many minutes."""
    program = f"""
import json, pathlib, signal
import mhqa
gold = [{{"_id": str(i), "answer": "Emma", "supporting_facts": [["t", 0]]}} for i in range(50_000)]
pathlib.Path({str(tmp_path / "gold.json")!r}).write_text(json.dumps(gold))
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 2)
try:
    mhqa.compare({str(tmp_path / "gold.json")!r}, {{"a": {{"0": "Emma"}}, "b": {{"1": "Emma"}}}}, metrics=["em"],
                 samples=1_000_000)
except KeyboardInterrupt:
    print("ended")
"""
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert found.stdout == "ended\n", found.stderr


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")
@pytest.mark.parametrize("words, call", [
    (50_000, "mhqa.score_batch(long, [['a b']] * 1_000_000)"),
    (5_000, "mhqa.rewards(long, ['a b'] * 1_000_000, rule='deepresearcher')"),
    (5_000, "mhqa.verdicts(long[:100_000], ['a b'] * 100_000, 'deepresearcher')"),
    (5_000, "mhqa.score(long[:100_000], ['a b'] * 100_000, 'flashrag')"),
    (10_000, "mhqa.bm25(long[:200]).search(long)"),
    (1, "mhqa.bm25([' '.join(map(str, range(i, i + 300))) for i in range(9_000)])"
        ".search([' '.join(map(str, range(1_000)))] * 20_000)"),
])
def test_ctrl_c_ends_a_batch(words, call):
    """The whole batch would take minutes."""
    program = f"""
import signal
import mhqa
long = ["<think>t</think><answer>" + "a b " * {words} + "</answer>"] * 1_000_000
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 1)
try:
    {call}
except KeyboardInterrupt:
    print("ended")
"""
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert found.stdout == "ended\n", found.stderr
