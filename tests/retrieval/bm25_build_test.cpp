// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/retrieval/bm25_build.hpp>

#include <mhqa/parallel.hpp>
#include <mhqa/random.hpp>
#include <mhqa/retrieval/bm25.hpp>
#include <support/corpora.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <ranges>
#include <span>
#include <string>
#include <vector>

// Documents are numbered in their order; the bytes do not depend on the number of tasks that read them.

using mhqa::bm25_model;
using mhqa::search_hit;
using mhqa_test::random_corpus;
using mhqa_test::random_text;
using strings = std::vector<std::string>;

namespace {

constexpr mhqa::whitespace_analyzer split{};

}  // namespace

TEST_CASE("bm25_build: the same bytes and hits for any number of threads") {
  const strings corpus = random_corpus(9, 1000, 5000);
  strings queries;
  for (std::uint64_t q = 0; q < 100; ++q) {
    mhqa::draws random{10, q};
    queries.push_back(random_text(random, 10, 5000));
  }
  const auto index = mhqa::build_bm25(corpus, mhqa::bm25_models::bm25l, split);
  const auto hits = mhqa::search_bm25(index, queries, 15, split);
  for (const std::size_t threads : {2U, 3U, 7U}) {
    mhqa::thread_pool pool{threads};
    const auto other = mhqa::build_bm25(corpus, mhqa::bm25_models::bm25l, split, pool);
    CHECK(std::ranges::equal(index.bytes(), other.bytes()));
    CHECK(mhqa::search_bm25(other, queries, 15, split, pool) == hits);
  }
}

TEST_CASE("bm25_build: empty corpora and documents") {
  const auto none = mhqa::build_bm25(strings{});
  CHECK(none.view().documents() == 0);
  CHECK(none.view().average_length() == 0);
  CHECK(mhqa::check_bm25(none.bytes()));
  CHECK(mhqa::search_bm25(none, strings{"x", ""}, 3) == mhqa::query_hits{std::vector<std::vector<search_hit>>(2)});
  CHECK(mhqa::search_bm25(none, strings{}, 3).empty());
  const auto blank = mhqa::build_bm25(strings{"", "...", "the"});
  CHECK(blank.view().terms() == 0);
  CHECK(mhqa::check_bm25(blank.bytes()));
  CHECK(mhqa::search_bm25(blank, strings{"the"}, 3)[0].empty());
  const auto one = mhqa::build_bm25(strings{"", "x", ""});
  CHECK(mhqa::search_bm25(one, strings{"x"}, 3)[0].size() == 1);
  std::size_t hits = 0;  // the hits of a temporary outlive the loop; run under a sanitizer
  for (const auto& hit : mhqa::search_bm25(one, strings{"x"}, 3)[0]) hits += hit.score > 0 ? 1 : 0;
  CHECK(hits == 1);
  // Robertson's weight of a term in more than half of the documents is 0: such a term finds nothing.
  const auto frequent = mhqa::build_bm25(strings{"x y", "x", "x z"}, mhqa::bm25_models::robertson);
  CHECK(mhqa::search_bm25(frequent, strings{"x", "x y"}, 3)[0].empty());
  CHECK(mhqa::search_bm25(frequent, strings{"x", "x y"}, 3)[1].size() == 1);
  CHECK(mhqa::check_bm25(frequent.bytes()));
}

TEST_CASE("bm25_build: the largest parameters still give finite weights") {
  for (const bm25_model& base : {mhqa::bm25_models::bm25l, mhqa::bm25_models::bm25_plus, mhqa::bm25_models::pisa}) {
    bm25_model model = base;
    model.k1 = 1e6;
    model.delta = 1e6;
    const auto index = mhqa::build_bm25(strings{"x y", "x x"}, model, split);
    CHECK(mhqa::check_bm25(index.bytes()));
    const auto hits = mhqa::search_bm25(index, strings{"x"}, 2, split);
    REQUIRE(hits[0].size() == 2);
    for (const auto& hit : hits[0]) CHECK(std::isfinite(hit.score));
  }
}

// A range without a size is refused by the concept, not inside.
template <class R>
concept searchable = requires(const mhqa::bm25_index& index, const R& queries) {
  mhqa::search_bm25(index, queries, 1);
};
struct endless_strings {
  strings::const_iterator first;
  [[nodiscard]] strings::const_iterator begin() const { return first; }
  [[nodiscard]] static std::unreachable_sentinel_t end() { return {}; }
};
static_assert(searchable<strings> && searchable<std::span<const std::string>>);
static_assert(std::ranges::random_access_range<const endless_strings> && !searchable<endless_strings>);

TEST_CASE("bm25_build: models and terms out of range are refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const bm25_model& model :
       {bm25_model{.k1 = -1}, bm25_model{.k1 = nan}, bm25_model{.b = 1.5}, bm25_model{.b = -0.1},
        bm25_model{.delta = -1}, bm25_model{.k1 = 2e6}, bm25_model{.delta = 1e39}}) {
    CHECK_THROWS_AS(static_cast<void>(mhqa::build_bm25(strings{"a"}, model)), mhqa::data_error);
  }
  const auto index = mhqa::build_bm25(strings{"a b"}, {}, split);
  mhqa::bm25_searcher searcher{index};
  const std::array<mhqa::term_id, 1> stray{2};
  CHECK_THROWS_AS(static_cast<void>(searcher.search_terms(stray, 1)), mhqa::data_error);
}
