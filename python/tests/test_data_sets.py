# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
import copy
import json
import os
import pickle
import subprocess
import sys

import pytest

import mhqa
from bundled import BUNDLED, loaded

# Bundled, by the layout that it has.
GOLD = {
    "musique": BUNDLED / "musique/gold.jsonl",
    "hotpotqa": BUNDLED / "hotpotqa/gold.json",
    "2wikimultihopqa": BUNDLED / "2wikimultihopqa/gold.json",
}


def texts_of(folder):
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


# Audits.


def test_a_hand_worked_audit():
    step = {"question": "Who wrote Emma?", "answer": "", "paragraph_support_idx": None}
    row = {"id": "1", "question": "Where was the author of Emma born?", "answer": "Bath", "paragraphs": [],
           "question_decomposition": [step, {**step, "question": "Where was #1 born?", "answer": "Bath"}]}
    found = mhqa.audit([row, row])
    assert (found.questions, found.hops) == (2, 4)
    assert found.counts["blank-answer"] == 2
    assert found.counts["duplicate-question"] == 1
    assert found.findings[0] == {"code": "blank-answer", "id": "1", "step": 1, "detail": ""}
    assert found.files == [{"path": "dataset", "layout": "musique", "questions": 2, "without_paragraphs": 2}]
    parts = mhqa.audit({"train": [row], "dev": [row]})
    assert [file["path"] for file in parts.files] == ["train", "dev"]
    assert parts.counts["shared-question"] == 2


@pytest.mark.parametrize("name", GOLD)
def test_audits_are_those_of_the_command(name, command):
    by_path = mhqa.audit(GOLD[name])
    assert by_path.to_dict() == json.loads(command("audit", "--json", GOLD[name]))
    both = mhqa.audit([GOLD[name], str(GOLD["musique"])])
    assert both.to_dict() == json.loads(command("audit", "--json", GOLD[name], GOLD["musique"]))
    in_memory = mhqa.audit({str(GOLD[name]): loaded(GOLD[name])})
    assert in_memory == by_path
    if name != "musique":  # whose fields differ between rows of different kinds
        pandas = pytest.importorskip("pandas")
        assert mhqa.audit(pandas.DataFrame(loaded(GOLD[name]))).counts == by_path.counts


@pytest.mark.parametrize("name", ["data/musique/ans_dev_200.jsonl", "golden/hotpotqa/gold.json",
                                  "golden/2wikimultihopqa/gold.json"])
def test_audits_of_shared_data_are_those_of_the_command(name, shared, command):
    path = shared(name)
    found = mhqa.audit(path)
    assert found.to_dict() == json.loads(command("audit", "--json", path))
    assert mhqa.audit(loaded(path)).findings == found.findings


def test_an_audit_is_a_plain_object():
    found = mhqa.audit(GOLD["musique"])
    assert pickle.loads(pickle.dumps(found)) == found == copy.deepcopy(found)
    assert found != mhqa.audit(GOLD["hotpotqa"])
    assert "<td>4</td>" in found._repr_html_() and "no-predecessor-needed" in repr(found)
    pandas = pytest.importorskip("pandas")
    assert found.to_frame().loc["no-predecessor-needed", "findings"] == 4
    assert found.findings_frame()["code"].value_counts().to_dict() == {k: n for k, n in found.counts.items() if n}
    assert isinstance(mhqa.audit([{"id": "1", "question": "?", "answer": "a", "paragraphs": []}]).findings_frame(),
                      pandas.DataFrame)


def test_what_an_audit_refuses():
    with pytest.raises(ValueError, match='dev: record 1.*expected a record of MuSiQue'):
        mhqa.audit({"train": loaded(GOLD["hotpotqa"]), "dev": [{"x": 1}]})
    with pytest.raises(ValueError, match="dataset: expected questions, found none"):
        mhqa.audit([])
    with pytest.raises(ValueError, match="found none"):
        mhqa.audit({})
    with pytest.raises(ValueError, match="no such file|No such file"):
        mhqa.audit("absent.json")
    with pytest.raises(TypeError, match="dataset: expected a path, records or a table, found int"):
        mhqa.audit(3)
    with pytest.raises(TypeError, match="dataset: expected a string"):
        mhqa.audit({3: []})


# Probes.


@pytest.mark.parametrize("name", GOLD)
def test_probes_are_those_of_the_command(name, tmp_path, command):
    command("probe", "--format", name, GOLD[name], "--out", tmp_path / "a", "--seed", 13370, "--trivial", "--artifacts",
            "--adversarial", "--annotate", 3, "--layout", "jsonl")
    made = mhqa.probe(name, GOLD[name], tmp_path / "b", seed=13370, trivial=True, artifacts=True, adversarial=True,
                      annotate=3, layout="jsonl")
    wanted = texts_of(tmp_path / "a")
    assert len(wanted) == 12
    assert texts_of(tmp_path / "b") == wanted
    assert {name: text.encode() for name, text in made.files.items()} == wanted
    assert made.to_dict() == json.loads(wanted["manifest.json"])
    in_memory = mhqa.probe(name, loaded(GOLD[name]), seed=13370, trivial=True, artifacts=True, adversarial=True,
                           annotate=3, layout="jsonl")
    assert in_memory.files.folder is None
    for file, text in wanted.items():
        if file != "manifest.json":
            assert in_memory.files[file].encode() == text
    assert in_memory.to_dict()["inputs"][0]["path"] == "gold"
    assert in_memory.counts == made.counts and in_memory.dropped == made.dropped


@pytest.mark.parametrize("options", [{}, {"sentences": True, "balance": True}, {"min_paragraphs": 5, "sample": 0.5},
                                     {"max_supports": 2}])
def test_probes_of_shared_data_are_those_of_the_command(options, tmp_path, shared, command):
    gold = shared("golden/hotpotqa/gold.json")
    words = []
    for option, value in options.items():
        words += [f"--{option.replace('_', '-')}"] + ([] if value is True else [value])
    command("probe", "--format", "hotpotqa", gold, "--out", tmp_path / "a", *words)
    mhqa.probe("hotpotqa", gold, tmp_path / "b", **options)
    assert texts_of(tmp_path / "b") == texts_of(tmp_path / "a")


@pytest.mark.parametrize("name", GOLD)
def test_pieces_with_the_whole_as_material_make_what_one_run_makes(name, tmp_path):
    records = loaded(GOLD[name])
    options = {"adversarial": True, "annotate": 3, "layout": "jsonl"}
    whole = mhqa.probe(name, records, **options)
    pieces = [records[:2], records[2:]]
    for material in (records, GOLD[name]):
        made = [mhqa.probe(name, piece, material=material, **options) for piece in pieces]
        assert "".join(one.files["adversarial.jsonl"] for one in made) == whole.files["adversarial.jsonl"]
        for file in ("annotation_tasks.jsonl", "annotation_key.jsonl"):
            lines = [line for one in made for line in one.files[file].splitlines()]
            assert sorted(lines) == sorted(whole.files[file].splitlines())
    assert [one["path"] for one in made[0].to_dict()["inputs"]] == ["gold", str(GOLD[name])]
    with pytest.raises(ValueError, match="^material: expected adversarial or annotate beside it$"):
        mhqa.probe(name, records, material=records)


def test_a_probe_can_be_evaluated():
    made = mhqa.probe("hotpotqa", GOLD["hotpotqa"])
    instances = made.instances()
    answers = [{"question_id": one["_id"], "answer": one["answer"], "answer_confidence": 0.5}
               for one in instances]
    assert len(instances) == made.counts["probe"] == 10
    assert mhqa.dire("probe", instances, answers).counts["questions"] == 5
    with pytest.raises(ValueError, match="trivial"):
        made.instances("trivial")
    assert "probe" in repr(made) and made._repr_html_().startswith("<table>")
    assert pickle.loads(pickle.dumps(made)) == made


def test_what_a_probe_refuses(tmp_path):
    gold = loaded(GOLD["hotpotqa"])
    with pytest.raises(ValueError, match="dataset: expected one of hotpotqa, 2wikimultihopqa, musique, found squad"):
        mhqa.probe("squad", gold, tmp_path / "made")
    assert not (tmp_path / "made").exists()
    with pytest.raises(ValueError, match='gold: id "hp-1": expected each id once, found it twice'):
        mhqa.probe("hotpotqa", [gold[0], gold[0]])
    with pytest.raises(ValueError, match="max_supports: expected a number from 2 to 31, found 40"):
        mhqa.probe("hotpotqa", gold, max_supports=40)
    with pytest.raises(ValueError, match="sample"):
        mhqa.probe("hotpotqa", gold, sample=float("nan"))
    with pytest.raises(ValueError, match="layout"):
        mhqa.probe("hotpotqa", gold, layout="xml")
    with pytest.raises(TypeError, match="seed: expected a whole number, found float"):
        mhqa.probe("hotpotqa", gold, seed=1.5)
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match="cannot make the folder"):
        mhqa.probe("hotpotqa", gold, tmp_path / "file")
    (tmp_path / "probe.json").write_text(json.dumps(gold))
    with pytest.raises(ValueError, match="probe.json"):
        mhqa.probe("hotpotqa", tmp_path / "probe.json", tmp_path)
    assert json.loads((tmp_path / "probe.json").read_text()) == gold


# Rankings.

RUN = {"q1": {"d1": 2.0, "d2": 1.0, "d3": 3.0}, "q2": {"d 4": 1.0}}
JUDGED = {"q1": {"d1": 1, "d2": 2, "d9": 0}, "q2": {"d 4": 1}, "q3": {"d5": 1}}


def test_a_hand_worked_ranking():
    found = mhqa.retrieval(RUN, JUDGED, at=(1, 2), rows=True)
    assert found.scores["P@1"] == (0 + 1 + 0) / 3
    assert found.scores["recip_rank"] == (1 / 2 + 1 + 0) / 3
    assert [row["id"] for row in found.rows] == ["q1", "q2", "q3"]
    assert found.rows[2]["missing"] == ["ranking"]
    assert mhqa.retrieval({"q1": ["d3", "d1", "d2"]}, {"q1": JUDGED["q1"]}).scores == \
        mhqa.retrieval({"q1": RUN["q1"]}, {"q1": JUDGED["q1"]}).scores
    assert mhqa.retrieval(RUN, JUDGED).rows is None


def test_rankings_are_those_of_the_command(tmp_path, command):
    run, judged = tmp_path / "run.json", tmp_path / "judged.tsv"
    run.write_text(json.dumps(RUN))
    judged.write_text("query-id\tcorpus-id\tscore\n"
                      + "".join(f"{q}\t{d}\t{n}\n" for q, levels in JUDGED.items() for d, n in levels.items()))
    wanted = json.loads(command("eval", "retrieval", run, judged, "--json", "--at", "1,2", "--by-group",
                                "--per-question", tmp_path / "rows"))
    found = mhqa.retrieval(run, judged, at=[1, 2], by_group=True, rows=True)
    assert found.to_dict() == wanted
    assert found.rows == [json.loads(line) for line in (tmp_path / "rows").read_text().splitlines()]
    assert mhqa.retrieval(RUN, JUDGED, at=[1, 2], by_group=True, rows=True) == found
    sets = [{"id": "q1", "sets": [[["d1", "d2"]]], "group": "a"}, {"id": "q2", "sets": [[["d 4"]]]}]
    assert mhqa.retrieval(RUN, sets, at=[1], by_group=True).groups["a"]["scores"]["any@1"] == 0


def test_plain_dicts_and_other_mappings_are_read_alike():
    class Other(dict):  # goes through a file
        pass

    for run, judged in [
        ({"q": {}}, {"q": {"b": 1}}),
        ({"q": {"a\tb": 1.5, "c": 2**60}}, {"q": {"c": 2**31 - 1, "é": -2**31}, "r": {"c": 0}}),
    ]:
        others = [Other((query, Other(held)) for query, held in data.items()) for data in (run, judged)]
        assert mhqa.retrieval(*others, rows=True) == mhqa.retrieval(run, judged, rows=True)
    assert mhqa.retrieval({"sp": {"a": 1.0}}, {"sp": {"a": 1}}).scores["recip_rank"] == 1  # a query, not HotpotQA's task


def test_rankings_of_shared_data_are_those_of_the_command(shared, command):
    run = shared("data/musique/predictions/beam_retriever_support.json")
    gold = shared("data/musique/ans_dev_2417_noparagraphs.jsonl")
    found = mhqa.retrieval(run, gold, by_group=True)
    assert found.to_dict() == json.loads(command("eval", "retrieval", run, gold, "--json", "--by-group"))
    assert mhqa.retrieval(loaded(run), loaded(gold), by_group=True) == found


def test_what_a_ranking_refuses():
    with pytest.raises(ValueError, match='run: id "q1": expected judgements of each ranked query'):
        mhqa.retrieval(RUN, {"q2": {"d": 1}})
    with pytest.raises(ValueError, match=r"at\[1\]: expected a number from 1"):
        mhqa.retrieval(RUN, JUDGED, at=[1, 0])
    with pytest.raises(ValueError, match=r"judgements\['q1'\]\['d1'\]: expected a level that is a whole number, found 0.5"):
        mhqa.retrieval(RUN, {"q1": {"d1": 0.5}})
    with pytest.raises(TypeError, match=r"judgements\['q1'\]: expected a dict"):
        mhqa.retrieval(RUN, {"q1": "d1"})
    with pytest.raises(ValueError, match="without tabs"):
        mhqa.retrieval(RUN, {"q1": {"d\t1": 1}})
    with pytest.raises(ValueError, match="run: expected rankings, found none"):
        mhqa.retrieval({}, JUDGED)


# Progress.


class Bars:
    """Stands in for tqdm."""

    shown = []

    def __init__(self, desc, total, leave):
        self.desc, self.total, self.n = desc, total, 0

    def update(self, more):
        assert more >= 0
        self.n += more
        Bars.shown.append((self.desc, self.n, self.total))

    def close(self):
        pass


def test_progress_is_shown(monkeypatch):
    tqdm = pytest.importorskip("tqdm.auto")
    monkeypatch.setattr(tqdm, "tqdm", Bars)
    Bars.shown = []
    rows = loaded(GOLD["hotpotqa"]) * 40
    mhqa.audit(rows, progress=True)
    assert Bars.shown and Bars.shown[0][0] == "questions"
    mhqa.probe("hotpotqa", GOLD["hotpotqa"], progress=True)
    assert any(what == "records" for what, _, _ in Bars.shown)
    Bars.shown = []
    mhqa.audit(rows)
    assert Bars.shown == []


def test_an_error_in_the_progress_bar_ends_the_call(monkeypatch, tmp_path):
    tqdm = pytest.importorskip("tqdm.auto")

    def fail(**_):
        raise KeyboardInterrupt

    monkeypatch.setattr(tqdm, "tqdm", fail)
    with pytest.raises(KeyboardInterrupt):
        mhqa.probe("hotpotqa", GOLD["hotpotqa"], tmp_path / "made", progress=True)
    assert not (tmp_path / "made").exists()
    monkeypatch.undo()
    assert mhqa.probe("hotpotqa", GOLD["hotpotqa"], tmp_path / "made").counts["probed"] == 5


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no locks of this kind here")
def test_two_runs_do_not_share_a_folder(tmp_path):
    program = f"""
import sys, time, mhqa
mhqa._data_sets.Progress.told = property(lambda self: lambda *_: (print("holds", flush=True), sys.stdin.readline()))
mhqa.probe("hotpotqa", {str(GOLD["hotpotqa"])!r}, {str(tmp_path / "made")!r})
"""
    other = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert other.stdout.readline() == "holds\n"
        with pytest.raises(ValueError, match=f"another run.*{other.pid}"):
            mhqa.probe("hotpotqa", GOLD["hotpotqa"], tmp_path / "made")
    finally:
        other.communicate("\n" * 100, timeout=60)
    assert other.returncode == 0
