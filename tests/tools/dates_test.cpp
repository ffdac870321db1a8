// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

using namespace mhqa_test;

namespace {

// One date of the golden data as {year, month, day}, in ISO 8601 with 00 for an unknown part.
std::string iso(const json& date) {
  const auto padded = [](const json& part, std::size_t width) {
    const std::string digits = std::to_string(part.integer());
    return std::string(width - digits.size(), '0') + digits;
  };
  return padded(date["year"], 4) + "-" + padded(date["month"], 2) + "-" + padded(date["day"], 2);
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

}  // namespace

TEST_CASE("dates parse: every kind of spelling, as JSON and as ISO 8601") {
  struct row {
    std::string_view text, json, iso;
  };
  const row rows[] = {
      {"12 July 1637", R"({"year": 1637, "month": 7, "day": 12, "era": "CE"})", "1637-07-12"},
      {"July12, 1637\r", R"({"year": 1637, "month": 7, "day": 12, "era": "CE"})", "1637-07-12"},
      {"  July, 1637 ", R"({"year": 1637, "month": 7, "era": "CE"})", "1637-07"},
      {"c. 1637", R"({"edtf": "1637~"})", "1637~"},
      {"before 1300", R"({"edtf": "../1300"})", "../1300"},
      {"1887 or 1893", R"({"edtf": "[1887,1893]"})", "[1887,1893]"},
      {"29 February 1700 (O.S.)", R"({"edtf": "1700-03-11", "calendar": "julian"})", "1700-03-11"},
      {"1637-22", R"({"edtf": "1637-22"})", "1637-22"},
      {"1637-07-12T00:00:00Z", R"({"year": 1637, "month": 7, "day": 12, "era": "CE"})", "1637-07-12"},
      {"44 BC", R"({"year": 44, "era": "BCE"})", "-0043"},
      {"+1637-07-00T00:00:00Z", R"({"year": 1637, "month": 7, "era": "CE"})", "1637-07"},
      {"1637-00-00", R"({"year": 1637, "era": "CE"})", "1637"},
      {"1st of May, 1990", R"({"year": 1990, "month": 5, "day": 1, "era": "CE"})", "1990-05-01"},
      {"1593 – 12 July 1637",
       R"({"from": {"year": 1593, "era": "CE"}, "to": {"year": 1637, "month": 7, "day": 12, "era": "CE"}})",
       "1593/1637-07-12"},
      {"0005-07", R"({"year": 5, "month": 7, "era": "CE"})", "0005-07"},
  };
  std::string input, json, iso;
  for (const row& r : rows) {
    input.append(r.text) += '\n';
    json.append(r.json) += '\n';
    iso.append(r.iso) += '\n';
  }
  finished done = mhqa({"dates", "parse", "--json"}, input);
  CHECK(done.out == json);
  CHECK(done.err.empty());
  CHECK(done.status == 0);
  done = mhqa({"dates", "parse", "-"}, input);
  CHECK(done.out == iso);
  CHECK(done.status == 0);
  CHECK(mhqa({"dates", "parse"}).out.empty());
}

TEST_CASE("dates parse: a line without a date gives its error, the others their date, and the status is 2") {
  std::string input = "1637\n\nhello\n30 February 1900\n67173\n03/04/1999\n12/1637\n\xFF 1637\n1638\n1637";
  input += '\0';
  input += "\n1639\n";
  input += std::string(100'000, 'x');
  const finished done = mhqa({"dates", "parse", "--json"}, input);
  CHECK(done.status == 2);
  CHECK(done.err.empty());
  const std::vector<std::string> out = lines(done.out);
  REQUIRE(out.size() == 12);
  for (std::size_t i = 0; i < out.size(); ++i) {
    CAPTURE(out[i]);
    const json line = parse_json(out[i]);
    const bool good = i == 0 || i == 8 || i == 10;
    CHECK((line.find("error") == nullptr) == good);
    CHECK(out[i].size() < 250);
  }
  CHECK(parse_json(out[3])["error"].string() ==
        "-: record 4: expected a day that the month has at position 0 of \"30 February 1900\"");
  CHECK(parse_json(out[9])["error"].string().ends_with("at position 4 of \"1637\\u0000\""));
}

TEST_CASE("dates: numbers are read in an order that is named, and in no other") {
  CHECK(mhqa({"dates", "parse", "--numbers", "day-first"}, "03/04/1999\n3.4.1999\n3-4-1999\n1999-04-03\n").out ==
        "1999-04-03\n1999-04-03\n1999-04-03\n1999-04-03\n");
  CHECK(mhqa({"dates", "parse", "--numbers", "month-first"}, "03/04/1999\n").out == "1999-03-04\n");
  CHECK(mhqa({"dates", "subtract", "--numbers", "day-first"}, "03/04/1999\t04/04/2000\n").out ==
        "1 years, 0 months, 1 days\n");
  CHECK(mhqa({"dates", "parse", "--numbers", "day-first"}, "04/13/1999\n").status == 2);
  check_refused(mhqa({"dates", "parse", "--numbers", "any"}), "--numbers");
}

TEST_CASE("dates compare and subtract: objects, tabs and spans, by each rule") {
  const std::string_view input =
      "{\"from\": \"22 August 1924\", \"to\": \"1986-10-30\"}\n"
      "July 1637\t12 July 1637\n"
      "1900\t1980\n"
      "{\"from\": {\"year\": 44, \"month\": 3, \"era\": \"BCE\"}, \"to\": 14, \"note\": [1]}\n"
      "1593 – 1637\n"
      "1990\t1990\n";
  struct row {
    std::string_view rule, orders, differences;
  };
  const row rows[] = {
      {"final", "before before before before before equal ",
       "62-2-8 0-0-11 80-0-0 56-10-0 44-0-0 0-0-0 "},  // 1 March 44 BC to 1 January 14
      {"published", "before before before before before equal ",
       // Of month 0, 12 are borrowed; of day 0, 30: 14-00-00 less -43-03-00 is 12 + 43 years, 11 - 3 months, 30 days.
       "62-2-8 -1-12-12 79-11-30 56-8-30 43-11-30 -1-11-30 "},
      {"three-valued", "before cannot tell before before before cannot tell ", "62-2-8 ? ? ? ? ? "},
  };
  for (const row& r : rows) {
    CAPTURE(r.rule);
    std::string orders, differences;
    const finished compared = mhqa({"dates", "compare", "--json", "--rule", r.rule}, input);
    CHECK(compared.status == 0);
    for (const std::string& line : lines(compared.out)) {
      const json one = parse_json(line);
      CHECK(one.members().size() == 1);
      orders += one["order"].string() + " ";
    }
    CHECK(orders == r.orders);
    const finished subtracted = mhqa({"dates", "subtract", "--json", "--rule", r.rule}, input);
    CHECK(subtracted.status == 0);
    for (const std::string& line : lines(subtracted.out)) {
      const json one = parse_json(line);
      if (one.find("least") != nullptr) {
        differences += "? ";
      } else {
        differences += std::to_string(one["years"].integer()) + "-" + std::to_string(one["months"].integer()) + "-" +
                       std::to_string(one["days"].integer()) + " ";
      }
    }
    CHECK(differences == r.differences);
  }
  CHECK(mhqa({"dates", "subtract", "--rule", "three-valued"}, "1900\t1980\n").out ==
        "from 79 years, 0 months, 1 days to 80 years, 11 months, 30 days\n");
  CHECK(mhqa({"dates", "compare", "--rule", "published"}, "0000-00-00\t1980\n").out == "cannot tell\n");
  const finished parsed = mhqa({"dates", "parse", "--json"}, "(May 2, 1901 - May 12, 1990)\n");
  CHECK(mhqa({"dates", "subtract", "--json"}, parsed.out).out == "{\"years\": 89, \"months\": 0, \"days\": 10}\n");
}

TEST_CASE("dates compare: each bad line says what is wrong with it") {
  const std::string_view rows[][2] = {
      {R"({"from": "x", "to": "1637"})", "field \"from\": expected a date at position 0 of \"x\""},
      {R"({"to": "1637"})", "expected the field \"from\", which is missing"},
      {R"({"from": "1001", "to": "1637", "from": "x"})", "field \"from\": expected a date at position 0 of \"x\""},
      {R"({"from": null, "to": "1637"})",
       "expected a spelling, a year or {\"year\", \"month\", \"day\", \"era\"}, found null"},
      {R"({"from": 99999999999999999999, "to": 1})", "field \"from\""},
      {R"({"from": 99999, "to": 1})", "expected a year from -32767 to 32767"},
      {R"({"from": {"year": 1900, "month": 2, "day": 29}, "to": 1})", "expected a day that the month has"},
      {R"({"from": {"year": 1900, "day": 29}, "to": 1})", "expected no day, because the month is not known"},
      {R"({"from": {"year": 0, "era": "CE"}, "to": 1})", "expected a year of its era"},
      {R"({"from": {"year": 1, "era": "AD"}, "to": 1})", "expected \"CE\" or \"BCE\""},
      {R"({"from": {"month": 1}, "to": 1})", "expected the field \"year\", which is missing"},
      {R"({"from": "1637", "to": )", "found something that is not JSON"},
      {R"({"from": "1637", "to": 1)", "ends inside an array or object"},
      {R"({"from": 1, "to": 2} 3)", "expected the end of the JSON document"},
      {"1637", "two dates with a tab between them"},
      {"1637\t1638\t1639", "two dates with a tab between them"},
      {"", "two dates with a tab between them"},
      {"1637\tx", "expected a date at position 0 of \"x\""},
  };
  std::string input;
  for (const auto& row : rows) input.append(row[0]) += '\n';
  const finished done = mhqa({"dates", "compare", "--json"}, input + "1637\t1638");
  CHECK(done.status == 2);
  const std::vector<std::string> out = lines(done.out);
  REQUIRE(out.size() == std::size(rows) + 1);
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    CAPTURE(rows[i][0]);
    const std::string error = parse_json(out[i])["error"].string();
    CAPTURE(error);
    CHECK(error.starts_with("-: record " + std::to_string(i + 1)));
    CHECK(error.find(rows[i][1]) != std::string::npos);
  }
  CHECK(out.back() == "{\"order\": \"before\"}");
}

TEST_CASE("dates: what a date states is kept, and a date that cannot be read whole is refused") {
  CHECK(mhqa({"dates", "compare", "--rule", "three-valued"}, "c. 1637\t1638\nc. 1637\t1700\nbefore 1300\t1301\n").out ==
        "cannot tell\nbefore\nbefore\n");
  CHECK(mhqa({"dates", "compare", "--json"}, "1887 or 1893\t1890\n").out ==
        "{\"order\": \"cannot tell\", \"possible\": [\"before\", \"after\"]}\n");
  CHECK(mhqa({"dates", "subtract"}, "12 July 1637\tafter 1640\n").out == "at least 2 years, 5 months, 20 days\n");
  CHECK(mhqa({"dates", "subtract", "--json"}, "{\"from\": {\"edtf\": \"12XX\"}, \"to\": 1300}\n").out ==
        "{\"least\": {\"years\": 0, \"months\": 0, \"days\": 1}, \"most\": {\"years\": 100, \"months\": 11, "
        "\"days\": 30}}\n");
  for (const std::string_view age : {"December 1, 1792 [O.S. November 20, 1792]\t24 February [O.S. 12 February] 1856\n",
                                     "1 December [O.S. 20 November] 1792\t24 February 1856\n"}) {
    CHECK(mhqa({"dates", "subtract"}, age).out == "63 years, 2 months, 23 days\n");  // Lobachevsky
  }
  CHECK(mhqa({"dates", "subtract"}, "April 13 [O.S. April 2] 1743 \xE2\x80\x93 July 4, 1826\n").out ==
        "83 years, 2 months, 21 days\n");  // Jefferson
  CHECK(mhqa({"dates", "sort"}, "1300\nbefore 1200\nc. 1250\n1st century BC\n").out ==
        "1st century BC\nbefore 1200\nc. 1250\n1300\n");
  const finished ranges = mhqa({"dates", "parse"},
                               "12\xE2\x80\x93"
                               "14 July 1637\n1/2 July 1637\n11/22 February 1732\n");
  CHECK(ranges.out == "1637-07-12/1637-07-14\n[1637-07-01,1637-07-02]\n1732-02-22\n");
  for (const std::string_view bad : {"12 July 37",
                                     "12\xE2\x80\x93"
                                     "35 July 1637",
                                     "29 February 1700", "3/17 May 1637"}) {
    CAPTURE(bad);
    const finished done = mhqa({"dates", "parse"}, bad);
    CHECK(done.status == 2);
    CHECK(done.out.find("at position") != std::string::npos);
  }
  CHECK(mhqa({"dates", "parse", "--two-digit-years-from", "1950"}, "12 July 67\n").out == "1967-07-12\n");
}

TEST_CASE("dates sort: earliest first, equal ones as they came, errors before them") {
  const std::string_view input = "May 1990\n1990-01-01\nbad\n12 July 1637\n1990\n44 BC\n";
  finished done = mhqa({"dates", "sort"}, input);
  CHECK(done.status == 2);
  CHECK(done.out ==
        "{\"error\": \"-: record 3: expected a date at position 0 of \\\"bad\\\"\"}\n"
        "44 BC\n12 July 1637\n1990-01-01\n1990\nMay 1990\n");
  done = mhqa({"dates", "sort", "--rule", "published", "--json"}, "1990-01-01\n1990\n");
  CHECK(done.out == "{\"year\": 1990, \"era\": \"CE\"}\n{\"year\": 1990, \"month\": 1, \"day\": 1, \"era\": \"CE\"}\n");
  CHECK(done.status == 0);
  check_refused(mhqa({"dates", "sort", "--rule", "three-valued"}, input), "nothing can be sorted by it");
}

TEST_CASE("dates: bad arguments") {
  const scratch here;
  check_refused(mhqa({"dates"}), "expected one of: parse, compare, subtract, sort, answer");
  check_refused(mhqa({"dates", "compare", "--rule", "middle"}), "--rule");
  check_refused(mhqa({"dates", "parse", (here / "none").string()}), "cannot open: No such file");
  check_refused(mhqa({"dates", "parse", (here / "").string()}), "Is a directory");
  check_refused(mhqa({"dates", "answer"}), "gold is required");
}

TEST_CASE("dates: the golden spellings, orders and differences, through the command") {
  const auto written = shared_data("golden/dates/written.jsonl");
  if (!written) return;
  std::string input, want;
  for (const json& row : load_jsonl(*written)) {
    for (const std::string& spelling : row["spellings"].strings()) {
      input += spelling + "\n";
      std::string date = iso(row["date"]);
      while (date.ends_with("-00")) date.resize(date.size() - 3);
      want += date + "\n";
    }
  }
  const finished parsed = mhqa({"dates", "parse"}, input);
  CHECK(parsed.status == 0);
  CHECK(parsed.out == want);

  struct row {
    std::string_view file, rule;
    std::size_t lines;
  };
  for (const row& r : {row{"subtract", "final", 1500}, row{"subtract", "published", 1500},
                       row{"subtract", "three-valued", 1500}, row{"partial", "published", 450}}) {
    CAPTURE(r.file);
    CAPTURE(r.rule);
    const auto file = shared_data("golden/dates/" + std::string{r.file} + ".jsonl");
    if (!file) return;
    std::string pairs, orders, ages;
    for (const json& one : load_jsonl(*file)) {
      pairs += "{\"from\": \"" + iso(one["birth"]) + "\", \"to\": \"" + iso(one["death"]) + "\"}\n";
      const std::string_view order[] = {"after", "cannot tell", "before", "equal"};
      orders.append("{\"order\": \"").append(order[one["compare"].integer() + 1]).append("\"}\n");
      const auto part = [&one](std::string_view name) { return std::to_string(one["age"][name].integer()); };
      ages += "{\"years\": " + part("year") + ", \"months\": " + part("month") + ", \"days\": " + part("day") + "}\n";
    }
    CHECK(lines(pairs).size() == r.lines);
    CHECK(mhqa({"dates", "compare", "--json", "--rule", r.rule}, pairs).out == orders);
    CHECK(mhqa({"dates", "subtract", "--json", "--rule", r.rule}, pairs).out == ages);
  }
}
