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

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace mhqa {
inline namespace v0_1 {

/// A reader with weights. It keeps memory, so use one per thread.
///
/// Shape:   the answer is a part of a paragraph or of the question, unchanged, or "yes" or "no"; support has the
///          paragraphs, ascending, and sentences their sentences, whose probability reaches the weights' threshold: 0
///          to n; confidence is the probability that the answer is right; sufficiency is 1 if the context probably
///          suffices
/// Undefined: without a context, or if it has no words: no answer, no support, confidence 0, sufficiency 0
/// Requires: the weights outlive the reader
/// Cost:    linear in the context, then in its 24 paragraphs with most of the question's words; about 1 ms for the ten
///          paragraphs of HotpotQA
/// Source:  the supports are chosen as pairs, since a paragraph of the second hop shares few words with the question
class trained_reader {
 public:
  explicit trained_reader(const reader_weights& weights) : weights_{&weights} {}

  [[nodiscard]] reading operator()(const reading_task& task) {
    reading out{.answer = {}, .confidence = 0.0, .support = {}, .sufficiency = 0};
    view_.choose(task, *weights_);
    name_supports(out);
    view_.select(*weights_);
    view_.answer(*weights_);
    if (view_.scores.empty()) return out;
    out.answer = view_.answers.text_of(view_.answers.candidates()[view_.best]);
    view_.summary_inputs(*weights_, in_);
    out.confidence = detail::probability(weights_->net(reader_net::sure)(in_));
    out.sufficiency = detail::probability(weights_->net(reader_net::enough)(in_)) >= weights_->enough_from ? 1 : 0;
    name_sentences(out);
    return out;
  }

  [[nodiscard]] const reader_weights& weights() const noexcept { return *weights_; }

 private:
  void name_supports(reading& out) const {
    for (const std::size_t c : view_.supports.order()) {
      if (view_.supports.support(c) < weights_->support_from) break;
      if (!view_.context[view_.context.candidates()[c]].sentences.empty())
        out.support.push_back(view_.context.candidates()[c]);
    }
    std::sort(out.support.begin(), out.support.end());
  }

  // Every support has a sentence: the likeliest, if none reaches the threshold.
  void name_sentences(reading& out) {
    for (std::size_t c = 0; c < view_.context.candidates().size(); ++c) {
      const std::uint32_t p = view_.context.candidates()[c];
      if (!std::binary_search(out.support.begin(), out.support.end(), p)) continue;
      const passage& text = view_.context.passage_of(p);
      const auto count = static_cast<std::uint32_t>(text.sentences().size());
      double best = -1;
      std::uint32_t likeliest = 0;
      const std::size_t before = out.sentences.size();
      for (std::uint32_t s = 0; s < count; ++s) {
        view_.sentence_inputs(c, s, in_);
        const double now = detail::probability(weights_->net(reader_net::sentence)(in_));
        const std::uint32_t begin = text.words()[text.sentences()[s].first].begin;
        if (now >= weights_->sentence_from) out.sentences.push_back({p, begin});
        if (now <= best) continue;
        best = now;
        likeliest = begin;
      }
      if (out.sentences.size() == before) out.sentences.push_back({p, likeliest});
    }
    std::sort(out.sentences.begin(), out.sentences.end());
  }

  const reader_weights* weights_;
  detail::reading_view view_;
  detail::net_inputs in_;
};

}  // namespace v0_1
}  // namespace mhqa
