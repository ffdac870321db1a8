// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The outcome of a composing run, and its report as text: a line for each stage with its reasons for dropping, notes on
// who answered, and a table of the questions by shape and part.
#pragma once

#include <mhqa/compose/split.hpp>
#include <mhqa/graph/shapes.hpp>
#include <mhqa/io/compose_settings.hpp>
#include <mhqa/io/stages.hpp>

#include <fmt/core.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// The outcome of a run; the questions are in its files.
struct composing {
  std::vector<stage_report> stages;
  /// The number of questions by shape (as all_shapes) and part (as all_parts); zeros unless the run is complete.
  std::array<std::array<std::uint64_t, all_parts.size()>, all_shapes.size()> questions{};
};

namespace detail {

inline void append_stage(std::string& out, const stage_report& stage) {
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "{:<12}{:>12}{:>12}{}\n", stage.name, stage.count("in"), stage.count("out"),
                 stage.loaded ? "  (from the earlier run)" : "");
  for (const char* const about : {"renamed ids", "smaller contexts"}) {
    if (stage.count(about) != 0) fmt::format_to(to, "  {:>24}  {}\n", stage.count(about), about);
  }
  for (const auto& [reason, count] : stage.dropped) {
    if (count != 0) fmt::format_to(to, "  dropped {:>16}  {}\n", count, reason);
  }
}

/// Who answered, and what was not asked.
inline void append_stage_notes(std::string& out, const compose_settings& settings, const stage_report& stage) {
  const auto note = [&out](std::string_view name, std::string_view remark) {
    out += fmt::format("  {:<24}  {}\n", name, remark);
  };
  const bool quality = stage.name == "quality";
  if (quality && !settings.options.check_answers) {
    note("not asked", "no-model-right (--check-answers true asks the lexical reader, --quality-answers models)");
  } else if (quality || (stage.name == "connection" && settings.options.connect)) {
    const std::vector<std::string>& files = quality ? settings.quality_answers : settings.connection_answers;
    note("answered by", files.empty() ? "the lexical reader, not a model" : fmt::format("{} models", files.size()));
  }
  if (stage.name == "pairs") {
    for (const std::string& rule : settings.options.without_rules) note("not asked", rule);
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

}  // namespace detail

/// Appends the stages of a run and, if it is complete, the questions by shape and part.
inline void append_compose_report(std::string& out, const compose_settings& settings, const composing& made) {
  out += fmt::format("{:<12}{:>12}{:>12}\n", "stage", "in", "out");
  for (const stage_report& stage : made.stages) {
    detail::append_stage(out, stage);
    detail::append_stage_notes(out, settings, stage);
    if (stage.name == "split") detail::append_split_leaks(out, stage);
  }
  if (settings.until.empty()) detail::append_shape_table(out, made);
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
