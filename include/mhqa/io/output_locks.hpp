// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Locks the files and folders that a run writes, so that no other run writes them at the same time, and removes the
// temporary files that killed runs left there.
//   output_locks locks{if_locked::refuse};  locks.hold_file("scores.json");  locks.hold_folder("composed");
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/content_hash.hpp>
#include <mhqa/io/file.hpp>

#include <fmt/core.h>

#include <cstddef>
#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// Returns the file that atomic_file replaces for a path, with its folder's canonical name, so that two paths of one
/// file are equal; nothing for a path that it writes in place: standard output, a pipe, a device.
[[nodiscard]] inline std::optional<std::string> replaced_file(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (path == "-" || (fs::exists(status) && !fs::is_regular_file(status))) return std::nullopt;
  const std::string target = detail::link_target(path);
  const fs::path above = fs::path{target}.parent_path();
  const fs::path folder = fs::weakly_canonical(above.empty() ? "." : above, error);
  return error ? target : (folder / fs::path{target}.filename()).string();
}

/// Returns the name of the file that locks another one. A long name is cut, so that the result is a name, too.
/// Example: lock_file_of("out/a.json") == "out/.a.json.lock"
[[nodiscard]] inline std::string lock_file_of(const std::string& target) {
  constexpr std::size_t longest = 200;
  const std::filesystem::path path{target};
  std::string name = path.filename().string();
  if (name.size() > longest) name = name.substr(0, longest) + fmt::format("{:016x}", content_hash(name));
  return (path.parent_path() / ("." + name + ".lock")).string();
}

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
  ~output_locks() {
    locks_.clear();
    std::error_code ignored;
    for (; !made_.empty(); made_.pop_back()) std::filesystem::remove(made_.back(), ignored);  // fails if not empty
  }

  /// Holds a file, which replaced_file() returned; `name` is its name in errors.
  void hold_file(const std::string& target, const std::string& name) {
    locks_.emplace_back(lock_file_of(target), others_, name);
    remove_abandoned_files(std::filesystem::path{target}.parent_path().string());
  }

  /// Makes a folder, if it is missing, and holds it and the folders in it.
  void hold_folder(const std::string& folder) {
    make(folder);
    locks_.emplace_back((std::filesystem::path{folder} / ".mhqa.lock").string(), others_, folder);
    remove_abandoned_files(folder);
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator{folder, ignored}) {
      if (entry.is_directory(ignored) && !entry.is_symlink(ignored)) remove_abandoned_files(entry.path().string());
    }
  }

 private:
  void make(const std::string& folder) {
    namespace fs = std::filesystem;
    std::vector<fs::path> missing;
    std::error_code error;
    for (fs::path at = fs::path{folder} / ""; !at.empty() && !fs::exists(at, error);) {
      missing.push_back(at);
      const fs::path above = at.has_filename() ? at.parent_path() : at.parent_path().parent_path();
      if (above == at) break;
      at = above;
    }
    fs::create_directories(folder, error);
    if (error) throw_data_error({.file = folder}, "cannot make the folder: " + error.message());
    made_.insert(made_.end(), missing.rbegin(), missing.rend());
  }

  if_locked others_;
  std::vector<std::filesystem::path> made_;  // a folder before those in it
  std::deque<file_lock> locks_;
};

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
