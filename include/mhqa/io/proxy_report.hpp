// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Estimates from people's verdicts how often a distractor could replace a support, with intervals and the expected drop
// of the score (Trivedi et al. 2020, Appendix D), as `mhqa report proxies` prints it.
//   const proxy_report found = report_proxies("annotation_key.jsonl", verdicts);
#pragma once

#include <mhqa/io/annotation_files.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/metrics/significance.hpp>
#include <mhqa/probe/annotation.hpp>

#include <cstdint>
#include <span>
#include <string>

namespace mhqa::inline v0_1::io {

/// The estimate with its intervals.
///
/// Units: fractions of 1; 95 % intervals
struct proxy_report {
  proxy_estimate of;
  annotator_rule rule = annotator_rule::unanimous;
  std::uint32_t distractors = 0;  ///< in a context
  double rate = 0;                ///< of paragraphs that are proxies
  double drop = 0;                ///< of the exact match
  difference_interval rate_interval{}, drop_interval{};
};

/// Computes the report; `distractors` is the number in a context, 0: the most frequent one of the key.
///
/// Errors: data_error as estimate_proxies(), and if people agree on no question
/// Source: Trivedi et al. 2020, App. D.1
[[nodiscard]] proxy_report report_proxies(const std::string& key, std::span<const std::string> verdicts,
                                          annotator_rule rule = annotator_rule::unanimous,
                                          std::uint32_t distractors = 0);

/// Appends the report as one JSON object and a line feed.
void append_proxy_json(std::string& out, const proxy_report& n);

/// Appends the table that `mhqa report proxies` prints.
void append_proxy_table(std::string& out, const proxy_report& n);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/proxy_report.ipp>
#endif
