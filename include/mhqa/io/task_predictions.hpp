// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Predictions of HotpotQA's family, task by task in one object: {"answer": {id: string},
// "sp": {id: [[title, sentence]]}, "evidence": {id: [[subject, relation, object]]}}.
#pragma once

#include <mhqa/io/data_source.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/text/string_index.hpp>
#include <mhqa/types.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The predictions for one question; tasks without the id are empty.
struct task_prediction {
  std::optional<std::string_view> answer;
  std::optional<std::span<const supporting_fact>> supporting_facts;
  std::optional<std::span<const evidence_triple>> evidences;
};

/// Predictions in a file, or that a caller holds. Their strings are valid as long as this object, or the caller's.
/// Ignores other members, but a file that has none of the tasks may be {id: answer}. `layout` is what an error expects:
/// the other layout that the data set's files have.
///
/// Errors: data_error for a repeated id in a task, a wrong type, a file without any task
/// Cost:   about 150 bytes per question besides the file's bytes
class task_predictions {
 public:
  explicit task_predictions(const data_source& source,
                            std::string_view layout = R"(an object with "answer", "sp" or "evidence")");

  /// Takes content that was read before; `path` names it in errors.
  task_predictions(file_bytes&& content, const std::string& path, std::string_view layout);

  /// Returns the predictions for a question and marks it as used.
  [[nodiscard]] task_prediction find(std::string_view id);

  /// Returns the first task that the file does not have, or "": the published programs stop without one of theirs.
  [[nodiscard]] std::string_view lacking(bool evidence) const noexcept;

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] std::size_t size() const noexcept { return ids_.size(); }
  /// Returns the number of ids for which find() was not called.
  [[nodiscard]] std::size_t unused() const noexcept { return ids_.size() - used_; }

 private:
  void read(std::string_view layout);

  struct range {
    std::size_t begin = 0, end = 0;
  };
  struct entry {
    std::string_view answer;
    range facts, triples;
    bool has_answer = false, has_facts = false, has_triples = false, used = false;
  };

  /// Calls f(entry, value) for each id of a task.
  template <class F>
  void for_each_id(json_value task, bool entry::*seen, F&& f) {
    json_context& context = task.context();
    task.entries([&](std::string_view id, json_value value) {
      context.id = id;
      const auto [number, added] = ids_.insert(id);
      if (added) entries_.emplace_back();
      entry& e = entries_[number];
      if (std::exchange(e.*seen, true)) {
        throw_data_error(context.where(), "expected each id once, found it twice", errc::duplicate);
      }
      f(e, value);
    });
    context.id = {};
  }

  std::string path_;
  json_document document_;
  string_index ids_;
  std::vector<entry> entries_;
  std::vector<supporting_fact> facts_;
  std::vector<evidence_triple> triples_;
  std::size_t used_ = 0;
  bool has_answers_ = false, has_facts_ = false, has_triples_ = false;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/task_predictions.ipp>
#endif
