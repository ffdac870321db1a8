// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A key stands for a dialect: equal for equal ones, different as soon as one choice differs.
#include <mhqa/metrics/dialect_key.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using mhqa::dialect;
using mhqa::dialect_key;

TEST_CASE("dialect_key: the published dialects have different keys, none of them 0") {
  std::vector<dialect_key> keys{0};
  for (const dialect& d : mhqa::dialects::all) keys.push_back(key_of(d));
  std::sort(keys.begin(), keys.end());
  CHECK(std::adjacent_find(keys.begin(), keys.end()) == keys.end());
}

TEST_CASE("dialect_key: one changed choice changes the key") {
  const dialect base = mhqa::dialects::hotpotqa;
  const dialect copy = base;
  CHECK(key_of(copy) == key_of(base));
  std::vector<dialect> changed(15, base);
  changed[0].name = "mine";
  changed[1].unit = mhqa::answer_unit::whole;
  changed[2].text.lower_case = false;
  changed[3].text.punctuation = false;
  changed[4].text.articles = false;
  changed[5].empty_answer = mhqa::empty_rule::one_if_both;
  changed[6].closed_answers = false;
  changed[7].blank_golds_dropped = true;
  changed[8].empty_support = mhqa::empty_rule::one_if_both;
  changed[9].missing = mhqa::missing_rule::error;
  changed[10].scale = 100;
  changed[11].decimals = 2;
  changed[12].text.spaced = true;
  changed[13].text.quotes = true;
  changed[14].text.lower_last = true;
  for (std::size_t i = 0; i < changed.size(); ++i) {
    CAPTURE(i);
    CHECK(key_of(changed[i]) != key_of(base));
    for (std::size_t j = 0; j < i; ++j) CHECK(key_of(changed[i]) != key_of(changed[j]));
  }
}

TEST_CASE("dialect_key: 0 matches every key, others only themselves") {
  CHECK(mhqa::same_dialect(0, 7));
  CHECK(mhqa::same_dialect(7, 0));
  CHECK(mhqa::same_dialect(7, 7));
  CHECK_FALSE(mhqa::same_dialect(7, 8));
}
