// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The pool of examples/data/pool holds what composing needs: answers that stand in their paragraphs, short questions,
// and chains of all six shapes within the paper's limits (Trivedi et al. 2022, Sec. 5, S2 and S4), counted here by the
// definition and by nothing else.
#include <mhqa/io/datasets/squad.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/model/lexical_reader.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/split.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct question {
  std::string id, text, answer, title, context, words, answer_words;
  std::size_t start = 0, tokens = 0;
};

std::size_t count_words(std::string_view text) {
  std::size_t count = 0;
  mhqa::split_whitespace(text, [&](std::string_view) { ++count; });
  return count;
}

std::vector<question> bundled_pool() {
  const auto root = std::filesystem::path{__FILE__}.parent_path().parent_path().parent_path();
  mhqa::io::squad::questions file{(root / "examples/data/pool/pool.json").string()};
  std::vector<question> out;
  file.for_each([&](const mhqa::squad::record& r) {
    REQUIRE(r.answers.size() == 1);
    const std::string_view answer = r.answers[0].text;
    out.push_back({std::string{r.id}, std::string{r.question}, std::string{answer}, std::string{r.title},
                   std::string{r.context}, mhqa::normalize(r.question), mhqa::normalize(answer),
                   static_cast<std::size_t>(r.answers[0].start.value_or(0)), count_words(r.question)});
  });
  return out;
}

bool mentions(const std::string& text, const std::string& part) {
  return (' ' + text + ' ').find(' ' + part + ' ') != std::string::npos;
}

// S2 without entities, which are capitalised here.
bool composable(const question& head, const question& tail) {
  return head.answer[0] >= 'A' && head.answer[0] <= 'Z' && mentions(tail.words, head.answer_words) &&
         !mentions(head.words, tail.answer_words) && head.context != tail.context;
}

bool apart(std::initializer_list<const question*> steps) {
  std::set<std::string> contexts;
  for (const question* q : steps) contexts.insert(q->context);
  return contexts.size() == steps.size();
}

std::size_t tokens(std::initializer_list<const question*> steps) {
  std::size_t sum = 0;
  for (const question* q : steps) sum += q->tokens;
  return sum;
}

}  // namespace

TEST_CASE("bundled_pool: every paragraph contains its answer and every question is short") {
  const std::vector<question> pool = bundled_pool();
  CHECK(pool.size() == 150);
  std::set<std::string> ids, contexts, texts;
  for (const question& q : pool) {
    CAPTURE(q.id);
    CHECK(ids.insert(q.id).second);
    CHECK(texts.insert(q.words).second);
    contexts.insert(q.context);
    CHECK(mentions(mhqa::normalize(q.context), q.answer_words));
    CHECK(q.tokens <= 10);
    CHECK(count_words(q.context) >= 20);
    CHECK(count_words(q.context) <= 80);
  }
  CHECK(contexts.size() == 63);
}

TEST_CASE("bundled_pool: the lexical reader finds some of every answer in the right paragraph") {
  mhqa::lexical_reader read;
  mhqa::answer_scorer<> score{mhqa::dialects::musique};
  for (const question& q : bundled_pool()) {
    CAPTURE(q.id);
    const std::array<mhqa::context_paragraph, 1> context{{{q.title, q.context}}};
    CHECK(score(read({q.id, q.text, context}).answer, std::string_view{q.answer}).f1 > 0);
  }
}

TEST_CASE("bundled_pool: it has chains of all six shapes within the paper's limits") {
  const std::vector<question> pool = bundled_pool();
  std::vector<std::vector<const question*>> heads(pool.size());  // of each tail
  for (std::size_t t = 0; t < pool.size(); ++t) {
    for (const question& head : pool) {
      if (composable(head, pool[t])) heads[t].push_back(&head);
    }
  }
  const auto heads_of = [&](const question* q) -> const auto& {
    return heads[static_cast<std::size_t>(q - pool.data())];
  };
  std::size_t hop2 = 0, hop3_1 = 0, hop3_2 = 0, hop4_1 = 0, hop4_2 = 0, hop4_3 = 0;
  for (const question& d : pool) {
    for (const question* c : heads_of(&d)) {
      hop2 += tokens({c, &d}) <= 15 ? 1U : 0U;
      for (const question* b : heads_of(c)) {
        if (!apart({b, c, &d})) continue;
        hop3_1 += tokens({b, c, &d}) <= 15 ? 1U : 0U;
        for (const question* a : heads_of(b)) {
          hop4_1 += apart({a, b, c, &d}) && tokens({a, b, c, &d}) <= 20 ? 1U : 0U;
        }
        for (const question* a : heads_of(c)) {  // a and b both lead to c
          hop4_2 += a < b && apart({a, b, c, &d}) && a->answer != b->answer && tokens({a, b, c, &d}) <= 20 ? 1U : 0U;
        }
      }
      for (const question* b : heads_of(&d)) {  // b and c both lead to d
        if (b->answer == c->answer || !apart({b, c, &d})) continue;
        hop3_2 += b < c && tokens({b, c, &d}) <= 15 ? 1U : 0U;
        for (const question* a : heads_of(b)) {
          hop4_3 += apart({a, b, c, &d}) && tokens({a, b, c, &d}) <= 20 ? 1U : 0U;
        }
      }
    }
  }
  CHECK(hop2 == 83);
  CHECK(hop3_1 == 42);
  CHECK(hop3_2 == 7);
  CHECK(hop4_1 == 22);
  CHECK(hop4_2 == 7);
  CHECK(hop4_3 == 9);
}
