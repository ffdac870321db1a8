#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""SQuAD's scores beside the metric of huggingface/evaluate, in one run.

    pip install ./python evaluate && bench/squad_metric.py evaluate/metrics/squad dev-v1.1.json

The folder is a part of huggingface/evaluate's repository, which is no part of mhqa. mhqa.compute has the metric's
interface, and both get the same lists of records in memory. Status 1: the scores differ, or the metric takes less than
200 times as long as mhqa.compute.
"""

import json
import os
import sys

import mhqa
from measured import timed


def lists_of(path):
    """The references in the metric's layout; a prediction for each, of which a third are right."""
    references, predictions = [], []
    with open(path, encoding="utf-8") as file:
        articles = json.load(file)["data"]
    for article in articles:
        for paragraph in article["paragraphs"]:
            for question in paragraph["qas"]:
                golds = question["answers"]
                answers = {"text": [gold["text"] for gold in golds],
                           "answer_start": [gold["answer_start"] for gold in golds]}
                gold = answers["text"][-1]
                text = (gold, "the " + gold + " of " + article["title"], " ".join(paragraph["context"].split()[:3]))
                predictions.append({"id": question["id"], "prediction_text": text[len(references) % 3]})
                references.append({"id": question["id"], "answers": answers})
    return references, predictions


def main(arguments):
    if len(arguments) != 2 or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    os.environ["HF_HUB_OFFLINE"] = "1"
    import evaluate

    metric = evaluate.load(arguments[0])
    references, predictions = lists_of(arguments[1])
    theirs, wanted = timed(lambda: metric.compute(predictions=predictions, references=references), 2)
    alone, _ = timed(lambda: metric._compute(predictions, references), 2)
    ours, found = timed(lambda: mhqa.compute(predictions=predictions, references=references), 20)
    whole, report = timed(lambda: mhqa.evaluate("squad", predictions, references), 20)
    answers = {one["id"]: one["prediction_text"] for one in predictions}
    files, again = timed(lambda: mhqa.evaluate("squad", answers, arguments[1]), 5)
    print(f"{len(references)} questions; milliseconds\n")
    for name, seconds in (("evaluate's squad, compute()", theirs), ("its function alone", alone),
                          ("mhqa.compute", ours), ("mhqa.evaluate, with a report", whole),
                          ("mhqa.evaluate, gold in its file", files)):
        print(f"{name:<38}{1e3 * seconds:>8.1f}{theirs / seconds:>8.1f} times")
    # The metric adds doubles in the order of the file, mhqa exactly.
    same = all(abs(scores[name] - wanted[name]) < 1e-10
               for scores in (found, report.scores, again.scores) for name in ("exact_match", "f1"))
    print("\nthe scores are equal" if same else "\nTHE SCORES DIFFER")
    return 0 if same and theirs >= 200 * ours else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
