// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What the verbs of the command share: how they register, report progress, and end.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/file.hpp>

#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <system_error>
#include <utility>

namespace CLI {
class App;
}

namespace mhqa_command {

/// Exit status of every error: bad data, bad arguments, output that cannot be written.
inline constexpr int failed = 2;

/// Each verb adds itself; its callback throws mhqa::data_error or returns through `status`.
void add_check_decompositions(CLI::App& app, int& status);
void add_dates(CLI::App& app, int& status);
void add_dates_answer(CLI::App& dates);
void add_eval(CLI::App& app, int& status);
void add_probe(CLI::App& app, int& status);
void add_probe_dates(CLI::App& app, int& status);
void add_report(CLI::App& app, int& status);
void add_score(CLI::App& app, int& status);
void add_stats(CLI::App& app, int& status);

/// What is wrong with a seed that is given by hand; empty if nothing.
inline std::string check_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  return error == std::errc{} && end == text.data() + text.size() ? "" : "expected an integer from 0 to 2^64 - 1";
}

/// A line on standard error for work that lasts over two seconds, if that is a terminal.
class progress {
 public:
  explicit progress(std::string what) : what_{std::move(what)}, shown_{mhqa::io::stderr_is_terminal()} {}
  ~progress() {
    if (length_ != 0) std::fprintf(stderr, "\r%*s\r", length_, "");
  }
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  void operator()(std::uint64_t done) {
    if (!shown_ || done % 1024 != 0) return;
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds{200};
    const auto seconds = std::chrono::duration<double>(now - start_).count();
    length_ = std::fprintf(stderr, "\r%s: %llu, %.0f a second", what_.c_str(), static_cast<unsigned long long>(done),
                           static_cast<double>(done) / seconds);
  }

 private:
  std::string what_;
  bool shown_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point next_ = start_ + std::chrono::seconds{2};
  int length_ = 0;
};

}  // namespace mhqa_command
