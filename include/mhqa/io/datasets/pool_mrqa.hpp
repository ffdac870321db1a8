// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads single-hop questions from the JSON Lines of the MRQA shared task (Fisch et al. 2019): a header line, then one
// context per line with its questions.
#pragma once

#include <mhqa/io/pool_builder.hpp>

#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io {

/// Adds the questions of a file; their answers are the detected ones, as spelled in the context, then the others.
///
/// Shape:   the source is the header's "dataset" unless one is given; the title follows [TLE]. Counted as dropped:
///          "no-answer", "no-question", "no-context", "several-paragraphs" (contexts of more than one paragraph, as in
///          HotpotQA and NaturalQuestions' tables)
/// Errors:  data_error for a line without "context" or "qas", except the first
/// Example: read_mrqa_pool("SQuAD.jsonl", "", to)
void read_mrqa_pool(const std::string& path, std::string_view source, pool_builder& to);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/datasets/detail/pool_mrqa.ipp>
#endif
