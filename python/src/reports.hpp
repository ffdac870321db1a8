// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Statistics, checks and conversions of data sets' files, as JSON.
#pragma once

#include "progress.hpp"

#include <mhqa/io/date_probe_run.hpp>
#include <mhqa/io/evidence_search.hpp>
#include <mhqa/io/question_check_run.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mhqa_python {

/// Counts, and rows as JSON Lines, empty unless wanted.
struct reported {
  std::string json;
  std::string rows;
};

/// Returns the JSON of `mhqa stats --json`; `dataset` is strategyqa, hieradate, or empty for the layout of the files.
///
/// Errors: mhqa::data_error, as all functions here
[[nodiscard]] std::string statistics(const std::string& dataset, const std::vector<std::string>& files, progress& told);

/// Returns {"questions", "complete", "found", "problems": [{"id", "problem"}, …]} of a submission.
[[nodiscard]] std::string check_submission(const std::string& dataset, const std::string& predictions,
                                           const std::string& questions);

/// Returns the JSON of `mhqa check-decompositions --json`, and the rows of its --per-question.
[[nodiscard]] reported check_decompositions(const std::string& file, const std::string& layout, bool rows);

/// Returns the counts, and the rows of `mhqa check-questions --per-question`.
[[nodiscard]] reported check_questions(const mhqa::io::question_check_run& run, bool rows);

/// Converts questions; the JSON of `mhqa convert --json`.
[[nodiscard]] std::string convert(const std::string& in, const std::string& from, const std::string& to,
                                  const std::string& out);

/// Makes HieraDate's questions; the JSON of `mhqa probe-dates --json`.
[[nodiscard]] std::string probe_dates(mhqa::io::date_probe_run run, progress& told);

/// Returns the JSON of `mhqa report proxies --json`; 0 distractors: the most frequent number.
[[nodiscard]] std::string proxies(const std::string& key, const std::vector<std::string>& verdicts, bool majority,
                                  std::uint32_t distractors);

/// Finds evidence; {"questions", "paragraphs", "without_hit", "found": {id: [paragraph, …]}}.
[[nodiscard]] std::string find_evidence(const mhqa::io::evidence_search& search, bool titles, std::size_t threads);

}  // namespace mhqa_python
