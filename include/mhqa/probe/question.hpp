// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The input of a probe: an id, the number of facts, the positions of the supports, and which supports contain the
// answer. Facts are positions (of paragraphs, or of sentences if the caller numbers those), never titles. Questions
// that cannot be probed are skipped with a named reason.
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/error.hpp>
#include <mhqa/probe/bipartition.hpp>
#include <mhqa/random.hpp>

#include <range/v3/range/concepts.hpp>
#include <range/v3/range/primitives.hpp>
#include <range/v3/range/traits.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// A question that can be probed. Any type with these four members models it.
///
/// Shape: `supports` are distinct positions in [0, fact_count) in the record's order (the i-th is bit i of every mask);
///        `answer_supports` has bit i set if the i-th support contains the answer
template <class Q>
concept probeable = requires(const Q& q) {
  { q.id } -> std::convertible_to<std::string_view>;
  { q.fact_count } -> std::convertible_to<std::size_t>;
  requires ranges::forward_range<decltype((q.supports))>;
  requires std::convertible_to<ranges::range_value_t<decltype((q.supports))>, std::uint32_t>;
  { q.answer_supports } -> std::convertible_to<std::uint32_t>;
};

/// The position of a support that is not in the context.
inline constexpr std::uint32_t not_in_context = ~std::uint32_t{0};

/// A plain struct that models `probeable`. It does not own its id.
struct probe_question {
  std::string_view id;
  std::uint32_t fact_count = 0;
  std::vector<std::uint32_t> supports{};
  std::uint32_t answer_supports = 0;
};

/// Returns true if the text contains the answer as whole words; ignores the case of ASCII letters.
///
/// Undefined: an empty answer occurs nowhere
/// Cost:      O(text * answer) at worst, no allocation
/// Example:   occurs_in("no", "Nobody knows")  // false
[[nodiscard]] constexpr bool occurs_in(std::string_view answer, std::string_view text) noexcept {
  const auto same = [](char a, char b) { return ascii::to_lower(a) == ascii::to_lower(b); };
  // Bytes of other alphabets count as letters, so that a match cannot end inside a character.
  const auto word = [](char c) {
    return ascii::is_digit(c) || ascii::is_letter(c) || static_cast<unsigned char>(c) >= 0x80;
  };
  if (answer.empty()) return false;
  for (auto from = text.begin();; ++from) {
    from = std::search(from, text.end(), answer.begin(), answer.end(), same);
    if (from == text.end()) return false;
    const auto to = from + static_cast<std::ptrdiff_t>(answer.size());
    const bool starts = from == text.begin() || !word(*from) || !word(*(from - 1));
    const bool ends = to == text.end() || !word(*(to - 1)) || !word(*to);
    if (starts && ends) return true;
  }
}

/// Returns true if a support with this text contains the answer, so that a context that keeps it gets the answer label.
///
/// Source: Trivedi et al. 2020, Sec. 3.2: the optional answer label. "yes" and "no" occur in no text; all supports are
///         taken to contain them, as the paper supervises its single-fact reader (App. B.2)
[[nodiscard]] constexpr bool holds_answer(std::string_view answer, std::string_view text) noexcept {
  return answer == "yes" || answer == "no" || occurs_in(answer, text);
}

/// Returns the mask of the supports that contain the answer, for `answer_supports`.
///
/// Shape:  texts[i] is the text of the i-th support -> bit i; reads at most 31
template <ranges::input_range Texts>
[[nodiscard]] constexpr std::uint32_t supports_holding(std::string_view answer, Texts&& texts) {
  std::uint32_t mask = 0;
  std::uint32_t bit = 1;
  for (auto&& text : texts) {
    if (bit > all_facts(max_bipartition_facts)) break;
    if (holds_answer(answer, text)) mask |= bit;
    bit <<= 1U;
  }
  return mask;
}

/// Why a question has no instances.
enum class skip_reason : std::uint8_t {
  empty_context,
  too_few_supports,        ///< fewer than two: there is nothing to connect
  too_many_supports,       ///< more than 31
  support_not_in_context,  ///< a position at or beyond fact_count
  support_repeated,        ///< a position that occurs twice
  too_few_facts,           ///< |C| < 2 |Fs| - 1: too few for the transform to remove; in annotation.hpp, no distractor
  below_minimum_facts,     ///< fewer facts than the caller asked for
};
inline constexpr std::size_t skip_reason_count = 7;

/// Returns the reason in words, e.g. for a manifest.
[[nodiscard]] constexpr std::string_view to_string(skip_reason why) noexcept {
  constexpr std::array<std::string_view, skip_reason_count> names{
      "empty context",    "fewer than two supports", "more than 31 supports",     "support not in context",
      "support repeated", "too few facts",           "below the minimum of facts"};
  return names[static_cast<std::size_t>(why)];
}

/// Counts questions used, and questions skipped by reason. Merges with +=.
struct skip_counts {
  std::uint64_t used = 0;
  std::array<std::uint64_t, skip_reason_count> skipped{};

  constexpr void add(std::optional<skip_reason> why) noexcept {
    ++(why ? skipped[static_cast<std::size_t>(*why)] : used);
  }
  [[nodiscard]] constexpr std::uint64_t operator[](skip_reason why) const noexcept {
    return skipped[static_cast<std::size_t>(why)];
  }
  [[nodiscard]] constexpr std::uint64_t total() const noexcept {
    std::uint64_t sum = used;
    for (const std::uint64_t n : skipped) sum += n;
    return sum;
  }
  constexpr skip_counts& operator+=(const skip_counts& other) noexcept {
    used += other.used;
    for (std::size_t i = 0; i < skipped.size(); ++i) skipped[i] += other.skipped[i];
    return *this;
  }
  friend constexpr bool operator==(const skip_counts&, const skip_counts&) = default;
};

/// Returns the reason why the question cannot be probed, if any.
template <probeable Q>
[[nodiscard]] constexpr std::optional<skip_reason> why_not_probed(const Q& q) {
  const auto facts = static_cast<std::size_t>(q.fact_count);
  if (facts == 0) return skip_reason::empty_context;
  std::array<std::uint32_t, max_bipartition_facts> seen{};
  std::size_t n = 0;
  for (auto&& position : q.supports) {
    if (n == seen.size()) return skip_reason::too_many_supports;
    seen[n++] = static_cast<std::uint32_t>(position);
  }
  if (n < 2) return skip_reason::too_few_supports;
  const auto end = seen.begin() + static_cast<std::ptrdiff_t>(n);
  std::sort(seen.begin(), end);
  if (*(end - 1) >= facts) return skip_reason::support_not_in_context;
  if (std::adjacent_find(seen.begin(), end) != end) return skip_reason::support_repeated;
  return std::nullopt;
}

/// Returns the reason why the question cannot be transformed, if any.
///
/// Source: Trivedi et al. 2020, App. A.3, footnote 13: |C| >= 2 |Fs| - 1. The published converter requires five
///         paragraphs instead: minimum_facts = 5
template <probeable Q>
[[nodiscard]] constexpr std::optional<skip_reason> why_not_transformed(const Q& q, std::size_t minimum_facts = 0) {
  if (const auto why = why_not_probed(q)) return why;
  const auto facts = static_cast<std::size_t>(q.fact_count);
  const auto n = static_cast<std::size_t>(ranges::distance(q.supports));
  if (facts + 1 < 2 * n) return skip_reason::too_few_facts;
  if (facts < minimum_facts) return skip_reason::below_minimum_facts;
  return std::nullopt;
}

/// The positions and numbers from which the instances of a question are computed; no text.
///
/// Shape: supports[i] in the question's order for i < support_count; `record` and `seed` key the draws
struct support_layout {
  std::uint64_t record = 0;
  std::uint64_t seed = 0;
  std::uint32_t fact_count = 0;
  std::uint32_t support_count = 0;
  std::uint32_t answer_supports = 0;
  std::array<std::uint32_t, max_bipartition_facts> supports{};
};

/// Returns the layout of a question that can be probed.
///
/// Errors: data_error that names the id and the reason; call why_not_probed first to avoid it
template <probeable Q>
[[nodiscard]] constexpr support_layout layout_of(const Q& q, std::uint64_t seed) {
  if (const auto why = why_not_probed(q)) {
    throw_data_error({.id = std::string{std::string_view{q.id}}}, "cannot be probed: " + std::string{to_string(*why)});
  }
  support_layout layout{.record = stable_hash(std::string_view{q.id}),
                        .seed = seed,
                        .fact_count = static_cast<std::uint32_t>(q.fact_count)};
  for (auto&& position : q.supports) layout.supports[layout.support_count++] = static_cast<std::uint32_t>(position);
  layout.answer_supports = static_cast<std::uint32_t>(q.answer_supports) & all_facts(layout.support_count);
  return layout;
}

}  // namespace mhqa::inline v0_1
