# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Readers of transformers: bad requests without one, and tiny models with random weights where it is installed."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import pytest

from mhqa.models import _generative, _requests, read, train
from mhqa.models.__main__ import main

PEOPLE = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim"]
TOWNS = ["Rome", "Oslo", "Bonn", "Lima", "Kyiv", "Bern", "Riga", "Cork", "Graz", "York"]


def write(path, records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def request(number, **changes):
    return {
        "id": f"tail__{number}",
        "question": f"Where was {PEOPLE[number]} born?",
        "paragraphs": [number, (number + 1) % 10],
        "fold": number % 5,
        "answer": TOWNS[number],
        "answer_aliases": [],
        "support": [0],
        **changes,
    }


def paragraph(number, **changes):
    text = f"{PEOPLE[number]} was born in {TOWNS[number]} ."
    return {"idx": number, "title": PEOPLE[number], "paragraph_text": text, **changes}


@pytest.fixture
def asked(tmp_path):
    folder = tmp_path / "requests"
    folder.mkdir()
    write(folder / "paragraphs.jsonl", [paragraph(n) for n in range(10)])
    return write(folder / "tails.jsonl", [request(n) for n in range(10)])


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"id": 3}, 'line 2: expected "id" as str'),
        (request(0), "line 2: id tail__0: expected each id once"),
        (request(1, paragraphs=[10]), "expected a paragraph below 10"),
        (request(1, paragraphs=[True]), 'expected "paragraphs" as a list of int'),
        (request(1, support=[2]), 'expected "support" below 2, found 2'),
        (request(1, fold=-1), 'expected "fold" from 0 on'),
        (request(1, answer=None), 'expected "answer" as str'),
        (request(1, answer_aliases=[1]), 'expected "answer_aliases" as a list of str'),
        (request(1, question=[]), 'expected "question" as str'),
    ],
)
def test_bad_requests_are_refused(asked, tmp_path, capsys, record, message):
    write(asked, [request(0), record])
    out = tmp_path / "answers"
    assert main(["read", str(asked), "--model", "none", "--out", str(out)]) == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.glob("answers*"))


def test_bad_paragraphs_and_empty_files_are_refused(asked):
    beside = asked.parent / "paragraphs.jsonl"
    write(beside, [paragraph(1)])
    with pytest.raises(ValueError, match='paragraphs.jsonl: line 1: expected "idx" 0, found 1'):
        _requests.read_requests(str(asked))
    write(beside, [paragraph(0, title=None)])
    with pytest.raises(ValueError, match='line 1: expected "title" as str'):
        _requests.read_requests(str(asked))
    beside.unlink()
    with pytest.raises(ValueError, match="expected paragraphs.jsonl beside the requests"):
        _requests.read_requests(str(asked))
    with pytest.raises(ValueError, match="expected requests, found none"):
        _requests.read_requests(str(write(asked, [])))


def test_the_paragraphs_of_a_file_are_those_of_its_name(asked):
    quality = write(asked.parent / "quality.jsonl", [request(0, paragraphs=[0])])
    write(asked.parent / "quality_paragraphs.jsonl", [paragraph(0, title="its own")])
    assert _requests.read_requests(str(quality))[0].paragraphs[0].title == "its own"
    assert _requests.read_requests(str(asked))[0].paragraphs[0].title == "Ann"


def test_a_fold_is_answered_by_what_was_not_trained_on_it(asked):
    requests = _requests.read_requests(str(asked))
    assert train.count_folds(requests, "x") == 5
    trained, validated = train.uses(requests, 4, 5)
    assert {r.fold for r in trained} == {1, 2, 3}
    assert {r.fold for r in validated} == {0}
    with pytest.raises(ValueError, match="x: expected at least 3 folds, found 2"):
        train.count_folds(requests[:2], "x")
    with pytest.raises(ValueError, match="x: expected requests of fold 1, found none"):
        train.count_folds([requests[0], requests[2]], "x")


def test_batches_depend_only_on_the_requests(asked):
    requests = _requests.read_requests(str(asked))
    assert [(f, [r.id[6:] for r in some]) for f, some in read.batches(requests[:7], True, 1)][:3] == [
        (0, ["0"]),
        (0, ["5"]),
        (1, ["1"]),
    ]
    assert [len(some) for _, some in read.batches(requests, False, 4)] == [4, 4, 2]


@pytest.mark.parametrize(
    ("reply", "parsed"),
    [
        (" Rome [1]\nQuestion: x", ("Rome", [1], False)),
        ("Rome [1] [0].", ("Rome", [0, 1], False)),
        ("Rome [7]", ("Rome", [], True)),
        ("", ("", [], False)),
        ("Rome", ("Rome", [], False)),
        ("[1] Rome", ("[1] Rome", [], False)),
    ],
)
def test_a_reply_is_an_answer_and_its_paragraphs(reply, parsed):
    assert _generative.parse(reply, 2) == parsed


def test_prompts(tmp_path, asked):
    one = _requests.read_requests(str(asked))[0]
    prompt = tmp_path / "prompt"
    prompt.write_text("{{paragraphs}}Q: {{question}} {{{", encoding="utf-8")
    filled = _generative.fill(_generative.read_prompt(str(prompt)), one, 2)
    assert filled == "[0] Ann: Ann was\n[1] Bob: Bob was\nQ: Where was Ann born? {{{"
    prompt.write_text("{{paragraphs}}", encoding="utf-8")
    with pytest.raises(ValueError, match="expected {{question}}"):
        _generative.read_prompt(str(prompt))
    prompt.write_text("{{question}} {{answer}}", encoding="utf-8")
    with pytest.raises(ValueError, match="found {{answer}}"):
        _generative.read_prompt(str(prompt))


@pytest.fixture(scope="session")
def tiny(tmp_path_factory):
    """Makes folders of tiny models with random weights: extractive, sequence-to-sequence and causal."""
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    tokenizers = pytest.importorskip("tokenizers")
    words = sorted({*PEOPLE, *TOWNS, *"Where was born in . ? [ ] : 0 1 Question Answer the of".split()})
    special = ["<pad>", "<unk>", "<s>", "</s>", "<mask>"]
    vocabulary = {word: number for number, word in enumerate(special + words)}
    base = tokenizers.Tokenizer(tokenizers.models.WordLevel(vocabulary, unk_token="<unk>"))
    base.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    base.post_processor = tokenizers.processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> $B:1 </s>:1", special_tokens=[("<s>", 2), ("</s>", 3)]
    )
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=base,
        pad_token="<pad>",
        unk_token="<unk>",
        bos_token="<s>",
        eos_token="</s>",
        model_max_length=128,
    )
    size = len(vocabulary)
    ends = {"pad_token_id": 0, "bos_token_id": 2, "eos_token_id": 3}
    bert = {"vocab_size": size, "hidden_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2, **ends}
    bert["intermediate_size"] = 64
    start = {"decoder_start_token_id": 0, **ends}
    torch.set_num_threads(1)
    torch.manual_seed(1)
    models = {
        "extractive": transformers.BertForQuestionAnswering(
            transformers.BertConfig(max_position_embeddings=128, **bert)
        ),
        "seq2seq": transformers.T5ForConditionalGeneration(
            transformers.T5Config(vocab_size=size, d_model=32, d_kv=16, d_ff=64, num_layers=1, num_heads=2, **start)
        ),
        "causal": transformers.GPT2LMHeadModel(
            transformers.GPT2Config(vocab_size=size, n_positions=256, n_embd=32, n_layer=1, n_head=2, **ends)
        ),
        "encoder": transformers.BertModel(transformers.BertConfig(**bert)),
    }
    folder = tmp_path_factory.mktemp("tiny")
    for name, model in models.items():
        model.save_pretrained(folder / name)
        tokenizer.save_pretrained(folder / name)
    return folder


def answers_of(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("kind", ["extractive", "seq2seq", "causal"])
def test_each_kind_of_model_answers_every_request_in_order(asked, tiny, tmp_path, kind):
    out = tmp_path / "answers"
    assert main(["read", str(asked), "--model", str(tiny / kind), "--out", str(out), "--batch-size", "3"]) == 0
    said = answers_of(out)
    assert [answer["id"] for answer in said] == [f"tail__{n}" for n in range(10)]
    if kind == "extractive":
        for number, answer in enumerate(said):
            place = [number, (number + 1) % 10][answer["support"][0]]
            assert answer["answer"] and answer["answer"] in paragraph(place)["paragraph_text"]
    again = tmp_path / "again"
    assert main(["read", str(asked), "--model", str(tiny / kind), "--out", str(again), "--batch-size", "3"]) == 0
    assert again.read_bytes() == out.read_bytes()


def test_a_cut_run_goes_on_with_the_same_bytes(asked, tiny, tmp_path, monkeypatch):
    options = ["read", str(asked), "--model", str(tiny / "extractive"), "--batch-size", "3", "--out"]
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    assert main([*options, str(whole)]) == 0
    real, calls = read.Extractive.read, []

    def stops(self, some):
        calls.append(len(some))
        if len(calls) == 3:
            raise KeyboardInterrupt
        return real(self, some)

    monkeypatch.setattr(read.Extractive, "read", stops)
    assert main([*options, str(cut)]) == 130
    part = tmp_path / "cut.part"
    part.write_bytes(part.read_bytes()[:-9])  # the last line of the second batch
    assert main([*options, str(cut)]) == 0
    assert calls == [3, 3, 3, 3, 3, 1]
    assert cut.read_bytes() == whole.read_bytes()
    assert not part.exists()


def test_a_killed_run_goes_on_with_the_same_bytes(asked, tiny, tmp_path):
    write(asked, [{**request(n % 10), "id": f"tail__{n}"} for n in range(120)])
    command = [sys.executable, "-m", "mhqa.models", "read", str(asked), "--model", str(tiny / "causal")]
    command += ["--batch-size", "4", "--out"]
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    assert main([*command[3:], str(whole)]) == 0
    part = tmp_path / "cut.part"
    killed = 0
    for lines in (1, 50):
        process = subprocess.Popen([*command, str(cut)], stderr=subprocess.DEVNULL)
        end = time.monotonic() + 120
        while process.poll() is None and time.monotonic() < end:
            if part.exists() and part.read_bytes().count(b"\n") >= lines:
                break
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        killed += process.wait() == -signal.SIGKILL
    assert killed > 0
    assert main([*command[3:], str(cut)]) == 0
    assert cut.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--model", "{tiny}/encoder"], "expected a model with a head for answers"),
        (["--model", "{tiny}/absent"], "absent: expected a folder or a hub's name"),
        (["--model", "{tiny}/extractive", "--prompt", "{tiny}/causal/config.json"], "expected {{question}}"),
        (["--model", "{tiny}/causal", "--max-tokens", "50"], "expected a window of at least 56 tokens, found 50"),
        (["--model", "{tiny}/seq2seq", "--max-tokens", "8"], "id tail__0: expected a prompt of at most 8 tokens"),
    ],
)
def test_models_that_cannot_read_are_refused(asked, tiny, tmp_path, capsys, monkeypatch, arguments, message):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    arguments = [argument.replace("{tiny}", str(tiny)) for argument in arguments]
    assert main(["read", str(asked), *arguments, "--out", str(tmp_path / "answers")]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("error:") == 1
    assert not (tmp_path / "answers").exists()


def test_an_extractive_reader_refuses_requests_without_paragraphs(asked, tiny, tmp_path, capsys):
    write(asked, [request(0), request(1, id="head__1", paragraphs=[], support=[])])
    options = ["--model", str(tiny / "extractive"), "--out", str(tmp_path / "answers")]
    assert main(["read", str(asked), *options]) == 2
    assert "id head__1: expected paragraphs, which an extractive reader needs" in capsys.readouterr().err
    assert main(["read", str(asked), "--model", str(tiny / "causal"), "--out", str(tmp_path / "answers")]) == 0


@pytest.mark.parametrize(("kind", "epochs"), [("extractive", 20), ("seq2seq", 1), ("causal", 1), ("encoder", 1)])
def test_five_readers_are_trained_and_answer_their_folds(asked, tiny, tmp_path, capsys, kind, epochs):
    if kind == "extractive":  # enough to learn the names of the towns
        write(asked, [{**request(n % 10, paragraphs=[n % 10]), "id": f"tail__{n}", "fold": n // 10} for n in range(50)])
    models = tmp_path / "models"
    options = [str(asked), "--model", str(tiny / kind), "--out", str(models)]
    options += ["--epochs", str(epochs), "--learning-rate", "0.003"]
    assert main(["train", *options]) == 0
    assert "fold 4: F1 on fold 0 after each epoch" in capsys.readouterr().err
    notes = [json.loads((models / f"fold{n}" / "mhqa.json").read_text()) for n in range(5)]
    assert [note["fold"] for note in notes] == [0, 1, 2, 3, 4]
    weights = (models / "fold2" / "model.safetensors").read_bytes()

    shutil.rmtree(models / "fold2")  # as a killed run leaves them
    (models / "fold2.part").mkdir()
    assert main(["train", *options]) == 0
    assert capsys.readouterr().err.count("done already") == 4
    assert (models / "fold2" / "model.safetensors").read_bytes() == weights
    assert main(["train", *options, "--seed", "8"]) == 2
    assert "fold0: expected a model of the same requests and options" in capsys.readouterr().err

    out = tmp_path / "answers"
    assert main(["read", str(asked), "--model", str(models / "fold{fold}"), "--out", str(out)]) == 0
    said = {answer["id"]: answer["answer"] for answer in answers_of(out)}
    assert len(said) == (50 if kind == "extractive" else 10)
    if kind == "extractive":
        assert sum(said[f"tail__{n}"] == TOWNS[n % 10] for n in range(50)) >= 45
    assert main(["read", str(asked), "--model", str(models / "fold1"), "--out", str(tmp_path / "other")]) == 2
    assert "found that of fold 1, which may have been trained on these questions" in capsys.readouterr().err
    write(asked, [request(n) for n in range(9)])
    assert main(["read", str(asked), "--model", str(models / "fold{fold}"), "--out", str(tmp_path / "other")]) == 2
    assert "found one trained for other requests" in capsys.readouterr().err


def command():
    root = pathlib.Path(__file__).resolve().parents[2]
    known = [os.environ.get("MHQA_COMMAND"), root / "build/release/bin/mhqa", root / "build/dev/bin/mhqa"]
    found = next((str(path) for path in known if path and pathlib.Path(path).is_file()), shutil.which("mhqa"))
    return found or pytest.skip("no mhqa command (MHQA_COMMAND, build/release, PATH)")


def compose_pool(path):
    """Writes single-hop questions in SQuAD's layout: who wrote each book, and where each writer was born."""
    filler = "The town archive keeps this note in a small room that is open to all readers on every day of the week ."
    articles = []
    books = ["Iron", "Salt", "Glass", "Amber", "Silk", "Clay", "Copper", "Linen", "Marble", "Cedar"]
    for number, (person, town) in enumerate(zip(PEOPLE, TOWNS)):
        name, book = f"{person} Ashford", f"The {books[number]} Letters"
        for title, question, answer, text in (
            (book, f"Who wrote {book}?", name, f"{book} was written by {name} in 18{number}0 . {filler}"),
            (name, f"What city was {name} born in?", f"New {town}", f"{name} was born in New {town} . {filler}"),
        ):
            found = [{"text": answer, "answer_start": text.index(answer)}]
            qas = [{"id": f"{title}".replace(" ", "_"), "question": question, "answers": found}]
            articles.append({"title": title, "paragraphs": [{"context": text, "qas": qas}]})
    path.write_text(json.dumps({"version": "1.1", "data": articles}), encoding="utf-8")
    return path


def test_compose_takes_the_answers(tiny, tmp_path):
    mhqa = command()
    pool, out = compose_pool(tmp_path / "pool.json"), tmp_path / "composed"

    def run(*arguments):
        line = [mhqa, "compose", str(pool), "--out", str(out), *arguments]
        done = subprocess.run(line, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    run("--until", "requests")
    files = []
    for stem, kind in (("heads", "causal"), ("tails", "extractive")):
        asked = out / "requests" / f"{stem}.jsonl"
        assert len(asked.read_text().splitlines()) == 10
        models, files = tmp_path / stem, [*files, str(tmp_path / f"{stem}.jsonl")]
        assert main(["train", str(asked), "--model", str(tiny / kind), "--out", str(models), "--epochs", "1"]) == 0
        assert main(["read", str(asked), "--model", str(models / "fold{fold}"), "--out", files[-1]]) == 0
    both = tmp_path / "both.jsonl"
    both.write_text("".join(pathlib.Path(file).read_text() for file in files))
    said = run("--resume", "--until", "connection", "--connection-answers", str(both))
    assert "connection" in said
