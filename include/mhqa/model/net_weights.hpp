// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The weights of a span_net as a value and as bytes: vectors of words in 8 bits, found by the words' hashes, and
// matrices of 16-bit numbers. Sums of them are integers, so that every machine gets the same.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// A matrix with a bias for each row, in fixed point: 12 bits after the point.
///
/// Shape: weights[rows * columns], bias[rows]
struct net_matrix {
  static constexpr unsigned bits = 12;

  std::size_t rows = 0, columns = 0;
  std::vector<std::int16_t> weights{}, bias{};

  friend bool operator==(const net_matrix&, const net_matrix&) = default;
};

/// The matrices of a span_net. A layer reads its words forwards and backwards; its rows are the gates in, forget, cell
/// and out, its columns the inputs and then what the layer said of the word before.
enum class net_part : std::uint8_t {
  question_forwards,
  question_backwards,
  first_forwards,  ///< its inputs: a word's vector, what is known of it, what it matches, what is asked
  first_backwards,
  second_forwards,
  second_backwards,
  key,    ///< by which words of the text and of the question are compared
  match,  ///< what a word of the question says to a word like it
  pool,   ///< how much a word of the question counts
  asked,  ///< what the question says to all words
  begin,  ///< from the question: the weights of a span's first word
  end     ///< and of its last
};
inline constexpr std::size_t net_part_count = 12;

/// The sizes of a span_net's layers.
struct net_sizes {
  static constexpr std::size_t vector = 50, hidden = 64, key = 32, match = 48, asked = 32, longest = 8;
};

/// The weights of a span_net.
///
/// Shape: hashes[words], ascending; vectors[(words + 1) * net_sizes::vector], the last of unknown words, 5 bits after
///        the point; lengths[longest + 1], 12 bits after the point, of spans by their number of words
struct net_weights {
  static constexpr std::string_view magic = "mhqa span net";
  static constexpr std::uint64_t version = 1;  ///< of the inputs and the layers: others need other weights

  std::string name{};      ///< of the training, for signatures
  std::uint64_t hash = 0;  ///< of the bytes
  std::vector<std::uint32_t> hashes{};
  std::vector<std::int8_t> vectors{};
  std::array<net_matrix, net_part_count> parts{};
  std::array<std::int16_t, net_sizes::longest + 1> lengths{};

  [[nodiscard]] const net_matrix& part(net_part which) const noexcept { return parts[static_cast<std::size_t>(which)]; }
};

/// Returns the weights as bytes, with a checksum at the end.
[[nodiscard]] std::string to_bytes(const net_weights& w);

/// Reads weights from bytes.
///
/// Errors: data_error with the name for bytes that are cut, damaged, no weights or of another version, and for weights
///         whose sums could exceed 32 bits
[[nodiscard]] net_weights net_from_bytes(std::string_view bytes, const std::string& name = {});

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/model/detail/net_weights.ipp>
#endif
