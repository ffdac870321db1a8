// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Each part of a spelled date by itself: what it takes, what it leaves, and what is said when it is not there.
#include <mhqa/date/reader.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <string_view>

namespace date_part = mhqa::detail::date_part;
using mhqa::detail::date_reader;

TEST_CASE("reader: a part that is read moves on, one that is missed stays") {
  date_reader in{.text = "12 July 0044 B.C."};
  CHECK(read_two_digits(in, 1, 31, in.day, date_part::day));
  CHECK(in.day == 12);
  CHECK(in.at == 2);
  CHECK_FALSE(read_month_name(in, false));
  CHECK(in.missed == date_part::month_name);
  CHECK(in.at == 2);
  in.at = 3;
  CHECK(read_month_name(in, true));
  CHECK(in.month == 7);
  CHECK(in.at == 7);
  in.at = 8;
  CHECK(read_year(in, 3));
  CHECK(in.year == 44);
  CHECK(in.year_at == 8);
  CHECK_FALSE(in.short_year);
  in.at = 13;
  CHECK(read_era(in, true));
  CHECK(in.era == mhqa::detail::era_said::before_common);
  CHECK(in.at == in.text.size());
  CHECK(in.understood == 0);
}

TEST_CASE("reader: a wrong part is reported otherwise than a missing one") {
  const struct {
    std::string_view text;
    std::string_view missed;
    std::size_t understood;
  } days[] = {{"", date_part::day, 0},
              {"x", date_part::day, 0},
              {"123", date_part::day, 0},
              {"32", date_part::day, 2},
              {"0 ", date_part::day, 1}};
  for (const auto& row : days) {
    CAPTURE(row.text);
    date_reader in{.text = row.text};
    CHECK_FALSE(read_two_digits(in, 1, 31, in.day, date_part::day));
    CHECK(in.missed == row.missed);
    CHECK(in.understood == row.understood);
  }
  const struct {
    std::string_view text;
    std::string_view missed;
    std::size_t understood;
  } years[] = {{"", date_part::year, 0},
               {"-5", date_part::year, 0},
               {"000", date_part::year_from_one, 3},
               {"32769", date_part::year_in_range, 5},
               {"00000000000000001", date_part::year_in_range, 17}};
  for (const auto& row : years) {
    CAPTURE(row.text);
    date_reader in{.text = row.text};
    CHECK_FALSE(read_year(in, 1));
    CHECK(in.missed == row.missed);
    CHECK(in.understood == row.understood);
  }
}

TEST_CASE("reader: ordinal endings stand alone") {
  for (const std::string_view text : {"st", "nd", "rd", "th", "TH", "th,", "st of"}) {
    CAPTURE(text);
    date_reader in{.text = text};
    CHECK(read_ordinal(in));
    CHECK(in.at == 2);
  }
  for (const std::string_view text : {"", "s", "sd", "tt", "nh", "rt", "the", "sth", "1t", "t1"}) {
    CAPTURE(text);
    date_reader in{.text = text};
    CHECK_FALSE(read_ordinal(in));
    CHECK(in.at == 0);
    CHECK(in.missed == date_part::ordinal);
  }
}

TEST_CASE("reader: every part has its name") {
  CHECK(mhqa::detail::no_part(date_part::day, 3, 5).expected == "a day from 1 to 31");
  CHECK(mhqa::detail::no_part(date_part::day_of_month, 3, 5).expected == "a day that the month has");
  CHECK(mhqa::detail::no_part(date_part::other, 3, 5).expected == "the punctuation of the format");
  CHECK(mhqa::detail::no_part(date_part::day, 3, 5).position == 3);
  CHECK(mhqa::detail::no_part(date_part::day, 3, 5).reached == 5);
  CHECK(mhqa::detail::no_part(date_part::day, 3, 0).reached == 3);
}
