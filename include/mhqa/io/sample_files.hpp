// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Predictions with several answers to each question, as one file of predictions for each sample. A sample is a line
// that repeats an id, a member that repeats a name, or an element where the layout has one answer.
//   sample_files runs{"eight.jsonl", "hotpotqa"};  runs.each([&](const std::string& one) { … evaluates one … });
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/spool_file.hpp>

#include <array>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The samples of a predictions file, each as a temporary file in the data set's own layout.
///
/// Shape:  lines or an array of records with an id and an answer (or the data set's own records), {id: answer},
///         {id: [answer, …]}, and {"answer": {…}, "sp": {…}, "evidence": {…}} of either; ids may repeat
/// Errors: data_error for a file in no such form, and for a question with more or fewer samples than the first
/// Cost:   the file's bytes in memory, and once more on the disk for temporary files
class sample_files {
 public:
  sample_files(const std::string& predictions, std::string_view data_set);

  /// Returns the number of samples of each question.
  [[nodiscard]] std::size_t size() const noexcept { return samples_; }

  /// Calls f(path) for each sample.
  ///
  /// Errors: those of f, which name the predictions and the sample instead of the temporary file
  template <class F>
  void each(F&& f) const {
    for (std::size_t i = 0; i < files_.size(); ++i) {
      try {
        f(files_[i].path());
      } catch (const data_error& error) {
        place where = error.where();
        if (where.file != files_[i].path()) throw;
        where = {.file = name_ + " (sample " + std::to_string(i + 1) + ")", .id = where.id, .field = where.field};
        throw data_error{std::move(where), error.problem(), error.code()};
      }
    }
  }

 private:
  /// The answers of one task, as JSON.
  struct task {
    std::string name;  // empty: the file has no tasks
    std::vector<std::string> ids{};
    std::unordered_map<std::string, std::vector<std::string>> answers{};

    void add(std::string_view id, std::string answer);
  };

  static constexpr std::array<std::string_view, 4> ids_{"id", "_id", "qid", "question_id"};
  static constexpr std::array<std::string_view, 4> answers_{"answer", "prediction", "predicted_answer",
                                                            "prediction_text"};
  static constexpr std::array<std::string_view, 2> other_tasks_{"sp", "evidence"};

  [[nodiscard]] task& task_of(std::string_view name);

  [[nodiscard]] static std::string copy_of(json_value value);

  void read_records();

  void read_object();

  static void add(task& to, std::string_view id, json_value answer, bool may_be_list);

  void expect_equal_counts();

  void write(std::size_t sample);

  std::string name_;
  std::string data_set_;
  std::vector<task> tasks_;
  std::deque<spool_file> files_;
  std::size_t samples_ = 0;
  bool as_rows_ = false;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/sample_files.ipp>
#endif
