// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of answer_relation.hpp.
#pragma once

#include <mhqa/metrics/answer_relation.hpp>

#include <mhqa/metrics/set_f1.hpp>
#include <mhqa/text/contains.hpp>
#include <mhqa/text/normalize.hpp>

#include <algorithm>
#include <vector>

namespace mhqa::inline v0_1 {

MHQA_INLINE answer_relation relate(std::string_view said, std::span<const std::string_view> golds) {
  if (said.empty()) return answer_relation::unanswered;
  const auto any = [&](auto&& test) { return std::any_of(golds.begin(), golds.end(), test); };
  if (any([&](std::string_view gold) { return gold == said; })) return answer_relation::equal;
  if (any([&](std::string_view gold) { return !gold.empty() && contains(said, gold); })) return answer_relation::longer;
  if (any([&](std::string_view gold) { return contains(gold, said); })) return answer_relation::shorter;
  std::vector<std::string_view> words, wanted;
  const normalized left{said, normalizations::none};
  detail::sorted_words(left, words);
  const bool shared = any([&](std::string_view gold) {
    const normalized right{gold, normalizations::none};
    detail::sorted_words(right, wanted);
    return detail::common_in_order(words, wanted) != 0;
  });
  return shared ? answer_relation::shared_words : answer_relation::other_words;
}

}  // namespace mhqa::inline v0_1
