// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/citations.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <vector>

namespace {

using statements = std::vector<mhqa::cited_statement>;

}  // namespace

TEST_CASE("citations: recall of statements and precision of citations, worked by hand") {
  // 1 is superfluous in the first statement: it does not suffice, and 0 does. In the second both are needed together.
  // The third is not supported, the fourth cites nothing, the fifth cites what is not there.
  const statements answer{{{0, 1}, true, {true, false}, {std::nullopt, true}},
                          {{2, 3}, true, {false, false}, {false, false}},
                          {{4}, false},
                          {},
                          {{0, 9}, true}};
  const mhqa::citation_counts counts = mhqa::count_citations(answer, 5);
  CHECK(counts.statements == 5);
  CHECK(counts.supported == 2);
  CHECK(counts.citations == 5);
  CHECK(counts.needed == 3);
  CHECK(counts.outside == 1);
  CHECK(counts.recall() == 2.0 / 5);
  CHECK(counts.precision() == 3.0 / 5);
  CHECK(mhqa::count_citations(statements{{{9}, true}}).precision() == 1);  // no number of documents
  CHECK(mhqa::count_citations(statements{}).recall() == 0);
}

TEST_CASE("citations: a verdict that decides must be there, others may be missing") {
  CHECK_THROWS_AS((void)mhqa::count_citations(statements{{{0}}}), mhqa::data_error);
  CHECK_THROWS_AS((void)mhqa::count_citations(statements{{{0, 1}, true}}), mhqa::data_error);
  CHECK_THROWS_AS((void)mhqa::count_citations(statements{{{0, 1}, true, {false, true}}}), mhqa::data_error);
  CHECK(mhqa::count_citations(statements{{{0, 1}, true, {true, true}}}).needed == 2);
  CHECK(mhqa::count_citations(statements{{{0, 1}, false}}).needed == 0);
  CHECK(mhqa::count_citations(statements{{{0}, true}}).needed == 1);
}

TEST_CASE("citations: means over answers, which merge") {
  const mhqa::citation_counts one = mhqa::count_citations(statements{{{0}, true}, {}});
  const mhqa::citation_counts two = mhqa::count_citations(statements{{{0}, false}});
  mhqa::citation_totals a, b;
  a.add(one);
  b.add(two);
  CHECK(a.recall() == 0.5);
  CHECK(a.precision() == 1);
  a += b;
  CHECK(a.answers() == 2);
  CHECK(a.recall() == 0.25);
  CHECK(a.precision() == 0.5);
  CHECK(a.counts().statements == 3);
  CHECK(mhqa::citation_totals{}.recall() == 0);
}
