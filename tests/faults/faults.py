#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Runs mhqa under faults and fails if it crashes, hangs, aborts, or leaves a file that is neither whole nor absent.

    faults.py --mhqa build/release/bin/mhqa --interpose LIBRARY [--seconds 1800] [--seed N] [--only KIND ...]
    faults.py --mhqa ... --short [--seconds 60]     a short form for CI, without the measurement of time

Kinds: mutations, skipped, kills, pairs, groups, allocations, calls, limits, cuts, maps, pipes, overwrites, records,
servers, scaling, published. Each draws from its own generator, which the seed and the kind decide: the same seed
repeats a run. A case that fails is printed with
its command and its files are kept.
"""
import argparse
import collections
import json
import math
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import hostile_servers

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, "..", "..", "examples", "data")
REFUSED = b"another run works here"
LIMIT = 1.25  # of the exponent of a dimension


def example(*names):
    return os.path.abspath(os.path.join(EXAMPLES, *names))


class Verb:
    """A command line: {NAME} is an input file, {out} the output, which is a file or a folder."""

    def __init__(self, name, line, inputs, out=None, seeded=False, resume=False, by_line=False):
        self.name, self.line, self.inputs, self.out = name, line.split(), inputs, out
        self.seeded, self.resume = seeded, resume
        self.by_line = by_line  # prints the error of a line of input in its place, and ends with status 2

    def command(self, mhqa, files, out, seed=None, more=()):
        words = [mhqa] + [w.format(out=out, **files) for w in self.line]
        if self.seeded and seed is not None:
            words += ["--seed", str(seed)]
        return words + list(more)


def make_verbs(work):
    """Every verb with small inputs; those that read what another verb writes get it made first."""
    gold = {s: example(s, "gold.jsonl" if s == "musique" else "gold.json")
            for s in ("hotpotqa", "2wikimultihopqa", "musique", "hieradate", "strategyqa")}
    said = {s: example(s, "predictions.jsonl" if s == "musique" else "predictions.json") for s in gold}
    weights = os.path.join(HERE, "..", "..", "share", "reader.weights")

    def write(name, text):
        path = os.path.join(work, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    records = []
    for i in range(40):
        records.append({"_id": f"q{i}", "question": "Who wrote Emma?", "answer": "Jane Austen", "type": "bridge",
                        "level": "hard", "supporting_facts": [["Emma", 0], ["Jane Austen", 0]],
                        "context": [["Emma", ["Emma is a novel.", " By Jane Austen."]],
                                    ["Jane Austen", ["Jane Austen (16 December 1775 - 18 July 1817)."]],
                                    ["Bath", ["A town."]], ["Po", ["A river."]], ["Ely", ["A city."]]]})
    probe = write("probe_gold.json", json.dumps(records))
    squad = write("squad.json", json.dumps({"version": "v2.0", "data": [{"title": "T", "paragraphs": [{
        "context": "Emma is by Jane Austen.", "qas": [
            {"id": "a", "question": "Who?", "answers": [{"text": "Jane Austen", "answer_start": 11}]},
            {"id": "b", "question": "Why?", "answers": [], "is_impossible": True}]}]}]}))
    squad_said = write("squad_said.json", json.dumps({"a": "Austen", "b": ""}))
    na_prob = write("na_prob.json", json.dumps({"a": 0.1, "b": 0.9}))
    corpus = write("corpus.jsonl", "".join(
        json.dumps({"title": f"T{i}", "text": f"word{i % 7} of paragraph {i} and others"}) + "\n" for i in range(300)))
    pairs = write("pairs.jsonl", json.dumps({"prediction": "an x", "gold": "x"}) + "\n")
    dates = write("dates.txt", "12 July 1637\n1593\nMay 1999\n")
    steps = write("steps.jsonl", json.dumps({"qid": "a", "question": "q", "decomposition": ["Who is x?", "Is #1 y?"]}) + "\n")
    dire = write("dire.json", json.dumps([{"_id": "q0", "answer": "x", "supporting_facts": [["T", 0]]}]))
    dire_said = write("dire_said.jsonl", json.dumps({"question_id": "q0", "answer": "x", "supporting_paragraphs": ["T"]}) + "\n")
    pool = example("pool", "pool.json")

    verbs = [Verb(f"eval {s}", f"eval {s} {{p}} {{g}} --per-question {{out}}", {"p": said[s], "g": gold[s]}, "file")
             for s in gold]
    judged = write("judged.jsonl", "".join(json.dumps({"prediction": p, "gold": "Ann", "verdict": v}) + "\n"
                                           for p, v in (("Ann", True), ("Bob", False), ("an Ann", True))))
    rewarded = write("rewarded.jsonl", json.dumps({"text": "<answer> Rome </answer>", "gold": ["Rome"]}) + "\n")
    lives = write("lives.jsonl", json.dumps({"id": "1", "title": "Ann", "text": "Ann (c. 1856 - April 1931) was a painter."}) + "\n")
    two_dates = write("two_dates.tsv", "12 July 1637\t1593\nMay 1999\t1999\n")
    evidence = write("evidence.jsonl", "".join(json.dumps({"title": f"T{i}", "para_index": i, "content": f"word{i % 5} iron {i}"}) + "\n"
                                               for i in range(40)))
    with open(gold["strategyqa"]) as file:
        writers = write("writers.jsonl", "".join(json.dumps({"qid": r["qid"], "writer": f"w{i % 3}"}) + "\n"
                                                 for i, r in enumerate(json.load(file))))
    ranking = write("run.trec", "".join(f"q{i} Q0 d{i}{k} {k} {9 - k}.5 run\n" for i in range(5) for k in range(4)))
    judgements = write("qrels.tsv", "".join(f"q{i} 0 d{i}{k} 1\n" for i in range(5) for k in (1, 3)))
    verbs += [
        Verb("eval --part", "eval hotpotqa {p} {g} --part 1/3 --out {out}",
             {"p": said["hotpotqa"], "g": gold["hotpotqa"]}, "file"),
        Verb("agree", "agree {i} --dialect r1-searcher", {"i": judged}),
        Verb("reward", "reward {i} --rule verl_search_r1_like", {"i": rewarded}, by_line=True),
        Verb("compare", "compare {g} {p} {q} --samples 20", {"g": gold["hotpotqa"], "p": said["hotpotqa"], "q": said["hotpotqa"]}),
        Verb("check hotpotqa", "check hotpotqa {p} {g}", {"p": said["hotpotqa"], "g": gold["hotpotqa"]}, by_line=True),
        Verb("check musique", "check musique {p} {g}", {"p": said["musique"], "g": gold["musique"]}, by_line=True),
        Verb("check-questions", "check-questions {i} --per-question {out}", {"i": gold["strategyqa"]}, "file"),
        Verb("retrieve strategyqa", "retrieve strategyqa {i} --corpus {c} --out {out}",
             {"i": gold["strategyqa"], "c": evidence}, "file"),
        Verb("check 2wikimultihopqa", "check 2wikimultihopqa {p} {g}", {"p": said["2wikimultihopqa"], "g": gold["2wikimultihopqa"]}, by_line=True),
        Verb("dates compare", "dates compare {i}", {"i": two_dates}, by_line=True),
        Verb("dates subtract", "dates subtract {i}", {"i": two_dates}, by_line=True),
        Verb("dates table", "dates table {g} {p}", {"g": gold["hieradate"], "p": said["hieradate"]}),
        Verb("dates sort", "dates sort {i}", {"i": dates}, by_line=True),
        Verb("dates life", "dates life {i}", {"i": lives}, by_line=True),
        Verb("dates answer", "dates answer {i} --out {out}", {"i": gold["hieradate"]}, "file"),
        Verb("dates export", "dates export {i} --to flat --out {out}", {"i": gold["hieradate"]}, "file"),
        Verb("dates split", "dates split {i} --dev {out} --test {out}.test", {"i": gold["hieradate"]}, "file", seeded=True),
        Verb("stats hieradate", "stats hieradate {i}", {"i": gold["hieradate"]}),
        Verb("convert", "convert {i} --from hotpotqa --to flashrag --out {out}", {"i": probe}, "file"),
        Verb("convert squad", "convert {i} --from musique --to squad --out {out}", {"i": gold["musique"]}, "file"),
        Verb("convert run", "convert {i} --from run --to run-beir --out {out}", {"i": ranking}, "file"),
        Verb("vectors", "vectors {out} --count 3", {}, "folder", seeded=True),
        Verb("eval 2wikimultihopqa --aliases", "eval 2wikimultihopqa {p} {g} --aliases {a}",
             {"p": said["2wikimultihopqa"], "g": gold["2wikimultihopqa"], "a": example("2wikimultihopqa", "id_aliases.jsonl")}),
        Verb("eval squad", "eval squad {p} {g} --na-prob {n} --per-question {out}",
             {"p": squad_said, "g": squad, "n": na_prob}, "file"),
        Verb("eval dire", "eval dire --kind original {g} {p} --per-question {out}", {"g": dire, "p": dire_said}, "file"),
        Verb("score", "score --dialect musique {i}", {"i": pairs}, by_line=True),
        Verb("dates parse", "dates parse {i}", {"i": dates}, by_line=True),
        Verb("check-decompositions", "check-decompositions {i} --format strategyqa --per-question {out}", {"i": steps}, "file"),
        Verb("stats", "stats {i}", {"i": gold["musique"]}),
        Verb("stats strategyqa", "stats strategyqa {i}", {"i": gold["strategyqa"]}),
        Verb("audit", "audit {i} --list", {"i": gold["musique"]}),
        Verb("read", "read {i} --out {out}", {"i": gold["musique"]}, "file"),
        Verb("read --weights", "read {i} --weights {w} --out {out}", {"i": gold["musique"], "w": weights}, "file"),
        Verb("train-reader", "train-reader {i} --passes 1 --out {out}", {"i": gold["musique"]}, "file", seeded=True),
        Verb("probe", "probe --format hotpotqa {i} --out {out} --artifacts", {"i": probe}, "folder", seeded=True),
        Verb("probe-dates", "probe-dates --format 2wikimultihopqa {i} --out {out}", {"i": gold["2wikimultihopqa"]}, "file", seeded=True),
        Verb("index", "index {i} --out {out} --threads 2", {"i": corpus}, "file"),
        Verb("compose", "compose {i} --out {out} --threads 2", {"i": pool}, "folder", seeded=True, resume=True),
        Verb("split", "split {i} --writers {w} --train {out} --test {out}.test --share 0.5",
             {"i": gold["strategyqa"], "w": writers}, "file", seeded=True),
        Verb("condition", "condition {i}", {"i": gold["musique"]}),
        Verb("condition --requests", "condition {i} --requests {out}", {"i": gold["musique"]}, "folder"),
        Verb("humans", "humans {g} {p} {q}", {"g": gold["musique"], "p": said["musique"], "q": said["musique"]}),
        Verb("ask --dry-run", "ask {i} --dry-run --model m", {"i": gold["musique"]}),
        Verb("eval retrieval", "eval retrieval {r} {q} --per-question {out}", {"r": ranking, "q": judgements}, "file"),
        Verb("eval --result", "eval hotpotqa {p} {g} --result {out}", {"p": said["hotpotqa"], "g": gold["hotpotqa"]}, "file"),
    ]
    return verbs


class Bench:
    def __init__(self, options):
        self.options = options
        self.mhqa = os.path.abspath(options.mhqa)
        self.work = tempfile.mkdtemp(prefix="mhqa-faults-")
        self.verbs = make_verbs(self.work)
        self.verbs += self.readers_of_outputs()
        if options.pool:
            self.verbs.append(Verb("compose --pool", "compose {i} --out {out} --threads 2",
                                   {"i": os.path.abspath(options.pool)}, "folder", seeded=True, resume=True))
        if options.verb:
            self.verbs = [v for v in self.verbs if options.verb in v.name]
        self.solos, self.times, self.calls = {}, {}, {}
        self.counts = collections.OrderedDict()
        self.failures = 0

    def readers_of_outputs(self):
        """The verbs that read what other verbs write."""
        def make(name, *words):
            path = os.path.join(self.work, name)
            subprocess.run([self.mhqa, *words, path], check=True, stdout=subprocess.DEVNULL)
            return path

        index = make("corpus.idx", "index", os.path.join(self.work, "corpus.jsonl"), "--out")
        result = make("a.result.json", "eval", "hotpotqa", example("hotpotqa", "predictions.json"),
                      example("hotpotqa", "gold.json"), "--result")
        parts = [make(f"part{i}", "eval", "hotpotqa", example("hotpotqa", "predictions.json"),
                      example("hotpotqa", "gold.json"), "--part", f"{i}/3", "--out") for i in range(3)]
        probe = os.path.join(make("probe", "probe", "--format", "hotpotqa", os.path.join(self.work, "probe_gold.json"),
                                  "--out"), "probe.json")
        said = os.path.join(self.work, "on_probe.jsonl")
        with open(probe) as instances, open(said, "w") as file:
            for instance in json.load(instances):
                file.write(json.dumps({"question_id": instance["_id"], "sub_idx": instance["sub_idx"], "group": instance["group"],
                                       "answer": "Jane Austen", "supporting_paragraphs": [0], "answer_confidence": 0.5}) + "\n")
        flat = make("flat.jsonl", "dates", "export", example("hieradate", "gold.json"), "--to", "flat", "--out")
        answers = os.path.join(self.work, "answers.json")
        with open(flat) as lines, open(answers, "w") as file:
            json.dump({r["id"]: r["answer"] for r in map(json.loads, lines)}, file)
        key = os.path.join(make("annotated", "probe", "--format", "hotpotqa", os.path.join(self.work, "probe_gold.json"),
                                "--annotate", "5", "--out"), "annotation_key.jsonl")
        verdicts = os.path.join(self.work, "verdicts.jsonl")
        with open(key) as lines, open(verdicts, "w") as file:
            for line in lines:
                for who in "ab":
                    file.write(json.dumps({"task": json.loads(line)["task"], "sufficient": True, "annotator": who}) + "\n")
        queries = os.path.join(self.work, "queries.tsv")
        with open(queries, "w") as file:
            file.write("a\tword3 of\nb\tparagraph 7\n")
        asked = make("asked", "condition", example("musique", "gold.jsonl"), "--requests")
        read = os.path.join(self.work, "read.jsonl")
        with open(os.path.join(asked, "condition.jsonl")) as lines, open(read, "w") as file:
            for line in lines:
                file.write(json.dumps({"id": json.loads(line)["id"], "answer": "x", "support": []}) + "\n")
        given = self.answers_for_compose()
        return [
            Verb("dates import", "dates import {g} {a} --out {out}", {"g": example("hieradate", "gold.json"), "a": answers}, "file"),
            Verb("report proxies", "report proxies {k} {v}", {"k": key, "v": verdicts}),
            Verb("search --file", "search {i} --file {q} --out {out}", {"i": index, "q": queries}, "file"),
            Verb("condition --answers", "condition {i} --answers {a}", {"i": example("musique", "gold.jsonl"), "a": read}),
            Verb("compose with answers", "compose {i} --config {c} --entities {e} --connection-answers {a} --wordings {w} "
                 "--corpus {d} --distractors corpus --out {out}", given),
            Verb("merge", "merge {i} {j} --out {out}", {"i": parts[0], "j": parts[1]}, "file"),
            Verb("merge --json", "merge {i} {j} {k} --json", dict(zip("ijk", parts))),
            Verb("search", "search {i} word3 --json", {"i": index}),
            Verb("diff", "diff {i} --dialect squad-1.1 --questions {out}", {"i": result}, "file"),
            Verb("report html", "report html {i} --samples 20 -o {out}", {"i": result}, "file"),
            Verb("report dire", "report dire {i} {p}", {"i": probe, "p": said}),
        ]

    def answers_for_compose(self):
        """Every file that compose reads: a pool, options, notes, and answers to the requests of a run with them."""
        def write(name, lines):
            path = os.path.join(self.work, name)
            with open(path, "w") as file:
                file.write("".join(line + "\n" for line in lines))
            return path

        pool, corpus = example("pool", "pool.json"), os.path.join(self.work, "corpus.jsonl")
        config = write("compose.conf", ["seed = 5", "threads = 2", "folds = 4"])
        folder = os.path.join(self.work, "asked-of-compose")
        first = [self.mhqa, "compose", pool, "--config", config, "--out", folder]
        subprocess.run(first + ["--until", "entities"], check=True, stdout=subprocess.DEVNULL)

        def requests(name):
            with open(os.path.join(folder, "requests", name)) as file:
                return [json.loads(line) for line in file]

        notes = write("notes.jsonl", [json.dumps({"id": r["id"], "begin": 0, "end": 3, "type": "PERSON", "link": None})
                                      for r in requests("entities.jsonl")[:1]])
        first += ["--entities", notes, "--corpus", corpus, "--distractors", "corpus"]
        subprocess.run(first + ["--until", "requests"], check=True, stdout=subprocess.DEVNULL)
        answers = write("connected.jsonl", [json.dumps({"id": r["id"], "answer": "", "support": []})
                                            for r in requests("heads.jsonl") + requests("tails.jsonl")])
        first += ["--connection-answers", answers]
        subprocess.run(first + ["--until", "graphs"], check=True, stdout=subprocess.DEVNULL)
        subprocess.run(first + ["--resume"], check=True, stdout=subprocess.DEVNULL)
        words = write("worded.jsonl", [json.dumps({"id": r["id"], "question": " ".join(r["steps"]), "same_entity": True})
                                       for r in requests("wordings.jsonl")])
        return {"i": pool, "c": config, "e": notes, "a": answers, "w": words, "d": corpus}

    def expect_status_0(self):
        """Undisturbed runs succeed; otherwise their faults would show nothing. The submission of `check` has a problem."""
        for verb in self.verbs:
            with tempfile.TemporaryDirectory(dir=self.work) as folder:
                command = verb.command(self.mhqa, verb.inputs, os.path.join(folder, "out"), 1)
                done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                if done.returncode != 0 and not verb.name.startswith("check "):
                    self.fail("undisturbed", f"{verb.name}: status {done.returncode}: {done.stderr.decode()}", command)

    def turns(self, verbs, draw, until):
        """Verbs in random order, again and again until the time is over; in a long run each at least once."""
        done = 0
        while verbs:
            for verb in draw.sample(verbs, len(verbs)):
                if time.time() >= until and done >= (1 if self.options.short else len(verbs)):
                    return
                yield verb
                done += 1

    def solo(self, verb, seeds):
        """What undisturbed runs leave, by seed; computed once."""
        for seed in seeds:
            if (verb.name, seed) not in self.solos:
                with tempfile.TemporaryDirectory(dir=self.work) as folder:
                    path = os.path.join(folder, "out")
                    start = time.time()
                    self.run("solo", verb.command(self.mhqa, verb.inputs, path, seed))
                    self.times[verb.name] = time.time() - start
                    self.solos[verb.name, seed] = without_path(files_below(path), path)
        return {seed: self.solos[verb.name, seed] for seed in seeds}

    def count(self, kind, what, n=1):
        self.counts.setdefault(kind, collections.Counter())[what] += n

    def fail(self, kind, why, command, folder=None):
        self.failures += 1
        kept = ""
        if folder is not None:
            kept = os.path.join(self.work, f"failure-{self.failures}")
            shutil.copytree(folder, kept, symlinks=True, dirs_exist_ok=True,
                            ignore=lambda at, names: [n for n in names if not os.path.isfile(os.path.join(at, n))
                                                      and not os.path.isdir(os.path.join(at, n))])
            kept = f"; files: {kept}"
        print(f"FAILED {kind}: {why}\n  {' '.join(command)}{kept}", flush=True)

    def run(self, kind, command, seconds=60, fault=None, limit=None, cwd=None, by_line=False, expect_line=True):
        """Runs to the end: the status and standard error; anything but 0 and 2 with one line is a failure.

        A verb that works line by line may end with 2 and nothing on standard error. Where an allocation fails in a
        function that may not throw, the status is -6.
        """
        env = dict(os.environ, ASAN_OPTIONS="abort_on_error=1:allocator_may_return_null=1:detect_leaks=0")
        if fault is not None:
            env.update(LD_PRELOAD=self.options.interpose, MHQA_FAULT=fault)
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                   env=env, cwd=cwd, preexec_fn=limit)
        try:
            error = process.communicate(timeout=seconds)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            self.fail(kind, f"no end after {seconds} s", command, cwd)
            return None, b""
        status = process.returncode
        one_line = error.count(b"\n") == 1 and error.startswith(b"mhqa: error: ")
        # The standard library, CLI11 and simdjson allocate in functions that may not throw: see aborted_share.
        if status == -6 and fault is not None and fault.startswith("malloc") and error.startswith(b"terminate called"):
            return status, error
        bad = status not in (0, 2) or (expect_line and status == 2 and not one_line and (error or not by_line))
        if bad:
            self.fail(kind, f"status {status}: {error[-600:].decode(errors='replace')}", command, cwd)
            return None, error
        return status, error


def files_below(path):
    """{name: bytes} of a file or folder; empty if it is missing. Locks of killed runs are left out."""
    if os.path.isfile(path):
        with open(path, "rb") as file:
            return {"": file.read()}
    out = {}
    for at, _, names in os.walk(path):
        for name in names:
            if name in ("lock", ".mhqa.lock"):
                continue
            full = os.path.join(at, name)
            with open(full, "rb") as file:
                out[os.path.relpath(full, path)] = file.read()
    return out


def is_part(name):
    return name.endswith(".part")


def remove(path):
    if os.path.isdir(path):
        shutil.rmtree(path)
    elif os.path.exists(path):
        os.remove(path)


def without_path(files, path):
    """Replaces the output's path, which probe-dates and probe write into their files, by one word."""
    return {name: data.replace(path.encode(), b"OUT") for name, data in files.items()}


def mutate(data, draw):
    """A few random changes of a file's bytes: flips, cuts, copies, and tokens that parsers stumble over."""
    tokens = [b"{", b"}", b"[", b"]", b'"', b"\\", b"\\ud800", b"\0", b"\xff", b"-1", b"1e999", b"18446744073709551616", b"null",
              b"true", b",", b":", b"\n", b"[[[[[[[[", b"#1", b"#99999999999", b"\xed\xa0\x80", b"\xe2\x80\xae", b"NaN", b'""']
    data = bytearray(data)
    for _ in range(draw.choice((1, 1, 1, 2, 3, 8))):
        at = draw.randrange(len(data) + 1)
        end = min(len(data), at + draw.choice((1, 1, 2, 8, 100)))
        kind = draw.randrange(7)
        if kind == 0 and data:
            data[min(at, len(data) - 1)] ^= 1 << draw.randrange(8)
        elif kind == 1:
            del data[at:]
        elif kind == 2:
            del data[at:end]
        elif kind == 3:
            data[at:at] = draw.choice(tokens)
        elif kind == 4:
            data[at:end] = draw.choice(tokens)
        elif kind == 5:
            data[at:at] = data[at:end]
        else:
            other = draw.randrange(len(data) + 1)
            data[at:at] = data[other : other + draw.choice((4, 40, 400))]
    return bytes(data)


def mutations(bench, draw, until):
    """Random mutations of every input of every verb. An index that is damaged gives an error or the right answer."""
    good = {}
    for verb in bench.verbs:
        if verb.name == "search":
            good[verb.name] = subprocess.run(verb.command(bench.mhqa, verb.inputs, ""), stdout=subprocess.PIPE).stdout
    for verb in bench.turns(bench.verbs, draw, until):
        for which, source in verb.inputs.items():
            with tempfile.TemporaryDirectory(dir=bench.work) as folder:
                with open(source, "rb") as file:
                    data = mutate(file.read(), draw)
                path = os.path.join(folder, os.path.basename(source))
                with open(path, "wb") as file:
                    file.write(data)
                command = verb.command(bench.mhqa, dict(verb.inputs, **{which: path}), os.path.join(folder, "out"))
                status, _ = bench.run("mutations", command, cwd=folder, by_line=verb.by_line)
                bench.count("mutations", {0: "accepted", 2: "refused", None: "FAILED"}[status])
                if status == 0 and verb.name == "search":
                    if subprocess.run(command, stdout=subprocess.PIPE).stdout != good[verb.name]:
                        bench.fail("mutations", "another result of a damaged index", command, folder)
                if status == 2 and any(not is_part(n) for n in files_below(os.path.join(folder, "out"))):
                    if not verb.name.startswith("compose"):  # which keeps the stages that were finished
                        bench.fail("mutations", "an output after an error", command, folder)


# JSON of the kind that hand-written writers and JavaScript leave behind. NaN, Infinity and -Infinity are not among it:
# Python writes them, and a member that no verb reads may hold them.
MALFORMED = [".5", "1.", "01", "+1", "nan", "+NaN", "undefined", "tru", "-", "1e", "0x10", "Infinit", "1_0", "'a'", '"\\x"', '"\\u12"',
             '"a\tb"', '{"a" 1}', '{"a":}', "{a:1}", "[1 2]", "[1,]", '{"a":1,}', "[,]", '{"a":1 "b":2}', "[}", "", "]", "/*c*/1",
             '"a" "b"', "1 2", '{"a":[{"b":tru}]}', '{"a":1}}', "[[1]", "nullx"]


def places_of_objects(data):
    """Where objects begin in a JSON text: the offsets after their opening braces; whether each is empty."""
    out, inside, escaped = [], False, False
    for at, byte in enumerate(data):
        if inside:
            inside = escaped or byte != 0x22
            escaped = byte == 0x5C and not escaped
        elif byte == 0x22:
            inside = True
        elif byte == 0x7B:
            out.append((at + 1, data[at + 1 :].lstrip()[:1] == b"}"))
    return out


def is_json(data):
    try:
        json.loads(data)
        return True
    except ValueError:
        pass
    try:
        return bool([json.loads(line) for line in data.splitlines() if line.strip()])
    except ValueError:
        return False


def skipped(bench, draw, until):
    """A member that no verb reads, with malformed JSON, in a random object of each JSON input: status 2."""
    for verb in bench.turns(bench.verbs, draw, until):
        for which, source in verb.inputs.items():
            with open(source, "rb") as file:
                data = file.read()
            objects = places_of_objects(data) if data[:1] in (b"{", b"[") and is_json(data) else []
            for token in draw.sample(MALFORMED, 4) if objects else []:
                with tempfile.TemporaryDirectory(dir=bench.work) as folder:
                    at, empty = draw.choice(objects)
                    path = os.path.join(folder, os.path.basename(source))
                    with open(path, "wb") as file:
                        file.write(data[:at] + b'"of no verb": ' + token.encode() + (b"" if empty else b", ") + data[at:])
                    command = verb.command(bench.mhqa, dict(verb.inputs, **{which: path}), os.path.join(folder, "out"))
                    status, _ = bench.run("skipped", command, cwd=folder, by_line=verb.by_line)
                    bench.count("skipped", {0: "ACCEPTED", 2: "refused", None: "FAILED"}[status])
                    if status == 0:
                        bench.fail("skipped", f"{verb.name} accepts {token}", command, folder)


def change_map(path, data, draw):
    """Cuts, overwrites, extends or restores a file in place, as cp and editors do; the name of what it did."""
    mode = draw.choice(("cut to 0", "cut", "cut 4095", "overwrite", "append", "restore", "smaller", "replace"))
    if mode.startswith("cut"):
        os.truncate(path, {"cut to 0": 0, "cut": draw.randrange(len(data)), "cut 4095": len(data) - 4095}[mode])
    elif mode == "replace":
        with open(path + ".new", "wb") as file:
            file.write(data[: len(data) // 2])
        os.replace(path + ".new", path)
    elif mode == "overwrite":
        with open(path, "r+b") as file:
            for _ in range(draw.choice((1, 20))):
                file.seek(draw.randrange(len(data) - 5000))
                file.write(draw.randbytes(5000))
    else:
        with open(path, "ab" if mode == "append" else "wb") as file:
            file.write(b"x" if mode == "append" else data[: len(data) // 3] if mode == "smaller" else data)
    return mode


def maps(bench, draw, until):
    """An index that changes while it is searched: status 2 or the right answers; no signal, no end that does not come."""
    def write(name, lines):
        with open(os.path.join(bench.work, name), "w") as file:
            file.writelines(lines)
        return file.name

    corpus = write("mapped.jsonl", (json.dumps({"title": f"T{i}", "text": " ".join(
        f"w{(i * 7 + j * j) % 5000}" for j in range(40)) + " common" * (i % 3)}) + "\n" for i in range(20000)))
    queries = write("mapped.tsv", (f"q{i}\tw{i % 5000} w{i * 77 % 5000} w4000 common\n" for i in range(3000)))
    index = os.path.join(bench.work, "mapped.idx")
    subprocess.run([bench.mhqa, "index", corpus, "--out", index], check=True, stdout=subprocess.DEVNULL)
    search = ["search", index, "--file", queries, "--format", "beir"]
    right = subprocess.run([bench.mhqa, *search], stdout=subprocess.PIPE, check=True).stdout
    with open(index, "rb") as file:
        data = file.read()
    runs = 0
    while runs < (6 if bench.options.short else 60) or time.time() < until:
        runs += 1
        with tempfile.TemporaryDirectory(dir=bench.work) as folder:
            path, out = os.path.join(folder, "t.idx"), os.path.join(folder, "out")
            with open(path, "wb") as file:
                file.write(data)
            command = [bench.mhqa, "search", path, "--file", queries, "--format", "beir", "--out", out]
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            time.sleep(draw.random() * 0.3)
            mode = change_map(path, data, draw)
            try:
                error = process.communicate(timeout=60)[1]
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                bench.fail("maps", f"{mode}: no end after 60 s", command)
                continue
            left = files_below(out).get("")
            if process.returncode not in (0, 2) or (process.returncode == 2 and error.count(b"\n") != 1):
                bench.fail("maps", f"{mode}: status {process.returncode}: {error[-300:].decode(errors='replace')}", command)
            elif left != (right if process.returncode == 0 else None):
                bench.fail("maps", f"{mode}: status {process.returncode} with other answers", command)
            else:
                bench.count("maps", "right" if process.returncode == 0 else "refused")


def kills(bench, draw, until):
    """Kills at random moments: what is under its final name is whole, and the next run leaves the same bytes."""
    verbs = [v for v in bench.verbs if v.out]
    for verb in bench.turns(verbs, draw, until):
        whole = bench.solo(verb, (1,))[1]
        with tempfile.TemporaryDirectory(dir=bench.work) as folder:
            out = os.path.join(folder, "out")
            command = verb.command(bench.mhqa, verb.inputs, out, 1)
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(draw.random() * bench.times[verb.name] * 1.1)
            process.send_signal(signal.SIGKILL)
            process.wait()
            bench.count("kills", "killed" if process.returncode < 0 else "ended before")
            for name, data in without_path(files_below(out), out).items():
                if is_part(name) or name.endswith(".lock"):
                    continue
                if whole.get(name) != data:
                    bench.fail("kills", f"{verb.name}: {name or 'the output'} is neither whole nor absent", command, folder)
            status, error = bench.run("kills", command + (["--resume"] if verb.resume else []), cwd=folder)
            if status != 0 or without_path(files_below(out), out) != whole:
                bench.fail("kills", f"{verb.name}: status {status}, or other bytes, after going on: {error.decode()}", command, folder)
            left = [n for n in os.listdir(folder) if n.endswith((".part", ".lock"))]
            if left:
                bench.fail("kills", f"{verb.name}: left {left}", command, folder)


def together(bench, draw, until, kind, runs):
    """Runs at once with one output: each gives its bytes or is refused, and the output is one of theirs."""
    verbs = [v for v in bench.verbs if v.out]
    for verb in bench.turns(verbs, draw, until):
        solos = bench.solo(verb, (1, 2))
        with tempfile.TemporaryDirectory(dir=bench.work) as folder:
            out = os.path.join(folder, "out")
            started = []
            for i in range(runs):
                more = ["--wait"] if draw.random() < 0.25 else []
                seed = 1 + i % 2
                started.append((seed, subprocess.Popen(verb.command(bench.mhqa, verb.inputs, out, seed, more),
                                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)))
                if draw.random() < 0.5:
                    time.sleep(draw.random() * 0.01)
            done = set()
            for seed, process in started:
                try:
                    error = process.communicate(timeout=120)[1]
                except subprocess.TimeoutExpired:
                    process.kill()
                    error = b"hang"
                if process.returncode == 0:
                    done.add(seed)
                    bench.count(kind, "runs whole")
                elif process.returncode == 2 and REFUSED in error:
                    bench.count(kind, "runs refused")
                else:
                    bench.fail(kind, f"{verb.name}: status {process.returncode}: {error[-300:]}", process.args, folder)
            left = without_path(files_below(out), out)
            bench.count(kind, "groups")
            if not any(left == solos[seed] for seed in done):
                bench.fail(kind, f"{verb.name}: a mixture", started[0][1].args, folder)
            if len(os.listdir(folder)) > 4:
                bench.fail(kind, f"{verb.name}: left {os.listdir(folder)}", started[0][1].args, folder)


def calls_of(bench, verb):
    """How often a run calls each function of interpose.cpp; counted once."""
    if verb.name not in bench.calls:
        with tempfile.TemporaryDirectory(dir=bench.work) as folder:
            bench.calls[verb.name] = count_calls(bench, verb, folder)
    return bench.calls[verb.name]


def count_calls(bench, verb, folder):
    env = dict(os.environ, LD_PRELOAD=bench.options.interpose, MHQA_FAULT_COUNT="1")
    error = subprocess.run(verb.command(bench.mhqa, verb.inputs, os.path.join(folder, "counted"), 1), env=env,
                           stdout=subprocess.DEVNULL, stderr=subprocess.PIPE).stderr.decode()
    return {w.split()[1]: int(w.split()[2]) for w in error.splitlines() if w.startswith("mhqa-calls")}


# At most one failing allocation in so many may end the program in a function that may not throw.
aborted_share = 50


def failing(bench, draw, until, kind, functions):
    """The n-th call of a function fails: one line and status 2, or the call did not matter; no file is half-written."""
    tried = ended = 0
    for verb in bench.turns(bench.verbs, draw, until):
        counts = calls_of(bench, verb)
        whole = bench.solo(verb, (1,))[1] if verb.out else None
        for function in functions:
            most = counts.get(function.rstrip("+"), 0)
            if most == 0:
                continue
            # Small numbers are drawn as often as large ones: the beginning of a run has the most cases.
            call = min(most, int(math.exp(draw.random() * math.log(most + 1))))
            with tempfile.TemporaryDirectory(dir=bench.work) as folder:
                out = os.path.join(folder, "out")
                command = verb.command(bench.mhqa, verb.inputs, out, 1)
                status, error = bench.run(kind, command, fault=f"{function}:{call}", cwd=folder,
                                          by_line=verb.by_line, expect_line=function != "write")
                bench.count(kind, {0: f"{function}: no harm", 2: f"{function}: refused", -6: f"{function}: ended",
                                   None: "FAILED"}[status])
                tried, ended = tried + 1, ended + (status == -6)
                left = without_path(files_below(out), out)
                for name, data in left.items():
                    if whole is not None and whole.get(name) != data:
                        bench.fail(kind, f"{function}:{call}: {name or 'the output'} is not whole", command, folder)
                parts = [n for n in list(left) + os.listdir(folder) if is_part(n)]
                if parts and status in (0, 2):
                    bench.fail(kind, f"{function}:{call}: left {parts}", command, folder)
    if ended * aborted_share > tried:
        bench.fail(kind, f"{ended} of {tried} failing allocations ended the program", [])


def limits(bench, draw, until):
    """Disks that are full: a limit of the size of files, at random; what was there stays."""
    verbs = [v for v in bench.verbs if v.out]
    for verb in bench.turns(verbs, draw, until):
        with tempfile.TemporaryDirectory(dir=bench.work) as folder:
            out = os.path.join(folder, "out")
            bench.run("limits", verb.command(bench.mhqa, verb.inputs, out, 2))
            before = files_below(out)
            most = draw.randrange(max(len(d) for d in before.values()) + 2)
            command = verb.command(bench.mhqa, verb.inputs, out, 1)
            status, _ = bench.run("limits", command, cwd=folder,
                                  limit=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)))
            bench.count("limits", {0: "fits", 2: "refused", None: "FAILED"}[status])
            after = files_below(out)
            if status == 2 and not verb.name.startswith("compose") and {n: d for n, d in before.items() if n != "manifest.json"} != \
                    {n: d for n, d in after.items() if n != "manifest.json"}:
                bench.fail("limits", f"{verb.name}: other bytes after an error", command, folder)
            if any(is_part(n) for n in after):
                bench.fail("limits", f"{verb.name}: left a temporary file", command, folder)


def cuts(bench, draw, until):
    """A large input that is cut short, written over or appended to while it is read."""
    base = json.load(open(example("hotpotqa", "gold.json")))
    lines = [json.dumps(dict(r, _id=f"{r['_id']}-{i}")) for i in range(4000 if bench.options.short else 60000)
             for r in base[:2]]
    first = True
    while time.time() < until or first:
        first = False
        for shape in ("[" + ",".join(lines) + "]", "\n".join(lines) + "\n"):
            for change in ("cut", "zero", "append"):
                with tempfile.TemporaryDirectory(dir=bench.work) as folder:
                    gold = os.path.join(folder, "gold")
                    with open(gold, "w") as file:
                        file.write(shape)
                    said = os.path.join(folder, "said")
                    with open(said, "w") as file:
                        json.dump({"answer": {f"{base[0]['_id']}-0": "x"}}, file)
                    command = [bench.mhqa, "eval", "hotpotqa", said, gold]
                    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                    time.sleep(draw.random() * 0.15)
                    size = os.path.getsize(gold)
                    if change == "cut":
                        os.truncate(gold, draw.randrange(size))
                    else:
                        with open(gold, "r+b") as file:
                            file.seek(draw.randrange(size) if change == "zero" else size)
                            file.write(b"\0" * 5000)
                    try:
                        error = process.communicate(timeout=300)[1]
                    except subprocess.TimeoutExpired:
                        process.kill()
                        error = b"hang"
                    bench.count("cuts", {0: "read before", 2: "refused"}.get(process.returncode, "FAILED"))
                    if process.returncode not in (0, 2) or error == b"hang":
                        bench.fail("cuts", f"{change}: status {process.returncode} {error[-200:]}", command)


def pipes(bench, draw, until):
    """Every input through a named pipe, and through a descriptor: the run ends, with its result or one line."""
    for verb in draw.sample(bench.verbs, 8) if bench.options.short else bench.verbs:
        for which, source in verb.inputs.items():
            with tempfile.TemporaryDirectory(dir=bench.work) as folder:
                pipe = os.path.join(folder, "pipe")
                os.mkfifo(pipe)
                # Killed below: it waits for ever if the command refuses the pipe without opening it.
                feeder = subprocess.Popen(["sh", "-c", 'exec cat "$0" > "$1"', source, pipe], stdin=subprocess.DEVNULL,
                                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                command = verb.command(bench.mhqa, dict(verb.inputs, **{which: pipe}), os.path.join(folder, "out"))
                status, _ = bench.run("pipes", command, seconds=20, by_line=verb.by_line)
                bench.count("pipes", {0: "read", 2: "refused", None: "FAILED"}[status])
                feeder.kill()
                feeder.wait()


def dimensions(folder, mhqa):
    """(name, n, make(n) -> command words) for each verb and each thing of which an input may hold many."""
    def put(name, text):
        path = os.path.join(folder, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def musique(steps=2, paragraphs=2, titles=None, aliases=0, reference="#1"):
        return json.dumps({
            "id": "2hop__1_2", "question": "Who?", "answer": "x", "answer_aliases": [f"alias {i}" for i in range(aliases)],
            "answerable": True, "paragraphs": [{"idx": i, "title": titles or f"T{i}", "paragraph_text": f"text {i} of x",
                                                "is_supporting": i < 2} for i in range(paragraphs)],
            "question_decomposition": [{"id": i, "question": "Who is it?" if i == 0 else f"Is {reference} it?", "answer": "x",
                                        "paragraph_support_idx": i % 2} for i in range(steps)]}) + "\n"

    def joined(n):
        """A question of n steps and one that names all of them."""
        one = json.loads(musique(steps=n + 1))
        for step in one["question_decomposition"][1:]:
            step["question"] = "Who is it?"
        one["question_decomposition"][-1]["question"] = "Is " + " ".join(f"#{i}" for i in range(1, n + 1)) + " it?"
        return json.dumps(one) + "\n"

    def hotpotqa(paragraphs=5, facts=2, sentences=1, same=False, n=1, evidences=0):
        one = json.dumps({
            "_id": "q@", "question": "Who died first, Ann or Bob?", "answer": "Ann", "type": "comparison", "level": "hard",
            "supporting_facts": [[f"T{i % paragraphs if same else i}", 0] for i in range(facts)],
            "evidences": [[f"person {i}", "date of death", "1999"] for i in range(evidences)],
            "context": [[f"T{i}", [f"sentence {s} of Ann." for s in range(sentences)]] for i in range(paragraphs)]})
        return "[" + ",".join(one.replace("q@", f"q{k}", 1) for k in range(n)) + "]"

    def squad(n=1, aliases=1, held=False):
        answers = [{"text": "Jane Austen" if held else f"Jane {a}", "answer_start": 11 if held else 0} for a in range(aliases)]
        one = json.dumps({"context": "Emma is by Jane Austen. " * 4 + "Number @.",
                          "qas": [{"id": "i@", "question": "Who wrote number @?", "answers": answers}]})
        return '{"version": "1.1", "data": [{"title": "T", "paragraphs": [' + ",".join(
            one.replace("@", str(k)) for k in range(n)) + "]}]}"

    def said(n):
        return json.dumps({"answer": {f"q{k}": "Ann" for k in range(n)}, "sp": {}})

    def questions(n):
        one = musique()
        return "".join(one.replace("__1_2", f"__{i}_{i}", 1) for i in range(n))

    def musique_said(n):
        return "".join(json.dumps({"id": f"2hop__{i}_{i}", "predicted_answer": "x", "predicted_support_idxs": [0, 1],
                                   "predicted_answerable": True}) + "\n" for i in range(n))

    def result(n):
        command = ["eval", "hotpotqa", put("p", said(n)), put("gold", hotpotqa(n=n)), "--result", os.path.join(folder, "in")]
        subprocess.run([mhqa, *command], check=True, stdout=subprocess.DEVNULL)
        return os.path.join(folder, "in")

    def part(n):
        """A part with 2n missing predictions, and one other question that has them."""
        one = ["eval", "hotpotqa", put("p", said(1)), put("gold", hotpotqa(n=n)), "--part", "0/1", "--out", os.path.join(folder, "in")]
        subprocess.run([mhqa, *one], check=True, stdout=subprocess.DEVNULL)
        return os.path.join(folder, "in")

    def strategyqa(n):
        one = json.dumps({"qid": "q@", "term": "T", "description": "d", "question": "Did author @ meet Ann?", "answer": True,
                          "facts": ["f"], "decomposition": ["Who was Ann?", "Is #1 old?"],
                          "evidence": [[[["T@-0"]], ["operation"]]] * 3})
        return "[" + ",".join(one.replace("@", str(i)) for i in range(n)) + "]"

    def run(queries, documents):
        return "".join(f"q{i} Q0 d{k} {k} {-k} r\n" for i in range(queries) for k in range(documents))

    def qrels(queries, documents):
        return "".join(f"q{i} 0 d{k} 1\n" for i in range(queries) for k in range(documents))

    def dated(n):
        """HieraDate's bundled records n times, with ids of their own: questions and predictions."""
        out = []
        for name, source in (("in", "gold.json"), ("p", "predictions.json")):
            with open(example("hieradate", source)) as file:
                ones = [json.dumps(dict(r, _id=r["_id"] + "-@")) for r in json.load(file)]
            out.append(put(name, "[" + ",".join(one.replace("-@", f"-{i}", 1) for i in range(n) for one in ones) + "]"))
        return out

    def twowiki(n):
        """2WikiMultihopQA's predictions for hotpotqa(n=n, evidences=1)."""
        ids = [f"q{k}" for k in range(n)]
        return json.dumps({"answer": {i: "Ann" for i in ids}, "sp": {i: [["T0", 0]] for i in ids},
                           "evidence": {i: [["person 0", "date of death", "1999"]] for i in ids}})

    def with_ids(records):
        return records.replace('"answer": "Ann"', '"answer": "Ann", "answer_id": "Q1", "evidences_id": [["Q1", "date of death", "1999"]]')

    def named_by(questions, evidences, aliases, answer="x"):
        """An evaluation of 2WikiMultihopQA whose questions share one id with many names."""
        ids = [f"q{k}" for k in range(questions)]
        triples = [["a", "r", f"b{i}"] for i in range(evidences)]
        gold = json.loads(hotpotqa())[0] | {"answer_id": "Q1", "evidences": triples, "evidences_id": [["Q1", "r", "Q1"]] * evidences}
        guess = [["a", "r", f"other{i}"] for i in range(evidences)]
        return ["eval", "2wikimultihopqa", put("p", json.dumps({"answer": {i: answer for i in ids}, "sp": {i: [["T0", 0]] for i in ids},
                                                                "evidence": {i: guess for i in ids}})),
                put("in", json.dumps([gold | {"_id": i} for i in ids])), "--aliases", put("a", json.dumps(
                    {"Q_id": "Q1", "aliases": [f"alias{i}" for i in range(aliases)], "demonyms": []}) + "\n")]

    def corpus(n, words=1):
        return "".join(json.dumps({"title": f"T{i}", "text": f"word{i} other " * words}) + "\n" for i in range(n))

    def index_of(n, words=1):
        subprocess.run([mhqa, "index", put("c", corpus(n, words)), "--out", os.path.join(folder, "idx"), "--threads", "1"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return os.path.join(folder, "idx")

    def parts(n):
        """n parts of one evaluation of n questions."""
        given = ["eval", "hotpotqa", put("p", said(n)), put("gold", hotpotqa(n=n))]
        for i in range(n):
            subprocess.run([mhqa, *given, "--part", f"{i}/{n}", "--out", os.path.join(folder, f"part{i}")], check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return [os.path.join(folder, f"part{i}") for i in range(n)]

    def named(k):
        """A name of its own for each number."""
        syllables = [c + v for c in "bdfgklmnprst" for v in "aeiou"]
        return "".join(syllables[k // 60**i % 60] for i in range(4)).capitalize()

    def chain(n, words=1, per=1, aliases=1):
        """A pool of n questions, per for each paragraph; the answer of each is in the next ones."""
        def about(k):
            asked, answer = named(k), named(k + 1)
            text = (f"{asked} is a person whom many people in the town know by heart. The first teacher was {answer}, in the winter of "
                    "that year, as the books of the abbey tell us." + " Nobody knows more." * words)
            return {"title": asked, "paragraphs": [{"context": text, "qas": [
                {"id": f"i{k}-{q}", "question": f"Who was the teacher of {asked}{f' in {1000 + q}' if per > 1 else ''}?",
                 "answers": [{"text": answer if a == 0 else f"{answer} the {a}.", "answer_start": text.index(answer)} for a in range(aliases)]}
                for q in range(per)]}]}
        return json.dumps({"version": "1.1", "data": [about(k) for k in range(n // per)]})

    def instances(n):
        """A probe of n records, and predictions for each of its instances."""
        subprocess.run([mhqa, "probe", "--format", "hotpotqa", put("gold", hotpotqa(n=n)), "--out", os.path.join(folder, "probed"),
                        "--annotate", "1"], check=True, stdout=subprocess.DEVNULL)
        path = os.path.join(folder, "probed", "probe.json")
        with open(path) as file:
            lines = [json.dumps({"question_id": i["_id"], "sub_idx": i["sub_idx"], "group": i["group"], "answer": "Ann",
                                 "answer_confidence": 0.5, "supporting_paragraphs": [0]}) for i in json.load(file)]
        return [path, put("p", "\n".join(lines) + "\n")]

    def verdicts(n):
        """The key of one question's three tasks, and n people's verdicts on each."""
        instances(1)
        key = os.path.join(folder, "probed", "annotation_key.jsonl")
        with open(key) as file:
            tasks = [json.loads(line)["task"] for line in file]
        return [key, put("p", "".join(json.dumps({"task": task, "sufficient": True, "annotator": f"a{i}"}) + "\n"
                                      for i in range(n) for task in tasks))]

    out = lambda: os.path.join(folder, "out")
    probe = lambda text, *more: ["probe", "--format", "hotpotqa", put("in", text), "--out", out(), *more]
    return [
        ("eval hotpotqa, questions", 5000, lambda n: ["eval", "hotpotqa", put("p", said(n)), put("in", hotpotqa(n=n))]),
        ("eval hotpotqa, facts", 20000, lambda n: ["eval", "hotpotqa", put("p", json.dumps({"answer": {"q0": "x"}, "sp": {
            "q0": [[f"T{i}", 0] for i in range(n)]}})), put("in", hotpotqa(facts=n))]),
        ("eval squad, questions", 5000, lambda n: ["eval", "squad", put("p", json.dumps({f"i{k}": "x" for k in range(n)})), put("in", squad(n))]),
        ("eval squad, answers", 40000, lambda n: ["eval", "squad", put("p", '{"i0": "x"}'), put("in", squad(1, n))]),
        ("eval dire, facts", 20000, lambda n: ["eval", "dire", "--kind", "original", put("in", hotpotqa(facts=n)), put(
            "p", json.dumps({"question_id": "q0", "answer": "Ann", "supporting_paragraphs": [f"T{i}" for i in range(n)]}))]),
        ("audit, paragraphs", 12500, lambda n: ["audit", put("in", musique(paragraphs=n))]),
        ("audit, paragraphs of one title", 12500, lambda n: ["audit", put("in", musique(paragraphs=n, titles="T"))]),
        ("audit, steps", 10000, lambda n: ["audit", put("in", musique(steps=n))]),
        ("audit, supports", 10000, lambda n: ["audit", put("in", hotpotqa(facts=n, same=True))]),
        ("audit, pieces of evidence", 10000, lambda n: ["audit", put("in", json.dumps({"query": "q", "answer": "x", "evidence_list": [
            {"title": f"T{i % 50}", "fact": f"fact {i} of x"} for i in range(n)]}) + "\n")]),
        ("audit, aliases", 50000, lambda n: ["audit", put("in", musique(aliases=n))]),
        ("audit, questions", 1000, lambda n: ["audit", put("in", questions(n))]),
        ("read, paragraphs", 20000, lambda n: ["read", put("in", musique(paragraphs=n))]),
        ("read --steps, steps", 10000, lambda n: ["read", "--steps", put("in", musique(steps=n))]),
        ("stats, titles and facts", 20000, lambda n: ["stats", put("in", hotpotqa(paragraphs=n, facts=n))]),
        ("stats, paragraphs", 50000, lambda n: ["stats", put("in", musique(paragraphs=n))]),
        ("probe, records", 500, lambda n: probe(hotpotqa(n=n))),
        ("probe, titles", 20000, lambda n: probe(hotpotqa(paragraphs=n))),
        ("probe, facts", 20000, lambda n: probe(hotpotqa(paragraphs=5, facts=n, same=True))),
        ("probe, titles and facts", 20000, lambda n: probe(hotpotqa(paragraphs=n, facts=n))),
        ("probe --sentences, sentences", 20000, lambda n: probe(hotpotqa(sentences=n), "--sentences")),
        ("probe --artifacts, paragraphs", 20000, lambda n: probe(hotpotqa(paragraphs=n), "--artifacts")),
        ("probe-dates, evidences", 20000, lambda n: ["probe-dates", "--format", "2wikimultihopqa", put(
            "in", hotpotqa(evidences=n)), "--out", out() + ".json"]),
        ("probe-dates, facts", 20000, lambda n: ["probe-dates", "--format", "hotpotqa", put("in", hotpotqa(facts=n, paragraphs=n)),
                                                 "--out", out() + ".json"]),
        ("compose, aliases", 20000, lambda n: ["compose", put("in.json", chain(4, aliases=n)), "--out", out(), "--threads", "1"]),
        ("compose, questions", 300, lambda n: ["compose", put("in.json", squad(n, held=True)), "--out", out(), "--threads", "1"]),
        ("index, paragraphs", 10000, lambda n: ["index", put("in", "".join(
            json.dumps({"title": f"T{i}", "text": f"word{i} other"}) + "\n" for i in range(n))), "--out", out(), "--threads", "1"]),
        ("check-decompositions, steps", 10000, lambda n: ["check-decompositions", "--format", "strategyqa", put("in", json.dumps(
            {"qid": "a", "question": "q", "decomposition": ["Who?"] + [f"Is #{i} it?" for i in range(1, n)]}) + "\n")]),
        ("check-decompositions, inputs of a step", 10000, lambda n: ["check-decompositions", "--format", "strategyqa", put("in", json.dumps(
            {"qid": "a", "question": "q", "decomposition": ["Who?"] * n + [f"Is {' '.join(f'#{i}' for i in range(1, n + 1))} it?"]}) + "\n")]),
        ("audit, inputs of a step", 5000, lambda n: ["audit", put("in", joined(n))]),
        ("dates parse, lines", 50000, lambda n: ["dates", "parse", put("in", "12 July 1637\n" * n)]),
        ("eval 2wikimultihopqa, evidences", 20000, lambda n: ["eval", "2wikimultihopqa", put("p", json.dumps(
            {"answer": {"q0": "Ann"}, "sp": {"q0": []}, "evidence": {"q0": [[f"person {i}", "date of death", "1999"] for i in range(n)]}})),
            put("in", hotpotqa(evidences=n))]),
        ("eval musique, questions", 5000, lambda n: ["eval", "musique", put("p", musique_said(n)), put("in", questions(n))]),
        ("eval musique, paragraphs", 50000, lambda n: ["eval", "musique", put("p", json.dumps(
            {"id": "2hop__1_2", "predicted_answer": "x", "predicted_support_idxs": list(range(n)), "predicted_answerable": True}) + "\n"),
            put("in", musique(paragraphs=n))]),
        ("eval strategyqa, questions", 5000, lambda n: ["eval", "strategyqa", put("p", json.dumps(
            {f"q{i}": {"answer": True, "decomposition": [], "paragraphs": []} for i in range(n)})), put("in", strategyqa(n))]),
        ("eval retrieval, queries", 10000, lambda n: ["eval", "retrieval", put("p", run(n, 2)), put("in", qrels(n, 2))]),
        ("eval retrieval, documents", 20000, lambda n: ["eval", "retrieval", put("p", run(1, n)), put("in", qrels(1, n))]),
        ("eval retrieval, alternatives", 10000, lambda n: ["eval", "retrieval", put("p", run(1, n)), put("in", json.dumps(
            {"id": "q0", "sets": [[[f"d{k}" for k in range(n)]]]}) + "\n")]),
        ("eval retrieval, sets", 5000, lambda n: ["eval", "retrieval", put("p", run(1, n)), put("in", json.dumps(
            {"id": "q0", "sets": [[[f"d{k}"]] for k in range(n)]}) + "\n")]),
        ("eval retrieval, facts of a record", 20000, lambda n: ["eval", "retrieval", put("p", run(1, 1).replace("d0", "T0")), put(
            "in", hotpotqa(facts=n))]),
        ("merge, missing ids", 5000, lambda n: ["merge", part(n)]),
        ("eval --part, questions", 5000, lambda n: ["eval", "hotpotqa", put("p", said(n)), put("in", hotpotqa(n=n)),
                                                     "--part", "0/2", "--out", out()]),
        ("diff, questions", 1000, lambda n: ["diff", result(n), "--dialect", "squad-1.1"]),
        ("report html, questions", 1000, lambda n: ["report", "html", result(n), "--samples", "10", "-o", out()]),
        ("compare, questions", 1000, lambda n: ["compare", put("gold", hotpotqa(n=n)), put("in", said(n)), put("p", said(n)),
                                                "--samples", "10", "--threads", "1"]),
        ("condition, questions", 2000, lambda n: ["condition", put("in", questions(n))]),
        ("condition, steps", 10000, lambda n: ["condition", put("in", musique(steps=n))]),
        ("condition, paragraphs", 12500, lambda n: ["condition", put("in", musique(paragraphs=n))]),
        ("humans, questions", 4000, lambda n: ["humans", put("in", questions(n)), put("p", musique_said(n)), put("q", musique_said(n))]),
        ("ask --dry-run --steps, questions", 1000, lambda n: ["ask", "--dry-run", "--steps", "--model", "m", put("in", questions(n))]),
        ("ask --dry-run, questions", 2000, lambda n: ["ask", "--dry-run", "--model", "m", put("in", questions(n))]),
        ("check musique, questions", 5000, lambda n: ["check", "musique", put("p", musique_said(n)), put("in", questions(n))]),
        ("check-questions, questions", 500, lambda n: ["check-questions", put("in", strategyqa(n))]),
        ("stats strategyqa, questions", 4000, lambda n: ["stats", "strategyqa", put("in", strategyqa(n))]),
        ("agree, lines", 20000, lambda n: ["agree", put("in", '{"prediction": "x", "gold": "x", "verdict": true}\n' * n),
                                           "--dialect", "r1-searcher"]),
        ("reward, lines", 20000, lambda n: ["reward", "--rule", "verl_search_r1_like", put(
            "in", '{"text": "<answer> Rome </answer>", "gold": ["Rome"]}\n' * n)]),
        ("reward, tags", 50000, lambda n: ["reward", "--rule", "search_r1_em_format", put("in", json.dumps(
            {"text": "<think>a</think>" * n + "<answer> Rome </answer>", "gold": ["Rome"]}) + "\n")]),
        ("score, aliases", 50000, lambda n: ["score", "--dialect", "squad-1.1", put("in", json.dumps(
            {"prediction": "x", "gold": [f"alias {i}" for i in range(n)]}) + "\n")]),
        ("score, words of an answer and aliases", 10000, lambda n: ["score", "--dialect", "musique", put("in", json.dumps(
            {"prediction": " ".join(f"w{i}" for i in range(n)), "gold": [f"w{i} x" for i in range(n)]}) + "\n")]),
        ("score, bytes of an answer", 50000, lambda n: ["score", "--dialect", "drop", put("in", json.dumps(
            {"prediction": "word " * n, "gold": "word " * n}) + "\n")]),
        ("dates life, lines", 4000, lambda n: ["dates", "life", put("in", (json.dumps(
            {"id": "1", "title": "Ann", "text": "Ann (c. 1856 - April 1931) was a painter."}) + "\n") * n)]),
        ("dates life, sentences", 2000, lambda n: ["dates", "life", put("in", json.dumps(
            {"id": "1", "title": "Ann", "text": "Ann (c. 1856 - April 1931) was a painter. " * n}) + "\n")]),
        ("dates life, open brackets", 20000, lambda n: ["dates", "life", put("in", json.dumps(
            {"id": "1", "title": "Ann", "text": "Ann (born " + "(1 May " * n}) + "\n")]),
        ("dates sort, lines", 50000, lambda n: ["dates", "sort", put("in", "".join(f"{1 + i % 28} July {1000 + i % 900}\n" for i in range(n)))]),
        ("dates compare, lines", 50000, lambda n: ["dates", "compare", put("in", "12 July 1637\t1593\n" * n)]),
        ("retrieve strategyqa, paragraphs", 10000, lambda n: ["retrieve", "strategyqa", put("p", strategyqa(5)), "--corpus", put(
            "in", "".join(json.dumps({"title": f"T{i}", "para_index": 0, "content": f"author word{i} met"}) + "\n" for i in range(n))),
            "--out", out()]),
        ("score, lines", 30000, lambda n: ["score", "--dialect", "musique", put("in", '{"prediction": "x", "gold": "x"}\n' * n)]),
        ("eval hotpotqa, bytes of an answer", 50000, lambda n: ["eval", "hotpotqa", put("p", json.dumps(
            {"answer": {"q0": "word " * n}, "sp": {}})), put("in", hotpotqa().replace('"Ann"', json.dumps("word " * n)))]),
        ("eval hotpotqa, bytes of an id", 50000, lambda n: ["eval", "hotpotqa", put("p", json.dumps(
            {"answer": {"i" * n: "Ann"}, "sp": {}})), put("in", hotpotqa().replace('"q0"', json.dumps("i" * n)))]),
        ("eval hotpotqa, --per-question", 5000, lambda n: ["eval", "hotpotqa", put("p", said(n)), put("in", hotpotqa(n=n)),
                                                            "--per-question", out()]),
        ("eval squad, bytes of an answer", 50000, lambda n: ["eval", "squad", put("p", json.dumps({"i0": "word " * n})), put(
            "in", squad(1).replace("Jane 0", "word " * n))]),
        ("eval dire, questions", 5000, lambda n: ["eval", "dire", "--kind", "original", put("in", hotpotqa(n=n)), put("p", "".join(
            json.dumps({"question_id": f"q{k}", "answer": "Ann", "supporting_paragraphs": ["T0"]}) + "\n" for k in range(n)))]),
        ("eval dire, instances", 200, lambda n: ["eval", "dire", "--kind", "probe", *instances(n)]),
        ("eval 2wikimultihopqa, questions", 5000, lambda n: ["eval", "2wikimultihopqa", put("p", twowiki(n)), put(
            "in", hotpotqa(n=n, evidences=1))]),
        ("eval 2wikimultihopqa, aliases of one id", 50000, lambda n: ["eval", "2wikimultihopqa", put("p", twowiki(1)), put(
            "in", with_ids(hotpotqa(evidences=1))), "--aliases", put(
            "a", json.dumps({"Q_id": "Q1", "aliases": [f"alias {i}" for i in range(n)], "demonyms": []}) + "\n")]),
        ("eval 2wikimultihopqa, evidences and aliases of one id", 5000, lambda n: named_by(1, n, n)),
        ("eval 2wikimultihopqa, questions and aliases of their id", 1000, lambda n: named_by(n, 4, n)),
        ("eval 2wikimultihopqa, empty answers and aliases of their id", 1000, lambda n: named_by(n, 4, n, "")),
        ("eval 2wikimultihopqa, lines of aliases", 20000, lambda n: ["eval", "2wikimultihopqa", put("p", twowiki(1)), put(
            "in", with_ids(hotpotqa(evidences=1))), "--aliases", put("a", "".join(
                json.dumps({"Q_id": f"Q{i}", "aliases": ["x"], "demonyms": []}) + "\n" for i in range(n)))]),
        ("eval musique, aliases", 50000, lambda n: ["eval", "musique", put("p", musique_said(1).replace("__0_0", "__1_2")), put(
            "in", musique(aliases=n))]),
        ("eval strategyqa, paragraphs", 20000, lambda n: ["eval", "strategyqa", put("p", json.dumps({f"q{i}": {
            "answer": True, "decomposition": [], "paragraphs": [f"T{k}-0" for k in range(n)]} for i in range(5)})), put(
            "in", strategyqa(5))]),
        ("eval hieradate, questions", 1000, lambda n: ["eval", "hieradate", *reversed(dated(n))]),
        ("merge, parts", 20, lambda n: ["merge", *parts(n)]),
        ("score, bytes of an id's line", 50000, lambda n: ["score", "--dialect", "musique", put("in", json.dumps(
            {"prediction": "x", "gold": "x", "more": "y " * n}) + "\n")]),
        ("reward, bytes of a text", 50000, lambda n: ["reward", "--rule", "verl_search_r1_like", put("in", json.dumps(
            {"text": "word " * n + "<answer> Rome </answer>", "gold": ["Rome"]}) + "\n")]),
        ("check hotpotqa, questions", 5000, lambda n: ["check", "hotpotqa", put("p", json.dumps(
            {"answer": {f"q{k}": "Ann" for k in range(n)}, "sp": {f"q{k}": [["T0", 0]] for k in range(n)}})), put("in", hotpotqa(n=n))]),
        ("check 2wikimultihopqa, questions", 5000, lambda n: ["check", "2wikimultihopqa", put("p", twowiki(n)), put("in", hotpotqa(n=n, evidences=1))]),
        ("report dire, instances", 200, lambda n: ["report", "dire", *instances(n)]),
        ("report proxies, verdicts", 10000, lambda n: ["report", "proxies", *verdicts(n)]),
        ("compare, samples", 2000, lambda n: ["compare", put("gold", hotpotqa(n=50)), put("in", said(50)), put("p", said(25)),
                                              "--samples", str(n), "--threads", "1"]),
        ("audit, bytes of a paragraph", 20000, lambda n: ["audit", put("in", musique().replace("text 0", "word other " * n))]),
        ("audit, bytes of a question", 20000, lambda n: ["audit", put("in", musique().replace('"Who?"', json.dumps("word other " * n)))]),
        ("audit, bytes of an answer", 20000, lambda n: ["audit", put("in", musique().replace('"x"', json.dumps("word other " * n)))]),
        ("audit, questions of two files", 1000, lambda n: ["audit", put("in", questions(n)), put("p", questions(n))]),
        ("read, bytes of a paragraph", 20000, lambda n: ["read", put("in", musique().replace("text 0", "word other. " * n))]),
        ("read, bytes of a question", 20000, lambda n: ["read", put("in", musique().replace('"Who?"', json.dumps("word other " * n)))]),
        ("read --single-fact, words of a question and paragraphs", 2000, lambda n: ["read", "--single-fact", put("in", json.dumps(
            [json.loads(hotpotqa())[0] | {"question": "When was T born? " + " ".join(f"w{i}" for i in range(n)), "context": [
                [f"T{i}", [f"w{i} w{i + 1} w{i * 7 % n}"]] for i in range(n)]}]))]),
        ("read --reader calendar, sentences", 5000, lambda n: ["read", "--reader", "calendar", put("in", hotpotqa(sentences=n))]),
        ("read, questions", 2000, lambda n: ["read", put("in", questions(n))]),
        ("probe, bytes of a paragraph", 20000, lambda n: probe(hotpotqa().replace("sentence 0", "word other " * n))),
        ("probe --adversarial --annotate, records", 300, lambda n: probe(hotpotqa(n=n), "--adversarial", "--annotate", "115")),
        ("probe-dates, records", 1000, lambda n: ["probe-dates", "--format", "2wikimultihopqa", put(
            "in", hotpotqa(n=n, evidences=4)), "--out", out() + ".json"]),
        ("compose, chained questions", 200, lambda n: ["compose", put("in.json", chain(n)), "--out", out(), "--threads", "1"]),
        ("compose, questions of one paragraph", 200, lambda n: ["compose", put("in.json", chain(n, per=n // 4)), "--out", out(),
            "--threads", "1", "--candidates-per-bridge", "1000", "--pairs-per-bridge", "100"]),
        ("compose, bytes of a paragraph", 1000, lambda n: ["compose", put("in.json", chain(8, n)), "--out", out(), "--threads", "1",
                                                          "--max-context-words", "1000000"]),
        ("compose, lines of entities", 5000, lambda n: ["compose", put("in.json", chain(20)), "--out", out(), "--threads", "1",
            "--until", "entities", "--entities", put("p", "".join(json.dumps(
                {"id": f"i{i % 20}-0", "begin": 0, "end": 3, "type": "PERSON", "link": None}) + "\n" for i in range(n)))]),
        ("index, words of a paragraph", 20000, lambda n: ["index", put("in", corpus(1, n)), "--out", out(), "--threads", "1"]),
        ("search, paragraphs", 10000, lambda n: ["search", index_of(n), "other"]),
        ("search, words of a query", 20000, lambda n: ["search", index_of(100), "--file", put("in", "a\t" + "other word1 " * n + "\n")]),
        ("search, queries", 10000, lambda n: ["search", index_of(100), "--file", put(
            "in", "".join(f"q{i}\tword{i % 100} other\n" for i in range(n))), "--out", out()]),
        ("retrieve strategyqa, questions", 1000, lambda n: ["retrieve", "strategyqa", put("p", strategyqa(n)), "--corpus", put(
            "in", "".join(json.dumps({"title": f"T{i}", "para_index": 0, "content": f"author word{i} met"}) + "\n" for i in range(50))),
            "--out", out()]),
        ("convert, records", 2000, lambda n: ["convert", "--from", "hotpotqa", "--to", "flashrag", put("in", hotpotqa(n=n)), "--out", out()]),
        ("convert, paragraphs", 20000, lambda n: ["convert", "--from", "hotpotqa", "--to", "musique", put(
            "in", hotpotqa(paragraphs=n)), "--out", out()]),
        ("convert, lines of a run", 20000, lambda n: ["convert", "--from", "run", "--to", "run-beir", put("in", run(n, 2)), "--out", out()]),
        ("split, questions", 5000, lambda n: ["split", put("in", strategyqa(n)), "--writers", put("p", "".join(
            json.dumps({"qid": f"q{i}", "writer": f"w{i % 50}"}) + "\n" for i in range(n))), "--train", out(), "--test", out() + ".t"]),
        ("split, writers", 5000, lambda n: ["split", put("in", strategyqa(n)), "--writers", put("p", "".join(
            json.dumps({"qid": f"q{i}", "writer": f"w{i}"}) + "\n" for i in range(n))), "--train", out(), "--test", out() + ".t"]),
        ("vectors, pairs", 500, lambda n: ["vectors", out(), "--count", str(n)]),
        ("stats, questions", 2000, lambda n: ["stats", put("in", questions(n))]),
        ("stats hieradate, questions", 1000, lambda n: ["stats", "hieradate", dated(n)[0]]),
        ("check-decompositions, records", 10000, lambda n: ["check-decompositions", "--format", "strategyqa", put("in", "".join(json.dumps(
            {"qid": f"a{i}", "question": "q", "decomposition": ["Who is x?", "Is #1 y?"]}) + "\n" for i in range(n)))]),
        ("check-questions, bytes of a question", 5000, lambda n: ["check-questions", put("in", strategyqa(1).replace(
            "Did author", "Did author " + "word other " * n))]),
        ("dates answer, questions", 500, lambda n: ["dates", "answer", dated(n)[0], "--out", out()]),
        ("dates export, questions", 1000, lambda n: ["dates", "export", dated(n)[0], "--to", "flat", "--out", out()]),
        ("dates split, questions", 1000, lambda n: ["dates", "split", dated(n)[0], "--dev", out(), "--test", out() + ".t"]),
        ("dates table, questions", 1000, lambda n: ["dates", "table", *dated(n)]),
        ("dates subtract, lines", 20000, lambda n: ["dates", "subtract", put("in", "12 July 1637\t14 May 1999\n" * n)]),
        ("dates parse, bytes of a line", 20000, lambda n: ["dates", "parse", put("in", "12 July 1637 " * n + "\n")]),
    ]


def in_a_child(function):
    """What the function returns, computed in a child process.

    A process inherits the peak of memory of the process that starts it, so this one must stay small.
    """
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        with os.fdopen(writes, "w") as file:
            json.dump(function(), file)
        os._exit(0)
    os.close(writes)
    with os.fdopen(reads) as file:
        said = file.read()
    os.waitpid(child, 0)
    return json.loads(said)


def scaling(bench, draw, until):
    """The exponent of CPU time over n, 2 n, 4 n, 8 n, by least squares, and the peak of memory at 8 n.

    Below about 15 MB the memory is this program's own.
    """
    print(f"\n{'dimension':<42} {'n':>8} {'ms at 8 n':>10} {'exponent':>9} {'MB':>6} {'bytes in':>10}")
    for name, size, make in dimensions(bench.work, bench.mhqa):
        if bench.options.only and bench.options.dimension and bench.options.dimension not in name:
            continue
        points, peak, given = [], 0, 0
        for factor in (1, 2, 4, 8):
            best = float("inf")
            command = [bench.mhqa] + in_a_child(lambda: make(size * factor))
            for _ in range(3):
                remove(os.path.join(bench.work, "out"))
                process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                error = process.stderr.read()
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                if process.returncode not in (0, 2):
                    bench.fail("scaling", f"{name}: status {process.returncode} {error[-200:]}", command)
                best = min(best, usage.ru_utime + usage.ru_stime)  # their sum is exact, their shares are not
                peak = max(peak, usage.ru_maxrss / 1024)
                if best > 0.3:
                    break
            given = sum(os.path.getsize(w) for w in set(command[1:]) if os.path.isfile(w) and not w.endswith("out"))
            points.append((math.log(factor), math.log(max(best, 1e-3))))
        mean = [sum(p[i] for p in points) / len(points) for i in (0, 1)]
        exponent = sum((x - mean[0]) * (y - mean[1]) for x, y in points) / sum((x - mean[0]) ** 2 for x, _ in points)
        slow = exponent > LIMIT and math.exp(points[-1][1]) > 0.05
        print(f"{name:<42} {size:>8} {math.exp(points[-1][1]) * 1e3:>10.0f} {exponent:>9.2f} {peak:>6.0f} {given:>10}"
              f"{'  status 2' if process.returncode == 2 else ''}{'  TOO STEEP' if slow else ''}", flush=True)
        bench.count("scaling", "dimensions")
        if slow:
            bench.fail("scaling", f"{name}: exponent {exponent:.2f}", command)


def published(bench, draw, until):
    """Differential runs against a published program, where its path is given: small random files, equal output."""
    script = bench.options.hotpotqa_script
    if not script:
        bench.count("published", "no --hotpotqa-script")
        return
    words = ["the", "an", "yes", "no", "Emma", "Ann-Marie", "İ", "1.5", ".", "x y", "noanswer"]
    while time.time() < until:
        n = draw.randrange(1, 8)
        gold = [{"_id": f"q{i}", "answer": draw.choice(words), "supporting_facts": [["T", draw.randrange(2)]]} for i in range(n)]
        said = {"answer": {f"q{i}": " ".join(draw.choices(words, k=draw.randrange(3))) for i in range(n) if draw.random() < 0.9},
                "sp": {f"q{i}": [["T", draw.randrange(3)]] for i in range(n) if draw.random() < 0.9}}
        if not said["answer"] and not said["sp"]:
            continue
        paths = []
        for name, value in (("said", said), ("gold", gold)):
            paths.append(os.path.join(bench.work, f"{name}.json"))
            with open(paths[-1], "w") as file:
                json.dump(value, file)
        theirs = subprocess.run([sys.executable, script, *paths], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        command = [bench.mhqa, "eval", "hotpotqa", *paths, "--official"]
        ours = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        bench.count("published", "equal" if ours.stdout == theirs.stdout else "FAILED")
        if ours.stdout != theirs.stdout:
            bench.fail("published", "other output", command, bench.work)


def overwrites(bench, draw, until):
    """Every verb with an output or standard streams that are its input: the input stays as it was, and status is 2.

    Not where the shell empties the file, nor for verbs that are given no file.
    """
    for verb in bench.verbs:
        for name, source in verb.inputs.items():
            if not os.path.isfile(source):
                continue
            for way in ("standard output", "standard input", "a descriptor", "a hard link"):
                folder = tempfile.mkdtemp(dir=bench.work)
                copy, link = os.path.join(folder, "input" + os.path.splitext(source)[1]), os.path.join(folder, "link")
                shutil.copyfile(source, copy)
                os.chmod(copy, 0o644)
                os.link(copy, link)
                with open(copy, "rb") as file:
                    before = file.read()
                files, out, streams, more = {**verb.inputs, name: copy}, os.path.join(folder, "out"), {}, ()
                if way == "standard output":
                    streams["stdout"] = open(copy, "ab")
                else:
                    if verb.out != "file":
                        remove(folder)
                        continue
                    out = link
                    if way == "standard input":
                        files[name], streams["stdin"] = "/dev/stdin", open(copy, "rb")
                    elif way == "a descriptor":
                        held = open(copy, "rb")
                        files[name], streams["pass_fds"] = f"/dev/fd/{held.fileno()}", (held.fileno(),)
                command = verb.command(bench.mhqa, files, out, seed=1, more=more)
                limit = 10 * len(before) + 2**20  # a verb that reads what it writes would not end
                run = subprocess.run(command, stderr=subprocess.PIPE,
                                     preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
                                     **{"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, **streams})
                with open(copy, "rb") as file:
                    right = file.read() == before and run.returncode == 2
                bench.count("overwrites", "refused" if right else "FAILED")
                if not right:
                    bench.fail("overwrites", f"{verb.name}, {way}: status {run.returncode}, or the input changed: "
                               f"{run.stderr[-200:]}", command)
                remove(folder)


def records(bench, draw, until):
    """The record of `mhqa ask`: cut at any byte, glued lines, files that are no record, and a write that fails."""
    requests, call = os.path.join(bench.work, "asked.jsonl"), hostile_servers.Server(hostile_servers.own_number("n"))
    with open(requests, "w") as file:
        file.write(hostile_servers.REQUESTS)
    out = os.path.join(bench.work, "answers.jsonl")
    record = out + ".calls.jsonl"
    ask = [bench.mhqa, "ask", requests, "--model", "m", "--out", out]
    online = ask + ["--endpoint", call.url]

    def run(command, **more):
        return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **more)

    def expect(what, truth, command):
        bench.count("records", "right" if truth else "FAILED")
        if not truth:
            bench.fail("records", what, command)

    if run(online).returncode != 0:
        bench.count("records", "built without a server")
        return
    with open(record, "rb") as file:
        whole = file.read()
    with open(out, "rb") as file:
        answers = file.read()
    lines = whole.splitlines(True)
    first = len(lines[0])
    while time.time() < until:
        at = draw.randrange(first)
        for what, text in (("cut", whole[:first + at]), ("glued", lines[0][:max(at, 1)] + lines[1] + lines[2]),
                           ("twice", whole + lines[1])):
            with open(record, "wb") as file:
                file.write(text)
            run(ask)
            with open(record, "rb") as file:
                expect(f"{what} at {at}: a replay changed the record", file.read() == text, ask)
            said = run(online)
            with open(out, "rb") as file:
                expect(f"{what} at {at}: {said.stderr[-200:]}", said.returncode == 0 and file.read() == answers, online)
        size = draw.randrange(len(whole))
        remove(record)
        limited = run(online, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
        written = b""
        if os.path.exists(record):
            with open(record, "rb") as file:
                written = file.read()
        expect(f"limit of {size} bytes: half a line", written.endswith(b"\n") or not written, online)
        expect(f"limit of {size} bytes: status {limited.returncode}", limited.returncode == 2, online)
        expect(f"limit of {size} bytes: the next run", run(online).returncode == 0, online)
        text = draw.choice([b'[{"_id": "q", "answer": "x"}]', b"{}", b'{"key": 1}\n', b"a\nb\n", b"\x00" * 50, lines[0][40:]])
        with open(record, "wb") as file:
            file.write(text)
        refused = [run(online).returncode, run(ask + ["--dry-run"]).returncode]
        with open(record, "rb") as file:
            expect(f"no record: {text[:40]} {refused}", file.read() == text and 0 not in refused, online)
        remove(record)
    call.close()


def servers(bench, draw, until):
    """The servers of hostile_servers.py."""
    for row in hostile_servers.servers():
        problems, _ = hostile_servers.faults_of(bench.mhqa, row)
        bench.count("servers", "FAILED" if problems else "right")
        for problem in problems:
            bench.fail("servers", problem, [bench.mhqa, "ask"])


KINDS = {
    "mutations": (mutations, 6), "skipped": (skipped, 3), "maps": (maps, 2), "kills": (kills, 4), "pairs": (lambda b, d, u: together(b, d, u, "pairs", 2), 3),
    "groups": (lambda b, d, u: together(b, d, u, "groups", 8), 2),
    "allocations": (lambda b, d, u: failing(b, d, u, "allocations", ("malloc", "malloc+")), 4),
    "calls": (lambda b, d, u: failing(b, d, u, "calls", ("read", "write", "rename", "close")), 3),
    "limits": (limits, 2), "cuts": (cuts, 2), "pipes": (pipes, 0), "overwrites": (overwrites, 0), "records": (records, 1),
    "servers": (servers, 0), "published": (published, 1), "scaling": (scaling, 0),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mhqa", required=True, help="the command")
    parser.add_argument("--interpose", help="the library of interpose.cpp; without it no calls fail")
    parser.add_argument("--seconds", type=float, help="how long it takes; 1800, or 60 with --short")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--short", action="store_true", help="about a minute, no scaling")
    parser.add_argument("--only", nargs="+", choices=sorted(KINDS), help="these kinds alone")
    parser.add_argument("--dimension", help="with --only scaling: dimensions whose name holds this text")
    parser.add_argument("--pool", help="a larger pool, e.g. SQuAD's: compose is also run on it")
    parser.add_argument("--verb", help="only verbs whose name holds this text")
    parser.add_argument("--hotpotqa-script", help="path of the published hotpot_evaluate_v1.py")
    options = parser.parse_args()
    if options.interpose:
        options.interpose = os.path.abspath(options.interpose)
    kinds = options.only or [k for k in KINDS if not (options.short and k in ("scaling", "published", "overwrites", "servers"))]
    if not options.interpose:
        kinds = [k for k in kinds if k not in ("allocations", "calls")]
    seconds = options.seconds or (60 if options.short else 1800)
    weights = sum(KINDS[k][1] for k in kinds) or 1
    print(f"faults: seed {options.seed}, {seconds:.0f} s, {options.mhqa}", flush=True)
    bench = Bench(options)
    bench.expect_status_0()
    for kind in kinds:
        function, weight = KINDS[kind]
        start = time.time()
        function(bench, random.Random(f"{options.seed} {kind}"), start + seconds * weight / weights)
        said = ", ".join(f"{what} {n}" for what, n in sorted(bench.counts.get(kind, {}).items()))
        print(f"{kind:<12} {time.time() - start:>6.0f} s  {said}", flush=True)
    print(f"faults: {bench.failures} failures")
    if bench.failures == 0:
        shutil.rmtree(bench.work)
    return 1 if bench.failures else 0


if __name__ == "__main__":
    sys.exit(main())
