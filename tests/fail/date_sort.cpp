// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Dates cannot be sorted by a rule that cannot tell every pair apart.
// expect: mhqa::date_less: three_valued cannot tell every pair apart
#include <mhqa/date/order.hpp>

#include <array>

#if MHQA_FAIL
using rule = mhqa::date_rules::three_valued;
#else
using rule = mhqa::date_rules::published;
#endif

int main() {
  std::array<mhqa::partial_date, 2> dates{};
  mhqa::sort_dates<rule>(dates);
}
