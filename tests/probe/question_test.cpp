// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/probe/question.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

// A type of one's own: owning strings, other containers, other integers.
struct my_question {
  std::string id;
  std::size_t fact_count;
  std::array<std::uint16_t, 3> supports;
  std::uint32_t answer_supports;
};
struct no_supports {
  std::string_view id;
  int fact_count;
};
static_assert(mhqa::probeable<mhqa::probe_question>);
static_assert(mhqa::probeable<my_question>);
static_assert(!mhqa::probeable<no_supports>);
static_assert(!mhqa::probeable<int>);

mhqa::probe_question with_supports(std::uint32_t facts, std::vector<std::uint32_t> supports) {
  return {.id = "q", .fact_count = facts, .supports = std::move(supports)};
}

}  // namespace

TEST_CASE("question: an answer occurs as whole words, in any case") {
  struct row {
    std::string_view answer, text;
    bool want;
  };
  const std::array rows{row{"1947", "in 1947.", true},
                        row{"194", "in 1947.", false},
                        row{"47", "in 1947.", false},
                        row{"no", "Nobody knows", false},
                        row{"no", "oh, no", true},
                        row{"Cold War", "The cold war began", true},
                        row{"art", "part, cart and art", true},
                        row{"U.S.", "the U.S.", true},
                        row{"(UK)", "the state(UK)now", true},
                        row{"caf", "café", false},
                        row{"café", "the café", true},
                        row{"", "anything", false},
                        row{"long answer", "long", false},
                        row{"x", "", false}};
  for (const row& r : rows) {
    CAPTURE(r.answer);
    CAPTURE(r.text);
    CHECK(mhqa::occurs_in(r.answer, r.text) == r.want);
  }
}

TEST_CASE("question: supports that hold the answer; yes and no are held by all") {
  const std::array<std::string_view, 3> texts{"It became free in 1947.", "The war began.", "1947 was the year"};
  CHECK(mhqa::supports_holding("1947", texts) == 0b101);
  CHECK(mhqa::supports_holding("1950", texts) == 0);
  CHECK(mhqa::supports_holding("yes", texts) == 0b111);
  CHECK(mhqa::supports_holding("no", texts) == 0b111);
}

TEST_CASE("question: a question that cannot be probed or transformed is skipped with a named reason") {
  struct row {
    mhqa::probe_question question;
    std::optional<mhqa::skip_reason> probe, transform;
  };
  std::vector<std::uint32_t> many(32);
  std::iota(many.begin(), many.end(), 0U);
  using enum mhqa::skip_reason;
  const std::vector<row> rows{
      {with_supports(0, {}), empty_context, empty_context},
      {with_supports(0, {0, 1}), empty_context, empty_context},
      {with_supports(10, {}), too_few_supports, too_few_supports},
      {with_supports(10, {3}), too_few_supports, too_few_supports},
      {with_supports(100, many), too_many_supports, too_many_supports},
      {with_supports(10, {3, 10}), support_not_in_context, support_not_in_context},
      {with_supports(10, {3, mhqa::not_in_context}), support_not_in_context, support_not_in_context},
      {with_supports(10, {4, 3, 4}), support_repeated, support_repeated},
      {with_supports(2, {0, 1}), std::nullopt, too_few_facts},  // |C| >= 2 * 2 - 1
      {with_supports(3, {0, 1}), std::nullopt, std::nullopt},
      {with_supports(6, {0, 1, 2, 3}), std::nullopt, too_few_facts},
      {with_supports(7, {6, 1, 2, 3}), std::nullopt, std::nullopt}};
  mhqa::skip_counts counts;
  for (const row& r : rows) {
    CAPTURE(r.question.fact_count);
    CHECK(mhqa::why_not_probed(r.question) == r.probe);
    CHECK(mhqa::why_not_transformed(r.question) == r.transform);
    counts.add(mhqa::why_not_transformed(r.question));
  }
  CHECK(mhqa::why_not_transformed(with_supports(4, {0, 1}), 5) == below_minimum_facts);
  CHECK(mhqa::why_not_transformed(with_supports(5, {0, 1}), 5) == std::nullopt);
  CHECK(counts.used == 2);
  CHECK(counts[too_few_facts] == 2);
  CHECK(counts[empty_context] == 2);
  CHECK(counts.total() == rows.size());
  mhqa::skip_counts twice = counts;
  twice += counts;
  CHECK(twice.total() == 2 * counts.total());
  CHECK(twice[support_repeated] == 2);
}

TEST_CASE("question: a layout keeps the record's order of supports, and refuses questions that cannot be probed") {
  const my_question mine{.id = "2hop__1", .fact_count = 20, .supports = {9, 2, 11}, .answer_supports = 0b11001};
  const mhqa::support_layout layout = mhqa::layout_of(mine, 7);
  CHECK(layout.support_count == 3);
  CHECK(layout.supports[0] == 9);
  CHECK(layout.supports[1] == 2);
  CHECK(layout.supports[2] == 11);
  CHECK(layout.answer_supports == 0b001);  // there are three supports: higher bits mean nothing
  CHECK(layout.fact_count == 20);
  CHECK(layout.record == mhqa::stable_hash("2hop__1"));
  CHECK_THROWS_WITH((void)mhqa::layout_of(with_supports(10, {3}), 0),
                    "id \"q\": cannot be probed: fewer than two supports");
}
