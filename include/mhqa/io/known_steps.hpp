// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The steps of questions by their ids, from a file of decompositions in any layout of check_decompositions().
//   const known_steps steps{"break/qdmr_high_level_dev.csv"};  steps.find("5ab53436554299637185c504")
#pragma once

#include <mhqa/io/decomposition_report.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mhqa::inline v0_1::io {

/// Decompositions by id.
///
/// Shape:  an id of Break is also known by what follows the names of its data set and split, "HOTPOT_dev_5ab5…" as
///         "5ab5…", if that is so of no other; `split_joined` separates steps that a model wrote as one
/// Errors: data_error as check_decompositions()
/// Cost:   keeps all steps
class known_steps {
 public:
  explicit known_steps(std::string file, bool split_joined = false);

  /// The steps of a question, or why they cannot be executed.
  struct entry {
    std::vector<std::string> steps{};
    std::string fault{};  ///< empty: none
  };

  /// Returns the entry of a question, or nothing.
  [[nodiscard]] const entry* find(std::string_view id) const;

  /// Returns the steps of a question; none if the file has no decomposition of it.
  ///
  /// Errors: data_error with file and id if a step refers to itself, to a later or a missing step, or is blank, or if
  ///         the text is no decomposition
  [[nodiscard]] std::vector<std::string> steps_of(std::string_view id) const;

 private:
  std::string file_;
  std::vector<entry> entries_;
  std::unordered_map<std::string, std::size_t> places_;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/known_steps.ipp>
#endif
