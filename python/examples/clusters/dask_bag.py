# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Dask: a bag of the numbers of the parts, added as a tree."""

import operator
import sys

import dask.bag
import mhqa


def evaluate(dataset: str, predictions: str, gold: str, parts: int) -> mhqa.Evaluation:
    numbers = dask.bag.from_sequence(range(parts), npartitions=parts)
    found = numbers.map(lambda i: mhqa.evaluate_part(dataset, predictions, gold, (i, parts)))
    return mhqa.merge([found.fold(operator.add, split_every=8).compute()])


if __name__ == "__main__":
    print(evaluate(*sys.argv[1:4], parts=int(sys.argv[4])))
