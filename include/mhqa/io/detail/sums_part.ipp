// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of sums_part.hpp.
#pragma once

#include <mhqa/io/sums_part.hpp>

#include <mhqa/io/content_hash.hpp>

namespace mhqa::inline v0_1::io {

MHQA_INLINE std::uint64_t hash_of_contents(std::span<const data_source> data) {
  std::string hashes;
  for (const data_source& one : data) {
    if (one.held() != nullptr) {
      content_hasher hash;
      one.for_each_json([&hash](std::string_view text) { hash.add(text); });
      hashes += describe_content(one.name(), hash.result()).hash;
    } else if (!one.empty()) {
      if (!identity_of(one.name())) return 0;
      hashes += describe_file(one.name()).hash;
    }
    hashes += '/';
  }
  return content_hash(hashes);
}

MHQA_INLINE std::uint64_t hash_of_contents(std::span<const std::string> paths) {
  const std::vector<data_source> data(paths.begin(), paths.end());
  return hash_of_contents(data);
}

}  // namespace mhqa::inline v0_1::io
