// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/retrieval/bm25.hpp>

#include <mhqa/random.hpp>
#include <support/json.hpp>
#include <support/shared_data.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// A document's score is the sum over the query's terms of idf times saturation; the k best come first, equal scores
// by document number. The naive definition below is computed in another way and compared with on random corpora.

using mhqa::bm25_model;
using mhqa::search_hit;
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

// Words w0 … with frequencies that fall as in natural language.
std::string random_text(mhqa::draws& random, std::size_t most, std::size_t vocabulary) {
  std::string out;
  for (std::size_t n = random.below(most + 1); n > 0; --n) {
    const double rank = std::exp(random.unit() * std::log(static_cast<double>(vocabulary)));
    out += "w" + std::to_string(static_cast<int>(rank)) + " ";
  }
  return out;
}

strings random_corpus(std::uint64_t seed, std::size_t documents, std::size_t vocabulary) {
  strings out;
  for (std::size_t i = 0; i < documents; ++i) {
    mhqa::draws random{seed, i};
    out.push_back(random_text(random, 30, vocabulary));
  }
  return out;
}

// Bytes at a multiple of 8.
struct block {
  explicit block(std::span<const std::byte> from) : words((from.size() + 7) / 8), size(from.size()) {
    std::copy(from.begin(), from.end(), std::as_writable_bytes(std::span{words}).begin());
  }
  std::span<std::byte> bytes() { return std::as_writable_bytes(std::span{words}).first(size); }
  std::vector<std::uint64_t> words;
  std::size_t size;
};

static_assert(mhqa::analyzer<mhqa::musique_analyzer, std::string>);
static_assert(mhqa::analyzer<mhqa::whitespace_analyzer, std::string_view>);
static_assert(mhqa::analyzer<mhqa::without_terms<mhqa::musique_analyzer>, std::string>);
static_assert(mhqa::analyzer<strings (*)(std::string_view), std::string>);
static_assert(!mhqa::analyzer<int (*)(std::string_view), std::string>);

}  // namespace

TEST_CASE("bm25: a score by hand") {
  // N = 3, average length 2. "fox" is in documents 0 and 2, both of average length or not:
  // idf = ln(1 + 1.5 / 2.5); document 0: tf 1, l 2, K = 1.2 -> 1 / 2.2; document 2: tf 2, l 3,
  // K = 1.2 (0.25 + 0.75 * 1.5) = 1.65 -> 2 / 3.65.
  const strings corpus{"red fox", "hen", "fox fox den"};
  const auto index = mhqa::build_bm25(corpus, mhqa::bm25_models::lucene);
  CHECK(index.view().documents() == 3);
  CHECK(index.view().terms() == 4);
  CHECK(index.view().average_length() == 2);
  CHECK(index.view().length(2) == 3);
  const auto hits = mhqa::search_bm25(index, strings{"Fox!", "the fox, fox", "cat", ""}, 10);
  const double idf = std::log(1 + 1.5 / 2.5);
  REQUIRE(hits[0].size() == 2);
  CHECK(hits[0][0].document == 2);
  CHECK(hits[0][0].score == doctest::Approx(idf * 2 / 3.65).epsilon(1e-7));
  CHECK(hits[0][1].document == 0);
  CHECK(hits[0][1].score == doctest::Approx(idf / 2.2).epsilon(1e-7));
  REQUIRE(hits[1].size() == 2);  // a term counts as often as it stands in the query
  CHECK(hits[1][0].score == doctest::Approx(2 * idf * 2 / 3.65).epsilon(1e-7));
  CHECK(hits[2].empty());
  CHECK(hits[3].empty());
}

TEST_CASE("bm25: the weights of every model") {
  using namespace mhqa::bm25_models;
  const double n = 10, df = 4;
  CHECK(mhqa::bm25_inverse_frequency(mhqa::bm25_idf::lucene, n, df) == std::log(1 + 6.5 / 4.5));
  CHECK(mhqa::bm25_inverse_frequency(mhqa::bm25_idf::robertson, n, df) == std::log(6.5 / 4.5));
  CHECK(mhqa::bm25_inverse_frequency(mhqa::bm25_idf::robertson, n, 9) == 0);
  CHECK(mhqa::bm25_inverse_frequency(mhqa::bm25_idf::atire, n, df) == std::log(2.5));
  CHECK(mhqa::bm25_inverse_frequency(mhqa::bm25_idf::bm25l, n, df) == std::log(11 / 4.5));
  CHECK(mhqa::bm25_inverse_frequency(mhqa::bm25_idf::bm25_plus, n, df) == std::log(11.0 / 4));
  CHECK(mhqa::bm25_inverse_frequency(mhqa::bm25_idf::pisa, n, 9) == 1e-6);
  CHECK(mhqa::bm25_saturate(bm25s, 2, 1) == 2 / 3.5);
  CHECK(mhqa::bm25_saturate(atire, 2, 1) == 5 / 3.5);
  CHECK(mhqa::bm25_saturate(bm25_plus, 2, 1) == 5 / 3.5 + 0.5);
  CHECK(mhqa::bm25_saturate(bm25_plus, 0, 1) == 0.5);
  CHECK(mhqa::bm25_saturate(bm25l, 2, 0.5) == doctest::Approx(2.5 * 4.5 / (1.5 + 4.5)).epsilon(1e-15));
  CHECK(mhqa::bm25_saturate({.k1 = 0, .b = 0}, 0, 1) == 0);
  CHECK(mhqa::bm25_length_factor(0.75, 6, 3) == 1.75);
  CHECK(mhqa::bm25_length_factor(0.75, 6, 0) == 1);
  for (const auto& named : mhqa::named_bm25_models) {
    CAPTURE(named.first);
    CHECK(mhqa::find_bm25_model(named.first) == named.second);
  }
  CHECK_FALSE(mhqa::find_bm25_model("bm26"));
}

TEST_CASE("bm25: every model ranks random corpora as its definition does") {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const strings corpus = random_corpus(seed, 40, 60);
    for (const auto& named : mhqa::named_bm25_models) {
      CAPTURE(named.first);
      const auto index = mhqa::build_bm25(corpus, named.second, split);
      CHECK(mhqa::check_bm25(index.bytes()));
      mhqa::bm25_searcher searcher{index};
      auto analyze = split;
      for (std::uint64_t q = 0; q < 8; ++q) {
        mhqa::draws random{seed + 100, q};
        const std::string query = random_text(random, 12, 70);
        const auto want = naive(corpus, query, named.second);
        for (const std::size_t k : {0U, 1U, 3U, 10U, 100U}) check_same(searcher.search(query, k, analyze), want, k);
      }
    }
  }
}

TEST_CASE("bm25: leaving lists out changes nothing, to the bit") {
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
    }
  }
}

TEST_CASE("bm25: the order of a query's terms does not matter") {
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

TEST_CASE("bm25: equal scores come by document number") {
  const strings corpus(50, "same words here");
  const auto index = mhqa::build_bm25(corpus);
  const auto hits = mhqa::search_bm25(index, strings{"words"}, 7)[0];
  REQUIRE(hits.size() == 7);
  for (std::uint32_t i = 0; i < 7; ++i) CHECK(hits[i] == search_hit{i, hits[0].score});
}

TEST_CASE("bm25: the same bytes and hits for any number of threads") {
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

TEST_CASE("bm25: empty corpora and documents") {
  const auto none = mhqa::build_bm25(strings{});
  CHECK(none.view().documents() == 0);
  CHECK(none.view().average_length() == 0);
  CHECK(mhqa::check_bm25(none.bytes()));
  CHECK(mhqa::search_bm25(none, strings{"x", ""}, 3) == std::vector<std::vector<search_hit>>(2));
  CHECK(mhqa::search_bm25(none, strings{}, 3).empty());
  const auto blank = mhqa::build_bm25(strings{"", "...", "the"});
  CHECK(blank.view().terms() == 0);
  CHECK(mhqa::check_bm25(blank.bytes()));
  CHECK(mhqa::search_bm25(blank, strings{"the"}, 3)[0].empty());
  const auto one = mhqa::build_bm25(strings{"", "x", ""});
  CHECK(mhqa::search_bm25(one, strings{"x"}, 3)[0].size() == 1);
  // Robertson's weight of a term in more than half of the documents is 0: such a term finds nothing.
  const auto frequent = mhqa::build_bm25(strings{"x y", "x", "x z"}, mhqa::bm25_models::robertson);
  CHECK(mhqa::search_bm25(frequent, strings{"x", "x y"}, 3)[0].empty());
  CHECK(mhqa::search_bm25(frequent, strings{"x", "x y"}, 3)[1].size() == 1);
  CHECK(mhqa::check_bm25(frequent.bytes()));
}

TEST_CASE("bm25: terms of every length are found, and only whole") {
  strings corpus;
  std::string term;
  for (int i = 0; i < 40; ++i) corpus.push_back(term += static_cast<char>('a' + i % 26));
  corpus.push_back(
      "abcdefgX"
      "ijklmnop");  // differs from a prefix of the others in the middle only
  const auto index = mhqa::build_bm25(corpus, mhqa::bm25_models::bm25s, split);
  CHECK(index.view().terms() == corpus.size());
  for (std::uint32_t d = 0; d < corpus.size(); ++d) {
    const auto id = index.view().find(corpus[d]);
    REQUIRE(id);
    CHECK(index.view().name(*id) == corpus[d]);
    CHECK(index.view().postings(*id).size() == 1);
    CHECK(index.view().postings(*id).all()[0].document == d);
  }
  CHECK_FALSE(index.view().find("abcd "));
  CHECK_FALSE(index.view().find(""));
}

TEST_CASE("bm25: analyzers are callables, with a sink or with a result") {
  struct page {
    std::string title, text;
  };
  const std::vector<page> pages{{"Emma", "A novel."}, {"Ada", "Emma's friend"}};
  mhqa::musique_analyzer base;
  const auto both = [base](const auto& p, auto&& sink) mutable {
    if constexpr (requires { p.title; }) {
      base(p.title, sink);
      base(p.text, sink);
    } else {
      base(p, sink);
    }
  };
  const auto index = mhqa::build_bm25(pages, mhqa::bm25_models::pyserini, both);
  CHECK(index.view().find("emmas"));
  CHECK(index.view().find("novel"));
  CHECK_FALSE(index.view().find("a"));
  CHECK(mhqa::search_bm25(index, strings{"EMMA"}, 5, both)[0].size() == 1);

  const auto letters = [](std::string_view text) {
    strings out;
    for (const char c : text) out.emplace_back(1, c);
    return out;
  };
  CHECK(mhqa::build_bm25(strings{"abc", "cd"}, {}, letters).view().terms() == 4);

  const mhqa::without_terms<mhqa::musique_analyzer> content{mhqa::musique_analyzer{}};
  const auto stopped = mhqa::build_bm25(strings{"It was the best of times"}, {}, content);
  CHECK(stopped.view().terms() == 2);
  CHECK(std::is_sorted(mhqa::english_stop_words.begin(), mhqa::english_stop_words.end()));
}

TEST_CASE("bm25: models and terms out of range are refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const bm25_model& model : {bm25_model{.k1 = -1}, bm25_model{.k1 = nan}, bm25_model{.b = 1.5},
                                  bm25_model{.b = -0.1}, bm25_model{.delta = -1}}) {
    CHECK_THROWS_AS(static_cast<void>(mhqa::build_bm25(strings{"a"}, model)), mhqa::data_error);
  }
  const auto index = mhqa::build_bm25(strings{"a b"}, {}, split);
  mhqa::bm25_searcher searcher{index};
  const std::array<mhqa::term_id, 1> stray{2};
  CHECK_THROWS_AS(static_cast<void>(searcher.search_terms(stray, 1)), mhqa::data_error);
}

TEST_CASE("bm25: saved bytes are the index") {
  const strings corpus = random_corpus(3, 200, 100);
  const auto index = mhqa::build_bm25(corpus, mhqa::bm25_models::pisa, split);
  block saved{index.bytes()};
  const auto loaded = mhqa::check_bm25(saved.bytes());
  REQUIRE(loaded);
  CHECK(loaded->model() == mhqa::bm25_models::pisa);
  CHECK(loaded->documents() == 200);
  const strings queries{"w1 w5 w9", "w50", "w2 w2 w3"};
  CHECK(mhqa::search_bm25(*loaded, queries, 9, split) == mhqa::search_bm25(index, queries, 9, split));
}

TEST_CASE("bm25: cut and shifted bytes are refused") {
  const auto index = mhqa::build_bm25(random_corpus(4, 30, 40), {}, split);
  block saved{index.bytes()};
  for (std::size_t size = 0; size < saved.size; ++size) {
    CHECK_FALSE(mhqa::check_bm25(saved.bytes().first(size)));
  }
  CHECK(mhqa::check_bm25(saved.bytes().subspan(8)).expected == "\"mhqaBM25\"");
  CHECK(mhqa::check_bm25(saved.bytes().subspan(4)).expected == "bytes at a multiple of 8");
  CHECK(mhqa::check_bm25({}).expected == "the header of a BM25 index");
}

TEST_CASE("bm25: no changed byte makes a search fail") {
  // Each byte is set to several values. What is still accepted must be searchable; run under a sanitizer.
  const strings corpus = random_corpus(4, 12, 14);
  const auto index = mhqa::build_bm25(corpus, {}, split);
  const strings queries{"w1 w2 w3 w7", "w4 nothing"};
  std::size_t accepted = 0, refused = 0;
  for (std::size_t at = 0; at < index.bytes().size(); ++at) {
    for (const unsigned value : {0x00U, 0x01U, 0x7fU, 0x80U, 0xffU}) {
      block changed{index.bytes()};
      if (changed.bytes()[at] == std::byte{static_cast<unsigned char>(value)}) continue;
      changed.bytes()[at] = std::byte{static_cast<unsigned char>(value)};
      const auto view = mhqa::check_bm25(changed.bytes());
      if (!view) {
        ++refused;
        continue;
      }
      ++accepted;
      for (const auto& hits : mhqa::search_bm25(*view, queries, 5, split)) {
        for (const auto& hit : hits) CHECK(hit.document < corpus.size());
      }
      for (mhqa::term_id term = 0; term < view->terms(); ++term) CHECK(view->name(term).size() < 100);
    }
  }
  CHECK(refused > accepted);
}

TEST_CASE("bm25: questions find their paragraphs among those of 200 MuSiQue questions") {
  const auto file = mhqa_test::shared_data("data/musique/ans_dev_200.jsonl");
  if (!file) return;
  strings paragraphs;
  std::map<std::string, std::uint32_t> number;
  std::vector<std::pair<std::string, std::uint32_t>> hops;  // a first hop needs no earlier answer
  for (const auto& record : mhqa_test::load_jsonl(*file)) {
    std::vector<std::uint32_t> own;
    for (const auto& paragraph : record["paragraphs"].items()) {
      std::string text = paragraph["title"].string() + "\n" + paragraph["paragraph_text"].string();
      const auto [at, added] = number.emplace(text, static_cast<std::uint32_t>(paragraphs.size()));
      if (added) paragraphs.push_back(std::move(text));
      own.push_back(at->second);
    }
    const auto& hop = record["question_decomposition"][0];
    hops.emplace_back(hop["question"].string(), own[static_cast<std::size_t>(hop["paragraph_support_idx"].integer())]);
  }
  CHECK(paragraphs.size() == 3141);
  const auto index = mhqa::build_bm25(paragraphs);
  strings queries;
  for (const auto& [question, support] : hops) queries.push_back(question);
  const auto hits = mhqa::search_bm25(index, queries, 10);
  int found = 0;
  for (std::size_t i = 0; i < hops.size(); ++i) {
    found += std::any_of(hits[i].begin(), hits[i].end(), [&](const auto& h) { return h.document == hops[i].second; });
  }
  CHECK(found == 191);
}
