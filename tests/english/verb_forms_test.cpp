// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/english/verb_forms.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string_view>

static_assert(mhqa::is_verb("write") && !mhqa::is_verb("wrote") && !mhqa::is_verb(""));
static_assert(!mhqa::is_verb("dynasty") && !mhqa::is_verb("empire") && !mhqa::is_verb("initial"));

TEST_CASE("verb_forms: pasts are regular, doubled or from the table, and never invented") {
  CHECK(mhqa::past_tense("write") == "wrote");
  CHECK(mhqa::past_tense("die") == "died");
  CHECK(mhqa::past_tense("marry") == "married");
  CHECK(mhqa::past_tense("play") == "played");
  CHECK(mhqa::past_tense("work") == "worked");
  CHECK(mhqa::past_tense("stop") == "stopped");
  CHECK(mhqa::past_tense("refer") == "referred");
  CHECK(mhqa::past_tense("offer") == "offered");
  CHECK(mhqa::past_tense("broadcast") == "broadcast");
  for (const std::string_view noun : {"dynasty", "empire", "initial", "y", "", "wrote"}) {
    CAPTURE(noun);
    CHECK_FALSE(mhqa::past_tense(noun));
    CHECK_FALSE(mhqa::past_participle(noun));
    CHECK_FALSE(mhqa::third_person(noun));
  }
}

TEST_CASE("verb_forms: participles and the third person") {
  CHECK(mhqa::past_participle("write") == "written");
  CHECK(mhqa::past_participle("build") == "built");
  CHECK(mhqa::third_person("rise") == "rises");
  CHECK(mhqa::third_person("cross") == "crosses");
  CHECK(mhqa::third_person("carry") == "carries");
  CHECK(mhqa::third_person("play") == "plays");
  CHECK(mhqa::third_person("have") == "has");
  CHECK(mhqa::third_person("go") == "goes");
  CHECK(mhqa::third_person("echo") == "echoes");
}

TEST_CASE("verb_forms: every verb's forms are recognised, and the table is sorted") {
  const auto base = [](std::string_view entry) { return entry.substr(0, entry.find(' ')); };
  CHECK(std::is_sorted(mhqa::english_verbs.begin(), mhqa::english_verbs.end(),
                       [&](std::string_view a, std::string_view b) { return base(a) < base(b); }));
  for (const std::string_view entry : mhqa::english_verbs) {
    CAPTURE(entry);
    CHECK(std::count(entry.begin(), entry.end(), ' ') % 2 == 0);
    CHECK(mhqa::is_verb(base(entry)));
    CHECK(mhqa::is_past_tense(mhqa::past_tense(base(entry)).value()));
    CHECK(mhqa::is_past_participle(mhqa::past_participle(base(entry)).value()));
    CHECK(mhqa::is_third_person(mhqa::third_person(base(entry)).value()));
  }
}

TEST_CASE("verb_forms: words that are not forms of a verb in the table") {
  for (const std::string_view word : {"dynastied", "empired", "initiallied", "river", "red", "s", "", "ed", "ing"}) {
    CAPTURE(word);
    CHECK_FALSE(mhqa::is_finite_form(word));
    CHECK_FALSE(mhqa::is_past_participle(word));
    CHECK_FALSE(mhqa::is_present_participle(word));
  }
  CHECK(mhqa::is_present_participle("writing"));
  CHECK(mhqa::is_present_participle("stopping"));
  CHECK(mhqa::is_present_participle("dying"));
  CHECK_FALSE(mhqa::is_present_participle("king"));
}

TEST_CASE("verb_forms: a verb of one syllable that ends in one vowel and one consonant doubles the consonant") {
  CHECK(mhqa::past_tense("shun") == "shunned");
  CHECK(mhqa::past_tense("overlap") == "overlapped");
  CHECK(mhqa::past_tense("transplant") == "transplanted");
  const auto vowel = [](char c) { return std::string_view{"aeiouy"}.find(c) != std::string_view::npos; };
  for (const std::string_view entry : mhqa::english_verbs) {
    const std::string_view base = entry.substr(0, entry.find(' '));
    const std::size_t n = base.size();
    CAPTURE(std::string{base});
    const std::string past = mhqa::past_tense(base).value();
    if (past.ends_with("tted")) CHECK(base.ends_with('t'));
    if (past.ends_with("ttted")) CHECK(false);
    if (n < 3 || past == base || !past.ends_with("ed") ||
        std::string_view{"wxyh"}.find(base[n - 1]) != std::string_view::npos)
      continue;
    std::size_t vowels = 0;
    for (const char c : base) vowels += vowel(c) ? 1U : 0U;
    if (vowels != 1 || !vowel(base[n - 2])) continue;
    CHECK(past == std::string{base} + base[n - 1] + "ed");
  }
}
