# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""TRL: GRPOTrainer(reward_funcs=[reward], …). The data set's column "answer" has strings, lists, or None where this
reward does not apply."""

import mhqa

reward = mhqa.trl_reward("answer", rule="f1")
