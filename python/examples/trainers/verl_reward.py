# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""verl: custom_reward_function.path=verl_reward.py, for the naive, batch, DAPO and prime managers and the reward loop.

Options come from the configuration: custom_reward_function.reward_kwargs.rule=em. custom_reward_function.name may stay
compute_score.
"""

from mhqa import compute_score

__all__ = ["compute_score"]
