// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of human_performance.hpp.
#pragma once

#include <mhqa/datasets/human_performance.hpp>

#include <mhqa/error.hpp>
#include <mhqa/metrics/agreement.hpp>
#include <mhqa/metrics/support.hpp>
#include <mhqa/random.hpp>
#include <mhqa/text/normalize.hpp>

#include <algorithm>
#include <string_view>

namespace mhqa::inline v0_1 {

MHQA_INLINE void human_performance::add(const musique::record& gold, std::span<const human_annotation> annotations) {
  if (!gold.answerable) return;
  if (annotations.size() < 2) {
    throw_data_error({.id = std::string{gold.id}}, "human_performance: expected annotations of two people or more");
  }
  std::vector<std::string> answers;
  std::vector<std::vector<std::int64_t>> supports;
  for (const human_annotation& one : annotations) {
    has_supports_ = has_supports_ && !one.answer_only;
    answers.push_back(one.answer);
    supports.push_back(one.support);
    std::sort(supports.back().begin(), supports.back().end());
    supports.back().erase(std::unique(supports.back().begin(), supports.back().end()), supports.back().end());
  }
  std::vector<std::string_view> golds{gold.answer};
  golds.insert(golds.end(), gold.answer_aliases.begin(), gold.answer_aliases.end());
  std::vector<std::int64_t> idxs;
  for (const musique::paragraph& p : gold.paragraphs) {
    if (p.is_supporting) idxs.push_back(p.idx);
  }
  const auto same_answer = [](const std::string& a, const std::string& b) { return normalize(a) == normalize(b); };
  const auto answer = [&](const std::string& said, const std::vector<std::string_view>& right) {
    return answers_(said, std::span<const std::string_view>{right});
  };
  const auto other_answer = [&](const std::string& said, const std::string& other) {
    return answer(said, {std::string_view{other}});
  };
  const auto support = [this](const std::vector<std::int64_t>& said, const std::vector<std::int64_t>& right) {
    return score_support(said, right, answers_.rules().empty_support);
  };
  draws answer_draws{seed_, gold.id, 1}, support_draws{seed_, gold.id, 2};
  const std::span<const std::string> said{answers};
  const std::span<const std::vector<std::int64_t>> shown{supports};
  answer_[0].add(*human_score(said, golds, answer, answer_draws, same_answer));
  answer_[1].add(*human_upper_bound(said, golds, answer));
  answer_[2].add(*human_agreement(said, other_answer, answer_draws));
  support_[0].add(*human_score(shown, idxs, support, support_draws));
  support_[1].add(*human_upper_bound(shown, idxs, support));
  support_[2].add(*human_agreement(shown, support, support_draws));
  ++questions_;
}

MHQA_INLINE human_table human_performance::result() const {
  const auto column = [this](const sums(&of)[3], exact_sum sums::*number) {
    const auto mean = [&](const sums& s) {
      return questions_ == 0 ? 0 : (s.*number).value() / static_cast<double>(questions_);
    };
    return human_column{mean(of[0]), mean(of[1]), mean(of[2])};
  };
  human_table out{questions_, column(answer_, &sums::f1), column(answer_, &sums::em)};
  if (has_supports_) out.support_f1 = column(support_, &sums::f1);
  return out;
}

MHQA_INLINE void human_performance::sums::add(const scores& s) {
  f1 += s.f1;
  em += s.em;
}

}  // namespace mhqa::inline v0_1
