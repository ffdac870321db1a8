// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The module's threads. A forked child does not inherit its parent's, so it starts its own when it first needs them.
#pragma once

#include <mhqa/parallel.hpp>

#include <cstddef>
#include <memory>

namespace mhqa_python {

/// Returns the pool of this process. The caller is attached to Python (holds the GIL, where there is one), and releases
/// the GIL while it works on the pool.
[[nodiscard]] std::shared_ptr<mhqa::thread_pool> pool();

/// Returns the number of threads of pool(), including the caller's.
[[nodiscard]] std::size_t threads();

/// Sets the number of threads; 0 means one per processor. Running calls keep theirs.
void set_threads(std::size_t count);

}  // namespace mhqa_python
