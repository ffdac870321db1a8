// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of leaks.hpp.
#pragma once

#include <mhqa/compose/leaks.hpp>

#include <algorithm>
#include <iterator>

namespace mhqa::inline v0_1 {

MHQA_INLINE overlap_keys overlap_keys_of(const single_hop_pool& pool, const pool_words& words, const composition& c) {
  overlap_keys out;
  for (const std::uint32_t q : c.steps()) {
    out.questions.push_back(words.question_key(q));
    out.paragraphs.push_back(words.paragraph_key(pool.questions[q].paragraph));
    const auto answers = words.answer_keys(q);
    out.answers.insert(out.answers.end(), answers.begin(), answers.end());
  }
  for (auto* const keys : {&out.questions, &out.answers, &out.paragraphs}) {
    std::sort(keys->begin(), keys->end());
    keys->erase(std::unique(keys->begin(), keys->end()), keys->end());
  }
  return out;
}

MHQA_INLINE std::vector<overlap_keys> overlap_keys_of(const single_hop_pool& pool, const pool_words& words,
                                                      std::span<const composition> compositions) {
  std::vector<overlap_keys> out;
  out.reserve(compositions.size());
  for (const composition& c : compositions) out.push_back(overlap_keys_of(pool, words, c));
  return out;
}

MHQA_INLINE bool overlaps(const overlap_keys& a, const overlap_keys& b) noexcept {
  const auto shared = [](const std::vector<std::uint32_t>& x, const std::vector<std::uint32_t>& y) {
    auto i = x.begin(), j = y.begin();
    while (i != x.end() && j != y.end() && *i != *j) ++(*i < *j ? i : j);
    return i != x.end() && j != y.end();
  };
  return shared(a.questions, b.questions) || shared(a.answers, b.answers) || shared(a.paragraphs, b.paragraphs);
}

MHQA_INLINE leak_report find_leaks(std::span<const overlap_keys> left, std::span<const overlap_keys> right) {
  using keys = std::vector<std::uint32_t>;
  leak_report out;
  out.left_size = left.size();
  out.right_size = right.size();
  std::vector<bool> left_any(left.size()), right_any(right.size());
  const auto count = [&](keys overlap_keys::*kind, std::size_t overlap_counts::*where) {
    const auto all = [kind](std::span<const overlap_keys> part) {
      keys found;
      for (const overlap_keys& item : part) found.insert(found.end(), (item.*kind).begin(), (item.*kind).end());
      std::sort(found.begin(), found.end());
      found.erase(std::unique(found.begin(), found.end()), found.end());
      return found;
    };
    const keys a = all(left), b = all(right);
    keys both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    out.shared.*where = both.size();
    out.shared.any += both.size();
    const auto mark = [&](std::span<const overlap_keys> part, overlap_counts& counts, std::vector<bool>& any) {
      for (std::size_t i = 0; i < part.size(); ++i) {
        const keys& mine = part[i].*kind;
        const bool leaks = std::any_of(mine.begin(), mine.end(), [&](std::uint32_t key) {
          return std::binary_search(both.begin(), both.end(), key);
        });
        if (!leaks) continue;
        ++(counts.*where);
        any[i] = true;
      }
    };
    mark(left, out.left, left_any);
    mark(right, out.right, right_any);
  };
  count(&overlap_keys::questions, &overlap_counts::questions);
  count(&overlap_keys::answers, &overlap_counts::answers);
  count(&overlap_keys::paragraphs, &overlap_counts::paragraphs);
  out.left.any = static_cast<std::size_t>(std::count(left_any.begin(), left_any.end(), true));
  out.right.any = static_cast<std::size_t>(std::count(right_any.begin(), right_any.end(), true));
  return out;
}

}  // namespace mhqa::inline v0_1
