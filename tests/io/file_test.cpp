// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/file.hpp>

#include "support/command.hpp"
#include "support/effort.hpp"
#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>

using mhqa::io::file_bytes;
using mhqa::io::input;
using mhqa::io::output;
using mhqa_test::scratch;

static_assert(!std::is_copy_constructible_v<file_bytes>);
static_assert(std::is_nothrow_move_constructible_v<file_bytes>);

using mhqa_test::error_of;

namespace {

void open_input(const std::filesystem::path& path) {
  const input in{path.string()};
}
void open_output(const std::filesystem::path& path) {
  const output out{path.string()};
}

// A named pipe that another thread fills.
class filled_pipe {
 public:
  filled_pipe(std::filesystem::path path, std::string bytes) {
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    writer_ = std::thread{[path = std::move(path), bytes = std::move(bytes)] {
      sigset_t broken;  // a reader that is gone ends the writing, not the program
      sigemptyset(&broken);
      sigaddset(&broken, SIGPIPE);
      pthread_sigmask(SIG_BLOCK, &broken, nullptr);
      const int descriptor = ::open(path.c_str(), O_WRONLY);
      for (std::size_t at = 0; at < bytes.size();) {  // in odd pieces
        const auto put = ::write(descriptor, bytes.data() + at, std::min<std::size_t>(977, bytes.size() - at));
        if (put < 0) break;
        at += static_cast<std::size_t>(put);
      }
      ::close(descriptor);
    }};
  }
  ~filled_pipe() { writer_.join(); }
  filled_pipe(const filled_pipe&) = delete;
  filled_pipe& operator=(const filled_pipe&) = delete;

 private:
  std::thread writer_;
};

}  // namespace

TEST_CASE("file: an input gives its bytes in pieces, then nothing") {
  const scratch here;
  input in{here.write("x", "abcdef").string()};
  CHECK(in.size() == 6);
  std::array<char, 4> piece{};
  CHECK(in.read(piece) == 4);
  CHECK(std::string_view{piece.data(), 4} == "abcd");
  CHECK(in.read(piece) == 2);
  CHECK(in.read(piece) == 0);
  CHECK(in.read(piece) == 0);
}

TEST_CASE("file: errors name the path and the system's reason") {
  const scratch here;
  const std::string folder = here.write("x", "").parent_path().string();
  CHECK(error_of([&] { open_input(folder + "/none"); }) == folder + "/none: cannot open: No such file or directory");
  CHECK(error_of([&] { open_input(folder + "/x/y"); }) == folder + "/x/y: cannot open: Not a directory");
  CHECK(error_of([&] { open_input(folder); }) == folder + ": cannot read: Is a directory");
  CHECK(error_of([&] { open_output(folder); }) == folder + ": cannot write: Is a directory");
  CHECK(error_of([&] { open_output(folder + "/none/y"); }) ==
        folder + "/none/y: cannot write: No such file or directory");
  CHECK(error_of([&] {
          const output out{folder + "/none/y", "report"};
        }) == "report: cannot write: No such file or directory");
}

TEST_CASE("file: whole files of every size around a page are mapped, with zeros behind") {
  const scratch here;
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, file_bytes::padding, page - file_bytes::padding,
                                 page - 1, page, page + 1, 3 * page}) {
    CAPTURE(size);
    std::string bytes(size, 'x');
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>('a' + i % 26);
    const file_bytes whole{here.write("x", bytes).string()};
    CHECK(whole.view() == bytes);
    for (std::size_t i = 0; i < file_bytes::padding; ++i) REQUIRE(whole.view().data()[size + i] == '\0');
  }
}

TEST_CASE("file: moving keeps the bytes, releasing lets them go") {
  const scratch here;
  file_bytes a{here.write("x", "first").string()};
  file_bytes b = std::move(a);
  CHECK(b.view() == "first");
  b = file_bytes{here.write("y", "second").string()};
  CHECK(b.view() == "second");
  b.release();
  CHECK(b.view().empty());
}

TEST_CASE("file: a pipe is read whole, from its start or from where a reader stopped") {
  const scratch here;
  std::string bytes;
  for (int i = 0; i < 40000; ++i) bytes += std::to_string(i) + ",";
  {
    const filled_pipe pipe{here / "p", bytes};
    const file_bytes whole{(here / "p").string()};
    CHECK(whole.view() == bytes);
    for (std::size_t i = 0; i < file_bytes::padding; ++i) REQUIRE(whole.view().data()[bytes.size() + i] == '\0');
  }
  {
    const filled_pipe pipe{here / "q", bytes};
    input in{(here / "q").string()};
    CHECK_FALSE(in.size().has_value());
    std::array<char, 100> head{};
    const std::size_t got = in.read(head);
    const file_bytes whole{in, {head.data(), got}};
    CHECK(whole.view() == bytes);
  }
}

TEST_CASE("file: the beginning of a file is given, that of a stream refused, as it would be lost") {
  const scratch here;
  const std::string path = here.write("x", "0123456789").string();
  CHECK(mhqa::io::file_head(path, 4) == "0123");
  CHECK(mhqa::io::file_head(path, 10) == "0123456789");
  CHECK(mhqa::io::file_head(path) == "0123456789");
  CHECK(mhqa::io::file_head(here.write("y", "").string()).empty());
  const filled_pipe pipe{here / "p", "0123456789"};
  const std::string stream = (here / "p").string();
  CHECK_THROWS_WITH_AS(static_cast<void>(mhqa::io::file_head(stream)), doctest::Contains("found a stream"),
                       mhqa::data_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(mhqa::io::file_head("-")), doctest::Contains("found a stream"),
                       mhqa::data_error);
}

TEST_CASE("file: what is written in pieces of any size is in the file after close") {
  const scratch here;
  const std::string path = (here / "x").string();
  std::string expected;
  output out{path};
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{65535}, std::size_t{2}, std::size_t{65536},
                                 std::size_t{200000}, std::size_t{3}}) {
    const std::string piece(size, static_cast<char>('a' + size % 26));
    out.write(piece);
    expected += piece;
  }
  out.close();
  CHECK(mhqa_test::read_file(path) == expected);
  output{path}.close();
  CHECK(mhqa_test::read_file(path).empty());  // an old file is emptied
}

TEST_CASE("file: a full disk is reported") {
  if (!std::filesystem::exists("/dev/full")) return;
  output out{"/dev/full"};
  out.write("x");  // is collected
  CHECK(error_of([&] { out.close(); }) == "/dev/full: cannot write: No space left on device");
  output large{"/dev/full"};
  CHECK(error_of([&] { large.write(std::string(100000, 'x')); }) == "/dev/full: cannot write: No space left on device");
}

// open() gives the lowest free number, so that with standard output closed a file would be taken for it.
TEST_CASE("file: where a standard stream is closed, a file never takes its number") {
  const scratch here;
  const std::string path = here.write("in", "abc").string();
  for (const int standard : {0, 1, 2}) {
    CAPTURE(standard);
    const int kept = ::fcntl(standard, F_DUPFD_CLOEXEC, 100);
    ::close(standard);
    const bool before = ::fcntl(standard, F_GETFD) == -1;
    bool during = false;
    std::size_t got = 0;
    {
      input in{path};
      output out{(here / "out").string()};
      during = ::fcntl(standard, F_GETFD) == -1;
      std::array<char, 8> piece{};
      got = in.read(piece);
      out.write("written");
      out.close();
    }
    if (kept >= 0) {
      ::dup2(kept, standard);
      ::close(kept);
    }
    CHECK(before);
    CHECK(during);
    CHECK(got == 3);
    CHECK(mhqa_test::read_file(here / "out") == "written");
  }
}

TEST_CASE("file: a file that changes while it is read is refused, copied or mapped") {
  const scratch here;
  const std::string path = here.write("x", std::string(100000, 'a')).string();
  const auto changes = [&](const char* bytes) {
    std::this_thread::sleep_for(std::chrono::milliseconds{20});  // the system's clock ticks
    std::ofstream{path, std::ios::binary} << bytes;
  };
  {
    const input in{path};
    in.expect_unchanged();
    changes("b");
    CHECK(error_of([&] { in.expect_unchanged(); }) == path + ": the file changed while it was read");
  }
  const file_bytes copied{path, mhqa::io::file_access::copied}, mapped{path};
  CHECK(copied.view() == "b");
  changes("c");
  copied.expect_unchanged();
  CHECK(copied.view() == "b");
  CHECK_THROWS_AS(mapped.expect_unchanged(), mhqa::data_error);
}

TEST_CASE("file: a copied file of more than 4 GiB is refused before it is read") {
  const scratch here;
  const std::string path = here.write("x", "x").string();
  std::error_code error;
  std::filesystem::resize_file(path, file_bytes::most_read + 1, error);  // sparse
  if (error) return;
  rusage before{}, after{};
  ::getrusage(RUSAGE_SELF, &before);
  CHECK(error_of([&] {
          const file_bytes copied{path, mhqa::io::file_access::copied};
        }) == path + ": more than 4 GiB to be read as a whole; split it, or write JSON Lines (one record per line)");
  ::getrusage(RUSAGE_SELF, &after);
  CHECK(after.ru_minflt - before.ru_minflt < 10'000);
}

TEST_CASE("file: a mapped file that is cut short reads as zeros and is refused, without a signal") {
  const scratch here;
  const std::string path = here.write("x", std::string(100000, 'a')).string();
  mhqa::io::survive_cut_files();
  const file_bytes mapped{path};
  CHECK(mapped.view()[70000] == 'a');
  std::filesystem::resize_file(path, 10);
  CHECK(mapped.view()[99999] == '\0');
  CHECK(mapped.view().data()[100000 + file_bytes::padding + 1] != 'a');
  CHECK_THROWS_AS(mapped.expect_unchanged(), mhqa::data_error);
  ::signal(SIGBUS, SIG_DFL);
}

TEST_CASE("file: quotation marks end a search that runs past a mapping") {
  const scratch here;
  const file_bytes mapped{here.write("x", "\"abc").string()};
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  CHECK(std::memchr(mapped.view().data() + 1, '"', 2 * page - 1) != nullptr);
}

TEST_CASE("file: a lock keeps others out, names its process, and goes with its holder") {
  const scratch here;
  const std::string path = (here / "lock").string();
  std::optional<mhqa::io::file_lock> held{std::in_place, path};
  CHECK(error_of([&] {
          const mhqa::io::file_lock other{path, mhqa::io::if_locked::refuse, "out.json"};
        }) == "out.json: another run works here (process " + std::to_string(::getpid()) + ")");
  std::thread waiting{[&] { const mhqa::io::file_lock later{path, mhqa::io::if_locked::wait}; }};
  held.reset();
  waiting.join();
  CHECK_FALSE(std::filesystem::exists(path));
  here.write("lock", "mhqa run, process 1\n");  // of a run that was killed
  { const mhqa::io::file_lock again{path}; }
  CHECK_FALSE(std::filesystem::exists(path));
  here.write("lock", "a user's file");
  CHECK(error_of([&] { const mhqa::io::file_lock other{path}; }).ends_with("exists and is not a lock of mhqa"));
  CHECK(mhqa_test::read_file(path) == "a user's file");
  const std::string link = (here / "link").string();
  std::filesystem::create_symlink("lock", link);
  CHECK(error_of([&] { const mhqa::io::file_lock other{link}; }).find("cannot write") != std::string::npos);
}

TEST_CASE("file: a fresh output refuses what exists") {
  const scratch here;
  const std::string path = here.write("x", "old").string();
  CHECK(error_of([&] { const output out{path, path, output::fresh{}}; }) == path + ": cannot write: File exists");
}

#if defined(__linux__)
TEST_CASE("file: a mapped file does not count as the process's data") {
  if (mhqa_test::sanitized) return;  // their own memory would not fit
  const mhqa_test::scratch here;
  const auto path = here.write("large", "x");
  constexpr std::uintmax_t size = std::uintmax_t{1} << 30U;  // sparse
  std::filesystem::resize_file(path, size);
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_DATA, &before) == 0);
  rlimit less = before;
  less.rlim_cur = std::min<rlim_t>(before.rlim_max, rlim_t{1} << 29U);
  REQUIRE(::setrlimit(RLIMIT_DATA, &less) == 0);
  std::size_t read = 0;
  try {
    read = mhqa::io::file_bytes{path.string()}.view().size();
  } catch (const std::exception& error) {
    MESSAGE(std::string{error.what()});
  }
  static_cast<void>(::setrlimit(RLIMIT_DATA, &before));
  CHECK(read == size);
}
#endif
