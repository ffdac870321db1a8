// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of spelling.hpp.
#pragma once

#include <mhqa/date/spelling.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/date/parse.hpp>
#include <mhqa/date/pattern.hpp>
#include <mhqa/date/stated_text.hpp>
#include <mhqa/types.hpp>

#include <algorithm>

namespace mhqa::inline v0_1 {

MHQA_INLINE parsed<stated_date> parse_spelling(std::string_view text, const spelling_options& options) {
  using day_first = date_formats<date_pattern<"%d/%m/%Y">, date_pattern<"%d.%m.%Y">, date_pattern<"%d-%m-%Y">>;
  using month_first = date_formats<date_pattern<"%m/%d/%Y">, date_pattern<"%m.%d.%Y">, date_pattern<"%m-%d-%Y">>;
  const char close = text.empty() ? ' ' : text.front() == '(' ? ')' : text.front() == '[' ? ']' : ' ';
  if (text.size() > 2 && text.back() == close) {
    const std::string_view inner = trim_spelling(text.substr(1, text.size() - 2));
    if (const auto date = parse_stated(inner, {.two_digit_from = options.two_digit_from})) return date;
    if (close == ')') text = inner;
  }
  parsed<stated_date> date = parse_stated(text, {.two_digit_from = options.two_digit_from});
  if (date) return date;
  if (options.numbers != "day-first" && options.numbers != "month-first") return date;
  const auto parse = [&](std::string_view numbers) {
    return options.numbers == "day-first" ? parse_date<day_first>(numbers) : parse_date<month_first>(numbers);
  };
  auto partial = parse(text);
  if (!partial) {
    const bool three_numbers = text.find_first_not_of("0123456789/.-") == text.npos &&
                               std::count_if(text.begin(), text.end(), [](char c) { return !ascii::is_digit(c); }) == 2;
    return three_numbers ? not_parsed<stated_date>(partial.expected, partial.position) : date;
  }
  const std::size_t year_at = text.find_last_not_of("0123456789") + 1;
  if (const std::size_t digits = text.size() - year_at; digits < 3) {  // 1/2/99
    if (digits < 2 || options.two_digit_from == 0) {
      return not_parsed<stated_date>("a year of at least three digits", year_at);
    }
    const int year = detail::two_digit_year(partial->year, options.two_digit_from);
    partial = parse(std::string{text.substr(0, year_at)} + std::to_string(year));
    if (!partial) return not_parsed<stated_date>(partial.expected, partial.position);
  }
  return {stated(*partial)};
}

MHQA_INLINE std::optional<std::pair<stated_date, stated_date>> ends_of(const stated_date& date) {
  using end = date_term::end;
  if (date.kind != statement::interval || date.first().what != end::date || date.last().what != end::date) {
    return std::nullopt;
  }
  return std::pair{stated(date.first(), date.calendar), stated(date.last(), date.calendar)};
}

}  // namespace mhqa::inline v0_1
