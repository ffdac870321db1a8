// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Records a run in a JSON file beside its results: version, seed, options, files with their hashes, and the numbers of
// records read, written and dropped by reason.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/io/content_hash.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/metrics/report.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// A file that a run read or wrote.
struct manifest_file {
  std::string path;
  std::uint64_t bytes = 0;
  std::string hash;  ///< content_hash in hexadecimal
};

/// Returns the entry of a file from the size and hash of its content.
[[nodiscard]] manifest_file describe_content(std::string path, const content_size& content);

/// Reads a file for its size and hash. A stream is lost by it: use json_records::content() for those.
///
/// Errors: data_error as input; if the file changes meanwhile
/// Cost:   one pass, 1 MiB of memory
[[nodiscard]] manifest_file describe_file(const std::string& path);

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
void write_manifest(const std::string& path, const manifest& m);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/manifest.ipp>
#endif
