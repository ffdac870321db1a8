# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""A reward with all of its choices: what the interfaces of the trainers share."""

from __future__ import annotations

import dataclasses
import difflib
import math
from typing import Any, Iterable, Mapping, Sequence

from . import _checks, _core
from ._golds import listed

#: What a published function reads of the prompt, by its name: "prompt" or "turns".
WITH_PROMPT: Mapping[str, str] = _core.rules_with_prompt

#: Short names in mhqa.rules of published functions, which are meant when a number of the function is given.
_PROGRAMS = {"search_r1": "search_r1_em", "search_r1_format": "search_r1_em_format", "verl": "verl_search_r1_like"}

#: Keywords that verl's managers and routers add to each call, and that no reward here reads.
_ADDED = frozenset(
    ["reward_router_address", "reward_model_tokenizer", "sandbox_fusion_url", "concurrent_semaphore", "memory_limit_mb"]
)
_OPTIONS = (
    "rule", "rules", "extraction", "tag", "barred", "dialect", "eos_token", "pad_token", "prompt_key", "undefined",
    "details", "solution_str", "ground_truth", *_core.reward_numbers,
)

#: How chat templates mark the assistant's turn.
_TURNS = ("<|im_start|>", "<|start_header_id|>", "Assistant:")


@dataclasses.dataclass(frozen=True)
class Reward:
    """One rule, or several with weights, and the options of all of them."""

    weights: tuple[tuple[str, float], ...]
    extraction: str | None = None
    barred: tuple[str, ...] = ()
    dialect: str = "hotpotqa"
    eos_token: str = ""
    pad_token: str = ""
    numbers: tuple[tuple[str, float], ...] = ()
    undefined: float | None = None

    @property
    def name(self) -> str:
        return "+".join(rule for rule, _ in self.weights)

    @property
    def prompts(self) -> str | None:
        """What its rules read of the prompt: None, "prompt" or "turns"."""
        found = [WITH_PROMPT.get(short_of(rule)) for rule, _ in self.weights]
        return "turns" if "turns" in found else "prompt" if "prompt" in found else None

    def values(self, texts: Sequence[Any], golds: Sequence[Any]) -> list[float]:
        """Returns the reward of each text; its golds are as for mhqa.rewards.

        Raises ValueError, which names texts[i], for a text for which a published function raises, unless a value is
        given for it.
        """
        total = [0.0] * len(texts)
        for rule, weight in self.weights:
            for i, value in enumerate(self._of(rule, texts, golds)):
                if value != value:
                    value = self.defined(rule, texts[i], golds[i], f"texts[{i}]")
                total[i] += weight * value
        return total

    def defined(self, rule: str, text: str, golds: Any, where: str) -> float:
        """Returns the value for a text without a reward; raises ValueError if none was given."""
        if self.undefined is not None:
            return self.undefined
        verdict = self._verdicts(rule, [text], [golds])[0]
        why = verdict.get("error") or f"it gives no reward ({verdict['why']})"
        raise ValueError(
            f"{where}: the rule {rule} raises for this text: {why}; undefined=0.0, or another number, gives such texts "
            "a reward"
        )

    def details(self, texts: Sequence[str], golds: Sequence[Any]) -> list[dict[str, Any]]:
        """Returns a dict per text: score, acc, em, f1, format, extracted and why; see mhqa.compute_score."""
        values = self.values(texts, golds)
        rule = self.weights[0][0]
        if self._is_program(rule):
            verdicts = self._verdicts(rule, texts, golds)
            answers = [(one.get("extracted"), one.get("why") or one["error"]) for one in verdicts]
        else:
            answers = _core.extracted_answers(texts, rule, self.extraction, bits_of(self.barred))
        scored = _core.score_batch([answer or "" for answer, _ in answers], golds, self.dialect, True, None)
        out = []
        for i, (answer, why) in enumerate(answers):
            em, f1 = (float(scored[name][i]) if answer is not None else 0.0 for name in ("em", "f1"))
            out.append(
                {"score": values[i], "acc": em, "em": em, "f1": f1, "format": float(answer is not None),
                 "extracted": answer or "", "why": why}
            )
        return out

    def rows(self, texts: Sequence[str], golds: Sequence[Any], details: bool) -> list[dict[str, Any]]:
        """Returns details(), or only the member score."""
        if details:
            return self.details(texts, golds)
        return [{"score": value} for value in self.values(texts, golds)]

    def _is_program(self, rule: str) -> bool:
        return bool(self.numbers) or rule not in _core.rules

    def _of(self, rule: str, texts: Sequence[Any], golds: Sequence[Any]) -> list[float]:
        if self._is_program(rule):
            if self.extraction is not None or self.barred or self.dialect != "hotpotqa":
                raise ValueError(f"rule: expected no extraction, barred or dialect beside {rule}, which decides them")
            column = _core.published_rewards(
                texts, golds, rule, self.eos_token, self.pad_token, dict(self.numbers), True, None
            )
        else:
            column = _core.rewards(
                texts, golds, rule, self.extraction, bits_of(self.barred), self.dialect, True, None
            )
        values: list[float] = column["reward"].tolist()
        return values

    def _verdicts(self, rule: str, texts: Sequence[str], golds: Sequence[Any]) -> list[dict[str, Any]]:
        return _core.published_verdicts(texts, golds, rule, self.eos_token, self.pad_token, dict(self.numbers))


def make(
    rule: Any,
    extraction: Any = None,
    barred: Iterable[str] = (),
    dialect: Any = "hotpotqa",
    eos_token: Any = "",
    pad_token: Any = "",
    undefined: Any = None,
    numbers: Mapping[str, float] = {},
    tag: Any = None,
) -> Reward:
    """Returns a reward of checked options. rule is a name, or a mapping from names to weights.

    Raises TypeError and ValueError for unknown names and options that a rule does not take.
    """
    if isinstance(rule, Mapping):
        weights = tuple(
            (_checks.text(name, "rule"), _checks.number(weight, f"rule[{name!r}]", -1e9, 1e9))
            for name, weight in rule.items()
        )
        if not weights:
            raise ValueError("rule: expected at least one name, found an empty mapping")
    else:
        weights = ((_checks.text(rule, "rule"), 1.0),)
    made = Reward(
        weights,
        _checks.profile(extraction, tag),
        tuple(listed(barred, "barred")),
        _checks.text(dialect, "dialect"),
        _checks.text(eos_token, "eos_token"),
        _checks.text(pad_token, "pad_token"),
        tuple(sorted(numbers.items())),
        None if undefined is None else _checks.number(undefined, "undefined", -1e9, 1e9),
    )
    for name, _ in weights:  # reports unknown names here, not in the first step
        made._of(name, [""], [""])
    return made


def short_of(rule: str) -> str:
    """Returns the published function that a short name stands for; other names as they are."""
    return _PROGRAMS.get(rule, rule)


def bits_of(barred: Iterable[str]) -> int:
    """Returns the sum of the flags with these names."""
    bits = 0
    for i, name in enumerate(listed(barred, "barred")):
        if not isinstance(name, str):
            raise TypeError(f"barred[{i}]: expected a string, found {type(name).__name__}")
        if name not in _core.flags:
            raise ValueError(f"barred[{i}]: expected one of {', '.join(_core.flags)}; found {name}")
        bits |= _core.flags[name]
    return bits


def numbers_of(others: Mapping[str, Any]) -> dict[str, float]:
    """Returns the numbers of published functions among further keywords.

    Raises TypeError for a keyword that is neither such a number nor one that verl's managers add: it would have no
    effect.
    """
    numbers = {}
    for name, value in others.items():
        if name in _core.reward_numbers:
            numbers[name] = _checks.number(value, name, -1e9, 1e9)
        elif name not in _ADDED:
            near = difflib.get_close_matches(name.lower(), _OPTIONS, n=1, cutoff=0.8)
            raise TypeError(f"{name}: unknown keyword" + (f"; did you mean {near[0]}?" if near else ""))
    return numbers


def with_prompt(text: str, prompt: Any, use: str, where: str) -> str:
    """Returns a prompt and the text after it, as the rules that read both expect them.

    A prompt of messages becomes ChatML, with the turn of the assistant begun. For rules that read turns, the last one
    is ended, because trainers remove its end.
    """
    end = "<|im_end|>"
    if isinstance(prompt, str):
        front = prompt
    elif isinstance(prompt, (list, tuple)):
        turns = [
            f"<|im_start|>{message['role']}\n{content_of(message, where)}{end}\n"
            for message in prompt
            if isinstance(message, Mapping) and "role" in message
        ]
        if len(turns) != len(prompt):
            raise ValueError(f'{where}: expected messages with "role" and "content"')
        front = "".join(turns) + "<|im_start|>assistant\n"
    else:
        raise TypeError(f"{where}: expected a string or a list of messages, found {type(prompt).__name__}")
    return front + text + (end if use == "turns" and not text.endswith(end) else "")


def prompted(text: str, extra_info: Any, key: str | None, reward: Reward, where: str) -> str:
    """Returns a text of verl's managers with the prompt of extra_info[key] in front, where a rule reads it.

    Raises ValueError if the rule reads the prompt and there is none: it would judge every response as wrong.
    """
    use = reward.prompts
    if use is None or extra_info is None or key is None or any(turn in text for turn in _TURNS):
        return text
    prompt = extra_info.get(key) if isinstance(extra_info, Mapping) else None
    if prompt is None:
        raise ValueError(
            f"{where}: the rule {reward.name} reads the prompt, which verl's managers leave out; expected it as "
            f"extra_info[{key!r}] (prompt_key names another member; prompt_key=None says that each text begins with it)"
        )
    return with_prompt(text, prompt, use, f"{where}: extra_info[{key!r}]")


def content_of(message: Any, where: str) -> Any:
    """Returns the text of a message."""
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


def answer_of(completion: Any, where: str) -> Any:
    """Returns the text of a completion: a string, or the last message of the assistant in a conversation.

    Messages of tools, users and environments are not the model's. Without any role, the last message counts.
    """
    if isinstance(completion, str):
        return completion
    if not isinstance(completion, (list, tuple)):
        raise TypeError(f"{where}: expected a string or a list of messages, found {type(completion).__name__}")
    if not completion:
        raise ValueError(f"{where}: expected at least one message")
    texts = [content_of(message, where) for message in completion]
    roles = [message.get("role") for message in completion]
    own = [i for i, role in enumerate(roles) if role == "assistant"]
    if own:
        return texts[own[-1]]
    return "" if any(role is not None for role in roles) else texts[-1]


def mean_of(values: Iterable[float]) -> float:
    found = list(values)
    return math.fsum(found) / len(found)
