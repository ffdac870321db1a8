// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A part that is made from its shard has the bytes of one that is made from the pool.
#include <mhqa/compose/pair_shard.hpp>

#include "support/name_pool.hpp"

#include <mhqa/compose/bridge_uses.hpp>
#include <mhqa/error.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace {

const auto rules = [](const mhqa::question_pool&, const mhqa::compose_options&) {
  return mhqa::distinct_paragraphs() && mhqa::tail_answer_unseen();
};
const mhqa::pair_stage<decltype(rules)> stage{rules};

// The shard of a part, as a run that reads the good questions as a stream divides them.
mhqa::pair_shard shard_of(const mhqa::single_hop_pool& pool, const mhqa::part_number& part,
                          std::uint64_t candidates_per_bridge) {
  mhqa::bridge_uses uses{part.count, candidates_per_bridge};
  for (const auto& q : pool.questions) uses.add_answer(q.answer);
  for (const auto& q : pool.questions) uses.add_question(q.question);
  mhqa::pair_shard out{.label = {.number = part}, .pool = mhqa::fingerprint(pool)};
  mhqa::single_hop_pool some;
  some.paragraphs = pool.paragraphs;
  const auto empty = static_cast<std::uint32_t>(some.paragraphs.size());
  some.paragraphs.emplace_back();
  for (std::uint32_t i = 0; i < pool.questions.size(); ++i) {
    std::vector<mhqa::shard_need> parts(part.count);
    uses.mark(pool.questions[i].id, pool.questions[i].question, pool.questions[i].answer, parts);
    if (parts[part.index] == mhqa::shard_need::none) continue;
    some.questions.push_back(pool.questions[i]);
    if (parts[part.index] != mhqa::shard_need::all) some.questions.back().paragraph = empty;
    out.places.push_back(i);
  }
  out.questions = mhqa::question_pool{std::move(some)};
  out.divided = uses.divided();
  return out;
}

}  // namespace

TEST_CASE("pair_shard: parts from shards have the bytes of parts from the pool, with and without divided bridges" *
          doctest::test_suite("unsanitized")) {
  struct parting {
    std::uint32_t count;
    std::uint64_t candidates_per_bridge;
  };
  constexpr std::array<parting, 6> many{{{1, 9000}, {2, 9000}, {9, 9000}, {2, 0}, {9, 0}, {9, 1000000}}};
  for (const std::uint32_t names : {40U, 2U}) {
    const std::uint32_t questions = names == 2 ? 500 : 300;
    const mhqa_test::name_pool made{questions, names, 60, 6};
    const mhqa::question_pool all{made.pool};
    std::vector<std::uint32_t> places(questions);
    for (std::uint32_t i = 0; i < questions; ++i) places[i] = i;
    const mhqa::good_set good{all, places};
    mhqa::compose_options o{.seed = 9};
    std::size_t needed = 0, pairs = 0;
    for (const parting& parted : many) {
      const std::uint32_t count = parted.count;
      const std::uint64_t limit = parted.candidates_per_bridge;
      o.pairs = {limit, 900, 0};
      for (std::uint32_t i = 0; i < count; ++i) {
        CAPTURE(names);
        CAPTURE(i);
        CAPTURE(count);
        const mhqa::part_label label{.number = {.index = i, .count = count}};
        const mhqa::pair_shard shard = shard_of(made.pool, label.number, limit);
        const auto part = mhqa::pair_up_shard(shard, o, label, stage);
        CHECK(mhqa::to_bytes(part) == mhqa::to_bytes(mhqa::pair_up_part(good, o, label, mhqa::part_end::pairs, stage)));
        pairs += part.pairs.size();
        if (count == 9 && limit == 0) needed += shard.places.size();
      }
    }
    CHECK(pairs > 0);
    if (names == 40) CHECK(needed < 9 * questions / 2);
  }
}

TEST_CASE("pair_shard: the shard of another part is refused") {
  const mhqa_test::name_pool made{30, 10, 10, 4};
  const auto shard = shard_of(made.pool, {.index = 1, .count = 3}, 0);
  CHECK_THROWS_AS(static_cast<void>(mhqa::pair_up_shard(shard, {}, {.number = {.index = 2, .count = 3}})),
                  mhqa::usage_error);
}
