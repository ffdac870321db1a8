#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Writes a pool of synthetic questions, in SQuAD's layout, on which `mhqa compose` by parts is measured.

Each question mentions one name and has another as its answer, so that most names are bridges with few candidates.
--heads H --tails T adds one bridge with H times T candidates. A file named *.jsonl gets one question a line, which
`mhqa compose --shards` reads as a stream.
  bench/compose_pool.py pool.json --questions 1000000
  bench/compose_pool.py skewed.json --questions 2000 --heads 400 --tails 400
"""
import argparse
import json
import random

BEGINS = "Al Bran Cor Dor El Fen Gar Hol Is Jor Kel Lam Mor Nor Ost Pel Quar Ren Sal Tor Ul Ver Wes Yor Zan".split()
MIDDLES = "a e i o u ada ela ina ola una".split()
ENDS = "ber den fort gard heim ken land mere ness port ridge stead ton vale wick".split()
ASKED = [
    ("Which explorer surveyed the coast of {a} in {y}?", "The coast of {a} was surveyed by the explorer {b} in {y}."),
    ("Which architect designed the town hall of {a}?", "The town hall of {a} was designed by the architect {b}."),
    ("Which river flows through the old town of {a}?", "Through the old town of {a} flows the river {b}."),
    ("In which province was the composer {a} born?", "The composer {a} was born in the province of {b}."),
]
FILLER = ("Records of that time are kept in the county archive, which was moved twice and lists {n} letters, "
          "{m} maps and a number of paintings by local artists.")


def name(number):
    """Returns a name of one or two words; different numbers have different names."""
    words = []
    while not words or number:
        number, begin = divmod(number, len(BEGINS))
        number, middle = divmod(number, len(MIDDLES))
        number, end = divmod(number, len(ENDS))
        words.append(BEGINS[begin] + MIDDLES[middle] + ENDS[end])
    return " ".join(words)


def write_question(to, lines, number, mentioned, answer, draw):
    question, sentence = ASKED[number % len(ASKED)]
    given = {"a": mentioned, "b": answer, "y": 1500 + draw.randrange(500)}
    text = sentence.format(**given) + " " + FILLER.format(n=draw.randrange(9999), m=draw.randrange(9999))
    asked = {"id": f"q{number}", "question": question.format(**given),
             "answers": [{"text": answer, "answer_start": text.index(answer)}]}
    title = f"Archive {number}"
    if lines:
        to.write(json.dumps({**asked, "title": title, "context": text}) + "\n")
        return
    if number:
        to.write(",\n")
    to.write(json.dumps({"title": title, "paragraphs": [{"context": text, "qas": [asked]}]}))


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("out")
    options.add_argument("--questions", type=int, default=1000)
    options.add_argument("--heads", type=int, default=0)
    options.add_argument("--tails", type=int, default=0)
    options.add_argument("--seed", type=int, default=7)
    chosen = options.parse_args()
    draw = random.Random(chosen.seed)
    names = max(chosen.questions // 2, 2)
    lines = chosen.out.endswith(".jsonl")
    with open(chosen.out, "w", encoding="utf-8") as to:
        if not lines:
            to.write('{"version": "1.1", "data": [\n')
        for i in range(chosen.questions):
            write_question(to, lines, i, name(draw.randrange(names)), name(draw.randrange(names)), draw)
        frequent = name(names)
        for i in range(chosen.heads + chosen.tails):
            other = name(names + 1 + i)
            pair = (other, frequent) if i < chosen.heads else (frequent, other)
            write_question(to, lines, chosen.questions + i, *pair, draw)
        if not lines:
            to.write("\n]}\n")


if __name__ == "__main__":
    main()
