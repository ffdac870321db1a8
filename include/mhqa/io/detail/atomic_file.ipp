// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of atomic_file.hpp.
#pragma once

#include <mhqa/io/atomic_file.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <system_error>
#include <utility>

namespace mhqa::inline v0_1::io {
namespace detail {

MHQA_INLINE std::string temporary_name(const std::string& path) {
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

MHQA_INLINE std::string link_target(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_symlink(path, error)) return path;
  const std::filesystem::path target = std::filesystem::canonical(path, error);
  return error ? path : target.string();
}

}  // namespace detail

MHQA_INLINE atomic_file::atomic_file(std::string path) : name_{std::move(path)}, path_{name_} {
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

MHQA_INLINE void atomic_file::write(std::string_view bytes) {
  out_->write(bytes);
  hash_.add(bytes);
}

MHQA_INLINE void atomic_file::commit() {
  out_->close();
  if (!part_.empty()) {
    std::error_code error;
    std::filesystem::rename(part_, path_, error);
    if (error) detail::fail(name_, "cannot write", error.value());
  }
  out_.reset();
}

MHQA_INLINE void atomic_file::discard() noexcept {  // allocates nothing: it may run because memory is short
  if (!out_) return;
  out_.reset();
  std::error_code ignored;
  if (!part_.empty()) std::filesystem::remove(part_, ignored);
}

MHQA_INLINE void remove_abandoned_files(const std::string& folder) {
  std::error_code error;
  std::filesystem::directory_iterator entry{folder.empty() ? "." : folder, error};
  for (; !error && entry != std::filesystem::directory_iterator{}; entry.increment(error)) {
    if (detail::is_temporary_name(entry->path().filename().string())) remove_abandoned(entry->path().string());
  }
}

MHQA_INLINE void expect_no_input(const std::string& output, std::initializer_list<std::string_view> inputs) {
  const std::optional<file_identity> written = identity_of(output);
  if (!written) return;
  for (const std::string_view input : inputs) {
    if (identity_of(std::string{input}) == written) {
      throw_data_error({.file = output}, "cannot write: it would destroy the input " + std::string{input});
    }
  }
}

MHQA_INLINE void expect_parts(std::initializer_list<std::string_view> parts,
                              std::initializer_list<std::string_view> inputs) {
  for (const std::string_view part : parts) {
    if (part == "-") throw_data_error({.file = "-"}, "expected a file; standard output has the counts");
    expect_no_input(std::string{part}, inputs);
  }
}

}  // namespace mhqa::inline v0_1::io
