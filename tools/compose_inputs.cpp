// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks of a run's inputs before it begins, so that a missing file is not reported after an hour and no answers are
// overwritten.
#include "compose_settings.hpp"

#include <mhqa/compose/split.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/pool_file.hpp>
#include <mhqa/io/stages.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {
namespace {

/// The files of the stages up to the last one; those of later stages may still have to be made.
std::vector<std::string> inputs_of(const compose_settings& set) {
  const auto place = [](std::string_view stage) { return std::ranges::find(compose_stages, stage); };
  std::vector<std::string> out;
  const auto add = [&](std::string_view stage, const std::vector<std::string>& files) {
    if (set.until.empty() || place(stage) <= place(set.until)) out.insert(out.end(), files.begin(), files.end());
  };
  const auto one = [](const std::string& file) {
    return file.empty() ? std::vector<std::string>{} : std::vector{file};
  };
  for (const std::string& pool : set.pools) out.push_back(mhqa::io::pool_path::parse(pool).path);
  add("quality", set.quality_answers);
  add("pairs", one(set.entities));
  add("connection", set.connection_answers);
  add("wording", set.wordings);
  add("contexts", set.corpus);
  return out;
}

std::vector<std::string> outputs_of(const std::string& folder) {
  std::vector<std::string> out;
  for (const char* name : {"quality", "quality_paragraphs", "entities", "paragraphs", "heads", "tails", "wordings"}) {
    out.push_back(fmt::format("{}/requests/{}.jsonl", folder, name));
  }
  for (const std::string_view stage : compose_stages) {
    out.push_back(fmt::format("{}/stages/{}.jsonl", folder, stage));
    out.push_back(fmt::format("{}/stages/{}.manifest.json", folder, stage));
  }
  for (const char* kind : {"ans", "full"}) {
    for (const mhqa::data_part part : mhqa::all_parts) {
      out.push_back(fmt::format("{}/{}/{}.jsonl", folder, kind, to_string(part)));
    }
  }
  out.push_back(folder + "/provenance.jsonl");
  out.push_back(folder + "/manifest.json");
  return out;
}

}  // namespace

void check_inputs(const compose_settings& settings) {
  const std::vector<std::string> outputs = outputs_of(settings.out);
  for (const std::string& input : inputs_of(settings)) {
    mhqa::io::expect_regular_file(input);
    for (const std::string& output : outputs) mhqa::io::expect_no_input(output, {input});
  }
  for (const std::string& output : outputs) mhqa::io::expect_no_input(output, {settings.config});
}

}  // namespace mhqa_command
