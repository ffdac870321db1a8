# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Weights & Biases: the scores of an evaluation as a summary, its signature in the configuration."""

from typing import Any

import mhqa


def log(run: Any, result: mhqa.Result, prefix: str = "") -> None:
    run.config.update({f"{prefix}signature": result.signature}, allow_val_change=True)
    run.log({prefix + name: value for name, value in result.scores.items() if value is not None})
