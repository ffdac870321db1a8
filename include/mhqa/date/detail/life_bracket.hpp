// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The dates of a life in the bracket after a name: "(born Marc Zaffran; 22 February 1955)", "(c. 772 – 4
// December 811)", "(baptised 1 September 1653 – buried 9 March 1706)". A date belongs to the event that the words
// before it name.
#pragma once

#include <mhqa/date/detail/life_date.hpp>
#include <mhqa/date/detail/life_text.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

/// What a stretch of text says of a life.
struct life_findings {
  std::optional<placed_date> born{}, died{}, baptised{}, buried{};
  bool single = false;           // `born` is one date without a word: "(Palermo, April 8, 1964)"
  bool after_dash = false;       // and a dash stands before it: "(Moscow – 1964)"
  bool reign_or_office = false;  // dates of a reign, an office, a floruit
  bool unreadable = false;       // a date whose parts contradict each other or the calendar
  bool out_of_order = false;     // a death before the birth, or after more than 120 years
  bool words = false;            // "born" or "died" stands there
  bool full = false;             // a date has a month

  [[nodiscard]] bool empty() const noexcept {
    return !born && !died && !baptised && !buried && !reign_or_office && !unreadable && !out_of_order;
  }
};

/// Returns true if a life may begin with the first and end with the second date.
[[nodiscard]] bool is_possible_life(const stated_date& born, const stated_date& died) noexcept;

// "(in Bouxwiller – 25 April 1666": a place alone stands before the dash.
[[nodiscard]] bool lies_in_place(const life_text& t, std::size_t begin, std::size_t end) noexcept;

/// What a date in a bracket is a date of, by the words and marks since the date before it.
///
/// Shape: letters of `date` are B birth, D death, P baptism, U burial, O another event, A one date after a dash, N one
///        that nothing tells; `before` are those that the date before may have, ^ for the first date; `event` is the
///        last word for an event since then: b "born", d "died", p "baptised", u "buried", o any other, m "married" or
///        whatever follows it up to a semicolon, . none; `words` are tokens after that: W words with a capital, i a
///        preposition, w any other word, ? "unknown", - a dash, x another mark, and * any number of them
struct bracket_rule {
  std::string_view before;
  char event;
  std::string_view words;
  char date;
  std::string_view example;  // its last date is such a one
};

// The first that fits counts.
inline constexpr std::array<bracket_rule, 22> bracket_rules{{
    {"^BDPUOAN", 'm', "*", 'O', "b. 1820, m. Ann Lee, b. 1825"},
    {"^BDPUOAN", 'o', "*", 'O', "reigned 1010"},
    {"^", 'p', "-", 'D', "baptised – 31 March 1703"},
    {"^", 'b', "*;-", 'D', "born Ann Lee; – 28 May 1965"},
    {"^BDPUOAN", 'b', "*", 'B', "born in Ulm on 5 May 1900"},
    {"^BDPUOAN", 'd', "*", 'D', "1850; died at Ulm 1900"},
    {"^BDPUOAN", 'p', "*", 'P', "baptised 1 May 1653"},
    {"^BDPUOAN", 'u', "*", 'U', "1653 – buried 9 March 1706"},
    {"^", '.', "-*", 'D', "– 1066"},
    {"^", '.', "*;-*", 'D', "or Roo; – 29 April 1594"},
    {"^", '.', "*?-", 'D', "hanja, ? – November 13, 1565"},
    {"^", '.', "*,-", 'D', "Lee, – 23 June 1754"},
    {"^", '.', "iW-", 'D', "in Ulm – 25 April 1666"},
    {"^", '.', "*-", 'A', "Ulm – 25 April 1966"},
    {"BPAN", '.', "*-*", 'D', "1593, Ulm – 12 July 1637"},
    {"BPAN", '.', "", 'D', "December 13, 1851 November 18, 1934"},
    {"BPAN", '.', ",", 'D', "13 December 1851, 18 November 1934"},
    {"DUO", '.', "*-*", 'O', "reigned 1010 – 1020"},
    {"DUO", '.', "", 'O', "died 13 December 1851 18 November 1934"},
    {"DUO", '.', ",", 'O', "died 1851, 1852"},
    {"^", '.', "*", 'N', "Palermo, April 8, 1964"},
    {"BDPUOAN", '.', "*", 'N', "1851 as Ann Lee 1852"},
}};

/// Reads tokens [begin, end) as what stands in a bracket after a name.
///
/// Shape: `bare` allows dates without a word ("1593 – 1637"), which a bracket may have and running text may not
/// Cost:  linear in the tokens; brackets within are passed over
[[nodiscard]] life_findings read_life_bracket(const life_text& t, std::size_t begin, std::size_t end, bool bare);

/// The letters of bracket_rule for the dates of a whole text that stands in a bracket, in order.
[[nodiscard]] std::string events_of_bracket(const life_text& t);

}  // namespace detail
}  // namespace v0_1
}  // namespace mhqa

#if !defined(MHQA_COMPILED)
#include <mhqa/date/detail/life_bracket.ipp>
#endif
