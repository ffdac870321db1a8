// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of replay.hpp.
#pragma once

#include <mhqa/model/replay.hpp>

#include <mhqa/error.hpp>

#include <utility>

namespace mhqa::inline v0_1 {

MHQA_INLINE void replay_reader::add(std::string_view id, reading said) {
  if (ids_.contains(id)) throw_data_error({.id = std::string{id}}, "expected one answer to this id, found another");
  ids_.insert(names_.emplace_back(id));
  said_.push_back(std::move(said));
  used_.push_back(false);
}

MHQA_INLINE const reading& replay_reader::operator()(const reading_task& task) {
  const std::uint32_t number = ids_.find(task.id);
  if (number == string_index::npos) {
    throw_data_error({.id = std::string{task.id}}, "expected an answer to this id, found none");
  }
  used_[number] = true;
  return said_[number];
}

MHQA_INLINE std::vector<std::string_view> replay_reader::unused() const {
  std::vector<std::string_view> out;
  for (std::size_t i = 0; i < used_.size(); ++i) {
    if (!used_[i]) out.push_back(names_[i]);
  }
  return out;
}

}  // namespace mhqa::inline v0_1
