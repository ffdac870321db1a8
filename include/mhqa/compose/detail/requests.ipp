// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of requests.hpp.
#pragma once

#include <mhqa/compose/requests.hpp>

#include <mhqa/error.hpp>
#include <mhqa/metrics/support.hpp>

#include <algorithm>
#include <array>

namespace mhqa::inline v0_1 {

MHQA_INLINE reading_scores reading_scorer::operator()(const reading_request& request, const reading& answer) {
  const single_hop& q = pool_->questions[request.question];
  golds_.assign(1, q.answer);
  golds_.insert(golds_.end(), q.aliases.begin(), q.aliases.end());
  reading_scores out{answer_(answer.answer, std::span<const std::string_view>{golds_}).f1, 0};
  for (const std::uint32_t p : answer.support) {
    if (p >= request.context.size()) {
      throw_data_error({}, "request " + request.id + " has " + std::to_string(request.context.size()) +
                               " paragraphs, the reading's support names number " + std::to_string(p));
    }
  }
  const auto gold = std::find(request.context.begin(), request.context.end(), q.paragraph);
  if (gold != request.context.end()) {
    const std::array<std::uint32_t, 1> own{static_cast<std::uint32_t>(gold - request.context.begin())};
    out.support_f1 = score_support(answer.support, own, dialects::musique.empty_support).f1;
  }
  return out;
}

MHQA_INLINE reading_scores reading_scorer::mean(const reading_request& request, const model_readings& readings,
                                                std::size_t i) {
  reading_scores sum;
  for (const std::vector<reading>& model : readings) {
    const reading_scores one = (*this)(request, model[i]);
    sum.answer_f1 += one.answer_f1;
    sum.support_f1 += one.support_f1;
  }
  const auto models = static_cast<double>(readings.size());
  return {sum.answer_f1 / models, sum.support_f1 / models};
}

namespace detail {

MHQA_INLINE void check_readings(std::string_view who, std::size_t requests, const model_readings& readings) {
  if (readings.empty()) throw_data_error({}, std::string{who} + ": expected the readings of at least one model");
  for (const auto& model : readings) {
    if (model.size() != requests) {
      throw_data_error({}, std::string{who} + ": expected " + std::to_string(requests) +
                               " readings of each model, found " + std::to_string(model.size()));
    }
  }
}

}  // namespace detail
}  // namespace mhqa::inline v0_1
