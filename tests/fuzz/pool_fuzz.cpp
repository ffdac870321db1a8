// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads any bytes as a file of single-hop questions in the detected format.
#include "memory_file.hpp"

#include <mhqa/io/pool_file.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_set>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const mhqa_fuzz::memory_file file{data, size};
  const mhqa::io::pool_path path{file.path(), {}};
  try {
    const mhqa::io::loaded_pool loaded = mhqa::io::load_pool(std::span{&path, 1});
    std::unordered_set<std::string_view> ids;
    for (const mhqa::single_hop& q : loaded.pool.questions) {
      mhqa_fuzz::expect(q.paragraph < loaded.pool.paragraphs.size(), "a question's paragraph is there");
      mhqa_fuzz::expect(ids.insert(q.id).second, "ids are unique");
    }
  } catch (const mhqa::data_error&) {
  }
  return 0;
}
