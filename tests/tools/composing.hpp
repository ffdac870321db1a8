// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What mhqa compose is tried on, and what it leaves.
#pragma once

#include "support/json.hpp"

#include <filesystem>
#include <map>
#include <string>

namespace mhqa_test {

/// The pool of the examples: all six shapes can be composed from it.
inline std::string bundled_pool() {
  const auto root = std::filesystem::path{__FILE__}.parent_path().parent_path().parent_path();
  return (root / "examples/data/pool/pool.json").string();
}

using file_map = std::map<std::string, std::string>;

/// The bytes of all files of a run, by name.
inline file_map bytes_of(const std::filesystem::path& folder) {
  file_map out;
  for (const auto& entry : std::filesystem::recursive_directory_iterator{folder}) {
    if (entry.is_regular_file()) {
      out[std::filesystem::relative(entry.path(), folder).string()] = read_file(entry.path());
    }
  }
  return out;
}

}  // namespace mhqa_test
