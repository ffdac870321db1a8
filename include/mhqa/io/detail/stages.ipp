// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of stages.hpp.
#pragma once

#include <mhqa/io/stages.hpp>

#include <mhqa/error.hpp>

#include <fmt/core.h>

#include <cerrno>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void expect_regular_file(const std::string& path) {
  if (path.empty()) throw_data_error({}, "expected the name of a file, found none");
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (std::filesystem::is_regular_file(status)) return;
  if (std::filesystem::is_directory(status)) detail::fail(path, "cannot read", EISDIR);
  if (error && path != "-") detail::fail(path, "cannot open", error.value());
  throw_data_error({.file = path}, "expected a regular file, as it is read more than once");
}

MHQA_INLINE std::uint64_t stage_report::count(std::string_view wanted) const noexcept {
  for (const named_count& c : counts) {
    if (c.name == wanted) return c.value;
  }
  return 0;
}

MHQA_INLINE void stage_writer::line(std::string_view json) {
  out_.write(json);
  out_.write("\n");
}

MHQA_INLINE stage_folder::stage_folder(std::string folder, std::uint64_t seed, bool resume)
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

MHQA_INLINE stage_folder::~stage_folder() {
  std::error_code ignored;
  std::filesystem::remove(stages_, ignored);
}

MHQA_INLINE void stage_folder::input(const std::string& path) {
  expect_regular_file(path);
  inputs_.push_back(describe_file(path));
  mix(inputs_.back().hash);
}

MHQA_INLINE void stage_folder::mix(std::string_view part) {
  key_ += '\n';
  key_ += part;
  key_ = fmt::format("{:016x}", content_hash(key_));
}

MHQA_INLINE std::string stage_folder::hash_of(const stage_report& report) {
  std::string all;
  for (const auto* list : {&report.counts, &report.dropped}) {
    for (const named_count& c : *list) all += fmt::format("{}={}\n", c.name, c.value);
    all += '\n';
  }
  return fmt::format("{:016x}", content_hash(all));
}

MHQA_INLINE std::optional<stage_report> stage_folder::find(const std::string& path,
                                                           const std::string& described) const {
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

}  // namespace mhqa::inline v0_1::io
