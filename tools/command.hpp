// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What the verbs of the command share: how they register, report progress, and end.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/file.hpp>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace CLI {
class App;
}

namespace mhqa_command {

/// Exit status of every error: bad data, bad arguments, output that cannot be written.
inline constexpr int failed = 2;

/// Each verb adds itself; its callback throws mhqa::data_error or returns through `status`.
void add_audit(CLI::App& app, int& status);
void add_check_decompositions(CLI::App& app, int& status);
void add_compose(CLI::App& app, int& status);
void add_dates(CLI::App& app, int& status);
void add_dates_answer(CLI::App& dates);
void add_eval(CLI::App& app, int& status);
void add_index(CLI::App& app, int& status);
void add_probe(CLI::App& app, int& status);
void add_probe_dates(CLI::App& app, int& status);
void add_read(CLI::App& app, int& status);
void add_report(CLI::App& app, int& status);
void add_score(CLI::App& app, int& status);
void add_search(CLI::App& app, int& status);
void add_stats(CLI::App& app, int& status);

/// What is wrong with a seed that is given by hand; empty if nothing.
inline std::string check_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  return error == std::errc{} && end == text.data() + text.size() ? "" : "expected an integer from 0 to 2^64 - 1";
}

/// The text with a space for each control character, so that it stays one line of a table and leaves a terminal alone.
inline std::string one_line(std::string_view text) {
  std::string out{text};
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return out;
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

/// A bar with rate and time left on standard error for work that lasts over two seconds, if that is a terminal.
class progress_bar {
 public:
  progress_bar(std::string what, std::size_t all)
      : what_{std::move(what)}, all_{all}, shown_{mhqa::io::stderr_is_terminal()} {}
  ~progress_bar() {
    if (length_ != 0) std::fprintf(stderr, "\r%*s\r", length_, "");
  }
  progress_bar(const progress_bar&) = delete;
  progress_bar& operator=(const progress_bar&) = delete;

  /// One more of all is done; from any thread.
  void step() {
    const std::size_t done = done_.fetch_add(1, std::memory_order_relaxed) + 1;
    if (!shown_) return;
    const std::unique_lock lock{mutex_, std::try_to_lock};
    const auto now = std::chrono::steady_clock::now();
    if (!lock || now < next_) return;
    next_ = now + std::chrono::milliseconds{200};
    const auto seconds = std::chrono::duration<double>(now - start_).count();
    const double rate = static_cast<double>(done) / seconds;
    const std::string bar(20 * done / std::max<std::size_t>(all_, 1), '=');
    const int length = std::fprintf(stderr, "\r%s [%-20s] %3zu %%, %.1f tasks a second, %.0f s left ", what_.c_str(),
                                    bar.c_str(), 100 * done / std::max<std::size_t>(all_, 1), rate,
                                    static_cast<double>(all_ - std::min(done, all_)) / rate);
    length_ = std::max(length_, length);
  }

 private:
  std::string what_;
  std::size_t all_;
  bool shown_;
  std::atomic<std::size_t> done_{0};
  std::mutex mutex_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point next_ = start_ + std::chrono::seconds{2};
  int length_ = 0;
};

}  // namespace mhqa_command
