// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests whether two hops say the same thing: the head or the bridge already gives the tail's answer, or the tail
// repeats the head ("In what area did Tesla move to?", "When did Tesla move to New York City?").
#pragma once

#include <mhqa/compose/pool.hpp>

#include <string_view>

namespace mhqa::inline v0_1 {

/// Returns true if the bridge or the head's question gives away the tail's answer.
///
/// Shape:   all content words of the tail's answer are in the head's question or answer; the head's answer is in the
///          tail's; one is the adjective of the other; or a name or a number of four characters in the tail's answer is
///          in the head's question
/// Example: tail_answer_is_given("What country …?", "Ireland", "Irish") == true
[[nodiscard]] bool tail_answer_is_given(std::string_view head_question, std::string_view head_answer,
                                        std::string_view tail_answer);

/// Returns true if the tail repeats the head: most of one is in the other.
///
/// Shape:   content words by their base forms, without the bridge; at least two shared, and three fifths of either
///          side, or all of a clause "that #1 …"
/// Example: tail_repeats_head("In what area did Tesla move to?", "When did Tesla move to Ohio?", bridge) == true
[[nodiscard]] bool tail_repeats_head(std::string_view head_question, std::string_view tail_question, mention bridge);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/circularity.ipp>
#endif
