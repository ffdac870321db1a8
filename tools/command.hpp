// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Shared by all verbs of the command: registration, progress lines, the exit status of errors.
#pragma once

#include "options.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/line_answers.hpp>
#include <mhqa/printable.hpp>

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

namespace mhqa_command {

/// Exit status of every error: bad data, bad arguments, output that cannot be written.
inline constexpr int failed = 2;

/// Each verb adds itself; its callback throws mhqa::data_error or returns through `status`.
void add_agree(const arguments& app, int& status);
void add_ask(const arguments& app, int& status);
void add_audit(const arguments& app, int& status);
void add_check(const arguments& app, int& status);
void add_check_decompositions(const arguments& app, int& status);
void add_check_questions(const arguments& app, int& status);
void add_compare(const arguments& app, int& status);
void add_compose(const arguments& app, int& status);
void add_condition(const arguments& app, int& status);
void add_convert(const arguments& app, int& status);
void add_dates(const arguments& app, int& status);
void add_dates_answer(const arguments& dates);
void add_dates_layouts(const arguments& dates);
void add_dates_life(const arguments& dates, int& status);
void add_diff(const arguments& app, int& status);
void add_eval(const arguments& app, int& status);
void add_humans(const arguments& app, int& status);
void add_index(const arguments& app, int& status);
void add_merge(const arguments& app, int& status);
void add_probe(const arguments& app, int& status);
void add_probe_dates(const arguments& app, int& status);
void add_read(const arguments& app, int& status);
void add_report(const arguments& app, int& status);
void add_report_html(const arguments& report);
void add_report_proxies(const arguments& report);
void add_reward(const arguments& app, int& status);
void add_retrieve(const arguments& app, int& status);
void add_score(const arguments& app, int& status);
void add_search(const arguments& app, int& status);
void add_split(const arguments& app, int& status);
void add_stats(const arguments& app, int& status);
void add_vectors(const arguments& app, int& status);

/// Returns the problem of a seed on the command line, or "".
inline std::string check_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  return error == std::errc{} && end == text.data() + text.size() ? "" : "expected an integer from 0 to 2^64 - 1";
}

using mhqa::one_line;

/// Writes to standard output.
inline void print(std::string_view text) {
  mhqa::io::output out{"-"};
  out.write(text);
  out.close();
}

/// Answers each line of JSON on standard output, as mhqa::io::answer_json_lines() does; returns the exit status.
template <class Answer>
int filter_lines(const std::string& input, Answer&& answer) {
  mhqa::io::output out{"-"};
  const bool right = mhqa::io::answer_json_lines(input, out, std::forward<Answer>(answer));
  out.close();
  return right ? 0 : failed;
}

/// Shows a line on standard error, if that is a terminal, for work of over two seconds.
class progress {
 public:
  explicit progress(const std::string& what) : what_{mhqa::printable(what)}, shown_{mhqa::io::stderr_is_terminal()} {}
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

/// Shows a bar with rate and time left on standard error, if that is a terminal, for work of over two seconds.
class progress_bar {
 public:
  progress_bar(std::string what, std::size_t all)
      : what_{std::move(what)}, all_{all}, shown_{mhqa::io::stderr_is_terminal()} {}
  ~progress_bar() {
    if (length_ != 0) std::fprintf(stderr, "\r%*s\r", length_, "");
  }
  progress_bar(const progress_bar&) = delete;
  progress_bar& operator=(const progress_bar&) = delete;

  /// Counts one task as done; any thread may call it.
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
