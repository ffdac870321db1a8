// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of sari.hpp.
#pragma once

#include <mhqa/metrics/sari.hpp>

#include <algorithm>

namespace mhqa::inline v0_1 {

MHQA_INLINE sari_scores sari_scorer::operator()(std::span<const std::string_view> source,
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

MHQA_INLINE sari_scores sari_scorer::score_length(std::size_t n) {
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

}  // namespace mhqa::inline v0_1
