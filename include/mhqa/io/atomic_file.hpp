// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A file that appears whole or not at all: written under a private name beside its final place, then renamed.
#pragma once

#include <mhqa/io/content_hash.hpp>
#include <mhqa/io/file.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace mhqa {
inline namespace v0_1 {
namespace io {

namespace detail {

/// "NAME.mhqa-0123456789abcdef.part" in the folder of PATH. A long name is cut, so that the result is a name too.
[[nodiscard]] inline std::string temporary_name(const std::string& path) {
  constexpr std::size_t longest = 200;
  constexpr std::string_view digits = "0123456789abcdef";
  const std::filesystem::path whole{path};
  std::string out = whole.filename().string().substr(0, longest) + ".mhqa-";
  const std::uint64_t number = unique_number();
  for (unsigned shift = 64; shift != 0; shift -= 4) out += digits[(number >> (shift - 4U)) & 15U];
  return (whole.parent_path() / (out + ".part")).string();
}

/// True for the names that temporary_name() makes.
[[nodiscard]] inline bool is_temporary_name(std::string_view name) noexcept {
  constexpr std::string_view mark = ".mhqa-", ending = ".part";
  constexpr std::size_t number = 16;
  if (name.size() <= mark.size() + number + ending.size() || !name.ends_with(ending)) return false;
  name.remove_suffix(ending.size());
  return name.substr(name.size() - number).find_first_not_of("0123456789abcdef") == std::string_view::npos &&
         name.substr(0, name.size() - number).ends_with(mark);
}

/// The file to which links lead from `path`, or `path`.
[[nodiscard]] inline std::string link_target(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_symlink(path, error)) return path;
  const std::filesystem::path target = std::filesystem::canonical(path, error);
  return error ? path : target.string();
}

}  // namespace detail

/// Writes a private temporary file beside PATH and renames it to PATH in commit(); without commit() nothing is left.
///
/// Shape:  the temporary file has a random name, did not exist before and is reached by no link. The new file has the
///         permissions of the one it replaces. "-" is standard output, which commit() flushes. Pipes and devices are
///         written in place; a symbolic link stays, and its target is replaced
/// Errors: data_error from the constructor, write() or commit() names PATH and the system's reason
/// Example: atomic_file out{"report.json"}; out.write("{}\n"); out.commit();
class atomic_file {
 public:
  explicit atomic_file(std::string path) : name_{std::move(path)}, path_{name_} {
    if (path_ != "-") {
      std::error_code error;
      const std::filesystem::file_status status = std::filesystem::status(path_, error);
      if (std::filesystem::is_directory(status)) detail::fail(name_, "cannot write", EISDIR);
      if (file_roles* const roles = file_roles::installed()) roles->writes(path_);
      if (std::filesystem::is_regular_file(status)) path_ = detail::link_target(path_);
      if (std::filesystem::is_regular_file(status) || !std::filesystem::exists(status)) {
        part_ = detail::temporary_name(path_);
      }
    }
    if (part_.empty()) {
      out_.emplace(path_);
    } else {
      out_.emplace(part_.string(), name_, output::fresh{path_});
    }
  }
  ~atomic_file() { discard(); }
  atomic_file(const atomic_file&) = delete;
  atomic_file& operator=(const atomic_file&) = delete;

  void write(std::string_view bytes) {
    out_->write(bytes);
    hash_.add(bytes);
  }

  /// Returns size and hash of the bytes written so far, for a manifest.
  [[nodiscard]] content_size content() const noexcept { return hash_.result(); }

  /// Writes the rest; after it only the renaming can fail.
  void close() { out_->close(); }

  /// Renames the file to its final name.
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
  void discard() noexcept {  // allocates nothing: it may run because memory is short
    if (!out_) return;
    out_.reset();
    std::error_code ignored;
    if (!part_.empty()) std::filesystem::remove(part_, ignored);
  }

  std::string name_;            // as the caller gave it, for errors
  std::string path_;            // after links
  std::filesystem::path part_;  // empty if PATH is written in place
  content_hasher hash_;
  std::optional<output> out_;
};

/// Removes the temporary files that runs which were killed have left in a folder; those of running ones stay.
///
/// Shape: only regular files with names that atomic_file makes; a folder that is missing has none
inline void remove_abandoned_files(const std::string& folder) {
  std::error_code error;
  std::filesystem::directory_iterator entry{folder.empty() ? "." : folder, error};
  for (; !error && entry != std::filesystem::directory_iterator{}; entry.increment(error)) {
    if (detail::is_temporary_name(entry->path().filename().string())) remove_abandoned(entry->path().string());
  }
}

/// Refuses an output that is one of the inputs, by any path or link.
///
/// Errors: data_error that names OUTPUT; none if it is missing or not a regular file
inline void expect_no_input(const std::string& output, std::initializer_list<std::string_view> inputs) {
  const std::optional<file_identity> written = identity_of(output);
  if (!written) return;
  for (const std::string_view input : inputs) {
    if (identity_of(std::string{input}) == written) {
      throw_data_error({.file = output}, "cannot write: it would destroy the input " + std::string{input});
    }
  }
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
