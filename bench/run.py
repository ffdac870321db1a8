#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Measures mhqa beside other programs in one run and prints a table; called by scripts/bench.

Each ratio is of two figures of this run. The published program is not part of mhqa: name its path with
--hotpotqa-script FILE (hotpot_evaluate_v1.py); without it only mhqa's side is shown.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import time

from measured import load


# A process that starts another is counted in its peak, so a small one starts it.
LAUNCHER = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def run(command, runs):
    """Least wall seconds of `runs` runs, and the last output."""
    seconds, output = [], b""
    for _ in range(runs):
        before = time.perf_counter()
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        seconds.append(time.perf_counter() - before)
        output = done.stdout
        if done.returncode != 0:
            raise SystemExit(f"bench: {' '.join(command)} ended with status {done.returncode}")
    return min(seconds), output


def peak_of(command):
    """Peak memory in MB."""
    return int(subprocess.check_output([sys.executable, "-c", LAUNCHER, *command])) / 1024


def make_pairs(shared):
    """(name, pairs): real predictions beside their golds where the data are there, else made-up names."""
    pairs = []
    predictions = os.path.join(shared, "data/hotpotqa/predictions/xlnet.json")
    golds = os.path.join(shared, "data/hotpotqa/dev_answers_7405.json")
    if os.path.exists(predictions) and os.path.exists(golds):
        with open(predictions) as file:
            answers = json.load(file)["answer"]
        with open(golds) as file:
            pairs = [(answers[r["_id"]], r["answer"]) for r in json.load(file) if r["_id"] in answers]
        source = "XLNet's answers on HotpotQA dev"
    else:
        draw = random.Random(7)
        names = "the river Vistula Warsaw Marie Curie of Winchester Jane Austen 1889 in 16 December 1775 a Tower".split()
        for _ in range(8000):
            gold = draw.sample(names, draw.randint(1, 4))
            pairs.append((" ".join(gold[: draw.randint(1, 4)] + draw.sample(names, draw.randint(0, 2))), " ".join(gold)))
        source = "made-up names"
    clean = lambda text: text.replace("\t", " ").replace("\n", " ").replace("\r", " ")
    pairs = [(clean(p), clean(g)) for p, g in pairs]
    ascii_only = [pair for pair in pairs if (pair[0] + pair[1]).isascii()]
    accents = str.maketrans("aeoun", "äéøūñ")
    mixed = [(p.translate(accents), g.translate(accents)) if i % 2 else (p, g) for i, (p, g) in enumerate(ascii_only)]
    return source, {"ASCII": ascii_only, "mixed Unicode": mixed}


def published_ns(module, pairs, per_gold, runs=3):
    work = [(pairs[(i - i % per_gold + k) % len(pairs)][0], pairs[i - i % per_gold][1])
            for i in range(0, len(pairs), per_gold) for k in range(per_gold)] if per_gold > 1 else pairs
    best = float("inf")
    for _ in range(runs):
        before = time.perf_counter()
        for prediction, gold in work:
            module.exact_match_score(prediction, gold)
            module.f1_score(prediction, gold)
        best = min(best, (time.perf_counter() - before) / len(work))
    return best * 1e9


def bench_pairs(options, module):
    source, sets = make_pairs(options.shared)
    print(f"\nExact match and F1 of one pair, one thread ({source})\n")
    print(f"{'pairs':<34} {'mhqa, ns':>10} {'published, ns':>15} {'ratio':>8}")
    for name, pairs in sets.items():
        path = os.path.join(options.work, f"pairs-{name.split()[0]}.tsv")
        with open(path, "w") as file:
            file.writelines(f"{p}\t{g}\n" for p, g in pairs)
        for label, extra, per_gold in ((name, [], 1), (f"{name}, gold compiled, 8 a gold", ["--compiled", "8"], 8)):
            ours = min(json.loads(run([options.bin + "mhqa_bench_score_pairs", path, *extra], 1)[1])["ns_per_pair"] for _ in range(3))
            theirs = published_ns(module, pairs, per_gold) if module else None
            print(f"{label:<34} {ours:>10.1f} " + (f"{theirs:>15.0f} {theirs / ours:>7.0f}x" if theirs else f"{'-':>15} {'-':>8}"))


def make_gold(options, megabytes=95):
    """A gold file of at least that size with its predictions, from real records where they are there."""
    gold_path, predictions_path = (os.path.join(options.work, n) for n in ("gold.json", "predictions.json"))
    if os.path.exists(gold_path) and os.path.exists(predictions_path):
        return gold_path, predictions_path
    source = os.path.join(options.shared, "data/hotpotqa/dev_distractor_1814.json")
    answers, facts = {}, {}
    if os.path.exists(source):
        with open(os.path.join(options.shared, "data/hotpotqa/predictions/xlnet.json")) as file:
            predictions = json.load(file)
        answers, facts = predictions["answer"], predictions["sp"]
    else:
        source = "examples/data/hotpotqa/gold.json"
    with open(source) as file:
        records = json.load(file)
    size, copy = 0, 0
    out = {"answer": {}, "sp": {}}
    with open(gold_path + ".part", "w") as file:
        while size < megabytes * 1e6:
            for record in records:
                new = dict(record, _id=f"{record['_id']}-{copy}")
                size += file.write(("[" if size == 0 else ", ") + json.dumps(new))
                out["answer"][new["_id"]] = answers.get(record["_id"], record["answer"])
                out["sp"][new["_id"]] = facts.get(record["_id"], record["supporting_facts"])
            copy += 1
        file.write("]")
    with open(predictions_path, "w") as file:
        json.dump(out, file)
    os.rename(gold_path + ".part", gold_path)
    return gold_path, predictions_path


def as_lines(gold):
    """The path of the same records as JSON Lines."""
    path = gold + "l"
    if not os.path.exists(path):
        with open(gold) as file, open(path + ".part", "w") as out:
            out.writelines(json.dumps(record) + "\n" for record in json.load(file))
        os.rename(path + ".part", path)
    return path


def bench_eval(options):
    gold, predictions = make_gold(options)
    size = os.path.getsize(gold) / 1e6
    print(f"\nA whole evaluation, {size:.0f} MB of gold: mhqa eval hotpotqa PREDICTIONS GOLD --official\n")
    print(f"{'program':<40} {'ms':>8} {'peak MB':>9} {'ratio':>8}")
    for layout, path in (("JSON Lines", as_lines(gold)), ("an array", gold)):
        command = [options.mhqa, "eval", "hotpotqa", predictions, path, "--official"]
        ours, output = run(command, 9)
        print(f"{'mhqa eval hotpotqa, ' + layout:<40} {ours * 1e3:>8.0f} {peak_of(command):>9.0f} {'1':>8}")
        parse = [json.loads(run([options.bin + "mhqa_bench_parse_json", path], 1)[1]) for _ in range(5)]
        for key, label in (("on_demand_ms", "simdjson alone, on demand, records only"), ("dom_ms", "simdjson alone, DOM")):
            least = min(p[key] for p in parse)
            print(f"{label:<40} {least:>8.0f} {'':>9} {least / ours / 1e3:>7.1f}x")
    if options.hotpotqa_script:
        command = [sys.executable, options.hotpotqa_script, predictions, gold]
        theirs, expected = run(command, 3)
        print(f"{'published hotpot_evaluate_v1.py':<40} {theirs * 1e3:>8.0f} {peak_of(command):>9.0f} {theirs / ours:>7.1f}x")
        print("output equal, byte for byte" if expected == output else "OUTPUT DIFFERS")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hotpotqa-script", help="path of the published hotpot_evaluate_v1.py")
    parser.add_argument("--shared", default=os.environ.get("MHQA_TEST_DATA", "../shared"), help="folder of shared data")
    parser.add_argument("--build", default="build/bench", help="the build folder")
    options = parser.parse_args()
    options.bin = os.path.join(options.build, "bench", "")
    options.mhqa = os.path.join(options.build, "bin", "mhqa")
    options.work = os.path.join(options.build, "data")
    os.makedirs(options.work, exist_ok=True)
    if options.hotpotqa_script and not os.path.exists(options.hotpotqa_script):
        raise SystemExit(f"bench: no such file: {options.hotpotqa_script}")
    module = load(options.hotpotqa_script) if options.hotpotqa_script else None
    if module is None:
        print("No --hotpotqa-script: only mhqa's own figures are shown.")
    bench_pairs(options, module)
    bench_eval(options)


if __name__ == "__main__":
    main()
