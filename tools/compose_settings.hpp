// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The settings of `mhqa compose`: the pipeline's options, and the files and folders of a run.
#pragma once

#include "options.hpp"

#include <mhqa/compose/composed.hpp>
#include <mhqa/compose/stage.hpp>
#include <mhqa/io/stages.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {

/// The stages in order; `entities` and `requests` end when the files for outside models are written.
inline constexpr std::array<std::string_view, 10> compose_stages{
    "pool", "quality", "entities", "pairs", "requests", "connection", "graphs", "wording", "split", "contexts"};

struct compose_settings {
  mhqa::compose_options options{};

  std::vector<std::string> pools{};
  std::string out{};
  std::size_t threads = 0;
  std::string preset = "paper";
  std::string config{};
  std::string until{};
  bool resume = false;

  std::vector<std::string> quality_answers{};
  std::string entities{};
  std::vector<std::string> connection_answers{};
  std::vector<std::string> wordings{};
  std::string split_kind = "disjoint";
  std::string distractors = "positive";
  std::vector<std::string> corpus{};
};

/// Returns the names of the rules of S2, in their order.
[[nodiscard]] std::vector<std::string> pair_rule_names();

/// Adds the options to the verb; the settings must outlive it.
void add_compose_options(const arguments& verb, compose_settings& settings);

/// Applies the preset where no option overrides it, and translates names into the pipeline's options.
///
/// Errors: data_error for options that exclude each other, or that would have no effect
void complete_settings(const arguments& verb, compose_settings& settings);

/// Checks before any work that all inputs can be read and that no output would overwrite one.
///
/// Errors: data_error with the file
void check_inputs(const compose_settings& settings);

/// Describes the stages of a run and, if it is complete, the questions by shape and part.
[[nodiscard]] std::string describe_run(const compose_settings& settings, std::span<const mhqa::io::stage_report> stages,
                                       std::span<const mhqa::made_question> questions);

}  // namespace mhqa_command
