# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""The compiled part. The package's functions call it with checked arguments."""

from typing import Any

import numpy

__version__: str
dialects: tuple[str, ...]
extractions: tuple[str, ...]
rules: tuple[str, ...]

def rewards(
    texts: Any, golds: Any, rule: str, extraction: str | None, dialect: str, wide: bool
) -> dict[str, numpy.ndarray]: ...
def scale(dialect: str) -> float: ...
def score_batch(predictions: Any, golds: Any, dialect: str, wide: bool) -> dict[str, numpy.ndarray]: ...
def set_threads(count: int) -> None: ...
def threads() -> int: ...
def token_f1(
    predictions: Any, golds: Any, gold_groups: Any, per_question: int, marks: Any, dialect: str, wide: bool
) -> dict[str, numpy.ndarray]: ...
