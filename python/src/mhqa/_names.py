# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""The names that functions take, as types: a type checker finds a misspelt one. A test compares them with the module."""

from __future__ import annotations

from typing import Literal, Mapping, Union

#: What evaluate takes.
DataSet = Literal[
    "hotpotqa", "musique", "2wikimultihopqa", "hieradate", "squad", "strategyqa"
]

#: mhqa.dialects.
Dialect = Literal[
    "hotpotqa", "2wiki-1.0", "2wiki-1.1", "musique", "squad-1.1", "squad-2.0", "hieradate", "strategyqa"
]

#: The names of mhqa.published_dialects.
PublishedDialect = Literal[
    "beerqa", "dpr-has-answer", "drop", "flashrag", "hipporag", "ircot", "lm-eval-nq-open", "lm-eval-triviaqa",
    "longbench", "morehopqa", "multihop-rag", "multihop-rag-33d3ad09", "popqa", "r1-searcher", "search-o1", "set-f1",
    "triviaqa"
]

#: mhqa.extractions.
Extraction = Literal[
    "whole", "answer_tag", "search_r1", "verl", "recall", "boxed", "answer_line", "answer_phrase",
    "final_answer", "json_answer", "yes_no", "last_yes_no", "any"
]

#: The names of mhqa.flags.
Flag = Literal[
    "tag_spam", "empty", "listed"
]

#: mhqa.rules.
SimpleRule = Literal[
    "f1", "em", "search_r1", "search_r1_format", "verl", "recall_f1"
]

#: mhqa.published_rules.
PublishedRule = Literal[
    "r1_searcher_qwen_zero", "r1_searcher_llama_stage1", "r1_searcher_llama_stage2", "deepresearcher", "asearcher",
    "skyrl_gym_search", "skyrl_agent_qa", "zerosearch", "tool_star", "research", "recall", "graph_r1",
    "rl_factory_search", "rllm_search", "nemo_gym_hotpotqa", "slime_f1", "search_r1_em", "search_r1_em_format",
    "search_r1_em_format_unweighted", "verl_search_r1_like", "stepsearch", "autorefine", "f1", "em", "recall_f1"
]

Rule = Union[SimpleRule, PublishedRule]

#: A rule, or several with their weights.
Rules = Union[Rule, Mapping[Rule, float]]

#: The meaning of an unknown month or day of an exact date.
DateRule = Literal["three-valued", "published", "final"]

#: How numbers alone are read as a date.
NumberOrder = Literal["day-first", "month-first"]

#: mhqa.bm25's models.
Bm25Model = Literal["lucene", "pyserini", "pisa", "bm25s", "robertson", "atire", "bm25l", "bm25+"]
