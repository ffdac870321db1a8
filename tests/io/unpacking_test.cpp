// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/unpacking.hpp>

#include <mhqa/error.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_records.hpp>
#include <support/command.hpp>
#include <support/errors.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

// A format of the tests: "R!!!" begins a file, each byte is one higher than in the text, and 0 ends a frame. It writes
// each byte `times` times.

namespace io = mhqa::io;
using io::unpacked;

namespace {

template <std::size_t times>
struct raised_codec {
  static constexpr std::string_view name = "raised";
  std::size_t skipped = 0, written = 0;

  unpacked step(std::span<const char>& in, std::span<char>& out) {
    while (!in.empty() && !out.empty()) {
      const char c = in.front();
      if (skipped == 4 && static_cast<unsigned char>(c) == 0xFF) return unpacked::damaged;
      if (skipped == 4 && c != 0 && written < times) {
        out.front() = static_cast<char>(c - 1);
        out = out.subspan(1);
        ++written;
        continue;
      }
      written = 0;
      in = in.subspan(1);
      if (skipped < 4) {
        ++skipped;
      } else if (c == 0) {
        skipped = 0;
        return unpacked::frame_end;
      }
    }
    return unpacked::some;
  }
};

template <std::size_t times>
std::unique_ptr<io::unpacker> unpack_raised(const std::string& path, std::string_view head, io::raw_reader more) {
  if (!head.starts_with("R!!!")) return nullptr;
  return std::make_unique<io::stream_unpacker<raised_codec<times>>>(path, head, std::move(more), 1000);
}

std::string raised(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) { return static_cast<char>(c + 1); });
  return "R!!!" + text + '\0';
}

/// Installs a maker until the end of a test.
struct installed {
  explicit installed(io::unpacker_maker maker) { io::installed_unpackers() = maker; }
  ~installed() { io::installed_unpackers() = nullptr; }
};

std::size_t records(const std::string& path) {
  io::json_records file{path};
  std::size_t out = 0;
  while (file.next()) ++out;
  return out;
}

}  // namespace

TEST_CASE("unpacking: packed files are read as the text in them, whole, by head and in pieces") {
  const mhqa_test::scratch here;
  std::string lines;
  for (int i = 0; i < 20'000; ++i) lines += "{\"id\": " + std::to_string(i) + "}\n";
  const std::string packed = here.write("packed", raised(lines)).string(), plain = here.write("plain", lines).string();
  const std::string frames = here.write("frames", raised(lines.substr(0, 7)) + raised(lines.substr(7))).string();
  CHECK_THROWS_AS(static_cast<void>(records(packed)), mhqa::data_error);  // nothing is installed
  const installed until{unpack_raised<1>};
  for (const std::string& path : {packed, plain, frames}) {
    CHECK(io::file_bytes{path}.view() == lines);
    CHECK(io::file_head(path, 100) == lines.substr(0, 100));
    CHECK(records(path) == 20'000);
  }
  CHECK(io::file_bytes{here.write("short", "R!").string()}.view() == "R!");
  CHECK(io::file_bytes{here.write("empty", "").string()}.view().empty());
}

TEST_CASE("unpacking: damaged data, data that are cut short and growth without bounds are errors with the file") {
  const mhqa_test::scratch here;
  const auto error = [&](const std::string& bytes) {
    const std::string path = here.write("p", bytes).string();
    const std::string text = mhqa_test::error_of([&] { static_cast<void>(io::file_bytes{path}); });
    return text.starts_with(path + ": ") ? text.substr(path.size() + 2) : text;
  };
  const std::string whole = raised("some text");
  {
    const installed until{unpack_raised<1>};
    for (std::size_t size = 4; size < whole.size(); ++size) {
      CHECK(error(whole.substr(0, size)) == "expected text, packed or not, found raised data that are cut short");
    }
    CHECK(error(whole + "R!!!") == "expected text, packed or not, found raised data that are cut short");
    CHECK(error(raised("some \xFEtext")) == "expected text, packed or not, found damaged raised data");
  }
  const installed until{unpack_raised<300>};
  CHECK(error(raised("abc")) == "no error");  // 900 bytes
  CHECK(error(raised("some longer text")) ==
        "expected text, packed or not, found a file that grows more than 200 times");
}
