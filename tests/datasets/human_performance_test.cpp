// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/datasets/human_performance.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace {

mhqa::musique::record question(std::string_view id, std::string_view answer) {
  mhqa::musique::record out;
  out.id = id;
  out.answer = answer;
  out.paragraphs = {{0, "a", "x", true}, {1, "b", "y", false}, {2, "c", "z", true}};
  return out;
}

}  // namespace

TEST_CASE("human_performance: the most frequent annotation, the best one, and one against the others") {
  // "Emma" twice against the gold "Emma Woodhouse": F1 2/3, no exact match; the third person is right. The frequent
  // support {0} has precision 1 and recall 1/2, F1 2/3; the best is {0, 2}.
  mhqa::human_performance people{7};
  const std::vector<mhqa::human_annotation> three{{"Emma", {0}}, {"the emma!", {0, 0}}, {"Emma Woodhouse", {2, 0}}};
  people.add(question("a", "Emma Woodhouse"), three);
  const mhqa::human_table table = people.result();
  CHECK(table.questions == 1);
  CHECK(table.answer_f1.score == 2.0 / 3);
  CHECK(table.answer_em.score == 0);
  CHECK(table.answer_f1.upper_bound == 1);
  CHECK(table.answer_em.upper_bound == 1);
  CHECK(table.support_f1->score == 2.0 / 3);
  CHECK(table.support_f1->upper_bound == 1);
  // One of the first two agrees with the other fully, the third with each by 2/3.
  CHECK((table.answer_f1.agreement == 1 || table.answer_f1.agreement == 2.0 / 3));
  CHECK((table.support_f1->agreement == 1 || table.support_f1->agreement == 2.0 / 3));
}

TEST_CASE("human_performance: means over answerable questions; the same draws for the same seed") {
  mhqa::human_performance a{7}, b{7};
  for (mhqa::human_performance* people : {&a, &b}) {
    people->add(question("a", "x"), std::vector<mhqa::human_annotation>{{"x", {0, 2}}, {"x", {0, 2}}});
    people->add(question("b", "x"), std::vector<mhqa::human_annotation>{{"y", {1}}, {"z", {1}}});
    mhqa::musique::record none = question("c", "x");
    none.answerable = false;
    people->add(none, {});
  }
  CHECK(a.result() == b.result());
  CHECK(a.result().questions == 2);
  CHECK(a.result().answer_f1 == mhqa::human_column{0.5, 0.5, 0.5});
  CHECK(a.result().support_f1 == mhqa::human_column{0.5, 0.5, 1});
  CHECK(mhqa::human_performance{1}.result().questions == 0);
}

TEST_CASE("human_performance: the support of a person who gave an answer alone is not 0 but unknown") {
  mhqa::human_performance people{7};
  people.add(question("a", "x"), std::vector<mhqa::human_annotation>{{"x", {0, 2}}, {"x", {}, true}});
  CHECK(people.result().answer_f1.score == 1);
  CHECK(!people.result().support_f1);
}

TEST_CASE("human_performance: one person is not enough") {
  mhqa::human_performance people{7};
  const std::vector<mhqa::human_annotation> one{{"x", {0}}};
  CHECK_THROWS_WITH_AS(people.add(question("a", "x"), one), doctest::Contains("two people"), mhqa::data_error);
}
