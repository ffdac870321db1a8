// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa dates: the verbs that parse, compare, subtract and sort dates, and that answer questions about them.
#include "command.hpp"
#include "options.hpp"

#include <mhqa/io/date_lines.hpp>
#include <mhqa/io/file.hpp>

#include <memory>
#include <utility>

namespace mhqa_command {
namespace {

void add_rule(const arguments& verb, const std::shared_ptr<mhqa::io::date_line_options>& chosen) {
  verb->add_option("--rule", chosen->rule, "How to treat an unknown month or day of an exact date")
      ->check(one_of{"three-valued", "published", "final"})
      ->capture_default_str();
}

}  // namespace

void add_dates(const arguments& app, int& status) {
  const arguments dates =
      app.add_subcommand("dates", "Parse, compare, subtract and sort dates, one per line; answer questions about them");
  dates->require_subcommand(1);
  const auto add = [&](const char* name, const char* what, const char* input) {
    const arguments verb = dates->add_subcommand(name, what);
    const auto chosen = std::make_shared<mhqa::io::date_line_options>();
    verb->add_option("input", chosen->path, input);
    verb->add_flag("--json", chosen->json, "One JSON object per line");
    verb->add_option("--numbers", chosen->spelling.numbers,
                     "Also accept 03/04/1999, 3.4.1999 and 3-4-1999, read in this order")
        ->check(one_of{"day-first", "month-first"});
    verb->add_option("--two-digit-years-from", chosen->spelling.two_digit_from,
                     "Read '12 July 67' as a year of the hundred years from this one; without it, refuse such dates")
        ->check(between(1, 9900));
    return std::pair{verb, chosen};
  };
  const auto run = [&](const arguments& verb, const auto& chosen,
                       bool (*filter)(const mhqa::io::date_line_options&, mhqa::io::output&)) {
    verb->callback([&status, chosen, filter] {
      mhqa::io::output out{"-"};
      if (!filter(*chosen, out)) status = failed;
      out.close();
    });
  };
  constexpr const char* spellings = "One date per line; - is standard input";
  constexpr const char* pairs =
      "Lines {\"from\": date, \"to\": date}, two dates with a tab between them, or a span; - is standard input";

  const auto [parse_verb, parse_options] = add("parse", "Read one date per line, write EDTF (ISO 8601)", spellings);
  parse_verb->footer(
      "Example:\n"
      "  echo 'July 12, 1637' | mhqa dates parse --json\n"
      "gives {\"year\": 1637, \"month\": 7, \"day\": 12, \"era\": \"CE\"}; unknown parts are absent. A span such as\n"
      "1593 - 1637 gives {\"from\": ..., \"to\": ...}, which compare and subtract read. Every other statement (c. "
      "1637,\n"
      "before 1300, 1887 or 1893, the 1630s) gives {\"edtf\": ...}. Words, EDTF and Wikidata's times are read. A line\n"
      "that is not a date, or that cannot be read whole, gives {\"error\": ...} and exit status 2 at the end.");
  run(parse_verb, parse_options, mhqa::io::parse_date_lines);

  const auto [compare_verb, compare_options] = add("compare", "Say which of two dates comes first", pairs);
  add_rule(compare_verb, compare_options);
  compare_verb->footer(
      "Example:\n"
      "  printf 'May 12, 1990\\tJuly 1637\\n' | mhqa dates compare\n"
      "gives after. The orders are before, equal, after, and cannot tell. Of dates that are not exact (c. 1637) the\n"
      "order is given if it is certain; --json lists those that are possible.");
  run(compare_verb, compare_options, mhqa::io::compare_date_lines);

  const auto [subtract_verb, subtract_options] = add("subtract", "Say how far two dates are apart", pairs);
  add_rule(subtract_verb, subtract_options);
  subtract_verb->footer(
      "Example:\n"
      "  echo '{\"from\": \"22 August 1924\", \"to\": \"1986-10-30\"}' | mhqa dates subtract --json\n"
      "gives {\"years\": 62, \"months\": 2, \"days\": 8}. By --rule three-valued a partial date gives limits,\n"
      "{\"least\": {...}, \"most\": {...}}.");
  run(subtract_verb, subtract_options, mhqa::io::subtract_date_lines);

  const auto [sort_verb, sort_options] = add("sort", "Sort the dates; equal dates keep their order", spellings);
  add_rule(sort_verb, sort_options);
  sort_verb->footer(
      "Example:\n"
      "  printf '1990\\n12 July 1637\\n' | mhqa dates sort\n"
      "Errors are written first. --rule three-valued cannot sort.");
  run(sort_verb, sort_options, mhqa::io::sort_date_lines);

  add_dates_answer(dates);
  add_dates_layouts(dates);
  add_dates_life(dates, status);
}

}  // namespace mhqa_command
