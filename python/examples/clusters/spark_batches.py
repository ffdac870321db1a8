# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Spark: mapInArrow over records that are in Parquet: a part for each partition, grown by its Arrow batches.

The columns are those of HotpotQA in Parquet, id, answer and supporting_facts {title: [], sent_id: []} among them, and
predicted, the model's answer."""

import sys
from typing import Iterator

import mhqa
import pyarrow
from pyspark import TaskContext
from pyspark.sql import SparkSession

COLUMNS = ["id", "answer", "supporting_facts"]


def evaluate(spark: SparkSession, path: str, run: str, partitions: int) -> mhqa.Evaluation:
    def part_of(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        # A task that is tried again has the number of its partition, so its part has the same key.
        part = mhqa.EvaluationPart("hotpotqa", key=f"partition {TaskContext.get().partitionId()}", run=run)
        part.add({}, [])
        for batch in batches:
            said = dict(zip(batch.column("id").to_pylist(), batch.column("predicted").to_pylist()))
            part.add(said, batch.select(COLUMNS).to_pylist())
        yield pyarrow.RecordBatch.from_pydict({"part": pyarrow.array([part.to_bytes()], pyarrow.binary())})

    rows = spark.read.parquet(path).repartition(partitions)
    found = rows.mapInArrow(part_of, "part binary").toLocalIterator()
    return mhqa.merge((row.part for row in found), expect_questions=rows.count(), run=run)


if __name__ == "__main__":
    print(evaluate(SparkSession.builder.getOrCreate(), *sys.argv[1:3], partitions=int(sys.argv[3])))
