# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""The compiled part. The package's functions call it with checked arguments."""

from typing import Any

__version__: str
dialects: tuple[str, ...]
extractions: tuple[str, ...]
flags: dict[str, int]
has_gpu_code: bool
rules: tuple[str, ...]

def rewards(
    texts: Any,
    golds: Any,
    rule: str,
    extraction: str | None,
    barred: int,
    dialect: str,
    wide: bool,
    out: dict[str, Any] | None,
) -> dict[str, Any]: ...
def scale(dialect: str) -> float: ...
def score_batch(
    predictions: Any, golds: Any, dialect: str, wide: bool, out: dict[str, Any] | None
) -> dict[str, Any]: ...
def set_threads(count: int) -> None: ...
def threads() -> int: ...
def token_f1(
    arrays: tuple[Any, Any, Any, Any, Any, Any],
    per_question: int,
    dialect: str,
    wide: bool,
    out: dict[str, Any] | None,
    gpu: int | None = None,
    stream: int = 0,
) -> dict[str, Any]: ...
