# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Statistics, checks, conversions, dates, verdicts and evidence, beside the command. test_figures.py has real data."""
import json
import pathlib
import pickle

import pytest

import mhqa

DATA = pathlib.Path(__file__).resolve().parents[2] / "examples/data"
HOTPOTQA = DATA / "hotpotqa/gold.json"
QUESTIONS = [
    {"qid": "q1", "term": "T", "answer": True, "question": "Was the author of Emma English?",
     "decomposition": ["Who wrote Emma?", "Was #1 English?"], "step_answers": ["Jane Austen", "yes"]},
    {"qid": "q2", "term": "T", "answer": False, "question": "Is silk a metal",
     "decomposition": ["What is silk made of?", "Is #3 a metal?"]},
]
CORPUS = [
    {"title": "Emma", "para_id": 1, "para": "The novel was published in 1815."},
    {"title": "Jane Austen", "para_id": 3, "para": "Austen was an English writer."},
    {"title": "Silk", "para_id": 0, "para": "Silk is made of fibroin."},
]


def file_of(tmp_path, records, name="in.jsonl"):
    path = tmp_path / name
    path.write_text("".join(json.dumps(one) + "\n" for one in records))
    return path


def expect_plain_object(found):
    assert pickle.loads(pickle.dumps(found)) == found
    assert found._repr_html_().startswith("<table><caption>") and repr(found)
    pytest.importorskip("pandas")
    assert len(found.to_frame()) == len(found._table()[0])


def test_statistics_are_those_of_the_command(command, tmp_path):
    found = mhqa.statistics([HOTPOTQA, HOTPOTQA])
    assert found.to_dict() == json.loads(command("stats", HOTPOTQA, HOTPOTQA, "--json"))
    assert found.dataset == "hotpotqa" and found.scores["rows"] == 2 * found.files[0]["rows"]
    assert sum(found.groups["type"].values()) == found.scores["rows"] and not found.paper
    expect_plain_object(found)
    in_memory = mhqa.statistics({"a": json.loads(HOTPOTQA.read_text())})
    assert in_memory.files[0]["path"] == "a" and in_memory.files[0]["questions"] == found.files[0]["questions"]
    with pytest.raises(ValueError, match="expected the layout of"):
        mhqa.statistics([HOTPOTQA, DATA / "musique/gold.jsonl"])
    with pytest.raises(ValueError, match="dataset: expected one of strategyqa, hieradate, found squad"):
        mhqa.statistics(HOTPOTQA, "squad")
    with pytest.raises(ValueError, match="files: expected|expected questions|expected records"):
        mhqa.statistics([])


def test_submissions_are_checked(command, tmp_path):
    gold = json.loads(HOTPOTQA.read_text())
    whole = {"answer": {one["_id"]: "x" for one in gold}, "sp": {one["_id"]: [] for one in gold}}
    found = mhqa.check_submission("hotpotqa", whole, HOTPOTQA)
    assert found.counts["questions"] == len(gold)
    lacking = {**whole, "answer": dict(list(whole["answer"].items())[1:])}
    lines = mhqa.check_submission("hotpotqa", lacking, gold)
    assert not lines.complete and lines.problems[0]["id"] == gold[0]["_id"]
    assert lines.counts["complete"] == found.counts["complete"] - 1 or lines.counts["complete"] == 0
    expect_plain_object(lines)
    with pytest.raises(ValueError, match="dataset: expected one of musique, hotpotqa, 2wikimultihopqa, found squad"):
        mhqa.check_submission("squad", whole, gold)
    with pytest.raises(ValueError, match="predictions"):
        mhqa.check_submission("musique", [{"id": 3}], DATA / "musique/gold.jsonl")


def test_decompositions_are_checked(command, tmp_path):
    path, rows = file_of(tmp_path, QUESTIONS), tmp_path / "rows"
    wanted = json.loads(command("check-decompositions", path, "--json", "--per-question", rows))
    found = mhqa.check_decompositions(QUESTIONS, rows=True)
    assert found.counts == wanted and found.counts["with_errors"] == 1
    assert found.rows == [json.loads(line) for line in rows.read_text().splitlines()]
    assert mhqa.check_decompositions(path).rows is None
    expect_plain_object(found)
    csv = tmp_path / "break.csv"
    csv.write_text("question_id,question_text,decomposition,operators,split\nq,Who?,return cats ;return #1,\"['select']\",dev\n")
    assert mhqa.check_decompositions(csv).counts["format"] == "break"
    with pytest.raises(TypeError, match="expected the path of a CSV file"):
        mhqa.check_decompositions(QUESTIONS, layout="break")
    with pytest.raises(ValueError, match='decompositions: id "q1": expected each id once'):
        mhqa.check_decompositions([QUESTIONS[0], QUESTIONS[0]])


def test_collected_questions_are_checked(command, tmp_path):
    path, rows = file_of(tmp_path, QUESTIONS), tmp_path / "rows"
    solvers, answers = [{"qid": "q2", "fixed": [False] * 4 + [True]}], [{"qid": "q1", "step_answers": ["Austen", "yes"]}]
    printed = command("check-questions", path, "--per-term", 1, "--per-question", rows,
                      "--solvers", file_of(tmp_path, solvers, "s"), "--step-answers", file_of(tmp_path, answers, "a"))
    found = mhqa.check_questions(QUESTIONS, solvers=solvers, step_answers=answers, per_term=1, rows=True)
    numbers = found.counts
    shown = [line.split()[-1] for line in printed.splitlines() if "probability" not in line]
    assert shown == [str(n) for n in (
        numbers["questions"], *numbers["faults"].values(), numbers["with_steps"], numbers["implicit"], numbers["explicit"],
        numbers["over_quota"], numbers["answered_yes"], numbers["with_notes"], numbers["unknown_notes"],
        *numbers["solvers"].values(), *numbers["evidence"].values())]
    assert found.rows == [json.loads(line) for line in rows.read_text().splitlines()]
    expect_plain_object(found)
    with pytest.raises(ValueError, match="tags: record 1, id \"q1\": expected a note on this question"):
        mhqa.check_questions(path, tags=[{"qid": "q1"}])
    with pytest.raises(ValueError, match="per_term: expected a number from 0"):
        mhqa.check_questions(path, per_term=-1)


def test_questions_are_converted(command, tmp_path):
    command("convert", HOTPOTQA, "--from", "hotpotqa", "--to", "musique", "--out", tmp_path / "a.jsonl")
    wanted = (tmp_path / "a.jsonl").read_text()
    in_memory = mhqa.convert(json.loads(HOTPOTQA.read_text()), "hotpotqa", "musique")
    assert in_memory.files["questions.jsonl"] == wanted and in_memory.files.folder is None
    found = mhqa.convert(HOTPOTQA, "hotpotqa", "musique", tmp_path / "b.jsonl")
    assert (tmp_path / "b.jsonl").read_text() == wanted == found.files["b.jsonl"]
    assert found.counts["written"] == len(found.questions()) and found.lost == in_memory.lost
    expect_plain_object(found)
    command("convert", HOTPOTQA, "--from", "hotpotqa", "--to", "beir", "--out", tmp_path / "beir")
    folder = mhqa.convert(HOTPOTQA, "hotpotqa", "beir")
    assert folder.files["corpus.jsonl"] == (tmp_path / "beir/corpus.jsonl").read_text()
    assert folder.questions()[0]["_id"]
    assert "data" in mhqa.convert(HOTPOTQA, "hotpotqa", "squad").questions()
    for name in ("q.json", "q.jsonl", "q.txt"):  # the layout, not the name, decides how a file is read
        for target in ("hotpotqa", "musique", "squad", "drop"):
            written = mhqa.convert(HOTPOTQA, "hotpotqa", target, tmp_path / name).questions()
            assert written == mhqa.convert(HOTPOTQA, "hotpotqa", target).questions()
    (tmp_path / "beir" / "other.bin").write_bytes(b"\xff")
    assert "other.bin" not in mhqa.convert(HOTPOTQA, "hotpotqa", "beir", tmp_path / "beir").files
    with pytest.raises(ValueError, match="expected one of the layouts hotpotqa, .*, found csv"):
        mhqa.convert(HOTPOTQA, "hotpotqa", "csv")
    with pytest.raises(ValueError, match="would destroy|is an input|input"):
        mhqa.convert(HOTPOTQA, "hotpotqa", "musique", HOTPOTQA)
    with pytest.raises(TypeError, match="out: expected a path"):
        mhqa.convert(HOTPOTQA, "hotpotqa", "musique", 3)


def date_question(answer="Ada"):
    people = {"Ada": ("Ada", "1900"), "Bob": ("Bob", "1910")}
    return {"_id": "1", "type": "comparison", "question": "Who was born first, Ada or Bob?", "answer": answer,
            "context": [[name, [f"{name} (born {born})."]] for name, born in people.values()],
            "supporting_facts": [[name, 0] for name in people],
            "evidences": [[name, "date of birth", born] for name, born in people.values()]}


def test_questions_about_dates_are_made(command, tmp_path):
    gold = [date_question(), {**date_question("Bob"), "_id": "2"}]
    path = file_of(tmp_path, gold)
    out = tmp_path / "dates.json"
    wanted = json.loads(command("probe-dates", "--format", "2wikimultihopqa", path, "--out", out, "--json"))
    found = mhqa.probe_dates("2wikimultihopqa", gold)
    assert {**found.to_dict(), "notes": str(out) + ".notes.jsonl"} == wanted
    assert found.counts["records"] == 2 and sum(found.left_out.values()) == 2 - found.counts["written"]
    assert found.files["questions.json"] == out.read_text() and len(found.questions()) == found.counts["written"]
    assert '"gold"' in found.files["questions.json.manifest.json"]
    assert len(found.notes()) >= 1
    expect_plain_object(found)
    assert found == mhqa.probe_dates("2wikimultihopqa", gold)  # no path of a temporary file is in it
    again = mhqa.probe_dates("2wikimultihopqa", path, tmp_path / "again.json")
    assert again.questions() == found.questions() and (tmp_path / "again.json.notes.jsonl").is_file()
    with pytest.raises(ValueError, match="rule: expected one of final, published, three-valued, found none"):
        mhqa.probe_dates("2wikimultihopqa", gold, rule="none")
    with pytest.raises(ValueError, match="gold: record 1"):
        mhqa.probe_dates("hotpotqa", [{"_id": 3}])


def test_verdicts_give_proxies(command, tmp_path):
    key = [{"task": f"t{q}{k}", "question_id": f"q{q}", "number": k, "supports": 2, "distractors": 8}
           for q in range(4) for k in range(3)]
    said = [{"task": one["task"], "sufficient": one["number"] == 0 or one["task"] == "t01"} for one in key]
    paths = [file_of(tmp_path, said, name) for name in "ab"]
    found = mhqa.proxies(key, paths)
    wanted = json.loads(command("report", "proxies", file_of(tmp_path, key), *paths, "--json"))
    assert found.to_dict() == wanted and found.scores["rate"] == 0.25
    assert found.intervals["rate"][0] < 0.25 < found.intervals["rate"][1]
    assert found.counts["proxies"] == 1 and found.counts["kappa"] == 1
    expect_plain_object(found)
    assert mhqa.proxies(key, said, distractors=1).scores["drop"] < found.scores["drop"]
    with pytest.raises(ValueError, match="verdicts.*two about"):
        mhqa.proxies(key, said + said)
    with pytest.raises(ValueError, match="distractors: expected a number from 1"):
        mhqa.proxies(key, said, distractors=0)


@pytest.mark.parametrize("options", [
    {}, {"titles": True, "k": 1}, {"by": "decomposition", "references": "left-out"},
    {"by": "decomposition", "split_joined": True},
])
def test_evidence_is_that_of_the_command(options, command, tmp_path):
    words = []
    for name, value in options.items():
        words += ["-k" if name == "k" else f"--{name.replace('_', '-')}", *([] if value is True else [value])]
    command("retrieve", "strategyqa", file_of(tmp_path, QUESTIONS), "--corpus", file_of(tmp_path, CORPUS, "c"), "--out",
            tmp_path / "found", *words)
    found = mhqa.find_evidence(QUESTIONS, CORPUS, **options)
    assert found.found == json.loads((tmp_path / "found").read_text())
    assert found.counts == {"questions": 2, "paragraphs": 3, "without_hit": 0}
    expect_plain_object(found)


def test_bad_searches_are_refused():
    with pytest.raises(ValueError, match="references answered expects an answer for each of 2 steps, found 0"):
        mhqa.find_evidence(QUESTIONS, CORPUS, by="decomposition", references="answered")
    with pytest.raises(ValueError, match='id "Emma-1": expected each id once'):
        mhqa.find_evidence(QUESTIONS, CORPUS + CORPUS)
    with pytest.raises(ValueError, match="references and split_joined are not used without by decomposition"):
        mhqa.find_evidence(QUESTIONS, CORPUS, split_joined=True)
    with pytest.raises(ValueError, match="k: expected a number from 1"):
        mhqa.find_evidence(QUESTIONS, CORPUS, k=0)
    with pytest.raises(TypeError, match="by: expected a string, found int"):
        mhqa.find_evidence(QUESTIONS, CORPUS, by=1)
