# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""The rules of the published evaluators in plain Python, to compare with: as slow and as plain as they are."""

import collections
import re
import string


def normalized(text):
    text = "".join(c for c in text.lower() if c not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", text).split())


def scores(prediction, gold, closed=("yes", "no", "noanswer"), both_empty=0.0):
    """(f1, em, precision, recall): HotpotQA's rules; other programs differ in the last two arguments."""
    prediction, gold = normalized(prediction), normalized(gold)
    em = float(prediction == gold)
    if prediction != gold and (prediction in closed or gold in closed):
        return 0.0, em, 0.0, 0.0
    mine, theirs = prediction.split(), gold.split()
    if not mine or not theirs:
        same = both_empty if mine == theirs else 0.0
        return same, em, same, same
    common = sum((collections.Counter(mine) & collections.Counter(theirs)).values())
    if common == 0:
        return 0.0, em, 0.0, 0.0
    precision, recall = common / len(mine), common / len(theirs)
    return 2 * precision * recall / (precision + recall), em, precision, recall


def best(prediction, golds, **rules):
    return tuple(map(max, zip(*(scores(prediction, gold, **rules) for gold in golds))))
