// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes occurrences of entities as requests to a tagger and a linker, and reads their notes, as JSON Lines: {"id",
// "text", "begin", "end"} out, {"id", "begin", "end", "type", "link"} in, in code points with an exclusive end.
#pragma once

#include <mhqa/compose/occurrences.hpp>
#include <mhqa/io/json_writer.hpp>

#include <string>

namespace mhqa::inline v0_1::io {

/// Writes occurrences.
/// Example: {"id": "5726@answer", "kind": "answer", "mention": "Emma", "begin": 4, "end": 8, "text": "Her Emma …"}
void write_entity_requests(const std::string& path, const entity_occurrences& occurrences);

/// Reads notes on occurrences; "type" and "link" may be missing or null.
///
/// Errors: data_error with file, record and id for an unknown id, a span outside of its text, two notes for one span,
///         and notes that overlap
[[nodiscard]] occurrence_notes read_occurrence_notes(const std::string& path, const entity_occurrences& occurrences);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/entity_files.ipp>
#endif
