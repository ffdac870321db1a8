// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of pattern.hpp.
#pragma once

#include <mhqa/english/pattern.hpp>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE bool is_number_below_1000(const sentence_word& w) noexcept {
  return w.text.size() < 4 && w.text.find_first_not_of("0123456789") == std::string::npos;
}

MHQA_INLINE bool opens_with_vowel_sound(const sentence_word& w) noexcept {
  constexpr std::array<std::string_view, 4> spoken_otherwise{"eu", "ew", "once", "one"};
  const std::string_view t = w.lower;
  return t.size() > 2 && std::string_view{"aeio"}.find(t[0]) != t.npos &&
         std::none_of(spoken_otherwise.begin(), spoken_otherwise.end(), [&](auto with) { return t.starts_with(with); });
}

MHQA_INLINE bool opens_with_consonant_sound(const sentence_word& w) noexcept {
  const std::string_view t = w.lower;
  return t.size() > 2 && t[0] >= 'b' && t[0] <= 'z' && std::string_view{"aehiou"}.find(t[0]) == t.npos;
}

MHQA_INLINE bool is_plural(const sentence_word& w) {
  const std::string_view t = w.lower;
  return t.size() > 4 && t.ends_with('s') && !t.ends_with("ss") && !t.ends_with("us") && !t.ends_with("is") &&
         !t.ends_with("ics") && !w.possessive;
}

MHQA_INLINE bool is_superlative(const sentence_word& w) {
  constexpr word_list highest{"least", "most"};
  return highest(w.lower) || (w.lower.size() > 5 && w.lower.ends_with("est") && !w.capital &&
                              !lexicon::standard().is(w.lower, word_class::noun));
}

MHQA_INLINE bool is_year(const sentence_word& w) noexcept {
  return w.text.size() >= 4 && w.text.find_first_not_of("0123456789-/") == std::string::npos;
}

MHQA_INLINE bool is_value(const sentence_word& w) {
  return w.text[0] == '#' || w.number || lexicon::standard().is(w.lower, word_class::number);
}

MHQA_INLINE bool is_comparative(const sentence_word& w) {
  constexpr word_list comparing{"fewer", "less", "more"};
  constexpr word_list others{"other", "rather"};
  const std::string& t = w.lower;
  return comparing(t) || (t.size() > 4 && t.ends_with("er") && !others(t) && !w.capital);
}

MHQA_INLINE bool is_roman(const sentence_word& w) noexcept {
  return (w.text.size() != 1 || w.text[0] != 'I') && w.text.find_first_not_of("IVXLC") == std::string::npos;
}

MHQA_INLINE bool may_open_sentence(const sentence_word& w) noexcept {
  constexpr std::array<std::string_view, 24> more{
      "according", "approximately", "aside", "based", "besides", "compared",  "currently", "early",
      "following", "given",         "late",  "name",  "prior",   "regarding", "roughly",   "shortly",
      "today",     "together",      "two",   "upon",  "usually", "using",     "what's",    "who's"};
  return is_function_word(w.lower) || is_one_of(w.lower, more) || is_one_of(w.lower, verbs);
}

MHQA_INLINE bool is_name_word(const sentence_word& w) noexcept {
  if (w.number || w.quoted) return true;
  if (!w.capital || is_plain_function_word(w.lower)) return false;
  return w.begin > 1 || !may_open_sentence(w);
}

}  // namespace detail

MHQA_INLINE word_pattern::word_pattern(std::string_view text) {
  const auto refuse = [&](const std::string& what) {
    throw_data_error({}, "pattern \"" + std::string{text} + "\": " + what);
  };
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    std::string_view word = text.substr(at, end - at);
    at = end + 1;
    if (word.empty()) refuse("expected a test between two spaces");
    test& made = tests_.emplace_back();
    if (word == "..." || word == "^" || word == "$") {
      made.what = word == "..." ? kind::gap : word == "^" ? kind::begin : kind::end;
      continue;
    }
    if (word.starts_with('~') || (word.starts_with('-') && word.size() > 1)) {
      made.what = word.starts_with('~') ? kind::never_later : kind::never_earlier;
      word.remove_prefix(1);
    } else if ((word.ends_with('+') || word.ends_with('*')) && word.size() > 1) {
      made.what = word.ends_with('+') ? kind::some : kind::any_number;
      word.remove_suffix(1);
    }
    for (std::size_t from = 0; from <= word.size();) {
      const std::size_t to = std::min(word.find('&', from), word.size());
      made.all.push_back(parse(word.substr(from, to - from), refuse));
      from = to + 1;
    }
  }
}

MHQA_INLINE bool word_pattern::found(std::span<const sentence_word> words, std::vector<span_of_words>* places) const {
  if (places != nullptr) places->assign(tests_.size(), {0, 0});
  if (tests_.front().what == kind::begin) return matches(1, words, 0, true, places);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (matches(0, words, i, true, places)) return true;
  }
  return false;
}

MHQA_INLINE bool word_pattern::fits(const test& t, std::span<const sentence_word> words, std::size_t i) {
  const sentence_word& w = words[i];
  return std::all_of(t.all.begin(), t.all.end(), [&](const condition& c) {
    const bool word = (c.letters & letter_bit(w.lower)) != 0 &&
                      std::find(c.words.begin(), c.words.end(), std::string_view{w.lower}) != c.words.end();
    const bool any = word || std::any_of(c.any.begin(), c.any.end(), [&](const choice& one) {
                       if (one.again) return i > 0 && words[i - 1].lower == w.lower;
                       if (one.form != nullptr) return one.form(w);
                       if (w.capital && w.begin != 0) return false;
                       return (lexicon::standard().classes_of(w.lower) & one.classes) != 0;
                     });
    return any != c.negated;
  });
}

MHQA_INLINE std::size_t word_pattern::find_fit(const test& t, std::span<const sentence_word> words, std::size_t from,
                                               std::size_t to) {
  while (from < to && !fits(t, words, from)) ++from;
  return from;
}

MHQA_INLINE std::size_t word_pattern::end_of_run(const test& t, std::span<const sentence_word> words, std::size_t i,
                                                 bool first) {
  std::size_t at = i;
  while (fits_at(t, words, at, at == i && first)) ++at;
  return at;
}

MHQA_INLINE bool word_pattern::matches(std::size_t t, std::span<const sentence_word> words, std::size_t i, bool first,
                                       std::vector<span_of_words>* places) const {
  if (t == tests_.size()) return true;
  const test& now = tests_[t];
  const auto rest = [&](std::size_t from, bool open) {
    if (!matches(t + 1, words, from, open, places)) return false;
    if (places != nullptr) (*places)[t] = {i, from};
    return true;
  };
  switch (now.what) {
    case kind::begin:
      return i == 0 && rest(i, first);
    case kind::end:
      return i == words.size();
    case kind::gap:
      for (std::size_t at = i; at <= words.size(); ++at) {
        if (rest(at, true)) return true;
      }
      return false;
    case kind::never_later:
      return find_fit(now, words, i, words.size()) == words.size() && rest(i, first);
    case kind::never_earlier:
      return find_fit(now, words, 0, i) == i && rest(i, first);
    case kind::some:
    case kind::any_number: {
      std::size_t at = end_of_run(now, words, i, first);
      if (now.what == kind::some) return at != i && rest(at, false);
      while (at != i && !rest(at, false)) --at;
      return at != i || rest(i, first);
    }
    case kind::one:
      break;
  }
  return fits_at(now, words, i, first) && rest(i + 1, false);
}

MHQA_INLINE row_matcher::row_matcher(std::span<const language_row> rows) : rows_{rows} {
  for (const language_row& row : rows) {
    std::vector<word_pattern>& made = patterns_.emplace_back();
    for (const std::string_view pattern : row.patterns) made.emplace_back(pattern);
  }
}

MHQA_INLINE std::size_t row_matcher::first(std::span<const sentence_word> words, std::uint64_t left_out) const {
  for (std::size_t n = 0; n < rows_.size(); ++n) {
    if ((left_out >> n & 1U) == 0 && fires(n, words)) return n;
  }
  return rows_.size();
}

}  // namespace mhqa::inline v0_1
