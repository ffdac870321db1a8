// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes the files of a probed data set in one pass over its records: original, probe, transformed and
// probe_of_transformed, on request trivial and the inputs of restricted models.
#pragma once

#include <mhqa/expansion_budget.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/manifest.hpp>
#include <mhqa/io/probe_instances.hpp>
#include <mhqa/io/probe_records.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/text/string_arena.hpp>
#include <mhqa/text/string_index.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The files to write, and their layout.
struct probe_file_options {
  probe_options probes{};
  probe_layout layout = probe_layout::published;
  bool trivial = false;    ///< also the trivial transform
  bool artifacts = false;  ///< also the inputs of restricted models
};

/// The numbers of questions and instances, and the files written.
struct probe_file_counts {
  skip_counts questions{};
  std::uint64_t too_many_supports = 0;   ///< questions with more than options.maximum_supports
  std::uint64_t unanswerable = 0;        ///< unanswerable rows of MuSiQue-Full
  std::vector<named_count> instances{};  ///< by file
  std::vector<std::string> paths{};
  std::vector<manifest_file> files{};  ///< with their names in the folder
};

namespace detail {

inline constexpr std::size_t probe_file_kinds = mhqa::dire::kinds.size() + 3;

/// Returns "original", …, "trivial", "question_only", "context_only", "one_fact".
[[nodiscard]] constexpr std::string_view probe_file_name(std::size_t number) noexcept {
  return number < mhqa::dire::kinds.size() ? mhqa::dire::to_string(mhqa::dire::kinds[number])
                                           : to_string(static_cast<artifact>(number - mhqa::dire::kinds.size()));
}

/// A file that grows in the order of the records.
class probe_file {
 public:
  probe_file(const std::string& path, probe_layout layout) : file_{path}, layout_{layout} {
    if (layout_ == probe_layout::published) file_.write("[\n");
  }
  void write(std::string_view lines);
  /// Does everything that can fail except renaming, which commit() does.
  void close();
  void commit() { file_.commit(); }
  [[nodiscard]] content_size content() const noexcept { return file_.content(); }

 private:
  atomic_file file_;
  probe_layout layout_;
  bool empty_ = true;
};

/// The lines of a few consecutive records, by file.
struct probe_chunk {
  std::array<std::string, probe_file_kinds> lines{};
  std::array<std::uint64_t, probe_file_kinds> instances{};
  skip_counts questions{};
  std::uint64_t too_many_supports = 0;
  std::uint64_t unanswerable = 0;

  void add(const probe_text& text, const std::array<bool, probe_file_kinds>& wanted, const probe_file_options& options);

 private:
  [[nodiscard]] bool count(const probe_text& text, const probe_options& options);
};

/// The files of a folder that are written at once.
class probe_folder {
 public:
  probe_folder(const std::string& input, const std::filesystem::path& folder, const probe_file_options& options);

  [[nodiscard]] const std::array<bool, probe_file_kinds>& wanted() const noexcept { return wanted_; }

  /// Writes the lines of a chunk and empties it.
  void write(probe_chunk& chunk);
  /// Replaces the files of the folder; its manifest goes first, since it describes the files before.
  [[nodiscard]] probe_file_counts commit();

 private:
  std::string input_;
  std::filesystem::path manifest_;
  std::array<bool, probe_file_kinds> wanted_{};
  std::deque<probe_file> files_;
  probe_file_counts counts_;
};

/// About as many bytes as all instances of a record have. n supports have 2^(n - 1) - 1 bi-partitions, with two
/// instances of each in the probe, three in the probe of the transform; the transforms have about 2^n.
[[nodiscard]] double expected_bytes(const probe_text& text, const std::array<bool, probe_file_kinds>& wanted,
                                    const probe_file_options& options) noexcept;

}  // namespace detail

/// Writes FOLDER/original.json, probe.json, … (.jsonl in the jsonl layout) from the remaining records.
///
/// Shape:  the files follow the input's order; an instance depends only on its record, the seed and the options, so
///         that order, split and number of threads do not change its bytes. A question that cannot be transformed, and
///         an unanswerable row of MuSiQue-Full, are left out and counted, except that every row with at most 31
///         supports has inputs for restricted models. FOLDER/manifest.json is removed before the first file is
///         replaced: if the caller writes it last, it always describes the files beside it
/// Errors: data_error, after which FOLDER holds the files that it held before: for a record as probe_records, for a
///         repeated id, for no records at all, for a record whose instances exceed most_record_bytes, for a file
///         that cannot be written
/// Cost:   linear in the output; memory for the instances of one record or 64 MiB of them, and for all ids
template <executor E = serial_executor>
probe_file_counts write_probe_files(probe_records& records, const std::filesystem::path& folder,
                                    const probe_file_options& options = {}, E&& exec = {}) {
  constexpr std::size_t most_records = 8;  // a task
  if (options.artifacts) records.mark_answers();
  const std::size_t chunks = 4 * std::max<std::size_t>(1, exec.concurrency());

  constexpr double batch_bytes = 0x1p26;
  detail::probe_folder out{records.path(), folder, options};
  std::vector<probe_text> texts(chunks * most_records);
  std::vector<detail::probe_chunk> parts(chunks);
  string_arena bytes;
  string_index ids;
  for (bool more = true; more;) {
    std::size_t n = 0;
    double expected = 0;  // bytes of the instances of these records
    while (n < texts.size() && expected < batch_bytes && (more = records.next(texts[n]))) {
      std::string key = texts[n].id;
      if (!texts[n].answerable) key += '\n';  // MuSiQue-Full gives an id to an answerable row and its twin
      if (ids.contains(key)) {
        throw_data_error({.file = records.path(), .id = texts[n].id},
                         texts[n].answerable ? "expected each id once, found it twice"
                                             : "expected one unanswerable row with this id, found two");
      }
      ids.insert(bytes.store(key));
      const double size = detail::expected_bytes(texts[n], out.wanted(), options);
      if (size > static_cast<double>(most_record_bytes)) {
        throw_data_error({.file = records.path(), .id = texts[n].id},
                         "its instances would take more than 256 MiB; expected fewer supports (see `max_supports`)");
      }
      expected += size;
      ++n;
    }
    const std::size_t grain = std::max<std::size_t>(1, (n + chunks - 1) / chunks);
    for_each_chunk(exec, n, grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) parts[begin / grain].add(texts[i], out.wanted(), options);
    });
    for (detail::probe_chunk& part : parts) out.write(part);
  }
  return out.commit();
}

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/probe_files.ipp>
#endif
