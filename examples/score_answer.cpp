// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// One number, one include, nothing to link: g++ -std=c++20 -I include examples/score_answer.cpp
#include <mhqa/metrics/answer.hpp>

#include <cstdio>

int main() {
  const mhqa::scores s = mhqa::score_answer("President Barack Obama", "Barack Obama", mhqa::dialects::hotpotqa);
  std::printf("f1 %.3f em %.0f precision %.3f recall %.3f\n", s.f1, s.em, s.precision, s.recall);
}
