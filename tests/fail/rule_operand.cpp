// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The operand next to a rule is a rule or a callable; !f of a function or of a lambda without captures is a bool.
// expect: mhqa: expected a rule or a callable next to
#include <mhqa/compose/rules.hpp>

int main() {
  const auto positive = mhqa::rule("not-positive", [](int x) { return x > 0; });
#if MHQA_FAIL
  const bool other = !+[](int x) { return x != 5; };
#else
  const auto other = [](int x) { return x != 5; };
#endif
  return (positive && other).size == 2 ? 0 : 1;
}
