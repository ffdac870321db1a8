// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A small recurrent net that scores spans of a text as answers to a question. It reads the question, tells each word of
// the text what the words of the question like it say, and reads the text twice, forwards and backwards.
#pragma once

#include <mhqa/model/detail/word_inputs.hpp>
#include <mhqa/model/net_weights.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mhqa::inline v0_1 {

/// A span_net keeps memory, so use one per thread.
///
/// Requires: the weights outlive the net
/// Cost:     linear in the words of the text, about 200,000 products of integers each
class span_net {
 public:
  explicit span_net(const net_weights& weights);

  /// Reads a question and a text.
  void read(const detail::word_inputs& in);

  /// Returns the log-odds, up to a constant of the text, that the words from `first` to before `last` answer.
  ///
  /// Requires: read() has read a text of at least `last` words; first < last
  [[nodiscard]] double score(std::size_t first, std::size_t last) const noexcept;

  [[nodiscard]] const net_weights& weights() const noexcept { return *weights_; }

 private:
  using numbers = std::vector<std::int16_t>;  // 11 bits after the point, a row for each word

  // 12 bits after the point.
  [[nodiscard]] std::int32_t sigmoid(std::int32_t x) const noexcept;
  [[nodiscard]] std::int32_t tanh(std::int32_t x) const noexcept { return 2 * sigmoid(2 * x) - 4096; }

  // Writes the vectors of words to the beginnings of rows.
  void look_up(std::span<const std::uint32_t> words, std::size_t width, numbers& to) const;

  // Reads rows in one direction and writes what a layer says of each word.
  void run(net_part part, const numbers& rows, std::size_t width, bool backwards, numbers& to, std::size_t to_width,
           std::size_t to_begin);

  // One step of a layer: `gates_` are its sums without what it said before.
  void step(const net_matrix& m, std::size_t inputs, const std::int32_t* sums, std::int16_t* said);

  // A row of a matrix times a vector, and its bias: 11 bits after the point.
  [[nodiscard]] static std::int32_t product(const net_matrix& m, std::size_t row, const std::int16_t* x) noexcept;

  // Shares of 4,096 in proportion to exp(x).
  void share(std::vector<double>& x);

  void read_question(std::span<const std::uint32_t> words);

  // Writes what the words of the question like a word say to it.
  void match(const std::int16_t* vector, std::int16_t* to);

  void weigh(net_part part, numbers& out) const;

  const net_weights* weights_;
  std::array<std::int16_t, 4096> sigmoid_{};
  numbers question_, asked_, said_, keys_, whole_, text_, layers_, begin_, end_, state_;
  std::vector<std::int32_t> sums_, cell_, shares_;
  std::vector<std::int64_t> begins_, ends_;
  std::vector<double> likeness_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/model/detail/span_net.ipp>
#endif
