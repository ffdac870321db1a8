// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads single-hop questions from the simplified JSON Lines of Natural Questions (Kwiatkowski et al. 2019): the long
// answer is the paragraph, the short answer the answer.
#pragma once

#include <mhqa/io/pool_builder.hpp>

#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io {

/// Adds the questions for which an annotator marked a long answer with one short answer in it.
///
/// Shape:   uses the first such annotation; short answers of others in the same document are aliases. The title is
///          "document_title", or from "document_url". Counted as dropped: "no-long-answer", "no-answer" (yes, no,
///          none), "several-answers" (lists), "no-question"
/// Errors:  data_error for a record without document, question or annotations, and for tokens beyond the document
/// Differs: tokens keep the spaces of the file, "Austen , who"
void read_natural_questions_pool(const std::string& path, std::string_view source, pool_builder& to);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/datasets/detail/pool_natural_questions.ipp>
#endif
