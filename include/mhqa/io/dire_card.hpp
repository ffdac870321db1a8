// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The card of DiRe: how much of a model's score is disconnected reasoning, what models with less input reach, and the
// score with sufficiency on the transformed data set.
//   const dire_card found = score_dire_card({.input = "probe.json", .predictions = {"on_probe.jsonl"}});
#pragma once

#include <mhqa/datasets/dire.hpp>
#include <mhqa/io/datasets/2wikimultihopqa.hpp>
#include <mhqa/io/dire_evaluation.hpp>
#include <mhqa/metrics/dialect.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The scores of each block.
using dire_scores = mhqa::dire::table<scores>;

/// The files of a card.
struct dire_card_files {
  std::string input;
  std::vector<std::string> predictions;             ///< a file for each run
  std::vector<std::string> originals{};             ///< none, or a file for each run
  std::vector<std::string> transformed{};           ///< input, predictions
  std::vector<std::string> probe_of_transformed{};  ///< input, predictions
  std::vector<std::string> trivial{};               ///< input, predictions
  std::array<std::string, 3> artifacts{};           ///< predictions by enum artifact
  std::string dialect{};                            ///< empty: that of the data set
  std::string aliases{};                            ///< 2WikiMultihopQA's id_aliases.json; empty: without
};

/// A score and the part of it that a model reaches without connecting facts, over the same questions. `whole` is empty
/// if the undivided questions were not predicted.
struct dire_card_part {
  dire_scores whole{};
  dire_scores disconnected{};
  std::uint64_t questions = 0;
  std::string notes;  ///< the questions that were left out
  std::string signature;
};

/// The scores of a control: a model with restricted input, or the trivial transform.
struct dire_control {
  std::string name;
  dire_scores means{};
  std::uint64_t questions = 0;
  std::uint64_t left_out = 0;
};

/// How much of a model's score is disconnected reasoning, and how much models reach that see less.
struct dire_card {
  std::vector<dire_card_part> runs;
  std::optional<dire_card_part> transform;
  std::vector<dire_control> controls;
};

/// Calls f(block's name, part -> scores of D, part -> scores of the probe) for each block. The first is null for runs
/// without predictions on the undivided questions.
template <class F>
void for_each_row(const dire_card_part& part, F&& f) {
  for_each_block(part.disconnected, [&](std::string_view name, const scores& disconnected) {
    const scores* found = nullptr;
    for_each_block(part.whole, [&](std::string_view other, const scores& whole) {
      if (name == other) found = &whole;
    });
    f(name, found, disconnected);
  });
}

namespace detail {

using alias_file = std::optional<twowiki::aliases>;

}  // namespace detail

/// Scores the files of a card.
///
/// Shape:  one part for each run; the controls are scored beside the first
/// Errors: data_error if runs have different numbers of complete questions, if no question is complete in both files of
///         a pair, and as score_dire()
/// Source: DiRe (Trivedi et al. 2020), Eq. 7 to 10
[[nodiscard]] dire_card score_dire_card(const dire_card_files& options);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/dire_card.ipp>
#endif
