// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa check: is a submission complete?
#include "command.hpp"
#include "options.hpp"

#include <mhqa/io/file.hpp>
#include <mhqa/io/submissions.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <string>

namespace mhqa_command {
namespace {

struct check_options {
  std::string predictions;
  std::string questions;
  std::size_t shown = 10;
};

int print_check(const mhqa::io::submission_check& found, const check_options& options) {
  std::string out;
  const auto to = std::back_inserter(out);
  for (std::size_t i = 0; i < found.problems.size() && i < options.shown; ++i) {
    const mhqa::io::submission_problem& p = found.problems[i];
    fmt::format_to(to, "{}{}\n", p.id.empty() ? "" : "id \"" + one_line(p.id) + "\": ", one_line(p.problem));
  }
  if (const std::size_t shown = std::min(found.problems.size(), options.shown); found.found > shown) {
    fmt::format_to(to, "... and {} more\n", found.found - shown);
  }
  fmt::format_to(to, "{} of {} questions have a complete prediction\n", found.whole, found.questions);
  print(out);
  return found.found == 0 ? 0 : failed;
}

}  // namespace

void add_check(const arguments& app, int& status) {
  const arguments verb = app.add_subcommand("check", "Check that a submission is complete before it is sent");
  verb->require_subcommand(1);
  const auto options = std::make_shared<check_options>();
  const auto data_set = [&](const char* name, const char* about, const char* files, auto check) {
    const arguments sub = verb->add_subcommand(name, about);
    sub->add_option("predictions", options->predictions, "The submission, in the official layout")->required();
    sub->add_option("questions", options->questions, "The questions; no labels are needed")->required();
    sub->add_option("--show", options->shown, "How many problems to show")->capture_default_str();
    sub->footer(std::string{"Example:\n  mhqa check "} + name + " " + files + "\n" +
                "Status 2 means that the submission is not complete.");
    sub->callback([options, check, &status] {
      if (options->predictions == "-" && options->questions == "-") {
        mhqa::throw_data_error({.file = "-"}, "only one of the two files can be standard input");
      }
      status = print_check(check(*options), *options);
    });
    return sub;
  };
  data_set("musique", "MuSiQue: a row for each question, in order; support indices exist",
           "predictions.jsonl questions.jsonl",
           [](const check_options& o) { return mhqa::io::check_musique(o.predictions, o.questions); });
  data_set("hotpotqa", "HotpotQA: answer and facts for each question; facts are sentences of the context",
           "predictions.json questions.json",
           [](const check_options& o) { return mhqa::io::check_tasks(o.predictions, o.questions); });
  const arguments twowiki = data_set("2wikimultihopqa", "2WikiMultihopQA: answer, facts and evidence for each question",
                                     "predictions.json questions.json", [](const check_options& o) {
                                       return mhqa::io::check_tasks(o.predictions, o.questions, {.evidence = true});
                                     });
  twowiki->alias("2wiki");
}

}  // namespace mhqa_command
