#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""`mhqa.evaluate` of HotpotQA's records in memory beside the published functions, alternating in one process.

    bench/evaluate.py GOLD PREDICTIONS [--hotpotqa-script hotpot_evaluate_v1.py] [--runs 15]

Prints processor time of all threads, the least of several runs, and the memory that 20,000 records from a generator
need. Without the script, which is not part of mhqa, the rules in python/tests/published.py take its place. Status 1: the
scores differ, more than 0.3 of the published functions' time, or more than 50 MB.
"""
import argparse
import json
import pathlib
import resource
import subprocess
import sys
import time

import mhqa

from measured import load, verdict

MOST_TIME, MOST_MEMORY = 0.3, 50e6


class Rules:
    """The functions of hotpot_evaluate_v1.py, from the tests' rules."""

    def __init__(self):
        sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "python/tests"))
        import published

        self.scores = published.scores

    def update_answer(self, metrics, prediction, gold):
        f1, em, precision, recall = self.scores(prediction, gold)
        for name, value in (("em", em), ("f1", f1), ("prec", precision), ("recall", recall)):
            metrics[name] += value
        return em, precision, recall

    @staticmethod
    def update_sp(metrics, prediction, gold):
        said, wanted = set(map(tuple, prediction)), set(map(tuple, gold))
        common = len(said & wanted)
        precision = common / len(said) if said else 0.0
        recall = common / len(wanted) if wanted else 0.0
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        em = float(said == wanted)
        for name, value in (("sp_em", em), ("sp_f1", f1), ("sp_prec", precision), ("sp_recall", recall)):
            metrics[name] += value
        return em, precision, recall


def published(functions, said, gold):
    """The loop of eval()."""
    metrics = dict.fromkeys(["em", "f1", "prec", "recall", "sp_em", "sp_f1", "sp_prec", "sp_recall", "joint_em",
                             "joint_f1", "joint_prec", "joint_recall"], 0)
    for one in gold:
        key = one["_id"]
        if key not in said["answer"] or key not in said["sp"]:
            continue
        em, precision, recall = functions.update_answer(metrics, said["answer"][key], one["answer"])
        sp_em, sp_precision, sp_recall = functions.update_sp(metrics, said["sp"][key], one["supporting_facts"])
        joint_precision, joint_recall = precision * sp_precision, recall * sp_recall
        both = joint_precision + joint_recall
        metrics["joint_f1"] += 2 * joint_precision * joint_recall / both if both else 0.0
        metrics["joint_em"] += em * sp_em
        metrics["joint_prec"] += joint_precision
        metrics["joint_recall"] += joint_recall
    return {name: value / len(gold) for name, value in metrics.items()}


def processor_time(work):
    begin = time.process_time()
    result = work()
    return time.process_time() - begin, result


def of_generator():
    """In a process of its own: the growth of its memory, in bytes."""
    paragraphs = [[f"title {i}", [f"The sentence {k} of paragraph {i}. " * 3 for k in range(5)]] for i in range(10)]

    def records(count):
        for i in range(count):
            context = [[title, [sentence + str(i) for sentence in sentences]] for title, sentences in paragraphs]
            yield {"_id": f"5a8b57f25542995d1e6f{i:04}", "question": f"Who made number {i}?", "answer": f"maker {i}",
                   "supporting_facts": [["title 1", 0], ["title 2", 1]], "type": "bridge", "context": context}

    said = {one["_id"]: "maker" for one in records(20_000)}
    mhqa.evaluate("hotpotqa", said, records(10))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    mhqa.evaluate("hotpotqa", said, records(20_000))
    print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("gold")
    parser.add_argument("predictions")
    parser.add_argument("--hotpotqa-script")
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--memory", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.memory:
        return of_generator()
    functions = load(options.hotpotqa_script) if options.hotpotqa_script else Rules()
    with open(options.gold, encoding="utf-8") as file:
        gold = json.load(file)
    with open(options.predictions, encoding="utf-8") as file:
        said = json.load(file)
    ours, theirs = [], []
    for _ in range(options.runs):
        seconds, wanted = processor_time(lambda: published(functions, said, gold))
        theirs.append(seconds)
        seconds, found = processor_time(lambda: mhqa.evaluate("hotpotqa", said, gold))
        ours.append(seconds)
    if any(abs(found.scores[name] - value) > 1e-12 for name, value in wanted.items()):
        sys.exit("bench: the scores differ")
    ratio = min(ours) / min(theirs)
    print(f"{len(gold)} records: published {1e3 * min(theirs):.1f} ms, mhqa {1e3 * min(ours):.1f} ms, {ratio:.2f} of it")
    grown = int(subprocess.run([sys.executable, __file__, options.gold, options.predictions, "--memory"], check=True,
                               capture_output=True, text=True).stdout)
    print(f"20000 records from a generator: {grown / 1e6:.1f} MB")
    return verdict(ratio <= MOST_TIME and grown <= MOST_MEMORY)


if __name__ == "__main__":
    sys.exit(main())
