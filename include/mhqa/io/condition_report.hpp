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
#include <mhqa/io/stages.hpp>
#include <mhqa/model/memory_reader.hpp>
#include <mhqa/model/reader.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

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
condition_requests_written write_condition_requests(const std::string& path, const std::string& folder);

/// Counts the heads, tails and questions of a file that meet the condition, by the answers of models, one file each.
///
/// Errors: data_error as read_answers(), and for a request that a model has not answered
[[nodiscard]] condition_shares condition_shares_of(const std::string& path, const std::vector<std::string>& answers);

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
[[nodiscard]] bool is_unasked(const condition_shares& shares, const condition_judge& by) noexcept;

/// Appends the shares as a table.
///
/// Shape: without models, a memory of the other questions is asked about heads; a file of one question has none, and
///        the heads are not asked
void append_condition_table(std::string& out, const condition_shares& s, const condition_judge& by);

/// Appends the counts as one JSON object; see append_condition_table().
void append_condition_json(std::string& out, const condition_shares& s, const condition_judge& by);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/condition_report.ipp>
#endif
