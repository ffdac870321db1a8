// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of trained_reader.hpp.
#pragma once

#include <mhqa/model/trained_reader.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace mhqa::inline v0_1 {

MHQA_INLINE reading trained_reader::operator()(const reading_task& task) {
  reading out{.answer = {}, .confidence = 0.0, .support = {}, .sufficiency = 0};
  view_.choose(task, *weights_);
  name_supports(out);
  view_.select(*weights_);
  view_.answer(*weights_, net_ ? &*net_ : nullptr);
  if (view_.scores.empty()) return out;
  out.answer = view_.answers.text_of(view_.answers.candidates()[view_.best]);
  view_.summary_inputs(*weights_, in_);
  out.confidence = detail::probability(weights_->net(reader_net::sure)(in_));
  out.sufficiency = detail::probability(weights_->net(reader_net::enough)(in_)) >= weights_->enough_from ? 1 : 0;
  name_sentences(out);
  return out;
}

MHQA_INLINE void trained_reader::name_supports(reading& out) const {
  for (const std::size_t c : view_.supports.order().first(view_.supports.count_to_name())) {
    if (!view_.context[view_.context.candidates()[c]].sentences.empty())
      out.support.push_back(view_.context.candidates()[c]);
  }
  std::sort(out.support.begin(), out.support.end());
}

MHQA_INLINE void trained_reader::name_sentences(reading& out) {
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

}  // namespace mhqa::inline v0_1
