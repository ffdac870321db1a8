// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa reward: a filter from lines {"text", "gold", …} to lines {"reward", "extracted", "why", …}.
#include "command.hpp"
#include "options.hpp"
#include "reward_lines.hpp"

#include <mhqa/batch/published_rewards.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace mhqa_command {
namespace {

int run(const mhqa::batch::published_reward& reward, const std::string& input) {
  generation_line current;
  mhqa::batch::reward_memory memory;
  return filter_lines(input, [&](mhqa::io::json_value line, std::string& text) {
    read(line, reward, current);
    const mhqa::batch::reward_golds golds = mhqa::batch::prepare_golds(reward.golds, current.golds.texts);
    const mhqa::batch::reward_verdict verdict = judge_generation(reward,
                                                                 {.text = current.text,
                                                                  .options = current.options,
                                                                  .golds = golds,
                                                                  .turns = current.turns,
                                                                  .observation = current.observation,
                                                                  .most_turns = current.most_turns,
                                                                  .prompt = current.prompt,
                                                                  .supports = current.supports,
                                                                  .search_keys = current.search_keys,
                                                                  .no_text = current.no_text,
                                                                  .messages = current.messages,
                                                                  .chunk = current.chunk,
                                                                  .chunk_in_all = current.chunk_in_all,
                                                                  .correct = current.correct},
                                                                 memory);
    if (!verdict.error.empty()) line.context().fail(verdict.error);
    append_line(text, verdict, reward.steps);
  });
}

std::string known_rules(std::string_view separator) {
  std::string out;
  for (const mhqa::batch::published_reward& one : mhqa::batch::published_rewards) {
    out.append(out.empty() ? "" : separator).append(one.name);
  }
  return out;
}

}  // namespace

void add_reward(const arguments& app, int& status) {
  struct options {
    std::string rule;
    std::string input = "-";
    bool signature = false;
  };
  const auto chosen = std::make_shared<options>();
  const arguments verb =
      app.add_subcommand("reward", "Compute rewards of generations as trainers do, one line out for each line in");
  verb->add_option(
      "input", chosen->input,
      "Lines {\"text\": string, \"gold\": string, [string, ...] or {\"target\": ...}}; - is standard input");
  verb->add_option("--rule", chosen->rule, "Trainer whose reward function to compute")
      ->required()
      ->check(named_check{[](std::string& name) {
                            if (mhqa::batch::find_published_reward(name) != nullptr) return std::string{};
                            return "expected one of: " + known_rules(", ") + "; found \"" + name + "\"";
                          },
                          known_rules("|")});
  verb->add_flag("--signature", chosen->signature, "Print the rule's program, commit and weights, and exit");
  verb->footer(
      "Example:\n"
      "  echo '{\"text\": \"<answer> Rome </answer>\", \"gold\": [\"Rome\"]}' | mhqa reward --rule "
      "verl_search_r1_like\n"
      "search_r1, search_r1_format and verl are short names of search_r1_em, search_r1_em_format and "
      "verl_search_r1_like.\n"
      "Further fields where the function reads them: eos_token, pad_token, score, format_score, "
      "structure_format_score,\n"
      "final_format_score, retrieval_score (search_r1_em_format: 0.2, 0.1 and 0 as in the training script;\n"
      "search_r1_em_format_unweighted: 0, the function's own defaults);\n"
      "stepsearch takes support_docs, search_keys and the trainer's switches search_steps_reward,\n"
      "information_gain, redundancy_penalty, search_key_reward, and gives step_scores; autorefine takes prompt,\n"
      "format_score and refine_score; skyrl_gym_search_env takes turns, observation and max_turns instead of text;\n"
      "rezero takes messages, chunk_content or supporting_paragraphs and correct (a model's verdict, true or false).\n"
      "Each output line has reward, extracted (null: no answer), why (a named reason) and the function's other "
      "numbers;\n"
      "a number on which it raises is null. A line that cannot be read, or on which it raises at once, gives\n"
      "{\"error\": ...} and exit status 2 at the end.");
  verb->callback([chosen, &status] {
    const mhqa::batch::published_reward& rule = *mhqa::batch::find_published_reward(chosen->rule);
    if (chosen->signature) return print(mhqa::batch::signature_of(rule) + "\n");
    status = run(rule, chosen->input);
  });
}

}  // namespace mhqa_command
