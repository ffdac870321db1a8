// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/atomic_file.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <string>
#include <thread>

using mhqa::io::atomic_file;
using mhqa_test::read_file;
using mhqa_test::scratch;
namespace fs = std::filesystem;

using mhqa_test::error_of;

namespace {

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator{folder}, {}));
}

}  // namespace

TEST_CASE("atomic_file: the file is there after commit and not before") {
  const scratch here;
  const fs::path path = here / "x";
  {
    atomic_file out{path.string()};
    out.write("one ");
    out.write("two");
    CHECK_FALSE(fs::exists(path));
    out.commit();
    CHECK(read_file(path) == "one two");
  }
  CHECK(files_in(path.parent_path()) == 1);
}

TEST_CASE("atomic_file: close shows what cannot be written, and leaves the renaming to commit") {
  const scratch here;
  const fs::path path = here / "x";
  atomic_file out{path.string()};
  out.write("all");
  out.close();
  CHECK(read_file(here / "x.part") == "all");
  CHECK_FALSE(fs::exists(path));
  out.commit();
  CHECK(read_file(path) == "all");
  if (!fs::exists("/dev/full")) return;
  atomic_file full{"/dev/full"};
  full.write("x");
  CHECK(error_of([&] { full.close(); }) == "/dev/full: cannot write: No space left on device");
}

TEST_CASE("atomic_file: without commit an old file stays, and nothing else") {
  const scratch here;
  const fs::path path = here.write("x", "old");
  {
    atomic_file out{path.string()};
    out.write(std::string(200000, 'n'));
  }
  CHECK(read_file(path) == "old");
  CHECK(files_in(path.parent_path()) == 1);
  atomic_file out{path.string()};
  out.write("new");
  out.commit();
  CHECK(read_file(path) == "new");
}

TEST_CASE("atomic_file: what an earlier run left half-written is written over") {
  const scratch here;
  here.write("x.part", "a longer piece of an earlier run");
  atomic_file out{(here / "x").string()};
  out.write("new");
  out.commit();
  CHECK(read_file(here / "x") == "new");
  CHECK_FALSE(fs::exists(here / "x.part"));
}

TEST_CASE("atomic_file: errors name the file that was asked for and leave nothing") {
  const scratch here;
  const fs::path folder = here / "folder";
  fs::create_directory(folder);
  CHECK(error_of([&] { const atomic_file out{folder.string()}; }) ==
        folder.string() + ": cannot write: Is a directory");
  const std::string missing = (here / "none/x").string();
  CHECK(error_of([&] { const atomic_file out{missing}; }) == missing + ": cannot write: No such file or directory");
  fs::create_directory(here / "y.part");
  CHECK(error_of([&] { const atomic_file out{(here / "y").string()}; }) ==
        (here / "y").string() + ": cannot write: Is a directory");
  {
    // The place is taken while the file is written.
    atomic_file out{(here / "z").string()};
    out.write("x");
    fs::create_directory(here / "z");
    CHECK(error_of([&] { out.commit(); }) == (here / "z").string() + ": cannot write: Is a directory");
  }
  CHECK_FALSE(fs::exists(here / "z.part"));
  CHECK(files_in(folder.parent_path()) == 3);
}

TEST_CASE("atomic_file: a pipe is written, not replaced") {
  const scratch here;
  const fs::path pipe = here / "p";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  std::string got;
  std::thread reader{[&] { got = read_file(pipe); }};
  {
    atomic_file out{pipe.string()};
    out.write("through the pipe");
    out.commit();
  }
  reader.join();
  CHECK(got == "through the pipe");
  CHECK(fs::is_fifo(pipe));
  CHECK(files_in(pipe.parent_path()) == 1);
}

TEST_CASE("atomic_file: a device is written, not replaced") {
  if (!fs::is_character_file("/dev/null")) return;
  atomic_file out{"/dev/null"};
  out.write("x");
  out.commit();
  CHECK(fs::is_character_file("/dev/null"));
  CHECK_FALSE(fs::exists("/dev/null.part"));
}

TEST_CASE("atomic_file: a symbolic link stays one, and what it names is replaced") {
  const scratch here;
  const fs::path target = here.write("target", "old");
  const fs::path link = here / "link";
  fs::create_symlink("target", link);
  {
    atomic_file out{link.string()};
    out.write("new");
    CHECK(read_file(target) == "old");
    out.commit();
  }
  CHECK(fs::is_symlink(link));
  CHECK(read_file(target) == "new");
  CHECK(files_in(link.parent_path()) == 2);
}

TEST_CASE("atomic_file: an output that is an input is refused, by whatever path") {
  const scratch here;
  const fs::path input = here.write("in.json", "{}");
  const fs::path link = here / "link";
  fs::create_symlink("in.json", link);
  const std::string other = (here / "out.json").string();
  mhqa::io::expect_no_input(other, {input.string(), "", "-"});
  mhqa::io::expect_no_input("", {input.string()});
  mhqa::io::expect_no_input("/dev/null", {"/dev/null"});
  for (const fs::path& output : {input, link, here / "./in.json"}) {
    CHECK_THROWS_AS(mhqa::io::expect_no_input(output.string(), {other, input.string()}), mhqa::data_error);
  }
  const std::string part = here.write("out.json.part", "{}").string();  // where out.json would be made
  CHECK_THROWS_AS(mhqa::io::expect_no_input(other, {part}), mhqa::data_error);
}
