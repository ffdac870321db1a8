// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of calibration.hpp.
#pragma once

#include <mhqa/metrics/calibration.hpp>

#include <mhqa/rounded.hpp>

#include <string>

namespace mhqa::inline v0_1 {

MHQA_INLINE void calibration::add(double probability, bool label) {
  if (!(probability >= 0 && probability <= 1)) {
    throw_data_error({}, "calibration: expected a probability from 0 to 1, found " + std::to_string(probability));
  }
  bin& of = bins_[place(probability)];
  ++of.count;
  of.positives += label ? 1 : 0;
  of.sum += probability;
  const double miss = probability - (label ? 1.0 : 0.0);
  brier_ += rounded(miss * miss);
  ++count_;
}

MHQA_INLINE calibration& calibration::operator+=(const calibration& other) {
  if (other.bins_.size() != bins_.size()) throw_data_error({}, "calibration: expected the same number of bins");
  for (std::size_t i = 0; i < bins_.size(); ++i) {
    bins_[i].count += other.bins_[i].count;
    bins_[i].positives += other.bins_[i].positives;
    bins_[i].sum += other.bins_[i].sum;
  }
  brier_ += other.brier_;
  count_ += other.count_;
  return *this;
}

MHQA_INLINE std::vector<calibration_bin> calibration::bins() const {
  std::vector<calibration_bin> out;
  for (std::size_t i = 0; i < bins_.size(); ++i) {
    const bin& of = bins_[i];
    calibration_bin& one = out.emplace_back(calibration_bin{edge(i), edge(i + 1), of.count, of.positives, {}, {}});
    if (of.count == 0) continue;
    one.mean = of.sum.value() / static_cast<double>(of.count);
    one.frequency = static_cast<double>(of.positives) / static_cast<double>(of.count);
  }
  return out;
}

MHQA_INLINE std::size_t calibration::place(double probability) const noexcept {
  const std::size_t last = bins_.size() - 1;
  auto at = static_cast<std::size_t>(probability * static_cast<double>(bins_.size()));
  at = at > last ? last : at;
  while (at > 0 && probability < edge(at)) --at;
  while (at < last && probability >= edge(at + 1)) ++at;
  return at;
}

}  // namespace mhqa::inline v0_1
