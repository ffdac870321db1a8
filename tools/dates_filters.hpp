// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What the filters of `mhqa dates` share: their options, and lines, spellings and JSON read as stated dates.
#pragma once

#include "command.hpp"

#include <mhqa/date/parse.hpp>
#include <mhqa/date/pattern.hpp>
#include <mhqa/date/stated_date.hpp>
#include <mhqa/date/stated_text.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/date_text.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/lines.hpp>
#include <mhqa/utf8.hpp>

#include <fmt/core.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace mhqa_command {

struct dates_options {
  std::string input = "-";
  std::string rule = "final";
  std::string numbers;     // the order of 03/04/1999; empty: such a line is refused
  int two_digit_from = 0;  // 0: years of two digits are refused
  bool json = false;
};

/// The text without white space around it.
inline std::string_view trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\r\n";
  const std::size_t first = text.find_first_not_of(space);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(space) - first + 1);
}

/// The beginning of a text as a JSON string, safe to print.
inline std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 100;
  std::string out;
  const std::string_view start = mhqa::utf8::prefix(text, longest);
  mhqa::io::append_json_string(out, start);
  return start.size() < text.size() ? out + " and more" : out;
}

/// The date that a spelling states, with 1637-07-00 and, on request, 03/04/1999.
inline mhqa::parsed<mhqa::stated_date> parse_spelling(std::string_view text, const dates_options& chosen) {
  using day_first = mhqa::date_formats<mhqa::date_pattern<"%d/%m/%Y">, mhqa::date_pattern<"%d.%m.%Y">,
                                       mhqa::date_pattern<"%d-%m-%Y">>;
  using month_first = mhqa::date_formats<mhqa::date_pattern<"%m/%d/%Y">, mhqa::date_pattern<"%m.%d.%Y">,
                                         mhqa::date_pattern<"%m-%d-%Y">>;
  if (text.size() > 2 && text.front() == '(' && text.back() == ')') text = trimmed(text.substr(1, text.size() - 2));
  auto date = mhqa::parse_stated(text, {.two_digit_from = chosen.two_digit_from});
  if (date) return date;
  auto partial = mhqa::parse_date<mhqa::iso_date>(text);
  if (!partial && chosen.numbers == "day-first") partial = mhqa::parse_date<day_first>(text);
  if (!partial && chosen.numbers == "month-first") partial = mhqa::parse_date<month_first>(text);
  if (partial) date = {mhqa::stated(*partial)};
  return date;
}

/// The date of a spelling; fails with what was expected and where.
inline mhqa::stated_date read_spelling(std::string_view text, const mhqa::place& where, const dates_options& chosen) {
  text = trimmed(text);
  const mhqa::parsed<mhqa::stated_date> date = parse_spelling(text, chosen);
  if (!date) {
    mhqa::throw_data_error(where,
                           fmt::format("expected {} at position {} of {}", date.expected, date.position, quoted(text)));
  }
  return *date;
}

/// A span of two dates, each as a date of its own; nothing for other statements.
inline std::optional<std::pair<mhqa::stated_date, mhqa::stated_date>> ends_of(const mhqa::stated_date& date) {
  using end = mhqa::date_term::end;
  if (date.kind != mhqa::statement::interval || date.first().what != end::date || date.last().what != end::date) {
    return std::nullopt;
  }
  return std::pair{mhqa::stated(date.first(), date.calendar), mhqa::stated(date.last(), date.calendar)};
}

inline mhqa::place place_of(const dates_options& chosen, const mhqa::io::line_reader& lines) {
  return {.file = chosen.input, .record = lines.number()};
}

/// Calls f(line, lines, out) for each line; what it throws becomes that line's error.
template <class F>
int for_each_line(const dates_options& chosen, mhqa::io::output& out, F&& f) {
  mhqa::io::line_reader lines{chosen.input, "lines of dates"};
  std::string text;
  int status = 0;
  for (;;) {
    // A caller that writes line by line and waits for each answer must not wait in vain.
    if (lines.buffered().find('\n') == std::string_view::npos) out.flush();
    const std::optional<std::string_view> line = lines.next();
    if (!line) return status;
    text.clear();
    try {
      f(*line, lines, text);
    } catch (const mhqa::data_error& error) {
      status = failed;
      text.clear();
      mhqa::io::json_writer{text}.begin_object().member("error", std::string_view{error.what()}).end_object();
    }
    if (text.empty()) continue;
    text += '\n';
    out.write(text);
  }
}

/// {"year": ...} of an exact date, {"from": ..., "to": ...} of a span of two, {"edtf": ...} of any other statement.
inline void write_date_line(mhqa::io::json_writer& json, const mhqa::stated_date& date) {
  const auto one = [&json](const mhqa::stated_date& each) {
    if (const auto exact = mhqa::exact(each); exact && each.calendar == mhqa::calendar_model::gregorian) {
      mhqa::io::write_date(json, *exact);
    } else {
      mhqa::io::write_stated_date(json, each);
    }
  };
  const auto ends = ends_of(date);
  if (!ends) return one(date);
  json.begin_object().key("from");
  one(ends->first);
  json.key("to");
  one(ends->second);
  json.end_object();
}

/// The filters; `rule` of the options names the date rule.
int parse_dates(const dates_options& chosen);
int compare_dates(const dates_options& chosen);
int subtract_dates(const dates_options& chosen);
int sort_dates(const dates_options& chosen);

}  // namespace mhqa_command
