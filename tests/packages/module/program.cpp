// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A program of the module. A header of mhqa that is included, too, declares the same entities.
#include <mhqa/config.hpp>

#include <cstdio>

import mhqa;

int main() {
  const mhqa::scores s = mhqa::score_answer("President Barack Obama", "Barack Obama", mhqa::dialects::hotpotqa);
  const auto date = mhqa::parse_date("22 August 1924");
  std::printf("f1 %.3f, %s, %s\n", s.f1, date ? "a date" : "no date", MHQA_VERSION_STRING);
  return date && s.f1 > 0.79 && s.f1 < 0.81 ? 0 : 1;
}
