// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What a run did, as a JSON file beside its results: version, seed, options, files with their hashes, and
// how many records went in, came out and were left out for which reason.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/random.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0 {
namespace io {

namespace detail {

[[nodiscard]] constexpr std::uint64_t content_word(std::string_view bytes, std::size_t at) noexcept {
  std::uint64_t word = 0;
  if (!std::is_constant_evaluated() && std::endian::native == std::endian::little) {
    std::memcpy(&word, bytes.data() + at, sizeof word);
    return word;
  }
  for (unsigned i = 0; i < 8; ++i) word |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  return word;
}

[[nodiscard]] constexpr std::uint64_t content_mix(std::uint64_t h, std::uint64_t word) noexcept {
  h = (h ^ word) * 0xff51afd7ed558ccdU;
  return h ^ (h >> 32U);
}

}  // namespace detail

/// A 64-bit hash of bytes, the same on every platform and in every version, for telling files apart.
///
/// Cost: close to 10 GB/s; no protection against somebody who wants two files to have one hash
[[nodiscard]] constexpr std::uint64_t content_hash(std::string_view bytes) noexcept {
  // Four chains side by side: one alone would wait for its own multiplications.
  std::array<std::uint64_t, 4> lanes{1, 2, 3, 4};
  std::size_t at = 0;
  for (; at + 32 <= bytes.size(); at += 32) {
    for (std::size_t lane = 0; lane < 4; ++lane) {
      lanes[lane] = detail::content_mix(lanes[lane], detail::content_word(bytes, at + 8 * lane));
    }
  }
  std::uint64_t h = 0x9E3779B97F4A7C15U ^ bytes.size();
  for (const std::uint64_t lane : lanes) h = detail::content_mix(h, lane);
  for (; at + 8 <= bytes.size(); at += 8) h = detail::content_mix(h, detail::content_word(bytes, at));
  return h ^ stable_hash(bytes.substr(at));
}

/// A file that a run read or wrote.
struct manifest_file {
  std::string path;
  std::uint64_t bytes = 0;
  std::string hash;  ///< content_hash in hexadecimal
};

/// Size and hash of a file as it is now.
///
/// Errors: data_error as file_bytes
[[nodiscard]] inline manifest_file describe_file(const std::string& path) {
  const file_bytes content{path};
  return {path, content.view().size(), fmt::format("{:016x}", content_hash(content.view()))};
}

/// What a run did.
struct manifest {
  std::string command;  ///< e.g. "probe"
  std::uint64_t seed = 0;
  std::vector<std::pair<std::string, std::string>> options{};  ///< what decides the output besides the seed
  std::vector<manifest_file> inputs{};
  std::vector<manifest_file> outputs{};
  std::vector<named_count> counts{};   ///< in and out
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
}  // namespace v0
}  // namespace mhqa
