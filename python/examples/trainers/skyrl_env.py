# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""SkyRL: an environment that asks once and rewards the answer; register it with skyrl_gym.register."""

from typing import Any

import mhqa
from skyrl_gym.envs.base_text_env import BaseTextEnv, BaseTextEnvStepOutput


class AnswerEnv(BaseTextEnv):
    def __init__(self, env_config: Any = None, extras: dict[str, Any] = {}):
        super().__init__()
        self.ground_truth = extras["reward_spec"]["ground_truth"]

    def step(self, action: str) -> BaseTextEnvStepOutput:
        self.turns += 1
        reward = mhqa.compute_score(None, action, self.ground_truth, rule="skyrl_gym_search")
        return BaseTextEnvStepOutput(observations=[], reward=reward, done=True, metadata={})
