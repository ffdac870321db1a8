// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Break (Wolfson et al. 2020): questions with decompositions into steps (QDMR), "return A ;return B of #1".
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/graph/decomposition.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::break_qdmr {

/// A row of the data set.
struct record {
  std::string_view id;
  std::string_view question;
  std::string_view decomposition;           ///< the steps as written
  std::vector<std::string_view> operators;  ///< one per step: "select", "project", "filter", …
  std::string_view split;

  friend bool operator==(const record&, const record&) = default;
};

/// Returns the steps of a record, or the place where its text is not QDMR.
/// Example: "return cities ;return #1 in Peru" gives "cities", "#1 in Peru"
[[nodiscard]] inline parsed<std::vector<std::string>> steps_of(const record& r) {
  return parse_decomposition(r.decomposition, decomposition_style::qdmr);
}

}  // namespace mhqa::inline v0_1::break_qdmr
