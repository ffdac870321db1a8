// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A pool whose questions have their capitals. Natural Questions are written without them, and rules of language tell
// names from other words by capitals.
//   mhqa::question_pool cased = mhqa::with_case(pool);
#pragma once

#include <mhqa/compose/stage.hpp>

namespace mhqa {
inline namespace v0_1 {

/// Returns a pool in which questions that are written without capitals have those of their names, as truecaser restores
/// them; of a relation, the subject has them. The same pool if all have capitals.
///
/// Shape: only letters of ASCII change, so places and normalised words stay; ids, answers and paragraphs are the same
/// Cost:  O(bytes of the paragraphs) if some question needs it
[[nodiscard]] question_pool with_case(const question_pool& in);

}  // namespace v0_1
}  // namespace mhqa

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/cased_pool.ipp>
#endif
