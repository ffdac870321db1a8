// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A small trained reader: it chooses the paragraphs that support a question together, names their sentences, answers
// by a log-linear model over spans, choices, yes and no, and tells how sure it is and whether the context suffices.
//   mhqa::trained_reader read{weights}; read({.id = "1", .question = "Who wrote Emma?", .context = paragraphs}).answer
#pragma once

#include <mhqa/model/detail/reading_view.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/model/reader_weights.hpp>
#include <mhqa/model/span_net.hpp>

#include <optional>

namespace mhqa::inline v0_1 {

/// A reader with weights. It keeps memory, so use one per thread.
///
/// Shape:   the answer is a part of a paragraph or of the question, unchanged, or "yes" or "no"; support has the
///          paragraphs, ascending, that give the highest expected F1, 0 to 6; sentences has of each its sentences whose
///          probability reaches the weights' threshold, or the likeliest; confidence is the probability that the answer
///          is right; sufficiency is 1 if the context probably suffices
/// Undefined: without a context, or if it has no words: no answer, no support, confidence 0, sufficiency 0
/// Requires: the weights outlive the reader
/// Cost:    linear in the context, then in its 24 paragraphs with most of the question's words; about 1 ms for the ten
///          paragraphs of HotpotQA
/// Source:  the supports are chosen as pairs, since a paragraph of the second hop shares few words with the question
class trained_reader {
 public:
  explicit trained_reader(const reader_weights& weights) : weights_{&weights} {}
  /// Adds the scores of a net to those of the spans, if there is one.
  trained_reader(const reader_weights& weights, const net_weights* net) : weights_{&weights} {
    if (net != nullptr) net_.emplace(*net);
  }

  [[nodiscard]] reading operator()(const reading_task& task);

  [[nodiscard]] const reader_weights& weights() const noexcept { return *weights_; }

 private:
  void name_supports(reading& out) const;

  // Every support has a sentence: the likeliest, if none reaches the threshold.
  void name_sentences(reading& out);

  const reader_weights* weights_;
  std::optional<span_net> net_{};
  detail::reading_view view_;
  detail::net_inputs in_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/model/detail/trained_reader.ipp>
#endif
