// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rows of token ids of any lengths, as trainers hold them: all ids concatenated, and the offset of each row. The arrays
// may be in GPU memory; nothing here reads them.
#pragma once

#include <mhqa/config.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace mhqa::inline v0_1::batch {

/// The type of an offset: int32 in tokenizers and Arrow lists, int64 in PyTorch.
template <class T>
concept row_offset = std::same_as<T, std::int32_t> || std::same_as<T, std::int64_t>;

/// Rows of ids: row i is the values [offsets[i], offsets[i + 1]).
///
/// Shape:   values[tokens], offsets[rows + 1]; the first offset need not be 0, so a slice is also a ragged
/// Example: rows "5 7", "", "9" are values {5, 7, 9} and offsets {0, 2, 2, 3}
template <row_offset Offset = std::int32_t>
struct ragged {
  std::span<const std::int32_t> values{};
  std::span<const Offset> offsets{};

  /// Number of rows.
  [[nodiscard]] constexpr std::size_t rows() const noexcept { return offsets.empty() ? 0 : offsets.size() - 1; }
};

/// The input of scoring: predictions, and one or several golds per question.
///
/// Shape:   questions = golds.rows(), or gold_groups.size() - 1 if questions have several golds (those of question q
///          are the rows [gold_groups[q], gold_groups[q + 1])); predictions.rows() = questions * per_question, grouped
///          by question, so that golds are never copied
/// Example: token_batch<>{.predictions = rollouts, .golds = golds, .per_question = 8}
template <row_offset Offset = std::int32_t>
struct token_batch {
  ragged<Offset> predictions{};
  ragged<Offset> golds{};
  std::span<const Offset> gold_groups{};  ///< empty: one gold per question
  std::size_t per_question = 1;           ///< predictions of each question
  std::span<const std::uint8_t> marks{};  ///< token_mark bits by id; empty: no id is marked

  /// Number of questions.
  [[nodiscard]] constexpr std::size_t questions() const noexcept {
    return gold_groups.empty() ? golds.rows() : gold_groups.size() - 1;
  }
};

/// What a dialect needs to know about an id; bits of token_batch::marks.
namespace token_mark {

inline constexpr std::uint8_t ignored = 1;  ///< not counted: articles, punctuation, padding
inline constexpr std::uint8_t closed = 2;   ///< a closed answer if it stands alone: yes, no, noanswer

}  // namespace token_mark

}  // namespace mhqa::inline v0_1::batch
