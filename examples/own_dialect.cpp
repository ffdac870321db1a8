// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A new dialect is a constant; a custom normaliser is a callable. Here articles count, two empty answers agree, and
// number words become digits.
#include <mhqa/metrics/answer.hpp>

#include <cstdio>
#include <string>
#include <string_view>

namespace {

constexpr mhqa::dialect with_articles{.name = "with-articles",
                                      .text = mhqa::normalizations::keep_articles,
                                      .empty_answer = mhqa::empty_rule::one_if_both};

/// Runs before the dialect's normalisation.
struct numbers_as_digits {
  void operator()(std::string_view text, mhqa::normalized& out) const {
    out.assign(text, with_articles.text);
    std::string digits;
    for (const mhqa::token& word : out.tokens()) {
      const std::string_view spelling = word.in(out.text());
      digits += spelling == "one" ? "1" : spelling == "two" ? "2" : spelling == "three" ? "3" : spelling;
      digits += ' ';
    }
    out.assign(digits, mhqa::normalizations::none);
  }
};

}  // namespace

int main() {
  std::printf("hotpotqa       %.3f\n", mhqa::score_answer("a river", "the river", mhqa::dialects::hotpotqa).f1);
  std::printf("with-articles  %.3f\n", mhqa::score_answer("a river", "the river", with_articles).f1);

  mhqa::answer_scorer score{with_articles, numbers_as_digits{}};
  const mhqa::compiled_gold gold{"two sons", with_articles, numbers_as_digits{}};
  std::printf("own normaliser %.3f\n", score("2 sons", gold).f1);
}
