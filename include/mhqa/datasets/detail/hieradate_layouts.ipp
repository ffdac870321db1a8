// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of hieradate_layouts.hpp.
#pragma once

#include <mhqa/datasets/hieradate_layouts.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/random.hpp>

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

namespace mhqa::inline v0_1::hieradate {

MHQA_INLINE std::string flat_id(std::string_view record_id, level of, std::size_t number) {
  std::string id{record_id};
  if (of == level::main) return id += "__main";
  if (of == level::robustness) return id += "__robust";
  return id.append(of == level::extraction ? "__extract_" : "__reason_").append(std::to_string(number + 1));
}

MHQA_INLINE std::string spell_age(const date_parts& age) {
  if (age.is_year_only()) return std::string{age.year.text};
  return std::string{age.year.text}
      .append(" years, ")
      .append(age.month.text)
      .append(" months, ")
      .append(age.day.text)
      .append(" days");
}

namespace detail {

inline constexpr std::array<std::string_view, 4> words_of_ages{"and", "old", "aged", "age"};
inline constexpr std::array<std::string_view, 3> units_of_ages{"year", "month", "day"};

[[nodiscard]] inline std::string_view letters_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && ascii::is_letter(text[end])) ++end;
  return text.substr(at, end - at);
}

/// The place of a unit, singular or plural; units_of_ages.size(): none.
[[nodiscard]] inline std::size_t place_of_unit(std::string_view word) {
  const auto found = std::find_if(units_of_ages.begin(), units_of_ages.end(), [word](std::string_view unit) {
    return word == unit || (word.size() == unit.size() + 1 && word.starts_with(unit) && word.back() == 's');
  });
  return static_cast<std::size_t>(found - units_of_ages.begin());
}

}  // namespace detail

MHQA_INLINE std::optional<date_difference> read_age(std::string_view text) {
  std::array<std::optional<int>, 3> parts;
  std::size_t bare = 0;
  bool units = false;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::string_view word = detail::letters_at(text, at); !word.empty()) {
      const auto& known = detail::words_of_ages;
      if (std::find(known.begin(), known.end(), word) == known.end()) return std::nullopt;
      at += word.size();
      continue;
    }
    if (!ascii::is_digit(text[at])) {
      if (std::string_view{" ,-.;"}.find(text[at]) == std::string_view::npos) return std::nullopt;
      ++at;
      continue;
    }
    int value = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), value);
    if (error != std::errc{}) return std::nullopt;
    at = static_cast<std::size_t>(end - text.data());
    const std::size_t next = std::min(text.find_first_not_of(" -", at), text.size());
    const std::string_view unit = detail::letters_at(text, next);
    std::size_t place = detail::place_of_unit(unit);
    if (place < parts.size()) {
      units = true;
      at = next + unit.size();
    } else {
      if (units) return std::nullopt;
      place = bare++;
    }
    if (place >= parts.size() || parts[place]) return std::nullopt;
    parts[place] = value;
  }
  if (units && bare != 0) return std::nullopt;
  if (!parts[0] && !units) return std::nullopt;
  return date_difference{parts[0].value_or(0), parts[1].value_or(0), parts[2].value_or(0)};
}

MHQA_INLINE std::vector<flat_question> flat_questions(const record& r) {
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

MHQA_INLINE std::vector<bool> split_dev(std::span<const std::string_view> ids, const std::vector<bool>& combined,
                                        std::uint64_t seed) {
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

}  // namespace mhqa::inline v0_1::hieradate
