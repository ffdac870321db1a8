# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""OpenRLHF: --remote_rm_url openrlhf_reward.py --label_key answer. A label is a string, or JSON of a list of strings."""

import mhqa

reward_func = mhqa.openrlhf_reward(rule="em")
