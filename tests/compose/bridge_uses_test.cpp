// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/bridge_uses.hpp>

#include "support/name_pool.hpp"

#include <mhqa/compose/pair_index.hpp>
#include <mhqa/compose/pool_words.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/part_number.hpp>
#include <mhqa/random.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

using mhqa::shard_need;
using needs = std::vector<shard_need>;

namespace {

needs parts_of(mhqa::bridge_uses& uses, std::string_view question, std::string_view answer, std::size_t parts,
               std::string_view id = "q") {
  needs out(parts);
  uses.mark(id, question, answer, out);
  return out;
}

}  // namespace

TEST_CASE("bridge_uses: a part needs heads and tails of its bridges; a question without a bridge is needed by none") {
  constexpr std::uint32_t count = 7;
  mhqa::bridge_uses uses{count};
  for (const char* const answer : {"Jane Austen", "the Austen", "1815", "The"}) uses.add_answer(answer);
  for (const char* const q : {"When was Jane Austen born?", "Who wrote it?"}) uses.add_question(q);
  CHECK(uses.distinct_answers() == 3);
  CHECK(uses.divided().empty());
  needs jane(count), both(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const mhqa::part_number part{.index = i, .count = count};
    if (part.takes("jane austen")) jane[i] = shard_need::all;
    both[i] = part.takes("austen") ? shard_need::all : jane[i];
  }
  CHECK(parts_of(uses, "Who wrote it?", "The Jane Austen!", count) == jane);
  CHECK(parts_of(uses, "Did JANE AUSTEN write?", "Yes", count) == both);
  CHECK(parts_of(uses, "When?", "1815", count) == needs(count));  // no question mentions it
  CHECK(parts_of(uses, "When?", "The", count) == needs(count));   // no words
  needs titles(count);
  uses.mark_title("Jane Austen (writer)", titles);
  CHECK(titles == both);
}

TEST_CASE("bridge_uses: of a divided bridge, every part needs one side, and of the other what it takes") {
  for (const std::uint64_t limit : {0U, 4160U, 4159U}) {
    CAPTURE(limit);
    mhqa::bridge_uses uses{5, limit};
    for (int i = 0; i < 64; ++i) uses.add_answer("Rome");
    for (int i = 0; i < 64; ++i) uses.add_question("Where is Rome?");
    CHECK(mhqa::pair_index::undivided == 64 * 64);
    const needs marked = parts_of(uses, "What?", "Rome", 5);
    CHECK(std::count(marked.begin(), marked.end(), shard_need::all) == 1);
    CHECK(uses.divided().empty());
    uses.add_question("Is Rome there?");
    CHECK(uses.divided().by_tail(mhqa::bridge_key{}.add("rome").value()) == true);
    CHECK(parts_of(uses, "What?", "Rome", 5) == needs(5, shard_need::all));
    for (const char* const id : {"a", "b", "c", "d"}) {
      needs tail(5, limit == 4159 ? shard_need::without_paragraph : shard_need::none);
      tail[mhqa::stable_hash(id) % 5] = shard_need::all;
      CHECK(parts_of(uses, "Is Rome there?", "Yes", 5, id) == tail);
    }
  }
}

TEST_CASE("bridge_uses: a part is marked for all heads and tails of its index") {
  const mhqa_test::name_pool made{400, 30, 40, 4};
  const mhqa::pool_words words{made.pool};
  constexpr std::uint32_t count = 6;
  mhqa::bridge_uses uses{count};
  for (const auto& q : made.pool.questions) uses.add_answer(q.answer);
  for (const auto& q : made.pool.questions) uses.add_question(q.question);
  std::size_t marked = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const mhqa::pair_index index{made.pool, words, mhqa::serial_executor{}, {.index = i, .count = count}};
    const auto whole = [&](std::uint32_t q) {
      return parts_of(uses, made.pool.questions[q].question, made.pool.questions[q].answer, count)[i] ==
             shard_need::all;
    };
    for (std::size_t b = 0; b < index.bridges(); ++b) {
      for (const std::uint32_t q : index.heads(b)) CHECK(whole(q));
      for (const std::uint32_t q : index.tails(b)) CHECK(whole(q));
    }
    for (std::uint32_t q = 0; q < made.pool.questions.size(); ++q) marked += whole(q) ? 1 : 0;
  }
  CHECK(marked < count * made.pool.questions.size() * 3 / 4);
}

TEST_CASE("bridge_uses: the candidates of a bridge are sampled if there are more than are examined") {
  mhqa::bridge_uses uses{1, 3};
  for (const char* const answer : {"Rome", "Rome", "Oslo"}) uses.add_answer(answer);
  for (const char* const question : {"Is Rome there?", "Is Oslo north of Rome?", "Who?"}) uses.add_question(question);
  CHECK(uses.is_sampled("Who?", "the Rome"));
  CHECK(uses.is_sampled("Is Rome there?", "Yes"));
  CHECK_FALSE(uses.is_sampled("Is Oslo there?", "Oslo"));
  CHECK_FALSE(uses.is_sampled("Who?", ""));
  mhqa::bridge_uses all{1};
  all.add_answer("Rome");
  all.add_question("Is Rome there?");
  CHECK_FALSE(all.is_sampled("Is Rome there?", "Rome"));
}
