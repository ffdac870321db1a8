// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/probe/adversary_pool.hpp>

#include <mhqa/date/life.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
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
    pool.add_answer(answer, mhqa::answer_kind::thing);
  }
  CHECK(pool.answers() == 5);
  const auto drawn = [&pool](std::string_view like, std::string_view but) {
    std::set<std::string> out;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      mhqa::draws random{seed, std::uint64_t{1}};
      const std::string* const one = pool.draw_answer(like, mhqa::answer_kind::thing, random,
                                                      [but](const std::string& candidate) { return candidate != but; });
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

TEST_CASE("adversary_pool: quantities and lower-case phrases are drawn by their pattern, or not at all") {
  using mhqa::detail::phrase_pattern;
  CHECK(phrase_pattern("1.6 million passengers") == "0.0 million passengers");
  CHECK(phrase_pattern("May 9, 1995") == "M 0, 0");
  CHECK(phrase_pattern("Since 2015") == "Since 0");
  CHECK(phrase_pattern("the 16th century") == "the 0th century");
  CHECK(phrase_pattern("a hockey player") == "a w w");
  CHECK(phrase_pattern("Art Deco-style tower") == "A A-w w");
  CHECK(phrase_pattern("") == "");
  mhqa::adversary_pool pool;
  for (const std::string_view answer : {"65 mi", "3 million", "a dog on the roof", "an actor", "May 9, 1995"}) {
    pool.add_answer(answer, mhqa::answer_kind::thing);
  }
  const auto drawn = [&pool](std::string_view like) {
    mhqa::draws random{1, std::uint64_t{1}};
    const std::string* const one =
        pool.draw_answer(like, mhqa::answer_kind::thing, random, [](const std::string&) { return true; });
    return one == nullptr ? "-" : *one;
  };
  CHECK(drawn("250 million") == "3 million");
  CHECK(drawn("June 30, 2001") == "May 9, 1995");
  CHECK(drawn("250 horses") == "-");
  CHECK(drawn("an author") == "an actor");
  CHECK(drawn("science fiction") == "-");
  CHECK(drawn("Since 2015") == "-");
}

TEST_CASE("adversary_pool: other numbers keep the words, the digits of a quantity, and make days and years") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    mhqa::draws random{seed, std::uint64_t{1}};
    const std::string one = mhqa::detail::with_other_numbers("from 28 May 1986 to 40,200 or 007", random);
    CAPTURE(one);
    const std::size_t may = one.find(" May ");
    REQUIRE(may != std::string::npos);
    const int day = std::stoi(one.substr(5, may - 5)), year = std::stoi(one.substr(may + 5, 4));
    CHECK((day >= 1 && day <= 28 && day != 28));
    CHECK((year >= 1956 && year <= 2016 && year != 1986));
    CHECK(one.substr(may + 9, 4) == " to ");
    CHECK(one[may + 13] != '0');
    CHECK(one[may + 15] == ',');
    CHECK(one.substr(may + 19, 4) == " or ");
    CHECK(one.size() == may + 26);
  }
}

TEST_CASE("adversary_pool: keeps titles of supports, with a support that mentions them") {
  const std::vector<mhqa::titled_paragraph> context{{"Aida (opera)", {"Verdi wrote it."}},
                                                    {"Verdi", {"He wrote Aida.", " It is an opera."}},
                                                    {"Elsewhere", {"Aida and Verdi."}}};
  mhqa::adversary_pool pool;
  pool.add("Where?", "Milan", context, std::vector<std::uint32_t>{0, 1});
  CHECK(pool.answers() == 1);
  CHECK(pool.titles() == 2);
  mhqa::draws random{1, std::uint64_t{1}};
  const auto* const aida =
      pool.draw_title("Tosca", mhqa::subject_class::work, random, [](const auto& one) { return one.title == "Aida"; });
  REQUIRE(aida != nullptr);
  CHECK(*aida->mentioned_by == mhqa::owned_paragraph{"Verdi", {"He wrote Aida.", " It is an opera."}});
  pool.add("Where?", "Milan", context, std::vector<std::uint32_t>{0, 9});  // a support outside the context
  CHECK(pool.titles() == 2);
  pool.add("Where?", "Milan", context, std::vector<std::uint32_t>{2});  // no other support mentions it
  CHECK(pool.titles() == 3);
  const auto* const alone = pool.draw_title("Tosca", mhqa::subject_class::other, random,
                                            [](const auto& one) { return one.title == "Elsewhere"; });
  REQUIRE(alone != nullptr);
  CHECK(!alone->mentioned_by);
  const auto* const named =
      pool.draw_title("List of 9 operas", mhqa::subject_class::other, random, [](const auto&) { return true; });
  CHECK(named != nullptr);  // a name takes the place of a title of any form
}

TEST_CASE("adversary_pool: titles are drawn within their class, answers if possible from questions of their kind") {
  const std::vector<mhqa::titled_paragraph> context{
      {"Edvard Grieg", {"Edvard Grieg (15 June 1843 – 4 September 1907) was a Norwegian composer."}},
      {"Tosca", {"Tosca is an opera by Puccini."}},
      {"Bergen", {"Bergen is a city in Norway."}}};
  mhqa::adversary_pool pool;
  pool.add("Who wrote Tosca?", "Puccini", context, std::vector<std::uint32_t>{0, 1, 2});
  pool.add("Where was Grieg born?", "Bergen", context, std::vector<std::uint32_t>{});
  const auto any = [](const auto&) { return true; };
  using enum mhqa::subject_class;
  for (const auto& [named, title] : {std::pair{born_person, "Edvard Grieg"}, {work, "Tosca"}, {place, "Bergen"}}) {
    mhqa::draws random{1, std::uint64_t{1}};
    const auto* const one = pool.draw_title("Aida", named, random, any);
    REQUIRE(one != nullptr);
    CHECK(one->title == title);
  }
  mhqa::draws random{1, std::uint64_t{1}};
  CHECK(pool.draw_title("Aida", organization, random, any) == nullptr);
  CHECK(*pool.draw_answer("Verdi", mhqa::answer_kind::person, random, any) == "Puccini");
  CHECK(*pool.draw_answer("Rome", mhqa::answer_kind::place, random, any) == "Bergen");
  CHECK(pool.draw_answer("Emma", mhqa::answer_kind::thing, random, any) != nullptr);  // of any kind
}
