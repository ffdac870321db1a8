// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finite forms of English verbs, for sentences that are turned around: past_tense("write") == "wrote",
// third_person("carry") == "carries".
#pragma once

#include <mhqa/config.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace mhqa {
inline namespace v0 {

/// Verbs with their irregular pasts.
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 62> irregular_pasts{
    {{"be", "was"},        {"beat", "beat"},    {"become", "became"}, {"begin", "began"},  {"break", "broke"},
     {"bring", "brought"}, {"build", "built"},  {"buy", "bought"},    {"catch", "caught"}, {"choose", "chose"},
     {"come", "came"},     {"cut", "cut"},      {"do", "did"},        {"draw", "drew"},    {"fall", "fell"},
     {"feel", "felt"},     {"fight", "fought"}, {"find", "found"},    {"fly", "flew"},     {"forget", "forgot"},
     {"get", "got"},       {"give", "gave"},    {"go", "went"},       {"grow", "grew"},    {"have", "had"},
     {"hear", "heard"},    {"hide", "hid"},     {"hit", "hit"},       {"hold", "held"},    {"keep", "kept"},
     {"know", "knew"},     {"lay", "laid"},     {"lead", "led"},      {"leave", "left"},   {"lie", "lay"},
     {"lose", "lost"},     {"make", "made"},    {"mean", "meant"},    {"meet", "met"},     {"pay", "paid"},
     {"put", "put"},       {"read", "read"},    {"ride", "rode"},     {"rise", "rose"},    {"run", "ran"},
     {"say", "said"},      {"see", "saw"},      {"sell", "sold"},     {"send", "sent"},    {"set", "set"},
     {"sing", "sang"},     {"sink", "sank"},    {"sit", "sat"},       {"speak", "spoke"},  {"spend", "spent"},
     {"stand", "stood"},   {"swim", "swam"},    {"take", "took"},     {"teach", "taught"}, {"tell", "told"},
     {"win", "won"},       {"write", "wrote"}}};

/// The past tense of a verb's base form: a table of irregular verbs, else -ed.
/// Example: past_tense("write") == "wrote", past_tense("marry") == "married", past_tense("die") == "died"
[[nodiscard]] inline std::string past_tense(std::string_view base) {
  for (const auto& [verb, past] : irregular_pasts) {
    if (verb == base) return std::string{past};
  }
  std::string out{base};
  const auto vowel = [](char c) { return std::string_view{"aeiou"}.find(c) != std::string_view::npos; };
  if (base.ends_with('e')) return out + "d";
  if (base.ends_with('y') && base.size() > 1 && !vowel(base[base.size() - 2]))
    return out.replace(out.size() - 1, 1, "ied");
  return out + "ed";
}

/// The third person of a verb's base form.
/// Example: third_person("cross") == "crosses", third_person("carry") == "carries"
[[nodiscard]] inline std::string third_person(std::string_view base) {
  if (base == "have") return "has";
  if (base == "be") return "is";
  std::string out{base};
  const auto ends_in = [&](auto... ending) { return (base.ends_with(std::string_view{ending}) || ...); };
  if (ends_in("s", "x", "z", "ch", "sh", "o")) return out + "es";
  const bool vowel = ends_in("ay", "ey", "oy", "uy");
  if (base.ends_with('y') && !vowel) return out.replace(out.size() - 1, 1, "ies");
  return out + "s";
}

/// Whether a word in lower case looks like a finite verb: an irregular past, or an ending in -ed or -s.
/// Example: may_be_finite("crosses"), may_be_finite("wrote"), !may_be_finite("river"), but also may_be_finite("houses")
[[nodiscard]] inline bool may_be_finite(std::string_view word) noexcept {
  if (word.size() > 3 && (word.ends_with("ed") || (word.ends_with('s') && !word.ends_with("ss")))) return true;
  return std::any_of(irregular_pasts.begin(), irregular_pasts.end(),
                     [&](const auto& verb) { return verb.second == word; });
}

}  // namespace v0
}  // namespace mhqa
