// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/progress.hpp>

#include "support/command.hpp"

#include <mhqa/parallel.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <string>

namespace io = mhqa::io;

namespace {

/// What work(options) writes where progress is shown from the start.
template <class Work>
std::string shown_by(Work&& work, io::progress_options options = {.shown = true, .to = nullptr, .after = {}}) {
  const mhqa_test::scratch here;
  const std::string path = (here / "terminal").string();
  options.to = std::fopen(path.c_str(), "wb");
  work(options);
  std::fclose(options.to);
  return mhqa_test::read_file(path);
}

}  // namespace

TEST_CASE("progress: a line has the count of every 1024th call, and is cleared at the end") {
  const std::string shown = shown_by([](const io::progress_options& options) {
    io::progress_line line{"odd\nname", options};
    for (std::uint64_t done = 1; done <= 1500; ++done) line(done);
  });
  CHECK(shown.starts_with("\rodd\\x0aname: 1024, "));
  CHECK(shown.find(" a second\r  ") != std::string::npos);
  CHECK(shown.ends_with(" \r"));
}

TEST_CASE("progress: a bar has the share that is done") {
  const std::string shown = shown_by([](const io::progress_options& options) {
    io::progress_bar bar{"pairs", 4, options};
    bar.step();
  });
  CHECK(shown.starts_with("\rpairs [=====               ]  25 %, "));
  CHECK(shown.find(" s left ") != std::string::npos);
}

TEST_CASE("progress: short work, and work without a terminal, shows nothing") {
  const auto work = [](const io::progress_options& options) {
    io::progress_line line{"questions", options};
    for (std::uint64_t done = 1; done <= 5000; ++done) line(done);
    io::progress_bar{"pairs", 1, options}.step();
  };
  CHECK(shown_by(work, {.shown = false, .to = nullptr, .after = {}}) == "");
  CHECK(shown_by(work, {.shown = true, .to = nullptr, .after = std::chrono::hours{1}}) == "");
}

TEST_CASE("progress: an executor with a bar calls each index once, on the threads of the other") {
  mhqa::thread_pool threads{3};
  std::atomic<std::size_t> sum{0};
  const std::string shown = shown_by([&](const io::progress_options& options) {
    io::shown_executor executor{threads, "work", options};
    CHECK(executor.concurrency() == 3);
    executor.for_each(100, [&](std::size_t i) { sum += i; });
  });
  CHECK(sum == 4950);
  CHECK(shown.starts_with("\rwork ["));
}
