#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Probing side by side: mhqa and the published converter of DiRe, on the same records in one run.

The converter (convert_datasets.py, not part of mhqa) has its paths written into it, so it runs in a folder of its own
that holds what it expects; its other inputs are empty. Both write the original data set, its probe, its transform and
the transform's probe, as new files. The times are those of whole processes, the least of some runs.

    bench/probe.py build/bench/bin/mhqa build/bench/bench/mhqa_bench_probe hotpot_dev_distractor_v1.json
        [--dire-converter convert_datasets.py]
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time


def least_time(command, runs, out, **where):
    best = float("inf")
    for _ in range(runs):
        shutil.rmtree(out, ignore_errors=True)
        os.makedirs(out)
        begin = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **where)
        best = min(best, time.perf_counter() - begin)
    return best


def size_of(folder):
    return sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(folder) for name in names) / 1e6


def published(converter, gold, folder, runs):
    """Seconds and megabytes of the converter."""
    raw, out = os.path.join(folder, "data/raw"), os.path.join(folder, "data/processed")
    for made in (raw, os.path.join(folder, "tests/fixtures/datasets")):
        os.makedirs(made)
    with open(gold, encoding="utf-8") as file:
        text = file.read()
    with open(os.path.join(raw, "hotpot_dev_distractor_v1.json"), "w", encoding="utf-8") as file:
        file.write(text)
    # At the end it divides by the number of records, so that an input cannot be empty: one of the records serves.
    one = json.dumps(json.loads(text)[:1])
    for name in ("hotpot_train_v1.1.json", "example.json"):
        with open(os.path.join(raw, name), "w", encoding="utf-8") as file:
            file.write(one)
    program = [sys.executable, os.path.abspath(converter)]
    try:
        import numpy  # noqa: F401
        import tqdm  # noqa: F401
    except ImportError:
        # Of these it uses one draw and a progress bar, which cost less without them.
        with open(os.path.join(folder, "numpy.py"), "w") as file:
            file.write("import random as r\nclass random:\n    seed = staticmethod(lambda s: None)\n"
                       "    choice = staticmethod(lambda n, k: [r.Random().randrange(n)])\n")
        with open(os.path.join(folder, "tqdm.py"), "w") as file:
            file.write("class tqdm(list):\n    def set_description(self, text):\n        pass\n")
    environment = dict(os.environ, PYTHONPATH=folder, PYTHONDONTWRITEBYTECODE="1", PYTHONHASHSEED="0")
    return least_time(program, runs, out, cwd=folder, env=environment), size_of(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mhqa", help="the command")
    parser.add_argument("bench", help="mhqa_bench_probe")
    parser.add_argument("gold", help="HotpotQA records with contexts, a JSON array")
    parser.add_argument("--dire-converter", help="convert_datasets.py as published")
    options = parser.parse_args()

    lazy = json.loads(subprocess.run([options.bench, "--lazy"], check=True, capture_output=True, text=True).stdout)
    print(f"a bi-partition, lazy: {lazy['ns_per_bipartition']:.2f} ns; in Gray-code order: {lazy['gray_order']:.2f} ns\n")
    print(f"{'four files of the same records':34}{'seconds':>9}{'MB':>8}{'MB/s':>7}")

    def row(name, seconds, megabytes):
        print(f"{name:34}{seconds:>9.3f}{megabytes:>8.0f}{megabytes / seconds:>7.0f}", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        for threads in ("1", "2"):
            inside = json.loads(subprocess.run([options.bench, "hotpotqa", options.gold, out, threads], check=True,
                                               capture_output=True, text=True).stdout)
            row(f"write_probe_files, {threads} thread(s)", inside["seconds"], inside["megabytes"])
        command = [options.mhqa, "probe", "--format", "hotpotqa", options.gold, "--out", out, "--min-paragraphs", "5"]
        ours = least_time(command, 7, out)
        row("mhqa probe, whole command", ours, size_of(out))
        if options.dire_converter:
            theirs, megabytes = published(options.dire_converter, options.gold, os.path.join(folder, "published"), 3)
            row("published converter", theirs, megabytes)
            print(f"\nmhqa probe takes 1/{theirs / ours:.0f} of the published converter's time")
    return 0


if __name__ == "__main__":
    sys.exit(main())
