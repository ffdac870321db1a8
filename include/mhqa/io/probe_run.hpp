// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A whole run of `mhqa probe`: DiRe's files of a data set, on request T_adv, long contexts and the tasks for people,
// and their manifest.
//   const manifest made = make_probes({.format = "hotpotqa", .gold = "dev.json", .folder = "probes"}, threads);
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/adversarial_files.hpp>
#include <mhqa/io/annotation_files.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/long_context_files.hpp>
#include <mhqa/io/manifest.hpp>
#include <mhqa/io/probe_files.hpp>
#include <mhqa/io/probe_records.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/probe/long_context.hpp>

#include <fmt/core.h>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace mhqa::inline v0_1::io {

/// What a run reads and writes.
struct probe_run {
  std::string format;  ///< a name of probe_format_names
  std::string gold;
  std::string folder;
  bool sentences = false;         ///< facts are sentences, not paragraphs
  bool adversarial = false;       ///< also T_adv
  long_context_options longer{};  ///< length 0: no long contexts; the seed is that of the probes
  std::string lengths{};          ///< {"TITLE\nTEXT": length} of all paragraphs, as a JSON file; empty: words
  std::size_t annotate = 0;       ///< number of questions for people; 0: no tasks
  /// The records of which false paragraphs and long contexts are made and from which the questions for people are
  /// drawn, shared by all pieces of a data set; empty: those of `gold`.
  std::string material{};
  probe_file_options files{};
};

namespace detail {

[[nodiscard]] manifest probe_manifest(const probe_run& run, const content_size& read, const probe_file_counts& counts);

/// The lengths of paragraphs from a file.
///
/// Errors: data_error for a file that is not one object of numbers, and for a paragraph whose length it does not have
class given_lengths {
 public:
  explicit given_lengths(const std::string& path);
  [[nodiscard]] std::size_t operator()(std::string_view paragraph) const;

 private:
  std::string path_;
  std::unordered_map<std::string, std::size_t> lengths_;
};

/// The files that need a pass of their own. They are written on construction and renamed in commit(), so that an error
/// between leaves the folder unchanged.
class further_probe_files {
 public:
  explicit further_probe_files(const probe_run& run);

  /// Renames the files and adds them to the manifest.
  void commit(manifest& m);

 private:
  static void commit_one(manifest& m, std::optional<atomic_file>& file, const std::string& name);
  void describe_longer(manifest& m) const;
  [[nodiscard]] std::string longer_name() const { return "length_" + std::to_string(run_.longer.length); }
  [[nodiscard]] std::string name(std::string_view stem) const {
    return fmt::format("{}.json{}", stem, run_.files.layout == probe_layout::jsonl ? "l" : "");
  }
  [[nodiscard]] std::string path(const std::string& name) const;

  const probe_run& run_;
  std::optional<atomic_file> adversarial_, tasks_, key_, longer_, longer_key_;
  long_context_counts longer_counts_{};
  adversarial_counts counts_{};
  annotation_counts annotations_{};
};

}  // namespace detail

/// Writes the files and FOLDER/manifest.json, which it returns.
///
/// Shape:  the folder must exist; its bytes do not depend on the executor. Counts are of questions, then of the
///         instances in each file
/// Errors: data_error for an unknown format, and as write_probe_files, write_adversarial and write_annotation_tasks
manifest make_probes(const probe_run& run, executor_ref exec);
/// \overload
inline manifest make_probes(const probe_run& run) {
  serial_executor here;
  return make_probes(run, here);
}

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/probe_run.ipp>
#endif
