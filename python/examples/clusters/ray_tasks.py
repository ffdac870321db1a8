# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Ray: one task a part. Ray repeats the task of a worker that dies. Every node reads the two files."""

import sys

import mhqa
import ray


@ray.remote
def part(dataset: str, predictions: str, gold: str, number: tuple[int, int]) -> mhqa.EvaluationPart:
    return mhqa.evaluate_part(dataset, predictions, gold, number)


def evaluate(dataset: str, predictions: str, gold: str, parts: int) -> mhqa.Evaluation:
    return mhqa.merge(ray.get([part.remote(dataset, predictions, gold, (i, parts)) for i in range(parts)]))


if __name__ == "__main__":
    print(evaluate(*sys.argv[1:4], parts=int(sys.argv[4])))
