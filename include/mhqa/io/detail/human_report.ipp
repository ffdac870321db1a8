// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of human_report.hpp.
#pragma once

#include <mhqa/io/human_report.hpp>

#include <mhqa/datasets/musique.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/request_files.hpp>

#include <fmt/core.h>

#include <memory>
#include <optional>
#include <string_view>

namespace mhqa::inline v0_1::io {

MHQA_INLINE human_table score_people(const std::string& gold_file, const std::vector<std::string>& files,
                                     std::uint64_t seed) {
  if (files.size() < 2) {
    throw_data_error({}, "expected files of annotations by two people or more, found " + std::to_string(files.size()));
  }
  auto golds = musique::golds(gold_file);
  std::vector<std::unique_ptr<musique::predictions>> people;
  for (const std::string& path : files)
    people.push_back(std::make_unique<musique::predictions>(path, musique::prediction_layout::rows_or_answers));
  human_performance sums{seed};
  mhqa::musique::record gold;
  std::vector<human_annotation> annotations(people.size());
  while (golds.next(gold)) {
    for (std::size_t i = 0; i < people.size(); ++i) {
      const mhqa::musique::prediction said = people[i]->next(gold.id);
      annotations[i] = {
          std::string{said.answer}, {said.support_idxs.begin(), said.support_idxs.end()}, said.answer_only};
    }
    sums.add(gold, annotations);
  }
  for (const auto& person : people) person->finish();
  return sums.result();
}

MHQA_INLINE void append_human_table(std::string& out, const human_table& t, std::size_t people) {
  out += fmt::format("{} people, {} questions, percent\n\n{:<12} {:>8} {:>12} {:>10}\n", people, t.questions, "",
                     "score", "upper bound", "agreement");
  const auto row = [&out](const char* name, const human_column& c) {
    out += fmt::format("{:<12} {:>8.1f} {:>12.1f} {:>10.1f}\n", name, 100 * c.score, 100 * c.upper_bound,
                       100 * c.agreement);
  };
  row("answer F1", t.answer_f1);
  row("answer EM", t.answer_em);
  if (t.support_f1) row("support F1", *t.support_f1);
}

MHQA_INLINE void append_human_json(std::string& out, const human_table& t, std::size_t people, std::uint64_t seed) {
  json_writer json{out, 2};
  json.begin_object().member("people", static_cast<std::uint64_t>(people)).member("questions", t.questions);
  json.member("seed", seed);
  const auto column = [&json](const char* name, const human_column& c) {
    json.key(name).begin_object().member("score", c.score).member("upper_bound", c.upper_bound);
    json.member("agreement", c.agreement).end_object();
  };
  column("answer_f1", t.answer_f1);
  column("answer_em", t.answer_em);
  t.support_f1 ? column("support_f1", *t.support_f1) : static_cast<void>(json.key("support_f1").null());
  json.end_object();
  out += '\n';
}

MHQA_INLINE wording_agreement compare_wordings(const std::string& requests, const std::vector<std::string>& files,
                                               std::uint64_t seed) {
  const loaded_wording_requests asked = read_wording_requests(requests);
  const auto people = read_people(files, asked.requests);
  return join_wordings(asked.requests, people, seed).agreement;
}

MHQA_INLINE void append_wording_table(std::string& out, const wording_agreement& a,
                                      const std::vector<std::string>& files) {
  using enum wording_verdict;
  out += fmt::format("{:>8} {:>8} {:>8} {:>9} {:>9} {:>8}  {}\n", "used", "kept", "refused", "no words", "different",
                     "missing", "person");
  for (std::size_t i = 0; i < files.size(); ++i) {
    const wording_person& p = a.people[i];
    out += fmt::format("{:>8} {:>8} {:>8} {:>9} {:>9} {:>8}  {}\n", p.used, p.count(kept), p.count(refused),
                       p.count(no_words), p.count(different_entities), p.count(missing), files[i]);
    for (const auto& fault : p.faults) {
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
}

MHQA_INLINE void append_wording_json(std::string& out, const wording_agreement& a,
                                     const std::vector<std::string>& files, std::uint64_t seed) {
  json_writer json{out, 2};
  json.begin_object().member("seed", seed).member("answered_by_several", a.answered_by_several);
  json.member("worded_by_several", a.worded_by_several).member("words_f1", a.words_f1);
  json.member("same_verdict", a.same_verdict).member("entity_kappa", a.entity_kappa).key("people").begin_array();
  for (std::size_t i = 0; i < a.people.size(); ++i) {
    const wording_person& p = a.people[i];
    json.begin_object().member("file", std::string_view{files[i]}).member("used", p.used);
    for (std::size_t v = 0; v < p.verdicts.size(); ++v) {
      json.member(to_string(static_cast<wording_verdict>(v)), p.verdicts[v]);
    }
    json.key("faults").begin_object();
    for (const auto& fault : p.faults) json.member(fault.reason, fault.count);
    json.end_object().end_object();
  }
  json.end_array().end_object();
  out += '\n';
}

}  // namespace mhqa::inline v0_1::io
