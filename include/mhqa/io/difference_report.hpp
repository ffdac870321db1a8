// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Prints explained differences of results: a table for people, JSON for programs, and one line for each question that
// differs. `mhqa diff` prints them.
#pragma once

#include <mhqa/io/json_writer.hpp>
#include <mhqa/metrics/result_difference.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io {

/// One side of a difference.
struct compared_result {
  std::string name;
  const scored_result& result;
  std::string number;
};

/// Returns one JSON line for each question that differs: id, both scores, the reasons. Where no choice can explain the
/// numbers, `because` says why.
[[nodiscard]] std::string difference_lines(const result_difference& found, std::string_view number_a,
                                           std::string_view number_b, std::string_view evaluator_b);

/// Collects differences and prints them.
class difference_report {
 public:
  /// `examples` ids are shown for each reason.
  difference_report(bool json, std::size_t examples) : json_{json}, examples_{examples} {}

  void add(const compared_result& a, const compared_result& b, const result_difference& found) {
    json_ ? add_json(a, b, found) : add_table(a, b, found);
  }
  [[nodiscard]] std::string text() const { return json_ ? "{\"differences\": [" + text_ + "\n]}\n" : text_; }

 private:
  void add_table(const compared_result& a, const compared_result& b, const result_difference& found);

  void add_json(const compared_result& a, const compared_result& b, const result_difference& found);

  bool json_;
  std::size_t examples_;
  std::string text_;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/difference_report.ipp>
#endif
