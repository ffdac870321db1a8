// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Determines which of the layouts of multi-hop sets a file has, by the fields of its first record: MuSiQue, HotpotQA,
// 2WikiMultihopQA.
//   find_statistics_layout("dev.json") == statistics_layout::twowiki
#pragma once

#include <mhqa/io/json_records.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// The layouts of which `mhqa stats` computes figures by itself.
enum class statistics_layout : std::uint8_t { musique, hotpotqa, twowiki };

/// Determines a file's layout from the fields of its first record.
///
/// Undefined: musique for a file without records, and for standard input and pipes, which can be read only once
/// Errors:    data_error if the first record has no known layout
[[nodiscard]] inline statistics_layout find_statistics_layout(const std::string& file) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(file, ignored);
  if (file == "-" || (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))) {
    return statistics_layout::musique;
  }
  json_records in{file};
  auto first = in.next();
  if (!first) return statistics_layout::musique;
  bool musique = false, evidence = false, underscored = false, dated = false, qid = false;
  first->object([&](std::string_view key, json_value) {
    musique = musique || key == "question_decomposition" || key == "paragraphs";
    evidence = evidence || key == "evidences" || key == "evidences_id" || key == "entity_ids";
    underscored = underscored || key == "_id";
    dated = dated || key == "ques_extract_1";
    qid = qid || key == "qid";
  });
  if (musique) return statistics_layout::musique;
  if (underscored && evidence) return statistics_layout::twowiki;
  if (underscored && !dated) return statistics_layout::hotpotqa;
  first->context().fail(
      "expected a record of MuSiQue (question_decomposition or paragraphs), HotpotQA (_id) or 2WikiMultihopQA (_id and "
      "evidences)" +
      std::string{qid     ? "; mhqa stats strategyqa reads StrategyQA's"
                  : dated ? "; mhqa stats hieradate reads HieraDate's"
                          : ""});
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
