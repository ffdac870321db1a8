// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa triage: decides answers by rules where they can be decided, and the rest by a judge's verdicts.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/triage_files.hpp>
#include <mhqa/metrics/dialect.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {
namespace {

struct triage_arguments {
  std::string input = "-";
  std::string requests;
  bool json = false;
  mhqa::io::triage_options options;
};

void run(const triage_arguments& chosen) {
  std::optional<mhqa::io::atomic_file> requests;
  if (!chosen.requests.empty()) requests.emplace(chosen.requests);
  const auto report = mhqa::io::triage_answers(chosen.input, chosen.options, [&](std::string_view line) {
    if (requests) requests->write(line);
  });
  if (requests) requests->commit();
  std::string out;
  mhqa::io::append_triage(out, report, chosen.json);
  print(out);
}

}  // namespace

void add_triage(const arguments& app, int&) {
  const auto chosen = std::make_shared<triage_arguments>();
  const arguments verb =
      app.add_subcommand("triage", "Decide answers by rules, and leave to a judge what rules cannot decide");
  verb->add_option("input", chosen->input,
                   "Lines {\"id\", \"question\", \"prediction\", \"gold\"}; - is standard input");
  verb->add_option("--requests", chosen->requests, "Write the answers that need a judge, as requests for mhqa ask")
      ->type_name(output_file);
  verb->add_option("--verdicts", chosen->options.verdicts, "The judge's answers, as mhqa ask writes them");
  std::vector<std::string> names;
  for (const mhqa::dialect& one : mhqa::dialects::all) names.emplace_back(one.name.view());
  verb->add_option("--dialect", chosen->options.dialect, "The dialect of EM and F1")
      ->check(one_of{names})
      ->capture_default_str();
  verb->add_flag("--json", chosen->json, "One JSON object");
  verb->footer(
      "Example:\n  mhqa triage said.jsonl --requests judge.jsonl\n"
      "  mhqa ask judge.jsonl --endpoint http://127.0.0.1:8080/v1 --model llama --out judged.jsonl\n"
      "  mhqa triage said.jsonl --verdicts judged.jsonl\n"
      "Equal texts are right; blank answers and other names or numbers than the golds are wrong. With verdicts for a\n"
      "random sample, the accuracy is an interval.");
  verb->callback([chosen] { run(*chosen); });
}

}  // namespace mhqa_command
