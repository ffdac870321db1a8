// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Splits a data set by its writers (annotators): no writer has questions on both sides, so no model is tested on
// questions by writers whose habits it was trained on (Geva et al. 2019; StrategyQA, Geva et al. 2021, Sec. 4).
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/random.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// A split, with a mark per question.
struct annotator_split {
  std::vector<bool> test;  ///< by question: true for the test set
  std::size_t test_questions = 0;
  std::size_t test_writers = 0;
  std::size_t train_writers = 0;

  friend bool operator==(const annotator_split&, const annotator_split&) = default;
};

/// Draws writers for the test set one after another; skips writers who would make it exceed its share.
///
/// Shape:     writers[n], one per question -> n marks; the same writers are drawn for any order of questions and on any
///            platform
/// Undefined: a share that no writer fits -> an empty test set
/// Errors:    data_error for a share that is not in [0, 1]
/// Cost:      O(n log writers)
/// Source:    the paper does not say how it split: 2,290 questions by 23 writers for training, 490 by 6 for testing
/// Example:   split_by_annotator(std::array{"ann", "bob", "ann", "cy"}, 0.5, 7)  // ann's two, or bob's and cy's
template <std::ranges::forward_range Writers>
requires std::convertible_to<std::ranges::range_reference_t<Writers>, std::string_view>
[[nodiscard]] annotator_split split_by_annotator(const Writers& writers, double test_share, std::uint64_t seed) {
  if (!(test_share >= 0 && test_share <= 1)) {
    throw_data_error({}, "split_by_annotator: expected a share of 0 to 1 for testing");
  }
  struct writer {
    std::size_t questions = 0;
    bool test = false;
  };
  std::map<std::string, writer, std::less<>> known;  // sorted, independently of the questions' order
  annotator_split out;
  for (auto&& of_question : writers) {  // may be a temporary string
    const std::string_view name{of_question};
    auto at = known.find(name);
    if (at == known.end()) at = known.emplace(std::string{name}, writer{}).first;
    ++at->second.questions;
    out.test.push_back(false);
  }
  std::vector<writer*> order;
  for (auto& [name, w] : known) order.push_back(&w);
  draws random{seed, "annotator_split"};
  shuffle<writer*>(order, random);
  const auto room = static_cast<std::size_t>(std::floor(test_share * static_cast<double>(out.test.size())));
  for (writer* const w : order) {
    w->test = out.test_questions + w->questions <= room;
    if (w->test) out.test_questions += w->questions;
    ++(w->test ? out.test_writers : out.train_writers);
  }
  std::size_t question = 0;
  for (auto&& name : writers) out.test[question++] = known.find(std::string_view{name})->second.test;
  return out;
}

}  // namespace mhqa::inline v0_1
