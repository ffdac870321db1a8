// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The version and the macros of the library. Every header that contains code includes this one; the build also reads
// the version from here.
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

/// Marks a function whose body lies in detail/IDEA.ipp. Programs include the bodies, or, with MHQA_COMPILED, link the
/// library that has them compiled.
#if defined(MHQA_COMPILED)
#define MHQA_INLINE
#else
#define MHQA_INLINE inline
#endif

/// Checks a precondition ("Requires:") and aborts if it does not hold. Compiled out under NDEBUG and on a GPU; usable
/// in constant evaluation. Untrusted data is never checked with it; see data_error and parsed<T>.
#if defined(NDEBUG) || defined(__CUDA_ARCH__)
#define MHQA_EXPECTS(condition, what) static_cast<void>(0)
#else
#define MHQA_EXPECTS(condition, what) ((condition) ? static_cast<void>(0) : ::mhqa::detail::broken_promise(what))
#endif

#if !defined(NDEBUG) && !defined(__CUDA_ARCH__)
#include <cstdio>
#include <cstdlib>

namespace mhqa::inline v0_1::detail {

[[noreturn]] inline void broken_promise(const char* what) noexcept {
  std::fputs(what, stderr);
  std::fputc('\n', stderr);
  std::abort();
}

}  // namespace mhqa::inline v0_1::detail
#endif
