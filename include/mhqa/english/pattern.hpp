// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Patterns of words: rules about language as rows of data, with examples by which they test themselves.
//   mhqa::word_pattern{"more|less then"}.found(mhqa::sentence_words{"Is it more then one?"})  // true
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/config.hpp>
#include <mhqa/english/asked.hpp>
#include <mhqa/english/clause.hpp>
#include <mhqa/english/lexicon.hpp>
#include <mhqa/english/sentence_words.hpp>
#include <mhqa/english/verb_forms.hpp>
#include <mhqa/error.hpp>
#include <mhqa/text/stop_words.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

namespace detail {

[[nodiscard]] bool is_number_below_1000(const sentence_word& w) noexcept;
[[nodiscard]] bool opens_with_vowel_sound(const sentence_word& w) noexcept;
[[nodiscard]] bool opens_with_consonant_sound(const sentence_word& w) noexcept;
[[nodiscard]] bool is_plural(const sentence_word& w);
[[nodiscard]] bool is_superlative(const sentence_word& w);
[[nodiscard]] bool is_year(const sentence_word& w) noexcept;
// "#1", "12", "twelve"
[[nodiscard]] bool is_value(const sentence_word& w);
[[nodiscard]] bool is_comparative(const sentence_word& w);
// Capitals of a Roman numeral; "I" may be a pronoun.
[[nodiscard]] bool is_roman(const sentence_word& w) noexcept;
// "According" and the like, which have a capital only because they open a sentence.
[[nodiscard]] bool may_open_sentence(const sentence_word& w) noexcept;
// Not "us", which is also a country.
[[nodiscard]] constexpr bool is_plain_function_word(std::string_view w) noexcept {
  constexpr word_list countries{"us"};
  return is_function_word(w) && !countries(w);
}
// A name, number or quotation, to which a pronoun may refer.
[[nodiscard]] bool is_name_word(const sentence_word& w) noexcept;

// Nouns after "the" that only the surrounding paragraph identifies; the latter are texts themselves.
inline constexpr std::array<std::string_view, 40> context_nouns{
    "article",  "author",    "ball",    "chapter",  "chart",     "commenter",   "customer", "drive",
    "excerpt",  "game",      "graph",   "half",     "image",     "kickoff",     "list",     "match",
    "narrator", "paragraph", "passage", "picture",  "play",      "possession",  "poster",   "product",
    "quarter",  "question",  "reading", "reporter", "reporters", "respondents", "reviewer", "season",
    "speaker",  "statement", "study",   "survey",   "table",     "text",        "user",     "writer"};
inline constexpr std::array<std::string_view, 6> document_nouns{"article",   "chapter", "excerpt",
                                                                "paragraph", "passage", "text"};

struct shape_class {
  std::string_view name;
  bool (*has)(const sentence_word&);
};
// Classes by the form of a word; those of the lexicon are used by their own names.
inline constexpr std::array<shape_class, 44> shape_classes{
    {{"name",
      [](const sentence_word& w) {
        const bool opens = w.begin == 0 && is_function_word(w.lower);  // a capital that begins a sentence
        return (w.capital && !opens) || w.number || w.quoted || w.text[0] == '#';
      }},
     {"digits", [](const sentence_word& w) { return w.number; }},
     {"small", is_number_below_1000},
     {"percentage", [](const sentence_word& w) { return w.number && w.written.find('%') != std::string::npos; }},
     {"year", is_year},
     {"reference", [](const sentence_word& w) { return w.text[0] == '#'; }},
     {"value", is_value},
     {"possessive", [](const sentence_word& w) { return w.possessive; }},
     {"stop", [](const sentence_word& w) { return w.mark_after; }},
     {"named", [](const sentence_word& w) { return w.name; }},
     {"verbal", is_verb_form},
     {"adverbial", [](const sentence_word& w) { return is_adverb(w.core); }},
     {"verblike",
      [](const sentence_word& w) { return w.core.size() > 5 && (w.core.ends_with("ed") || w.core.ends_with("ing")); }},
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
     {"ly", [](const sentence_word& w) { return w.lower.size() > 4 && w.lower.ends_with("ly"); }},
     {"ed", [](const sentence_word& w) { return w.lower.ends_with("ed"); }},
     {"content", [](const sentence_word& w) { return !is_function_word(w.lower) && !is_one_of(w.lower, verbs); }},
     {"any", [](const sentence_word&) { return true; }},
     {"be", [](const sentence_word& w) { return is_form_of_be(w.lower); }},
     {"do", [](const sentence_word& w) { return is_do(w.lower); }},
     {"aux", [](const sentence_word& w) { return is_one_of(w.lower, verbs); }},
     {"negated", [](const sentence_word& w) { return is_negated(w.lower); }},
     {"relative", [](const sentence_word& w) { return is_one_of(w.lower, relative_words); }},
     {"article", [](const sentence_word& w) { return is_article(w.lower); }},
     {"capital", [](const sentence_word& w) { return w.capital; }},
     {"given", [](const sentence_word& w) { return w.given; }},
     {"plain", [](const sentence_word& w) { return !w.capital && !w.quoted && !w.given; }},
     {"referent", [](const sentence_word& w) { return w.given || is_name_word(w); }},
     {"context", [](const sentence_word& w) { return is_one_of(w.lower, context_nouns); }},
     {"document", [](const sentence_word& w) { return is_one_of(w.lower, document_nouns); }},
     {"measure",
      [](const sentence_word& w) {
        const std::size_t hyphen = w.number ? w.lower.find('-') : std::string::npos;
        return hyphen != std::string::npos && hyphen + 1 < w.lower.size() && ascii::is_lower(w.lower[hyphen + 1]);
      }},
     {"comparative", is_comparative},
     {"roman", is_roman}}};

}  // namespace detail

/// A row of tests over neighbouring words.
///
/// Shape:     tests between spaces: `word`, `a|b`, `@class`, `!x` (not x), `x&y`, `=` (the word before, again), `x+`
///            (one or more such words, as many as there are), `x*` (any number of them), `~x` (no later word is such),
///            `-x` (no earlier word is such), `...` (a gap), `^` (the first word is next) and `$` (no word is left).
///            Classes are those of the lexicon and of a word's form (shape_classes). Unless a test says so, a mark (a
///            comma, a bracket) between two words separates them
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
  [[nodiscard]] bool found(std::span<const sentence_word> words, std::vector<span_of_words>* places = nullptr) const;

 private:
  enum class kind : std::uint8_t { one, some, any_number, never_later, never_earlier, gap, begin, end };
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
  [[nodiscard]] static bool fits(const test& t, std::span<const sentence_word> words, std::size_t i);
  [[nodiscard]] static bool fits_at(const test& t, std::span<const sentence_word> words, std::size_t i, bool first) {
    return i < words.size() && (first || !apart(words, i)) && fits(t, words, i);
  }
  // The first of the words [from, to) that fits; `to` if none does.
  [[nodiscard]] static std::size_t find_fit(const test& t, std::span<const sentence_word> words, std::size_t from,
                                            std::size_t to);
  // Where the words from i on that fit, and that no mark separates, end.
  [[nodiscard]] static std::size_t end_of_run(const test& t, std::span<const sentence_word> words, std::size_t i,
                                              bool first);
  // The tests from t on, at word i; `first` if a gap may separate it from the word before.
  [[nodiscard]] bool matches(std::size_t t, std::span<const sentence_word> words, std::size_t i, bool first,
                             std::vector<span_of_words>* places) const;
  [[nodiscard]] static std::uint32_t letter_bit(std::string_view word) noexcept {
    return word.empty() ? 0U : std::uint32_t{1} << (static_cast<unsigned char>(word.front()) & 31U);
  }
  [[nodiscard]] static bool apart(std::span<const sentence_word> words, std::size_t i) noexcept {
    return i > 0 && words[i - 1].mark_after;
  }

  std::vector<test> tests_;
};

/// The patterns of a row, at most 12.
class pattern_list {
 public:
  constexpr pattern_list(std::initializer_list<std::string_view> patterns) noexcept : size_{patterns.size()} {
    std::copy(patterns.begin(), patterns.end(), patterns_.begin());
  }
  [[nodiscard]] constexpr const std::string_view* begin() const noexcept { return patterns_.data(); }
  [[nodiscard]] constexpr const std::string_view* end() const noexcept { return patterns_.data() + size_; }

 private:
  std::array<std::string_view, 12> patterns_{};
  std::size_t size_;
};

/// A rule about language: a name, patterns any of which makes it fire, and an example of each kind.
struct language_row {
  std::string_view name;
  pattern_list patterns;
  std::string_view fires;   ///< a sentence on which it fires
  std::string_view passes;  ///< a similar one on which it does not
};

/// Returns the place of the row with this name.
///
/// Errors: data_error if no row has it; a constant that asks for it does not compile
[[nodiscard]] constexpr std::size_t row_number(std::span<const language_row> rows, std::string_view name) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].name == name) return i;
  }
  throw_data_error({}, "no row has this name", errc::unknown_name);
}

/// Rows with their patterns read, which tell the first row that fires.
///
/// Errors: data_error for a pattern with a fault
class row_matcher {
 public:
  explicit row_matcher(std::span<const language_row> rows);
  /// Returns true if the row n fires.
  [[nodiscard]] bool fires(std::size_t n, std::span<const sentence_word> words) const {
    return std::any_of(patterns_[n].begin(), patterns_[n].end(), [&](const word_pattern& p) { return p.found(words); });
  }
  /// Returns the first row that fires, without those whose bit is set; the number of rows if none does.
  [[nodiscard]] std::size_t first(std::span<const sentence_word> words, std::uint64_t left_out = 0) const;
  [[nodiscard]] std::span<const language_row> rows() const noexcept { return rows_; }

 private:
  std::span<const language_row> rows_;
  std::vector<std::vector<word_pattern>> patterns_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/english/detail/pattern.ipp>
#endif
