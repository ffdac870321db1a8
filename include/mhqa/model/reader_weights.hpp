// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The weights of a trained_reader as a value and as bytes: a table of 8-bit weights, one for each hash of a feature,
// how rare words are, and a few small nets of 16-bit weights. Sums of the weights are integers, so that every machine
// gets the same.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// A net with one hidden layer in fixed point: 10 bits after the point.
///
/// Undefined: inputs that are not given count as 0, and more than `inputs` are ignored
/// Shape: weights[hidden * (inputs + 1) + hidden + 1]: of each hidden unit its inputs and its bias, then the output's
class dense_net {
 public:
  dense_net() = default;
  dense_net(std::size_t inputs, std::size_t hidden, std::vector<std::int16_t> weights)
      : inputs_{inputs}, hidden_{hidden}, weights_{std::move(weights)} {}

  static constexpr double one = 1024;

  [[nodiscard]] static constexpr std::size_t weight_count(std::size_t inputs, std::size_t hidden) noexcept {
    return hidden * (inputs + 1) + hidden + 1;
  }
  /// Returns a number in fixed point, in [-32, 32).
  [[nodiscard]] static std::int16_t fixed(double value) noexcept {
    return static_cast<std::int16_t>(std::lround(std::clamp(value * one, -32768.0, 32767.0)));
  }

  /// Returns the output for inputs in fixed point: a log-odds or a score.
  [[nodiscard]] double operator()(std::span<const std::int16_t> in) const noexcept;

  [[nodiscard]] std::size_t inputs() const noexcept { return inputs_; }
  [[nodiscard]] std::size_t hidden() const noexcept { return hidden_; }
  [[nodiscard]] std::span<const std::int16_t> weights() const noexcept { return weights_; }

  friend bool operator==(const dense_net&, const dense_net&) = default;

 private:
  std::size_t inputs_ = 0, hidden_ = 0;
  std::vector<std::int16_t> weights_;
};

/// The nets of a trained_reader.
enum class reader_net : std::uint8_t {
  pair,      ///< how well two paragraphs support the question together
  support,   ///< log-odds that a paragraph is a support, beside the best pair
  sentence,  ///< log-odds that a sentence of a support is one
  enough,    ///< log-odds that the context suffices
  sure       ///< log-odds that the answer is right
};
inline constexpr std::size_t reader_net_count = 5;

/// The weights of a trained_reader. The tables are views: whoever has the bytes must keep them.
///
/// Shape: table[2^bits]
struct reader_weights {
  static constexpr std::string_view magic = "mhqa trained reader";
  static constexpr std::uint64_t version = 3;  ///< of the features: other features need other weights

  std::string name{};         ///< of the training, for signatures
  std::uint64_t hash = 0;     ///< of the bytes
  unsigned bits = 0;          ///< of an index of the table
  double scale = 1;           ///< of one step of a weight in the table
  double support_from = 0.5;  ///< a paragraph with this probability is read
  double sentence_from = 0.5;
  double enough_from = 0.5;
  std::string_view table{};
  std::string_view rarity{};  ///< of words, by a hash, in steps of 1/16; empty: all words are alike
  std::array<dense_net, reader_net_count> nets{};

  [[nodiscard]] const dense_net& net(reader_net which) const noexcept { return nets[static_cast<std::size_t>(which)]; }
  [[nodiscard]] std::int32_t weight(std::uint32_t feature) const noexcept {
    return static_cast<signed char>(table[feature]);
  }
  /// Returns the logarithm of how rare a word is among the paragraphs of the training's contexts.
  [[nodiscard]] double rarity_of(std::uint64_t key) const noexcept {
    return rarity.empty() ? 1 : static_cast<unsigned char>(rarity[key % rarity.size()]) / 16.0;
  }
};

/// Returns the weights as bytes, with a checksum at the end.
[[nodiscard]] std::string to_bytes(const reader_weights& w);

/// Reads weights from bytes, which must outlive the result.
///
/// Errors: data_error with the name for bytes that are cut, damaged, no weights or of another version
[[nodiscard]] reader_weights weights_from_bytes(std::string_view bytes, const std::string& name = {});

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/model/detail/reader_weights.ipp>
#endif
