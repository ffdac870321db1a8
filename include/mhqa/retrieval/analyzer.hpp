// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Turns a document into the terms by which it is found. An analyzer is any callable that passes terms to a sink or
// returns them; the default of build_bm25 is MuSiQue's answer normalisation.
//   auto mine = [](const page& p, auto&& sink) { musique_analyzer words; words(p.title, sink); words(p.text, sink); };
#pragma once

#include <mhqa/text/normalize.hpp>
#include <mhqa/text/split.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <functional>
#include <ranges>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace mhqa::inline v0_1 {

namespace detail {

struct any_sink {
  void operator()(std::string_view) const noexcept {}
};

template <class A, class Document>
concept returns_terms =
    std::invocable<A&, const Document&> && std::ranges::input_range<std::invoke_result_t<A&, const Document&>> &&
    std::convertible_to<std::ranges::range_reference_t<std::invoke_result_t<A&, const Document&>>, std::string_view>;

}  // namespace detail

/// Calls sink(std::string_view) for each term of a document in order, or returns a range of terms. Each task copies it,
/// so it may hold scratch memory; equal documents must give equal terms.
template <class A, class Document>
concept analyzer = std::copy_constructible<A> &&
    (std::invocable<A&, const Document&, detail::any_sink> || detail::returns_terms<A, Document>);

/// Passes every term of a document to the sink, for both kinds of analyzer.
template <class Document, analyzer<Document> A, class Sink>
void for_each_term(A& analyze, const Document& document, Sink&& sink) {
  if constexpr (std::invocable<A&, const Document&, detail::any_sink>) {
    std::invoke(analyze, document, sink);
  } else {
    auto&& terms = std::invoke(analyze, document);
    for (auto&& term : terms) sink(std::string_view{term});
  }
}

/// Returns the number by which an index knows the analyzer that made its terms: that of its member key(); 0 without it.
template <class A>
[[nodiscard]] constexpr std::uint64_t analyzer_key(const A& analyze) noexcept {
  if constexpr (requires {
                  { analyze.key() } -> std::convertible_to<std::uint64_t>;
                }) {
    return analyze.key();
  } else {
    return 0;
  }
}

/// Splits the normalised text into words: lower case, without punctuation and articles.
/// Example: "The U.S. Army" gives "us", "army"
class musique_analyzer {
 public:
  [[nodiscard]] static constexpr std::uint64_t key() noexcept { return 1; }
  template <class Sink>
  void operator()(std::string_view text, Sink&& sink) {
    words_.assign(text);
    for (const token& word : words_.tokens()) sink(word.in(words_.text()));
  }

 private:
  normalized words_;
};

/// Splits at white space as Python's str.split and changes nothing: for text that is already analysed.
struct whitespace_analyzer {
  [[nodiscard]] static constexpr std::uint64_t key() noexcept { return 2; }
  template <class Sink>
  void operator()(std::string_view text, Sink&& sink) const {
    split_whitespace(text, sink);
  }
};

/// Lucene's 33 English stop words, sorted; bm25s uses the same.
inline constexpr std::array<std::string_view, 33> english_stop_words{
    "a",   "an",    "and",  "are",   "as",    "at",   "be",   "but", "by",  "for",  "if",
    "in",  "into",  "is",   "it",    "no",    "not",  "of",   "on",  "or",  "such", "that",
    "the", "their", "then", "there", "these", "they", "this", "to",  "was", "will", "with"};

/// An analyzer that drops the given words.
///
/// Requires: `words` is sorted and outlives the analyzer
/// Example:  without_terms{musique_analyzer{}, english_stop_words}
template <class A>
class without_terms {
 public:
  explicit constexpr without_terms(A inner, std::span<const std::string_view> words = english_stop_words)
      : inner_{std::move(inner)}, words_{words} {
    MHQA_EXPECTS(std::is_sorted(words.begin(), words.end()), "mhqa::without_terms: expected sorted words");
  }

  [[nodiscard]] constexpr std::uint64_t key() const noexcept {
    std::uint64_t out = analyzer_key(inner_);
    if (out == 0) return 0;
    for (const std::string_view word : words_) {
      for (const char c : word) out = (out ^ static_cast<unsigned char>(c)) * 0x100000001B3U;  // FNV-1a
      out = (out ^ 0xFFU) * 0x100000001B3U;
    }
    return out;
  }
  template <class Document, class Sink>
  requires analyzer<A, Document>
  void operator()(const Document& document, Sink&& sink) {
    for_each_term(inner_, document, [&](std::string_view term) {
      if (!std::binary_search(words_.begin(), words_.end(), term)) sink(term);
    });
  }

 private:
  A inner_;
  std::span<const std::string_view> words_;
};

}  // namespace mhqa::inline v0_1
