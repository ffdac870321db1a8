// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of compose_report.hpp.
#pragma once

#include <mhqa/io/compose_report.hpp>

#include <mhqa/compose/doubts.hpp>
#include <mhqa/compose/misspelt.hpp>
#include <mhqa/compose/ungrammatical.hpp>
#include <mhqa/compose/verbalise.hpp>
#include <mhqa/graph/references.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

namespace mhqa::inline v0_1::io {
namespace detail {

inline void append_stage(std::string& out, const stage_report& stage) {
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "{:<12}{:>12}{:>12}{}\n", stage.name, stage.count("in"), stage.count("out"),
                 stage.loaded ? "  (from the earlier run)" : "");
  for (const char* const about :
       {"renamed ids", "smaller contexts", "cased", "share of 2 hops missed in dev", "share of 3 hops missed in dev",
        "share of 4 hops missed in dev", "share of 2 hops missed in test", "share of 3 hops missed in test",
        "share of 4 hops missed in test"}) {
    if (stage.count(about) != 0) fmt::format_to(to, "  {:>24}  {}\n", stage.count(about), about);
  }
  for (const auto& [reason, count] : stage.dropped) {
    if (count != 0) fmt::format_to(to, "  dropped {:>16}  {}\n", count, reason);
  }
}

/// Who answered, and what was not asked.
inline void append_stage_notes(std::string& out, const compose_settings& settings, const stage_report& stage,
                               const std::string& reader) {
  const auto note = [&out](std::string_view name, std::string_view remark) {
    out += fmt::format("  {:<24}  {}\n", name, remark);
  };
  const bool quality = stage.name == "quality";
  if (quality && !settings.options.check_answers) {
    note("not asked", "no-model-right (`check_answers` true asks the built-in reader, `quality_answers` models)");
  } else if (quality || (stage.name == "connection" && settings.options.connect)) {
    const std::vector<std::string>& files = quality ? settings.quality_answers : settings.connection_answers;
    note("answered by", files.empty() ? "the reader " + reader : fmt::format("{} models", files.size()));
  }
  for (std::size_t n = 0; quality && n < grammar_rows.size(); ++n) {
    if ((settings.options.quality.without_rows >> n & 1U) != 0) note("not asked", grammar_rows[n].name);
  }
  if (quality && stage.count("not English") != 0) {
    note("not English", fmt::format("{} of {} questions have few English words; the rules of language read English",
                                    stage.count("not English"), stage.count("in")));
  }
  if (stage.name == "connection" && settings.options.connect && settings.connection_answers.empty()) {
    const std::uint64_t known = stage.count("heads");
    if (settings.options.connection.heads) {
      note(known < 2 ? "not asked" : "heads without context",
           known < 2 ? "heads without context (no other question is known)"
                     : fmt::format("{} of {} answered by memory of the other questions",
                                   known - stage.count("heads kept"), known));
    }
    if (stage.count("one paragraph") != 0) note("not asked", "tails (the pool has a single paragraph)");
  }
  if (stage.name == "pairs") {
    for (const std::string& rule : settings.options.without_rules) note("not asked", rule);
    if (settings.entities.empty()) note("not asked", "another-first-hit (no search but the titles', which links, too)");
  }
}

/// What the parts of the data set share.
inline void append_split_leaks(std::string& out, const stage_report& split) {
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "  shared by train and dev, train and test, dev and test (in a random split):\n");
  for (const std::string_view about : {"questions", "answers", "paragraphs"}) {
    fmt::format_to(to, "    {:<12}", about);
    for (const std::string_view parts : {"train-dev", "train-test", "dev-test"}) {
      const std::string name = fmt::format("{} shared {}", parts, about);
      fmt::format_to(to, "{:>6} ({})", split.count(name), split.count("random split: " + name));
    }
    out += '\n';
  }
}

inline void append_shape_table(std::string& out, const composing& made) {
  const auto row = [&out](const auto& name, const auto& cells) {
    fmt::format_to(std::back_inserter(out), "{:<12}{:>12}{:>12}{:>12}\n", name, cells[0], cells[1], cells[2]);
  };
  out += '\n';
  row("shape", std::array{to_string(data_part::train), to_string(data_part::dev), to_string(data_part::test)});
  for (std::size_t s = 0; s < all_shapes.size(); ++s) row(to_string(all_shapes[s]), made.questions[s]);
}

// If there is no question: the stage after which nothing is left, and the largest causes until there.
inline void append_causes(std::string& out, const composing& made) {
  for (const auto& shape : made.questions) {
    if (std::any_of(shape.begin(), shape.end(), [](std::uint64_t n) { return n != 0; })) return;
  }
  std::vector<std::pair<std::uint64_t, std::string>> causes;
  std::string_view last = "pool";
  for (const stage_report& stage : made.stages) {
    last = stage.name;
    for (const auto& [reason, count] : stage.dropped) {
      if (count != 0) causes.emplace_back(count, fmt::format("{} {} ({})", reason, count, stage.name));
    }
    if (stage.count("out") == 0) break;
  }
  std::stable_sort(causes.begin(), causes.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  out += fmt::format("no question was made: nothing is left after {}", last);
  for (std::size_t i = 0; i < std::min<std::size_t>(causes.size(), 4); ++i) {
    out += (i == 0 ? "; most were dropped as " : ", ") + causes[i].second;
  }
  out += causes.empty() ? "; no question mentions another's answer\n" : "\n";
}

// True for a pattern that no question matches without the words of a bridge.
inline bool needs_bridge(std::string_view pattern) {
  for (std::size_t at = pattern.find("@given"); at != std::string_view::npos; at = pattern.find("@given", at + 1)) {
    if (at == 0 || pattern[at - 1] != '!') return true;
  }
  return false;
}

}  // namespace detail

MHQA_INLINE void append_rules(std::string& out, const single_hop_pool& pool) {
  std::vector<std::string_view> listed;
  // about(rows, n) says what row n is about, or how often it fires.
  const auto list = [&](std::span<const language_row> table, auto&& about) {
    const row_matcher rows{table};
    for (std::size_t n = 0; n < table.size(); ++n) {
      const language_row& row = table[n];
      listed.push_back(row.name);
      out += fmt::format("{:<24}{}\n", row.name, about(rows, n));
      for (const std::string_view pattern : row.patterns) out += fmt::format("  pattern  {}\n", pattern);
      out += fmt::format("  fires    {}\n  passes   {}\n", row.fires, row.passes);
      for (const doubt_weight& w : doubt_weights) {
        if (w.name == row.name) out += fmt::format("  points   {}\n", w.points);
      }
    }
  };
  const auto list_counted = [&](std::span<const language_row> table, auto&& text_of) {
    list(table, [&](const row_matcher& rows, std::size_t n) -> std::string {
      const auto& patterns = table[n].patterns;
      if (std::all_of(patterns.begin(), patterns.end(), detail::needs_bridge)) {
        return "  about bridges, which a question alone does not have";
      }
      const auto hits = std::count_if(pool.questions.begin(), pool.questions.end(), [&](const single_hop& q) {
        return !find_relation(q.question) && rows.fires(n, sentence_words{text_of(q)});
      });
      return fmt::format("{:>8} of {} questions", hits, pool.questions.size());
    });
  };
  const auto question = [](const single_hop& q) { return q.question; };
  list_counted(grammar_rows, [](const single_hop& q) { return q.question.substr(0, q.question.find('"')); });
  list_counted(spelling_rows, question);
  list_counted(stands_alone_rows, question);
  list_counted(time_rows, question);
  list_counted(language_rows, question);
  list_counted(bridge_rows, question);
  list_counted(answer_rows, [](const single_hop& q) { return q.answer; });
  list_counted(head_doubt_rows, question);
  list_counted(tail_doubt_rows, question);
  list_counted(step_doubt_rows, question);
  for (const std::span<const language_row> table : wording_rows) {
    list(table, [](const row_matcher&, std::size_t) { return "  about a part of a question"; });
  }
  for (const doubt_weight& w : doubt_weights) {
    const bool row = std::find(listed.begin(), listed.end(), w.name) != listed.end();
    if (!row) out += fmt::format("{:<24}  a doubt about whole compositions\n  points   {}\n", w.name, w.points);
  }
  for (const std::string& name : pair_rule_names()) {
    const bool row = std::find(listed.begin(), listed.end(), name) != listed.end();
    if (!row) out += name + "  about pairs; the report counts the pairs that it drops\n";
  }
}

MHQA_INLINE void append_compose_report(std::string& out, const compose_settings& settings, const composing& made) {
  out += fmt::format("{:<12}{:>12}{:>12}\n", "stage", "in", "out");
  for (const stage_report& stage : made.stages) {
    detail::append_stage(out, stage);
    detail::append_stage_notes(out, settings, stage, made.reader);
    if (stage.name == "split") detail::append_split_leaks(out, stage);
  }
  if (settings.until.empty()) detail::append_shape_table(out, made);
  if (settings.until.empty()) detail::append_causes(out, made);
}

}  // namespace mhqa::inline v0_1::io
