// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa humans: human score, upper bound and agreement of several people's answers to the same questions.
#include "command.hpp"
#include "options.hpp"

#include <mhqa/io/human_report.hpp>

#include <cstddef>
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
  bool wordings = false;
  bool json = false;
};

}  // namespace

void add_humans(const arguments& app, int&) {
  const auto chosen = std::make_shared<human_arguments>();
  const arguments verb =
      app.add_subcommand("humans", "Compute human score, upper bound and agreement from several people's answers");
  verb->add_option("gold", chosen->gold, "Questions in MuSiQue's layout")->required();
  verb->add_option(
          "annotations", chosen->annotations,
          "One file per person, at least two: predictions for every question, in MuSiQue's layout and order or "
          "{id: answer}")
      ->required();
  verb->add_option("--seed", chosen->seed,
                   "Seed for ties and for the choice of the annotation to compare with the others")
      ->capture_default_str();
  verb->add_flag("--json", chosen->json, "One JSON object");
  verb->add_flag(
      "--wordings", chosen->wordings,
      "The first file is requests/wordings.jsonl of mhqa compose, the others are wordings, one file per person");
  verb->footer("Example:\n  mhqa humans dev.jsonl ann.jsonl bob.jsonl cy.jsonl --seed 7");
  verb->callback([chosen] {
    const human_arguments& o = *chosen;
    std::string out;
    if (o.wordings) {
      const mhqa::wording_agreement found = mhqa::io::compare_wordings(o.gold, o.annotations, o.seed);
      o.json ? mhqa::io::append_wording_json(out, found, o.annotations, o.seed)
             : mhqa::io::append_wording_table(out, found, o.annotations);
    } else {
      const std::size_t people = o.annotations.size();
      const mhqa::human_table table = mhqa::io::score_people(o.gold, o.annotations, o.seed);
      o.json ? mhqa::io::append_human_json(out, table, people, o.seed)
             : mhqa::io::append_human_table(out, table, people);
    }
    print(out);
  });
}

}  // namespace mhqa_command
