# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Ray Data: map_batches over the numbers of the parts, by tasks or by a pool of actors; the parts are a binary column."""

import sys
from typing import Any

import mhqa
import ray.data


class Evaluate:
    def __init__(self, dataset: str, predictions: str, gold: str, parts: int) -> None:
        self.arguments, self.parts = (dataset, predictions, gold), parts

    def __call__(self, batch: dict[str, Any]) -> dict[str, list[bytes]]:
        return {"part": [mhqa.evaluate_part(*self.arguments, (int(i), self.parts)).to_bytes() for i in batch["id"]]}


def evaluate(dataset: str, predictions: str, gold: str, parts: int, actors: int = 0) -> mhqa.Evaluation:
    arguments = (dataset, predictions, gold, parts)
    numbers = ray.data.range(parts, override_num_blocks=parts)
    if actors == 0:
        found = numbers.map_batches(Evaluate(*arguments).__call__, batch_size=1)
    else:
        pool = ray.data.ActorPoolStrategy(size=actors)
        found = numbers.map_batches(Evaluate, fn_constructor_args=arguments, batch_size=1, compute=pool)
    return mhqa.merge(row["part"] for row in found.iter_rows())


if __name__ == "__main__":
    print(evaluate(*sys.argv[1:4], parts=int(sys.argv[4])))
