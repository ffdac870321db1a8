// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// See reports.hpp.
#include "reports.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/conversion.hpp>
#include <mhqa/io/datasets/squad.hpp>
#include <mhqa/io/decomposition_report.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/proxy_report.hpp>
#include <mhqa/io/statistics_files.hpp>
#include <mhqa/io/statistics_layout.hpp>
#include <mhqa/io/submissions.hpp>
#include <mhqa/parallel.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

namespace mhqa_python {
namespace {

mhqa::io::data_layout layout_of(std::string_view name, const char* argument) {
  if (name == "2wikimultihopqa") return mhqa::io::data_layout::twowiki;
  const auto& names = mhqa::io::data_layout_names;
  const auto at = std::find(names.begin(), names.end(), name);
  if (at != names.end()) return static_cast<mhqa::io::data_layout>(at - names.begin());
  std::string all;
  for (const std::string_view known : names) all.append(known).append(", ");
  mhqa::throw_data_error({.file = argument},
                         "expected one of the layouts " + all + "2wikimultihopqa, found " + std::string{name});
}

}  // namespace

std::string statistics(const std::string& dataset, const std::vector<std::string>& files, progress& told) {
  const mhqa::io::statistics_progress shown = [&told](std::uint64_t done) {
    if (done % 64 == 0) told("questions", done, 0);
  };
  std::string out;
  const auto append = [&](std::string_view name, const auto& counted) {
    mhqa::io::append_statistics_json(out, name, files, counted);
  };
  if (dataset == "strategyqa") {
    mhqa::io::append_statistics_json(out, mhqa::io::strategyqa_statistics(files, shown));
  } else if (dataset == "hieradate") {
    append("hieradate", mhqa::io::hieradate_statistics(files, shown));
  } else {
    using mhqa::io::statistics_layout;
    const statistics_layout layout = mhqa::io::find_statistics_layout(files.front());
    for (const std::string& file : files) {
      if (mhqa::io::find_statistics_layout(file) == layout) continue;
      mhqa::throw_data_error({.file = file}, "expected the layout of " + files.front() + ", found another");
    }
    switch (layout) {
      case statistics_layout::musique:
        append("musique", mhqa::io::musique_statistics(files, shown));
        break;
      case statistics_layout::hotpotqa:
        append("hotpotqa", mhqa::io::hotpotqa_statistics(files, shown));
        break;
      case statistics_layout::twowiki:
        append("2wikimultihopqa", mhqa::io::twowiki_statistics(files, shown));
        break;
    }
  }
  return out;
}

std::string check_submission(const std::string& dataset, const std::string& predictions, const std::string& questions) {
  const mhqa::io::submission_check found =
      dataset == "musique" ? mhqa::io::check_musique(predictions, questions)
                           : mhqa::io::check_tasks(predictions, questions, {.evidence = dataset != "hotpotqa"});
  std::string out;
  mhqa::io::json_writer json{out};
  json.begin_object().member("questions", found.questions).member("complete", found.whole);
  json.member("found", found.found).key("problems").begin_array();
  for (const mhqa::io::submission_problem& one : found.problems) {
    json.begin_object().member("id", std::string_view{one.id}).member("problem", std::string_view{one.problem});
    json.end_object();
  }
  json.end_array().end_object();
  return out;
}

reported check_decompositions(const std::string& file, const std::string& layout, bool rows) {
  reported out;
  const mhqa::io::decomposition_format format =
      layout.empty() ? mhqa::io::find_decomposition_format(file) : *mhqa::io::decomposition_format_named(layout);
  const auto counts = mhqa::io::check_decompositions(file, format, [&](const mhqa::io::decomposed& d, auto findings) {
    if (rows) mhqa::io::append_findings(out.rows, d, findings);
  });
  mhqa::io::append_decomposition_json(out.json, counts);
  return out;
}

reported check_questions(const mhqa::io::question_check_run& run, bool rows) {
  reported out;
  std::function<void(std::string_view)> each;
  if (rows) each = [&out](std::string_view row) { out.rows += row; };
  mhqa::io::append_question_check_json(out.json, mhqa::io::check_collected_questions(run, each));
  return out;
}

std::string convert(const std::string& in, const std::string& from, const std::string& to, const std::string& out) {
  const mhqa::io::data_layout source = layout_of(from, "source"), target = layout_of(to, "target");
  mhqa::io::expect_no_input(out, {in});
  const mhqa::io::conversion_counts counts = mhqa::io::convert(in, source, out, target);
  std::string text;
  mhqa::io::append_conversion_json(text, from, to, counts);
  return text;
}

std::string probe_dates(mhqa::io::date_probe_run run, progress& told) {
  run.progress = [&told](std::uint64_t done) {
    if (done % 64 == 0) told("records", done, 0);
  };
  const mhqa::io::date_probe_counts all = mhqa::io::make_date_probes(run);
  std::string out;
  mhqa::io::json_writer json{out};
  mhqa::io::write_date_probe_counts(json.begin_object(), all);
  json.end_object();
  return out;
}

std::string proxies(const std::string& key, const std::vector<std::string>& verdicts, bool majority,
                    std::uint32_t distractors) {
  const auto rule = majority ? mhqa::annotator_rule::majority : mhqa::annotator_rule::unanimous;
  std::string out;
  mhqa::io::append_proxy_json(out, mhqa::io::report_proxies(key, verdicts, rule, distractors));
  return out;
}

std::string find_evidence(const mhqa::io::evidence_search& search, bool titles, std::size_t threads) {
  mhqa::thread_pool pool{threads};
  mhqa::io::evidence_words<> analyze{.titles = titles};
  std::string out;
  mhqa::io::json_writer json{out};
  json.begin_object().key("found").begin_object();
  const mhqa::io::evidence_search_counts all =
      mhqa::io::find_evidence(search, analyze, pool, [&json](std::string_view id, auto found) {
        json.key(id).begin_array();
        for (const std::string_view paragraph : found) json.value(paragraph);
        json.end_array();
      });
  json.end_object().member("questions", all.questions).member("paragraphs", all.paragraphs);
  json.member("without_hit", all.without_hit).end_object();
  return out;
}

}  // namespace mhqa_python
