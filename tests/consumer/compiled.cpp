// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A second unit: neither contains the bodies of what both call.
#include <mhqa/metrics/sari.hpp>

#include <span>
#include <string_view>

#if !defined(MHQA_COMPILED)
#error "mhqa::compiled does not pass MHQA_COMPILED on"
#endif

double kept_by_another_unit(std::span<const std::string_view> text);

double kept_by_another_unit(std::span<const std::string_view> text) {
  return mhqa::sari_scorer{}(text, text, text).keep;
}
