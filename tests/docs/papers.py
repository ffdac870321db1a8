#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Runs each command that docs/papers.md names on the bundled data: papers.py MHQA.

Each row of the page says whether the mechanism is done, done in part, or done by exchange: through files that a user's
models or people answer. Each command must succeed and write something; a row without a command below, and a command
below that no row names, are faults.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "examples" / "data"
STATES = ("done", "partly: ", "by exchange: ")

POOL = f"mhqa compose {DATA}/pool/pool.json --reader words --seed 7"
MUSIQUE, HOTPOT, STRATEGY = f"{DATA}/musique", f"{DATA}/hotpotqa", f"{DATA}/strategyqa"

# What the page names, and how it is run; later commands read what earlier ones wrote.
COMMANDS = {
    "mhqa compose": f"{POOL} --out composed",
    "mhqa compose --until pairs": f"{POOL} --out pairs --until pairs",
    "mhqa compose --without-rules": f"{POOL} --out rules --without-rules head-asks-kind",
    "mhqa compose --entities": f"{POOL} --out noted --entities notes.jsonl",
    "mhqa compose --connection-answers": f"{POOL} --out connected --connection-answers answers.jsonl",
    "mhqa compose --preset": f"{POOL} --out released --preset released",
    "mhqa compose --split": f"{POOL} --out disjoint --split disjoint",
    "mhqa compose --split random": f"{POOL} --out random --split random",
    "mhqa compose --paragraphs": f"{POOL} --out ten --paragraphs 10",
    "mhqa compose --distractors": f"{POOL} --out corpus --distractors corpus --corpus {DATA}/pool/pool.json",
    "mhqa compose --wordings": f"{POOL} --out worded --wordings wordings.jsonl",
    "mhqa stats": "mhqa stats composed/ans/train.jsonl",
    "mhqa condition": f"mhqa condition {MUSIQUE}/gold.jsonl",
    "mhqa humans": f"mhqa humans {MUSIQUE}/gold.jsonl {MUSIQUE}/predictions.jsonl {MUSIQUE}/predictions.jsonl",
    "mhqa eval musique": f"mhqa eval musique {MUSIQUE}/predictions.jsonl {MUSIQUE}/gold.jsonl",
    "mhqa read --steps": f"mhqa read {MUSIQUE}/gold.jsonl --steps",
    "mhqa read --decompositions": "mhqa read answerable.jsonl --decompositions answerable.jsonl",
    "mhqa read --single-fact": f"mhqa read {HOTPOT}/gold.json --single-fact",
    "mhqa probe": f"mhqa probe {HOTPOT}/gold.json --format hotpotqa --out probes --layout jsonl",
    "mhqa probe --artifacts": f"mhqa probe {HOTPOT}/gold.json --format hotpotqa --out parts --artifacts",
    "mhqa probe --adversarial": f"mhqa probe {HOTPOT}/gold.json --format hotpotqa --out false --adversarial",
    "mhqa probe --annotate": f"mhqa probe {HOTPOT}/gold.json --format hotpotqa --out tasks --annotate 1",
    "mhqa eval dire": "mhqa read probes/probe.jsonl --out on_probe.jsonl && "
                      "mhqa eval dire --kind probe probes/probe.jsonl on_probe.jsonl",
    "mhqa eval dire --kind probe_of_transformed":
        "mhqa read probes/probe_of_transformed.jsonl --out on_both.jsonl && "
        "mhqa eval dire --kind probe_of_transformed probes/probe_of_transformed.jsonl on_both.jsonl",
    "mhqa report dire": "mhqa read probes/original.jsonl --out on_original.jsonl && "
                        "mhqa report dire probes/probe.jsonl on_probe.jsonl --original-predictions on_original.jsonl",
    "mhqa report proxies": "mhqa report proxies tasks/annotation_key.jsonl verdicts.jsonl",
    "mhqa check-questions": f"mhqa check-questions {STRATEGY}/gold.json",
    "mhqa check-questions --solvers": f"mhqa check-questions {STRATEGY}/gold.json --solvers solvers.jsonl",
    "mhqa check-questions --step-answers":
        f"mhqa check-questions {STRATEGY}/gold.json --step-answers step_answers.jsonl",
    "mhqa check-decompositions": f"mhqa check-decompositions {STRATEGY}/gold.json",
    "mhqa split": f"mhqa split {STRATEGY}/gold.json --writers writers.jsonl --train train.jsonl --test test.jsonl "
                  "--share 0.5",
    "mhqa split --sample": f"mhqa split {HOTPOT}/gold.json --sample 2 --by type --train two.json",
    "mhqa ask --decompose": f"mhqa ask {HOTPOT}/gold.json --decompose --dry-run --model none",
    "mhqa stats strategyqa": f"mhqa stats strategyqa {STRATEGY}/gold.json",
    "mhqa stats hieradate": f"mhqa stats hieradate {DATA}/hieradate/gold.json",
    "mhqa train-reader --paragraphs":
        f"mhqa train-reader {STRATEGY}/gold.json --paragraphs paragraphs.jsonl --out own.weights",
    "mhqa retrieve": f"mhqa retrieve strategyqa {STRATEGY}/gold.json --corpus paragraphs.jsonl --out found.json",
    "mhqa eval strategyqa": f"mhqa eval strategyqa {STRATEGY}/predictions.json {STRATEGY}/gold.json",
    "mhqa dates subtract": "echo '{\"from\": \"22 August 1924\", \"to\": \"1986-10-30\"}' | mhqa dates subtract --json",
    "mhqa dates subtract --rule":
        "echo '{\"from\": \"August 1924\", \"to\": \"1986\"}' | mhqa dates subtract --rule three-valued",
    "mhqa dates table": f"mhqa dates table {DATA}/hieradate/gold.json {DATA}/hieradate/predictions.json",
    "mhqa eval hieradate": f"mhqa eval hieradate {DATA}/hieradate/predictions.json {DATA}/hieradate/gold.json",
    "mhqa probe-dates": "mhqa probe-dates --format 2wikimultihopqa born.json --out dates.json",
    "mhqa probe-dates --year-only":
        "mhqa probe-dates --format 2wikimultihopqa born.json --out years.json --year-only",
    "mhqa probe-dates --setting":
        "mhqa probe-dates --format 2wikimultihopqa born.json --out setting.json --setting normal",
    "mhqa probe-dates --balance-types":
        "mhqa probe-dates --format 2wikimultihopqa born.json --out balanced.json --balance-types",
}


def write_lines(name, records):
    pathlib.Path(name).write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")


def read_lines(name):
    return [json.loads(line) for line in pathlib.Path(name).read_text(encoding="utf-8").splitlines()]


def write_answers(run):
    """The files that people or models of a user would write, about the bundled data."""
    run(f"{POOL} --out asked --until requests")
    requests = read_lines("asked/requests/heads.jsonl") + read_lines("asked/requests/tails.jsonl")
    write_lines("answers.jsonl", [{"id": one["id"], "answer": "", "support": []} for one in requests])
    run(f"{POOL} --out asked1 --until entities")
    entity = read_lines("asked1/requests/entities.jsonl")[0]["id"]
    write_lines("notes.jsonl", [{"id": entity, "begin": 0, "end": 3, "type": "PERSON", "link": ""}])
    write_lines("answerable.jsonl", [one for one in read_lines(MUSIQUE + "/gold.jsonl") if one["answerable"]])
    born = [[name, "date of birth", date] for name, date in (("Marie Curie", "7 November 1867"), ("Jane Austen", "1775"))]
    write_lines("born.json", [{"_id": "b", "type": "comparison", "question": "Who was born first, Marie Curie or Jane Austen?",
                               "answer": "Jane Austen", "evidences": born, "context": [],
                               "supporting_facts": [["Marie Curie", 0], ["Jane Austen", 0]]}])
    run(f"{POOL} --out asked2")
    wordings = read_lines("asked2/requests/wordings.jsonl")[:1]
    write_lines("wordings.jsonl", [{"id": one["id"], "question": "Who is it?", "same_entity": True} for one in wordings])
    gold = json.loads(pathlib.Path(STRATEGY, "gold.json").read_text(encoding="utf-8"))
    write_lines("solvers.jsonl", [{"qid": one["qid"], "fixed": [False], "tuned": [True]} for one in gold])
    write_lines("step_answers.jsonl", [{"qid": one["qid"], "step_answers": ["1815"] * len(one["decomposition"])}
                                       for one in gold])
    write_lines("writers.jsonl", [{"id": one["qid"], "writer": f"w{i % 2}"} for i, one in enumerate(gold)])
    titles = {title for one in gold for person in one["evidence"] for step in person for part in step
              if isinstance(part, list) for title in part}
    write_lines("paragraphs.jsonl", [{"title": title.rpartition("-")[0], "para_index": int(title.rpartition("-")[2]),
                                      "contents": f"About {title}."} for title in sorted(titles)])
    run("mhqa probe " + HOTPOT + "/gold.json --format hotpotqa --out tasks0 --annotate 1")
    key = read_lines("tasks0/annotation_key.jsonl")
    write_lines("verdicts.jsonl", [{"task": one["task"], "sufficient": True, "annotator": who}
                                   for one in key for who in ("ann", "bob")])


def page_rows():
    for line in (ROOT / "docs" / "papers.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) > 1 and cells[1].startswith("`"):
            yield cells


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    binary = pathlib.Path(arguments[0]).resolve()
    faults, named, rows = [], set(), list(page_rows())
    for cells in rows:
        if len(cells) != 5:
            faults.append(f"docs/papers.md: {cells[0]}: expected 5 cells, found {len(cells)}")
            continue
        section, _, command, _, state = cells
        if not any(state == one or one.endswith(" ") and state.startswith(one) and state != one for one in STATES):
            faults.append(f"docs/papers.md: {section}: expected one of {STATES}, found {state}")
        if command:
            named.add(command.strip("`"))
    faults += [f"docs/papers.md names {one}, which has no command here" for one in sorted(named - COMMANDS.keys())]
    faults += [f"docs/papers.md does not name {one}" for one in sorted(COMMANDS.keys() - named)]

    def run(line):
        done = subprocess.run(["bash", "-o", "pipefail", "-c", line], capture_output=True, text=True, check=False)
        if done.returncode != 0 or not done.stdout + done.stderr:
            faults.append(f"{line}\n  status {done.returncode}: {done.stderr.strip()}")

    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "bin").mkdir()
        (pathlib.Path(folder) / "bin" / "mhqa").symlink_to(binary)
        os.environ["PATH"] = f"{folder}/bin:{os.environ['PATH']}"
        os.chdir(folder)
        write_answers(run)
        for name, line in COMMANDS.items():
            options = [word for word in name.split() if word.startswith("--")]
            if not all(option in line.split() for option in options):
                faults.append(f"{name}: its command does not have the option")
            run(line)
        os.chdir(ROOT)
    for one in faults:
        print(one)
    print(f"papers: {len(rows)} rows, {len(COMMANDS)} commands, {len(faults)} faults")
    return 1 if faults or not rows else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
