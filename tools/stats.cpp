// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa stats: what a data set's paper says of its records, computed from them and put beside the printed figures.
#include "command.hpp"
#include "eval.hpp"

#include <mhqa/datasets/musique.hpp>
#include <mhqa/datasets/musique_statistics.hpp>
#include <mhqa/datasets/strategyqa.hpp>
#include <mhqa/datasets/strategyqa_statistics.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/datasets/musique.hpp>
#include <mhqa/io/datasets/strategyqa.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstddef>
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

using mhqa::strategyqa::statistic;
using mhqa::strategyqa::statistics;

void write_histogram(mhqa::io::json_writer& json, std::string_view name, const statistics::histogram& counts) {
  json.key(name).begin_object();
  for (const auto& [size, count] : counts) json.member(std::to_string(size), count);
  json.end_object();
}

void print_json(std::string& out, const statistics& all) {
  mhqa::io::json_writer json{out};
  json.begin_object().member("dataset", "strategyqa");
  json.key("statistics").begin_object();
  for (const statistic& s : all.named()) {
    json.key(s.name).begin_object().member("value", s.value).member("paper", s.paper).end_object();
  }
  json.end_object();
  json.member("top_trigram", all.top_trigram().first);
  json.member("top_trigram_lower_case", all.top_trigram_lower_case().first);
  write_histogram(json, "questions_by_steps", all.by_steps());
  write_histogram(json, "annotations_by_paragraphs", all.by_paragraphs());
  json.end_object();
  out += '\n';
}

void print_table(std::string& out, const statistics& all) {
  const auto to = std::back_inserter(out);
  const auto number = [](const std::optional<double>& value, int digits) {
    if (!value) return std::string{"-"};
    return *value == static_cast<double>(static_cast<std::int64_t>(*value)) && digits > 2
               ? fmt::format("{:.0f}", *value)
               : fmt::format("{:.{}f}", *value, digits);
  };
  fmt::format_to(to, "strategyqa, beside Table 4 (train) and Section 4.2 of the paper\n\n");
  fmt::format_to(to, "{:26}{:>12}{:>12}\n", "", "here", "paper");
  for (const statistic& s : all.named()) {
    fmt::format_to(to, "{:26}{:>12}{:>12}\n", s.name, number(s.value, 4),
                   s.paper ? fmt::format("{:g}", *s.paper) : "-");
  }
  const auto line = [&](std::string_view title, const statistics::histogram& counts) {
    fmt::format_to(to, "{:26}", title);
    for (const auto& [size, count] : counts) fmt::format_to(to, "  {}: {}", size, count);
    out += '\n';
  };
  out += '\n';
  line("questions by steps", all.by_steps());
  line("annotations by paragraphs", all.by_paragraphs());
  fmt::format_to(to, "{:26}  {}\n", "top trigram", all.top_trigram().first);
}

void run(const std::vector<std::string>& files, bool as_json) {
  statistics all;
  unique_ids ids;
  progress shown{"questions"};
  std::uint64_t done = 0;
  for (const std::string& file : files) {
    mhqa::io::json_records in{file};
    mhqa::strategyqa::record record;
    while (const auto value = in.next()) {
      mhqa::io::strategyqa::read(*value, record);
      ids.add(record.qid, file);
      all.add(record);
      shown(++done);
    }
  }
  if (done == 0) mhqa::throw_data_error({.file = files.front()}, "expected questions, found none");
  std::string out;
  as_json ? print_json(out, all) : print_table(out, all);
  mhqa::io::output standard{"-"};
  standard.write(out);
  standard.close();
}

/// One column a file, and one of all together.
void run_musique(const std::vector<std::string>& files, bool as_json) {
  std::vector<mhqa::musique::statistics> parts;
  mhqa::musique::statistics all;
  progress shown{"questions"};
  std::uint64_t done = 0;
  for (const std::string& file : files) {
    mhqa::musique::statistics& part = parts.emplace_back();
    mhqa::io::json_records in{file};
    mhqa::musique::record record;
    while (const auto value = in.next()) {
      mhqa::io::musique::read(*value, record, mhqa::io::musique::fields::all, false);
      part.add(record);
      shown(++done);
    }
    all += part;
  }
  using part_value = std::uint64_t (*)(const mhqa::musique::statistics&);
  const std::vector<std::pair<std::string_view, part_value>> named{
      {"2 hops", [](const auto& s) { return s.hops(2); }},
      {"3 hops", [](const auto& s) { return s.hops(3); }},
      {"4 hops", [](const auto& s) { return s.hops(4); }},
      {"questions", [](const auto& s) -> std::uint64_t { return s.questions.size(); }},
      {"rows", [](const auto& s) { return s.rows; }},
      {"unanswerable rows", [](const auto& s) { return s.unanswerable; }},
      {"unique single-hop questions", [](const auto& s) -> std::uint64_t { return s.single_hops.size(); }},
      {"answers to multi-hop", [](const auto& s) -> std::uint64_t { return s.answers.size(); }},
      {"answers to single-hop", [](const auto& s) -> std::uint64_t { return s.single_hop_answers.size(); }},
      {"supporting paragraphs", [](const auto& s) -> std::uint64_t { return s.supports.size(); }},
      {"paragraphs", [](const auto& s) { return s.paragraphs; }}};
  std::string out;
  if (as_json) {
    mhqa::io::json_writer json{out};
    const auto write = [&](const mhqa::musique::statistics& s) {
      for (const auto& [name, value] : named) json.member(name, value(s));
      json.key("shapes").begin_object();
      for (const auto& [name, count] : s.by_shape) json.member(name, count);
      json.end_object();
    };
    json.begin_object().member("dataset", "musique").key("files").begin_array();
    for (std::size_t i = 0; i < files.size(); ++i) {
      json.begin_object().member("path", std::string_view{files[i]});
      write(parts[i]);
      json.end_object();
    }
    json.end_array().key("all").begin_object();
    write(all);
    json.end_object().end_object();
    out += '\n';
  } else {
    const auto to = std::back_inserter(out);
    const auto line = [&](std::string_view name, auto value) {
      fmt::format_to(to, "{:28}", name);
      for (const auto& part : parts) fmt::format_to(to, "{:>12}", value(part));
      if (parts.size() > 1) fmt::format_to(to, "{:>12}", value(all));
      out += '\n';
    };
    fmt::format_to(to, "{:28}", "");
    for (const std::string& file : files) {
      const std::string name = file.substr(file.rfind('/') + 1);
      fmt::format_to(to, "{:>12}", name.substr(0, name.find('.')).substr(0, 11));
    }
    if (parts.size() > 1) fmt::format_to(to, "{:>12}", "all");
    out += '\n';
    for (const auto& [name, value] : named) line(name, value);
    for (const auto& [name, count] : all.by_shape) {
      line(name, [&name = name](const mhqa::musique::statistics& s) {
        const auto at = s.by_shape.find(name);
        return at == s.by_shape.end() ? 0 : at->second;
      });
    }
  }
  mhqa::io::output standard{"-"};
  standard.write(out);
  standard.close();
}

}  // namespace

void add_stats(CLI::App& app, int&) {
  struct options {
    std::vector<std::string> files;
    bool json = false;
  };
  CLI::App* const verb =
      app.add_subcommand("stats", "Figures of a data set's paper, computed from the records and put beside it");
  verb->require_subcommand(0, 1);
  const auto parts = std::make_shared<options>();
  verb->add_option("files", parts->files,
                   "Multi-hop questions in MuSiQue's layout, a file a part: the counts of that paper's Table 2");
  verb->add_flag("--json", parts->json, "One JSON object");
  verb->footer("Example:\n  mhqa stats composed/ans/train.jsonl composed/ans/dev.jsonl composed/ans/test.jsonl");
  verb->callback([parts, verb] {
    if (!verb->get_subcommands().empty()) return;
    if (parts->files.empty()) throw CLI::RequiredError{"files or strategyqa"};
    run_musique(parts->files, parts->json);
  });
  const auto chosen = std::make_shared<options>();
  CLI::App* const sub = verb->add_subcommand("strategyqa", "StrategyQA's Table 4 and Section 4.2");
  sub->add_option("files", chosen->files, "Records in the official layout, all files together; - is standard input")
      ->required();
  sub->add_flag("--json", chosen->json, "One JSON object, unrounded");
  sub->footer("Example:\n  mhqa stats strategyqa train.json dev.json");
  sub->callback([chosen] { run(chosen->files, chosen->json); });
}

}  // namespace mhqa_command
