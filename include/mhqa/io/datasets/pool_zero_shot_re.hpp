// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads single-hop questions from Zero-Shot RE (Levy et al. 2017): relation, question with XXX for the entity, entity,
// sentence and answers, separated by tabs.
#pragma once

#include <mhqa/io/pool_builder.hpp>

#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io {

/// Adds one question per line; the entity is the title of its sentence.
///
/// Shape:   the entity replaces every "XXX" in the question; the id is "zsre_" and the line's number. Counted as
///          dropped: "no-answer" (the set's negative examples), "no-question", "no-context"
/// Errors:  data_error with the line for fewer than four columns
/// Example: "educated_at\tWhat is XXX's university?\tTuring\tTuring went to King's College.\tKing's College"
void read_zero_shot_re_pool(const std::string& path, std::string_view source, pool_builder& to);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/datasets/detail/pool_zero_shot_re.ipp>
#endif
