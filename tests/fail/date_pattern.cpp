// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A pattern without a year does not compile, and the message says what a pattern needs.
// expect: mhqa::date_pattern: wants %Y
#include <mhqa/date/parse.hpp>

#if MHQA_FAIL
using format = mhqa::date_pattern<"%d %B">;
#else
using format = mhqa::date_pattern<"%d %B %Y">;
#endif

int main() {
  return mhqa::parse_date<format>("12 July 1637") ? 0 : 1;
}
