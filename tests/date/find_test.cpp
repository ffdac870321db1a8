// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Dates in running text, where they stand, as a reader of encyclopedias would mark them; not every number is a year.
#include <mhqa/date/find.hpp>

#include "support/allocations.hpp"
#include "support/effort.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

using mhqa::find_all;
using mhqa::found_date;
using mhqa::partial_date;

static_assert(std::ranges::forward_range<mhqa::date_finder<>>);
static_assert(std::forward_iterator<mhqa::date_finder<>::iterator>);
template <class Text>
concept searchable = requires(Text&& text) {
  mhqa::find_all(static_cast<Text&&>(text));
};
static_assert(searchable<std::string&> && searchable<const std::string&> && searchable<const char (&)[5]>);
static_assert(searchable<std::string_view>);
static_assert(!searchable<std::string>, "a range over a text that is gone");
static_assert(mhqa::find_date("Backes (May 2, 1901 - May 12, 1990)")->position == 8);

namespace {

std::vector<found_date> all(std::string_view text) {
  std::vector<found_date> out;
  for (const found_date& found : find_all(text)) out.push_back(found);
  return out;
}

// The found spellings, joined by |, a "~" before an approximate one.
std::string spellings(std::string_view text) {
  std::string out;
  for (const found_date& found : find_all(text)) {
    if (!out.empty()) out += '|';
    if (found.approximate) out += '~';
    out += text.substr(found.position, found.length);
  }
  return out;
}

}  // namespace

TEST_CASE("find: the dates of the paper's examples, with their places") {
  const std::string_view text =
      "Lotte Backes (May 2, 1901 - May 12, 1990) was a German pianist. Willem van Haecht (1593 – 12 July 1637) "
      "painted.";
  const std::vector<found_date> want{{{1901, 5, 2}, false, 14, 11},
                                     {{1990, 5, 12}, false, 28, 12},
                                     {{1593}, false, 83, 4},
                                     {{1637, 7, 12}, false, 92, 12}};
  CHECK(all(text) == want);
}

TEST_CASE("find: what is a date in text and what is not") {
  const struct {
    std::string_view text, want;
  } rows[] = {
      {"", ""},
      {"no digit here", ""},
      {"1637", "1637"},
      {"12 July 1637", "12 July 1637"},
      {"( born April 1939)", "April 1939"},
      {"( 1925–1992)", "1925|1992"},
      {"(1386- after 1413)", "1386|1413"},
      {"( December 13, 1851 November 18, 1934)", "December 13, 1851|November 18, 1934"},
      {"( c. 1504 – 18 November 1559)", "~c. 1504|18 November 1559"},
      {"( about 1300 – 1369)", "~about 1300|1369"},
      {"born on the 1st of May, 1990.", "the 1st of May, 1990"},
      {"March 19, 1894, San Diego", "March 19, 1894"},
      {"from 1637-07-12 on", "1637-07-12"},
      {"from 1637-07 on, +32767-12-31, 1637-7-2, 1637-13-01", "1637|1637|1637"},
      {"Caesar died on 15 March 44 BC in Rome", "15 March 44 BC"},
      {"in 44 BC, and in AD 79", "44 BC|AD 79"},
      {"2 May, 3 May 1990", "3 May 1990"},
      {"May 1990 and May 2, 1991", "May 1990|May 2, 1991"},
      {"in May 12 people", ""},
      {"you may 2000 times", "2000"},
      {"the ad 30 seconds long", ""},
      {"the 1990s", ""},
      {"1,250 men and 1637,5 and 3.1999", ""},
      {"$1637, #1637, 1637%, v1637, 1637th", ""},
      {"893 men, 3500 ships, 12345 stones", ""},
      {"at 12:1637 or 1637/12", ""},
      {"30 February 1900", "February 1900"},  // there is no such day, but the month is said
      {"June 3, 20 people", ""},
      {"1990-91", "1990"},
      {"(1454 – 25 December 1505)", "1454|25 December 1505"},
      {"12 July 1637.", "12 July 1637"},
      {"12 July 1637, 1638", "12 July 1637|1638"},
      {"1637 1638 1639", "1637|1638|1639"},
      {"12 12 July 1637", "12 July 1637"},
      {"\xC3\xA9 1637\xE2\x80\x94", "1637"},
      {"a date: September 3, 1783; approximately September 1783", "September 3, 1783|~approximately September 1783"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    CHECK(spellings(row.text) == row.want);
  }
}

TEST_CASE("find: other formats are the caller's choice") {
  std::vector<partial_date> dates;
  for (const found_date& found : find_all<mhqa::date_pattern<"%d/%m/%Y">>("on 03/04/1999, 1637 and 12/07/1637")) {
    dates.push_back(found.date);
  }
  CHECK(dates == std::vector<partial_date>{{1999, 4, 3}, {1637, 7, 12}});
}

TEST_CASE("find: a date is found at every place of a text, around the blocks of the search") {
  const std::string_view date = "12 July 1637";
  for (std::size_t before = 0; before < 100; ++before) {
    for (const std::size_t after : {std::size_t{0}, std::size_t{1}, std::size_t{40}}) {
      std::string text(before, 'x');
      if (before > 0) text.back() = ' ';
      text += date;
      if (after > 0) text.append(1, ' ').append(after, 'y');
      CAPTURE(text);
      CHECK(all(text) == std::vector<found_date>{{{1637, 7, 12}, false, before, date.size()}});
    }
  }
}

TEST_CASE("find: the same dates are found from each of them on, in order and without overlap") {
  const std::string text = "(May 2, 1901 - May 12, 1990) c. 1504 and 12 July 1637, 1638-1640; 44 BC.";
  const std::vector<found_date> whole = all(text);
  CHECK(whole.size() == 7);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (i > 0) CHECK(whole[i - 1].position + whole[i - 1].length <= whole[i].position);
    CHECK(mhqa::find_date(text, whole[i].position) == whole[i]);
    const std::string_view rest = std::string_view{text}.substr(whole[i].position);
    CHECK(std::ranges::distance(find_all(rest)) == static_cast<long>(whole.size() - i));
  }
  CHECK_FALSE(mhqa::find_date(text, text.size()).has_value());
  CHECK_FALSE(mhqa::find_date(text, text.size() + 5).has_value());
}

TEST_CASE("find: megabytes of digits, blanks and months are searched in linear time, without an allocation") {
  for (const std::string_view unit :
       {"1", "1 ", "May ", "May 1 ", "12 May ", "c. ", "the 1st of ", " ", "1,", "\xC2\xA0"}) {
    CAPTURE(unit);
    std::string text;
    while (text.size() < mhqa_test::large(2'000'000)) text += unit;
    const mhqa_test::allocations_here counted;
    CHECK(std::ranges::distance(find_all(text)) == 0);
    CHECK(counted() == 0);
  }
}

TEST_CASE("find: the dates that paragraphs of 2WikiMultihopQA open with") {
  const auto file = mhqa_test::shared_data("data/2wikimultihopqa/dev_164.json");
  if (!file) return;
  int evidence = 0;
  int found = 0;
  const auto records = mhqa_test::load_json(*file);
  for (const auto& record : records.items()) {
    for (const auto& triple : record["evidences"].items()) {
      const std::string& relation = triple[1].string();
      if (relation != "date of birth" && relation != "date of death") continue;
      const auto date = mhqa::parse_date(triple[2].string());
      REQUIRE(date);
      ++evidence;
      // The date is said somewhere in the paragraphs of the question.
      for (const auto& paragraph : record["context"].items()) {
        bool here = false;
        for (const auto& sentence : paragraph[1].items()) {
          for (const found_date& one : find_all(sentence.string())) here = here || one.date == *date;
        }
        if (here) {
          ++found;
          break;
        }
      }
    }
  }
  CHECK(evidence > 50);
  CHECK(found * 100 >= evidence * 95);
  MESSAGE(found << " of " << evidence << " dates of the evidence stand in the paragraphs as dates");
}
