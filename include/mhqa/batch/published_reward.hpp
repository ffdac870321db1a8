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
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {
namespace batch {

/// Values from a trainer's configuration.
struct reward_options {
  std::string_view eos_token{};
  std::string_view pad_token{};
  double structure = 0.2;   ///< Search-R1's structure_format_score
  double final_form = 0.1;  ///< its final_format_score
  double retrieval = 0;     ///< its retrieval_score
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
  bool no_text = false;  ///< the program got None in place of a text; `text` is empty
};

/// The result for one generation.
struct reward_verdict {
  std::optional<double> reward;            ///< empty if the program raises for this number
  std::string_view extracted{};            ///< the answer; a view of the input or of the thread's memory
  bool found = false;                      ///< an answer was extracted
  std::string_view why{};                  ///< a named reason
  std::string error{};                     ///< why the program raises for the whole row
  std::array<published_number, 6> more{};  ///< the program's other numbers
  std::size_t more_count = 0;

  void add(std::string_view name, double value) { more[more_count++] = {name, value}; }
  void add_undefined(std::string_view name) { more[more_count++] = {name, std::nullopt}; }
};

/// What a program does with None in place of a text.
enum class none_text {
  raises,
  zero,   ///< every number is 0
  empty,  ///< as with an empty text
};

/// A published reward function.
struct published_reward {
  std::string_view name;
  std::string_view program;  ///< its repository and file
  gold_preparation golds;
  void (*judge)(const reward_input& in, reward_memory& memory, reward_verdict& out);
  bool single_gold = false;  ///< takes only one gold answer
  bool played = false;       ///< takes turns instead of a text
  none_text none = none_text::raises;
};

}  // namespace batch
}  // namespace v0_1
}  // namespace mhqa
