// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Bytes are the same on every machine, and damaged ones are refused before they are believed.
#include <mhqa/bytes.hpp>

#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

using namespace std::string_view_literals;
using mhqa_test::error_of;

TEST_CASE("bytes: the layout, byte by byte") {
  mhqa::byte_writer out;
  out.number(0x0102030405060708U);
  out.text("ab");
  out.flag(true);
  CHECK(out.bytes() == "\x08\x07\x06\x05\x04\x03\x02\x01\2\0\0\0\0\0\0\0ab\1"sv);
}

TEST_CASE("bytes: what was written is read, to the bit") {
  mhqa::byte_writer out;
  const double reals[] = {0.0,
                          -0.0,
                          0.1,
                          std::numeric_limits<double>::denorm_min(),
                          std::numeric_limits<double>::infinity(),
                          std::numeric_limits<double>::quiet_NaN()};
  for (const double value : reals) out.real(value);
  out.text("");
  out.text("a\0b"sv);
  out.number(~std::uint64_t{0});
  const std::string bytes = std::move(out).finish();
  mhqa::byte_reader in{bytes};
  for (const double value : reals)
    CHECK(std::bit_cast<std::uint64_t>(in.real()) == std::bit_cast<std::uint64_t>(value));
  CHECK(in.text().empty());
  CHECK(in.text() == "a\0b"sv);
  CHECK(error_of([&] { in.expect_end(); }) == "byte 67: expected the end of the bytes");
  CHECK(in.number() == ~std::uint64_t{0});
  in.expect_end();
  CHECK(error_of([&] { static_cast<void>(in.flag()); }) == "byte 75: the bytes end too early");
}

TEST_CASE("bytes: a count beyond the end takes no memory") {
  mhqa::byte_writer out;
  out.number(std::uint64_t{1} << 60U);
  out.flag(false);
  const std::string bytes = std::move(out).finish();
  CHECK(error_of([&] {
          static_cast<void>(mhqa::byte_reader{bytes, "f"}.text());
        }) == "f: byte 8: a count is greater than the bytes that follow");
  CHECK(error_of([&] {
          static_cast<void>(mhqa::byte_reader{bytes, "f"}.count(8));
        }) == "f: byte 8: a count is greater than the bytes that follow");
}

TEST_CASE("bytes: each cut and each changed bit is found") {
  mhqa::byte_writer out;
  out.text("a text of some length");
  const std::string bytes = std::move(out).finish();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    CHECK(error_of([&] { mhqa::byte_reader{std::string_view{bytes}.substr(0, size)}; }).find("cut") !=
          std::string::npos);
  }
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    CHECK(error_of([&] { mhqa::byte_reader{damaged}; }).find("the checksum differs") != std::string::npos);
  }
}
