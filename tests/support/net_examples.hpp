// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A net that has learnt nothing: weights drawn at random, for a few words.
#pragma once

#include <mhqa/model/net_weights.hpp>
#include <mhqa/random.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mhqa_test {

inline mhqa::net_weights random_net(std::uint64_t seed, const std::vector<std::string_view>& words) {
  mhqa::draws random{seed, std::uint64_t{0}, 1};
  const auto near_zero = [&](std::uint64_t most) {
    return static_cast<std::int16_t>(static_cast<std::int64_t>(random.below(2 * most + 1)) -
                                     static_cast<std::int64_t>(most));
  };
  constexpr std::size_t vector = mhqa::net_sizes::vector, hidden = mhqa::net_sizes::hidden;
  mhqa::net_weights out;
  out.name = "test";
  for (const std::string_view w : words) out.hashes.push_back(static_cast<std::uint32_t>(mhqa::stable_hash(w) >> 32U));
  std::sort(out.hashes.begin(), out.hashes.end());
  out.vectors.resize((words.size() + 1) * vector);
  for (auto& v : out.vectors) v = static_cast<std::int8_t>(near_zero(60));
  const auto set = [&](mhqa::net_part part, std::size_t rows, std::size_t columns) {
    mhqa::net_matrix& m = out.parts[static_cast<std::size_t>(part)];
    m.rows = rows;
    m.columns = columns;
    for (std::size_t i = 0; i < rows * columns; ++i) m.weights.push_back(near_zero(1200));
    for (std::size_t i = 0; i < rows; ++i) m.bias.push_back(near_zero(400));
  };
  using mhqa::net_part;
  constexpr std::size_t text = vector + 28 + mhqa::net_sizes::match + mhqa::net_sizes::asked;
  for (const net_part p : {net_part::question_forwards, net_part::question_backwards})
    set(p, 4 * hidden, vector + hidden);
  for (const net_part p : {net_part::first_forwards, net_part::first_backwards}) set(p, 4 * hidden, text + hidden);
  for (const net_part p : {net_part::second_forwards, net_part::second_backwards}) set(p, 4 * hidden, 3 * hidden);
  set(net_part::key, mhqa::net_sizes::key, vector);
  set(net_part::match, mhqa::net_sizes::match, 2 * hidden);
  set(net_part::pool, 1, 2 * hidden);
  set(net_part::asked, mhqa::net_sizes::asked, 2 * hidden);
  set(net_part::begin, 4 * hidden, 2 * hidden);
  set(net_part::end, 4 * hidden, 2 * hidden);
  for (auto& l : out.lengths) l = near_zero(2000);
  return out;
}

}  // namespace mhqa_test
