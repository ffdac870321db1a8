#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Rewards of a trainer that calls a function for each text, beside verl's own function, in one run.

    pip install ./python && bench/one_text.py verl/utils/reward_score/search_r1_like_qa_em.py

The file is verl's, which is no part of mhqa. 8,192 rollouts of 300 words with four golds each, called as verl's managers
call: one by one with keywords, and as a batch. Status 1: a call with golds seen before takes more than 2 microseconds,
calls one by one are less than 10 times and a batch less than 60 times as fast as verl's function, or rewards differ.
"""

import contextlib
import io
import random
import sys

import mhqa
from measured import load, timed

ROLLOUTS, WORDS = 8192, 300
VOCABULARY = ("the a of river tower which was born in London 1889, Curie; Warsaw film directed by who is then next I "
              "should search for answer: it U.S. (see) don't").split()


def make_rollouts():
    draw = random.Random(6)
    out = []
    for _ in range(ROLLOUTS):
        golds = [" ".join(draw.choices(VOCABULARY, k=draw.randint(1, 5))) for _ in range(4)]
        said = draw.choice(golds) if draw.random() < 0.5 else " ".join(draw.choices(VOCABULARY, k=3))
        words = " ".join(draw.choices(VOCABULARY, k=WORDS))
        out.append((f"<think> {words} </think> <answer> {said} </answer>", {"target": golds}))
    return out


def main(arguments):
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    published = load(arguments[0]).compute_score
    rollouts = make_rollouts()
    texts, truths = [text for text, _ in rollouts], [truth for _, truth in rollouts]

    def one_by_one(function, runs, **options):
        """Least seconds of each slice of 256 texts, so that other programs' turns do not count; and the rewards."""
        seconds, found = 0.0, []
        for first in range(0, ROLLOUTS, 256):
            part = rollouts[first : first + 256]
            best, rewards = timed(lambda: [
                function(data_source="hotpotqa", solution_str=text, ground_truth=truth, extra_info=None, **options)
                for text, truth in part], runs)
            seconds += best
            found += rewards
        return seconds, found

    def verls(data_source, solution_str, ground_truth, extra_info):
        return published(solution_str, ground_truth)

    def batched():
        return mhqa.compute_score(data_sources=["hotpotqa"] * ROLLOUTS, solution_strs=texts, ground_truths=truths,
                                  extra_infos=[None] * ROLLOUTS, rule="verl")

    with contextlib.redirect_stdout(io.StringIO()):
        theirs, wanted = one_by_one(verls, 5)
    empty, _ = one_by_one(lambda data_source, solution_str, ground_truth, extra_info: 0.0, 20)
    first, found = one_by_one(mhqa.compute_score, 1, rule="verl")
    again, second = one_by_one(mhqa.compute_score, 20, rule="verl")
    mhqa.set_threads(2)
    batch, third = timed(batched, 50)

    print(f"{ROLLOUTS} rollouts of {WORDS} words, 4 golds each; microseconds a text\n")
    for name, seconds in (("verl's function", theirs), ("compute_score, first time", first),
                          ("compute_score, golds seen before", again), ("a function that returns 0", empty),
                          ("compute_score, a batch on 2 threads", batch)):
        print(f"{name:<38}{1e6 * seconds / ROLLOUTS:>8.2f}{theirs / seconds:>8.1f} times")
    same = [float(x) for x in wanted] == found == second == third
    good = same and again <= 2e-6 * ROLLOUTS and theirs >= 10 * again and theirs >= 60 * batch
    print("\nevery target is met" if good else "\na target is missed" if same else "\nTHE REWARDS DIFFER")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
