// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rewards exactly as the trainers' own functions compute them, by program name. A published_reward is a name, a
// preparation of golds, and a judge; batch/published_rewards.hpp lists all.
#pragma once

#include <mhqa/batch/reward_golds.hpp>
#include <mhqa/metrics/published.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::batch {

/// Values from a trainer's configuration.
struct reward_options {
  static constexpr double of_rule =
      std::numeric_limits<double>::quiet_NaN();  ///< the rule's own: published_reward::usual

  std::string_view eos_token{};
  std::string_view pad_token{};
  double structure = of_rule;      ///< Search-R1's structure_format_score
  double final_form = of_rule;     ///< its final_format_score
  double retrieval = 0;            ///< its retrieval_score
  double right = 1;                ///< score of a right answer, in Search-R1's functions and those after them
  double wrong = 0;                ///< their format_score, of a wrong answer; AutoRefine's, of one in a valid form
  double refine = 0;               ///< AutoRefine's refine_score
  bool step_rewards = true;        ///< StepSearch's search_steps_reward: both of the next two need it
  bool information_gain = true;    ///< its information_gain
  bool redundancy_penalty = true;  ///< its redundancy_penalty
  bool search_key_reward = true;   ///< its search_key_reward
};

/// A number that programs take as an argument of their function.
struct reward_argument {
  std::string_view name;
  double reward_options::*member;
};

/// Every such argument. Bit i of published_reward::arguments says that a program takes argument i.
inline constexpr std::array reward_arguments{
    reward_argument{"score", &reward_options::right},
    reward_argument{"format_score", &reward_options::wrong},
    reward_argument{"structure_format_score", &reward_options::structure},
    reward_argument{"final_format_score", &reward_options::final_form},
    reward_argument{"retrieval_score", &reward_options::retrieval},
    reward_argument{"refine_score", &reward_options::refine},
};

/// A message of a chat.
struct reward_message {
  std::string_view role{}, content{};
};

/// One generation; copies nothing.
struct reward_input {
  std::string_view text{};  ///< prompt and response, or the program's input
  const reward_options& options;
  const reward_golds& golds;
  bool all_numbers = true;                    ///< false: computes only the reward
  std::span<const std::string_view> turns{};  ///< SkyRL-gym's environment: the actions, instead of a text
  std::string_view observation{};
  std::size_t most_turns = 0;
  std::string_view prompt{};                     ///< AutoRefine's, which decides whether it wants <refine>
  std::span<const std::string_view> supports{};  ///< StepSearch's support_docs: their paragraph_text
  std::span<const std::vector<std::string_view>> search_keys{};  ///< StepSearch's: expressions for each search
  bool no_text = false;                        ///< the program got None in place of a text; `text` is empty
  std::span<const reward_message> messages{};  ///< ReZero's: the chat, instead of a text
  std::optional<std::string_view> chunk{};     ///< ReZero's chunk_content: the text to find; empty: not given
  bool chunk_in_all = false;                   ///< its supporting_paragraphs: `chunk` is the last one, if there is any
  std::optional<bool> correct{};               ///< ReZero's: a model's verdict on the answer; empty: none
};

/// The result for one generation.
struct reward_verdict {
  std::optional<double> reward;            ///< empty if the program raises for this number
  std::string_view extracted{};            ///< the answer; a view of the input or of the thread's memory
  bool found = false;                      ///< an answer was extracted
  std::string_view why{};                  ///< a named reason
  std::string error{};                     ///< why the program raises for the whole row
  std::array<published_number, 8> more{};  ///< the program's other numbers
  std::size_t more_count = 0;
  std::vector<double> step_scores{};  ///< StepSearch: one for each search with documents

  void add(std::string_view name, double value) { more[more_count++] = {name, value}; }
  void add_undefined(std::string_view name) { more[more_count++] = {name, std::nullopt}; }
};

/// What a program does with None in place of a text.
enum class none_text {
  raises,
  zero,   ///< every number is 0
  empty,  ///< as with an empty text
};

/// What a program reads of the prompt before the response.
enum class prompt_use : std::uint8_t {
  none,
  read,   ///< it counts the prompt's tags, or looks for the template of the chat before the response
  turns,  ///< it reads the turns of the chat, each with its end
};

/// A published reward function.
struct published_reward {
  std::string_view name;
  std::string_view program;  ///< its repository and file, @ the commit that is followed
  gold_preparation golds;
  void (*judge)(const reward_input& in, reward_memory& memory, reward_verdict& out);
  bool single_gold = false;  ///< takes only one gold answer
  bool played = false;       ///< takes turns or messages instead of a text
  bool messages = false;     ///< takes messages; golds are not read
  none_text none = none_text::raises;
  std::uint8_t arguments = 0;  ///< bits of reward_arguments that the function takes
  prompt_use prompt = prompt_use::none;
  bool steps = false;      ///< also scores each step
  reward_options usual{};  ///< the numbers that it takes where the caller names none
};

}  // namespace mhqa::inline v0_1::batch
