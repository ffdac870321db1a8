// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Stages that a killed run can resume: each stage's result is a JSON Lines file and a manifest, written whole or not at
// all, and loaded again unless something that affects it has changed.
//   mhqa::io::stage_folder run{"out", 7, true};  run.stage("pairs", {{"cap", "100"}}, make, load);
#pragma once

#include <mhqa/compose/rules.hpp>
#include <mhqa/config.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/manifest.hpp>
#include <mhqa/metrics/report.hpp>

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// Rejects files that cannot be read twice: inputs are read once for their hash and once for their records.
///
/// Errors: data_error for a missing file, a folder, a pipe, a device, or "-"
inline void expect_regular_file(const std::string& path) {
  if (path.empty()) throw_data_error({}, "expected the name of a file, found none");
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (std::filesystem::is_regular_file(status)) return;
  if (std::filesystem::is_directory(status)) detail::fail(path, "cannot read", EISDIR);
  if (error && path != "-") detail::fail(path, "cannot open", error.value());
  throw_data_error({.file = path}, "expected a regular file, as it is read more than once");
}

/// A stage's counts, and whether it was loaded.
struct stage_report {
  std::string name;
  bool loaded = false;                ///< taken from an earlier run
  std::vector<named_count> counts{};  ///< "in" and "out", then others
  std::vector<named_count> dropped{};

  /// Returns a count by name; 0 without one.
  [[nodiscard]] std::uint64_t count(std::string_view wanted) const noexcept {
    for (const named_count& c : counts) {
      if (c.name == wanted) return c.value;
    }
    return 0;
  }
};

/// The output of a stage: lines and counts.
class stage_writer {
 public:
  explicit stage_writer(const std::string& path) : out_{path} {}

  /// Writes one record and a line break.
  void line(std::string_view json) {
    out_.write(json);
    out_.write("\n");
  }
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
  stage_folder(std::string folder, std::uint64_t seed, bool resume)
      : folder_{std::move(folder)},
        stages_{folder_ + "/stages"},
        seed_{seed},
        resume_{resume},
        key_{std::to_string(seed)} {
    std::error_code error;
    std::filesystem::create_directories(stages_, error);
    if (error) detail::fail(stages_.string(), "cannot make the folder", error.value());
    lock_.emplace(folder_ + "/lock");
    remove_abandoned_files(stages_.string());
    mix(MHQA_VERSION_STRING);
  }
  /// Removes DIR/stages if it has no file.
  ~stage_folder() {
    std::error_code ignored;
    std::filesystem::remove(stages_, ignored);
  }
  stage_folder(const stage_folder&) = delete;
  stage_folder& operator=(const stage_folder&) = delete;

  /// Adds an input file that affects the following stages.
  void input(const std::string& path) {
    expect_regular_file(path);
    inputs_.push_back(describe_file(path));
    mix(inputs_.back().hash);
  }

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
  void mix(std::string_view part) {
    key_ += '\n';
    key_ += part;
    key_ = fmt::format("{:016x}", content_hash(key_));
  }

  /// Shows whether somebody has edited the counts of a manifest.
  [[nodiscard]] static std::string hash_of(const stage_report& report) {
    std::string all;
    for (const auto* list : {&report.counts, &report.dropped}) {
      for (const named_count& c : *list) all += fmt::format("{}={}\n", c.name, c.value);
      all += '\n';
    }
    return fmt::format("{:016x}", content_hash(all));
  }

  /// Returns the report of a stage's manifest if it is the wanted one, and the files are those that it describes.
  [[nodiscard]] std::optional<stage_report> find(const std::string& path, const std::string& described) const {
    if (!std::filesystem::exists(path) || !std::filesystem::exists(described)) return {};
    stage_report out;
    std::string key, counted;
    std::vector<manifest_file> files;
    try {
      json_document file{described};
      const auto counts = [](json_value value, std::vector<named_count>& to) {
        value.object([&](std::string_view name, json_value n) {
          const std::int64_t count = n.integer();
          if (count < 0) n.fail("expected a count");
          to.push_back({std::string{name}, static_cast<std::uint64_t>(count)});
        });
      };
      file.for_each_field([&](std::string_view field, json_value value) {
        if (field == "options") {
          value.object([&](std::string_view option, json_value v) {
            if (option == "key") key = v.string();
            if (option == "counts") counted = v.string();
          });
        } else if (field == "outputs") {
          value.array([&](json_value one) {
            manifest_file& written = files.emplace_back();
            one.object([&](std::string_view part, json_value v) {
              if (part == "path") written.path = v.string();
              if (part == "hash") written.hash = v.string();
            });
          });
        } else if (field == "counts") {
          counts(value, out.counts);
        } else if (field == "dropped") {
          counts(value, out.dropped);
        }
      });
    } catch (const data_error&) {
      return {};  // not one of our manifests
    }
    if (key != key_ || counted != hash_of(out) || files.empty()) return {};
    for (const manifest_file& written : files) {
      const std::string at = &written == &files.front() ? path : folder_ + "/" + written.path;
      std::error_code error;
      if (!std::filesystem::is_regular_file(at, error) || describe_file(at).hash != written.hash) return {};
    }
    return out;
  }

  std::string folder_;
  std::filesystem::path stages_;  // made once: the destructor must not allocate
  std::uint64_t seed_;
  bool resume_;
  std::string key_;
  std::vector<manifest_file> inputs_;
  std::vector<std::string> others_;  // of the stage in work
  std::optional<file_lock> lock_;
};

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
