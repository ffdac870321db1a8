// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of subject_nouns.hpp.
#pragma once

#include <mhqa/english/subject_nouns.hpp>

#include <mhqa/english/detail/subject_nouns_data.hpp>

#include <algorithm>
#include <array>
#include <vector>

namespace mhqa::inline v0_1 {
namespace detail {

// The words between blanks.
[[nodiscard]] inline std::vector<std::string_view> split_nouns(std::string_view words) {
  std::vector<std::string_view> out;
  for (std::size_t from = 0; from <= words.size(); from += out.back().size() + 1) {
    out.push_back(words.substr(from, std::min(words.find(' ', from), words.size()) - from));
  }
  return out;
}

[[nodiscard]] inline bool is_in(const std::vector<std::string_view>& nouns, std::string_view word) noexcept {
  return std::binary_search(nouns.begin(), nouns.end(), word);
}

}  // namespace detail

MHQA_INLINE bool is_animal(std::string_view lower) {
  static const std::vector<std::string_view> known = detail::split_nouns(detail::animals);
  return detail::is_in(known, lower);
}

MHQA_INLINE subject_noun subject_noun_of(std::string_view lower) {
  static const std::vector<std::string_view> people = detail::split_nouns(detail::nouns_of_people),
                                             things = detail::split_nouns(detail::thing_nouns),
                                             lively = detail::split_nouns(detail::lively_things);
  if (detail::is_in(lively, lower) || is_animal(lower)) return subject_noun::lively_thing;
  if (detail::is_in(things, lower)) return subject_noun::thing;
  if (detail::is_in(people, lower)) return subject_noun::person;
  constexpr std::array<std::string_view, 8> endings{"ist",    "ician",    "woman", "man",
                                                    "ologer", "ographer", "smith", "wright"};
  const bool person = std::any_of(endings.begin(), endings.end(), [lower](std::string_view ending) {
    return lower.size() > ending.size() + 2 && lower.ends_with(ending);
  });
  return person ? subject_noun::person : subject_noun::unknown;
}

}  // namespace mhqa::inline v0_1
