#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""How many ticks a thread of Python loses while mhqa works: one that ticks every 5 ms should lose at most 5 %.

  python bench/ticks.py             on a machine that does nothing else: the idle row shows what the machine itself loses
"""
import random
import sys
import threading
import time

import mhqa

from measured import verdict

MOST = 0.05  # of the ticks


class Ticker:
    """Counts ticks of 5 ms beside a call."""

    def __init__(self):
        self.ticks = 0
        threading.Thread(target=self._tick, daemon=True).start()

    def _tick(self):
        while True:
            time.sleep(0.005)
            self.ticks += 1

    def rate(self, work):
        """Ticks a second, and the seconds, of three calls. Python frees what they return afterwards."""
        before, begin = self.ticks, time.perf_counter()
        kept = [work() for _ in range(3)]
        took = time.perf_counter() - begin
        found = (self.ticks - before) / took
        del kept
        return found, took


def calls():
    chance = random.Random(1)
    words = [f"w{i}" for i in range(5000)]
    texts = [" ".join(chance.choices(words, k=50)) for _ in range(20_000)]
    answers = [f"<answer>{one}</answer>" for one in texts] * 5
    golds = texts * 5
    records = [{"_id": str(i), "question": "q", "answer": "Emma", "supporting_facts": [["t", 0]] * 4,
                "context": [["t", ["x " * 20] * 5]] * 10} for i in range(40_000)]
    said = {one["_id"]: "emma" for one in records}
    run = {f"q{i}": {f"d{k}": chance.random() for k in range(100)} for i in range(5000)}
    judged = {query: {f"d{k}": 1 for k in range(0, 100, 9)} for query in run}
    yield "score_batch", lambda: mhqa.score_batch(golds * 4, golds * 4)
    yield "rewards", lambda: mhqa.rewards(golds * 4, golds * 4)
    yield "verdicts", lambda: mhqa.verdicts(answers, golds, "rllm_search")
    yield "compute_score", lambda: mhqa.compute_score(solution_strs=answers * 4, ground_truths=golds * 4)
    yield "evaluate", lambda: mhqa.evaluate("hotpotqa", said, records)
    yield "retrieval", lambda: mhqa.retrieval(run, judged)
    yield "dates.parse", lambda: mhqa.dates.parse(["12 July 1637"] * 1_000_000)
    yield "bm25", lambda: mhqa.bm25(golds)


def main():
    ticker = Ticker()
    idle, _ = ticker.rate(lambda: time.sleep(0.7))
    print(f"{'idle':14} {idle:6.1f} ticks a second")
    good = True
    for name, work in calls():
        found, took = ticker.rate(work)
        lost = 1 - found / idle
        good = good and lost <= MOST
        print(f"{name:14} {found:6.1f} ticks a second in {took:6.2f} s: {100 * lost:5.1f} % lost")
    return verdict(good)


if __name__ == "__main__":
    sys.exit(main())
