# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Rewards of generated texts, and the interfaces of verl and TRL."""

from __future__ import annotations

import sys
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Callable, Iterable, Literal, Mapping, Sequence, overload

from . import _checks, _core, _reward
from ._golds import golds_of, golds_of_all, is_arrow, listed
from ._names import Dialect, Extraction, Flag, Rule, Rules
from ._scores import Arrays, Golds, is_wide

if TYPE_CHECKING:
    from typing_extensions import TypedDict, Unpack

    class RewardOptions(TypedDict, total=False):
        """The keywords of compute_score besides those of the texts, and those that verl's managers add."""

        rule: Rules
        rules: Mapping[Any, Rules] | None
        extraction: Extraction | None
        tag: str | None
        barred: Iterable[Flag]
        dialect: Dialect
        eos_token: str
        pad_token: str
        prompt_key: str | None
        undefined: float | None
        score: float
        format_score: float
        structure_format_score: float
        final_format_score: float
        retrieval_score: float
        reward_router_address: Any
        reward_model_tokenizer: Any
        sandbox_fusion_url: Any
        concurrent_semaphore: Any
        memory_limit_mb: Any


_one_reward = _core.one_reward

extractions: tuple[str, ...] = _core.extractions
rules: tuple[str, ...] = _core.rules

#: Bits in the column flags of rewards for answers that may win without knowledge: more than ten tags, only white space,
#: several answers in one ("A or B", "yes, no", parts separated by lines, ";" or "|").
flags: Mapping[str, int] = MappingProxyType(_core.flags)


def rewards(
    texts: Iterable[str] | tuple[Any, Any],
    golds: Iterable[Golds],
    extraction: Extraction | None = None,
    dialect: Dialect = "hotpotqa",
    dtype: Any = "float32",
    *,
    rule: Rule = "f1",
    tag: str | None = None,
    barred: Iterable[Flag] = (),
    eos_token: str = "",
    pad_token: str = "",
    out: dict[str, Any] | None = None,
) -> Arrays:
    """Extracts the answer of each text, scores it and turns it into a reward.

    texts and golds are as for score_batch. texts may also be a pair (bytes, offsets) of arrays, uint8 and int64, NumPy's
    or by DLPack, in Arrow's layout: text i is bytes[offsets[i]:offsets[i + 1]] in UTF-8. rule is one of mhqa.rules, each
    a published reward function: the place of the answer, and the rewards of right and wrong answers. search_r1's rules
    expect the prompt in the text, whose <answer> is the first of the two that they require. extraction, one of
    mhqa.extractions, replaces the rule's place of the answer; tag is the name of the tags, or of the member of a JSON
    object, in which it looks, otherwise "answer". barred lists names of mhqa.flags: an answer with one of
    them counts as missing.

    Returns a dict of arrays, one element per text: reward; f1, em, precision, recall, 0 if no answer was found;
    extracted, 1 if one was; format, 1 if the text has the rule's form; flags, uint8, the sum of the answer's
    mhqa.flags. out is as for score_batch.

    rule may also be one of mhqa.published_rules: the trainer's whole function, including format checks. It excludes
    extraction, dialect, barred and a pair as texts; eos_token and pad_token are the tokenizer's. The only column is
    reward, NaN if the function raises; verdicts() returns more. "recall" is ReCall's function; "recall_f1",
    one of mhqa.rules, is the F1 of the last box without its format checks.

    Raises as score_batch does.

    >>> rewards(["I think <answer>the cat</answer>"], ["cat"])["em"].tolist()
    [1.0]
    """
    _checks.text(rule, "rule"), _checks.text(dialect, "dialect")
    place = _checks.profile(extraction, tag)
    eos_token, pad_token = _checks.text(eos_token, "eos_token"), _checks.text(pad_token, "pad_token")
    if rule in _core.published_rules and rule not in rules:
        bars = listed(barred, "barred")
        if extraction is not None or bars or dialect != "hotpotqa":
            raise ValueError(f"rule: expected no extraction, barred or dialect beside {rule}, which decides them")
        return _core.published_rewards(texts, golds, rule, eos_token, pad_token, None, is_wide(dtype), out)
    return _core.rewards(texts, golds, rule, place, _reward.bits_of(barred), dialect, is_wide(dtype), out)


@overload
def compute_score(
    data_source: Any, solution_str: str, ground_truth: Any, extra_info: Any = None, *,
    details: Literal[False] = False, **options: Unpack[RewardOptions]
) -> float: ...
@overload
def compute_score(
    data_source: Any, solution_str: str, ground_truth: Any, extra_info: Any = None, *,
    details: Literal[True], **options: Unpack[RewardOptions]
) -> dict[str, Any]: ...
@overload
def compute_score(
    data_source: Any, solution_str: list[str], ground_truth: Any, extra_info: Any = None, *,
    details: bool = False, **options: Unpack[RewardOptions]
) -> list[Any]: ...
@overload
def compute_score(
    *, solution_strs: Any, ground_truths: Any, data_sources: Any = None, extra_infos: Any = None,
    details: bool = False, **options: Unpack[RewardOptions]
) -> list[Any]: ...
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
    rule: Rules = "f1",
    rules: Mapping[Any, Rules] | None = None,
    extraction: Extraction | None = None,
    tag: str | None = None,
    barred: Iterable[Flag] = (),
    dialect: Dialect = "hotpotqa",
    eos_token: str = "",
    pad_token: str = "",
    prompt_key: str | None = "prompt",
    undefined: float | None = None,
    details: bool = False,
    **others: Any,
) -> Any:
    """verl's custom reward function: one text -> a float, or a batch (lists, or verl's plural names) -> floats.

    A ground truth is a string, a list of strings, or a dict with "target"; a string that holds a list or an object in
    JSON or Python is refused. rule, extraction, tag, barred and dialect are as for rewards; verl passes them from custom_reward_function.reward_kwargs.
    rule may also be a mapping from rules to weights: the reward is their weighted sum. rules maps a data source to its
    rule, None to that of all others.

    Further keywords are the numbers of published functions that take them: score, format_score,
    structure_format_score, final_format_score, retrieval_score. What verl's managers and routers add is ignored; any
    other keyword is refused.

    Rules that read the prompt (search_r1's, research, tool_star, recall, graph_r1, zerosearch) get
    extra_info[prompt_key] in front of a text, a string or messages, which become ChatML. Without extra_info, or with
    prompt_key=None, a text is taken to begin with its prompt, as the published functions get it.

    details=True returns verl's dict for each text: score, the reward; acc and em, f1 of the extracted answer in the
    dialect; format, 1.0 if an answer was found where the (first) rule looks; extracted; why, a named reason.

    Golds are compiled once and remembered, up to 32,768 of them for each combination of options.

    Raises ValueError for a text for which a published function raises, unless undefined is its reward: never returns
    NaN. Raises ValueError or TypeError for a ground truth that cannot be read, and for OpenRLHF's order of arguments,
    which openrlhf_reward takes.

    >>> compute_score("hotpotqa", "<answer>a black cat</answer>", {"target": ["black cat", "cat"]})
    1.0
    >>> compute_score(data_sources=["", ""], solution_strs=["<answer>a</answer>", "b"], ground_truths=["x", "b"])
    [0.0, 0.0]
    >>> compute_score("", "<answer>dog</answer>", "cat", rule="verl", format_score=0.1)
    0.1
    """
    numbers = _reward.numbers_of(others) if others else None
    place: Any = extraction if tag is None else _checks.profile(extraction, tag)
    plain = rules is None and not details and isinstance(rule, str)
    if isinstance(solution_str, str) and solution_strs is None and ground_truths is None:
        if isinstance(data_source, str) and len(data_source) > len(solution_str):
            _expect_verls_order([data_source], [solution_str])
        if data_sources is None and extra_infos is None:
            if plain and (extra_info is None or not _reads_prompt(rule)):
                bits = 0 if type(barred) is tuple and not barred else _reward.bits_of(barred)
                value = _one_reward(
                    solution_str, ground_truth, rule, place, bits, dialect, eos_token, pad_token, numbers, golds_of
                )
                if value == value:
                    return value
            return _judged(
                [data_source], [solution_str], [ground_truth], [extra_info], rule, rules, prompt_key, details,
                _options(place, barred, dialect, eos_token, pad_token, undefined, numbers),
                lambda name, i: name,
            )[0]
    plural = (data_sources, solution_strs, ground_truths, extra_infos)
    if any(argument is not None for argument in plural):
        if any(argument is not None for argument in (data_source, solution_str, ground_truth, extra_info)):
            raise TypeError("compute_score: expected arguments for one text or for a batch, found both")
        data_source, solution_str, ground_truth, extra_info = plural
        if isinstance(solution_str, str):
            raise TypeError("solution_strs: expected a list, found str")
    elif not is_arrow(solution_str) and not hasattr(solution_str, "__iter__"):
        raise TypeError(f"solution_str: expected a string, or a list of them, found {type(solution_str).__name__}")
    texts = solution_str if type(solution_str) is list or is_arrow(solution_str) else listed(
        solution_str, "solution_strs"
    )
    if data_source is not None and not isinstance(data_source, str) and not is_arrow(texts):
        _expect_verls_order(listed(data_source, "data_source"), texts)
    for name, given in (("data_sources", data_source), ("extra_infos", extra_info)):
        if given is not None and not isinstance(given, (str, Mapping)) and hasattr(texts, "__len__"):
            _each(given, name, len(texts))  # also where nothing reads them
    truths = ground_truth if type(ground_truth) is list else listed(ground_truth, "ground_truths")
    if plain and (extra_info is None or not _reads_prompt(rule)):
        values: list[float] = _core.many_rewards(
            texts, truths, rule, place, _reward.bits_of(barred), dialect, eos_token, pad_token, numbers, golds_of
        )
        total = sum(values)
        if total == total:
            return values
    texts = listed(texts, "solution_strs")
    count = len(texts)
    return _judged(
        _each(data_source, "data_sources", count), texts, truths, _each(extra_info, "extra_infos", count), rule, rules,
        prompt_key, details, _options(place, barred, dialect, eos_token, pad_token, undefined, numbers),
        lambda name, i: f"{name}s[{i}]",
    )


def openrlhf_reward(
    *,
    rule: Rules = "f1",
    extraction: Extraction | None = None,
    tag: str | None = None,
    barred: Iterable[Flag] = (),
    dialect: Dialect = "hotpotqa",
    eos_token: str = "",
    pad_token: str = "",
    undefined: float | None = None,
    details: bool = False,
    **numbers: float,
) -> Callable[..., dict[str, Any]]:
    """Makes a reward function for OpenRLHF: f(queries, prompts, labels, **others) -> {"rewards", "scores", "extra_logs"}.

    In the file that --remote_rm_url names, write reward_func = mhqa.openrlhf_reward(rule="em"). A query is a prompt and
    its response; only the response is scored, except by rules that read the prompt (search_r1's). A label is a ground
    truth as for compute_score; rule, undefined and the numbers of published functions, too.

    "rewards" are the rule's; "scores", for dynamic filtering, are those cut to [0, 1]: float32, tensors if PyTorch is
    loaded, otherwise NumPy's arrays. "extra_logs" holds the rewards and, with details=True, em, f1 and format.

    Raises ValueError for a query that lacks its prompt, and as compute_score does.

    >>> f = openrlhf_reward()
    >>> f(["Who? <answer>Bob</answer>"], ["Who?"], ["Bob"])["rewards"].tolist()
    [1.0]
    """
    made = _reward.make(
        rule, extraction, barred, dialect, eos_token, pad_token, undefined, _reward.numbers_of(numbers), tag
    )

    def reward_func(queries: Any, prompts: Any, labels: Any, **others: Any) -> dict[str, Any]:
        import numpy

        queries, prompts = listed(queries, "queries"), listed(prompts, "prompts")
        golds = golds_of_all(listed(labels, "labels"), "labels")
        if not len(queries) == len(prompts) == len(golds):
            raise ValueError(
                f"expected as many queries as prompts and labels, found {len(queries)}, {len(prompts)} and {len(golds)}"
            )
        texts = queries if made.prompts else [_response(q, p, i) for i, (q, p) in enumerate(zip(queries, prompts))]
        rows = _checks.with_places(
            lambda: made.rows(texts, golds, details),
            {"texts": "queries[{}]".format, "golds": "labels[{}]".format},
        )
        names = ("score", "em", "f1", "format") if details else ("score",)
        torch = sys.modules.get("torch")
        arrays = {name: numpy.array([row[name] for row in rows], dtype="float32") for name in names}
        cut = arrays["score"].clip(0, 1)
        values = {name: array if torch is None else torch.from_numpy(array) for name, array in arrays.items()}
        logs = {f"mhqa_{made.name}" + ("" if name == "score" else f"/{name}"): column for name, column in values.items()}
        return {
            "rewards": values["score"], "scores": cut if torch is None else torch.from_numpy(cut), "extra_logs": logs
        }

    return reward_func


class trl_reward:
    """A reward function for TRL's trainers: f(completions, **columns) -> list of floats.

    golds names the data set's column that has a ground truth, as for compute_score, for each completion. The reward of
    a completion whose ground truth is None is None: to TRL, this function says nothing about it. A completion is a
    string or a list of messages; the content of the assistant's last one counts. name is its name in TRL's logs. rule,
    undefined and the numbers of published functions are as for compute_score.

    Rules that read the prompt get prompts[i], which TRL passes, in front of each completion; messages become ChatML.

    details=True logs the extracted answer and the reason of each completion beside the completions, and the means of
    em, f1 and format.

    Raises as compute_score does; unknown names and options when it is made. It can be pickled.

    >>> f = trl_reward("answers", rule="em")
    >>> f(completions=[[{"role": "assistant", "content": "<answer>cat</answer>"}]], answers=[["the cat"]])
    [1.0]
    """

    def __init__(
        self,
        golds: str = "answer",
        *,
        rule: Rules = "f1",
        extraction: Extraction | None = None,
        tag: str | None = None,
        barred: Iterable[Flag] = (),
        dialect: Dialect = "hotpotqa",
        eos_token: str = "",
        pad_token: str = "",
        name: str | None = None,
        undefined: float | None = None,
        details: bool = False,
        **numbers: float,
    ) -> None:
        for argument, value in (("golds", golds), ("name", "" if name is None else name)):
            if not isinstance(value, str):
                raise TypeError(f"{argument}: expected a string, found {type(value).__name__}")
        self._golds = golds
        self._details = details
        self._reward = _reward.make(
            rule, extraction, barred, dialect, eos_token, pad_token, undefined, _reward.numbers_of(numbers), tag
        )
        self.__name__ = self.__qualname__ = f"mhqa_{self._reward.name}" if name is None else name
        self.__doc__ = f"The reward {self._reward.name!r} of each completion against the column {golds!r}, by mhqa."

    def __call__(
        self,
        completions: Sequence[Any],
        prompts: Sequence[Any] | None = None,
        log_extra: Callable[[str, list[Any]], None] | None = None,
        log_metric: Callable[[str, float], None] | None = None,
        **columns: Any,
    ) -> list[float | None]:
        golds = self._golds
        if golds not in columns:
            raise ValueError(f"expected the column {golds!r} of the data set, found {', '.join(sorted(columns))}")
        texts = self._texts(listed(completions, "completions"), prompts)
        truths = listed(columns[golds], golds)
        if len(truths) != len(texts):
            raise ValueError(f"{golds}: expected one item for each of {len(texts)} completions, found {len(truths)}")
        if not texts:
            raise ValueError("completions: expected at least one")
        judged = [i for i, truth in enumerate(truths) if truth is not None]
        out: list[float | None] = [None] * len(texts)
        if not judged:
            return out
        said, accepted = [texts[i] for i in judged], golds_of_all(truths, golds, judged)
        rows = _checks.with_places(
            lambda: self._reward.rows(said, accepted, self._details),
            {"texts": lambda i: f"completions[{judged[i]}]", "golds": lambda i: f"{golds}[{judged[i]}]"},
        )
        for i, row in zip(judged, rows):
            out[i] = row["score"]
        if self._details:
            self._log(rows, judged, len(texts), log_extra, log_metric)
        return out

    def _texts(self, completions: list[Any], prompts: Sequence[Any] | None) -> list[Any]:
        texts = [_reward.answer_of(item, f"completions[{i}]") for i, item in enumerate(completions)]
        use = self._reward.prompts
        if use is None or prompts is None:
            return texts
        fronts = listed(prompts, "prompts")
        if len(fronts) != len(texts):
            raise ValueError(f"prompts: expected one for each of {len(texts)} completions, found {len(fronts)}")
        return [
            _reward.with_prompt(text, front, use, f"prompts[{i}]") if isinstance(text, str) else text
            for i, (text, front) in enumerate(zip(texts, fronts))
        ]

    def _log(self, rows: list[Any], judged: list[int], count: int, log_extra: Any, log_metric: Any) -> None:
        if log_extra is not None:
            for column in ("extracted", "why"):
                shown: list[Any] = [None] * count
                for i, row in zip(judged, rows):
                    shown[i] = row[column]
                log_extra(f"{self.__name__}/{column}", shown)
        if log_metric is not None:
            for column in ("em", "f1", "format"):
                log_metric(f"{self.__name__}/{column}", _reward.mean_of(row[column] for row in rows))


def _options(
    extraction: Any, barred: Any, dialect: Any, eos_token: Any, pad_token: Any, undefined: Any, numbers: Any
) -> Callable[[Any], _reward.Reward]:
    """Returns what makes the reward of a rule."""
    return lambda rule: _reward.make(
        rule, extraction, barred, dialect, eos_token, pad_token, undefined, numbers or {}
    )


def _judged(
    sources: list[Any],
    texts: list[Any],
    truths: list[Any],
    extras: list[Any],
    rule: Any,
    rules: Mapping[Any, Any] | None,
    prompt_key: str | None,
    details: bool,
    make: Callable[[Any], _reward.Reward],
    place: Callable[[str, int], str],
) -> list[Any]:
    """Returns rewards, or their details, of texts that the fast paths do not judge."""
    if len(truths) != len(texts):
        raise ValueError(f"ground_truths: expected one for each of {len(texts)} texts, found {len(truths)}")
    if not texts:
        raise ValueError("solution_strs: expected at least one")
    groups: dict[Any, list[int]] = {}  # positions by data source
    for i, source in enumerate(sources):
        groups.setdefault(source if rules is not None else None, []).append(i)
    out: list[Any] = [None] * len(texts)
    for source, which in groups.items():
        reward = make(rule if rules is None else _rule_of(rules, source))
        said = []
        for i in which:
            text = _checks_text(texts[i], place("solution_str", i))
            said.append(_reward.prompted(text, extras[i], prompt_key, reward, place("solution_str", i)))
        golds = [golds_of(truths[i], place("ground_truth", i)) for i in which]
        rows = _checks.with_places(
            lambda: reward.details(said, golds) if details else reward.values(said, golds),
            {
                "texts": lambda k: place("solution_str", which[k]),
                "golds": lambda k: place("ground_truth", which[k]),
            },
        )
        for i, row in zip(which, rows):
            out[i] = row
    return out


def _rule_of(rules: Mapping[Any, Any], source: Any) -> Any:
    if not isinstance(rules, Mapping):
        raise TypeError(f"rules: expected a mapping from data sources to rules, found {type(rules).__name__}")
    if source in rules:
        return rules[source]
    if None in rules:
        return rules[None]
    raise ValueError(
        f"rules: expected a rule for the data source {source!r}, found rules for "
        f"{', '.join(repr(one) for one in rules)}; the key None stands for all others"
    )


def _reads_prompt(rule: Any) -> bool:
    return rule in _reward.WITH_PROMPT or _reward.short_of(rule) in _reward.WITH_PROMPT


def _each(given: Any, name: str, count: int) -> list[Any]:
    """Returns one item for each text: a list's, or the same for all."""
    if given is None or isinstance(given, (str, Mapping)):
        return [given] * count
    items = listed(given, name)
    if len(items) != count:
        raise ValueError(f"{name}: expected one for each of {count} texts, found {len(items)}")
    return items


def _checks_text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{where}: expected a string, found {type(value).__name__}")
    return value


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
