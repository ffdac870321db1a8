// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Work in stages that a killed run can go on with: each stage's results are a JSON Lines file and a manifest, both
// whole or not there, and are taken as they are if nothing that decides them has changed.
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
inline namespace v0 {
namespace io {

/// Refuses what cannot be read twice: inputs are read once for their hash, and then for what they hold.
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

/// What a stage did.
struct stage_report {
  std::string name;
  bool loaded = false;                ///< taken from an earlier run
  std::vector<named_count> counts{};  ///< "in" and "out", then others
  std::vector<named_count> dropped{};

  /// A count by its name; 0 without one.
  [[nodiscard]] std::uint64_t count(std::string_view wanted) const noexcept {
    for (const named_count& c : counts) {
      if (c.name == wanted) return c.value;
    }
    return 0;
  }
};

/// Where a stage puts its lines and counts.
class stage_writer {
 public:
  explicit stage_writer(const std::string& path) : out_{path} {}

  /// One record; the line's end is added.
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
///          stages before it. It is loaded if resume is set, its manifest says the same, and its file has the hash that
///          is written there; else it is made. Neither time nor threads nor DIR stand in any file
/// Errors:  data_error if another run holds DIR/lock; as expect_regular_file, as atomic_file
class stage_folder {
 public:
  stage_folder(std::string folder, std::uint64_t seed, bool resume)
      : folder_{std::move(folder)}, seed_{seed}, resume_{resume}, key_{std::to_string(seed)} {
    std::error_code error;
    std::filesystem::create_directories(folder_ + "/stages", error);
    if (error) detail::fail(folder_ + "/stages", "cannot make the folder", error.value());
    lock_.emplace(folder_ + "/lock");
    mix(MHQA_VERSION_STRING);
  }

  /// A file that decides what follows.
  void input(const std::string& path) {
    expect_regular_file(path);
    inputs_.push_back(describe_file(path));
    mix(inputs_.back().hash);
  }

  /// Makes or loads a stage.
  ///
  /// Shape: make(stage_writer&) writes its records and counts; load(json_value) is given them again, in order. Both
  ///        must leave the caller with the same
  template <class Make, class Load>
  stage_report stage(const std::string& name, const std::vector<std::pair<std::string, std::string>>& options,
                     Make&& make, Load&& load) {
    mix(name);
    for (const auto& [option, value] : options) mix(option + "=" + value);
    const std::string path = folder_ + "/stages/" + name + ".jsonl";
    const std::string described = folder_ + "/stages/" + name + ".manifest.json";
    std::error_code ignored;
    std::filesystem::remove(path + ".part", ignored);  // of a run that was killed
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
    std::filesystem::remove(described, ignored);  // what it describes is about to go
    stage_writer out{path};
    make(out);
    out.out_.commit();
    manifest m{.command = "compose " + name, .seed = seed_, .options = options, .inputs = inputs_};
    m.options.emplace_back("key", key_);
    m.outputs.push_back(describe_file(path));
    m.outputs.back().path = "stages/" + name + ".jsonl";
    m.counts = out.report_.counts;
    m.dropped = out.report_.dropped;
    write_manifest(described, m);
    out.report_.name = name;
    return std::move(out.report_);
  }

  [[nodiscard]] const std::string& folder() const noexcept { return folder_; }
  [[nodiscard]] const std::vector<manifest_file>& inputs() const noexcept { return inputs_; }

 private:
  void mix(std::string_view part) {
    key_ += '\n';
    key_ += part;
    key_ = fmt::format("{:016x}", content_hash(key_));
  }

  // What the manifest of a stage says, if it is the one that is wanted.
  [[nodiscard]] std::optional<stage_report> find(const std::string& path, const std::string& described) const {
    if (!std::filesystem::exists(path) || !std::filesystem::exists(described)) return {};
    stage_report out;
    std::string key, hash;
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
          });
        } else if (field == "outputs") {
          value.array([&](json_value one) {
            one.object([&](std::string_view part, json_value v) {
              if (part == "hash") hash = v.string();
            });
          });
        } else if (field == "counts") {
          counts(value, out.counts);
        } else if (field == "dropped") {
          counts(value, out.dropped);
        }
      });
    } catch (const data_error&) {
      return {};  // no manifest of ours
    }
    if (key != key_ || hash != describe_file(path).hash) return {};
    return out;
  }

  std::string folder_;
  std::uint64_t seed_;
  bool resume_;
  std::string key_;
  std::vector<manifest_file> inputs_;
  std::optional<file_lock> lock_;
};

}  // namespace io
}  // namespace v0
}  // namespace mhqa
