// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/retrieval/bm25_list.hpp>

#include <mhqa/retrieval/bm25.hpp>
#include <support/corpora.hpp>
#include <support/effort.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

// A list is the documents of a term, whatever its kind: compared with a map for every term of a corpus.

using strings = std::vector<std::string>;

namespace {

constexpr mhqa::whitespace_analyzer split{};

// Checks every list against the corpus, read anew; returns how many lists are of each kind.
std::map<mhqa::detail::list_kind, int> check_lists(const strings& corpus, bool look_up_all) {
  const auto index = mhqa::build_bm25(corpus, mhqa::bm25_models::lucene, split);
  CHECK(mhqa::check_bm25(index.bytes()));
  const mhqa::bm25_view& view = index.view();
  const mhqa::detail::bm25_weights weights{mhqa::bm25_models::lucene, view.average_length()};
  std::map<std::string, std::map<std::uint32_t, std::uint32_t>> counts;
  for (std::uint32_t d = 0; d < corpus.size(); ++d) {
    mhqa::split_whitespace(corpus[d], [&](std::string_view word) { ++counts[std::string{word}][d]; });
  }
  REQUIRE(view.terms() == counts.size());
  std::map<mhqa::detail::list_kind, int> kinds;
  for (const auto& one : counts) {
    const auto& word = one.first;
    const auto& by_document = one.second;
    const auto term = view.find(word);
    REQUIRE(term);
    const auto list = view.postings(*term);
    ++kinds[mhqa::detail::list_layout_of(list.size(), corpus.size()).kind];
    const auto n = static_cast<double>(corpus.size()), df = static_cast<double>(by_document.size());
    const auto idf = static_cast<float>(mhqa::bm25_inverse_frequency(mhqa::bm25_idf::lucene, n, df));
    REQUIRE(list.size() == by_document.size());
    auto expected = by_document.begin();
    float most = 0;
    bool same = true;
    list.for_each([&](std::uint32_t document, float weight) {
      same = same && expected != by_document.end() && expected->first == document &&
             weight == weights({idf, 0}, expected->second, view.length(document)) && list.weight_of(document) == weight;
      most = std::max(most, weight);
      if (expected != by_document.end()) ++expected;
    });
    CHECK(same);
    CHECK(most == view.bound(*term));
    // Blocks that are left out have no larger weight than they say, and the others are whole.
    for (const float least : {most * 0.7F, most}) {
      std::map<std::uint32_t, float> seen;
      list.for_each_if([&](float block) { return block >= least; },
                       [&](std::uint32_t document, float weight) { seen.emplace(document, weight); });
      list.for_each([&](std::uint32_t document, float weight) {
        if (weight >= least && !seen.contains(document)) same = false;
      });
    }
    // No document with a count of at least `least` is left out, and the weights at the places are those of the list.
    for (const std::uint8_t least : std::initializer_list<std::uint8_t>{1, 2, 3, 8}) {
      std::map<std::uint32_t, float> seen;
      list.for_each_place_if(
          [](float) { return true; },
          [&](std::uint32_t document, std::uint32_t place) { seen.emplace(document, list.weight_at(document, place)); },
          least);
      for (const auto& [document, count] : by_document) {
        if (count >= least) same = same && seen.contains(document);
      }
      list.for_each([&](std::uint32_t document, float weight) {
        if (seen.contains(document)) same = same && seen[document] == weight;
      });
    }
    CHECK(same);
    if (!look_up_all) continue;
    for (std::uint32_t d = 0; d < corpus.size(); ++d) {
      if (!by_document.contains(d)) same = same && list.weight_of(d) == 0;
    }
    CHECK(same);
  }
  return kinds;
}

}  // namespace

TEST_CASE("bm25_list: every list of small corpora, with empty documents and terms in all documents") {
  check_lists({"a"}, true);
  check_lists({"", "a b a", "", "b", ""}, true);
  check_lists(mhqa_test::random_corpus(5, 60, 40), true);
}

TEST_CASE("bm25_list: lists of every length up to 300, so that the last block has every size") {
  strings corpus(mhqa_test::sanitized ? 130 : 300);
  for (std::size_t d = 0; d < corpus.size(); ++d) {
    for (std::size_t w = d; w < corpus.size(); ++w) corpus[d] += "w" + std::to_string(w) + " ";
  }
  check_lists(corpus, true);
}

TEST_CASE("bm25_list: all kinds, in more documents than 16 bits can number") {
  strings corpus = mhqa_test::random_corpus(3, 140, 30);
  corpus.resize(140'000);
  for (std::size_t d = 140; d < corpus.size(); ++d) {
    if (d % 100 == 0) corpus[d] = "hundred ";
    if (d % 1000 == 0) corpus[d] += "thousand thousand";
    if (d % 65'536 < 2) corpus[d] += " edge";
    if (d % 3 == 0) corpus[d] += " three";
  }
  corpus.back() += " last hundred";
  const auto kinds = check_lists(corpus, false);
  CHECK(kinds.size() == 3);
}

TEST_CASE("bm25_list: counts around 255 are exact") {
  strings corpus;
  for (const std::size_t count : {254U, 255U, 256U, 1000U, 1U}) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += "x y ";
    corpus.push_back(text);
  }
  check_lists(corpus, true);
}
