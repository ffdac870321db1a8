// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Turns texts into terms in one of several named ways, which an index stores, so that queries are cut like its
// paragraphs: the tokenisation, the stop words, the stemming.
//   text_analyzer analyze{{.tokens = tokenization::bm25s}};  analyze("Paris-based", sink);  // "paris", "based"
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/retrieval/analyzer.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/unicode.hpp>
#include <mhqa/utf8.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// How a text is cut into terms.
enum class tokenization : std::uint8_t {
  mixed,  ///< MuSiQue's normalised words; scripts without spaces as n-grams
  words,  ///< MuSiQue's normalised words: "Paris-based" is one
  bm25s,  ///< as the package bm25s: lower case, runs of two or more letters, digits and '_' ("Paris-based" is two)
  ngrams  ///< runs of one or more letters, digits and '_'; scripts without spaces as n-grams
};

/// The names of the tokenisations, as `mhqa index --tokens` takes them.
inline constexpr std::array<std::string_view, 4> tokenization_names{"mixed", "words", "bm25s", "ngrams"};

/// The choices by which texts become terms.
struct analysis {
  tokenization tokens = tokenization::mixed;
  bool stop_words = true;  ///< Lucene's English stop words are left out; bm25s has the same
  bool stemmed = false;    ///< words are stemmed by Snowball's English stemmer

  friend constexpr bool operator==(const analysis&, const analysis&) = default;

  /// Returns the choices as text: "tokens:mixed|stop:english|stem:none".
  [[nodiscard]] std::string text() const {
    return "tokens:" + std::string{tokenization_names[static_cast<std::size_t>(tokens)]} +
           "|stop:" + (stop_words ? "english" : "none") + "|stem:" + (stemmed ? "english" : "none");
  }
  /// Returns the choices as a number; of() returns nothing for a number that does not stand for choices.
  [[nodiscard]] constexpr std::uint64_t code() const noexcept {
    return static_cast<std::uint64_t>(tokens) | (stop_words ? 0x100U : 0U) | (stemmed ? 0x200U : 0U);
  }
  [[nodiscard]] static constexpr std::optional<analysis> of(std::uint64_t code) noexcept {
    if ((code & 0xFFU) >= tokenization_names.size() || code > 0x3FF) return std::nullopt;
    return analysis{static_cast<tokenization>(code & 0xFFU), (code & 0x100U) != 0, (code & 0x200U) != 0};
  }
};

/// Returns the stem of a word. Each task copies it, so it may hold memory of its own.
using word_stemmer = std::function<std::string(std::string_view)>;

namespace detail {

/// Ranges of code points of scripts that are written without spaces between words or, as Korean, between a word and its
/// particle.
struct code_range {
  char32_t first, last;
};
inline constexpr std::array<code_range, 19> unspaced_scripts{{
    {0x0E01, 0x0E2E},   {0x0E30, 0x0E3A}, {0x0E40, 0x0E4E},  // Thai
    {0x0E81, 0x0ECD},                                        // Lao
    {0x0F40, 0x0FBC},                                        // Tibetan
    {0x1000, 0x103F},   {0x1050, 0x109D},                    // Myanmar
    {0x1780, 0x17D3},                                        // Khmer
    {0x3005, 0x3007},                                        // Han
    {0x3041, 0x3096},   {0x309D, 0x309F},                    // Hiragana
    {0x30A1, 0x30FA},   {0x30FC, 0x30FF},                    // Katakana
    {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},                    // Han
    {0xAC00, 0xD7A3},                                        // Hangul
    {0xF900, 0xFAFF},                                        // Han
    {0xFF66, 0xFF9F},                                        // Katakana, half width
    {0x20000, 0x3FFFF},                                      // Han
}};

[[nodiscard]] constexpr bool is_unspaced(char32_t c) noexcept {
  if (c < unspaced_scripts.front().first) return false;
  for (const code_range& range : unspaced_scripts) {
    if (c >= range.first && c <= range.last) return true;
  }
  return false;
}

}  // namespace detail

/// Turns a text, or an object with title and text, into terms.
///
/// Shape:    n-grams are the characters of a run and each two that are neighbours; they have no stop words and no stems
/// Requires: a stemmer if the analysis is stemmed
/// Errors:   usage_error without it
/// Source:   bm25s 0.2, tokenize(): the pattern (?u)\b\w\w+\b, lower case, stop words, then the stemmer
class text_analyzer {
 public:
  explicit text_analyzer(const analysis& how = {}, word_stemmer stem = {}) : how_{how}, stem_{std::move(stem)} {
    if (how.stemmed && !stem_) throw_usage_error("mhqa::text_analyzer: an analysis with stems needs a stemmer");
  }

  [[nodiscard]] const analysis& how() const noexcept { return how_; }
  [[nodiscard]] constexpr std::uint64_t key() const noexcept { return key_mark | how_.code(); }
  /// Returns the analysis of an index whose terms a text_analyzer made; nothing if another made them.
  [[nodiscard]] static constexpr std::optional<analysis> of_key(std::uint64_t key) noexcept {
    return (key & ~std::uint64_t{0xFFFF}) == key_mark ? analysis::of(key & 0xFFFFU) : std::nullopt;
  }

  template <class Sink>
  void operator()(std::string_view text, Sink&& sink) {
    if (how_.tokens == tokenization::mixed || how_.tokens == tokenization::words) {
      words_.assign(text);
      for (const token& one : words_.tokens()) {
        const std::string_view word = one.in(words_.text());
        how_.tokens == tokenization::mixed&& has_unspaced(word) ? cut(word, 1, sink) : pass(word, sink);
      }
      return;
    }
    lower_.clear();
    append_lower(lower_, text);
    cut(lower_, how_.tokens == tokenization::bm25s ? 2 : 1, sink);
  }
  template <class Document, class Sink>
  requires requires(const Document& d) {
    std::string_view{d.title};
    std::string_view{d.text};
  }
  void operator()(const Document& document, Sink&& sink) {
    (*this)(std::string_view{document.title}, sink);
    (*this)(std::string_view{document.text}, sink);
  }

 private:
  static constexpr std::uint64_t key_mark = 0x74657874'00000000;  // "text"

  [[nodiscard]] static bool has_unspaced(std::string_view text) noexcept {
    for (std::size_t at = 0; at < text.size();) {
      const auto c = utf8::decode(text, at);
      if (detail::is_unspaced(c.code)) return true;
      at += c.size;
    }
    return false;
  }

  /// Passes the runs of word characters, of `least` characters or more, and the n-grams of unspaced scripts.
  template <class Sink>
  void cut(std::string_view text, std::size_t least, Sink& sink) {
    const bool grams = how_.tokens != tokenization::bm25s;
    std::size_t begin = 0, characters = 0, before = text.size();  // `before`: the last character, if it is unspaced
    const auto end_word = [&](std::size_t end) {
      if (characters >= least) pass(text.substr(begin, end - begin), sink);
      characters = 0;
    };
    for (std::size_t at = 0; at < text.size();) {
      const auto c = utf8::decode(text, at);
      if (grams && detail::is_unspaced(c.code)) {
        end_word(at);
        sink(text.substr(at, c.size));
        if (before != text.size()) sink(text.substr(before, at + c.size - before));
        before = at;
      } else {
        before = text.size();
        if (c.opaque() || !unicode::is_word(c.code)) {
          end_word(at);
        } else if (++characters == 1) {
          begin = at;
        }
      }
      at += c.size;
    }
    end_word(text.size());
  }

  template <class Sink>
  void pass(std::string_view word, Sink& sink) {
    if (how_.stop_words && std::binary_search(english_stop_words.begin(), english_stop_words.end(), word)) return;
    if (!how_.stemmed) return static_cast<void>(sink(word));
    sink(std::string_view{stem_(word)});
  }

  analysis how_;
  word_stemmer stem_;
  normalized words_;
  std::string lower_;
};

}  // namespace mhqa::inline v0_1
