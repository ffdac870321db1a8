// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Three meanings of an unknown month or day. three-valued: only what the known parts decide. published: an unknown
// part is 0, borrowing 30 days and 12 months also when the parts are equal. final: an unknown part is 1.
#include <mhqa/date/rules.hpp>

#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string_view>
#include <vector>

using mhqa::date_difference;
using mhqa::date_order;
using mhqa::partial_date;
using mhqa::date_rules::final_data;
using mhqa::date_rules::published;
using mhqa::date_rules::three_valued;

struct no_rule {};
struct other_rule {
  static constexpr std::string_view name = "other";
  static constexpr date_order order(partial_date, partial_date) noexcept { return date_order::equal; }
  static constexpr std::optional<date_difference> difference(partial_date, partial_date) noexcept { return {}; }
};
static_assert(mhqa::date_rule<three_valued> && mhqa::date_rule<published> && mhqa::date_rule<final_data>);
static_assert(mhqa::date_rule<other_rule> && !mhqa::date_rule<no_rule>);

namespace {

partial_date date_of(const mhqa_test::json& value) {
  return *mhqa::make_date(value["year"].integer(), value["month"].integer(), value["day"].integer());
}

date_difference age_of(const mhqa_test::json& value) {
  return {static_cast<int>(value["year"].integer()), static_cast<int>(value["month"].integer()),
          static_cast<int>(value["day"].integer())};
}

// The published program's codes: 1 earlier, -1 later, 2 equal, 0 not comparable.
int published_code(date_order order) {
  switch (order) {
    case date_order::before:
      return 1;
    case date_order::after:
      return -1;
    case date_order::equal:
      return 2;
    case date_order::cannot_tell:
      break;
  }
  return 0;
}

date_order mirrored(date_order order) {
  if (order == date_order::before) return date_order::after;
  return order == date_order::after ? date_order::before : order;
}

// Every date of three years, with and without month and day.
std::vector<partial_date> small_domain() {
  std::vector<partial_date> dates;
  for (int year = 1899; year <= 1901; ++year) {
    for (int month = 0; month <= 12; ++month) {
      for (int day = 0; day <= mhqa::days_in_month(year, month); day += day == 3 ? 24 : 1) {
        dates.push_back(*mhqa::make_date(year, month, day));
      }
    }
  }
  return dates;
}

}  // namespace

TEST_CASE("rules: two dates by each rule") {
  constexpr auto before = date_order::before;
  constexpr auto after = date_order::after;
  constexpr auto equal = date_order::equal;
  constexpr auto cannot_tell = date_order::cannot_tell;
  const struct {
    partial_date a, b;
    date_order three_valued, published, final_data;
  } rows[] = {
      {{1990, 5, 12}, {1637, 7, 12}, after, after, after},    // Backes and van Haecht
      {{1981, 3, 27}, {1991, 5, 9}, before, before, before},  // Unger and Story
      {{1637, 7, 12}, {1637, 7, 12}, equal, equal, equal},
      {{1637}, {1638}, before, before, before},
      {{1637}, {1637}, cannot_tell, equal, equal},
      {{1637, 7}, {1637, 7}, cannot_tell, equal, equal},
      {{1637}, {1637, 7}, cannot_tell, before, before},
      {{1637}, {1637, 1}, cannot_tell, before, equal},
      {{1637}, {1637, 1, 1}, cannot_tell, before, equal},
      {{1637, 7}, {1637, 7, 12}, cannot_tell, before, before},
      {{1637, 7}, {1637, 8}, before, before, before},
      {{1637, 7}, {1637, 6, 30}, after, after, after},
      {{-43, 3, 15}, {14, 8, 19}, before, before, before},  // 44 BC and AD 14
      {{0}, {1637}, before, cannot_tell, before},           // the published program's unknown date
      {{1637}, {0}, after, cannot_tell, after},
      {{0}, {0}, cannot_tell, cannot_tell, equal},
      {{0, 5}, {1637}, before, before, before},
  };
  for (const auto& row : rows) {
    CAPTURE(row.a.year);
    CAPTURE(row.b.year);
    CHECK(three_valued::order(row.a, row.b) == row.three_valued);
    CHECK(published::order(row.a, row.b) == row.published);
    CHECK(final_data::order(row.a, row.b) == row.final_data);
  }
}

TEST_CASE("rules: each order mirrors its operands, and three-valued never contradicts a surer rule") {
  const std::vector<partial_date> dates = small_domain();
  int wrong = 0;
  for (const partial_date a : dates) {
    for (const partial_date b : dates) {
      if (three_valued::order(a, b) != mirrored(three_valued::order(b, a))) ++wrong;
      if (published::order(a, b) != mirrored(published::order(b, a))) ++wrong;
      if (final_data::order(a, b) != mirrored(final_data::order(b, a))) ++wrong;
      const date_order sure = three_valued::order(a, b);
      if (sure == date_order::cannot_tell) continue;
      if (final_data::order(a, b) != sure || published::order(a, b) != sure) ++wrong;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("rules: three-valued says what holds for every day that the dates may be") {
  // Of all pairs of days within the two dates, either all are before, all after, or it cannot be told.
  const std::vector<partial_date> dates = small_domain();
  int wrong = 0;
  for (const partial_date a : dates) {
    for (const partial_date b : dates) {
      const int a_first = mhqa::day_number({a.year, earliest(a).month, earliest(a).day});
      const int a_last = mhqa::day_number({a.year, latest(a).month, latest(a).day});
      const int b_first = mhqa::day_number({b.year, earliest(b).month, earliest(b).day});
      const int b_last = mhqa::day_number({b.year, latest(b).month, latest(b).day});
      date_order want = date_order::cannot_tell;
      if (a_last < b_first) want = date_order::before;
      if (b_last < a_first) want = date_order::after;
      if (a_first == a_last && a == b) want = date_order::equal;
      if (three_valued::order(a, b) != want) ++wrong;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("rules: the published borrow takes 30 days and 12 months also from equal parts") {
  // 1900-00-00 to 1980-00-00: 0 <= 0, so 30 days and -1 month; -1 <= 0, so 11 months and 1979; 79, 11, 30.
  CHECK(published::difference({1900}, {1980}) == date_difference{79, 11, 30});
  // 1265-09-00 to 1265-09-20: 20 days; 9 <= 9, so 21 - 9 months and a year less.
  CHECK(published::difference({1265, 9}, {1265, 9, 20}) == date_difference{-1, 12, 20});
  CHECK(published::difference({1300, 8, 15}, {1147, 7}) == date_difference{-154, 10, 15});
  CHECK(published::difference({1527, 12}, {1134}) == date_difference{-394, -1, 30});
  CHECK(published::difference({1143}, {1672, 2}) == date_difference{529, 1, 30});
  CHECK(published::difference({0}, {1112, 5, 8}) == date_difference{1112, 5, 8});
  // Full dates are not borrowed by hand.
  CHECK(published::difference({1924, 8, 22}, {1986, 10, 30}) == date_difference{62, 2, 8});
}

TEST_CASE("rules: final fills with 1, three-valued does not answer for what it does not know") {
  CHECK(final_data::difference({1900}, {1980}) == date_difference{80, 0, 0});
  CHECK(final_data::difference({1637, 7}, {1990, 5, 12}) == date_difference{352, 10, 11});
  CHECK(final_data::difference({1990, 5, 12}, {1637, 7}) == date_difference{352, 10, 11});
  CHECK_FALSE(three_valued::difference({1900}, {1980}).has_value());
  CHECK_FALSE(three_valued::difference({1900, 1, 1}, {1980, 2}).has_value());
  CHECK(three_valued::difference({1900, 1, 1}, {1980, 2, 3}) == date_difference{80, 1, 2});
}

TEST_CASE("rules: a rule is found by its name") {
  for (const std::string_view name : {"three-valued", "published", "final"}) {
    std::string_view used;
    CHECK(mhqa::with_date_rule(name, [&](auto rule) { used = decltype(rule)::name; }));
    CHECK(used == name);
  }
  CHECK_FALSE(mhqa::with_date_rule("Final", [](auto) { FAIL("no such rule"); }));
  CHECK_FALSE(mhqa::with_date_rule("", [](auto) { FAIL("no such rule"); }));
}

TEST_CASE("rules: full dates as the published program compares and subtracts them") {
  const auto file = mhqa_test::shared_data("golden/dates/subtract.jsonl");
  if (!file) return;
  int records = 0;
  for (const auto& record : mhqa_test::load_jsonl(*file)) {
    ++records;
    CAPTURE(records);
    const partial_date birth = date_of(record["birth"]);
    const partial_date death = date_of(record["death"]);
    const date_difference age = age_of(record["age"]);
    const int code = static_cast<int>(record["compare"].integer());
    CHECK(three_valued::difference(birth, death) == age);
    CHECK(published::difference(birth, death) == age);
    CHECK(final_data::difference(birth, death) == age);
    CHECK(published_code(three_valued::order(birth, death)) == code);
    CHECK(published_code(published::order(birth, death)) == code);
    CHECK(published_code(final_data::order(birth, death)) == code);
  }
  CHECK(records >= 1000);
}

TEST_CASE("rules: partial dates as the published program compares and subtracts them") {
  const auto file = mhqa_test::shared_data("golden/dates/partial.jsonl");
  if (!file) return;
  int records = 0;
  for (const auto& record : mhqa_test::load_jsonl(*file)) {
    ++records;
    CAPTURE(records);
    const partial_date birth = date_of(record["birth"]);
    const partial_date death = date_of(record["death"]);
    CHECK(published::difference(birth, death) == age_of(record["age"]));
    CHECK(published_code(published::order(birth, death)) == record["compare"].integer());
  }
  CHECK(records >= 100);
}

TEST_CASE("rules: an order has a name that says it") {
  using mhqa::date_order;
  CHECK(to_string(date_order::before) == "before");
  CHECK(to_string(date_order::equal) == "equal");
  CHECK(to_string(date_order::after) == "after");
  CHECK(to_string(date_order::cannot_tell) == "cannot tell");
}
