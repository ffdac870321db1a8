// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Contexts of a given length: the supports of a question at chosen depths among its distractors and paragraphs of other
// questions, as the long-context tests of RULER and HELMET have them. The length is in units of the caller: words,
// tokens of a model.
//   long_context_pool pool; pool.add("Oslo", "Oslo is …", 120); auto made = lengthen(question, pool, {.length = 8000});
#pragma once

#include <mhqa/random.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// Returns the number of words between white space.
///
/// Example: word_count(" a  b\n")  // 2
[[nodiscard]] std::size_t word_count(std::string_view text);

/// Paragraphs of all questions, which fill the contexts of others; each text once.
class long_context_pool {
 public:
  /// A paragraph and its length.
  struct paragraph {
    std::string title, text;
    std::size_t length;
  };

  /// Adds a paragraph; false if the pool has it. `length` is called for a new one only.
  template <class Length>
  bool add(std::string_view title, std::string_view text, Length&& length) {
    std::string key = std::string{title} + '\n' + std::string{text};
    if (!seen_.insert(std::move(key)).second) return false;
    paragraphs_.push_back({std::string{title}, std::string{text}, std::forward<Length>(length)()});
    return true;
  }
  [[nodiscard]] std::span<const paragraph> paragraphs() const noexcept { return paragraphs_; }

 private:
  std::vector<paragraph> paragraphs_;
  std::unordered_set<std::string> seen_;
};

/// A question whose context is to be made longer.
struct short_context {
  std::string_view id;
  std::span<const std::string_view> answers;  ///< paragraphs of others that have one of them stay out
  std::span<const std::string_view> titles;   ///< of its paragraphs
  std::span<const std::size_t> lengths;       ///< of its paragraphs
  std::span<const std::uint32_t> supports;    ///< positions of paragraphs, in the order of the depths
};

/// The choices of lengthen().
struct long_context_options {
  std::size_t length = 0;        ///< most units of a context
  std::vector<double> depths{};  ///< of each support, from 0 (first) to 1 (last); the last one holds for further
                                 ///< supports; empty: drawn for each
  std::uint64_t seed = 13370;
};

/// Why a question has no context of the length.
enum class long_context_skip : std::uint8_t {
  no_supports,
  supports_too_long,  ///< the supports alone exceed the length
  pool_too_small,     ///< no paragraphs are left that fit, and a tenth of the length is empty
};

/// The names of long_context_skip.
inline constexpr std::array<std::string_view, 3> long_context_skip_names{
    "without supports", "supports longer than the length", "too few paragraphs for the length"};

/// A paragraph of a long context.
struct placed_paragraph {
  std::size_t index;  ///< in the question's paragraphs or in the pool
  bool own;
};

/// A context of the wanted length, or why it cannot be made.
struct long_context {
  std::optional<long_context_skip> why{};
  std::vector<placed_paragraph> paragraphs{};
  std::size_t length = 0;
  std::vector<double> depths{};  ///< of each support: the share of the distractors' length that stands before it
};

namespace detail {

/// Draws distractors until the context is full.
class context_filler {
 public:
  context_filler(const short_context& question, const long_context_pool& pool, std::size_t room, draws& random);

  /// Returns the distractors in random order: the question's own first, as far as they fit, then others.
  [[nodiscard]] std::vector<placed_paragraph> fill();

  [[nodiscard]] std::size_t room() const noexcept { return room_; }

 private:
  static constexpr std::size_t most_misses = 200;  // paragraphs in a row that are longer than the room

  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) {
      std::swap(items[i - 1], items[random_.below(i)]);
    }
  }

  void take(std::size_t index, bool own, std::size_t length);

  /// Another title, and no answer in title or text.
  [[nodiscard]] bool fits(const long_context_pool::paragraph& one) const;

  const short_context& question_;
  const long_context_pool& pool_;
  std::size_t room_;
  draws& random_;
  std::unordered_set<std::string_view> titles_;
  std::vector<std::string> answers_;
  std::vector<placed_paragraph> out_;
};

}  // namespace detail

/// Makes a context of at most `length` units: all supports, then the question's distractors and paragraphs of others
/// that have none of its answers and none of its titles, as many as fit.
///
/// Shape:     a support with depth d stands where the distractors before it are closest to d of all; supports at one
///            place keep their order
/// Undefined: a question that has no such context gets the reason
/// Requires:  titles.size() == lengths.size(); supports are positions of them
/// Cost:      O(pool + text of the paragraphs that are looked at); depends on seed and id only
/// Source:    Hsieh et al. 2024 (RULER), Sec. 3 (depths, distractors of other questions); Yen et al. 2024 (HELMET),
///            Sec. 2.2
[[nodiscard]] long_context lengthen(const short_context& question, const long_context_pool& pool,
                                    const long_context_options& options);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/probe/detail/long_context.ipp>
#endif
