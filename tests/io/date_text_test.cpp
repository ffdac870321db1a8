// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/date_text.hpp>

#include <mhqa/error.hpp>
#include <mhqa/io/json_records.hpp>

#include <doctest/doctest.h>

#include <cstddef>
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

namespace {

[[nodiscard]] std::string read_json(std::string text) {
  const std::size_t size = text.size();
  text.append(mhqa::io::file_bytes::padding, '\0');
  mhqa::io::json_line line{"test"};
  try {
    const mhqa::io::json_value object = line.parse(std::string_view{text}.substr(0, size), 1, 0);
    mhqa::io::json_value reading = object;
    std::string out;
    reading.object([&](std::string_view, mhqa::io::json_value value) {
      const mhqa::stated_date date = mhqa::io::read_stated_date(value);
      mhqa::io::json_writer writer{out};
      mhqa::io::write_stated_date(writer, date);
    });
    return out;
  } catch (const mhqa::data_error& error) {
    return std::string{"! "} + error.what();
  }
}

}  // namespace

TEST_CASE("date_text: a stated date is read from every published JSON form and written as EDTF") {
  const auto edtf = [](std::string_view date) { return "{\"edtf\": \"" + std::string{date} + "\"}"; };
  CHECK(read_json(R"({"d": "c. 1637"})") == edtf("1637~"));
  CHECK(read_json(R"({"d": "[1887,1893]"})") == edtf("[1887,1893]"));
  CHECK(read_json(R"({"d": 1637})") == edtf("1637"));
  CHECK(read_json(R"({"d": {"year": 1637}})") == edtf("1637"));
  CHECK(read_json(R"({"d": {"year": 44, "month": 3, "day": 15, "era": "BCE"}})") == edtf("-0043-03-15"));
  CHECK(read_json(R"({"d": {"edtf": "163X"}})") == edtf("163X"));
  CHECK(read_json(R"({"d": "1637-07-12T00:00:00Z"})") == edtf("1637-07-12"));
  CHECK(read_json(R"({"d": {"time": "+1637-01-01T00:00:00Z", "timezone": 0, "before": 0, "after": 0, "precision": 9,
                            "calendarmodel": "http://www.wikidata.org/entity/Q1985727"}})") == edtf("1637"));
  CHECK(read_json(R"({"d": {"time": "+1700-02-29T00:00:00Z", "precision": 11,
                            "calendarmodel": "http://www.wikidata.org/entity/Q1985786"}})") ==
        R"({"edtf": "1700-03-11", "calendar": "julian"})");
  CHECK(read_json(R"({"d": {"edtf": "1700-03-11", "calendar": "julian"}})") ==
        R"({"edtf": "1700-03-11", "calendar": "julian"})");
  CHECK(read_json(R"({"d": {"year": 1700, "month": 2, "day": 29, "calendar": "julian"}})") ==
        R"({"edtf": "1700-03-11", "calendar": "julian"})");
  CHECK(read_json(R"({"d": {"mainsnak": {"snaktype": "value", "datavalue": {"type": "time", "value":
                       {"time": "+1630-00-00T00:00:00Z", "precision": 8}}}}})") == edtf("163X"));
  CHECK(read_json(R"({"d": {"type": "literal", "datatype": "http://www.w3.org/2001/XMLSchema#dateTime",
                            "value": "-0043-03-15T00:00:00Z"}})") == edtf("-0043-03-15"));
  CHECK(read_json(R"({"d": {"type": "literal", "value": "1637-07-12T00:00:00Z"}})") == edtf("1637-07-12"));
  CHECK(fmt::format("{:>8}", mhqa::approximate({1637})) == "   1637~");
}

TEST_CASE("date_text: JSON that is not a date is refused with the expected input") {
  for (const char* const bad :
       {R"({"d": "12 July 37"})", R"({"d": "yesterday"})", R"({"d": true})", R"({"d": []})", R"({"d": {}})",
        R"({"d": {"month": 7}})", R"({"d": {"year": 1637, "month": 13}})",
        R"({"d": {"year": 1700, "month": 2, "day": 29}})", R"({"d": {"year": 1637, "era": "AD"}})",
        R"({"d": {"year": 0, "era": "CE"}})", R"({"d": {"edtf": "c. 1637"}})",
        R"({"d": {"edtf": "1637", "calendar": "hebrew"}})",
        R"({"d": {"time": "+1637-00-00T00:00:00Z", "precision": 11}})",
        R"({"d": {"time": "+1637-00-00T00:00:00Z", "precision": 4}})", R"({"d": {"snaktype": "somevalue"}})",
        R"({"d": {"year": 1701, "month": 2, "day": 29, "calendar": "julian"}})", R"({"d": 99999})", R"({"d": 16.5})"}) {
    CAPTURE(bad);
    CHECK(read_json(bad).starts_with("! "));
  }
}
