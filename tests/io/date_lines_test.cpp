// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/date_lines.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/json.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace {

namespace io = mhqa::io;

using filter = bool (*)(const io::date_line_options&, io::output&);

/// What a filter answers to these lines, after "wrong" if it says so.
std::string answers(filter run, std::string_view lines, io::date_line_options options = {}) {
  const mhqa_test::scratch here;
  options.path = here.write("in", lines).string();
  const std::string to = (here / "out").string();
  io::output out{to};
  const bool right = run(options, out);
  out.close();
  return (right ? "" : "wrong\n") + mhqa_test::read_file(to);
}

}  // namespace

TEST_CASE("date_lines: a date is answered with EDTF or JSON, another line with an error") {
  CHECK(answers(io::parse_date_lines, "July 12, 1637\n c. 1637 \n") == "1637-07-12\n1637~\n");
  CHECK(answers(io::parse_date_lines, "44 BC\n1593 - 1637\nbefore 1300\n", {.json = true}) ==
        "{\"year\": 44, \"era\": \"BCE\"}\n"
        "{\"from\": {\"year\": 1593, \"era\": \"CE\"}, \"to\": {\"year\": 1637, \"era\": \"CE\"}}\n"
        "{\"edtf\": \"../1300\"}\n");
  const std::string wrong = answers(io::parse_date_lines, "someday\n1637\n");
  CHECK(wrong.starts_with("wrong\n{\"error\": "));
  CHECK(wrong.find("at position 0 of \\\"someday\\\"") != std::string::npos);
  CHECK(wrong.ends_with("\n1637\n"));
}

TEST_CASE("date_lines: pairs in each form") {
  CHECK(answers(io::compare_date_lines, "1 May 1990\tJuly 1637\n{\"from\": \"1990\", \"to\": 1991}\n1593 - 1637\n") ==
        "after\nbefore\nbefore\n");
  CHECK(answers(io::compare_date_lines, "1887 or 1893\t1890\n", {.json = true}) ==
        "{\"order\": \"cannot tell\", \"possible\": [\"before\", \"after\"]}\n");
  CHECK(answers(io::subtract_date_lines, "22 August 1924\t1986-10-30\n12 July 1637\tafter 1640\n") ==
        "62 years, 2 months, 8 days\nat least 2 years, 5 months, 20 days\n");
  CHECK(answers(io::subtract_date_lines, "22 August 1924\t1986-10-30\n", {.json = true}) ==
        "{\"years\": 62, \"months\": 2, \"days\": 8}\n");
  CHECK(answers(io::compare_date_lines, "1990\n").find("two dates with a tab between them") != std::string::npos);
  CHECK(answers(io::compare_date_lines, "{\"from\": \"1990\"}\n").starts_with("wrong\n"));
}

TEST_CASE("date_lines: sorting keeps equal dates in their order; three-valued cannot sort") {
  CHECK(answers(io::sort_date_lines, "1990\n 12 July 1637\nbad\nafter 1640\n1990 \n")
            .ends_with("12 July 1637\nafter 1640\n1990\n1990\n"));
  CHECK(answers(io::sort_date_lines, "1990\n1637\n", {.json = true}) ==
        "{\"year\": 1637, \"era\": \"CE\"}\n{\"year\": 1990, \"era\": \"CE\"}\n");
  CHECK(mhqa_test::error_of([] {
          answers(io::sort_date_lines, "1990\n", {.rule = "three-valued"});
        }).find("cannot tell every pair apart") != std::string::npos);
}
