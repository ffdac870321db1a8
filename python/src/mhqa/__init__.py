# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Answer scores and rewards of multi-hop question answering, exactly as published, on all threads.

score_batch scores answers, rewards finds the answers in generated texts first, token_f1 scores token ids.
compute_score has verl's shapes, trl_reward makes TRL's, compute is evaluate's.
"""

from ._core import __version__
from ._devices import has_gpu_code
from ._scores import compute, dialects, score_batch, token_f1
from ._threads import set_threads, threads
from ._trainers import compute_score, extractions, flags, rewards, rules, trl_reward

__all__ = [
    "__version__",
    "compute",
    "compute_score",
    "dialects",
    "extractions",
    "flags",
    "has_gpu_code",
    "rewards",
    "rules",
    "score_batch",
    "set_threads",
    "threads",
    "token_f1",
    "trl_reward",
]
