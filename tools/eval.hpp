// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The one evaluation loop of `mhqa eval`. A data set joins in with an adapter: how its files are walked, what
// its official program prints; sums, groups, missing ids, output and errors are handled here.
#pragma once

#include "command.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/string_arena.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/text/string_index.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa_command {

/// What the command line says, for any data set.
struct eval_options {
  std::string predictions;
  std::string gold;
  std::string dialect;       // empty: the data set's own
  std::string per_question;  // empty: not wanted
  std::string by;            // empty: not wanted
  bool json = false;
  bool official = false;
  // Options of single data sets.
  std::string aliases;
  std::string na_prob;
  double na_prob_threshold = 1;
  std::size_t retrieval_limit = 10;
};

/// One scored question, as an adapter hands it to the loop.
template <class Result>
struct scored_question {
  std::string_view id;
  std::string_view gold;   ///< the gold data as bytes, for the fingerprint
  std::string_view group;  ///< value of the field that --by names
  const Result& result;
};

/// The ids that lacked something, by kind ("answer", "sp", …), in file order.
using missing_ids = std::map<std::string, std::vector<std::string>, std::less<>>;

/// All that is printed.
struct eval_result {
  mhqa::report all;
  std::vector<std::pair<std::string, mhqa::report>> groups;
  std::string by;
  missing_ids missing;
  std::size_t ignored = 0;  ///< predictions whose id the gold file lacks
};

void print_json(std::string& out, const eval_result& result);
void print_table(std::string& out, const eval_result& result);

/// Adds PREFIXem, PREFIXf1, PREFIXprec and PREFIXrecall of one question, or nothing where it has no scores.
inline void write_scores(mhqa::io::json_writer& json, const std::string& prefix, const std::optional<mhqa::scores>& s) {
  if (!s) return;
  json.member(prefix + "em", s->em).member(prefix + "f1", s->f1);
  json.member(prefix + "prec", s->precision).member(prefix + "recall", s->recall);
}

/// Finds an id that comes a second time. The published programs would count that question twice.
class unique_ids {
 public:
  void add(std::string_view id, const std::string& file) {
    if (seen_.contains(id)) {
      mhqa::throw_data_error({.file = file, .id = std::string{id}}, "expected each id once, found it twice");
    }
    seen_.insert(bytes_.store(id));
  }

 private:
  mhqa::io::string_arena bytes_;
  mhqa::string_index seen_;
};

/// Fails unless `field` is one of the names an adapter knows.
template <class Names>
void expect_group_field(const std::string& field, const Names& known) {
  if (field.empty() || std::find(std::begin(known), std::end(known), field) != std::end(known)) return;
  std::string names;
  for (const std::string_view name : known) names.append(names.empty() ? "" : ", ").append(name);
  mhqa::throw_data_error({.field = field}, "--by expects one of: " + names);
}

/// Walks the files, sums, prints.
///
/// An Adapter has: types totals, published_totals, result; constant group_fields; rules(); for_each(field, f),
/// which calls f(scored_question); for_each_missing(result, f(kind)); write_question(json, result);
/// finish(totals, group), once for each totals; make_report(totals, fingerprint); used() and ignored()
/// predictions; append_official_missing(out, id, result) and append_official(out, published_totals); and where its
/// program does so, append_official_begin(out) and missing_on_stderr(). One that has `rows_share_ids` takes care of
/// repeated ids itself; of others, gold ids must differ.
template <class Adapter>
void evaluate(const eval_options& options) {
  expect_group_field(options.by, Adapter::group_fields);
  if (options.per_question == "-") {
    mhqa::throw_data_error({.file = "-"}, "--per-question expects a file; standard output has the scores of all");
  }
  mhqa::io::expect_no_input(options.per_question,
                            {options.predictions, options.gold, options.aliases, options.na_prob});
  Adapter adapter{options};

  struct slice {
    typename Adapter::totals totals;
    mhqa::data_fingerprint data;
  };
  slice all;
  std::map<std::string, slice, std::less<>> groups;
  typename Adapter::published_totals published;
  eval_result result{.all = {}, .groups = {}, .by = options.by, .missing = {}};
  std::string official;
  std::optional<mhqa::io::atomic_file> per_question;
  if (!options.per_question.empty()) per_question.emplace(options.per_question);
  std::string line;
  progress shown{"questions"};
  std::uint64_t done = 0;
  unique_ids ids;

  adapter.for_each(options.by, [&](const scored_question<typename Adapter::result>& question) {
    if constexpr (!requires { Adapter::rows_share_ids; }) ids.add(question.id, options.gold);
    all.totals.add(question.result);
    all.data.add(question.id, question.gold);
    if (!options.by.empty()) {
      auto group = groups.find(question.group);
      if (group == groups.end()) group = groups.try_emplace(std::string{question.group}).first;
      group->second.totals.add(question.result);
      group->second.data.add(question.id, question.gold);
    }
    Adapter::for_each_missing(question.result, [&](std::string_view kind) {
      auto entry = result.missing.find(kind);
      if (entry == result.missing.end()) entry = result.missing.try_emplace(std::string{kind}).first;
      entry->second.emplace_back(question.id);
    });
    if (options.official) {
      published.add(question.result);
      adapter.append_official_missing(official, question.id, question.result);
    }
    if (per_question) {
      line.clear();
      mhqa::io::json_writer json{line};
      json.begin_object().member("id", question.id);
      Adapter::write_question(json, question.result);
      json.end_object();
      line += '\n';
      per_question->write(line);
    }
    shown(++done);
  });
  if (done == 0) mhqa::throw_data_error({.file = options.gold}, "expected questions, found none");
  if (adapter.used() == 0) {
    mhqa::throw_data_error({.file = options.predictions}, "no prediction has an id of the gold file " + options.gold);
  }
  adapter.finish(all.totals, "");
  for (auto& [value, group] : groups) adapter.finish(group.totals, value);

  std::string out;
  if (options.official) {
    adapter.finish(published, "");
    if constexpr (requires { adapter.append_official_begin(out); }) adapter.append_official_begin(out);
    bool apart = false;
    if constexpr (requires { adapter.missing_on_stderr(); }) apart = adapter.missing_on_stderr();
    if (apart) {
      std::fwrite(official.data(), 1, official.size(), stderr);
    } else {
      out += official;
    }
    adapter.append_official(out, published);
  } else {
    result.all = adapter.make_report(all.totals, all.data);
    for (auto& [value, group] : groups)
      result.groups.emplace_back(value, adapter.make_report(group.totals, group.data));
    result.ignored = adapter.ignored();
    options.json ? print_json(out, result) : print_table(out, result);
  }
  if (per_question) per_question->close();
  mhqa::io::output standard{"-"};
  standard.write(out);
  standard.close();
  if (per_question) per_question->commit();
}

}  // namespace mhqa_command
