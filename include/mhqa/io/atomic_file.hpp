// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A file that appears whole or not at all: written beside its final place, renamed when it is complete.
#pragma once

#include <mhqa/io/file.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace mhqa {
inline namespace v0 {
namespace io {

/// Writes PATH.part and renames it to PATH in commit(); without commit() nothing is left behind.
///
/// Shape:  "-" writes to standard output, where commit() only flushes
/// Errors: data_error from the constructor, write() or commit() names PATH and the system's reason
/// Example: atomic_file out{"report.json"}; out.write("{}\n"); out.commit();
class atomic_file {
 public:
  explicit atomic_file(std::string path)
      : path_{std::move(path)}, part_{path_ == "-" ? path_ : path_ + ".part"}, out_{std::in_place, part_} {
    std::error_code ignored;
    if (path_ != "-" && std::filesystem::is_directory(path_, ignored)) {
      discard();
      detail::fail(path_, "cannot write", EISDIR);
    }
  }
  ~atomic_file() { discard(); }
  atomic_file(const atomic_file&) = delete;
  atomic_file& operator=(const atomic_file&) = delete;

  void write(std::string_view bytes) { out_->write(bytes); }

  /// Makes the file visible under its name.
  void commit() {
    out_->close();
    if (path_ != "-") {
      std::error_code error;
      std::filesystem::rename(part_, path_, error);
      if (error) detail::fail(path_, "cannot write", error.value());
    }
    out_.reset();
  }

 private:
  void discard() noexcept {
    if (!out_) return;
    out_.reset();
    std::error_code ignored;
    if (path_ != "-") std::filesystem::remove(part_, ignored);
  }

  std::string path_;
  std::string part_;
  std::optional<output> out_;
};

}  // namespace io
}  // namespace v0
}  // namespace mhqa
