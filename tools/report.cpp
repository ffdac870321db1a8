// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa report dire: one card of how much of a model's score is disconnected reasoning, as text, JSON and SVG.
#include "bar_chart.hpp"
#include "command.hpp"
#include "dire_scores.hpp"

#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/probe/artifact.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa_command {
namespace {

namespace dire = mhqa::dire;
using scores_table = dire::table<mhqa::scores>;

struct card_options {
  std::string input;
  std::string predictions;
  std::string originals;
  std::vector<std::string> transformed;           // input, predictions
  std::vector<std::string> probe_of_transformed;  // input, predictions
  std::array<std::string, 3> artifacts{};         // predictions by enum artifact
  std::string svg;
  bool json = false;
};

/// A score and how much of it a model reaches without connecting facts, over the same questions.
struct card_part {
  scores_table whole{};
  scores_table disconnected{};
  std::uint64_t questions = 0;
  std::string notes;  // what was left out
};

/// The scores of a model that saw less, over the questions of the card.
struct artifact_part {
  mhqa::artifact kind{};
  scores_table means{};
  std::uint64_t questions = 0;
  std::uint64_t left_out = 0;
};

struct card {
  card_part data;
  std::optional<card_part> transform;
  std::vector<artifact_part> artifacts;
};

/// Scores one question of a restricted model; nothing where its predictions are not complete.
std::optional<scores_table> score_artifact(mhqa::artifact kind, const mhqa::io::dire::predictions& said,
                                           const dire::question& of, dire::blocks wanted,
                                           mhqa::answer_scorer<>& scorer) {
  dire::question q{.id = of.id, .gold = of.gold};
  const auto rows = said.rows(of.id);
  auto& group = q.groups.emplace_back();
  for (std::size_t i = rows.size(); i > 0; --i) group.push_back(said[rows[i - 1]].said);
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

card_part score_data(const card_options& options, std::vector<artifact_part>& artifacts) {
  const mhqa::io::dire::instances input{options.input, dire::kind::probe};
  const mhqa::io::dire::predictions predictions{options.predictions};
  const mhqa::io::dire::predictions originals{options.originals};
  std::vector<std::optional<mhqa::io::dire::predictions>> restricted(options.artifacts.size());
  std::vector<dire::totals> restricted_totals(options.artifacts.size());
  std::vector<dire::blocks> restricted_blocks(options.artifacts.size());
  for (std::size_t i = 0; i < restricted.size(); ++i) {
    if (options.artifacts[i].empty()) continue;
    restricted[i].emplace(options.artifacts[i]);
    restricted_blocks[i] = input.scored(restricted[i]->has());
  }

  mhqa::answer_scorer scorer{mhqa::dialects::hotpotqa};
  dire::totals whole;
  const dire_result result = score_dire(
      input, predictions, &originals, dire::bound::each, [&](const dire::question& q, const scores_table& probed) {
        const dire::question undivided{.id = q.id, .gold = q.gold, .groups = {{*q.original}}};
        const dire::blocks wanted{probed.answer.has_value(), probed.paragraphs.has_value(),
                                  probed.sentences.has_value()};
        whole.add(dire::score(dire::kind::original, undivided, wanted, dire::bound::none, scorer));
        for (std::size_t i = 0; i < restricted.size(); ++i) {
          if (!restricted[i]) continue;
          const auto kind = static_cast<mhqa::artifact>(i);
          if (const auto one = score_artifact(kind, *restricted[i], q, restricted_blocks[i], scorer)) {
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
    artifacts.push_back({static_cast<mhqa::artifact>(i), restricted_totals[i].means(), n, result.totals.questions - n});
  }
  card_part part{whole.means(), result.totals.means(), result.totals.questions, {}};
  append_left_out(part.notes, result);
  return part;
}

card_part score_transform(const card_options& options) {
  const auto evaluate = [](const std::vector<std::string>& files, dire::kind which, auto&& f) {
    const mhqa::io::dire::instances input{files[0], which};
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
    part.notes += std::to_string(lone) + " questions left out: complete in one of the two files alone\n";
  }
  if (whole.questions == 0) {
    mhqa::throw_data_error({.file = options.probe_of_transformed[0]},
                           "no question is complete here and in " + options.transformed[0]);
  }
  part.whole = whole.means();
  part.disconnected = disconnected.means();
  part.questions = whole.questions;
  return part;
}

/// Calls f(block's name, whole, disconnected) for the blocks that both have.
template <class F>
void for_each_row(const card_part& part, F&& f) {
  for_each_block(part.whole, [&](std::string_view name, const mhqa::scores& whole) {
    for_each_block(part.disconnected, [&](std::string_view other, const mhqa::scores& disconnected) {
      if (name == other) f(name, whole, disconnected);
    });
  });
}

void print_part(std::string& out, std::string_view title, const card_part& part) {
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "{}, {} questions, percent\n\n", title, part.questions);
  fmt::format_to(to, "{:<28}  {:>26}  {:>26}\n", "", "F1", "EM");
  fmt::format_to(to, "{:<28}", "");
  for (int i = 0; i < 2; ++i) fmt::format_to(to, "  {:>6}{:>10}{:>10}", "score", "disconn.", "connected");
  out += '\n';
  for_each_row(part, [&](std::string_view name, const mhqa::scores& whole, const mhqa::scores& disconnected) {
    fmt::format_to(to, "{:<28}", name);
    for (const auto number : {&mhqa::scores::f1, &mhqa::scores::em}) {
      const double all = 100 * whole.*number, alone = 100 * disconnected.*number;
      fmt::format_to(to, "  {:>6.1f}{:>10.1f}{:>10.1f}", all, alone, all - alone);
    }
    out += '\n';
  });
  if (!part.notes.empty()) out += '\n' + part.notes;
}

void print_card(std::string& out, const card& c) {
  print_part(out, "D: the score, and what of it is left on the probe (Eq. 7)", c.data);
  if (!c.artifacts.empty()) {
    out += "\nModels that see less than they need, percent\n\n";
    fmt::format_to(std::back_inserter(out), "{:<16}{:<28}  {:>6}{:>8}{:>11}{:>10}\n", "", "", "F1", "EM", "questions",
                   "left out");
    const auto rows = [&](std::string_view model, const scores_table& table, std::uint64_t n, std::uint64_t left_out) {
      for_each_block(table, [&](std::string_view name, const mhqa::scores& s) {
        fmt::format_to(std::back_inserter(out), "{:<16}{:<28}  {:>6.1f}{:>8.1f}{:>11}{:>10}\n", model, name, 100 * s.f1,
                       100 * s.em, n, left_out);
      });
    };
    rows("full model", c.data.whole, c.data.questions, 0);
    for (const artifact_part& part : c.artifacts) rows(to_string(part.kind), part.means, part.questions, part.left_out);
  }
  if (c.transform) {
    out += '\n';
    print_part(out, "T(D): the score with sufficiency, and that on its probe (Eq. 9, 10)", *c.transform);
  }
}

void write_part(mhqa::io::json_writer& json, const card_part& part) {
  const auto numbers = [&](std::string_view key, double whole, double disconnected) {
    json.key(key).begin_object().member("score", whole).member("disconnected", disconnected);
    json.member("connected", whole - disconnected).end_object();
  };
  json.begin_object().member("questions", part.questions).key("metrics").begin_object();
  for_each_row(part, [&](std::string_view name, const mhqa::scores& whole, const mhqa::scores& disconnected) {
    json.key(name).begin_object();
    numbers("f1", whole.f1, disconnected.f1);
    numbers("em", whole.em, disconnected.em);
    json.end_object();
  });
  json.end_object().end_object();
}

void print_json(std::string& out, const card& c) {
  mhqa::io::json_writer json{out, 2};
  write_part(json.begin_object().key("data"), c.data);
  if (c.transform) write_part(json.key("transform"), *c.transform);
  json.key("artifacts").begin_object();
  for (const artifact_part& part : c.artifacts) {
    json.key(to_string(part.kind)).begin_object().member("questions", part.questions);
    json.member("left_out", part.left_out);
    write_blocks(json.key("scores"), part.means);
    json.end_object();
  }
  json.end_object().end_object();
  out += '\n';
}

bar_panel panel_of(const char* title, const card_part& part) {
  bar_panel panel{title, {}};
  for_each_row(part, [&](std::string_view name, const mhqa::scores& whole, const mhqa::scores& disconnected) {
    std::string label{name};
    if (const auto at = label.find("supporting_"); at != std::string::npos) label.erase(at, 11);
    if (const auto at = label.find('+'); at != std::string::npos) label.replace(at, 1, "\n+ ");
    panel.bars.push_back({label, 100 * whole.f1, 100 * std::min(disconnected.f1, whole.f1)});
  });
  return panel;
}

void run(const card_options& options) {
  if (options.transformed.empty() != options.probe_of_transformed.empty()) {
    mhqa::throw_data_error({}, "--transformed and --probe-of-transformed are wanted together");
  }
  if (options.svg == "-") {
    mhqa::throw_data_error({.file = "-"}, "--svg expects a file; standard output has the card");
  }
  mhqa::io::expect_no_input(options.svg, {options.input, options.predictions, options.originals});
  for (const auto* files : {&options.transformed, &options.probe_of_transformed}) {
    for (const std::string& file : *files) mhqa::io::expect_no_input(options.svg, {file});
  }
  for (const std::string& file : options.artifacts) mhqa::io::expect_no_input(options.svg, {file});
  card c;
  c.data = score_data(options, c.artifacts);
  if (!options.transformed.empty()) c.transform = score_transform(options);
  std::string out;
  options.json ? print_json(out, c) : print_card(out, c);
  std::optional<mhqa::io::atomic_file> svg;
  if (!options.svg.empty()) {
    std::vector<bar_panel> panels{panel_of("F1 on D", c.data)};
    if (c.transform) panels.push_back(panel_of("F1 with sufficiency on T(D)", *c.transform));
    svg.emplace(options.svg);
    svg->write(
        draw_bars(panels, "disconnected: reached by a trivial combination of the halves", "connected: the rest"));
    svg->close();
  }
  mhqa::io::output standard{"-"};
  standard.write(out);
  standard.close();
  if (svg) svg->commit();
}

}  // namespace

void add_report(CLI::App& app, int&) {
  CLI::App* const verb = app.add_subcommand("report", "Several evaluations on one card");
  verb->require_subcommand(1);
  const auto options = std::make_shared<card_options>();
  CLI::App* const card = verb->add_subcommand("dire", "How much of a model's score is disconnected reasoning (DiRe)");
  card->add_option("input", options->input, "The probe's instances")->required();
  card->add_option("predictions", options->predictions, "Lines about them, as for mhqa eval dire --kind probe")
      ->required();
  card->add_option("--original-predictions", options->originals, "Lines about the undivided questions")->required();
  card->add_option("--transformed", options->transformed, "INPUT PREDICTIONS of the transformed data set")->expected(2);
  card->add_option("--probe-of-transformed", options->probe_of_transformed, "INPUT PREDICTIONS of its probe")
      ->expected(2);
  card->add_option("--question-only", options->artifacts[0], "Lines of a model without contexts");
  card->add_option("--context-only", options->artifacts[1], "Lines of a model without questions");
  card->add_option("--one-fact", options->artifacts[2],
                   "Lines of a model that sees one paragraph at a time; the most confident answer counts");
  card->add_option("--svg", options->svg, "Write stacked bars to this file");
  card->add_flag("--json", options->json, "One JSON object, unrounded fractions");
  card->footer(
      "Example:\n"
      "  mhqa report dire probe.json on_probe.jsonl --original-predictions on_original.jsonl --svg bars.svg");
  card->callback([options] { run(*options); });
}

}  // namespace mhqa_command
