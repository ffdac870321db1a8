// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Words a relation: its phrase or question with the subject put in.
//   mhqa::word_relation("the capital of X", "Gaul", "Lyon", false)  // "the capital of Gaul"
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/english/rewriting.hpp>

#include <array>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1 {

/// The subjects that need an article, as rows.
inline constexpr std::array<rewriting_row, 1> relation_subject_rows{{
    {"dated-event",
     "^ @digits @name ... "
     "@name&bowl|championship|championships|convention|cup|draft|final|finals|games|open|tournament",
     "the $2 $3 $4 $5", "1972 Federation Cup", "the 1972 Federation Cup"},
}};

/// Returns a phrase or question of a relation with its subject put in, and for "*" the kind of the answer: the last
/// word of the answer if it is a noun for places or organizations ("Brown County" gives "county"), otherwise "place".
/// Where answers are not places, an unknown kind gives "". "%" is "Who" for a person and "What" for another thing.
/// Example: word_relation("the * that borders X", "Rome", "Brown County", false) == "the county that borders Rome"
[[nodiscard]] std::string word_relation(std::string_view words, std::string_view subject, std::string_view answer,
                                        bool person, bool place = true);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/english/detail/relation_wording.ipp>
#endif
