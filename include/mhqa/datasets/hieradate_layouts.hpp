// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Takes HieraDate's records apart into single questions, for readers that do not know its levels, and turns answers by
// id back into predictions; also splits records into dev and test. E.g. prediction_of(record, find_answer, store)
#pragma once

#include <mhqa/datasets/detail/hieradate_prediction.hpp>
#include <mhqa/datasets/hieradate.hpp>
#include <mhqa/date/rules.hpp>
#include <mhqa/error.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mhqa::inline v0_1::hieradate {

/// The level of a question.
enum class level : std::uint8_t { main, extraction, reasoning, robustness };

/// Returns "main", "extraction", "reasoning" or "robustness".
[[nodiscard]] constexpr std::string_view to_string(level which) noexcept {
  constexpr std::array<std::string_view, 4> names{"main", "extraction", "reasoning", "robustness"};
  return names[static_cast<std::size_t>(which)];
}

/// One question of a record.
struct flat_question {
  std::string id;  ///< the record's id, "__", the level and, if there are several, the number from 1
  std::string_view question;
  std::string answer;  ///< ages are "62 years, 2 months, 8 days", or "62" if year-only
  level of{};
  std::size_t number = 0;            ///< from 0
  const date_parts* date = nullptr;  ///< for an extraction question: its answer as a date
  const date_parts* age = nullptr;   ///< for an age question
};

/// Returns the id of a question in a flat layout: "q1__main", "q1__extract_1", "q1__reason_1", "q1__robust".
[[nodiscard]] std::string flat_id(std::string_view record_id, level of, std::size_t number);

/// Spells an age in the form that readers should answer.
[[nodiscard]] std::string spell_age(const date_parts& age);

/// Parses an age: "62 years, 2 months and 8 days", "62-2-8", "62-year-2-month-8-day-old", "62".
///
/// Shape:     up to three whole numbers in the order year, month, day. Units are optional and follow their numbers; if
///            any part has a unit, a part without one is 0
/// Undefined: any other text -> nothing
[[nodiscard]] std::optional<date_difference> read_age(std::string_view text);

/// Returns the questions of a record in the order main, extraction, reasoning, robustness; skips those without text.
///
/// Requires: the record outlives the result
[[nodiscard]] std::vector<flat_question> flat_questions(const record& r);

/// Assembles a record's predictions from answers by id.
///
/// Shape:    find(id) returns the answer to a question as optional<string_view>. A missing answer becomes "" and is
///           counted in `missing`; an age becomes {year, month, day}, or {year} if the gold age is year-only; text that
///           read_age() cannot parse stays text, which scores 0
/// Requires: the record, the answers and `store` outlive the prediction
template <class Find>
[[nodiscard]] prediction prediction_of(const record& r, Find&& find, std::deque<std::string>& store,
                                       std::uint64_t& missing) {
  const auto answer = [&](level of, std::size_t number) -> std::string_view {
    const std::optional<std::string_view> found = find(std::string_view{store.emplace_back(flat_id(r.id, of, number))});
    if (!found) ++missing;
    return found.value_or("");
  };
  const auto reasoning = [&](std::size_t i) -> reasoning_answer {
    const std::string_view text = answer(level::reasoning, i);
    const auto* const gold = std::get_if<date_parts>(&r.reasoning[i].answer);
    const std::optional<date_difference> age = gold != nullptr ? read_age(text) : std::nullopt;
    if (!age) return scalar{scalar::kind::text, text};
    return detail::age_parts(*age, gold->is_year_only(), store);
  };
  return detail::fill_prediction(
      r, [&] { return answer(level::main, 0); }, [&](std::size_t i) { return answer(level::extraction, i); }, reasoning,
      [&] { return answer(level::robustness, 0); });
}

/// Splits questions into a development set and a test set.
///
/// Shape:  ids[n] and combined[n] -> true for dev. Both sets get equally many questions of each kind (of an odd number,
///         dev has one more combined and test one more comparison question). Sampled by seed and id, independently of
///         the order
/// Errors: data_error if the two lengths differ
/// Cost:   O(n log n)
/// Source: Ho et al. 2022, Table 2: dev and test have 549 main, 1,346 extraction and 1,222 reasoning questions each
[[nodiscard]] std::vector<bool> split_dev(std::span<const std::string_view> ids, const std::vector<bool>& combined,
                                          std::uint64_t seed = 0);

}  // namespace mhqa::inline v0_1::hieradate

#if !defined(MHQA_COMPILED)
#include <mhqa/datasets/detail/hieradate_layouts.ipp>
#endif
