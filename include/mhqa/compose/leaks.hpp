// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds overlap between two parts of a data set: multi-hop questions overlap if they share a single-hop question, the
// answer to one, or the paragraph of one (Trivedi et al. 2022, Sec. 5, S5).
//   auto report = mhqa::find_leaks(train, dev);  report.left.any  // questions of train that overlap one of dev
#pragma once

#include <mhqa/compose/composition.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/pool_words.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

/// The parts of a multi-hop question that others may share, as keys; equal parts have equal keys.
///
/// Shape: each sorted, without repeats
struct overlap_keys {
  std::vector<std::uint32_t> questions;   ///< of its steps
  std::vector<std::uint32_t> answers;     ///< of its steps, aliases included
  std::vector<std::uint32_t> paragraphs;  ///< its supports

  friend bool operator==(const overlap_keys&, const overlap_keys&) = default;
};

/// Returns the keys of a composition. All answers without words (articles, punctuation) are equal.
[[nodiscard]] inline overlap_keys overlap_keys_of(const single_hop_pool& pool, const pool_words& words,
                                                  const composition& c) {
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

/// \overload For many compositions.
[[nodiscard]] inline std::vector<overlap_keys> overlap_keys_of(const single_hop_pool& pool, const pool_words& words,
                                                               std::span<const composition> compositions) {
  std::vector<overlap_keys> out;
  out.reserve(compositions.size());
  for (const composition& c : compositions) out.push_back(overlap_keys_of(pool, words, c));
  return out;
}

/// Returns true if two multi-hop questions share anything.
/// Example: overlaps({{1}, {2, 3}, {4}}, {{9}, {3}, {8}})  // true: the answer 3
[[nodiscard]] inline bool overlaps(const overlap_keys& a, const overlap_keys& b) noexcept {
  const auto shared = [](const std::vector<std::uint32_t>& x, const std::vector<std::uint32_t>& y) {
    auto i = x.begin(), j = y.begin();
    while (i != x.end() && j != y.end() && *i != *j) ++(*i < *j ? i : j);
    return i != x.end() && j != y.end();
  };
  return shared(a.questions, b.questions) || shared(a.answers, b.answers) || shared(a.paragraphs, b.paragraphs);
}

/// Counts by kind of overlap.
struct overlap_counts {
  std::size_t questions = 0;
  std::size_t answers = 0;
  std::size_t paragraphs = 0;
  std::size_t any = 0;  ///< of any kind; defined by leak_report

  friend constexpr bool operator==(const overlap_counts&, const overlap_counts&) = default;
};

/// The overlap of two parts.
struct leak_report {
  overlap_counts shared;  ///< distinct single-hop questions, answers and paragraphs in both; `any`: their sum
  overlap_counts left;    ///< multi-hop questions of the left part that overlap the right part; `any`: in some way
  overlap_counts right;   ///< the same for the right part
  std::size_t left_size = 0;
  std::size_t right_size = 0;

  [[nodiscard]] bool clean() const noexcept { return shared.any == 0; }

  friend constexpr bool operator==(const leak_report&, const leak_report&) = default;
};

/// Finds the overlap of two parts.
///
/// Cost:    O(keys log keys)
/// Source:  Trivedi et al. 2022, Sec. 5, S5
/// Example: find_leaks(train, test).right.any  // test questions that overlap training
[[nodiscard]] inline leak_report find_leaks(std::span<const overlap_keys> left, std::span<const overlap_keys> right) {
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

}  // namespace v0_1
}  // namespace mhqa
