#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""The Python module beside HotpotQA's published functions, in one run. Install it first: pip install ./python

    bench/python.py [--hotpotqa-script hotpot_evaluate_v1.py] [--pairs 200000]

Without the script, which is not part of mhqa, only the module's own figures are shown.
"""

import argparse
import random
import sys

import numpy

import mhqa
from measured import load, timed


def made_up(draw, vocabulary, least, most):
    return " ".join(draw.choices(vocabulary, k=draw.randint(least, most)))


def shown(name, seconds, pairs, slowest):
    ratio = f"{slowest / (seconds / pairs):8.0f}x" if slowest else ""
    print(f"  {name:28} {1e9 * seconds / pairs:10.0f} ns a pair {ratio}", flush=True)


def measure(title, predictions, golds, published):
    """Golds repeat; each prediction has one."""
    n = len(predictions)
    print(f"{title}: {n} pairs")
    slowest = None
    if published:
        some = min(n, 20_000)

        def serial():
            pairs = zip(predictions[:some], golds)
            return [(published.f1_score(p, g)[0], published.exact_match_score(p, g)) for p, g in pairs]

        seconds, want = timed(serial, 1)
        slowest = seconds / some
        shown("published, Python", seconds, some, slowest)
    for threads in sorted({1, max(2, mhqa.threads())}):
        mhqa.set_threads(threads)
        fresh = [p[:1] + p[1:] for p in predictions]  # strings whose UTF-8 Python has not made yet
        seconds, _ = timed(lambda: mhqa.score_batch(fresh, golds, dtype="float64"), 1)
        shown(f"mhqa, {threads} threads, first call", seconds, n, slowest)
        seconds, out = timed(lambda: mhqa.score_batch(predictions, golds, dtype="float64"), 5)
        shown(f"mhqa, {threads} threads", seconds, n, slowest)
        if published:
            found = list(zip(out["f1"].tolist(), out["em"].tolist()))
            if found[:some] != want:
                sys.exit("bench: the scores differ")
    mhqa.set_threads(0)


def measure_ids(rows, length):
    draw = numpy.random.default_rng(1)
    values = draw.integers(0, 50_000, rows * length, dtype=numpy.int32)
    offsets = numpy.arange(0, rows * length + 1, length, dtype=numpy.int32)
    seconds, _ = timed(lambda: mhqa.token_f1((values, offsets), (values[::-1].copy(), offsets)), 5)
    shown(f"token_f1, {length} ids a row", seconds, rows, None)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--hotpotqa-script")
    parser.add_argument("--pairs", type=int, default=200_000)
    options = parser.parse_args()
    published = load(options.hotpotqa_script) if options.hotpotqa_script else None

    draw = random.Random(1)
    vocabulary = [made_up(draw, "abcdefghijklmnopqrstuvwxyz", 1, 9).replace(" ", "") for _ in range(20_000)]
    vocabulary += ["the", "a", "of", "Émile", "U.S.", "yes"] * 500
    golds = [made_up(draw, vocabulary, 1, 5) for _ in range(max(1, options.pairs // 8))]
    golds = [gold for gold in golds for _ in range(8)]
    predictions = [g if draw.random() < 0.3 else made_up(draw, vocabulary, 1, 6) for g in golds]
    measure("short answers, 8 predictions a gold", predictions, golds, published)
    long = [made_up(draw, vocabulary, 200, 400) for _ in range(len(golds) // 32)]
    measure("texts of 300 words", long, golds[: len(long)], published)
    print(f"ids, on {mhqa.threads()} threads")
    for length, rows in ((4, 500_000), (32, 100_000), (256, 20_000)):
        measure_ids(rows, length)


if __name__ == "__main__":
    main()
