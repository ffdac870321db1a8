// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Shows the progress of long work on one line of a terminal, which disappears at the end: a count and its rate, or a
// bar with the time left; and an executor with a bar. Short work, and work without a terminal, shows nothing.
//   progress_line shown{"questions"};  while (next(record)) shown(++done);
#pragma once

#include <mhqa/io/file.hpp>
#include <mhqa/printable.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace mhqa::inline v0_1::io {

/// Where progress is shown, and from when on.
struct progress_options {
  bool shown = stderr_is_terminal();
  std::FILE* to = stderr;
  std::chrono::milliseconds after{2000};  ///< work that takes less shows nothing
};

namespace detail {

/// A line of a terminal that is written again at most five times a second.
class passing_line {
 public:
  passing_line(std::string_view about, const progress_options& options) : about_{printable(about)}, options_{options} {}
  passing_line(const passing_line&) = delete;
  passing_line& operator=(const passing_line&) = delete;
  ~passing_line() {
    if (length_ != 0) std::fprintf(options_.to, "\r%*s\r", length_, "");
  }

  [[nodiscard]] bool shown() const noexcept { return options_.shown; }
  [[nodiscard]] const char* about() const noexcept { return about_.c_str(); }

  /// Calls write(file, seconds), which returns the number of bytes, if the line is due.
  template <class Write>
  void write_if_due(Write&& write) {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds{200};
    length_ = std::max(length_, write(options_.to, std::chrono::duration<double>(now - start_).count()));
  }

 private:
  std::string about_;
  progress_options options_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point next_ = start_ + options_.after;
  int length_ = 0;
};

}  // namespace detail

/// Shows a count and its rate.
///
/// Shape: for one thread. The clock is read for every 1024th call only
class progress_line {
 public:
  explicit progress_line(std::string_view about, const progress_options& options = {}) : line_{about, options} {}

  /// Takes the number of things done so far.
  void operator()(std::uint64_t done);

 private:
  detail::passing_line line_;
};

/// Shows a bar with rate and time left, for work whose number of tasks is known.
class progress_bar {
 public:
  progress_bar(std::string_view about, std::size_t tasks, const progress_options& options = {})
      : line_{about, options}, tasks_{tasks} {}

  /// Counts one task as done; any thread may call it.
  void step();

 private:
  detail::passing_line line_;
  std::size_t tasks_;
  std::atomic<std::size_t> done_{0};
  std::mutex mutex_;
};

/// An executor that runs on another one and shows a bar for each call.
///
/// Requires: the executor outlives it
/// Example:  shown_executor shown{threads, "pairs"};  shown.for_each(n, f);
template <class E>
class shown_executor {
 public:
  shown_executor(E& runs, std::string about, const progress_options& options = {})
      : runs_{&runs}, about_{std::move(about)}, options_{options} {}

  [[nodiscard]] std::size_t concurrency() const noexcept { return runs_->concurrency(); }
  template <class F>
  void for_each(std::size_t n, F&& f) {
    progress_bar bar{about_, n, options_};
    runs_->for_each(n, [&](std::size_t i) {
      f(i);
      bar.step();
    });
  }

 private:
  E* runs_;
  std::string about_;
  progress_options options_;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/progress.ipp>
#endif
