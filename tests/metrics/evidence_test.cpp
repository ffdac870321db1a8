// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/evidence.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <random>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// update_evi of the two 2WikiMultihopQA evaluators. Texts are lower-cased, stripped of ASCII punctuation and of white
// space that is too much; articles stay. Version 1.0: two sets of triples. Version 1.1: the distinct predictions that
// some gold triple matches, over the number of distinct predictions and over the number of gold triples.

namespace {

using triples = std::vector<mhqa::evidence_triple>;
using names = std::vector<std::string_view>;
using mhqa::evidence_names;

mhqa::triple_names nobody(std::size_t /*number*/) {
  return {};
}
static_assert(mhqa::triple_namer<decltype(nobody)&>);
static_assert(!mhqa::triple_namer<std::string&>);

mhqa::scores as_sets(const triples& predicted, const triples& gold) {
  return mhqa::evidence_scorer{}(predicted, gold);
}
mhqa::scores by_names(const triples& predicted, const triples& gold) {
  return mhqa::evidence_scorer{}(predicted, gold, nobody);
}

const mhqa::scores all{1, 1, 1, 1};
const mhqa::scores none{};

}  // namespace

TEST_CASE("evidence: case, punctuation and white space do not count, articles and all else do") {
  const triples gold = {{"The U.S.A.", "place of birth", "Ed  Wood"}};
  for (const auto& score : {as_sets, by_names}) {
    CHECK(score({{"the usa", "Place of Birth.", "\tED\u00a0WOOD "}}, gold) == all);
    CHECK(score({{"usa", "place of birth", "Ed Wood"}}, gold) == none);
    CHECK(score({{"The U.S.A.", "place of birth", "Éd Wood"}}, gold) == none);
    CHECK(score({{"The U.S.A.", "Ed Wood", "place of birth"}}, gold) == none);
  }
}

TEST_CASE("evidence: two of three predictions are among four") {
  const triples gold = {{"a", "r", "b"}, {"b", "r", "c"}, {"c", "r", "d"}, {"d", "r", "e"}};
  const triples predicted = {{"b", "r", "c"}, {"x", "r", "y"}, {"a", "r", "b"}};
  for (const auto& score : {as_sets, by_names}) {
    const mhqa::scores s = score(predicted, gold);
    CHECK(s.em == 0);
    CHECK(s.precision == 2.0 / 3);
    CHECK(s.recall == 0.5);
    CHECK(s.f1 == 2 * (2.0 / 3) * 0.5 / (2.0 / 3 + 0.5));
  }
}

TEST_CASE("evidence: nothing on a side") {
  const triples one = {{"a", "r", "b"}};
  for (const auto& score : {as_sets, by_names}) {
    CHECK(score({}, {}) == mhqa::scores{1, 0, 0, 0});
    CHECK(score(one, {}) == none);
    CHECK(score({}, one) == none);
    CHECK(score({{"", "", ""}}, {{"!", "?", " "}}) == all);
  }
}

TEST_CASE("evidence: predictions that are equal after normalisation are one") {
  const triples gold = {{"a", "r", "b"}};
  for (const auto& score : {as_sets, by_names}) CHECK(score({{"a", "r", "b"}, {"A", "r.", "b"}}, gold) == all);
}

TEST_CASE("evidence: gold triples that are equal are one in version 1.0 and two in version 1.1") {
  const triples gold = {{"a", "r", "b"}, {"A", "r", "b!"}};
  CHECK(as_sets({{"a", "r", "b"}}, gold) == all);
  const mhqa::scores s = by_names({{"a", "r", "b"}}, gold);
  CHECK(s == mhqa::scores{0, 2 * 1 * 0.5 / 1.5, 1, 0.5});
}

TEST_CASE("evidence: a subject or an object may have any of its names, a relation has one") {
  const triples gold = {{"United States", "capital", "Washington"}};
  const evidence_names subject{names{"USA", "The States"}};
  const evidence_names object{names{"Washington, D.C."}};
  const auto names_of = [&](std::size_t) { return mhqa::triple_names{&subject, &object}; };
  mhqa::evidence_scorer score;
  for (const std::string_view s : {"united states", "usa", "the states"}) {
    for (const std::string_view o : {"washington", "Washington DC"}) {
      CHECK(score(triples{{s, "capital", o}}, gold, names_of) == all);
    }
  }
  CHECK(score(triples{{"states", "capital", "washington"}}, gold, names_of) == none);
  CHECK(score(triples{{"usa", "capital city", "washington"}}, gold, names_of) == none);
  CHECK(score(triples{{"washington", "capital", "usa"}}, gold, names_of) == none);
}

TEST_CASE("evidence: two predictions match one gold triple by two names, and recall exceeds 1") {
  const triples gold = {{"United States", "capital", "Washington"}};
  const evidence_names subject{names{"USA"}};
  const auto names_of = [&](std::size_t) { return mhqa::triple_names{&subject, nullptr}; };
  const triples predicted = {{"usa", "capital", "washington"}, {"united states", "capital", "washington"}};
  // 2 matches of 2 predictions and 1 gold: 2 * 1 * 2 / 3; not exact, since 2 != 1.
  CHECK(mhqa::evidence_scorer{}(predicted, gold, names_of) == mhqa::scores{0, 4.0 / 3, 1, 2});
}

TEST_CASE("evidence: two gold triples that one prediction matches count it once") {
  const triples gold = {{"a", "r", "b"}, {"c", "r", "b"}};
  const evidence_names more{names{"a"}};
  const auto names_of = [&](std::size_t i) {
    return i == 1 ? mhqa::triple_names{&more, nullptr} : mhqa::triple_names{};
  };
  CHECK(mhqa::evidence_scorer{}(triples{{"a", "r", "b"}}, gold, names_of) ==
        mhqa::scores{0, 2 * 1 * 0.5 / 1.5, 1, 0.5});
}

TEST_CASE("evidence_names: distinct normalised names; no names match nothing") {
  const evidence_names usa{names{"The U.S.A.", "USA", "the usa"}};
  CHECK(usa.forms().size() == 2);
  CHECK(usa.contains("usa"));
  CHECK(usa.contains("the usa"));
  CHECK(!usa.contains("USA"));
  const evidence_names nothing;
  const auto names_of = [&](std::size_t) { return mhqa::triple_names{&nothing, &nothing}; };
  const triples gold = {{"a", "r", "b"}};
  CHECK(mhqa::evidence_scorer{}(triples{{"a", "r", "b"}}, gold, names_of) == all);
  CHECK(mhqa::evidence_scorer{}(triples{{"", "r", "b"}}, gold, names_of) == none);
}

TEST_CASE("evidence: random triples and names score as each gold compared with each prediction") {
  std::mt19937 random{5};
  const auto letter = [&] { return std::string(1, static_cast<char>('a' + random() % 5)); };
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::string> texts;
    texts.reserve(200);
    const auto text = [&]() -> std::string_view { return texts.emplace_back(letter()); };
    const auto some = [&](std::size_t most) {
      triples out(random() % (most + 1));
      for (auto& t : out) t = {text(), random() % 3 == 0 ? "s" : "r", text()};
      return out;
    };
    const triples gold = some(5), predicted = some(9);
    std::vector<names> lists(3);
    std::vector<evidence_names> ids;
    for (names& list : lists) {
      list.resize(random() % 4);
      for (auto& name : list) name = text();
      ids.emplace_back(list);
    }
    std::vector<std::array<std::size_t, 2>> of(gold.size());  // 3 for no list
    for (auto& pair : of) pair = {random() % 4, random() % 4};
    std::set<std::array<std::string_view, 3>> distinct, matched;
    for (const auto& t : predicted) distinct.insert({t.subject, t.relation, t.object});
    for (std::size_t i = 0; i < gold.size(); ++i) {
      const auto is = [&](std::string_view said, std::string_view name, std::size_t list) {
        return said == name || (list < 3 && std::count(lists[list].begin(), lists[list].end(), said) > 0);
      };
      for (const auto& [s, r, o] : distinct) {
        if (r == gold[i].relation && is(s, gold[i].subject, of[i][0]) && is(o, gold[i].object, of[i][1])) {
          matched.insert({s, r, o});
        }
      }
    }
    const auto id = [&](std::size_t list) { return list < 3 ? &ids[list] : nullptr; };
    const auto names_of = [&](std::size_t i) { return mhqa::triple_names{id(of[i][0]), id(of[i][1])}; };
    CHECK(mhqa::evidence_scorer{}(predicted, gold, names_of) ==
          mhqa::score_set({matched.size(), distinct.size(), gold.size()}, mhqa::empty_rule::zero));
  }
}

TEST_CASE("evidence: a scorer's results do not depend on earlier calls") {
  const triples small = {{"a", "r", "b"}};
  triples large;
  std::vector<std::string> texts;
  for (int i = 0; i < 200; ++i) texts.push_back("İ long name of an entity, number " + std::to_string(i));
  for (const std::string& text : texts) large.push_back({text, "r", text});
  mhqa::evidence_scorer score;
  CHECK(score(large, large) == all);
  CHECK(score(small, small) == all);
  CHECK(score(large, large, nobody) == all);
  CHECK(score(small, large, nobody) == none);
}

TEST_CASE("evidence: without further names and without repeats both versions agree on all lists of two letters") {
  // All pairs of subsets of {a, b} x {r, s} x {a, b}, taken every seventh to stay small.
  triples pool;
  for (const std::string_view s : {"a", "b"}) {
    for (const std::string_view r : {"r", "s"}) {
      for (const std::string_view o : {"a", "b"}) pool.push_back({s, r, o});
    }
  }
  const auto subset = [&](unsigned mask) {
    triples out;
    for (std::size_t i = 0; i < pool.size(); ++i) {
      if (((mask >> i) & 1U) != 0) out.push_back(pool[i]);
    }
    return out;
  };
  for (unsigned predicted = 0; predicted < 256; predicted += 7) {
    for (unsigned gold = 0; gold < 256; ++gold) {
      CHECK(as_sets(subset(predicted), subset(gold)) == by_names(subset(predicted), subset(gold)));
    }
  }
}
