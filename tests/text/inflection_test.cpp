// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/text/inflection.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

static_assert(std::adjacent_find(mhqa::irregular_forms.begin(), mhqa::irregular_forms.end(), std::greater_equal<>{}) ==
              mhqa::irregular_forms.end());

namespace {

struct pair {
  std::string_view a, b;
};

}  // namespace

TEST_CASE("inflection: forms of one word are found") {
  for (const pair& words : std::initializer_list<pair>{
           {"use", "used"},
           {"use", "uses"},
           {"using", "used"},
           {"laptop", "laptops"},
           {"city", "cities"},
           {"study", "studied"},
           {"big", "bigger"},
           {"big", "biggest"},
           {"happy", "happier"},
           {"run", "running"},
           {"run", "ran"},
           {"stop", "stopped"},
           {"write", "wrote"},
           {"writing", "written"},
           {"were", "is"},
           {"box", "boxes"},
           {"wolf", "wolves"},
           {"knife", "knives"},
           {"person", "people"},
           {"women", "woman"},
           {"aristotle's", "aristotle"},
           {"farmers'", "farmer"},
           {"die", "dying"},
           {"die", "died"},
           {"agree", "agreed"},
           {"see", "seeing"},
           {"fall", "falling"},
           {"x", "x"},
       }) {
    CAPTURE(words.a);
    CAPTURE(words.b);
    CHECK(mhqa::may_be_same_word(words.a, words.b));
    CHECK(mhqa::may_be_same_word(words.b, words.a));
  }
}

TEST_CASE("inflection: other words are not") {
  for (const pair& words : std::initializer_list<pair>{
           {"laptop", "computer"},
           {"study", "studio"},
           {"bus", "bu"},
           {"us", "use"},
           {"king", "k"},
           {"ring", "re"},
           {"grass", "gras"},

           {"born", "birth"},
           {"red", "re"},
           {"", "s"},
           {"bed", "b"},
           {"string", "stre"},
       }) {
    CAPTURE(words.a);
    CAPTURE(words.b);
    CHECK_FALSE(mhqa::may_be_same_word(words.a, words.b));
    CHECK_FALSE(mhqa::may_be_same_word(words.b, words.a));
  }
}

TEST_CASE("inflection: the bases of a word begin with it and are named once") {
  using list = std::vector<std::string>;
  CHECK(mhqa::possible_bases("cities") == list{"cities", "citie", "citi", "city"});
  CHECK(mhqa::possible_bases("stopped") == list{"stopped", "stopp", "stoppe", "stop"});
  CHECK(mhqa::possible_bases("wrote") == list{"wrote", "write"});
  CHECK(mhqa::possible_bases("") == list{""});
  CHECK(mhqa::possible_bases("'s") == list{"'s", ""});
  for (const std::string_view entry : mhqa::irregular_forms) {
    const std::string_view form = entry.substr(0, entry.find(' '));
    CAPTURE(entry);
    CHECK(mhqa::may_be_same_word(form, entry.substr(form.size() + 1)));
  }
}

TEST_CASE("inflection: the ending of an owner is cut") {
  CHECK(mhqa::without_owner("watt's") == "watt");
  CHECK(mhqa::without_owner("watts") == "watts");
}
