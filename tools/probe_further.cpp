// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "probe_further.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa_command {
namespace {

void commit_one(mhqa::io::manifest& m, std::optional<mhqa::io::atomic_file>& file, const std::string& name) {
  if (!file) return;
  m.outputs.push_back(mhqa::io::describe_content(name, file->content()));
  file->commit();
}

}  // namespace

further_files::further_files(const probe_arguments& chosen) : chosen_{chosen} {
  const mhqa::io::probe_format format = *mhqa::io::find_probe_format(chosen.format);
  if (chosen.adversarial) {
    adversarial_.emplace(path(name("adversarial")));
    counts_ = mhqa::io::write_adversarial(chosen.gold, format, chosen.files.layout, *adversarial_,
                                          {.seed = chosen.files.probes.seed});
  }
  if (chosen.annotate == 0) return;
  mhqa::io::expect_regular_file(chosen.gold, "--annotate");
  tasks_.emplace(path("annotation_tasks.jsonl"));
  key_.emplace(path("annotation_key.jsonl"));
  annotations_ =
      mhqa::io::write_annotation_tasks(chosen.gold, format, chosen.annotate, chosen.files.probes.seed, *tasks_, *key_);
}

void further_files::commit(mhqa::io::manifest& m) {
  commit_one(m, adversarial_, name("adversarial"));
  commit_one(m, tasks_, "annotation_tasks.jsonl");
  commit_one(m, key_, "annotation_key.jsonl");
  if (chosen_.adversarial) {
    m.options.emplace_back("adversarial", "true");
    m.counts.push_back({"adversarial questions", counts_.changed});
    m.counts.push_back({"adversarial paragraphs", counts_.adversarial});
    m.counts.push_back({"paragraphs naming them", counts_.mentioning});
    for (std::size_t i = 0; i < mhqa::adversary_skip_count; ++i) {
      if (counts_.kept[i] == 0) continue;
      m.dropped.push_back(
          {fmt::format("adversarial: {}", to_string(static_cast<mhqa::adversary_skip>(i))), counts_.kept[i]});
    }
  }
  if (chosen_.annotate == 0) return;
  m.options.emplace_back("annotate", std::to_string(chosen_.annotate));
  m.counts.push_back({"annotated questions", annotations_.sampled});
  m.counts.push_back({"annotation tasks", annotations_.tasks});
}

std::string further_files::name(std::string_view stem) const {
  return fmt::format("{}.json{}", stem, chosen_.files.layout == mhqa::io::probe_layout::jsonl ? "l" : "");
}

std::string further_files::path(const std::string& name) const {
  std::string to = (std::filesystem::path{chosen_.folder} / name).string();
  mhqa::io::expect_no_input(to, {chosen_.gold});
  return to;
}

}  // namespace mhqa_command
