// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa merge: the scores of all parts that `mhqa eval --part` wrote.
#include "command.hpp"
#include "eval.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/datasets/evaluation_part.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/audit_report.hpp>
#include <mhqa/io/dire_evaluation.hpp>
#include <mhqa/io/evaluation_parts.hpp>
#include <mhqa/io/evaluation_reports.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/retrieval_evaluation.hpp>
#include <mhqa/io/sums_part.hpp>

#include <fmt/core.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mhqa_command {
namespace {

struct merge_options {
  std::vector<std::string> parts;
  std::string out;  // empty: not wanted
  mhqa::io::merge_expectations expected;
  bool json = false;
};

void print_report(const mhqa::io::evaluation_reports& reports, bool json) {
  std::string out;
  json ? mhqa::io::append_evaluation_json(out, reports) : mhqa::io::append_evaluation_table(out, reports);
  print(out);
}

void print_report(const mhqa::io::ranking_sums& sums, bool json) {
  const mhqa::io::ranking_evaluation found = sums.finish();
  if (const std::string hint = found.hint(); !hint.empty()) fmt::print(stderr, "mhqa: {}\n", hint);
  print_report(found.reports(sums.by_group), json);
}

void print_report(const mhqa::io::dire_sums& sums, bool json) {
  mhqa::io::expect_scored(sums.result, {}, {});
  std::string out;
  json ? mhqa::io::append_dire_json(out, sums.result, sums.which, sums.by)
       : mhqa::io::append_dire_table(out, sums.result, sums.which, sums.by);
  print(out);
}

void print_report(const mhqa::io::audit_report& result, bool json) {
  std::string out;
  json ? mhqa::io::append_audit_json(out, result) : mhqa::io::append_audit_table(out, result, result.list);
  print(out);
}

template <mhqa::data_set D>
void print_report(const mhqa::evaluation<D>& all, bool json) {
  print_report(mhqa::io::make_reports(all), json);
}

template <class Part>
void print_merged(Part&& part, const merge_options& o) {
  if (!o.out.empty()) {
    mhqa::io::atomic_file sums{o.out};
    sums.write(part.to_bytes());
    sums.close();
    sums.commit();
    const std::string of = part.count() == 0 ? "" : fmt::format(" of {}", part.count());
    print(fmt::format("{}{} parts: {} questions\n", part.pieces().size(), of, part.questions()));
    return;
  }
  print_report(std::forward<Part>(part).finish(), o.json);
}

/// Merges the parts of the kind that the first file is of.
template <class F>
void with_parts(const std::vector<std::string>& files, F&& f) {
  const std::string kind =
      mhqa::dataset_of_part(mhqa::io::file_bytes{files.front(), mhqa::io::file_access::copied}.view(), files.front());
  if (kind == mhqa::io::ranking_sums::dataset) return mhqa::io::with_merged_sums<mhqa::io::ranking_sums>(files, f);
  if (kind == mhqa::io::audit_report::dataset) return mhqa::io::with_merged_sums<mhqa::io::audit_report>(files, f);
  if (kind == mhqa::io::dire_sums::dataset) return mhqa::io::with_merged_sums<mhqa::io::dire_sums>(files, f);
  mhqa::io::with_merged_part_files(files, f);
}

}  // namespace

void add_merge(const arguments& app, int&) {
  const auto options = std::make_shared<merge_options>();
  const arguments verb =
      app.add_subcommand("merge", "Merge the parts of an evaluation or an audit into the report of one run over all");
  verb->footer(
      "Example, on any number of machines:\n"
      "  mhqa eval hotpotqa predictions.json gold.json --part 0/2 --out part0\n"
      "  mhqa eval hotpotqa predictions.json gold.json --part 1/2 --out part1\n"
      "  mhqa merge part0 part1 --json\n"
      "Output:\n  equal to that of mhqa eval or mhqa audit without --part, byte for byte");
  verb->add_option("parts", options->parts,
                   "Files of mhqa eval --part --out, audit --part --out and merge --out, in any order")
      ->required();
  const option out =
      verb->add_option("--out", options->out, "Write the sum of these parts for a later merge")->type_name(output_file);
  verb->add_flag("--json", options->json, "One JSON object, unrounded")->excludes(out);
  verb->add_option("--expect-questions", options->expected.questions,
                   "Fail unless the parts have so many questions; parts with keys cannot tell whether one is missing")
      ->type_name("N");
  verb->add_option("--expect-data", options->expected.data,
                   "Fail unless the hash of the golds is this one: \"data\" in the signature of a run over all")
      ->type_name("HASH");
  verb->add_option("--run", options->expected.run, "Fail unless the parts are of the run of this name")
      ->type_name("NAME");
  verb->callback([options] {
    for (const std::string& part : options->parts) mhqa::io::expect_no_input(options->out, {part});
    with_parts(options->parts, [&](auto&& merged) {
      mhqa::io::expect_merged(merged, options->expected);
      print_merged(std::forward<decltype(merged)>(merged), *options);
    });
  });
}

}  // namespace mhqa_command
