// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The pool is never destroyed at exit: a forked child would wait there for threads that it does not have.
#include "pool.hpp"

#include "state_lock.hpp"

#include <algorithm>
#include <thread>

#include <unistd.h>

namespace mhqa_python {
namespace {

struct state {
  state_lock mutex{};  // replaces the GIL on Python without one
  std::shared_ptr<mhqa::thread_pool> threads{};
  pid_t owner = 0;
  std::size_t count = 0;
};

state& current() {
  static auto* const kept = new state;
  return *kept;
}

std::size_t threads_of(const state& now) {
  return now.count != 0 ? now.count : std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace

std::size_t threads() {
  state& now = current();
  const state_guard held{now.mutex};
  return threads_of(now);
}

std::shared_ptr<mhqa::thread_pool> pool() {
  state& now = current();
  const state_guard held{now.mutex};
  if (now.threads && now.owner != getpid()) {
    static_cast<void>(new std::shared_ptr<mhqa::thread_pool>(std::move(now.threads)));
    now.threads.reset();
  }
  if (!now.threads) {
    now.threads = std::make_shared<mhqa::thread_pool>(threads_of(now));
    now.owner = getpid();
  }
  return now.threads;
}

void set_threads(std::size_t count) {
  std::shared_ptr<mhqa::thread_pool> before;  // ends after the lock
  state& now = current();
  const state_guard held{now.mutex};
  now.count = count;
  if (now.threads && now.owner == getpid()) before.swap(now.threads);
}

}  // namespace mhqa_python
