// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa probe-dates: HieraDate's probing questions for the date questions of 2WikiMultihopQA or HotpotQA.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/datasets/hieradate.hpp>
#include <mhqa/io/date_probe_run.hpp>
#include <mhqa/io/json_writer.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace mhqa_command {
namespace {

struct probe_dates_options {
  mhqa::io::date_probe_run run;
  std::string setting = "normal";
  std::string source = "people";
  bool json = false;
};

void probe_dates(probe_dates_options& chosen) {
  using mhqa::hieradate::setting;
  using mhqa::hieradate::source_kind;
  chosen.run.setting = chosen.setting == "distractor" ? setting::distractor : setting::normal;
  chosen.run.source = chosen.source == "works"     ? source_kind::works
                      : chosen.source == "bridges" ? source_kind::bridges
                                                   : source_kind::people;
  progress shown{"records"};
  chosen.run.progress = [&shown](std::uint64_t done) { shown(done); };
  const mhqa::io::date_probe_counts all = mhqa::io::make_date_probes(chosen.run);
  std::string text;
  if (chosen.json) {
    mhqa::io::json_writer json{text, 2};
    mhqa::io::write_date_probe_counts(json.begin_object(), all);
    json.member("notes", std::string_view{chosen.run.notes()}).end_object();
    text += '\n';
  } else {
    mhqa::io::append_date_probe_table(text, chosen.run, all);
  }
  print(text);
}

}  // namespace

void add_probe_dates(const arguments& app, int& /*status*/) {
  const auto chosen = std::make_shared<probe_dates_options>();
  const arguments verb = app.add_subcommand("probe-dates", "Make HieraDate's probing questions from date questions");
  verb->add_option("gold", chosen->run.gold, "Questions: a JSON array or JSON Lines; - is standard input")->required();
  verb->add_option("--format", chosen->run.format, "Layout of the questions")
      ->required()
      ->check(one_of{"2wikimultihopqa", "hotpotqa"});
  verb->add_option("--out", chosen->run.out, "The file to write, one JSON array of HieraDate records")
      ->type_name(output_file)
      ->required();
  verb->add_option(
          "--source", chosen->source,
          "people: the paper's questions; works: publication dates and inceptions; bridges: films by a date of\n"
          "their director or producer (2WikiMultihopQA only)")
      ->check(one_of{"people", "works", "bridges"})
      ->capture_default_str();
  verb->add_option("--setting", chosen->setting, "normal: the gold paragraphs; distractor: all paragraphs")
      ->check(one_of{"normal", "distractor"})
      ->capture_default_str();
  verb->add_flag("--year-only", chosen->run.year_only, "Use years only in questions and answers");
  verb->add_option(
      "--dates", chosen->run.dates,
      "Lines {\"name\": ..., \"id\": ..., \"born\": date or [date, ...], \"died\": ...}; implies --convert");
  verb->add_flag("--convert", chosen->run.convert,
                 "Make comparison questions into combined ones (who lived longer) where all four dates are known");
  verb->add_flag("--balance-types", chosen->run.balance,
                 "Keep as many comparison questions as there are combined ones");
  verb->add_option("--rule", chosen->run.rule, "How to treat an unknown month or day")
      ->check(one_of{"three-valued", "published", "final"})
      ->capture_default_str();
  verb->add_option("--seed", chosen->run.seed,
                   "Decides which templates are drawn and which questions --balance-types keeps")
      ->check(check_seed)
      ->capture_default_str();
  verb->add_flag("--json", chosen->json, "The summary as JSON");
  verb->footer(
      "Example:\n"
      "  mhqa probe-dates --format 2wikimultihopqa dev.json --out hieradate.json\n"
      "A question whose answer disagrees with its dates, or that lacks a date, is left out, counted by reason and\n"
      "listed in FILE.notes.jsonl; FILE.manifest.json says what was done. The same seed gives each question the same\n"
      "templates, whatever else is in the file.");
  verb->callback([chosen] { probe_dates(*chosen); });
}

}  // namespace mhqa_command
