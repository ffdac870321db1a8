# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""MLflow: the scores of an evaluation as metrics, its signature as a tag, the whole result as an artifact."""

import mlflow

import mhqa


def log(result: mhqa.Result, prefix: str = "") -> None:
    mlflow.log_metrics({prefix + name: value for name, value in result.scores.items() if value is not None})
    mlflow.set_tag(f"{prefix}signature", result.signature)
    mlflow.log_dict(result.to_dict(), f"{prefix}result.json")
