// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// An older standard, such as the default of g++ 12, gives a clear message.
// expect: mhqa: C++20 is needed; compile with -std=c++20
#if MHQA_FAIL
#undef __cplusplus
#define __cplusplus 201703L
#endif
#include <mhqa/config.hpp>

int main() {}
