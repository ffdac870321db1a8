# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
import pickle

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
    for other in ({"data_sources": ["x"] * 2}, {"extra_infos": [None]}, {"extra_infos": [{}] * 4}):
        with pytest.raises(ValueError, match=f"^{list(other)[0]}: expected one for each of 3 texts, found"):
            mhqa.compute_score(solution_strs=texts, ground_truths=truths, **other)


def test_keywords_of_reward_managers_and_routers_are_ignored():
    call = {"data_source": "", "solution_str": "<answer>cat</answer>", "ground_truth": "cat", "extra_info": {}}
    assert mhqa.compute_score(**call, reward_router_address="http://[::1]:1", reward_model_tokenizer=None) == 1
    assert mhqa.compute_score(**call, sandbox_fusion_url=None, concurrent_semaphore=None, memory_limit_mb=1) == 1
    batch = {"data_sources": [""], "solution_strs": ["<answer>cat</answer>"], "ground_truths": ["cat"]}
    assert mhqa.compute_score(**batch, extra_infos=[None], reward_router_address="x") == [1]


@pytest.mark.parametrize("name", ["rul", "Rule", "extration", "dialekt", "bared", "eos_tokens", "ground_thruth"])
def test_a_keyword_that_is_nearly_an_option_is_refused(name):
    with pytest.raises(TypeError, match=f"{name}: unknown keyword; did you mean "):
        mhqa.compute_score("", "cat", "cat", **{name: "x"})


@pytest.mark.parametrize(
    "gold",
    ['["dog", "black cat"]', '{"target": "cat"}', ' ["cat"]\n', "{'target': ['cat']}", "['cat']", "('cat', 'dog')",
     "array(['cat'], dtype=object)", '{"answer": "cat"}', "[1889]", '["a", null]', "[[]]", "[]", '{"target": []}'],
)
def test_a_string_that_holds_golds_is_refused_by_all_interfaces(gold):
    text = "<answer>cat</answer>"
    message = r"expected golds, found a string that holds .* pass the list itself \(json.loads\(text\), or .* or \[text\]"
    for _ in range(2):
        for truth, place in ((gold, "ground_truth"), ({"target": gold}, "ground_truth"), (numpy.str_(gold), "ground_truth")):
            with pytest.raises(ValueError, match=f"^{place}.*: {message}"):
                mhqa.compute_score("", text, truth)
            with pytest.raises(ValueError, match=rf"^{place}s?(\[0\])?.*: {message}"):
                mhqa.compute_score("", text, truth, details=True)
    for truth in (gold, {"target": gold}):
        with pytest.raises(ValueError, match=rf"^ground_truths\[1\].*: {message}"):
            mhqa.compute_score(["", ""], ["x", text], ["x", truth])
        with pytest.raises(ValueError, match=rf"^answer\[0\].*: {message}"):
            mhqa.trl_reward()([text], answer=[truth])
        with pytest.raises(ValueError, match=rf"^labels\[0\].*: {message}"):
            mhqa.openrlhf_reward()(["?" + text], ["?"], [truth])
    for call in (mhqa.rewards, mhqa.score_batch):
        with pytest.raises(ValueError, match=rf"^golds\[1\]: {message}"):
            call([text] * 2, ["x", gold])
    with pytest.raises(ValueError, match=rf"^golds\[0\]: {message}"):
        mhqa.score(["cat"], [gold], "hotpotqa")
    with pytest.raises(ValueError, match=message):
        mhqa.compute(predictions=["cat"], references=[gold])
    assert mhqa.compute_score("", f"<answer>{gold}</answer>", [gold], rule="em") == 1


@pytest.mark.parametrize("gold", ["[Mary] Poppins", "{x} y", "[", "{", "[a", "1889", '"cat"', "(a)", "[cat]", "(1999)"])
def test_golds_that_only_begin_like_json_are_texts(gold):
    assert mhqa.compute_score("", f"<answer>{gold}</answer>", gold, rule="em") == 1
    assert mhqa.compute_score([""], [f"<answer>{gold}</answer>"], [gold], rule="em") == [1]
    assert mhqa.trl_reward(rule="em")([f"<answer>{gold}</answer>"], answer=[gold]) == [1]


def test_the_tag_of_an_extraction_has_any_name():
    text, gold = "<answer>Oslo</answer> <final>Rome</final>", "Rome"
    for tag, right in ((None, 0), ("answer", 0), ("final", 1)):
        options = {"extraction": "answer_tag", "tag": tag}
        assert mhqa.rewards([text], [gold], rule="em", **options)["reward"].tolist() == [right]
        assert mhqa.compute_score("", text, gold, rule="em", **options) == right
        assert mhqa.compute_score([""], [text], [gold], rule="em", **options) == [right]
        assert mhqa.compute_score("", text, gold, rule="em", details=True, **options)["score"] == right
        assert mhqa.trl_reward(rule="em", **options)([text], answer=[gold]) == [right]
        assert mhqa.openrlhf_reward(rule="em", **options)([text], [""], [gold])["rewards"].tolist() == [right]
        assert mhqa.score([text], [gold], "hotpotqa", **options)[0]["em"] == right
    assert mhqa.score(['{"city": "Rome"}'], [gold], "hotpotqa", extraction="json_answer", tag="city")[0]["em"] == 1
    with pytest.raises(ValueError, match="^tag: expected an extraction beside it"):
        mhqa.compute_score("", text, gold, tag="final")
    with pytest.raises(ValueError, match="^tag: expected no tag beside verl, a published rule with its own tags"):
        mhqa.rewards([text], [gold], "verl", tag="final")
    with pytest.raises(TypeError, match="^tag: expected a string, found int"):
        mhqa.score([text], [gold], "hotpotqa", extraction="any", tag=3)


def test_golds_are_recognised_by_their_strings_not_by_their_list():
    """The same strings in the same place of memory are the same golds; a list may change, and other strings may be equal."""
    many = [f"recognised {i}" for i in range(12)]  # more than are compared by address
    for size in (1, 2, 8, 9, 12):
        golds = many[:size]
        for change in range(3):
            wanted = [1.0 if i < size else 0.0 for i in range(12)]
            texts = [f"<answer>recognised {i}</answer>" for i in range(12)]
            again = [["".join(list(gold)) for gold in golds] for _ in texts]
            for truths in ([golds] * 12, [{"target": golds}] * 12, again, [tuple(golds)] * 12):
                assert mhqa.compute_score(solution_strs=texts, ground_truths=truths, rule="em") == wanted
                assert [mhqa.compute_score("", t, g, rule="em") for t, g in zip(texts, truths)] == wanted
            golds[0] = f"replaced {size} {change}"
            assert mhqa.compute_score("", "<answer>recognised 0</answer>", golds, rule="em") == 0
            assert mhqa.compute_score("", f"<answer>{golds[0]}</answer>", golds, rule="em") == 1
            golds[0] = many[0]


def test_golds_seen_before_are_compiled_once():
    from mhqa import _core

    def compiled(*truths):
        before = _core.golds_compiled()
        for truth in truths:
            mhqa.compute_score("", "<answer>unseen</answer>", truth)
        return _core.golds_compiled() - before

    gold = "unseen 1"
    assert compiled(gold, gold, "unseen " + str(1), {"target": gold}) == 1
    golds = ["unseen 2", "unseen 3"]
    assert compiled(golds, golds, list(golds), tuple(golds), {"target": golds}, numpy.array(golds, object)) == 1
    golds[1] = "unseen 4"  # the same list with other content
    assert compiled(golds, golds) == 1
    assert mhqa.compute_score("", "<answer>unseen 4</answer>", golds) == 1
    assert mhqa.compute_score("", "<answer>unseen 3</answer>", golds, rule="em") == 0
    assert compiled(["unseen 5"], "unseen 5") == 2  # a text alone may hold a list, which is refused


def test_a_program_that_takes_one_gold_refuses_several():
    for truth in (["a", "b"], {"target": ["a", "b"]}):
        with pytest.raises(ValueError, match="ground_truth: expected one gold answer, as slime_f1 takes one, found 2"):
            mhqa.compute_score("", "a", truth, rule="slime_f1")
        with pytest.raises(ValueError, match=r"ground_truths\[1\]: expected one gold answer"):
            mhqa.compute_score(["", ""], ["a", "a"], ["a", truth], rule="slime_f1")


def test_options_do_not_share_golds():
    text, gold = "<answer>The U.S.</answer>", "us"
    for _ in range(2):
        assert mhqa.compute_score("", text, gold, rule="em") == 1
        assert mhqa.compute_score("", text, gold, rule="em", dialect="musique") == 1
        assert mhqa.compute_score("", text, gold, rule="slime_f1") < 1
        assert mhqa.compute_score("", text, "U.S. or UK", barred=["listed"]) == mhqa.compute_score("", text, "U.S. or UK")
    texts = [f"<answer>{i}</answer>" for i in range(40)]
    for rule in (*mhqa.rules, *mhqa.published_rules):  # more than are kept
        batch = mhqa.compute_score([""] * 40, texts, ["7"] * 40, rule=rule, undefined=-7)
        alone = [mhqa.compute_score("", text, "7", rule=rule, undefined=-7) for text in texts]
        assert alone == batch, rule


def test_more_golds_than_are_remembered():
    for i in range(40_000):
        assert mhqa.compute_score("", f"<answer>{i}</answer>", str(i), rule="em") == 1


def test_a_text_with_a_lone_surrogate():
    assert mhqa.compute_score("", "\ud800 <answer>cat</answer>", "cat") == 1
    assert mhqa.compute_score("", "<answer>\ud800</answer>", "\ud800", rule="em") == 1


class Text(str):
    pass


def test_subclasses_of_str():
    assert mhqa.compute_score("", Text("<answer>cat</answer>"), Text("cat"), rule=Text("em")) == 1
    assert mhqa.compute_score("", "<answer>cat</answer>", [Text("cat")]) == 1
    assert mhqa.compute_score("", "<answer>cat</answer>", numpy.array(["cat"])) == 1
    assert mhqa.compute_score("", "<answer>cat</answer>", numpy.array("cat")) == 1


def test_openrlhfs_order_is_refused():
    query, prompt = "Who wrote Emma? <answer>Jane Austen</answer>", "Who wrote Emma?"
    with pytest.raises(TypeError, match="use openrlhf_reward"):
        mhqa.compute_score([query], [prompt], ["Jane Austen"])
    with pytest.raises(TypeError, match="use openrlhf_reward"):
        mhqa.compute_score([query, query], [prompt, prompt], ["Jane Austen", "x"])
    with pytest.raises(TypeError, match="use openrlhf_reward"):
        mhqa.compute_score(query, prompt, "Jane Austen")
    with pytest.raises(TypeError, match="use openrlhf_reward"):
        mhqa.compute_score(["<s>" + query + "</s>"], [prompt], ["Jane Austen"])
    # A data source is a name, whatever the model writes.
    assert mhqa.compute_score("hotpotqa", "hotpot", "x") == 0
    assert mhqa.compute_score("my data", "a", "x") == 0
    assert mhqa.compute_score(["hotpotqa"], ["qa"], ["x"]) == [0]
    assert mhqa.compute_score("hotpotqa", "", "x") == 0


def test_openrlhfs_call():
    reward_func = mhqa.openrlhf_reward(rule="em")
    prompt = "Write <answer>Beijing</answer> like this. Who?"
    queries = [prompt + " <answer>Emma</answer>", "<pad>" + prompt + " no idea", prompt + "<answer>x</answer>"]
    found = reward_func(queries, [prompt] * 3, ["Emma", "Beijing", {"target": ["y", "X"]}], images=None)
    assert list(found) == ["rewards", "scores", "extra_logs"]
    assert found["rewards"].tolist() == found["scores"].tolist() == [1, 0, 1]
    assert found["rewards"].dtype == "float32" or "torch" in str(found["rewards"].dtype)
    assert list(found["extra_logs"]) == ["mhqa_em"]
    assert reward_func(queries=queries[:1], prompts=[prompt], labels=["Emma"])["rewards"].tolist() == [1]
    # A rule that needs the prompt gets it: the answer counts because it is the second one.
    whole = mhqa.openrlhf_reward(rule="search_r1")(queries[:1], [prompt], ["Emma"])
    assert whole["rewards"].tolist() == [1]
    broken = mhqa.openrlhf_reward(rule="deepresearcher")(["? x"], ["?"], ["Emma"])
    assert broken["rewards"].tolist() == [-1]
    assert broken["scores"].tolist() == [0]


@pytest.mark.parametrize(
    "queries, prompts, labels, error, message",
    [
        (["a"], ["b"], ["c"], ValueError, r"queries\[0\]: expected a text that contains prompts\[0\]"),
        (["a", "b"], ["a"], ["c"], ValueError, "found 2, 1 and 1"),
        ("a", ["a"], ["c"], TypeError, "queries: expected a list, found str"),
        ([3], ["a"], ["c"], TypeError, r"queries\[0\]: expected a string, found int"),
        (["a"], [None], ["c"], TypeError, r"prompts\[0\]: expected a string, found NoneType"),
        (["a"], ["a"], [None], TypeError, r"labels\[0\]: expected a string, .*found NoneType"),
        (["a"], ["a"], None, TypeError, "labels: expected a list, found NoneType"),
        (["a"], ["a"], [{"x": 1}], ValueError, r"labels\[0\]: expected .*\"target\""),
    ],
)
def test_bad_calls_in_openrlhfs_shape(queries, prompts, labels, error, message):
    with pytest.raises(error, match=message):
        mhqa.openrlhf_reward()(queries, prompts, labels)


def test_golds_that_are_none_have_no_reward_in_trls_call():
    reward = mhqa.trl_reward("gold", rule="em")
    texts = ["<answer>cat</answer>", "<answer>cat</answer>", "x"]
    assert reward(texts, gold=["cat", None, "x"]) == [1, None, 0]
    assert reward(texts, gold=[None] * 3) == [None] * 3
    assert reward(texts, gold=[{"target": ["cat"]}, None, None]) == [1, None, None]
    with pytest.raises(TypeError, match=r"gold\[2\]: expected a string, .*found int"):
        reward(texts, gold=[None, "cat", 3])


def test_verls_options():
    text = r"so \boxed{a black cat}"
    assert mhqa.compute_score("", text, "cat", rule="em", extraction="boxed") == 0
    assert mhqa.compute_score("", text, "cat", rule="recall_f1") == 2 / 3
    assert mhqa.compute_score("", text, "dog", rule="recall_f1") == 0.1
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
    copy = pickle.loads(pickle.dumps(reward))
    assert copy.__name__ == "mhqa_em" and copy.__doc__ == reward.__doc__ and "'answers'" in copy.__doc__
    assert copy(completions=["<answer>the cat</answer>"], answers=["cat"], golds=["a"], rule=["b"]) == [1.0]
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


PROMPT = (
    "<|im_start|>user\nPut the answer in <answer> and </answer>. Capital?<|im_end|>\n<|im_start|>assistant\n"
)
CHAT = [{"role": "user", "content": "Put the answer in <answer> and </answer>. Capital?"}]
#: A right completion for each rule that reads the prompt, and its reward beside the prompt.
PROMPTED = {
    "search_r1": ("<answer>Rome</answer>", 1),
    "search_r1_em": ("<think>x</think>\n<answer>Rome</answer>", 1),
    "search_r1_em_format": ("<think>x</think>\n<answer>Rome</answer>", 1),
    "zerosearch": ("<think>x</think>\n<answer>Rome</answer>", 1),
    "research": ("<think>x</think>\n<answer>\\boxed{Rome}</answer>", 1),
    "tool_star": ("<think>x</think><answer>\\boxed{Rome}</answer>", 1),
    "recall": ("<think>x</think>\nso \\boxed{Rome}", 1),
    "graph_r1": ("<think>x</think>\n<answer>Rome</answer>", None),
}


def test_every_rule_that_reads_the_prompt_is_known():
    assert set(mhqa._core.rules_with_prompt) <= set(mhqa.published_rules)
    assert {name for name in PROMPTED if name in mhqa.published_rules} <= set(mhqa._core.rules_with_prompt)


@pytest.mark.parametrize("rule", PROMPTED)
def test_the_prompt_is_put_in_front_where_a_rule_reads_it(rule):
    text, want = PROMPTED[rule]
    whole = PROMPT + text + ("<|im_end|>" if rule in ("recall", "graph_r1") else "")
    published = mhqa.rewards([whole], ["Rome"], rule=rule, dtype="float64")["reward"][0]
    assert want is None or published == want
    reward = mhqa.trl_reward("a", rule=rule)
    assert reward(prompts=[PROMPT], completions=[text], a=["Rome"]) == [published]
    assert reward(prompts=[CHAT], completions=[text], a=["Rome"]) == [published]
    assert reward(prompts=[CHAT], completions=[[{"role": "assistant", "content": text}]], a=["Rome"]) == [published]
    call = {"data_source": "x", "ground_truth": "Rome", "rule": rule}
    for prompt in (PROMPT, CHAT):
        assert mhqa.compute_score(**call, solution_str=text, extra_info={"prompt": prompt}) == published
        many = {"data_sources": ["x"], "solution_strs": [text], "ground_truths": ["Rome"], "rule": rule}
        assert mhqa.compute_score(**many, extra_infos=[{"q": prompt}], prompt_key="q") == [published]
    assert mhqa.compute_score(**call, solution_str=whole, extra_info={"i": 1}) == published
    assert mhqa.compute_score(**call, solution_str=whole) == published
    with pytest.raises(ValueError, match=r"solution_str: the rule \w+ reads the prompt, .*extra_info\['prompt'\]"):
        mhqa.compute_score(**call, solution_str=text, extra_info={"i": 1})


RAISING = {"research": "<answer>x</answer>", "tool_star": "<answer>x</answer>", "zerosearch": "<answer>Rome</answer>"}


@pytest.mark.parametrize("rule", RAISING)
def test_a_text_without_a_reward_is_an_error_or_the_stated_value(rule):
    text = RAISING[rule]
    calls = {
        r"solution_str: ": lambda **more: mhqa.compute_score("x", text, "Rome", rule=rule, **more),
        r"solution_strs\[1\]: ": lambda **more: mhqa.compute_score(
            ["x"] * 2, [PROMPT + "<answer>\\boxed{a}</answer>" * 2, text], ["Rome"] * 2, rule=rule, **more
        )[1],
        r"completions\[0\]: ": lambda **more: mhqa.trl_reward("a", rule=rule, **more)([text], a=["Rome"])[0],
        r"queries\[0\]: ": lambda **more: float(
            mhqa.openrlhf_reward(rule=rule, **more)(["?" + text], ["?"], ["Rome"])["rewards"][0]
        ),
    }
    for place, call in calls.items():
        with pytest.raises(ValueError, match=f"{place}the rule {rule} raises for this text: "):
            call()
        assert call(undefined=-0.5) == -0.5
    for bad in (float("nan"), "0", True):
        with pytest.raises((TypeError, ValueError), match="undefined: expected a number"):
            mhqa.trl_reward("a", rule=rule, undefined=bad)


def test_numbers_of_published_functions_are_honoured_or_refused():
    wrong, right = "<answer>Milan</answer>", "<answer>Rome</answer>"
    assert mhqa.compute_score("x", wrong, {"target": ["Rome"]}, rule="verl", format_score=0.1) == 0.1
    assert mhqa.compute_score("x", right, "Rome", rule="verl", score=10) == 10
    assert mhqa.compute_score("x", "<answer>Rome</answer>" * 11, "Rome", rule="verl", score=10) == 2.5
    assert mhqa.compute_score("x", "nothing", "Rome", rule="verl", score=10, format_score=3) == 0
    assert mhqa.compute_score(["x"] * 2, [wrong, right], ["Rome"] * 2, rule="verl", format_score=0.25) == [0.25, 1]
    assert mhqa.trl_reward("a", rule="verl", score=10)([right, wrong], a=["Rome"] * 2) == [10, 0]
    found = mhqa.openrlhf_reward(rule="verl", score=10)(["?" + right], ["?"], ["Rome"])
    assert found["rewards"].tolist() == [10] and found["scores"].tolist() == [1]
    bad_form = PROMPT + "<answer>Milan</answer>"
    for value in (0.1, 0.7, 0.0):
        call = {"rule": "search_r1_em_format", "final_format_score": value}
        assert mhqa.compute_score("x", bad_form, "Rome", **call) == value
        assert mhqa.verdicts([bad_form], ["Rome"], **call)[0]["reward"] == value
    for rule, name in (("f1", "score"), ("deepresearcher", "score"), ("verl", "structure_format_score")):
        for call in (
            lambda: mhqa.compute_score("x", right, "Rome", rule=rule, **{name: 1}),
            lambda: mhqa.trl_reward("a", rule=rule, **{name: 1}),
            lambda: mhqa.openrlhf_reward(rule=rule, **{name: 1}),
        ):
            with pytest.raises(TypeError, match=f"{name}: the rule .* takes "):
                call()
    for name in ("metric", "reward_type", "rule_name", "extract", "answer_tag", "bar"):
        with pytest.raises(TypeError, match=f"{name}: unknown keyword"):
            mhqa.compute_score("x", right, "Rome", **{name: "em"})
        with pytest.raises(TypeError, match=f"{name}: unknown keyword"):
            mhqa.trl_reward("a", **{name: "em"})


def test_the_models_last_message_counts():
    reward = mhqa.trl_reward("a", rule="f1")
    call = {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "search"}}]}
    tool = {"role": "tool", "name": "search", "content": "<answer>Rome</answer>"}
    said = {"role": "assistant", "content": "<answer>Rome</answer>"}
    user = {"role": "user", "content": "Time is over."}
    assert reward([[call, tool]], a=["Rome"]) == [0]
    assert reward([[said, user]], a=["Rome"]) == [1]
    assert reward([[call, tool, said]], a=["Rome"]) == [1]
    assert reward([[tool]], a=["Rome"]) == [0]
    assert reward([[{"content": "<answer>Rome</answer>"}]], a=["Rome"]) == [1]


def test_details_for_verls_managers():
    text = "<answer>a black cat</answer>"
    want = {"score": 2 / 3, "acc": 0.0, "em": 0.0, "f1": 2 / 3, "format": 1.0, "extracted": "a black cat", "why": "tag"}
    found = mhqa.compute_score("x", text, "cat", details=True)
    assert found.pop("why") and want.pop("why")
    assert found == want
    rows = mhqa.compute_score(["x"] * 3, [text, "none", "<answer>cat</answer>"], ["cat"] * 3, details=True)
    assert [row["score"] for row in rows] == [2 / 3, 0, 1] and [row["format"] for row in rows] == [1, 0, 1]
    assert rows[1]["extracted"] == "" and rows[1]["why"]
    for rule in ("deepresearcher", "rllm_search", "asearcher", "em"):
        row = mhqa.compute_score("x", text, "black cat", rule=rule, details=True)
        assert list(row) == ["score", "acc", "em", "f1", "format", "extracted", "why"]
        assert row["score"] == mhqa.compute_score("x", text, "black cat", rule=rule)


def test_rules_by_data_source_and_weighted_rules():
    text = "<answer>black cat</answer>"
    rules = {"hotpotqa": "f1", "nq": "em", None: {"f1": 0.5, "em": 0.25}}
    call = {"solution_strs": [text] * 3, "ground_truths": ["cat"] * 3}
    assert mhqa.compute_score(data_sources=["hotpotqa", "nq", "popqa"], rules=rules, **call) == [2 / 3, 0, 1 / 3]
    assert mhqa.compute_score("nq", "<answer>cat</answer>", "cat", rules=rules) == 1
    assert mhqa.compute_score("x", "<answer>cat</answer>", "cat", rule={"f1": 0.5, "em": 0.25}) == 0.75
    assert mhqa.trl_reward("a", rule={"f1": 0.5, "em": 0.25})([text], a=["cat"]) == [1 / 3]
    assert mhqa.trl_reward("a", rule={"f1": 0.5, "em": 0.25}).__name__ == "mhqa_f1+em"
    with pytest.raises(ValueError, match="rules: expected a rule for the data source 'popqa'"):
        mhqa.compute_score("popqa", text, "cat", rules={"nq": "em"})
    for bad in ({}, {"f1": "1"}, {"x": 1}, {3: 1}):
        with pytest.raises((TypeError, ValueError), match="rule"):
            mhqa.compute_score("popqa", text, "cat", rule=bad)


def test_trls_logs():
    extra, metrics = {}, {}
    reward = mhqa.trl_reward("a", rule="em", details=True, name="mine")
    texts = ["<answer>cat</answer>", "no", "<answer>black cat</answer>"]
    found = reward(texts, a=["cat", None, "cat"], log_extra=extra.__setitem__, log_metric=metrics.__setitem__)
    assert found == [1, None, 0]
    assert extra["mine/extracted"] == ["cat", None, "black cat"] and extra["mine/why"][1] is None
    assert metrics == {"mine/em": 0.5, "mine/f1": pytest.approx(5 / 6), "mine/format": 1}
    assert pickle.loads(pickle.dumps(reward))(texts, a=["cat", None, "cat"]) == [1, None, 0]
    logs = mhqa.openrlhf_reward(details=True)(["? <answer>cat</answer>"], ["?"], ["cat"])["extra_logs"]
    assert sorted(logs) == ["mhqa_f1", "mhqa_f1/em", "mhqa_f1/f1", "mhqa_f1/format"]
