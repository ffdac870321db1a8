// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rewards equal, bit for bit, to those of the published functions: compute_score_em of Search-R1's qa_em.py and
// qa_em_format.py (0.2, 0.1, 0), compute_score of verl's search_r1_like_qa_em.py, and of ReCall's re_call.py
// get_f1_score(remove_boxed(last_boxed_only_string(text))) with its 0.1 where that is 0. The texts are joined at random
// from tags, boxes, golds and white space, and after a baker's dozen by hand.
#include <mhqa/batch/reward.hpp>

#include "support/allocations.hpp"
#include "support/errors.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

using mhqa::compiled_gold;
using mhqa::batch::reward_batch;
using mhqa::batch::reward_columns;
using mhqa::batch::rewarder;
using mhqa_test::error_of;
namespace rewards = mhqa::batch::rewards;
using texts = std::vector<std::string_view>;

struct published_row {
  std::string_view text;
  std::int32_t question;
  std::array<double, 4> reward;  // Search-R1, with format, verl, ReCall
};

const std::vector<std::vector<std::string_view>> answers{
    {"The Tower", "London"}, {"yes"}, {"a", "tower of london bridge"}};

const published_row published[] = {
    {"<answer>x</answer><answer>x</answer><answer>x</answer><answer>x</answer><answer>x</answer><answer>x</"
     "answer><answer>x</answer><answer>x</answer><answer>x</answer><answer>x</answer><answer>Tower</answer>",
     0,
     {1, 0.8, 0.25, 0}},
    {"<answer>Tower</answer><answer>Tower</answer><answer>Tower</answer><answer>Tower</answer><answer>Tower</"
     "answer><answer>Tower</answer><answer>Tower</answer><answer>Tower</answer><answer>Tower</answer><answer>Tower</"
     "answer>",
     0,
     {1, 0.8, 1, 0}},
    {"p <answer> Beijing </answer> <|im_start|>assistant\n<think>t</think>\n<answer>The Tower!</answer>\n",
     0,
     {1, 1, 1, 0}},
    {"p <answer> Beijing </answer> <|im_start|>assistant\n<think>t</think>\n<answer>Paris</answer>\n",
     0,
     {0, 0.2, 0, 0}},
    {"<|im_start|>assistant <think>t</think><answer>Tower</answer>", 0, {0, 0.2, 1, 0}},
    {"\\boxed{tower of \\text{London}}", 2, {0, 0, 0, 0.5714285714285715}},
    {"\\boxed{the}", 2, {0, 0, 0, 0.1}},
    {"", 1, {0, 0, 0, 0}},
    {"<answer>yes</answer><answer>YES.</answer>", 1, {1, 0.8, 1, 0}},
    {"<answer>yes</answer><answer>yes it is</answer>", 1, {0, 0.1, 0, 0}},
    {"\\boxed{yes it is}", 1, {0, 0, 0, 0.1}},
    {"\\boxed yes$ and", 1, {0, 0, 0, 1}},
    {"\\boxed{the a}\\boxed{tower", 2, {0, 0, 0, 0}},
    {"<answer>noLondon", 0, {0, 0, 0, 0}},
    {"}\xC3\x89"
     "\xC3\x89"
     "",
     2,
     {0, 0, 0, 0}},
    {"<answer>\xC2\xA0"
     "</answer>}\\boxed <think>t</think>$",
     1,
     {0, 0, 0, 0.1}},
    {"</answer>London", 1, {0, 0, 0, 0}},
    {"<answer>yes</answer>}\xC3\x89"
     "yes}<|im_start|>assistant\xC3\x89"
     "",
     1,
     {0, 0, 1, 0}},
    {"}\\boxed no\xC3\x89"
     "tower of London",
     2,
     {0, 0, 0, 0.5714285714285715}},
    {"<answer> Tower </answer>Londontower of London<answer>yes</answer>the Tower", 2, {0, 0.1, 0, 0}},
    {" or  or }the Towertower of London\xC3\x89"
     "",
     1,
     {0, 0, 0, 0}},
    {"\xC2\xA0"
     "<think>t</think><answer>yes</answer>\\boxed <answer>",
     1,
     {0, 0, 1, 0.1}},
    {" or \\boxed tower of London\xC2\xA0"
     "",
     0,
     {0, 0, 0, 0.5}},
    {"</answer><|im_start|>assistant$the Tower<|im_start|>assistant", 0, {0, 0, 0, 0}},
    {"\xC3\x89"
     "\xC3\x89"
     "nono</answer>\\boxed{",
     2,
     {0, 0, 0, 0}},
    {" or \xC2\xA0"
     "<answer>yes</answer></answer><answer>yes</answer>\\boxed{",
     1,
     {1, 0.8, 1, 0}},
    {"tower of London<|im_start|>assistant<answer>", 0, {0, 0, 0, 0}},
    {"tower of Londonno<answer>yes</answer>\\boxed \xC3\x89"
     "<answer> Tower </answer>",
     0,
     {1, 0.8, 1, 0.5}},
    {"<|im_start|>assistant<answer> Tower </answer>London</answer>$London$", 1, {0, 0, 0, 0}},
    {"<|im_start|>assistant\xC2\xA0"
     "",
     0,
     {0, 0, 0, 0}},
    {"\\boxed \xC2\xA0"
     "</answer></answer><|im_start|>assistant",
     0,
     {0, 0, 0, 0.1}},
    {"<answer>yes</answer>\\boxed <answer>yes</answer>$}", 1, {1, 0.8, 1, 0.1}},
    {"<think>t</think>\\boxed the TowerLondonno", 2, {0, 0, 0, 0.1}},
    {"London<answer>", 2, {0, 0, 0, 0}},
    {"<think>t</think><|im_start|>assistant<answer>yes</answer> or London", 0, {0, 0, 0, 0}},
    {"\\boxed{tower of London\\boxed ", 2, {0, 0, 0, 0.1}},
    {" or <think>t</think>", 1, {0, 0, 0, 0}},
    {"\\boxed \xC2\xA0"
     "tower of London\\boxed{",
     1,
     {0, 0, 0, 0.1}},
    {"tower of London</answer>", 2, {0, 0, 0, 0}},
    {"\\boxed tower of London\xC2\xA0"
     "",
     0,
     {0, 0, 0, 0.5}},
    {"\xC2\xA0"
     "<answer>yes</answer>",
     2,
     {0, 0, 0, 0}},
    {"<answer>yes</answer><answer>yes</answer>\\boxed <think>t</think>", 2, {0, 0.1, 0, 0.1}},
    {" or \xC2\xA0"
     "the Tower",
     0,
     {0, 0, 0, 0}},
    {"<answer> Tower </answer> or <answer> Tower </answer>\\boxed \xC3\x89"
     "<answer> Tower </answer>",
     2,
     {0, 0.1, 0, 0.28571428571428575}},
    {"no$", 1, {0, 0, 0, 0}},
    {"London$yesno", 1, {0, 0, 0, 0}},
    {"$yes</answer>}", 2, {0, 0, 0, 0}},
    {"$\xC3\x89"
     "$\xC2\xA0"
     "}<answer>yes</answer>}",
     1,
     {0, 0, 1, 0}},
};

}  // namespace

TEST_CASE("reward: equal to the published functions, for every number of threads") {
  const std::vector<compiled_gold> golds = mhqa::batch::compile_answers(answers);
  texts views;
  std::vector<std::int32_t> gold_of;
  for (const published_row& row : published) {
    views.push_back(row.text);
    gold_of.push_back(row.question);
  }
  const mhqa::batch::reward_rule rules[] = {rewards::search_r1, rewards::search_r1_format, rewards::verl,
                                            rewards::recall_f1};
  for (const std::size_t threads : {1U, 3U}) {
    rewarder judge{threads};
    CHECK(judge.threads() == threads);
    for (std::size_t k = 0; k < 4; ++k) {
      std::vector<double> reward(views.size(), -1);
      std::vector<float> narrow(views.size(), -1);
      const reward_batch batch{.texts = {views}, .golds = golds, .gold_of = gold_of};
      judge.score<double>(batch, rules[k], {.reward = reward});
      judge.score<float>(batch, rules[k], {.reward = narrow});
      for (std::size_t i = 0; i < views.size(); ++i) {
        CAPTURE(rules[k].name);
        CAPTURE(views[i]);
        CHECK(reward[i] == published[i].reward[k]);
        CHECK(narrow[i] == static_cast<float>(published[i].reward[k]));
      }
    }
  }
}

TEST_CASE("reward: the same numbers on the caller's executor") {
  const std::vector<compiled_gold> golds = mhqa::batch::compile_answers(answers);
  texts views;
  std::vector<std::int32_t> gold_of;
  for (const published_row& row : published) {
    views.push_back(row.text);
    gold_of.push_back(row.question);
  }
  const reward_batch batch{.texts = {views}, .golds = golds, .gold_of = gold_of};
  const auto rewards_by = [&](rewarder judge) {
    std::vector<double> out(views.size(), -1);
    for (int again = 0; again < 2; ++again) judge.score<double>(batch, rewards::verl, {.reward = out});
    return out;
  };
  mhqa::thread_pool pool{3};
  const mhqa::serial_executor serial;
  CHECK(rewarder{pool}.threads() == 3);
  CHECK(rewarder{serial}.threads() == 1);
  const std::vector<double> own = rewards_by(rewarder{2});
  CHECK(own.front() == published[0].reward[2]);
  CHECK(rewards_by(rewarder{pool}) == own);
  CHECK(rewards_by(rewarder{serial}) == own);
}

TEST_CASE("reward: the reward alone is the reward beside all columns, by every rule and in every dialect") {
  texts views{"<answer></answer>", "<answer>yes</answer>", "<answer>The tower</answer>", "<answer>of tower a</answer>"};
  std::vector<std::int32_t> gold_of{0, 1, 2, 2};
  for (const published_row& row : published) {
    views.push_back(row.text);
    gold_of.push_back(row.question);
  }
  rewarder judge{1};
  for (const mhqa::dialect& d : mhqa::dialects::all) {
    const std::vector<compiled_gold> golds = mhqa::batch::compile_answers(answers, d);
    const reward_batch batch{.texts = {views}, .golds = golds, .gold_of = gold_of};
    for (const mhqa::batch::reward_rule& rule : rewards::all) {
      CAPTURE(rule.name);
      std::vector<double> alone(views.size(), -1), beside(views.size(), -1), f1(views.size()), em(views.size(), -1),
          em_alone(views.size(), -2);
      judge.score<double>(batch, rule, {.reward = alone, .em = em_alone});
      judge.score<double>(batch, rule, {.reward = beside, .f1 = f1, .em = em});
      CHECK(alone == beside);
      CHECK(em_alone == em);
    }
  }
}

TEST_CASE("reward: golds in several places give the same numbers") {
  const std::vector<compiled_gold> golds = mhqa::batch::compile_answers(answers);
  texts views;
  std::vector<const compiled_gold*> gold_at;
  for (const published_row& row : published) {
    views.push_back(row.text);
    gold_at.push_back(&golds[static_cast<std::size_t>(row.question)]);
  }
  std::vector<double> out(views.size(), -1);
  rewarder judge{2};
  judge.score<double>({.texts = {views}, .gold_at = gold_at}, rewards::verl, {.reward = out});
  for (std::size_t i = 0; i < views.size(); ++i) CHECK(out[i] == published[i].reward[2]);
}

TEST_CASE("reward: every column of a group of rollouts, in both shapes of texts") {
  const std::vector<compiled_gold> golds = mhqa::batch::compile_answers(answers);
  // Two rollouts a question; per_question shares the golds.
  const texts views{"<answer>the tower</answer>", "<answer>tower bridge</answer>",    "yes", "<answer></answer>",
                    "<answer>a</answer>",         "<answer>Bridge of London</answer>"};
  std::string bytes = "#";
  std::vector<std::int64_t> offsets{1};
  for (const std::string_view text : views) {
    bytes += text;
    offsets.push_back(static_cast<std::int64_t>(bytes.size()));
  }
  rewarder judge{2};
  for (const mhqa::batch::text_rows& rows : {mhqa::batch::text_rows{views}, mhqa::batch::text_rows{bytes, offsets}}) {
    std::vector<double> columns[7];
    for (auto& column : columns) column.assign(6, -1);
    judge.score<double>({.texts = rows, .golds = golds, .per_question = 2}, rewards::f1,
                        {.reward = columns[0],
                         .f1 = columns[1],
                         .em = columns[2],
                         .precision = columns[3],
                         .recall = columns[4],
                         .extracted = columns[5],
                         .format = columns[6]});
    // "tower bridge" and "tower": 1 of 2 and 1 of 1. "bridge of london" and "tower of london bridge": 3 of 3, 3 of 4.
    const double f1[] = {1, (2 * 0.5 * 1.0) / 1.5, 0, 0, 0, (2 * 1.0 * 0.75) / 1.75};
    const double em[] = {1, 0, 0, 0, 1, 0};  // "a" and "a" are both empty: HotpotQA's EM is 1, its F1 0
    const double precision[] = {1, 0.5, 0, 0, 0, 1};
    const double recall[] = {1, 1, 0, 0, 0, 0.75};
    const double extracted[] = {1, 1, 0, 0, 1, 1};  // an empty answer is none
    const double format[] = {1, 1, 0, 0, 1, 1};
    for (std::size_t i = 0; i < 6; ++i) {
      CAPTURE(i);
      CHECK(columns[0][i] == f1[i]);
      CHECK(columns[1][i] == f1[i]);
      CHECK(columns[2][i] == em[i]);
      CHECK(columns[3][i] == precision[i]);
      CHECK(columns[4][i] == recall[i]);
      CHECK(columns[5][i] == extracted[i]);
      CHECK(columns[6][i] == format[i]);
    }
  }
}

TEST_CASE("reward: the published programs' scores of hostile strings, in every dialect") {
  const auto file = mhqa_test::shared_data("golden/answer/pairs.jsonl");
  if (!file) return;
  const auto lines = mhqa_test::load_jsonl(*file);
  std::vector<std::string> texts_of;
  std::vector<std::string_view> golds_of;
  for (const auto& line : lines) {
    texts_of.push_back("<answer>" + line["prediction"].string() + "</answer>");
    golds_of.push_back(line["gold"].string());
  }
  REQUIRE(lines.size() > 100);
  const texts views(texts_of.begin(), texts_of.end());
  rewarder judge{2};
  mhqa::batch::reward_rule exact = rewards::f1;  // takes an empty answer, and marks and boxes, as they are
  exact.extraction = mhqa::extractions::verl;
  std::vector<double> f1(views.size()), em(views.size()), precision(views.size()), recall(views.size());
  for (const mhqa::dialect& d : mhqa::dialects::all) {
    const std::vector<compiled_gold> golds = mhqa::batch::compile_answers(golds_of, d);
    judge.score<double>({.texts = {views}, .golds = golds}, exact,
                        {.f1 = f1, .em = em, .precision = precision, .recall = recall});
    const bool hotpotqa = d == mhqa::dialects::hotpotqa;
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < views.size(); ++i) {
      const mhqa::scores found{em[i], f1[i], precision[i], recall[i]};
      wrong += found == mhqa::score_answer(lines[i]["prediction"].string(), golds_of[i], d) ? 0 : 1;
      if (!hotpotqa && d != mhqa::dialects::musique) continue;
      const auto& want = lines[i][hotpotqa ? "hotpotqa" : "squad"];
      wrong += f1[i] != want["f1"].real() || em[i] != want["em"].real() ? 1 : 0;
      if (!hotpotqa) continue;
      wrong += precision[i] != want["precision"].real() || recall[i] != want["recall"].real() ? 1 : 0;
    }
    CAPTURE(d.name.view());
    CHECK(wrong == 0);
  }
}

TEST_CASE("reward: batches of any size ask for no memory on any thread, once answers and golds as long were seen") {
  const auto counting = [](std::size_t words) {
    std::string out;
    for (std::size_t i = 0; i < words; ++i) out += std::to_string(i) + ' ';
    return out;
  };
  // Golds of more than 16 words are counted otherwise than those of few.
  const std::vector<compiled_gold> golds =
      mhqa::batch::compile_answers(std::vector<std::string>{counting(3), counting(40), counting(90)});
  std::vector<std::string> strings, dense;
  for (std::size_t i = 0; i < 300; ++i) {
    strings.push_back("<answer>" + counting(i % 100) + std::string(i % 7 * 100, 'x') + "</answer>\\boxed{1 2}");
  }
  // As many words as 800 bytes can hold, with letters of two bytes at their beginning or end.
  for (std::size_t i = 0; i < 60; ++i) {
    std::string words = "<answer>";
    while (words.size() < 800) words += words.size() < 64 + i || words.size() > 800 - i ? "\xC3\xA9 " : "x ";
    dense.push_back(words + "</answer>");
  }
  const texts views(strings.begin(), strings.end()), dense_views(dense.begin(), dense.end());
  std::vector<float> f1(views.size());
  std::vector<std::uint8_t> flags(views.size());
  for (const std::size_t threads : {1U, 3U}) {
    rewarder judge{threads};
    const auto score = [&](std::size_t questions, std::size_t each, const mhqa::batch::reward_rule& rule) {
      const std::size_t n = questions * each;
      judge.score<float>(
          {.texts = {std::span{views}.last(n)}, .golds = std::span{golds}.first(questions), .per_question = each}, rule,
          {.f1 = std::span{f1}.first(n), .flags = std::span{flags}.first(n)});
    };
    score(3, 100, rewards::f1);
    const std::size_t before = mhqa_test::allocations_of_all();
    for (const auto& rule : rewards::all) {
      for (const std::size_t each : {1U, 2U, 33U, 100U, 7U, 64U}) {
        score(3, each, rule);
        score(1, each, rule);
      }
    }
    judge.score<float>({.texts = {dense_views}, .golds = golds, .per_question = 20}, rewards::f1,
                       {.f1 = std::span{f1}.first(60)});
    CHECK(mhqa_test::allocations_of_all() == before);
  }
}

TEST_CASE("reward: suspicious answers are flagged, and barred by rules that ask for it") {
  const std::vector<compiled_gold> golds = mhqa::batch::compile_answers(std::vector<std::string>{"Rome", "The"});
  std::string spam;
  for (int i = 0; i < 11; ++i) spam += "<answer>Rome</answer>";
  const std::string_view whole = "<answer>Rome</answer>";
  const texts views{whole, "<answer>Rome or Paris</answer>", spam, "<answer>\n</answer>", "Rome", "<answer> </answer>"};
  const std::vector<std::int32_t> gold_of{0, 0, 0, 0, 0, 1};
  const reward_batch batch{.texts = {views}, .golds = golds, .gold_of = gold_of};
  rewarder judge{2};
  std::vector<std::uint8_t> flags(views.size(), 9);
  std::vector<double> reward(views.size()), f1(views.size());
  using flag = mhqa::extraction_flag;

  judge.score<double>(batch, rewards::em, {.reward = reward, .flags = flags});
  CHECK(flags == std::vector<std::uint8_t>{0, flag::listed, flag::tag_spam, flag::empty, 0, flag::empty});
  CHECK(reward == std::vector<double>{1, 0, 1, 0, 0, 0});  // nothing is no answer, also to a gold that is nothing

  mhqa::batch::reward_rule strict = rewards::recall_f1;
  strict.extraction = mhqa::extractions::answer_tag;
  judge.score<double>(batch, strict, {.reward = reward, .f1 = f1});
  CHECK(reward == std::vector<double>{1, 0.5, 1, 0, 0, 0});
  strict.barred = flag::listed | flag::tag_spam | flag::empty;
  judge.score<double>(batch, strict, {.reward = reward, .f1 = f1});
  CHECK(reward == std::vector<double>{1, 0, 0, 0, 0, 0});
  CHECK(f1 == std::vector<double>{1, 0.5, 1, 0, 0, 0});  // the scores stay what they are
}

TEST_CASE("reward: bad input is refused before anything is scored") {
  const std::vector<compiled_gold> golds = mhqa::batch::compile_answers(answers);
  const texts three{"a", "b", "c"};
  rewarder judge{1};
  std::vector<float> reward(3, -1);
  const auto error = [&](const reward_batch& batch, std::size_t rows = 3) {
    return error_of([&] { judge.score<float>(batch, rewards::f1, {.reward = std::span{reward}.first(rows)}); });
  };
  const auto offsets_error = [&](std::vector<std::int64_t> offsets) {
    return error({.texts = {"abcdef", offsets}, .golds = golds});
  };
  CHECK(offsets_error({0, 2, 1, 3}) == "field \"offsets[2]\": expected an offset from 2 to 6, found 1");
  CHECK(offsets_error({0, 2, 3, 7}) == "field \"offsets[3]\": expected an offset from 3 to 6, found 7");
  CHECK(offsets_error({-1, 2, 3, 6}) == "field \"offsets[0]\": expected an offset from 0 to 6, found -1");
  CHECK(offsets_error({0, 1, 2, std::numeric_limits<std::int64_t>::max()}) ==
        "field \"offsets[3]\": expected an offset from 2 to 6, found 9223372036854775807");
  CHECK(error({.texts = {three}, .golds = std::span{golds}.first(2)}) ==
        "field \"golds\": expected the golds of 3 texts, 1 per question, found those of 2 questions");
  CHECK(error({.texts = {three}, .golds = golds, .per_question = 2}) ==
        "field \"golds\": expected the golds of 3 texts, 2 per question, found those of 3 questions");
  CHECK(error({.texts = {three}, .golds = golds, .per_question = 0}) == "field \"per_question\": expected at least 1");
  const std::vector<std::int32_t> negative{0, -1, 2}, beyond{0, 1, 3}, few{0};
  const std::vector<const compiled_gold*> pointers{&golds[0], &golds[1]};
  CHECK(error({.texts = {three}, .gold_at = pointers}) ==
        "field \"gold_at\": expected 3 pointers, one per text, and no other golds, found 2");
  CHECK(error({.texts = {three}, .golds = golds, .gold_at = pointers}).starts_with("field \"gold_at\""));
  CHECK(error({.texts = {three}, .golds = golds, .gold_of = negative}) ==
        "record 2, field \"gold_of\": expected a question index from 0, below 3, found -1");
  CHECK(error({.texts = {three}, .golds = golds, .gold_of = beyond}) ==
        "record 3, field \"gold_of\": expected a question index from 0, below 3, found 3");
  CHECK(error({.texts = {three}, .golds = golds, .gold_of = few}) ==
        "field \"gold_of\": expected 3 numbers, one per text, found 1");
  const texts longer{"a", "b", {"c", (std::size_t{1} << 31U) + 1}};
  CHECK(error({.texts = {longer}, .golds = golds}) ==
        "record 3, field \"texts\": expected a text of at most 2^31 bytes, found 2147483649");
  CHECK(error({.texts = {"abc", {}}, .golds = golds}) ==
        "field \"offsets\": expected one offset more than texts, found none");
  CHECK(error({.texts = {}, .golds = golds}) ==
        "field \"golds\": expected the golds of 0 texts, 1 per question, found those of 3 questions");
  CHECK(error({.texts = {three}}) ==
        "field \"golds\": expected the golds of 3 texts, 1 per question, found those of 0 questions");
  CHECK(error({.texts = {three}, .golds = golds}, 2) == "field \"reward\": expected a column of 3 elements, found 2");
  CHECK(reward == std::vector<float>(3, -1));
  const std::vector<std::vector<std::string_view>> without{{"a"}, {}};
  CHECK(error_of([&] { (void)mhqa::batch::compile_answers(without); }) ==
        "record 2: expected at least one gold answer");
  judge.score<float>({}, rewards::f1, {});  // no text: nothing happens
}
