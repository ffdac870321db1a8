#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Measures `mhqa compose` by parts on one thread: processor time and memory of the slowest part and of all.

Compares the files of the merging run with those of a run without parts, and fails if they differ. With --s1-first, one
run does S1, and the parts take it from there. More options are passed on to the command.
  bench/compose_parts.py build/release/bin/mhqa pool.json --parts 1 4 16 [--reader words …]
"""
import argparse
import filecmp
import os
import subprocess
import sys
import tempfile


def measured(command):
    """Runs a command; returns its processor time in seconds and its memory in GB."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"failed: {' '.join(command)}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1e6


def same(a, b):
    """Returns true if two folders have the same files with the same bytes."""
    files = [os.path.relpath(os.path.join(at, f), a) for at, _, names in os.walk(a) for f in names]
    others = [os.path.relpath(os.path.join(at, f), b) for at, _, names in os.walk(b) for f in names]
    return sorted(files) == sorted(others) and not any(filecmp.cmpfiles(a, b, files, shallow=False)[1:])


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("mhqa")
    options.add_argument("pool")
    options.add_argument("--parts", type=int, nargs="+", default=[1, 4, 16])
    options.add_argument("--s1-first", action="store_true")
    chosen, more = options.parse_known_args()
    compose = [chosen.mhqa, "compose", chosen.pool, "--seed", "7", "--preset", "released", "--threads", "1", *more]
    with tempfile.TemporaryDirectory() as folder:
        path = lambda name: os.path.join(folder, name)
        whole, memory = measured([*compose, "--out", path("whole")])
        print(f"one run: {whole:.2f} s, {memory:.2f} GB")
        questions = []
        if chosen.s1_first:
            questions = ["--merge", path("questions")]
            time, memory = measured([*compose, "--part", "0/1", "--until", "quality", "--out", path("questions")])
            print(f"S1: {time:.2f} s, {memory:.2f} GB")
        for n in chosen.parts:
            files = [path(f"part{i}-{n}") for i in range(n)]
            parts = [measured([*compose, "--part", f"{i}/{n}", "--out", file, *questions])
                     for i, file in enumerate(files)]
            merged, merging = measured([*compose, "--out", path(f"merged{n}"), "--merge", *files,
                                        *questions[1:]])
            if not same(path("whole"), path(f"merged{n}")):
                sys.exit(f"{n} parts: the files differ from those of one run")
            times = [time for time, _ in parts]
            print(f"{n} parts: slowest {max(times):.2f} s, mean {sum(times) / n:.2f} s, all {sum(times):.2f} s, "
                  f"memory {max(m for _, m in parts):.2f} GB; merging and the rest {merged:.2f} s, {merging:.2f} GB")


if __name__ == "__main__":
    main()
