// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Stages that a killed run can resume: each stage's result is a JSON Lines file and a manifest, written whole or not at
// all, and loaded again unless something that affects it has changed.
//   mhqa::io::stage_folder run{"out", 7, true};  run.stage("pairs", {{"cap", "100"}}, make, load);
#pragma once

#include <mhqa/compose/rules.hpp>
#include <mhqa/config.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/manifest.hpp>
#include <mhqa/metrics/report.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// Rejects files that cannot be read twice: inputs are read once for their hash and once for their records.
///
/// Errors: data_error for a missing file, a folder, a pipe, a device, or "-"
void expect_regular_file(const std::string& path);

/// A stage's counts, and whether it was loaded.
struct stage_report {
  std::string name;
  bool loaded = false;                ///< taken from an earlier run
  std::vector<named_count> counts{};  ///< "in" and "out", then others
  std::vector<named_count> dropped{};

  /// Returns a count by name; 0 without one.
  [[nodiscard]] std::uint64_t count(std::string_view wanted) const noexcept;
};

/// The output of a stage: lines and counts.
class stage_writer {
 public:
  explicit stage_writer(const std::string& path) : out_{path} {}

  /// Writes one record and a line break.
  void line(std::string_view json);
  void count(std::string_view name, std::uint64_t value) { report_.counts.push_back({std::string{name}, value}); }
  void drop(const std::vector<reason_count>& reasons) {
    for (const reason_count& r : reasons) report_.dropped.push_back({r.reason, r.count});
  }

 private:
  friend class stage_folder;
  atomic_file out_;
  stage_report report_;
};

/// The stages of one run in DIR/stages/NAME.jsonl and NAME.manifest.json.
///
/// Shape:   a stage is decided by the version, the seed, its name and options, the inputs given before it, and all
///          stages before it. It is loaded if resume is set, its manifest says the same, and its files have the hashes
///          that are written there; otherwise it is made. No file contains the time, the number of threads or DIR
/// Errors:  data_error if another run holds DIR/lock; as expect_regular_file, as atomic_file
class stage_folder {
 public:
  stage_folder(std::string folder, std::uint64_t seed, bool resume);
  /// Removes DIR/stages if it has no file.
  ~stage_folder();
  stage_folder(const stage_folder&) = delete;
  stage_folder& operator=(const stage_folder&) = delete;

  /// Adds an input file that affects the following stages.
  void input(const std::string& path);

  /// Makes or loads a stage.
  ///
  /// Shape: make(stage_writer&) writes its records and counts; load(json_value) receives the same records, in order.
  ///        Both must leave the caller in the same state
  template <class Make, class Load>
  stage_report stage(const std::string& name, const std::vector<std::pair<std::string, std::string>>& options,
                     Make&& make, Load&& load) {
    mix(name);
    for (const auto& [option, value] : options) mix(option + "=" + value);
    const std::string path = folder_ + "/stages/" + name + ".jsonl";
    const std::string described = folder_ + "/stages/" + name + ".manifest.json";
    std::error_code ignored;
    if (resume_) {
      if (std::optional<stage_report> known = find(path, described)) {
        known->name = name;
        known->loaded = true;
        if (std::filesystem::file_size(path) != 0) {
          json_records lines{path};
          while (const auto value = lines.next()) load(*value);
        }
        return *known;
      }
    }
    std::filesystem::remove(described, ignored);  // its file is about to be replaced
    stage_writer out{path};
    others_.clear();
    make(out);
    out.out_.commit();
    manifest m{.command = "compose " + name, .seed = seed_, .options = options, .inputs = inputs_};
    m.options.emplace_back("key", key_);
    m.outputs.push_back(describe_file(path));
    m.outputs.back().path = "stages/" + name + ".jsonl";
    for (const std::string& other : others_) {
      std::error_code error;
      if (!std::filesystem::is_regular_file(other, error)) continue;  // a pipe that somebody reads
      m.outputs.push_back(describe_file(other));
      m.outputs.back().path = std::filesystem::path{other}.lexically_relative(folder_).string();
    }
    m.counts = out.report_.counts;
    m.dropped = out.report_.dropped;
    m.options.emplace_back("counts", hash_of(out.report_));
    write_manifest(described, m);
    out.report_.name = name;
    return std::move(out.report_);
  }

  /// Adds a further file that the current stage wrote: the stage is made again if that file changes.
  void also(const std::string& path) { others_.push_back(path); }

  [[nodiscard]] const std::string& folder() const noexcept { return folder_; }
  [[nodiscard]] const std::vector<manifest_file>& inputs() const noexcept { return inputs_; }

 private:
  void mix(std::string_view part);

  /// Shows whether somebody has edited the counts of a manifest.
  [[nodiscard]] static std::string hash_of(const stage_report& report);

  /// Returns the report of a stage's manifest if it is the wanted one, and the files are those that it describes.
  [[nodiscard]] std::optional<stage_report> find(const std::string& path, const std::string& described) const;

  std::string folder_;
  std::filesystem::path stages_;  // made once: the destructor must not allocate
  std::uint64_t seed_;
  bool resume_;
  std::string key_;
  std::vector<manifest_file> inputs_;
  std::vector<std::string> others_;  // of the stage in work
  std::optional<file_lock> lock_;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/stages.ipp>
#endif
