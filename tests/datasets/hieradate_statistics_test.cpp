// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/datasets/hieradate_statistics.hpp>

#include <doctest/doctest.h>

using mhqa::hieradate::record;
using mhqa::hieradate::statistics;

namespace {

record comparison() {
  record r;
  r.context = {{"A", {"A died at the age of 90."}}, {"B", {"B died."}}};
  r.extraction[0].question = r.extraction[1].question = "When?";
  r.reasoning[0].question = r.reasoning[1].question = "Before?";
  r.robust_question = "Who died later?";
  return r;
}

record combined() {
  record r = comparison();
  r.combined = true;
  r.extraction[2].question = r.extraction[3].question = "When?";
  r.reasoning[2].question = "Older?";
  return r;
}

}  // namespace

TEST_CASE(
    "hieradate_statistics: two, two and one below a comparison question, four, three and one below a combined one") {
  statistics all, other;
  all.add(comparison());
  CHECK(all == statistics{1, 0, 1, 2, 2, 1, 0, 0});
  other.add(combined());
  CHECK(other == statistics{1, 1, 0, 4, 3, 1, 2, 1});
  all += other;
  CHECK(all == statistics{2, 1, 1, 6, 5, 2, 2, 1});
}

TEST_CASE(
    "hieradate_statistics: a paragraph gives an age away once, by the whole word; what is missing does not count") {
  record r = combined();
  r.context = {{"A", {"Aged 90.", "At that age."}}, {"B", {"An average page."}}, {"C", {}}};
  r.extraction[3].question = r.robust_question = "";
  statistics all;
  all.add(r);
  CHECK(all == statistics{1, 1, 0, 3, 3, 0, 3, 1});
  CHECK(statistics{}.main == 0);
}
