// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What _normalize_answer of DROP's drop_eval.py gives for the same spans.
#include <mhqa/text/drop_text.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>

TEST_CASE("drop_text: words, numbers, hyphens and articles") {
  struct row {
    std::string_view span, want, why;
  };
  const row rows[] = {
      {"the 1,000 men", "1000.0 men", "1,000 is a number once its comma is deleted"},
      {"$5-10", "5.0 10.0", "a hyphen separates words"},
      {"-5", "5.0", "so no number is negative"},
      {"5.", "5.0", "punctuation stays in a number"},
      {"U.S. a-b", "us b", "and goes elsewhere; a word left empty goes too"},
      {"1_000 NaN Infinity", "1000.0 nan inf", "float() reads these"},
      {"\xD9\xA3", "3.0", "and digits of other scripts"},
      {" a  an the ", "", "nothing is left"},
      {"x\ty", "x y", "a tab separates no words at first, but white space is collapsed at last"},
      {"5\t", "5.0", "float() ignores white space around a number"},
  };
  for (const row& r : rows) {
    CAPTURE(r.span);
    CAPTURE(r.why);
    std::string out;
    mhqa::append_drop_text(out, r.span);
    CHECK(out == r.want);
  }
}

TEST_CASE("drop_text: appends to the output") {
  std::string out = "x:";
  mhqa::append_drop_text(out, "The End");
  CHECK(out == "x:end");
}
