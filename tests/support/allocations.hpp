// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// How many times a piece of code asks for memory: const mhqa_test::allocations_here counted; …; counted() == 0.
#pragma once

#include <cstddef>

namespace mhqa_test {

/// Returns the number of calls of operator new by this thread.
[[nodiscard]] std::size_t allocations() noexcept;

/// Returns the number of calls by all threads.
[[nodiscard]] std::size_t allocations_of_all() noexcept;

/// Calls of operator new by this thread since the object was made.
class allocations_here {
 public:
  [[nodiscard]] std::size_t operator()() const noexcept { return allocations() - start_; }

 private:
  std::size_t start_ = allocations();
};

}  // namespace mhqa_test
