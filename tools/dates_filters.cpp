// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The filters of `mhqa dates`: parse, compare, subtract and sort, a line in and a line out.
#include "dates_filters.hpp"

#include <mhqa/date/difference.hpp>
#include <mhqa/date/order.hpp>
#include <mhqa/date/possible_days.hpp>
#include <mhqa/date/rules.hpp>
#include <mhqa/io/json_records.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace mhqa_command {
namespace {

using mhqa::stated_date;
using mhqa::io::json_value;
using mhqa::io::json_writer;

/// A spelling as read_spelling() reads it, or any other JSON form.
stated_date read_json_date(json_value value, const dates_options& chosen) {
  if (value.is_string()) return read_spelling(value.string(), value.context().where(), chosen);
  return mhqa::io::read_stated_date(value);
}

/// Calls f(from, to, text) for each line of two dates.
template <class F>
int for_each_pair(const dates_options& chosen, F&& f) {
  mhqa::io::output out{"-"};
  mhqa::io::json_line json{chosen.input};
  const int status = for_each_line(chosen, out, [&](std::string_view line, const auto& lines, std::string& text) {
    std::optional<stated_date> from, to;
    const std::string_view content = trimmed(line);
    if (content.starts_with('{') && content.find('"') != std::string_view::npos) {
      const json_value object = json.parse(line, lines.number(), lines.offset());
      json_value reading = object;
      reading.object([&](std::string_view key, json_value value) {
        std::optional<stated_date>* const end = key == "from" ? &from : key == "to" ? &to : nullptr;
        if (end == nullptr) return;
        if (*end) value.context().fail("expected this field once, found it twice");
        *end = read_json_date(value, chosen);
      });
      json.context().require(from.has_value(), "from");
      json.context().require(to.has_value(), "to");
      json.finish();
    } else if (const std::size_t tab = content.find('\t');
               tab != std::string_view::npos && content.find('\t', tab + 1) == std::string_view::npos) {
      from = read_spelling(content.substr(0, tab), place_of(chosen, lines), chosen);
      to = read_spelling(content.substr(tab + 1), place_of(chosen, lines), chosen);
    } else if (const auto span = parse_spelling(content, chosen); span && ends_of(*span)) {
      from = ends_of(*span)->first;
      to = ends_of(*span)->second;
    } else {
      mhqa::throw_data_error(place_of(chosen, lines),
                             "expected {\"from\": ..., \"to\": ...} or two dates with a tab between them");
    }
    f(*from, *to, text);
  });
  out.close();
  return status;
}

/// Runs a filter that is a template over rules.
template <class F>
int by_rule(const dates_options& chosen, F&& run) {
  int status = failed;
  mhqa::with_date_rule(chosen.rule, [&](auto rule) { status = run(rule); });
  return status;
}

void write_limits(json_writer& json, const mhqa::date_difference& least,
                  const std::optional<mhqa::date_difference>& most) {
  mhqa::io::write_difference(json.begin_object().key("least"), least);
  if (most) mhqa::io::write_difference(json.key("most"), *most);
  json.end_object();
}

/// The date by which a statement is sorted: itself, or its first possible day, or the bound of "before".
mhqa::partial_date sort_key(const stated_date& date) {
  if (const auto exact = mhqa::exact(date)) return *exact;
  const auto days = mhqa::possible_days(date, {0, 0, 0, 0});
  if (!days) return {};
  const int day = days->first == mhqa::no_first_day ? days->last : days->first;
  const mhqa::calendar_day key = mhqa::day_from_number(day);
  return mhqa::make_date(key.year, key.month, key.day).value.value_or(mhqa::partial_date{});
}

}  // namespace

int parse_dates(const dates_options& chosen) {
  mhqa::io::output out{"-"};
  const int status = for_each_line(chosen, out, [&](std::string_view line, const auto& lines, std::string& text) {
    const stated_date date = read_spelling(line, place_of(chosen, lines), chosen);
    if (!chosen.json) {
      text += mhqa::to_edtf(date).view();
      return;
    }
    json_writer json{text};
    write_date_line(json, date);
  });
  out.close();
  return status;
}

int compare_dates(const dates_options& chosen) {
  return for_each_pair(chosen, [&](const stated_date& from, const stated_date& to, std::string& text) {
    const auto a = mhqa::exact(from), b = mhqa::exact(to);
    mhqa::possible_orders possible;
    mhqa::date_order order{};
    if (a && b) {
      mhqa::with_date_rule(chosen.rule, [&](auto rule) { order = mhqa::compare_dates<decltype(rule)>(*a, *b); });
    } else {
      possible = mhqa::possible_order(from, to);
      order = mhqa::order_of(from, to);
    }
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

int subtract_dates(const dates_options& chosen) {
  return for_each_pair(chosen, [&](const stated_date& from, const stated_date& to, std::string& text) {
    const auto a = mhqa::exact(from), b = mhqa::exact(to);
    std::optional<mhqa::date_difference> certain, most;
    mhqa::date_difference least;
    if (a && b) {
      mhqa::with_date_rule(chosen.rule, [&](auto rule) { certain = mhqa::difference<decltype(rule)>(*a, *b); });
      const mhqa::date_difference_bounds bounds = mhqa::difference_bounds(*a, *b);
      least = bounds.least;
      most = bounds.most;
    } else if (const auto limits = mhqa::difference_of(from, to)) {
      certain = limits->certain();
      least = limits->least;
      most = limits->most;
    }
    if (chosen.json) {
      json_writer json{text};
      certain ? mhqa::io::write_difference(json, *certain) : write_limits(json, least, most);
    } else {
      text += certain ? fmt::format("{}", *certain)
              : most  ? fmt::format("from {} to {}", least, *most)
                      : fmt::format("at least {}", least);
    }
  });
}

int sort_dates(const dates_options& chosen) {
  return by_rule(chosen, [&]<class Rule>(Rule) {
    if constexpr (std::is_same_v<Rule, mhqa::date_rules::three_valued>) {
      mhqa::throw_data_error({}, "--rule three-valued cannot tell every pair apart, so nothing can be sorted by it");
      return failed;
    } else {
      struct row {
        mhqa::partial_date key;
        stated_date date;
        std::string text;
      };
      std::vector<row> rows;
      mhqa::io::output out{"-"};
      const int status = for_each_line(chosen, out, [&](std::string_view line, const auto& lines, std::string&) {
        const stated_date date = read_spelling(line, place_of(chosen, lines), chosen);
        rows.push_back({sort_key(date), date, std::string{trimmed(line)}});
      });
      std::stable_sort(rows.begin(), rows.end(),
                       [](const row& a, const row& b) { return mhqa::date_less<Rule>{}(a.key, b.key); });
      std::string text;
      for (const row& r : rows) {
        text.clear();
        if (chosen.json) {
          json_writer json{text};
          write_date_line(json, r.date);
        } else {
          text = r.text;
        }
        out.write(text += '\n');
      }
      out.close();
      return status;
    }
  });
}

}  // namespace mhqa_command
