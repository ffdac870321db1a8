// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/pair_index.hpp>

#include <mhqa/compose/mentions.hpp>
#include <mhqa/parallel.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace {

std::vector<std::uint32_t> list(std::span<const std::uint32_t> values) {
  return {values.begin(), values.end()};
}

mhqa::single_hop_pool of(std::vector<std::pair<std::string_view, std::string_view>> questions) {
  mhqa::single_hop_pool pool;
  pool.paragraphs.push_back({});
  for (const auto& [question, answer] : questions) pool.questions.push_back({"", "own", question, answer, {}, 0});
  return pool;
}

}  // namespace

TEST_CASE("pair_index: a bridge is an answer that another question mentions") {
  const auto pool = of({{"Who wrote Emma?", "Jane Austen"},
                        {"When was Jane Austen born?", "1775"},
                        {"Was Jane Austen the novelist Jane Austen?", "yes"},
                        {"Who wrote Persuasion?", "the Jane AUSTEN!"},
                        {"Is it Rome?", "Rome"},  // mentions its own answer and is no pair with itself
                        {"Which is longer?", "The"}});
  const mhqa::pool_words words{pool};
  const mhqa::pair_index index{pool, words};
  REQUIRE(index.bridges() == 1);
  CHECK(list(index.heads(0)) == std::vector<std::uint32_t>{0, 3});
  CHECK(list(index.tails(0)) == std::vector<std::uint32_t>{1, 2});
  CHECK(index.candidates() == 4);
}

TEST_CASE("pair_index: answers that hold each other are different bridges") {
  const auto pool = of({{"Which city?", "York"}, {"Which one?", "New York"}, {"Is New York older than York?", "no"}});
  const mhqa::pool_words words{pool};
  const mhqa::pair_index index{pool, words};
  REQUIRE(index.bridges() == 2);
  CHECK(list(index.heads(0)) == std::vector<std::uint32_t>{0});
  CHECK(list(index.tails(0)) == std::vector<std::uint32_t>{2});
  CHECK(list(index.heads(1)) == std::vector<std::uint32_t>{1});
}

TEST_CASE("pair_index: parts divide a frequent bridge by the ids of its longer side, and take each candidate once") {
  for (const bool more_tails : {true, false}) {
    CAPTURE(more_tails);
    std::vector<std::string> ids;
    for (int i = 0; i < 300; ++i) ids.push_back("q" + std::to_string(i));
    mhqa::single_hop_pool pool;
    pool.paragraphs.push_back({});
    for (std::size_t i = 0; i < 300; ++i) {
      const bool tail = i % 10 == 0 || (i % 4 == 0) != more_tails, head = i % 10 == 0 || (i % 4 == 0) == more_tails;
      pool.questions.push_back({ids[i], "own", tail ? "Where is Rome" : "Q", head ? "Rome" : "Oslo", {}, 0});
    }
    pool.questions[1].question = "Oslo and Lima";  // bridges of few candidates, which fall to one part
    pool.questions[2].answer = "Lima";
    const mhqa::pool_words words{pool};
    const mhqa::pair_index whole{pool, words};
    REQUIRE(whole.bridges() == 3);
    REQUIRE(whole.heads(0).size() * whole.tails(0).size() > mhqa::pair_index::undivided);
    REQUIRE((whole.heads(0).size() < whole.tails(0).size()) == more_tails);
    CHECK_FALSE(whole.is_divided(0));
    CHECK(whole.takes(0, 0, 0));
    std::uint64_t sum = 0, most = 0, small = 0;
    std::vector<int> taken(whole.heads(0).size() * whole.tails(0).size());
    for (std::uint32_t i = 0; i < 5; ++i) {
      const mhqa::pair_index part{pool, words, mhqa::serial_executor{}, {.index = i, .count = 5}};
      REQUIRE(std::ranges::equal(part.heads(0), whole.heads(0)));
      REQUIRE(std::ranges::equal(part.tails(0), whole.tails(0)));
      CHECK(part.is_divided(0));
      std::uint64_t mine = 0;
      for (std::size_t h = 0; h < part.heads(0).size(); ++h) {
        for (std::size_t t = 0; t < part.tails(0).size(); ++t) {
          if (!part.takes(0, h, t)) continue;
          ++taken[h * part.tails(0).size() + t];
          mine += part.heads(0)[h] != part.tails(0)[t] ? 1U : 0U;
        }
      }
      for (std::size_t b = 1; b < part.bridges(); ++b) {
        CHECK_FALSE(part.is_divided(b));
        CHECK(part.takes(b, 0, 0));
        for (const std::uint32_t head : part.heads(b)) {
          mine += part.tails(b).size() - (std::ranges::count(part.tails(b), head) != 0 ? 1U : 0U);
        }
      }
      small += part.bridges() - 1;
      CHECK(part.candidates() == mine);
      most = std::max(most, mine);
      sum += mine;
    }
    CHECK(sum == whole.candidates());
    CHECK(most < 2 * sum / 5);
    CHECK(small == 2);
    CHECK(std::ranges::count(taken, 1) == static_cast<std::ptrdiff_t>(taken.size()));
  }
}

TEST_CASE("pair_index: answers of 63 words and more are found too") {
  std::vector<std::string> answers;
  for (const std::size_t size : {63U, 64U, 65U, 80U}) {
    std::string& answer = answers.emplace_back("x");
    for (std::size_t i = 1; i < size; ++i) answer += i % 2 == 0 ? " x" : " y";
  }
  for (const std::string& answer : answers) {
    const std::string question = "x x " + answer + " z";
    const auto pool = of({{"Q", answer}, {question, "Q z"}, {answers.back(), "z"}, {"x y", answers[1]}});
    const mhqa::pool_words words{pool};
    const mhqa::pair_index index{pool, words};
    std::uint64_t want = 0;
    for (std::size_t h = 0; h < 4; ++h) {
      for (std::size_t t = 0; t < 4; ++t) {
        want += h != t && mhqa::is_mentioned(words.answer(h), words.question(t)) ? 1U : 0U;
      }
    }
    CAPTURE(answer.size());
    CHECK(index.candidates() == want);
    CHECK(want >= 2);
  }
}

TEST_CASE("pair_index: a question may mention hundreds of answers") {
  std::vector<std::string> names;
  for (int i = 0; i < 600; ++i) names.push_back("n" + std::to_string(i));
  for (const std::size_t many : {254U, 255U, 256U, 510U, 511U}) {
    std::string text;
    for (std::size_t i = 0; i < many; ++i) text += names[i] + ' ';
    std::vector<std::pair<std::string_view, std::string_view>> questions{{text, "x"}, {"Is it n3?", "y"}};
    for (const std::string& name : names) questions.emplace_back("Q", name);
    const auto pool = of(questions);
    const mhqa::pool_words words{pool};
    const mhqa::pair_index index{pool, words};
    CAPTURE(many);
    REQUIRE(index.bridges() == many);
    for (std::uint32_t b = 0; b < many; ++b) {
      REQUIRE(list(index.heads(b)) == std::vector<std::uint32_t>{b + 2});
      REQUIRE(list(index.tails(b)) == (b == 3 ? std::vector<std::uint32_t>{0, 1} : std::vector<std::uint32_t>{0}));
    }
  }
}

TEST_CASE("pair_index: a large pool gives the same bridges on several threads") {
  constexpr std::uint32_t n = 150'000;
  mhqa::single_hop_pool pool;
  pool.paragraphs.push_back({});
  for (std::uint32_t i = 0; i < n; ++i) {
    pool.questions.push_back({"", "own", i % 3 == 0 ? "Where is Rome" : "Q", i % 2 == 0 ? "Rome" : "Oslo", {}, 0});
  }
  pool.questions.back().question = "Oslo or Rome";
  const mhqa::pool_words words{pool};
  mhqa::thread_pool threads{4};
  const mhqa::pair_index alone{pool, words}, together{pool, words, threads};
  std::vector<std::uint32_t> heads, tails;
  for (std::uint32_t i = 0; i < n; i += 2) heads.push_back(i);
  for (std::uint32_t i = 0; i < n; i += 3) tails.push_back(i);
  tails.push_back(n - 1);
  for (const mhqa::pair_index* const index : {&alone, &together}) {
    REQUIRE(index->bridges() == 2);
    CHECK(std::ranges::equal(index->heads(0), heads));
    CHECK(std::ranges::equal(index->tails(0), tails));
    CHECK(index->heads(1).size() == n / 2);
    CHECK(list(index->tails(1)) == std::vector<std::uint32_t>{n - 1});
  }
}
