// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The lock of state that the GIL guards where there is one.
#pragma once

#include <nanobind/nanobind.h>

#include <mutex>

namespace mhqa_python {

/// Locks nothing with a GIL. Hold it only while attached to Python and without running Python code.
///
/// A thread may own nb::ft_mutex before it is attached again; a child that another thread forks then waits for ever.
/// The owner of this one is attached, and os.fork() waits for attached threads.
#if defined(Py_GIL_DISABLED)
using state_lock = std::mutex;
#else
struct state_lock {
  void lock() noexcept {}
  void unlock() noexcept {}
};
#endif

using state_guard = std::lock_guard<state_lock>;

}  // namespace mhqa_python
