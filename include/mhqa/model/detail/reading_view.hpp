// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// One question as a trained_reader works through it, step by step; training takes the same steps.
#pragma once

#include <mhqa/model/detail/answer_view.hpp>
#include <mhqa/model/detail/context_view.hpp>
#include <mhqa/model/detail/support_view.hpp>
#include <mhqa/model/detail/word_inputs.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/model/reader_weights.hpp>
#include <mhqa/model/span_net.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::detail {

struct reading_view {
  context_view context;
  support_view supports;
  answer_view answers;
  std::vector<read_paragraph> read;
  std::vector<std::int32_t> scores;
  std::size_t best = 0;
  std::vector<std::pair<double, std::size_t>> top_{};
  word_inputs words_{};
  std::vector<double> summed_{};
  std::vector<double> leading_{};  // the four highest shares of sentences of paragraph leading_of_
  std::uint32_t leading_of_ = 0;
  double best_score = 0, margin = 0, mass = 0;  // of the best answer, over the second, and its probability

  /// Chooses paragraphs.
  void choose(const reading_task& task, const reader_weights& weights);

  /// Takes the paragraphs to read: those that are named, but at least two and at most four.
  void select(const reader_weights& weights);

  /// Scores the answers; spans also by a net, if there is one.
  void answer(const reader_weights& weights, span_net* net = nullptr);

  // Adds a net's scores to those of the spans. The probability of all spans together stays as it was, since the net
  // knows nothing of other answers.
  void add_net(const reader_weights& weights, span_net& net);

  // A net is surer of its spans than it is right, so their scores count less where they are weighed against each other.
  static constexpr double sharpness_with_net = 0.7;

  // Takes the span with the highest expected F1 against all others, since several may share most of their words. `sum`
  // is that of the odds; scores are multiplied by `sharpness`.
  void expect(const reader_weights& weights, double sum, double sharpness);

  /// The inputs of reader_net::enough and reader_net::sure.
  void summary_inputs(const reader_weights& weights, net_inputs& in) const;

  /// The inputs of reader_net::sentence for a sentence of a candidate.
  void sentence_inputs(std::size_t candidate, std::uint32_t s, net_inputs& in);
};

}  // namespace mhqa::inline v0_1::detail

#if !defined(MHQA_COMPILED)
#include <mhqa/model/detail/reading_view.ipp>
#endif
