// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds out which kind of answer an English question asks for, from its question word and the noun after it:
// "What year …" asks for a year, "Who …" for a person. Also reads MuSiQue's relations: "#1 >> date of birth".
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/text/unicode_data.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1 {

/// The kind of an answer.
enum class answer_kind : std::uint8_t {
  thing,     ///< anything else
  person,    ///< who
  place,     ///< where, which city
  date,      ///< when
  year,      ///< what year
  number,    ///< how many
  quantity,  ///< how long: a number and its unit
  reason,    ///< why
  yes_no     ///< a question that begins with a verb
};

/// "thing", "person", "place", "date", "year", "number", "quantity", "reason", "yes_no".
[[nodiscard]] constexpr std::string_view to_string(answer_kind kind) noexcept {
  constexpr std::array<std::string_view, 9> names{"thing",  "person",   "place",  "date",  "year",
                                                  "number", "quantity", "reason", "yes_no"};
  return names[static_cast<std::size_t>(kind)];
}

/// The kind of answer that a question asks for, and the noun that names it.
struct asked_for {
  answer_kind kind = answer_kind::thing;
  std::string noun{};  ///< lower case, after "what", "which" or ">>": "city" of "Which Dutch city …"; may be empty
  bool named = false;  ///< for a thing: things of this noun have names ("team", "company")

  friend bool operator==(const asked_for&, const asked_for&) = default;
};

namespace detail {

inline constexpr std::array<std::string_view, 19> verbs{"are",    "can",  "could", "did",  "do",    "does", "had",
                                                        "has",    "have", "is",    "may",  "might", "must", "shall",
                                                        "should", "was",  "were",  "will", "would"};

template <std::size_t N>
[[nodiscard]] constexpr bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) noexcept {
  return std::find(words.begin(), words.end(), word) != words.end();
}

[[nodiscard]] answer_kind kind_of_noun(std::string_view noun) noexcept;

}  // namespace detail

/// Returns the kind of answer that a question asks for.
///
/// Shape:   the first question word decides. After "what", "which" and " >> ", a noun decides: one before the next
///          verb or, in "the name of the …", one after "of"
/// Undefined: without a question word: yes_no if the question begins with a verb, otherwise thing
/// Cost:    O(bytes)
/// Example: what_is_asked("In what year did Emma appear?").kind == answer_kind::year
[[nodiscard]] asked_for what_is_asked(std::string_view question);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/english/detail/asked.ipp>
#endif
