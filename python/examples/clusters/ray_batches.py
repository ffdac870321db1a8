# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Ray Data: map_batches over records that are in Parquet: a part for each batch, named by its ids.

The columns are those of HotpotQA in Parquet, id, answer and supporting_facts {title: [], sent_id: []} among them, and
predicted, the model's answer."""

import hashlib
import sys

import mhqa
import pyarrow
import ray.data

COLUMNS = ["id", "answer", "supporting_facts"]


def evaluate(path: str, run: str, blocks: int) -> mhqa.Evaluation:
    def part_of(batch: pyarrow.Table) -> pyarrow.Table:
        ids = batch.column("id").to_pylist()
        # map_batches tells no number; a batch that is evaluated again has the same ids, so its part has the same key.
        part = mhqa.EvaluationPart("hotpotqa", key=hashlib.sha256("\n".join(ids).encode()).hexdigest(), run=run)
        part.add(dict(zip(ids, batch.column("predicted").to_pylist())), batch.select(COLUMNS).to_pylist())
        return pyarrow.table({"part": pyarrow.array([part.to_bytes()], pyarrow.binary())})

    rows = ray.data.read_parquet(path, override_num_blocks=blocks)
    found = rows.map_batches(part_of, batch_format="pyarrow", batch_size=4096)
    return mhqa.merge((row["part"] for row in found.iter_rows()), expect_questions=rows.count(), run=run)


if __name__ == "__main__":
    print(evaluate(*sys.argv[1:3], blocks=int(sys.argv[3])))
