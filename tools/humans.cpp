// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa humans: human score, upper bound and agreement of several people's answers to the same questions.
#include "command.hpp"
#include "options.hpp"

#include <mhqa/datasets/human_performance.hpp>
#include <mhqa/io/datasets/musique.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_writer.hpp>

#include <fmt/core.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mhqa_command {
namespace {

struct human_arguments {
  std::string gold;
  std::vector<std::string> annotations;
  std::uint64_t seed = 0;
  bool json = false;
};

mhqa::human_table count(const human_arguments& chosen) {
  namespace io = mhqa::io::musique;
  auto golds = io::golds(chosen.gold);
  std::vector<std::unique_ptr<io::predictions>> people;
  for (const std::string& path : chosen.annotations) people.push_back(std::make_unique<io::predictions>(path));
  mhqa::human_performance sums{chosen.seed};
  mhqa::musique::record gold;
  std::vector<mhqa::human_annotation> annotations(people.size());
  while (golds.next(gold)) {
    for (std::size_t i = 0; i < people.size(); ++i) {
      const mhqa::musique::prediction said = people[i]->next(gold.id);
      annotations[i].answer = said.answer;
      annotations[i].support.assign(said.support_idxs.begin(), said.support_idxs.end());
    }
    sums.add(gold, annotations);
  }
  for (const auto& person : people) person->finish();
  return sums.result();
}

std::string as_table(const mhqa::human_table& t, std::size_t people) {
  std::string out = fmt::format("{} people, {} questions, percent\n\n{:<12} {:>8} {:>12} {:>10}\n", people, t.questions,
                                "", "score", "upper bound", "agreement");
  const auto row = [&out](const char* name, const mhqa::human_column& c) {
    out += fmt::format("{:<12} {:>8.1f} {:>12.1f} {:>10.1f}\n", name, 100 * c.score, 100 * c.upper_bound,
                       100 * c.agreement);
  };
  row("answer F1", t.answer_f1);
  row("answer EM", t.answer_em);
  row("support F1", t.support_f1);
  return out;
}

std::string as_json(const mhqa::human_table& t, std::size_t people, std::uint64_t seed) {
  std::string out;
  mhqa::io::json_writer json{out, 2};
  json.begin_object().member("people", static_cast<std::uint64_t>(people)).member("questions", t.questions);
  json.member("seed", seed);
  const auto column = [&json](const char* name, const mhqa::human_column& c) {
    json.key(name).begin_object().member("score", c.score).member("upper_bound", c.upper_bound);
    json.member("agreement", c.agreement).end_object();
  };
  column("answer_f1", t.answer_f1);
  column("answer_em", t.answer_em);
  column("support_f1", t.support_f1);
  json.end_object();
  return out + '\n';
}

}  // namespace

void add_humans(const arguments& app, int&) {
  const auto chosen = std::make_shared<human_arguments>();
  const arguments verb =
      app.add_subcommand("humans", "Compute human score, upper bound and agreement from several people's answers");
  verb->add_option("gold", chosen->gold, "Questions in MuSiQue's layout")->required();
  verb->add_option("annotations", chosen->annotations,
                   "One file per person, at least two: predictions for every question, in MuSiQue's layout and order")
      ->required();
  verb->add_option("--seed", chosen->seed,
                   "Seed for ties and for the choice of the annotation to compare with the others")
      ->capture_default_str();
  verb->add_flag("--json", chosen->json, "One JSON object");
  verb->footer("Example:\n  mhqa humans dev.jsonl ann.jsonl bob.jsonl cy.jsonl --seed 7");
  verb->callback([chosen] {
    const mhqa::human_table table = count(*chosen);
    mhqa::io::output out{"-"};
    out.write(chosen->json ? as_json(table, chosen->annotations.size(), chosen->seed)
                           : as_table(table, chosen->annotations.size()));
    out.close();
  });
}

}  // namespace mhqa_command
