// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa dates answer: the calendar reader's answers to HieraDate's questions, for mhqa eval hieradate.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/date/stated_date.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/datasets/hieradate_files.hpp>

#include <fmt/core.h>

#include <memory>
#include <string>
#include <string_view>

namespace mhqa_command {
namespace {

struct dates_answer_options {
  std::string gold;
  std::string out;
  std::string rule = "final";
  bool given = false;
};

void answer(const dates_answer_options& chosen) {
  if (chosen.out == "-") {
    mhqa::throw_data_error({.file = "-"}, "`out` expects a file; standard output has the counts");
  }
  const auto made = mhqa::io::hieradate::answer_records(chosen.gold, chosen.out, chosen.rule, chosen.given);
  std::string text = fmt::format("{:<14}{:>8}{:>10}\n", "questions", "asked", "answered");
  const auto line = [&text](std::string_view name, const auto& count) {
    text += fmt::format("{:<14}{:>8}{:>10}\n", name, count.asked, count.answered);
  };
  line("main", made.main);
  line("extraction", made.extraction);
  line("reasoning", made.reasoning);
  line("robustness", made.robustness);
  print(text);
}

}  // namespace

void add_dates_answer(const arguments& dates) {
  const auto chosen = std::make_shared<dates_answer_options>();
  const arguments verb = dates.add_subcommand("answer", "Answer HieraDate's questions from their paragraphs, by rule");
  verb->add_option("gold", chosen->gold, "HieraDate's records, as mhqa probe-dates makes them; - is standard input")
      ->required();
  verb->add_option("--out", chosen->out, "The predictions to write, for mhqa eval hieradate")
      ->type_name(output_file)
      ->required();
  verb->add_flag("--given-dates", chosen->given,
                 "Answer the reasoning questions with the gold dates of the extraction questions");
  verb->add_option("--rule", chosen->rule, "How to treat an unknown month or day")
      ->check(one_of{"three-valued", "published", "final"})
      ->capture_default_str();
  verb->footer(
      "Example:\n"
      "  mhqa dates answer hieradate.json --out answers.json && mhqa eval hieradate answers.json hieradate.json\n"
      "A baseline that learns nothing: it looks for lives such as (1593 - 12 July 1637) and calculates.");
  verb->callback([chosen] { answer(*chosen); });
}

}  // namespace mhqa_command
