// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Generates predictions and golds on which implementations of answer scores tend to differ: Unicode, articles next to
// punctuation, numbers in many spellings, closed answers, empty results. Pair i of a seed is the same on every
// platform.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/random.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// A prediction and its golds.
struct hostile_pair {
  std::string prediction;
  std::vector<std::string> golds;
};

namespace detail {

inline constexpr std::string_view hostile_words[] = {"the",
                                                     "a",
                                                     "an",
                                                     "The",
                                                     "THE",
                                                     "yes",
                                                     "no",
                                                     "noanswer",
                                                     "Yes.",
                                                     "True",
                                                     "False",
                                                     "Paris",
                                                     "paris",
                                                     "New_York",
                                                     "U.S.A.",
                                                     "don't",
                                                     "don\xE2\x80\x99t",
                                                     "\xE2\x80\x98quoted\xE2\x80\x99",
                                                     "\xE2\x80\x9Cq\xE2\x80\x9D",
                                                     "\xC2\xB4",
                                                     "`t`",
                                                     "1,000",
                                                     "1000",
                                                     "1000.5",
                                                     "-5",
                                                     "5.",
                                                     "$5",
                                                     "1_000",
                                                     "nan",
                                                     "-Infinity",
                                                     "\xD9\xA3",
                                                     "\xEF\xBC\x95",
                                                     "\xC2\xB2",
                                                     "\xC2\xBD",
                                                     "\xCE\xA3",
                                                     "\xCE\x91\xCE\xA3",
                                                     "\xCE\x91\xCE\xA3'\xCE\x91",
                                                     "\xC4\xB0stanbul",
                                                     "\xC4\xB1",
                                                     "\xC3\x9F",
                                                     "\xE1\xBA\x9E",
                                                     "\xC7\x85",
                                                     "\xC3\xA9",
                                                     "e\xCC\x81",
                                                     "a\xCC\x81",
                                                     "the\xCC\x81",
                                                     "a\xE2\x80\x8D"
                                                     "b",
                                                     "\xE2\x80\x8B",
                                                     "\xC2\xA0",
                                                     "\xE3\x80\x80",
                                                     "\x1C",
                                                     "\xC2\x85",
                                                     "\xEF\xBB\xBF",
                                                     "\xE5\x8C\x97\xE4\xBA\xAC",
                                                     "2008\xE5\xB9\xB4",
                                                     "\xEA\xB0\x81",
                                                     "\xEF\xAC\x81",
                                                     "\xC5\x89",
                                                     "\xF0\x9D\x90\x80",
                                                     "\xF0\x9F\x98\x80",
                                                     "...",
                                                     "!?",
                                                     "()",
                                                     "\"",
                                                     "'",
                                                     ",",
                                                     "-",
                                                     "\xE2\x80\x93",
                                                     "a-b",
                                                     "rock & roll",
                                                     "(film)",
                                                     "50%",
                                                     "\t",
                                                     "\n",
                                                     "x",
                                                     "Barack Obama",
                                                     "March 12, 1990",
                                                     "\\boxed{x}",
                                                     "The answer is",
                                                     "<answer>x</answer>"};

[[nodiscard]] std::string hostile_text(draws& random, std::uint64_t most);

}  // namespace detail

/// Returns pair i of a seed; about two thirds of the predictions are modified golds.
///
/// Shape: one to five golds; each text is UTF-8 without surrogates
[[nodiscard]] hostile_pair make_hostile_pair(std::uint64_t seed, std::uint64_t i);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/hostile_pairs.ipp>
#endif
