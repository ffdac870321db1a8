// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// An executor with a progress bar.
#pragma once

#include "command.hpp"

#include <mhqa/parallel.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace mhqa_command {

/// Runs on the threads of a pool and shows a bar for work of over two seconds.
class shown_threads {
 public:
  shown_threads(mhqa::thread_pool& threads, std::string what) : threads_{&threads}, what_{std::move(what)} {}

  [[nodiscard]] std::size_t concurrency() const noexcept { return threads_->concurrency(); }
  template <class F>
  void for_each(std::size_t n, F&& f) {
    progress_bar bar{what_, n};
    threads_->for_each(n, [&](std::size_t i) {
      f(i);
      bar.step();
    });
  }

 private:
  mhqa::thread_pool* threads_;
  std::string what_;
};

}  // namespace mhqa_command
