// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/retrieval/analyzer.hpp>

#include <mhqa/retrieval/bm25.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

// An analyzer is any callable that hands terms to a sink or returns them.

using strings = std::vector<std::string>;

namespace {

static_assert(mhqa::analyzer<mhqa::musique_analyzer, std::string>);
static_assert(mhqa::analyzer<mhqa::whitespace_analyzer, std::string_view>);
static_assert(mhqa::analyzer<mhqa::without_terms<mhqa::musique_analyzer>, std::string>);
static_assert(mhqa::analyzer<strings (*)(std::string_view), std::string>);
static_assert(!mhqa::analyzer<int (*)(std::string_view), std::string>);

}  // namespace

TEST_CASE("analyzer: analyzers are callables, with a sink or with a result") {
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
  const auto by_letter = mhqa::build_bm25(strings{"abc", "cd"}, {}, letters);
  CHECK(by_letter.view().terms() == 4);

  const mhqa::without_terms<mhqa::musique_analyzer> content{mhqa::musique_analyzer{}};
  const auto stopped = mhqa::build_bm25(strings{"It was the best of times"}, {}, content);
  CHECK(stopped.view().terms() == 2);
  CHECK(std::is_sorted(mhqa::english_stop_words.begin(), mhqa::english_stop_words.end()));
}
