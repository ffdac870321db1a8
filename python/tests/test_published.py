# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
import json
import math
import os
import pathlib

import numpy
import pytest

import mhqa

DATA = pathlib.Path(os.environ.get("MHQA_TEST_DATA", pathlib.Path(__file__).parents[3] / "shared")) / "golden"


def rows(path):
    if not path.exists():
        pytest.skip(f"no {path}")
    return [json.loads(line) for line in path.read_text().split("\n") if line]  # splitlines() breaks at U+2028, too


@pytest.mark.parametrize("dialect", [d for d in mhqa.published_dialects if d not in ("beerqa", "set-f1", "multihop-rag-33d3ad09")])
def test_every_golden_score(dialect):
    for row in rows(DATA / "dialects" / f"{dialect.replace('-', '_')}.jsonl"):
        if row.get("ftfy_changes"):
            continue
        (got,) = mhqa.score([row["prediction"]], [row["gold"]], dialect, answer_type=row.get("answer_type", "string"))
        expected = row["expected"]
        if "error" in expected:
            assert "error" in got
            continue
        for name, value in expected.items():
            if isinstance(value, dict):
                assert got[name] is None
            elif not (row.get("alignment_ties") and name in ("precision", "recall")):
                assert math.isclose(got[name], value, rel_tol=0, abs_tol=1e-12)


#: Rules whose golden rows are absent, or have rollouts, which the tests of C++ read.
UNRECORDED = ("f1", "em", "recall_f1", "search_r1_em_format_unweighted", "stepsearch", "autorefine")


@pytest.mark.parametrize("rule", [r for r in mhqa.published_rules if r not in UNRECORDED])
def test_every_golden_reward(rule):
    names = ("eos_token", "pad_token", "structure_format_score", "final_format_score", "retrieval_score")
    for row in rows(DATA / "rewards" / f"{rule}.jsonl"):
        options = {name: row[name] for name in names if name in row}
        (got,) = mhqa.verdicts([row["text"]], [row["gold"]], rule, **options)
        expected = row["expected"]
        if "error" in expected:
            assert "error" in got
            continue
        for name, value in expected.items():
            assert got[name] is None if isinstance(value, dict) else got[name] == value


def test_rewards_take_a_trainers_own_function_by_name():
    texts = ["<think>t</think><answer>rome</answer>", "<think><answer>rome</answer>"]
    out = mhqa.rewards(texts, ["Rome", "Rome"], rule="deepresearcher", dtype="float64")
    assert list(out) == ["reward"]
    assert out["reward"].tolist() == [1, -1]
    assert mhqa.compute_score("", texts[1], {"target": ["Rome"]}, rule="deepresearcher") == -1
    assert numpy.isnan(mhqa.rewards(["x"], ["y"], rule="zerosearch")["reward"][0])
    with pytest.raises(ValueError, match="beside deepresearcher"):
        mhqa.rewards(texts, ["Rome", "Rome"], rule="deepresearcher", extraction="verl")


def test_what_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="dialect: expected one of hotpotqa, .*beerqa"):
        mhqa.score(["x"], ["x"], "nothing")
    with pytest.raises(ValueError, match="rule: expected one of"):
        mhqa.verdicts(["x"], ["x"], "nothing")
    with pytest.raises(ValueError, match="golds"):
        mhqa.score(["x"], [], "drop")
    with pytest.raises(TypeError):
        mhqa.score([5], ["x"], "drop")
    assert "error" in mhqa.score([["a", "b"]], ["x"], "flashrag")[0]
    with pytest.raises(ValueError, match='extraction: expected one of .*answer_tag'):
        mhqa.score(["x"], ["x"], "drop", extraction="nothing")
    with pytest.raises(TypeError, match=r"predictions\[1\]: expected a string beside extraction, found list"):
        mhqa.score(["x", ["y"]], ["x", "y"], "drop", extraction="answer_tag")


def test_a_score_of_an_extracted_answer():
    texts = ["So: <answer> Rome </answer>", "<answer>Milan</answer> no, <answer>Rome</answer>", "Rome", "<answer>Rome"]
    found = mhqa.score(texts, ["rome"] * 4, "flashrag", extraction="answer_tag")
    assert [one["em"] for one in found] == [1.0, 1.0, 0.0, 0.0]
    assert [one["extracted"] for one in found] == ["Rome", "Rome", None, None]
    assert [one["why"] for one in found] == ["last_tag", "last_tag", "none", "unclosed"]


def test_golds_may_be_dicts_with_target_and_lists_of_truth_values():
    plain = mhqa.score(["Rome"], [["Roma", "Rome"]], "flashrag")
    assert mhqa.score(["Rome"], [{"target": ["Roma", "Rome"]}], "flashrag") == plain
    assert mhqa.score(["Rome"], [{"target": "Rome", "style": "rule"}], "flashrag")[0]["em"] == 1
    assert mhqa.rewards(["<answer>Rome</answer>"], [{"target": "Rome"}], rule="em")["reward"].tolist() == [1]
    assert mhqa.score(["no"], [[True, "false"]], "strategyqa")[0]["em"] == 1
    with pytest.raises(ValueError, match=r'golds\[1\]: expected a dict with "target"'):
        mhqa.score(["a", "b"], ["a", {"gold": "b"}], "flashrag")
    with pytest.raises(ValueError, match=r"golds\[0\]: expected"):
        mhqa.score(["a"], [{"target": {"target": "a"}}], "flashrag")
    with pytest.raises(ValueError, match=r"golds\[0\]"):
        mhqa.score(["a"], [{"target": "['a', 'b']"}], "flashrag")
    with pytest.raises(TypeError, match=r"golds\[0\]"):
        mhqa.score(["a"], [[True]], "flashrag")
