// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Hostile pairs with every dialect's answers, on which other implementations can be tested, as `mhqa vectors` writes
// them.
//   write_vectors({.folder = "vectors", .count = 10'000});
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/io/json_writer.hpp>

#include <cstdint>
#include <string>

namespace mhqa::inline v0_1::io {

/// What to write.
struct vector_options {
  std::string folder;
  std::uint64_t seed = 1;
  std::uint64_t count = 1000;  ///< pairs per dialect
};

/// Writes manifest.json and NAME.jsonl for each dialect and published program into a folder.
///
/// Shape:  lines {"prediction", "gold": [...], "expected": {number: value}}; the manifest has the signatures. The files
///         appear together, the manifest last
void write_vectors(const vector_options& o);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/vector_files.ipp>
#endif
