// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Sizes of long tests, smaller where a sanitizer makes each step ten to fifty times as slow.
#pragma once

#include <cstddef>

namespace mhqa_test {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
inline constexpr bool sanitized = __has_feature(address_sanitizer);
#else
inline constexpr bool sanitized = false;
#endif

/// Returns `size`, or an eighth of it in a sanitized build. The plain build, which CI runs too, covers the whole.
[[nodiscard]] constexpr std::size_t large(std::size_t size) noexcept {
  return sanitized ? size / 8 : size;
}

}  // namespace mhqa_test
