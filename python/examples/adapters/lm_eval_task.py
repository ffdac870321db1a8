# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""lm-eval: in the task's YAML, process_results: !function lm_eval_task.process_results, and a metric_list of em and f1 with
aggregation: mean. A document's golds are at "answers" or "answer"."""

from typing import Any

import mhqa


def process_results(doc: dict[str, Any], results: list[str]) -> dict[str, float]:
    golds = doc.get("answers") or doc["answer"]
    scores = mhqa.score_batch([results[0]], [golds], "hotpotqa", "float64")
    return {"em": float(scores["em"][0]), "f1": float(scores["f1"][0])}
