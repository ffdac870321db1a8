// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A pool whose questions have their capitals. Natural Questions are written without them, and rules of language tell
// names from other words by capitals.
//   mhqa::question_pool cased = mhqa::with_case(pool);
#pragma once

#include <mhqa/compose/stage.hpp>
#include <mhqa/english/truecase.hpp>
#include <mhqa/model/reader.hpp>

#include <string>
#include <string_view>

namespace mhqa::inline v0_1 {

/// Returns a pool in which questions that are written without capitals have those of their names, as truecaser restores
/// them; of a relation, the subject has them. The same pool if all have capitals.
///
/// Shape: only letters of ASCII change, so places and normalised words stay; ids, answers and paragraphs are the same
/// Cost:  O(bytes of the paragraphs) if some question needs it
[[nodiscard]] question_pool with_case(const question_pool& in);

/// Returns true if a question is written without capitals.
[[nodiscard]] bool needs_case(std::string_view question);

/// Returns a question that needs it with its capitals, as texts that `cases` has learnt and its paragraph write them.
[[nodiscard]] std::string with_case(std::string_view question, const context_paragraph& p, const truecaser& cases);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/cased_pool.ipp>
#endif
