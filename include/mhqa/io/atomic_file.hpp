// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A file that appears whole or not at all: written under a private name beside its final place, then renamed.
#pragma once

#include <mhqa/io/content_hash.hpp>
#include <mhqa/io/file.hpp>

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io {

namespace detail {

/// "NAME.mhqa-0123456789abcdef.part" in the folder of PATH. A long name is cut, so that the result is a name too.
[[nodiscard]] std::string temporary_name(const std::string& path);

/// The file to which links lead from `path`, or `path`.
[[nodiscard]] std::string link_target(const std::string& path);

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
  explicit atomic_file(std::string path);
  ~atomic_file() { discard(); }
  atomic_file(const atomic_file&) = delete;
  atomic_file& operator=(const atomic_file&) = delete;

  void write(std::string_view bytes);

  /// Returns size and hash of the bytes written so far, for a manifest.
  [[nodiscard]] content_size content() const noexcept { return hash_.result(); }

  /// Writes the rest; after it only the renaming can fail.
  void close() { out_->close(); }

  /// Renames the file to its final name.
  void commit();

 private:
  void discard() noexcept;

  std::string name_;            // as the caller gave it, for errors
  std::string path_;            // after links
  std::filesystem::path part_;  // empty if PATH is written in place
  content_hasher hash_;
  std::optional<output> out_;
};

/// Removes the temporary files that runs which were killed have left in a folder; those of running ones stay.
///
/// Shape: only regular files with names that atomic_file makes; a folder that is missing has none
void remove_abandoned_files(const std::string& folder);

/// Refuses an output that is one of the inputs, by any path or link.
///
/// Errors: data_error that names OUTPUT; none if it is missing or not a regular file
void expect_no_input(const std::string& output, std::initializer_list<std::string_view> inputs);

/// Refuses parts of a file that are standard output or one of the inputs; "" is no part.
void expect_parts(std::initializer_list<std::string_view> parts, std::initializer_list<std::string_view> inputs);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/atomic_file.ipp>
#endif
