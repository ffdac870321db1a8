// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of probe_files.hpp.
#pragma once

#include <mhqa/io/probe_files.hpp>

#include <cmath>

namespace mhqa {
inline namespace v0_1 {
namespace io {
namespace detail {

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

MHQA_INLINE void probe_chunk::add(const probe_text& text, const std::array<bool, probe_file_kinds>& wanted,
                                  const probe_file_options& options) {
  if (!text.answerable) {
    ++unanswerable;
    return;
  }
  const auto why = why_not_transformed(text, options.probes.minimum_facts);
  if (!why && text.supports.size() > options.probes.maximum_supports) {
    ++too_many_supports;
    return;
  }
  questions.add(why);
  if (why) return;
  for (std::size_t i = 0; i < probe_file_kinds; ++i) {
    if (!wanted[i]) continue;
    instances[i] += i < mhqa::dire::kinds.size()
                        ? append_instances(lines[i], options.layout, text, mhqa::dire::kinds[i], options.probes)
                        : append_artifact_inputs(lines[i], options.layout, text,
                                                 static_cast<artifact>(i - mhqa::dire::kinds.size()));
  }
}

MHQA_INLINE double expected_bytes(const probe_text& text, const std::array<bool, probe_file_kinds>& wanted,
                                  const probe_file_options& options) noexcept {
  const std::size_t n = text.supports.size();
  if (!text.answerable || n > options.probes.maximum_supports) return 0;
  const double copies = 5 * std::ldexp(1.0, static_cast<int>(n));
  const bool facts = wanted[probe_file_kinds - 1];  // one_fact has an instance a fact, with little context in each
  const double shared = static_cast<double>(text.common.end) * static_cast<double>(facts ? text.fact_count : 0);
  return copies * static_cast<double>(text.bytes.size()) + shared;
}

}  // namespace detail
}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
