// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A composing run that merges parts and holds only the questions of their pairs: the rest of the pool is a stream, in
// which S3 and S6 search block by block.
//   const composing made = compose_in_blocks(settings, executor_of);   // settings.merge, settings.block
#pragma once

#include <mhqa/compose/block_search.hpp>
#include <mhqa/compose/pair_part.hpp>
#include <mhqa/compose/stage.hpp>
#include <mhqa/compose/streamed_stages.hpp>
#include <mhqa/io/compose_report.hpp>
#include <mhqa/io/compose_settings.hpp>
#include <mhqa/io/question_stream.hpp>
#include <mhqa/parallel.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The questions of pairs as a part of a pool.
struct part_of_pool {
  good_set good{};
  std::vector<paragraph_print> prints{};  ///< of its paragraphs
};

/// Returns the questions of the pairs among good questions, and whatever else decides the order of their keys
/// (pool_words) or the pairs of their bridges. Makes the pairs those of the part.
///
/// Shape:  a paragraph of the part has its title and, as its text, a word that stands for the text: equal for texts of
///         equal words
/// Errors: as merged_pairs::questions_of_pairs()
/// Cost:   reads the good questions five times and the paragraphs three times; memory for the part
[[nodiscard]] part_of_pool part_of_pairs(question_stream& all, merged_pairs& pairs,
                                         std::uint64_t candidates_per_bridge);

/// Returns the good questions and their paragraphs as a stream, in blocks of about so many bytes. `all` must outlive
/// it.
[[nodiscard]] pool_lookup look_up(question_stream& all, std::size_t block, std::size_t together);

/// Composes a data set as compose_set() does, with the same files, from parts that end with their pairs.
///
/// Errors: as compose_set(); data_error for other parts
/// Cost:   memory for the pairs and their questions, a block with its index, and what question_stream needs
[[nodiscard]] composing compose_in_blocks(const compose_settings& settings,
                                          const std::function<executor_ref(std::string_view)>& executor_of);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/compose_blocks.ipp>
#endif
