// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa stats: computes the figures of a data set's paper from the records and prints them beside the published ones.
#include "command.hpp"
#include "options.hpp"

#include <mhqa/datasets/strategyqa_statistics.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/statistics_files.hpp>
#include <mhqa/io/statistics_layout.hpp>
#include <mhqa/io/statistics_tables.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {
namespace {

template <class Statistics>
void show(std::string_view dataset, const std::vector<std::string>& files,
          const mhqa::io::statistics_by_file<Statistics>& counted, bool json) {
  std::string out;
  json ? mhqa::io::append_statistics_json(out, dataset, files, counted)
       : mhqa::io::append_statistics_table(out, files, counted);
  print(out);
}

mhqa::io::statistics_progress shown_records() {
  return [shown = std::make_shared<progress>("questions")](std::uint64_t done) { (*shown)(done); };
}

/// Files of the layout that the first one has.
void run_found(const std::vector<std::string>& files, bool json) {
  using mhqa::io::statistics_layout;
  constexpr std::array<std::string_view, 3> names{"MuSiQue", "HotpotQA", "2WikiMultihopQA"};
  const auto name = [&](statistics_layout one) { return std::string{names[static_cast<std::size_t>(one)]}; };
  const statistics_layout layout = mhqa::io::find_statistics_layout(files.front());
  for (const std::string& file : files) {
    const statistics_layout found = mhqa::io::find_statistics_layout(file);
    if (found == layout) continue;
    mhqa::throw_data_error({.file = file}, "expected " + name(layout) + "'s layout as in " + files.front() +
                                               ", found " + name(found) + "'s");
  }
  switch (layout) {
    case statistics_layout::musique:
      return show("musique", files, mhqa::io::musique_statistics(files, shown_records()), json);
    case statistics_layout::hotpotqa:
      return show("hotpotqa", files, mhqa::io::hotpotqa_statistics(files, shown_records()), json);
    case statistics_layout::twowiki:
      return show("2wikimultihopqa", files, mhqa::io::twowiki_statistics(files, shown_records()), json);
  }
}

void run_strategyqa(const std::vector<std::string>& files, bool json) {
  const mhqa::strategyqa::statistics all = mhqa::io::strategyqa_statistics(files, shown_records());
  std::string out;
  json ? mhqa::io::append_statistics_json(out, all) : mhqa::io::append_statistics_table(out, all);
  print(out);
}

}  // namespace

void add_stats(const arguments& app, int&) {
  struct options {
    std::vector<std::string> files;
    bool json = false;
  };
  const arguments verb = app.add_subcommand(
      "stats", "Compute the figures of a data set from its records: sizes, lengths, and those of its paper");
  verb->require_subcommand(0, 1);
  const auto parts = std::make_shared<options>();
  verb->add_option("files", parts->files,
                   "Multi-hop questions, one file per part. MuSiQue's layout gives the counts of that paper's Table 2; "
                   "HotpotQA's and 2WikiMultihopQA's give questions, lengths, paragraphs, supports and answers");
  verb->add_flag("--json", parts->json, "One JSON object");
  verb->footer(
      "The first record decides the layout; - is standard input, in MuSiQue's.\nExample:\n  mhqa stats "
      "composed/ans/train.jsonl composed/ans/dev.jsonl composed/ans/test.jsonl");
  verb->callback([parts, verb] {
    if (verb->has_subcommand()) return;
    if (parts->files.empty()) throw_missing("files, strategyqa or hieradate");
    run_found(parts->files, parts->json);
  });
  const auto chosen = std::make_shared<options>();
  const arguments sub = verb->add_subcommand("strategyqa", "StrategyQA's Table 4 and Section 4.2");
  sub->add_option("files", chosen->files, "Records in the official layout, all files together; - is standard input")
      ->required();
  sub->add_flag("--json", chosen->json, "One JSON object, unrounded");
  sub->footer("Example:\n  mhqa stats strategyqa train.json dev.json");
  sub->callback([chosen] { run_strategyqa(chosen->files, chosen->json); });
  const auto dates = std::make_shared<options>();
  const arguments date_verb =
      verb->add_subcommand("hieradate", "HieraDate's Table 2, its two types, paragraphs that reveal an age");
  date_verb
      ->add_option("files", dates->files, "Records as published or as mhqa probe-dates makes them, one file per part")
      ->required();
  date_verb->add_flag("--json", dates->json, "One JSON object");
  date_verb->footer("Example:\n  mhqa stats hieradate train.json dev.json test.json");
  date_verb->callback([dates] {
    show("hieradate", dates->files, mhqa::io::hieradate_statistics(dates->files, shown_records()), dates->json);
  });
}

}  // namespace mhqa_command
