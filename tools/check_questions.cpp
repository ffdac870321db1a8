// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa check-questions: the checks of StrategyQA's collection on a file of questions (Geva et al. 2021, Sec. 3 and 4).
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/compose/collect.hpp>
#include <mhqa/compose/implicit.hpp>
#include <mhqa/compose/question_checks.hpp>
#include <mhqa/compose/verify_evidence.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/question_notes.hpp>

#include <fmt/core.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {
namespace {

struct question_arguments {
  std::string questions, tags, solvers, step_answers, per_question;
  std::size_t per_term = mhqa::term_quota::published_limit;
};

/// One question of the file.
struct checked_question {
  std::string_view id, term, question;
  std::optional<bool> answer;
  std::vector<std::string> steps;
};

checked_question read_question(mhqa::io::json_value value) {
  mhqa::io::json_context& context = value.context();
  checked_question out;
  bool has_id = false, has_question = false;
  value.object([&](std::string_view key, mhqa::io::json_value field) {
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
      field.array([&](mhqa::io::json_value step) { out.steps.emplace_back(step.string()); });
    }
  });
  context.require(has_id, "qid");
  context.require(has_question, "question");
  return out;
}

mhqa::solver_verdict judge(const mhqa::io::question_notes& n, bool answer) {
  const auto flat = [](const std::optional<std::vector<bool>>& said) {
    auto out = std::make_unique<bool[]>(said ? said->size() : 0);
    for (std::size_t i = 0; said && i < said->size(); ++i) out[i] = (*said)[i];
    return out;
  };
  const auto fixed = flat(n.fixed), tuned = flat(n.tuned);
  return mhqa::judge_by_solvers({fixed.get(), n.fixed ? n.fixed->size() : 0},
                                {tuned.get(), n.tuned ? n.tuned->size() : 0}, answer);
}

mhqa::evidence_verdict verify(const checked_question& q, const mhqa::io::question_notes& n) {
  return mhqa::verify_evidence<std::string>(q.steps, n.step_answers, *q.answer ? "yes" : "no",
                                            [](std::string_view, const std::string& said) { return said; })
      .verdict;
}

void run(const question_arguments& chosen) {
  const mhqa::io::notes_by_id known = mhqa::io::read_question_notes(chosen.tags, chosen.solvers, chosen.step_answers);
  std::optional<mhqa::io::atomic_file> rows;
  if (!chosen.per_question.empty()) {
    mhqa::io::expect_no_input(chosen.per_question,
                              {chosen.questions, chosen.tags, chosen.solvers, chosen.step_answers});
    rows.emplace(chosen.per_question);
  }
  mhqa::io::json_records file{chosen.questions};
  mhqa::term_quota quota{chosen.per_term};
  mhqa::answer_balance balance;
  std::size_t questions = 0, implicit = 0, decomposed = 0, over = 0, noted = 0;
  std::array<std::size_t, 3> faults{}, verdicts{}, evidence{};
  std::string line;
  while (auto value = file.next()) {
    const checked_question q = read_question(*value);
    const auto at = known.find(q.id);
    const mhqa::io::question_notes* const n = at == known.end() ? nullptr : &at->second;
    ++questions;
    noted += n != nullptr ? 1 : 0;
    const auto verbs = [&](std::string_view text) { return n && n->verbs ? *n->verbs : mhqa::count_verb_groups(text); };
    const auto found = mhqa::check_question(q.question, verbs);
    for (const mhqa::question_fault f : found) ++faults[static_cast<std::size_t>(f)];
    const auto added = mhqa::new_content_words(q.question, q.steps);
    decomposed += q.steps.empty() ? 0 : 1;
    implicit += added.empty() ? 0 : 1;
    const bool beyond = !q.term.empty() && !quota.take(q.term);
    over += beyond ? 1 : 0;
    if (q.answer) balance.add(*q.answer);
    std::optional<mhqa::solver_verdict> solved;
    std::optional<mhqa::evidence_verdict> carried;
    if (q.answer && n && (n->fixed || n->tuned)) ++verdicts[static_cast<std::size_t>(*(solved = judge(*n, *q.answer)))];
    if (q.answer && n && !n->step_answers.empty()) ++evidence[static_cast<std::size_t>(*(carried = verify(q, *n)))];
    if (!rows) continue;
    line.clear();
    mhqa::io::json_writer json{line};
    json.begin_object().member("qid", q.id).key("faults").begin_array();
    for (const mhqa::question_fault f : found) json.value(to_string(f));
    json.end_array().member("verbs", verbs(q.question)).key("new_words").begin_array();
    for (const std::string& word : added) json.value(std::string_view{word});
    json.end_array().member("over_quota", beyond);
    if (solved) json.member("solvers", to_string(*solved));
    if (carried) json.member("evidence", to_string(*carried));
    json.end_object();
    rows->write(line += '\n');
  }
  if (questions == 0) mhqa::throw_data_error({.file = chosen.questions}, "expected questions, found none");
  std::string out;
  const auto say = [&out](std::string_view name, std::size_t count) {
    out += fmt::format("{:<40}{:>10}\n", name, count);
  };
  say("questions", questions);
  for (std::size_t i = 0; i < faults.size(); ++i) say(to_string(static_cast<mhqa::question_fault>(i)), faults[i]);
  say("with steps", decomposed);
  say("implicit (steps add a content word)", implicit);
  say("explicit", decomposed - implicit);
  say(fmt::format("beyond {} questions of a term", chosen.per_term), over);
  if (balance.yes + balance.no != 0) {
    say("answered yes", balance.yes);
    out += fmt::format("{:<40}{:>10.3f}\n", "the next answer is yes with probability", balance.yes_probability());
  }
  if (!chosen.tags.empty() || !chosen.solvers.empty() || !chosen.step_answers.empty()) {
    say("with notes", noted);
    say("notes of unknown questions", known.size() - noted);
  }
  for (std::size_t i = 0; !chosen.solvers.empty() && i < verdicts.size(); ++i) {
    say(fmt::format("solvers: {}", to_string(static_cast<mhqa::solver_verdict>(i))), verdicts[i]);
  }
  for (std::size_t i = 0; !chosen.step_answers.empty() && i < evidence.size(); ++i) {
    say(fmt::format("evidence: {}", to_string(static_cast<mhqa::evidence_verdict>(i))), evidence[i]);
  }
  mhqa::io::output standard{"-"};
  standard.write(out);
  standard.close();
  if (rows) rows->commit();
}

}  // namespace

void add_check_questions(const arguments& app, int&) {
  const auto chosen = std::make_shared<question_arguments>();
  const arguments verb =
      app.add_subcommand("check-questions", "Run the checks of StrategyQA's collection on a file of questions");
  verb->add_option("questions", chosen->questions, "Records {qid, question, term, answer, decomposition}")->required();
  verb->add_option("--tags", chosen->tags,
                   "A tagger's notes {qid, tags}: Penn Treebank tags of the question's words, used to count its verbs");
  verb->add_option("--solvers", chosen->solvers, "Answers of solvers {qid, fixed: [bool], tuned: [bool]}");
  verb->add_option("--step-answers", chosen->step_answers,
                   "Answers to the steps from their evidence {qid, step_answers}: do they lead to the answer?");
  verb->add_option("--per-term", chosen->per_term, "Most questions per term")->capture_default_str();
  verb->add_option("--per-question", chosen->per_question, "Write a row for each question to this file, as JSON Lines")
      ->type_name(output_file);
  verb->footer("Example:\n  mhqa check-questions train.json --per-question checks.jsonl");
  verb->callback([chosen] { run(*chosen); });
}

}  // namespace mhqa_command
