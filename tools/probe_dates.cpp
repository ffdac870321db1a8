// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa probe-dates: HieraDate's probing questions for the date questions of 2WikiMultihopQA or HotpotQA.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/datasets/hieradate.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/date_probe_run.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/metrics/report.hpp>

#include <fmt/core.h>

#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {
namespace {

struct probe_dates_options {
  mhqa::io::date_probe_run run;
  std::string setting = "normal";
  std::string source = "people";
  bool json = false;
};

void print_date_table(std::string& text, const mhqa::io::date_probe_run& run, const mhqa::io::date_probe_counts& all) {
  const auto line = [&text](std::string_view name, std::uint64_t value, std::string_view remark = {}) {
    fmt::format_to(std::back_inserter(text), "{:<26}{:>8}{}{}\n", name, value, remark.empty() ? "" : "  ", remark);
  };
  line("records", all.records);
  line("date questions", all.date_questions);
  line("written", all.written());
  line("  comparison", all.comparison);
  line("  combined", all.combined);
  if (run.converts()) line("  of these converted", all.converted);
  line("left out", all.left_out.total() + all.balanced_away);
  for (const mhqa::named_count& count : all.dropped()) line("  " + std::string{count.name}, count.value);
  if (run.converts()) {
    line("not converted", all.not_converted.total());
    for (const mhqa::named_count& count : all.not_converted.named("  ")) line(count.name, count.value);
  }
  if (all.without_context != 0) line("without context", all.without_context, "an empty context was written");
  line("spelled otherwise", all.spelled_otherwise, "people whose paragraph does not have the date of the evidence");
  line("age given away", all.age_given_away, "people whose paragraph has the word \"age\" or \"aged\"");
  fmt::format_to(std::back_inserter(text), "each is listed in {}\n", run.notes());
}

void print_date_json(std::string& text, const mhqa::io::date_probe_run& run, const mhqa::io::date_probe_counts& all) {
  mhqa::io::json_writer json{text, 2};
  const auto members = [&json](std::string_view key, const std::vector<mhqa::named_count>& counts) {
    json.key(key).begin_object();
    for (const mhqa::named_count& count : counts) json.member(count.name, count.value);
    json.end_object();
  };
  json.begin_object();
  members("counts", all.named());
  members("left_out", all.dropped());
  members("not_converted", all.not_converted.named(""));
  json.member("notes", std::string_view{run.notes()}).end_object();
  text += '\n';
}

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
  chosen.json ? print_date_json(text, chosen.run, all) : print_date_table(text, chosen.run, all);
  mhqa::io::output standard{"-"};
  standard.write(text);
  standard.close();
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
