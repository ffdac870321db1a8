// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa compose --part and --merge: the files and the report of one piece, and refusals with exit status 2.
#include "support/command.hpp"
#include "support/text.hpp"
#include "tools/composing.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

using mhqa_test::bundled_pool;
using mhqa_test::bytes_of;
using mhqa_test::check_refused;
using mhqa_test::finished;
using mhqa_test::scratch;
using mhqa_test::shell;
using mhqa_test::shell_word;
namespace fs = std::filesystem;

namespace {

finished compose(const fs::path& out, const std::string& more) {
  return shell("\"$MHQA_COMMAND\" compose " + shell_word(bundled_pool()) + " --preset released --seed 7 --out " +
               shell_word(out.string()) + ' ' + more);
}

}  // namespace

TEST_CASE("compose --part: merged parts give the files and the report of one piece") {
  const scratch here;
  const finished whole = compose(here / "whole", "");
  REQUIRE(whole.status == 0);
  std::string files;
  for (const char* const i : {"2", "0", "1"}) {
    const fs::path file = here / (std::string{"p"} + i);
    const finished part = compose(file, std::string{"--part "} + i + "/3");
    CHECK(part.status == 0);
    CHECK(part.err.empty());
    CHECK(part.out.starts_with(std::string{"part "} + i + "/3: "));
    CHECK(part.out.ends_with(" pairs\n"));
    files += " " + shell_word(file.string());
  }
  const finished merged = compose(here / "merged", "--merge" + files);
  CHECK(merged.status == 0);
  CHECK(merged.out == whole.out);
  CHECK(bytes_of(here / "merged") == bytes_of(here / "whole"));
  const finished judged = compose(here / "q0", "--part 0/1 --until quality");
  CHECK(mhqa_test::has(judged.out, " good questions\n"));
  // --part may stand in a file of options, too
  const std::string config = here.write("config", "part = 0/1\nuntil = quality\n").string();
  CHECK(compose(here / "q1", "--config " + shell_word(config)).status == 0);
  CHECK(mhqa_test::read_file(here / "q1") == mhqa_test::read_file(here / "q0"));
}

TEST_CASE("compose --part: bad numbers, options and parts are refused with the part's name") {
  const scratch here;
  const fs::path out = here / "out";
  for (const char* const number : {"2/2", "-1/2", "1", "1/", "/2", "1/0", "a/b", "0/4294967296"}) {
    CAPTURE(number);
    check_refused(compose(out, "--part " + shell_word(number)), "expected I/N with I from 0 to N - 1");
  }
  check_refused(compose(out, "--part 0/2 --until split"), "--part ends after quality, pairs, requests or connection");
  check_refused(compose(out, "--part 0/2 --resume"), "--resume is not used with --part");
  check_refused(compose("-", "--part 0/2"), "--out expects a file");
  check_refused(compose(bundled_pool(), "--part 0/2"), "would destroy the input");
  CHECK_FALSE(fs::exists(out));
  REQUIRE(compose(here / "p0", "--part 0/2").status == 0);
  REQUIRE(compose(here / "p1", "--part 1/2").status == 0);
  const std::string first = shell_word((here / "p0").string()), second = shell_word((here / "p1").string());
  check_refused(compose(out, "--merge " + first), "expected 2 parts, part 1/2 is missing");
  check_refused(compose(out, "--merge " + first + " " + second + " " + second),
                (here / "p1").string() + ": expected each part once, found part 1/2 twice");
  check_refused(compose(out, "--merge " + first + " " + second + " --pairs-per-bridge 5"),
                "expected a part made with --pairs-per-bridge 5, found --pairs-per-bridge 10000");
  check_refused(compose(out, "--merge " + first + " " + shell_word(bundled_pool())), bundled_pool());
  CHECK_FALSE(fs::exists(out));
  const fs::path folder = here / "p0";  // a file where the folder should be
  CHECK(compose(folder, "--merge " + first + " " + second).status == 2);
  CHECK(compose(out, "--merge " + first + " " + second).status == 0);
}

TEST_CASE("compose --shards: parts that are made from shards have the bytes of parts from the pool") {
  const scratch here;
  const finished divided = compose(here / "shards", "--shards 3");
  REQUIRE(divided.status == 0);
  CHECK(divided.out.starts_with("3 shards: "));
  CHECK(mhqa_test::has(divided.out, " in all shards\n"));
  for (const char* const i : {"0", "1", "2"}) {
    const std::string number = std::string{" --until pairs --part "} + i + "/3";
    const finished part = compose(here / "s", "--shard " + shell_word((here / "shards" / i).string()) + number);
    CHECK(part.status == 0);
    CHECK(part.out == compose(here / "p", number).out);
    CHECK(mhqa_test::read_file(here / "s") == mhqa_test::read_file(here / "p"));
  }
  const std::string first = "--shard " + shell_word((here / "shards/0").string());
  const fs::path out = here / "out";
  check_refused(compose(out, first + " --until pairs --part 1/3"), "expected the shard of part 1/3, found that of 0/3");
  check_refused(compose(out, first + " --part 0/3"), "--shard: expected --until pairs or --connection false");
  check_refused(compose(out, first), "--shard is not used without --part");
  check_refused(compose(out, "--shards 2 --part 0/2"), "--shards is not used with --part");
  CHECK(compose(out, "--shards 0").status != 0);
  CHECK_FALSE(fs::exists(out));
}
