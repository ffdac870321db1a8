// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The module's threads. A forked child has none of its parent's, so it makes its own when it first needs them.
#pragma once

#include <mhqa/parallel.hpp>

#include <cstddef>
#include <memory>

namespace mhqa_python {

/// The pool of this process; hold the GIL. Work on it with the GIL released.
[[nodiscard]] std::shared_ptr<mhqa::thread_pool> pool();

/// How many threads pool() works with, the caller's among them.
[[nodiscard]] std::size_t threads();

/// From now on so many; 0 stands for one a processor. Calls that are running keep theirs.
void set_threads(std::size_t count);

}  // namespace mhqa_python
