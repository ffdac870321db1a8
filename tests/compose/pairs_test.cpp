// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/pairs.hpp>

#include <mhqa/parallel.hpp>
#include <mhqa/random.hpp>

#include <range/v3/range/concepts.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/take.hpp>
#include <range/v3/view/transform.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <string>
#include <vector>

namespace {

// A pool of random texts over few words, so that many answers are mentioned and many things are equal.
struct random_pool {
  std::deque<std::string> texts;
  mhqa::single_hop_pool pool;

  random_pool(std::size_t questions, std::uint64_t seed) {
    mhqa::draws random{seed, "random_pool"};
    const auto words = [&](std::size_t least, std::size_t most) {
      constexpr std::array<std::string_view, 9> some{"Ann", "bob", "the", "Cy", "Dee?", "1945", "May", "ann", "(eve)"};
      std::string& out = texts.emplace_back();
      for (std::size_t n = least + random.below(most - least + 1); n != 0; --n) {
        out += some[random.below(some.size())];
        out += ' ';
      }
      return std::string_view{out};
    };
    for (std::size_t p = 0; p < 4; ++p) pool.paragraphs.push_back({words(1, 1), words(1, 2)});
    for (std::size_t i = 0; i < questions; ++i) {
      const auto paragraph = static_cast<std::uint32_t>(random.below(pool.paragraphs.size()));
      pool.questions.push_back({"", "own", words(0, 7), words(0, 3), {}, paragraph});
    }
  }
};

// The definition, word by word, over all pairs.
std::vector<mhqa::question_pair> naive_pairs(const mhqa::single_hop_pool& pool) {
  const auto mentioned = [](std::string_view x, std::string_view y) {
    const std::string a = mhqa::normalize(x), b = mhqa::normalize(y);
    return !a.empty() && (" " + b + " ").find(" " + a + " ") != std::string::npos;
  };
  const mhqa::capitals_tagger tag;
  std::vector<mhqa::question_pair> out;
  for (std::uint32_t h = 0; h < pool.questions.size(); ++h) {
    for (std::uint32_t t = 0; t < pool.questions.size(); ++t) {
      const mhqa::single_hop &head = pool.questions[h], &tail = pool.questions[t];
      const mhqa::context_paragraph &p = pool.paragraphs[head.paragraph], &q = pool.paragraphs[tail.paragraph];
      const auto bridge = mhqa::find_mention(head.answer, tail.question);
      if (h == t || !mentioned(head.answer, tail.question) || tag(head.answer, p.text).empty()) continue;
      if (mentioned(tail.answer, head.question)) continue;
      if (p.title == q.title && mhqa::normalize(p.text) == mhqa::normalize(q.text)) continue;
      if (tag(bridge.value().in(tail.question), tail.question) != tag(head.answer, p.text)) continue;
      out.push_back({h, t, bridge.value()});
    }
  }
  return out;
}

template <class Rules, class E = mhqa::serial_executor>
std::pair<std::vector<mhqa::question_pair>, mhqa::pair_counts> all_pairs(const mhqa::pair_index& index,
                                                                         const Rules& rules, E&& exec = {},
                                                                         const mhqa::pair_limits& limits = {}) {
  std::vector<mhqa::question_pair> out;
  auto counts = mhqa::for_each_pair(
      index, rules, [&](const mhqa::question_pair& p) { out.push_back(p); }, exec, limits);
  return {std::move(out), std::move(counts)};
}

// The same questions in a struct of the user's own.
struct own_question {
  std::string id, question, answer, paragraph;
  int year = 0;
};

std::vector<own_question> own_questions(const mhqa::single_hop_pool& pool) {
  std::vector<own_question> out;
  for (const mhqa::single_hop& q : pool.questions) {
    out.push_back({std::to_string(out.size()), std::string{q.question}, std::string{q.answer},
                   std::string{pool.paragraphs[q.paragraph].text}, static_cast<int>(out.size() % 7)});
  }
  return out;
}

const auto s2 =
    mhqa::bridge_is_entity() && mhqa::tail_answer_unseen() && mhqa::distinct_paragraphs() && mhqa::same_entity_type();

std::uint64_t sum(const mhqa::pair_counts& counts) {
  std::uint64_t all = counts.kept + counts.over_cap + counts.unexamined;
  for (const auto& d : counts.dropped) all += d.count;
  return all;
}

}  // namespace

TEST_CASE("pairs: those of a random pool are those of the definition") {
  std::size_t found = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    CAPTURE(seed);
    const random_pool random{seed + 2, seed};
    const mhqa::pool_words words{random.pool};
    const mhqa::pair_index index{random.pool, words};
    auto [pairs, counts] = all_pairs(index, s2);
    std::sort(pairs.begin(), pairs.end());
    const auto want = naive_pairs(random.pool);
    CHECK(pairs == want);
    CHECK(counts.kept == want.size());
    CHECK(sum(counts) == index.candidates());
    CHECK(mhqa::for_each_pair(index, s2, mhqa::count_only{}) == counts);
    found += want.size();
  }
  CHECK(found > 200);
}

TEST_CASE("pairs: candidates are all mentions of answers, and no rule changes their number") {
  const random_pool random{60, 5};
  const mhqa::pool_words words{random.pool};
  const mhqa::pair_index index{random.pool, words};
  std::uint64_t want = 0;
  for (std::size_t h = 0; h < 60; ++h) {
    for (std::size_t t = 0; t < 60; ++t) {
      want += h != t && mhqa::is_mentioned(words.answer(h), words.question(t)) ? 1U : 0U;
    }
  }
  CHECK(index.candidates() == want);
  CHECK(mhqa::for_each_pair(index, mhqa::bridge_mentioned(), mhqa::count_only{}).kept == want);
}

TEST_CASE("pairs: the reason is the first rule that fails, wherever rules over heads are") {
  const random_pool random{40, 9};
  const mhqa::pool_words words{random.pool};
  const mhqa::pair_index index{random.pool, words};
  mhqa::mention_finder find;
  const auto check = [&](const auto& rules) {
    std::vector<std::uint64_t> want(rules.size + 1, 0);
    for (std::uint32_t h = 0; h < 40; ++h) {
      for (std::uint32_t t = 0; t < 40; ++t) {
        if (h == t || !mhqa::is_mentioned(words.answer(h), words.question(t))) continue;
        ++want[rules.first_failure(mhqa::pair_candidate{{random.pool, words, h}, t, find})];
      }
    }
    const auto counts = mhqa::for_each_pair(index, rules, mhqa::count_only{});
    for (std::size_t r = 0; r < rules.size; ++r) {
      CHECK(counts.dropped[r] == mhqa::reason_count{std::string{rules.names()[r]}, want[r]});
    }
    CHECK(counts.kept == want.back());
  };
  const auto even = mhqa::head_rule("odd-head", [](const mhqa::head_candidate& c) { return c.head % 2 == 0; });
  const auto mine = mhqa::rule("odd-sum", [](const mhqa::pair_candidate& p) { return (p.head + p.tail) % 2 == 0; });
  check(even && mhqa::bridge_is_entity() && mine);
  check(mine && even && mhqa::distinct_paragraphs() && mhqa::bridge_is_entity());
  check(mhqa::distinct_paragraphs() && even);
}

TEST_CASE("pairs: without a rule, pairs and counts are those of the rules that are left") {
  const random_pool random{60, 4};
  const mhqa::pool_words words{random.pool};
  const mhqa::pair_index index{random.pool, words};
  const auto check = [&](std::string_view name, const auto& others) {
    CAPTURE(name);
    const auto some = all_pairs(index, mhqa::without(s2, std::array{name}));
    CHECK(some == all_pairs(index, others));
    CHECK(some.second.dropped.size() == s2.size - 1);
    // What is no entity has no type, so that the rule of types drops it too.
    CHECK((some.second.kept > all_pairs(index, s2).second.kept) == (name != "answer-is-no-entity"));
  };
  using namespace mhqa;
  check("answer-is-no-entity", tail_answer_unseen() && distinct_paragraphs() && same_entity_type());
  check("tail-answer-in-head", bridge_is_entity() && distinct_paragraphs() && same_entity_type());
  check("same-paragraph", bridge_is_entity() && tail_answer_unseen() && same_entity_type());
  check("another-entity-type", bridge_is_entity() && tail_answer_unseen() && distinct_paragraphs());
}

TEST_CASE("pairs: caps are counted, and the result is the same for any executor") {
  const random_pool random{120, 3};
  const mhqa::pool_words words{random.pool};
  mhqa::thread_pool threads{3};
  const mhqa::pair_index index{random.pool, words}, same{random.pool, words, threads};
  REQUIRE(index.bridges() == same.bridges());
  for (const mhqa::pair_limits limits :
       {mhqa::pair_limits{}, {.pairs_per_bridge = 3}, {.candidates_per_bridge = 20}, {20, 3, 8}}) {
    const auto [pairs, counts] = all_pairs(index, s2, mhqa::serial_executor{}, limits);
    const auto again = all_pairs(same, s2, threads, limits);
    CHECK(pairs == again.first);
    CHECK(counts == again.second);
    CHECK(sum(counts) == counts.candidates);
    CHECK((counts.over_cap != 0) == (limits.pairs_per_bridge != 0));
    std::map<std::uint32_t, std::uint64_t> of_bridge;
    std::uint64_t most = 0;
    for (const auto& p : pairs) most = std::max(most, ++of_bridge[words.answer_key(p.head)]);
    if (limits.pairs_per_bridge != 0) CHECK(most == limits.pairs_per_bridge);
    CHECK((counts.unexamined != 0) == (limits.candidates_per_bridge != 0));
    CHECK(mhqa::for_each_pair(index, s2, mhqa::count_only{}, threads, limits) == counts);
    auto all = all_pairs(index, s2).first;
    std::sort(all.begin(), all.end());
    auto some = pairs;
    std::sort(some.begin(), some.end());
    CHECK(std::includes(all.begin(), all.end(), some.begin(), some.end()));
    CHECK(std::adjacent_find(some.begin(), some.end()) == some.end());
  }
}

TEST_CASE("pairs: of own questions are those of the pool, counted, lazily and in parallel") {
  const random_pool random{90, 6};
  auto pool = random.pool;
  for (auto& p : pool.paragraphs) p.title = {};
  const mhqa::pool_words words{pool};
  const mhqa::pair_index index{pool, words};
  std::vector<own_question> own = own_questions(pool);
  const auto check = [&](const auto& rules) {
    const auto [want, want_counts] = all_pairs(index, rules);
    std::vector<mhqa::question_pair> eager, lazy, parallel;
    CHECK(mhqa::for_each_pair(own, rules, [&](const auto& p) { eager.push_back(p); }) == want_counts);
    mhqa::thread_pool threads{3};
    mhqa::for_each_pair(
        own, rules, [&](const mhqa::question_pair& p) { parallel.push_back(p); }, threads);
    for (const auto& p : mhqa::composable_pairs(own, rules)) {
      CHECK(&p.head_question() == &own[p.head]);
      CHECK(p.mentioned() == p.bridge().in(own[p.tail].question));
      lazy.push_back(p);
    }
    CHECK(eager == want);
    CHECK(lazy == want);
    CHECK(parallel == want);
    CHECK(mhqa::for_each_pair(own, rules, mhqa::count_only{}) == want_counts);
  };
  check(s2);
  check((mhqa::distinct_paragraphs() && mhqa::bridge_is_entity()) || !mhqa::tail_answer_unseen());
  check(!(mhqa::distinct_paragraphs() || mhqa::bridge_is_entity()));
  check(mhqa::composable(own));
}

TEST_CASE("pairs: own rules see the own elements, heads once, and the name that decided is counted") {
  const random_pool random{90, 6};
  std::vector<own_question> own = own_questions(random.pool);
  std::size_t asked = 0;
  const auto early = mhqa::head_rule("late-head", [&](const auto& h) { return ++asked, h.question().year < 5; });
  const auto rising =
      mhqa::rule("not-rising", [](const auto& p) { return p.head_question().year < p.tail_question().year; });
  const auto rules = (early && rising) || !mhqa::distinct_paragraphs();
  std::uint64_t rising_pairs = 0, same_paragraph = 0;
  const auto counts = mhqa::for_each_pair(own, rules, [&](const auto& p) {
    const bool rises = own[p.head].year < 5 && own[p.head].year < own[p.tail].year;
    ++(rises ? rising_pairs : same_paragraph);
    if (!rises) CHECK(own[p.head].paragraph == own[p.tail].paragraph);
  });
  CHECK(rising_pairs > 100);
  CHECK(same_paragraph > 20);
  CHECK(asked <= 90 * 2);  // a head is asked again where its bridge's candidates are cut in blocks
  REQUIRE(counts.dropped.size() == 3);
  CHECK(counts.dropped[0] == mhqa::reason_count{"late-head", 0});  // of `x || y`, the last name decides
  CHECK(counts.dropped[1].count == 0);
  CHECK(counts.dropped[2].reason == "not same-paragraph");
  CHECK(counts.dropped[2].count + counts.kept == counts.candidates);
  const auto lambda = mhqa::for_each_pair(
      own, [](const auto& p) { return p.head_question().year == 3; }, mhqa::count_only{});
  CHECK(lambda.dropped[0].reason == "unnamed");
}

TEST_CASE("pairs: the lazy range is a view of std::ranges and of range-v3, and asks only as far as it is read") {
  const random_pool random{90, 6};
  std::vector<own_question> own = own_questions(random.pool);
  std::size_t asked = 0;
  const auto counted = mhqa::rule("no", [&](const mhqa::pair_candidate&) { return ++asked, true; });
  auto pairs = mhqa::composable_pairs(own, counted);
  using view = decltype(pairs);
  static_assert(std::ranges::input_range<view> && std::ranges::view<view> && !std::ranges::forward_range<view>);
  static_assert(ranges::input_range<view> && ranges::view_<view>);
  CHECK(asked == 0);
  const auto two = pairs | ranges::views::take(2) | ranges::views::transform([](const auto& p) { return p.head; }) |
                   ranges::to<std::vector>();
  CHECK(two.size() == 2);
  CHECK(asked <= 256);
  const auto count = [](auto range) {
    std::size_t n = 0;
    for (auto at = range.begin(); at != range.end(); ++at) ++n;
    return n;
  };
  const std::size_t all = count(pairs);
  CHECK(count(pairs) == all);  // a copy begins again
  CHECK(all == mhqa::for_each_pair(own, counted, mhqa::count_only{}).kept);
  CHECK(count(mhqa::composable_pairs(std::vector<own_question>{own}, counted)) == all);  // holds the questions
  CHECK(count(mhqa::composable_pairs(
            own | ranges::views::transform([](const own_question& q) { return own_question{q}; }), counted)) == all);
  CHECK(count(view{}) == 0);
  CHECK(count(mhqa::composable_pairs(std::vector<own_question>{}, counted)) == 0);
}

TEST_CASE("pairs: an empty pool has no pairs") {
  const mhqa::single_hop_pool pool;
  const mhqa::pool_words words{pool};
  const mhqa::pair_index index{pool, words};
  CHECK(mhqa::for_each_pair(index, s2, mhqa::count_only{}).kept == 0);
  CHECK(index.bridges() == 0);
}
