# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Evaluations, rewards and answer scores for multi-hop question answering, exactly as published, on all threads.

evaluate, compare, diff and dire evaluate files and records; dates reads dates; bm25 searches texts.
evaluate_part and merge evaluate on several processes or machines, with the result of one.
score_batch scores answers, rewards extracts and scores the answers of generated texts, token_f1 scores token ids.
compute_score has verl's interface, trl_reward makes TRL's, openrlhf_reward OpenRLHF's; compute has that of evaluate.
"""

from . import dates
from ._bm25 import Bm25, Hits, bm25
from ._core import __version__
from ._devices import has_gpu_code
from ._evaluate import compare, diff, dire, evaluate
from ._parts import EvaluationPart, evaluate_part, merge
from ._published import published_dialects, published_rules, score, verdicts
from ._results import Comparison, Difference, Dire, Evaluation, Result
from ._scores import compute, dialects, score_batch, token_f1
from ._threads import set_threads, threads
from ._trainers import compute_score, extractions, flags, openrlhf_reward, rewards, rules, trl_reward

__all__ = [
    "Bm25",
    "Comparison",
    "Difference",
    "Dire",
    "Evaluation",
    "EvaluationPart",
    "Hits",
    "Result",
    "__version__",
    "bm25",
    "compare",
    "compute",
    "compute_score",
    "dates",
    "dialects",
    "diff",
    "dire",
    "evaluate",
    "evaluate_part",
    "extractions",
    "flags",
    "has_gpu_code",
    "merge",
    "openrlhf_reward",
    "published_dialects",
    "published_rules",
    "rewards",
    "rules",
    "score",
    "score_batch",
    "set_threads",
    "threads",
    "token_f1",
    "trl_reward",
    "verdicts",
]
