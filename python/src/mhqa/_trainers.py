# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Rewards of generated texts, and the interfaces of verl and TRL."""

from __future__ import annotations

import difflib
import functools
import sys
from types import MappingProxyType
from typing import Any, Callable, Iterable, Mapping, Sequence

from . import _checks, _core
from ._golds import golds_of, golds_of_all, is_arrow, listed
from ._scores import Golds, is_wide

_one_reward = _core.one_reward

extractions: tuple[str, ...] = _core.extractions
rules: tuple[str, ...] = _core.rules

#: Bits in the column flags of rewards for answers that may win without knowledge: more than ten tags, only white space,
#: several answers in one ("A or B", "yes, no", parts separated by lines, ";" or "|").
flags: Mapping[str, int] = MappingProxyType(_core.flags)

_OPTIONS = ("rule", "extraction", "barred", "dialect", "eos_token", "pad_token", "solution_str", "ground_truth")
# Rules whose programs count the answers of the prompt, or look for the chat template.
_WITH_PROMPT = frozenset(
    ["search_r1", "search_r1_format", "search_r1_em", "search_r1_em_format", "r1_searcher_qwen_zero",
     "r1_searcher_llama_stage1", "r1_searcher_llama_stage2", "zerosearch"]
)


def rewards(
    texts: Iterable[str] | tuple[Any, Any],
    golds: Iterable[Golds],
    extraction: str | None = None,
    dialect: str = "hotpotqa",
    dtype: Any = "float32",
    *,
    rule: str = "f1",
    barred: Iterable[str] = (),
    eos_token: str = "",
    pad_token: str = "",
    out: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Extracts the answer of each text, scores it and turns it into a reward.

    texts and golds are as for score_batch. texts may also be a pair (bytes, offsets) of arrays, uint8 and int64, NumPy's
    or by DLPack, in Arrow's layout: text i is bytes[offsets[i]:offsets[i + 1]] in UTF-8. rule is one of mhqa.rules, each
    a published reward function: the place of the answer, and the rewards of right and wrong answers. search_r1's rules
    expect the prompt in the text, whose <answer> is the first of the two that they require. extraction, one of
    mhqa.extractions, replaces the rule's place of the answer. barred lists names of mhqa.flags: an answer with one of
    them counts as missing.

    Returns a dict of arrays, one element per text: reward; f1, em, precision, recall, 0 if no answer was found;
    extracted, 1 if one was; format, 1 if the text has the rule's form; flags, uint8, the sum of the answer's
    mhqa.flags. out is as for score_batch.

    rule may also be one of mhqa.published_rules: the trainer's whole function, including format checks. It excludes
    extraction, dialect, barred and a pair as texts; eos_token and pad_token are the tokenizer's. The only column is
    reward, NaN if the function raises; verdicts() returns more. mhqa.rules take precedence: "recall" is one of them.

    Raises as score_batch does.

    >>> rewards(["I think <answer>the cat</answer>"], ["cat"])["em"].tolist()
    [1.0]
    """
    rule, dialect = _checks.text(rule, "rule"), _checks.text(dialect, "dialect")
    extraction = None if extraction is None else _checks.text(extraction, "extraction")
    eos_token, pad_token = _checks.text(eos_token, "eos_token"), _checks.text(pad_token, "pad_token")
    if rule in _core.published_rules and rule not in rules:
        bars = listed(barred, "barred")
        if extraction is not None or bars or dialect != "hotpotqa":
            raise ValueError(f"rule: expected no extraction, barred or dialect beside {rule}, which decides them")
        forms = (0.2, 0.1, 0.0)
        return _core.published_rewards(texts, golds, rule, eos_token, pad_token, forms, is_wide(dtype), out)
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
    eos_token: str = "",
    pad_token: str = "",
    **others: Any,
) -> Any:
    """verl's custom reward function: one text -> a float, or a batch (lists, or verl's plural names) -> floats.

    A ground truth is a string, a list of strings, or a dict with "target"; a string that holds JSON is read as such.
    rule, extraction, barred and dialect are as for rewards; verl passes them from custom_reward_function.reward_kwargs.
    Ignores data_source, extra_info and the keywords that reward managers and routers add, but refuses one that is
    nearly the name of an option.

    Golds are compiled once and remembered, up to 32,768 of them for each combination of options.

    Raises ValueError or TypeError for a ground truth that cannot be read, and for OpenRLHF's order of arguments, which
    openrlhf_reward takes.

    >>> compute_score("hotpotqa", "<answer>a black cat</answer>", {"target": ["black cat", "cat"]})
    1.0
    >>> compute_score(data_sources=["", ""], solution_strs=["<answer>a</answer>", "b"], ground_truths=["x", "b"])
    [0.0, 0.0]
    """
    if others:
        _expect_no_options(others)
    if isinstance(solution_str, str) and solution_strs is None and ground_truths is None:
        if isinstance(data_source, str) and len(data_source) > len(solution_str):
            _expect_verls_order([data_source], [solution_str])
        if data_sources is None and extra_infos is None:
            bits = 0 if type(barred) is tuple and not barred else _bits(barred)
            return _one_reward(
                solution_str, ground_truth, rule, extraction, bits, dialect, eos_token, pad_token, golds_of
            )
    plural = (data_sources, solution_strs, ground_truths, extra_infos)
    if any(argument is not None for argument in plural):
        if any(argument is not None for argument in (data_source, solution_str, ground_truth, extra_info)):
            raise TypeError("compute_score: expected arguments for one text or for a batch, found both")
        solution_str, ground_truth = solution_strs, ground_truths
        if isinstance(solution_str, str):
            raise TypeError("solution_strs: expected a list, found str")
    elif not is_arrow(solution_str) and not hasattr(solution_str, "__iter__"):
        raise TypeError(f"solution_str: expected a string, or a list of them, found {type(solution_str).__name__}")
    plain = type(solution_str) is list or is_arrow(solution_str)
    texts = solution_str if plain else listed(solution_str, "solution_strs")
    if data_source is not None and not isinstance(data_source, str) and not is_arrow(texts):
        _expect_verls_order(listed(data_source, "data_source"), texts)
    truths = ground_truth if type(ground_truth) is list else listed(ground_truth, "ground_truths")
    return _core.many_rewards(
        texts, truths, rule, extraction, _bits(barred), dialect, eos_token, pad_token, golds_of
    )


def openrlhf_reward(
    *,
    rule: str = "f1",
    extraction: str | None = None,
    barred: Iterable[str] = (),
    dialect: str = "hotpotqa",
    eos_token: str = "",
    pad_token: str = "",
) -> Callable[..., dict[str, Any]]:
    """Makes a reward function for OpenRLHF: f(queries, prompts, labels, **others) -> {"rewards", "scores", "extra_logs"}.

    In the file that --remote_rm_url names, write reward_func = mhqa.openrlhf_reward(rule="em"). A query is a prompt and
    its response; only the response is scored, except by rules that expect the prompt (search_r1's). A label is a ground
    truth as for compute_score.

    "rewards" are the rule's; "scores", for dynamic filtering, are those cut to [0, 1]: float32, tensors if PyTorch is
    loaded, otherwise NumPy's arrays.

    Raises ValueError for a query that lacks its prompt, and as compute_score does.

    >>> f = openrlhf_reward()
    >>> f(["Who? <answer>Bob</answer>"], ["Who?"], ["Bob"])["rewards"].tolist()
    [1.0]
    """
    barred = listed(barred, "barred")

    def score(texts: list[Any], golds: list[Any]) -> Any:
        return rewards(texts, golds, extraction, dialect, rule=rule, barred=barred, eos_token=eos_token,
                       pad_token=pad_token)["reward"]

    score([""], [""])  # reports unknown names here, not in the first step

    def reward_func(queries: Any, prompts: Any, labels: Any, **others: Any) -> dict[str, Any]:
        queries, prompts = listed(queries, "queries"), listed(prompts, "prompts")
        golds = golds_of_all(listed(labels, "labels"), "labels")
        if not len(queries) == len(prompts) == len(golds):
            raise ValueError(
                f"expected as many queries as prompts and labels, found {len(queries)}, {len(prompts)} and {len(golds)}"
            )
        texts = queries if rule in _WITH_PROMPT else [_response(q, p, i) for i, (q, p) in enumerate(zip(queries, prompts))]
        found = _checks.with_places(
            lambda: score(texts, golds), {"texts": "queries[{}]".format, "golds": "labels[{}]".format}
        )
        torch = sys.modules.get("torch")
        values, cut = (found, found.clip(0, 1))
        if torch is not None:
            values, cut = torch.from_numpy(values), torch.from_numpy(cut)
        return {"rewards": values, "scores": cut, "extra_logs": {f"mhqa_{rule}": values}}

    return reward_func


def trl_reward(
    golds: str = "answer",
    *,
    rule: str = "f1",
    extraction: str | None = None,
    barred: Iterable[str] = (),
    dialect: str = "hotpotqa",
    name: str | None = None,
) -> Callable[..., list[float | None]]:
    """Makes a reward function for TRL's trainers: f(completions, **columns) -> list of floats.

    golds names the data set's column that has a ground truth, as for compute_score, for each completion. The reward of
    a completion whose ground truth is None is None: to TRL, this function says nothing about it. A completion is a
    string or a list of messages; the content of the last one counts. name is its name in TRL's logs.

    >>> f = trl_reward("answers", rule="em")
    >>> f(completions=[[{"role": "assistant", "content": "<answer>cat</answer>"}]], answers=[["the cat"]])
    [1.0]
    """
    for argument, value in (("golds", golds), ("name", "" if name is None else name)):
        if not isinstance(value, str):
            raise TypeError(f"{argument}: expected a string, found {type(value).__name__}")
    barred = listed(barred, "barred")
    # Reports unknown names here, not in the first step.
    rewards([""], [""], extraction, dialect, rule=rule, barred=barred)

    # Unlike a function within this one, a partial call can be pickled, so that trainers may send it to other processes.
    reward = functools.partial(_rewards_of_column, golds, rule, extraction, dialect, tuple(barred))
    vars(reward)["__name__"] = vars(reward)["__qualname__"] = f"mhqa_{rule}" if name is None else name
    vars(reward)["__doc__"] = f"The reward {rule!r} of each completion against the column {golds!r}, by mhqa."
    return reward


def _rewards_of_column(
    golds: str, rule: str, extraction: str | None, dialect: str, barred: Iterable[str], /, completions: Sequence[Any],
    **columns: Any
) -> list[float | None]:
    if golds not in columns:
        raise ValueError(f"expected the column {golds!r} of the data set, found {', '.join(sorted(columns))}")
    texts = [_content(item, f"completions[{i}]") for i, item in enumerate(listed(completions, "completions"))]
    truths = listed(columns[golds], golds)
    if len(truths) != len(texts):
        raise ValueError(f"{golds}: expected one item for each of {len(texts)} completions, found {len(truths)}")
    judged = [i for i, truth in enumerate(truths) if truth is not None]
    if not texts:
        raise ValueError("completions: expected at least one")
    if not judged:
        return [None] * len(texts)
    said, accepted = [texts[i] for i in judged], golds_of_all(truths, golds, judged)
    found = _checks.with_places(
        lambda: rewards(said, accepted, extraction, dialect, "float64", rule=rule, barred=barred)["reward"].tolist(),
        {"texts": lambda i: f"completions[{judged[i]}]", "golds": lambda i: f"{golds}[{judged[i]}]"},
    )
    out: list[float | None] = [None] * len(texts)
    for i, value in zip(judged, found):
        out[i] = value
    return out


def _bits(barred: Iterable[str]) -> int:
    bits = 0
    for i, name in enumerate(listed(barred, "barred")):
        if not isinstance(name, str):
            raise TypeError(f"barred[{i}]: expected a string, found {type(name).__name__}")
        if name not in flags:
            raise ValueError(f"barred[{i}]: expected one of {', '.join(flags)}; found {name}")
        bits |= flags[name]
    return bits


def _expect_no_options(others: Mapping[str, Any]) -> None:
    """Refuses a keyword that is nearly the name of an option, which would silently have no effect."""
    for name in others:
        near = difflib.get_close_matches(name.lower(), _OPTIONS, n=1, cutoff=0.8)
        if near:
            raise TypeError(f"{name}: unknown keyword; did you mean {near[0]}?")


def _expect_verls_order(sources: Sequence[Any], texts: Sequence[Any]) -> None:
    """Refuses OpenRLHF's (queries, prompts, labels), where each first argument holds the second and a response."""
    if not sources or len(sources) != len(texts):
        return
    for source, text in zip(sources, texts):
        if not isinstance(source, str) or not isinstance(text, str) or not text or text not in source:
            return
        answered = "<answer>" in source or "\\boxed" in source
        if len(source) == len(text) or not (answered or len(text) >= 8 and any(map(str.isspace, source))):
            return
    raise TypeError(
        "compute_score: expected (data_source, solution_str, ground_truth), found OpenRLHF's order (queries, prompts, "
        "labels); use openrlhf_reward"
    )


def _response(query: Any, prompt: Any, i: int) -> str:
    """Returns what follows the prompt in a query, which may begin with padding."""
    for name, text in (("queries", query), ("prompts", prompt)):
        if not isinstance(text, str):
            raise TypeError(f"{name}[{i}]: expected a string, found {type(text).__name__}")
    begin = query.find(prompt)
    if begin < 0:
        raise ValueError(f"queries[{i}]: expected a text that contains prompts[{i}]")
    return str(query[begin + len(prompt) :])


def _content(completion: Any, where: str) -> Any:
    """Returns the text of a completion, which is a string or a conversation."""
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
