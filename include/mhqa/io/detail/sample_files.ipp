// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of sample_files.hpp.
#pragma once

#include <mhqa/io/sample_files.hpp>

#include <mhqa/io/file.hpp>
#include <mhqa/io/json_copy.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/layouts/record_layout.hpp>

#include <algorithm>
#include <filesystem>

namespace mhqa::inline v0_1::io {

MHQA_INLINE sample_files::sample_files(const std::string& predictions, std::string_view data_set)
    : name_{predictions}, data_set_{data_set} {
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

MHQA_INLINE void sample_files::task::add(std::string_view id, std::string answer) {
  const auto [at, fresh] = answers.try_emplace(std::string{id});
  if (fresh) ids.emplace_back(id);
  at->second.push_back(std::move(answer));
}

MHQA_INLINE sample_files::task& sample_files::task_of(std::string_view name) {
  const auto found = std::find_if(tasks_.begin(), tasks_.end(), [&](const task& one) { return one.name == name; });
  return found != tasks_.end() ? *found : tasks_.emplace_back(task{std::string{name}});
}

MHQA_INLINE std::string sample_files::copy_of(json_value value) {
  std::string out;
  json_writer json{out};
  copy_json(value, json);
  return out;
}

MHQA_INLINE void sample_files::read_records() {
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
      if (key == "question_id" && data_set_ == "musique") {
        value.context().fail("expected samples of answers, found a line about an input of a probe");
      }
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

MHQA_INLINE void sample_files::read_object() {
  json_document document{name_};
  document.for_each_entry([&](std::string_view key, json_value value) {
    const bool other = std::find(other_tasks_.begin(), other_tasks_.end(), key) != other_tasks_.end();
    if (!value.is_object() || !(key == "answer" || other)) return add(task_of(""), key, value, true);
    task& of = task_of(key);
    value.entries([&](std::string_view id, json_value answer) { add(of, id, answer, !other); });
  });
}

MHQA_INLINE void sample_files::add(task& to, std::string_view id, json_value answer, bool may_be_list) {
  if (!may_be_list || !answer.is_array()) return to.add(id, copy_of(answer));
  answer.array([&](json_value one) { to.add(id, copy_of(one)); });
}

MHQA_INLINE void sample_files::expect_equal_counts() {
  for (const task& one : tasks_) {
    for (const std::string& id : one.ids) {
      const std::size_t found = one.answers.at(id).size();
      if (samples_ == 0) samples_ = found;
      if (found == samples_) continue;
      throw_data_error({.file = name_, .id = id, .field = one.name}, "expected " + std::to_string(samples_) +
                                                                         " samples, as the first question has; found " +
                                                                         std::to_string(found));
    }
  }
  if (samples_ == 0) throw_data_error({.file = name_}, "expected predictions, found none");
}

MHQA_INLINE void sample_files::write(std::size_t sample) {
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

}  // namespace mhqa::inline v0_1::io
