// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/manifest.hpp>

#include "support/command.hpp"
#include "support/json.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>

// Who looks at results later must be able to tell by which files, seed and options they came about.

using mhqa_test::json;
using mhqa_test::scratch;

TEST_CASE("manifest: the hash of bytes is fixed for ever, and differs in each byte, in length and in zeros") {
  static_assert(mhqa::io::content_hash("") != mhqa::io::content_hash(std::string_view{"\0", 1}));
  constexpr std::string_view fixed = "The same on every platform: 0123456789.";
  static_assert(mhqa::io::content_hash(fixed) == 8429787164105114698U);
  const std::string text{fixed};
  std::set<std::uint64_t> seen{mhqa::io::content_hash(text)};
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string other = text;
    other[i] = static_cast<char>(other[i] ^ 1);
    CHECK(seen.insert(mhqa::io::content_hash(other)).second);
    CHECK(seen.insert(mhqa::io::content_hash(std::string_view{text}.substr(0, i))).second);
  }
  std::string zeros{'\0'};
  for (int i = 0; i < 40; ++i, zeros += '\0') CHECK(seen.insert(mhqa::io::content_hash(zeros)).second);
  CHECK(mhqa::io::content_hash(text) == 8429787164105114698U);
}

TEST_CASE("manifest: a file is described by its size and hash as it is now") {
  const scratch here;
  const std::string path = here.write("data", "abc").string();
  const mhqa::io::manifest_file before = mhqa::io::describe_file(path);
  CHECK(before.path == path);
  CHECK(before.bytes == 3);
  CHECK(before.hash.size() == 16);
  (void)here.write("data", "abd");
  CHECK(mhqa::io::describe_file(path).hash != before.hash);
  CHECK_THROWS_AS((void)mhqa::io::describe_file((here / "none").string()), mhqa::data_error);
}

TEST_CASE("manifest: what is written reads back, in order, whatever the names hold") {
  const scratch here;
  const std::string path = (here / "manifest.json").string();
  mhqa::io::write_manifest(path, {.command = "probe",
                                  .seed = 18446744073709551615U,
                                  .options = {{"layout", "jsonl"}, {"a \"quoted\" name", "é\n"}},
                                  .inputs = {{"in.json", 12, "00ff"}},
                                  .outputs = {{"out.json", 0, "abcd"}, {"more.json", 7, "1234"}},
                                  .counts = {{"questions", 3}, {"used", 2}},
                                  .dropped = {{"too few facts", 1}}});
  const json m = mhqa_test::load_json(path);
  CHECK(m["mhqa"].string() == MHQA_VERSION_STRING);
  CHECK(m["command"].string() == "probe");
  CHECK(m["seed"].as<json::number>().text == "18446744073709551615");
  CHECK(m["options"].members().size() == 2);
  CHECK(m["options"]["a \"quoted\" name"].string() == "é\n");
  CHECK(m["inputs"][0]["bytes"].integer() == 12);
  CHECK(m["inputs"][0]["hash"].string() == "00ff");
  CHECK(m["outputs"][1]["path"].string() == "more.json");
  CHECK(m["counts"]["used"].integer() == 2);
  CHECK(m["dropped"]["too few facts"].integer() == 1);
  CHECK_THROWS_AS(mhqa::io::write_manifest((here / "no/such/folder").string(), {.command = "probe"}), mhqa::data_error);
}
