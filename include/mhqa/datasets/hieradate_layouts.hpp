// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Takes HieraDate's records apart into single questions, for readers that do not know its levels, and turns answers by
// id back into predictions; also splits records into dev and test. E.g. prediction_of(record, find_answer, store)
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/datasets/detail/hieradate_prediction.hpp>
#include <mhqa/datasets/hieradate.hpp>
#include <mhqa/date/rules.hpp>
#include <mhqa/error.hpp>
#include <mhqa/random.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace hieradate {

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
[[nodiscard]] inline std::string flat_id(std::string_view record_id, level of, std::size_t number) {
  std::string id{record_id};
  if (of == level::main) return id += "__main";
  if (of == level::robustness) return id += "__robust";
  return id.append(of == level::extraction ? "__extract_" : "__reason_").append(std::to_string(number + 1));
}

/// Spells an age in the form that readers should answer.
[[nodiscard]] inline std::string spell_age(const date_parts& age) {
  if (age.is_year_only()) return std::string{age.year.text};
  return std::string{age.year.text}
      .append(" years, ")
      .append(age.month.text)
      .append(" months, ")
      .append(age.day.text)
      .append(" days");
}

/// Parses an age: "62 years, 2 months and 8 days", "62-2-8", "62-year-2-month-8-day-old", "62".
///
/// Shape:     up to three whole numbers in the order year, month, day. Units are optional and follow their numbers; if
///            any part has a unit, a part without one is 0
/// Undefined: any other text -> nothing
[[nodiscard]] inline std::optional<date_difference> read_age(std::string_view text) {
  std::array<std::optional<int>, 3> parts;
  std::size_t bare = 0;
  bool units = false;
  for (std::size_t at = 0; at < text.size();) {
    if (!ascii::is_digit(text[at])) {
      if (ascii::is_letter(text[at])) {
        std::size_t end = at;
        while (end < text.size() && ascii::is_letter(text[end])) ++end;
        const std::string_view word = text.substr(at, end - at);
        if (word != "and" && word != "old" && word != "aged" && word != "age") return std::nullopt;
        at = end;
      } else if (std::string_view{" ,-.;"}.find(text[at]) == std::string_view::npos) {
        return std::nullopt;
      } else {
        ++at;
      }
      continue;
    }
    int value = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), value);
    if (error != std::errc{}) return std::nullopt;
    at = static_cast<std::size_t>(end - text.data());
    std::size_t word = at;
    while (word < text.size() && (text[word] == ' ' || text[word] == '-')) ++word;
    std::size_t last = word;
    while (last < text.size() && ascii::is_letter(text[last])) ++last;
    const std::string_view unit = text.substr(word, last - word);
    const auto is = [unit](std::string_view one) {
      return unit == one || (unit.size() == one.size() + 1 && unit.starts_with(one) && unit.back() == 's');
    };
    std::size_t place = 0;
    if (is("year") || is("month") || is("day")) {
      place = is("year") ? 0 : is("month") ? 1 : 2;
      units = true;
      at = last;
    } else {
      if (units) return std::nullopt;
      place = bare++;
    }
    if (place > 2 || parts[place]) return std::nullopt;
    parts[place] = value;
  }
  if (units && bare != 0) return std::nullopt;
  if (!parts[0] && !units) return std::nullopt;
  return date_difference{parts[0].value_or(0), parts[1].value_or(0), parts[2].value_or(0)};
}

/// Returns the questions of a record in the order main, extraction, reasoning, robustness; skips those without text.
///
/// Requires: the record outlives the result
[[nodiscard]] inline std::vector<flat_question> flat_questions(const record& r) {
  std::vector<flat_question> out;
  const auto add = [&](level of, std::size_t number, std::string_view question, std::string answer) {
    if (question.empty()) return;
    out.push_back({flat_id(r.id, of, number), question, std::move(answer), of, number});
  };
  add(level::main, 0, r.question, std::string{r.answer});
  for (std::size_t i = 0; i < (r.combined ? 4 : 2); ++i) {
    add(level::extraction, i, r.extraction[i].question, std::string{r.extraction[i].answer.value_or("")});
    if (r.extraction[i].date && !r.extraction[i].question.empty()) out.back().date = &*r.extraction[i].date;
  }
  for (std::size_t i = 0; i < (r.combined ? 3 : 2); ++i) {
    const auto* const age = std::get_if<date_parts>(&r.reasoning[i].answer);
    const auto* const text = std::get_if<scalar>(&r.reasoning[i].answer);
    add(level::reasoning, i, r.reasoning[i].question,
        age != nullptr    ? spell_age(*age)
        : text != nullptr ? std::string{text->text}
                          : std::string{});
    if (age != nullptr && !r.reasoning[i].question.empty()) out.back().age = age;
  }
  add(level::robustness, 0, r.robust_question, std::string{r.robust_answer});
  return out;
}

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
[[nodiscard]] inline std::vector<bool> split_dev(std::span<const std::string_view> ids,
                                                 const std::vector<bool>& combined, std::uint64_t seed = 0) {
  if (combined.size() != ids.size()) {
    throw_data_error({}, "split_dev: " + std::to_string(combined.size()) + " marks for " + std::to_string(ids.size()) +
                             " questions");
  }
  std::vector<bool> dev(ids.size());
  for (const bool kind : {false, true}) {
    std::vector<std::pair<std::uint64_t, std::size_t>> drawn;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (combined[i] == kind) drawn.emplace_back(draws{seed, ids[i], 2}(), i);
    }
    std::sort(drawn.begin(), drawn.end(), [&ids](const auto& a, const auto& b) {
      return a.first != b.first ? a.first < b.first : ids[a.second] < ids[b.second];
    });
    const std::size_t half = kind ? (drawn.size() + 1) / 2 : drawn.size() / 2;
    for (std::size_t i = 0; i < half; ++i) dev[drawn[i].second] = true;
  }
  return dev;
}

}  // namespace hieradate
}  // namespace v0_1
}  // namespace mhqa
