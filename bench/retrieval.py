#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Retrieval measures side by side on one run: `mhqa eval retrieval`, pytrec_eval and ranx, as far as installed.

    bench/retrieval.py build/release/bin/mhqa [--queries 2000] [--documents 100]

Random graded judgements and scores, many of them equal. Every number of every query must equal pytrec_eval's to 1e-12.
Times are from the two TREC files to the means, the least of five; ranx's functions are compiled before, and its
evaluation alone is printed, too. In memory, mhqa.retrieval and pytrec_eval alternate. Status 1: a number differs, or mhqa
is slower than ranx from the files or than pytrec_eval in memory.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import warnings

from measured import timed

CUTS = (1, 5, 10, 100)
SUMS = {"map": "map", "recip_rank": "recip_rank", "ndcg": "ndcg"}
AT = {"P": "P", "recall": "recall", "ndcg_cut": "ndcg", "success": "success"}
THEIRS = ["map", "mrr", "ndcg"] + [f"{name}@{k}" for name in ("precision", "recall", "ndcg", "hit_rate") for k in CUTS]


def make(folder, queries, documents):
    draw = random.Random(13)
    pool = [f"d{i}" for i in range(10 * documents)]
    run, judged = {}, {}
    for i in range(queries):
        found = draw.sample(pool, documents)
        run[f"q{i}"] = {d: draw.choice((draw.random(), round(draw.random(), 2))) for d in found}
        judged[f"q{i}"] = {d: draw.choice((0, 1, 1, 2)) for d in draw.sample(found, 5) + draw.sample(pool, 5)}
    files = folder / "run.trec", folder / "qrels.trec"
    files[0].write_text("".join(f"{q} Q0 {d} 0 {s!r} x\n" for q, all_ in run.items() for d, s in all_.items()))
    files[1].write_text("".join(f"{q} 0 {d} {n}\n" for q, all_ in judged.items() for d, n in all_.items()))
    return run, judged, files


def differences(rows, run, judged):
    import pytrec_eval

    cuts = ",".join(map(str, CUTS))
    names = {**SUMS, **{f"{theirs}_{k}": f"{ours}@{k}" for theirs, ours in AT.items() for k in CUTS}}
    evaluator = pytrec_eval.RelevanceEvaluator(judged, {*SUMS, *(f"{name}.{cuts}" for name in AT)})
    found = evaluator.evaluate(run)
    compared = [abs(found[q][theirs] - rows[q][ours]) > 1e-12 for q in found for theirs, ours in names.items()]
    return sum(compared), len(compared)


def in_memory(run, judged):
    """Prints the CPU times of mhqa.retrieval and pytrec_eval on dicts, alternating; False if mhqa takes longer."""
    import mhqa
    import pytrec_eval

    measures = {*SUMS, *(f"{name}.{','.join(map(str, CUTS))}" for name in AT)}
    calls = (
        lambda: mhqa.retrieval(run, judged, at=CUTS),
        lambda: pytrec_eval.RelevanceEvaluator(judged, measures).evaluate(run),
    )
    times = [[], []]
    for _ in range(10):
        for call, taken in zip(calls, times):
            begin = time.process_time()
            call()
            taken.append(time.process_time() - begin)
    ours, theirs = map(min, times)
    print(f"\nin memory, CPU time: mhqa.retrieval {ours * 1e3:.1f}, pytrec_eval {theirs * 1e3:.1f}, ratio {ours / theirs:.2f}")
    return ours <= theirs


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("mhqa")
    parser.add_argument("--queries", type=int, default=2000)
    parser.add_argument("--documents", type=int, default=100)
    chosen = parser.parse_args()
    good = True
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        run, judged, files = make(folder, chosen.queries, chosen.documents)
        words = [chosen.mhqa, "eval", "retrieval", *map(str, files), "--at", ",".join(map(str, CUTS)), "--json"]
        ours, _ = timed(lambda: subprocess.run(words, check=True, stdout=subprocess.DEVNULL), 5)
        print(f"{chosen.queries} queries, {chosen.documents} documents each; milliseconds\n")
        print(f"mhqa eval retrieval           {ours * 1e3:9.1f}")
        try:
            import ranx

            warnings.simplefilter("ignore")  # numba's, about casts
        except ImportError:
            print("ranx is not installed")
        else:
            def from_files():
                read = ranx.Qrels.from_file(str(files[1]), kind="trec"), ranx.Run.from_file(str(files[0]), kind="trec")
                ranx.evaluate(*read, THEIRS)
                return read

            from_files()  # compiles
            whole, read = timed(from_files, 5)
            alone, _ = timed(lambda: ranx.evaluate(*read, THEIRS), 5)
            print(f"ranx, from the files          {whole * 1e3:9.1f}   {whole / ours:.1f} times as long")
            print(f"ranx, in memory already       {alone * 1e3:9.1f}   {alone / ours:.1f}")
            good &= whole > ours
        try:
            rows = folder / "rows.jsonl"
            subprocess.run([*words, "--per-question", str(rows)], check=True, stdout=subprocess.DEVNULL)
            by_id = {row["id"]: row for row in map(json.loads, rows.read_text().splitlines())}
            wrong, all_ = differences(by_id, run, judged)
            print(f"\npytrec_eval: {all_} numbers, {wrong} differ by more than 1e-12")
            good &= wrong == 0
        except ImportError:
            print("\npytrec_eval is not installed")
        try:
            good &= in_memory(run, judged)
        except ImportError:
            print("in memory: mhqa or pytrec_eval is not installed here")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
