#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Rewards beside the published functions, on the same rollouts and in one run: rewards.py PROGRAM [NAME=FILE...]

PROGRAM is the compiled bench/rewards.cpp. NAME=FILE is published code, which is no part of mhqa:
  search_r1=…/verl/utils/reward_score/qa_em.py, search_r1_format=…/qa_em_format.py (Search-R1),
  verl=…/verl/utils/reward_score/search_r1_like_qa_em.py, recall_f1=…/src/verl/utils/reward_score/re_call.py
8,192 rollouts of 300 words with four golds each. Status 1: fewer than 100 times as fast on two threads, or the sums of
the rewards differ.
"""

import contextlib
import io
import json
import random
import subprocess
import sys
import tempfile
import time

from measured import load, verdict

ROLLOUTS, WORDS, TARGET = 8192, 300, 100
VOCABULARY = ("the a of river tower which was born in London 1889, Curie; Warsaw film directed by who is then next I "
              "should search for answer: it U.S. (see) don't").split()


def make_rollouts():
    draw = random.Random(6)
    out = []
    for _ in range(ROLLOUTS):
        golds = [" ".join(draw.choices(VOCABULARY, k=draw.randint(1, 5))) for _ in range(4)]
        said = draw.choice(golds) if draw.random() < 0.5 else " ".join(draw.choices(VOCABULARY, k=3))
        words = draw.choices(VOCABULARY, k=WORDS)
        text = (f"<answer> Beijing </answer> <|im_start|>assistant <think> {' '.join(words)} \\boxed{{{said}}} </think> "
                f"<answer> {said} </answer>")
        out.append((golds, text))
    return out


def published(name, module):
    if name == "search_r1":
        return lambda text, golds: module.compute_score_em(text, {"target": golds})
    if name == "search_r1_format":
        return lambda text, golds: module.compute_score_em(text, {"target": golds}, structure_format_score=0.2,
                                                           final_format_score=0.1, retrieval_score=0)
    if name == "verl":
        return lambda text, golds: module.compute_score(text, {"target": golds})
    if name == "recall_f1":
        def recall_f1(text, golds):
            f1 = module.get_f1_score(module.remove_boxed(module.last_boxed_only_string(text)), golds)
            return f1 if f1 > 0 else 0.1
        return recall_f1
    raise SystemExit(f"rewards: no published function is known by the name {name}")


def main(arguments):
    if not arguments or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    rollouts = make_rollouts()
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        for golds, text in rollouts:
            file.write("\n".join([*golds, text]) + "\n")
        file.flush()
        ours = {}
        for threads in (1, 2, 4):
            ours[threads] = json.loads(subprocess.run([arguments[0], file.name, str(threads)], check=True,
                                                      stdout=subprocess.PIPE, text=True).stdout)
    theirs = {}
    for pair in arguments[1:]:
        name, _, path = pair.partition("=")
        function = published(name, load(path))
        with contextlib.redirect_stdout(io.StringIO()):
            before = time.perf_counter()
            total = sum(function(text, golds) for golds, text in rollouts)
            theirs[name] = time.perf_counter() - before, total

    good = True
    print(f"{ROLLOUTS} rollouts of {WORDS} words, 4 golds each; milliseconds a batch\n")
    print(f"{'rule':<18}{'1 thread':>10}{'2':>8}{'4':>8}{'published':>12}{'times':>8}")
    for name, (seconds, total) in ours[2].items():
        line = f"{name:<18}{ours[1][name][0] * 1e3:>10.2f}{seconds * 1e3:>8.2f}{ours[4][name][0] * 1e3:>8.2f}"
        if name in theirs:
            slow, expected = theirs[name]
            line += f"{slow * 1e3:>12.0f}{slow / seconds:>8.0f}"
            good &= slow >= TARGET * seconds
            if abs(total - expected) > 1e-9 * max(1, abs(expected)):
                line += "   DIFFERENT REWARDS"
                good = False
        print(line)
    return verdict(good)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
