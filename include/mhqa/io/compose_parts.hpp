// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The files of a composing run's parts: the settings that all of them share, and reading those that are merged.
//   const compose_parts parts = read_compose_parts(settings, reader);   // of settings.merge
#pragma once

#include <mhqa/compose/compose.hpp>
#include <mhqa/compose/pair_part.hpp>
#include <mhqa/compose/part_label.hpp>
#include <mhqa/compose/quality_part.hpp>
#include <mhqa/io/compose_settings.hpp>
#include <mhqa/io/datasets/squad.hpp>
#include <mhqa/io/default_reader.hpp>

#include <optional>
#include <string_view>

namespace mhqa::inline v0_1::io {

/// Returns the settings that decide a part that ends after a stage of part_ends: seed, options by their names on the
/// command line, the hashes of files of answers and notes, the reader's name. The pool is compared by its content.
///
/// Errors: data_error for a file that cannot be read
[[nodiscard]] part_settings describe_part(const compose_settings& settings, std::string_view end,
                                          const default_reader& read);

/// The stages that a run takes from parts.
struct compose_parts {
  std::optional<merged_questions> questions{};  ///< S1
  std::optional<merged_pairs> pairs{};          ///< S2, and S3 as far as the parts go
};

/// Reads the files of settings.merge and checks that they are all parts of the run that the settings describe.
///
/// Shape:  in any order; parts of S1 (--until quality) and of S2 and S3 may be mixed, and each kind is complete
/// Errors: data_error with the file, or the part that is missing: damaged bytes, another version, other options, a part
///         that is repeated, parts of other counts
/// Cost:   the memory of all parts
[[nodiscard]] compose_parts read_compose_parts(const compose_settings& settings, const default_reader& read);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/compose_parts.ipp>
#endif
