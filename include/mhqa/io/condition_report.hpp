// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The shares of a file's heads, tails and questions that meet MuSiQue's condition: the requests that models answer, the
// shares by their answers or by a reader, and the report, as `mhqa condition` prints it.
//   append_condition_table(text, condition_shares_of("dev.jsonl", {"said.jsonl"}), 1);
#pragma once

#include <mhqa/compose/condition.hpp>
#include <mhqa/datasets/musique.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/condition_files.hpp>
#include <mhqa/io/datasets/musique.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/request_files.hpp>
#include <mhqa/io/stages.hpp>
#include <mhqa/model/memory_reader.hpp>
#include <mhqa/model/reader.hpp>
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

/// Counts the heads, tails and questions of a file that meet the condition, by the answers of models, one file each.
///
/// Errors: data_error as read_answers(), and for a request that a model has not answered
[[nodiscard]] inline condition_shares condition_shares_of(const std::string& path,
                                                          const std::vector<std::string>& answers) {
  std::vector<replay_reader> models;
  for (const std::string& file : answers) models.push_back(read_answers(file));
  condition_shares out;
  for_each_condition_question(
      path, [&](std::string_view id, const condition_question& q) { out.add(judge_condition(id, q, models)); });
  return out;
}

/// Who answered: a number of models; or a reader by its name and, without a context, a memory of the file's other
/// questions.
struct condition_judge {
  std::size_t models = 0;
  std::string reader{};
  std::size_t known = 0;      ///< steps that the memory knows
  std::size_t identical = 0;  ///< of them, those that another question asks, too
};

/// Counts the heads, tails and questions of a file that meet the condition, by a reader, and without a context by the
/// steps and supports of the file's other questions; tells `by` what was known.
///
/// Errors: data_error for a file that cannot be read twice
template <reader Read>
[[nodiscard]] condition_shares condition_shares_of(const std::string& path, Read read, condition_judge& by) {
  expect_regular_file(path);
  question_memory known;
  std::uint32_t record = 0;
  for_each_condition_question(path, [&](std::string_view, const condition_question& q) {
    const std::vector<condition_request> asked = condition_requests(q.hops);
    for (std::size_t i = 0; i < q.hops.size(); ++i) {
      known.add(asked[i].question, q.hops[i].answers.front(), record);
      if (!q.hops[i].support) continue;
      const context_paragraph& own = q.context[*q.hops[i].support];
      known.add_paragraph(own.title, own.text, record);
    }
    ++record;
  });
  by.known = known.questions();
  condition_shares out;
  record = 0;
  for_each_condition_question(path, [&](std::string_view, const condition_question& q) {
    const auto answer = [&](reading_task task) -> reading {
      if (!task.context.empty()) return read(task);
      const recollection found = known.recall(task.question, record);
      by.identical += found.identical ? 1U : 0U;
      return {.answer = found.answer, .confidence = found.similarity};
    };
    out.add(check_condition(q.hops, q.context, answer));
    ++record;
  });
  return out;
}

/// Returns true if nothing could answer a head: a memory that knows one question only.
[[nodiscard]] inline bool is_unasked(const condition_shares& shares, const condition_judge& by) noexcept {
  return by.models == 0 && (by.known == 0 || shares.questions < 2);
}

/// Appends the shares as a table.
///
/// Shape: without models, a memory of the other questions is asked about heads; a file of one question has none, and
///        the heads are not asked
inline void append_condition_table(std::string& out, const condition_shares& s, const condition_judge& by) {
  const auto row = [&out](const char* name, std::uint64_t met, std::uint64_t all, double share) {
    out += fmt::format("{:<40} {:>8} of {:>8}  {:>5.1f} %\n", name, met, all, 100 * share);
  };
  out += by.models == 0 ? "answered by the reader " + by.reader : fmt::format("answered by {} models", by.models);
  if (by.models == 0) {
    out += fmt::format("\nwithout context by memory of {} steps, of which another question asks {}, too", by.known,
                       by.identical);
  }
  out += "\n\n";
  if (is_unasked(s, by)) {
    out += fmt::format("{:<40} not asked: no other question is known; --answers takes a model's\n",
                       "heads not answered without context");
  } else {
    row("heads not answered without context", s.heads_met, s.heads, s.head_share());
  }
  row("tails not answered without the bridge", s.tails_met, s.tails, s.tail_share());
  row("questions that are connected", s.connected, s.questions, s.connected_share());
}

/// Appends the counts as one JSON object; see append_condition_table().
inline void append_condition_json(std::string& out, const condition_shares& s, const condition_judge& by) {
  json_writer json{out, 2};
  json.begin_object().member("questions", s.questions).member("connected", s.connected).member("heads", s.heads);
  json.key("heads_met");
  is_unasked(s, by) ? json.null() : json.value(s.heads_met);
  json.member("tails", s.tails).member("tails_met", s.tails_met);
  json.member("models", static_cast<std::uint64_t>(by.models));
  if (by.models == 0) {
    json.member("reader", std::string_view{by.reader}).key("memory").begin_object();
    json.member("known", static_cast<std::uint64_t>(by.known));
    json.member("identical", static_cast<std::uint64_t>(by.identical)).end_object();
  }
  json.end_object();
  out += '\n';
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
