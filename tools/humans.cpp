// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa humans: human score, upper bound and agreement of several people's answers to the same questions.
#include "command.hpp"
#include "options.hpp"

#include <mhqa/compose/wording_agreement.hpp>
#include <mhqa/datasets/human_performance.hpp>
#include <mhqa/io/datasets/musique.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/request_files.hpp>

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
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

mhqa::wording_agreement count_wordings(const human_arguments& chosen) {
  const mhqa::io::loaded_wording_requests asked = mhqa::io::read_wording_requests(chosen.gold);
  const auto people = mhqa::io::read_people(chosen.annotations, asked.requests);
  return mhqa::join_wordings(asked.requests, people, chosen.seed).agreement;
}

std::string as_table(const mhqa::wording_agreement& a, const std::vector<std::string>& files) {
  using enum mhqa::wording_verdict;
  std::string out = fmt::format("{:>8} {:>8} {:>8} {:>9} {:>9} {:>8}  {}\n", "used", "kept", "refused", "no words",
                                "different", "missing", "person");
  for (std::size_t i = 0; i < files.size(); ++i) {
    const mhqa::wording_person& p = a.people[i];
    out += fmt::format("{:>8} {:>8} {:>8} {:>9} {:>9} {:>8}  {}\n", p.used, p.count(kept), p.count(refused),
                       p.count(no_words), p.count(different_entities), p.count(missing), files[i]);
    for (const mhqa::reason_count& fault : p.faults) {
      out += fmt::format("{:>26}  {}\n", fault.count, fault.reason);
    }
  }
  const auto number = [](const std::optional<double>& value, double scale, int digits) {
    return value ? fmt::format("{:.{}f}", scale * *value, digits) : std::string{"-"};
  };
  out += fmt::format("\nagreement, percent\n{:>8}  F1 of the words, {} questions that several worded\n",
                     number(a.words_f1, 100, 1), a.worded_by_several);
  out += fmt::format("{:>8}  verdicts on the entities, {} questions that several answered; kappa {}\n",
                     number(a.same_verdict, 100, 1), a.answered_by_several, number(a.entity_kappa, 1, 3));
  return out;
}

std::string as_json(const mhqa::wording_agreement& a, const human_arguments& chosen) {
  std::string out;
  mhqa::io::json_writer json{out, 2};
  json.begin_object().member("seed", chosen.seed).member("answered_by_several", a.answered_by_several);
  json.member("worded_by_several", a.worded_by_several).member("words_f1", a.words_f1);
  json.member("same_verdict", a.same_verdict).member("entity_kappa", a.entity_kappa).key("people").begin_array();
  for (std::size_t i = 0; i < a.people.size(); ++i) {
    const mhqa::wording_person& p = a.people[i];
    json.begin_object().member("file", std::string_view{chosen.annotations[i]}).member("used", p.used);
    for (std::size_t v = 0; v < p.verdicts.size(); ++v) {
      json.member(to_string(static_cast<mhqa::wording_verdict>(v)), p.verdicts[v]);
    }
    json.key("faults").begin_object();
    for (const mhqa::reason_count& fault : p.faults) json.member(fault.reason, fault.count);
    json.end_object().end_object();
  }
  json.end_array().end_object();
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
  verb->add_flag("--wordings", chosen->wordings,
                 "The first file is requests/wordings.jsonl of mhqa compose, the others are wordings, a file a person");
  verb->footer("Example:\n  mhqa humans dev.jsonl ann.jsonl bob.jsonl cy.jsonl --seed 7");
  verb->callback([chosen] {
    if (chosen->wordings) {
      const mhqa::wording_agreement found = count_wordings(*chosen);
      mhqa::io::output out{"-"};
      out.write(chosen->json ? as_json(found, *chosen) : as_table(found, chosen->annotations));
      out.close();
      return;
    }
    const mhqa::human_table table = count(*chosen);
    mhqa::io::output out{"-"};
    out.write(chosen->json ? as_json(table, chosen->annotations.size(), chosen->seed)
                           : as_table(table, chosen->annotations.size()));
    out.close();
  });
}

}  // namespace mhqa_command
