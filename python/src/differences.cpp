// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Why two results differ; see evaluations.hpp.
#include "evaluations.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/difference_report.hpp>
#include <mhqa/io/result_file.hpp>
#include <mhqa/metrics/rescore.hpp>
#include <mhqa/metrics/result_difference.hpp>

#include <utility>

namespace mhqa_python {

std::string diff(const std::vector<std::string>& results, const std::vector<std::string>& dialects,
                 const std::vector<std::string>& metrics, std::size_t examples) {
  const mhqa::io::result_file first = mhqa::io::read_result(results.front());
  std::vector<std::pair<std::string, mhqa::scored_result>> others;
  if (results.size() == 2) others.emplace_back(results[1], mhqa::io::read_result(results[1]).result);
  for (const std::string& name : dialects) {
    others.emplace_back(results.front() + " by " + name, mhqa::rescored(first.result, name));
  }
  mhqa::io::difference_report report{true, examples};
  for (const auto& [name, other] : others) {
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const std::string& metric : metrics) {
      const std::size_t equals = metric.find('=');
      pairs.emplace_back(metric.substr(0, equals), equals == std::string::npos ? metric : metric.substr(equals + 1));
    }
    if (metrics.empty()) pairs = mhqa::matching_numbers(first.result, other);
    for (const auto& [a, b] : pairs) {
      report.add({results.front(), first.result, a}, {name, other, b},
                 mhqa::explain_difference(first.result, a, other, b));
    }
  }
  return report.text();
}

}  // namespace mhqa_python
