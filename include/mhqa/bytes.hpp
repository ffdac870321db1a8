// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers and texts as bytes that are the same on every machine: little endian, lengths before texts, a checksum at the
// end. For results that travel between processes; files for people are JSON.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/random.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace mhqa::inline v0_1 {

/// Appends numbers and texts to a string.
///
/// Example: byte_writer out; out.number(7); out.text("abc"); std::string bytes = std::move(out).finish();
class byte_writer {
 public:
  void number(std::uint64_t value) {
    for (unsigned shift = 0; shift < 64; shift += 8) bytes_ += static_cast<char>(value >> shift & 0xFFU);
  }
  /// Keeps every bit, also of -0.0 and of a NaN.
  void real(double value) { number(std::bit_cast<std::uint64_t>(value)); }
  void flag(bool value) { bytes_ += value ? '\1' : '\0'; }
  void text(std::string_view value) {
    number(value.size());
    bytes_ += value;
  }

  [[nodiscard]] const std::string& bytes() const noexcept { return bytes_; }

  /// Appends the checksum and returns everything.
  [[nodiscard]] std::string finish() && {
    number(stable_hash(bytes_));
    return std::move(bytes_);
  }

 private:
  std::string bytes_;
};

/// Reads what byte_writer wrote, in the same order.
///
/// Errors: data_error with the name and the byte: bytes that end too early, are damaged, or are left over; a length
///         is compared with the bytes that are left before memory is taken for it
/// Shape:  texts are views of the bytes, which must outlive the reader and these views
class byte_reader {
 public:
  /// Checks the checksum first, so that the reads that follow see only undamaged bytes.
  explicit byte_reader(std::string_view bytes, std::string name = {}) : bytes_{bytes}, name_{std::move(name)} {
    if (bytes.size() < 8) fail("expected a checksum at the end; the bytes are cut");
    bytes_ = bytes.substr(0, bytes.size() - 8);
    at_ = bytes_.size();
    byte_reader last{bytes, at_};
    if (last.number() != stable_hash(bytes_)) fail("the checksum differs; the bytes are cut or damaged");
    at_ = 0;
  }

  [[nodiscard]] std::uint64_t number() {
    const std::string_view from = take(8);
    std::uint64_t value = 0;
    for (unsigned i = 0; i < 8; ++i) value |= std::uint64_t{static_cast<unsigned char>(from[i])} << (8 * i);
    return value;
  }
  /// Reads the number of items that follow, each of at least `least_bytes` bytes, a number above 0.
  [[nodiscard]] std::size_t count(std::size_t least_bytes) {
    const std::uint64_t value = number();
    if (value > left() / least_bytes) fail("a count is greater than the bytes that follow");
    return static_cast<std::size_t>(value);
  }
  [[nodiscard]] double real() { return std::bit_cast<double>(number()); }
  [[nodiscard]] bool flag() {
    const char value = take(1)[0];
    if (value != '\0' && value != '\1') fail("expected 0 or 1");
    return value == '\1';
  }
  [[nodiscard]] std::string_view text() { return take(count(1)); }

  /// Throws unless everything has been read.
  void expect_end() const {
    if (left() != 0) fail("expected the end of the bytes");
  }
  [[noreturn]] void fail(std::string problem, errc code = errc::malformed) const {
    throw_data_error({.file = name_, .byte = at_}, std::move(problem), code);
  }
  [[nodiscard]] const std::string& name() const noexcept { return name_; }

 private:
  byte_reader(std::string_view bytes, std::size_t at) : bytes_{bytes}, at_{at} {}

  [[nodiscard]] std::size_t left() const noexcept { return bytes_.size() - at_; }
  [[nodiscard]] std::string_view take(std::size_t size) {
    if (size > left()) fail("the bytes end too early");
    const std::string_view found = bytes_.substr(at_, size);
    at_ += size;
    return found;
  }

  std::string_view bytes_;
  std::string name_;
  std::size_t at_ = 0;
};

}  // namespace mhqa::inline v0_1
