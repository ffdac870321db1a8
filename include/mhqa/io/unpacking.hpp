// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Unpacks compressed files while they are read. mhqa itself has no format, so that its headers need no library: a
// program installs those that it is linked with, as the command does (tools/unpack.cpp).
#pragma once

#include <mhqa/error.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// Reads up to `into.size()` bytes of a file as they are; returns 0 at the end.
using raw_reader = std::function<std::size_t(std::span<char> into)>;

/// The unpacked bytes of a file.
class unpacker {
 public:
  virtual ~unpacker() = default;

  /// Reads up to `into.size()` bytes; returns 0 at the end.
  ///
  /// Errors: data_error for damaged data and data that end too early
  [[nodiscard]] virtual std::size_t read(std::span<char> into) = 0;
};

/// Returns what unpacks a file that begins with `head`, which was read from `more`; null for another file.
using unpacker_maker = std::unique_ptr<unpacker> (*)(const std::string& path, std::string_view head, raw_reader more);

/// The maker by which input reads every file; null: files are read as they are.
[[nodiscard]] inline std::atomic<unpacker_maker>& installed_unpackers() noexcept {
  static std::atomic<unpacker_maker> maker{nullptr};
  return maker;
}

/// What a codec has done.
enum class unpacked : std::uint8_t { some, frame_end, damaged };

/// Unpacks frames of one format, one after the other, as `cat a.gz b.gz` makes them.
///
/// Shape:  Codec has a `name` and step(in, out), which removes from both spans what it has read and written
/// Errors: data_error for damaged data, data that end inside a frame, and files that grow more than 200 times beyond
///         `unchecked` bytes
/// Cost:   64 KiB, and what the codec takes
template <class Codec>
class stream_unpacker final : public unpacker {
 public:
  stream_unpacker(std::string path, std::string_view head, raw_reader more,
                  std::uint64_t unchecked = std::uint64_t{1} << 30U)
      : path_{std::move(path)},
        more_{std::move(more)},
        buffer_(head.begin(), head.end()),
        unchecked_{unchecked},
        read_{head.size()} {
    in_ = buffer_;
  }

  [[nodiscard]] std::size_t read(std::span<char> into) override {
    for (;;) {
      if (in_.empty() && !drained_) refill();
      if (into.empty() || (in_.empty() && !inside_)) return 0;
      std::span<char> out = into;
      const std::size_t before = in_.size();
      const unpacked did = codec_.step(in_, out);
      if (did == unpacked::damaged) fail("damaged " + std::string{Codec::name} + " data");
      inside_ = did != unpacked::frame_end;
      const std::size_t got = into.size() - out.size();
      written_ += got;
      if (written_ > unchecked_ && written_ / most_growth > read_) fail("a file that grows more than 200 times");
      if (got != 0) return got;
      if (inside_ && drained_ && in_.empty() && before == 0)
        fail(std::string{Codec::name} + " data that are cut short");
    }
  }

 private:
  static constexpr std::uint64_t most_growth = 200;

  void refill() {
    buffer_.resize(std::size_t{1} << 16U);
    const std::size_t got = more_(buffer_);
    drained_ = got == 0;
    read_ += got;
    in_ = std::span{buffer_}.first(got);
  }
  [[noreturn]] void fail(const std::string& found) const {
    throw_data_error({.file = path_}, "expected text, packed or not, found " + found);
  }

  std::string path_;
  raw_reader more_;
  std::vector<char> buffer_;
  std::span<const char> in_;  // what the codec has not read yet
  std::uint64_t unchecked_;   // bytes that may be unpacked from any file
  std::uint64_t read_, written_ = 0;
  bool drained_ = false;
  bool inside_ = true;  // a frame
  Codec codec_;
};

}  // namespace mhqa::inline v0_1::io
