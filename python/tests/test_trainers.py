# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
import numpy
import pytest

import mhqa


def test_verls_single_call():
    right, wrong = "<answer>a black cat</answer>", "no tag"
    truths = ["black cat", ["dog", "black cat"], {"target": "black cat"}, {"target": ["black cat"]}]
    for truth in [*truths, {"target": numpy.array(["dog", "black cat"], dtype=object)}]:
        found = mhqa.compute_score(data_source="hotpotqa", solution_str=right, ground_truth=truth, extra_info={"i": 1})
        assert found == 1.0
        assert type(found) is float
        assert mhqa.compute_score("hotpotqa", wrong, truth, None) == 0.0


def test_verls_batch_call():
    texts = ["<answer>a black cat</answer>", "<answer>cat</answer>", "no tag"]
    truths = [{"target": ["cat"]}] * 2 + [{"target": "cat"}]
    want = [2 / 3, 1.0, 0.0]
    found = mhqa.compute_score(
        data_sources=["x"] * 3, solution_strs=texts, ground_truths=truths, extra_infos=[None] * 3
    )
    assert found == pytest.approx(want)
    assert all(type(score) is float for score in found)
    assert mhqa.compute_score(["x"] * 3, texts, truths, [None] * 3) == found
    assert mhqa.compute_score(numpy.array(["x"] * 3), texts, numpy.array(truths)) == found


def test_verls_options():
    text = r"so \boxed{a black cat}"
    assert mhqa.compute_score("", text, "cat", rule="em", extraction="boxed") == 0
    assert mhqa.compute_score("", text, "cat", rule="recall") == 2 / 3
    assert mhqa.compute_score("", text, "dog", rule="recall") == 0.1
    assert mhqa.compute_score("", text, "The", extraction="whole", dialect="musique") == 0


SINGLE = {"data_source": "", "solution_str": "cat", "ground_truth": "cat"}
BAD = [
    ({}, TypeError),
    ({**SINGLE, "solution_str": None}, TypeError),
    ({**SINGLE, "solution_str": 3}, TypeError),
    ({**SINGLE, "solution_str": b"cat"}, TypeError),
    ({**SINGLE, "ground_truth": None}, TypeError),
    ({**SINGLE, "ground_truth": 3}, TypeError),
    ({**SINGLE, "ground_truth": []}, ValueError),
    ({**SINGLE, "ground_truth": {"answer": "cat"}}, ValueError),
    ({**SINGLE, "ground_truth": {"target": None}}, TypeError),
    ({**SINGLE, "rule": "bleu"}, ValueError),
    ({**SINGLE, "rule": None}, TypeError),
    ({**SINGLE, "rule": ["f1"]}, TypeError),
    ({**SINGLE, "extraction": "x"}, ValueError),
    ({**SINGLE, "solution_strs": ["cat"]}, TypeError),
    ({"solution_strs": "cat", "ground_truths": ["cat"]}, TypeError),
    ({"solution_strs": ["cat"], "ground_truths": "cat"}, TypeError),
    ({"solution_strs": ["cat"], "ground_truths": ["cat", "dog"]}, ValueError),
    ({"solution_strs": ["cat"]}, TypeError),
    ({"solution_strs": [], "ground_truths": []}, ValueError),
    ({"solution_strs": [None], "ground_truths": ["cat"]}, TypeError),
]


@pytest.mark.parametrize("arguments, error", BAD)
def test_bad_calls_in_verls_shapes(arguments, error):
    with pytest.raises(error):
        mhqa.compute_score(**arguments)


def test_trls_call():
    reward = mhqa.trl_reward("answers", rule="em")
    assert reward.__name__ == "mhqa_em"
    assert mhqa.trl_reward(name="mine").__name__ == "mine"
    texts = ["<answer>the cat</answer>", "<answer>dog</answer>", "cat", "<answer>x</answer>"]
    columns = {"prompts": ["?"] * 4, "answers": [["cat"], ["cat"], ["cat"], "X"], "completion_ids": [[1]] * 4}
    found = reward(completions=texts, trainer_state=None, **columns)
    assert found == [1.0, 0.0, 0.0, 1.0]
    assert all(type(score) is float for score in found)
    chats = [[{"role": "assistant", "content": text}] for text in texts]
    assert reward(completions=chats, **columns) == found
    chats[0].insert(0, {"role": "tool", "content": "<answer>dog</answer>"})
    chats[1] = [{"role": "assistant", "content": None, "tool_calls": []}]
    chats[3] = [{"role": "assistant", "content": [{"type": "text", "text": "<answer>"}, {"type": "image"}]}]
    chats[3][0]["content"].append({"type": "text", "text": "x</answer>"})
    assert reward(completions=chats, **columns) == found


@pytest.mark.parametrize(
    "completions, columns, error",
    [
        (["cat"], {}, ValueError),
        (["cat"], {"answer": None}, TypeError),
        (["cat"], {"answer": "cat"}, TypeError),
        (["cat"], {"answer": ["cat", "dog"]}, ValueError),
        (["cat"], {"answer": [[]]}, ValueError),
        ("cat", {"answer": ["cat"]}, TypeError),
        (None, {"answer": ["cat"]}, TypeError),
        ([None], {"answer": ["cat"]}, TypeError),
        ([3], {"answer": ["cat"]}, TypeError),
        ([[]], {"answer": ["cat"]}, ValueError),
        ([["cat"]], {"answer": ["cat"]}, ValueError),
        ([[{"role": "assistant"}]], {"answer": ["cat"]}, ValueError),
        ([[{"content": 3}]], {"answer": ["cat"]}, TypeError),
        ([[{"content": [{"type": "text"}]}]], {"answer": ["cat"]}, TypeError),
        ([], {"answer": []}, ValueError),
    ],
)
def test_bad_calls_in_trls_shape(completions, columns, error):
    with pytest.raises(error):
        mhqa.trl_reward()(completions, **columns)


@pytest.mark.parametrize(
    "arguments, error",
    [
        ({"golds": 3}, TypeError),
        ({"rule": "x"}, ValueError),
        ({"extraction": "x"}, ValueError),
        ({"extraction": 3}, TypeError),
        ({"dialect": "x"}, ValueError),
        ({"name": 3}, TypeError),
    ],
)
def test_a_reward_of_unknown_names_is_not_made(arguments, error):
    with pytest.raises(error):
        mhqa.trl_reward(**arguments)
