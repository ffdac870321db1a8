// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A paragraph as tokens for the reader of lives: words with their parts, numbers, dashes and brackets. Dates that have
// lost the dash between them ("1926February", "19268 June", "19262016") are taken apart here.
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/date/detail/life_words.hpp>
#include <mhqa/date/month_name.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::detail {

enum class life_kind : std::uint8_t { word, number, dash, hyphen, mark, open, close, end };

/// A token of a paragraph.
///
/// Shape: `value` is a number's value (at most 10^9) or a word's month; `digits` counts all digits of a number; `mark`
///        is the character of a mark, and '+' for a dash that the text has lost; `match` is the token of the other
///        bracket, the end of the text where it has none
struct life_token {
  life_kind kind = life_kind::end;
  life_word part = life_word::other;
  char mark = 0;
  bool glued = false;    // nothing stands between it and the token before it
  bool capital = false;  // a word that begins with a capital letter, or with a letter beyond ASCII
  std::uint8_t digits = 0;
  std::int32_t value = 0;
  std::size_t position = 0;
  std::size_t length = 0;
  std::size_t match = 0;
};

/// Returns true if the letters of words fit a shape, in which '*' is any number of letters.
///
/// Cost: linear in the words for each '*' of the shape
[[nodiscard]] constexpr bool fits_shape(std::string_view shape, std::string_view words) noexcept {
  std::size_t r = 0, w = 0, star = std::string_view::npos, from = 0;
  while (w < words.size()) {
    if (r < shape.size() && shape[r] == '*') {
      star = r++;
      from = w;
    } else if (r < shape.size() && shape[r] == words[w]) {
      ++r, ++w;
    } else if (star != std::string_view::npos) {
      r = star + 1;
      w = ++from;
    } else {
      return false;
    }
  }
  while (r < shape.size() && shape[r] == '*') ++r;
  return r == shape.size();
}

/// The first of the rules whose shape fits the letters of words, or the last rule.
template <class Rule, std::size_t N>
[[nodiscard]] constexpr const Rule& first_fit(const std::array<Rule, N>& rules, std::string_view words) noexcept {
  return *std::find_if(rules.begin(), rules.end() - 1,
                       [words](const Rule& each) { return fits_shape(each.words, words); });
}

/// A paragraph and its tokens; the last has the kind `end`, so that looking one token ahead is always allowed.
struct life_text {
  std::string_view text{};
  std::vector<life_token> tokens{};
  bool has_lost_dash = false;

  [[nodiscard]] const life_token& operator[](std::size_t i) const noexcept {
    return tokens[i < tokens.size() ? i : tokens.size() - 1];
  }
  [[nodiscard]] std::size_t size() const noexcept { return tokens.size() - 1; }
  [[nodiscard]] std::string_view spelled(const life_token& token) const noexcept {
    return text.substr(token.position, token.length);
  }
  [[nodiscard]] std::string_view spelled(std::size_t i) const noexcept { return spelled((*this)[i]); }

  [[nodiscard]] bool is(std::size_t i, life_kind kind) const noexcept { return (*this)[i].kind == kind; }
  [[nodiscard]] bool is(std::size_t i, life_word part) const noexcept { return (*this)[i].part == part; }
  [[nodiscard]] bool is_mark(std::size_t i, char mark) const noexcept {
    return (*this)[i].kind == life_kind::mark && (*this)[i].mark == mark;
  }
  /// Returns true for the "s" of "Ann Roe's".
  [[nodiscard]] bool is_genitive(std::size_t i) const noexcept {
    return is(i, life_kind::word) && (*this)[i].length == 1 && text[(*this)[i].position] == 's' && i > 0 &&
           (*this)[i - 1].mark == '\'';
  }
  /// Returns true if a token plays one of several parts.
  template <life_word... Parts>
  [[nodiscard]] bool is_any(std::size_t i) const noexcept {
    return is_one_of<Parts...>((*this)[i].part);
  }
  /// Returns true for "is", "are", "was" and "were".
  [[nodiscard]] bool is_verb(std::size_t i) const noexcept {
    return is_any<life_word::present, life_word::past, life_word::plural_present, life_word::plural_past>(i);
  }
  /// Returns true for a word that plays no part: with a capital, a name as a rule; without one, a noun, say.
  [[nodiscard]] bool is_name(std::size_t i) const noexcept {
    return is(i, life_kind::word) && (*this)[i].capital && (*this)[i].part == life_word::other;
  }
  [[nodiscard]] bool is_plain(std::size_t i) const noexcept {
    return is(i, life_kind::word) && !(*this)[i].capital && (*this)[i].part == life_word::other;
  }
  [[nodiscard]] bool is_dash(std::size_t i) const noexcept {
    return (*this)[i].kind == life_kind::dash || (*this)[i].kind == life_kind::hyphen;
  }
  /// A month's number, 0 for any other token.
  [[nodiscard]] int month(std::size_t i) const noexcept {
    return (*this)[i].kind == life_kind::word ? (*this)[i].value : 0;
  }
  /// The byte at which a date that begins at token i ends at the latest: that of the next dash that the text has lost.
  [[nodiscard]] std::size_t end_of_text(std::size_t i) const noexcept {
    constexpr std::size_t longest_date = 24;
    for (std::size_t k = i + 1; has_lost_dash && k < i + longest_date && k < size(); ++k) {
      if ((*this)[k].mark == '+' && (*this)[k].kind == life_kind::dash) return (*this)[k].position;
    }
    return text.size();
  }
  /// The token after i, or after the bracket that opens at i.
  [[nodiscard]] std::size_t next(std::size_t i) const noexcept {
    return is(i, life_kind::open) ? (*this)[i].match + 1 : i + 1;
  }
  /// The first of tokens [begin, end) that passes a test, or a place that is not before `end`.
  template <class Test>
  [[nodiscard]] static std::size_t find(std::size_t begin, std::size_t end, Test test) {
    while (begin < end && !test(begin)) ++begin;
    return begin;
  }
  /// The same outside brackets.
  template <class Test>
  [[nodiscard]] std::size_t find_outside(std::size_t begin, std::size_t end, Test test) const {
    while (begin < end && !test(begin)) begin = next(begin);
    return begin;
  }
  /// Returns true if one of tokens [begin, end) passes a test.
  template <class Test>
  [[nodiscard]] static bool any(std::size_t begin, std::size_t end, Test test) {
    return find(begin, end, test) < end;
  }
};

// What a punctuation character of several bytes is, and its length; kind `word` for a letter.
struct life_character {
  life_kind kind = life_kind::word;
  char mark = 0;
  std::size_t length = 1;
};

// Characters from `first` to `last` (big endian) of so many bytes.
struct life_character_row {
  std::uint32_t first, last;
  life_character is;
};

inline constexpr life_character_row life_characters[]{
    {0xC2A0, 0xC2A0, {life_kind::end, 0, 2}},          {0xC2AB, 0xC2AB, {life_kind::mark, '"', 2}},
    {0xC2BB, 0xC2BB, {life_kind::mark, '"', 2}},       {0xC397, 0xC397, {life_kind::mark, 'x', 2}},
    {0xCAB0, 0xCBBF, {life_kind::mark, '\'', 2}},      {0xE28080, 0xE2808F, {life_kind::end, 0, 3}},
    {0xE28090, 0xE28090, {life_kind::hyphen, '-', 3}}, {0xE28091, 0xE28095, {life_kind::dash, '-', 3}},
    {0xE28098, 0xE28099, {life_kind::mark, '\'', 3}},  {0xE2809A, 0xE2809F, {life_kind::mark, '"', 3}},
    {0xE280A8, 0xE280AF, {life_kind::end, 0, 3}},      {0xE280B2, 0xE280B2, {life_kind::mark, '\'', 3}},
    {0xE28892, 0xE28892, {life_kind::dash, '-', 3}},   {0xEFBC88, 0xEFBC88, {life_kind::open, '(', 3}},
    {0xEFBC89, 0xEFBC89, {life_kind::close, ')', 3}},
};

[[nodiscard]] constexpr life_character life_character_at(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  if (byte(0) < 0xC2) return {};
  const std::uint32_t two = byte(0) << 8U | byte(1);
  const std::uint32_t three = two << 8U | byte(2);
  for (const life_character_row& row : life_characters) {
    const std::uint32_t code = row.is.length == 2 ? two : three;
    if (row.first <= code && code <= row.last) return row.is;
  }
  return {};
}

inline constexpr std::string_view life_dagger = "\xE2\x80\xA0";  // stands before a death

// Splits a text into tokens, one after another. A hyphen between letters stays within its word ("Bar-sur-Aube").
class life_tokenizer {
 public:
  explicit life_tokenizer(life_text& out) noexcept : text_{out.text}, out_{out.tokens} {}

  void run() {
    while (at_ < text_.size()) {
      if (ascii::is_digit(text_[at_])) {
        add_number();
      } else if (text_.substr(at_, life_dagger.size()) == life_dagger) {
        add({.kind = life_kind::word, .part = life_word::died, .position = at_, .length = life_dagger.size()});
      } else if (is_letter_at(at_)) {
        add_word();
      } else {
        add_mark();
      }
    }
  }

 private:
  void add(life_token token) {
    token.glued = token.position == end_of_last_;
    at_ = end_of_last_ = token.position + token.length;
    out_.push_back(token);
  }

  [[nodiscard]] bool is_letter_at(std::size_t at) const noexcept {
    if (at >= text_.size()) return false;
    if (static_cast<unsigned char>(text_[at]) < 0x80) return ascii::is_letter(text_[at]);
    const std::string_view character = text_.substr(at, 3);
    return character != life_dagger && life_character_at(character).kind == life_kind::word;
  }

  void add_number() {
    life_token token{.kind = life_kind::number, .position = at_};
    std::size_t digits = 0;
    for (; at_ < text_.size() && ascii::is_digit(text_[at_]); ++at_, ++digits) {
      if (digits < 9) token.value = token.value * 10 + (text_[at_] - '0');
    }
    token.digits = static_cast<std::uint8_t>(digits < 200 ? digits : 200);
    token.length = digits;
    add(token);
  }

  // Returns true if a hyphen at a place ends the word that begins at `first`: "BC-", "in Algeria-died August 13, 2008",
  // "Kenley-August 11, 1994".
  [[nodiscard]] bool parts_words(std::size_t first, std::size_t hyphen) const noexcept {
    const std::string_view so_far = text_.substr(first, hyphen - first);
    if (so_far == "BC" || so_far == "AD" || so_far == "BCE" || so_far == "CE") return true;
    if (text_.substr(hyphen, 6) == "-died ") return true;
    if (!ascii::is_upper(text_[hyphen + 1])) return false;
    const month_match month = match_month(text_.substr(hyphen + 1));
    const std::size_t day = hyphen + 2 + month.length;
    return month.length > 2 && day < text_.size() && text_[day - 1] == ' ' && ascii::is_digit(text_[day]);
  }

  void add_word() {
    constexpr std::size_t longest_known = 14;  // bytes of the longest word that has a part
    life_token token{.kind = life_kind::word, .position = at_};
    token.capital = ascii::is_upper(text_[at_]) || static_cast<unsigned char>(text_[at_]) >= 0x80;
    while (is_letter_at(at_) || (at_ < text_.size() && text_[at_] == '-' && is_letter_at(at_ + 1))) {
      if (text_[at_] == '-' && parts_words(token.position, at_)) break;
      ++at_;
    }
    token.length = at_ - token.position;
    if (token.length <= longest_known) {
      char lower[longest_known]{};
      for (std::size_t i = 0; i < token.length; ++i) lower[i] = ascii::to_lower(text_[token.position + i]);
      token.part = life_word_of({lower, token.length});
      const bool event = token.part == life_word::born || token.part == life_word::died;
      if (event && token.capital && is_listed(foreign_events, {lower, token.length})) token.part = life_word::other;
      const month_match month = token.capital ? match_month(text_.substr(token.position, token.length)) : month_match{};
      if (month.length == token.length) token.value = month.month;
    }
    add(token);
  }

  void add_mark() {
    life_character is = life_character_at(text_.substr(at_, 3));
    if (is.kind == life_kind::word) {
      const char c = text_[at_];
      is = {life_kind::mark, c, 1};
      if (c == '(' || c == '[') is.kind = life_kind::open;
      if (c == ')' || c == ']') is.kind = life_kind::close;
      if (c == '-') is.kind = life_kind::hyphen;
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r') is.kind = life_kind::end;
      const std::string_view entity = c == '&' ? text_.substr(at_, 7) : std::string_view{};
      if (entity == "&ndash;" || entity == "&mdash;") is = {life_kind::dash, '-', 7};
      if (entity.substr(0, 6) == "&nbsp;") is = {life_kind::end, 0, 6};
    }
    if (is.kind == life_kind::end) {
      at_ += is.length;
    } else {
      add({.kind = is.kind, .mark = is.mark, .position = at_, .length = is.length});
    }
  }

  std::string_view text_;
  std::vector<life_token>& out_;
  std::size_t at_ = 0;
  std::size_t end_of_last_ = static_cast<std::size_t>(-1);
};

/// A number in which two have lost the dash between them.
///
/// Shape: `before`: m a month, / a year and a slash, * anything; `next`: m a month, M one without a blank, c "c."
///        without a blank, . anything but a month. `second` digits are the second number, a day or (four digits) a
///        later year
struct lost_dash {
  std::uint8_t digits, second;
  char before, next;
  bool beyond;  // the number, without a fifth digit, is too large for a year
  std::string_view example;

  [[nodiscard]] constexpr std::int32_t scale() const noexcept {
    return std::array<std::int32_t, 5>{1, 10, 100, 1000, 10'000}[second];
  }
};

inline constexpr std::array<lost_dash, 11> lost_dashes{{
    {3, 0, '*', 'M', false, "926February 19"},
    {4, 0, '*', 'M', false, "1926February 19"},
    {5, 1, '*', 'm', false, "19268 June"},
    {6, 2, '*', 'm', false, "192618 June"},
    {5, 2, '*', 'm', true, "79214 December"},
    {2, 1, '/', 'm', false, "1607/88 December"},
    {3, 2, '/', 'm', false, "1607/828 December"},
    {4, 1, 'm', 'm', true, "8 May 9368 June 975"},
    {8, 4, '*', '.', false, "19262016"},
    {3, 0, '*', 'c', false, "960c. 1009"},
    {4, 0, '*', 'c', false, "1460c. 1509"},
}};

[[nodiscard]] inline bool is_followed_by(const life_token& next, char rule) noexcept {
  const bool word = next.kind == life_kind::word;
  const bool month = word && next.value != 0;
  if (rule == 'c') return word && next.glued && next.part == life_word::circa;
  return rule == '.' ? !month : month && (rule == 'm' || next.glued);
}

[[nodiscard]] inline bool lacks_dash(const life_text& t, std::size_t i, const lost_dash& rule) noexcept {
  constexpr std::int32_t last_year = 2100, longest = 120;
  const life_token& token = t.tokens[i];
  if (!is_followed_by(i + 1 < t.tokens.size() ? t.tokens[i + 1] : life_token{}, rule.next)) return false;
  const life_token last = i > 0 ? t.tokens[i - 1] : life_token{};
  const bool after_year = i > 1 && token.glued && last.mark == '/' && t.tokens[i - 2].digits == 4;
  const bool after_month = last.kind == life_kind::word && last.value != 0;
  if ((rule.before == '/' && !after_year) || (rule.before == 'm' && !after_month)) return false;
  if (rule.beyond && token.value / (rule.digits == 5 ? 10 : 1) <= last_year) return false;
  const std::int32_t first = token.value / rule.scale(), second = token.value % rule.scale();
  if (rule.second == 0 || first > last_year) return first <= last_year || rule.next == 'c';
  return rule.second == 4 ? second > first && second <= last_year && second - first <= longest
                          : second >= 1 && second <= 31;
}

// Takes numbers apart that are two.
inline void restore_lost_dashes(life_text& out) {
  std::vector<life_token> restored;
  restored.reserve(out.tokens.size());
  for (std::size_t i = 0; i < out.tokens.size(); ++i) {
    const life_token& token = out.tokens[i];
    const auto* const rule = std::find_if(lost_dashes.begin(), lost_dashes.end(), [&](const lost_dash& each) {
      return token.kind == life_kind::number && token.digits == each.digits && lacks_dash(out, i, each);
    });
    if (rule == lost_dashes.end()) {
      restored.push_back(token);
      continue;
    }
    out.has_lost_dash = true;
    life_token first = token, second = token;
    first.value = token.value / rule->scale();
    second.value = token.value % rule->scale();
    first.digits = static_cast<std::uint8_t>(token.digits - rule->second);
    second.digits = rule->second;
    first.length = token.length - rule->second;
    second.length = rule->second;
    second.position = token.position + first.length;
    second.glued = true;
    restored.push_back(first);
    restored.push_back({.kind = life_kind::dash, .mark = '+', .glued = true, .position = second.position});
    if (rule->second != 0) restored.push_back(second);
  }
  if (out.has_lost_dash) out.tokens.swap(restored);
}

// Tells each bracket where the other one is. One that has none is its own match, and is passed over as a mark.
inline void match_brackets(life_text& out) {
  std::vector<std::size_t> open;
  std::size_t round = 0, square = 0;  // how many of each are open
  for (std::size_t i = 0; i < out.tokens.size(); ++i) {
    life_token& token = out.tokens[i];
    if (token.kind == life_kind::open) {
      token.match = i;
      ++(token.mark == '(' ? round : square);
      open.push_back(i);
    } else if (token.kind == life_kind::close) {
      token.match = i;
      // A lost partner, as of the ] in "(] ; born 1902)", does not take away another bracket's.
      std::size_t& depth = token.mark == ')' ? round : square;
      if (depth == 0) continue;
      --depth;
      while (out.tokens[open.back()].mark != (token.mark == ')' ? '(' : '[')) {
        --(token.mark == ')' ? square : round);
        open.pop_back();
      }
      token.match = open.back();
      out.tokens[open.back()].match = i;
      open.pop_back();
    }
  }
}

/// The tokens of a title: no dash is restored, and brackets have no partners.
[[nodiscard]] inline life_text tokens_of_title(std::string_view title) {
  life_text out{.text = title};
  life_tokenizer{out}.run();
  out.tokens.push_back({.position = title.size()});
  return out;
}

/// The tokens of a paragraph.
///
/// Cost: linear
[[nodiscard]] inline life_text read_life_text(std::string_view text) {
  life_text out{.text = text};
  life_tokenizer{out}.run();
  restore_lost_dashes(out);
  out.tokens.push_back({.position = text.size()});
  for (std::size_t i = 0; i + 1 < out.size(); ++i) {
    if (!out.is(i, life_word::nee) || out[i].capital) continue;
    const bool birth = out.is(i + 1, life_kind::number) || is_listed(foreign_links, out.spelled(i + 1));
    if (birth) out.tokens[i].part = life_word::born;
  }
  match_brackets(out);
  return out;
}

}  // namespace mhqa::inline v0_1::detail
