# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""The compiled part that reads files. Each text is what the command prints; ValueError has the place.

told is a callable (what, done, all) that is called while the work goes on, or None. Evaluations return None for data
in memory that are not plain.
"""

from typing import Any, Callable

_Told = Callable[[str, int, int], None] | None


def evaluate(
    dataset: str,
    predictions: str | Held,
    gold: str | Held,
    by: str,
    dialect: str,
    aliases: str | Held,
    na_prob: str | Held,
    na_prob_threshold: float,
    retrieval_limit: int,
    rows: bool,
    texts: bool,
    result: str,
    threads: int,
) -> tuple[str, str, str] | None: ...
def evaluate_part(
    dataset: str,
    predictions: str | Held,
    gold: str | Held,
    by: str,
    dialect: str,
    aliases: str | Held,
    na_prob: str | Held,
    na_prob_threshold: float,
    retrieval_limit: int,
    index: int,
    count: int,
    own_files: bool,
    run: str,
) -> bytes | None: ...
def write_file(path: str, parts: list[bytes], inputs: list[str]) -> None: ...

class GrowingPart:
    def __init__(self, key: str, run: str, by: str) -> None: ...
    def add(
        self,
        dataset: str,
        predictions: str | Held,
        gold: str | Held,
        by: str,
        dialect: str,
        aliases: str | Held,
        na_prob: str | Held,
        na_prob_threshold: float,
        retrieval_limit: int,
    ) -> bool | None: ...
    def to_bytes(self) -> bytes: ...
    @property
    def questions(self) -> int: ...

def add_parts(parts: list[bytes]) -> bytes: ...
def finish_parts(parts: list[bytes], expect_questions: int, expect_data: str, run: str) -> str: ...
def guess_data_set(gold: str | Held) -> str: ...
def compare(
    dataset: str,
    gold: str | Held,
    names: list[str],
    predictions: list[str | Held],
    by: str,
    kind: str,
    aliases: str | Held,
    metrics: list[str],
    samples: int,
    seed: int,
    threads: int,
) -> str: ...
def dire(
    kind: str,
    input: str | Held,
    predictions: str | Held,
    originals: str | Held,
    joint: str,
    dialect: str,
    aliases: str | Held,
    rows: bool,
) -> tuple[str, str, str]: ...
def diff(results: list[str], dialects: list[str], metrics: list[str], examples: int) -> str: ...
def audit(files: list[str], reader: str, weights: str, net: str, told: _Told) -> str: ...
def plain_run(given: Any) -> object | None: ...
def plain_judgements(given: Any) -> object | None: ...
def retrieval(
    run: object, judgements: object, at: list[int], by_group: bool, rows: bool, complete: bool, ignore_unjudged: bool,
    answer_rule: str
) -> tuple[str, str]: ...
def probe(
    format: str,
    gold: str,
    folder: str,
    seed: int,
    min_paragraphs: int,
    max_supports: int,
    sample: float,
    balance: bool,
    jsonl: bool,
    trivial: bool,
    artifacts: bool,
    adversarial: bool,
    annotate: int,
    material: str,
    sentences: bool,
    threads: int,
    told: _Told,
) -> None: ...
def compose(options: dict[str, Any], threads: int, told: _Told) -> str: ...
def statistics(dataset: str, files: list[str], told: _Told) -> str: ...
def check_submission(dataset: str, predictions: str, questions: str) -> str: ...
def check_decompositions(file: str, layout: str, rows: bool) -> tuple[str, str]: ...
def check_questions(
    questions: str, tags: str, solvers: str, step_answers: str, per_term: int, rows: bool
) -> tuple[str, str]: ...
def convert(input: str, source: str, target: str, out: str) -> str: ...
def probe_dates(
    format: str,
    gold: str,
    out: str,
    dates: str,
    source: str,
    distractor: bool,
    rule: str,
    convert: bool,
    year_only: bool,
    balance: bool,
    seed: int,
    told: _Told,
) -> str: ...
def proxies(key: str, verdicts: list[str], majority: bool, distractors: int) -> str: ...
def find_evidence(
    questions: str,
    corpus: list[str],
    by_steps: bool,
    references: str,
    split_joined: bool,
    k: int,
    titles: bool,
    threads: int,
) -> str: ...
def evaluate_squad(
    predictions: Any,
    gold: Any,
    by: str,
    dialect: str,
    threshold: float,
    rows: bool,
    texts: bool,
    result: str,
    threads: int,
) -> tuple[str, str, str] | None: ...

class Held:
    """Data in memory, for the arguments above."""

def held(
    data: Any, name: str, of_record: tuple[str, ...], within: tuple[str, ...], whole: bool
) -> Held | None:
    """Returns None for data that are not plain: what JSON cannot hold as it is."""
