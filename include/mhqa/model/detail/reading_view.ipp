// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of reading_view.hpp.
#pragma once

#include <mhqa/model/detail/reading_view.hpp>

#include <mhqa/rounded.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE void reading_view::choose(const reading_task& task, const reader_weights& weights) {
  context.assign(task, weights);
  supports.assign_pairs(context, weights);
  supports.assign_supports(weights);
}

MHQA_INLINE void reading_view::select(const reader_weights& weights) {
  read.clear();
  for (const std::size_t c : supports.order()) {
    if (read.size() == 4 || (read.size() >= 2 && supports.support(c) < weights.support_from)) break;
    read.push_back({context.candidates()[c], c, supports.support(c)});
  }
  std::sort(read.begin(), read.end(),
            [](const read_paragraph& a, const read_paragraph& b) { return a.paragraph < b.paragraph; });
  answers.assign(context, read, weights.bits);
}

MHQA_INLINE void reading_view::add_net(const reader_weights& weights, span_net& net) {
  // Other shares change little: see docs/measurements/reader.md.
  constexpr double of_table = 0.5, of_net = 0.7;
  const auto candidates = answers.candidates();
  if (std::none_of(candidates.begin(), candidates.end(),
                   [](const answer_candidate& c) { return c.form == answer_form::span; })) {
    return;
  }
  words_.assign(context, answers);
  net.read(words_);
  summed_.assign(scores.size(), 0);
  double most_before = -1e300, most = -1e300, before = 0, after = 0;
  for (std::size_t c = 0; c < scores.size(); ++c) {
    if (candidates[c].form != answer_form::span) continue;
    summed_[c] = rounded(of_table * (scores[c] * weights.scale)) +
                 rounded(of_net * net.score(candidates[c].first, candidates[c].last));
    most_before = std::max(most_before, scores[c] * weights.scale);
    most = std::max(most, summed_[c]);
  }
  for (std::size_t c = 0; c < scores.size(); ++c) {
    if (candidates[c].form != answer_form::span) continue;
    before += std::exp(scores[c] * weights.scale - most_before);
    after += std::exp(summed_[c] - most);
  }
  const double same = most_before + std::log(before) - most - std::log(after);
  for (std::size_t c = 0; c < scores.size(); ++c) {
    if (candidates[c].form != answer_form::span) continue;
    scores[c] = static_cast<std::int32_t>(std::lround(std::clamp((summed_[c] + same) / weights.scale, -1e6, 1e6)));
  }
}

MHQA_INLINE void reading_view::answer(const reader_weights& weights, span_net* net) {
  answers.score<std::int32_t>([&](std::uint32_t f) { return weights.weight(f); }, scores);
  if (net != nullptr) add_net(weights, *net);
  best = 0;
  best_score = margin = mass = 0;
  if (scores.empty()) return;
  best = static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
  double sum = 0;
  std::int32_t second = std::numeric_limits<std::int32_t>::min();
  for (std::size_t i = 0; i < scores.size(); ++i) {
    sum += std::exp((scores[i] - scores[best]) * weights.scale);
    if (i != best) second = std::max(second, scores[i]);
  }
  expect(weights, sum, net != nullptr ? sharpness_with_net : 1);
  best_score = scores[best] * weights.scale;
  margin = scores.size() > 1 ? (static_cast<double>(scores[best]) - second) * weights.scale : 10.0;
  mass = 1 / sum;
}

MHQA_INLINE void reading_view::expect(const reader_weights& weights, double sum, double sharpness) {
  const auto candidates = answers.candidates();
  if (candidates[best].form != answer_form::span) return;
  const auto odds = [&](std::size_t i) { return std::exp((scores[i] - scores[best]) * weights.scale * sharpness); };
  if (sharpness != 1) {
    sum = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) sum += odds(i);
  }
  top_.clear();
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double share = odds(i) / sum;
    if (share > 0.004 && candidates[i].form == answer_form::span) top_.emplace_back(share, i);
  }
  double most = -1;
  std::size_t chosen = best;
  for (const auto& [ignored, i] : top_) {
    const answer_candidate& a = candidates[i];
    double expected = 0;
    for (const auto& [share, j] : top_) {
      const answer_candidate& b = candidates[j];
      const std::uint32_t from = std::max(a.first, b.first), to = std::min(a.last, b.last);
      if (from >= to) continue;
      expected += share * 2 * static_cast<double>(to - from) / static_cast<double>(a.last - a.first + b.last - b.first);
    }
    if (expected <= most) continue;
    most = expected;
    chosen = i;
  }
  best = chosen;
}

MHQA_INLINE void reading_view::summary_inputs(const reader_weights& weights, net_inputs& in) const {
  in.clear();
  supports.add_summary(weights.support_from, in);
  in.add(best_score / 8);
  in.add(std::min(margin, 10.0) / 4);
  in.add(mass);
  in.add(std::log1p(static_cast<double>(scores.size())) / 8);
  const bool span = !scores.empty() && answers.candidates()[best].form == answer_form::span;
  in.add(span);
  const auto of = span ? answers.candidates()[best].slot : 0;
  in.add(span ? read[of].support : 0.0);
  in.add(span ? context.share(context[read[of].paragraph].sentences[answers.sentence_of(answers.candidates()[best])])
              : 0.0);
}

MHQA_INLINE void reading_view::sentence_inputs(std::size_t candidate, std::uint32_t s, net_inputs& in) {
  const std::uint32_t at = context.candidates()[candidate];
  const context_view::paragraph& p = context[at];
  const bool answered = !scores.empty() && answers.candidates()[best].form == answer_form::span;
  const bool holds = answered && read[answers.candidates()[best].slot].paragraph == at;
  std::uint64_t others = 0, named = 0;
  bool names_other = false;
  for (const read_paragraph& r : read) {
    if (r.candidate == candidate) continue;
    others |= context[r.paragraph].text | context[r.paragraph].title;
    names_other = names_other || context.link_of(candidate, r.candidate).sentence == s;
    named |= context[r.paragraph].title;
  }
  if (s == 0 || leading_of_ != at) {
    leading_.clear();
    for (const std::uint64_t t : p.sentences) {
      leading_.push_back(context.share(t));
      std::ranges::sort(leading_, std::greater{});
      if (leading_.size() > 4) leading_.pop_back();
    }
    leading_of_ = at;
  }
  const double share = context.share(p.sentences[s]);
  const auto better = std::ranges::count_if(leading_, [&](double other) { return other > share; });
  in.clear();
  in.add(s == 0);
  in.add(s == 1);
  in.add(s == 2);
  in.add(s > 2);
  in.add(s + 1 == p.sentences.size());
  in.add(p.sentences.size() == 1);
  in.add(static_cast<double>(p.sentences.size()) / 8);
  in.add(context.share(p.sentences[s]));
  in.add(context.share(p.sentences[s] & ~p.title));
  in.add(context.share(p.sentences[s] & ~others));
  in.add(context.share(p.best & ~p.sentences[s]));
  in.add(better == 0);
  in.add(static_cast<double>(better) / 4);
  in.add(names_other);
  in.add(context.share(p.sentences[s] & named));
  in.add(p.in_question != context_view::nowhere);
  in.add(holds);
  in.add(holds && answers.sentence_of(answers.candidates()[best]) == s);
  in.add(holds && answers.sentence_of(answers.candidates()[best]) < s);
  in.add(!answered);
  in.add(!answered && s == 0);
  in.add(supports.support(candidate));
  const passage_sentence words = context.passage_of(at).sentences()[s];
  in.add(static_cast<double>(words.last - words.first) / 32);
  bool number = false;
  for (std::uint32_t i = words.first; i < words.last; ++i) number = number || context.passage_of(at).words()[i].number;
  in.add(number);
  context.add_question(in);
}

}  // namespace mhqa::inline v0_1::detail
