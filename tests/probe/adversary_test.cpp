// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/probe/adversary.hpp>

#include <mhqa/date/life.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace {

using mhqa::adversary_skip;
using mhqa::titled_paragraph;

// Which city is the composer of Aida buried in? Verdi's paragraph has the answer, Aida's names Verdi.
const std::vector<titled_paragraph> context{
    {"Verdi", {"Verdi was an Italian composer.", " He is buried in Milan."}},
    {"One", {"Nothing here."}},
    {"Aida (opera)", {"Aida is an opera by Verdi."}},
    {"Two", {"Nothing there."}},
    {"Three", {"Nothing anywhere."}},
};
const std::vector<std::uint32_t> supports{0, 2};
const std::vector<std::string_view> answers{"Milan"};

mhqa::adversary_question question() {
  return {"q", "Which city is the composer of Aida buried in?", answers, context, supports};
}

/// Other questions' answers and titles: Oslo; Grieg, whom Gynt mentions, and Gynt, whom Grieg mentions.
mhqa::adversary_pool pool() {
  mhqa::adversary_pool out;
  const std::vector<titled_paragraph> other{{"Grieg", {"Grieg wrote Gynt in Bergen."}}, {"Gynt", {"A work by Grieg."}}};
  out.add("Where?", "Oslo", other, std::vector<std::uint32_t>{0, 1});
  out.add("Where?", "Milan", context, supports);
  return out;
}

}  // namespace

TEST_CASE("adversary: a copy gives a false answer about somebody else, worked by hand") {
  const auto out = mhqa::add_adversary(question(), pool(), {.seed = 3, .copies = 1, .kept = 0});
  REQUIRE(!out.why);
  REQUIRE(out.paragraphs.size() == 2);
  for (const auto& one : out.paragraphs) CHECK(std::count(supports.begin(), supports.end(), one.position) == 0);
  const auto& copy = out.paragraphs[out.paragraphs[0].adversarial ? 0 : 1];
  const auto& mention = out.paragraphs[out.paragraphs[0].adversarial ? 1 : 0];
  CHECK(copy.adversarial);
  CHECK(!mention.adversarial);
  // Both titles are free, so the copy is about Grieg or about Gynt, and the other one mentions it.
  const bool grieg = copy.text.title == "Grieg";
  const std::string name = grieg ? "Grieg" : "Gynt";
  CHECK(copy.text == mhqa::owned_paragraph{name, {name + " was an Italian composer.", " He is buried in Oslo."}});
  const std::string other = grieg ? "Gynt" : "Grieg";  // the other support, with the same replacements
  CHECK(mention.text == mhqa::owned_paragraph{other, {other + " is an opera by " + name + "."}});
  // Two distractors stay where nothing is said: the copy alone is there then.
  CHECK(mhqa::add_adversary(question(), pool(), {.seed = 3, .copies = 1}).paragraphs.size() == 1);
}

TEST_CASE("adversary: names of the other supports change too, and no copy contains the answer") {
  const std::vector<titled_paragraph> named{
      {"Giuseppe Verdi", {"Giuseppe Verdi was a composer who wrote Aida. Verdi died in Milan."}},
      {"Aida (opera)", {"By Giuseppe Verdi."}},
      {"One", {"Nothing."}}};
  const std::vector<std::uint32_t> both{0, 1};
  mhqa::adversary_pool many;
  const std::vector<titled_paragraph> others{{"Edvard Grieg", {"Edvard Grieg was a composer."}},
                                             {"Gynt", {"By Edvard Grieg."}}};
  many.add("Where?", "Oslo", others, both);
  const auto out = mhqa::add_adversary({"q", "?", answers, named, both}, many, {.copies = 1});
  REQUIRE(out.paragraphs.size() == 1);
  CHECK(out.paragraphs[0].position == 2);
  CHECK(out.paragraphs[0].text ==
        mhqa::owned_paragraph{"Edvard Grieg", {"Edvard Grieg was a composer who wrote Gynt. Grieg died in Oslo."}});
}

TEST_CASE("adversary: an answer that is another name of the title becomes the new title") {
  const std::vector<titled_paragraph> named{{"Claudio Verdi (composer)", {"Claudio Maria Verdi wrote operas."}},
                                            {"Aida (opera)", {"By Verdi."}},
                                            {"One", {"Nothing."}}};
  const std::vector<std::uint32_t> both{0, 1};
  const std::vector<std::string_view> alias{"Claudio Maria Verdi"};
  mhqa::adversary_pool from;
  from.add("Who?", "Viacom Media Networks",
           std::vector<titled_paragraph>{{"Edvard Grieg", {"He wrote Gynt."}}, {"Gynt", {"By Edvard Grieg."}}}, both);
  const auto out = mhqa::add_adversary({"q", "?", alias, named, both}, from, {.copies = 1});
  REQUIRE(out.paragraphs.size() == 1);
  CHECK(out.paragraphs[0].text == mhqa::owned_paragraph{"Edvard Grieg", {"Edvard Grieg wrote operas."}});
}

TEST_CASE("adversary: the words of a longer title are not all replaced by the last of a shorter one") {
  const std::vector<titled_paragraph> named{
      {"Grand Old State Theatre", {"Grand Old State Theatre, or State Theatre, is in Milan."}},
      {"Aida (opera)", {"By Verdi."}},
      {"One", {"Nothing."}}};
  mhqa::adversary_pool from;
  from.add("Where?", "Oslo", std::vector<titled_paragraph>{{"Edvard Grieg", {"Gynt."}}, {"Gynt", {"Edvard Grieg."}}},
           std::vector<std::uint32_t>{0, 1});
  const auto out =
      mhqa::add_adversary({"q", "?", answers, named, std::vector<std::uint32_t>{0, 1}}, from, {.copies = 1});
  REQUIRE(out.paragraphs.size() == 1);
  const bool edvard = out.paragraphs[0].text.title == "Edvard Grieg";
  CHECK(out.paragraphs[0].text.sentences[0] ==
        (edvard ? "Edvard Grieg, or State Grieg, is in Oslo." : "Gynt, or State Gynt, is in Oslo."));
}

TEST_CASE("adversary: a quantity that no other answer fits gets other numbers") {
  const std::vector<titled_paragraph> counted{
      {"Verdi", {"Verdi sold 250 million copies."}}, {"Aida (opera)", {"By Verdi."}}, {"One", {"Nothing."}}};
  const std::vector<std::string_view> quantity{"250 million"};
  const auto out =
      mhqa::add_adversary({"q", "?", quantity, counted, std::vector<std::uint32_t>{0, 1}}, pool(), {.copies = 1});
  REQUIRE(out.paragraphs.size() >= 1);
  const std::string& text = out.paragraphs[0].text.sentences[0];
  CAPTURE(text);
  CHECK(text.ends_with(" million copies."));
  CHECK(text.find("250") == std::string::npos);
}

TEST_CASE("adversary: the same seed and id give the same paragraphs, others other places") {
  const auto one = mhqa::add_adversary(question(), pool(), {.seed = 1, .copies = 1});
  CHECK(one.paragraphs == mhqa::add_adversary(question(), pool(), {.seed = 1, .copies = 1}).paragraphs);
  std::vector<std::uint32_t> seen;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto out = mhqa::add_adversary(question(), pool(), {.seed = seed, .copies = 1});
    for (const auto& p : out.paragraphs) {
      if (p.adversarial) seen.push_back(p.position);
    }
  }
  for (const std::uint32_t place : {1U, 3U, 4U}) CHECK(std::count(seen.begin(), seen.end(), place) > 0);
}

TEST_CASE("adversary: a question that cannot be opposed keeps its context, with the reason") {
  const auto why = [](mhqa::adversary_question q, const mhqa::adversary_pool& from) {
    const auto out = mhqa::add_adversary(q, from, {});
    CHECK(out.paragraphs.empty());
    REQUIRE(out.why);
    return *out.why;
  };
  auto q = question();
  const std::vector<std::string_view> yes{"yes"}, absent{"Rome"}, nothing;
  const std::vector<std::uint32_t> outside{0, 9}, one{0}, all{0, 1, 2, 3, 4};
  q.answers = yes;
  CHECK(why(q, pool()) == adversary_skip::yes_or_no);
  q.answers = absent;
  CHECK(why(q, pool()) == adversary_skip::answer_not_found);
  q.answers = nothing;
  CHECK(why(q, pool()) == adversary_skip::not_probed);
  q = question();
  q.supports = outside;
  CHECK(why(q, pool()) == adversary_skip::not_probed);
  q.supports = one;
  CHECK(why(q, pool()) == adversary_skip::not_probed);
  q.supports = all;
  CHECK(why(q, pool()) == adversary_skip::no_distractor);
  CHECK(why(question(), {}) == adversary_skip::no_false_answer);
  mhqa::adversary_pool no_titles;
  no_titles.add_answer("Oslo", mhqa::answer_kind::place);
  CHECK(why(question(), no_titles) == adversary_skip::no_false_title);
  for (std::size_t i = 0; i < mhqa::adversary_skip_count; ++i) {
    CHECK(!to_string(static_cast<adversary_skip>(i)).empty());
  }
}

TEST_CASE("adversary: a false answer occurs nowhere in the question and shares no word with the answer") {
  mhqa::adversary_pool from;
  const std::vector<titled_paragraph> other{{"Grieg", {"Gynt."}}, {"Gynt", {"Grieg."}}};
  for (const std::string_view answer : {"Aida", "Verdi", "Milan"})
    from.add("Which opera?", answer, other, std::vector<std::uint32_t>{0, 1});
  CHECK(mhqa::add_adversary(question(), from).why == adversary_skip::no_false_answer);
}
