// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/retrieval/bm25_search.hpp>

#include <mhqa/random.hpp>
#include <mhqa/retrieval/bm25.hpp>
#include <support/corpora.hpp>
#include <support/effort.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// A document's score is the sum over the query's terms of idf times saturation; the k best come first, equal scores
// by document number. The naive definition below is computed in another way and compared with on random corpora.

using mhqa::bm25_model;
using mhqa::search_hit;
using mhqa_test::random_corpus;
using mhqa_test::random_text;
using strings = std::vector<std::string>;

namespace {

constexpr mhqa::whitespace_analyzer split{};

strings words(std::string_view text) {
  strings out;
  mhqa::split_whitespace(text, [&](std::string_view word) { out.emplace_back(word); });
  return out;
}

// All documents with a positive share of the query, best first, by the definition, in double throughout.
std::vector<search_hit> naive(const strings& corpus, const std::string& query, const bm25_model& model) {
  double average = 0;
  for (const auto& text : corpus) average += static_cast<double>(words(text).size());
  average /= static_cast<double>(corpus.size());
  std::vector<search_hit> hits;
  for (std::uint32_t d = 0; d < corpus.size(); ++d) {
    const strings document = words(corpus[d]);
    const double factor = 1 - model.b + model.b * static_cast<double>(document.size()) / average;
    double score = 0, share = 0;
    for (const auto& term : words(query)) {
      double df = 0;
      for (const auto& text : corpus) {
        const strings other = words(text);
        df += std::count(other.begin(), other.end(), term) > 0 ? 1 : 0;
      }
      if (df == 0) continue;
      const auto tf = static_cast<double>(std::count(document.begin(), document.end(), term));
      const double idf = mhqa::bm25_inverse_frequency(model.idf, static_cast<double>(corpus.size()), df);
      score += idf * mhqa::bm25_saturate(model, tf, factor);
      if (tf > 0) share += idf * (mhqa::bm25_saturate(model, tf, factor) - mhqa::bm25_saturate(model, 0, factor));
    }
    if (share > 0) hits.push_back({d, score});
  }
  std::stable_sort(hits.begin(), hits.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
  return hits;
}

// Equal lists, where scores that differ by less than the rounding of the stored weights may change places.
void check_same(std::span<const search_hit> got, const std::vector<search_hit>& want, std::size_t k) {
  constexpr double rounding = 1e-6;
  REQUIRE(got.size() == std::min(k, want.size()));
  for (std::size_t i = 0; i < got.size(); ++i) {
    const auto same =
        std::find_if(want.begin(), want.end(), [&](const auto& h) { return h.document == got[i].document; });
    REQUIRE(same != want.end());
    CHECK(got[i].score == doctest::Approx(same->score).epsilon(rounding));
    CHECK(got[i].score == doctest::Approx(want[i].score).epsilon(rounding));
    if (i > 0) {
      const bool ordered = got[i - 1].score > got[i].score ||
                           (got[i - 1].score == got[i].score && got[i - 1].document < got[i].document);
      CHECK(ordered);
    }
  }
}

}  // namespace

TEST_CASE("bm25_search: every model ranks random corpora as its definition does") {
  for (std::uint64_t seed = 0; seed < (mhqa_test::sanitized ? 1U : 2U); ++seed) {
    const strings corpus = random_corpus(seed, 40, 60);
    for (const auto& named : mhqa::named_bm25_models) {
      CAPTURE(named.first);
      const auto index = mhqa::build_bm25(corpus, named.second, split);
      CHECK(mhqa::check_bm25(index.bytes()));
      mhqa::bm25_searcher searcher{index};
      auto analyze = split;
      for (std::uint64_t q = 0; q < (mhqa_test::sanitized ? 1U : 4U); ++q) {
        mhqa::draws random{seed + 100, q};
        const std::string query = random_text(random, 12, 70);
        const auto want = naive(corpus, query, named.second);
        for (const std::size_t k : {0U, 1U, 3U, 10U, 100U}) check_same(searcher.search(query, k, analyze), want, k);
      }
    }
  }
}

TEST_CASE("bm25_search: leaving lists out changes nothing, to the bit") {
  // 3,000 documents and words as frequent as "the": most queries stop adding lists early. With k = all documents
  // nothing can be left out, so that the beginning of that list is the whole truth.
  const strings corpus = random_corpus(77, 3000, 2000);
  const auto index = mhqa::build_bm25(corpus, mhqa::bm25_models::lucene, split);
  mhqa::bm25_searcher searcher{index};
  auto analyze = split;
  for (std::uint64_t q = 0; q < 300; ++q) {
    mhqa::draws random{78, q};
    const std::string query = random_text(random, 12, 2000);
    const auto all = searcher.search(query, corpus.size(), analyze);
    const std::vector<search_hit> truth(all.begin(), all.end());
    for (const std::size_t k : {1U, 5U, 20U, 200U}) {
      const auto some = searcher.search(query, k, analyze);
      REQUIRE(some.size() == std::min(k, truth.size()));
      CHECK(std::equal(some.begin(), some.end(), truth.begin()));
      // With a least score, all that reach it are there, whatever else is.
      if (truth.empty()) continue;
      const double least = truth[std::min<std::size_t>(truth.size() - 1, q % 30)].score;
      const auto best = searcher.search(query, k, analyze, least);
      const auto reach = static_cast<std::size_t>(
          std::count_if(truth.begin(), truth.end(), [&](const search_hit& hit) { return hit.score >= least; }));
      REQUIRE(best.size() >= std::min(k, reach));
      CHECK(std::equal(best.begin(), best.begin() + static_cast<std::ptrdiff_t>(std::min(k, reach)), truth.begin()));
    }
  }
}

namespace {

// Every document's score, summed over the lists of the query from the strongest, without leaving anything out.
std::vector<search_hit> exhaustive(const mhqa::bm25_view& index, std::vector<mhqa::term_id> terms) {
  std::sort(terms.begin(), terms.end());
  struct weighted {
    mhqa::term_id term;
    double times, bound;
  };
  std::vector<weighted> lists;
  double everywhere = 0;
  for (std::size_t i = 0, end = 0; i < terms.size(); i = end) {
    while (end < terms.size() && terms[end] == terms[i]) ++end;
    const auto times = static_cast<double>(end - i);
    everywhere += times * double{index.absent_weight(terms[i])};
    lists.push_back({terms[i], times, times * double{index.bound(terms[i])}});
  }
  std::stable_sort(lists.begin(), lists.end(), [](const auto& a, const auto& b) { return a.bound > b.bound; });
  std::vector<double> scores(index.documents(), 0);
  for (const weighted& list : lists) {
    index.postings(list.term).for_each(
        [&](std::uint32_t document, float weight) { scores[document] += list.times * double{weight}; });
  }
  std::vector<search_hit> hits;
  for (std::uint32_t d = 0; d < scores.size(); ++d) {
    if (scores[d] > 0) hits.push_back({d, scores[d]});
  }
  std::stable_sort(hits.begin(), hits.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
  for (search_hit& hit : hits) hit.score += everywhere;
  return hits;
}

void check_exact(mhqa::bm25_searcher& searcher, const mhqa::bm25_view& index, const std::vector<mhqa::term_id>& terms,
                 std::span<const std::size_t> sizes) {
  const std::vector<search_hit> want = exhaustive(index, terms);
  for (const std::size_t k : sizes) {
    const auto got = searcher.search_terms(terms, k);
    REQUIRE(got.size() == std::min(k, want.size()));
    REQUIRE(std::equal(got.begin(), got.end(), want.begin()));
  }
}

}  // namespace

TEST_CASE(
    "bm25_search: every corpus of three documents over two words, every query of up to three, equals exhaustive") {
  const strings texts{"", "a", "b", "a a", "a b", "b b", "a a b", "a b b"};
  constexpr std::array<std::size_t, 4> sizes{1, 2, 3, 4};
  for (std::size_t corpus = 0; corpus < 512; corpus += mhqa_test::sanitized ? 7 : 1) {
    const strings documents{texts[corpus % 8], texts[corpus / 8 % 8], texts[corpus / 64]};
    for (const auto& model : {mhqa::bm25_models::lucene, mhqa::bm25_models::bm25l, mhqa::bm25_models::robertson}) {
      const auto index = mhqa::build_bm25(documents, model, split);
      mhqa::bm25_searcher searcher{index};
      const auto terms = static_cast<mhqa::term_id>(index.view().terms());
      for (std::uint32_t query = 0; query < 27; ++query) {
        std::vector<mhqa::term_id> asked;
        for (std::uint32_t rest = query; rest != 0; rest /= 3) {
          if (rest % 3 != 0 && rest % 3 - 1 < terms) asked.push_back(rest % 3 - 1);
        }
        check_exact(searcher, index.view(), asked, sizes);
      }
    }
  }
}

TEST_CASE("bm25_search: many blocks, lists of all kinds and many ties, equal exhaustive scoring to the bit") {
  // Short texts over few words: most scores are shared by many documents, and ties cross blocks and runs.
  for (const std::size_t documents :
       mhqa_test::sanitized ? std::array<std::size_t, 2>{300, 9'000} : std::array<std::size_t, 2>{9'000, 140'000}) {
    strings corpus(documents);
    for (std::size_t d = 0; d < documents; ++d) {
      mhqa::draws random{91, d};
      corpus[d] = random_text(random, 5, 3'000);
      if (d % 2 == 0) corpus[d] += "even";
      corpus[d] += " all";
    }
    const auto index = mhqa::build_bm25(corpus, mhqa::bm25_models::lucene, split);
    mhqa::bm25_searcher searcher{index};
    constexpr std::array<std::size_t, 4> sizes{1, 10, 33, 700};
    for (std::uint64_t q = 0; q < 40; ++q) {
      mhqa::draws random{92, q};
      std::vector<mhqa::term_id> terms;
      const auto add = [&](std::string_view word) {
        if (const auto id = index.view().find(word)) terms.push_back(*id);
      };
      for (const std::string& word : words(random_text(random, 8, 3'000))) add(word);
      if (q % 3 == 0) add("all");
      if (q % 5 == 0) add("even");
      check_exact(searcher, index.view(), terms, sizes);
    }
  }
}

// Texts of one length, in which a word's weight depends on its count alone, so that repeated words are read first.
TEST_CASE("bm25_search: texts that repeat words, of one length, equal exhaustive scoring to the bit") {
  const std::size_t documents = mhqa_test::sanitized ? 2'000 : 20'000;
  strings corpus(documents);
  const auto word = [](mhqa::draws& random, double all) {  // by Zipf's law
    return "w" + std::to_string(static_cast<std::size_t>(std::exp(random.unit() * std::log(all))));
  };
  for (std::size_t d = 0; d < documents; ++d) {
    mhqa::draws random{93, d};
    for (int i = 0; i < 40; ++i) corpus[d] += word(random, 4'000) + ' ';
    if (d % 500 == 7) corpus[d] += "rare rare";
    if (d % 500 == 9) corpus[d] += "rare other";
  }
  const auto index = mhqa::build_bm25(corpus, mhqa::bm25_models::lucene, split);
  mhqa::bm25_searcher searcher{index};
  constexpr std::array<std::size_t, 4> sizes{1, 10, 33, 700};
  for (std::uint64_t q = 0; q < 60; ++q) {
    mhqa::draws random{94, q};
    std::vector<mhqa::term_id> terms;
    const auto add = [&](std::string_view text) {
      if (const auto id = index.view().find(text)) terms.push_back(*id);
    };
    for (int i = 0; i < 6; ++i) add(word(random, 4'000));
    if (q % 3 == 0) add("rare");
    if (q % 4 == 0) add("other");
    check_exact(searcher, index.view(), terms, sizes);
  }
}

TEST_CASE("bm25_search: queries of hundreds of terms, on both sides of the length at which lists are summed whole") {
  const strings corpus = random_corpus(91, mhqa_test::sanitized ? 400 : 2000, 3000);
  const auto index = mhqa::build_bm25(corpus, mhqa::bm25_models::lucene, split);
  mhqa::bm25_searcher searcher{index};
  constexpr std::size_t sizes[] = {1, 10, 200, 2000};
  for (const std::size_t terms : {250U, 255U, 256U, 257U, 600U, 3U}) {
    mhqa::draws random{92, terms};
    std::vector<mhqa::term_id> query(terms);
    std::iota(query.begin(), query.end(), mhqa::term_id{7});
    for (std::size_t i = 0; i < 40; ++i) query.push_back(query[random.below(terms)]);  // some occur several times
    check_exact(searcher, index, query, sizes);
  }
}

TEST_CASE("bm25_search: the order of a query's terms does not matter") {
  const strings corpus = random_corpus(5, 500, 300);
  const auto index = mhqa::build_bm25(corpus, mhqa::bm25_models::bm25s, split);
  mhqa::bm25_searcher searcher{index};
  for (std::uint64_t q = 0; q < 50; ++q) {
    mhqa::draws random{6, q};
    std::vector<mhqa::term_id> terms;
    for (std::size_t i = 0; i < 7; ++i) terms.push_back(static_cast<mhqa::term_id>(random.below(index.view().terms())));
    const auto first = searcher.search_terms(terms, 30);
    const std::vector<search_hit> want(first.begin(), first.end());
    mhqa::shuffle(std::span{terms}, random);
    const auto again = searcher.search_terms(terms, 30);
    CHECK(std::equal(again.begin(), again.end(), want.begin(), want.end()));
  }
}

TEST_CASE("bm25_search: equal scores come by document number") {
  const strings corpus(50, "same words here");
  const auto index = mhqa::build_bm25(corpus);
  const auto hits = mhqa::search_bm25(index, strings{"words"}, 7)[0];
  REQUIRE(hits.size() == 7);
  for (std::uint32_t i = 0; i < 7; ++i) CHECK(hits[i] == search_hit{i, hits[0].score});
}
