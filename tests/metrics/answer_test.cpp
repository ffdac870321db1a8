// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What every published program says about the same answers; the tables are those programs' own results. HotpotQA's
// family gives 0 to yes, no and noanswer that differ, and F1 0 where no word is left, even to equals; MuSiQue and
// SQuAD 2.0 give 1 then; SQuAD 2.0 leaves blank golds out; StrategyQA takes an answer whole.
#include <mhqa/metrics/answer.hpp>

#include "support/allocations.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <mhqa/random.hpp>

#include <doctest/doctest.h>
#include <range/v3/view/transform.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

using mhqa::answer_scorer;
using mhqa::compiled_gold;
using mhqa::dialect;
using mhqa::score_answer;
using mhqa::scores;
namespace dialects = mhqa::dialects;

static_assert(mhqa::answer_normalizer<mhqa::dialect_normalizer>);
static_assert(!mhqa::answer_normalizer<int>);

namespace {

struct em_f1 {
  double em, f1;
};

struct single_row {
  std::string_view prediction, gold;
  scores closed;  // hotpotqa, 2wiki-1.0, 2wiki-1.1, hieradate
  em_f1 squad_1_1, musique, squad_2_0;
  int strategyqa;
};

const std::vector<single_row> single_golds{
    {"Barack Obama", "Barack Obama", {1, 1, 1, 1}, {1, 1}, {1, 1}, {1, 1}, 1},
    {"President Barack Obama", "Barack Obama", {0, 4.0 / 5, 2.0 / 3, 1}, {0, 0.8}, {0, 0.8}, {0, 0.8}, 0},
    {"the Eiffel Tower!", "eiffel tower", {1, 1, 1, 1}, {1, 1}, {1, 1}, {1, 1}, 0},
    {"", "", {1, 0, 0, 0}, {1, 0}, {1, 1}, {1, 1}, 1},
    {"The The", "the", {1, 0, 0, 0}, {1, 0}, {1, 1}, {1, 1}, 0},
    {"…", "…", {1, 1, 1, 1}, {1, 1}, {1, 1}, {1, 1}, 1},
    {"A", "The", {1, 0, 0, 0}, {1, 0}, {1, 1}, {1, 1}, 0},
    {"", "Paris", {0, 0, 0, 0}, {0, 0}, {0, 0}, {0, 0}, 0},
    {"Paris", "", {0, 0, 0, 0}, {0, 0}, {0, 0}, {0, 0}, 0},
    {"the", "Paris", {0, 0, 0, 0}, {0, 0}, {0, 0}, {0, 0}, 0},
    {"yes", "yes", {1, 1, 1, 1}, {1, 1}, {1, 1}, {1, 1}, 1},
    {"Yes.", "yes", {1, 1, 1, 1}, {1, 1}, {1, 1}, {1, 1}, 0},
    {"yes", "no", {0, 0, 0, 0}, {0, 0}, {0, 0}, {0, 0}, 0},
    {"yes it is", "yes", {0, 0, 0, 0}, {0, 0.5}, {0, 0.5}, {0, 0.5}, 0},
    {"yes", "yes it is", {0, 0, 0, 0}, {0, 0.5}, {0, 0.5}, {0, 0.5}, 0},
    {"noanswer at all", "noanswer", {0, 0, 0, 0}, {0, 0.5}, {0, 0.5}, {0, 0.5}, 0},
    {"no", "know", {0, 0, 0, 0}, {0, 0}, {0, 0}, {0, 0}, 0},
    {"No one", "no", {0, 0, 0, 0}, {0, 2.0 / 3}, {0, 2.0 / 3}, {0, 2.0 / 3}, 0},
    {"Paris Paris Paris", "Paris", {0, 0.5, 1.0 / 3, 1}, {0, 0.5}, {0, 0.5}, {0, 0.5}, 0},
    {"a b b c", "b b d", {0, 2.0 / 3, 2.0 / 3, 2.0 / 3}, {0, 2.0 / 3}, {0, 2.0 / 3}, {0, 2.0 / 3}, 0},
    {"U.S.", "us", {1, 1, 1, 1}, {1, 1}, {1, 1}, {1, 1}, 0},
    {"don't", "dont", {1, 1, 1, 1}, {1, 1}, {1, 1}, {1, 1}, 0},
    {"don’t", "dont", {0, 0, 0, 0}, {0, 0}, {0, 0}, {0, 0}, 0},
    {"1990–1995", "1990-1995", {0, 0, 0, 0}, {0, 0}, {0, 0}, {0, 0}, 0},
    {"a-b", "ab", {1, 1, 1, 1}, {1, 1}, {1, 1}, {1, 1}, 0},
    {"İstanbul", "i\u0307stanbul", {1, 1, 1, 1}, {1, 1}, {1, 1}, {1, 1}, 0},
    {"ΟΔΟΣ", "οδος", {1, 1, 1, 1}, {1, 1}, {1, 1}, {1, 1}, 0},
    {"true", "True", {1, 1, 1, 1}, {1, 1}, {1, 1}, {1, 1}, 1},
    {"True", "True", {1, 1, 1, 1}, {1, 1}, {1, 1}, {1, 1}, 1},
};

struct several_row {
  std::string_view prediction;
  std::vector<std::string_view> golds;
  scores twowiki_1_1;
  em_f1 squad_1_1, musique, squad_2_0;
};

const std::vector<several_row> several_golds{
    {"Paris", {"Lyon", "Paris"}, {1, 1, 1, 1}, {1, 1}, {1, 1}, {1, 1}},
    // The first has recall 1, the second precision 1; their maxima come from both.
    {"New York City", {"New York", "City of New York City"}, {0, 0.8, 1, 1}, {0, 0.8}, {0, 0.8}, {0, 0.8}},
    {"", {"Paris", "The"}, {1, 0, 0, 0}, {1, 0}, {1, 1}, {0, 0}},
    {"", {"The", "a"}, {1, 0, 0, 0}, {1, 0}, {1, 1}, {1, 1}},
    {"x", {"The", "a"}, {0, 0, 0, 0}, {0, 0}, {0, 0}, {0, 0}},
    {"", {""}, {1, 0, 0, 0}, {1, 0}, {1, 1}, {1, 1}},
    {"the", {"", "Paris"}, {1, 0, 0, 0}, {1, 0}, {1, 1}, {0, 0}},
    {"Paris", {"", "the"}, {0, 0, 0, 0}, {0, 0}, {0, 0}, {0, 0}},
    {"yes", {"no", "yes it is"}, {0, 0, 0, 0}, {0, 0.5}, {0, 0.5}, {0, 0.5}},
    // 4/7, as the program's order of operations rounds it; precision 2/3 and recall 1 come from different golds.
    {"b c d",
     {"b", "b c e f"},
     {0, 0.5714285714285715, 2.0 / 3, 1},
     {0, 0.5714285714285715},
     {0, 0.5714285714285715},
     {0, 0.5714285714285715}},
    {"a", {"…", "a"}, {1, 0, 0, 0}, {1, 0}, {1, 1}, {0, 0}},
};

// By text, by scorer, by compiled gold: all ways must give the same.
scores every_way(std::string_view prediction, const std::vector<std::string_view>& golds, const dialect& d) {
  answer_scorer scorer{d};
  const scores s = scorer(prediction, std::span<const std::string_view>{golds});
  const compiled_gold compiled{golds, d};
  CHECK(scorer(prediction, compiled) == s);
  CHECK(score_answer(prediction, compiled) == s);
  if (golds.size() == 1 && !d.blank_golds_dropped) {
    CHECK(scorer(prediction, golds[0]) == s);
    CHECK(score_answer(prediction, golds[0], d) == s);
    CHECK(score_answer(prediction, compiled_gold{golds[0], d}) == s);
  }
  return s;
}

}  // namespace

TEST_CASE("answer: the eight dialects on one gold answer, where they agree and where they do not") {
  for (const single_row& row : single_golds) {
    CAPTURE(row.prediction);
    CAPTURE(row.gold);
    for (const dialect& d : {dialects::hotpotqa, dialects::twowiki_1_0, dialects::twowiki_1_1, dialects::hieradate}) {
      CAPTURE(d.name.view());
      CHECK(every_way(row.prediction, {row.gold}, d) == row.closed);
    }
    const auto check = [&](const dialect& d, em_f1 expected) {
      CAPTURE(d.name.view());
      const scores s = every_way(row.prediction, {row.gold}, d);
      CHECK(s.em == expected.em);
      CHECK(s.f1 == expected.f1);
    };
    check(dialects::squad_1_1, row.squad_1_1);
    check(dialects::musique, row.musique);
    check(dialects::squad_2_0, row.squad_2_0);
    const double whole = row.strategyqa;
    CHECK(every_way(row.prediction, {row.gold}, dialects::strategyqa) == scores{whole, whole, whole, whole});
  }
}

TEST_CASE("answer: of several golds each number is the maximum by itself") {
  for (const several_row& row : several_golds) {
    CAPTURE(row.prediction);
    CAPTURE(row.golds.front());
    CHECK(every_way(row.prediction, row.golds, dialects::twowiki_1_1) == row.twowiki_1_1);
    const auto check = [&](const dialect& d, em_f1 expected) {
      CAPTURE(d.name.view());
      const scores s = every_way(row.prediction, row.golds, d);
      CHECK(s.em == expected.em);
      CHECK(s.f1 == expected.f1);
    };
    check(dialects::squad_1_1, row.squad_1_1);
    check(dialects::musique, row.musique);
    check(dialects::squad_2_0, row.squad_2_0);
  }
}

TEST_CASE("answer: golds that are there twice, and one that is the prediction, are worth what they are by themselves") {
  const std::vector<std::string_view> words{"", "the", "The the", "Paris", "paris", "in Paris", "yes", "noanswer", "…"};
  mhqa::draws random{3, "repeated golds"};
  for (int round = 0; round < 3000; ++round) {
    const std::string_view prediction = words[random.below(words.size())];
    std::vector<std::string> golds;
    for (std::uint64_t i = random.below(24); i < 24; ++i) golds.emplace_back(words[random.below(words.size())]);
    for (const dialect& d : dialects::all) {
      answer_scorer scorer{d};
      scores best;
      bool any = false;
      for (const std::string& gold : golds) {
        if (d.blank_golds_dropped && mhqa::normalized{gold, d.text}.empty()) continue;
        best = mhqa::maximum(best, scorer(prediction, std::string_view{gold}));
        any = true;
      }
      if (!any) best = scorer(prediction, std::string_view{});
      CAPTURE(d.name.view());
      CAPTURE(prediction);
      REQUIRE(scorer(prediction, golds) == best);
    }
  }
}

TEST_CASE("answer: no gold answer at all is an error, but SQuAD 2.0's unanswerable question") {
  const std::vector<std::string_view> none;
  for (const dialect& d : dialects::all) {
    CAPTURE(d.name.view());
    answer_scorer scorer{d};
    if (d.blank_golds_dropped) {
      CHECK(every_way("", none, d) == scores{1, 1, 1, 1});
      CHECK(every_way("Paris", none, d) == scores{});
    } else {
      CHECK_THROWS_AS(static_cast<void>(scorer("x", std::span{none})), mhqa::data_error);
      CHECK_THROWS_AS((compiled_gold{none, d}), mhqa::data_error);
    }
  }
}

TEST_CASE("answer: every kind of range of strings can be compiled") {
  const std::vector<std::string> strings{"Paris", "City of Paris"};
  const std::initializer_list<const char*> literals{"Paris", "City of Paris"};
  const auto expected = score_answer("city paris", compiled_gold{strings});
  CHECK(expected.recall == 1);
  CHECK(score_answer("city paris", compiled_gold{literals}) == expected);
  CHECK(score_answer("city paris", compiled_gold{std::vector<std::string>{strings}}) == expected);
  CHECK(compiled_gold{strings}.alternatives().size() == 2);
  CHECK(compiled_gold{strings[0]}.alternatives().size() == 1);
  CHECK(compiled_gold{"Paris"}.rules() == dialects::hotpotqa);
}

TEST_CASE("answer: hundreds of compiled alternatives score as each of them does") {
  std::mt19937 random{3};
  const auto text = [&] {
    std::string out;
    for (auto words = random() % 4; words > 0; --words)
      out += std::string(1, static_cast<char>('b' + random() % 9)) + ' ';
    return random() % 9 == 0 ? std::string{random() % 2 == 0 ? "yes" : "No"} : out;
  };
  for (const mhqa::dialect& d : {mhqa::dialects::hotpotqa, mhqa::dialects::musique, mhqa::dialects::strategyqa}) {
    for (const std::size_t count : {1U, 16U, 17U, 300U}) {
      std::vector<std::string> golds(count);
      for (auto& gold : golds) gold = text();
      const mhqa::compiled_gold compiled{golds, d};
      mhqa::answer_scorer<> scorer{d};
      for (int i = 0; i < 100; ++i) {
        const std::string said = text();
        CAPTURE(said);
        CHECK(scorer(said, compiled) == scorer(said, golds));
      }
    }
  }
}

TEST_CASE("answer: a custom normaliser decides what a word is") {
  struct keeps_case {
    void operator()(std::string_view text, mhqa::normalized& out) const {
      out.assign(text, {.lower_case = false, .punctuation = true, .articles = false});
    }
  };
  static_assert(mhqa::answer_normalizer<keeps_case>);
  answer_scorer<keeps_case> scorer{dialects::hotpotqa, {}};
  CHECK(scorer("Paris.", "Paris").em == 1);
  CHECK(scorer("paris", "Paris").em == 0);
  CHECK(scorer("Paris", compiled_gold{"Paris!", dialects::hotpotqa, keeps_case{}}).em == 1);
}

TEST_CASE("answer: exact match and F1 lie in [0, 1], do not depend on the side, and are 1 for equals") {
  mhqa::draws random{5, "answer"};
  const std::vector<std::string> words{"a", "the", "Paris", "yes", "no", "x", "é", ".", "Σ", "noanswer"};
  const auto text = [&] {
    std::string out;
    for (auto n = random.below(5); n > 0; --n) out += words[random.below(words.size())] + " ";
    return out;
  };
  for (int i = 0; i < 5000; ++i) {
    const std::string left = text(), right = text();
    CAPTURE(left);
    CAPTURE(right);
    for (const dialect& d : dialects::all) {
      if (d.blank_golds_dropped) continue;
      const scores there = score_answer(left, right, d), back = score_answer(right, left, d);
      REQUIRE(there.em == back.em);
      REQUIRE(there.f1 == back.f1);
      REQUIRE(there.precision == back.recall);
      for (const double s : {there.em, there.f1, there.precision, there.recall}) REQUIRE((s >= 0 && s <= 1));
      REQUIRE(score_answer(left, left, d).em == 1);
    }
  }
}

TEST_CASE("answer: a scorer that has warmed up asks for no memory") {
  const std::vector<std::string_view> predictions{"President Barack Obama", "yes", "", "İstanbul’da bir ΟΔΟΣ",
                                                  "one two three four five six seven eight nine ten eleven twelve "
                                                  "thirteen fourteen fifteen sixteen seventeen eighteen nineteen"};
  const std::vector<std::string_view> golds{"Barack Obama", "the", "οδος İstanbul", predictions.back()};
  answer_scorer scorer{dialects::musique};
  const compiled_gold compiled{golds, dialects::musique};
  double sum = 0;
  const auto all = [&] {
    for (const std::string_view p : predictions) {
      for (const std::string_view g : golds) sum += scorer(p, g).f1;
      sum += scorer(p, std::span{golds}).f1;
      sum += scorer(p, compiled).f1;
    }
  };
  all();
  const double once = sum;
  const mhqa_test::allocations_here counted;
  for (int i = 0; i < 10; ++i) all();
  CHECK(counted() == 0);
  CHECK(once > 0);
}

TEST_CASE("answer: the published programs' answers on hostile pairs, in every dialect that covers them") {
  const auto file = mhqa_test::shared_data("golden/answer/pairs.jsonl");
  if (!file) return;
  const auto rows = mhqa_test::load_jsonl(*file);
  REQUIRE(rows.size() >= 1000);
  for (const auto& row : rows) {
    const std::string& prediction = row["prediction"].string();
    const std::string& gold = row["gold"].string();
    CAPTURE(prediction);
    CAPTURE(gold);
    for (const dialect& d : {dialects::hotpotqa, dialects::twowiki_1_0, dialects::twowiki_1_1, dialects::hieradate}) {
      answer_scorer scorer{d};
      const scores s = scorer(prediction, gold);
      REQUIRE(s == scores{row["hotpotqa"]["em"].real(), row["hotpotqa"]["f1"].real(),
                          row["hotpotqa"]["precision"].real(), row["hotpotqa"]["recall"].real()});
      REQUIRE(scorer.prediction().text() == row["normalized_prediction"].string());
      REQUIRE(compiled_gold{gold, d}.alternatives()[0].text() == row["normalized_gold"].string());
    }
    const std::vector<std::string_view> golds{gold};
    for (const dialect& d : {dialects::musique, dialects::squad_2_0}) {
      const scores s = answer_scorer{d}(prediction, std::span{golds});
      REQUIRE(s.em == row["squad"]["em"].real());
      REQUIRE(s.f1 == row["squad"]["f1"].real());
    }
    // SQuAD 1.1 differs from 2.0 only where no word is left on either side.
    const scores s = score_answer(prediction, gold, dialects::squad_1_1);
    const bool blank = row["normalized_prediction"].string().empty() && row["normalized_gold"].string().empty();
    REQUIRE(s.f1 == (blank ? 0 : row["squad"]["f1"].real()));
  }
}

TEST_CASE("answer: golds are one string, a braced list or any range of strings") {
  const std::vector<std::string> strings{"Barack Obama", "Obama"};
  const std::string one = "Obama";
  const char* const pointer = "Obama";
  const scores all{1, 1, 1, 1};
  CHECK(score_answer("Obama", {"Barack Obama", "Obama"}) == all);
  CHECK(score_answer("Obama", {"Obama", "Barack Obama"}) == all);
  CHECK(score_answer("Obama", {"Obama"}) == all);
  CHECK(score_answer("Obama", {one, "x"}, dialects::musique) == all);
  CHECK(score_answer("Obama", one) == all);
  CHECK(score_answer("Obama", pointer) == all);
  CHECK(score_answer("Obama", strings) == all);
  CHECK(score_answer("Obama", std::span{strings}, dialects::squad_2_0) == all);
  CHECK(score_answer("Obama", std::array<const char*, 2>{"x", "Obama"}) == all);
  CHECK(score_answer("Obama", ranges::views::transform(strings, [](const std::string& s) { return s + "!"; })) == all);
  answer_scorer scorer{dialects::musique};
  CHECK(scorer("Obama", {"Barack Obama", "Obama"}) == all);
  CHECK(scorer("Obama", strings) == all);
  CHECK(compiled_gold{"Barack Obama", "Obama"}.alternatives().size() == 2);
  CHECK(compiled_gold{{"Barack Obama", "Obama"}, dialects::musique}.alternatives().size() == 2);
  CHECK(compiled_gold{strings, dialects::musique}.alternatives().size() == 2);
  CHECK(compiled_gold{"Barack Obama", dialects::musique}.alternatives().size() == 1);
  CHECK_THROWS_AS(static_cast<void>(score_answer("Obama", std::vector<std::string>{})), mhqa::data_error);
}

TEST_CASE("answer: a scorer refuses golds that were compiled for another dialect") {
  answer_scorer scorer{dialects::hotpotqa};
  const compiled_gold gold{"no", dialects::musique};
  CHECK_THROWS_WITH_AS(static_cast<void>(scorer("no", gold)),
                       "the gold answer was compiled for the dialect musique, the scorer has hotpotqa",
                       mhqa::usage_error);
  CHECK_THROWS_AS(static_cast<void>(score_answer("no", gold, dialects::squad_1_1)), mhqa::usage_error);
  CHECK(score_answer("no", gold, dialects::musique).em == 1);
  dialect mine = dialects::musique;
  mine.scale = 100;
  CHECK_THROWS_AS(static_cast<void>(answer_scorer{mine}("no", gold)), mhqa::usage_error);
}
