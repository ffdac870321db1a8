// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of manifest.hpp.
#pragma once

#include <mhqa/io/manifest.hpp>

#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/file.hpp>

#include <fmt/core.h>

#include <string_view>

namespace mhqa::inline v0_1::io {

MHQA_INLINE manifest_file describe_content(std::string path, const content_size& content) {
  return {std::move(path), content.bytes, fmt::format("{:016x}", content.hash)};
}

MHQA_INLINE manifest_file describe_file(const std::string& path) {
  input in{path};
  content_hasher hash;
  std::string piece(std::size_t{1} << 20U, '\0');
  while (const std::size_t got = in.read(piece)) hash.add({piece.data(), got});
  in.expect_unchanged();
  return describe_content(path, hash.result());
}

MHQA_INLINE void write_manifest(const std::string& path, const manifest& m) {
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

}  // namespace mhqa::inline v0_1::io
