// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Options of mhqa probe, and its files that need a pass of their own: T_adv(D) and the tasks for annotators.
#pragma once

#include <mhqa/io/adversarial_files.hpp>
#include <mhqa/io/annotation_files.hpp>
#include <mhqa/io/manifest.hpp>
#include <mhqa/io/probe_files.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa_command {

struct probe_arguments {
  std::string format;
  std::string gold;
  std::string folder;
  std::string layout = "published";
  bool sentences = false;
  std::size_t threads = 1;
  bool adversarial = false;
  std::size_t annotate = 0;
  mhqa::io::probe_file_options files{};
};

/// Writes the files on construction and renames them in commit(), so that an error between leaves the folder unchanged.
class further_files {
 public:
  explicit further_files(const probe_arguments& chosen);

  /// Renames the files and adds them to the manifest.
  void commit(mhqa::io::manifest& m);

 private:
  [[nodiscard]] std::string name(std::string_view stem) const;
  [[nodiscard]] std::string path(const std::string& name) const;

  const probe_arguments& chosen_;
  std::optional<mhqa::io::atomic_file> adversarial_, tasks_, key_;
  mhqa::io::adversarial_counts counts_{};
  mhqa::io::annotation_counts annotations_{};
};

}  // namespace mhqa_command
