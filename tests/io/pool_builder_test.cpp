// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/pool_builder.hpp>

#include "support/growth.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using mhqa::io::loaded_pool;
using mhqa::io::pool_builder;

TEST_CASE("pool_builder: paragraphs merge, ids become unique, answers count once") {
  pool_builder to;
  const std::array<std::string_view, 4> answers{"Jane Austen", "Austen", "Jane Austen", "Austen"};
  std::string text = "By Jane Austen.";
  const auto first = to.add_paragraph("Emma", text);
  const auto again = to.add_paragraph("Emma", text);
  const auto other = to.add_paragraph("Persuasion", text);
  CHECK(first == again);
  CHECK(other == 1);
  to.add(first, {"7", "squad", "Who wrote Emma?"}, answers);
  to.add(other, {"7", "squad", "Who wrote Persuasion?"}, std::span{answers}.first(1));
  to.add(other, {"7~2", "trex", "Whose is it?"}, std::span{answers}.first(1));
  to.add(other, {"7", "trex", "By whom?"}, std::span{answers}.first(1));
  to.add(other, {"", "trex", "Who?"}, std::span{answers}.first(1));
  to.drop("no-answer");
  to.drop("a reason", 2);
  to.drop("no-answer");
  text.assign(text.size(), '?');  // the pool has its own

  loaded_pool pool = to.take();
  const loaded_pool moved = std::move(pool);
  REQUIRE(moved.pool.questions.size() == 5);
  CHECK(moved.pool.paragraphs[0] == mhqa::context_paragraph{"Emma", "By Jane Austen."});
  std::vector<std::string_view> ids;
  for (const auto& q : moved.pool.questions) ids.push_back(q.id);
  CHECK(ids == std::vector<std::string_view>{"7", "7~2", "7~2~2", "7~3", "trex_4"});
  CHECK(moved.pool.questions[0].answer == "Jane Austen");
  REQUIRE(moved.pool.questions[0].aliases.size() == 1);
  CHECK(moved.pool.questions[0].aliases[0] == "Austen");
  CHECK(moved.pool.questions[1].aliases.empty());
  CHECK(moved.pool.questions[3].source == "trex");
  CHECK(moved.read == 9);
  CHECK(moved.renamed == 3);
  CHECK(moved.dropped == std::vector<mhqa::reason_count>{{"a reason", 2}, {"no-answer", 2}});
  CHECK(to.take().pool.questions.empty());
  CHECK_THROWS_AS(to.add(0, {"1", "squad", "Who?"}, {}), mhqa::data_error);
}

TEST_CASE("pool_builder: a question with many answers takes linear time, and each answer counts once") {
  CHECK(mhqa_test::growth(1000, [](std::size_t n) {
          std::vector<std::string> texts;
          for (std::size_t i = 0; i < n; ++i) texts.push_back("answer " + std::to_string(i));
          return [texts = std::move(texts)] {
            std::vector<std::string_view> answers(texts.begin(), texts.end());
            answers.insert(answers.end(), texts.begin(), texts.end());
            pool_builder to;
            to.add(to.add_paragraph("Emma", "By Jane Austen."), {"7", "squad", "Who wrote Emma?"}, answers);
            CHECK(to.take().pool.questions[0].aliases.size() == texts.size() - 1);
          };
        }) < mhqa_test::steep);
}

TEST_CASE("pool_builder: in blocks, questions have the ids, and their paragraphs the texts, of one pool") {
  const auto fill = [](pool_builder& to) {
    const std::array<std::string_view, 3> answers{"Jane Austen", "Austen", "Austen"};
    for (int i = 0; i < 10; ++i) {
      const std::string text = "Paragraph " + std::to_string(i % 3);
      const std::string id = i % 2 == 0 ? std::string{} : std::to_string(i % 4);
      to.add(to.add_paragraph("Emma", text), {id, "own", "Who?"}, answers);
    }
  };
  pool_builder whole;
  fill(whole);
  const loaded_pool all = whole.take();
  for (const std::size_t size : {1U, 3U, 4U, 100U}) {
    CAPTURE(size);
    std::size_t at = 0, blocks = 0;
    pool_builder some;
    some.in_blocks(size, [&](const mhqa::single_hop_pool& block, std::uint32_t first) {
      CHECK(first == at);
      ++blocks;
      for (const mhqa::single_hop& q : block.questions) {
        const mhqa::single_hop& same = all.pool.questions.at(at++);
        CHECK(q.id == same.id);
        CHECK(q.source == same.source);
        CHECK(q.answer == same.answer);
        CHECK(q.aliases.size() == same.aliases.size());
        CHECK(block.paragraphs.at(q.paragraph) == all.pool.paragraphs.at(same.paragraph));
      }
    });
    fill(some);
    some.end_block();
    CHECK(at == 10);
    CHECK(blocks == (10 + size - 1) / size);
    const loaded_pool counts = some.take();
    CHECK(counts.read == all.read);
    CHECK(counts.renamed == all.renamed);
  }
}
