// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/probe/date_verdict.hpp>

#include <mhqa/date/rules.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

using mhqa::date_reason;
using mhqa::date_topic;
using rule = mhqa::date_rules::final_data;

namespace {

mhqa::detail::date_pair pair_of(mhqa::partial_date born, mhqa::partial_date died, mhqa::partial_date other_born,
                                mhqa::partial_date other_died) {
  const auto dated = [](mhqa::partial_date date) { return mhqa::spelled_date{date, mhqa::detail::spelled(date)}; };
  mhqa::detail::date_pair out{.names = {"Ann", "Bob"}};
  out.born = {dated(born), dated(other_born)};
  out.died = {dated(died), dated(other_died)};
  return out;
}

}  // namespace

TEST_CASE("date_verdict: the first date, the shorter life, or why neither can be told") {
  const auto pair = pair_of({1900, 5, 1}, {1980, 5, 2}, {1899, 5, 1}, {1980, 5, 2});
  CHECK(mhqa::detail::judge<rule>(pair, date_topic::birth).least == 1);
  CHECK(mhqa::detail::judge<rule>(pair, date_topic::lifetime).least == 0);  // 80 years and a day, 81 years and a day
  const auto same = mhqa::detail::judge<rule>(pair, date_topic::death);
  CHECK_FALSE(same.least.has_value());
  CHECK(same.unknown == mhqa::date_finding{date_reason::equal_dates, "Ann May 02, 1980, Bob May 02, 1980"});
  const auto backwards = pair_of({1980}, {1900}, {1900}, {1980});
  CHECK(mhqa::detail::judge<rule>(backwards, date_topic::lifetime).unknown ==
        mhqa::date_finding{date_reason::death_before_birth, "Ann 1980 to 1900, Bob 1900 to 1980"});
  const auto alike = pair_of({1900}, {1980}, {1910}, {1990});
  CHECK(mhqa::detail::judge<rule>(alike, date_topic::lifetime).unknown.reason == date_reason::equal_ages);
  const auto partial = pair_of({1900}, {1980}, {1900, 5, 0}, {1990});
  CHECK(mhqa::detail::judge<mhqa::date_rules::three_valued>(partial, date_topic::birth).unknown.reason ==
        date_reason::cannot_tell);
}

TEST_CASE("date_verdict: by years alone, an age is the death's year less the birth's") {
  auto pair = pair_of({1900, 12, 31}, {1980, 1, 1}, {1900}, {1990});
  CHECK(mhqa::detail::age_of<rule>(pair, 0)->years == 79);
  pair.year_only = true;
  CHECK(*mhqa::detail::age_of<rule>(pair, 0) == mhqa::date_difference{.years = 80});
}

TEST_CASE("date_verdict: dates of both people, cut to years where only those count") {
  mhqa::date_source source{.id = "1", .question = "?", .answer = "Ann"};
  source.people = {{.name = "Ann", .born = {"12 July 1637"}}, {.name = "Bob", .born = {"May 1640"}}};
  mhqa::detail::date_pair pair{.names = {"Ann", "Bob"}, .year_only = true};
  CHECK(mhqa::detail::resolve_both(pair, source, mhqa::life_event::birth, false).detail.empty());
  CHECK(pair.born[0] == mhqa::spelled_date{{1637}, "1637"});
  CHECK(pair.born[1] == mhqa::spelled_date{{1640}, "1640"});
  CHECK(mhqa::detail::resolve_both(pair, source, mhqa::life_event::death, false) ==
        mhqa::date_finding{date_reason::missing_date, "death of Ann"});
}

TEST_CASE("date_verdict: an answer names somebody by the name, or as their paragraph begins") {
  mhqa::date_source source{.id = "1", .question = "?", .answer = ""};
  source.people = {{.name = "Ann Lee", .paragraph = "Annabel Lee (1900-1980) sang."}, {.name = "Bob"}};
  const mhqa::detail::date_pair pair{.names = {"Ann LEE", "Bob"}};
  CHECK(mhqa::detail::named_by("ann lee", source, pair) == 0);
  CHECK(mhqa::detail::named_by("Annabel Lee", source, pair) == 0);
  CHECK(mhqa::detail::named_by("BOB", source, pair) == 1);
  CHECK_FALSE(mhqa::detail::named_by("Cy", source, pair).has_value());
  CHECK_FALSE(mhqa::detail::named_by("", source, pair).has_value());
}
