// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/pool_words.hpp>

#include <mhqa/compose/mentions.hpp>
#include <mhqa/random.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::array<std::string_view, 2> aliases{"The Swan of Avon!", "Jane AUSTEN"};

}  // namespace

TEST_CASE("pool_words: words of questions, answers and paragraphs share one vocabulary") {
  const mhqa::single_hop_pool pool{{{"a", "own", "Who wrote Emma?", "Jane Austen", {}, 0},
                                    {"b", "own", "When was Jane Austen born?", "1775", {}, 1}},
                                   {{"Emma", "A novel by Jane Austen."}, {"Jane Austen", "Born in 1775."}}};
  const mhqa::pool_words words{pool};
  CHECK(words.questions() == 2);
  CHECK(words.paragraphs() == 2);
  CHECK(words.question(0).size() == 3);
  CHECK(words.text(0).size() == 4);
  CHECK(words.word(words.question(0)[2]) == "emma");
  CHECK(words.question(0)[2] == words.title(0)[0]);
  CHECK(mhqa::is_mentioned(words.answer(0), words.question(1)));
  CHECK_FALSE(mhqa::is_mentioned(words.answer(1), words.question(0)));
  CHECK(mhqa::is_answer_in(words, 0, 0));
  CHECK(mhqa::is_answer_in(words, 0, 1));  // by the title
  CHECK_FALSE(mhqa::is_answer_in(words, 1, 0));
  const std::vector<std::uint32_t> other = words.words_of("The Emma, unseen");
  REQUIRE(other.size() == 2);
  CHECK(other[0] == words.title(0)[0]);
  CHECK(other[1] == mhqa::pool_words::unknown);
}

TEST_CASE("pool_words: the same question, paragraph and answer") {
  const mhqa::single_hop_pool pool{{{"0", "own", "Who wrote Emma?", "Jane Austen", {}, 0},
                                    {"1", "own", "who wrote the EMMA", "Austen", aliases, 1},
                                    {"2", "own", "Who wrote Hamlet?", "swan of Avon", {}, 2},
                                    {"3", "own", "Who wrote", "", {}, 3}},
                                   {{"Emma", "A novel."}, {"Emma", "novel"}, {"emma", "A novel."}, {"Emma", ""}}};
  const mhqa::pool_words words{pool};
  CHECK(mhqa::same_question(words, 0, 1));
  CHECK_FALSE(mhqa::same_question(words, 0, 3));
  CHECK(mhqa::same_paragraph(words, 0, 1));
  CHECK_FALSE(mhqa::same_paragraph(words, 0, 2));  // another title
  CHECK_FALSE(mhqa::same_paragraph(words, 0, 3));
  CHECK(mhqa::same_answer(words, 0, 1));
  CHECK(mhqa::same_answer(words, 1, 2));
  CHECK_FALSE(mhqa::same_answer(words, 0, 2));
  CHECK_FALSE(mhqa::same_answer(words, 3, 0));
  CHECK(words.answer_keys(1).size() == 3);
  CHECK(words.answer_key(0) == words.answer_keys(0)[0]);
}

TEST_CASE("pool_words: keys are equal exactly where the texts are") {
  mhqa::draws random{7, "pool_words"};
  constexpr std::array<std::string_view, 4> parts{"b", "c", "the", "B?"};
  std::vector<std::string> texts(120);
  for (std::string& text : texts) {
    for (auto n = random.below(4); n != 0; --n) (text += parts[random.below(parts.size())]) += ' ';
  }
  mhqa::single_hop_pool pool;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    pool.questions.push_back({"", "", texts[i], texts[texts.size() - 1 - i], {}, 0});
  }
  pool.paragraphs.push_back({});
  const mhqa::pool_words words{pool};
  std::size_t equal = 0;
  for (std::size_t a = 0; a < texts.size(); ++a) {
    for (std::size_t b = 0; b < texts.size(); ++b) {
      const bool same = mhqa::normalize(texts[a]) == mhqa::normalize(texts[b]);
      equal += same ? 1U : 0U;
      if (mhqa::same_question(words, a, b) != same) FAIL_CHECK(texts[a] << " / " << texts[b]);
      if (mhqa::same_answer(words, texts.size() - 1 - a, texts.size() - 1 - b) != same) FAIL_CHECK(texts[a]);
      if (mhqa::is_mentioned(words.question(a), words.question(b)) != mhqa::is_mentioned(texts[a], texts[b])) {
        FAIL_CHECK(texts[a] << " in " << texts[b]);
      }
    }
  }
  CHECK(equal > texts.size());
}

TEST_CASE("pool_words: answers, aliases and titles that are equal share their words") {
  const std::vector<std::string_view> of_rome{"Roma", "the Eternal City", "ROMA!"}, of_paris{"Rome"};
  mhqa::single_hop_pool pool;
  pool.paragraphs = {{"Rome", "x"}, {"The Eternal City", "y"}, {"", "z"}, {"Oslo", "x"}, {"rome", "X"}, {"Rome", "X"}};
  pool.questions = {{"0", "", "Which city?", "Rome", of_rome, 5},
                    {"1", "", "Which?", "the", {}, 1},
                    {"2", "", "which city", "Paris", of_paris, 2},
                    {"3", "", "", "rome.", {}, 4},
                    {"4", "", "The?", "", {}, 0},
                    {"5", "", "z", "Eternal City", {}, 3}};
  const mhqa::pool_words words{pool};
  CHECK(words.questions() == 6);
  CHECK(words.paragraphs() == 6);
  const std::vector<std::uint32_t> answers{0, 1, 2, 0, 1, 3};  // Rome, no words, Paris, Eternal City
  const std::vector<std::uint32_t> questions{0, 1, 0, 2, 2, 3};
  const std::vector<std::uint32_t> paragraphs{0, 1, 2, 3, 4, 0};
  for (std::size_t i = 0; i < 6; ++i) {
    CAPTURE(i);
    CHECK(words.answer_key(i) == answers[i]);
    CHECK(words.question_key(i) == questions[i]);
    CHECK(words.paragraph_key(i) == paragraphs[i]);
    CHECK(words.own_paragraph_key(i) == paragraphs[pool.questions[i].paragraph]);
    CHECK(std::ranges::equal(words.question(i), words.words_of(pool.questions[i].question)));
    CHECK(std::ranges::equal(words.answer(i), words.words_of(pool.questions[i].answer)));
    CHECK(std::ranges::equal(words.words_of_answer(words.answer_key(i)), words.answer(i)));
    REQUIRE(words.aliases(i) == pool.questions[i].aliases.size());
    for (std::size_t k = 0; k < words.aliases(i); ++k) {
      CHECK(std::ranges::equal(words.alias(i, k), words.words_of(pool.questions[i].aliases[k])));
    }
    CHECK(std::ranges::equal(words.title(i), words.words_of(pool.paragraphs[i].title)));
    CHECK(std::ranges::equal(words.text(i), words.words_of(pool.paragraphs[i].text)));
  }
  CHECK(words.distinct_answers() == 4);
  CHECK(words.answer(0).data() == words.answer(3).data());
  CHECK(words.title(1).data() == words.answer(5).data());
  const auto keys = [&](std::size_t i) {
    return std::vector<std::uint32_t>{words.answer_keys(i).begin(), words.answer_keys(i).end()};
  };
  CHECK(keys(0) == std::vector<std::uint32_t>{0, 3, 4});  // Roma is 4, after all answers
  CHECK(keys(2) == std::vector<std::uint32_t>{0, 2});
  CHECK(keys(4) == std::vector<std::uint32_t>{1});
}

TEST_CASE("pool_words: a paragraph mentions an answer by its title, its text or an alias") {
  const std::vector<std::string_view> of_america{"The USA", "the"};
  mhqa::single_hop_pool pool;
  pool.paragraphs = {{"America", "x"}, {"y", "in the U.S.A. today"}, {"z", "American, then the rest"}};
  pool.questions = {{"a", "", "Which land?", "America", of_america, 0}};
  const mhqa::pool_words words{pool};
  CHECK(mhqa::is_answer_or_alias_in(words, 0, 0));
  CHECK(mhqa::is_answer_or_alias_in(words, 0, 1));
  CHECK(!mhqa::is_answer_or_alias_in(words, 0, 2));
}

TEST_CASE("pool_words: tens of thousands of paragraphs with one text and different titles are separated quickly") {
  std::vector<std::string> titles;
  for (int i = 0; i < 20'000; ++i) titles.push_back(std::to_string(i));
  mhqa::single_hop_pool pool;
  for (const std::string& title : titles) pool.paragraphs.push_back({title, "stub"});
  const mhqa::pool_words words{pool};
  for (std::uint32_t i = 0; i < titles.size(); ++i) REQUIRE(words.paragraph_key(i) == i);
}

TEST_CASE("pool_words: an empty pool, and a paragraph that is not there") {
  CHECK(mhqa::pool_words{mhqa::single_hop_pool{}}.questions() == 0);
  const mhqa::single_hop_pool pool{{{"a", "own", "b", "c", {}, 0}}, {}};
  CHECK_THROWS_AS(mhqa::pool_words{pool}, mhqa::data_error);
}
