// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/date_text.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using mhqa::date_difference;
using mhqa::date_order;
using mhqa::partial_date;

TEST_CASE("date_text: a date is formatted by its style's letter") {
  const partial_date day{1991, 5, 9};
  CHECK(fmt::format("{} {:i}", day, day) == "1991-05-09 1991-05-09");
  CHECK(fmt::format("{:p}|{:m}|{:d}", day, day, day) == "May 09, 1991|May 9, 1991|9 May 1991");
  CHECK(fmt::format("{:e} {:w}", partial_date{12345}, partial_date{1637, 7}) == "Y12345 +1637-07-00T00:00:00Z");
  CHECK(fmt::format("{:p} {}", partial_date{-43}, partial_date{1637, 7}) == "44 BC 1637-07");
}

TEST_CASE("date_text: an unknown style is refused") {
  const partial_date day{1991, 5, 9};
  for (const std::string_view bad : {"{:x}", "{:pp}", "{:>10}", "{:p"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(static_cast<void>(fmt::format(fmt::runtime(bad), day)), fmt::format_error);
  }
}

TEST_CASE("date_text: differences and orders are words") {
  CHECK(fmt::format("{}", date_difference{62, 2, 8}) == "62 years, 2 months, 8 days");
  CHECK(fmt::format("[{:>7}]", date_order::after) == "[  after]");
  CHECK(fmt::format("{}", date_order::cannot_tell) == "cannot tell");
}

TEST_CASE("date_text: in JSON a part that is not known is absent") {
  const auto json = [](partial_date date) {
    std::string out;
    mhqa::io::json_writer writer{out};
    mhqa::io::write_date(writer, date);
    return out;
  };
  CHECK(json({1637, 7, 12}) == "{\"year\": 1637, \"month\": 7, \"day\": 12, \"era\": \"CE\"}");
  CHECK(json({1637, 7}) == "{\"year\": 1637, \"month\": 7, \"era\": \"CE\"}");
  CHECK(json({-43}) == "{\"year\": 44, \"era\": \"BCE\"}");
  std::string out;
  mhqa::io::json_writer writer{out};
  mhqa::io::write_difference(writer, {83, 10, 15});
  CHECK(out == "{\"years\": 83, \"months\": 10, \"days\": 15}");
}
