// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of sums_part.hpp.
#pragma once

#include <mhqa/io/sums_part.hpp>

#include <mhqa/io/content_hash.hpp>

namespace mhqa {
inline namespace v0_1 {
namespace io {

MHQA_INLINE std::uint64_t hash_of_contents(std::span<const std::string> paths) {
  std::string hashes;
  for (const std::string& path : paths) {
    if (!path.empty()) {
      if (!identity_of(path)) return 0;
      hashes += describe_file(path).hash;
    }
    hashes += '/';
  }
  return content_hash(hashes);
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
