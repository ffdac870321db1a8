// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of step_operations.hpp.
#pragma once

#include <mhqa/model/step_operations.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/date/difference.hpp>
#include <mhqa/date/find.hpp>
#include <mhqa/date/order.hpp>
#include <mhqa/english/sentence_words.hpp>
#include <mhqa/graph/references.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/number.hpp>
#include <mhqa/text/surface_forms.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace mhqa::inline v0_1 {
namespace detail {

inline constexpr std::array<std::pair<std::string_view, double>, 5> number_scales{
    {{"hundred", 1e2}, {"thousand", 1e3}, {"million", 1e6}, {"billion", 1e9}, {"trillion", 1e12}}};

/// Units of measures: two that differ are not compared. Other words after a number say what is counted.
inline constexpr std::array<std::string_view, 38> measure_units{
    "%",     "centimeter", "cm",    "day",    "decade", "degree", "f",         "feet",     "foot",  "ft",
    "g",     "gram",       "hour",  "inch",   "inche",  "kg",     "kilometer", "kilogram", "km",    "lb",
    "m",     "meter",      "metre", "mi",     "mile",   "mile/h", "minute",    "mm",       "month", "mph",
    "ounce", "percent",    "pound", "second", "ton",    "week",   "yard",      "year"};

// The number of a word, and what is joined to it by a hyphen ("68-story"); nothing for ordinals and codes.
[[nodiscard]] inline std::optional<std::pair<double, std::string>> number_of_word(const sentence_word& w) {
  const auto named = std::find_if(std::begin(number_words), std::end(number_words),
                                  [&](const auto& one) { return one.first == w.lower; });
  std::string_view text = named == std::end(number_words) ? std::string_view{w.lower} : named->second;
  while (!text.empty() && !ascii::is_digit(text[0]) && !ascii::is_letter(text[0])) text.remove_prefix(1);
  std::string digits;
  for (; !text.empty() && (ascii::is_digit(text[0]) || text[0] == ',' || text[0] == '.'); text.remove_prefix(1)) {
    if (text[0] != ',') digits += text[0];
  }
  if (digits.empty() || (!text.empty() && text[0] != '-' && text[0] != '%')) return std::nullopt;
  const std::optional<double> value = python_float(digits);
  if (!value) return std::nullopt;
  return std::pair{*value, std::string{text.starts_with('-') ? text.substr(1) : text}};
}

[[nodiscard]] inline bool is_number_like(const sentence_word& w) noexcept {
  return w.lower.find_first_of("0123456789") != w.lower.npos ||
         std::any_of(std::begin(number_words), std::end(number_words),
                     [&](const auto& one) { return one.first == w.lower && ascii::is_digit(one.second.back()); });
}

[[nodiscard]] inline std::string singular_unit(std::string text) {
  if (text.size() > 1 && text.ends_with('s')) text.pop_back();
  return text;
}

/// Returns the order of two values; nothing if it cannot be told.
[[nodiscard]] inline std::optional<date_order> value_order(const step_value& a, const step_value& b) {
  if (a.number && b.number) {
    const auto measured = [](const step_value& v) {
      return std::find(measure_units.begin(), measure_units.end(), v.unit) != measure_units.end();
    };
    if (a.unit != b.unit && measured(a) && measured(b)) return std::nullopt;
    return *a.number < *b.number ? date_order::before : *b.number < *a.number ? date_order::after : date_order::equal;
  }
  if (!a.date || !b.date) return std::nullopt;
  const date_order order = compare_dates<date_rules::three_valued>(*a.date, *b.date);
  return order == date_order::cannot_tell ? std::nullopt : std::optional{order};
}

[[nodiscard]] inline std::optional<bool> truth_said(std::string_view answer) {
  constexpr word_list yes{"yes", "true"}, no{"no", "false"};
  const std::string said = normalize(answer);
  return yes(said) ? std::optional{true} : no(said) ? std::optional{false} : std::nullopt;
}

/// Returns true if two answers name the same: one number or date, or one text that is within the other.
[[nodiscard]] inline std::optional<bool> says_same(std::string_view a, std::string_view b) {
  const std::string left = ' ' + normalize(a) + ' ', right = ' ' + normalize(b) + ' ';
  if (left.size() < 3 || right.size() < 3) return std::nullopt;
  if (left == right) return true;
  if (const auto order = value_order(read_step_value(a), read_step_value(b))) return *order == date_order::equal;
  return left.find(right) != left.npos || right.find(left) != right.npos;
}

[[nodiscard]] inline std::string spell_number(double value) {
  if (std::floor(value) == value && std::abs(value) < 1e15) return std::to_string(static_cast<long long>(value));
  std::string out;
  append_python_double(out, value);
  return out;
}

/// Returns the number of items of a list, "Rome, Ulm and Bonn"; 0 for one item, and for "Ulm, Germany".
[[nodiscard]] inline std::size_t count_items(std::string_view answer) {
  const sentence_words words{answer};
  std::size_t breaks = 0;
  bool has_addition = false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const bool addition = is_addition(words[i].lower);
    breaks += addition || words[i - 1].written.ends_with(',') ? 1 : 0;
    has_addition = has_addition || addition;
  }
  return has_addition || breaks > 1 ? breaks + 1 : 0;
}

/// Returns a step with the texts of the steps to which it refers in place of `#n`; "" beyond a few kilobytes.
[[nodiscard]] inline std::string spelt_out(std::span<const std::string> steps, std::size_t n, std::size_t depth = 0) {
  constexpr std::size_t most = 4096;
  if (n == 0 || n > steps.size() || depth > 16 || steps[n - 1].size() > most) return {};
  std::string out;
  std::size_t from = 0;
  const std::string_view step = steps[n - 1];
  for (const step_reference& r : find_references(step)) {
    out += step.substr(from, r.position - from);
    const std::string inner = spelt_out(steps, r.step, depth + 1);
    if (inner.empty() || out.size() + inner.size() > most) return {};
    out += inner;
    from = r.position + r.size;
  }
  out += step.substr(from);
  return out;
}

/// Returns the words of `of` in which it differs from `other`, with the rest of a name; "" if they do not differ.
[[nodiscard]] inline std::string differing_words(std::string_view of, std::string_view other) {
  const std::vector<sentence_word> a = question_words(of), b = question_words(other);
  const std::size_t shorter = std::min(a.size(), b.size());
  std::size_t begin = 0, end = 0;
  while (begin < shorter && a[begin].lower == b[begin].lower) ++begin;
  while (end + begin < shorter && a[a.size() - 1 - end].lower == b[b.size() - 1 - end].lower) ++end;
  if (begin + end >= a.size() || begin + end >= b.size()) return {};
  while (begin > 1 && a[begin - 1].capital && a[begin].capital && b[begin].capital) --begin;
  std::size_t rest = end;  // of a name: "Ann Lee British" goes on to the end, and is not all name
  while (rest > 0 && a[a.size() - rest].capital && a[a.size() - rest - 1].capital && b[b.size() - rest - 1].capital) {
    --rest;
  }
  if (rest != 0) end = rest;
  return join_words(std::span{a}.subspan(begin, a.size() - begin - end));
}

}  // namespace detail

/// What an operation is computed from.
struct step_operations::operands {
  std::span<const std::string> steps;
  std::vector<std::string> texts{};      // answers, or numbers as written
  std::vector<std::uint32_t> numbers{};  // of the steps; 0 for a text of the step itself
};

MHQA_INLINE step_value read_step_value(std::string_view answer) {
  if (const std::size_t bracket = answer.find('('); bracket != 0) answer = answer.substr(0, bracket);
  step_value out;
  bool is_year = true;
  for (const found_date& found : find_all(answer)) {
    if (out.date) return {};
    out.date = found.date;
    is_year = answer.substr(found.position, found.length).find_first_not_of("0123456789") == answer.npos;
  }
  if (!is_year) return out;
  const sentence_words words{answer};
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!detail::is_number_like(words[i])) continue;
    auto number = detail::number_of_word(words[i]);
    if (!number || out.number) return {};
    const std::size_t begin = words[i].begin;
    const bool negative = begin > 0 && answer[begin - 1] == '-' && (begin == 1 || answer[begin - 2] == ' ');
    out.number = negative ? -number->first : number->first;
    out.unit = std::move(number->second);
    for (; i + 1 < words.size(); ++i) {
      const auto scale = std::find_if(detail::number_scales.begin(), detail::number_scales.end(),
                                      [&](const auto& one) { return one.first == words[i + 1].lower; });
      if (scale == detail::number_scales.end()) break;
      *out.number *= scale->second;
    }
    if (!std::isfinite(*out.number)) return {};
    if (out.unit.empty() && i + 1 < words.size()) out.unit = words[i + 1].lower;
    out.unit = detail::singular_unit(std::move(out.unit));
  }
  return out;
}

MHQA_INLINE step_operations::step_operations() : ages_{asked_age_rows} {
  for (std::size_t n = 0; n < step_operation_rows.size(); ++n) {
    for (const std::string_view pattern : step_operation_rows[n].patterns) {
      patterns_.emplace_back(static_cast<step_operation>(n), word_pattern{pattern});
    }
  }
}

MHQA_INLINE std::optional<std::string> step_operations::operator()(std::size_t n, std::span<const std::string> steps,
                                                                   std::span<const std::string> answers) const {
  if (n == 0 || n > steps.size()) return std::nullopt;
  const std::string_view step = steps[n - 1];
  if (find_references(step).empty() || step.size() > 1000) return std::nullopt;
  const std::vector<sentence_word> words = question_words(step);
  std::vector<word_pattern::span_of_words> places;
  for (const auto& [what, pattern] : patterns_) {
    if (!pattern.found(words, &places)) continue;
    operands of{.steps = steps};
    const auto add = [&](std::size_t first, std::size_t last) {
      const std::vector<step_reference> found =
          last - first == 1 ? find_references(words[first].text) : std::vector<step_reference>{};
      const bool whole = found.size() == 1 && found[0].size == words[first].text.size() && found[0].step != 0;
      of.numbers.push_back(whole && found[0].step <= answers.size() ? found[0].step : 0);
      of.texts.push_back(of.numbers.back() != 0 ? answers[found[0].step - 1]
                                                : join_words(std::span{words}.subspan(first, last - first)));
    };
    std::size_t end = 0;
    for (const auto& [first, last] : places) end = std::max(end, last);
    for (std::size_t i = 0; i < end; ++i) {
      if (words[i].text.starts_with('#') || words[i].number) add(i, i + 1);
    }
    if (end < words.size()) add(end, words.size());
    const bool left = std::any_of(of.texts.begin(), of.texts.end(), [](const std::string& text) {
      return text.empty() || !find_references(text).empty();
    });
    if (left) continue;
    if (auto said = compute(what, of)) return said;
  }
  return std::nullopt;
}

MHQA_INLINE std::optional<std::string> step_operations::compute(step_operation what, const operands& of) const {
  using enum step_operation;
  const auto decided = [](std::optional<bool> is) {
    return is ? std::optional<std::string>{*is ? "yes" : "no"} : std::nullopt;
  };
  if (what == all_true || what == any_true) {
    bool said = what == all_true;
    for (const std::string& text : of.texts) {
      const std::optional<bool> one = detail::truth_said(text);
      if (!one) return std::nullopt;
      said = what == all_true ? said && *one : said || *one;
    }
    return decided(said);
  }
  if (what == count) {
    const step_value value = read_step_value(of.texts[0]);
    if (value.date) return std::nullopt;
    if (value.number) return detail::spell_number(*value.number);
    const std::size_t items = detail::count_items(of.texts[0]);
    return items == 0 ? std::nullopt : std::optional{std::to_string(items)};
  }
  if (of.texts.size() != 2) return std::nullopt;
  if (what == which_true || what == which_least || what == which_most) return which(what, of);
  if (what == same || what == different) {
    const std::optional<bool> is = detail::says_same(of.texts[0], of.texts[1]);
    return decided(is && what == different ? std::optional{!*is} : is);
  }
  const step_value a = read_step_value(of.texts[0]), b = read_step_value(of.texts[1]);
  if (what <= less) {
    const std::optional<date_order> order = detail::value_order(a, b);
    if (!order) return std::nullopt;
    const bool equal = *order == date_order::equal, before = *order == date_order::before;
    return decided(what == at_least  ? !before
                   : what == at_most ? before || equal
                   : what == more    ? !before && !equal
                                     : before);
  }
  if (a.number && b.number) {
    if (what == quotient && *b.number == 0) return std::nullopt;
    const double value = what == difference ? std::abs(*a.number - *b.number)
                         : what == minus    ? *a.number - *b.number
                         : what == sum      ? *a.number + *b.number
                         : what == product  ? *a.number * *b.number
                                            : *a.number / *b.number;
    return std::isfinite(value) ? std::optional{detail::spell_number(value)} : std::nullopt;
  }
  if (!a.date || !b.date || what != difference) return std::nullopt;
  const std::optional<date_difference> years = mhqa::difference(*a.date, *b.date);
  return years ? std::optional{std::to_string(years->years)} : std::nullopt;
}

MHQA_INLINE std::optional<std::string> step_operations::which(step_operation what, const operands& of) const {
  if (of.numbers[0] == 0 || of.numbers[1] == 0) return std::nullopt;
  const std::string first = detail::spelt_out(of.steps, of.numbers[0]);
  const std::string second = detail::spelt_out(of.steps, of.numbers[1]);
  bool takes_first = false;
  if (what == step_operation::which_true) {
    const std::optional<bool> a = detail::truth_said(of.texts[0]), b = detail::truth_said(of.texts[1]);
    if (!a || !b || *a == *b) return std::nullopt;
    takes_first = *a;
  } else {
    const step_value a = read_step_value(of.texts[0]), b = read_step_value(of.texts[1]);
    const std::optional<date_order> order = detail::value_order(a, b);
    if (!order || *order == date_order::equal) return std::nullopt;
    const bool ages = a.date && b.date && ages_.fires(0, sentence_words{first});
    takes_first = (*order == date_order::before) == ((what == step_operation::which_least) != ages);
  }
  std::string said = takes_first ? detail::differing_words(first, second) : detail::differing_words(second, first);
  return said.empty() ? std::nullopt : std::optional{std::move(said)};
}

}  // namespace mhqa::inline v0_1
