// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A reader that says again what a model has said elsewhere: requests are written out, any program answers them, and
// its answers, by id, take the model's place here.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/text/string_index.hpp>

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0 {

/// Answers by the id of the question alone.
///
/// Shape:  a call notes that its id was asked for, so that one thread asks at a time
/// Errors: data_error for a second answer to an id, and when an id is asked for that has none
/// Cost:   one hash a call; the ids and answers are owned
/// Example: replay_reader r; r.add("1", {.answer = "Paris"}); r({.id = "1"}).answer == "Paris"
class replay_reader {
 public:
  replay_reader() = default;
  replay_reader(replay_reader&&) = default;
  replay_reader& operator=(replay_reader&&) = default;
  replay_reader(const replay_reader&) = delete;  // the index looks into names_
  replay_reader& operator=(const replay_reader&) = delete;

  void add(std::string_view id, reading said) {
    if (ids_.contains(id)) throw_data_error({.id = std::string{id}}, "expected one answer to this id, found another");
    ids_.insert(names_.emplace_back(id));
    said_.push_back(std::move(said));
    used_.push_back(false);
  }

  [[nodiscard]] const reading& operator()(const reading_task& task) {
    const std::uint32_t number = ids_.find(task.id);
    if (number == string_index::npos) {
      throw_data_error({.id = std::string{task.id}}, "expected an answer to this id, found none");
    }
    used_[number] = true;
    return said_[number];
  }

  [[nodiscard]] bool contains(std::string_view id) const noexcept { return ids_.contains(id); }
  [[nodiscard]] std::size_t size() const noexcept { return said_.size(); }

  /// The ids that nobody has asked for, in the order of their answers.
  [[nodiscard]] std::vector<std::string_view> unused() const {
    std::vector<std::string_view> out;
    for (std::size_t i = 0; i < used_.size(); ++i) {
      if (!used_[i]) out.push_back(names_[i]);
    }
    return out;
  }

 private:
  std::deque<std::string> names_;  // its strings stay where they are
  string_index ids_;
  std::vector<reading> said_;
  std::vector<bool> used_;
};

}  // namespace v0
}  // namespace mhqa
