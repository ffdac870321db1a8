// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The trainers' own rewards: golden/rewards, made by running their functions unedited.
#include <mhqa/batch/published_rewards.hpp>

#include "support/effort.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using mhqa_test::json;
namespace batch = mhqa::batch;

namespace {

std::string text_of(const json& row, std::string_view key) {
  const json* const value = row.find(key);
  return value == nullptr ? std::string{} : value->string();
}

double number_of(const json& row, std::string_view key, double otherwise) {
  const json* const value = row.find(key);
  return value == nullptr ? otherwise : value->real();
}

bool flag_of(const json& row, std::string_view key) {
  const json* const value = row.find(key);
  return value == nullptr || value->boolean();
}

/// What differs between a golden row and the verdict on it; empty if nothing.
std::string difference(const batch::published_reward& reward, const json& row, batch::reward_memory& memory) {
  const std::string text = text_of(row, "text"), eos = text_of(row, "eos_token"), pad = text_of(row, "pad_token"),
                    observation = text_of(row, "observation");
  const std::vector<std::string> golds = row["gold"].strings();
  std::vector<std::string> turns;
  if (row.find("turns") != nullptr) turns = row["turns"].strings();
  const std::vector<std::string_view> turn_views{turns.begin(), turns.end()};
  const batch::reward_golds prepared = prepare_golds(reward.golds, golds);
  const batch::reward_options options{.eos_token = eos,
                                      .pad_token = pad,
                                      .structure = number_of(row, "structure_format_score", 0.2),
                                      .final_form = number_of(row, "final_format_score", 0.1),
                                      .retrieval = number_of(row, "retrieval_score", 0),
                                      .wrong = number_of(row, "format_score", 0),
                                      .refine = number_of(row, "refine_score", 0),
                                      .step_rewards = flag_of(row, "search_steps_reward"),
                                      .information_gain = flag_of(row, "information_gain"),
                                      .redundancy_penalty = flag_of(row, "redundancy_penalty"),
                                      .search_key_reward = flag_of(row, "search_key_reward")};
  const std::string prompt = text_of(row, "prompt");
  std::vector<std::string_view> supports;
  if (row.find("support_docs") != nullptr) {
    for (const json& support : row["support_docs"].items()) supports.push_back(support["paragraph_text"].string());
  }
  std::vector<std::vector<std::string_view>> keys;
  if (row.find("search_keys") != nullptr) {
    for (const json& group : row["search_keys"].items()) {
      keys.emplace_back();
      for (const json& key : group.items()) keys.back().push_back(key.string());
    }
  }
  batch::reward_input in{.text = text,
                         .options = options,
                         .golds = prepared,
                         .turns = turn_views,
                         .observation = observation,
                         .most_turns = static_cast<std::size_t>(number_of(row, "max_turns", 0)),
                         .prompt = prompt,
                         .supports = supports,
                         .search_keys = keys};
  in.all_numbers = false;
  const std::optional<double> alone = judge_generation(reward, in, memory).reward;
  in.all_numbers = true;
  const batch::reward_verdict verdict = judge_generation(reward, in, memory);
  if (alone != verdict.reward) return "the reward alone differs";
  const json& expected = row["expected"];
  if (expected.find("error") != nullptr) return verdict.error.empty() ? "raises" : "";
  if (!verdict.error.empty()) return "does not raise";
  for (const auto& [name, value] : expected.members()) {
    if (name == "step_scores") {
      if (value.items().size() != verdict.step_scores.size()) return "the number of steps differs";
      for (std::size_t i = 0; i < verdict.step_scores.size(); ++i) {
        if (!(std::abs(value[i].real() - verdict.step_scores[i]) <= 1e-12)) return "a step's score differs";
      }
      continue;
    }
    std::optional<double> found = verdict.reward;
    if (name != "reward") {
      const auto* const end = verdict.more.data() + verdict.more_count;
      const auto* const at =
          std::find_if(verdict.more.data(), end, [&name = name](const auto& one) { return one.name == name; });
      if (at == end) return name + " is missing";
      found = at->value;
    }
    if (found.has_value() != value.is<json::number>()) return name + " is defined or not";
    if (found && *found != value.real()) return name + " differs";  // to the bit
  }
  if (const json* extracted = row.find("extracted"); extracted != nullptr && extracted->string() != verdict.extracted) {
    return "the extracted answer differs";
  }
  return {};
}

}  // namespace

TEST_CASE("published_rewards: every number of 22 functions, to the bit; gains of steps to 1e-12") {
  batch::reward_memory memory;
  for (const batch::published_reward& reward : batch::published_rewards) {
    if (reward.program.find('@') == std::string_view::npos) continue;  // ours
    if (reward.messages) continue;                                     // rezero_reward_test.cpp
    if (reward.name == "search_r1_em_format_unweighted") continue;     // the function of the line above
    const auto file = mhqa_test::shared_data("golden/rewards/" + std::string{reward.name} + ".jsonl");
    if (!file) return;
    CAPTURE(reward.name);
    std::size_t rows = 0;
    for (const json& row : mhqa_test::load_jsonl(*file)) {
      CAPTURE(rows);
      CHECK(difference(reward, row, memory) == "");
      ++rows;
    }
    CHECK(rows == 150);
  }
}

TEST_CASE("published_rewards: names of programs and today's short names") {
  for (const batch::published_reward& reward : batch::published_rewards) {
    CHECK(batch::find_published_reward(reward.name) == &reward);
  }
  CHECK(batch::find_published_reward("verl")->name == "verl_search_r1_like");
  CHECK(batch::find_published_reward("search_r1")->name == "search_r1_em");
  CHECK(batch::find_published_reward("search_r1_format")->name == "search_r1_em_format");
  CHECK(batch::find_published_reward("nothing") == nullptr);
  CHECK_THROWS_WITH_AS(static_cast<void>(*batch::find_published_reward("nothing")),
                       doctest::Contains("unknown reward \"nothing\"; expected one of: r1_searcher_qwen_zero, "),
                       mhqa::data_error);
}

TEST_CASE("published_rewards: a reason for each verdict") {
  batch::reward_memory memory;
  const std::vector<std::string_view> golds{"Rome"};
  const batch::reward_options options{.eos_token = "<|im_end|>"};
  const auto why = [&](const char* name, std::string_view text) {
    const batch::published_reward& reward = *batch::find_published_reward(name);
    const batch::reward_golds prepared = prepare_golds(reward.golds, golds);
    return std::string{judge_generation(reward, {.text = text, .options = options, .golds = prepared}, memory).why};
  };
  CHECK(why("verl", "<answer>Rome</answer>") == "right");
  CHECK(why("verl", "<answer>Paris</answer>") == "wrong");
  CHECK(why("verl", "Rome") == "no_answer");
  CHECK(why("search_r1", "<answer>Rome</answer>") == "one_answer_only");
  CHECK(why("deepresearcher", "<think><answer>Rome</answer>") == "unbalanced_think");
  CHECK(why("research", "Assistant:<think></think><answer>\\boxed{Rome}</answer>") == "over_length");
  CHECK(why("recall", "<|im_start|>assistant\n<think></think><tool_call>{}</tool_call>\\boxed{x}<|im_end|>") ==
        "tool_call_fields");
  CHECK(why("rllm_search", "It is **Rome**") == "bold");
}

TEST_CASE("published_rewards: a megabyte of hostile tags takes linear time under every function") {
  batch::reward_memory memory;
  const std::vector<std::string_view> golds{"Rome"};
  const batch::reward_options options{.eos_token = "<|im_end|>", .pad_token = "<|endoftext|>"};
  for (const std::string_view piece :
       {"<", "<answer>", "<think>", "</think>\n<answer>", "<tool_call>{</tool_call>", "{", "```{", "\\boxed{",
        "<|im_start|>assistant\n<think></think>", "x <|im_end|>"}) {
    std::string text = "<|im_start|>assistant\n";
    while (text.size() < mhqa_test::large(1U << 20U)) text += piece;
    for (const batch::published_reward& reward : batch::published_rewards) {
      const batch::reward_golds prepared = prepare_golds(reward.golds, golds);
      const batch::reward_verdict verdict = judge_generation(
          reward, {.text = text, .options = options, .golds = prepared, .all_numbers = !reward.played}, memory);
      CHECK((verdict.reward.has_value() || !verdict.why.empty() || !verdict.error.empty()));
    }
  }
}

TEST_CASE(
    "published_rewards: DeepResearcher reads tags in any case, the Kelvin sign as a k, and gives a small answer") {
  batch::reward_memory memory;
  const batch::published_reward& reward = *batch::find_published_reward("deepresearcher");
  const std::vector<std::string_view> golds{"\xCE\x9F\xCE\x94\xCE\x9F\xCE\xA3 1"};
  const batch::reward_golds prepared = prepare_golds(reward.golds, golds);
  const batch::reward_options options{};
  for (const std::string_view text :
       {"<THINK></Think> <Answer> \xCE\x9F\xCE\x94\xCE\x9F\xCE\xA3 1 </ANSWER>",
        "<thin\xE2\x84\xAA></think> <Answer> \xCE\x9F\xCE\x94\xCE\x9F\xCE\xA3 1 </ANSWER>"}) {
    const batch::reward_verdict verdict =
        judge_generation(reward, {.text = text, .options = options, .golds = prepared}, memory);
    CHECK(verdict.reward == 1);
    CHECK(verdict.extracted == "\xCE\xBF\xCE\xB4\xCE\xBF\xCF\x82 1");  // with a final sigma
  }
}

TEST_CASE("published_rewards: the numbers that a function takes as arguments") {
  // verl: 10 for a right answer, a quarter of it among more than ten tags, 3 for a wrong one, 0 without an answer.
  batch::reward_memory memory;
  const std::vector<std::string> gold{"Rome"};
  batch::reward_options options;
  for (const batch::reward_argument& argument : batch::reward_arguments) {
    if (argument.name == "score") options.*argument.member = 10;
    if (argument.name == "format_score") options.*argument.member = 3;
    if (argument.name == "structure_format_score") options.*argument.member = 1;
  }
  std::string spam;
  for (int i = 0; i < 11; ++i) spam += "<answer>Rome</answer>";
  const auto reward = [&](std::string_view name, std::string_view text) {
    const batch::published_reward& one = *batch::find_published_reward(name);
    const batch::reward_golds golds = prepare_golds(one.golds, gold);
    return judge_generation(one, {.text = text, .options = options, .golds = golds}, memory).reward;
  };
  for (const std::string_view name : {"verl_search_r1_like", "skyrl_gym_search"}) {
    CAPTURE(name);
    CHECK(reward(name, "<answer>Rome</answer>") == 10);
    CHECK(reward(name, "<answer>Milan</answer>") == 3);
    CHECK(reward(name, "Rome") == 0);
  }
  CHECK(reward("verl", spam) == 2.5);
  CHECK(reward("search_r1_em", "<answer>x</answer><answer>Rome</answer>") == 10);
  CHECK(reward("search_r1_em", "<answer>Rome</answer>") == 0);
  CHECK(reward("search_r1_em_format", "<answer>x</answer><answer>Rome</answer>") == 9);  // right in a bad form
  // A function that takes no numbers does not read them.
  for (const batch::published_reward& one : batch::published_rewards) {
    if (one.arguments != 0 || one.played) continue;
    CAPTURE(one.name);
    const batch::reward_golds golds = prepare_golds(one.golds, gold);
    const batch::reward_options plain;
    const std::string_view text = "<answer>Rome</answer>";
    CHECK(judge_generation(one, {.text = text, .options = options, .golds = golds}, memory).reward ==
          judge_generation(one, {.text = text, .options = plain, .golds = golds}, memory).reward);
  }
}

TEST_CASE("published_rewards: a rule has one meaning, and says which numbers it takes without options") {
  CHECK(mhqa::batch::find_reward("recall") == nullptr);
  CHECK(batch::find_published_reward("recall")->program.starts_with("Agent-RL/ReCall"));
  CHECK(batch::find_published_reward("recall_f1") != nullptr);
  const batch::published_reward& scripted = *batch::find_published_reward("search_r1_em_format");
  const batch::published_reward& plain = *batch::find_published_reward("search_r1_em_format_unweighted");
  CHECK(signature_of(scripted).starts_with(
      "search_r1_em_format|program:PeterGriffinJin/Search-R1 verl/utils/reward_score/qa_em_format.py@a14dc3a|score:1|"
      "structure_format_score:0.2|final_format_score:0.1|retrieval_score:0|"));
  CHECK(signature_of(plain).find("|structure_format_score:0|final_format_score:0|") != std::string::npos);
  batch::reward_memory memory;
  const std::vector<std::string_view> golds{"Rome"};
  const batch::reward_options usual;
  const auto rewarded = [&](const batch::published_reward& reward, std::string_view text) {
    const batch::reward_golds prepared = prepare_golds(reward.golds, golds);
    return *judge_generation(reward, {.text = text, .options = usual, .golds = prepared}, memory).reward;
  };
  const std::string_view wrong = "<answer>a</answer><answer>Milan</answer>";
  CHECK(rewarded(scripted, wrong) == 0.1);
  CHECK(rewarded(plain, wrong) == 0);
  for (const batch::published_reward& one : batch::published_rewards) {
    const bool ours = one.name == "f1" || one.name == "em" || one.name == "recall_f1";
    CHECK((one.program.find('@') != std::string_view::npos) != ours);
  }
}

TEST_CASE("published_rewards: the simple rules judge as the batch's rules do, with boxes unwrapped") {
  batch::reward_memory memory;
  const std::vector<std::string_view> golds{"Los Angeles"};
  const batch::reward_options usual;
  const auto rewarded = [&](const char* name, std::string_view text) {
    const batch::published_reward& reward = *batch::find_published_reward(name);
    const batch::reward_golds prepared = prepare_golds(reward.golds, golds);
    return *judge_generation(reward, {.text = text, .options = usual, .golds = prepared}, memory).reward;
  };
  CHECK(rewarded("em", "<answer>\\boxed{\\text{Los Angeles}}</answer>") == 1);
  CHECK(rewarded("f1", "<answer>Los Angeles</answer><answer></answer>") == 1);
  CHECK(rewarded("recall_f1", "\\boxed{Milan}") == 0.1);
  CHECK(rewarded("recall_f1", "\\boxed{Los Angeles}") == 1);
}
