// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/triage.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string_view>
#include <vector>

namespace {

using mhqa::triage_class;

triage_class of(std::string_view said, std::vector<std::string_view> golds, std::string_view question = {}) {
  return mhqa::triage(question, said, golds);
}

struct pair {
  std::string_view said, gold;
};

}  // namespace

TEST_CASE("triage: the same text is right, beside any gold") {
  for (const pair& p : {pair{"The Beatles", "beatles"},
                        {"yes", "Yes."},
                        {"1,000", "1000"},
                        {"Paris", "paris"},
                        {"Alfonso Cuarn", "Alfonso Cuar\u00f3n"},  // a model that drops accents
                        {"Ronald Reagan", "Ronald Wilson Reagan"},
                        {"Ben R. Guttery", "Ben Guttery"},
                        {"42", "42 members"},
                        {"seven official languages", "seven"}}) {
    CAPTURE(p.said);
    CHECK(of(p.said, {p.gold}) == triage_class::right);
    CHECK(of(p.said, {"Oslo", p.gold}) == triage_class::right);
  }
}

TEST_CASE("triage: other names and numbers, the other of yes and no, and blank answers are wrong") {
  for (const pair& p : {pair{"Mark Twain", "Oslo"},
                        {"1999", "2001"},
                        {"1999", "Mark Twain"},
                        {"yes", "no"},
                        {"", "Oslo"},
                        {" . ", "42"},
                        {"no", "Oslo"},
                        {"Oslo", "yes"},
                        {"three", "42 members"},
                        {"Hall of Fame", "Bank of Oslo"}}) {
    CAPTURE(p.said);
    CHECK(of(p.said, {p.gold}) == triage_class::wrong);
    CHECK(of(p.said, {p.gold, p.gold}) == triage_class::wrong);
  }
}

TEST_CASE("triage: a judge decides where texts share something, and where nothing can be seen") {
  for (const pair& p : {pair{"President Obama", "Barack Obama"},
                        {"English", "England"},
                        {"Windigo", "Wendigo"},
                        {"Rykyan sailors", "Ryukyuan people"},
                        {"Arnold Peter Mller", "A.P. M\u00f8ller"},
                        {"MI6", "Secret Intelligence Service"},
                        {"Sverdlovsk", "Yekaterinburg"},
                        {"Lord Gort", "John Vereker"},
                        {"1621", "early 17th century"},
                        {"194650", "1946\u201350"},
                        {"3.7 million", "37 million"},
                        {"\u6771\u4eac ABC \u5927\u5b66", "\u4eac\u90fd ABC \u5927\u5b66"},  // other letters than these
                        {"\u6771\u4eac ABC", "ABC"},
                        {"Both are American", "yes"},
                        {"no", "the same"},
                        {"It was the capital of Norway at that time", "Oslo"},
                        {"1961", "the 1960s"},
                        {"2002", "2002 Winter Olympics"},
                        {"State University", "Ohio State University"},
                        {"UK", "United Kingdom"},
                        {"New York City", "NYC"},
                        {"two", "2 Broke Girls"},
                        {"3", "three"},
                        {"4 July 1776", "July 1776"},
                        {"filmmaker", "film director"},
                        {"dog", "Labrador"},
                        {"soccer", "football"},
                        {"no, it is not", "no"},
                        {"LaserJet", "the laser jet"},
                        {"", ""},
                        {"Pat Conroy", "Two of the novels that he wrote were made into films that won Oscars"}}) {
    CAPTURE(p.said);
    CHECK(of(p.said, {p.gold}) == triage_class::unsure);
    CHECK(of(p.said, {"Other Thing", p.gold}) == triage_class::unsure);
  }
  CHECK(of("Oslo", {}) == triage_class::unsure);
  std::string first, second;  // too long to compare
  for (std::size_t i = 0; i < 400; ++i) {
    first += "Zq ";
    second += "Wk ";
  }
  CHECK(of(first, {second}) == triage_class::unsure);
}

TEST_CASE("triage: of two things that the question names, the other one is wrong") {
  constexpr std::string_view question = "Which is older, Duke University or Tufts University?";
  CHECK(of("Tufts University", {"Duke University"}, question) == triage_class::wrong);
  CHECK(of("Tufts University", {"Duke University"}) == triage_class::unsure);
  CHECK(of("Chelsea", {"Arsenal"}, "Who won more often, Chelsea or Arsenal?") == triage_class::wrong);
  CHECK(of("University", {"Duke University"}, question) == triage_class::unsure);  // a part of the other
  CHECK(of("X", {"The La's"}, "Who had more members, X or The La's?") == triage_class::wrong);
  CHECK(of("Lord X", {"The La's"}, "Who had more tax, Axel or The La's?") ==
        triage_class::unsure);  // letters of a word
  CHECK(of("Constantinople", {"Istanbul"}, "Is Istanbul, once Constantinople, in Asia?") == triage_class::unsure);
}
