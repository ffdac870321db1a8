// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa stats: computes the figures of a data set's paper from the records and prints them beside the published ones.
#include "command.hpp"
#include "eval.hpp"
#include "options.hpp"

#include <mhqa/datasets/hotpotqa_statistics.hpp>
#include <mhqa/datasets/strategyqa_statistics.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/statistics_files.hpp>
#include <mhqa/io/statistics_layout.hpp>
#include <mhqa/metrics/report.hpp>

#include <fmt/core.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa_command {
namespace {

template <class Statistics>
using by_file = mhqa::io::statistics_by_file<Statistics>;

/// A line of one count: a column a file, and one of all where there are several.
template <class Statistics, class Value>
void print_line(std::string& out, std::string_view name, const by_file<Statistics>& counted, Value&& value) {
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "{:32}", name);
  for (const Statistics& part : counted.parts) fmt::format_to(to, "{:>12}", value(part));
  if (counted.parts.size() > 1) fmt::format_to(to, "{:>12}", value(counted.all));
  out += '\n';
}

/// A line for each key of any file, in the order of the keys; `shown` names the line.
template <class Statistics, class Shown>
void print_groups(std::string& out, const by_file<Statistics>& counted,
                  std::map<std::string, std::uint64_t> Statistics::*groups, Shown&& shown) {
  for (const auto& one : counted.all.*groups) {
    print_line(out, shown(one.first), counted, [&](const Statistics& s) {
      const auto at = (s.*groups).find(one.first);
      return at == (s.*groups).end() ? 0 : at->second;
    });
  }
}

/// The heads of the columns.
void print_files(std::string& out, const std::vector<std::string>& files) {
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "{:32}", "");
  for (const std::string& file : files) {
    const std::string name = file.substr(file.rfind('/') + 1);
    fmt::format_to(to, "{:>12}", name.substr(0, name.find('.')).substr(0, 11));
  }
  if (files.size() > 1) fmt::format_to(to, "{:>12}", "all");
  out += '\n';
}

/// Statistics that are counts only.
template <class Statistics>
void print_counts(std::string& out, const std::vector<std::string>& files, const by_file<Statistics>& counted) {
  print_files(out, files);
  const std::vector<mhqa::named_count> names = counted.all.named();
  for (std::size_t i = 0; i < names.size(); ++i) {
    print_line(out, names[i].name, counted, [i](const Statistics& s) { return s.named()[i].value; });
  }
}

void print_statistics(std::string& out, const std::vector<std::string>& files,
                      const by_file<mhqa::musique::statistics>& counted) {
  print_counts(out, files, counted);
  print_groups(out, counted, &mhqa::musique::statistics::by_shape, [](const std::string& name) { return name; });
}

void print_statistics(std::string& out, const std::vector<std::string>& files,
                      const by_file<mhqa::hieradate::statistics>& counted) {
  print_counts(out, files, counted);
}

void print_statistics(std::string& out, const std::vector<std::string>& files,
                      const by_file<mhqa::hotpotqa::statistics>& counted) {
  using counts = mhqa::hotpotqa::statistics;
  print_files(out, files);
  const std::vector<mhqa::hotpotqa::statistic> names = counted.all.named();
  for (std::size_t i = 0; i < names.size(); ++i) {
    print_line(out, names[i].name, counted, [i](const counts& s) {
      const mhqa::hotpotqa::statistic one = s.named()[i];
      return one.value ? fmt::format("{:.{}f}", *one.value, one.decimals) : std::string{"-"};
    });
  }
  const auto named = [](std::string_view field) {
    return [field](const std::string& value) {
      return fmt::format("{} {}", field,
                         one_line(value.empty() ? std::string_view{"(none)"} : std::string_view{value}));
    };
  };
  print_groups(out, counted, &counts::by_type, named("type"));
  print_groups(out, counted, &counts::by_level, named("level"));
}

void print_statistics(std::string& out, const mhqa::strategyqa::statistics& all) {
  const auto to = std::back_inserter(out);
  const auto number = [](const std::optional<double>& value, int digits) {
    if (!value) return std::string{"-"};
    return *value == static_cast<double>(static_cast<std::int64_t>(*value)) && digits > 2
               ? fmt::format("{:.0f}", *value)
               : fmt::format("{:.{}f}", *value, digits);
  };
  fmt::format_to(to, "strategyqa, beside Table 4 (train) and Section 4.2 of the paper\n\n");
  fmt::format_to(to, "{:26}{:>12}{:>12}\n", "", "here", "paper");
  for (const mhqa::strategyqa::statistic& s : all.named()) {
    fmt::format_to(to, "{:26}{:>12}{:>12}\n", s.name, number(s.value, 4),
                   s.paper ? fmt::format("{:g}", *s.paper) : "-");
  }
  const auto line = [&](std::string_view title, const mhqa::strategyqa::statistics::histogram& counts) {
    fmt::format_to(to, "{:26}", title);
    for (const auto& [size, count] : counts) fmt::format_to(to, "  {}: {}", size, count);
    out += '\n';
  };
  out += '\n';
  line("questions by steps", all.by_steps());
  line("annotations by paragraphs", all.by_paragraphs());
  fmt::format_to(to, "{:26}  {}\n", "top trigram", one_line(all.top_trigram().first));
}

template <class Statistics>
void show(std::string_view dataset, const std::vector<std::string>& files, const by_file<Statistics>& counted,
          bool json) {
  std::string out;
  json ? mhqa::io::append_statistics_json(out, dataset, files, counted) : print_statistics(out, files, counted);
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
  json ? mhqa::io::append_statistics_json(out, all) : print_statistics(out, all);
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
