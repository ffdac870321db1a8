// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Tells Python how far a long call is, and lets Ctrl-C end it.
#pragma once

#include "pool.hpp"

#include <mhqa/parallel.hpp>

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace mhqa_python {

/// Reports on a call that works without the GIL: at most ten times a second, from the thread that made it.
class progress {
 public:
  /// `told` is None or a callable (what, done, all), where all is 0 if unknown; hold the GIL.
  explicit progress(nanobind::object told) : told_{std::move(told)} {}
  /// Only lets Ctrl-C end the call; a call of less than a tenth of a second does not look for it.
  progress() : told_{nanobind::none()}, next_{std::chrono::steady_clock::now() + interval} {}

  /// Errors: what the callable raises; KeyboardInterrupt
  void operator()(std::string_view what, std::uint64_t done, std::uint64_t all) {
    if (std::this_thread::get_id() != caller_) return;
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return;
    next_ = now + interval;
    const nanobind::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
    if (!told_.is_none()) told_(nanobind::str(what.data(), what.size()), done, all);
  }

 private:
  static constexpr std::chrono::milliseconds interval{100};

  nanobind::object told_;
  std::thread::id caller_ = std::this_thread::get_id();
  std::chrono::steady_clock::time_point next_{};
};

/// An executor that reports the tasks that are done.
template <class Pool>
class reporting {
 public:
  reporting(Pool& threads, progress& told, std::string what)
      : threads_{&threads}, told_{&told}, what_{std::move(what)} {}

  [[nodiscard]] std::size_t concurrency() const noexcept { return threads_->concurrency(); }
  template <class F>
  void for_each(std::size_t n, F&& f) {
    std::atomic<std::size_t> done{0};
    (*told_)(what_, 0, n);  // the other threads may do all the work
    threads_->for_each(n, [&](std::size_t i) {
      f(i);
      (*told_)(what_, ++done, n);
    });
  }

 private:
  Pool* threads_;
  progress* told_;
  std::string what_;
};

/// The module's threads for one call, which Ctrl-C ends between two tasks of the caller's thread: an executor. The
/// caller holds the GIL when it makes and destroys one, and releases it while it works.
class interruptible {
 public:
  /// Lets Ctrl-C end a long task; call it between two of its items. Returns false if the task should end, because the
  /// caller's thread was interrupted.
  ///
  /// Errors: KeyboardInterrupt, on the caller's thread
  /// Cost:   one look at the clock
  [[nodiscard]] bool goes_on() {
    if (ended_.load(std::memory_order_relaxed)) return false;
    try {
      told_({}, 0, 0);
    } catch (...) {
      ended_ = true;
      throw;
    }
    return true;
  }

  [[nodiscard]] std::size_t concurrency() const noexcept { return threads_->concurrency(); }
  template <class F>
  void for_each(std::size_t n, F&& f) {
    reporting{*threads_, told_, {}}.for_each(n, std::forward<F>(f));
  }

 private:
  std::shared_ptr<mhqa::thread_pool> threads_ = pool();
  progress told_;
  std::atomic<bool> ended_{false};
};

}  // namespace mhqa_python
