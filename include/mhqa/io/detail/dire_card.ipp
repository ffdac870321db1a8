// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of dire_card.hpp.
#pragma once

#include <mhqa/io/dire_card.hpp>

#include <mhqa/error.hpp>
#include <mhqa/find.hpp>
#include <mhqa/io/datasets/dire_questions.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/group_metrics.hpp>
#include <mhqa/metrics/group_policies.hpp>
#include <mhqa/metrics/grouped.hpp>
#include <mhqa/probe/artifact.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>

namespace mhqa::inline v0_1::io {
namespace detail {

inline const dialect* dire_dialect_of(const dire_card_files& options) {
  return options.dialect.empty() ? nullptr : &find_or_throw<dialect>(options.dialect);
}

[[nodiscard]] inline dire::instances open_instances(const dire_card_files& options, const std::string& file,
                                                    mhqa::dire::kind which, const alias_file& aliases) {
  return {file, which, dire_dialect_of(options), aliases ? &aliases->table() : nullptr};
}

/// Scores one question of a restricted model. Empty if its predictions are not complete.
inline std::optional<dire_scores> score_dire_artifact(artifact kind, const dire::instances& input,
                                                      const dire::predictions& said, const mhqa::dire::question& of,
                                                      mhqa::dire::blocks wanted, answer_scorer<>& scorer) {
  mhqa::dire::question q{.id = of.id, .gold = of.gold};
  const auto rows = said.rows(of.id);
  auto& group = q.groups.emplace_back();
  for (std::size_t i = rows.size(); i > 0; --i) {
    const dire::prediction_line& line = said[rows[i - 1]];
    if (line.group.value_or(0) == 0) group.push_back(input.prediction(line, said));  // not of MuSiQue-Full's twin
  }
  if (kind != artifact::one_fact) {
    if (mhqa::dire::problem_of(mhqa::dire::kind::original, q, wanted, mhqa::dire::bound::none)) return std::nullopt;
    return mhqa::dire::score(mhqa::dire::kind::original, q, wanted, mhqa::dire::bound::none, scorer);
  }
  const auto lacking = [](const mhqa::dire::prediction& one) {
    return !one.answer || !one.confidence || std::isnan(*one.confidence);
  };
  if (group.empty() || std::any_of(group.begin(), group.end(), lacking)) return std::nullopt;
  using most_confident = grouped<answer_metric, combine::highest_confidence>;
  return dire_scores{.answer = most_confident{{&scorer}}(q.groups, q.gold)};
}

/// Scores one run on D and its probe, and for the first run the restricted models.
inline dire_card_part score_dire_run(const dire_card_files& options, const dire::instances& input, std::size_t run,
                                     std::vector<dire_control>& controls) {
  const dire::predictions predictions{options.predictions[run]};
  std::optional<dire::predictions> originals{};
  if (!options.originals.empty()) originals.emplace(options.originals[run]);
  std::vector<std::optional<dire::predictions>> restricted(options.artifacts.size());
  std::vector<mhqa::dire::totals> restricted_totals(options.artifacts.size());
  std::vector<mhqa::dire::blocks> restricted_blocks(options.artifacts.size());
  for (std::size_t i = 0; i < restricted.size(); ++i) {
    if (options.artifacts[i].empty() || run != 0) continue;
    restricted[i].emplace(options.artifacts[i]);
    restricted_blocks[i] = input.scored(restricted[i]->has());
  }
  answer_scorer scorer{input.rules()};
  mhqa::dire::totals whole;
  const mhqa::dire::bound by = originals ? mhqa::dire::bound::each : mhqa::dire::bound::none;
  const dire_result result = score_dire(
      input, predictions, originals ? &*originals : nullptr, by,
      [&](const mhqa::dire::question& q, const dire_scores& probed) {
        if (q.original) {
          const mhqa::dire::question undivided{.id = q.id, .gold = q.gold, .groups = {{*q.original}}};
          const mhqa::dire::blocks wanted{probed.answer.has_value(), probed.paragraphs.has_value(),
                                          probed.sentences.has_value()};
          whole.add(mhqa::dire::score(mhqa::dire::kind::original, undivided, wanted, mhqa::dire::bound::none, scorer));
        }
        for (std::size_t i = 0; i < restricted.size(); ++i) {
          if (!restricted[i]) continue;
          const auto kind = static_cast<artifact>(i);
          if (const auto one = score_dire_artifact(kind, input, *restricted[i], q, restricted_blocks[i], scorer)) {
            restricted_totals[i].add(*one);
          }
        }
      });
  for (std::size_t i = 0; i < restricted.size(); ++i) {
    if (!restricted[i]) continue;
    const auto n = restricted_totals[i].questions;
    if (n == 0) {
      throw_data_error({.file = options.artifacts[i]}, "expected predictions on the questions of " + options.input);
    }
    controls.push_back({std::string{to_string(static_cast<artifact>(i))}, restricted_totals[i].means(), n,
                        result.totals.questions - n});
  }
  dire_card_part part{
      originals ? whole.means() : dire_scores{}, result.totals.means(), result.totals.questions, {}, {}};
  append_left_out(part.notes, result);
  part.signature = dire_signature(result, mhqa::dire::kind::probe, by);
  return part;
}

inline dire_card_part score_dire_transform(const dire_card_files& options, const alias_file& aliases) {
  const auto evaluate = [&](const std::vector<std::string>& files, mhqa::dire::kind which, auto&& f) {
    const dire::instances input = open_instances(options, files[0], which, aliases);
    const dire::predictions predictions{files[1]};
    return score_dire(input, predictions, nullptr, mhqa::dire::bound::none,
                      [&](const mhqa::dire::question& q, const dire_scores& table) { f(q.id, table); });
  };
  std::map<std::string, dire_scores, std::less<>> whole_of;
  dire_card_part part;
  const dire_result all = evaluate(options.transformed, mhqa::dire::kind::transformed,
                                   [&](std::string_view id, const dire_scores& t) { whole_of.emplace(id, t); });
  append_left_out(part.notes, all);
  mhqa::dire::totals whole, disconnected;
  std::uint64_t unmatched = 0;
  const dire_result probed = evaluate(options.probe_of_transformed, mhqa::dire::kind::probe_of_transformed,
                                      [&](std::string_view id, const dire_scores& t) {
                                        const auto at = whole_of.find(id);
                                        if (at == whole_of.end()) {
                                          ++unmatched;
                                          return;
                                        }
                                        whole.add(at->second);
                                        disconnected.add(t);
                                      });
  append_left_out(part.notes, probed);
  if (const std::uint64_t lone = unmatched + whole_of.size() - whole.questions; lone != 0) {
    part.notes += std::to_string(lone) + " questions left out: complete in only one of the two files\n";
  }
  if (whole.questions == 0) {
    throw_data_error({.file = options.probe_of_transformed[0]},
                     "no question is complete here and in " + options.transformed[0]);
  }
  part.whole = whole.means();
  part.disconnected = disconnected.means();
  part.questions = whole.questions;
  part.signature = dire_signature(probed, mhqa::dire::kind::probe_of_transformed, mhqa::dire::bound::none);
  return part;
}

inline dire_control score_dire_trivial(const dire_card_files& options, const alias_file& aliases) {
  const dire::instances input = open_instances(options, options.trivial[0], mhqa::dire::kind::trivial, aliases);
  const dire::predictions predictions{options.trivial[1]};
  const dire_result result = score_dire(input, predictions, nullptr, mhqa::dire::bound::none,
                                        [](const mhqa::dire::question&, const dire_scores&) {});
  std::uint64_t left_out = 0;
  for (const std::uint64_t count : result.totals.left_out) left_out += count;
  return {"trivial", result.totals.means(), result.totals.questions, left_out};
}

}  // namespace detail

MHQA_INLINE dire_card score_dire_card(const dire_card_files& options) {
  dire_card c;
  detail::alias_file aliases;
  if (!options.aliases.empty()) aliases.emplace(options.aliases);
  const dire::instances input = detail::open_instances(options, options.input, mhqa::dire::kind::probe, aliases);
  for (std::size_t run = 0; run < options.predictions.size(); ++run) {
    c.runs.push_back(detail::score_dire_run(options, input, run, c.controls));
    if (c.runs.back().questions != c.runs.front().questions) {
      throw_data_error({.file = options.predictions[run]},
                       "expected " + std::to_string(c.runs.front().questions) +
                           " complete questions as in the first run, found " + std::to_string(c.runs.back().questions),
                       errc::mismatch);
    }
  }
  if (!options.trivial.empty()) c.controls.push_back(detail::score_dire_trivial(options, aliases));
  if (!options.transformed.empty()) c.transform = detail::score_dire_transform(options, aliases);
  return c;
}

}  // namespace mhqa::inline v0_1::io
