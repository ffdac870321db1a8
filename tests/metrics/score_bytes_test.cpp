// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Sums that travel as bytes: merged anywhere, they have the bits of one sum.
#include <mhqa/metrics/score_bytes.hpp>

#include "support/errors.hpp"

#include <mhqa/datasets/hotpotqa.hpp>
#include <mhqa/datasets/musique.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace hotpotqa = mhqa::hotpotqa;
using mhqa::accumulator;
using mhqa_test::error_of;

namespace {

mhqa::scores some(std::size_t i) {
  const double x = 1.0 / static_cast<double>(i + 3);
  return {i % 2 == 0 ? 1.0 : 0.0, x, x / 7, 1 - x};
}

}  // namespace

TEST_CASE("score bytes: an accumulator, and a hundred of them through bytes, are equal") {
  accumulator all, merged;
  for (std::size_t part = 0; part < 100; ++part) {
    accumulator one;
    for (std::size_t i = part; i < 1000; i += 100) {
      one += some(i);
      all += some(i);
    }
    const std::string bytes = mhqa::to_bytes(one);
    CHECK(bytes.size() == 19 + 4 * 16 + 8 + 8);
    merged += mhqa::from_bytes<accumulator>(bytes);
  }
  CHECK(merged == all);
}

TEST_CASE("score bytes: totals keep their dialect, and other totals are refused") {
  hotpotqa::totals t;
  hotpotqa::evaluator score;
  hotpotqa::record gold;
  gold.answer = "Nile";
  t.add(score(gold, {.answer = "the Nile", .supporting_facts = {}}));
  const std::string bytes = mhqa::to_bytes(t);
  CHECK(mhqa::from_bytes<hotpotqa::totals>(bytes)[hotpotqa::slots::answer] == t[hotpotqa::slots::answer]);
  CHECK(error_of([&] {
          static_cast<void>(mhqa::from_bytes<mhqa::musique::totals>(bytes, "part"));
        }).find("expected totals of musique by the rules of musique, found hotpotqa by hotpotqa") != std::string::npos);
  const hotpotqa::totals other{mhqa::dialects::squad_1_1};
  CHECK(error_of([&] {
          static_cast<void>(mhqa::from_bytes<hotpotqa::totals>(bytes, "part", other));
        }).find("expected totals of hotpotqa by the rules of squad-1.1, found hotpotqa by hotpotqa") !=
        std::string::npos);
  CHECK(error_of([&] { static_cast<void>(mhqa::from_bytes<accumulator>(bytes)); }) != "no error");
  CHECK(error_of([&] { static_cast<void>(mhqa::from_bytes<hotpotqa::totals>(mhqa::to_bytes(accumulator{}))); }) !=
        "no error");
}
