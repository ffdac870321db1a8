// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What `mhqa compose` is told: its stages' settings with the paper's values, as options.
#pragma once

#include <mhqa/compose/connection.hpp>
#include <mhqa/compose/limits.hpp>
#include <mhqa/compose/pairs.hpp>
#include <mhqa/compose/quality.hpp>
#include <mhqa/compose/split.hpp>
#include <mhqa/io/pool_file.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace mhqa_command {

/// The stages in order; `requests` ends inside `connection`, when the files for outside models are written.
inline constexpr std::array<std::string_view, 9> compose_stages{"pool",   "quality", "pairs", "requests", "connection",
                                                                "graphs", "wording", "split", "contexts"};

struct compose_settings {
  std::vector<std::string> pools;
  std::string out;
  std::uint64_t seed = 0;
  std::size_t threads = 0;
  std::string preset = "paper";
  std::string config;
  std::string until;
  bool resume = false;

  mhqa::quality_limits quality{};
  bool check_answers = true;  // S1 asks readers
  std::vector<std::string> quality_answers{};

  std::string entities{};
  std::vector<std::string> without_rules{};
  mhqa::pair_limits pairs{1000000, 10000, 0};

  mhqa::connection_limits connection{};
  bool connect = true;  // S3
  std::vector<std::string> connection_answers{};

  mhqa::composition_limits limits{};
  mhqa::shape_mix mix{};
  mhqa::composition_budget budget{};

  std::string wordings{};

  mhqa::split_options split{};
  std::string split_kind = "disjoint";

  std::size_t paragraphs = 20;
  std::string distractors = "positive";
  std::vector<std::string> corpus{};
};

/// Adds the options to the verb; the settings must outlive it.
void add_compose_options(CLI::App& verb, compose_settings& settings);

/// Puts the preset's lengths and uses where no option says otherwise, and the rules that are left out in their order.
///
/// Errors: data_error for options that cannot be together, or of which one would do nothing
void complete_settings(const CLI::App& verb, compose_settings& settings);

}  // namespace mhqa_command
