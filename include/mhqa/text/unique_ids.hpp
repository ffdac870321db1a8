// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rejects ids that occur twice among the records of one or several files.
//   unique_ids ids;  ids.add(record.id, path);
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/text/string_arena.hpp>
#include <mhqa/text/string_index.hpp>

#include <string>
#include <string_view>

namespace mhqa::inline v0_1 {

/// The ids seen so far.
///
/// Errors: add() throws data_error with file and id for a repeated id
/// Cost:   one hash per id; copies the ids
class unique_ids {
 public:
  void add(std::string_view id, const std::string& file) {
    if (seen_.contains(id)) {
      throw_data_error({.file = file, .id = std::string{id}}, "expected each id once, found it twice", errc::duplicate);
    }
    seen_.insert(bytes_.store(id));
  }

 private:
  string_arena bytes_;
  string_index seen_;
};

}  // namespace mhqa::inline v0_1
