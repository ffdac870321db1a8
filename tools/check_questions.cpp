// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa check-questions: the checks of StrategyQA's collection on a file of questions (Geva et al. 2021, Sec. 3 and 4).
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/question_check_run.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa_command {
namespace {

struct question_arguments {
  mhqa::io::question_check_run run;
  std::string per_question;
};

void run(const question_arguments& chosen) {
  const mhqa::io::question_check_run& r = chosen.run;
  mhqa::io::expect_no_input(chosen.per_question, {r.questions, r.tags, r.solvers, r.step_answers});
  std::optional<mhqa::io::atomic_file> rows;
  std::function<void(std::string_view)> each;
  if (!chosen.per_question.empty()) {
    rows.emplace(chosen.per_question);
    each = [&rows](std::string_view row) { rows->write(row); };
  }
  std::string out;
  mhqa::io::append_question_check_table(out, r, mhqa::io::check_collected_questions(r, each));
  print(out);
  if (rows) rows->commit();
}

}  // namespace

void add_check_questions(const arguments& app, int&) {
  const auto chosen = std::make_shared<question_arguments>();
  const arguments verb =
      app.add_subcommand("check-questions", "Run the checks of StrategyQA's collection on a file of questions");
  verb->add_option("questions", chosen->run.questions, "Records {qid, question, term, answer, decomposition}")
      ->required();
  verb->add_option("--tags", chosen->run.tags,
                   "A tagger's notes {qid, tags}: Penn Treebank tags of the question's words, used to count its verbs");
  verb->add_option("--solvers", chosen->run.solvers, "Answers of solvers {qid, fixed: [bool], tuned: [bool]}");
  verb->add_option("--step-answers", chosen->run.step_answers,
                   "Answers to the steps from their evidence {qid, step_answers}: do they lead to the answer?");
  verb->add_option("--per-term", chosen->run.per_term, "Most questions per term")->capture_default_str();
  verb->add_option("--per-question", chosen->per_question, "Write a row for each question to this file, as JSON Lines")
      ->type_name(output_file);
  verb->footer("Example:\n  mhqa check-questions train.json --per-question checks.jsonl");
  verb->callback([chosen] {
    if (chosen->per_question == "-") {
      mhqa::throw_data_error({.file = "-"}, "`per_question` expects a file; standard output has the counts");
    }
    run(*chosen);
  });
}

}  // namespace mhqa_command
