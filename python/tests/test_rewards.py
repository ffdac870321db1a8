# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
import random
import re

import numpy
import published
import pytest

import mhqa

COLUMNS = ["reward", "f1", "em", "precision", "recall", "extracted", "format"]


def rows(out):
    return list(zip(*(out[name].tolist() for name in COLUMNS)))


def test_a_hand_worked_case():
    # The last answer is "President Barack Obama"; the best gold shares 2 of 3 words and all of its own.
    text = "<think>…</think> <answer>Bush</answer> wait: <answer> President Barack Obama </answer>."
    out = mhqa.rewards([text], [["Barack Obama", "Obama"]], dtype="float64")
    assert list(out) == [*COLUMNS, "flags"]
    f1 = 2 * (2 / 3) / (2 / 3 + 1)
    assert rows(out) == [(f1, f1, 0, 2 / 3, 1, 1, 1)]
    assert mhqa.rewards([text], ["Obama"])["f1"].dtype == numpy.float32


@pytest.mark.parametrize(
    "extraction, text, extracted",
    [
        ("whole", "the cat", 1),
        ("answer_tag", "<answer>cat</answer>", 1),
        ("answer_tag", "<answer>cat", 0),
        ("answer_tag", "", 0),
        ("search_r1", "<answer>and</answer> <answer>cat</answer>", 1),
        ("search_r1", "<answer>cat</answer>", 0),
        ("verl", "<answer>cat</answer>", 1),
        ("boxed", r"so \boxed{\text{cat}} or \boxed{cat}", 1),
        ("recall", r"so \boxed{cat}", 1),
        ("answer_line", "dog\nAnswer: cat\nbye", 1),
        ("answer_phrase", "I say the answer is cat.", 1),
        ("any", "cat", 1),
    ],
)
def test_profiles(extraction, text, extracted):
    out = mhqa.rewards([text], ["cat"], extraction)
    assert out["extracted"].tolist() == [extracted]
    assert out["em"].tolist() == [extracted]


def test_whole_word_yes_or_no():
    out = mhqa.rewards(["I know it: Yes, no doubt"], ["yes"], "yes_no")
    assert out["em"].tolist() == [1]


def test_a_text_without_an_answer_scores_nothing_even_where_the_gold_is_blank():
    out = mhqa.rewards(["cat", "<answer></answer>"], ["", ""], dialect="musique")
    assert rows(out) == [(0, 0, 0, 0, 0, 0, 0)] * 2  # empty tags are no answer


def test_equals_search_r1s_rule_in_plain_python():
    words = ["<answer>", "</answer>", "cat", "the dog", "yes", "<b>", "Émile", "\n"]
    draw = random.Random(5)
    texts = [" ".join(draw.choices(words, k=draw.randrange(20))) for _ in range(3000)]
    golds = [[draw.choice(words[2:]), draw.choice(words[2:])] for _ in texts]
    for rule, least in (("verl", 1), ("search_r1", 2)):
        out = mhqa.rewards(texts, golds, dtype="float64", rule=rule)
        for i, (text, row) in enumerate(zip(texts, rows(out))):
            pairs = re.findall(r"<answer>(.*?)</answer>", text, re.DOTALL)
            want = published.best(pairs[-1].strip(), golds[i]) if len(pairs) >= least else (0, 0, 0, 0)
            assert row[1:5] == want, text
            assert row[0] == want[1], text


def test_what_rules_pay():
    spam = "<answer>x</answer>" * 10 + "<answer>cat</answer>"
    wrong, right, none = "<answer>dog</answer>", "<answer>black cat</answer>", "cat"
    for rule, text, reward in [
        ("f1", right, 2 / 3),
        ("em", right, 0),
        ("verl", spam, 0.25),
        ("em", spam, 1),
        ("search_r1", wrong, 0),
        ("search_r1_format", wrong + wrong, 0.1),
        ("recall_f1", r"\boxed{dog}", 0.1),
        ("recall_f1", none, 0),
    ]:
        assert mhqa.rewards([text], ["cat"], dtype="float64", rule=rule)["reward"].tolist() == [reward], (rule, text)


def test_all_rules_are_named():
    assert mhqa.rules[:2] == ("f1", "em")
    for rule in mhqa.rules:
        assert mhqa.rewards(["cat"], ["cat"], rule=rule)["reward"].shape == (1,)
    with pytest.raises(ValueError, match="rule: expected one of f1, em, .*; found x"):
        mhqa.rewards(["cat"], ["cat"], rule="x")
    with pytest.raises(TypeError):
        mhqa.rewards(["cat"], ["cat"], rule=None)


def test_all_profiles_are_named():
    for extraction in mhqa.extractions:
        assert mhqa.rewards(["cat", "\ud800"], ["cat", "dog"], extraction)["em"].shape == (2,)


@pytest.mark.parametrize(
    "arguments, error, message",
    [
        ((None, ["a"]), TypeError, "texts: expected a list, found NoneType"),
        (("a", ["a"]), TypeError, "texts: expected a list, found str"),
        (([3], ["a"]), TypeError, r"texts\[0\]: expected a string, found int"),
        ((["a"], [[]]), ValueError, r"golds\[0\]: expected at least one gold answer"),
        ((["a"], ["a", "b"]), ValueError, "golds: expected one item for each of 1 texts, found 2"),
        (([], []), ValueError, "texts: expected at least one"),
        ((["a"], ["a"], "tag"), ValueError, "extraction: expected one of whole, .*; found tag"),
        ((["a"], ["a"], 3), TypeError, ""),
        ((["a"], ["a"], "whole", "x"), ValueError, "dialect: expected one of"),
        ((["a"], ["a"], "whole", "hotpotqa", "int8"), ValueError, "dtype"),
    ],
)
def test_bad_calls(arguments, error, message):
    with pytest.raises(error, match=message or None):
        mhqa.rewards(*arguments)


TEXTS = ["", "<answer>a cat</answer>", "é <answer>dög</answer>"]
BYTES = numpy.frombuffer("".join(TEXTS).encode(), dtype="uint8")
OFFSETS = numpy.cumsum([0] + [len(text.encode()) for text in TEXTS])


def test_texts_as_bytes_and_offsets_are_texts():
    golds = ["x", "cat", "dög"]
    wanted = rows(mhqa.rewards(TEXTS, golds))
    assert wanted[1][0] == wanted[2][0] == 1
    assert rows(mhqa.rewards((BYTES, OFFSETS), golds)) == wanted
    assert rows(mhqa.rewards((BYTES.tobytes(), OFFSETS), golds)) == wanted
    assert rows(mhqa.rewards((BYTES, OFFSETS.astype("int32")), golds)) == wanted
    assert rows(mhqa.rewards((BYTES, OFFSETS[1:]), golds[1:])) == wanted[1:]
    assert rows(mhqa.rewards(("<answer>x</answer>", TEXTS[1]), ["x", "x"]))[0][0] == 1  # a tuple of two strings


@pytest.mark.parametrize(
    "texts, message",
    [
        ((BYTES, OFFSETS.astype("uint32")), "texts.offsets: expected elements of type int32 or int64, found uint32"),
        ((BYTES.astype("int8"), OFFSETS), "texts.bytes: expected elements of type uint8, found int8"),
        ((BYTES, OFFSETS[:0]), "texts.offsets: expected one offset more than texts, found none"),
        ((BYTES, OFFSETS[:1]), "texts: expected at least one"),
        ((BYTES, OFFSETS + 1), r"offsets\[3\]: expected an offset from"),
        ((BYTES, OFFSETS[::-1].copy()), r"offsets\[1\]: expected an offset from"),
        ((BYTES, OFFSETS - 1), r"offsets\[0\]: expected an offset from 0"),
    ],
)
def test_bad_bytes_and_offsets(texts, message):
    with pytest.raises(ValueError, match=message):
        mhqa.rewards(texts, ["x", "y", "z"])


def test_columns_are_written_into_arrays_of_the_caller():
    golds = ["x", "cat", "dög"] * 50
    reward, form = numpy.full(150, -1.0, "float32"), numpy.full(150, -1.0, "float32")
    out = {"reward": reward, "format": form}
    assert mhqa.rewards(TEXTS * 50, golds, out=out) is out
    assert reward.tolist() == mhqa.rewards(TEXTS * 50, golds)["reward"].tolist() == [0, 1, 1] * 50
    assert form.tolist() == [0, 1, 1] * 50
    with pytest.raises(ValueError, match=r"out\[reward\]: expected memory apart from that of out\[format\]"):
        mhqa.rewards(TEXTS * 50, golds, out={"reward": reward, "format": reward})


def test_a_column_that_shares_memory_with_the_texts_is_refused():
    values, offsets = BYTES.copy(), OFFSETS.copy()
    whole = numpy.zeros(64, "uint8")
    whole[: len(values)] = values
    columns = {"reward": whole[:12].view("float32"), "flags": whole[1:4]}
    for name, column in columns.items():
        with pytest.raises(ValueError, match=rf"out\[{name}\]: expected memory apart from that of texts.bytes"):
            mhqa.rewards((whole[: len(values)], offsets), ["x", "y", "z"], out={name: column})
    assert whole[: len(values)].tolist() == values.tolist()


def test_flags_say_how_an_answer_may_win_and_bar_it():
    assert dict(mhqa.flags) == {"tag_spam": 1, "empty": 2, "listed": 4}
    texts = ["<answer>x</answer>" * 11, "<answer> </answer>", "<answer>cat or dog</answer>", "<answer>cat</answer>"]
    golds = ["x", "", "cat", "cat"]
    free = mhqa.rewards(texts, golds, dialect="musique", dtype="float64")
    assert free["flags"].dtype == numpy.uint8
    assert free["flags"].tolist() == [1, 2, 4, 0]
    assert free["reward"].tolist() == [1, 0, 0.5, 1]
    barred = mhqa.rewards(texts, golds, dialect="musique", dtype="float64", barred=["listed", "tag_spam"])
    assert barred["reward"].tolist() == [0, 0, 0, 1]
    assert barred["f1"].tolist() == free["f1"].tolist()
    assert mhqa.compute_score("", texts[2], "cat", barred=("listed",)) == 0
    assert mhqa.trl_reward(barred=["listed"])(texts[2:], answer=golds[2:]) == [0, 1]
    flags = numpy.zeros(4, "uint8")
    mhqa.rewards(texts, golds, out={"flags": flags})
    assert flags.tolist() == [1, 2, 4, 0]


@pytest.mark.parametrize(
    "barred, error, message",
    [
        (["cat"], ValueError, r"barred\[0\]: expected one of tag_spam, empty, listed; found cat"),
        ("listed", TypeError, "barred: expected a list, found str"),
        ([4], TypeError, r"barred\[0\]: expected a string, found int"),
        (None, TypeError, "barred: expected a list, found NoneType"),
    ],
)
def test_bad_flags(barred, error, message):
    with pytest.raises(error, match=message):
        mhqa.rewards([""], [""], barred=barred)


def test_a_rule_has_one_meaning_in_every_function():
    pieces = ["<answer>", "</answer>", "Rome", r"\boxed{Rome}", r"\boxed{", "}", "the", "<think>", "</think>", "\n",
              "<|im_start|>assistant\n"]
    draw = random.Random(5)
    texts = ["".join(draw.choice(pieces) for _ in range(draw.randint(1, 14))) for _ in range(300)]
    golds = [draw.choice(["Rome", "the", "yes"]) for _ in texts]
    for rule in sorted(set(mhqa.rules) | {"recall", "recall_f1"}):
        batch = mhqa.rewards(texts, golds, rule=rule, dtype="float64")["reward"].tolist()
        one = [mhqa.compute_score("", text, gold, rule=rule) for text, gold in zip(texts, golds)]
        judged = [row["reward"] for row in mhqa.verdicts(texts, golds, rule)]
        assert batch == one == judged, rule
    assert "recall" not in mhqa.rules and "recall_f1" in mhqa.rules


@pytest.mark.parametrize("gold", ["['Rome', 'Roma']", "('Rome', 'Roma')", "array(['Rome'], dtype=object)"])
def test_golds_in_pythons_spelling_are_refused_everywhere(gold):
    text = "<answer>Rome</answer>"
    for call in (
        lambda: mhqa.rewards([text], [gold]),
        lambda: mhqa.verdicts([text], [gold], "em"),
        lambda: mhqa.compute_score("", text, gold),
        lambda: mhqa.score(["Rome"], [gold], "hotpotqa"),
        lambda: mhqa.score_batch(["Rome"], [gold]),
        lambda: mhqa.trl_reward("answer")(completions=[text], answer=[gold]),
    ):
        with pytest.raises(ValueError, match="expected golds"):
            call()


def test_values_of_answers():
    assert mhqa.score([None], ["Rome"], "squad-2.0") == [{"em": 0.0, "f1": 0.0, "precision": 0.0, "recall": 0.0}]
    assert mhqa.score([None], ["the"], "flashrag")[0]["em"] == 0
    assert [row["em"] for row in mhqa.score([True, "yes", "no"], [True, "true", True], "strategyqa")] == [1, 1, 0]
    with pytest.raises(TypeError):
        mhqa.score([True], ["yes"], "hotpotqa")
    with pytest.raises(TypeError):
        mhqa.score([1], ["1"], "hotpotqa")
    assert mhqa.score([["x", "y"]], [["y", "x"]], "drop")[0]["em"] == 1
    assert "error" in mhqa.score([["x"]], ["x"], "hotpotqa")[0]


def test_format_numbers_are_those_of_the_rule():
    wrong = "<answer>a</answer><answer>dog</answer>"
    assert mhqa.rewards([wrong], ["cat"], rule="search_r1_em_format", dtype="float64")["reward"].tolist() == [0.1]
    assert mhqa.rewards([wrong], ["cat"], rule="search_r1_em_format_unweighted", dtype="float64")["reward"].tolist() == [0]
