# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Inspect: Task(dataset=…, solver=generate(), scorer=mhqa_scorer()). A sample's target is its gold, or a list of golds."""

from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

import mhqa


@scorer(metrics={"*": [mean(), stderr()]})
def mhqa_scorer(rule: str = "f1", dialect: str = "hotpotqa", extraction: str = "any") -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        found = mhqa.compute_score(
            None, state.output.completion, list(target), rule=rule, dialect=dialect, extraction=extraction, details=True
        )
        return Score(value={"em": found["em"], "f1": found["f1"]}, answer=found["extracted"], explanation=found["why"])

    return score
