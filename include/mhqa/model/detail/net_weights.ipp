// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of net_weights.hpp.
#pragma once

#include <mhqa/model/net_weights.hpp>

#include <mhqa/bytes.hpp>
#include <mhqa/error.hpp>
#include <mhqa/model/detail/packed_numbers.hpp>
#include <mhqa/model/detail/word_inputs.hpp>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <span>

namespace mhqa::inline v0_1 {
namespace detail {

/// Inputs of a matrix: a word's vector first, then numbers of at most 1; and its rows.
struct net_shape {
  std::size_t rows, vectors, others;
};

[[nodiscard]] inline net_shape shape_of(net_part part) noexcept {
  using size = net_sizes;
  constexpr std::size_t gates = 4 * size::hidden, both = 2 * size::hidden;
  switch (part) {
    case net_part::question_forwards:
    case net_part::question_backwards:
      return {gates, size::vector, size::hidden};
    case net_part::first_forwards:
    case net_part::first_backwards:
      return {gates, size::vector, word_inputs::features + size::match + size::asked + size::hidden};
    case net_part::second_forwards:
    case net_part::second_backwards:
      return {gates, 0, both + size::hidden};
    case net_part::key:
      return {size::key, size::vector, 0};
    case net_part::match:
      return {size::match, 0, both};
    case net_part::pool:
      return {1, 0, both};
    case net_part::asked:
      return {size::asked, 0, both};
    case net_part::begin:
    case net_part::end:
      return {2 * both, 0, both};
  }
  return {};
}

/// Returns whether no inputs can make the sum of a row exceed 32 bits.
[[nodiscard]] inline bool sums_fit(const net_matrix& m, const net_shape& shape) noexcept {
  constexpr std::int64_t most_of_vector = 127 * 64, most_of_others = 2048;  // 11 bits after the point
  for (std::size_t r = 0; r < m.rows; ++r) {
    std::int64_t sum = std::int64_t{std::abs(int{m.bias[r]})} * most_of_others;
    for (std::size_t c = 0; c < m.columns; ++c) {
      sum += std::abs(int{m.weights[r * m.columns + c]}) * (c < shape.vectors ? most_of_vector : most_of_others);
    }
    if (sum > std::numeric_limits<std::int32_t>::max()) return false;
  }
  return true;
}

[[nodiscard]] inline net_matrix read_matrix(byte_reader& in, const net_shape& shape) {
  net_matrix out;
  out.rows = static_cast<std::size_t>(in.number());
  out.columns = static_cast<std::size_t>(in.number());
  const std::string_view packed = in.text();
  if (out.rows != shape.rows || out.columns != shape.vectors + shape.others ||
      packed.size() != 2 * out.rows * (out.columns + 1)) {
    in.fail("expected the matrix of a net");
  }
  out.weights.resize(out.rows * out.columns);
  out.bias.resize(out.rows);
  unpack(packed, std::span{out.weights});
  unpack(packed.substr(2 * out.weights.size()), std::span{out.bias});
  if (!sums_fit(out, shape)) in.fail("expected weights whose sums have 32 bits");
  return out;
}

}  // namespace detail

MHQA_INLINE std::string to_bytes(const net_weights& w) {
  byte_writer out;
  std::string packed;
  out.text(net_weights::magic);
  out.number(net_weights::version);
  out.text(w.name);
  out.number(w.hashes.size());
  detail::pack(std::span<const std::uint32_t>{w.hashes}, packed);
  out.text(packed);
  packed.assign(w.vectors.begin(), w.vectors.end());
  out.text(packed);
  for (const net_matrix& m : w.parts) {
    out.number(m.rows);
    out.number(m.columns);
    packed.clear();
    detail::pack(std::span<const std::int16_t>{m.weights}, packed);
    detail::pack(std::span<const std::int16_t>{m.bias}, packed);
    out.text(packed);
  }
  packed.clear();
  detail::pack(std::span<const std::int16_t>{w.lengths}, packed);
  out.text(packed);
  return std::move(out).finish();
}

MHQA_INLINE net_weights net_from_bytes(std::string_view bytes, const std::string& name) {
  byte_reader in{bytes, name};
  net_weights out;
  if (in.text() != net_weights::magic) in.fail("expected the weights of a span net");
  if (const std::uint64_t found = in.number(); found != net_weights::version) {
    in.fail("expected weights of version " + std::to_string(net_weights::version) + ", found " + std::to_string(found) +
            "; scripts/train_net makes new ones");
  }
  out.name = in.text();
  out.hashes.resize(in.count(4));
  const std::string_view hashes = in.text(), vectors = in.text();
  if (hashes.size() != 4 * out.hashes.size() || vectors.size() != net_sizes::vector * (out.hashes.size() + 1)) {
    in.fail("expected a vector for each word");
  }
  detail::unpack(hashes, std::span{out.hashes});
  if (!std::is_sorted(out.hashes.begin(), out.hashes.end())) in.fail("expected hashes that ascend");
  out.vectors.assign(vectors.begin(), vectors.end());
  for (std::size_t p = 0; p < net_part_count; ++p) {
    out.parts[p] = detail::read_matrix(in, detail::shape_of(static_cast<net_part>(p)));
  }
  const std::string_view lengths = in.text();
  if (lengths.size() != 2 * out.lengths.size()) in.fail("expected a weight for each length of a span");
  detail::unpack(lengths, std::span<std::int16_t>{out.lengths});
  in.expect_end();
  out.hash = stable_hash(bytes);
  return out;
}

}  // namespace mhqa::inline v0_1
