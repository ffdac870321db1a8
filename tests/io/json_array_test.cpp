// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/json_array.hpp>

#include <mhqa/error.hpp>
#include <mhqa/io/content_hash.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/random.hpp>
#include <mhqa/text/unicode_data.hpp>

#include "support/command.hpp"
#include "support/effort.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

// Whole records in blocks must be what one document gives, wherever a block ends.

namespace {

using mhqa::io::content_tally;
using mhqa::io::json_value;
using mhqa::io::lifetime;
using mhqa_test::scratch;

struct outcome {
  std::vector<std::string> records;
  std::string error;

  friend bool operator==(const outcome&, const outcome&) = default;
};

void dump(json_value value, std::string& out) {
  if (value.is_object()) {
    out += '{';
    value.object([&](std::string_view key, json_value field) {
      out.append(key).append(":");
      dump(field, out);
    });
    out += '}';
  } else if (value.is_array()) {
    out += '[';
    value.array([&](json_value item) { dump(item, out), out += ','; });
    out += ']';
  } else if (value.is_string()) {
    out.append("\"").append(value.string()).append("\"");
  } else {
    out += std::to_string(value.number());
  }
}

outcome read_file(const std::string& path, std::size_t block_size, lifetime strings = lifetime::record) {
  outcome out;
  try {
    mhqa::io::input in{path};
    mhqa::io::detail::json_array records{in, "", strings, content_tally::off, block_size};
    while (auto record = records.next()) {
      std::string text;
      dump(*record, text);
      out.records.push_back(std::move(text));
    }
  } catch (const mhqa::data_error& error) {
    out.error = error.what();
  }
  return out;
}

outcome read_whole(const std::string& path) {
  return read_file(path, 64, lifetime::source);
}

std::string space(mhqa::draws& random) {
  constexpr std::string_view some[] = {"", "", " ", "\n", "\t \r\n"};
  return std::string{some[random.below(5)]};
}

// Strings look like the ends of records, and objects stand in arrays.
std::string random_value(mhqa::draws& random, int depth) {
  constexpr std::string_view strings[] = {
      R"("")", R"("}, {")", R"("},{\"id\": 1}")", R"("\\")", R"("\"")", "\"é\xF0\x9F\x8E\x93\"", R"("]")", R"("{[")"};
  const std::uint64_t kind = random.below(depth == 0 ? 2 : 5);
  if (kind == 0) return std::string{strings[random.below(8)]};
  if (kind == 1) return std::to_string(random.below(1000));
  std::string out{kind == 2 ? "[" : "{"};
  const std::uint64_t size = random.below(4);
  for (std::uint64_t i = 0; i < size; ++i) {
    if (i != 0) out += space(random) + ',' + space(random);
    if (kind != 2) out += "\"id\"" + space(random) + ':';
    out += random_value(random, depth - 1);
  }
  return out + (kind == 2 ? "]" : "}");
}

std::string random_array(mhqa::draws& random) {
  std::string out = space(random) + '[' + space(random);
  const std::uint64_t size = random.below(8);
  for (std::uint64_t i = 0; i < size; ++i) {
    if (i != 0) out += space(random) + ',' + space(random);
    out += R"({"id":)" + random_value(random, 3) + '}';
  }
  return out + space(random) + ']' + space(random);
}

}  // namespace

TEST_CASE("json_array: blocks of any size give the records of one document") {
  mhqa::draws random{11, "json_array"};
  for (int round = 0; round < 150; ++round) {
    const scratch here;
    const std::string text = random_array(random);
    const std::string path = here.write("x", text).string();
    CAPTURE(text);
    const outcome whole = read_whole(path);
    REQUIRE(whole.error.empty());
    for (std::size_t size = 1; size < text.size() + 2; size += 1 + size / 8) {
      CAPTURE(size);
      REQUIRE(read_file(path, size) == whole);
    }
  }
}

TEST_CASE("json_array: a damaged array is refused in blocks whenever it is refused as one document") {
  mhqa::draws random{12, "json_array"};
  for (std::size_t round = 0; round < mhqa_test::large(24); ++round) {
    const scratch here;
    const std::string text = random_array(random);
    for (std::size_t at = 0; at < text.size(); ++at) {
      for (const char c : {'"', '{', ']', ',', '\0', '\x80'}) {
        std::string damaged = text;
        damaged[at] = c;
        if (damaged[0] == '\0') continue;
        const std::string path = here.write("x", damaged).string();
        const outcome whole = read_whole(path);
        const outcome blocks = read_file(path, 16);
        CAPTURE(damaged);
        REQUIRE(blocks.error.empty() == whole.error.empty());
        if (whole.error.empty()) REQUIRE(blocks == whole);
      }
    }
  }
}

TEST_CASE("json_array: errors in later blocks name the record and the byte in the file") {
  const scratch here;
  std::string text = "[";
  for (int i = 0; i < 200; ++i) text += (i == 0 ? "" : ", ") + std::string{R"({"id": ")"} + std::to_string(i) + R"("})";
  for (const std::string_view bad : {R"({"id": nul})", "{\"id\": \"\xff\"}", "{\"id\": \"\n\"}", R"({"id": "\q"})"}) {
    const std::string path = here.write("x", text + ", " + std::string{bad} + "]").string();
    CAPTURE(bad);
    const outcome whole = read_whole(path);
    CHECK(whole.error.find("byte") != std::string::npos);
    for (const std::size_t size : {16U, 100U, 1000U}) CHECK(read_file(path, size).error == whole.error);
  }
}

TEST_CASE("json_array: the tally is that of the whole content, and memory that of a block") {
  const scratch here;
  std::string text = "[{\"id\": 0}";
  for (int i = 1; i < 20000; ++i) text += ", {\"id\": " + std::to_string(i) + "}";
  text += "]\n";
  const std::string path = here.write("x", text).string();
  mhqa::io::input in{path};
  mhqa::io::detail::json_array records{in, "", lifetime::record, content_tally::on, 1000};
  std::size_t count = 0;
  while (records.next()) ++count;
  CHECK(count == 20000);
  CHECK(records.content().bytes == text.size());
  CHECK(records.content().hash == mhqa::io::content_hash(text));
  CHECK(records.context().size <= 1001);
}

TEST_CASE("json_array: a record of more than 256 MiB is refused") {
  const scratch here;
  const auto path = here.write("x", "[{\"id\": 1}, {\"id\": ");
  std::error_code error;
  std::filesystem::resize_file(path, std::uint64_t{1} << 32U, error);
  if (error) return;  // no room for a sparse file
  const outcome read = read_file(path.string(), 1U << 20U);
  CHECK(read.records == std::vector<std::string>{"{id:1.000000}"});
  CHECK(read.error.find("more than 256 MiB") != std::string::npos);
}
