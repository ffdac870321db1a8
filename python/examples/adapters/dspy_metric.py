# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""DSPy: dspy.Evaluate(devset=…, metric=mhqa_metric). An example's answer is its gold, or a list of golds. Optimisers call
the metric with a trace: it then says whether the answer is right."""

from typing import Any

import mhqa


def mhqa_metric(example: Any, prediction: Any, trace: Any = None, dialect: str = "hotpotqa") -> float | bool:
    golds = [example.answer] if isinstance(example.answer, str) else list(example.answer)
    scores = mhqa.score_batch([prediction.answer], [golds], dialect, "float64")
    return bool(scores["em"][0]) if trace is not None else float(scores["f1"][0])
