// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The shares of a file's heads, tails and questions that meet MuSiQue's condition: the requests that models answer, the
// shares by their answers or by the lexical reader, and the report, as `mhqa condition` prints it.
//   append_condition_table(text, condition_shares_of("dev.jsonl", {"said.jsonl"}), 1);
#pragma once

#include <mhqa/compose/condition.hpp>
#include <mhqa/datasets/musique.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/condition_files.hpp>
#include <mhqa/io/datasets/musique.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/request_files.hpp>
#include <mhqa/model/lexical_reader.hpp>
#include <mhqa/model/replay.hpp>

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// Calls f(id, question) for each answerable record of a file in MuSiQue's layout.
///
/// Errors: data_error as condition_question_of(), with the file
template <class F>
void for_each_condition_question(const std::string& path, F&& f) {
  auto records = musique::golds(path, musique::fields::all);
  mhqa::musique::record record;
  while (records.next(record)) {
    if (!record.answerable) continue;
    with_place(path, record.id, [&] { f(record.id, condition_question_of(record)); });
  }
}

/// The requests that write_condition_requests() wrote.
struct condition_requests_written {
  std::uint64_t asked = 0;
  std::string file{};
};

/// Writes the requests of a file's questions to condition.jsonl in a folder, which it makes if it is missing, and their
/// paragraphs to paragraphs.jsonl.
inline condition_requests_written write_condition_requests(const std::string& path, const std::string& folder) {
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  const std::filesystem::path to = folder;
  const std::string asked = (to / "condition.jsonl").string();
  condition_request_files files{asked, (to / "paragraphs.jsonl").string()};
  for_each_condition_question(path, [&](std::string_view id, const condition_question& q) { files.add(id, q); });
  files.commit();
  return {files.asked(), asked};
}

/// Counts the heads, tails and questions of a file that meet the condition.
///
/// Shape:  by the answers of models, one file each; without any, by the lexical reader
/// Errors: data_error as read_answers(), and for a request that a model has not answered
[[nodiscard]] inline condition_shares condition_shares_of(const std::string& path,
                                                          const std::vector<std::string>& answers) {
  std::vector<replay_reader> models;
  for (const std::string& file : answers) models.push_back(read_answers(file));
  condition_shares out;
  for_each_condition_question(path, [&](std::string_view id, const condition_question& q) {
    out.add(models.empty() ? check_condition(q.hops, q.context, lexical_reader{}) : judge_condition(id, q, models));
  });
  return out;
}

/// Appends the shares as a table; `models` is the number of models that answered, 0 for the lexical reader.
inline void append_condition_table(std::string& out, const condition_shares& s, std::size_t models) {
  const std::string by = models == 0 ? "the lexical reader, not a model" : fmt::format("{} models", models);
  const auto row = [&out](const char* name, std::uint64_t met, std::uint64_t all, double share) {
    out += fmt::format("{:<40} {:>8} of {:>8}  {:>5.1f} %\n", name, met, all, 100 * share);
  };
  out += "answered by " + by + "\n\n";
  row("heads not answered without context", s.heads_met, s.heads, s.head_share());
  row("tails not answered without the bridge", s.tails_met, s.tails, s.tail_share());
  row("questions that are connected", s.connected, s.questions, s.connected_share());
}

/// Appends the counts as one JSON object; see append_condition_table().
inline void append_condition_json(std::string& out, const condition_shares& s, std::size_t models) {
  json_writer json{out, 2};
  json.begin_object().member("questions", s.questions).member("connected", s.connected).member("heads", s.heads);
  json.member("heads_met", s.heads_met).member("tails", s.tails).member("tails_met", s.tails_met);
  json.member("models", static_cast<std::uint64_t>(models)).end_object();
  out += '\n';
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
