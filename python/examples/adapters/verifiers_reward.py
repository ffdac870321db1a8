# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""verifiers 0.4: a task whose reward is mhqa's, for tasks with a question and its golds."""

import verifiers.v1 as vf

import mhqa


class AnswerData(vf.TaskData):
    golds: list[str]


class AnswerTask(vf.Task[AnswerData]):
    @vf.reward(weight=1.0)
    async def f1(self, trace: vf.Trace) -> float:
        return float(mhqa.compute_score(None, trace.last_reply or "", self.data.golds, rule="f1", extraction="any"))
