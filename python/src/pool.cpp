// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The pool is never destroyed at exit: a forked child would wait there for threads that it does not have.
#include "pool.hpp"

#include <algorithm>
#include <thread>

#include <unistd.h>

namespace mhqa_python {
namespace {

struct state {
  std::shared_ptr<mhqa::thread_pool> threads{};
  pid_t owner = 0;
  std::size_t count = 0;
};

state& current() {
  static auto* const kept = new state;
  return *kept;
}

}  // namespace

std::size_t threads() {
  const std::size_t count = current().count;
  return count != 0 ? count : std::max(1U, std::thread::hardware_concurrency());
}

std::shared_ptr<mhqa::thread_pool> pool() {
  state& now = current();
  if (now.threads && now.owner != getpid()) {
    static_cast<void>(new std::shared_ptr<mhqa::thread_pool>(std::move(now.threads)));
    now.threads.reset();
  }
  if (!now.threads) {
    now.threads = std::make_shared<mhqa::thread_pool>(threads());
    now.owner = getpid();
  }
  return now.threads;
}

void set_threads(std::size_t count) {
  state& now = current();
  now.count = count;
  if (now.threads && now.owner == getpid()) now.threads.reset();
}

}  // namespace mhqa_python
