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

namespace mhqa {
inline namespace v0_1 {
namespace hieradate {

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

MHQA_INLINE std::optional<date_difference> read_age(std::string_view text) {
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

}  // namespace hieradate
}  // namespace v0_1
}  // namespace mhqa
