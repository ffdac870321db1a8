// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Divides a pool by bridges: one run reads the pool as a stream, judges the questions (S1) and writes, for each part of
// S2, a file of those that the part needs. A part is then made from its file alone.
//   write_compose_shards(settings);   // settings.shards parts, into the folder settings.out
#pragma once

#include <mhqa/compose/pair_shard.hpp>
#include <mhqa/compose/part_label.hpp>
#include <mhqa/io/compose_report.hpp>
#include <mhqa/io/compose_settings.hpp>
#include <mhqa/part_number.hpp>

#include <string>

namespace mhqa::inline v0_1::io {

/// Writes the shards of settings.shards parts as files 0, 1, … of the folder settings.out. Returns the counts of the
/// pool, of S1, and of the questions in all shards.
///
/// Shape:  the settings are complete. All files appear at the end
/// Errors: data_error as check_files and the readers of pools; for a folder that cannot be made, a full disk
/// Cost:   reads the pools once and what it has read three times, from a temporary file in settings.out. Memory for the
///         ids, a hash of each distinct paragraph, a count of each distinct answer, and the words of paragraphs
[[nodiscard]] composing write_compose_shards(const compose_settings& settings);

/// Reads the shard of a part.
///
/// Errors: data_error with the file: cut, damaged, of another part, version or run, or made with other options
[[nodiscard]] pair_shard read_pair_shard(const std::string& path, const part_number& part,
                                         const part_settings& made_with);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/compose_shards.ipp>
#endif
