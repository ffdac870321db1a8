// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa stats: computes the figures of a data set's paper from the records and prints them beside the published ones.
#include "command.hpp"
#include "eval.hpp"
#include "options.hpp"

#include <mhqa/datasets/2wikimultihopqa.hpp>
#include <mhqa/datasets/hieradate.hpp>
#include <mhqa/datasets/hieradate_statistics.hpp>
#include <mhqa/datasets/hotpotqa.hpp>
#include <mhqa/datasets/hotpotqa_statistics.hpp>
#include <mhqa/datasets/musique.hpp>
#include <mhqa/datasets/musique_statistics.hpp>
#include <mhqa/datasets/strategyqa.hpp>
#include <mhqa/datasets/strategyqa_statistics.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/datasets/2wikimultihopqa.hpp>
#include <mhqa/io/datasets/hieradate.hpp>
#include <mhqa/io/datasets/hotpotqa.hpp>
#include <mhqa/io/datasets/musique.hpp>
#include <mhqa/io/datasets/strategyqa.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/statistics_layout.hpp>
#include <mhqa/io/unique_ids.hpp>

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

/// To standard output.
void print(const std::string& text) {
  mhqa::io::output standard{"-"};
  standard.write(text);
  standard.close();
}

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
  fmt::format_to(to, "{:26}  {}\n", "top trigram", one_line(all.top_trigram().first));
}

void run(const std::vector<std::string>& files, bool as_json) {
  statistics all;
  mhqa::io::unique_ids ids;
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
  print(out);
}

/// The name of a count and its function.
template <class Statistics>
using named_statistic = std::pair<std::string_view, std::uint64_t (*)(const Statistics&)>;

/// The counts of each file and of all files together.
template <class Statistics>
struct statistics_by_file {
  std::vector<Statistics> parts;
  Statistics all{};
};

/// Reads records with read(value, record).
template <class Statistics, class Record, bool unique = false, class Read>
statistics_by_file<Statistics> count_files(const std::vector<std::string>& files, Read&& read) {
  statistics_by_file<Statistics> out;
  progress shown{"questions"};
  std::uint64_t done = 0;
  for (const std::string& file : files) {
    Statistics& part = out.parts.emplace_back();
    mhqa::io::json_records in{file};
    Record record;
    const std::uint64_t before = done;
    mhqa::io::unique_ids ids;
    while (const auto value = in.next()) {
      read(*value, record);
      if constexpr (unique) ids.add(record.id, file);
      part.add(record);
      shown(++done);
    }
    if (done == before) mhqa::throw_data_error({.file = file}, "expected questions, found none");
    out.all += part;
  }
  return out;
}

/// One object per file and one for all; `more` writes members of its own.
template <class Statistics, class Named, class More>
void print_json(std::string& out, std::string_view dataset, const std::vector<std::string>& files,
                const statistics_by_file<Statistics>& counted, const Named& named, More&& more) {
  mhqa::io::json_writer json{out};
  const auto write = [&](const Statistics& s) {
    for (const auto& [name, value] : named) json.member(name, value(s));
    more(json, s);
  };
  json.begin_object().member("dataset", dataset).key("files").begin_array();
  for (std::size_t i = 0; i < files.size(); ++i) {
    json.begin_object().member("path", std::string_view{files[i]});
    write(counted.parts[i]);
    json.end_object();
  }
  json.end_array().key("all").begin_object();
  write(counted.all);
  json.end_object().end_object();
  out += '\n';
}

/// A line of one count: a column a file, and one of all where there are several.
template <class Statistics, class Value>
void print_line(std::string& out, std::string_view name, const statistics_by_file<Statistics>& counted, Value&& value) {
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "{:32}", name);
  for (const Statistics& part : counted.parts) fmt::format_to(to, "{:>12}", value(part));
  if (counted.parts.size() > 1) fmt::format_to(to, "{:>12}", value(counted.all));
  out += '\n';
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

template <class Statistics, class Named>
void print_table(std::string& out, const std::vector<std::string>& files, const statistics_by_file<Statistics>& counted,
                 const Named& named) {
  print_files(out, files);
  for (const auto& [name, value] : named) print_line(out, name, counted, value);
}

void run_musique(const std::vector<std::string>& files, bool as_json) {
  using counts = mhqa::musique::statistics;
  constexpr std::array<named_statistic<counts>, 11> named{
      {{"2 hops", [](const counts& s) { return s.hops(2); }},
       {"3 hops", [](const counts& s) { return s.hops(3); }},
       {"4 hops", [](const counts& s) { return s.hops(4); }},
       {"questions", [](const counts& s) -> std::uint64_t { return s.questions.size(); }},
       {"rows", [](const counts& s) { return s.rows; }},
       {"unanswerable rows", [](const counts& s) { return s.unanswerable; }},
       {"unique single-hop questions", [](const counts& s) -> std::uint64_t { return s.single_hops.size(); }},
       {"answers to multi-hop", [](const counts& s) -> std::uint64_t { return s.answers.size(); }},
       {"answers to single-hop", [](const counts& s) -> std::uint64_t { return s.single_hop_answers.size(); }},
       {"supporting paragraphs", [](const counts& s) -> std::uint64_t { return s.supports.size(); }},
       {"paragraphs", [](const counts& s) { return s.paragraphs; }}}};
  const auto counted = count_files<counts, mhqa::musique::record>(files, [](const auto& value, auto& record) {
    mhqa::io::musique::read(value, record, mhqa::io::musique::fields::all, false);
  });
  std::string out;
  if (as_json) {
    print_json(out, "musique", files, counted, named, [](mhqa::io::json_writer& json, const counts& s) {
      json.key("shapes").begin_object();
      for (const auto& [name, count] : s.by_shape) json.member(name, count);
      json.end_object();
    });
  } else {
    print_table(out, files, counted, named);
    for (const auto& [name, count] : counted.all.by_shape) {
      print_line(out, name, counted, [&name = name](const counts& s) {
        const auto at = s.by_shape.find(name);
        return at == s.by_shape.end() ? 0 : at->second;
      });
    }
  }
  print(out);
}

/// HotpotQA's layout, and 2WikiMultihopQA's, which has no levels.
template <class Record, class Read>
void run_hotpotqa(std::string_view dataset, const std::vector<std::string>& files, bool as_json, Read&& read) {
  using counts = mhqa::hotpotqa::statistics;
  const auto counted = count_files<counts, Record, true>(files, read);
  const std::vector<mhqa::hotpotqa::statistic> names = counted.all.named();
  using groups = std::map<std::string, std::uint64_t>;
  constexpr std::array<std::pair<std::string_view, groups counts::*>, 2> fields{
      {{"type", &counts::by_type}, {"level", &counts::by_level}}};
  std::string out;
  if (as_json) {
    print_json(out, dataset, files, counted, std::array<named_statistic<counts>, 0>{},
               [&](mhqa::io::json_writer& json, const counts& s) {
                 for (const mhqa::hotpotqa::statistic& one : s.named()) {
                   const std::string_view name = one.name.substr(one.name.find_first_not_of(' '));
                   if (one.value && one.decimals == 0) {
                     json.member(name, static_cast<std::uint64_t>(*one.value));
                   } else {
                     json.member(name, one.value);
                   }
                 }
                 for (const auto& [name, field] : fields) {
                   json.key(name).begin_object();
                   for (const auto& [value, count] : s.*field) json.member(value, count);
                   json.end_object();
                 }
               });
    return print(out);
  }
  print_files(out, files);
  for (std::size_t i = 0; i < names.size(); ++i) {
    print_line(out, names[i].name, counted, [i](const counts& s) {
      const mhqa::hotpotqa::statistic one = s.named()[i];
      return one.value ? fmt::format("{:.{}f}", *one.value, one.decimals) : std::string{"-"};
    });
  }
  for (const auto& field : fields) {
    for (const auto& one : counted.all.*field.second) {
      const std::string& value = one.first;
      const std::string_view shown = value.empty() ? std::string_view{"(none)"} : std::string_view{value};
      print_line(out, std::string{field.first} + " " + one_line(shown), counted, [&](const counts& s) {
        const auto at = (s.*field.second).find(value);
        return at == (s.*field.second).end() ? 0 : at->second;
      });
    }
  }
  print(out);
}

/// Files of the layout that the first one has.
void run_found(const std::vector<std::string>& files, bool as_json) {
  using mhqa::io::statistics_layout;
  namespace io = mhqa::io;
  constexpr std::array<std::string_view, 3> names{"MuSiQue", "HotpotQA", "2WikiMultihopQA"};
  const auto name = [&](statistics_layout one) { return std::string{names[static_cast<std::size_t>(one)]}; };
  const statistics_layout layout = io::find_statistics_layout(files.front());
  for (const std::string& file : files) {
    const statistics_layout found = io::find_statistics_layout(file);
    if (found == layout) continue;
    mhqa::throw_data_error({.file = file}, "expected " + name(layout) + "'s layout as in " + files.front() +
                                               ", found " + name(found) + "'s");
  }
  switch (layout) {
    case statistics_layout::musique:
      return run_musique(files, as_json);
    case statistics_layout::hotpotqa:
      return run_hotpotqa<mhqa::hotpotqa::record>(
          "hotpotqa", files, as_json, [](const auto& value, auto& record) { io::hotpotqa::read(value, record); });
    case statistics_layout::twowiki:
      return run_hotpotqa<mhqa::twowiki::record>(
          "2wikimultihopqa", files, as_json, [](const auto& value, auto& record) { io::twowiki::read(value, record); });
  }
}

void run_hieradate(const std::vector<std::string>& files, bool as_json) {
  using counts = mhqa::hieradate::statistics;
  constexpr std::array<named_statistic<counts>, 8> named{
      {{"main", [](const counts& s) { return s.main; }},
       {"extraction", [](const counts& s) { return s.extraction; }},
       {"reasoning", [](const counts& s) { return s.reasoning; }},
       {"robustness", [](const counts& s) { return s.robustness; }},
       {"combined", [](const counts& s) { return s.combined; }},
       {"comparison", [](const counts& s) { return s.comparison; }},
       {"paragraphs of combined", [](const counts& s) { return s.combined_paragraphs; }},
       {"paragraphs of combined with age", [](const counts& s) { return s.combined_paragraphs_with_age; }}}};
  const auto counted = count_files<counts, mhqa::hieradate::record>(files, [](const auto& value, auto& record) {
    mhqa::io::hieradate::read(value, record, mhqa::io::hieradate::fields::all, false);
  });
  std::string out;
  if (as_json) {
    print_json(out, "hieradate", files, counted, named, [](mhqa::io::json_writer&, const counts&) {});
  } else {
    print_table(out, files, counted, named);
  }
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
  sub->callback([chosen] { run(chosen->files, chosen->json); });
  const auto dates = std::make_shared<options>();
  const arguments date_verb =
      verb->add_subcommand("hieradate", "HieraDate's Table 2, its two types, paragraphs that reveal an age");
  date_verb
      ->add_option("files", dates->files, "Records as published or as mhqa probe-dates makes them, one file per part")
      ->required();
  date_verb->add_flag("--json", dates->json, "One JSON object");
  date_verb->footer("Example:\n  mhqa stats hieradate train.json dev.json test.json");
  date_verb->callback([dates] { run_hieradate(dates->files, dates->json); });
}

}  // namespace mhqa_command
