// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Predictions with several answers to each question, as one file of predictions for each sample. A sample is a line
// that repeats an id, a member that repeats a name, or an element where the layout has one answer.
//   sample_files runs{"eight.jsonl", "hotpotqa"};  runs.each([&](const std::string& one) { … evaluates one … });
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_copy.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/layouts/record_layout.hpp>
#include <mhqa/io/spool_file.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// The samples of a predictions file, each as a temporary file in the data set's own layout.
///
/// Shape:  lines or an array of records with an id and an answer (or the data set's own records), {id: answer},
///         {id: [answer, …]}, and {"answer": {…}, "sp": {…}, "evidence": {…}} of either; ids may repeat
/// Errors: data_error for a file in no such form, and for a question with more or fewer samples than the first
/// Cost:   the file's bytes in memory, and once more on the disk for temporary files
class sample_files {
 public:
  sample_files(const std::string& predictions, std::string_view data_set) : name_{predictions}, data_set_{data_set} {
    if (!std::filesystem::is_regular_file(predictions)) {
      throw_data_error({.file = predictions}, "expected a file, which is read twice for its samples");
    }
    const std::string head = file_head(predictions);
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    const bool has_id = std::any_of(ids_.begin(), ids_.end(), [&](auto id) { return head_has(head, id); });
    if (first != std::string::npos && (head[first] == '[' || has_id)) {
      read_records();
    } else {
      read_object();
    }
    expect_equal_counts();
    for (std::size_t i = 0; i < samples_; ++i) write(i);
  }

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

    void add(std::string_view id, std::string answer) {
      const auto [at, fresh] = answers.try_emplace(std::string{id});
      if (fresh) ids.emplace_back(id);
      at->second.push_back(std::move(answer));
    }
  };

  static constexpr std::array<std::string_view, 4> ids_{"id", "_id", "qid", "question_id"};
  static constexpr std::array<std::string_view, 4> answers_{"answer", "prediction", "predicted_answer",
                                                            "prediction_text"};
  static constexpr std::array<std::string_view, 2> other_tasks_{"sp", "evidence"};

  [[nodiscard]] task& task_of(std::string_view name) {
    const auto found = std::find_if(tasks_.begin(), tasks_.end(), [&](const task& one) { return one.name == name; });
    return found != tasks_.end() ? *found : tasks_.emplace_back(task{std::string{name}});
  }

  [[nodiscard]] static std::string copy_of(json_value value) {
    std::string out;
    json_writer json{out};
    copy_json(value, json);
    return out;
  }

  void read_records() {
    const bool tasks = data_set_ == "hotpotqa" || data_set_ == "2wikimultihopqa";
    const auto is_one_of = [](const auto& names, std::string_view key) {
      return std::find(names.begin(), names.end(), key) != names.end();
    };
    json_records records{name_};
    while (auto record = records.next()) {
      std::string id, whole;
      std::vector<std::pair<std::string, std::string>> found;  // task, answer
      bool own = data_set_ == "hieradate" || data_set_ == "strategyqa";
      json_writer json{whole};
      json.begin_object();
      record->object([&](std::string_view key, json_value value) {
        if (is_one_of(ids_, key) && value.is_string()) id = value.context().id = value.string();
        own = own || key == "predicted_support_idxs";
        const std::string copy = copy_of(value);
        json.key(key).raw(copy);
        if (is_one_of(answers_, key)) found.emplace_back(tasks ? "answer" : "", copy);
        if (tasks && is_one_of(other_tasks_, key)) found.emplace_back(key, copy);
      });
      json.end_object();
      record->context().require(!id.empty(), "id");
      if (own) {
        as_rows_ = data_set_ != "strategyqa";
        task_of("").add(id, std::move(whole));
        continue;
      }
      record->context().require(!found.empty(), "answer");
      for (auto& [name, answer] : found) task_of(name).add(id, std::move(answer));
    }
  }

  void read_object() {
    json_document document{name_};
    document.for_each_entry([&](std::string_view key, json_value value) {
      const bool other = std::find(other_tasks_.begin(), other_tasks_.end(), key) != other_tasks_.end();
      if (!value.is_object() || !(key == "answer" || other)) return add(task_of(""), key, value, true);
      task& of = task_of(key);
      value.entries([&](std::string_view id, json_value answer) { add(of, id, answer, !other); });
    });
  }

  static void add(task& to, std::string_view id, json_value answer, bool may_be_list) {
    if (!may_be_list || !answer.is_array()) return to.add(id, copy_of(answer));
    answer.array([&](json_value one) { to.add(id, copy_of(one)); });
  }

  void expect_equal_counts() {
    for (const task& one : tasks_) {
      for (const std::string& id : one.ids) {
        const std::size_t found = one.answers.at(id).size();
        if (samples_ == 0) samples_ = found;
        if (found == samples_) continue;
        throw_data_error({.file = name_, .id = id, .field = one.name},
                         "expected " + std::to_string(samples_) + " samples, as the first question has; found " +
                             std::to_string(found));
      }
    }
    if (samples_ == 0) throw_data_error({.file = name_}, "expected predictions, found none");
  }

  void write(std::size_t sample) {
    spool_file& file = files_.emplace_back((std::filesystem::temp_directory_path() / "mhqa-sample").string());
    std::string out;
    json_writer json{out};
    if (!as_rows_) json.begin_object();
    for (const task& one : tasks_) {
      if (!one.name.empty()) json.key(one.name).begin_object();
      for (const std::string& id : one.ids) {
        const std::string& answer = one.answers.at(id)[sample];
        if (as_rows_) {
          file.write(answer + "\n");
        } else {
          json.key(id).raw(answer);
        }
      }
      if (!one.name.empty()) json.end_object();
    }
    if (!as_rows_) json.end_object();
    file.write(out);
    file.end();
  }

  std::string name_;
  std::string data_set_;
  std::vector<task> tasks_;
  std::deque<spool_file> files_;
  std::size_t samples_ = 0;
  bool as_rows_ = false;
};

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
