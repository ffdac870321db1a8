// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/probe/long_context.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

/// A pool of `count` paragraphs of ten units.
mhqa::long_context_pool pool_of(std::size_t count) {
  mhqa::long_context_pool out;
  for (std::size_t i = 0; i < count; ++i) out.add("t" + std::to_string(i), "other", [] { return std::size_t{10}; });
  return out;
}

constexpr std::array<std::string_view, 1> answers{"Oslo"};
constexpr std::array<std::string_view, 4> titles{"a", "b", "c", "d"};
constexpr std::array<std::size_t, 4> lengths{5, 10, 10, 7};
constexpr std::array<std::uint32_t, 2> supports{0, 3};  // 12 units

mhqa::long_context make(const mhqa::long_context_pool& pool, std::size_t length, std::vector<double> depths,
                        std::uint64_t seed = 1) {
  return mhqa::lengthen({"q", answers, titles, lengths, supports}, pool,
                        {.length = length, .depths = std::move(depths), .seed = seed});
}

std::vector<std::size_t> places_of_supports(const mhqa::long_context& made) {
  std::vector<std::size_t> out;
  for (const std::uint32_t support : supports) {
    for (std::size_t i = 0; i < made.paragraphs.size(); ++i) {
      if (made.paragraphs[i].own && made.paragraphs[i].index == support) out.push_back(i);
    }
  }
  return out;
}

}  // namespace

TEST_CASE("long_context: the context is full, holds every support once, and each stands at its depth") {
  // 112 units: 12 of the supports, 20 of the question's two distractors and 80 of eight others: ten distractors.
  const mhqa::long_context_pool pool = pool_of(100);
  struct row {
    std::vector<double> depths;
    std::vector<std::size_t> places;
    std::vector<double> reached;
  };
  for (const row& r : {row{{0, 1}, {0, 11}, {0, 1}}, row{{1, 0}, {11, 0}, {1, 0}}, row{{0.5}, {5, 6}, {0.5, 0.5}},
                       row{{0.24, 0.91}, {2, 10}, {0.2, 0.9}}}) {
    const mhqa::long_context made = make(pool, 112, r.depths);
    CHECK(!made.why);
    CHECK(made.length == 112);
    CHECK(made.paragraphs.size() == 12);
    CHECK(places_of_supports(made) == r.places);
    CHECK(made.depths == r.reached);
  }
  CHECK(make(pool, 121, {0}).length == 112);  // nothing of ten units fits into nine
}

TEST_CASE("long_context: the draws depend on seed and id; without depths each support is drawn") {
  const mhqa::long_context_pool pool = pool_of(100);
  std::vector<double> first;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const mhqa::long_context one = make(pool, 112, {}, seed), again = make(pool, 112, {}, seed);
    CHECK(one.depths == again.depths);
    CHECK(places_of_supports(one) == places_of_supports(again));
    first.push_back(one.depths[0]);
  }
  std::sort(first.begin(), first.end());
  CHECK(std::unique(first.begin(), first.end()) - first.begin() > 5);
}

TEST_CASE("long_context: paragraphs with an answer or a title of the question stay out; a text is there once") {
  mhqa::long_context_pool pool = pool_of(3);
  const auto ten = [] { return std::size_t{10}; };
  CHECK(pool.add("x", "In OSLO, they say", ten));
  CHECK(pool.add("The Oslo", "nothing", ten));
  CHECK(pool.add("a", "nothing", ten));
  CHECK(pool.add("y", "Oslovian", ten));
  bool measured = false;
  CHECK(!pool.add("y", "Oslovian", [&] { return measured = true; }));
  CHECK(!measured);
  const mhqa::long_context made = make(pool, 72, {0});
  CHECK(made.length == 72);  // 12 + 20 + four others
  for (const mhqa::placed_paragraph& one : made.paragraphs) {
    CHECK((one.own || one.index < 3 || one.index == 6));
  }
}

TEST_CASE("long_context: a question without supports, with long ones or in a small pool gets the reason") {
  using skip = mhqa::long_context_skip;
  const mhqa::long_context_pool pool = pool_of(2);
  CHECK(make(pool, 11, {}).why == skip::supports_too_long);
  CHECK(make(pool, 12, {}).depths == std::vector<double>{0, 0});
  CHECK(make(pool, 100, {}).why == skip::pool_too_small);
  CHECK(!make(pool, 55, {}).why);
  CHECK(mhqa::lengthen({"q", answers, titles, lengths, {}}, pool, {.length = 50}).why == skip::no_supports);
  CHECK(mhqa::word_count(" a  b\nc\t") == 3);
  CHECK(mhqa::word_count("") == 0);
}
