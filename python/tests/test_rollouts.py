# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Rollouts of search agents, and the rewards of their steps."""
import pytest

import mhqa

GOLD = [
    {
        "id": "2hop__1_2",
        "question": "Who is the spouse of the Green performer?",
        "answer": "Miquette Giraudy",
        "answer_aliases": [],
        "answerable": True,
        "paragraphs": [
            {"idx": 0, "title": "Green", "paragraph_text": "Green is by Steve Hillage.", "is_supporting": True}
        ],
        "question_decomposition": [
            {"id": 1, "question": "Green >> performer", "answer": "Steve Hillage", "paragraph_support_idx": 0},
            {"id": 2, "question": "#1 >> spouse", "answer": "Miquette Giraudy", "paragraph_support_idx": None},
        ],
    }
]
TEXT = (
    "<search>Green</search><information>Doc 1(Title: Green) Green is by Steve Hillage.</information>"
    "<answer>Sting</answer>"
)


def test_rollouts_say_why_an_answer_was_lost(command):
    report = mhqa.rollouts([{"id": "2hop__1_2", "text": TEXT}], GOLD)
    assert report["all"]["causes"]["bridge_unused"] == 1
    (row,) = report["rows"]
    assert row["broken_hop"] == 2
    assert row["step_rewards"] == [0.5]
    assert mhqa.place_step_rewards(row["step_rewards"], row["step_ends"], [10, len(TEXT)]) == [0.0, 0.5]
    with pytest.raises(ValueError, match="steps, messages or text"):
        mhqa.rollouts([{"id": "1"}], GOLD)


def test_step_rewards_are_the_trainers(command):
    row = {"text": TEXT, "gold": ["Sting"], "support_docs": ["Green is by Steve Hillage."], "search_keys": [["green"]]}
    row["text"] = row["text"].replace("(Title: Green)", "<## Title: Green ##>")
    (scored,) = mhqa.step_rewards([row])
    assert scored["step_scores"] == [pytest.approx(1.0, abs=1e-12)]
    assert scored["reward"] == 1 + 0.618
    (refined,) = mhqa.step_rewards([{"text": "<answer>x</answer>", "gold": ["y"]}], rule="autorefine")
    assert refined["reward"] == 0.0 and refined["em"] == 0.0
    with pytest.raises(ValueError, match='^rows: record 2: expected the field "gold"'):
        mhqa.step_rewards([row, {"text": "x"}, {"text": "y"}])


def test_rewards_stand_on_the_token_of_the_last_byte():
    assert mhqa.place_step_rewards([1.0, 2.0], [4, 100], [2, 4, 8]) == [0.0, 1.0, 2.0]
    assert mhqa.place_step_rewards([1.0], [1], []) == []
    with pytest.raises(ValueError, match="ends: expected one for each of the 2 rewards, found 1"):
        mhqa.place_step_rewards([1.0, 2.0], [4], [2])


def test_fan_out_steps_ask_for_each_answer():
    gold = {
        "id": "f",
        "question": "Who governs the capitals?",
        "answer": {"Oslo": "A", "Riga": "B"},
        "categories": [],
        "decomposition": [
            {"id": "1", "question": "Which town is #1?", "answer": ["Oslo", "Riga"], "depends_on": []},
            {"id": "2", "question": "Who governs Oslo?", "answer": "A", "depends_on": ["1"]},
            {"id": "3", "question": "Who governs Riga?", "answer": "B", "depends_on": ["1"]},
        ],
    }
    checked = mhqa.check_decompositions([gold], rows=True)
    counted = ("hops", "steps", "fan_outs", "premises", "named_premises")
    assert [checked.counts[name] for name in counted] == [3, 2, 1, 2, 2]
    (row,) = checked.rows
    assert row["texts"] == [["Which town is #1?"], ["Who governs ", 1, "?"]]
    assert row["hops"] == [1, 2, 2]
    answers = {hop["question"]: hop["answer"] for hop in gold["decomposition"]}
    listed = {asked: one if isinstance(one, list) else [one] for asked, one in answers.items()}
    questions, found = mhqa.execute_fan_out(row["texts"], lambda asked: listed[asked])
    assert questions == [["Which town is #1?"], ["Who governs Oslo?", "Who governs Riga?"]]
    assert found == [["Oslo", "Riga"], ["A", "B"]]
    assert mhqa.execute_fan_out(["a", "b #1"], lambda asked: [])[0] == [["a"], []]
    with pytest.raises(ValueError, match="step 1 refers to #2"):
        mhqa.execute_fan_out(["a #2"], lambda asked: [])
    with pytest.raises(TypeError, match=r"steps\[0\]\[0\]: expected a text or the number of a step, found bool"):
        mhqa.execute_fan_out([[True]], lambda asked: [])
    with pytest.raises(TypeError, match="reader: answer 2: expected a string, found int"):
        mhqa.execute_fan_out(["a"], lambda asked: ["x", 1])
    with pytest.raises(TypeError, match="reader: the answers: expected a list, found str"):
        mhqa.execute_fan_out(["a"], lambda asked: "Oslo")
