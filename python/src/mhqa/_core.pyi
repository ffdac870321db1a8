# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""The compiled part. The package's functions call it with checked arguments."""

from typing import Any, Callable, overload

__version__: str
dialects: tuple[str, ...]
extractions: tuple[str, ...]
flags: dict[str, int]
has_gpu_code: bool
published_dialects: dict[str, str]
published_rules: tuple[str, ...]
reward_numbers: tuple[str, ...]
rules: tuple[str, ...]
rules_with_prompt: dict[str, str]

class bm25:
    documents: int
    terms: int
    postings: int
    k1: float
    b: float
    @overload
    def __init__(
        self, texts: Any, titles: Any, model: str, stop_words: bool, k1: float | None, b: float | None
    ) -> None: ...
    @overload
    def __init__(self, bytes: bytes, stop_words: bool) -> None: ...
    @overload
    def __init__(self, old: bm25, texts: Any, titles: Any) -> None: ...
    def bytes(self) -> bytes: ...
    def search(self, queries: Any, k: int) -> tuple[Any, Any]: ...

def addresses(column: Any) -> list[int]: ...
def execute_fan_out(
    steps: list[str | list[str | int]], reader: Callable[[str], list[str]]
) -> tuple[list[list[str]], list[list[str]]]: ...
def extracted_answers(
    texts: Any, rule: str, extraction: str | None, barred: int
) -> list[tuple[str | None, str]]: ...
def expect_plain_gold(gold: str, where: str) -> None: ...
def golds_compiled() -> int: ...
def json_of(data: Any, left_out: tuple[str, ...]) -> bytes | None: ...
def mean_interval(values: Any, confidence: float, samples: int, seed: int) -> tuple[float, float]: ...
def one_reward(
    text: Any,
    truth: Any,
    rule: Any,
    extraction: Any,
    barred: int,
    dialect: Any,
    eos_token: Any,
    pad_token: Any,
    numbers: dict[str, Any] | None,
    golds_of: Callable[[Any], list[str]],
) -> float: ...
def many_rewards(
    texts: Any,
    truths: Any,
    rule: Any,
    extraction: Any,
    barred: int,
    dialect: Any,
    eos_token: Any,
    pad_token: Any,
    numbers: dict[str, Any] | None,
    golds_of: Callable[[Any, str], list[str]],
) -> list[float]: ...
def published_rewards(
    texts: Any,
    golds: Any,
    rule: str,
    eos_token: str,
    pad_token: str,
    numbers: dict[str, float] | None,
    wide: bool,
    out: dict[str, Any] | None,
) -> dict[str, Any]: ...
def published_scores(
    predictions: Any, golds: Any, dialect: str, extraction: str | None, answer_type: str
) -> list[dict[str, Any]]: ...
def published_verdicts(
    texts: Any, golds: Any, rule: str, eos_token: str, pad_token: str, numbers: dict[str, float] | None
) -> list[dict[str, Any]]: ...
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
def mean_scores(predictions: Any, golds: Any, dialect: str) -> dict[str, float]: ...
def paired(predictions: list[Any], references: list[Any]) -> tuple[list[Any], list[Any]] | None: ...
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
def parse_date(date: Any, numbers: str, two_digit_from: int, place: str) -> dict[str, Any]: ...
def parse_dates(
    dates: tuple[Any, ...], plain: Callable[[Any], Any], numbers: str, two_digit_from: int
) -> list[dict[str, Any]]: ...
def date_edtf(date: Any, numbers: str, two_digit_from: int, place: str) -> str: ...
def compare_dates(first: Any, second: Any, rule: str, numbers: str, two_digit_from: int) -> dict[str, Any]: ...
def subtract_dates(first: Any, second: Any, rule: str, numbers: str, two_digit_from: int) -> dict[str, Any]: ...
def read_life(title: Any, text: Any, place: str) -> dict[str, Any]: ...
