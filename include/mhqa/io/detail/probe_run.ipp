// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of probe_run.hpp.
#pragma once

#include <mhqa/io/probe_run.hpp>

#include <mhqa/io/facts.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/metrics/report.hpp>

#include <cstdint>

namespace mhqa::inline v0_1::io {
namespace detail {

MHQA_INLINE manifest probe_manifest(const probe_run& run, const content_size& read, const probe_file_counts& counts) {
  const auto& probes = run.files.probes;
  const auto flag = [](bool value) { return std::string{value ? "true" : "false"}; };
  manifest m{.command = "probe", .seed = probes.seed};
  m.options = {{"format", run.format},
               {"layout", run.files.layout == probe_layout::jsonl ? "jsonl" : "published"},
               {"facts", run.sentences ? "sentences" : "paragraphs"},
               {"min-paragraphs", std::to_string(probes.minimum_facts)},
               {"max-supports", std::to_string(probes.maximum_supports)},
               {"balance", flag(probes.balance)},
               {"sample", fmt::format("{}", probes.sample)}};
  m.inputs.push_back(describe_content(run.gold, read));
  m.outputs = counts.files;
  m.counts.push_back({"questions", counts.questions.total() + counts.too_many_supports + counts.unanswerable});
  m.counts.push_back({"probed", counts.questions.used});
  for (const named_count& file : counts.instances) m.counts.push_back(file);
  for (std::size_t i = 0; i < skip_reason_count; ++i) {
    if (counts.questions.skipped[i] == 0) continue;
    m.dropped.push_back({std::string{to_string(static_cast<skip_reason>(i))}, counts.questions.skipped[i]});
  }
  if (counts.too_many_supports != 0) m.dropped.push_back({"more than max-supports", counts.too_many_supports});
  if (counts.unanswerable != 0) {
    const bool seen = run.files.artifacts;
    m.dropped.push_back({seen ? "unanswerable, except for restricted models" : "unanswerable", counts.unanswerable});
  }
  return m;
}

MHQA_INLINE given_lengths::given_lengths(const std::string& path) : path_{path} {
  json_document document{path};
  document.for_each_entry([&](std::string_view text, json_value length) {
    lengths_.insert_or_assign(std::string{text}, static_cast<std::size_t>(length.natural()));
  });
}

MHQA_INLINE std::size_t given_lengths::operator()(std::string_view paragraph) const {
  const auto found = lengths_.find(std::string{paragraph});
  if (found != lengths_.end()) return found->second;
  throw_data_error({.file = path_, .id = std::string{paragraph.substr(0, paragraph.find('\n'))}},
                   "expected the length of each paragraph by \"TITLE\\nTEXT\"; this title's text has none",
                   errc::missing);
}

MHQA_INLINE further_probe_files::further_probe_files(const probe_run& run) : run_{run} {
  const probe_format format = *find_probe_format(run.format);
  if (!run.material.empty()) expect_regular_file(run.material, "`material`");
  if (run.adversarial) {
    adversarial_.emplace(path(name("adversarial")));
    counts_ = write_adversarial(run.gold, format, run.files.layout, *adversarial_, {.seed = run.files.probes.seed},
                                run.material);
  }
  if (run.longer.length != 0) {
    longer_.emplace(path(name(longer_name())));
    longer_key_.emplace(path(longer_name() + "_key.jsonl"));
    long_context_options options = run.longer;
    options.seed = run.files.probes.seed;
    longer_counts_ = run.lengths.empty()
                         ? write_long_contexts(run.gold, format, run.files.layout, *longer_, *longer_key_, options,
                                               &word_count, run.material)
                         : write_long_contexts(run.gold, format, run.files.layout, *longer_, *longer_key_, options,
                                               given_lengths{run.lengths}, run.material);
  }
  if (run.annotate == 0) return;
  expect_regular_file(run.gold, "`annotate`");
  tasks_.emplace(path("annotation_tasks.jsonl"));
  key_.emplace(path("annotation_key.jsonl"));
  annotations_ =
      write_annotation_tasks(run.gold, format, run.annotate, run.files.probes.seed, *tasks_, *key_, run.material);
}

MHQA_INLINE void further_probe_files::commit(manifest& m) {
  commit_one(m, adversarial_, name("adversarial"));
  commit_one(m, longer_, name(longer_name()));
  commit_one(m, longer_key_, longer_name() + "_key.jsonl");
  commit_one(m, tasks_, "annotation_tasks.jsonl");
  commit_one(m, key_, "annotation_key.jsonl");
  if (!run_.material.empty()) m.inputs.push_back(describe_file(run_.material));
  if (run_.adversarial) {
    m.options.emplace_back("adversarial", "true");
    m.counts.push_back({"adversarial questions", counts_.changed});
    m.counts.push_back({"adversarial paragraphs", counts_.adversarial});
    m.counts.push_back({"paragraphs naming them", counts_.mentioning});
    for (std::size_t i = 0; i < adversary_skip_count; ++i) {
      if (counts_.kept[i] == 0) continue;
      m.dropped.push_back({fmt::format("adversarial: {}", to_string(static_cast<adversary_skip>(i))), counts_.kept[i]});
    }
  }
  if (run_.longer.length != 0) describe_longer(m);
  if (run_.annotate == 0) return;
  m.options.emplace_back("annotate", std::to_string(run_.annotate));
  m.counts.push_back({"annotated questions", annotations_.sampled});
  m.counts.push_back({"annotation tasks", annotations_.tasks});
}

MHQA_INLINE void further_probe_files::commit_one(manifest& m, std::optional<atomic_file>& file,
                                                 const std::string& name) {
  if (!file) return;
  m.outputs.push_back(describe_content(name, file->content()));
  file->commit();
}

MHQA_INLINE void further_probe_files::describe_longer(manifest& m) const {
  std::string depths;
  for (const double depth : run_.longer.depths) depths += fmt::format("{}{}", depths.empty() ? "" : ",", depth);
  m.options.emplace_back("length", std::to_string(run_.longer.length));
  if (!run_.lengths.empty()) m.options.emplace_back("lengths", run_.lengths);
  m.options.emplace_back("depth", depths.empty() ? "drawn" : depths);
  m.counts.push_back({"long contexts", longer_counts_.questions});
  m.counts.push_back(
      {run_.lengths.empty() ? "words of long contexts" : "units of long contexts", longer_counts_.units});
  const auto drop = [&](std::string_view why, std::uint64_t count) {
    if (count != 0) m.dropped.push_back({"length: " + std::string{why}, count});
  };
  for (std::size_t i = 0; i < long_context_skip_names.size(); ++i) {
    drop(long_context_skip_names[i], longer_counts_.skipped[i]);
  }
  drop("unanswerable", longer_counts_.unanswerable);
}

MHQA_INLINE std::string further_probe_files::path(const std::string& name) const {
  std::string to = (std::filesystem::path{run_.folder} / name).string();
  expect_no_input(to, {run_.gold, run_.material});
  return to;
}

}  // namespace detail

MHQA_INLINE manifest make_probes(const probe_run& run, executor_ref exec) {
  const std::optional<probe_format> format = find_probe_format(run.format);
  if (!format) {
    throw_data_error({}, "`format`: expected hotpotqa, 2wikimultihopqa or musique, found " + run.format);
  }
  if (run.gold == "-") {
    throw_data_error({.file = "-"},
                     "expected a file, because the manifest records its name; use /dev/stdin for standard input");
  }
  probe_records records{run.gold, *format, run.sentences ? fact_unit::sentence : fact_unit::paragraph};
  detail::further_probe_files further{run};
  const probe_file_counts counts = write_probe_files(records, run.folder, run.files, exec);
  manifest made = detail::probe_manifest(run, records.content(), counts);
  further.commit(made);
  write_manifest((std::filesystem::path{run.folder} / "manifest.json").string(), made);
  return made;
}

}  // namespace mhqa::inline v0_1::io
