#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Computes the table of docs/dialects.md that says what each value of an answer means to each evaluator.

  values.py --mhqa FILE [--python] [--write]

Each value goes through every way to score: a line, --means, --result, --json and, with --python, mhqa.score(). Fails if
two of them disagree, or if the page's table differs; --write puts the table into the page.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "dialects.md"
BEGIN, END = "<!-- values: computed by tests/docs/values.py -->\n", "<!-- /values -->\n"
GOLD = "true"

# Column: (prediction, gold) of one answer. The text of the gold decides nothing but what is equal to it.
VALUES = {
    "prediction `null`": (None, GOLD),
    "`true`, `false`": (True, GOLD),
    "list of strings": ([GOLD], GOLD),
    "number": (1, GOLD),
    "JSON text": ('["true"]', GOLD),
    "gold `true`, `false`": (GOLD, True),
    "gold number, `null`": (GOLD, 1),
    'gold `{"target": …}`': (GOLD, {"target": [GOLD]}),
    "gold JSON or Python text": (GOLD, "['true', 'yes']"),
    "blank line": (GOLD, GOLD),
}


def run(mhqa, evaluator, lines, *options):
    done = subprocess.run(
        [mhqa, "score", "--dialect", evaluator, *options], input=lines, capture_output=True, text=True, timeout=60
    )
    return done.returncode, done.stdout, done.stderr


def numbers_of(row):
    return {name: value for name, value in row.items() if not name.startswith("normalized_") and name != "id"}


def by_line(mhqa, evaluator, lines):
    status, out, _ = run(mhqa, evaluator, lines)
    rows = [json.loads(line) for line in out.splitlines()]
    if any("error" in row for row in rows):
        assert status == 2, (evaluator, lines)
        return None
    assert status == 0 and len(rows) == 1, (evaluator, lines, out)
    return numbers_of(rows[0]), rows[0]["normalized_prediction"] is None


def by_means(mhqa, evaluator, lines):
    status, out, err = run(mhqa, evaluator, lines, "--means")
    if status:
        assert status == 2 and err, (evaluator, lines)
        return None
    values = dict(line.split(" ", 1) for line in out.splitlines())
    del values["signature"]
    assert values.pop("n") == "1", (evaluator, lines, out)
    absent = values.pop("absent", "0")
    return {name: None if value == "-" else float(value) for name, value in values.items()}, absent == "1"


def by_result(mhqa, evaluator, lines):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "r.json"
        status, out, err = run(mhqa, evaluator, lines, "--json", "--result", str(path))
        if status:
            assert status == 2 and err, (evaluator, lines)
            return None, None
        result, printed = json.loads(path.read_text()), json.loads(out)
    assert printed["n"] == len(result["questions"]) == 1, (evaluator, lines)
    assert printed["scores"] == result["scores"], (evaluator, lines)
    row = result["questions"][0]
    whole = {name: value for name, value in result["scores"].items() if name not in row}  # a number of a file
    row = {name: row[name] for name in result["scores"] if name in row}
    return (printed["scores"], printed["absent"] == 1), ({**row, **whole}, result["questions"][0]["prediction"] is None)


def by_python(evaluator, prediction, gold):
    import mhqa

    try:
        row = mhqa.score([prediction], [gold], evaluator)[0]
    except (TypeError, ValueError):
        return None
    return None if "error" in row else (row, prediction is None)


def close(a, b):
    if a is None or b is None:
        return a is b
    return a[1] == b[1] and a[0].keys() == b[0].keys() and all(
        x == y or (x is not None and y is not None and abs(x - y) < 1e-6) for x, y in ((a[0][k], b[0][k]) for k in a[0])
    )


def meaning(column, outcome, usual):
    """The word of the table for what an evaluator made of a value."""
    if outcome is None:
        return "refused"
    numbers, absent = outcome
    if absent:
        return "a miss, counted" if any(numbers.values()) else "0, counted"
    if column == "blank line":
        return "passed over"
    if column == "JSON text":
        return "a text"
    if "target" in column and numbers == usual[0]:
        return "its golds"
    return ("spans" if column == "list of strings" else "truth value") if numbers == usual[0] else "other"


def cells(mhqa, evaluator, python):
    usual = by_line(mhqa, evaluator, json.dumps({"prediction": GOLD, "gold": GOLD}) + "\n")
    for column, (prediction, gold) in VALUES.items():
        lines = json.dumps({"prediction": prediction, "gold": gold}) + "\n"
        if column == "blank line":
            lines = "\n" + lines + "  \n"
        printed, recorded = by_result(mhqa, evaluator, lines)
        doors = {"line": by_line(mhqa, evaluator, lines), "--means": by_means(mhqa, evaluator, lines),
                 "--result": recorded, "--json": printed}
        if python:
            doors["Python"] = by_python(evaluator, prediction, gold)
        for door, outcome in doors.items():
            if not close(outcome, doors["line"]):
                sys.exit(f"{evaluator}, {column}: {door} gives {outcome}, a line {doors['line']}")
        yield meaning(column, doors["line"], usual)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mhqa", required=True)
    parser.add_argument("--python", action="store_true", help="also mhqa.score() of this Python")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    known = run(options.mhqa, "nothing", "")[2]
    names = re.search(r"one of: (.*?); found", known).group(1).split(", ")
    table = ["| evaluator | " + " | ".join(VALUES) + " |", "|---" * (len(VALUES) + 1) + "|"]
    for name in names:
        table.append(f"| `{name}` | " + " | ".join(cells(options.mhqa, name, options.python)) + " |")
    text = "\n".join(table) + "\n"
    page = PAGE.read_text()
    begin, end = page.index(BEGIN) + len(BEGIN), page.index(END)
    if options.write:
        PAGE.write_text(page[:begin] + text + page[end:])
    elif page[begin:end] != text:
        sys.exit(f"{PAGE}: the table of values is not what the command does; --write puts this there:\n{text}")
    print(f"{len(names)} evaluators, {len(VALUES)} values, {5 if options.python else 4} ways: equal")


if __name__ == "__main__":
    main()
