// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of output_locks.hpp.
#pragma once

#include <mhqa/io/output_locks.hpp>

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/content_hash.hpp>

#include <fmt/core.h>

#include <cstddef>
#include <system_error>

namespace mhqa::inline v0_1::io {

MHQA_INLINE std::optional<std::string> replaced_file(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (path == "-" || (fs::exists(status) && !fs::is_regular_file(status))) return std::nullopt;
  const std::string target = detail::link_target(path);
  const fs::path above = fs::path{target}.parent_path();
  const fs::path folder = fs::weakly_canonical(above.empty() ? "." : above, error);
  return error ? target : (folder / fs::path{target}.filename()).string();
}

MHQA_INLINE std::string lock_file_of(const std::string& target) {
  constexpr std::size_t longest = 200;
  const std::filesystem::path path{target};
  std::string name = path.filename().string();
  if (name.size() > longest) name = name.substr(0, longest) + fmt::format("{:016x}", content_hash(name));
  return (path.parent_path() / ("." + name + ".lock")).string();
}

MHQA_INLINE output_locks::~output_locks() {
  locks_.clear();
  std::error_code ignored;
  for (; !made_.empty(); made_.pop_back()) std::filesystem::remove(made_.back(), ignored);  // fails if not empty
}

MHQA_INLINE void output_locks::hold_file(const std::string& target, const std::string& name) {
  locks_.emplace_back(lock_file_of(target), others_, name);
  remove_abandoned_files(std::filesystem::path{target}.parent_path().string());
}

MHQA_INLINE void output_locks::hold_folder(const std::string& folder) {
  make(folder);
  locks_.emplace_back((std::filesystem::path{folder} / ".mhqa.lock").string(), others_, folder);
  remove_abandoned_files(folder);
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator{folder, ignored}) {
    if (entry.is_directory(ignored) && !entry.is_symlink(ignored)) remove_abandoned_files(entry.path().string());
  }
}

MHQA_INLINE void output_locks::make(const std::string& folder) {
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

}  // namespace mhqa::inline v0_1::io
