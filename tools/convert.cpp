// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa convert: questions from one layout to another, with counts of what the target cannot hold.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/conversion.hpp>
#include <mhqa/io/run_writer.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {
namespace {

struct convert_arguments {
  std::string in, out, from, to;
  bool json = false;
};

mhqa::io::data_layout layout_of(std::string_view name) {
  if (name == "2wikimultihopqa") return mhqa::io::data_layout::twowiki;
  const auto& names = mhqa::io::data_layout_names;
  return static_cast<mhqa::io::data_layout>(std::find(names.begin(), names.end(), name) - names.begin());
}

/// The names of --from and --to besides the layouts of questions.
const std::vector<std::string> run_names{"run-trec", "run-beir", "run-flashrag", "run-dpr", "run-hotpotqa"};
const std::vector<std::string> qrels_names{"qrels-trec", "qrels-beir"};

std::vector<std::string> layouts_and(const std::vector<std::vector<std::string>>& more) {
  std::vector<std::string> out{mhqa::io::data_layout_names.begin(), mhqa::io::data_layout_names.end()};
  out.emplace_back("2wikimultihopqa");  // the name in mhqa eval
  for (const auto& names : more) out.insert(out.end(), names.begin(), names.end());
  return out;
}

/// Writes rankings or judgements in another layout; false if --from names neither.
bool convert_run(const convert_arguments& a) {
  const auto place_in = [&](const std::vector<std::string>& names) {
    const auto at = std::find(names.begin(), names.end(), a.to);
    if (at != names.end()) return static_cast<std::size_t>(at - names.begin());
    std::string expected;
    for (const std::string& name : names) expected += (expected.empty() ? "" : ", ") + name;
    mhqa::throw_data_error({}, "`to`: expected one of " + expected + " with `from` " + a.from + ", found " + a.to);
  };
  mhqa::io::converted_queries queries;
  if (a.from == "run") {
    queries = mhqa::io::convert_rankings(a.in, a.out, static_cast<mhqa::io::run_layout>(place_in(run_names)));
  } else if (a.from == "judgements") {
    queries = mhqa::io::convert_judgements(a.in, a.out, place_in(qrels_names) == 1);
  } else {
    return false;
  }
  std::string counts = fmt::format("{} queries written", queries.written);
  if (queries.left_out != 0) counts += fmt::format(", {} left out: without a document", queries.left_out);
  std::fputs((counts + '\n').c_str(), stderr);
  return true;
}

void run(const convert_arguments& a) {
  if (a.json && a.out == "-") {
    mhqa::throw_data_error({.file = "-"}, "`json` prints the counts to standard output; `out` expects a file");
  }
  mhqa::io::expect_no_input(a.out, {a.in});
  if (convert_run(a)) return;
  if (a.to.starts_with("run-") || a.to.starts_with("qrels-")) {
    mhqa::throw_data_error({}, "`to`: expected a layout of questions, found " + a.to);
  }
  const mhqa::io::conversion_counts counts = mhqa::io::convert(a.in, layout_of(a.from), a.out, layout_of(a.to));
  std::string text;
  mhqa::io::append_conversion_table(text, a.from, a.to, counts);
  std::fputs(text.c_str(), stderr);
  if (!a.json) return;
  text.clear();
  mhqa::io::append_conversion_json(text, a.from, a.to, counts);
  print(text += '\n');
}

}  // namespace

void add_convert(const arguments& app, int&) {
  const auto chosen = std::make_shared<convert_arguments>();
  const arguments verb = app.add_subcommand("convert", "Convert questions from one layout to another");
  verb->add_option("input", chosen->in, "A file; for beir a folder with corpus.jsonl, queries.jsonl and qrels/")
      ->required();
  verb->add_option("--from", chosen->from, "The input's layout; run and judgements: any that eval retrieval reads")
      ->check(one_of{layouts_and({{"run", "judgements"}})})
      ->required();
  verb->add_option("--to", chosen->to, "The output's layout")
      ->check(one_of{layouts_and({run_names, qrels_names})})
      ->required();
  verb->add_option("--out", chosen->out, "The output; for beir a folder")->type_name(output_file)->required();
  verb->add_flag("--json", chosen->json, "Also print the counts as one JSON object, on standard output");
  verb->footer(
      "Example:\n  mhqa convert dev.json --from hotpotqa --to flashrag --out dev.jsonl\n"
      "  mhqa convert run.json --from run --to run-trec --out run.trec\n"
      "Standard error counts, by field, the questions with something that the target cannot hold, or that the input\n"
      "lacks. Questions that the target cannot hold at all are left out and counted by reason.\nOf "
      "a run, ids and scores are kept; of judgements, ids and levels.");
  verb->callback([chosen] { run(*chosen); });
}

}  // namespace mhqa_command
