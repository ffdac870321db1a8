// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa report dire: the card, how it is scored (report_score.cpp) and printed (report_print.cpp).
#pragma once

#include "bar_chart.hpp"
#include "dire_scores.hpp"

#include <mhqa/probe/artifact.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mhqa_command {

using scores_table = mhqa::dire::table<mhqa::scores>;

struct card_options {
  std::string input;
  std::vector<std::string> predictions;           // a file for each run
  std::vector<std::string> originals;             // none, or a file for each run
  std::vector<std::string> transformed;           // input, predictions
  std::vector<std::string> probe_of_transformed;  // input, predictions
  std::vector<std::string> trivial;               // input, predictions
  std::array<std::string, 3> artifacts{};         // predictions by enum artifact
  std::string dialect;
  std::string aliases;
  std::string svg;
  bool json = false;
};

/// A score and the part of it that a model reaches without connecting facts, over the same questions. `whole` is empty
/// if the undivided questions were not predicted.
struct card_part {
  scores_table whole{};
  scores_table disconnected{};
  std::uint64_t questions = 0;
  std::string notes;  // the questions that were left out
  std::string signature;
};

/// The scores of a control: a model with restricted input, or the trivial transform.
struct control_part {
  std::string name;
  scores_table means{};
  std::uint64_t questions = 0;
  std::uint64_t left_out = 0;
};

struct card {
  std::vector<card_part> runs;
  std::optional<card_part> transform;
  std::vector<control_part> controls;
};

[[nodiscard]] card score_card(const card_options& options);
void print_card(std::string& out, const card& c);
void print_card_json(std::string& out, const card& c);
[[nodiscard]] std::vector<bar_panel> panels_of(const card& c);

/// A number over the runs.
struct spread {
  double mean = 0, least = 0, most = 0;
};

/// Calls f(block's name, part -> scores of D, part -> scores of the probe) for each block. The first is null for runs
/// without predictions on the undivided questions.
template <class F>
void for_each_row(const card_part& part, F&& f) {
  for_each_block(part.disconnected, [&](std::string_view name, const mhqa::scores& disconnected) {
    const mhqa::scores* found = nullptr;
    for_each_block(part.whole, [&](std::string_view other, const mhqa::scores& whole) {
      if (name == other) found = &whole;
    });
    f(name, found, disconnected);
  });
}

}  // namespace mhqa_command
