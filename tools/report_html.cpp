// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa report html: results as one page with a browser of questions, or as a table for a paper.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/report_page.hpp>
#include <mhqa/io/report_tables.hpp>
#include <mhqa/io/result_file.hpp>
#include <mhqa/metrics/result_summary.hpp>
#include <mhqa/metrics/significance.hpp>
#include <mhqa/parallel.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {
namespace {

struct html_options {
  std::vector<std::string> results;
  std::string output;
  std::string title = "mhqa report";
  std::vector<std::string> names, figures, numbers;
  std::string latex, markdown, csv;
  std::uint64_t samples = 2'000;
  std::string seed = "12345";
  std::size_t threads = 0;
};

void run(const html_options& o) {
  std::vector<mhqa::io::result_file> results;
  for (const std::string& path : o.results) results.push_back(mhqa::io::read_result(path));
  std::vector<const mhqa::scored_result*> scored;
  for (const mhqa::io::result_file& one : results) scored.push_back(&one.result);
  for (const std::string& name : o.names) {
    if (std::count(o.names.begin(), o.names.end(), name) == 1) continue;
    mhqa::throw_data_error({}, "`names`: expected each name once, found \"" + name + "\" twice");
  }
  mhqa::thread_pool pool{o.threads};
  const std::vector<mhqa::summary_column> columns = mhqa::choose_columns(
      mhqa::summarize(scored, {.samples = o.samples, .seed = std::stoull(o.seed)}, pool), o.numbers);
  mhqa::io::report_page_options page_options{o.title, o.names, {}};
  for (const std::string& figure : o.figures) page_options.figures.push_back(mhqa::io::read_figure(figure));
  const mhqa::io::report_page page{results, columns, page_options};
  std::vector<mhqa::io::report_row> rows;
  for (std::size_t r = 0; r < results.size(); ++r) rows.push_back({page.names()[r], results[r].result.signature});

  std::vector<std::unique_ptr<mhqa::io::atomic_file>> files;
  const auto write = [&](const std::string& path, auto&& text) {
    if (path.empty()) return;
    for (const std::string& input : o.results) mhqa::io::expect_no_input(path, {input});
    files.push_back(std::make_unique<mhqa::io::atomic_file>(path));
    files.back()->write(text());
    files.back()->close();
  };
  write(o.output, [&] { return page.html(); });
  write(o.latex, [&] { return mhqa::io::latex_table(rows, columns); });
  write(o.markdown, [&] { return mhqa::io::markdown_table(rows, columns); });
  write(o.csv, [&] { return mhqa::io::csv_table(rows, columns); });
  if (files.empty()) {
    print(mhqa::io::markdown_table(rows, columns));
  }
  for (const auto& file : files) file->commit();
}

}  // namespace

void add_report_html(const arguments& report) {
  const auto o = std::make_shared<html_options>();
  const arguments verb = report.add_subcommand("html", "Results of several models as one page, or as a table");
  verb->add_option("results", o->results, "Results, written by eval --result or score --result")->required();
  verb->add_option("-o,--output", o->output, "Write the page to this file; it loads nothing from the network")
      ->type_name(output_file);
  verb->add_option("--latex", o->latex, "Write the table of scores to this file as LaTeX (booktabs)")
      ->type_name(output_file);
  verb->add_option("--markdown", o->markdown, "The same as Markdown; standard output gets it if no file is requested")
      ->type_name(output_file);
  verb->add_option("--csv", o->csv, "The same as CSV, unrounded fractions")->type_name(output_file);
  verb->add_option("--title", o->title, "The page's title")->capture_default_str();
  verb->add_option("--name", o->names, "Name of a result; give one for each, in the same order")
      ->allow_extra_args(false);
  verb->add_option("--metric", o->numbers, "Show this number; may be repeated")->allow_extra_args(false);
  verb->add_option("--figure", o->figures, "Show this SVG file, e.g. of report dire --svg; may be repeated")
      ->allow_extra_args(false);
  verb->add_option("--samples", o->samples, "Samples of the intervals' bootstrap")
      ->check(between{std::size_t{1}, std::size_t{mhqa::most_samples}})
      ->capture_default_str();
  verb->add_option("--seed", o->seed, "Seed of the draws")->capture_default_str()->check(check_seed);
  verb->add_option("--threads", o->threads, "Threads; 0: one per processor");
  verb->footer(
      "Example:\n  mhqa eval hotpotqa a.json gold.json --result a.result.json\n"
      "  mhqa report html a.result.json b.result.json --name A --name B -o report.html --latex table.tex");
  verb->callback([o] { run(*o); });
}

}  // namespace mhqa_command
