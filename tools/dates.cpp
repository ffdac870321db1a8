// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa dates: filters that parse, compare, subtract and sort spelled dates, a line in and a line out.
#include "command.hpp"

#include <mhqa/date/difference.hpp>
#include <mhqa/date/order.hpp>
#include <mhqa/date/parse.hpp>
#include <mhqa/date/pattern.hpp>
#include <mhqa/date/rules.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/date_text.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/lines.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mhqa_command {
namespace {

using mhqa::date_difference;
using mhqa::partial_date;
using mhqa::io::json_value;
using mhqa::io::json_writer;

struct options {
  std::string input = "-";
  std::string rule = "final";
  std::string numbers;  // the order of 03/04/1999; empty: none is taken
  bool json = false;
};

using day_first =
    mhqa::date_formats<mhqa::date_pattern<"%d/%m/%Y">, mhqa::date_pattern<"%d.%m.%Y">, mhqa::date_pattern<"%d-%m-%Y">>;
using month_first =
    mhqa::date_formats<mhqa::date_pattern<"%m/%d/%Y">, mhqa::date_pattern<"%m.%d.%Y">, mhqa::date_pattern<"%m-%d-%Y">>;

/// Calls use(formats...) with what a spelling may be.
template <class Use>
auto with_formats(const options& chosen, Use&& use) {
  if (chosen.numbers == "day-first") return use.template operator()<mhqa::default_date_formats, day_first>();
  if (chosen.numbers == "month-first") return use.template operator()<mhqa::default_date_formats, month_first>();
  return use.template operator()<>();
}

/// The text without white space around it.
std::string_view trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\r\n";
  const std::size_t first = text.find_first_not_of(space);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(space) - first + 1);
}

/// The text in quotes, without what a terminal would obey, and not all of a long one.
std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 100;
  std::string out;
  std::size_t end = std::min(text.size(), longest);
  while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  mhqa::io::append_json_string(out, text.substr(0, end));
  return end < text.size() ? out + " and more" : out;
}

[[noreturn]] void refuse(std::string_view text, const mhqa::place& where, std::string_view expected,
                         std::size_t position) {
  mhqa::throw_data_error(where, fmt::format("expected {} at position {} of {}", expected, position, quoted(text)));
}

/// Fails with what was expected and where.
partial_date read_spelling(std::string_view text, const mhqa::place& where, const options& chosen) {
  text = trimmed(text);
  const mhqa::parsed<partial_date> date =
      with_formats(chosen, [&]<class... Formats>() { return mhqa::parse_date<Formats...>(text); });
  if (!date) refuse(text, where, date.expected, date.position);
  return *date;
}

/// "1593 – 12 July 1637", if it is that and no date ("0005-07").
std::optional<mhqa::date_span> read_span(std::string_view text, const options& chosen) {
  text = trimmed(text);
  return with_formats(chosen, [text]<class... Formats>() -> std::optional<mhqa::date_span> {
    if (mhqa::parse_date<Formats...>(text)) return std::nullopt;
    return mhqa::parse_span<Formats...>(text).value;
  });
}

/// A spelling, a year as a number, or {"year", "month", "day", "era"} as `parse --json` writes it.
partial_date read_json_date(json_value value, const options& chosen) {
  if (value.is_string()) return read_spelling(value.string(), value.context().where(), chosen);
  const mhqa::io::json_context& context = value.context();
  std::int64_t year = 0, month = 0, day = 0;
  bool bce = false, has_year = true, has_era = false;
  if (value.is_object()) {
    has_year = false;
    value.object([&](std::string_view key, json_value part) {
      if (key == "year") {
        year = part.integer();
        has_year = true;
      } else if (key == "month") {
        month = part.integer();
      } else if (key == "day") {
        day = part.integer();
      } else if (key == "era") {
        const std::string_view era = part.string();
        if (era != "CE" && era != "BCE") part.context().fail("expected \"CE\" or \"BCE\"");
        bce = era == "BCE";
        has_era = true;
      }
    });
  } else {
    if (!value.is_number()) value.mismatch("a spelling, a year or {\"year\", \"month\", \"day\", \"era\"}");
    year = value.integer();
  }
  context.require(has_year, "year");
  if (has_era) {
    const auto astronomical = mhqa::astronomical_year(year, bce ? mhqa::era::bce : mhqa::era::ce);
    if (!astronomical) context.fail("expected a year of its era, from 1 to 32767");
    year = *astronomical;
  }
  return mhqa::make_date(year, month, day).value_or_throw(context.where());
}

/// Calls f(line, number, out) for each line; what it throws becomes that line's error.
template <class F>
int for_each_line(const options& chosen, mhqa::io::output& out, F&& f) {
  mhqa::io::line_reader lines{chosen.input};
  std::string text;
  int status = 0;
  for (;;) {
    // Whoever writes line by line and waits for each answer must not wait in vain.
    if (lines.buffered().find('\n') == std::string_view::npos) out.flush();
    const std::optional<std::string_view> line = lines.next();
    if (!line) return status;
    text.clear();
    try {
      f(*line, lines, text);
    } catch (const mhqa::data_error& error) {
      status = failed;
      text.clear();
      json_writer{text}.begin_object().member("error", std::string_view{error.what()}).end_object();
    }
    if (text.empty()) continue;
    text += '\n';
    out.write(text);
  }
}

mhqa::place place_of(const options& chosen, const mhqa::io::line_reader& lines) {
  return {.file = chosen.input, .record = lines.number()};
}

int parse(const options& chosen) {
  mhqa::io::output out{"-"};
  const int status = for_each_line(chosen, out, [&](std::string_view line, const auto& lines, std::string& text) {
    const std::optional<mhqa::date_span> span = read_span(line, chosen);
    const partial_date date = span ? span->from : read_spelling(line, place_of(chosen, lines), chosen);
    if (!chosen.json) {
      fmt::format_to(std::back_inserter(text), "{}", date);
      if (span) fmt::format_to(std::back_inserter(text), "/{}", span->to);
      return;
    }
    json_writer json{text};
    if (span) {
      mhqa::io::write_date(json.begin_object().key("from"), span->from);
      mhqa::io::write_date(json.key("to"), span->to);
      json.end_object();
    } else {
      mhqa::io::write_date(json, date);
    }
  });
  out.close();
  return status;
}

/// Calls f(from, to, text) for each line of two dates.
template <class F>
int for_each_pair(const options& chosen, F&& f) {
  mhqa::io::output out{"-"};
  mhqa::io::json_line json{chosen.input};
  const int status = for_each_line(chosen, out, [&](std::string_view line, const auto& lines, std::string& text) {
    std::optional<partial_date> from, to;
    const std::string_view content = trimmed(line);
    if (content.starts_with('{')) {
      const json_value object = json.parse(line, lines.number(), lines.offset());
      json_value reading = object;
      reading.object([&](std::string_view key, json_value value) {
        std::optional<partial_date>* const end = key == "from" ? &from : key == "to" ? &to : nullptr;
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
    } else if (const std::optional<mhqa::date_span> span = read_span(content, chosen)) {
      from = span->from;
      to = span->to;
    } else {
      mhqa::throw_data_error(place_of(chosen, lines),
                             "expected {\"from\": ..., \"to\": ...} or two dates with a tab between them");
    }
    f(*from, *to, text);
  });
  out.close();
  return status;
}

template <class Rule>
int compare(const options& chosen) {
  return for_each_pair(chosen, [&](partial_date from, partial_date to, std::string& text) {
    const mhqa::date_order order = mhqa::compare_dates<Rule>(from, to);
    if (chosen.json) {
      json_writer{text}.begin_object().member("order", to_string(order)).end_object();
    } else {
      text += to_string(order);
    }
  });
}

/// What the rule cannot tell has limits.
template <class Rule>
int subtract(const options& chosen) {
  return for_each_pair(chosen, [&](partial_date from, partial_date to, std::string& text) {
    const std::optional<date_difference> exact = mhqa::difference<Rule>(from, to);
    const mhqa::date_difference_bounds bounds = mhqa::difference_bounds(from, to);
    if (!chosen.json) {
      text += exact ? fmt::format("{}", *exact) : fmt::format("from {} to {}", bounds.least, bounds.most);
      return;
    }
    json_writer json{text};
    if (exact) {
      mhqa::io::write_difference(json, *exact);
    } else {
      mhqa::io::write_difference(json.begin_object().key("least"), bounds.least);
      mhqa::io::write_difference(json.key("most"), bounds.most);
      json.end_object();
    }
  });
}

template <class Rule>
int sort(const options& chosen) {
  if constexpr (std::is_same_v<Rule, mhqa::date_rules::three_valued>) {
    mhqa::throw_data_error({}, "--rule three-valued cannot tell every pair apart, so nothing can be sorted by it");
  } else {
    struct row {
      partial_date date;
      std::string text;
    };
    std::vector<row> rows;
    mhqa::io::output out{"-"};
    const int status = for_each_line(chosen, out, [&](std::string_view line, const auto& lines, std::string&) {
      rows.push_back({read_spelling(line, place_of(chosen, lines), chosen), std::string{trimmed(line)}});
    });
    std::stable_sort(rows.begin(), rows.end(),
                     [](const row& a, const row& b) { return mhqa::date_less<Rule>{}(a.date, b.date); });
    std::string text;
    for (const row& r : rows) {
      text.clear();
      if (chosen.json) {
        json_writer json{text};
        mhqa::io::write_date(json, r.date);
      } else {
        text = r.text;
      }
      out.write(text += '\n');
    }
    out.close();
    return status;
  }
}

void add_rule(CLI::App* verb, const std::shared_ptr<options>& chosen) {
  verb->add_option("--rule", chosen->rule, "What a month or day means that is not known")
      ->check(CLI::IsMember({"three-valued", "published", "final"}))
      ->capture_default_str();
}

/// Runs a filter that is a template over rules.
template <class F>
int by_rule(const options& chosen, F&& run) {
  int status = failed;
  mhqa::with_date_rule(chosen.rule, [&](auto rule) { status = run(rule); });
  return status;
}

}  // namespace

void add_dates(CLI::App& app, int& status) {
  CLI::App* const dates =
      app.add_subcommand("dates", "Parse, compare, subtract and sort dates, a line each; answer questions about them");
  dates->require_subcommand(1);
  const auto add = [&](const char* name, const char* what, const char* input) {
    CLI::App* const verb = dates->add_subcommand(name, what);
    const auto chosen = std::make_shared<options>();
    verb->add_option("input", chosen->input, input);
    verb->add_flag("--json", chosen->json, "One JSON object a line");
    verb->add_option("--numbers", chosen->numbers, "Take 03/04/1999, 3.4.1999 and 3-4-1999 too, in this order")
        ->check(CLI::IsMember({"day-first", "month-first"}));
    return std::pair{verb, chosen};
  };
  constexpr const char* spellings = "A date a line; - is standard input";
  constexpr const char* pairs =
      "Lines {\"from\": date, \"to\": date}, two dates with a tab between them, or a span; - is standard input";

  const auto [parse_verb, parse_options] = add("parse", "Read a spelling a line, write ISO 8601", spellings);
  parse_verb->footer(
      "Example:\n"
      "  echo 'July 12, 1637' | mhqa dates parse --json\n"
      "gives {\"year\": 1637, \"month\": 7, \"day\": 12, \"era\": \"CE\"}; parts that are not known are absent. A "
      "span\n"
      "(1593 - 1637) gives {\"from\": ..., \"to\": ...}, which compare and subtract read. A line that is no date "
      "gives\n"
      "{\"error\": ...} and exit status 2 at the end.");
  parse_verb->callback([&status, o = parse_options] { status = parse(*o); });

  const auto [compare_verb, compare_options] = add("compare", "Say which of two dates comes first", pairs);
  add_rule(compare_verb, compare_options);
  compare_verb->footer(
      "Example:\n"
      "  printf 'May 12, 1990\\tJuly 1637\\n' | mhqa dates compare\n"
      "gives after. The orders are before, equal, after, and cannot tell.");
  compare_verb->callback(
      [&status, o = compare_options] { status = by_rule(*o, [&](auto rule) { return compare<decltype(rule)>(*o); }); });

  const auto [subtract_verb, subtract_options] = add("subtract", "Say how far two dates are apart", pairs);
  add_rule(subtract_verb, subtract_options);
  subtract_verb->footer(
      "Example:\n"
      "  echo '{\"from\": \"22 August 1924\", \"to\": \"1986-10-30\"}' | mhqa dates subtract --json\n"
      "gives {\"years\": 62, \"months\": 2, \"days\": 8}. By --rule three-valued a partial date gives limits,\n"
      "{\"least\": {...}, \"most\": {...}}.");
  subtract_verb->callback([&status, o = subtract_options] {
    status = by_rule(*o, [&](auto rule) { return subtract<decltype(rule)>(*o); });
  });

  const auto [sort_verb, sort_options] =
      add("sort", "Write the dates in order, those that are equal as they came", spellings);
  add_rule(sort_verb, sort_options);
  sort_verb->footer(
      "Example:\n"
      "  printf '1990\\n12 July 1637\\n' | mhqa dates sort\n"
      "Errors are written first. --rule three-valued cannot sort.");
  sort_verb->callback(
      [&status, o = sort_options] { status = by_rule(*o, [&](auto rule) { return sort<decltype(rule)>(*o); }); });

  add_dates_answer(*dates);
}

}  // namespace mhqa_command
