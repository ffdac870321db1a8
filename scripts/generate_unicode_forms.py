#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Writes include/mhqa/text/unicode_forms_data.hpp: what few evaluators ask of a character beyond unicode_data.hpp.

str.isdigit, str.isupper, str.isprintable, str.capitalize and unicodedata's NFD come from Python 3.11 (Unicode 14.0); the characters that
DPR's tokenizer keeps, and those of a word, come from the third-party module regex, whose Unicode is newer. Run with
Python 3.11 and regex 2026.11.15:

    python3 scripts/generate_unicode_forms.py            # writes the header
    python3 scripts/generate_unicode_forms.py --check    # exit status 1 if the header differs
"""

import argparse
import pathlib
import sys
import unicodedata

import regex
from generate_unicode import UNICODE, number_table, two_stages

REGEX = "2026.11.15"
HEADER = pathlib.Path(__file__).resolve().parent.parent / "include" / "mhqa" / "text" / "unicode_forms_data.hpp"
DIGIT, UPPER, WORD_PART, SINGLE, PRINTABLE, REGEX_WORD = 1, 2, 4, 8, 16, 32
flags = regex.IGNORECASE | regex.UNICODE | regex.MULTILINE
word_part = regex.compile(r"[\p{L}\p{N}\p{M}]", flags)
single = regex.compile(r"[^\p{Z}\p{C}]", flags)
regex_word = regex.compile(r"\w")


def form_of(code):
    c = chr(code)
    bits = DIGIT * c.isdigit() | UPPER * c.isupper() | PRINTABLE * c.isprintable() | REGEX_WORD * bool(regex_word.match(c))
    if word_part.match(c):
        return bits | WORD_PART
    return bits | SINGLE * bool(single.match(c))


def table(name, values):
    while not values[-1]:
        values.pop()
    def stages(shift):
        return two_stages(values + [0] * (-len(values) % (1 << shift)), shift)

    shift = min((s for s in range(5, 11) if max(stages(s)[0]) < 256), key=lambda s: sum(map(len, stages(s))))
    values += [0] * (-len(values) % (1 << shift))
    stage, blocks = stages(shift)
    return f"""\
inline constexpr unsigned {name}_shift = {shift};
inline constexpr std::uint32_t {name}_end = 0x{len(values):X};  // from here on every value is 0
{number_table(name + "_block", stage)}
{number_table(name + "_value", blocks)}
"""


def mappings(name, pairs):
    """Code points in order, where each one's text begins in the pool, and the pool."""
    starts, pool = [], []
    for _, text in pairs:
        starts.append(len(pool))
        pool.extend(map(ord, text))
    starts.append(len(pool))
    return f"""\
{number_table(name + "_from", [code for code, _ in pairs], 3)}
{number_table(name + "_start", starts, 2)}
{number_table(name + "_to", pool, 3)}
"""


def header():
    assert unicodedata.unidata_version == UNICODE, f"needs Unicode {UNICODE}, has {unicodedata.unidata_version}"
    assert regex.__version__ == REGEX, f"needs regex {REGEX}, has {regex.__version__}"
    everything = range(0x110000)
    hangul = range(0xAC00, 0xD7A4)
    decomposed = [(c, unicodedata.normalize("NFD", chr(c))) for c in everything if c not in hangul]
    decomposed = [(c, text) for c, text in decomposed if text != chr(c)]
    titles = [(c, chr(c).capitalize()) for c in everything if chr(c).capitalize() != chr(c)]
    return f"""\
// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// str.isdigit, str.isupper, str.isprintable, str.capitalize and NFD of each code point (Unicode {UNICODE}), and the
// characters that DPR's tokenizer keeps or that regex's \\w matches (regex {REGEX}). Generated: do not edit, run
// scripts/generate_unicode_forms.py. Read it through unicode_forms.hpp.
#pragma once

#include <mhqa/text/detail/number_table.hpp>

#include <cstdint>

namespace mhqa::inline v0_1::unicode::detail {{

using mhqa::detail::number_table;

inline constexpr std::uint8_t form_digit = {DIGIT};
inline constexpr std::uint8_t form_upper = {UPPER};
inline constexpr std::uint8_t form_word_part = {WORD_PART};  // a letter, number or mark
inline constexpr std::uint8_t form_single = {SINGLE};     // a token by itself
inline constexpr std::uint8_t form_printable = {PRINTABLE};
inline constexpr std::uint8_t form_regex_word = {REGEX_WORD};

// clang-format off
{table("form", [form_of(c) for c in everything])}
{table("combining", [unicodedata.combining(chr(c)) for c in everything])}
{mappings("nfd", decomposed)}
{mappings("title", titles)}
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
