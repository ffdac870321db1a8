# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Evaluations, rewards and answer scores for multi-hop question answering, exactly as published, on all threads.

evaluate, compare, diff, dire and retrieval evaluate files and records; audit and probe examine a data set; compose
makes one; dates reads dates; bm25 searches texts.
evaluate_part and merge evaluate on several processes or machines, with the result of one.
score_batch scores answers, rewards extracts and scores the answers of generated texts, token_f1 scores token ids.
compute_score has verl's interface, trl_reward makes TRL's, openrlhf_reward OpenRLHF's; compute has that of evaluate.
"""

from . import dates
from ._bm25 import Bm25, Hits, bm25
from ._compose import compose
from ._core import __version__
from ._data_sets import audit, probe, retrieval
from ._devices import has_gpu_code
from ._evaluate import compare, diff, dire, evaluate
from ._files_of_run import Files
from ._parts import EvaluationPart, evaluate_part, merge
from ._published import published_dialects, published_rules, score, verdicts
from ._results import Audit, Comparison, Composition, Difference, Dire, Evaluation, Probe, Result
from ._scores import compute, dialects, score_batch, token_f1
from ._threads import set_threads, threads
from ._trainers import compute_score, extractions, flags, openrlhf_reward, rewards, rules, trl_reward

__all__ = [
    "Audit",
    "Bm25",
    "Comparison",
    "Composition",
    "Difference",
    "Dire",
    "Evaluation",
    "EvaluationPart",
    "Files",
    "Hits",
    "Probe",
    "Result",
    "__version__",
    "audit",
    "bm25",
    "compare",
    "compose",
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
    "probe",
    "published_dialects",
    "published_rules",
    "retrieval",
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
