// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs of mhqa compose that do not come to their end: killed, or without room on the disk. What is there is whole, and
// --resume makes the same bytes as a run that nothing has disturbed.
#include "support/command.hpp"
#include "tools/composing.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <sys/stat.h>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

using mhqa_test::bytes_of;
using mhqa_test::check_refused;
using mhqa_test::file_map;
using mhqa_test::scratch;
using mhqa_test::shell_word;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> arguments(const fs::path& out, const std::string& seed = "7") {
  return {"compose", mhqa_test::bundled_pool(), "--out", out.string(), "--seed", seed};
}

/// Runs it to its end; `before` and `more` stand around its arguments in the shell's line.
mhqa_test::finished compose(const std::vector<std::string>& arguments, const std::string& more = {},
                            const std::string& before = {}) {
  std::string line = before + "\"$MHQA_COMMAND\"";
  for (const std::string& argument : arguments) line += ' ' + shell_word(argument);
  return mhqa_test::shell(line + ' ' + more);
}

/// What an undisturbed run leaves.
const file_map& whole_run() {
  static const file_map bytes = [] {
    const scratch here;
    REQUIRE(compose(arguments(here / "out")).status == 0);
    return bytes_of(here / "out");
  }();
  return bytes;
}

/// True if the file is there; "X.part" stands for any temporary file of X.
bool has(const fs::path& file) {
  if (file.extension() != ".part") return fs::exists(file);
  const std::string start = file.stem().string() + ".mhqa-";
  std::error_code ignored;  // the folder may be missing
  for (const auto& entry : fs::directory_iterator{file.parent_path(), ignored}) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(start) && name.ends_with(".part")) return true;
  }
  return false;
}

/// Every file under its own name is as in a whole run.
void check_whole(const fs::path& out) {
  for (const auto& file : bytes_of(out)) {
    if (file.first.ends_with(".part") || file.first.ends_with("lock")) continue;
    CAPTURE(file.first);
    REQUIRE(whole_run().contains(file.first));
    CHECK((file.second == whole_run().at(file.first)));
  }
}

void check_goes_on(const fs::path& out) {
  const auto done = compose(arguments(out), "--resume");
  CHECK(done.err.empty());
  CHECK(done.status == 0);
  CHECK((bytes_of(out) == whole_run()));
}

}  // namespace

TEST_CASE("compose: a run that is killed goes on with --resume, and ends in the same bytes") {
  struct stop {
    std::string_view pipe;  // where the command waits, as nobody reads it
    std::string_view sign;  // what is there when it has come as far
    std::size_t loaded;     // how many stages need not be made again
  };
  for (const stop& s : {stop{"requests/quality.jsonl", "stages/pool.jsonl.part", 0},
                        stop{"requests/tails.jsonl", "requests/heads.jsonl", 3},
                        stop{"stages/graphs.jsonl", "stages/connection.manifest.json", 4},
                        stop{"requests/wordings.jsonl", "stages/wording.jsonl.part", 5},
                        stop{"full/dev.jsonl", "full/train.jsonl.part", 8}}) {
    CAPTURE(s.pipe);
    const scratch here;
    const fs::path out = here / "out";
    fs::create_directories((out / s.pipe).parent_path());
    REQUIRE(::mkfifo((out / s.pipe).c_str(), 0600) == 0);
    mhqa_test::running command{arguments(out)};
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes{1};
    while (!has(out / s.sign) && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds{2});
    }
    REQUIRE(command.kill());
    fs::remove(out / s.pipe);
    check_whole(out);
    CHECK_FALSE(fs::exists(out / "manifest.json"));
    const auto done = compose(arguments(out), "--resume");
    CHECK(done.err.empty());
    REQUIRE(done.status == 0);
    std::size_t loaded = 0;
    for (std::size_t at = 0; (at = done.out.find("(from the earlier run)", at)) != std::string::npos; ++at) ++loaded;
    CHECK(loaded == s.loaded);
    CHECK((bytes_of(out) == whole_run()));
  }
}

TEST_CASE("compose: a file that finds no room ends the run with one line, and leaves nothing half-written") {
  if (!fs::exists("/dev/full")) return;
  for (const std::string name :
       {"requests/quality_paragraphs.jsonl", "stages/pairs.jsonl", "requests/heads.jsonl", "requests/wordings.jsonl",
        "stages/contexts.jsonl", "full/test.jsonl", "provenance.jsonl"}) {
    CAPTURE(name);
    const scratch here;
    const fs::path out = here / "out";
    fs::create_directories((out / name).parent_path());
    fs::create_symlink("/dev/full", out / name);
    check_refused(compose(arguments(out)), name + ": cannot write: No space left on device");
    check_whole(out);
    for (const auto& file : bytes_of(out)) CHECK_FALSE(file.first.ends_with(".part"));
    CHECK_FALSE(fs::exists(out / "manifest.json"));
    CHECK_FALSE(fs::exists(out / "ans/train.jsonl"));
    fs::remove(out / name);
    check_goes_on(out);
  }
  const scratch here;
  const auto silent = compose(arguments(here / "out"), "> /dev/full");
  CHECK(silent.status == 2);
  CHECK(silent.err == "mhqa: error: standard output: cannot write: No space left on device\n");
}

TEST_CASE("compose: a limit of a file's size likewise, and an older data set stays as it was") {
  const scratch here;
  const fs::path out = here / "out";
  REQUIRE(compose(arguments(out, "8")).status == 0);
  const file_map old = bytes_of(out);
  REQUIRE((old != whole_run()));
  for (const std::string blocks : {"8", "56", "400"}) {  // of 512 bytes
    CAPTURE(blocks);
    check_refused(compose(arguments(out), "", "ulimit -f " + blocks + "; "), "cannot write: File too large");
    for (const auto& file : bytes_of(out)) {
      const std::string& name = file.first;
      CAPTURE(name);
      CHECK_FALSE(name.ends_with(".part"));
      if (!name.starts_with("stages/") && !name.starts_with("requests/")) CHECK((file.second == old.at(name)));
    }
  }
  CHECK(fs::exists(out / "manifest.json"));
  check_goes_on(out);
}
