// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A file that appears whole or not at all: written beside its final place, renamed when it is complete.
#pragma once

#include <mhqa/io/file.hpp>

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace mhqa {
inline namespace v0 {
namespace io {

/// Writes PATH.part and renames it to PATH in commit(); without commit() nothing is left behind.
///
/// Shape:  "-" writes to standard output, where commit() only flushes. What is there and is no regular file (a pipe,
///         /dev/null) is written as it is, never replaced; a symbolic link stays, what it names is replaced
/// Errors: data_error from the constructor, write() or commit() names PATH and the system's reason
/// Example: atomic_file out{"report.json"}; out.write("{}\n"); out.commit();
class atomic_file {
 public:
  explicit atomic_file(std::string path) : name_{std::move(path)}, path_{name_} {
    if (path_ != "-") {
      std::error_code error;
      const std::filesystem::file_status status = std::filesystem::status(path_, error);
      if (std::filesystem::is_directory(status)) detail::fail(name_, "cannot write", EISDIR);
      if (std::filesystem::is_regular_file(status)) {
        const std::filesystem::path target = std::filesystem::canonical(path_, error);
        if (!error) path_ = target.string();
      }
      if (std::filesystem::is_regular_file(status) || !std::filesystem::exists(status)) part_ = path_ + ".part";
    }
    if (part_.empty()) {
      out_.emplace(path_);
    } else {
      out_.emplace(part_, name_);
    }
  }
  ~atomic_file() { discard(); }
  atomic_file(const atomic_file&) = delete;
  atomic_file& operator=(const atomic_file&) = delete;

  void write(std::string_view bytes) { out_->write(bytes); }

  /// Writes what is left, so that only the renaming can still fail.
  void close() { out_->close(); }

  /// Makes the file visible under its name.
  void commit() {
    out_->close();
    if (!part_.empty()) {
      std::error_code error;
      std::filesystem::rename(part_, path_, error);
      if (error) detail::fail(name_, "cannot write", error.value());
    }
    out_.reset();
  }

 private:
  void discard() noexcept {
    if (!out_) return;
    out_.reset();
    std::error_code ignored;
    if (!part_.empty()) std::filesystem::remove(part_, ignored);
  }

  std::string name_;  // as the caller gave it, for errors
  std::string path_;  // where it goes
  std::string part_;  // empty where it is written as it is
  std::optional<output> out_;
};

/// Refuses an output that is one of the inputs, by whatever path: writing it would destroy them.
///
/// Errors: data_error that names OUTPUT; none for what is no regular file or not there
inline void expect_no_input(const std::string& output, std::initializer_list<std::string_view> inputs) {
  for (const std::string& written : {output, output + ".part"}) {
    for (const std::string_view input : inputs) {
      std::error_code error;
      if (std::filesystem::is_regular_file(written, error) && std::filesystem::equivalent(written, input, error)) {
        throw_data_error({.file = output}, "cannot write: it would destroy the input " + std::string{input});
      }
    }
  }
}

}  // namespace io
}  // namespace v0
}  // namespace mhqa
