// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/fanout_accuracy.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using answer = mhqa::fanout_answer;

answer text(std::string_view of) {
  return {.is = answer::form::text, .text = std::string{of}};
}
answer list(std::vector<answer> parts) {
  return {.is = answer::form::list, .parts = std::move(parts)};
}

mhqa::fanout_score score(const answer& gold, std::string_view said) {
  return mhqa::score_fanout(gold, said, mhqa::fanout_normalize);
}

}  // namespace

TEST_CASE("fanout_accuracy: the share of the texts that the prediction has as whole words") {
  const answer gold = list({text("Oslo"), text("1,200"), text("J. R. Smith")});
  const mhqa::fanout_score all = score(gold, "j r smith; 1200 in OSLO!");
  CHECK(all.found);
  CHECK(all.score == 1);
  const mhqa::fanout_score some = score(gold, "Oslovian, 1,2001, J.R. Smith, Oslo");
  CHECK_FALSE(some.found);
  CHECK(some.score == 1.0 / 3);
  CHECK(some.missing == std::vector<std::string>{"1200", "j r smith"});
}

TEST_CASE("fanout_accuracy: a text without a word character at its end needs one beside it, as \\b does") {
  CHECK(score(text("$5"), "$5").found == false);  // no boundary before the $
  CHECK(score(text("$5"), "US$5").found == true);
  CHECK(score(text("5%"), "5%").found == false);
  CHECK(score(text("\xC3\x89t\xC3\xA9"), "l'\xC3\xA9t\xC3\xA9").found);
  CHECK_FALSE(score(text("\xC3\xA9t\xC3\xA9"), "\xC3\xA9t\xC3\xA9s").found);
  CHECK(score(text(""), "a").found);
  CHECK_FALSE(score(text("."), "").found);
}

TEST_CASE("fanout_accuracy: a nested answer can lack more texts than its parent has parts") {
  // Two parts, of which the second has four texts: five are missing, (2 - 5) / 2.
  const answer gold = list({text("a"), list({text("b"), text("c"), text("d"), text("e")})});
  CHECK(score(gold, "x").score == -1.5);
  CHECK(score(gold, "a b c d e").score == 1);
  CHECK(score(list({}), "x").score == 1);
}

TEST_CASE("fanout_accuracy: normalised text, and a callable of the caller") {
  CHECK(mhqa::fanout_normalize("A,  b.\tC: \xE3\x80\x80 d?!;") == "a b c d");
  const auto lemma = [](std::string_view text) {
    std::string out = mhqa::fanout_normalize(text);
    while (out.ends_with('s')) out.pop_back();
    return out;
  };
  CHECK(mhqa::score_fanout(text("cats"), "cat", lemma).found);
}
