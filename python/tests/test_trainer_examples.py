# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Each example of examples/trainers is loaded and called as its trainer does. Packages that are not installed are
replaced by the classes that the example imports from them."""
import asyncio
import concurrent.futures
import dataclasses
import functools
import importlib.util
import inspect
import multiprocessing
import pathlib
import pickle
import sys
import types

import numpy

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "examples/trainers"
RIGHT, WRONG = "I think <answer>the cat</answer>", "<answer>dog</answer>"


def load(name):
    """As verl and OpenRLHF load a file."""
    spec = importlib.util.spec_from_file_location("custom_module", EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def stand_in(monkeypatch, name, **members):
    parts = name.split(".")
    for i in range(1, len(parts) + 1):
        monkeypatch.setitem(sys.modules, ".".join(parts[:i]), types.ModuleType(".".join(parts[:i])))
    for member, value in members.items():
        setattr(sys.modules[name], member, value)


def verls(**reward_kwargs):
    """The function as verl wraps it: with the configuration's keywords."""
    return functools.partial(load("verl_reward").compute_score, **reward_kwargs)


def test_verls_naive_and_dapo_managers():
    compute_score = verls(rule="em")
    for truth in ("cat", {"target": ["cat", "dog"]}, {"target": numpy.array(["cat"], object)}):
        score = compute_score(data_source="hotpotqa", solution_str=RIGHT, ground_truth=truth, extra_info={"index": 1})
        assert isinstance(score, float) and score == 1
    assert compute_score(data_source="hotpotqa", solution_str=WRONG, ground_truth="cat", extra_info=None) == 0


def test_verls_batch_manager():
    scores = verls(rule="em")(data_sources=numpy.array(["x", "y"], object), solution_strs=[RIGHT, WRONG],
                              ground_truths=["cat", "cat"], extra_infos=[None, None])
    assert scores == [1, 0]


def test_verls_prime_manager():
    # Positional arguments, in processes.
    function = load("verl_reward").compute_score
    assert pickle.loads(pickle.dumps(function)) is function

    async def run():
        loop = asyncio.get_running_loop()
        context = multiprocessing.get_context("fork")
        with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as executor:
            calls = [loop.run_in_executor(executor, functools.partial(function, "hotpotqa", text, "cat", None))
                     for text in (RIGHT, WRONG) * 10]
            return await asyncio.gather(*calls)

    assert asyncio.run(run()) == [1, 0] * 10


def test_verls_reward_loop_and_router():
    compute_score = verls(rule="em")
    assert not inspect.iscoroutinefunction(load("verl_reward").compute_score)

    async def run():
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            None, lambda: compute_score(data_source="x", solution_str=RIGHT, ground_truth="cat", extra_info={},
                                        reward_router_address="http://127.0.0.1:1", reward_model_tokenizer=object()))

    assert asyncio.run(run()) == 1


def test_trls_trainer():
    reward = load("trl_reward").reward
    assert not inspect.iscoroutinefunction(reward)
    assert reward.__name__ == "mhqa_f1"  # the trainer's name in its logs
    chats = [[{"role": "assistant", "content": text}] for text in (RIGHT, WRONG, RIGHT)]
    rewards = reward(prompts=["?"] * 3, completions=chats, completion_ids=[[1]] * 3, answer=["cat", "cat", None],
                     trainer_state=None)
    assert rewards == [1, 0, None]


def test_openrlhfs_reward_function():
    reward_func = load("openrlhf_reward").reward_func
    found = reward_func(["Q? " + RIGHT, "Q? " + WRONG], ["Q? "] * 2, ["cat", ["cat", "cow"]])
    assert found["rewards"].tolist() == [1, 0]
    assert found["scores"].tolist() == [1, 0]
    assert found["extra_logs"]["mhqa_em"].tolist() == [1, 0]


def test_slimes_samples():
    reward = load("slime_reward").reward
    samples = [types.SimpleNamespace(response=text, label="cat") for text in (RIGHT, WRONG)]
    assert [asyncio.run(reward(None, sample)) for sample in samples] == [1, 0]
    assert asyncio.run(reward(None, samples, evaluation=False)) == [1, 0]


def test_rllms_reward_function(monkeypatch):
    try:
        from rllm.rewards.reward_types import RewardOutput  # noqa: F401
    except ImportError:
        output = dataclasses.make_dataclass("RewardOutput", [("reward", float), ("is_correct", bool)])
        stand_in(monkeypatch, "rllm.rewards.reward_types", RewardOutput=output)
    reward_fn = load("rllm_reward").reward_fn
    found = reward_fn({"question": "?", "ground_truth": ["the cat"]}, "I am sure that it was **the cat**.")
    assert (found.reward, found.is_correct) == (1, True)
    assert reward_fn({"ground_truth": "cat"}, types.SimpleNamespace(action="It is **Rome**.")).reward == 0


def test_nemo_gyms_server(monkeypatch):
    try:
        from nemo_gym.base_resources_server import SimpleResourcesServer  # noqa: F401
    except ImportError:
        class Request(types.SimpleNamespace):
            def model_dump(self):
                return vars(self)

        stand_in(monkeypatch, "nemo_gym.base_resources_server", BaseVerifyRequest=Request,
                 BaseVerifyResponse=types.SimpleNamespace, SimpleResourcesServer=object)
    module = load("nemo_gym_server")
    part = types.SimpleNamespace(type="output_text", text=r"so \boxed{the cat}")
    output = [types.SimpleNamespace(type="reasoning"), types.SimpleNamespace(type="message", content=[part])]
    body = module.VerifyRequest(responses_create_params={}, response=types.SimpleNamespace(output=output),
                                expected_answer=["cat"])
    found = asyncio.run(module.AnswerServer.verify(None, body))
    assert found.reward == 1
    assert found.expected_answer == ["cat"]


def test_skyrls_environment(monkeypatch):
    try:
        from skyrl_gym.envs.base_text_env import BaseTextEnv  # noqa: F401
    except ImportError:
        class BaseTextEnv:
            def __init__(self):
                self.turns = 0

        stand_in(monkeypatch, "skyrl_gym.envs.base_text_env", BaseTextEnv=BaseTextEnv, BaseTextEnvStepOutput=dict)
    env = load("skyrl_env").AnswerEnv({}, {"reward_spec": {"method": "rule", "ground_truth": {"target": ["cat"]}}})
    found = env.step(RIGHT)
    assert (found["reward"], found["done"], found["observations"], env.turns) == (1, True, [], 1)
