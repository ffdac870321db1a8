// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/probe/adversary_pool.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using mhqa::form_of;
using mhqa::phrase_form;

TEST_CASE("adversary_pool: forms of phrases") {
  struct row {
    std::string_view text;
    phrase_form want;
  };
  const std::array rows{row{"1995", phrase_form::year},
                        row{"2040", phrase_form::year},
                        row{"3000", phrase_form::number},
                        row{"1,200", phrase_form::number},
                        row{"7", phrase_form::number},
                        row{"1990s", phrase_form::mixed},
                        row{"May 9, 1995", phrase_form::mixed},
                        row{"Paris", phrase_form::name},
                        row{"University of Oslo", phrase_form::name},
                        row{"the Beatles", phrase_form::name},
                        row{"Élan Vital", phrase_form::name},
                        row{"a hockey player", phrase_form::words},
                        row{"World's best goalkeeper", phrase_form::words},
                        row{"", phrase_form::words},
                        row{"the", phrase_form::words},
                        row{"?", phrase_form::words}};
  for (const row& r : rows) {
    CAPTURE(r.text);
    CHECK(form_of(r.text) == r.want);
  }
}

TEST_CASE("adversary_pool: draws an answer of the same form and number of words, otherwise of the same form") {
  mhqa::adversary_pool pool;
  for (const std::string_view answer : {"Paris", "Oslo", "Oslo", "yes", "no", "", "New York", "1995", "a dog"}) {
    pool.add_answer(answer);
  }
  CHECK(pool.answers() == 5);
  const auto drawn = [&pool](std::string_view like, std::string_view but) {
    std::set<std::string> out;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      mhqa::draws random{seed, std::uint64_t{1}};
      const std::string* const one =
          pool.draw_answer(like, random, [but](const std::string& candidate) { return candidate != but; });
      out.insert(one == nullptr ? "-" : *one);
    }
    return out;
  };
  CHECK(drawn("Rome", "") == std::set<std::string>{"Oslo", "Paris"});
  CHECK(drawn("San Marino", "") == std::set<std::string>{"New York"});
  CHECK(drawn("San Marino", "New York") == std::set<std::string>{"Oslo", "Paris"});
  CHECK(drawn("1888", "") == std::set<std::string>{"1995"});
  CHECK(drawn("1888", "1995") == std::set<std::string>{"-"});
  CHECK(drawn("17", "") == std::set<std::string>{"-"});
}

TEST_CASE("adversary_pool: keeps titles of supports, with a support that mentions them") {
  const std::vector<mhqa::titled_paragraph> context{{"Aida (opera)", {"Verdi wrote it."}},
                                                    {"Verdi", {"He wrote Aida.", " It is an opera."}},
                                                    {"Elsewhere", {"Aida and Verdi."}}};
  mhqa::adversary_pool pool;
  pool.add("Milan", context, std::vector<std::uint32_t>{0, 1});
  CHECK(pool.answers() == 1);
  CHECK(pool.titles() == 2);
  mhqa::draws random{1, std::uint64_t{1}};
  const auto* const aida = pool.draw_title("Tosca", random, [](const auto& one) { return one.title == "Aida"; });
  REQUIRE(aida != nullptr);
  CHECK(*aida->mentioned_by == mhqa::owned_paragraph{"Verdi", {"He wrote Aida.", " It is an opera."}});
  pool.add("Milan", context, std::vector<std::uint32_t>{0, 9});  // a support outside the context
  CHECK(pool.titles() == 2);
  pool.add("Milan", context, std::vector<std::uint32_t>{2});  // no other support mentions it
  CHECK(pool.titles() == 3);
  const auto* const alone = pool.draw_title("Tosca", random, [](const auto& one) { return one.title == "Elsewhere"; });
  REQUIRE(alone != nullptr);
  CHECK(!alone->mentioned_by);
}
