# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""The command and the module say the same of the same texts, whatever the rule, the evaluator and the kind of value."""

import json
import os
import pathlib
import random
import subprocess
import sys

import pytest

import mhqa

COMMAND = os.environ.get("MHQA_COMMAND")
VALUES = pathlib.Path(__file__).resolve().parents[2] / "tests" / "docs" / "values.py"

pytestmark = pytest.mark.skipif(COMMAND is None, reason="MHQA_COMMAND is not set")

#: What generations are made of: tags, boxes and turns, complete or not, right and wrong answers.
PARTS = (
    "<answer>", "</answer>", "Rome", "\\boxed{Rome}", "the", "Milan", "<think>", "</think>", "<|im_start|>assistant\n",
    "\n", "<search>", "</search>", "\\boxed{", "}", "yes", "<result>x</result>", "So the answer is: Rome.",
)


def printed(rule, texts, golds):
    lines = "".join(json.dumps({"text": t, "gold": g}) + "\n" for t, g in zip(texts, golds))
    done = subprocess.run([COMMAND, "reward", "--rule", rule], input=lines, capture_output=True, text=True, timeout=100)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("rule", dict.fromkeys([*mhqa.rules, *mhqa.published_rules]))
def test_a_rule_has_one_meaning_in_the_command_and_here(rule):
    drawn = random.Random(5)
    texts = ["".join(drawn.choice(PARTS) + drawn.choice(["", " "]) for _ in range(drawn.randint(1, 14)))
             for _ in range(400)]
    golds = [drawn.choice(["Rome", "the", "yes", "Milan"]) for _ in texts]
    rows = printed(rule, texts, golds)
    assert len(rows) == len(texts)
    here = mhqa.rewards(texts, golds, rule=rule, dtype="float64")["reward"].tolist()
    for text, row, value in zip(texts, rows, here):
        assert row.get("reward") == (None if value != value else value), text
    for text, gold, row in list(zip(texts, golds, rows))[:100]:
        if row.get("reward") is not None:
            assert mhqa.compute_score("", text, gold, rule=rule) == row["reward"], text


def test_each_value_means_the_same_by_every_way_to_score():
    """tests/docs/values.py: 25 evaluators, 10 values, 5 ways."""
    if not VALUES.exists():
        pytest.skip("no checkout around the tests")
    done = subprocess.run(
        [sys.executable, "-B", VALUES, "--mhqa", COMMAND, "--python"], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert "5 ways: equal" in done.stdout
