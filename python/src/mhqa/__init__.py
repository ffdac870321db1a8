# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Evaluations, rewards and answer scores for multi-hop question answering, exactly as published, on all threads.

evaluate, compare, diff, dire and retrieval evaluate files and records; audit and probe examine a data set; compose
makes one; dates reads dates; bm25 searches texts. statistics, convert, check_submission, check_questions,
check_decompositions, probe_dates, proxies, find_evidence, agree, condition, evaluate_samples, fanoutqa, humans,
long_contexts, read, rollouts, score_samples, compare_results, step_rewards, split and report_html are the command's
verbs; pass_at_k is a formula; execute_fan_out asks FanOutQA's steps.
evaluate_part, merge and compose_part work on several processes or machines, with the result of one.
score_batch scores answers, rewards extracts and scores the answers of generated texts, token_f1 scores token ids.
compute_score has verl's interface, trl_reward makes TRL's, openrlhf_reward OpenRLHF's; compute has that of evaluate.
"""

from . import dates
from ._bm25 import Bm25, Hits, bm25
from ._command import (
    agree,
    condition,
    compare_results,
    evaluate_samples,
    fanoutqa,
    humans,
    long_contexts,
    pass_at_k,
    place_step_rewards,
    read,
    report_html,
    rollouts,
    score_samples,
    split,
    step_rewards,
)
from ._compose import CompositionPart, compose, compose_part
from ._core import __version__
from ._data_sets import audit, probe, retrieval
from ._devices import has_gpu_code
from ._evaluate import compare, diff, dire, evaluate
from ._files_of_run import Files
from ._parts import EvaluationPart, evaluate_part, merge
from ._published import published_dialects, published_rules, score, verdicts
from ._reports import (
    check_decompositions,
    check_questions,
    check_submission,
    convert,
    execute_fan_out,
    find_evidence,
    probe_dates,
    proxies,
    statistics,
)
from ._results import (
    Audit,
    Comparison,
    Composition,
    Conversion,
    Counts,
    DateProbe,
    Difference,
    Dire,
    Evaluation,
    Evidence,
    Probe,
    Proxies,
    Result,
    Statistics,
    SubmissionCheck,
)
from ._scores import compute, dialects, score_batch, token_f1
from ._threads import set_threads, threads
from ._trainers import compute_score, extractions, flags, openrlhf_reward, rewards, rules, trl_reward

__all__ = [
    "Audit",
    "Bm25",
    "Comparison",
    "Composition",
    "CompositionPart",
    "Conversion",
    "Counts",
    "DateProbe",
    "Difference",
    "Dire",
    "Evaluation",
    "EvaluationPart",
    "Evidence",
    "Files",
    "Hits",
    "Probe",
    "Proxies",
    "Result",
    "Statistics",
    "SubmissionCheck",
    "__version__",
    "agree",
    "audit",
    "bm25",
    "check_decompositions",
    "check_questions",
    "check_submission",
    "compare",
    "compare_results",
    "compose",
    "compose_part",
    "compute",
    "compute_score",
    "condition",
    "convert",
    "dates",
    "dialects",
    "diff",
    "dire",
    "evaluate",
    "evaluate_part",
    "evaluate_samples",
    "execute_fan_out",
    "extractions",
    "fanoutqa",
    "find_evidence",
    "flags",
    "has_gpu_code",
    "humans",
    "long_contexts",
    "merge",
    "openrlhf_reward",
    "pass_at_k",
    "place_step_rewards",
    "probe",
    "probe_dates",
    "proxies",
    "published_dialects",
    "published_rules",
    "read",
    "report_html",
    "retrieval",
    "rewards",
    "rollouts",
    "rules",
    "score",
    "score_batch",
    "score_samples",
    "set_threads",
    "split",
    "statistics",
    "step_rewards",
    "threads",
    "token_f1",
    "trl_reward",
    "verdicts",
]
