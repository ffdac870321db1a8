// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/rollout/analysis.hpp>

#include <mhqa/rollout/tagged.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using mhqa::rollout_cause;

namespace {

// Green >> performer = Steve Hillage; #1 >> spouse = Miquette Giraudy.
mhqa::rollout_gold two_hops() {
  mhqa::rollout_gold gold{"1", "Who is the spouse of the Green performer?", {"Miquette Giraudy"}, {}, "2hop"};
  gold.hops.push_back({"Green >> performer",
                       {"Steve Hillage"},
                       {{"p1", "Green (album)", "Green is the fourth album by Steve Hillage."}},
                       {}});
  gold.hops.push_back({"#1 >> spouse",
                       {"Miquette Giraudy"},
                       {{"p2", "Miquette Giraudy", "Miquette Giraudy is a musician and the partner of Hillage."}},
                       {0}});
  return gold;
}

constexpr std::string_view first =
    "<search>who performs Green</search><information>Doc 1(Title: Green (album)) Green is the fourth album by Steve "
    "Hillage.</information>";
constexpr std::string_view second =
    "<search>spouse of Steve Hillage</search><information>Doc 1(Title: Miquette Giraudy) Miquette Giraudy is a "
    "musician "
    "and the partner of Hillage.</information>";
constexpr std::string_view nothing = "<information>Doc 1(Title: Po) A river in Italy, the longest.</information>";

mhqa::rollout_finding find(const std::string& text, const mhqa::rollout_gold& gold = two_hops(),
                           mhqa::document_match match = mhqa::document_match::text) {
  mhqa::rollout r;
  mhqa::read_tagged(text, r);
  const mhqa::prepared_rollout_gold prepared{gold, mhqa::dialects::musique};
  return mhqa::rollout_analyzer{match}(r, prepared);
}

std::string operator+(std::string_view a, std::string_view b) {
  return std::string{a}.append(b);
}

}  // namespace

TEST_CASE("analysis: each cause, worked by hand") {
  const std::string right = "<answer>Miquette Giraudy</answer>", wrong = "<answer>Sting</answer>";
  CHECK(find(first + second + right).cause == rollout_cause::right);
  CHECK(find(first + right).cause == rollout_cause::luck);
  CHECK(find(right).cause == rollout_cause::luck);
  CHECK(find(first + second + "<answer>It is Miquette Giraudy.</answer>").cause == rollout_cause::form);
  CHECK(find(first + second + "It is Miquette Giraudy.").cause == rollout_cause::form);
  CHECK(find(first + second + wrong).cause == rollout_cause::found_not_answered);
  CHECK(find(first + second + "").cause == rollout_cause::found_not_answered);
  CHECK(find("<search>who performs Green</search>" + std::string{nothing} + wrong).cause ==
        rollout_cause::never_retrieved);
  CHECK(find(first + "<search>spouse of Steve Hillage</search>" + std::string{nothing} + wrong).cause ==
        rollout_cause::never_retrieved);
  CHECK(find(first + "<search>spouse of Hillage</search>" + std::string{nothing} + wrong).cause ==
        rollout_cause::never_retrieved);
  CHECK(find(first + "<search>who is the spouse</search>" + std::string{nothing} + wrong).cause ==
        rollout_cause::bridge_unused);
  CHECK(find(first + wrong).cause == rollout_cause::bridge_unused);
  CHECK(find(first + "<think>So it is Steve Hillage.</think>" + wrong).cause == rollout_cause::next_not_asked);
  CHECK(find(first + "<think>Steve Hillage!</think><search>who performs Green?</search>" + std::string{nothing} + wrong)
            .cause == rollout_cause::next_not_asked);  // the query is an old one
}

TEST_CASE("analysis: what each hop got, by step") {
  const mhqa::rollout_finding f = find(first + second + "<answer>x</answer>");
  REQUIRE(f.hops.size() == 2);
  CHECK(f.hops[0].support_step == 1);
  CHECK(f.hops[0].answer_step == 1);
  CHECK(f.hops[0].used_step == 2);
  CHECK_FALSE(f.hops[0].needs_bridge);
  CHECK(f.hops[1].asked_step == 2);
  CHECK(f.hops[1].support_step == 2);
  CHECK(f.broken_hop == std::nullopt);
  CHECK(f.answer_seen == true);
}

TEST_CASE("analysis: repeated and nearly repeated queries, and documents seen again") {
  const auto ask = [](std::string_view q) { return "<search>" + std::string{q} + "</search>" + std::string{nothing}; };
  const mhqa::rollout_finding f =
      find(ask("who wrote the book Dune") + ask("Who wrote the book Dune?") +
           ask("the author of the book Dune wrote who") + ask("book Dune wrote sequel") + ask("capital of Peru"));
  CHECK(f.searches == 5);
  CHECK(f.repeated == 1);       // but for case and punctuation
  CHECK(f.near_repeated == 2);  // {wrote, book, dune} and one word more, twice
  CHECK(f.documents == 5);
  CHECK(f.documents_again == 4);
}

TEST_CASE("analysis: a support is found by text, title or id, and by a part of its text") {
  using mhqa::document_match;
  mhqa::rollout_gold gold = two_hops();
  const std::string title = "<search>q</search><information>Doc 1(Title: Green (album)) Another text.</information>";
  CHECK(find(title, gold, document_match::text).hops[0].support_step == 0);
  CHECK(find(title, gold, document_match::title).hops[0].support_step == 1);
  gold.hops[0].supports[0].text = {};
  CHECK(find(title, gold, document_match::text).hops[0].support_step == 1);  // the gold has no text to compare
  gold.hops[0].supports[0].text =
      "Green is the fourth album by Steve Hillage. It was made in 1978 by Nick Mason and released in the same year.";
  CHECK(find("<search>q</search><information>It was made in 1978 by Nick Mason and released in the</information>", gold)
            .hops[0]
            .support_step == 1);
  CHECK(find("<search>q</search><information>It was made in 1978</information>", gold).hops[0].support_step == 0);
}

TEST_CASE("analysis: golds without a decomposition say what can be said") {
  mhqa::rollout_gold gold{"1", "Who?", {"Rome"}, {}, {}};
  const std::string seen = "<search>q</search><information>In Rome.</information>";
  CHECK(find(seen + "<answer>x</answer>", gold).cause == rollout_cause::found_not_answered);
  CHECK(find("<search>q</search><answer>x</answer>", gold).cause == rollout_cause::never_retrieved);
  CHECK(find("<search>q</search><answer>Rome</answer>", gold).cause == rollout_cause::luck);
  gold.answers = {"yes"};
  CHECK(find("<answer>yes</answer>", gold).cause == rollout_cause::right);  // nothing can be said about the evidence
  CHECK(find("<answer>yes</answer>", gold).answer_seen == std::nullopt);
  CHECK(find("<answer>Yes, it is.</answer>", gold).cause == rollout_cause::form);
  CHECK(find("<answer>No, yes is wrong.</answer>", gold).cause == rollout_cause::found_not_answered);
}

TEST_CASE("analysis: what an analyzer remembers of a question's documents changes no finding") {
  // Equal titles or ids with other texts; texts that differ only between the bytes that are hashed; two questions.
  const std::string held = "Green is the fourth album by Steve Hillage, of Canterbury, and it was made in 1978.";
  std::string other = held;
  other.replace(other.find("Hillage"), 7, "Hackett");
  const std::vector<const std::string*> texts{&held, &other, &held};
  mhqa::rollout_gold gold = two_hops(), same = two_hops();
  same.hops[0].answers = {"Steve Hackett"};
  const mhqa::prepared_rollout_gold one{gold, mhqa::dialects::musique}, two{same, mhqa::dialects::musique};
  std::vector<mhqa::rollout> rollouts;
  for (const std::string_view id : {"", "d"}) {
    for (const std::string* text : texts) {
      for (const std::string_view title : {"Green", "Miquette Giraudy"}) {
        mhqa::rollout& r = rollouts.emplace_back();
        r.steps.resize(2);
        r.steps[0].documents = {{id, title, *text}, {id, title, *text}};
        r.steps[1].documents = {{"", title, ""}, {"p2", "", "Miquette"}, {id, title, other}};
      }
    }
  }
  for (const auto match : {mhqa::document_match::text, mhqa::document_match::title, mhqa::document_match::id}) {
    mhqa::rollout_analyzer analyze{match};
    for (const auto* question : {&one, &two, &one}) {
      for (std::size_t i = 0; i < rollouts.size(); ++i) {
        const mhqa::rollout_finding found = analyze(rollouts[i], *question);
        CHECK(found == mhqa::rollout_analyzer{match}(rollouts[i], *question));
        // The second of the first step; of the last, what has the first's id or, without ids, its text.
        const bool has_id = i >= 6, is_other = i / 2 % 3 == 1;
        CHECK(found.documents_again == (has_id || is_other ? 2 : 1));
      }
    }
  }
}

TEST_CASE("analysis: a hundred thousand steps") {
  std::string text;
  for (std::size_t i = 0; i < 100000; ++i) text += "<search>a b c " + std::to_string(i) + "</search>";
  const mhqa::rollout_finding f = find(text);
  CHECK(f.searches == 100000);
  CHECK(f.near_repeated == 99999);
  text.clear();
  for (std::size_t i = 0; i < 1000; ++i) {
    const std::string n = std::to_string(i);
    text += "<search>x" + n + " y" + n + " z" + n + "</search>";
  }
  CHECK(find(text).near_repeated == 0);
  CHECK(find(text + "<search>x7 y7 w</search><search>z999 x999 y999 v</search>").near_repeated == 2);
}

TEST_CASE("analysis: an analyzer remembers the question of its last rollout") {
  const mhqa::rollout_gold gold = two_hops();
  mhqa::rollout_gold other = two_hops();
  other.hops[0].supports[0].text = "another text";
  const mhqa::prepared_rollout_gold prepared{gold, mhqa::dialects::musique}, changed{other, mhqa::dialects::musique};
  mhqa::rollout_analyzer analyze;
  CHECK_FALSE(analyze.remembers(prepared));
  mhqa::rollout r;
  mhqa::read_tagged(first, r);
  static_cast<void>(analyze(r, prepared));
  CHECK(analyze.remembers(prepared));
  CHECK_FALSE(analyze.remembers(changed));
}
