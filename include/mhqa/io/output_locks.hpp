// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Locks the files and folders that a run writes, so that no other run writes them at the same time, and removes the
// temporary files that killed runs left there.
//   output_locks locks{if_locked::refuse};  locks.hold_file("scores.json");  locks.hold_folder("composed");
#pragma once

#include <mhqa/io/file.hpp>

#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace mhqa::inline v0_1::io {

/// Returns the file that atomic_file replaces for a path, with its folder's canonical name, so that two paths of one
/// file are equal; nothing for a path that it writes in place: standard output, a pipe, a device.
[[nodiscard]] std::optional<std::string> replaced_file(const std::string& path);

/// Returns the name of the file that locks another one. A long name is cut, so that the result is a name, too.
/// Example: lock_file_of("out/a.json") == "out/.a.json.lock"
[[nodiscard]] std::string lock_file_of(const std::string& target);

/// Holds the files and folders that a run writes, until it is destroyed.
///
/// Shape:  removes temporary files of killed runs. A folder that it makes is removed at the end if nothing
///         was put into it
/// Errors: data_error: as file_lock, and for a folder that cannot be made
class output_locks {
 public:
  explicit output_locks(if_locked others) : others_{others} {}
  output_locks(const output_locks&) = delete;
  output_locks& operator=(const output_locks&) = delete;
  ~output_locks();

  /// Holds a file, which replaced_file() returned; `name` is its name in errors.
  void hold_file(const std::string& target, const std::string& name);

  /// Makes a folder, if it is missing, and holds it and the folders in it.
  void hold_folder(const std::string& folder);

 private:
  void make(const std::string& folder);

  if_locked others_;
  std::vector<std::filesystem::path> made_;  // a folder before those in it
  std::deque<file_lock> locks_;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/output_locks.ipp>
#endif
