// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa dates export, import, split and table: HieraDate's records in other layouts and back, in dev and test, and the
// paper's Table 3.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/datasets/hieradate.hpp>
#include <mhqa/date/stated_date.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/datasets/hieradate.hpp>
#include <mhqa/io/datasets/hieradate_files.hpp>
#include <mhqa/io/datasets/hieradate_layouts.hpp>

#include <fmt/core.h>

#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa_command {
namespace {

namespace hieradate = mhqa::hieradate;
namespace io = mhqa::io::hieradate;

struct layout_options {
  std::string gold, answers, out, dev, test, to;
  std::vector<std::string> predictions;
  std::uint64_t seed = 0;
};

void expect_file(const std::string& out) {
  if (out == "-") mhqa::throw_data_error({.file = "-"}, "expected a file; standard output has the counts");
}

void export_questions(const layout_options& chosen) {
  expect_file(chosen.out);
  const io::layout as = chosen.to == "flat"       ? io::layout::flat
                        : chosen.to == "hotpotqa" ? io::layout::hotpotqa
                                                  : io::layout::drop;
  const io::export_counts made = io::export_questions(chosen.gold, as, chosen.out);
  print(fmt::format("{:<14}{:>8}\n{:<14}{:>8}\n", "records", made.records, "questions", made.questions));
}

void import_answers(const layout_options& chosen) {
  expect_file(chosen.out);
  const io::import_counts made = io::import_answers(chosen.gold, chosen.answers, chosen.out);
  print(fmt::format("{:<14}{:>8}\n{:<14}{:>8}\n{:<14}{:>8}\n", "records", made.records, "missing", made.missing,
                    "unused", made.unused));
}

void split(const layout_options& chosen) {
  expect_file(chosen.dev);
  expect_file(chosen.test);
  const auto [dev, test] = io::split_records(chosen.gold, chosen.dev, chosen.test, chosen.seed);
  print(fmt::format("{:<8}{:>12}{:>12}\n{:<8}{:>12}{:>12}\n{:<8}{:>12}{:>12}\n", "", "comparison", "combined", "dev",
                    dev.comparison, dev.combined, "test", test.comparison, test.combined));
}

void table(const layout_options& chosen) {
  std::string text = fmt::format("{:<32}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}\n", "", "main", "", "extract", "",
                                 "age", "", "compare", "robust", "");
  fmt::format_to(std::back_inserter(text), "{:<32}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}\n", "", "EM", "F1",
                 "EM", "F1", "EM", "F1", "EM", "EM", "F1");
  for (const std::string& path : chosen.predictions) {
    io::predictions predictions{path};
    hieradate::evaluator score;
    hieradate::totals totals{mhqa::dialects::hieradate};
    bool found = false;
    io::for_each_record(chosen.gold, true, [&](const hieradate::record& gold) {
      const hieradate::prediction* const predicted = predictions.find(gold.id);
      totals.add(predicted != nullptr ? std::optional{score(gold, *predicted)} : std::nullopt);
      found = found || predicted != nullptr;
    });
    if (!found) mhqa::throw_data_error({.file = path}, "no prediction has an id of the gold file " + chosen.gold);
    const std::vector<mhqa::named_score> scores = totals.named();
    fmt::format_to(std::back_inserter(text), "{:<32}", one_line(path));
    for (const std::string_view name :
         {"em", "f1", "ex_em", "ex_f1", "em_math", "f1_math", "em_compare", "ro_em", "ro_f1"}) {
      for (const mhqa::named_score& each : scores) {
        if (each.name != name) continue;
        text += each.value ? fmt::format("{:>8.2f}", *each.value) : fmt::format("{:>8}", "-");
      }
    }
    text += '\n';
  }
  print(text);
}

}  // namespace

void add_dates_layouts(const arguments& dates) {
  const auto add = [&](const char* name, const char* what, const char* example, void (*run)(const layout_options&)) {
    const auto chosen = std::make_shared<layout_options>();
    const arguments verb = dates.add_subcommand(name, what);
    verb->add_option("gold", chosen->gold, "HieraDate's records: a JSON array or JSON Lines")->required();
    verb->footer(std::string{"Example:\n  mhqa dates "} + name + " hieradate.json " + example);
    verb->callback([chosen, run] { run(*chosen); });
    return std::pair{verb, chosen};
  };
  const auto [out_verb, out] =
      add("export", "Write each question of HieraDate as a record of its own, for other readers",
          "--to flat --out questions.json", export_questions);
  out_verb->add_option("--to", out->to, "The layout")->required()->check(one_of{"flat", "hotpotqa", "drop"});
  out_verb->add_option("--out", out->out, "The file to write")->type_name(output_file)->required();
  const auto [in_verb, in] = add("import", "Turn answers to exported questions into HieraDate predictions",
                                 "answers.json --out predictions.json", import_answers);
  in_verb->add_option("answers", in->answers, "{id: answer}, or {\"answer\": {id: answer}} as HotpotQA's readers write")
      ->required();
  in_verb->add_option("--out", in->out, "The predictions to write, for mhqa eval hieradate")
      ->type_name(output_file)
      ->required();
  const auto [split_verb, halves] = add("split", "Split records into dev and test with equal numbers of each kind",
                                        "--dev dev.json --test test.json --seed 7", split);
  split_verb->add_option("--dev", halves->dev, "The file for the development set")->type_name(output_file)->required();
  split_verb->add_option("--test", halves->test, "The file for the test set")->type_name(output_file)->required();
  split_verb->add_option("--seed", halves->seed, "Seed of the draw")->check(check_seed)->capture_default_str();
  const auto [table_verb, rows] =
      add("table", "Print the columns of the paper's Table 3, one row per file", "a.json b.json", table);
  table_verb->add_option("predictions", rows->predictions, "Files of predictions")->required();
}

}  // namespace mhqa_command
