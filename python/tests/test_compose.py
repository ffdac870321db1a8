# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
import json
import pathlib
import pickle

import pytest

import mhqa

POOL = pathlib.Path(__file__).resolve().parents[2] / "examples/data/pool/pool.json"


def texts_of(folder):
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def without_manifests(texts):
    return {name: text for name, text in texts.items() if not name.endswith("manifest.json")}


def squad_records(data):
    """SQuAD's file as Hugging Face has it."""
    return [{"id": q["id"], "title": article["title"], "context": part["context"], "question": q["question"],
             "answers": {"text": [a["text"] for a in q["answers"]],
                         "answer_start": [a["answer_start"] for a in q["answers"]]}}
            for article in data["data"] for part in article["paragraphs"] for q in part["qas"]]


@pytest.mark.parametrize("options", [
    {"seed": 7, "preset": "released"},
    {"seed": 3, "connection": False, "split": "random", "paragraphs": 10, "dev_share": 0.2, "test_share": 0.2},
    {"preset": "released", "question_words": 30, "bridge_uses": 20, "shares": [1, 1, 0, 0, 0, 0],
     "without_rules": ["answer-unseen"], "total_words": [40, 60, 80]},
    {"until": "requests"},
    {"until": "pool"},
])
def test_files_are_those_of_the_command(options, tmp_path, command):
    if "without_rules" in options:
        with pytest.raises(ValueError, match="without_rules: expected one of (.*), found answer-unseen") as error:
            mhqa.compose(POOL, **options)
        options = {**options, "without_rules": [str(error.value).split("one of ")[1].split(", ")[0]]}
    words = []
    for name, value in options.items():
        value = str(value).lower() if isinstance(value, bool) else value
        words += [f"--{name.replace('_', '-')}", *(value if isinstance(value, list) else [value])]
    command("compose", POOL, "--out", tmp_path / "a", *words)
    made = mhqa.compose(POOL, tmp_path / "b", **options)
    wanted = texts_of(tmp_path / "a")
    assert texts_of(tmp_path / "b") == wanted
    assert sorted(made.files) == sorted(wanted)
    in_memory = mhqa.compose(json.loads(POOL.read_text()), **options)
    assert {n: t.encode() for n, t in without_manifests(in_memory.files).items()} == without_manifests(wanted)
    assert in_memory.counts == made.counts
    if "until" in options:
        assert [stage["name"] for stage in made.stages][-1] in ("pairs", "pool")
        with pytest.raises(ValueError, match="ans/train.jsonl: expected one of"):
            made.lines()
        return
    assert "".join(line + "\n" for line in in_memory.lines("dev", "full")).encode() == wanted["full/dev.jsonl"]
    assert sum(parts["train"] for parts in made.counts.values()) == len(made.questions("train")) > 0
    assert in_memory.files["manifest.json"].count("mhqa-") == 0
    assert json.loads(in_memory.files["manifest.json"])["inputs"][0]["path"] == "pools"


def test_pools_in_every_form(tmp_path):
    options = {"seed": 7, "preset": "released"}
    wanted = mhqa.compose(POOL, **options).lines()
    data = json.loads(POOL.read_text())
    assert mhqa.compose([str(POOL)], **options).lines() == wanted
    assert mhqa.compose(squad_records(data), **options).lines() == wanted
    assert mhqa.compose({"squad": POOL}, **options).lines() == wanted
    assert mhqa.compose({"squad": squad_records(data)}, **options).lines() == wanted
    named = mhqa.compose({"mine": data}, **options)
    assert '"source":"mine"' in named.files["stages/pool.jsonl"].replace(" ", "")
    odd = tmp_path / "a=b.json"
    odd.write_text(POOL.read_text())
    assert mhqa.compose(odd, **options).lines() == wanted
    pandas = pytest.importorskip("pandas")
    assert mhqa.compose(pandas.DataFrame(squad_records(data)), **options).lines() == wanted


def test_a_run_is_resumed(tmp_path):
    first = mhqa.compose(json.loads(POOL.read_text()), tmp_path, seed=7, preset="released", until="pairs")
    assert not any(stage["loaded"] for stage in first.stages)
    second = mhqa.compose(json.loads(POOL.read_text()), tmp_path, seed=7, preset="released", resume=True)
    assert [stage["name"] for stage in second.stages if stage["loaded"]] == ["pool", "quality", "pairs"]
    assert second.lines() == mhqa.compose(POOL, seed=7, preset="released").lines()


def test_answers_of_models_in_memory():
    # The lexical reader's own answers, given as a model's.
    made = mhqa.compose(POOL, seed=7, preset="released", until="requests")
    answers = [{"id": one["id"], "answer": "", "support": []}
               for name in ("heads", "tails") for one in made.files.records(f"requests/{name}.jsonl")]
    found = mhqa.compose(POOL, seed=7, preset="released", connection_answers=answers)
    stage = next(stage for stage in found.stages if stage["name"] == "connection")
    dropped = {reason for reason, count in stage["dropped"].items() if count}
    assert dropped <= {"head-found-elsewhere", "tail-found-elsewhere"}  # nobody answers without the other hop
    assert stage["counts"]["out"] == stage["counts"]["in"] - sum(stage["dropped"].values())
    with pytest.raises(ValueError, match="connection_answers"):
        mhqa.compose(POOL, seed=7, preset="released", connection_answers=answers[1:])


def test_the_number_of_threads_changes_no_byte():
    wanted = None
    try:
        for count in (1, 2, 5):
            mhqa.set_threads(count)
            found = dict(mhqa.compose(POOL, seed=7, preset="released").files)
            wanted = wanted or found
            assert found == wanted
    finally:
        mhqa.set_threads(0)


def test_shared_data_give_the_commands_questions(tmp_path, shared, command):
    squad = shared("data/squad/dev-v1.1.json")
    command("compose", squad, "--out", tmp_path / "a", "--seed", 7)
    made = mhqa.compose(squad, tmp_path / "b", seed=7)
    assert texts_of(tmp_path / "b") == texts_of(tmp_path / "a")
    assert len(made.lines("train")) > 0


def test_a_composition_is_a_plain_object():
    made = mhqa.compose(POOL, seed=7, preset="released")
    assert pickle.loads(pickle.dumps(made)) == made
    assert repr(made).startswith("25 composed questions\n")
    assert "<td>150</td>" in made._repr_html_()
    assert made.to_dict()["stages"] == made.stages
    pytest.importorskip("pandas")
    assert made.to_frame().loc["contexts", "out"] == 25


def test_what_is_refused(tmp_path):
    with pytest.raises(ValueError, match="dev_share and test_share: expected a sum below 1"):
        mhqa.compose(POOL, dev_share=0.5, test_share=0.5)
    with pytest.raises(ValueError, match="dev_share: expected a number from 0 to 1, found nan"):
        mhqa.compose(POOL, dev_share=float("nan"))
    with pytest.raises(ValueError, match="preset: expected one of paper, released, found other"):
        mhqa.compose(POOL, preset="other")
    with pytest.raises(ValueError, match="until: expected one of pool, .*, found end"):
        mhqa.compose(POOL, until="end")
    with pytest.raises(ValueError, match="seed: expected a whole number from 0, found -1"):
        mhqa.compose(POOL, seed=-1)
    for options in ({"size": True}, {"head_f1": "a"}, {"preset": 3}, {"check_answers": 1}, {"seed": "1"}):
        with pytest.raises(TypeError, match=f"{next(iter(options))}: expected"):
            mhqa.compose(POOL, **options)
    with pytest.raises(ValueError, match="folds: expected a number from 3 to 1000, found 2"):
        mhqa.compose(POOL, folds=2)
    with pytest.raises(ValueError, match=r"total_words: expected three whole numbers, found \[1, 2\]"):
        mhqa.compose(POOL, total_words=[1, 2])
    with pytest.raises(ValueError, match="shares: expected numbers from 0 to 1e9"):
        mhqa.compose(POOL, shares=[1, 1, 1, 1, 1, -1])
    with pytest.raises(ValueError, match="corpus is not used without distractors corpus"):
        mhqa.compose(POOL, corpus=[{"title": "a", "text": "b"}])
    with pytest.raises(ValueError, match="absent.json"):
        mhqa.compose("absent.json", tmp_path / "made")
    assert not (tmp_path / "made").exists()
    with pytest.raises(ValueError, match=r"pools\['mine'\]: expected questions in SQuAD's"):
        mhqa.compose({"mine": [{"x": 1}]})
    with pytest.raises(ValueError, match="a source's name without = and /"):
        mhqa.compose({"a/b": POOL})
    with pytest.raises(TypeError, match="pools: expected a path, records or a table, found int"):
        mhqa.compose(3)
    with pytest.raises(TypeError, match="folder: expected a path"):
        mhqa.compose(POOL, 3)
