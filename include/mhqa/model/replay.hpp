// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Replays recorded answers of an external model: write requests to a file, answer them with any program, and load its
// answers by id into a replay_reader.
#pragma once

#include <mhqa/model/reader.hpp>
#include <mhqa/text/string_index.hpp>

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// Returns recorded answers by question id.
///
/// Requires: calls do not run concurrently, because a call marks its id as used
/// Shape:    a call returns a reference, which is valid until the next add()
/// Errors:   data_error for a second answer to an id, and for a question whose id has no answer
/// Cost:     one hash per call; owns ids and answers
/// Example:  replay_reader r; r.add("1", {.answer = "Paris"}); r({.id = "1"}).answer == "Paris"
class replay_reader {
 public:
  replay_reader() = default;
  replay_reader(replay_reader&&) = default;
  replay_reader& operator=(replay_reader&&) = default;
  replay_reader(const replay_reader&) = delete;  // the index points into names_
  replay_reader& operator=(const replay_reader&) = delete;

  void add(std::string_view id, reading said);

  [[nodiscard]] const reading& operator()(const reading_task& task);

  [[nodiscard]] bool contains(std::string_view id) const noexcept { return ids_.contains(id); }
  [[nodiscard]] std::size_t size() const noexcept { return said_.size(); }

  /// Returns the ids that no call asked for, in the order in which they were added.
  [[nodiscard]] std::vector<std::string_view> unused() const;

 private:
  std::deque<std::string> names_;  // references to its strings stay valid
  string_index ids_;
  std::vector<reading> said_;
  std::vector<bool> used_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/model/detail/replay.ipp>
#endif
