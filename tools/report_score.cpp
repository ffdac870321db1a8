// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa report dire: the scores of the card.
#include "report_card.hpp"

#include <mhqa/io/datasets/2wikimultihopqa.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa_command {
namespace {

namespace dire = mhqa::dire;

const mhqa::dialect* dialect_of(const card_options& options) {
  return options.dialect.empty() ? nullptr : &mhqa::find_or_throw<mhqa::dialect>(options.dialect);
}

/// Scores one question of a restricted model. Empty if its predictions are not complete.
std::optional<scores_table> score_artifact(mhqa::artifact kind, const mhqa::io::dire::instances& input,
                                           const mhqa::io::dire::predictions& said, const dire::question& of,
                                           dire::blocks wanted, mhqa::answer_scorer<>& scorer) {
  dire::question q{.id = of.id, .gold = of.gold};
  const auto rows = said.rows(of.id);
  auto& group = q.groups.emplace_back();
  for (std::size_t i = rows.size(); i > 0; --i) group.push_back(input.prediction(said[rows[i - 1]], said));
  if (kind != mhqa::artifact::one_fact) {
    if (dire::problem_of(dire::kind::original, q, wanted, dire::bound::none)) return std::nullopt;
    return dire::score(dire::kind::original, q, wanted, dire::bound::none, scorer);
  }
  const auto lacking = [](const dire::prediction& one) {
    return !one.answer || !one.confidence || std::isnan(*one.confidence);
  };
  if (group.empty() || std::any_of(group.begin(), group.end(), lacking)) return std::nullopt;
  using most_confident = mhqa::grouped<mhqa::answer_metric, mhqa::combine::highest_confidence>;
  return scores_table{.answer = most_confident{{&scorer}}(q.groups, q.gold)};
}

using alias_file = std::optional<mhqa::io::twowiki::aliases>;

mhqa::io::dire::instances open_instances(const card_options& options, const std::string& file, dire::kind which,
                                         const alias_file& aliases) {
  return {file, which, dialect_of(options), aliases ? &aliases->table() : nullptr};
}

/// Scores one run on D and its probe, and for the first run the restricted models.
card_part score_run(const card_options& options, const mhqa::io::dire::instances& input, std::size_t run,
                    std::vector<control_part>& controls) {
  const mhqa::io::dire::predictions predictions{options.predictions[run]};
  std::optional<mhqa::io::dire::predictions> originals;
  if (!options.originals.empty()) originals.emplace(options.originals[run]);
  std::vector<std::optional<mhqa::io::dire::predictions>> restricted(options.artifacts.size());
  std::vector<dire::totals> restricted_totals(options.artifacts.size());
  std::vector<dire::blocks> restricted_blocks(options.artifacts.size());
  for (std::size_t i = 0; i < restricted.size(); ++i) {
    if (options.artifacts[i].empty() || run != 0) continue;
    restricted[i].emplace(options.artifacts[i]);
    restricted_blocks[i] = input.scored(restricted[i]->has());
  }
  mhqa::answer_scorer scorer{input.rules()};
  dire::totals whole;
  const dire::bound by = originals ? dire::bound::each : dire::bound::none;
  const dire_result result = score_dire(
      input, predictions, originals ? &*originals : nullptr, by,
      [&](const dire::question& q, const scores_table& probed) {
        if (q.original) {
          const dire::question undivided{.id = q.id, .gold = q.gold, .groups = {{*q.original}}};
          const dire::blocks wanted{probed.answer.has_value(), probed.paragraphs.has_value(),
                                    probed.sentences.has_value()};
          whole.add(dire::score(dire::kind::original, undivided, wanted, dire::bound::none, scorer));
        }
        for (std::size_t i = 0; i < restricted.size(); ++i) {
          if (!restricted[i]) continue;
          const auto kind = static_cast<mhqa::artifact>(i);
          if (const auto one = score_artifact(kind, input, *restricted[i], q, restricted_blocks[i], scorer)) {
            restricted_totals[i].add(*one);
          }
        }
      });
  for (std::size_t i = 0; i < restricted.size(); ++i) {
    if (!restricted[i]) continue;
    const auto n = restricted_totals[i].questions;
    if (n == 0) {
      mhqa::throw_data_error({.file = options.artifacts[i]},
                             "expected predictions on the questions of " + options.input);
    }
    controls.push_back({std::string{to_string(static_cast<mhqa::artifact>(i))}, restricted_totals[i].means(), n,
                        result.totals.questions - n});
  }
  card_part part{originals ? whole.means() : scores_table{}, result.totals.means(), result.totals.questions, {}, {}};
  append_left_out(part.notes, result);
  part.signature = dire_signature(result, dire::kind::probe, by);
  return part;
}

card_part score_transform(const card_options& options, const alias_file& aliases) {
  const auto evaluate = [&](const std::vector<std::string>& files, dire::kind which, auto&& f) {
    const mhqa::io::dire::instances input = open_instances(options, files[0], which, aliases);
    const mhqa::io::dire::predictions predictions{files[1]};
    return score_dire(input, predictions, nullptr, dire::bound::none,
                      [&](const dire::question& q, const scores_table& table) { f(q.id, table); });
  };
  std::map<std::string, scores_table, std::less<>> whole_of;
  card_part part;
  const dire_result all = evaluate(options.transformed, dire::kind::transformed,
                                   [&](std::string_view id, const scores_table& t) { whole_of.emplace(id, t); });
  append_left_out(part.notes, all);
  dire::totals whole, disconnected;
  std::uint64_t unmatched = 0;
  const dire_result probed = evaluate(options.probe_of_transformed, dire::kind::probe_of_transformed,
                                      [&](std::string_view id, const scores_table& t) {
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
    mhqa::throw_data_error({.file = options.probe_of_transformed[0]},
                           "no question is complete here and in " + options.transformed[0]);
  }
  part.whole = whole.means();
  part.disconnected = disconnected.means();
  part.questions = whole.questions;
  part.signature = dire_signature(probed, dire::kind::probe_of_transformed, dire::bound::none);
  return part;
}

control_part score_trivial(const card_options& options, const alias_file& aliases) {
  const mhqa::io::dire::instances input = open_instances(options, options.trivial[0], dire::kind::trivial, aliases);
  const mhqa::io::dire::predictions predictions{options.trivial[1]};
  const dire_result result =
      score_dire(input, predictions, nullptr, dire::bound::none, [](const dire::question&, const scores_table&) {});
  std::uint64_t left_out = 0;
  for (const std::uint64_t count : result.totals.left_out) left_out += count;
  return {"trivial", result.totals.means(), result.totals.questions, left_out};
}

}  // namespace

card score_card(const card_options& options) {
  card c;
  alias_file aliases;
  if (!options.aliases.empty()) aliases.emplace(options.aliases);
  const mhqa::io::dire::instances input = open_instances(options, options.input, dire::kind::probe, aliases);
  for (std::size_t run = 0; run < options.predictions.size(); ++run) {
    c.runs.push_back(score_run(options, input, run, c.controls));
    if (c.runs.back().questions != c.runs.front().questions) {
      mhqa::throw_data_error({.file = options.predictions[run]},
                             "expected " + std::to_string(c.runs.front().questions) +
                                 " complete questions as in the first run, found " +
                                 std::to_string(c.runs.back().questions),
                             mhqa::errc::mismatch);
    }
  }
  if (!options.trivial.empty()) c.controls.push_back(score_trivial(options, aliases));
  if (!options.transformed.empty()) c.transform = score_transform(options, aliases);
  return c;
}

}  // namespace mhqa_command
