# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""datatrove: a pipeline whose task writes the part of its rank. A second run does only the tasks that are missing."""

import os
import sys
from pathlib import Path
from typing import Any

import mhqa
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.base import PipelineStep


class Evaluate(PipelineStep):
    name = "mhqa evaluation"

    def __init__(self, dataset: str, predictions: str, gold: str, folder: str) -> None:
        super().__init__()
        self.arguments, self.folder = (dataset, predictions, gold), Path(folder)

    def run(self, data: Any, rank: int = 0, world_size: int = 1) -> Any:
        part = mhqa.evaluate_part(*self.arguments, (rank, world_size))
        unfinished = self.folder / f"{rank}.tmp"
        unfinished.write_bytes(part.to_bytes())
        os.replace(unfinished, self.folder / f"{rank}.part")
        return data


def evaluate(dataset: str, predictions: str, gold: str, parts: int, folder: str, workers: int = 2) -> mhqa.Evaluation:
    Path(folder).mkdir(exist_ok=True)
    steps = [Evaluate(dataset, predictions, gold, folder)]
    LocalPipelineExecutor(steps, tasks=parts, workers=workers, logging_dir=f"{folder}/logs").run()
    return mhqa.merge(Path(folder).glob("*.part"))


if __name__ == "__main__":
    print(evaluate(*sys.argv[1:4], parts=int(sys.argv[4]), folder=sys.argv[5]))
