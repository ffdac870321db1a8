# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Spark: mapInArrow over the numbers of the parts. Spark repeats a task whose worker dies."""

import sys
from typing import Iterator

import mhqa
import pyarrow
from pyspark.sql import SparkSession


def evaluate(spark: SparkSession, dataset: str, predictions: str, gold: str, parts: int) -> mhqa.Evaluation:
    def evaluated(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            numbers = batch.column("id").to_pylist()
            found = [mhqa.evaluate_part(dataset, predictions, gold, (i, parts)).to_bytes() for i in numbers]
            yield pyarrow.RecordBatch.from_pydict({"part": pyarrow.array(found, pyarrow.binary())})

    rows = spark.range(0, parts, numPartitions=parts).mapInArrow(evaluated, "part binary").toLocalIterator()
    return mhqa.merge(row.part for row in rows)


if __name__ == "__main__":
    print(evaluate(SparkSession.builder.getOrCreate(), *sys.argv[1:4], parts=int(sys.argv[4])))
