// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The files of a probed data set, written in one pass over its records: original, probe, transformed and
// probe_of_transformed, on request trivial and the inputs of restricted models. All appear, or none.
#pragma once

#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/probe_instances.hpp>
#include <mhqa/io/probe_records.hpp>
#include <mhqa/io/string_arena.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/text/string_index.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0 {
namespace io {

/// Which files are written, and how.
struct probe_file_options {
  probe_options probes{};
  probe_layout layout = probe_layout::published;
  bool trivial = false;    ///< the trivial transform too
  bool artifacts = false;  ///< the inputs of the restricted models too
};

/// What was written.
struct probe_file_counts {
  skip_counts questions{};
  std::uint64_t too_many_supports = 0;   ///< more than options.maximum_supports
  std::uint64_t unanswerable = 0;        ///< rows of MuSiQue-Full whose support was taken away
  std::vector<named_count> instances{};  ///< by file
  std::vector<std::string> paths{};
};

namespace detail {

inline constexpr std::size_t probe_file_kinds = mhqa::dire::kinds.size() + 3;

/// "original", …, "trivial", "question_only", "context_only", "one_fact".
[[nodiscard]] constexpr std::string_view probe_file_name(std::size_t number) noexcept {
  return number < mhqa::dire::kinds.size() ? mhqa::dire::to_string(mhqa::dire::kinds[number])
                                           : to_string(static_cast<artifact>(number - mhqa::dire::kinds.size()));
}

/// One file that grows in the order of the records.
class probe_file {
 public:
  probe_file(const std::string& path, probe_layout layout) : file_{path}, layout_{layout} {
    if (layout_ == probe_layout::published) file_.write("[\n");
  }
  void write(std::string_view lines) {
    if (lines.empty()) return;
    if (layout_ == probe_layout::published && empty_) lines.remove_prefix(2);  // the first instance's comma
    empty_ = false;
    file_.write(lines);
  }
  /// Everything that can fail but the renaming, which commit() does.
  void close() {
    if (layout_ == probe_layout::published) file_.write(empty_ ? "]\n" : "\n]\n");
    file_.close();
  }
  void commit() { file_.commit(); }

 private:
  atomic_file file_;
  probe_layout layout_;
  bool empty_ = true;
};

/// The lines of a few records in a row, for each file.
struct probe_chunk {
  std::array<std::string, probe_file_kinds> lines{};
  std::array<std::uint64_t, probe_file_kinds> instances{};
  skip_counts questions{};
  std::uint64_t too_many_supports = 0;
  std::uint64_t unanswerable = 0;

  void add(const probe_text& text, const std::array<bool, probe_file_kinds>& wanted,
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
};

}  // namespace detail

/// Writes FOLDER/original.json, probe.json, … (jsonl layout: .jsonl) from the records that are left.
///
/// Shape:  the files follow the input's order; an instance depends on its record, the seed and the options alone, so
///         that no order, split or number of threads changes its bytes. A question that cannot be transformed is left
///         out of every file and counted
/// Errors: data_error, after which FOLDER holds what it held before: for a record as probe_records, for an id that
///         stands twice, for a file that cannot be written
/// Cost:   linear in the output; memory for some records at a time and for all ids
template <executor E = serial_executor>
probe_file_counts write_probe_files(probe_records& records, const std::filesystem::path& folder,
                                    const probe_file_options& options = {}, E&& exec = {}) {
  constexpr std::size_t grain = 8;  // records a task
  const std::size_t chunks = 4 * std::max<std::size_t>(1, exec.concurrency());

  std::array<bool, detail::probe_file_kinds> wanted{};
  std::deque<detail::probe_file> files;
  probe_file_counts counts;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    wanted[i] = i < mhqa::dire::kinds.size() ? mhqa::dire::kinds[i] != mhqa::dire::kind::trivial || options.trivial
                                             : options.artifacts;
    if (!wanted[i]) continue;
    const std::string name{detail::probe_file_name(i)};
    counts.paths.push_back((folder / (name + (options.layout == probe_layout::jsonl ? ".jsonl" : ".json"))).string());
    counts.instances.push_back({name, 0});
    expect_no_input(counts.paths.back(), {records.path()});
    files.emplace_back(counts.paths.back(), options.layout);
  }

  std::vector<probe_text> texts(chunks * grain);
  std::vector<detail::probe_chunk> parts(chunks);
  string_arena bytes;
  string_index ids;
  for (bool more = true; more;) {
    std::size_t n = 0;
    while (n < texts.size() && (more = records.next(texts[n]))) {
      const bool row_of_pair = !texts[n].answerable;  // MuSiQue-Full gives an id to an answerable row and its twin
      if (!row_of_pair && ids.contains(texts[n].id)) {
        throw_data_error({.file = records.path(), .id = texts[n].id}, "expected each id once, found it twice");
      }
      if (!row_of_pair) ids.insert(bytes.store(texts[n].id));
      ++n;
    }
    for_each_chunk(exec, n, grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) parts[begin / grain].add(texts[i], wanted, options);
    });
    for (detail::probe_chunk& part : parts) {
      for (std::size_t i = 0, file = 0; i < wanted.size(); ++i) {
        if (!wanted[i]) continue;
        files[file].write(part.lines[i]);
        counts.instances[file++].value += part.instances[i];
        part.lines[i].clear();
        part.instances[i] = 0;
      }
      counts.questions += part.questions;
      counts.too_many_supports += part.too_many_supports;
      counts.unanswerable += part.unanswerable;
      part.questions = {};
      part.too_many_supports = part.unanswerable = 0;
    }
  }
  for (detail::probe_file& file : files) file.close();
  for (detail::probe_file& file : files) file.commit();
  return counts;
}

}  // namespace io
}  // namespace v0
}  // namespace mhqa
