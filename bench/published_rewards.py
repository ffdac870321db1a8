#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Published rewards beside the trainers' own functions, same rollouts, one run: published_rewards.py PROGRAM NAME=FILE...

PROGRAM is the compiled bench/published_rewards.cpp. NAME=FILE is published code, which is no part of mhqa: NAME as
`mhqa reward --rule` has it, FILE as docs/rewards.md names it (utils.py beside
skyrl_gym_search_env's env.py). Packages that a file imports and that are not installed
are replaced by stand-ins. 1,024 rollouts of about 300 words with four golds (one where the function takes one).
Status 1: fewer than 100 times as fast on two threads, or the sums of the rewards differ.
"""

import contextlib
import importlib.abc
import importlib.machinery
import io
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import types
import unittest.mock

from measured import verdict

ROLLOUTS, WORDS, TARGET = 1024, 300, 100
PROGRAM_RUNS = 15  # the least counts: on a busy machine, two threads rarely have two cores
SINGLE = ("nemo_gym_hotpotqa", "slime_f1")
VOCABULARY = ("the a of river tower which was born in London 1889, Curie; Warsaw film directed by who is then next I "
              "should search for answer: it U.S. (see) don't").split()
EOS, PAD = "<|im_end|>", "<|endoftext|>"
TURN, MOST_TURNS = "\x02", 4  # before each action of an environment, after the observation


class Base:
    """What a mock's class is derived from instead."""

    def _execute_tool(self, *_):
        return self.observation  # SkyRL-gym's tool is a server


class StandIns(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Packages that are not installed: every name in them is a mock."""

    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        module = unittest.mock.MagicMock(name=spec.name)
        module.Env = module.BaseTextEnv = Base
        module.__spec__, module.__path__, module.__name__, module.__file__ = spec, [], spec.name, None
        return module

    def exec_module(self, module):
        pass


def load(path):
    module = types.ModuleType(pathlib.Path(path).stem)
    module.__package__ = "published"
    exec(compile(pathlib.Path(path).read_text(), path, "exec"), module.__dict__)
    return module


def make_rollout(draw, name):
    golds = [" ".join(draw.choices(VOCABULARY, k=draw.randint(1, 5))) for _ in range(4)]
    if name in SINGLE or name.startswith("r1_"):
        golds = golds[:1]
    said = draw.choice(golds) if draw.random() < 0.5 else " ".join(draw.choices(VOCABULARY, k=3))

    def words(count):
        return " ".join(draw.choices(VOCABULARY, k=count))

    half = WORDS // 2
    if name.startswith("r1_"):
        marker = "\nAssistant: <think>" if "qwen" in name else \
            "<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n<think>"
        text = (f"User: {words(9)}{marker}{words(half)}<|begin_of_query|> {words(4)}<|end_of_query|>\n\n"
                f"<|begin_of_documents|>\n(1){words(half)}<|end_of_documents|>\n\n</think>\n\n<answer>{said}</answer>"
                + EOS)
    elif name in ("tool_star", "research"):
        text = (f"<|im_start|>assistant\n<think>{words(half)}</think> <search> {words(4)} </search> <result> "
                f"{words(half)} </result> <answer>\\boxed{{{said}}}</answer>{EOS}")
    elif name == "skyrl_gym_search_env":
        text = TURN.join([words(half), f"<think>{words(9)}</think><search>{words(4)}</search>",
                          f"<think>{words(half)}</think><answer> {said} </answer>"])
    elif name == "recall":
        call = '<tool_call>\n{"name": "search", "arguments": {"query": "' + words(4).replace('"', "") + '"}}\n</tool_call>'
        text = (f"<|im_start|>assistant\n<think>{words(half)}</think>{call}{EOS}\n<|im_start|>assistant\n"
                f"<think>{words(half)}</think>\\boxed{{{said}}}{EOS}")
    elif name == "graph_r1":
        text = (f"<|im_start|>assistant\n<think>{words(half)}</think>\n<query>{words(4)}</query>{EOS}\n"
                f"<|im_start|>assistant\n<think>{words(half)}</think>\n<answer>{said}</answer>{EOS}")
    elif name == "autorefine":
        text = (f"<think>{words(9)}</think><search>{words(4)}</search><documents>{words(half)}</documents>"
                f"<refine>{words(half)}</refine><answer> {said} </answer>")
    elif name == "nemo_gym_hotpotqa":
        text = f"{words(WORDS)}\n```json\n{json.dumps({'answer': said})}\n```"
    elif name == "rllm_search":
        text = f"<think>{words(half)}</think> {words(half).lower()} **{said}**"
    elif name in ("slime_f1", "skyrl_agent_qa"):
        text = f"{said} {words(12)}"
    else:
        text = (f"<answer> Beijing </answer> <|im_start|>assistant <think>{words(half)}</think><search>{words(4)}</search>"
                f"<information>{words(half)}</information><think>{words(9)}</think><answer> {said} </answer>")
        if name in ("deepresearcher", "asearcher", "rl_factory_search"):
            text = text.removeprefix("<answer> Beijing </answer> <|im_start|>assistant ")
    return golds, text


def first(value):
    while isinstance(value, (tuple, list)):
        value = value[0]
    return value


def published(name, module, path):
    """A function of (text, golds) that calls the published one."""
    target = lambda golds: {"target": golds}
    tokenizer = types.SimpleNamespace(eos_token=EOS, pad_token=PAD)
    if name.startswith("r1_"):
        module.logger = unittest.mock.MagicMock()
        proxy = module.MathRuleProxy.__new__(module.MathRuleProxy)
        proxy.tokenizer, proxy.cnt, proxy.log_file = tokenizer, 0, None

        proxy.get_query_answer = lambda _query: proxy.gold  # the look-up of the question is not the reward's

        def quick(text, golds):
            proxy.gold = golds[0]
            return first(proxy.get_reward([text]))

        return quick
    if name in ("tool_star", "research"):
        return lambda text, golds: first(module.compute_score(tokenizer, text, golds))
    if name == "recall":
        return lambda text, golds: first(module.compute_score_with_format(tokenizer, text, golds))
    if name == "deepresearcher":
        return lambda text, golds: module.compute_score(text, "<|answer_split|>".join(golds))
    if name == "asearcher":
        return lambda text, golds: module.compute_score_f1(text, golds)[1]
    if name == "zerosearch":
        return lambda text, golds: module.compute_score(text, target(golds))[1]
    if name == "skyrl_agent_qa":
        return lambda text, golds: module.compute_score_em(text, target(golds))["score"]
    if name == "slime_f1":
        return lambda text, golds: module.f1_score(text, golds[0])[0]
    if name == "search_r1_em_format":
        return lambda text, golds: module.compute_score_em(text, target(golds), structure_format_score=0.2,
                                                           final_format_score=0.1, retrieval_score=0)
    if name == "autorefine":
        return lambda text, golds: module.compute_reward(text, text, target(golds), refine_score=0.1)
    if name == "search_r1_em":
        return lambda text, golds: module.compute_score_em(text, target(golds))
    if name in ("skyrl_gym_search", "verl_search_r1_like"):
        return lambda text, golds: module.compute_score(text, target(golds))
    if name == "graph_r1":
        class Listed(list):
            tolist = lambda self: list(self)

        return lambda text, golds: module.compute_score_format_answer(text, Listed(golds))
    if name == "skyrl_gym_search_env":
        module.compute_score = load(pathlib.Path(path).parent / "utils.py").compute_score
        module.BaseTextEnvStepOutput = types.SimpleNamespace

        def play(text, golds):
            env = module.SearchEnv.__new__(module.SearchEnv)
            env.ground_truth, env.max_turns, env.turns, env.chat_history = target(golds), MOST_TURNS, 0, []
            env.observation, *actions = text.split(TURN)
            for action in actions:
                step = env.step(action)
                if step.done:
                    break
            return step.reward

        return play
    if name == "rl_factory_search":
        env = types.SimpleNamespace()
        rules_of = module.SearchEnv._compute_score_with_rules

        def rules(text, golds):
            env._process_data = lambda **_: {"ground_truth": target(golds), "response_str": text, "prompt_str": "",
                                             "data_source": "", "extra_info": None}
            return first(rules_of(env, [0], None, False))

        return rules
    if name == "rllm_search":
        judge = module.RewardSearchFn(types.SimpleNamespace(correct_reward=1.0, incorrect_reward=0.0))
        module.RewardOutput = types.SimpleNamespace
        return lambda text, golds: judge(
            types.SimpleNamespace(action=text, task_info={"ground_truth": golds})).reward
    if name == "nemo_gym_hotpotqa":
        def nemo(text, golds):
            answer, _ = module.parse_generation(text)
            return float(module.is_correct_strict(module.normalize_gt(golds[0])["alternatives"], answer))

        return nemo
    raise SystemExit(f"published_rewards: no published function is known by the name {name}")


def main(arguments):
    if len(arguments) < 2 or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    sys.meta_path.append(StandIns())
    good = True
    print(f"{ROLLOUTS} rollouts of about {WORDS} words; milliseconds a batch\n")
    print(f"{'rule':<26}{'1 thread':>10}{'2':>8}{'published':>12}{'times':>8}")
    for pair in arguments[1:]:
        name, _, path = pair.partition("=")
        draw = random.Random(name)
        rollouts = [make_rollout(draw, name) for _ in range(ROLLOUTS)]
        sys.path.insert(0, str(pathlib.Path(path).parent))
        function = published(name, load(path), path)
        with contextlib.redirect_stdout(io.StringIO()):
            slow = 1e9
            for _ in range(3):
                before = time.perf_counter()
                total = sum(float(function(text, golds)) for golds, text in rollouts)
                slow = min(slow, time.perf_counter() - before)
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            for golds, text in rollouts:
                file.write("\n".join([str(len(golds)), *golds, text.replace("\n", "\x01")]) + "\n")
            file.flush()
            def run(threads):
                out = subprocess.run([arguments[0], file.name, str(threads), name], check=True,
                                     stdout=subprocess.PIPE, text=True)
                return json.loads(out.stdout)

            (one, _), (two, ours) = (min(run(threads) for _ in range(PROGRAM_RUNS)) for threads in (1, 2))
        line = f"{name:<26}{one * 1e3:>10.2f}{two * 1e3:>8.2f}{slow * 1e3:>12.0f}{slow / two:>8.0f}"
        good &= slow >= TARGET * two
        if abs(total - ours) > 1e-9 * max(1, abs(total)):
            line += f"   DIFFERENT REWARDS: {ours} instead of {total}"
            good = False
        print(line, flush=True)
    return verdict(good)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
