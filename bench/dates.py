#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Dates beside Python's, on the same dates and in one run: dates.py PROGRAM

PROGRAM is the compiled bench/dates.cpp. dateutil is measured where it is installed. Each side is measured five times
in turn and the best time of each is taken. Status 1: a target was missed, or the two sides do not agree.
"""

import datetime
import json
import subprocess
import sys
import time

from measured import verdict

COUNT = 2000
ROUNDS = 5
MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
          "December"]
FORMATS = ["%B %d, %Y", "%d %B %Y", "%d %B, %Y", "%Y-%m-%d", "%B %d, %Y"]


def make_dates():
    """The sequence of bench/dates.cpp."""
    state = 1

    def below(n):
        nonlocal state
        state = (state * 1664525 + 1013904223) % 2**32
        return (state >> 8) % n

    return [datetime.datetime(1000 + below(1030), 1 + below(12), 1 + below(28)) for _ in range(COUNT)]


def spell(date, style):
    name = MONTHS[date.month - 1]
    return [f"{name} {date.day:02}, {date.year}", f"{date.day} {name} {date.year}", f"{date.day} {name}, {date.year}",
            f"{date.year}-{date.month:02}-{date.day:02}", f"{name} {date.day}, {date.year}"][style]


def number(date):
    return date.toordinal() - 719163  # days since 1970-01-01


def timed(work, items):
    """(nanoseconds an item, result)"""
    start = time.perf_counter()
    result = work()
    return (time.perf_counter() - start) / items * 1e9, result


def python_side(dates, texts):
    formats = [FORMATS[i % 5] for i in range(COUNT)]
    strptime = datetime.datetime.strptime
    out = {"strptime": timed(lambda: sum(number(strptime(t, f)) for t, f in zip(texts, formats)), COUNT)}
    try:
        from dateutil import parser, relativedelta
    except ImportError:
        return out
    out["dateutil"] = timed(lambda: sum(number(parser.parse(t)) for t in texts), COUNT)
    pairs = [sorted(pair) for pair in zip(dates, dates[1:])]

    def ages():
        total = 0
        for early, late in pairs:
            age = relativedelta.relativedelta(late, early)
            total += age.years * 400 + age.months * 31 + age.days
        return total

    out["relativedelta"] = timed(ages, COUNT - 1)
    step = relativedelta.relativedelta(years=3, months=7, days=11)
    out["relativedelta +"] = timed(lambda: sum(number(date + step) for date in dates), COUNT)
    return out


def our_side(program):
    done = subprocess.run([program, "--benchmark_format=json", "--benchmark_min_time=0.1"], check=True, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return {one["name"]: one for one in json.loads(done.stdout)["benchmarks"]}


def main(arguments):
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    dates = make_dates()
    texts = [spell(date, i % 5) for i, date in enumerate(dates)]
    ours, theirs = {}, {}
    for _ in range(ROUNDS):
        for name, result in our_side(arguments[0]).items():
            if name not in ours or result["real_time"] < ours[name]["real_time"]:
                ours[name] = result
        for name, result in python_side(dates, texts).items():
            theirs[name] = min(theirs.get(name, result), result)

    good = True
    print(f"{'mhqa':<28}{'ns':>8}{'allocations':>13}   {'beside':<17}{'ns':>9}{'times':>8}{'target':>8}")
    rows = [("parse", "strptime", 80), ("parse", "dateutil", 400), ("difference", "relativedelta", 200),
            ("add", "relativedelta +", None), ("parse_refused", None, None), ("spell_published", None, None), ("parse_stated", None, None),
            ("parse_ranges_and_doubts", None, None), ("parse_statements", None, None)]
    for name, other, target in rows:
        mine = ours[name]
        ns = 1e9 / mine["items_per_second"]
        line = f"{name:<28}{ns:>8.1f}{mine['allocations']:>13g}"
        good &= mine["allocations"] == 0
        if other in theirs:
            nanoseconds, checksum = theirs[other]
            times = nanoseconds / ns
            line += f"   {other:<17}{nanoseconds:>9.0f}{times:>8.0f}{target or '':>8}"
            good &= target is None or times >= target
            if checksum != mine["checksum"]:
                line += "   DIFFERENT RESULTS"
                good = False
        elif other:
            line += f"   {other} is not installed"
        print(line)
    print(f"\n{'find_all':<28}{'MB/s':>8}{'allocations':>13}   {'dates found':<17}{'target':>9}")
    for name, mine in ours.items():
        if name.startswith(("find/", "find_stated/")):
            speed = mine["bytes_per_second"] / 1e6
            target = 300 if name.endswith("dates:0") else None
            good &= mine["allocations"] == 0 and (target is None or speed >= target)
            print(f"{name:<28}{speed:>8.0f}{mine['allocations']:>13g}   {mine['checksum']:<17.0f}{target or '':>9}")
    lives = ours["read_lives"]
    print(f"\nread_lives: {lives['bytes_per_second'] / 1e6:.0f} MB/s, {lives['allocations']:.1f} allocations a life")
    return verdict(good)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
