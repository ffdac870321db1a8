# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Hugging Face's evaluate: evaluate.load("evaluate_metric.py").compute(predictions=…, references=…), with one list of golds
for each prediction; dialect= names one of mhqa.dialects."""

from typing import Any

import datasets
import evaluate

import mhqa


class MultiHopScores(evaluate.Metric):  # type: ignore[misc]
    def _info(self) -> Any:
        return evaluate.MetricInfo(
            description="Exact match and F1, in percent, exactly as the dialect's published evaluator computes them.",
            citation="",
            inputs_description="predictions: strings; references: lists of strings",
            features=datasets.Features(
                {"predictions": datasets.Value("string"), "references": datasets.Sequence(datasets.Value("string"))}
            ),
        )

    def _compute(self, predictions: list[str], references: list[list[str]], dialect: str = "hotpotqa") -> dict[str, float]:
        scores = mhqa.score_batch(predictions, references, dialect, "float64")
        return {name: 100 * float(scores[name].mean()) for name in ("em", "f1")}
