// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes a finished data set: MuSiQue-Ans and MuSiQue-Full in their official layout, each as train, dev and test, and
// the origin of every hop, with a manifest.
//   mhqa::io::write_composed_sets("composed", pool, questions, {.command = "my program", .seed = 7});
#pragma once

#include <mhqa/compose/composed.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/manifest.hpp>

#include <functional>
#include <span>
#include <string>

namespace mhqa::inline v0_1::io {

/// Appends the origin of a question: {"id", "hops": [{"id", "source", "question", "title"}, …]}.
void write_provenance(std::string& out, const single_hop_pool& pool, const composition& c);

/// Writes DIR/ans and DIR/full, each with train.jsonl, dev.jsonl and test.jsonl, DIR/provenance.jsonl, and
/// DIR/manifest.json.
///
/// Shape:  questions in their order; `twin_first` decides which row of a pair comes first. The caller fills in the
///         manifest, except its outputs, which are these files
/// Errors: data_error if a folder or file cannot be written; no file is renamed before all are complete, and a manifest
///         exists only if all files are those that it describes
/// Cost:   one pass over the questions
void write_composed_sets(const std::string& folder, const single_hop_pool& pool,
                         std::span<const made_question> questions, manifest about);

/// \overload For questions whose paragraphs are not in memory together: give(question, use) calls use(pool, question)
/// with a pool that has the question's.
using composed_pools =
    std::function<void(const made_question&, const std::function<void(const single_hop_pool&, const made_question&)>&)>;
void write_composed_sets(const std::string& folder, const composed_pools& give,
                         std::span<const made_question> questions, manifest about);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/composed_sets.ipp>
#endif
