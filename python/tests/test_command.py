# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""The verbs that run the command: data in memory, its numbers, its errors under the caller's names."""
import json

import pytest

import mhqa

ROWS = [
    {"prediction": "Rome", "gold": "Rome", "verdict": True},
    {"prediction": "Milan", "gold": "Rome", "verdict": False},
    {"prediction": "the city of Rome", "gold": "Rome", "verdict": 1},
]


def test_agree_is_the_commands(command, tmp_path):
    path = tmp_path / "judged.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    want = json.loads(command("agree", path, "--dialect", "flashrag", "--dialect", "popqa", "--json"))
    for judged in (ROWS, path, iter(ROWS)):
        assert mhqa.agree(judged, ["flashrag", "popqa"]) == want
    em = want["scores"][0]
    assert (em["both"], em["neither"], em["verdict_only"]) == (1, 1, 1)


def test_samples_of_a_question(command, tmp_path):
    gold = [{"_id": i, "answer": a, "supporting_facts": [["T", 0]]} for i, a in (("a", "Oslo"), ("b", "Rome"))]
    records = [{"id": i, "prediction": p} for i, p in (("a", "Oslo"), ("b", "x"), ("a", "Lima"), ("b", "y"))]
    found = mhqa.evaluate_samples("hotpotqa", records, gold, samples=[1, 2])
    assert found == mhqa.evaluate_samples("hotpotqa", {"a": ["Oslo", "Lima"], "b": ["x", "y"]}, gold, samples=[1, 2])
    scores = found["scores"]
    assert (scores["avg_em"], scores["pass@1"], scores["maj@1"], scores["pass@2"]) == (0.25, 0.25, 0.5, 0.5)
    with pytest.raises(ValueError, match='id "a".*at least 3 samples'):
        mhqa.evaluate_samples("hotpotqa", records, gold, samples=[3])
    with pytest.raises(ValueError, match="^predictions.*expected 2 samples"):
        mhqa.evaluate_samples("hotpotqa", records[:3], gold)
    with pytest.raises(ValueError):
        mhqa.pass_at_k(2, 3, 1)
    assert mhqa.pass_at_k(3, 1, 3) == 1 and abs(mhqa.pass_at_k(5, 2, 2) - 0.7) < 1e-15


def test_results_of_samples_are_compared(command, tmp_path):
    gold = [{"_id": i, "answer": a, "type": t, "supporting_facts": [["T", 0]]}
            for i, a, t in (("a", "Oslo", "bridge"), ("b", "Rome", "comparison"))]
    said = {"a": ["Oslo", "Lima"], "b": ["x", "y"]}, {"a": ["Oslo", "Oslo"], "b": ["x", "Rome"]}
    paths = [tmp_path / "first.json", tmp_path / "second.json"]
    for path, one in zip(paths, said):
        mhqa.evaluate_samples("hotpotqa", one, gold, samples=[2], result=path)
    found = mhqa.compare_results(paths, by="type", samples=100)
    assert len(found.comparisons) == 12 and found.baseline == str(paths[0])
    assert found.scores["pass@2"]["difference"] == 0.5
    only = mhqa.compare_results(paths, metrics=["avg_em"], samples=100).comparisons
    assert [(one["metric"], one["difference"], one["wins"]) for one in only] == [("avg_em", 0.5, 2)]
    with pytest.raises(ValueError, match="groups"):
        mhqa.compare_results(paths, by="hops")
    with pytest.raises(ValueError, match="found 1"):
        mhqa.compare_results(paths[:1])
    lines = [{"id": "1", "prediction": p, "gold": "x"} for p in ("x", "y")]
    scores = mhqa.score_samples(lines, "squad-2.0", samples=[1, 2], result=tmp_path / "third.json")["scores"]
    assert (scores["avg_em"], scores["pass@2"], scores["maj@2"]) == (0.5, 1, 1)
    with pytest.raises(ValueError, match="evaluator"):
        mhqa.compare_results([paths[0], tmp_path / "third.json"])
    with pytest.raises(ValueError, match="at least 3 samples"):
        mhqa.score_samples(lines, "drop", samples=[3])
    with pytest.raises(ValueError, match="samples"):
        mhqa.score_samples(lines, "drop", samples=[])


def test_long_contexts_in_tokens(command):
    gold = [{"_id": i, "question": "q", "answer": a, "supporting_facts": [[i, 0]], "context": [[i, [a, " it is"]]]}
            for i, a in (("a", "Oslo"), ("b", "Rome"), ("c", "Bern"))]
    asked = []
    made, key = mhqa.long_contexts(gold, "hotpotqa", 24, depths=[1], tokens=lambda text: asked.append(text) or len(text))
    assert sorted(asked) == ["a\nOslo it is", "b\nRome it is", "c\nBern it is"]  # 12 characters each
    assert [one["length"] for one in key] == [24, 24, 24] and key[0]["supports"][0]["position"] == 1
    assert len(made) == 3 and made[0]["context"][1] == ["a", ["Oslo", " it is"]]
    words, _ = mhqa.long_contexts(gold, "hotpotqa", 12)
    assert [len(one["context"]) for one in words] == [3, 3, 3]


def test_fanoutqa_takes_a_normaliser(command):
    gold = [{"id": "1", "answer": {"Cats": 2.50, "dog": True}}, {"id": "2", "answer": ["x"]}]
    said = [{"id": "1", "answer": "A cat, 2.5; dogs, yes"}]
    found = mhqa.fanoutqa(said, gold)
    assert found["scores"] == {"loose": 0.25, "strict": 0.0} and found["missing"] == 1
    singular = mhqa.fanoutqa(said, gold, normalize=lambda text: text.lower().replace("s,", ",").replace("cats", "cat"))
    assert singular["scores"] == {"loose": 0.5, "strict": 0.5} and "by the caller" in singular["signature"]


def test_rezero(command):
    chat = [{"role": "assistant", "content": "<think>a</think><search>q</search>"},
            {"role": "user", "content": "<information>c</information>"},
            {"role": "assistant", "content": "<think>found</think><answer>Rome</answer>"}]
    (row,) = mhqa.step_rewards([{"messages": chat, "chunk_content": "c"}], rule="rezero")
    assert row["reward"] is None and row["retry"] == 0.35 and row["em_chunk"] == 1.0


def test_errors_name_the_argument(command):
    with pytest.raises(ValueError, match=r"^judged.*record 1.*verdict"):
        mhqa.agree([{"prediction": "x", "gold": "y"}], ["flashrag"])
    with pytest.raises(ValueError, match="bleu"):
        mhqa.agree(ROWS, ["bleu"])
    with pytest.raises(ValueError, match="^dialects: expected each dialect once"):
        mhqa.agree(ROWS, ["flashrag", "flashrag"])
    with pytest.raises(ValueError, match="^net: expected reader trained with it$"):
        mhqa.read([{"id": "`by` --by"}], reader="words", net="--net")
    with pytest.raises(ValueError, match="^match: --by not in [^()]*$"):
        mhqa.rollouts([], [], match="--by")
    with pytest.raises(ValueError, match="^dialects: expected one of: .*; found \"bleu\"$"):
        mhqa.agree(ROWS, ["bleu"])
    with pytest.raises(ValueError, match="^dialect: expected one of: .*; found \"bleu\"$"):
        mhqa.score_samples([{"id": "1", "prediction": "a", "gold": "a"}], "bleu")
    with pytest.raises(TypeError, match="dialects: expected a list, found str"):
        mhqa.agree(ROWS, "flashrag")
    with pytest.raises(TypeError, match="judged: expected a path, records or a table"):
        mhqa.agree(3, ["flashrag"])
    with pytest.raises(TypeError, match="select: expected a whole number, found object"):
        mhqa.read([{"id": "1"}], select=object())


def test_a_missing_command_is_named(monkeypatch):
    from mhqa import _command

    monkeypatch.delenv("MHQA_COMMAND", raising=False)
    monkeypatch.setattr(_command.sysconfig, "get_path", lambda name: "/nowhere")
    with pytest.raises(ImportError, match="has no command .*/nowhere/mhqa"):
        mhqa.agree(ROWS, ["flashrag"])


def test_read_and_condition(command, shared):
    path = shared("data/musique/ans_dev_200.jsonl")
    questions = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line][:20]
    predictions = mhqa.read(questions)
    assert [one["id"] for one in predictions] == [one["id"] for one in questions]
    assert 0 <= mhqa.evaluate("musique", predictions, questions).scores["answer_f1"] <= 1
    found = mhqa.condition(questions)
    assert found["questions"] == 20 and found["tails"] >= found["tails_met"]
    assert 0 <= found["heads_met"] <= found["heads"] and found["memory"]["known"] > 0
    assert found["reader"].startswith("trained ") and mhqa.condition(questions, reader="words")["reader"] == "words"


def test_split_keeps_writers_together(command):
    questions = [{"id": str(i), "writer": f"w{i % 5}", "question": "?"} for i in range(50)]
    train, test = mhqa.split(questions, share=0.4, seed=3)
    assert len(train) + len(test) == 50 and 0 < len(test) <= 20
    assert not {one["writer"] for one in train} & {one["writer"] for one in test}


def test_report_html_of_results(command, tmp_path):
    gold = [{"_id": str(i), "answer": "Emma", "supporting_facts": [["Emma", 0]]} for i in range(4)]
    paths = {}
    for name, answer in (("good", "Emma"), ("bad", "Adam")):
        paths[name] = tmp_path / f"{name}.json"
        mhqa.evaluate("hotpotqa", {str(i): answer for i in range(4)}, gold, result=paths[name])
    page = mhqa.report_html(paths, tmp_path / "page.html", title="Two models")
    assert page == (tmp_path / "page.html").read_text(encoding="utf-8")
    for text in ("Two models", "good", "bad"):
        assert text in page


def test_report_html_is_written_as_other_outputs_are(command, tmp_path):
    result, page = tmp_path / "-a.json", tmp_path / "page.html"
    mhqa.evaluate("hotpotqa", {"1": "Emma"}, [{"_id": "1", "answer": "Emma", "supporting_facts": [["T", 0]]}], result=result)
    before = result.read_bytes()
    with pytest.raises(ValueError, match="-a.json: cannot write: it would destroy the input"):
        mhqa.report_html([result], result)
    assert result.read_bytes() == before
    page.write_text("old")
    page.chmod(0o640)
    (tmp_path / "link").symlink_to(page)
    made = mhqa.report_html([result], tmp_path / "link")
    assert (tmp_path / "link").is_symlink() and page.read_text(encoding="utf-8") == made
    assert page.stat().st_mode & 0o777 == 0o640
    assert sorted(one.name for one in tmp_path.iterdir()) == ["-a.json", "link", "page.html"]


def test_paths_may_begin_with_a_dash(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    gold = [{"_id": i, "answer": a, "supporting_facts": [["T", 0]]} for i, a in (("a", "Oslo"), ("b", "Rome"))]
    for name, said in (("-x.json", "Oslo"), ("--json", "Rome")):
        mhqa.evaluate_samples("hotpotqa", {"a": [said], "b": ["x"]}, gold, result=name)
        assert (tmp_path / name).is_file()
    assert mhqa.compare_results(["-x.json", "--json"], samples=9).baseline == "-x.json"
    (tmp_path / "--gold").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    assert mhqa.agree("--gold", ["flashrag"], threshold=0)["scores"]


def test_options_that_a_verb_does_not_have_are_refused_by_name(command):
    with pytest.raises(TypeError, match="unexpected keyword argument 'selct'"):
        mhqa.read([{"id": "1"}], selct=3)
    with pytest.raises(ValueError, match="^dataset: expected one of hotpotqa, .*, found --help$"):
        mhqa.evaluate_samples("--help", {"1": ["Emma"]}, [])
    with pytest.raises(ValueError, match="^weights: expected reader trained with it$"):
        mhqa.read([{"id": "1"}], reader="words", weights="own.weights")


def test_tables_in_markdown_and_latex():
    gold = [{"_id": "1", "answer": "Emma", "supporting_facts": [["Emma", 0]]}]
    found = mhqa.evaluate("hotpotqa", {"1": "Emma"}, gold)
    markdown, latex = found.to_markdown(), found.to_latex()
    assert markdown.split("\n")[1].startswith("| --- | ---:") and "| em |" in markdown
    assert latex.startswith("\\begin{tabular}{l") and "sp\\_em" in latex and latex.endswith("\\end{tabular}\n")
