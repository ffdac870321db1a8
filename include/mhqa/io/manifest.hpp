// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Records a run in a JSON file beside its results: version, seed, options, files with their hashes, and the numbers of
// records read, written and dropped by reason.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/content_hash.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/metrics/report.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// A file that a run read or wrote.
struct manifest_file {
  std::string path;
  std::uint64_t bytes = 0;
  std::string hash;  ///< content_hash in hexadecimal
};

/// Returns the entry of a file from the size and hash of its content.
[[nodiscard]] inline manifest_file describe_content(std::string path, const content_size& content) {
  return {std::move(path), content.bytes, fmt::format("{:016x}", content.hash)};
}

/// Reads a file for its size and hash. A stream is lost by it: use json_records::content() for those.
///
/// Errors: data_error as input; if the file changes meanwhile
/// Cost:   one pass, 1 MiB of memory
[[nodiscard]] inline manifest_file describe_file(const std::string& path) {
  input in{path};
  content_hasher hash;
  std::string piece(std::size_t{1} << 20U, '\0');
  while (const std::size_t got = in.read(piece)) hash.add({piece.data(), got});
  in.expect_unchanged();
  return describe_content(path, hash.result());
}

/// The record of a run.
struct manifest {
  std::string command;  ///< e.g. "probe"
  std::uint64_t seed = 0;
  std::vector<std::pair<std::string, std::string>> options{};  ///< those that change the output, without the seed
  std::vector<manifest_file> inputs{};
  std::vector<manifest_file> outputs{};
  std::vector<named_count> counts{};   ///< records read and written
  std::vector<named_count> dropped{};  ///< by reason
};

/// Writes the manifest, whole or not at all.
inline void write_manifest(const std::string& path, const manifest& m) {
  std::string text;
  json_writer json{text, 2};
  const auto files = [&json](std::string_view key, const std::vector<manifest_file>& list) {
    json.key(key).begin_array();
    for (const manifest_file& f : list) {
      json.begin_object().member("path", std::string_view{f.path}).member("bytes", f.bytes);
      json.member("hash", std::string_view{f.hash}).end_object();
    }
    json.end_array();
  };
  const auto counts = [&json](std::string_view key, const std::vector<named_count>& list) {
    json.key(key).begin_object();
    for (const named_count& c : list) json.member(c.name, c.value);
    json.end_object();
  };
  json.begin_object().member("mhqa", MHQA_VERSION_STRING).member("command", std::string_view{m.command});
  json.member("seed", m.seed).key("options").begin_object();
  for (const auto& [name, value] : m.options) json.member(name, std::string_view{value});
  json.end_object();
  files("inputs", m.inputs);
  counts("counts", m.counts);
  counts("dropped", m.dropped);
  files("outputs", m.outputs);
  json.end_object();
  text += '\n';
  atomic_file out{path};
  out.write(text);
  out.commit();
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
