// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The version and the three macros of the library. Every header that holds code includes this one; the
// build reads the version from here, so that it stands in one place.
#pragma once

#define MHQA_VERSION_MAJOR 0
#define MHQA_VERSION_MINOR 1
#define MHQA_VERSION_PATCH 0
#define MHQA_VERSION_STRING "0.1.0"

#if __cplusplus < 202002L && (!defined(_MSVC_LANG) || _MSVC_LANG < 202002L)
#error "mhqa: C++20 is needed; compile with -std=c++20"
#endif

#if (defined(__FAST_MATH__) || (defined(_M_FP_FAST) && _M_FP_FAST)) && !defined(MHQA_ALLOW_FAST_MATH)
#error "mhqa: -ffast-math changes published scores; define MHQA_ALLOW_FAST_MATH to accept that"
#endif

/// Marks a function that also runs on a GPU; empty for a plain C++ compiler.
#if defined(__CUDACC__)
#define MHQA_HD __host__ __device__
#else
#define MHQA_HD
#endif

/// Checks a caller's promise in an inner loop. Compiled out under NDEBUG, usable in constant evaluation.
/// Data from outside is never checked with this: that is what data_error and parsed<T> are for.
#if defined(NDEBUG) || defined(__CUDA_ARCH__)
#define MHQA_EXPECTS(condition, what) static_cast<void>(0)
#else
#define MHQA_EXPECTS(condition, what) ((condition) ? static_cast<void>(0) : ::mhqa::detail::broken_promise(what))
#endif

#if !defined(NDEBUG) && !defined(__CUDA_ARCH__)
#include <cstdio>
#include <cstdlib>

namespace mhqa {
inline namespace v0 {
namespace detail {

[[noreturn]] inline void broken_promise(const char* what) noexcept {
  std::fputs(what, stderr);
  std::fputc('\n', stderr);
  std::abort();
}

}  // namespace detail
}  // namespace v0
}  // namespace mhqa
#endif
