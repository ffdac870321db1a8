// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/question_check_run.hpp>

#include <mhqa/compose/question_checks.hpp>
#include <mhqa/compose/verify_evidence.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace {

namespace io = mhqa::io;
using mhqa_test::error_of;

constexpr std::string_view questions =
    R"({"qid": "q1", "term": "T", "answer": true, "question": "Was the author of Emma English?", )"
    R"("decomposition": ["Who wrote Emma?", "Was #1 English?"]})"
    "\n"
    R"({"qid": "q2", "term": "T", "answer": false, "question": "Is silk a metal"})"
    "\n"
    R"({"qid": "q3", "question": ""})"
    "\n";

}  // namespace

TEST_CASE("question_check_run: counts faults, implicit questions, quota, answers and notes") {
  const mhqa_test::scratch here;
  io::question_check_run run{.questions = here.write("q", questions).string(), .per_term = 1};
  std::string rows;
  const io::question_check_counts found =
      io::check_collected_questions(run, [&](std::string_view row) { rows += row; });
  CHECK(found.questions == 3);
  CHECK(found.faults[static_cast<std::size_t>(mhqa::question_fault::blank)] == 1);
  CHECK(found.faults[static_cast<std::size_t>(mhqa::question_fault::no_question_mark)] == 1);
  CHECK(found.decomposed == 1);
  CHECK(found.implicit == 1);  // "wrote"
  CHECK(found.explicit_questions() == 0);
  CHECK(found.over_quota == 1);
  CHECK(found.balance == mhqa::answer_balance{.yes = 1, .no = 1});
  std::string table;
  io::append_question_check_table(table, run, found);
  CHECK(table.starts_with("questions                                        3\n"));
  CHECK(table.find("beyond 1 questions of a term                     1\n") != std::string::npos);
  CHECK(table.find("with notes") == std::string::npos);
  CHECK_FALSE(found.with_notes());
  CHECK(rows.starts_with(R"({"qid": "q1", "faults": [], "verbs": 1, "new_words": ["wrote"], "over_quota": false})"
                         "\n"));
  std::string json;
  io::append_question_check_json(json, found);
  CHECK(json.find(R"("next_yes_probability": 0.5, "with_notes": 0)") != std::string::npos);
  CHECK(json.find("solvers") == std::string::npos);

  run.solvers = here.write("s", R"({"qid": "q2", "fixed": [false, false, false, false, true]}
{"qid": "other", "fixed": [true]}
)")
                    .string();
  run.step_answers = here.write("a", R"({"qid": "q1", "step_answers": ["Austen", "yes"]})").string();
  const io::question_check_counts noted = io::check_collected_questions(run);
  CHECK(noted.noted == 2);
  CHECK(noted.unknown_notes == 1);
  CHECK(noted.solvers[static_cast<std::size_t>(mhqa::solver_verdict::by_fixed)] == 1);
  CHECK(noted.evidence[static_cast<std::size_t>(mhqa::evidence_verdict::verified)] == 1);
  json.clear();
  io::append_question_check_json(json, noted);
  CHECK(json.find(R"("with_notes": 2, "unknown_notes": 1, "solvers": {)") != std::string::npos);
  CHECK(json.find(R"("evidence": {"verified": 1,)") != std::string::npos);
}

TEST_CASE("question_check_run: refuses files without questions, repeated ids and records without fields") {
  const mhqa_test::scratch here;
  const auto error = [&](std::string_view text) {
    return error_of(
        [&] { static_cast<void>(io::check_collected_questions({.questions = here.write("q", text).string()})); });
  };
  CHECK(error("[]").find("expected questions, found none") != std::string::npos);
  CHECK(error(std::string{questions} + std::string{questions}).find("id \"q1\": expected each id once") !=
        std::string::npos);
  CHECK(error(R"({"question": "Is it?"})").find("\"qid\"") != std::string::npos);
  CHECK(error(R"({"qid": "x"})").find("id \"x\": expected the field \"question\"") != std::string::npos);
}
