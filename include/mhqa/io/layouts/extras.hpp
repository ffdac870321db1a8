// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The free object of a row, FlashRAG's "metadata" and verl's "extra_info", holds everything that a question has besides
// its answers. Fields that Hugging Face's HotpotQA has are named as there.
//   {"type": "bridge", "context": {"title": ["A"], "sentences": [["B.", " C."]]}, "answerable": true}
#pragma once

#include <mhqa/io/layouts/any_question.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

namespace detail {

void read_strings(json_value value, std::vector<std::string_view>& out);

/// Reads {"title": […], "sentences" or "content": [[…]], or "text": […]}, and "relevance", "id" and "idx" beside.
void read_columns(json_value value, any_question& q);

/// Members of the free object that say something about the gold answers, which may follow.
struct answer_extras {
  std::vector<std::int64_t> starts{};            // -1: unknown
  std::vector<std::string_view> unanswerable{};  // what a question that cannot be answered would have as answers
};

/// Reads a member of the free object. One that write_extras() does not write is kept as it is.
void read_extra(std::string_view key, json_value value, any_question& q, answer_extras& about, named_counts& lost);

/// Sets what depends on several fields, after the last one.
void finish_extras(any_question& q, const answer_extras& about, const json_context& context);

/// Writes the members of the free object that say more than id, question and gold answers.
///
/// Shape: in BEIR's, the passages are in other files, and facts are [[title, sentence], …]. A field of another layout
///        that has one of their names would be read as something else, so it is lost
void write_extras(json_writer& out, const any_question& q, named_counts& lost, bool beir = false);

/// Writes the gold answers: none if the question cannot be answered.
void write_golds(json_writer& out, const any_question& q, named_counts& lost);

/// What both layouts hold.
inline constexpr layout_fields row_fields{.aliases = true,
                                          .repeated = true,
                                          .starts = true,
                                          .plausible = true,
                                          .unanswerable = true,
                                          .type = true,
                                          .level = true,
                                          .passages = true,
                                          .several = true,
                                          .titles = true,
                                          .passage_ids = true,
                                          .idx = true,
                                          .sentences = true,
                                          .labels = true,
                                          .grades = true,
                                          .facts = true,
                                          .evidences = true,
                                          .entity_ids = true,
                                          .steps = true,
                                          .source = true,
                                          .index = true,
                                          .link = true,
                                          .others = true};

}  // namespace detail

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/layouts/detail/extras.ipp>
#endif
