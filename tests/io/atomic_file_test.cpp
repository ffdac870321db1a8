// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/atomic_file.hpp>

#include "support/allocations.hpp"
#include "support/command.hpp"
#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <thread>
#include <utility>

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
  CHECK(files_in(path.parent_path()) == 1);
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

TEST_CASE("atomic_file: the temporary file is private: no link leads to it, and two runs have two") {
  const scratch here;
  const fs::path victim = here.write("victim", "mine"), path = here / "x";
  fs::create_symlink("victim", here / "x.part");
  atomic_file one{path.string()}, two{path.string()};
  one.write("one");
  two.write("two");
  one.close();
  two.close();
  CHECK(files_in(path.parent_path()) == 4);
  one.commit();
  CHECK(read_file(path) == "one");
  two.commit();
  CHECK(read_file(path) == "two");
  CHECK_FALSE(fs::is_symlink(path));
  CHECK(read_file(victim) == "mine");
  CHECK(files_in(path.parent_path()) == 3);
}

TEST_CASE("atomic_file: the new file has the permissions of the old one") {
  const scratch here;
  const fs::path path = here.write("x", "old");
  fs::permissions(path, fs::perms{0600});
  atomic_file out{path.string()};
  out.write("new");
  out.commit();
  CHECK(fs::status(path).permissions() == fs::perms{0600});
}

TEST_CASE("atomic_file: files of killed runs are removed, those of running ones and of others stay") {
  const scratch here;
  const fs::path folder = here.write("x.mhqa-0123456789abcdef.part", "half").parent_path();
  for (const char* const other :
       {"x.part", "x.mhqa-0123456789abcde.part", ".mhqa-0123456789abcdef.part", "x.mhqa-part"}) {
    here.write(other, "");
  }
  fs::create_directory(here / "y.mhqa-0123456789abcdef.part");
  fs::create_symlink("x.part", here / "z.mhqa-0123456789abcdef.part");
  atomic_file running{(here / "x").string()};
  running.close();  // the lock outlasts it
  CHECK(files_in(folder) == 8);
  mhqa::io::remove_abandoned_files(folder.string());
  CHECK(files_in(folder) == 7);
  CHECK_FALSE(fs::exists(here / "x.mhqa-0123456789abcdef.part"));
  running.commit();
  CHECK(fs::exists(here / "x"));
  mhqa::io::remove_abandoned_files((here / "none").string());
}

TEST_CASE("atomic_file: a file that is given up needs no memory to go") {
  const scratch here;
  std::optional<atomic_file> out{std::in_place, (here / "a name that is longer than a string holds").string()};
  out->write("half");
  const mhqa_test::allocations_here counted;
  out.reset();
  CHECK(counted() == 0);
  CHECK(files_in((here / "x").parent_path()) == 0);
}

TEST_CASE("atomic_file: a name may be as long as the system allows") {
  const scratch here;
  const fs::path path = here / std::string(255, 'n');
  atomic_file out{path.string()};
  out.write("x");
  out.commit();
  CHECK(read_file(path) == "x");
}

TEST_CASE("atomic_file: errors name the file that was asked for and leave nothing") {
  const scratch here;
  const fs::path folder = here / "folder";
  fs::create_directory(folder);
  CHECK(error_of([&] { const atomic_file out{folder.string()}; }) ==
        folder.string() + ": cannot write: Is a directory");
  const std::string missing = (here / "none/x").string();
  CHECK(error_of([&] { const atomic_file out{missing}; }) == missing + ": cannot write: No such file or directory");
  {
    // The place is taken while the file is written.
    atomic_file out{(here / "z").string()};
    out.write("x");
    fs::create_directory(here / "z");
    CHECK(error_of([&] { out.commit(); }) == (here / "z").string() + ": cannot write: Is a directory");
  }
  CHECK(files_in(folder.parent_path()) == 2);
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
  const fs::path hard = here / "hard";
  fs::create_hard_link(input, hard);
  CHECK_THROWS_AS(mhqa::io::expect_no_input(hard.string(), {input.string()}), mhqa::data_error);
}

TEST_CASE("atomic_file: in a run with file_roles, no file is both read and replaced, whoever names it") {
  const scratch here;
  const std::string a = here.write("a", "a").string(), b = here.write("b", "b").string();
  fs::create_hard_link(a, here / "hard");
  fs::create_directory(here / "own");
  const std::string state = here.write("own/state", "s").string(), named = here.write("own/named", "n").string();
  {
    mhqa::io::file_roles roles;
    roles.own((here / "own").string());
    roles.reads_named(named);
    { const mhqa::io::input read{a}; }
    CHECK_THROWS_WITH_AS(atomic_file{a}, doctest::Contains("cannot write: it would destroy the input"),
                         mhqa::data_error);
    CHECK_THROWS_WITH_AS(atomic_file{(here / "hard").string()}, doctest::Contains(a.c_str()), mhqa::data_error);
    CHECK_THROWS_AS(mhqa::io::appended_file{a}, mhqa::data_error);
    { const atomic_file replaced{b}; }
    CHECK_THROWS_WITH_AS(mhqa::io::input{b}, doctest::Contains("would be changed as the output"), mhqa::data_error);
    { const mhqa::io::input read{state}; }
    { atomic_file{state}.commit(); }  // the run's own
    CHECK_THROWS_AS(atomic_file{named}, mhqa::data_error);
    { atomic_file{(here / "new").string()}.commit(); }
    { const mhqa::io::input read{(here / "new").string()}; }  // what the run has made may be read again
  }
  { const mhqa::io::input read{a}; }
  { const atomic_file replaced{a}; }  // without file_roles a program decides for itself
  CHECK(read_file(a) == "a");
}

TEST_CASE("appended_file: a write that fails leaves whole lines, and nothing is written after it") {
  const scratch here;
  const std::string path = (here / "log").string();
  struct rlimit before {};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  {
    mhqa::io::appended_file file{path};
    file.append("first\n");
    struct rlimit small = before;
    small.rlim_cur = 10;
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
    CHECK_THROWS_AS(file.append("second line\n"), mhqa::data_error);
    ::setrlimit(RLIMIT_FSIZE, &before);
    CHECK(read_file(path) == "first\n");
    CHECK_THROWS_AS(file.append("third\n"), mhqa::data_error);
  }
  std::signal(SIGXFSZ, handler);
  CHECK(read_file(path) == "first\n");
}
