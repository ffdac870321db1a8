// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Stated dates to and from EDTF, the Extended Date/Time Format (ISO 8601-2:2019), levels 0 to 2: 1637~, 163X,
// 1637-XX, ../1300, [1887,1893], 1637-22. E.g. parse_edtf("1637-07~") and to_edtf(date).view().
#pragma once

#include <mhqa/date/format.hpp>
#include <mhqa/date/month_name.hpp>
#include <mhqa/date/possible_days.hpp>
#include <mhqa/date/spell.hpp>
#include <mhqa/date/stated_date.hpp>
#include <mhqa/error.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace mhqa::inline v0_1 {

/// A date in EDTF: text in place, nothing to free. Seven terms of at most 16 bytes, their separators and the brackets.
using edtf_text = text_in_place<135>;

namespace detail {

// Masks of the digits of one part in date_term::masked.
inline constexpr unsigned year_mask = 0xF0U;
inline constexpr unsigned month_mask = 0x0CU;
inline constexpr unsigned day_mask = 0x03U;

constexpr void append_doubt(edtf_text& out, unsigned doubt) noexcept {
  constexpr std::string_view marks = " ~?%";
  if (doubt != 0) out.append(marks[doubt]);
}

// Writes `number` with leading zeros and X for masked digits; the mask's lowest bit is the last digit.
constexpr void append_masked(edtf_text& out, int number, unsigned mask, int width) noexcept {
  int scale = 1;
  for (int i = 1; i < width || number / scale >= 10; ++i) scale *= 10;
  unsigned bit = 1U << static_cast<unsigned>(width - 1);
  for (; scale > 0; scale /= 10, bit >>= 1U) {
    out.append((mask & bit) != 0 ? 'X' : static_cast<char>('0' + number / scale % 10));
  }
}

constexpr void append_year(edtf_text& out, const date_term& term, bool alone) noexcept {
  const int size = term.year < 0 ? -term.year : term.year;
  // EDTF has no form for a month of a year beyond four digits; ISO's expanded form is written then.
  const bool beyond = size > 9999;
  if (beyond && alone) out.append('Y');
  if (beyond && !alone && term.year > 0) out.append('+');
  if (term.year < 0 || term.negative_mask) out.append('-');
  append_masked(out, size, beyond ? 0U : (term.masked & year_mask) >> 4U, beyond ? 1 : 4);
  if (term.significant != 0) {
    out.append('S');
    out.append(static_cast<char>('0' + term.significant));
  }
}

constexpr void append_term(edtf_text& out, const date_term& term) noexcept {
  if (term.what == date_term::end::open) out.append("..");
  if (term.what != date_term::end::date) return;
  const bool month = term.month != 0 || (term.masked & month_mask) != 0;
  const bool day = term.day != 0 || (term.masked & day_mask) != 0;
  const int parts = 1 + (month ? 1 : 0) + (day ? 1 : 0);
  const std::array<unsigned, 3> doubts{term.doubts & 3U, term.doubts >> 2U & 3U, term.doubts >> 4U & 3U};
  // A mark after a part holds for it and all parts before it: the parts from the first that have one doubt.
  int shared = 0;
  while (shared < parts && doubts[static_cast<std::size_t>(shared)] == doubts[0]) ++shared;
  for (int i = 0; i < parts; ++i) {
    const unsigned doubt = doubts[static_cast<std::size_t>(i)];
    if (i > 0) out.append('-');
    if (i >= shared) append_doubt(out, doubt);
    if (i == 0) append_year(out, term, parts == 1);
    if (i == 1) append_masked(out, term.month, (term.masked & month_mask) >> 2U, 2);
    if (i == 2) append_masked(out, term.day, term.masked & day_mask, 2);
    if (i + 1 == shared) append_doubt(out, doubt);
  }
}

// EDTF counts in the Gregorian calendar: a Julian day is converted, a Julian month or year is written as it is.
[[nodiscard]] constexpr date_term gregorian_term(date_term term, calendar_model calendar) noexcept {
  if (calendar != calendar_model::julian || term.what != date_term::end::date) return term;
  if (term.day == 0 || term.masked != 0 || term.month == 0 || term.month > 12) return term;
  const calendar_day day = day_from_number(julian_day_number({term.year, term.month, term.day}));
  if (day.year < min_year || day.year > max_year) return term;
  term.year = static_cast<std::int16_t>(day.year);
  term.month = static_cast<std::uint8_t>(day.month);
  term.day = static_cast<std::uint8_t>(day.day);
  return term;
}

}  // namespace detail

/// Returns a statement in EDTF, in one canonical spelling; "" for statement::nothing.
///
/// Shape:  four-digit astronomical years ("-0043" is 44 BC); longer ones with Y alone (Y12000), with
///         ISO's sign before a month (+12000-05); no blanks; ~ ? % after the last part
///         that they hold for, before a part that has one alone
/// Source: ISO 8601-2:2019, clause 4 to 7 and Annex A; the Library of Congress's EDTF specification
/// Cost:   no allocation; constexpr
/// Example: to_edtf(before({1300})).view()  // "../1300"
[[nodiscard]] constexpr edtf_text to_edtf(const stated_date& date) noexcept {
  edtf_text out;
  const auto term = [&](std::size_t i) {
    detail::append_term(out, detail::gregorian_term(date.term[i], date.calendar));
  };
  if (date.kind == statement::date || date.kind == statement::interval) {
    term(0);
    if (date.kind == statement::interval) out.append('/'), term(1);
  } else if (date.kind != statement::nothing) {
    out.append(date.kind == statement::one_of ? '[' : '{');
    for (std::size_t i = 0; i < date.count; ++i) {
      term(i);
      if (i + 1U == date.count) break;
      // An open end is itself the two dots of its range.
      const bool dots = date.term[i].what == date_term::end::open || date.term[i + 1].what == date_term::end::open;
      if (!date.term[i].to_next) out.append(',');
      if (date.term[i].to_next && !dots) out.append("..");
    }
    out.append(date.kind == statement::one_of ? ']' : '}');
  }
  return out;
}

namespace detail {

// The bytes of hh:mm[:ss[.fraction]] and Z or +hh[:mm] or nothing that the text begins with; 0 if it does not.
[[nodiscard]] constexpr std::size_t time_length(std::string_view text) noexcept {
  std::size_t at = 0;
  const auto two = [&](int most) {
    if (at + 2 > text.size() || !is_digit(text[at]) || !is_digit(text[at + 1])) return false;
    const int value = (text[at] - '0') * 10 + (text[at + 1] - '0');
    at += 2;
    return value <= most;
  };
  const auto mark = [&](char c) { return at < text.size() && text[at] == c ? ++at, true : false; };
  const auto digit = [&](std::size_t i) { return i < text.size() && is_digit(text[i]); };
  if (!two(24) || !mark(':') || !two(59)) return 0;
  if (mark(':')) {
    if (!two(60)) return 0;
    if (digit(at + 1) && (mark('.') || mark(','))) {
      while (digit(at)) ++at;
    }
  }
  const std::string_view rest = text.substr(2, at - 2);
  if (text.substr(0, 2) == "24" && std::any_of(rest.begin(), rest.end(), [](char c) { return c >= '1' && c <= '9'; })) {
    return 0;
  }
  if (mark('Z') || !(mark('+') || mark('-'))) return at;
  return two(23) && (!mark(':') || two(59)) ? at : 0;
}

// Reads one EDTF statement from the beginning of a text to its end.
class edtf_reader {
 public:
  constexpr explicit edtf_reader(std::string_view text) noexcept : text_{text} {}

  [[nodiscard]] constexpr parsed<stated_date> read() noexcept {
    stated_date out;
    if (text_.empty()) return not_parsed<stated_date>("a date in EDTF", 0);
    const char first = text_[0];
    if (first == '[' || first == '{') {
      if (!read_set(out, first == '[' ? ']' : '}')) return failed();
    } else {
      if (!read_one(out)) return failed();
    }
    if (at_ != text_.size()) return not_parsed<stated_date>("the end of the date", at_);
    return {out};
  }

 private:
  [[nodiscard]] constexpr parsed<stated_date> failed() const noexcept {
    return not_parsed<stated_date>(expected_, at_);
  }
  // A digit that is unspecified; "u" in the draft of 2012.
  [[nodiscard]] static constexpr bool is_masked(char c) noexcept { return c == 'X' || c == 'u'; }
  constexpr bool miss(std::string_view expected) noexcept {
    expected_ = expected;
    return false;
  }
  constexpr bool miss(std::string_view expected, std::size_t at) noexcept {
    at_ = at;
    return miss(expected);
  }
  [[nodiscard]] constexpr bool next_is(char c) const noexcept { return at_ < text_.size() && text_[at_] == c; }
  [[nodiscard]] constexpr bool next_is_dots() const noexcept {
    return next_is('.') && at_ + 1 < text_.size() && text_[at_ + 1] == '.';
  }
  [[nodiscard]] constexpr bool next_is_digit() const noexcept { return at_ < text_.size() && is_digit(text_[at_]); }

  constexpr bool read_one(stated_date& out) noexcept {
    date_term from;
    if (!read_end(from)) return false;
    if (!next_is('/')) {
      if (from.what != date_term::end::date) return miss("\"/\" after an open or unknown beginning");
      out = stated(from);
      return true;
    }
    const std::size_t slash = at_++;
    date_term to;
    if (!read_end(to)) return false;
    if (from.what != date_term::end::date && to.what != date_term::end::date)
      return miss("a date on one side of \"/\"", slash);
    out = interval(from, to);
    if (!is_possible(out)) return miss("an end that is not before the beginning", slash + 1);
    return true;
  }

  // A date, ".." or nothing; "open" and "unknown" are those of the draft of 2012.
  constexpr bool read_end(date_term& out) noexcept {
    constexpr std::array<std::pair<std::string_view, date_term::end>, 3> words{
        {{"open", date_term::end::open}, {"unknown", date_term::end::unknown}, {"..", date_term::end::open}}};
    for (const auto& [word, end] : words) {
      if (text_.substr(at_, word.size()) != word) continue;
      at_ += word.size();
      out = term_of(end);
      return true;
    }
    if (at_ == text_.size() || next_is('/')) {
      out = term_of(date_term::end::unknown);
      return true;
    }
    return read_date(out);
  }

  constexpr bool read_set(stated_date& out, char close) noexcept {
    out.kind = close == ']' ? statement::one_of : statement::all_of;
    ++at_;
    for (;;) {
      skip_blanks();
      if (out.count == stated_date::most_terms) return miss("at most seven dates in a set");
      date_term& term = out.term[out.count++];
      if (next_is_dots()) {
        if (out.count > 1) return miss("a date");
        at_ += 2;
        term = term_of(date_term::end::open);
        term.to_next = true;
        continue;
      }
      const std::size_t start = at_;
      if (!read_date(term)) return false;
      if (!is_possible(out)) return miss("an end that is not before the beginning", start);
      skip_blanks();
      if (next_is_dots()) {
        if (out.count > 1 && out.term[out.count - 2U].to_next) return miss("\",\" or the closing bracket");
        at_ += 2;
        term.to_next = true;
        skip_blanks();
        if (!next_is(close)) continue;
        if (out.count == stated_date::most_terms) return miss("at most seven dates in a set");
        out.term[out.count++] = term_of(date_term::end::open);
      }
      if (next_is(close)) break;
      if (!next_is(',')) return miss("\",\" or the closing bracket");
      ++at_;
    }
    ++at_;
    return true;
  }

  constexpr void skip_blanks() noexcept {
    while (next_is(' ')) ++at_;
  }

  constexpr unsigned read_doubt() noexcept {
    if (at_ == text_.size()) return 0;
    const unsigned doubt = text_[at_] == '~' ? 1U : text_[at_] == '?' ? 2U : text_[at_] == '%' ? 3U : 0U;
    if (doubt != 0) ++at_;
    return doubt;
  }

  // [doubt]year[doubt][-[doubt]month[doubt][-[doubt]day[doubt]]][Ttime]
  constexpr bool read_date(date_term& term) noexcept {
    const std::size_t start = at_;
    std::array<unsigned, 3> doubts{};
    doubts[0] = read_doubt();
    bool alone = false;
    if (!read_year(term, alone)) return false;
    doubts[0] |= read_doubt();
    std::size_t parts = 1;
    for (; parts < 3 && !alone && next_is('-'); ++parts) {
      ++at_;
      doubts[parts] = read_doubt();
      if (!read_part(term, parts == 1)) return false;
      const unsigned all = read_doubt();
      for (std::size_t i = 0; i <= parts; ++i) doubts[i] |= all;
      if (parts == 1 && term.month > 12) alone = true;  // a season has no day
    }
    term.doubts = static_cast<std::uint8_t>(doubts[0] | doubts[1] << 2U | doubts[2] << 4U);
    if (parts == 3 && next_is('T') && !read_time(term)) return false;
    if (parts == 3 && !is_possible(stated(term))) return miss("a day that the month has", start);
    return true;
  }

  // What was expected in place of so many digits; "" if they may be a year.
  [[nodiscard]] constexpr std::string_view expected_year(std::size_t digits, bool long_form, bool signed_year,
                                                         bool masked) const noexcept {
    if (digits == 0 || (!long_form && (digits < 4 || (digits > 4 && !signed_year)))) return "a year of four digits";
    if (long_form && digits < 4 && !next_is('E')) return "a year of at least four digits after Y";
    return masked && (digits != 4 || long_form) ? "digits that may be X in a year of four digits" : "";
  }

  constexpr bool read_year(date_term& term, bool& alone) noexcept {
    const std::size_t start = at_;
    const bool long_form = next_is('Y') || next_is('y');
    if (long_form) ++at_;
    const bool signed_year = next_is('-') || (!long_form && next_is('+'));
    const bool negative = next_is('-');
    if (signed_year) ++at_;
    std::int64_t year = 0;
    unsigned mask = 0;
    std::size_t digits = 0;
    for (; at_ < text_.size() && (is_digit(text_[at_]) || is_masked(text_[at_])); ++at_, ++digits) {
      mask = mask << 1U | (is_masked(text_[at_]) ? 1U : 0U);
      if (year < 1'000'000'000) year = year * 10 + (is_masked(text_[at_]) ? 0 : text_[at_] - '0');
    }
    const std::size_t end = at_;
    if (const std::string_view expected = expected_year(digits, long_form, signed_year, mask != 0); !expected.empty()) {
      return miss(expected, start);
    }
    if (long_form && next_is('E') && !read_exponent(year)) return false;
    if (year > max_year) return miss("a year from -32767 to 32767", start);
    term.year = static_cast<std::int16_t>(negative ? -year : year);
    term.masked = static_cast<std::uint8_t>(mask << 4U);
    term.negative_mask = negative && year == 0 && mask != 0;
    if (negative && year == 0 && mask == 0) return miss("a year other than -0000", start);
    alone = long_form || next_is('S');
    return !next_is('S') || read_significant(term, year, end);
  }

  // "S2": how many digits of the year are significant.
  constexpr bool read_significant(date_term& term, std::int64_t year, std::size_t end) noexcept {
    ++at_;
    int width = 4;
    for (std::int64_t scale = 10'000; year >= scale; scale *= 10) ++width;
    const bool one = next_is_digit() && !(at_ + 1 < text_.size() && is_digit(text_[at_ + 1]));
    const int count = one ? text_[at_] - '0' : 0;
    if (count < 1 || count > width || term.masked != 0) {
      return miss("how many digits of the year are significant", end);
    }
    ++at_;
    term.significant = static_cast<std::uint8_t>(count) & 7U;
    return true;
  }

  constexpr bool read_exponent(std::int64_t& year) noexcept {
    const std::size_t start = at_++;
    int exponent = 0;
    if (!next_is_digit()) return miss("an exponent after E", start);
    for (; next_is_digit(); ++at_) {
      if (exponent < 100) exponent = exponent * 10 + (text_[at_] - '0');
    }
    for (; exponent > 0 && year != 0 && year <= max_year; --exponent) year *= 10;
    if (year < 1000) return miss("a year of at least four digits after Y", start);
    return true;
  }

  constexpr bool read_two(std::uint8_t& out, unsigned& mask) noexcept {
    int value = 0;
    mask = 0;
    for (std::size_t i = 0; i < 2; ++i) {
      if (at_ + i >= text_.size()) return false;
      const char c = text_[at_ + i];
      if (!is_masked(c) && !is_digit(c)) return false;
      value = value * 10 + (is_masked(c) ? 0 : c - '0');
      mask = mask << 1U | (is_masked(c) ? 1U : 0U);
    }
    if (at_ + 2 < text_.size() && (is_digit(text_[at_ + 2]) || is_masked(text_[at_ + 2]))) return false;
    out = static_cast<std::uint8_t>(value);
    at_ += 2;
    return true;
  }

  // A month, a season or a day.
  constexpr bool read_part(date_term& term, bool month) noexcept {
    const std::size_t start = at_;
    std::uint8_t& part = month ? term.month : term.day;
    unsigned mask = 0;
    if (!read_two(part, mask)) return miss(month ? "a month of two digits" : "a day of two digits", start);
    const int most = month ? 12 : 31;
    const bool known = mask == 0 && ((part >= 1 && part <= most) || (month && part >= 21 && part <= 41));
    // A mask leaves at least one month or day possible: 0X, 1X, X0, X1, …, X9, XX.
    const bool masked = mask == 3 || (mask == 1 && part <= most) || (mask == 2 && part <= 9);
    if (!known && !masked) {
      return miss(month ? "a month from 01 to 12 or a season from 21 to 41" : "a day from 01 to 31", start);
    }
    term.masked = static_cast<std::uint8_t>(term.masked | (month ? mask << 2U : mask));
    return true;
  }

  // A time of day after a date is checked and not kept.
  constexpr bool read_time(const date_term& term) noexcept {
    const std::size_t start = at_;
    if (term.masked != 0 || term.doubts != 0) return miss("the end of the date");
    ++at_;
    if (const std::size_t length = time_length(text_.substr(at_)); length != 0) {
      at_ += length;
      return true;
    }
    return miss("a time such as T23:20:30Z", start);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string_view expected_{};
};

inline constexpr std::size_t longest_edtf = 135;

// The length of a word of EDTF's draft for an end that is open or not known.
[[nodiscard]] constexpr std::size_t open_word_length(std::string_view text, std::size_t at = 0) noexcept {
  return text.substr(at, 4) == "open" ? 4 : text.substr(at, 7) == "unknown" ? 7 : 0;
}

// The length of a set of several dates: "[1667,1668]".
[[nodiscard]] constexpr std::size_t edtf_set_length(std::string_view text) noexcept {
  const std::string_view set = text.substr(0, text.substr(0, longest_edtf).find(text[0] == '[' ? ']' : '}'));
  const bool several = set.size() <= longest_edtf && (set.find(',') < set.size() || set.find("..") < set.size());
  return several && is_digit(text[text[1] == '.' ? 3 : 1]) ? set.size() + 1 : 0;
}

// The length of the bytes that EDTF may have, without the marks of the sentence after them.
[[nodiscard]] constexpr std::size_t edtf_token_length(std::string_view text) noexcept {
  constexpr byte_set bytes = bytes_of("0123456789-/.Xu~%?");
  std::size_t end = open_word_length(text);
  while (end < text.size() && end < longest_edtf && bytes.contains(text[end])) {
    if (text[end++] == '/') end += open_word_length(text, end);
  }
  if (end > 2 && text.substr(end - 3, 3) == "/..") return end;
  const auto is_last = [&](char last) {
    return is_word(last) || last == '~' || last == '%' || (last == '?' && end < text.size() && text[end] != ' ');
  };
  while (end > 0 && !is_last(text[end - 1])) --end;
  return end;
}

// The bytes at the beginning of a running text that may be EDTF and nothing else: a set, an interval that has more than
// two years, unspecified digits, a negative date.
[[nodiscard]] constexpr std::size_t edtf_length(std::string_view text) noexcept {
  if (text.size() < 6) return 0;
  const char c = text[0];
  if (c == '[' || c == '{') return edtf_set_length(text);
  const bool negative = c == '-' && text[1] == '0';
  const std::size_t word = c == 'o' || c == 'u' ? open_word_length(text) : 0;
  const bool open = text.substr(0, 3) == "../" || (word != 0 && text.substr(word, 1) == "/");
  constexpr byte_set in_year = bytes_of("0123456789Xu"), after_year = bytes_of("-/.Xu~%?");
  const bool year = in_year.contains(text[2]) && in_year.contains(text[3]) && after_year.contains(text[4]);
  if (is_digit(c) ? !year : !negative && !open) return 0;
  const std::size_t end = edtf_token_length(text);
  const std::string_view token = text.substr(0, end);
  // "1426/1430" is one of two years in a text.
  const bool marked = token.find_first_of("Xu") < end || (negative && token.find('-', 1) < end) ||
                      (token.find('/') < end && token.find_first_of("~%?.-o") < end);
  return marked && (end == text.size() || !is_word(text[end])) && (negative || open || c < '3') ? end : 0;
}

}  // namespace detail

/// Parses a whole text as one statement in EDTF.
///
/// Shape:   levels 0 to 2; a time of day after a whole date is checked and not kept. "Y17E3" is Y17000
/// Errors:  what was expected and the byte where; a year beyond 16 bits; a set of more than seven dates; a day that the
///          month does not have, also when masked ("1637-02-3X")
/// Cost:    linear, no allocation; constexpr
/// Example: parse_edtf("[1887,1893]").value->kind == statement::one_of
[[nodiscard]] constexpr parsed<stated_date> parse_edtf(std::string_view text) noexcept {
  return detail::edtf_reader{text}.read();
}

}  // namespace mhqa::inline v0_1
