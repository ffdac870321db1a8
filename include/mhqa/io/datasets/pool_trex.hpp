// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes single-hop questions from T-REx (Elsahar et al. 2018): abstracts with Wikidata triples, asked in MuSiQue's form
// "entity >> relation".
#pragma once

#include <mhqa/io/pool_builder.hpp>

#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io {

/// Adds one question per triple of a document.
///
/// Shape:   the relation is its "surfaceform", else the property's name, else its id; the answer is the object. The id
///          is the document's id and the triple's position. Counted as dropped: "no-entity", "no-relation",
///          "no-answer", "no-context", and "same-triple" for a triple that a document has twice, aligned in two ways
/// Errors:  data_error for a document without "text" or "triples"
/// Example: subject "Paris", predicate ".../P17", object "France" give "Paris >> country", "France"
void read_trex_pool(const std::string& path, std::string_view source, pool_builder& to);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/datasets/detail/pool_trex.ipp>
#endif
