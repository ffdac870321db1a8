# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""The trainers' own packages call mhqa's rewards; each test is skipped where its package is not installed."""
import functools
import importlib
import os
import pickle

import numpy
import pytest

import mhqa

RESPONSES = ["<answer>Rome</answer>", "<answer>Milan</answer>", "no tags", "<answer>the Rome</answer>"]
GOLDS = [{"target": numpy.array(["Rome"], dtype=object)}, {"target": ["Rome", "Roma"]}, "Rome", ["Rome"]]
TEMPLATE = "<|im_start|>user\nCapital of Italy? Use <answer> and </answer>.<|im_end|>\n<|im_start|>assistant\n"


# ---- verl's managers -------------------------------------------------------------------------------------------------
class CharacterTokenizer:
    """One token for each character; 0 is padding."""

    eos_token, pad_token, eos_token_id, pad_token_id = "</s>", "<pad>", 1, 0

    def decode(self, ids, skip_special_tokens=True):
        return "".join(chr(int(one)) for one in ids if int(one) > 3)

    def batch_decode(self, rows, skip_special_tokens=True):
        return [self.decode(row) for row in rows]


def batch_of(responses, golds, extra_infos):
    torch = pytest.importorskip("torch")
    verl = pytest.importorskip("verl")
    tensordict = pytest.importorskip("tensordict")
    longest = max(map(len, responses))

    def ids(text, width):
        return [ord(one) for one in text] + [0] * (width - len(text))

    prompts = torch.tensor([[0] * 4 + ids("question", 8)] * len(responses))
    answers = torch.tensor([ids(one, longest) for one in responses])
    mask = torch.cat([(prompts > 0).long(), (answers > 0).long()], 1)
    return verl.DataProto(
        batch=tensordict.TensorDict(
            {"prompts": prompts, "responses": answers, "attention_mask": mask, "response_mask": mask[:, 12:]},
            batch_size=[len(responses)],
        ),
        non_tensor_batch={
            "data_source": numpy.array(["hotpotqa"] * len(responses), dtype=object),
            "reward_model": numpy.array([{"ground_truth": one, "style": "rule"} for one in golds], dtype=object),
            "extra_info": numpy.array(extra_infos, dtype=object),
        },
    )


def managed(name, responses=RESPONSES, golds=GOLDS, extra_infos=None, **kwargs):
    """What a manager of verl makes of compute_score with these reward_kwargs: rewards, and its extra columns."""
    data = batch_of(responses, golds, extra_infos or [{"index": i} for i in range(len(responses))])
    module = importlib.import_module(f"verl.workers.reward_manager.{name}")
    manager = next(getattr(module, one) for one in dir(module) if one.lower() == f"{name}rewardmanager")
    if name == "batch":
        made = manager(CharacterTokenizer(), 0, mhqa.compute_score, **kwargs)
    else:
        made = manager(CharacterTokenizer(), 0, functools.partial(mhqa.compute_score, **kwargs))
    found = made(data, return_dict=True)
    return found["reward_tensor"].sum(-1).tolist(), found.get("reward_extra_info", {})


MANAGERS = ("naive", "batch", "dapo", "prime")


@pytest.mark.parametrize("name", MANAGERS)
def test_verls_managers_get_the_rewards(name):
    rewards, _ = managed(name, rule="em")
    assert rewards == [1, 0, 0, 1]


@pytest.mark.parametrize("name", ("naive", "batch", "dapo"))
def test_verls_managers_get_details(name):
    rewards, columns = managed(name, rule="em", details=True)
    assert rewards == [1, 0, 0, 1]
    for column in ("acc", "em", "f1", "format", "extracted", "why"):
        assert len(columns[column]) == 4
    assert list(columns["format"]) == [1, 1, 0, 1]


@pytest.mark.parametrize("name", ("naive", "batch", "dapo"))
def test_verls_managers_never_get_nan(name):
    response = "<think>x</think>\n<answer>\\boxed{Rome}</answer>"
    with pytest.raises(ValueError, match="the rule research reads the prompt"):
        managed(name, [response] * 2, ["Rome"] * 2, rule="research")
    extra = [{"prompt": TEMPLATE}, {"prompt": [{"role": "user", "content": "Capital?"}]}]
    assert managed(name, [response] * 2, ["Rome"] * 2, extra, rule="research")[0] == [1, 1]
    with pytest.raises(ValueError, match="the rule zerosearch raises for this text"):
        managed(name, ["none"] * 2, ["Rome"] * 2, [{"prompt": "Who?"}] * 2, rule="zerosearch")
    assert managed(name, ["none"] * 2, ["Rome"] * 2, [{"prompt": "Who?"}] * 2, rule="zerosearch", undefined=-1)[0] == [
        -1, -1
    ]


# ---- TRL -------------------------------------------------------------------------------------------------------------
def trained(rewards, conversational, monkeypatch, tmp_path):
    """The log of three steps of GRPO with a tiny model."""
    pytest.importorskip("torch")
    trl, transformers = pytest.importorskip("trl"), pytest.importorskip("transformers")
    datasets, tokenizers = pytest.importorskip("datasets"), pytest.importorskip("tokenizers")
    for name, value in {"HF_HUB_OFFLINE": "1", "WANDB_DISABLED": "true", "CUDA_VISIBLE_DEVICES": ""}.items():
        monkeypatch.setitem(os.environ, name, value)
    bpe = tokenizers.Tokenizer(tokenizers.models.BPE())
    bpe.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    bpe.decoder = tokenizers.decoders.ByteLevel()
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=300, special_tokens=["<pad>", "<eos>"],
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
    )
    bpe.train_from_iterator(["Who wrote Emma? <answer>Jane Austen</answer>"] * 9, trainer)
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=bpe, pad_token="<pad>", eos_token="<eos>")
    tokenizer.padding_side = "left"
    tokenizer.chat_template = "{% for m in messages %}{{m['role']}}: {{m['content']}}\n{% endfor %}assistant: "
    model = transformers.Qwen2ForCausalLM(
        transformers.Qwen2Config(
            vocab_size=len(tokenizer), hidden_size=16, intermediate_size=16, num_hidden_layers=1,
            num_attention_heads=2, num_key_value_heads=2, max_position_embeddings=128,
            pad_token_id=tokenizer.pad_token_id, eos_token_id=tokenizer.eos_token_id,
        )
    )
    question = "Who wrote Emma?"
    rows = [
        {"prompt": [{"role": "user", "content": question}] if conversational else question,
         "answer": ["Jane Austen", "Austen"]}
        for _ in range(8)
    ]
    options = trl.GRPOConfig(
        output_dir=str(tmp_path), per_device_train_batch_size=2, num_generations=2, max_completion_length=4,
        max_steps=1, logging_steps=1, report_to=[], use_cpu=True, save_strategy="no", bf16=False,
    )
    grpo = trl.GRPOTrainer(
        model=model, reward_funcs=rewards, args=options, train_dataset=datasets.Dataset.from_list(rows),
        processing_class=tokenizer,
    )
    grpo.train()
    return grpo.state.log_history[0]


@pytest.mark.parametrize("conversational", (False, True))
def test_trl_names_each_reward_and_logs_details(conversational, monkeypatch, tmp_path):
    rewards = [
        mhqa.trl_reward("answer", rule="f1", details=True),
        mhqa.trl_reward("answer", rule="deepresearcher"),
        mhqa.trl_reward("answer", rule="search_r1_em", name="mine"),
    ]
    log = trained([pickle.loads(pickle.dumps(one)) for one in rewards], conversational, monkeypatch, tmp_path)
    assert log["rewards/mhqa_f1/mean"] == 0
    assert log["rewards/mhqa_deepresearcher/mean"] == -1
    assert log["rewards/mine/mean"] == 0
    assert log["mhqa_f1/format"] == 0


# ---- SkyRL -----------------------------------------------------------------------------------------------------------
def test_skyrl_gyms_environment_gives_the_published_reward():
    environments = pytest.importorskip("skyrl_gym.envs.search.env")
    for action, want in (("<answer>Rome</answer>", 1), ("<answer>Milan</answer>", 0)):
        played = environments.SearchEnv(
            environments.SearchEnvConfig(), {"reward_spec": {"ground_truth": {"target": ["Rome"]}}, "max_turns": 1}
        )
        played.init([{"role": "user", "content": "Capital?"}])
        theirs = played.step(action)["reward"]
        assert theirs == want == mhqa.compute_score(None, action, {"target": ["Rome"]}, rule="skyrl_gym_search")
