# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""slime: --custom-rm-path slime_reward.reward, for single samples and for batches (--group-rm)."""

import mhqa


async def reward(args, sample, **kwargs):
    if isinstance(sample, list):
        return mhqa.compute_score(
            solution_strs=[one.response for one in sample], ground_truths=[one.label for one in sample], rule="f1"
        )
    return mhqa.compute_score(None, sample.response, sample.label, rule="f1")
