// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa report dire: one card of how much of a model's score is disconnected reasoning, as text, JSON and SVG.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/bar_chart.hpp>
#include <mhqa/io/dire_card.hpp>
#include <mhqa/io/dire_card_report.hpp>
#include <mhqa/io/file.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mhqa_command {
namespace {

struct card_options {
  mhqa::io::dire_card_files files;
  std::string svg;
  bool json = false;
};

void check(const card_options& options) {
  const mhqa::io::dire_card_files& files = options.files;
  if (files.transformed.empty() != files.probe_of_transformed.empty()) {
    mhqa::throw_data_error({}, "`transformed` and `probe_of_transformed` need each other");
  }
  if (!files.originals.empty() && files.originals.size() != files.predictions.size()) {
    mhqa::throw_data_error({}, "expected `original_predictions` for all or none of the " +
                                   std::to_string(files.predictions.size()) + " runs, found " +
                                   std::to_string(files.originals.size()));
  }
  if (options.svg == "-") {
    mhqa::throw_data_error({.file = "-"}, "`svg` expects a file; standard output has the card");
  }
  if (!options.svg.empty() && !options.svg.ends_with(".svg")) {
    mhqa::throw_data_error({.file = options.svg}, "`svg` writes SVG only; expected a name that ends in .svg");
  }
  mhqa::io::expect_no_input(options.svg, {files.input, files.aliases});
  for (const auto* group :
       {&files.predictions, &files.originals, &files.transformed, &files.probe_of_transformed, &files.trivial}) {
    for (const std::string& file : *group) mhqa::io::expect_no_input(options.svg, {file});
  }
  for (const std::string& file : files.artifacts) mhqa::io::expect_no_input(options.svg, {file});
}

void run(const card_options& options) {
  check(options);
  const mhqa::io::dire_card card = mhqa::io::score_dire_card(options.files);
  std::string out;
  options.json ? mhqa::io::append_dire_card_json(out, card) : mhqa::io::append_dire_card(out, card);
  std::optional<mhqa::io::atomic_file> svg;
  if (!options.svg.empty()) {
    svg.emplace(options.svg);
    svg->write(mhqa::io::draw_bars(mhqa::io::dire_card_panels(card),
                                   "disconnected: reached by a trivial combination of the halves",
                                   "connected: the rest"));
    svg->close();
  }
  print(out);
  if (svg) svg->commit();
}

}  // namespace

void add_report(const arguments& app, int&) {
  const arguments verb = app.add_subcommand("report", "Combine several evaluations in one report");
  verb->require_subcommand(1);
  const auto options = std::make_shared<card_options>();
  const auto runs = std::make_shared<std::vector<std::string>>();
  const auto first = std::make_shared<std::string>();
  const arguments card =
      verb->add_subcommand("dire", "Show how much of a model's score is disconnected reasoning (DiRe)");
  card->add_option("input", options->files.input, "The probe's instances")->required();
  card->add_option("predictions", *first, "Lines about them, as for mhqa eval dire --kind probe")->required();
  card->add_option("--run", *runs, "Predictions of a further run; the card shows mean, least and most")
      ->allow_extra_args(false);
  card->add_option("--original-predictions", options->files.originals,
                   "Lines about the undivided questions, once for each run; without them, the card has the probe alone")
      ->allow_extra_args(false);
  card->add_option("--transformed", options->files.transformed, "INPUT PREDICTIONS of the transformed data set")
      ->expected(2);
  card->add_option("--probe-of-transformed", options->files.probe_of_transformed, "INPUT PREDICTIONS of its probe")
      ->expected(2);
  card->add_option("--trivial", options->files.trivial, "INPUT PREDICTIONS of the trivial transform")->expected(2);
  card->add_option("--question-only", options->files.artifacts[0], "Lines of a model without contexts");
  card->add_option("--context-only", options->files.artifacts[1], "Lines of a model without questions");
  card->add_option("--one-fact", options->files.artifacts[2],
                   "Lines of a model that sees one paragraph at a time; the most confident answer counts");
  card->add_option("--dialect", options->files.dialect, "Score answers by this dialect, not by that of the data set");
  card->add_option("--aliases", options->files.aliases,
                   "2WikiMultihopQA's JSON Lines {Q_id, aliases, demonyms}: scores as 2wiki-1.1");
  card->add_option("--svg", options->svg, "Write stacked bars to this file")->type_name(output_file);
  card->add_flag("--json", options->json, "One JSON object, unrounded fractions");
  card->footer(
      "Example:\n"
      "  mhqa report dire probe.json on_probe.jsonl --original-predictions on_original.jsonl --svg bars.svg");
  card->callback([options, runs, first] {
    options->files.predictions = {*first};
    options->files.predictions.insert(options->files.predictions.end(), runs->begin(), runs->end());
    run(*options);
  });
  add_report_html(verb);
  add_report_proxies(verb);
}

}  // namespace mhqa_command
