#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Measures `mhqa compose --shards`: time and memory of the run that divides the pool, and of the parts of its shards.

Every run gets --memory GB of address space. --compare makes the parts from the pool, too, without that limit, and fails
if a byte differs. --merge BYTES also merges the parts, with the pool in blocks of so many bytes, and with --compare the
folder has to equal that of one run. --plain switches off the rules about pairs, which otherwise take most of the time. More options are
passed on to the command.
  bench/compose_shards.py build/release/bin/mhqa pool.jsonl --shards 16 --memory 4 --compare
"""
import argparse
import filecmp
import os
import resource
import subprocess
import sys
import tempfile
import time


def measured(command, memory=0):
    """Runs a command; returns its processor time and its duration in seconds, and its resident memory in GB."""
    def limit():
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (int(memory * 2**30),) * 2)

    begin = time.time()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, preexec_fn=limit, text=True)
    shown = process.stdout.read().strip()
    _, status, used = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"failed: {' '.join(command)}")
    print(f"{shown.splitlines()[0]}: {used.ru_utime + used.ru_stime:.1f} s of the processor, {time.time() - begin:.0f} s, "
          f"{used.ru_maxrss / 1e6:.2f} GB", flush=True)


def rules_of(mhqa):
    """Returns the names of the rules that --without-rules switches off."""
    refused = subprocess.run([mhqa, "compose", "x", "--out", "x", "--without-rules", "?"], capture_output=True, text=True)
    with_notes = ("answer-not-asked-for", "part-of-entity")  # rules that need --entities
    return [name for name in refused.stderr.partition("{")[2].partition("}")[0].split(",") if name not in with_notes]


def expect_equal(folder, other):
    """Fails unless two folders have the same files with the same bytes."""
    def files(of):
        return sorted(os.path.relpath(os.path.join(at, name), of) for at, _, names in os.walk(of) for name in names)

    differing = [name for name in files(folder) if not os.path.exists(os.path.join(other, name)) or
                 not filecmp.cmp(os.path.join(folder, name), os.path.join(other, name), shallow=False)]
    if differing or files(folder) != files(other):
        sys.exit(f"the folders differ: {differing or 'other files'}")
    print(f"{len(files(folder))} files are equal")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("mhqa")
    options.add_argument("pool")
    options.add_argument("--shards", type=int, default=16)
    options.add_argument("--memory", type=float, default=4)
    options.add_argument("--some", type=int, help="make this many of the parts only")
    options.add_argument("--compare", action="store_true")
    options.add_argument("--plain", action="store_true")
    options.add_argument("--merge", type=int, metavar="BYTES")
    options.add_argument("--merge-memory", type=float, help="GB of address space for the merging run, if not --memory")
    options.add_argument("--folder", help="for the files, instead of a temporary one")
    chosen, more = options.parse_known_args()
    compose = [chosen.mhqa, "compose", chosen.pool, "--seed", "7", "--preset", "released", "--threads", "1", *more]
    if chosen.plain:
        compose += ["--without-rules", *rules_of(chosen.mhqa)]
    with tempfile.TemporaryDirectory(dir=chosen.folder) as folder:
        path = lambda name: os.path.join(folder, name)
        measured([*compose, "--shards", str(chosen.shards), "--out", path("shards")], chosen.memory)
        for i in range(chosen.some or chosen.shards):
            part = [*compose, "--until", "pairs", "--part", f"{i}/{chosen.shards}"]
            measured([*part, "--shard", path(f"shards/{i}"), "--out", path(f"part{i}")], chosen.memory)
            if not chosen.compare or chosen.merge:
                continue
            measured([*part, "--out", path("b")])
            if not filecmp.cmp(path(f"part{i}"), path("b"), shallow=False):
                sys.exit(f"part {i}/{chosen.shards} differs from that of the pool")
        if not chosen.merge:
            return
        parts = [path(f"part{i}") for i in range(chosen.shards)]
        measured([*compose, "--out", path("merged"), "--merge", *parts, "--block", str(chosen.merge)],
                 chosen.merge_memory or chosen.memory)
        if chosen.compare:
            measured([*compose, "--out", path("whole")])
            expect_equal(path("merged"), path("whole"))


if __name__ == "__main__":
    main()
