# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Each example of examples/adapters runs with the package that it is for; skipped where that is not installed."""
import asyncio
import importlib.util
import json
import pathlib
import types

import pytest

import mhqa

ADAPTERS = pathlib.Path(__file__).resolve().parents[1] / "examples/adapters"


def load(name):
    spec = importlib.util.spec_from_file_location(name, ADAPTERS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def evaluation():
    gold = [{"_id": "1", "answer": "Emma", "supporting_facts": [["Emma", 0]]}]
    return mhqa.evaluate("hotpotqa", {"1": "Emma"}, gold)


def test_inspect():
    """The scorer alone: a whole run of Inspect downloads a tokenizer."""
    inspect_scorer = pytest.importorskip("inspect_ai.scorer")
    score = load("inspect_scorer").mhqa_scorer()
    state = types.SimpleNamespace(output=types.SimpleNamespace(completion="It was <answer>Austen</answer>"))
    found = asyncio.run(score(state, inspect_scorer.Target(["Jane Austen", "Austen"])))
    assert found.value == {"em": 1, "f1": 1} and found.answer == "Austen"
    assert asyncio.run(score(state, inspect_scorer.Target("Bob"))).value == {"em": 0, "f1": 0}


def test_dspy():
    dspy = pytest.importorskip("dspy")
    metric = load("dspy_metric").mhqa_metric
    example = dspy.Example(question="Who?", answer="a black cat").with_inputs("question")
    assert metric(example, dspy.Prediction(answer="cat")) == pytest.approx(2 / 3)
    assert metric(example, dspy.Prediction(answer="black cat"), trace=[]) is True
    run = dspy.Evaluate(devset=[example], metric=metric, num_threads=1, display_progress=False)
    program = type("Fixed", (dspy.Module,), {"forward": lambda self, question: dspy.Prediction(answer="cat")})()
    assert float(getattr(run(program), "score", 0)) == pytest.approx(66.67, abs=0.01)


def test_verifiers():
    pytest.importorskip("verifiers.v1")
    made = load("verifiers_reward")
    import verifiers.v1 as vf

    task = made.AnswerTask(made.AnswerData(prompt="Who?", golds=["Jane Austen", "Austen"]), vf.TaskConfig())
    reward = asyncio.run(task.f1(types.SimpleNamespace(last_reply="It was <answer>Austen</answer>")))
    assert reward == 1


def test_lm_eval():
    pytest.importorskip("lm_eval")
    assert load("lm_eval_task").process_results({"answers": ["Jane Austen", "Emma"]}, ["the Emma"]) == {"em": 1, "f1": 1}


def test_evaluate():
    evaluate = pytest.importorskip("evaluate")
    pytest.importorskip("datasets")
    metric = evaluate.load(str(ADAPTERS / "evaluate_metric.py"))
    found = metric.compute(predictions=["the cat", "black dog"], references=[["cat"], ["dog", "x"]])
    assert found == {"em": 50, "f1": pytest.approx(250 / 3)}


def test_mlflow(tmp_path, monkeypatch):
    mlflow = pytest.importorskip("mlflow")
    monkeypatch.chdir(tmp_path)
    mlflow.set_tracking_uri(f"sqlite:///{tmp_path}/runs.db")
    with mlflow.start_run() as run:
        load("mlflow_log").log(evaluation(), "dev_")
    stored = mlflow.get_run(run.info.run_id).data
    assert stored.metrics["dev_em"] == 1 and stored.tags["dev_signature"] == evaluation().signature


def test_wandb(tmp_path, monkeypatch):
    wandb = pytest.importorskip("wandb")
    monkeypatch.setenv("WANDB_DIR", str(tmp_path))
    run = wandb.init(mode="offline", project="mhqa")
    load("wandb_log").log(run, evaluation(), "dev_")
    assert run.config["dev_signature"] == evaluation().signature
    assert json.loads(json.dumps(dict(run.summary)))["dev_em"] == 1
    run.finish()
