// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/set_f1.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace {

double f1(std::string_view said, std::string_view gold, bool booleans = true) {
  mhqa::set_answer a, b;
  a.assign(said, booleans, mhqa::normalizations::words_lowered_last);
  b.assign(gold, booleans, mhqa::normalizations::words_lowered_last);
  return mhqa::score_sets(a, b);
}

}  // namespace

TEST_CASE("set_f1: repeats count once, articles stay, punctuation separates") {
  CHECK(f1("x x", "x") == 1);
  CHECK(f1("the end", "end") == doctest::Approx(2.0 / 3));
  CHECK(f1("U.S.", "u s") == 1);
  CHECK(f1("", "x") == 0);
  CHECK(f1("", "") == 0);
  CHECK(f1("True", "yes") == 1);
  CHECK(f1("True", "yes", false) == 0);
}

TEST_CASE("set_f1: a Chinese gold is compared by characters and whole numbers") {
  // Gold: the characters of "Beijing University" (4) and the number 2008; said: the last two and 2008.
  const std::string_view gold = "\xE5\x8C\x97\xE4\xBA\xAC\xE5\xA4\xA7\xE5\xAD\xA6 2008";
  CHECK(f1("\xE5\xA4\xA7\xE5\xAD\xA6 2008", gold) == doctest::Approx(2 * (1.0 * 0.6) / 1.6));
  CHECK(f1("200 8", gold) == 0);  // other numbers, and their digits are no members
  CHECK(f1("2008", gold) == doctest::Approx(2 * (1.0 * 0.2) / 1.2));
  CHECK(f1(gold, "2008") == doctest::Approx(2 * (0.5 * 1.0) / 1.5));  // the gold decides: here words
}

TEST_CASE("set_f1: a side is reused for golds of both kinds") {
  mhqa::set_answer said, chinese, plain;
  said.assign("\xE5\x8C\x97 x", true, mhqa::normalizations::words_lowered_last);
  chinese.assign("\xE5\x8C\x97", true, mhqa::normalizations::words_lowered_last);
  plain.assign("x", true, mhqa::normalizations::words_lowered_last);
  CHECK(mhqa::score_sets(said, chinese) == doctest::Approx(2 * (0.5 * 1.0) / 1.5));
  CHECK(mhqa::score_sets(said, plain) == doctest::Approx(2 * (0.5 * 1.0) / 1.5));
  CHECK(mhqa::score_sets(said, chinese, false) == doctest::Approx(2 * (0.5 * 1.0) / 1.5));
}

TEST_CASE("set_f1: sides with few and with many words") {
  const auto words = [](int from, int to) {
    std::string text;
    for (int i = from; i < to; ++i) text.append("word").append(std::to_string(i % 40)).append(" ");
    return text;
  };
  for (const int size : {1, 15, 16, 17, 40, 80}) {
    CAPTURE(size);
    const double distinct = std::min(size, 40);
    CHECK(f1(words(0, size), words(0, size)) == 1);
    CHECK(f1(words(0, size), "word0 other") == doctest::Approx(2 * (1 / distinct * 0.5) / (1 / distinct + 0.5)));
    CHECK(f1("word0 other", words(0, size)) == doctest::Approx(2 * (1 / distinct * 0.5) / (1 / distinct + 0.5)));
  }
  CHECK(f1(words(0, 20), words(10, 30)) == doctest::Approx(0.5));
  CHECK(f1(words(0, 20), words(20, 40)) == 0);
}
