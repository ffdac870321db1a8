// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0

#include <mhqa/batch/checking.hpp>

#include <mhqa/batch/thread_scoring.hpp>
#include <mhqa/error.hpp>
#include <mhqa/parallel.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace {

namespace batch = mhqa::batch;
using ids = std::vector<std::int32_t>;

/// Two questions: predictions "5 7" and "", golds "5" and "9 9 9".
struct sample {
  ids predictions{5, 7}, prediction_offsets{0, 2, 2};
  ids golds{5, 9, 9, 9}, gold_offsets{0, 1, 4};
  ids groups;
  std::size_t per_question = 1;
  std::vector<std::uint8_t> marks;

  [[nodiscard]] batch::token_batch<> view() const {
    return {.predictions = {predictions, prediction_offsets},
            .golds = {golds, gold_offsets},
            .gold_groups = groups,
            .per_question = per_question,
            .marks = marks};
  }
};

std::string problem(const batch::token_batch<>& what) {
  try {
    static_cast<void>(batch::check(mhqa::serial_executor{}, what));
  } catch (const mhqa::data_error& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("checking: a valid batch is returned with its properties") {
  sample good;
  const auto facts = batch::check(mhqa::serial_executor{}, good.view());
  CHECK(facts.predictions() == 2);
  CHECK(facts.vocabulary() == 10);
  CHECK(facts.longest_prediction() == 2);
  CHECK(facts.longest_gold() == 3);
  CHECK(!facts.lacks_golds());
  CHECK(!facts.some_ignored());
  CHECK(facts.get().golds.values.data() == good.golds.data());
  good.marks.assign(10, batch::token_mark::closed);
  CHECK(!batch::check(mhqa::serial_executor{}, good.view()).some_ignored());
  good.marks[0] |= batch::token_mark::ignored;
  CHECK(batch::check(mhqa::serial_executor{}, good.view()).some_ignored());
  // A mark beyond the vocabulary is no id's.
  good.marks[0] = 0;
  good.marks.push_back(batch::token_mark::ignored);
  CHECK(!batch::check(mhqa::serial_executor{}, good.view()).some_ignored());
  good.groups = {0, 2, 2};
  CHECK(batch::check(mhqa::serial_executor{}, good.view()).lacks_golds());
}

TEST_CASE("checking: each kind of bad batch is refused in words") {
  const auto with = [](auto&& change) {
    sample s;
    change(s);
    return problem(s.view());
  };
  CHECK(with([](sample&) {}) == "none");
  CHECK(with([](sample& s) {
          s.prediction_offsets = {0, 2, 1};
        }) ==
        "field \"predictions.offsets\": expected offsets that rise from 0 or more to at most 2; those of row 1 do not");
  CHECK(with([](sample& s) {
          s.prediction_offsets = {0, 1, 3};
        }) ==
        "field \"predictions.offsets\": expected offsets that rise from 0 or more to at most 2; those of row 1 do not");
  CHECK(with([](sample& s) {
          s.prediction_offsets = {-1, 2, 2};
        }) ==
        "field \"predictions.offsets\": expected offsets that rise from 0 or more to at most 2; those of row 0 do not");
  CHECK(with([](sample& s) {
          s.gold_offsets = {0, std::numeric_limits<std::int32_t>::min(), 4};
        }) == "field \"golds.offsets\": expected offsets that rise from 0 or more to at most 4; those of row 0 do not");
  CHECK(with([](sample& s) { s.golds[2] = -3; }) ==
        "field \"golds.values\": expected ids of 0 or more; the one at 2 is negative");
  CHECK(with([](sample& s) { s.predictions[0] = std::numeric_limits<std::int32_t>::min(); }) ==
        "field \"predictions.values\": expected ids of 0 or more; the one at 0 is negative");
  CHECK(with([](sample& s) { s.prediction_offsets = {0}; }) ==
        "field \"predictions.offsets\": expected at least one prediction, found none");
  CHECK(with([](sample& s) { s.prediction_offsets = {}; }) ==
        "field \"predictions.offsets\": expected at least one prediction, found none");
  CHECK(with([](sample& s) { s.gold_offsets = {}; }) ==
        "field \"golds.offsets\": expected one offset more than rows, found none");
  CHECK(with([](sample& s) {
          s.gold_offsets = {0, 4};
        }) == "field \"predictions\": expected 1 for each of 1 questions, found 2");
  CHECK(with([](sample& s) { s.per_question = 2; }) ==
        "field \"predictions\": expected 2 for each of 2 questions, found 2");
  CHECK(with([](sample& s) { s.per_question = 0; }) ==
        "field \"predictions\": expected 0 for each of 2 questions, found 2");
  CHECK(with([](sample& s) { s.per_question = ~std::size_t{0}; }) != "none");
  CHECK(with([](sample& s) {
          s.groups = {0, 3, 2};
        }) == "field \"gold_groups\": expected offsets that rise from 0 or more to at most 2; those of row 0 do not");
  CHECK(with([](sample& s) {
          s.groups = {0, 1};
        }) == "field \"predictions\": expected 1 for each of 1 questions, found 2");
  CHECK(with([](sample& s) { s.marks.assign(9, 0); }) ==
        "field \"marks\": expected a mark for each of 10 ids, found 9");
}

TEST_CASE("checking: 2^31 ids are refused before any is read") {
  // The span claims more than there is; nothing but its size may be looked at.
  sample s;
  auto what = s.view();
  what.predictions.values = {s.predictions.data(), std::size_t{1} << 31U};
  CHECK(problem(what) == "field \"predictions.values\": expected fewer than 2^31 elements, found 2147483648");
  what = s.view();
  what.golds.values = {s.golds.data(), std::size_t{1} << 31U};
  CHECK(problem(what) == "field \"golds.values\": expected fewer than 2^31 elements, found 2147483648");
}

TEST_CASE("checking: offsets of 64 bits, and offsets of a slice") {
  const ids values{1, 2, 3, 4};
  const std::vector<std::int64_t> offsets{1, 2, 4};
  const batch::token_batch<std::int64_t> slice{.predictions = {values, offsets}, .golds = {values, offsets}};
  CHECK(batch::check(mhqa::serial_executor{}, slice).longest_gold() == 2);
  const std::vector<std::int64_t> beyond{0, std::int64_t{1} << 32U, (std::int64_t{1} << 32U) + 1};
  CHECK_THROWS_AS(static_cast<void>(batch::check(
                      mhqa::serial_executor{},
                      batch::token_batch<std::int64_t>{.predictions = {values, beyond}, .golds = {values, offsets}})),
                  mhqa::data_error);
}

TEST_CASE("checking: a range has the facts of its elements, wherever the invalid one is") {
  namespace detail = mhqa::batch::detail;
  for (std::uint32_t n = 0; n <= 40; ++n) {
    for (std::uint32_t at = 0; at <= n; ++at) {  // at == n: all are valid
      CAPTURE(n);
      CAPTURE(at);
      std::vector<std::int32_t> values;
      for (std::uint32_t i = 0; i < n; ++i) values.push_back(static_cast<std::int32_t>(i * 7919 % 101));
      const std::uint32_t largest =
          values.empty() ? 0 : static_cast<std::uint32_t>(*std::max_element(values.begin(), values.end()));
      if (at < n) values[at] = -1 - static_cast<std::int32_t>(at);
      const std::uint32_t found = detail::largest_id{values.data()}.over(0, n);
      if (at == n) {
        CHECK(found == largest);
      } else {
        CHECK(found >= std::uint32_t{1} << 31U);
      }
      CHECK(detail::negative_at{values.data()}.over(0, n) == (at < n ? at : detail::none));
    }
  }
  const auto rows = []<class Offset>(std::vector<Offset> offsets, std::uint64_t limit) {
    const detail::facts_of_row<Offset> facts{offsets.data(), limit};
    const auto n = static_cast<std::uint32_t>(offsets.size() - 1);
    detail::row_facts each;
    for (std::uint32_t i = 0; i < n; ++i) each = detail::join_facts{}(each, facts(i));
    const detail::row_facts all = facts.over(0, n);
    CHECK(all.first_bad == each.first_bad);
    if (each.first_bad == detail::none) {
      CHECK(all.shortest == each.shortest);
      CHECK(all.longest == each.longest);
    }
    return all.first_bad;
  };
  CHECK(rows(std::vector<std::int32_t>{2, 5, 5, 9}, 9) == detail::none);
  CHECK(rows(std::vector<std::int32_t>{2, 5, 5, 9}, 8) == 2);
  CHECK(rows(std::vector<std::int32_t>{-1, 5, 5, 9}, 9) == 0);
  CHECK(rows(std::vector<std::int32_t>{0, 5, 4, 9}, 9) == 1);
  CHECK(rows(std::vector<std::int32_t>{std::numeric_limits<std::int32_t>::min(), 5}, 9) == 0);
  CHECK(rows(std::vector<std::int64_t>{0, std::int64_t{1} << 40, std::int64_t{1} << 41}, 9) == 0);
  CHECK(rows(std::vector<std::int64_t>{0, 3, 3, 4}, 9) == detail::none);
}
