// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of date_lines.hpp.
#pragma once

#include <mhqa/io/date_lines.hpp>

#include <mhqa/date/calendar.hpp>
#include <mhqa/date/edtf.hpp>
#include <mhqa/date/order.hpp>
#include <mhqa/date/partial_date.hpp>
#include <mhqa/date/possible_days.hpp>
#include <mhqa/date/rules.hpp>
#include <mhqa/date/stated_rules.hpp>
#include <mhqa/io/date_text.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/line_answers.hpp>
#include <mhqa/io/lines.hpp>
#include <mhqa/utf8.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <vector>

namespace mhqa::inline v0_1::io {
namespace detail {

/// The beginning of a text as a JSON string, safe to print.
inline std::string quoted_spelling(std::string_view text) {
  constexpr std::size_t longest = 100;
  std::string out;
  const std::string_view start = utf8::prefix(text, longest);
  append_json_string(out, start);
  return start.size() < text.size() ? out + " and more" : out;
}

MHQA_INLINE stated_date read_spelling(std::string_view text, const place& where, const date_line_options& chosen) {
  text = trim_spelling(text);
  const parsed<stated_date> date = parse_spelling(text, chosen.spelling);
  if (date) return *date;
  throw_data_error(
      where, fmt::format("expected {} at position {} of {}", date.expected, date.position, quoted_spelling(text)));
}

/// {"year": ...} of an exact date, {"from": ..., "to": ...} of a span of two, {"edtf": ...} of any other statement.
inline void write_date_line(json_writer& json, const stated_date& date) {
  const auto one = [&json](const stated_date& each) {
    if (const auto day = exact(each); day && each.calendar == calendar_model::gregorian) {
      write_date(json, *day);
    } else {
      write_stated_date(json, each);
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

/// Calls f(date, line, text) for each line of one date.
template <class F>
bool answer_date_lines(const date_line_options& chosen, output& out, F&& f) {
  return answer_lines(chosen.path, "lines of dates", out,
                      [&](std::string_view line, const line_reader& lines, std::string& text) {
                        f(read_spelling(line, {.file = chosen.path, .record = lines.number()}, chosen), line, text);
                      });
}

/// Calls f(from, to, text) for each line of two dates.
template <class F>
bool answer_date_pairs(const date_line_options& chosen, output& out, F&& f) {
  json_line json{chosen.path};
  const auto answer = [&](std::string_view line, const line_reader& lines, std::string& text) {
    const place where{.file = chosen.path, .record = lines.number()};
    std::optional<stated_date> from, to;
    const std::string_view content = trim_spelling(line);
    if (content.starts_with('{') && content.find('"') != std::string_view::npos) {
      json_value object = json.parse(line, lines.number(), lines.offset());
      object.object([&](std::string_view key, json_value value) {
        std::optional<stated_date>* const end = key == "from" ? &from : key == "to" ? &to : nullptr;
        if (end == nullptr) return;
        *end = value.is_string() ? read_spelling(value.string(), value.context().where(), chosen)
                                 : read_stated_date(value);
      });
      json.context().require(from.has_value(), "from");
      json.context().require(to.has_value(), "to");
      json.finish();
    } else if (const std::size_t tab = content.find('\t');
               tab != std::string_view::npos && content.find('\t', tab + 1) == std::string_view::npos) {
      from = read_spelling(content.substr(0, tab), where, chosen);
      to = read_spelling(content.substr(tab + 1), where, chosen);
    } else if (const auto span = parse_spelling(content, chosen.spelling); span && ends_of(*span)) {
      from = ends_of(*span)->first;
      to = ends_of(*span)->second;
    } else {
      throw_data_error(
          where,
          "expected {\"from\": ..., \"to\": ...}, two dates with a tab between them, or a span such as 1593 - 1637");
    }
    f(*from, *to, text);
  };
  return answer_lines(chosen.path, "lines of dates", out, answer);
}

/// The date by which a statement is sorted: itself, or its first possible day, or the bound of "before".
inline partial_date date_sort_key(const stated_date& date) {
  if (const auto day = exact(date)) return *day;
  const auto days = possible_days(date, {0, 0, 0, 0});
  if (!days) return {};
  const calendar_day key = day_from_number(days->first == no_first_day ? days->last : days->first);
  return make_date(key.year, key.month, key.day).value.value_or(partial_date{});
}

}  // namespace detail

MHQA_INLINE bool parse_date_lines(const date_line_options& chosen, output& out) {
  return detail::answer_date_lines(chosen, out, [&](const stated_date& date, std::string_view, std::string& text) {
    if (!chosen.json) {
      text += to_edtf(date).view();
      return;
    }
    json_writer json{text};
    detail::write_date_line(json, date);
  });
}

MHQA_INLINE bool compare_date_lines(const date_line_options& chosen, output& out) {
  return detail::answer_date_pairs(chosen, out, [&](const stated_date& from, const stated_date& to, std::string& text) {
    const auto [order, possible] = compare_by_rule(chosen.rule, from, to);
    if (!chosen.json) {
      text += to_string(order);
      return;
    }
    json_writer json{text};
    json.begin_object().member("order", to_string(order));
    if (possible.before || possible.equal || possible.after) {
      json.key("possible").begin_array();
      if (possible.before) json.value("before");
      if (possible.equal) json.value("equal");
      if (possible.after) json.value("after");
      json.end_array();
    }
    json.end_object();
  });
}

MHQA_INLINE bool subtract_date_lines(const date_line_options& chosen, output& out) {
  return detail::answer_date_pairs(chosen, out, [&](const stated_date& from, const stated_date& to, std::string& text) {
    const ruled_difference found = subtract_by_rule(chosen.rule, from, to);
    if (!chosen.json) {
      text += found.certain ? fmt::format("{}", *found.certain)
              : found.most  ? fmt::format("from {} to {}", found.least, *found.most)
                            : fmt::format("at least {}", found.least);
      return;
    }
    json_writer json{text};
    if (found.certain) return write_difference(json, *found.certain);
    write_difference(json.begin_object().key("least"), found.least);
    if (found.most) write_difference(json.key("most"), *found.most);
    json.end_object();
  });
}

MHQA_INLINE bool sort_date_lines(const date_line_options& chosen, output& out) {
  struct row {
    partial_date key;
    stated_date date;
    std::string text;
  };
  std::vector<row> rows;
  bool right = true;
  with_date_rule(chosen.rule, [&]<class Rule>(Rule) {
    if constexpr (std::is_same_v<Rule, date_rules::three_valued>) {
      throw_data_error({}, "`rule` three-valued cannot tell every pair apart, so nothing can be sorted by it");
    } else {
      right = detail::answer_date_lines(chosen, out, [&](const stated_date& date, std::string_view line, std::string&) {
        rows.push_back({detail::date_sort_key(date), date, std::string{trim_spelling(line)}});
      });
      std::stable_sort(rows.begin(), rows.end(),
                       [](const row& a, const row& b) { return date_less<Rule>{}(a.key, b.key); });
    }
  });
  std::string text;
  for (const row& r : rows) {
    text.clear();
    json_writer json{text};
    if (chosen.json) {
      detail::write_date_line(json, r.date);
    } else {
      text = r.text;
    }
    out.write(text += '\n');
  }
  return right;
}

}  // namespace mhqa::inline v0_1::io
