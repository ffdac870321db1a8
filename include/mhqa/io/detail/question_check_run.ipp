// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of question_check_run.hpp.
#pragma once

#include <mhqa/io/question_check_run.hpp>

#include <mhqa/compose/implicit.hpp>
#include <mhqa/compose/question_checks.hpp>
#include <mhqa/compose/verify_evidence.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/question_notes.hpp>
#include <mhqa/text/unique_ids.hpp>

#include <fmt/core.h>

#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace mhqa::inline v0_1::io {
namespace detail {

/// One question of the file.
struct collected_question {
  std::string_view id, term, question;
  std::optional<bool> answer;
  std::vector<std::string> steps;
};

inline collected_question read_collected(json_value value) {
  collected_question out;
  read_fields(value, required_field{"qid", record_id(out.id)}, required_field{"question", out.question},
              optional_field{"term", out.term}, optional_field{"answer", out.answer},
              optional_field{"decomposition", out.steps});
  return out;
}

inline solver_verdict judge_collected(const question_notes& n, bool answer) {
  const auto flat = [](const std::optional<std::vector<bool>>& said) {
    auto out = std::make_unique<bool[]>(said ? said->size() : 0);
    for (std::size_t i = 0; said && i < said->size(); ++i) out[i] = (*said)[i];
    return out;
  };
  const auto fixed = flat(n.fixed), tuned = flat(n.tuned);
  return judge_by_solvers({fixed.get(), n.fixed ? n.fixed->size() : 0}, {tuned.get(), n.tuned ? n.tuned->size() : 0},
                          answer);
}

inline evidence_verdict verify_collected(const collected_question& q, const question_notes& n) {
  return verify_evidence<std::string>(q.steps, n.step_answers, *q.answer ? "yes" : "no",
                                      [](std::string_view, const std::string& said) { return said; })
      .verdict;
}

/// Appends the row of a question and a line feed.
template <class Faults>
void append_collected(std::string& line, const collected_question& q, const Faults& faults, std::size_t verbs,
                      const std::vector<std::string>& added, bool beyond, const std::optional<solver_verdict>& solved,
                      const std::optional<evidence_verdict>& carried) {
  json_writer json{line};
  json.begin_object().member("qid", q.id).key("faults").begin_array();
  for (const question_fault f : faults) json.value(to_string(f));
  json.end_array().member("verbs", verbs).key("new_words").begin_array();
  for (const std::string& word : added) json.value(std::string_view{word});
  json.end_array().member("over_quota", beyond);
  if (solved) json.member("solvers", to_string(*solved));
  if (carried) json.member("evidence", to_string(*carried));
  json.end_object();
  line += '\n';
}

}  // namespace detail

MHQA_INLINE question_check_counts check_collected_questions(const question_check_run& run,
                                                            const std::function<void(std::string_view)>& each) {
  const notes_by_id known = read_question_notes(run.tags, run.solvers, run.step_answers);
  question_check_counts all{.with_solvers = !run.solvers.empty(), .with_evidence = !run.step_answers.empty()};
  term_quota quota{run.per_term};
  std::set<std::string_view> found;  // ids with notes
  unique_ids ids;
  std::string line;
  json_records file{run.questions};
  while (const auto value = file.next()) {
    const detail::collected_question q = detail::read_collected(*value);
    const auto at = known.find(q.id);
    const question_notes* const n = at == known.end() ? nullptr : &at->second;
    ids.add(q.id, run.questions);
    ++all.questions;
    if (n != nullptr) {
      ++all.noted;
      found.insert(at->first);
    }
    const auto verbs = [&](std::string_view text) { return n && n->verbs ? *n->verbs : count_verb_groups(text); };
    const auto faults = check_question(q.question, verbs);
    for (const question_fault f : faults) ++all.faults[static_cast<std::size_t>(f)];
    const std::vector<std::string> added = new_content_words(q.question, q.steps);
    all.decomposed += q.steps.empty() ? 0 : 1;
    all.implicit += added.empty() ? 0 : 1;
    const bool beyond = !q.term.empty() && !quota.take(q.term);
    all.over_quota += beyond ? 1 : 0;
    if (q.answer) all.balance.add(*q.answer);
    std::optional<solver_verdict> solved;
    std::optional<evidence_verdict> carried;
    if (q.answer && n && (n->fixed || n->tuned)) {
      ++all.solvers[static_cast<std::size_t>(*(solved = detail::judge_collected(*n, *q.answer)))];
    }
    if (q.answer && n && !n->step_answers.empty()) {
      ++all.evidence[static_cast<std::size_t>(*(carried = detail::verify_collected(q, *n)))];
    }
    if (!each) continue;
    line.clear();
    detail::append_collected(line, q, faults, verbs(q.question), added, beyond, solved, carried);
    each(line);
  }
  if (all.questions == 0) throw_data_error({.file = run.questions}, "expected questions, found none");
  all.unknown_notes = known.size() - found.size();
  return all;
}

MHQA_INLINE void append_question_check_json(std::string& out, const question_check_counts& all) {
  json_writer json{out};
  json.begin_object().member("questions", all.questions).key("faults").begin_object();
  for (std::size_t i = 0; i < all.faults.size(); ++i) {
    json.member(to_string(static_cast<question_fault>(i)), all.faults[i]);
  }
  json.end_object().member("with_steps", all.decomposed).member("implicit", all.implicit);
  json.member("explicit", all.explicit_questions()).member("over_quota", all.over_quota);
  const bool answered = all.balance.yes + all.balance.no != 0;
  json.member("answered_yes", all.balance.yes).member("answered_no", all.balance.no);
  json.member("next_yes_probability", answered ? std::optional{all.balance.yes_probability()} : std::nullopt);
  json.member("with_notes", all.noted).member("unknown_notes", all.unknown_notes);
  if (all.with_solvers) {
    json.key("solvers").begin_object();
    for (std::size_t i = 0; i < all.solvers.size(); ++i) {
      json.member(to_string(static_cast<solver_verdict>(i)), all.solvers[i]);
    }
    json.end_object();
  }
  if (all.with_evidence) {
    json.key("evidence").begin_object();
    for (std::size_t i = 0; i < all.evidence.size(); ++i) {
      json.member(to_string(static_cast<evidence_verdict>(i)), all.evidence[i]);
    }
    json.end_object();
  }
  json.end_object();
  out += '\n';
}

MHQA_INLINE void append_question_check_table(std::string& out, const question_check_run& run,
                                             const question_check_counts& all) {
  const auto say = [&out](std::string_view name, std::uint64_t count) {
    out += fmt::format("{:<40}{:>10}\n", name, count);
  };
  say("questions", all.questions);
  for (std::size_t i = 0; i < all.faults.size(); ++i) {
    say(to_string(static_cast<question_fault>(i)), all.faults[i]);
  }
  say("with steps", all.decomposed);
  say("implicit (steps add a content word)", all.implicit);
  say("explicit", all.explicit_questions());
  say(fmt::format("beyond {} questions of a term", run.per_term), all.over_quota);
  if (all.balance.yes + all.balance.no != 0) {
    say("answered yes", all.balance.yes);
    out += fmt::format("{:<40}{:>10.3f}\n", "the next answer is yes with probability", all.balance.yes_probability());
  }
  if (all.with_notes()) {
    say("with notes", all.noted);
    say("notes of unknown questions", all.unknown_notes);
  }
  for (std::size_t i = 0; all.with_solvers && i < all.solvers.size(); ++i) {
    say(fmt::format("solvers: {}", to_string(static_cast<solver_verdict>(i))), all.solvers[i]);
  }
  for (std::size_t i = 0; all.with_evidence && i < all.evidence.size(); ++i) {
    say(fmt::format("evidence: {}", to_string(static_cast<evidence_verdict>(i))), all.evidence[i]);
  }
}

}  // namespace mhqa::inline v0_1::io
