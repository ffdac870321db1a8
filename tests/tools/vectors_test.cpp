// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "tools/composing.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <string>

using namespace mhqa_test;

TEST_CASE("vectors: a file for each dialect, whose rows score again as they say, and a manifest of signatures") {
  const scratch here;
  const std::string folder = (here / "vectors").string();
  const finished done = mhqa({"vectors", folder, "--count", "20", "--seed", "7"});
  CHECK(done.status == 0);
  const json manifest = load_json(here / "vectors" / "manifest.json");
  CHECK(manifest["rows"].integer() == 20);
  CHECK(manifest["files"].members().size() == 25);
  for (const char* name : {"hotpotqa", "flashrag", "drop"}) {
    CAPTURE(name);
    const auto path = here / "vectors" / (std::string{name} + ".jsonl");
    const auto rows = load_jsonl(path);
    REQUIRE(rows.size() == 20);
    const finished again = mhqa({"score", "--dialect", name, path.string()});
    CHECK(again.status == 0);
    std::size_t line = 0;
    for (const json& row : rows) {
      const std::size_t end = again.out.find('\n', line);
      const json scored = parse_json(std::string_view{again.out}.substr(line, end - line));
      line = end + 1;
      for (const auto& [number, value] : row["expected"].members()) CHECK(scored[number].real() == value.real());
    }
  }
}

TEST_CASE("vectors: as many pairs as a disk can hold are refused before a file is made") {
  const scratch here;
  const std::string folder = (here / "v").string();
  for (const char* const count : {"0", "10000001", "18446744073709551615"}) {
    check_refused(mhqa({"vectors", folder, "--count", count}), "--count: ");
  }
  CHECK_FALSE(std::filesystem::exists(folder));
}

TEST_CASE("vectors: a run that fails leaves the files of the one before") {
  const scratch here;
  const std::string folder = (here / "vectors").string();
  REQUIRE(mhqa({"vectors", folder, "--count", "3", "--seed", "7"}).status == 0);
  const file_map before = bytes_of(folder);
  // Blocks of 512 bytes: the first files fit, later ones do not.
  check_refused(shell("ulimit -f 3; \"$MHQA_COMMAND\" vectors " + shell_word(folder) + " --count 4 --seed 8"),
                "cannot write: File too large");
  CHECK((bytes_of(folder) == before));
}
