// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/output_locks.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

namespace fs = std::filesystem;
namespace io = mhqa::io;

TEST_CASE("output_locks: a file that one run holds is refused to another, by any path") {
  const mhqa_test::scratch here;
  fs::create_directory(here / "in");
  const auto target = io::replaced_file((here / "in" / ".." / "out.json").string());
  REQUIRE(target.has_value());
  CHECK(target == io::replaced_file((here / "out.json").string()));
  {
    io::output_locks first{io::if_locked::refuse};
    first.hold_file(*target, "out.json");
    CHECK(fs::exists(here / ".out.json.lock"));
    io::output_locks second{io::if_locked::refuse};
    const std::string error = mhqa_test::error_of([&] { second.hold_file(*target, "a name"); });
    CHECK(error.find("a name: another run") != std::string::npos);
  }
  CHECK(!fs::exists(here / ".out.json.lock"));
}

TEST_CASE("output_locks: a link and its target count as one file; standard output and folders have no file to lock") {
  const mhqa_test::scratch here;
  here.write("real", "x");
  fs::create_symlink(here / "real", here / "link");
  CHECK(io::replaced_file((here / "link").string()) == io::replaced_file((here / "real").string()));
  CHECK(!io::replaced_file("-"));
  CHECK(!io::replaced_file((here / ".").string()));
}

TEST_CASE("output_locks: a folder that was made is removed unless something was put into it") {
  const mhqa_test::scratch here;
  {
    io::output_locks locks{io::if_locked::refuse};
    locks.hold_folder((here / "a" / "b").string());
    locks.hold_folder((here / "c").string());
    CHECK(fs::exists(here / "a" / "b" / ".mhqa.lock"));
    here.write("c/kept", "x");
  }
  CHECK(!fs::exists(here / "a"));
  CHECK(fs::exists(here / "c" / "kept"));
  CHECK(!fs::exists(here / "c" / ".mhqa.lock"));
}

TEST_CASE("output_locks: temporary files of runs that were killed are removed, also one folder below") {
  const mhqa_test::scratch here;
  fs::create_directory(here / "sub");
  const std::string old = "x.mhqa-0123456789abcdef.part";
  for (const char* const folder : {".", "sub"}) here.write((fs::path{folder} / old).string(), "cut");
  here.write("x.part", "mine");
  io::output_locks locks{io::if_locked::refuse};
  locks.hold_folder((here / ".").string());
  CHECK(!fs::exists(here / old));
  CHECK(!fs::exists(here / "sub" / old));
  CHECK(fs::exists(here / "x.part"));
}

TEST_CASE("output_locks: the lock of a long name is a name; a folder below a file cannot be made") {
  const mhqa_test::scratch here;
  const std::string name = fs::path{io::lock_file_of(std::string(250, 'n'))}.filename().string();
  CHECK(name.size() == 200 + 16 + 6);
  CHECK(name != fs::path{io::lock_file_of(std::string(251, 'n'))}.filename().string());
  CHECK(io::lock_file_of("out/a.json") == "out/.a.json.lock");
  here.write("file", "x");
  io::output_locks locks{io::if_locked::refuse};
  const std::string error = mhqa_test::error_of([&] { locks.hold_folder((here / "file" / "x").string()); });
  CHECK(error.find("cannot make the folder") != std::string::npos);
}
