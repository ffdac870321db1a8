# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""rLLM: pass reward_fn where a workflow or environment takes a RewardFunction."""

import mhqa
from rllm.rewards.reward_types import RewardOutput


def reward_fn(task_info: dict, action) -> RewardOutput:
    text = action if isinstance(action, str) else action.action
    reward = mhqa.compute_score(None, text, task_info["ground_truth"], rule="rllm_search")
    return RewardOutput(reward=reward, is_correct=reward > 0)
