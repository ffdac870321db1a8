// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of verb_forms.hpp.
#pragma once

#include <mhqa/english/verb_forms.hpp>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE std::vector<std::string_view> irregular_forms(std::size_t n) {
  std::vector<std::string_view> out;
  for (const std::string_view entry : english_verbs) {
    if (const std::string_view form = field_of(entry, n); !form.empty()) out.push_back(form);
  }
  std::sort(out.begin(), out.end());
  return out;
}

[[nodiscard]] constexpr bool is_vowel(char c) noexcept {
  return std::string_view{"aeiou"}.find(c) != std::string_view::npos;
}

// Returns the base of a regular past; "" if the table does not have it. Also "broadcasted", which people write.
[[nodiscard]] inline std::string base_of_past(std::string_view form) {
  if (form.size() < 4 || !form.ends_with("ed")) return {};
  const std::string stem{form.substr(0, form.size() - 2)};
  const auto known = [](std::string_view base) { return !verb_entry(base).empty(); };
  if (stem.ends_with('i') && known(stem.substr(0, stem.size() - 1) + 'y')) return stem.substr(0, stem.size() - 1) + 'y';
  if (known(stem + 'e')) return stem + 'e';
  const bool regular_y = stem.ends_with('y') && stem.size() > 1 && !is_vowel(stem[stem.size() - 2]);
  return known(stem) && !stem.ends_with('e') && !regular_y ? stem : std::string{};
}

// Returns the base of a form with -ing; "" if the table does not have it.
[[nodiscard]] inline std::string base_of_ing(std::string_view form) {
  if (form.size() < 5 || !form.ends_with("ing")) return {};
  const std::string stem{form.substr(0, form.size() - 3)};
  if (!verb_entry(stem + 'e').empty()) return stem + 'e';
  if (!verb_entry(stem).empty()) return stem;
  const std::size_t n = stem.size();
  if (n > 2 && stem[n - 1] == stem[n - 2] && !verb_entry(stem.substr(0, n - 1)).empty()) return stem.substr(0, n - 1);
  return stem.ends_with('y') && !verb_entry(stem.substr(0, n - 1) + "ie").empty() ? stem.substr(0, n - 1) + "ie" : "";
}

// Third persons that no rule makes.
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 2> irregular_third{
    {{"be", "is"}, {"have", "has"}}};

}  // namespace detail

MHQA_INLINE std::optional<std::string> past_tense(std::string_view base) {
  const std::string_view entry = detail::verb_entry(base);
  if (entry.empty()) return std::nullopt;
  if (const std::string_view past = detail::field_of(entry, 1); !past.empty()) return std::string{past};
  std::string out{base};
  if (base.ends_with('e')) return out + 'd';
  if (base.ends_with('y') && base.size() > 1 && !detail::is_vowel(base[base.size() - 2])) {
    return out.replace(out.size() - 1, 1, "ied");
  }
  return out + "ed";
}

MHQA_INLINE std::optional<std::string> past_participle(std::string_view base) {
  const std::string_view participle = detail::field_of(detail::verb_entry(base), 2);
  return participle.empty() ? past_tense(base) : std::optional{std::string{participle}};
}

MHQA_INLINE std::optional<std::string> third_person(std::string_view base) {
  if (!is_verb(base)) return std::nullopt;
  for (const auto& [verb, form] : detail::irregular_third) {
    if (verb == base) return std::string{form};
  }
  std::string out{base};
  const auto ends_in = [&](auto... ending) { return (base.ends_with(std::string_view{ending}) || ...); };
  if (ends_in("s", "x", "z", "ch", "sh", "o")) return out + "es";
  if (base.ends_with('y') && base.size() > 1 && !detail::is_vowel(base[base.size() - 2])) {
    return out.replace(out.size() - 1, 1, "ies");
  }
  return out + "s";
}

MHQA_INLINE bool is_past_tense(std::string_view word) {
  static const std::vector<std::string_view> irregular = detail::irregular_forms(1);
  return std::binary_search(irregular.begin(), irregular.end(), word) || !detail::base_of_past(word).empty();
}

MHQA_INLINE bool is_past_participle(std::string_view word) {
  static const std::vector<std::string_view> irregular = detail::irregular_forms(2);
  return std::binary_search(irregular.begin(), irregular.end(), word) || !detail::base_of_past(word).empty();
}

MHQA_INLINE bool is_present_participle(std::string_view word) {
  return !detail::base_of_ing(word).empty();
}

MHQA_INLINE bool is_third_person(std::string_view word) {
  const auto is_form = [&](const auto& row) { return row.second == word; };
  if (std::any_of(detail::irregular_third.begin(), detail::irregular_third.end(), is_form)) return true;
  if (word.size() < 3 || !word.ends_with('s')) return false;
  for (const std::size_t cut : {std::size_t{1}, std::size_t{2}}) {
    const std::string_view base = word.substr(0, word.size() - cut);
    if (is_verb(base) && third_person(base) == word) return true;
  }
  return word.ends_with("ies") && third_person(std::string{word.substr(0, word.size() - 3)} + 'y') == word;
}

MHQA_INLINE bool is_finite_form(std::string_view word) {
  return is_third_person(word) || is_past_tense(word);
}

}  // namespace mhqa::inline v0_1
