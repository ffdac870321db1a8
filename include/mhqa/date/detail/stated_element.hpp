// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads one date of a text part by part. A neighbour may supply missing parts: in "12–14 July 1637", the second date
// gives month and year to the first. For stated_text.hpp and the reader of lives.
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/date/detail/stated_words.hpp>
#include <mhqa/date/edtf.hpp>
#include <mhqa/date/iso.hpp>
#include <mhqa/date/possible_days.hpp>
#include <mhqa/date/reader.hpp>
#include <mhqa/date/stated_date.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mhqa::inline v0_1 {

/// How dates in words are read.
struct date_text_options {
  /// The first year of the century in which years of two digits lie: 1950 reads "12 July 37" as 2037. 0 refuses them.
  int two_digit_from = 0;
  /// Reads "1593 – 12 July 1637" as one interval. find_stated() finds two dates without it; parts that are shared
  /// ("12–14 July 1637", "1926–7") are read as one date either way.
  bool join_spans = true;
};

namespace detail {

/// Returns the year from `from` on, within a century, that ends in the two digits of `value`.
[[nodiscard]] constexpr int two_digit_year(int value, int from) noexcept {
  const int year = from / 100 * 100 + value;
  return year < from ? year + 100 : year;
}

/// True if a year of the Hijra is about that of the common era: it has 354.367 days, and the first one began in 622.
[[nodiscard]] constexpr bool is_year_of_hijra(int hijri, int year) noexcept {
  constexpr int last_hijri = 2000;
  const int expected = hijri < last_hijri ? hijri * 970224 / 1000000 + 622 : 0;
  return hijri < last_hijri && year >= expected - 1 && year <= expected + 1;
}

enum class element_kind : std::uint8_t { none, number, date, season, decade, hundreds, century, millennium };

// What was read of one date. Years are counted in their era, from 1.
struct date_element {
  element_kind kind = element_kind::none;
  std::uint8_t part = 0;  // of period_parts
  era_said era = era_said::none;
  std::uint8_t doubt = 0;  // bits of date_doubt
  std::uint8_t day = 0;
  std::uint8_t month = 0;   // or the season's number
  std::uint8_t digits = 0;  // of the year as written; 0 = no year
  std::uint8_t weekday = 0;
  bool ordinal = false;  // "12th"
  bool or_next = false;  // the year or the next one
  bool month_first = false;
  bool styled = false;  // the calendar is stated
  calendar_model calendar = calendar_model::gregorian;
  int year = 0;
  std::size_t year_at = 0;

  [[nodiscard]] constexpr bool is_number() const noexcept { return kind == element_kind::number; }
  // A number of one or two digits: a day, or a year that something else completes.
  [[nodiscard]] constexpr bool is_small() const noexcept { return is_number() && digits <= 2 && era == era_said::none; }
  [[nodiscard]] constexpr bool is_day_number() const noexcept { return is_small() && year >= 1 && year <= 31; }
  // Makes such a number a day.
  constexpr void become_day_of(std::uint8_t of) noexcept {
    kind = element_kind::date;
    day = static_cast<std::uint8_t>(year);
    month = of;
    digits = 0;
  }
};

/// What dates are read in: a spelling and nothing else, running text, or the text of a life. There, a year of three
/// digits is a year by itself, and a shorter one is one beside a month: the other date of the life may complete it.
enum class text_kind : std::uint8_t { spelling, running, life };

// Reads elements one after another. A failure keeps the furthest place and what was expected there.
class element_reader {
 public:
  constexpr element_reader(std::string_view text, const date_text_options& options, text_kind kind) noexcept
      : text_{text},
        two_digit_from_{options.two_digit_from},
        in_text_{kind != text_kind::spelling},
        of_life_{kind == text_kind::life} {}

  [[nodiscard]] constexpr std::size_t at() const noexcept { return at_; }
  constexpr void go_to(std::size_t at) noexcept { at_ = at; }
  [[nodiscard]] constexpr bool is_end() const noexcept { return at_ >= text_.size(); }
  [[nodiscard]] constexpr char char_at(std::size_t i) const noexcept { return i < text_.size() ? text_[i] : '\0'; }
  [[nodiscard]] constexpr char here() const noexcept { return char_at(at_); }
  [[nodiscard]] constexpr std::string_view expected() const noexcept { return expected_; }
  [[nodiscard]] constexpr std::size_t missed_at() const noexcept { return missed_at_; }
  // True if a month with a day or a year was read: what fails after that is a date that cannot be read whole.
  [[nodiscard]] constexpr bool is_dated() const noexcept { return dated_; }

  constexpr bool miss(std::string_view expected, std::size_t at) noexcept {
    if (at >= missed_at_ || expected_.empty()) {
      expected_ = expected;
      missed_at_ = at;
    }
    return false;
  }
  constexpr bool miss(std::string_view expected) noexcept { return miss(expected, at_); }
  // A failure that ends the date: what was read so far is not a date by itself.
  constexpr bool wrong(std::string_view expected, std::size_t at) noexcept {
    dated_ = true;
    return miss(expected, at);
  }

  constexpr bool skip_blanks() noexcept {
    const std::size_t start = at_;
    at_ = detail::skip_blanks(text_, at_);
    return at_ != start;
  }
  [[nodiscard]] constexpr bool take(char c) noexcept {
    if (here() != c) return false;
    ++at_;
    return true;
  }
  // A word and the blanks after it.
  constexpr bool take_word(std::string_view word) noexcept {
    if (is_end()) return false;
    const std::size_t length = word_at(text_, at_, word);
    if (length == 0) return false;
    at_ += length;
    skip_blanks();
    return true;
  }
  template <const auto& Words>
  constexpr int take_word() noexcept {
    const found_word found = match_word<Words>(text_, at_);
    if (found.length == 0) return 0;
    at_ += found.length;
    skip_blanks();
    return found.value;
  }

  // Reads one element at the current place; on failure the place is where it was.
  constexpr bool read(date_element& out) noexcept {
    const std::size_t start = at_;
    out = {};
    if (is_end() || !read_whole(out)) {
      const bool told = missed_at_ > start || (missed_at_ == start && failed_year_);  // "40000 BC"
      if (expected_.empty() || !told) miss("a date", start);
      return back(start);
    }
    read_trailing_doubt(out);
    return true;
  }

  // The end of the text, or of a sentence or bracket in it.
  [[nodiscard]] constexpr bool ends_sentence(std::size_t at) const noexcept {
    const char c = char_at(at);
    return at >= text_.size() ||
           (in_text_ && (c == ')' || c == ']' || c == ';' || (c == '.' && !is_word(char_at(at + 1)))));
  }

  // ", 1637" after parts that have no year yet. False if a year is there and cannot be read.
  constexpr bool read_year_after(date_element& out) noexcept {
    const std::size_t start = at_;
    skip_blanks();
    if (take(',')) skip_blanks();
    take_word<words_before_year>();
    if (word_at_here("in") && number_at(at_ + 3).digits == 4) take_word("in");
    const bool parted = at_ != start || text_[start - 1] == '.';
    return (parted && read_year(out, false)) || back(start);
  }

 private:
  [[nodiscard]] constexpr bool word_at_here(std::string_view word) const noexcept {
    return at_ < text_.size() && word_at(text_, at_, word) != 0;
  }
  static constexpr auto words_before_year = valued_words<4>({{1, "of|del|de|anno"}});
  static constexpr auto words_for_year = valued_words<2>({{1, "year|anno"}});

  [[nodiscard]] constexpr bool digit_at(std::size_t i) const noexcept { return is_digit(char_at(i)); }
  [[nodiscard]] constexpr bool capital_here() const noexcept { return !in_text_ || is_upper(here()); }
  [[nodiscard]] constexpr month_match month_here() const noexcept {
    return capital_here() ? match_month(text_.substr(at_)) : month_match{};
  }
  constexpr bool back(std::size_t at) noexcept {
    at_ = at;
    return false;
  }

  struct number {
    int value = 0;
    std::uint8_t digits = 0;  // 0 = none, or more than five
    std::size_t end = 0;
  };
  [[nodiscard]] constexpr number number_at(std::size_t at) const noexcept {
    number out{0, 0, at};
    while (digit_at(out.end) && out.end - at < 6) out.value = out.value * 10 + (text_[out.end++] - '0');
    out.digits = static_cast<std::uint8_t>(out.end - at);
    if (out.digits > 5) out.digits = 0;
    return out;
  }

  constexpr bool read_whole(date_element& out) noexcept {
    // Most dates begin with a digit or a month.
    if (is_digit(here())) return read_from_digit(out);
    if (const month_match month = month_here(); month.month != 0) return read_month_first(out, month);
    read_doubts(out);
    const bool the = take_word("the");
    const bool year = take_word<words_for_year>() != 0;  // "about the year 1637"
    if (year) take_word("of");
    if (here() == 'A' && take_word<hijra_words>() != 0) {  // "A.H. 73 (A.D. 692–3)"
      const number hijri = number_at(at_);
      return hijri.digits != 0 && read_common_year(out, hijri, detail::skip_blanks(text_, hijri.end), true);
    }
    if (read_style(out.calendar, true)) {
      out.styled = true;
      skip_blanks();
    }
    if (capital_here()) read_weekday(out);
    if (const int part = take_word<part_words>(); part < 0) {
      take_word("the");
      return (number_at(at_).digits != 0 || month_here().month != 0) && wrong("a date or a part of it", at_);
    } else if (part != 0) {
      out.part = static_cast<std::uint8_t>(part);
      if (here() == '-') ++at_;
      take_word("the");
    }
    if (is_end()) return miss("a date");
    if (is_digit(here())) return read_from_digit(out) && (year || is_year_in_text(out, the));
    month_match month = month_here();
    if (month.month == 0 && !month_before_year(month)) return false;
    if (month.month != 0) return read_month_first(out, month);
    const std::size_t start = at_;
    if (read_period(out)) return true;
    if (at_ != start) return back(start);
    if (const found_word ordinal = match_word<ordinal_words>(text_, at_); ordinal.length != 0) {
      at_ += ordinal.length;
      return read_after_ordinal(out, ordinal.value) || back(start);
    }
    return read_year(out, true);
  }

  constexpr void read_weekday(date_element& out) noexcept {
    const int weekday = take_word<weekday_words>();
    if (weekday == 0) return;
    out.weekday = static_cast<std::uint8_t>(weekday);
    if (take(',')) skip_blanks();
    take_word("the");
  }

  constexpr void read_doubts(date_element& out) noexcept {
    for (int i = 0; i < 3; ++i) {
      const found_word doubt = doubt_here();
      if (doubt.length == 0) return;
      out.doubt = static_cast<std::uint8_t>(out.doubt | doubt.value);
      at_ += doubt.length;
      skip_blanks();
      if (of_life_ && take('"')) skip_blanks();
    }
  }
  [[nodiscard]] constexpr found_word doubt_here() const noexcept {
    if (here() == '~') return {1, 1};
    if (here() == '?') return {of_life_ ? 1 : 2, 1};
    if (ascii::to_lower(here()) == 'c' && digit_at(at_ + 1)) return {1, 1};  // "c1637"
    const found_word found = match_word<doubt_words>(text_, at_);
    // A single letter such as "c" is a doubt word only before a number.
    return found.length == 1 && !digit_at(detail::skip_blanks(text_, at_ + 1)) ? found_word{} : found;
  }

  // "summer 1637", "the fall of 1637", "Q3 1637", "Michaelmas 1637". What fails after its word leaves the place there.
  constexpr bool read_period(date_element& out) noexcept {
    const found_word period = match_word<period_words>(text_, at_);
    const bool season = period.value < 25;
    if (period.length == 0 || (!season && !capital_here())) return false;
    const std::size_t start = at_;
    at_ += period.length;
    if (period.value >= 100) {
      out.doubt |= 1;
      out.month = static_cast<std::uint8_t>(period.value / 100);
      out.day = static_cast<std::uint8_t>(period.value % 100);
      out.kind = element_kind::date;
      return read_year_after(out) && finish_day(out);
    }
    out.month = static_cast<std::uint8_t>(period.value);
    const std::size_t end = at_;
    const bool blank = skip_blanks();
    // "summer or autumn 1637": the next season has the year.
    const bool linked =
        here() == '/' || dash_at(text_, at_) != 0 || match_word<words_between_seasons>(text_, at_).length;
    if (season) take_word("of");
    if (season && take(',')) skip_blanks();
    if (!season && !blank) return miss("a year", start);
    if (read_year(out, false)) {
      dated_ = true;
    } else if (linked) {
      at_ = end;
    } else {
      return false;
    }
    out.kind = element_kind::season;
    return true;
  }
  static constexpr auto words_between_seasons = valued_words<3>({{1, "or|and|to"}});
  static constexpr auto words_after_year =
      valued_words<14>({{1, "in|at|and|or|to|by|as|until|with|when|from|near|he|she"}});

  // In running text "the 2014" qualifies a noun, and "about 1500 people" counts.
  constexpr bool is_year_in_text(const date_element& out, bool the) noexcept {
    if (!in_text_ || out.kind != element_kind::number || out.era != era_said::none) return true;
    if (the && !out.ordinal) return miss("a date after \"the\"");
    if (out.doubt == 0 || out.digits < 3) return true;
    if (out.year > 2099) return miss("a year up to 2099");
    const std::size_t next = detail::skip_blanks(text_, at_);
    const bool plain = next != at_ && is_letter(char_at(next)) && !is_upper(char_at(next));
    if (!plain || match_word<words_after_year>(text_, next).length != 0) return true;
    return wrong("a year, not a quantity", next);
  }

  static constexpr auto words_for_centuries =
      valued_words<5>({{100, "century|centuries|cent.|c."}, {1000, "millennium"}});

  // "century", "millennium", "[day] of July", "July" after an ordinal number.
  constexpr bool read_after_ordinal(date_element& out, int value) noexcept {
    const std::size_t start = at_;
    if (here() == '-' || skip_blanks()) {
      if (here() == '-') ++at_;
      const found_word period = match_word<words_for_centuries>(text_, at_);
      const bool is_c = period.length == 2;  // "18th c.", not "the 18th c. 1637" or "the 5th C. S. Lewis"
      if (period.length > 2 || (is_c && (!in_text_ || (here() == 'c' && number_after(at_ + 2).digits == 0)))) {
        while (is_letter(here())) ++at_;
        if (here() == '.' && (is_c || !in_text_)) ++at_;
        out.kind = period.value == 100 ? element_kind::century : element_kind::millennium;
        out.year = value;
        out.digits = 2;
        read_era_after(out);
        if (value == 0 || value > max_year / period.value)
          return wrong("a century or millennium within 32,767 years", start);
        return dated_ = true;
      }
    }
    at_ = start;
    if (value > 31) return miss("a day from 1 to 31", start);
    out.ordinal = true;
    if (read_day_first(out, {value, 1, start})) return true;
    at_ = start;
    out.kind = element_kind::number;
    out.day = 0;
    out.year = value;
    out.digits = value < 10 ? 1 : 2;
    return true;
  }

  // The number after blanks and at most one mark.
  [[nodiscard]] constexpr number number_after(std::size_t at) const noexcept {
    at = detail::skip_blanks(text_, at);
    const char mark = char_at(at);
    return number_at(mark == '-' || mark == '/' || mark == '.' || mark == ',' ? detail::skip_blanks(text_, at + 1)
                                                                              : at);
  }

  // After a day, a month may be one of another language, have no capital ("3 may 1801") or be a Roman number.
  [[nodiscard]] constexpr month_match month_after_day() const noexcept {
    if (const month_match english = month_here(); english.month != 0) return english;
    if (const month_match foreign = match_foreign_month(text_, at_); foreign.month != 0) return foreign;
    month_match month = match_month(text_.substr(at_));
    if (const found_word roman = match_word<roman_months>(text_, at_);
        roman.length != 0 && (is_upper(here()) || blank_length(text_, at_ - 1) == 0)) {
      month = {roman.value, roman.length + (char_at(at_ + roman.length) == '.' ? 1U : 0U)};
    }
    return number_after(at_ + month.length).digits > 2 ? month : month_match{};
  }

  // "mars 1801", "diciembre de 1801", "März 1801": false for a name such as "Mars 2020".
  constexpr bool month_before_year(month_match& month) noexcept {
    const month_match found = match_foreign_month(text_, at_);
    const number next = number_after(at_ + found.length);
    if (found.month == 0 || text_.substr(at_, 3) == "de " || (next.digits != 0 && next.digits < 3)) return true;
    const int kind = match_word<names_like_months>(text_, at_).value;
    if (kind == 1 && is_upper(here())) return next.digits == 0 || wrong("a month rather than a name", at_);
    if (kind != 2) month = found;
    return true;
  }

  // The month and, where it is written, the year of a date whose day has been read. `glued`: "12-Jul-1637".
  constexpr bool read_month_after_day(date_element& out, bool glued) noexcept {
    const month_match month = is_letter(here()) ? month_after_day() : month_match{};
    if (month.month == 0) return false;
    out.kind = element_kind::date;
    out.month = static_cast<std::uint8_t>(month.month);
    at_ += month.length;
    dated_day_ = true;
    const char mark = here();
    if (!glued || (mark != '-' && mark != '/' && mark != '.') || !digit_at(at_ + 1)) return read_year_of_day(out);
    ++at_;
    return read_year(out, false) ? finish_day(out) : miss("a year");
  }

  constexpr bool read_year_of_day(date_element& out) noexcept {
    read_style_bracket(out);
    return read_year_after(out) ? finish_day(out) : !failed_year_;
  }

  // After a whole day: a bracket or a mark of style.
  constexpr bool finish_day(date_element& out) noexcept {
    if (out.day != 0) read_style_bracket(out);
    return dated_ = true;
  }

  // The place of the day in "July 12", "July the 12th", "Jul-12-1637" after a month.
  [[nodiscard]] constexpr std::size_t after_month(std::size_t month) const noexcept {
    std::size_t at = detail::skip_blanks(text_, month);
    if (here() == '-' && digit_at(month + 1)) at = month + 1;
    if (here() == ',' && is_day_after_comma(at)) at = detail::skip_blanks(text_, at + 1);  // "January, 12 1987"
    return word_at(text_, at, "the") != 0 ? detail::skip_blanks(text_, at + 3) : at;
  }

  constexpr bool read_month_first(date_element& out, month_match month) noexcept {
    const std::size_t start = at_;
    out.kind = element_kind::date;
    out.month = static_cast<std::uint8_t>(month.month);
    out.month_first = true;
    at_ += month.length;
    const std::size_t at = after_month(at_);
    const number day = number_at(at);
    int value = day.digits <= 2 ? day.value : 0;
    std::size_t end = day.end;
    bool ordinal = false;
    if (day.digits == 0) {
      const found_word word = match_word<ordinal_words>(text_, at);
      value = word.value;
      end = at + word.length;
      ordinal = value != 0;
    }
    if (value < 1 || decade_ending(end) != 0) return read_year_after(out) ? finish_day(out) : !failed_year_;
    at_ = end;
    if (const std::size_t ending = ordinal ? 0 : ordinal_ending(text_, at_)) {
      at_ += ending;
      ordinal = true;
    }
    if (is_year_after_month(day, ordinal, at)) {
      at_ = at;
      if (read_year(out, false)) return finish_day(out);
      at_ = end;
    }
    if (value > 31) return wrong("a day from 1 to 31, or a year of at least three digits", at);
    out.day = static_cast<std::uint8_t>(value);
    dated_day_ = true;
    if (here() != '-' || !digit_at(at_ + 1) || text_[start + month.length] != '-') return read_year_of_day(out);
    ++at_;
    return read_year(out, false) && finish_day(out);
  }

  // "July 44 BC", "July 12 AD", "July 37": a number that ends here is no day.
  constexpr bool is_year_after_month(const number& day, bool ordinal, std::size_t at) noexcept {
    const std::size_t after = at_;
    date_element era;
    const bool of_era = !ordinal && read_era_after(era);
    at_ = after;
    return of_era || (day.value > 31 && (two_digit_from_ != 0 || of_life_) && day.digits == 2 && at_ != at);
  }

  [[nodiscard]] constexpr bool is_day_after_comma(std::size_t comma) const noexcept {
    const number day = number_at(detail::skip_blanks(text_, comma + 1));
    const std::size_t next = detail::skip_blanks(text_, day.end);
    return day.digits != 0 && day.digits <= 2 && next != day.end && number_at(next).digits == 4;
  }

  [[nodiscard]] constexpr std::size_t apostrophe_at(std::size_t at) const noexcept {
    return char_at(at) == '\'' ? 1 : match_bytes(text_, at, "\xE2\x80\x99");
  }

  // "1630s", "1630's": an s after the digits that end here.
  [[nodiscard]] constexpr std::size_t decade_ending(std::size_t at) const noexcept {
    std::size_t end = at + apostrophe_at(at);
    return char_at(end++) != 's' || is_word(char_at(end)) ? 0 : end - at;
  }

  constexpr bool read_from_digit(date_element& out) noexcept {
    const std::size_t start = at_;
    const number first = number_at(at_);
    if (first.digits == 0) return miss("a year of at most five digits", start);
    if (first.digits == 4 && first.end + 2 < text_.size() && text_[first.end] == '-') {
      if (read_iso(out, first)) return true;
      if (failed_year_) return false;
    }
    if (const std::size_t ending = first.digits <= 2 ? ordinal_ending(text_, first.end) : 0; ending != 0) {
      at_ = first.end + ending;
      return read_after_ordinal(out, first.value);
    }
    if (const std::size_t ending = decade_ending(first.end);
        ending != 0 && first.digits >= 2 && first.value % 10 == 0) {
      return read_decade(out, first, ending);
    }
    if (first.digits <= 2) {
      if (read_day_first(out, first)) return true;
      if (at_ != start) return false;
      if (!in_text_ && is_day_in_numbers(first))
        return fail_year("a month by its name, because day and month may stand in either order", start);
    }
    if (first.digits >= 3 && read_year_first(out, first)) return true;
    at_ = start;
    if (read_unknown_digits(out, first) || read_hijri(out, first)) return true;
    if (failed_year_ || !read_year(out, true)) return false;
    out.kind = element_kind::number;
    return true;
  }

  // "5/6/1801", "5.6.1801", "5-6-1801"
  [[nodiscard]] constexpr bool is_day_in_numbers(const number& first) const noexcept {
    const char mark = char_at(first.end);
    if (mark != '/' && mark != '.' && mark != '-') return false;
    const number second = number_at(first.end + 1);
    const number year = number_at(second.end + 1);
    return second.digits != 0 && second.digits <= 2 && char_at(second.end) == mark && year.digits > 1 &&
           year.end == text_.size();
  }

  // "1630s", "1600s", "30s": two digits leave the century open.
  constexpr bool read_decade(date_element& out, const number& first, std::size_t ending) noexcept {
    out.year_at = first.digits == 2 ? at_ : 0;
    at_ = first.end + ending;
    out.kind = first.digits > 2 && first.value % 100 == 0 ? element_kind::hundreds : element_kind::decade;
    out.year = first.value;
    out.digits = first.digits;
    read_era_after(out);
    dated_ = dated_ || first.digits > 2;
    return true;
  }

  // "12 July", "12th of July", "12-Jul", "12July". A date that cannot be read whole leaves the place after the day, any
  // other number at its beginning.
  constexpr bool read_day_first(date_element& out, const number& first) noexcept {
    const std::size_t start = at_;
    const char mark = out.ordinal ? '\0' : char_at(first.end);
    const bool glued = (mark == '-' || mark == '/' || mark == '.') && is_letter(char_at(first.end + 1));
    const bool doubted = mark == '?' && blank_length(text_, first.end + 1) != 0;
    at_ = glued || doubted || mark == '.' ? first.end + 1 : first.end;
    const bool blank = !glued && skip_blanks();
    if (out.ordinal) take_word("day");
    take_word("of");
    const std::optional<date_element> before = other_;
    const bool day = first.value >= 1 && first.value <= 31;
    out.day = day ? static_cast<std::uint8_t>(first.value) : std::uint8_t{0};
    if (!glued && day && !out.ordinal) read_day_bracket(out, blank);
    if (is_letter(here()) && month_after_day().month != 0) {
      if (!day) return wrong("a day from 1 to 31", start);
      if (doubted) out.doubt |= 2;
      return read_month_after_day(out, glued);
    }
    out.day = 0;
    other_ = before;
    return back(start);
  }

  // "153?" and "15??", also with "*", "X" or "u", "153-?" and "15--": digits of the year that nobody knows.
  constexpr bool read_unknown_digits(date_element& out, const number& known) noexcept {
    const std::size_t from = of_life_ ? detail::skip_blanks(text_, known.end) : known.end;  // "16 ??"
    const char mark = char_at(from);
    const bool dashed = mark == '-' && char_at(from + 1) == (known.digits == 2 ? '-' : '?');
    if (mark != '?' && mark != '*' && !dashed && (in_text_ || (mark != 'X' && mark != 'u'))) return false;
    const std::size_t unknown = 4U - known.digits;
    const std::size_t end = from + unknown;
    if (known.digits < 2 || known.digits > 3 || known.value < 10) return false;
    if ((unknown == 2 && char_at(from + 1) != mark) || is_word(char_at(end)) || char_at(end) == mark) return false;
    out.kind = unknown == 1 ? element_kind::decade : element_kind::hundreds;
    out.year = known.value * (unknown == 1 ? 10 : 100);
    out.digits = 4;
    out.year_at = at_;
    at_ = end;
    dated_ = true;
    return true;
  }

  // "985 AH (1577 AD)", "985 AH / 1577 CE", "456/1064", "73/692–3": the year of the common era, or the two of which one
  // is meant, if it agrees. A year of the Hijra alone is refused.
  constexpr bool read_hijri(date_element& out, const number& hijri) noexcept {
    const std::size_t at = detail::skip_blanks(text_, hijri.end);
    if (at == hijri.end) return char_at(at) == '/' && read_common_year(out, hijri, at, false);
    const found_word found = match_word<hijra_words>(text_, at);
    return found.length != 0 && read_common_year(out, hijri, detail::skip_blanks(text_, at + found.length), true);
  }

  // The year of the common era after that of the Hijra.
  constexpr bool read_common_year(date_element& out, const number& hijri, std::size_t at, bool named) noexcept {
    const std::size_t start = at_;
    const date_element before = out;
    const bool bracket = char_at(at) == '(';
    if (bracket || char_at(at) == '/' || char_at(at) == ',') {
      at_ = detail::skip_blanks(text_, at + 1);
      const auto agrees = [&](int year) { return year >= 100 && is_year_of_hijra(hijri.value, year); };
      if ((named || agrees(number_at(at_).value)) && read_year(out, false) && out.era != era_said::before_common &&
          agrees(out.year)) {
        out.or_next = read_next_year(out);
        if (!bracket || take(')')) {
          out.kind = element_kind::number;
          return true;
        }
      }
    }
    at_ = start;
    out = before;
    return named && fail_year("the year AD of a year of the Hijra", start);
  }

  // "/693", "-3": the year after the one that was read.
  constexpr bool read_next_year(date_element& out) noexcept {
    const std::size_t link = here() == '/' ? 1 : dash_at(text_, at_);
    const number next = number_at(at_ + link);
    const int scale = next.digits == 1 ? 10 : next.digits == 2 ? 100 : 10'000;
    if (link == 0 || next.digits == 0 || next.value != (out.year + 1) % scale) return false;
    at_ = next.end;
    if (out.era == era_said::none) read_era_after(out);
    return true;
  }

  // 1637-07-12 and 1637-07-12T10:00:00Z or 1637-07-12 10:00:00; 00 is a part that is not known.
  constexpr bool read_iso(date_element& out, const number& year) noexcept {
    const int month = two_digits(text_, year.end + 1);
    const int day = month >= 0 && char_at(year.end + 3) == '-' ? two_digits(text_, year.end + 4) : -1;
    if (day < 0) return false;
    take_parts(out, year, month, day);
    if (month > 12 || (month == 0 && day != 0)) return fail_year("a month from 01 to 12", year.end + 1);
    if (day > 31) return fail_year("a day from 01 to 31", year.end + 4);
    if ((year.value == 0 && in_text_) || (of_life_ && text_[at_] == '0')) return fail_year("a year from 1", at_);
    at_ = year.end + 6;
    const bool gap = here() == 'T' || (here() == ' ' && digit_at(at_ + 1) && digit_at(at_ + 2));
    if (gap && char_at(at_ + 3) == ':') {
      const std::size_t length = time_length(text_.substr(at_ + 1));
      if (length == 0) return fail_year("a time of day", at_ + 1);
      at_ += 1 + length;
    }
    return dated_ = true;
  }

  // A year here, and its month and day.
  constexpr void take_parts(date_element& out, const number& year, int month, int day) noexcept {
    out.kind = element_kind::date;
    out.year_at = at_;
    out.year = year.value;
    out.digits = year.digits;
    out.month = static_cast<std::uint8_t>(month);
    out.day = static_cast<std::uint8_t>(day);
  }

  constexpr bool fail_year(std::string_view expected, std::size_t at) noexcept {
    failed_year_ = true;
    return wrong(expected, at);
  }

  // "1637 July 12", "1637-Jul-12", "1637, 12 July", and "1637 July" where the sentence ends.
  constexpr bool read_year_first(date_element& out, const number& year) noexcept {
    if (char_at(year.end) == '-') return read_year_and_hyphens(out, year);
    const std::size_t start = at_;
    at_ = detail::skip_blanks(text_, year.end);
    if (!is_letter(here()) && !digit_at(at_) && here() != ',') return back(start);
    if (year.digits == 4 && take(',')) skip_blanks();
    if (at_ == year.end) return back(start);
    number day = number_at(at_);
    const bool day_first = day.digits != 0 && year.digits == 4;
    if (day_first) at_ = detail::skip_blanks(text_, day.end + ordinal_ending(text_, day.end));
    const month_match month = is_letter(here()) ? month_here() : month_match{};
    if (month.month == 0 || (day_first && at_ == day.end)) return back(start);
    at_ += month.length;
    std::size_t end = at_;
    if (!day_first) {
      day = number_at(detail::skip_blanks(text_, at_));
      if (day.digits != 0 && day.end == at_ + day.digits) return back(start);
      if (day.digits != 0) end = day.end + ordinal_ending(text_, day.end);
    }
    if (day.digits == 0 ? year.digits != 4 || !ends_sentence(at_) : !is_day_of_month(day)) return back(start);
    // "in 1637 July 12, 1638 …": the year belongs to the second date.
    if (number_after(end).digits != 0) return back(start);
    return take_year_first(out, year, month.month, day.value, start, end);
  }

  // "1637-Jul-12"
  constexpr bool read_year_and_hyphens(date_element& out, const number& year) noexcept {
    const std::size_t start = at_;
    at_ = year.end + 1;
    const month_match month = is_letter(here()) ? month_here() : month_match{};
    const std::size_t hyphen = at_ + month.length;
    const number day = number_at(hyphen + 1);
    if (month.month == 0 || char_at(hyphen) != '-' || !is_day_of_month(day)) return back(start);
    return take_year_first(out, year, month.month, day.value, start, day.end + ordinal_ending(text_, day.end));
  }

  [[nodiscard]] static constexpr bool is_day_of_month(const number& day) noexcept {
    return day.digits != 0 && day.digits <= 2 && day.value >= 1 && day.value <= 31;
  }

  constexpr bool take_year_first(date_element& out, const number& year, int month, int day, std::size_t start,
                                 std::size_t end) noexcept {
    at_ = start;
    take_parts(out, year, month, day);
    if (year.value == 0) return wrong("a year from 1", at_);
    at_ = end;
    return dated_ = true;
  }

  constexpr bool refuse_year(date_element& out, std::size_t start, std::string_view expected) noexcept {
    at_ = start;
    out.digits = 0;
    return miss(expected, out.year_at);
  }

  // "July 37": two digits are a year if their century is known, or beside the other date of a life.
  constexpr bool take_short_year(date_element& out, std::size_t start) noexcept {
    if (out.digits == 2 && two_digit_from_ != 0) {
      out.year = two_digit_year(out.year);
      out.digits = 4;
      return true;
    }
    if (of_life_ && out.month != 0) return true;
    if (dated_day_ && out.digits == 2) dated_ = true;
    return refuse_year(out, start, "a year of at least three digits, or an era");
  }

  // "1637th", "186[?]", "180[1]"
  [[nodiscard]] constexpr bool goes_on_in_word(const number& year) const noexcept {
    const char next = char_at(year.end);
    return is_letter(next) || next == '_' || (next == '[' && year.digits > 1 && year.digits < 4);
  }

  // [AD|BC] digits [AD|BC]. `bare`: a number that may turn out to be a day.
  constexpr bool read_year(date_element& out, bool bare) noexcept {
    const std::size_t start = at_;
    date_element era;
    const bool era_first = read_era_here(era.era);
    if (era_first) skip_blanks();
    if (const std::size_t apostrophe = apostrophe_at(at_); apostrophe != 0) {
      if (two_digit_from_ == 0) return miss("a year of at least three digits, or an era");
      at_ += apostrophe;
    }
    const number year = number_at(at_);
    if (year.digits == 0 || digit_at(year.end)) {
      at_ = start;
      return miss("a year");
    }
    const std::size_t year_at = out.year_at = at_;
    at_ = year.end;
    const bool era_last = !era_first && read_era_after(era);
    if ((!era_last || year.digits == 1) && goes_on_in_word(year)) {
      at_ = start;
      return miss("the end of the year", year.end);
    }
    out.era = era.era;
    out.year = year.value;
    out.digits = year.digits;
    if (year.value == 0) return refuse_year(out, start, "a year from 1");
    if (out.era == era_said::none && year.digits < 3 && !bare) return take_short_year(out, start);
    if (in_text_ && year.digits > 4 && out.era != era_said::before_common)
      return fail_year("a year of at most four digits", year_at);
    if (of_life_ && year.digits == 4 && year.value < 1000) return fail_year("a year without a zero before it", year_at);
    const int most = out.era == era_said::before_common ? 1 - min_year : max_year;
    if (year.value > most) return fail_year("a year from -32767 to 32767", year_at);
    if (out.kind == element_kind::none) out.kind = element_kind::number;
    if (out.era != era_said::none) dated_ = true;
    return true;
  }

 public:
  [[nodiscard]] constexpr int two_digit_year(int value) const noexcept {
    return detail::two_digit_year(value, two_digit_from_);
  }
  [[nodiscard]] constexpr int two_digit_from() const noexcept { return two_digit_from_; }

 private:
  constexpr bool read_era_here(era_said& out) noexcept {
    const char c = ascii::to_lower(here());
    if (c != 'a' && c != 'b' && c != 'c') return false;
    date_reader in{text_};
    in.at = at_;
    if (!read_era(in, in_text_)) return false;
    out = in.era;
    at_ = in.at;
    return true;
  }
  constexpr bool read_era_after(date_element& out) noexcept {
    const std::size_t start = at_;
    skip_blanks();
    return read_era_here(out.era) || back(start);
  }

  // In running text a question mark after a date doubts the date only if the sentence goes on.
  [[nodiscard]] constexpr bool goes_on(std::size_t at) const noexcept {
    at = detail::skip_blanks(text_, at);
    const char c = char_at(at);
    return c == ')' || c == ',' || c == ';' || c == ']' || c == '.' || dash_at(text_, at) != 0;
  }

  constexpr void read_trailing_doubt(date_element& out) noexcept {
    const std::size_t next = detail::skip_blanks(text_, at_);
    const bool mark = char_at(next) == '?' && (!in_text_ || (of_life_ && next == at_) || goes_on(next + 1));
    if (mark || match_bytes(text_, next, "(?)") != 0 || match_bytes(text_, next, "[?]") != 0) {
      at_ = next + (mark ? 1 : 3);
      out.doubt |= of_life_ ? 1 : 2;
    } else if (here() == '~') {
      ++at_;
      out.doubt |= 1;
    }
  }

  static constexpr auto style_words = valued_words<11>({{1, "o.s.|os|old style|julian calendar|@#djulian@"},
                                                        {2, "n.s.|ns|new style|@#dgregorian@"},
                                                        {3, "julian"},
                                                        {4, "gregorian"}});

  // "O.S.", "OS", "Old Style", "Julian", or those of the new style. The place is after it. "Julian 3 May 1701" may be
  // a name; GEDCOM writes JULIAN.
  constexpr bool read_style(calendar_model& out, bool before_day = false) noexcept {
    const found_word found = capital_here() || here() == '@' ? match_word<style_words>(text_, at_) : found_word{};
    if (found.length == 0 || (before_day && in_text_ && found.value > 2 && !is_upper(char_at(at_ + 1)))) return false;
    at_ += found.length;
    out = found.value % 2 == 1 ? calendar_model::julian : calendar_model::gregorian;
    return true;
  }

  // "[O.S. 20 November]", "(O.S. 20 November 1792)", "(20 November O.S.)", "(O.S.)", " O.S." after a day. What is no
  // bracket of style does not make the date unreadable. Whether both days are one is checked once the year is known.
  constexpr void read_style_bracket(date_element& out) noexcept {
    const std::size_t start = at_;
    skip_blanks();
    const std::size_t open = at_;
    calendar_model style{};
    const char close = here() == '[' ? ']' : here() == '(' ? ')' : '\0';
    if (close == '\0') {
      if (take(',')) skip_blanks();
      return out.digits != 0 && read_style(style) ? take_style(out, style) : go_to(start);
    }
    ++at_;
    skip_blanks();
    bool styled = read_style(style);
    if (styled) {
      skip_blanks();
      if (take(',') || take(':')) skip_blanks();
      if (take(close)) return take_style(out, style);
    }
    date_element inner;
    const bool dated = dated_;
    const bool read_inner = read_other_day(inner, style, styled);
    const bool labelled = styled;
    skip_blanks();
    // "20 April (2 May) 1880": a day without its calendar, before the year; the later one is Gregorian.
    if (read_inner && !styled && out.digits == 0 && inner.digits == 0 && inner.day != 0) {
      const bool later = inner.month == out.month ? inner.day > out.day : inner.month == out.month % 12 + 1;
      style = later ? calendar_model::gregorian : calendar_model::julian;
      styled = true;
    }
    if (!read_inner || !styled || !take(close)) {
      dated_ = dated;
      failed_year_ = false;
      return go_to(start);
    }
    inner.styled = labelled;
    inner.calendar = style;
    if (inner.is_small()) inner.become_day_of(out.month);  // "[O.S. 20]"
    other_ = inner;
    other_->year_at = open;
  }

  // "20 November", "20 November O.S." in a bracket, which has no further bracket in it.
  constexpr bool read_other_day(date_element& inner, calendar_model& style, bool& styled) noexcept {
    if (nested_) return false;
    nested_ = true;
    const bool done = read_whole(inner);
    nested_ = false;
    if (done && !styled) {
      skip_blanks();
      if (take(',')) skip_blanks();
      styled = inner.styled || read_style(style);
      if (inner.styled) style = inner.calendar;
    }
    return done;
  }

  static constexpr void take_style(date_element& out, calendar_model style) noexcept {
    out.calendar = style;
    out.styled = true;
  }
  // "24 [O.S. 12] February 1856", of which a blank stands before the bracket.
  constexpr void read_day_bracket(date_element& out, bool blank) noexcept {
    if (here() != '[' && here() != '(') return;
    // "18 (30) April 1880": the day in both calendars; the later one is Gregorian.
    const number other = number_at(at_ + 1);
    if (other.digits <= 2 && char_at(other.end) == (here() == '[' ? ']' : ')') && other.value >= 1 &&
        other.value <= 31) {
      const auto style = other.value > out.day ? calendar_model::gregorian : calendar_model::julian;
      other_ = date_element{
          .kind = element_kind::date, .day = static_cast<std::uint8_t>(other.value), .calendar = style, .year_at = at_};
      at_ = other.end + 1;
    } else if (blank) {
      read_style_bracket(out);
    }
    skip_blanks();
  }

 public:
  // Hands out the other day of a bracket "[O.S. …]", if one was read, once; the caller checks it. Its calendar is the
  // bracket's, and its `year_at` the bracket's place.
  [[nodiscard]] constexpr std::optional<date_element> take_other() noexcept {
    const std::optional<date_element> out = other_;
    other_.reset();
    return out;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::string_view expected_{};
  std::size_t missed_at_ = 0;
  int two_digit_from_ = 0;
  bool in_text_ = false;
  bool of_life_ = false;
  bool dated_ = false;
  bool dated_day_ = false;
  bool failed_year_ = false;
  bool nested_ = false;
  std::optional<date_element> other_{};
};

}  // namespace detail
}  // namespace mhqa::inline v0_1
