# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Scores and rewards of the published programs, by their names."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, Iterable, Mapping

from . import _checks, _core
from ._names import Dialect, Extraction, PublishedDialect, PublishedRule
from ._reward import numbers_of
from ._scores import Golds

#: Programs that score one answer: name -> signature, which names every choice.
published_dialects: Mapping[str, str] = MappingProxyType(_core.published_dialects)

#: Reward functions of trainers, by the names of their programs.
published_rules: tuple[str, ...] = _core.published_rules


def score(
    predictions: Iterable[str | bool | Iterable[str] | None],
    golds: Iterable[Golds | bool],
    dialect: Dialect | PublishedDialect,
    *,
    extraction: Extraction | None = None,
    tag: str | None = None,
    answer_type: str = "string",
) -> list[dict[str, Any]]:
    """Scores answers as one of mhqa.dialects or mhqa.published_dialects does.

    predictions: n strings; None for an absent answer, each of whose numbers is 0; for drop and ircot also lists of
    spans; for strategyqa also True and False. golds: for each a string (for strategyqa also True or False), a list of
    strings, possibly empty, or a dict with either at "target". A gold that is a string and holds a list in JSON or Python is refused. extraction, one of
    mhqa.extractions, scores the answer that it finds in each prediction, "" without one; tag is the name of the tags,
    or of the member of a JSON object, in which it looks, otherwise "answer". answer_type is MoreHopQA's: "number" and
    "year" compare floats, "string", "person", "organization", "place", "letter" and "character" compare texts.

    Returns for each prediction a dict of the evaluator's numbers under its names: None if it has none,
    {"error": why} if the program raises. With an extraction also extracted (None without an answer) and why, a
    named reason.

    Raises ValueError for an unknown dialect or extraction or another number of golds, TypeError for items that are not
    strings.

    >>> score(["President Obama"], [["Obama"]], "flashrag")
    [{'em': 0.0, 'acc': 1.0, 'f1': 0.6666666666666666, 'precision': 0.5, 'recall': 1.0}]
    """
    names = (
        _checks.text(dialect, "dialect"),
        _checks.profile(extraction, tag),
        _checks.text(answer_type, "answer_type"),
    )
    return _core.published_scores(predictions, golds, *names)


def verdicts(
    texts: Iterable[str],
    golds: Iterable[Golds],
    rule: PublishedRule,
    *,
    eos_token: str = "",
    pad_token: str = "",
    **numbers: float,
) -> list[dict[str, Any]]:
    """Judges generations as one of mhqa.published_rules does, and returns everything that the function computes.

    numbers are those that the function takes, by its own names: score, format_score, structure_format_score,
    final_format_score, retrieval_score; another keyword is refused. Without them,
    search_r1_em_format takes 0.2, 0.1 and 0 for the last three, as Search-R1's training script does, and
    search_r1_em_format_unweighted the function's own defaults, 0. Returns for each text a dict: reward (None if the function raises
    for the reward), extracted (None without an answer), why, a named reason, and the function's other numbers; or
    {"error": why} if it raises for the whole text. rewards() returns only the rewards, computed on all threads.

    Raises as score does.

    >>> verdicts(["<answer>Rome</answer>"], ["rome"], "verl_search_r1_like")
    [{'reward': 1.0, 'extracted': 'Rome', 'why': 'right', 'subem': 1.0}]
    """
    names = (_checks.text(rule, "rule"), _checks.text(eos_token, "eos_token"), _checks.text(pad_token, "pad_token"))
    return _core.published_verdicts(texts, golds, *names, numbers_of(numbers))
