# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Rewards of generated texts, and the shapes in which verl and TRL call for them."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, Callable, Iterable, Mapping, Sequence

from . import _core
from ._scores import Golds, is_wide, listed

extractions: tuple[str, ...] = _core.extractions
rules: tuple[str, ...] = _core.rules

#: What the column flags of rewards has for answers that may win without knowing one: more than ten tags, nothing but
#: white space, several answers in one ("A or B", "yes, no", parts between lines, ";" or "|").
flags: Mapping[str, int] = MappingProxyType(_core.flags)


def rewards(
    texts: Iterable[str] | tuple[Any, Any],
    golds: Iterable[Golds],
    extraction: str | None = None,
    dialect: str = "hotpotqa",
    dtype: Any = "float32",
    *,
    rule: str = "f1",
    barred: Iterable[str] = (),
    out: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Finds the answer in each text, scores it and makes it a reward.

    texts and golds are as for score_batch. texts may also be a pair (bytes, offsets) of arrays, uint8 and int64, NumPy's
    or by DLPack, as Arrow keeps strings: text i is bytes[offsets[i]:offsets[i + 1]] in UTF-8. rule is one of
    mhqa.rules, each a published reward function: where the answer stands, what a right and a wrong one are worth.
    search_r1's rules want the prompt in the text, whose <answer> is the first of the two that they ask for. extraction,
    one of mhqa.extractions, says instead of the rule where the answer stands. barred names flags of mhqa.flags: an
    answer that has one is rewarded as if there were none.

    Returns a dict of arrays, one element a text: reward; f1, em, precision, recall, 0 where no answer was found;
    extracted, 1 where one was; format, 1 where the text keeps the rule's form; flags, uint8, the sum of the answer's
    mhqa.flags. out is as for score_batch.

    Raises as score_batch does.

    >>> rewards(["I think <answer>the cat</answer>"], ["cat"])["em"].tolist()
    [1.0]
    """
    return _core.rewards(texts, golds, rule, extraction, _bits(barred), dialect, is_wide(dtype), out)


def compute_score(
    data_source: Any = None,
    solution_str: Any = None,
    ground_truth: Any = None,
    extra_info: Any = None,
    *,
    data_sources: Any = None,
    solution_strs: Any = None,
    ground_truths: Any = None,
    extra_infos: Any = None,
    rule: str = "f1",
    extraction: str | None = None,
    barred: Iterable[str] = (),
    dialect: str = "hotpotqa",
) -> Any:
    """verl's custom reward function: one text -> a float, or a batch (lists, or verl's plural names) -> floats.

    A ground truth is a string, a list of strings, or a dict with "target". rule, extraction, barred and
    dialect are as for rewards; verl passes them from custom_reward_function.reward_kwargs. data_source and extra_info are not
    looked at.

    >>> compute_score("hotpotqa", "<answer>a black cat</answer>", {"target": ["black cat", "cat"]})
    1.0
    >>> compute_score(data_sources=["", ""], solution_strs=["<answer>a</answer>", "b"], ground_truths=["x", "b"])
    [0.0, 0.0]
    """
    plural = (data_sources, solution_strs, ground_truths, extra_infos)
    if any(argument is not None for argument in plural):
        if any(argument is not None for argument in (data_source, solution_str, ground_truth, extra_info)):
            raise TypeError("compute_score: expected arguments for one text or for a batch, found both")
        solution_str, ground_truth = solution_strs, ground_truths
        if isinstance(solution_str, str):
            raise TypeError("solution_strs: expected a list, found str")
    if isinstance(solution_str, str):
        golds = [_targets(ground_truth, "ground_truth")]
        columns = rewards([solution_str], golds, extraction, dialect, "float64", rule=rule, barred=barred)
        return float(columns["reward"][0])
    golds = [_targets(truth, f"ground_truths[{i}]") for i, truth in enumerate(listed(ground_truth, "ground_truths"))]
    texts = listed(solution_str, "solution_strs")
    return rewards(texts, golds, extraction, dialect, "float64", rule=rule, barred=barred)["reward"].tolist()


def trl_reward(
    golds: str = "answer",
    *,
    rule: str = "f1",
    extraction: str | None = None,
    barred: Iterable[str] = (),
    dialect: str = "hotpotqa",
    name: str | None = None,
) -> Callable[..., list[float]]:
    """Makes a reward function for TRL's trainers: f(completions, **columns) -> list of floats.

    golds names the data set's column that has a string or a list of strings for each completion. A completion is a
    string or a list of messages, of which the last one's content counts. name is what TRL's logs call it.

    >>> f = trl_reward("answers", rule="em")
    >>> f(completions=[[{"role": "assistant", "content": "<answer>cat</answer>"}]], answers=[["the cat"]])
    [1.0]
    """
    for argument, value in (("golds", golds), ("name", "" if name is None else name)):
        if not isinstance(value, str):
            raise TypeError(f"{argument}: expected a string, found {type(value).__name__}")
    barred = listed(barred, "barred")
    # Unknown names are said here, not in the first step.
    rewards([""], [""], extraction, dialect, rule=rule, barred=barred)

    def reward(completions: Sequence[Any], **columns: Any) -> list[float]:
        if golds not in columns:
            raise ValueError(f"expected the column {golds!r} of the data set, found {', '.join(sorted(columns))}")
        texts = [_content(item, f"completions[{i}]") for i, item in enumerate(listed(completions, "completions"))]
        found = rewards(texts, columns[golds], extraction, dialect, "float64", rule=rule, barred=barred)["reward"]
        return [float(x) for x in found]

    reward.__name__ = reward.__qualname__ = f"mhqa_{rule}" if name is None else name
    reward.__doc__ = f"The reward {rule!r} of each completion against the column {golds!r}, by mhqa."
    return reward


def _bits(barred: Iterable[str]) -> int:
    bits = 0
    for i, name in enumerate(listed(barred, "barred")):
        if not isinstance(name, str):
            raise TypeError(f"barred[{i}]: expected a string, found {type(name).__name__}")
        if name not in flags:
            raise ValueError(f"barred[{i}]: expected one of {', '.join(flags)}; found {name}")
        bits |= flags[name]
    return bits


def _targets(truth: Any, where: str) -> Any:
    """The golds of a ground truth in verl's forms."""
    if not isinstance(truth, Mapping):
        return truth
    if "target" not in truth:
        raise ValueError(f'{where}: expected a string, a list or a dict with "target"')
    return truth["target"]


def _content(completion: Any, where: str) -> Any:
    """The text of a completion, a string or a conversation."""
    if isinstance(completion, str):
        return completion
    if not isinstance(completion, (list, tuple)):
        raise TypeError(f"{where}: expected a string or a list of messages, found {type(completion).__name__}")
    if not completion:
        raise ValueError(f"{where}: expected at least one message")
    message = completion[-1]
    if not isinstance(message, Mapping) or "content" not in message:
        raise ValueError(f'{where}: expected messages with "content"')
    content = message["content"]
    if isinstance(content, (list, tuple)):  # parts, as of models that see
        parts: list[Any] = [
            part.get("text") for part in content if isinstance(part, Mapping) and part.get("type") == "text"
        ]
        if not all(isinstance(part, str) for part in parts):
            raise TypeError(f"{where}: expected parts of text that are strings")
        return "".join(parts)
    return "" if content is None else content  # a message that only calls tools
