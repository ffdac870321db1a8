// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/dialect.hpp>

#include <doctest/doctest.h>

#include <set>
#include <string_view>

namespace dialects = mhqa::dialects;
using mhqa::dialect;
using mhqa::find_dialect;

// A dialect may be a template argument, and is found in constant expressions.
template <dialect D>
constexpr double scale_of = D.scale;
static_assert(scale_of<dialects::hieradate> == 100);
static_assert(find_dialect("musique") == &dialects::all[3]);
static_assert(find_dialect("nothing") == nullptr);
static_assert(mhqa::dialect_name{"2wiki-1.1"}.view() == "2wiki-1.1");

TEST_CASE("dialect: each of the eight is found by its name, which no other has") {
  std::set<std::string_view> names;
  for (const dialect& d : dialects::all) {
    CAPTURE(d.name.view());
    CHECK(find_dialect(d.name.view()) == &d);
    names.insert(d.name.view());
  }
  CHECK(names == std::set<std::string_view>{"hotpotqa", "2wiki-1.0", "2wiki-1.1", "musique", "squad-1.1", "squad-2.0",
                                            "hieradate", "strategyqa"});
  for (const char* other : {"", "HotpotQA", "2wiki", "squad", "musique ", "a name that is longer than twenty-four"}) {
    CHECK(find_dialect(other) == nullptr);
  }
}

TEST_CASE("dialect: a name of 23 characters keeps all of them") {
  CHECK(mhqa::dialect_name{"12345678901234567890123"}.view() == "12345678901234567890123");
}

// FIELD by FIELD: what each published program does, once more and by itself, so that a slip in the table shows.
TEST_CASE("dialect: the frozen choices") {
  struct row {
    const dialect* d;
    bool empty_is_one, closed, blank_dropped;
    mhqa::missing_rule missing;
    double scale;
    int decimals;
  };
  using mhqa::missing_rule;
  for (const row& r : {row{&dialects::hotpotqa, false, true, false, missing_rule::zero, 1, -1},
                       row{&dialects::twowiki_1_0, false, true, false, missing_rule::zero, 100, 2},
                       row{&dialects::twowiki_1_1, false, true, false, missing_rule::zero, 100, 2},
                       row{&dialects::musique, true, false, false, missing_rule::error, 1, 3},
                       row{&dialects::squad_1_1, false, false, false, missing_rule::zero, 100, -1},
                       row{&dialects::squad_2_0, true, false, true, missing_rule::dropped, 100, -1},
                       row{&dialects::hieradate, false, true, false, missing_rule::dropped, 100, 2},
                       row{&dialects::strategyqa, false, false, false, missing_rule::error, 1, -1}}) {
    CAPTURE(r.d->name.view());
    CHECK((r.d->empty_answer == mhqa::empty_rule::one_if_both) == r.empty_is_one);
    CHECK((r.d->empty_support == mhqa::empty_rule::one_if_both) == (r.d->name.view() == "musique"));
    CHECK(r.d->closed_answers == r.closed);
    CHECK(r.d->blank_golds_dropped == r.blank_dropped);
    CHECK(r.d->missing == r.missing);
    CHECK(r.d->scale == r.scale);
    CHECK(r.d->decimals == r.decimals);
    CHECK((r.d->unit == mhqa::answer_unit::whole) == (r.d->name.view() == "strategyqa"));
    CHECK((r.d->text == mhqa::normalizations::squad) == (r.d->name.view() != "strategyqa"));
  }
}
