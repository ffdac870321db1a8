#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""The report on rollouts, and StepSearch's rewards beside its function: rollouts.py COMMAND [FOLDER]

COMMAND is mhqa. FOLDER has verl/utils/reward_score/qa_step.py and submodule.py of Zillwang/StepSearch, which need
scikit-learn and are no part of mhqa; published_rewards.py measures the other rewards. 8,192 rollouts of 1,024 questions
with 4 steps of 3 documents of 80 words. Times are those of the whole command: start, JSON and output. Status 1: a
report of more than 150 ms on two threads, rewards that are not 60 times as fast, or a difference.
"""
import contextlib
import io
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import types

from measured import load as load_file, timed, verdict

QUESTIONS, EACH, STEPS, DOCUMENTS, WORDS = 1024, 8, 4, 3, 80
MOST_MS, TARGET, RUNS = 150, 60, 15
SHARE = 16  # one in so many rollouts goes to the published function, which is slow
VOCABULARY = ("the a of river tower which was born in London 1889, Curie; Warsaw film directed by who is then next I "
              "should search for answer: it U.S. (see) don't city capital mountain song album").split()


def make_question(draw, number):
    """A record of MuSiQue's layout with two hops and ten paragraphs."""
    words = lambda count: " ".join(draw.choices(VOCABULARY, k=count))
    names = [f"{draw.choice(VOCABULARY).title()} {word}{number}" for word in ("Bridge", "Answer")]
    paragraphs = [{"idx": i, "title": words(2), "paragraph_text": words(WORDS), "is_supporting": i < 2} for i in range(10)]
    for paragraph, name in zip(paragraphs, names):
        paragraph["paragraph_text"] += " " + name
    steps = [{"id": i, "question": question, "answer": name, "paragraph_support_idx": i}
             for i, (question, name) in enumerate(zip((words(6), "#1 " + words(5)), names))]
    return {"id": f"2hop__{number}", "question": words(14), "answer": names[1], "answer_aliases": [], "answerable": True,
            "paragraphs": paragraphs, "question_decomposition": steps}


def make_rollout(draw, question):
    """The question's steps with documents at random, as StepSearch's text."""
    words = lambda count: " ".join(draw.choices(VOCABULARY, k=count))
    out = []
    for i in range(STEPS):
        step = question["question_decomposition"][i % 2]
        found = draw.sample(question["paragraphs"], DOCUMENTS)
        documents = "\n".join(f"Doc {n}<## Title: {p['title']} ##> {p['paragraph_text']}" for n, p in enumerate(found, 1))
        query = step["question"].replace("#1", question["question_decomposition"][0]["answer"]) + " " + words(1)
        out.append(f"<think>{words(20)}</think>\n<search>{query}</search>\n<information>{documents}</information>\n")
    said = question["answer"] if draw.random() < 0.5 else words(2)
    return "".join(out) + f"<think>{words(9)}</think>\n<answer>{said}</answer>"


def load(folder):
    sys.modules["verl.utils.reward_score.extract_tags"] = types.SimpleNamespace(extract_prompt_tags=None)  # unused
    sys.path.insert(0, folder)
    return load_file(os.path.join(folder, "verl/utils/reward_score/qa_step.py"))


def published(module, row):
    config = types.SimpleNamespace(trainer=types.SimpleNamespace(**row))
    truth = {"target": row["gold"], "search_keys": row["search_keys"]}
    return module.compute_score_f1_steps_plan_with_support_docs(config, row["text"], truth,
                                                                support_docs=row["support_docs"])["score"]


def reward_row(question, text):
    supports = [{"title": p["title"], "paragraph_text": p["paragraph_text"]} for p in question["paragraphs"][:2]]
    switches = ("search_steps_reward", "information_gain", "redundancy_penalty", "search_key_reward")
    keys = [[step["question"]] for step in question["question_decomposition"]]
    return {"text": text, "gold": [question["answer"]], "support_docs": supports, "search_keys": keys,
            **dict.fromkeys(switches, True)}


def main(arguments):
    if not arguments or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    draw, good = random.Random(7), True
    questions = [make_question(draw, i) for i in range(QUESTIONS)]
    rollouts = [(one, make_rollout(draw, one)) for one in questions for _ in range(EACH)]
    with tempfile.TemporaryDirectory(prefix="mhqa-bench-") as work:
        def write(name, rows):
            path = pathlib.Path(work, name)
            path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
            return str(path)

        def run(*command):
            return subprocess.run([arguments[0], *command], check=True, stdout=subprocess.PIPE, text=True).stdout

        gold = write("gold.jsonl", questions)
        said = write("rollouts.jsonl", ({"id": one["id"], "text": text} for one, text in rollouts))
        print(f"{len(rollouts)} rollouts of {STEPS} steps with {DOCUMENTS} documents of {WORDS} words, "
              f"{os.path.getsize(said) / 1e6:.0f} MB; milliseconds\n")
        for threads in ("1", "2"):
            seconds, _ = timed(lambda: run("rollouts", said, gold, "--threads", threads), RUNS)
            print(f"report, threads: {threads} {seconds * 1e3:>8.0f}")
        good &= seconds * 1e3 <= MOST_MS
        for folder in arguments[1:2]:
            module = load(folder)
            rows = [reward_row(one, text) for one, text in rollouts]
            path = write("rows.jsonl", rows)
            seconds, out = timed(lambda: run("reward", path, "--rule", "stepsearch"), 3)
            ours = [json.loads(line)["reward"] for line in out.splitlines()]
            with contextlib.redirect_stdout(io.StringIO()):  # the function prints one rollout in 64
                slow, theirs = timed(lambda: [published(module, row) for row in rows[::SHARE]])
            slow *= len(rows) / len(theirs)
            good &= slow >= TARGET * seconds
            line = f"stepsearch {seconds * 1e3:>14.0f}, published {slow * 1e3:.0f}: {slow / seconds:.0f} times"
            if any(abs(a - b) > 1e-12 for a, b in zip(ours[::SHARE], theirs, strict=True)):
                line += "   DIFFERENT REWARDS"
                good = False
            print(line)
    return verdict(good)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
