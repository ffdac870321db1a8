// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// RFC 4180, and one error for each way to break it.
#include <mhqa/io/csv.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace {

using rows = std::vector<std::vector<std::string>>;

rows read(std::string_view text) {
  const mhqa_test::scratch here;
  mhqa::io::csv_records in{here.write("t.csv", text).string()};
  rows out{{in.columns().begin(), in.columns().end()}};
  while (const auto row = in.next()) out.emplace_back(row->begin(), row->end());
  CHECK_FALSE(in.next().has_value());
  return out;
}

std::string error(std::string_view text) {
  try {
    (void)read(text);
  } catch (const mhqa::data_error& e) {
    const std::string what = e.what();
    return what.substr(what.find("t.csv") + 7);
  }
  return "none";
}

}  // namespace

TEST_CASE("csv: fields, quotes, line ends") {
  CHECK(read("a,b\n1,2\n") == rows{{"a", "b"}, {"1", "2"}});
  CHECK(read("a,b\r\n1,2\r\n") == rows{{"a", "b"}, {"1", "2"}});
  CHECK(read("a,b\n1,2") == rows{{"a", "b"}, {"1", "2"}});
  CHECK(read("a,b\n\"x, \"\"y\"\"\",\"p\r\nq\"\n") == rows{{"a", "b"}, {"x, \"y\"", "p\r\nq"}});
  CHECK(read("a,b\n\"\",\n,\"\"\n") == rows{{"a", "b"}, {"", ""}, {"", ""}});
  CHECK(read("a,b\n,") == rows{{"a", "b"}, {"", ""}});
  CHECK(read("a\n\"\"\"\"\n\"\"\"\"\"\"") == rows{{"a"}, {"\""}, {"\"\""}});
  CHECK(read("\n\na,b\n\r\n1,2\n\n") == rows{{"a", "b"}, {"1", "2"}});
  CHECK(read("a,b\n 1 ,2\r3\n") == rows{{"a", "b"}, {" 1 ", "2\r3"}});
  CHECK(read("\"a\",b\n") == rows{{"a", "b"}});
  CHECK(read("\xC3\xA9,b\n\xE2\x82\xAC,\n") == rows{{"\xC3\xA9", "b"}, {"\xE2\x82\xAC", ""}});
}

TEST_CASE("csv: malformed CSV is reported with row and byte") {
  struct row {
    std::string_view text, error;
  };
  for (const row& r : std::initializer_list<row>{
           {"", "expected a row of column names, found an empty file"},
           {"\n\r\n", "expected a row of column names, found an empty file"},
           {"\xEF\xBB\xBF"
            "a,b\n",
            "byte 0: expected UTF-8 text, found a byte order mark; save the file as UTF-8 without it"},
           {"a,b\n1,\xFF\n", "byte 6: expected valid UTF-8"},
           {"a,a\n", "field \"a\": expected each column once, found it twice"},
           {"a,b\n1,2\n1\n", "record 2, byte 8: expected 2 fields, as the first row has, found 1"},
           {"a,b\n1,2,3\n", "record 1, byte 4: expected 2 fields, as the first row has, found 3"},
           {"a,b\n1,x\"y\n",
            "record 1, byte 7: a quote inside a field; expected the whole field in quotes, and its quotes doubled"},
           {"a,b\n\"1\"x,2\n", "record 1, byte 7: expected a comma or the line's end after the closing quote"},
           {"a,b\n1,\"2\n", "record 1, byte 6: quotes that are not closed"},
           {"a,b\n1,\"2\"\"\n", "record 1, byte 6: quotes that are not closed"},
           {"\"a", "byte 0: quotes that are not closed"},
       }) {
    CAPTURE(r.text);
    CHECK(error(r.text) == r.error);
  }
}

TEST_CASE("csv: a header of very many columns takes no time that is quadratic in them") {
  const mhqa_test::scratch here;
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "column" + std::to_string(i) + ",";
  mhqa::io::csv_records in{here.write("t.csv", text + "last\n").string()};
  CHECK(in.columns().size() == 100'001);
  CHECK(in.column("last") == 100'000);
}

TEST_CASE("csv: columns are found by name") {
  const mhqa_test::scratch here;
  mhqa::io::csv_records in{here.write("t.csv", "a,b\n1,2\n").string()};
  CHECK(in.column("b") == 1);
  CHECK_THROWS_WITH_AS((void)in.column("c"), doctest::Contains("expected the column \"c\", which is missing"),
                       mhqa::data_error);
  CHECK((*in.next())[in.column("b")] == "2");
  CHECK(in.where().record == 1);
  CHECK_THROWS_AS((mhqa::io::csv_records{(here / "none").string()}), mhqa::data_error);
}
