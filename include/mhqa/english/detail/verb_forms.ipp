// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of verb_forms.hpp.
#pragma once

#include <mhqa/english/verb_forms.hpp>

namespace mhqa {
inline namespace v0_1 {
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

// Returns the base of a regular form with -ed or -ing; "" if the table does not have it.
[[nodiscard]] inline std::string regular_base(std::string_view form, std::string_view ending) {
  if (form.size() < ending.size() + 2 || !form.ends_with(ending)) return {};
  std::string stem{form.substr(0, form.size() - ending.size())};
  const auto known = [](std::string_view base) {
    const std::string_view entry = verb_entry(base);
    return !entry.empty();  // also "broadcasted", which people write
  };
  if (ending == "ed") {
    if (stem.ends_with('i') && known(stem.substr(0, stem.size() - 1) + 'y'))
      return stem.substr(0, stem.size() - 1) + 'y';
    if (known(stem + 'e')) return stem + 'e';
    const bool regular_y = stem.ends_with('y') && stem.size() > 1 && !is_vowel(stem[stem.size() - 2]);
    if (known(stem) && !stem.ends_with('e') && !regular_y) return stem;
    return {};
  }
  if (!verb_entry(stem + 'e').empty()) return stem + 'e';
  if (!verb_entry(stem).empty()) return stem;
  const std::size_t n = stem.size();
  if (n > 2 && stem[n - 1] == stem[n - 2] && !verb_entry(stem.substr(0, n - 1)).empty()) return stem.substr(0, n - 1);
  return stem.ends_with('y') && !verb_entry(stem.substr(0, n - 1) + "ie").empty() ? stem.substr(0, n - 1) + "ie" : "";
}

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
  if (base == "have") return "has";
  if (base == "be") return "is";
  std::string out{base};
  const auto ends_in = [&](auto... ending) { return (base.ends_with(std::string_view{ending}) || ...); };
  if (ends_in("s", "x", "z", "ch", "sh", "o") && base != "echo") return out + "es";
  if (base.ends_with('y') && base.size() > 1 && !detail::is_vowel(base[base.size() - 2])) {
    return out.replace(out.size() - 1, 1, "ies");
  }
  return base == "echo" ? out + "es" : out + "s";
}

MHQA_INLINE bool is_past_tense(std::string_view word) {
  static const std::vector<std::string_view> irregular = detail::irregular_forms(1);
  return std::binary_search(irregular.begin(), irregular.end(), word) || !detail::regular_base(word, "ed").empty();
}

MHQA_INLINE bool is_past_participle(std::string_view word) {
  static const std::vector<std::string_view> irregular = detail::irregular_forms(2);
  return std::binary_search(irregular.begin(), irregular.end(), word) || !detail::regular_base(word, "ed").empty();
}

MHQA_INLINE bool is_present_participle(std::string_view word) {
  return !detail::regular_base(word, "ing").empty();
}

MHQA_INLINE bool is_third_person(std::string_view word) {
  if (word.size() < 3 || !word.ends_with('s')) return word == "is";
  for (const std::size_t cut : {std::size_t{1}, std::size_t{2}}) {
    const std::string_view base = word.substr(0, word.size() - cut);
    if (is_verb(base) && third_person(base) == word) return true;
  }
  if (word == "has") return true;
  return word.ends_with("ies") && third_person(std::string{word.substr(0, word.size() - 3)} + 'y') == word;
}

MHQA_INLINE bool is_finite_form(std::string_view word) {
  return is_third_person(word) || is_past_tense(word);
}

}  // namespace v0_1
}  // namespace mhqa
