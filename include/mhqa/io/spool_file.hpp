// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A temporary file that is written once and then read from several places; its destructor removes it.
//   spool_file spool{"wiki.idx"};  spool.write(bytes);  spool.end();  spool_reader part{spool, 0, spool.size(), 65536};
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/file.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// A private file next to another file, which errors name.
///
/// Shape:  the name is one of atomic_file's, so that remove_abandoned_files() removes what a killed run has left
/// Errors: data_error with the other file's name: no permission, a full disk
class spool_file {
 public:
  explicit spool_file(const std::string& beside)
      : name_{beside}, path_{detail::temporary_name(beside)}, out_{std::in_place, path_, beside, output::fresh{}} {}
  ~spool_file();
  spool_file(const spool_file&) = delete;
  spool_file& operator=(const spool_file&) = delete;

  void write(std::string_view bytes);
  /// Writes the numbers as bytes of this machine.
  template <class T>
  void write_values(const T* values, std::size_t count) {
    write({reinterpret_cast<const char*>(values), count * sizeof(T)});
  }
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  /// Returns the name under which the file can be opened until the object is destroyed.
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  /// Ends the writing. Call this once, after the last write and before the first read.
  void end();

  /// Reads bytes from a place.
  ///
  /// Requires: end() was called
  /// Errors:   data_error if the file holds fewer
  void read(std::uint64_t place, char* to, std::size_t count);

  /// Throws the error of a read beyond the last byte.
  [[noreturn]] void fail_short() const {
    throw_data_error({.file = name_}, "a temporary file beside it was cut short");
  }

 private:
  std::string name_;
  std::string path_;
  std::optional<output> out_;
  std::optional<input> in_;
  std::uint64_t size_ = 0;
};

/// Reads a part of a spool from its beginning to its end, `room` bytes at once.
///
/// Requires: begin <= end, and room > 0
class spool_reader {
 public:
  spool_reader(spool_file& from, std::uint64_t begin, std::uint64_t end, std::size_t room)
      : from_{&from}, place_{begin}, end_{end}, room_{room} {}

  /// Reads the next `count` values.
  ///
  /// Errors: data_error if the part holds fewer
  template <class T>
  void read(T* to, std::size_t count) {
    auto* at = reinterpret_cast<char*>(to);
    for (std::size_t wanted = count * sizeof(T); wanted != 0;) {
      if (used_ == buffer_.size()) fill();
      const std::size_t taken = std::min(wanted, buffer_.size() - used_);
      std::memcpy(at, buffer_.data() + used_, taken);
      used_ += taken;
      at += taken;
      wanted -= taken;
    }
  }

 private:
  void fill();

  spool_file* from_;
  std::uint64_t place_;
  std::uint64_t end_;
  std::size_t room_;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/spool_file.ipp>
#endif
