// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Whose dates a bracket gives: those of the noun before it. "son of the painter Peter Roe (1820–1890)" tells of Peter,
// "served in the Eighty-second Congress (1951–1953)" of a term, "an English poet (1820–1890)" of the subject.
#pragma once

#include <mhqa/date/detail/life_subject.hpp>
#include <mhqa/date/detail/life_text.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

enum class bracket_owner : std::uint8_t { subject, rank, other };

/// What the words between a name and a bracket say of it.
///
/// Shape: a letter of `words` is a token: n a word of the subject's name, N another word with a capital, h an office
///        with one, p a noun for a person, r a relative, o "of", i another preposition, v a verb, k "known as" and its
///        like, a an article, q a pronoun in the genitive, & "and", w any other word; '*' is any number of them
struct owner_rule {
  std::string_view words;
  bracket_owner owner;
  std::string_view example;
};

// The first that fits counts; without one, the bracket is the subject's.
inline constexpr std::array<owner_rule, 14> owner_rules{{
    {"*k*", bracket_owner::subject, "Ann Roe, also known as Anna Lee (1820–1890)"},
    {"*r*", bracket_owner::other, "Ann Roe, a sister of the poet Peter Roe (1820–1890)"},
    {"*v*", bracket_owner::other, "Ann Roe, who edited the journal Mind (1876–1890)"},
    {"*po*", bracket_owner::other, "Ann Roe, queen of the Lombards (584–590)"},
    {"*wo*", bracket_owner::other, "Ann Roe, a veteran of World War I (1914–1918)"},
    {"*pi*", bracket_owner::other, "Ann Roe, a nurse in the Boer War (1899–1902)"},
    {"*wi*", bracket_owner::other, "Ann Roe, active in Paris (1850–1862)"},
    {"*oa*pN*", bracket_owner::other, "refers to the partnership of the dramatist Gilbert (1836–1911)"},
    {"*q*", bracket_owner::other, "Ann Roe, famous by her trilogy (1876–1890)"},
    {"i*n*", bracket_owner::subject, "Ann Roe, in later life Ann Lee Roe of Ulm (1820–1890)"},
    {"i*", bracket_owner::other, "after the Austro-Turkish War (1788–1791)"},
    {"*ho*", bracket_owner::rank, "Ann Roe, Queen of Saxony (1810–1848)"},
    {"*h", bracket_owner::rank, "Peter, Archbishop (1688–1708)"},
    {"*", bracket_owner::subject, "Ann Roe, English poet (1820–1890)"},
}};

/// The letter of a token for owner_rule; '\0' for a mark.
[[nodiscard]] char owner_letter(const life_text& t, const life_names& names, std::size_t i);

/// Whose dates the bracket at token `open` gives, by the words before it, back to a comma or the text's beginning.
///
/// Cost: at most 64 tokens are looked at
[[nodiscard]] bracket_owner owner_of_bracket(const life_text& t, const life_names& names, std::size_t open);

}  // namespace detail
}  // namespace v0_1
}  // namespace mhqa

#if !defined(MHQA_COMPILED)
#include <mhqa/date/detail/life_owner.ipp>
#endif
