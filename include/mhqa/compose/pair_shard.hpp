// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The questions that one part of S2 needs, and that part made from them alone, without the pool.
//   bytes = mhqa::to_bytes(mhqa::pair_up_shard(shard, options, {.number = {.index = 3, .count = 16}}));
#pragma once

#include <mhqa/compose/divided_bridges.hpp>
#include <mhqa/compose/pair_part.hpp>
#include <mhqa/compose/part_label.hpp>
#include <mhqa/compose/stage.hpp>
#include <mhqa/compose/stages.hpp>
#include <mhqa/error.hpp>
#include <mhqa/parallel.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// The good questions that a part of S2 needs (bridge_uses).
struct pair_shard {
  part_label label{};                   ///< the part; made_with has the options of S1
  std::uint64_t pool = 0;               ///< the fingerprint() of all good questions
  question_pool questions{};            ///< in their order; also has paragraphs that are titles alone
  std::vector<std::uint32_t> places{};  ///< of the questions among all good ones, ascending
  divided_bridges divided{};            ///< of all good questions
};

/// Finds the pairs of a part from its shard.
///
/// Shape:  equals pair_up_part() of all good questions that ends with pairs
/// Errors: as the stage; usage_error if the shard is that of another part
/// Cost:   that of the stage for the shard's questions
template <class Pairs = pair_stage<>, class E = serial_executor>
[[nodiscard]] pair_part pair_up_shard(const pair_shard& shard, const compose_options& options, part_label label,
                                      const Pairs& pairs = {}, E&& exec = {}) {
  if (label.number != shard.label.number) throw_usage_error("mhqa::pair_up_shard: the shard is that of another part");
  const good_set good{shard.questions, shard.places};
  const auto known = [&](const good_set& in, const compose_options& with, auto&& on, const part_number& part) {
    return pairs(in, with, on, part, shard.divided);
  };
  pair_part out = pair_up_part(good, options, std::move(label), part_end::pairs, known, reader_answers<>{}, exec);
  out.pool = shard.pool;
  for (question_pair& p : out.pairs) {
    p.head = shard.places[p.head];
    p.tail = shard.places[p.tail];
  }
  return out;
}

}  // namespace mhqa::inline v0_1
