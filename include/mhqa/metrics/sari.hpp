// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// SARI (Xu et al. 2016): scores how well a rewriting adds, keeps and deletes n-grams of its source, as
// Tensor2Tensor and StrategyQA's evaluator do (Equations 3 to 6). 0/0 is 1, and deletions count by precision.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/text/string_index.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

/// SARI and its three parts.
///
/// Units: fractions in [0, 1]
struct sari_scores {
  double sari = 0;
  double keep = 0;
  double addition = 0;
  double deletion = 0;

  friend constexpr bool operator==(const sari_scores&, const sari_scores&) = default;
};

namespace detail {

/// Counts of n-grams; weights over `targets` targets are summed as integers and divided once.
struct gram_counts {
  std::uint64_t right = 0, selected = 0, relevant = 0;
};

[[nodiscard]] constexpr double gram_ratio(std::uint64_t right, std::uint64_t of) noexcept {
  return of == 0 ? 1.0 : static_cast<double>(right) / static_cast<double>(of);
}

[[nodiscard]] constexpr double gram_f1(double precision, double recall) noexcept {
  return precision > 0 && recall > 0 ? 2 * precision * recall / (precision + recall) : 0.0;
}

}  // namespace detail

/// Scores rewritings one after another with reused memory; use one per thread.
class sari_scorer {
 public:
  static constexpr std::size_t longest = 4;  ///< n-grams of 1 to 4 tokens

  /// Scores a rewriting against one or more targets, all as tokens.
  ///
  /// Shape:     each distinct n-gram counts once; its weight is r / m if r of the m targets with n-grams of that length
  ///            contain it
  /// Undefined: for an n-gram length with nothing selected (or relevant), precision (recall) is 1; an empty prediction
  ///            and target score 1 for additions and deletions
  /// Cost:      O(t log t) for t tokens of all texts together
  /// Source:    get_sari_score of strategyqa-evaluator's sari.py (Tensor2Tensor), deletion beta 0
  /// Differs:   with three or more targets that program's last bits depend on Python's hash seed; here the weights are
  ///            summed as integers
  [[nodiscard]] sari_scores operator()(std::span<const std::string_view> source,
                                       std::span<const std::string_view> prediction,
                                       std::span<const std::span<const std::string_view>> targets) {
    words_.clear();
    ids_.clear();
    texts_.clear();
    number(source);
    number(prediction);
    for (const auto target : targets) number(target);

    std::array<sari_scores, longest> by_length;
    for (std::size_t n = 1; n <= longest; ++n) by_length[n - 1] = score_length(n);
    sari_scores total;
    for (const sari_scores& s : by_length) {
      total.keep += s.keep;
      total.addition += s.addition;
      total.deletion += s.deletion;
    }
    total.keep /= longest;
    total.addition /= longest;
    total.deletion /= longest;
    total.sari = (total.keep + total.addition + total.deletion) / 3.0;
    return total;
  }

  /// Scores a rewriting against one target.
  [[nodiscard]] sari_scores operator()(std::span<const std::string_view> source,
                                       std::span<const std::string_view> prediction,
                                       std::span<const std::string_view> target) {
    return (*this)(source, prediction, std::span{&target, 1});
  }

 private:
  using gram = std::array<std::uint32_t, longest>;  // words from 1, the rest 0
  struct occurrence {
    gram words;
    std::uint32_t text;  // 0 source, 1 prediction, then the targets
    friend bool operator==(const occurrence&, const occurrence&) = default;
    friend bool operator<(const occurrence& a, const occurrence& b) {
      return std::tie(a.words, a.text) < std::tie(b.words, b.text);
    }
  };

  void number(std::span<const std::string_view> tokens) {
    texts_.push_back(ids_.size());
    for (const std::string_view token : tokens) ids_.push_back(words_.insert(token).first + 1);
  }

  /// Computes the three scores for n-grams of one length.
  sari_scores score_length(std::size_t n) {
    std::uint64_t targets = 0;  // targets with an n-gram of this length
    grams_.clear();
    for (std::uint32_t text = 0; text < texts_.size(); ++text) {
      const std::size_t begin = texts_[text];
      const std::size_t end = text + 1 < texts_.size() ? texts_[text + 1] : ids_.size();
      if (end - begin < n) continue;
      targets += text >= 2 ? 1 : 0;
      for (std::size_t at = begin; at + n <= end; ++at) {
        occurrence o{{}, text};
        std::copy_n(ids_.begin() + static_cast<std::ptrdiff_t>(at), n, o.words.begin());
        grams_.push_back(o);
      }
    }
    std::sort(grams_.begin(), grams_.end());
    grams_.erase(std::unique(grams_.begin(), grams_.end()), grams_.end());

    detail::gram_counts keep, addition, deletion;
    for (std::size_t first = 0, last = 0; first < grams_.size(); first = last) {
      bool in_source = false, in_prediction = false;
      std::uint64_t in_targets = 0;
      for (; last < grams_.size() && grams_[last].words == grams_[first].words; ++last) {
        in_source = in_source || grams_[last].text == 0;
        in_prediction = in_prediction || grams_[last].text == 1;
        in_targets += grams_[last].text >= 2 ? 1 : 0;
      }
      if (in_source) {
        keep.relevant += in_targets;
        keep.selected += in_prediction ? 1 : 0;
        keep.right += in_prediction ? in_targets : 0;
        deletion.selected += in_prediction ? 0 : 1;
        deletion.right += in_prediction ? 0 : targets - in_targets;
      } else {
        addition.relevant += in_targets != 0 ? 1 : 0;
        addition.selected += in_prediction ? 1 : 0;
        addition.right += in_prediction && in_targets != 0 ? 1 : 0;
      }
    }
    const std::uint64_t weight = std::max<std::uint64_t>(targets, 1);
    if (targets == 0) deletion.right = deletion.selected;
    return {.sari = 0,
            .keep = detail::gram_f1(detail::gram_ratio(keep.right, keep.selected * weight),
                                    detail::gram_ratio(keep.right, keep.relevant)),
            .addition = detail::gram_f1(detail::gram_ratio(addition.right, addition.selected),
                                        detail::gram_ratio(addition.right, addition.relevant)),
            .deletion = detail::gram_ratio(deletion.right, deletion.selected * weight)};
  }

  string_index words_;
  std::vector<std::uint32_t> ids_;
  std::vector<std::size_t> texts_;
  std::vector<occurrence> grams_;
};

}  // namespace v0_1
}  // namespace mhqa
