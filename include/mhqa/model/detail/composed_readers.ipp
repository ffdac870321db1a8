// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of composed_readers.hpp.
#pragma once

#include <mhqa/model/composed_readers.hpp>

#include <mhqa/text/normalize.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <numeric>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::vector<std::uint32_t> lexical_selector::operator()(const reading_task& task) {
  terms_.assign(task.question);
  std::vector<std::uint64_t> held(task.context.size(), 0);
  std::array<double, 64> having{};
  for (std::size_t p = 0; p < held.size(); ++p) {
    for (const std::string_view text : {task.context[p].title, task.context[p].text}) {
      words_.assign(text);
      for (const passage_word& word : words_.words()) {
        const int term = terms_.find(word.key);
        if (term >= 0) held[p] |= std::uint64_t{1} << term;
      }
    }
    for (std::uint64_t left = held[p]; left != 0; left &= left - 1) {
      having[static_cast<std::size_t>(std::countr_zero(left))] += 1;
    }
  }
  std::vector<double> score(held.size(), 0);
  const double n = static_cast<double>(held.size());
  for (std::size_t p = 0; p < held.size(); ++p) {
    for (std::uint64_t left = held[p]; left != 0; left &= left - 1) {
      score[p] += std::log(1 + n / having[static_cast<std::size_t>(std::countr_zero(left))]);
    }
  }
  std::vector<std::uint32_t> order(held.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return score[a] > score[b]; });
  return order;
}

MHQA_INLINE reading majority(std::span<const reading> said) {
  reading out;
  if (said.empty()) return out;
  std::vector<std::string> forms;
  for (const reading& one : said) forms.push_back(normalize(one.answer));
  std::size_t best = 0, best_votes = 0;
  double best_sure = 0;
  for (std::size_t i = 0; i < said.size(); ++i) {
    std::size_t votes = 0;
    double sure = 0;
    for (std::size_t j = 0; j < said.size(); ++j) {
      if (forms[j] != forms[i]) continue;
      ++votes;
      sure += said[j].confidence.value_or(0);
    }
    if (votes < best_votes || (votes == best_votes && sure <= best_sure)) continue;
    best = i;
    best_votes = votes;
    best_sure = sure;
  }
  out.answer = said[best].answer;
  out.confidence = static_cast<double>(best_votes) / static_cast<double>(said.size());
  std::vector<std::uint32_t> named;
  int enough = 0, judged = 0;
  for (std::size_t i = 0; i < said.size(); ++i) {
    if (said[i].sufficiency) {
      ++judged;
      enough += *said[i].sufficiency == 1 ? 1 : 0;
    }
    if (forms[i] != forms[best]) continue;
    std::vector<std::uint32_t> once = said[i].support;
    std::sort(once.begin(), once.end());
    named.insert(named.end(), once.begin(), std::unique(once.begin(), once.end()));
  }
  if (judged != 0) out.sufficiency = 2 * enough > judged ? 1 : 0;
  std::sort(named.begin(), named.end());
  for (std::size_t i = 0; i < named.size();) {
    const auto end =
        std::upper_bound(named.begin() + static_cast<std::ptrdiff_t>(i), named.end(), named[i]) - named.begin();
    const auto after = static_cast<std::size_t>(end);
    if (2 * (after - i) > best_votes) out.support.push_back(named[i]);
    i = after;
  }
  return out;
}

}  // namespace mhqa::inline v0_1
