// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/retrieval/text_analyzer.hpp>

#include <mhqa/retrieval/bm25_build.hpp>
#include <mhqa/retrieval/bm25_search.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using mhqa::analysis;
using mhqa::text_analyzer;
using mhqa::tokenization;
using strings = std::vector<std::string>;

namespace {

strings terms(const analysis& how, std::string_view text, mhqa::word_stemmer stem = {}) {
  strings out;
  text_analyzer analyze{how, std::move(stem)};
  analyze(text, [&](std::string_view term) { out.emplace_back(term); });
  return out;
}

}  // namespace

TEST_CASE("text_analyzer: each tokenisation cuts as it says") {
  const analysis bm25s{.tokens = tokenization::bm25s}, words{.tokens = tokenization::words}, mixed{};
  const analysis ngrams{.tokens = tokenization::ngrams};
  CHECK(terms(words, "The Paris-based firm") == strings{"parisbased", "firm"});
  CHECK(terms(bm25s, "The Paris-based firm, a B_2!") == strings{"paris", "based", "firm", "b_2"});
  CHECK(terms(bm25s, "I saw X at 9") == strings{"saw"});
  CHECK(terms(ngrams, "Paris-based X") == strings{"paris", "based", "x"});
  CHECK(terms(mixed, "The Paris-based firm") == terms(words, "The Paris-based firm"));
  CHECK(terms({.tokens = tokenization::bm25s, .stop_words = false}, "to be").size() == 2);
  // Chinese: each character, and each two; punctuation and other scripts end a run.
  const strings home{"家", "乡", "家乡"};
  CHECK(terms(mixed, "家乡") == home);
  CHECK(terms(ngrams, "家乡。") == home);
  CHECK(terms(ngrams, "家X乡") == strings{"家", "x", "乡"});
  CHECK(terms(words, "家乡") == strings{"家乡"});
  CHECK(terms(mixed, "ที่") == strings{"ท", "ี", "ที", "่", "ี่"});   // Thai, with its marks
  CHECK(terms(mixed, "カナ") == strings{"カ", "ナ", "カナ"});  // Japanese
  CHECK(terms(mixed, "수도이다") ==
        strings{"수", "도", "수도", "이", "도이", "다", "이다"});  // Korean, with a particle
  CHECK(terms(words, "수도이다") == strings{"수도이다"});
}

TEST_CASE("text_analyzer: stems come after stop words, and need a stemmer") {
  const mhqa::word_stemmer first = [](std::string_view word) { return std::string{word.substr(0, 3)}; };
  CHECK(terms({.stemmed = true}, "their singing 家", first) == strings{"sin", "家"});
  CHECK_THROWS_AS(static_cast<void>(text_analyzer{{.stemmed = true}}), mhqa::usage_error);
}

TEST_CASE("text_analyzer: an analysis has a text and a code") {
  for (std::uint64_t code = 0; code < 0x400; ++code) {
    const auto how = analysis::of(code);
    CHECK(how.has_value() == ((code & 0xFFU) < 4));
    if (how) CHECK(how->code() == code);
  }
  CHECK(!analysis::of(0x400));
  CHECK(analysis{}.text() == "tokens:mixed|stop:english|stem:none");
  CHECK(text_analyzer::of_key(text_analyzer{}.key()) == analysis{});
  CHECK(!text_analyzer::of_key(mhqa::musique_analyzer::key()));
}

TEST_CASE("text_analyzer: an index is searched with the analyzer that it was built with") {
  const strings corpus{"窗外下着小雨", "低头想起家乡", "A Paris-based firm"};
  text_analyzer mixed, bm25s{{.tokens = tokenization::bm25s}};
  const auto index = mhqa::build_bm25(corpus, mhqa::bm25_models::lucene, mixed);
  mhqa::bm25_searcher searcher{index};
  const auto hits = searcher.search(std::string_view{"家乡"}, 3, mixed);
  REQUIRE(hits.size() == 1);
  CHECK(hits[0].document == 1);
  CHECK(searcher.known_terms_of_query() == 3);
  CHECK(searcher.search(std::string_view{"zebra Paris"}, 3, mixed).empty());
  CHECK(searcher.terms_of_query() == 2);
  CHECK(searcher.known_terms_of_query() == 0);
  mhqa::musique_analyzer other;
  mhqa::whitespace_analyzer split;
  CHECK_THROWS_WITH_AS(static_cast<void>(searcher.search(std::string_view{"x"}, 1, bm25s)),
                       doctest::Contains("the analyzer that the BM25 index was built with"), mhqa::data_error);
  CHECK_THROWS_AS(static_cast<void>(searcher.search(std::string_view{"x"}, 1, other)), mhqa::data_error);
  const auto plain = mhqa::build_bm25(corpus);  // MuSiQue's words
  mhqa::bm25_searcher plain_searcher{plain};
  CHECK_THROWS_AS(static_cast<void>(plain_searcher.search(std::string_view{"x"}, 1, split)), mhqa::data_error);
  const auto by_bm25s = mhqa::build_bm25(corpus, mhqa::bm25_models::lucene, bm25s);
  mhqa::bm25_searcher second{by_bm25s};
  CHECK(second.search(std::string_view{"Paris"}, 3, bm25s).size() == 1);
}
