// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa dates export, import, split and table: HieraDate's records in other layouts and back, in dev and test, and the
// paper's Table 3.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/datasets/hieradate.hpp>
#include <mhqa/datasets/hieradate_layouts.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/datasets/hieradate.hpp>
#include <mhqa/io/datasets/hieradate_layouts.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
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

void print(const std::string& text) {
  mhqa::io::output standard{"-"};
  standard.write(text);
  standard.close();
}

/// Refuses an output that is standard output or one of the inputs.
void expect_file(const std::string& out, std::initializer_list<std::string_view> inputs) {
  if (out == "-") mhqa::throw_data_error({.file = "-"}, "expected a file; standard output has the counts");
  mhqa::io::expect_no_input(out, inputs);
}

/// Calls f(record) for each record; fails if the file has no record.
template <class F>
void for_each_record(const std::string& path, bool needs_answers, F&& f) {
  mhqa::io::json_records records{path};
  hieradate::record record;
  std::uint64_t read = 0;
  for (; const auto value = records.next(); ++read) {
    io::read(*value, record, io::fields::all, needs_answers);
    f(record);
  }
  if (read == 0) mhqa::throw_data_error({.file = path}, "expected records, found none");
}

void export_questions(const layout_options& chosen) {
  expect_file(chosen.out, {chosen.gold});
  const io::layout as = chosen.to == "flat"       ? io::layout::flat
                        : chosen.to == "hotpotqa" ? io::layout::hotpotqa
                                                  : io::layout::drop;
  mhqa::io::atomic_file out{chosen.out};
  out.write(io::begin_layout(as));
  std::uint64_t records = 0, questions = 0;
  std::string text;
  for_each_record(chosen.gold, true, [&](const hieradate::record& record) {
    text.clear();
    io::write_layout(text, record, as, records++ == 0);
    questions += hieradate::flat_questions(record).size();
    out.write(text);
  });
  out.write(io::end_layout(as));
  out.commit();
  print(fmt::format("{:<14}{:>8}\n{:<14}{:>8}\n", "records", records, "questions", questions));
}

void import_answers(const layout_options& chosen) {
  expect_file(chosen.out, {chosen.gold, chosen.answers});
  io::flat_answers answers{chosen.answers};
  mhqa::io::atomic_file out{chosen.out};
  std::uint64_t records = 0, missing = 0;
  std::string text;
  for_each_record(chosen.gold, true, [&](const hieradate::record& record) {
    std::deque<std::string> store;
    const auto find = [&](std::string_view id) { return answers.find(id); };
    const hieradate::prediction made = hieradate::prediction_of(record, find, store, missing);
    text = records++ == 0 ? "[\n" : ",\n";
    mhqa::io::json_writer json{text};
    io::write(json, made);
    out.write(text);
  });
  out.write("\n]\n");
  out.commit();
  print(fmt::format("{:<14}{:>8}\n{:<14}{:>8}\n{:<14}{:>8}\n", "records", records, "missing", missing, "unused",
                    answers.unused()));
}

void split(const layout_options& chosen) {
  expect_file(chosen.dev, {chosen.gold, chosen.test});
  expect_file(chosen.test, {chosen.gold});
  std::deque<std::string> ids, texts;
  std::vector<std::string_view> views;
  std::vector<bool> combined;
  for_each_record(chosen.gold, true, [&](const hieradate::record& record) {
    views.push_back(ids.emplace_back(record.id));
    combined.push_back(record.combined);
    mhqa::io::json_writer json{texts.emplace_back()};
    io::write(json, record);
  });
  const std::vector<bool> is_dev = hieradate::split_dev(views, combined, chosen.seed);
  mhqa::io::atomic_file dev{chosen.dev}, test{chosen.test};
  std::uint64_t counts[2][2]{};
  for (std::size_t i = 0; i < views.size(); ++i) {
    std::uint64_t* const of = counts[is_dev[i] ? 0 : 1];
    mhqa::io::atomic_file& out = is_dev[i] ? dev : test;
    out.write(of[0] + of[1] == 0 ? "[\n" : ",\n");
    out.write(texts[i]);
    ++of[combined[i] ? 1 : 0];
  }
  for (mhqa::io::atomic_file* const out : {&dev, &test}) {
    const std::uint64_t* const of = counts[out == &dev ? 0 : 1];
    out->write(of[0] + of[1] == 0 ? "[]\n" : "\n]\n");
  }
  dev.commit();
  test.commit();
  std::string text = fmt::format("{:<8}{:>12}{:>12}\n", "", "comparison", "combined");
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
    fmt::format_to(std::back_inserter(text), "{:<8}{:>12}{:>12}\n", i == 0 ? "dev" : "test", counts[i][0],
                   counts[i][1]);
  }
  print(text);
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
    for_each_record(chosen.gold, true, [&](const hieradate::record& gold) {
      const hieradate::prediction* const predicted = predictions.find(gold.id);
      totals.add(predicted != nullptr ? std::optional{score(gold, *predicted)} : std::nullopt);
    });
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
  const auto add = [&](const char* name, const char* what, void (*run)(const layout_options&)) {
    const auto chosen = std::make_shared<layout_options>();
    const arguments verb = dates.add_subcommand(name, what);
    verb->add_option("gold", chosen->gold, "HieraDate's records: a JSON array or JSON Lines")->required();
    verb->callback([chosen, run] { run(*chosen); });
    return std::pair{verb, chosen};
  };
  const auto [out_verb, out] =
      add("export", "Write each question of HieraDate as a record of its own, for other readers", export_questions);
  out_verb->add_option("--to", out->to, "The layout")->required()->check(one_of{"flat", "hotpotqa", "drop"});
  out_verb->add_option("--out", out->out, "The file to write")->type_name(output_file)->required();
  const auto [in_verb, in] =
      add("import", "Turn answers to exported questions into HieraDate predictions", import_answers);
  in_verb->add_option("answers", in->answers, "{id: answer}, or {\"answer\": {id: answer}} as HotpotQA's readers write")
      ->required();
  in_verb->add_option("--out", in->out, "The predictions to write, for mhqa eval hieradate")
      ->type_name(output_file)
      ->required();
  const auto [split_verb, halves] =
      add("split", "Split records into dev and test with equal numbers of each kind", split);
  split_verb->add_option("--dev", halves->dev, "The file for the development set")->type_name(output_file)->required();
  split_verb->add_option("--test", halves->test, "The file for the test set")->type_name(output_file)->required();
  split_verb->add_option("--seed", halves->seed, "Seed of the draw")->check(check_seed)->capture_default_str();
  const auto [table_verb, rows] = add("table", "Print the columns of the paper's Table 3, one row per file", table);
  table_verb->add_option("predictions", rows->predictions, "Files of predictions")->required();
}

}  // namespace mhqa_command
