// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// evaluate_v1.0.py: answers and supports are averaged over the answerable rows. One unanswerable row makes the set
// MuSiQue-Full, where the two rows of an id give 0 unless both of their sufficiency labels are right.
#include <mhqa/datasets/musique.hpp>

#include <mhqa/parallel.hpp>
#include <mhqa/random.hpp>

#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace musique = mhqa::musique;
using mhqa::scores;

static_assert(std::is_trivially_copyable_v<musique::totals>);
static_assert(!std::is_copy_constructible_v<musique::row_groups>);  // its index looks into its strings
static_assert(std::is_move_constructible_v<musique::row_groups>);

using mhqa_test::error_of;

namespace {

musique::record gold(bool answerable = true) {
  musique::record r;
  r.id = "2hop__1_2";
  r.answer = "New York";
  r.answer_aliases = {"NYC", "City of New York City"};
  r.answerable = answerable;
  r.paragraphs = {{0, "a", "", false}, {1, "b", "", true}, {2, "c", "", false}, {3, "d", "", true}};
  return r;
}

const std::vector<std::int64_t> right_support{3, 1};

std::vector<std::optional<double>> values(const std::vector<mhqa::named_score>& named) {
  std::vector<std::optional<double>> out;
  for (const auto& n : named) out.push_back(n.value);
  return out;
}

}  // namespace

TEST_CASE("musique: the name of a shape and its hops") {
  struct row {
    std::string_view id, shape, hops;
  };
  for (const row& r : {row{"2hop__1_2", "2hop", "2hop"}, row{"3hop2__1_2_3", "3hop2", "3hop"},
                       row{"4hop3__1_2_3_4", "4hop3", "4hop"}, row{"other", "other", "other"}, row{"", "", ""}}) {
    musique::record record;
    record.id = r.id;
    CHECK(record.shape() == r.shape);
    CHECK(record.hops() == r.hops);
  }
}

TEST_CASE("musique: an answerable row worked by hand") {
  musique::evaluator score;
  const std::vector<std::int64_t> support{1, 1, 2};
  const auto s = score(gold(), {"New York City", support, true});
  // "new york city" has 2 of 3 and 2 in common with the answer, 3 of 3 and 5 with the second alias ("of" and "city").
  CHECK(s.answer.em == 0);
  CHECK(s.answer.f1 == 0.8);
  CHECK(s.support == scores{0, 0.5, 0.5, 0.5});
  CHECK(s.sufficiency);
  CHECK(s.label_sufficiency);
  CHECK(score(gold(), {"nyc", right_support, true}).answer == scores{1, 1, 1, 1});
}

TEST_CASE("musique: empty answers and empty supports are right where the gold is empty too") {
  musique::evaluator score;
  musique::record blank;
  blank.answer = "the";
  const auto s = score(blank, {"", {}, true});
  CHECK(s.answer == scores{1, 1, 1, 1});
  CHECK(s.support == scores{1, 1, 1, 1});
  CHECK(score(gold(), {"", {}, true}).answer == scores{});
  CHECK(score(gold(), {"", {}, true}).support == scores{});
}

TEST_CASE("musique: MuSiQue-Ans has three numbers, over answerable rows") {
  musique::evaluator score;
  musique::totals t;
  t.add(score(gold(), {"New York", right_support, true}));
  t.add(score(gold(), {"", {}, false}));  // what is said about answerability does not matter here
  CHECK_FALSE(musique::slots::full(t));
  CHECK(values(t.named()) == std::vector<std::optional<double>>{0.5, 0.5, 0.5});
  CHECK(t.named()[0].name == "answer_f1");
  CHECK(t.named()[1].name == "answer_em");
  CHECK(t.named()[2].name == "support_f1");
  CHECK(values(musique::totals{}.named()) == std::vector<std::optional<double>>(3, std::nullopt));
}

TEST_CASE("musique: of MuSiQue-Full a pair counts only if both sufficiency labels are right") {
  musique::evaluator score;
  for (const bool first_answerable : {true, false}) {
    for (const bool says_answerable : {true, false}) {
      for (const bool says_unanswerable : {true, false}) {
        const auto answerable = score(gold(true), {"New York", right_support, says_answerable});
        const auto unanswerable = score(gold(false), {"New York", right_support, !says_unanswerable});
        musique::row_groups groups;
        musique::totals t;
        for (const auto& row :
             first_answerable ? std::array{answerable, unanswerable} : std::array{unanswerable, answerable}) {
          t.add(row);
          groups.add("2hop__1_2", row);
        }
        groups.for_each_pair([&](std::string_view id, const auto& rows) {
          CHECK(id == "2hop__1_2");
          add_group(t, rows);
        });
        const double expected = says_answerable && says_unanswerable ? 1 : 0;
        CHECK(musique::slots::full(t));
        CHECK(values(t.named()) == std::vector<std::optional<double>>{1, 1, 1, expected, expected});
        CHECK(t.named()[3].name == "group_answer_sufficiency_f1");
        CHECK(t.named()[4].name == "group_support_sufficiency_f1");
      }
    }
  }
}

TEST_CASE("musique: groups are joined wherever their rows are, in the order of the first rows") {
  musique::row_groups groups;
  const musique::row_scores yes{{1, 1, 1, 1}, {}, true, true}, no{{}, {}, false, false};
  const std::vector<std::pair<std::string, musique::row_scores>> rows{{"b", no}, {"a", yes}, {"c", yes},
                                                                      {"a", no}, {"b", yes}, {"c", no}};
  for (const auto& [id, row] : rows) groups.add(id, row);
  musique::row_groups moved = std::move(groups);
  std::string order;
  moved.for_each_pair([&](std::string_view id, const auto& pair) {
    order += id;
    CHECK(pair[0].label_sufficiency == (id != "b"));
  });
  CHECK(order == "bac");
}

TEST_CASE("musique: an id that occurs too often or too rarely is an error that names it") {
  const musique::row_scores yes{{}, {}, true, true}, no{{}, {}, false, false};
  const auto pairs = [](const musique::row_groups& groups) {
    return error_of([&] { groups.for_each_pair([](std::string_view, const auto&) {}); });
  };
  musique::row_groups one;
  one.add("x", yes);
  CHECK(pairs(one) == "id \"x\": expected 2 rows with this id, found 1");
  CHECK(error_of([&] { one.expect_each(1); }) == "no error");
  one.add("x", no);
  CHECK(pairs(one) == "no error");
  CHECK(error_of([&] { one.expect_each(1); }) == "id \"x\": expected 1 row with this id, found 2");
  one.add("x", no);
  CHECK(pairs(one) == "id \"x\": expected 2 rows with this id, found 3");
  for (const auto& row : {yes, no}) {
    musique::row_groups same;
    same.add("y", row);
    same.add("y", row);
    CHECK(pairs(same) == "id \"y\": expected one answerable and one unanswerable row with this id");
  }
}

TEST_CASE("musique: totals of any split over one to four threads are the same bytes") {
  mhqa::draws random{8, "musique"};
  std::vector<std::array<musique::row_scores, 2>> pairs(1000);
  const auto third = [&] { return static_cast<double>(random.below(4)) / 3; };
  for (auto& pair : pairs) {
    for (int i = 0; i < 2; ++i) {
      pair[static_cast<std::size_t>(i)] = {
          {third(), third(), 0, 0}, {third(), third(), 0, 0}, random.below(2) == 0, i == 0};
    }
  }
  musique::totals serial;
  const auto add = [](musique::totals& t, const std::array<musique::row_scores, 2>& pair) {
    t.add(pair[0]);
    t.add(pair[1]);
    add_group(t, pair);
  };
  for (const auto& pair : pairs) add(serial, pair);
  for (std::size_t threads = 1; threads <= 4; ++threads) {
    mhqa::thread_pool pool{threads};
    const std::size_t grain = 1 + random.below(300);
    std::vector<musique::totals> parts((pairs.size() + grain - 1) / grain);
    mhqa::for_each_chunk(pool, pairs.size(), grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) add(parts[begin / grain], pairs[i]);
    });
    musique::totals merged;
    for (std::size_t i = parts.size(); i-- > 0;) merged += parts[i];
    CHECK(merged == serial);
  }
  CHECK(serial[musique::slots::group_answer].count == 1000);
}

TEST_CASE("musique: the report says whether groups were scored") {
  musique::totals t;
  t.add({{1, 1, 1, 1}, {1, 1, 1, 1}, true, true});
  mhqa::report r = mhqa::make_report(t, {});
  CHECK(r.scores.size() == 3);
  CHECK(r.counts.size() == 2);
  CHECK(r.signature.find("|n:1|groups:none|") != std::string::npos);
  const std::array<musique::row_scores, 2> pair{{{{1, 1, 1, 1}, {}, true, true}, {{}, {}, false, false}}};
  t.add(pair[1]);
  add_group(t, pair);
  r = mhqa::make_report(t, {});
  CHECK(r.scores.size() == 5);
  CHECK(r.counts.size() == 3);
  CHECK(r.signature.find("|n:1|groups:1|") != std::string::npos);
}
