// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The checks of StrategyQA's collection on a file of questions (Geva et al. 2021, Sec. 3 and 4), as
// `mhqa check-questions` does them.
//   const question_check_counts found = check_collected_questions({.questions = "dev.json"});
#pragma once

#include <mhqa/compose/collect.hpp>
#include <mhqa/compose/implicit.hpp>
#include <mhqa/compose/question_checks.hpp>
#include <mhqa/compose/verify_evidence.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/question_notes.hpp>

#include <fmt/core.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// The files of a run and its only option; an empty path means no file.
struct question_check_run {
  std::string questions;       ///< records {qid, question, term, answer, decomposition}
  std::string tags{};          ///< as read_question_notes(), like the next two
  std::string solvers{};       ///< answers of solvers
  std::string step_answers{};  ///< answers to the steps from their evidence
  std::size_t per_term = term_quota::published_limit;
};

/// How many questions each check found.
struct question_check_counts {
  std::uint64_t questions = 0;
  std::array<std::uint64_t, 3> faults{};    ///< by question_fault
  std::uint64_t decomposed = 0;             ///< with steps
  std::uint64_t implicit = 0;               ///< the steps add a content word
  std::uint64_t over_quota = 0;             ///< beyond the most questions of a term
  answer_balance balance{};                 ///< of those with an answer
  std::uint64_t noted = 0;                  ///< with notes
  std::uint64_t unknown_notes = 0;          ///< notes of other questions
  std::array<std::uint64_t, 3> solvers{};   ///< by solver_verdict
  std::array<std::uint64_t, 3> evidence{};  ///< by evidence_verdict
  bool with_solvers = false, with_evidence = false;

  [[nodiscard]] bool with_notes() const noexcept { return noted + unknown_notes != 0; }
  [[nodiscard]] std::uint64_t explicit_questions() const noexcept { return decomposed - implicit; }
};

namespace detail {

/// One question of the file.
struct collected_question {
  std::string_view id, term, question;
  std::optional<bool> answer;
  std::vector<std::string> steps;
};

inline collected_question read_collected(json_value value) {
  json_context& context = value.context();
  collected_question out;
  bool has_id = false, has_question = false;
  value.object([&](std::string_view key, json_value field) {
    if (key == "qid") {
      out.id = context.id = field.string();
      has_id = true;
    } else if (key == "question") {
      out.question = field.string();
      has_question = true;
    } else if (key == "term") {
      out.term = field.string();
    } else if (key == "answer") {
      out.answer = field.boolean();
    } else if (key == "decomposition") {
      out.steps.clear();
      field.array([&](json_value step) { out.steps.emplace_back(step.string()); });
    }
  });
  context.require(has_id, "qid");
  context.require(has_question, "question");
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

/// Checks the questions, and passes a row of JSON for each of them to `each` if there is one.
///
/// Shape:  one pass; rows {"qid", "faults", "verbs", "new_words", "over_quota"} and, where there are notes, "solvers"
///         and "evidence". A question without answer has neither of these
/// Errors: data_error for a file without questions, a record without qid or question, and as read_question_notes()
/// Source: Geva et al. 2021, Sec. 3.1 to 3.3 and Sec. 4
[[nodiscard]] inline question_check_counts check_collected_questions(
    const question_check_run& run, const std::function<void(std::string_view)>& each = {}) {
  const notes_by_id known = read_question_notes(run.tags, run.solvers, run.step_answers);
  question_check_counts all{.with_solvers = !run.solvers.empty(), .with_evidence = !run.step_answers.empty()};
  term_quota quota{run.per_term};
  std::set<std::string_view> found;  // ids with notes
  std::string line;
  json_records file{run.questions};
  while (const auto value = file.next()) {
    const detail::collected_question q = detail::read_collected(*value);
    const auto at = known.find(q.id);
    const question_notes* const n = at == known.end() ? nullptr : &at->second;
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

/// Appends the counts as one JSON object and a line feed. "next_yes_probability" is null without answers; "solvers" and
/// "evidence" are there if their files were.
inline void append_question_check_json(std::string& out, const question_check_counts& all) {
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

/// Appends the table that `mhqa check-questions` prints.
inline void append_question_check_table(std::string& out, const question_check_run& run,
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

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
