// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa dates answer: the calendar reader's answers to HieraDate's questions, for mhqa eval hieradate.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/datasets/hieradate.hpp>
#include <mhqa/datasets/hieradate_answers.hpp>
#include <mhqa/date/rules.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/datasets/hieradate.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/model/calendar_reader.hpp>

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mhqa_command {
namespace {

namespace hieradate = mhqa::hieradate;

struct dates_answer_options {
  std::string gold;
  std::string out;
  std::string rule = "final";
  bool given = false;
};

/// How many of the questions of one kind have an answer.
struct tally {
  std::uint64_t asked = 0, answered = 0;

  void add(bool has_answer) {
    ++asked;
    if (has_answer) ++answered;
  }
};

struct tallies {
  tally main, extraction, reasoning, robustness;

  void add(const hieradate::prediction& p) {
    main.add(!p.answer.empty());
    for (std::size_t i = 0; i < (p.combined ? 4 : 2); ++i) extraction.add(!p.extraction[i].answer.value_or("").empty());
    for (std::size_t i = 0; i < (p.combined ? 3 : 2); ++i) {
      const auto* const text = std::get_if<hieradate::scalar>(&p.reasoning[i].answer);
      reasoning.add(text == nullptr || !text->text.empty());
    }
    robustness.add(!p.robust_answer.empty());
  }
};

void answer(const dates_answer_options& chosen) {
  if (chosen.out == "-") {
    mhqa::throw_data_error({.file = "-"}, "--out expects a file; standard output has the counts");
  }
  mhqa::io::expect_no_input(chosen.out, {chosen.gold});
  mhqa::io::json_records records{chosen.gold};
  mhqa::io::atomic_file out{chosen.out};
  tallies all;
  hieradate::record record;
  std::string text;
  while (const auto value = records.next()) {
    mhqa::io::hieradate::read(*value, record, mhqa::io::hieradate::fields::all, chosen.given);
    std::deque<std::string> store;
    std::vector<mhqa::known_life> given;
    if (chosen.given) given = hieradate::given_lives(record);
    hieradate::prediction answers;
    mhqa::with_date_rule(chosen.rule,
                         [&](auto rule) { answers = hieradate::answer_record<decltype(rule)>(record, store, given); });
    text = all.main.asked == 0 ? "[\n" : ",\n";
    mhqa::io::json_writer json{text};
    mhqa::io::hieradate::write(json, answers);
    out.write(text);
    all.add(answers);
  }
  if (all.main.asked == 0) mhqa::throw_data_error({.file = chosen.gold}, "expected records, found none");
  out.write("\n]\n");
  out.commit();
  text.clear();
  fmt::format_to(std::back_inserter(text), "{:<14}{:>8}{:>10}\n", "questions", "asked", "answered");
  const auto line = [&text](std::string_view name, const tally& t) {
    fmt::format_to(std::back_inserter(text), "{:<14}{:>8}{:>10}\n", name, t.asked, t.answered);
  };
  line("main", all.main);
  line("extraction", all.extraction);
  line("reasoning", all.reasoning);
  line("robustness", all.robustness);
  mhqa::io::output standard{"-"};
  standard.write(text);
  standard.close();
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
