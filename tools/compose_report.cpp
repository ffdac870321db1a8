// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The report of `mhqa compose`: a line for each stage with its reasons for dropping, and a table of the questions.
#include "compose_settings.hpp"

#include <mhqa/compose/split.hpp>
#include <mhqa/graph/shapes.hpp>
#include <mhqa/io/compose_set.hpp>
#include <mhqa/io/stages.hpp>

#include <fmt/core.h>

#include <array>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>

namespace mhqa_command {
namespace {

void append_stage(std::string& text, const mhqa::io::stage_report& stage) {
  const auto to = std::back_inserter(text);
  fmt::format_to(to, "{:<12}{:>12}{:>12}{}\n", stage.name, stage.count("in"), stage.count("out"),
                 stage.loaded ? "  (from the earlier run)" : "");
  for (const char* const what : {"renamed ids", "smaller contexts"}) {
    if (stage.count(what) != 0) fmt::format_to(to, "  {:>24}  {}\n", stage.count(what), what);
  }
  for (const auto& [reason, count] : stage.dropped) {
    if (count != 0) fmt::format_to(to, "  dropped {:>16}  {}\n", count, reason);
  }
}

void append_leaks(std::string& text, const mhqa::io::stage_report& split) {
  const auto to = std::back_inserter(text);
  fmt::format_to(to, "  shared by train and dev, train and test, dev and test (in a random split):\n");
  for (const std::string_view what : {"questions", "answers", "paragraphs"}) {
    fmt::format_to(to, "    {:<12}", what);
    for (const std::string_view parts : {"train-dev", "train-test", "dev-test"}) {
      const std::string name = fmt::format("{} shared {}", parts, what);
      fmt::format_to(to, "{:>6} ({})", split.count(name), split.count("random split: " + name));
    }
    text += '\n';
  }
}

void append_shapes(std::string& text, const mhqa::io::composing& made) {
  const auto row = [&text](const auto& name, const auto& cells) {
    fmt::format_to(std::back_inserter(text), "{:<12}{:>12}{:>12}{:>12}\n", name, cells[0], cells[1], cells[2]);
  };
  text += '\n';
  row("shape",
      std::array{to_string(mhqa::data_part::train), to_string(mhqa::data_part::dev), to_string(mhqa::data_part::test)});
  for (std::size_t s = 0; s < mhqa::all_shapes.size(); ++s) row(to_string(mhqa::all_shapes[s]), made.questions[s]);
}

}  // namespace

std::string describe_run(const mhqa::io::compose_settings& settings, const mhqa::io::composing& made) {
  std::string text = fmt::format("{:<12}{:>12}{:>12}\n", "stage", "in", "out");
  for (const mhqa::io::stage_report& stage : made.stages) {
    append_stage(text, stage);
    const auto note = [&text](std::string_view name, std::string_view remark) {
      text += fmt::format("  {:<24}  {}\n", name, remark);
    };
    if (stage.name == "quality" && !settings.options.check_answers) {
      note("not asked", "no-model-right (--check-answers true asks the lexical reader, --quality-answers models)");
    } else if (stage.name == "quality" || (stage.name == "connection" && settings.options.connect)) {
      const auto& files = stage.name == "quality" ? settings.quality_answers : settings.connection_answers;
      note("answered by", files.empty() ? "the lexical reader, not a model" : fmt::format("{} models", files.size()));
    }
    if (stage.name == "pairs") {
      for (const std::string& rule : settings.options.without_rules) note("not asked", rule);
    }
    if (stage.name == "split") append_leaks(text, stage);
  }
  if (settings.until.empty()) append_shapes(text, made);
  return text;
}

}  // namespace mhqa_command
