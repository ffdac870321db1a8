#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Writes include/mhqa/text/unicode_data.hpp from what CPython itself does with each code point.

The published evaluators are Python programs, so the facts are taken from str.lower, str.split and re's \\w rather
than from the Unicode files. Cased and case-ignorable are not visible in Python but through the final sigma of
str.lower: "cased" here means that a capital sigma right after the character becomes final, and "case-ignorable"
that the rule looks through it. Run with a Python whose Unicode is 14.0 (3.11):

    python3 scripts/generate_unicode.py            # writes the header
    python3 scripts/generate_unicode.py --check    # exit status 1 if the header differs
"""

import argparse
import pathlib
import re
import sys
import unicodedata

UNICODE = "14.0.0"
HEADER = pathlib.Path(__file__).resolve().parent.parent / "include" / "mhqa" / "text" / "unicode_data.hpp"
WORD, SPACE, CASED, IGNORABLE, FULL_LOWER, SIGMA = 1, 2, 4, 8, 16, 32
word_pattern = re.compile(r"\w")


def is_final(text):
    return text.lower()[-1] == "\u03c2"


def property_of(code):
    """(distance to the lower-case letter, flags) of one code point."""
    c = chr(code)
    flags = 0
    if word_pattern.match(c):
        flags |= WORD
    if not ("x" + c + "x").split()[0] == "x" + c + "x":
        flags |= SPACE
    if is_final(c + "\u03a3"):
        flags |= CASED
    elif is_final("A" + c + "\u03a3"):
        flags |= IGNORABLE
    lower = c.lower()
    distance = 0
    if code == 0x3A3:
        flags |= SIGMA
        distance = 0x3C3 - code
    elif len(lower) == 2:
        assert code == 0x130 and lower == "i\u0307", hex(code)
        flags |= FULL_LOWER
        distance = ord(lower[0]) - code
    else:
        assert len(lower) == 1, hex(code)
        distance = ord(lower) - code
        # normalize.hpp looks up the flags of a character once, before it is lower-cased.
        assert bool(word_pattern.match(lower)) == bool(flags & WORD), hex(code)
        assert len(lower.encode("utf-8", "surrogatepass")) * 2 <= len(c.encode("utf-8", "surrogatepass")) * 3, hex(code)
    return distance, flags


def digit_zeros():
    """The code points of the zeros; the nine other decimal digits of a script follow each."""
    digits = [code for code in range(0x110000) if unicodedata.decimal(chr(code), None) is not None]
    zeros = [code for code in digits if unicodedata.decimal(chr(code)) == 0]
    assert digits == [zero + value for zero in zeros for value in range(10)]
    assert all(float(chr(zero + value)) == value for zero in zeros for value in range(10))
    return zeros


def two_stages(values, shift):
    """(block number of each run of 2**shift code points, the distinct blocks one after the other)."""
    size = 1 << shift
    numbers, blocks = {}, []
    stage = []
    for start in range(0, len(values), size):
        block = tuple(values[start : start + size])
        if block not in numbers:
            numbers[block] = len(numbers)
            blocks.extend(block)
        stage.append(numbers[block])
    return stage, blocks


def rows(values):
    line, out = " ", []
    for value in values:
        item = f" {value},"
        if len(line) + len(item) > 120:
            out.append(line)
            line = " "
        line += item
    return "\n".join(out + [line])


def number_table(name, values, width=1):
    """A table of text/detail/number_table.hpp: a character per number, or digits of base 92."""
    digits = []
    for value in values:
        assert value < (256 if width == 1 else 92**width)
        digits += [value] if width == 1 else [value // 92**at % 92 for at in reversed(range(width))]
    line, out = "", []
    for digit in digits:
        byte = (digit + ord("#")) % 256
        # "?" might begin a trigraph.
        piece = f"\\{byte:03o}" if not 32 <= byte < 127 else "\\" + chr(byte) if chr(byte) in '\\"?' else chr(byte)
        if len(line) + len(piece) > 116:
            out.append(line)
            line = ""
        line += piece
    text = "\n".join(f'  "{one}"' for one in [*out, line])
    return f"inline constexpr number_table<{'' if width == 1 else width}> {name}{{\n{text}}};"


def header():
    assert unicodedata.unidata_version == UNICODE, f"needs Unicode {UNICODE}, has {unicodedata.unidata_version}"
    numbers, values = {(0, 0): 0}, []
    for code in range(0x110000):
        values.append(numbers.setdefault(property_of(code), len(numbers)))
    assert len(numbers) <= 256
    while not values[-1]:
        values.pop()
    shift = min(range(5, 10), key=lambda s: sum(map(len, two_stages(values + [0] * (-len(values) % (1 << s)), s))))
    values += [0] * (-len(values) % (1 << shift))
    stage, blocks = two_stages(values, shift)
    assert max(stage) < 256
    zeros = digit_zeros()
    properties = [f"{{{distance}, {flags}}}" for distance, flags in numbers]
    return f"""\
// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Properties of each code point as CPython's str.lower, str.split, float and re's \\w use them (Unicode {UNICODE}).
// Generated: do not edit, run scripts/generate_unicode.py (Python 3.11). Read it through unicode.hpp.
#pragma once

#include <mhqa/text/detail/number_table.hpp>

#include <cstdint>

namespace mhqa::inline v0_1::unicode::detail {{

using mhqa::detail::number_table;

struct property {{
  std::int32_t to_lower;  // distance to the lower-case letter
  std::uint8_t flags;
}};

inline constexpr std::uint8_t word = {WORD};
inline constexpr std::uint8_t space = {SPACE};
inline constexpr std::uint8_t cased = {CASED};
inline constexpr std::uint8_t case_ignorable = {IGNORABLE};
inline constexpr std::uint8_t full_lower = {FULL_LOWER};  // U+0130 alone: two code points
inline constexpr std::uint8_t sigma = {SIGMA};       // U+03A3 alone: by context

inline constexpr unsigned block_shift = {shift};
inline constexpr std::uint32_t table_end = 0x{len(values):X};  // from here on every property is properties[0]

// clang-format off
inline constexpr property properties[{len(properties)}] = {{
{rows(properties)}
}};

{number_table("block_of", stage)}

{number_table("property_of", blocks)}

// The zeros of all scripts; the digits 1 to 9 follow each.
inline constexpr char32_t digit_zeros[{len(zeros)}] = {{
{rows([hex(zero) for zero in zeros])}
}};
// clang-format on

}}  // namespace mhqa::inline v0_1::unicode::detail
"""


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--check", action="store_true", help="compare with the header instead of writing it")
    text = header()
    if arguments.parse_args().check:
        sys.exit(0 if HEADER.read_text() == text else f"{HEADER.name} is out of date")
    HEADER.write_text(text)


if __name__ == "__main__":
    main()
