// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Patterns of words: rules about language as rows of data, with examples by which they test themselves.
//   mhqa::word_pattern{"more|less then"}.found(mhqa::sentence_words{"Is it more then one?"})  // true
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/english/lexicon.hpp>
#include <mhqa/english/sentence_words.hpp>
#include <mhqa/english/verb_forms.hpp>
#include <mhqa/text/stop_words.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

namespace detail {

[[nodiscard]] bool is_number_below_1000(const sentence_word& w) noexcept;
[[nodiscard]] bool opens_with_vowel_sound(const sentence_word& w) noexcept;
[[nodiscard]] bool opens_with_consonant_sound(const sentence_word& w) noexcept;
[[nodiscard]] bool is_plural(const sentence_word& w);
[[nodiscard]] bool is_superlative(const sentence_word& w);
[[nodiscard]] bool is_year(const sentence_word& w) noexcept;

struct shape_class {
  std::string_view name;
  bool (*has)(const sentence_word&);
};
// Classes by the form of a word; those of the lexicon are used by their own names.
inline constexpr std::array<shape_class, 20> shape_classes{
    {{"name",
      [](const sentence_word& w) {
        const bool opens = w.begin == 0 && is_function_word(w.lower);  // a capital that begins a sentence
        return (w.capital && !opens) || w.number || w.quoted || w.text[0] == '#';
      }},
     {"digits", [](const sentence_word& w) { return w.number; }},
     {"small", is_number_below_1000},
     {"year", is_year},
     {"reference", [](const sentence_word& w) { return w.text[0] == '#'; }},
     {"possessive", [](const sentence_word& w) { return w.possessive; }},
     {"stop", [](const sentence_word& w) { return w.mark_after; }},
     {"quoted", [](const sentence_word& w) { return w.quoted; }},
     {"function", [](const sentence_word& w) { return is_function_word(w.lower); }},
     {"base", [](const sentence_word& w) { return is_verb(w.lower); }},
     {"finite", [](const sentence_word& w) { return is_finite_form(w.lower); }},
     {"participle", [](const sentence_word& w) { return is_past_participle(w.lower); }},
     {"ing", [](const sentence_word& w) { return is_present_participle(w.lower); }},
     {"es", [](const sentence_word& w) { return w.lower.ends_with('s'); }},
     {"ordinal",
      [](const sentence_word& w) {
        return w.lower.ends_with("th") || w.lower.ends_with("st") || w.lower.ends_with("nd") || w.lower.ends_with("rd");
      }},
     {"plural", is_plural},
     {"superlative", is_superlative},
     {"vowel", opens_with_vowel_sound},
     {"consonant", opens_with_consonant_sound},
     {"ly", [](const sentence_word& w) { return w.lower.size() > 4 && w.lower.ends_with("ly"); }}}};

}  // namespace detail

/// A row of tests over neighbouring words.
///
/// Shape:     tests between spaces: `word`, `a|b`, `@class`, `!x` (not x), `x&y`, `=` (the word before, again), `x+`
///            (one or more such words, as many as there are), `~x` (no later word is such), `...` (a gap), `^` (the
///            first word is next) and `$` (no word is left). Classes are those of the lexicon and of a word's form:
///            name, digits, small, year, reference, possessive, stop, quoted, function, base, finite, participle, ing,
///            es, ordinal, plural, superlative, vowel, consonant, ly. Unless a test says so, a mark (a comma, a
///            bracket) between two words separates them
/// Errors:    data_error with the pattern for an unknown class, an empty test or `=` at the beginning
/// Cost:      O(tests) to make; O(words) per search on natural text
/// Example:   word_pattern{"^how much @plural are|were"}
class word_pattern {
 public:
  explicit word_pattern(std::string_view text);

  /// The words [first, last) that a test covers.
  using span_of_words = std::pair<std::size_t, std::size_t>;

  /// Returns true if the pattern is somewhere in a sentence; sets `places`, if given, to the words of each test at the
  /// first such place.
  [[nodiscard]] bool found(const sentence_words& words, std::vector<span_of_words>* places = nullptr) const;

 private:
  enum class kind : std::uint8_t { one, some, never_later, gap, begin, end };
  struct choice {
    std::string_view word{};    // empty: a class
    std::uint32_t classes = 0;  // of the lexicon
    bool (*form)(const sentence_word&) = nullptr;
    bool again = false;  // the word before
  };
  struct condition {
    bool negated = false;
    std::uint32_t letters = 0;  // the first letters of its words, so that most are not compared
    std::vector<std::string_view> words{};
    std::vector<choice> any{};  // classes
  };
  struct test {
    kind what = kind::one;
    std::vector<condition> all;
  };

  template <class Refuse>
  [[nodiscard]] static condition parse(std::string_view text, const Refuse& refuse) {
    condition out;
    out.negated = text.starts_with('!');
    if (out.negated) text.remove_prefix(1);
    for (std::size_t from = 0; from <= text.size();) {
      const std::size_t to = std::min(text.find('|', from), text.size());
      const std::string_view one = text.substr(from, to - from);
      from = to + 1;
      if (one.empty()) refuse("expected a word or a class");
      if (one == "=") {
        out.any.emplace_back().again = true;
      } else if (one[0] != '@') {
        out.letters |= letter_bit(one);
        out.words.push_back(one);
      } else {
        choice& made = out.any.emplace_back();
        const std::string_view name = one.substr(1);
        const auto form = std::find_if(detail::shape_classes.begin(), detail::shape_classes.end(),
                                       [&](const auto& c) { return c.name == name; });
        const auto known = std::find(word_class_names.begin(), word_class_names.end(), name);
        if (form != detail::shape_classes.end()) {
          made.form = form->has;
        } else if (known != word_class_names.end()) {
          made.classes = std::uint32_t{1} << static_cast<unsigned>(known - word_class_names.begin());
        } else {
          refuse("no class is called \"" + std::string{name} + "\"");
        }
      }
    }
    return out;
  }
  [[nodiscard]] static bool fits(const test& t, const sentence_words& words, std::size_t i);
  // The tests from t on, at word i; `first` if a gap may separate it from the word before.
  [[nodiscard]] bool matches(std::size_t t, const sentence_words& words, std::size_t i, bool first,
                             std::vector<span_of_words>* places) const;
  [[nodiscard]] static std::uint32_t letter_bit(std::string_view word) noexcept {
    return word.empty() ? 0U : std::uint32_t{1} << (static_cast<unsigned char>(word.front()) & 31U);
  }
  [[nodiscard]] static bool apart(const sentence_words& words, std::size_t i) noexcept {
    return i > 0 && words[i - 1].mark_after;
  }

  std::vector<test> tests_;
};

/// A rule about language: a name, patterns any of which makes it fire, and an example of each kind.
struct language_row {
  std::string_view name;
  std::span<const std::string_view> patterns;
  std::string_view fires;   ///< a sentence on which it fires
  std::string_view passes;  ///< a similar one on which it does not
};

/// Rows with their patterns read, which tell the first row that fires.
///
/// Errors: data_error for a pattern with a fault
class row_matcher {
 public:
  explicit row_matcher(std::span<const language_row> rows);
  /// Returns true if the row n fires.
  [[nodiscard]] bool fires(std::size_t n, const sentence_words& words) const {
    return std::any_of(patterns_[n].begin(), patterns_[n].end(), [&](const word_pattern& p) { return p.found(words); });
  }
  /// Returns the first row that fires, without those whose bit is set; the number of rows if none does.
  [[nodiscard]] std::size_t first(const sentence_words& words, std::uint64_t left_out = 0) const;
  [[nodiscard]] std::span<const language_row> rows() const noexcept { return rows_; }

 private:
  std::span<const language_row> rows_;
  std::vector<std::vector<word_pattern>> patterns_;
};

}  // namespace v0_1
}  // namespace mhqa

#if !defined(MHQA_COMPILED)
#include <mhqa/english/detail/pattern.ipp>
#endif
