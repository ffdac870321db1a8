// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of probe_files.hpp.
#pragma once

#include <mhqa/io/probe_files.hpp>

#include <cmath>
#include <system_error>
#include <utility>

namespace mhqa::inline v0_1::io::detail {

MHQA_INLINE void probe_file::write(std::string_view lines) {
  if (lines.empty()) return;
  if (layout_ == probe_layout::published && empty_) lines.remove_prefix(2);  // removes the first instance's comma
  empty_ = false;
  file_.write(lines);
}

MHQA_INLINE void probe_file::close() {
  if (layout_ == probe_layout::published) file_.write(empty_ ? "]\n" : "\n]\n");
  file_.close();
}

/// Counts a record; returns true if it has probes.
MHQA_INLINE bool probe_chunk::count(const probe_text& text, const probe_options& options) {
  if (!text.answerable) {
    ++unanswerable;
    return false;
  }
  const auto why = why_not_transformed(text, options.minimum_facts);
  if (!why && text.supports.size() > options.maximum_supports) {
    ++too_many_supports;
    return false;
  }
  questions.add(why);
  return !why;
}

MHQA_INLINE void probe_chunk::add(const probe_text& text, const std::array<bool, probe_file_kinds>& wanted,
                                  const probe_file_options& options) {
  constexpr std::size_t kinds = mhqa::dire::kinds.size();
  const bool probed = count(text, options.probes);
  for (std::size_t i = 0; i < probe_file_kinds; ++i) {
    if (!wanted[i]) continue;
    if (i < kinds && probed) {
      instances[i] += append_instances(lines[i], options.layout, text, mhqa::dire::kinds[i], options.probes);
    } else if (i >= kinds && text.supports.size() <= max_bipartition_facts) {
      instances[i] += append_artifact_inputs(lines[i], options.layout, text, static_cast<artifact>(i - kinds));
    }
  }
}

MHQA_INLINE probe_folder::probe_folder(const std::string& input, const std::filesystem::path& folder,
                                       const probe_file_options& options)
    : input_{input}, manifest_{folder / "manifest.json"} {
  expect_no_input(manifest_.string(), {input_});
  for (std::size_t i = 0; i < wanted_.size(); ++i) {
    wanted_[i] = i < mhqa::dire::kinds.size() ? mhqa::dire::kinds[i] != mhqa::dire::kind::trivial || options.trivial
                                              : options.artifacts;
    if (!wanted_[i]) continue;
    const std::string name{probe_file_name(i)};
    counts_.files.push_back({name + (options.layout == probe_layout::jsonl ? ".jsonl" : ".json"), 0, {}});
    counts_.instances.push_back({name, 0});
    counts_.paths.push_back((folder / counts_.files.back().path).string());
    expect_no_input(counts_.paths.back(), {input_});
    files_.emplace_back(counts_.paths.back(), options.layout);
  }
}

MHQA_INLINE void probe_folder::write(probe_chunk& chunk) {
  for (std::size_t i = 0, file = 0; i < wanted_.size(); ++i) {
    if (!wanted_[i]) continue;
    files_[file].write(chunk.lines[i]);
    counts_.instances[file++].value += chunk.instances[i];
    chunk.lines[i].clear();
    chunk.instances[i] = 0;
  }
  counts_.questions += std::exchange(chunk.questions, {});
  counts_.too_many_supports += std::exchange(chunk.too_many_supports, 0);
  counts_.unanswerable += std::exchange(chunk.unanswerable, 0);
}

MHQA_INLINE probe_file_counts probe_folder::commit() {
  if (counts_.questions.total() + counts_.too_many_supports + counts_.unanswerable == 0) {
    throw_data_error({.file = input_}, "expected records, found none", errc::missing);
  }
  for (probe_file& file : files_) file.close();
  std::error_code ignored;
  std::filesystem::remove(manifest_, ignored);
  for (std::size_t i = 0; i < files_.size(); ++i) {
    counts_.files[i] = describe_content(counts_.files[i].path, files_[i].content());
    files_[i].commit();
  }
  return std::move(counts_);
}

MHQA_INLINE double expected_bytes(const probe_text& text, const std::array<bool, probe_file_kinds>& wanted,
                                  const probe_file_options& options) noexcept {
  const std::size_t n = text.supports.size();
  const bool probed = text.answerable && n <= options.probes.maximum_supports;
  const bool facts = wanted[probe_file_kinds - 1];  // one_fact has an instance a fact, with little context in each
  const double copies = (probed ? 5 * std::ldexp(1.0, static_cast<int>(n)) : 0) + (facts ? 2 : 0);
  const double shared = static_cast<double>(text.common.end) * static_cast<double>(facts ? text.fact_count : 0);
  return copies * static_cast<double>(text.bytes.size()) + shared;
}

}  // namespace mhqa::inline v0_1::io::detail
