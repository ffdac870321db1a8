// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Executors: parallel functions take one from the caller and default to the serial one. thread_pool is a value that the
// caller owns; link mhqa::threads to use it.
#pragma once

#include <mhqa/config.hpp>

#include <algorithm>
#include <atomic>
#include <concepts>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <ranges>
#include <thread>
#include <type_traits>
#include <vector>

namespace mhqa::inline v0_1 {

/// Calls f(i) once for each i in [0, n), in any order and on any threads, and returns when all calls have ended. If
/// calls throw, rethrows the exception of the lowest i that threw.
template <class E>
concept executor = requires(E& e, std::size_t n, void (*f)(std::size_t)) {
  { e.concurrency() } -> std::convertible_to<std::size_t>;
  e.for_each(n, f);
};

/// A range of known size that several tasks can read at any position.
template <class R>
concept indexed_range = std::ranges::random_access_range<const R> && std::ranges::sized_range<const R>;

/// Calls in order on the calling thread.
struct serial_executor {
  [[nodiscard]] static constexpr std::size_t concurrency() noexcept { return 1; }

  template <class F>
  constexpr void for_each(std::size_t n, F&& f) const {
    for (std::size_t i = 0; i < n; ++i) f(i);
  }
};

/// A fixed set of threads that share one job at a time; the calling thread works too.
///
/// Shape:  thread_pool{k}.for_each(n, f) runs on k threads, including the caller's, and starts tasks in order of i. A
///         second call at the same time, from another thread or from inside f, runs serially on its own thread
/// Errors: rethrows the exception of the lowest i; tasks after a failed one may be skipped. std::system_error if the
///         threads cannot be started, before any task
/// Cost:   the first job of several tasks starts the threads; then one lock and one wake-up per job, one atomic
///         increment per task; no allocation per job
class thread_pool {
 public:
  /// `threads` includes the caller's thread; 0 means one per processor.
  explicit thread_pool(std::size_t threads = 0)
      : concurrency_{threads != 0 ? threads : std::max<std::size_t>(1, std::thread::hardware_concurrency())} {}
  ~thread_pool() { stop(); }
  thread_pool(const thread_pool&) = delete;
  thread_pool& operator=(const thread_pool&) = delete;

  [[nodiscard]] std::size_t concurrency() const noexcept { return concurrency_; }

  template <class F>
  void for_each(std::size_t n, F&& f) {
    if (concurrency_ < 2 || n < 2 || busy_.test_and_set(std::memory_order_acquire)) {
      return serial_executor{}.for_each(n, f);
    }
    start();

    const auto call = [&f](std::size_t i) { f(i); };  // an object, even if f is a function
    job current{[](const void* context, std::size_t i) { (*static_cast<decltype(call)*>(context))(i); }, &call, n};
    {
      const std::lock_guard lock{mutex_};
      job_ = &current;
      ++generation_;
    }
    wake_.notify_all();
    run(current);
    {
      std::unique_lock lock{mutex_};
      job_ = nullptr;  // a worker that wakes late finds nothing to do
      done_.wait(lock, [this] { return active_ == 0; });
    }
    busy_.clear(std::memory_order_release);
    if (current.error) std::rethrow_exception(current.error);
  }

 private:
  struct job {
    void (*call)(const void*, std::size_t);
    const void* context;
    std::size_t size;
    std::atomic<std::size_t> next{0};
    std::mutex mutex{};
    std::size_t failed_at = std::numeric_limits<std::size_t>::max();
    std::exception_ptr error{};
  };

  static void run(job& current) noexcept {
    for (;;) {
      const std::size_t i = current.next.fetch_add(1, std::memory_order_relaxed);
      if (i >= current.size) return;
      try {
        current.call(current.context, i);
      } catch (...) {
        const std::lock_guard lock{current.mutex};
        if (i < current.failed_at) {
          current.failed_at = i;
          current.error = std::current_exception();
        }
        current.next.store(current.size, std::memory_order_relaxed);
      }
    }
  }

  void work() noexcept {
    std::size_t seen = 0;
    std::unique_lock lock{mutex_};
    for (;;) {
      wake_.wait(lock, [&] { return stopping_ || (job_ != nullptr && generation_ != seen); });
      if (stopping_) return;
      seen = generation_;
      job* const current = job_;
      ++active_;
      lock.unlock();
      run(*current);
      lock.lock();
      if (--active_ == 0) done_.notify_all();
    }
  }

  void start() {
    try {
      workers_.reserve(concurrency_ - 1);
      while (workers_.size() + 1 < concurrency_) workers_.emplace_back([this] { work(); });
    } catch (...) {
      busy_.clear(std::memory_order_release);
      throw;
    }
  }

  void stop() noexcept {
    {
      const std::lock_guard lock{mutex_};
      stopping_ = true;
    }
    wake_.notify_all();
    for (std::thread& worker : workers_) worker.join();
  }

  std::atomic_flag busy_;  // set while a job runs; not a mutex, because the owning thread may test it again
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  job* job_ = nullptr;
  std::size_t generation_ = 0;
  std::size_t active_ = 0;
  bool stopping_ = false;
  std::size_t concurrency_;
  std::vector<std::thread> workers_;
};

/// A reference to an executor of any type; itself an executor.
///
/// Cost: one indirect call per task
/// Example: executor_ref run = pool; run.for_each(n, f);
class executor_ref {
 public:
  /// The executor must outlive the reference.
  template <executor E>
  requires(!std::same_as<std::remove_const_t<E>, executor_ref>) executor_ref(E& target)
  noexcept  // implicit, as a reference is
      : target_{const_cast<std::remove_const_t<E>*>(std::addressof(target))},
        concurrency_{[](void* to) -> std::size_t { return static_cast<E*>(to)->concurrency(); }},
        for_each_{[](void* to, std::size_t n, void (*call)(const void*, std::size_t), const void* f) {
          static_cast<E*>(to)->for_each(n, [call, f](std::size_t i) { call(f, i); });
        }} {}

  [[nodiscard]] std::size_t concurrency() const { return concurrency_(target_); }

  template <class F>
  void for_each(std::size_t n, F&& f) const {
    const auto call = [&f](std::size_t i) { f(i); };  // an object, even if f is a function
    for_each_(
        target_, n, [](const void* to, std::size_t i) { (*static_cast<decltype(call)*>(to))(i); }, &call);
  }

 private:
  void* target_;
  std::size_t (*concurrency_)(void*);
  void (*for_each_)(void*, std::size_t, void (*)(const void*, std::size_t), const void*);
};

/// Splits [0, n) into consecutive chunks of at most `grain` and calls f(begin, end) for each.
///
/// Shape: n items -> ceil(n / grain) tasks; the chunks depend only on n and grain, not on the executor
template <executor E, class F>
void for_each_chunk(E&& exec, std::size_t n, std::size_t grain, F&& f) {
  grain = std::max<std::size_t>(grain, 1);
  const std::size_t chunks = n / grain + (n % grain != 0 ? 1 : 0);
  exec.for_each(chunks, [&](std::size_t i) {
    const std::size_t begin = i * grain;
    f(begin, begin + std::min(grain, n - begin));
  });
}

}  // namespace mhqa::inline v0_1
