// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/bag_program.hpp>

#include <doctest/doctest.h>

#include <map>
#include <string_view>
#include <vector>

namespace programs = mhqa::bag_programs;

namespace {

std::map<std::string_view, double> scored(const mhqa::bag_program& program, std::string_view prediction,
                                          const std::vector<std::string_view>& golds) {
  mhqa::published_result out;
  mhqa::score_bag(program, prediction, golds, out);
  std::map<std::string_view, double> numbers;
  for (const mhqa::published_number& n : out.numbers()) numbers[n.name] = n.value.value_or(-1);
  return numbers;
}

}  // namespace

TEST_CASE("bag_program: FlashRAG maximises each number alone, R1-Searcher takes those of the best F1") {
  // "a" is an article of SQuAD's form, so other letters: prediction x y z; golds "x" (p 1/3, r 1), "x y v w" (2/3,
  // 1/2).
  const std::vector<std::string_view> golds{"x", "x y v w"};
  auto flashrag = scored(programs::flashrag, "x y z", golds);
  CHECK(flashrag["precision"] == 2.0 / 3);
  CHECK(flashrag["recall"] == 1);
  CHECK(flashrag["acc"] == 1);
  CHECK(flashrag["em"] == 0);
  auto r1 = scored(programs::r1_searcher, "x y z", golds);
  CHECK(r1["f1"] == flashrag["f1"]);
  CHECK(r1["prec"] == 2.0 / 3);
  CHECK(r1["recall"] == 0.5);
}

TEST_CASE("bag_program: booleans, covered and run words, empty golds") {
  CHECK(scored(programs::r1_searcher, "True", {"yes"})["em"] == 1);
  CHECK(scored(programs::flashrag, "True", {"yes"})["em"] == 0);
  auto turned = scored(programs::r1_searcher, "12, 1990 March", {"March 12, 1990"});
  CHECK(turned["cover_em_1"] == 1);
  CHECK(turned["cover_em_2"] == 0);
  auto blank = scored(programs::r1_searcher, "x", {"the"});
  CHECK(blank["cover_em_1"] == 0);
  CHECK(blank["cover_em_2"] == 1);
  CHECK(scored(programs::flashrag, "x", {"the"})["acc"] == 1);
  CHECK(scored(programs::triviaqa, "President Obama", {"obama", "Obama"})["oracle_exact_match"] == 100);
  CHECK(scored(programs::triviaqa, "President Obama", {"Obama"})["oracle_exact_match"] == 0);
}

TEST_CASE(
    "bag_program: BeerQA's exact match is that of the alias with the best F1, Search-o1 skips what shares nothing") {
  CHECK(scored(programs::beerqa, "the", {"a"})["em"] == 0);  // equal, but F1 is 0
  CHECK(scored(programs::beerqa, "x", {"y", "x"})["em"] == 1);
  CHECK(scored(programs::search_o1, "xy", {"x"})["acc"] == 0);
  CHECK(scored(programs::search_o1, "x y", {"x"})["acc"] == 1);
}

TEST_CASE("bag_program: without golds a program raises or gives zeros") {
  mhqa::published_result out;
  mhqa::score_bag(programs::hipporag, "x", {}, out);
  CHECK_FALSE(out.error().empty());
  CHECK(scored(programs::flashrag, "x", {})["acc"] == 0);
}

TEST_CASE("bag_program: coverage of many words agrees with that of few") {
  mhqa::normalized said{"x1 x2 x3 x4 x5 x6 x7 x8 x9 x10 x11 x12 x13 x14 x15 x16 x17 x18"};
  CHECK(mhqa::detail::covers(said, mhqa::normalized{"x18 x17 x1 x1 x1 x1 x1 x1 x1 x1 x1 x1 x1 x1 x1 x1 x1 x2"}));
  CHECK_FALSE(mhqa::detail::covers(said, mhqa::normalized{"y x17 x1 x1 x1 x1 x1 x1 x1 x1 x1 x1 x1 x1 x1 x1 x1 x2"}));
  CHECK(mhqa::detail::covers(said, mhqa::normalized{"x18 x1"}));
}
