// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of statistics_layout.hpp.
#pragma once

#include <mhqa/io/statistics_layout.hpp>

#include <mhqa/error.hpp>
#include <mhqa/io/layouts/record_layout.hpp>

#include <string_view>

namespace mhqa::inline v0_1::io {

MHQA_INLINE statistics_layout find_statistics_layout(const std::string& file) {
  const auto expected = [](std::string_view other) {
    return "expected a record of MuSiQue (question_decomposition or paragraphs), HotpotQA (_id or context) or "
           "2WikiMultihopQA (evidences)" +
           std::string{other};
  };
  const auto explain = [&](const auto&) { return expected({}); };
  const record_layout found =
      find_record_layout(file,
                         {record_layout::musique, record_layout::hieradate, record_layout::twowiki,
                          record_layout::strategyqa, record_layout::hotpotqa},
                         record_layout::musique, explain);
  switch (found) {
    case record_layout::twowiki:
      return statistics_layout::twowiki;
    case record_layout::hotpotqa:
      return statistics_layout::hotpotqa;
    case record_layout::strategyqa:
      throw_data_error({.file = file, .record = 1}, expected("; mhqa stats strategyqa reads StrategyQA's"));
    case record_layout::hieradate:
      throw_data_error({.file = file, .record = 1}, expected("; mhqa stats hieradate reads HieraDate's"));
    default:
      return statistics_layout::musique;
  }
}

}  // namespace mhqa::inline v0_1::io
