// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Lets Python's other threads run, and Ctrl-C end the call, in loops over Python objects, which hold the GIL.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <cstdint>
#include <thread>

namespace mhqa_python {

/// Gives the GIL to other threads for a moment, every 150 microseconds. The moment is long enough for a thread that
/// waits to wake up; otherwise it would get the GIL only after Python's switch interval, 5 ms.
///
/// Shape:  call it for each item, where the loop holds no borrowed object that another thread could drop
/// Errors: KeyboardInterrupt
/// Cost:   a counter; the clock is read at every 32nd call; a tenth of the time where Python has other threads
class gil_pause {
 public:
  void operator()() {
    if (++calls_ % 32 != 0 || clock::now() < next_) return;
    if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
    if (others()) {
      const nanobind::gil_scoped_release released;
      for (const auto end = clock::now() + moment; clock::now() < end;) std::this_thread::yield();
    }
    next_ = clock::now() + interval;
  }

 private:
  using clock = std::chrono::steady_clock;
  static constexpr std::chrono::microseconds interval{150}, moment{15};

  static bool others() {
#if defined(Py_LIMITED_API)
    return true;
#else
    return PyThreadState_Next(PyInterpreterState_ThreadHead(PyInterpreterState_Get())) != nullptr;
#endif
  }

  std::uint32_t calls_ = 0;
  clock::time_point next_ = clock::now() + interval;
};

}  // namespace mhqa_python
