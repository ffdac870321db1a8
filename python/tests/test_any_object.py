# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Every function answers any objects with a result, a ValueError or a TypeError. MHQA_FUZZ_SECONDS makes it longer.

It goes on until each function has had a result: token_f1 refuses all but one of some hundred draws, so that a slow
machine needs more than the seconds.
"""

import os
import random
import time

import numpy
import pytest

import mhqa

SECONDS = float(os.environ.get("MHQA_FUZZ_SECONDS", 2))


class Odd:
    """Looks like a sequence but is not one."""

    def __len__(self):
        return 5

    def __getitem__(self, i):
        raise IndexError


class BadArray:
    def __dlpack__(self, *positional, **named):
        return "no capsule"

    def __dlpack_device__(self):
        return (1, 0)


class Text(str):
    pass


def scalar(draw):
    return draw.choice(
        [
            None,
            True,
            0,
            1,
            -1,
            2,
            2**31,
            2**63,
            -(2**70),
            0.5,
            float("nan"),
            1j,
            b"cat",
            bytearray(b"a"),
            Odd(),
            BadArray(),
        ]
        + [object, len, ..., NotImplemented, numpy.int32(3), numpy.float64(1), Text("the cat"), range(3), slice(None)]
        + [memoryview(b"abcdefgh"), "hotpotqa", "musique", "squad-2.0", "float32", "float64", "f1", "em", "verl"]
    )


def text(draw):
    points = [
        0,
        32,
        65,
        97,
        0xE9,
        0x130,
        0x3A3,
        0x300,
        0x3000,
        0xD800,
        0xDFFF,
        0x1F600,
        0x10FFFF,
        60,
        62,
        47,
        92,
        123,
        125,
    ]
    kind = draw.randrange(4)
    if kind == 0:
        return "".join(chr(draw.choice(points)) for _ in range(draw.randrange(40)))
    words = [
        "<answer>",
        "</answer>",
        "\\boxed{",
        "}",
        "the answer is",
        "Answer:",
        "yes",
        "no",
        "cat",
        "\n",
        "a",
        "Paris",
    ]
    return " ".join(draw.choices(words, k=draw.randrange(9 if kind < 3 else 90)))


def array(draw):
    kind = draw.choice(
        [
            "int8",
            "uint8",
            "int32",
            "int32",
            "int32",
            "int64",
            "float32",
            "float64",
            "bool",
            "complex128",
            ">i4",
            "U3",
            "O",
        ]
    )
    size = draw.choice([0, 1, 2, 3, 3, 4, 5, 8, 100])
    low, high = draw.choice([(0, 3), (0, 5), (-2, 5), (0, 2**31 - 1), (-(2**31), 2**31 - 1)])
    out = numpy.array([draw.randint(low, high) for _ in range(size)], dtype="int64")
    if draw.random() < 0.6:
        out.sort()
    out = out.astype(kind)
    change = draw.randrange(12)
    if change == 0:
        out = out[::2]
    elif change == 1:
        out = out[::-1]
    elif change == 2:
        out = out.reshape(1, -1)
    elif change == 3:
        out.flags.writeable = False
    return out


def rows(draw):
    """Three rows of ids that are often as they should be."""
    size = draw.randrange(9)
    values = numpy.array([draw.randrange(5) for _ in range(size)], dtype=draw.choice(["int32", "int32", "int64"]))
    offsets = [0, draw.randint(0, size), draw.randint(0, size), size + draw.choice([0, 0, 0, 1])]
    offsets = offsets if draw.random() < 0.1 else sorted(offsets)
    return values, numpy.array(offsets, dtype=draw.choice(["int32", "int32", "int32", "int64", "uint32"]))


def anything(draw, depth=0):
    kind = draw.randrange(10 if depth < 3 else 4)
    if kind < 2:
        return text(draw)
    if kind < 3:
        return scalar(draw)
    if kind < 4:
        return array(draw)
    items = [anything(draw, depth + 1) for _ in range(draw.randrange(4))]
    if kind < 6:
        return items
    if kind == 6:
        return tuple(items)
    if kind == 7:
        return dict(zip(["id", "prediction_text", "answers", "text", "target", "content", "role"], items))
    if kind == 8:
        return (item for item in items)
    return [text(draw) for _ in range(draw.randrange(4))]


def likely(draw, name):
    """What the argument of a name may well be."""
    if draw.random() < 0.3:
        return anything(draw)
    several = draw.choice([1, 2, 2, 3])
    if name in ("predictions", "golds") and draw.random() < 0.5:
        return draw.choice([rows(draw), rows(draw), (array(draw), array(draw))])
    if name in ("dialect", "dtype", "rule", "extraction"):
        return draw.choice(
            ["hotpotqa", "squad-1.1", "squad-2.0", "musique", "float32", "float64", "f1", "em", "answer_tag", "any"]
        )
    if name == "out":
        size = draw.randrange(4)
        columns = {
            column: numpy.zeros(size, draw.choice(["float32", "float32", "float64", "int32"]))
            for column in ("f1", "em")
        }
        return draw.choice([columns, columns, {"f1": array(draw), "which": array(draw)}, {}])
    if name == "stream":
        return draw.choice([None, 0, 1])
    if name == "texts" and draw.random() < 0.3:
        size = draw.choice([0, 1, 30])
        return (array(draw) if draw.random() < 0.2 else b"<answer>a</answer>", numpy.array([0, size, 18]))
    if name in ("marks", "gold_groups"):
        return draw.choice([None, array(draw)])
    if name == "per_question":
        return draw.choice([0, 1, 2, 3, -1, 2**40, True, "2"])
    if name in ("references", "golds", "ground_truths"):
        return [draw.choice([text(draw), [text(draw)], [], {"target": [text(draw)]}]) for _ in range(several)]
    return [text(draw) for _ in range(several)]


CALLS = {
    mhqa.score_batch: ("predictions", "golds", "dialect", "dtype", "out"),
    mhqa.token_f1: (
        "predictions",
        "golds",
        "gold_groups",
        "per_question",
        "marks",
        "dialect",
        "dtype",
        "out",
        "stream",
    ),
    mhqa.rewards: ("texts", "golds", "extraction", "dialect", "dtype", "rule", "out"),
    mhqa.compute: ("predictions", "references", "dialect"),
    mhqa.compute_score: ("solution_strs", "ground_truths", "data_sources", "rule", "solution_str"),
    mhqa.trl_reward(): ("completions", "answer", "prompts"),
}


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_any_objects():
    draw = random.Random(os.environ.get("MHQA_FUZZ_SEED", "1"))
    end, rounds, results = time.monotonic() + SECONDS, 0, dict.fromkeys(CALLS, 0)
    while time.monotonic() < end or (not all(results.values()) and rounds < 20_000):
        rounds += 1
        for function, names in CALLS.items():
            needed = 1 if function is mhqa.compute else 2
            arguments = {name: likely(draw, name) for i, name in enumerate(names) if i < needed or draw.random() < 0.3}
            if draw.random() < 0.05:
                arguments.popitem()
            try:
                with numpy.errstate(all="ignore"):
                    function(**arguments)
                results[function] += 1
            except (ValueError, TypeError):
                pass
    assert all(count > 0 for count in results.values()), results
