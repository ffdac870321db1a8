// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A folder that one run fills at a time, by the lock that the command takes.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/file.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

namespace mhqa_python {

/// Makes the folder and locks it; one that it made goes again if nothing is put into it.
///
/// Errors: mhqa::data_error if the folder cannot be made or another run holds it
class locked_folder {
 public:
  explicit locked_folder(const std::string& path) : path_{path} {
    std::error_code error;
    made_ = std::filesystem::create_directories(path_, error);
    if (error) mhqa::throw_data_error({.file = path}, "cannot make the folder: " + error.message());
    lock_.emplace((path_ / ".mhqa.lock").string(), mhqa::io::if_locked::refuse, path);
    mhqa::io::remove_abandoned_files(path);
    for (const auto& entry : std::filesystem::directory_iterator{path_, error}) {
      if (entry.is_directory(error) && !entry.is_symlink(error)) {
        mhqa::io::remove_abandoned_files(entry.path().string());
      }
    }
  }
  ~locked_folder() {
    lock_.reset();
    std::error_code ignored;
    if (made_) std::filesystem::remove(path_, ignored);  // fails where there are files
  }
  locked_folder(const locked_folder&) = delete;
  locked_folder& operator=(const locked_folder&) = delete;

 private:
  std::filesystem::path path_;
  bool made_ = false;
  std::optional<mhqa::io::file_lock> lock_;
};

}  // namespace mhqa_python
