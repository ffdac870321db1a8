// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// English month names: whole, by three letters, or "Sept"; any case; no letter may follow.
#include <mhqa/date/month_name.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>

using mhqa::match_month;
using mhqa::month_match;

static_assert(match_month("July 1637") == month_match{7, 4});

TEST_CASE("month name: every name is read in every case, whole and shortened") {
  for (std::size_t month = 1; month <= 12; ++month) {
    const std::string name{mhqa::month_names[month]};
    const int number = static_cast<int>(month);
    std::string upper;
    std::string lower;
    for (const char c : name) {
      upper += c >= 'a' ? static_cast<char>(c - 32) : c;
      lower += c >= 'a' ? c : static_cast<char>(c + 32);
    }
    CAPTURE(name);
    CHECK(match_month(name) == month_match{number, name.size()});
    CHECK(match_month(upper) == month_match{number, name.size()});
    CHECK(match_month(lower + " ") == month_match{number, name.size()});
    CHECK(match_month(name.substr(0, 3)) == month_match{number, 3});
    CHECK(match_month(name + "14") == month_match{number, name.size()});
    CHECK(match_month(name + "x") == month_match{});
    for (std::size_t cut = 0; cut < name.size(); ++cut) {
      const bool known = cut == 3 || (number == 9 && cut == 4);
      CHECK(match_month(name.substr(0, cut)).month == (known ? number : 0));
    }
  }
}

TEST_CASE("month name: a full stop belongs to an abbreviation alone") {
  CHECK(match_month("Jul. 1637") == month_match{7, 4});
  CHECK(match_month("Sept. 1666") == month_match{9, 5});
  CHECK(match_month("July. 1637") == month_match{7, 4});
  CHECK(match_month("May. 2") == month_match{5, 3});
}

TEST_CASE("month name: other words are not month names") {
  const std::string_view words[] = {"",      "J",        "Ju",   "Juli", "Marchand", "Mai",
                                    "Mayor", "Augustus", "Octo", "jün",  "123",      "\0\0\0"};
  for (const std::string_view word : words) {
    CAPTURE(word);
    CHECK(match_month(word).month == 0);
  }
}
