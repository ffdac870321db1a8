// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/lines.hpp>

#include "support/allocations.hpp"
#include "support/command.hpp"

#include <mhqa/random.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

using mhqa::io::line_reader;
using mhqa_test::scratch;

namespace {

std::vector<std::string> lines_of(std::string_view text) {
  const scratch here;
  line_reader reader{here.write("x", text).string()};
  std::vector<std::string> out;
  while (const auto line = reader.next()) {
    out.emplace_back(*line);
    CHECK(reader.number() == out.size());
    CHECK(text.substr(reader.offset(), line->size()) == *line);
  }
  CHECK_FALSE(reader.next().has_value());
  return out;
}

// A file of `size` bytes that begins as said and holds zeros, of which the disk keeps none.
std::string sparse(const scratch& here, std::string_view begin, std::uint64_t size) {
  const auto path = here.write("sparse", begin);
  std::filesystem::resize_file(path, size);
  return path.string();
}

}  // namespace

TEST_CASE("lines: with and without a last line feed, and empty ones") {
  using list = std::vector<std::string>;
  CHECK(lines_of("").empty());
  CHECK(lines_of("\n") == list{""});
  CHECK(lines_of("a") == list{"a"});
  CHECK(lines_of("a\n") == list{"a"});
  CHECK(lines_of("a\n\nb\n\n") == list{"a", "", "b", ""});
  CHECK(lines_of("a\r\nb") == list{"a\r", "b"});
  CHECK(lines_of(std::string_view{"a\0b\nc", 5}) == list{std::string{"a\0b", 3}, "c"});
}

TEST_CASE("lines: input whose first bytes are not UTF-8 text is refused before the first line") {
  const scratch here;
  for (const std::string_view head : {"\x1F\x8B\x08\n", "PK\x03\x04", "\xFF\xFE\n", "\xEF\xBB\xBFx\n"}) {
    CAPTURE(head);
    line_reader reader{here.write("x", head).string()};
    CHECK_THROWS_WITH_AS(static_cast<void>(reader.next()), doctest::Contains("byte 0: expected UTF-8 text, found"),
                         mhqa::data_error);
  }
  CHECK(lines_of("a\n\xEF\xBB\xBF\n").size() == 2);  // only where the file begins
}

TEST_CASE("lines: next_text refuses invalid UTF-8 with line and byte, next does not") {
  const scratch here;
  const std::string path = here.write("x", "ab\nc\xC3\xA9\nd\xFF\n").string();
  line_reader text{path}, bytes{path};
  CHECK(text.next_text() == "ab");
  CHECK(text.next_text() == "c\xC3\xA9");
  CHECK_THROWS_WITH_AS(static_cast<void>(text.next_text()), doctest::Contains("record 3, byte 8: expected valid UTF-8"),
                       mhqa::data_error);
  for (int i = 0; i < 3; ++i) CHECK(bytes.next());
  CHECK_FALSE(bytes.next());
}

TEST_CASE("lines: a file of several buffers gives the lines that were written") {
  mhqa::draws random{1, "lines"};
  std::vector<std::string> expected;
  std::string text;
  while (text.size() < (std::size_t{5} << 20U)) {
    const std::size_t size = random.below(20) == 0 ? random.below(700000) : random.below(300);
    expected.emplace_back(size, static_cast<char>('a' + expected.size() % 26));
    text += expected.back() + "\n";
  }
  CHECK(lines_of(text) == expected);
}

TEST_CASE("lines: bytes after each line are readable, as simdjson requires") {
  const scratch here;
  line_reader reader{here.write("x", "first\nlast").string()};
  for (int i = 0; i < 2; ++i) {
    const auto line = reader.next();
    REQUIRE(line.has_value());
    volatile char sum = 0;  // for AddressSanitizer to see
    for (std::size_t j = 0; j < mhqa::io::file_bytes::padding; ++j) {
      sum = static_cast<char>(sum ^ line->data()[line->size() + j]);
    }
  }
}

TEST_CASE("lines: peek looks past the given characters and takes nothing") {
  const scratch here;
  line_reader reader{here.write("x", "  \n\t{}\n").string()};
  CHECK(reader.peek(" \t\n") == '{');
  CHECK(reader.peek("") == ' ');
  CHECK(reader.next() == "  ");
  CHECK(reader.peek("\t") == '{');
  CHECK(reader.next() == "\t{}");
  CHECK_FALSE(reader.peek(" ").has_value());
  line_reader blank{here.write("y", " \n ").string()};
  CHECK_FALSE(blank.peek(" \n").has_value());
}

TEST_CASE("lines: a stream settles at no allocation") {
  const scratch here;
  std::string text;
  for (int i = 0; i < 200000; ++i) text += "a line of twenty-five by\n";
  line_reader reader{here.write("x", text).string()};
  static_cast<void>(reader.next());
  std::size_t count = 1;
  const mhqa_test::allocations_here counted;
  while (reader.next()) ++count;
  CHECK(counted() == 0);
  CHECK(count == 200000);
}

TEST_CASE("lines: a line of a gigabyte is refused by number, without reading it all") {
  const scratch here;
  line_reader reader{sparse(here, "first\n{", std::uint64_t{1} << 30U)};
  CHECK(reader.next() == "first");
  try {
    static_cast<void>(reader.next());
    FAIL("expected an error");
  } catch (const mhqa::data_error& error) {
    CHECK(error.where().record == 2);
    CHECK(std::string_view{error.what()}.find("more than 256 MiB") != std::string_view::npos);
    CHECK(std::string_view{error.what()}.find("JSON Lines") != std::string_view::npos);
  }
  CHECK(reader.buffered().size() <= line_reader::max_line + (std::size_t{1} << 20U));
}

TEST_CASE("lines: peek gives up after as many bytes as a line may have") {
  const scratch here;
  line_reader reader{sparse(here, "", std::uint64_t{1} << 30U)};
  CHECK_THROWS_AS(static_cast<void>(reader.peek(std::string_view{"\0", 1})), mhqa::data_error);
  CHECK(reader.buffered().size() <= line_reader::max_line + (std::size_t{1} << 20U));
}
