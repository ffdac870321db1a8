// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A date at a place among the tokens of a biography, read as parse_stated() reads it. What is only known from the other
// date of the life (a year, an era, a century) is left open here and filled in by complete_life_dates().
#pragma once

#include <mhqa/date/detail/life_text.hpp>
#include <mhqa/date/detail/statement_reader.hpp>
#include <mhqa/date/stated_date.hpp>

#include <cstddef>
#include <optional>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

/// A date among tokens, of which its neighbour may still fill in parts.
struct qualified_date {
  statement_reader said{};
  bool shares_year = false;  // "20 November – 7 December 1650" within one range: the first has the year of the second
  bool refused = false;      // the text has a date here that cannot be read whole
  std::size_t begin = 0;     // its tokens, with those in front of it
  std::size_t spelled = 0;   // its first token without "in the year"
  std::size_t end = 0;

  [[nodiscard]] date_element& first() noexcept { return said.element(0); }
  [[nodiscard]] const date_element& first() const noexcept { return said.element(0); }
  [[nodiscard]] date_element& last() noexcept { return said.element(said.count() < 2 ? 0 : said.count() - 1); }
  [[nodiscard]] const date_element& last() const noexcept {
    return said.element(said.count() < 2 ? 0 : said.count() - 1);
  }
  /// One date, perhaps a doubtful one: no limit, no range, no alternatives.
  [[nodiscard]] bool is_single() const noexcept { return said.count() < 2 && said.side() == 0; }
  /// A year and nothing else, and nothing that shows that the number is one.
  [[nodiscard]] bool is_bare_year() const noexcept {
    return first().kind == element_kind::number && first().era == era_said::none;
  }
};

/// Returns true for a year of one or two digits that the other date of the life may complete.
[[nodiscard]] constexpr bool is_short(const date_element& e) noexcept {
  return (e.kind == element_kind::number || e.kind == element_kind::date) && e.digits != 0 && e.digits <= 2 &&
         e.era == era_said::none;
}

// Reads dates at places among tokens.
class life_date_reader {
 public:
  explicit life_date_reader(const life_text& text) noexcept : t_{text} {}

  /// The date that begins at token i, with the words in front of it.
  [[nodiscard]] std::optional<qualified_date> read(std::size_t i) const noexcept;

  /// The number at token `at` as a year of which the other date of the life shows what it is short for.
  [[nodiscard]] qualified_date short_year(std::size_t i, std::size_t at) const noexcept;

  /// "206" and "261" in "/ 206 - 261 AH": beside years of the common era.
  [[nodiscard]] bool is_of_hijra(std::size_t i) const noexcept;

 private:
  static constexpr std::int32_t last_life_year = 2100;

  [[nodiscard]] statement_reader reader_at(std::size_t i) const noexcept;

  [[nodiscard]] bool is_hijra(std::size_t i) const noexcept;

  [[nodiscard]] bool may_begin(std::size_t i) const noexcept;

  // The token after "in", "on the", "in or", "in the year of", unless they begin a limit: "at least".
  [[nodiscard]] std::size_t after_lead(std::size_t i) const noexcept;

  // The token that begins at or after a byte.
  [[nodiscard]] std::size_t token_from(std::size_t i, std::size_t byte) const noexcept;

  // "the 2010 crash": a year that tells one event from others.
  [[nodiscard]] bool is_attribute(std::size_t year) const noexcept;

  // A date is not a part of a word, a number or an amount; "c1536" and "b1536" are dates.
  [[nodiscard]] bool stands_apart(std::size_t first, std::size_t end) const noexcept;

  // Whether nothing is missing that a neighbour could not fill in.
  [[nodiscard]] bool is_date(qualified_date& date) const noexcept;

  const life_text& t_;
};

/// A date of a life and its place in the text.
struct placed_date {
  stated_date date{};
  std::size_t position = 0;
  std::size_t length = 0;
};

/// The date as a statement; nothing if the calendar does not have it or its year is incomplete.
[[nodiscard]] stated_date state(const qualified_date& date) noexcept;
[[nodiscard]] std::optional<placed_date> place(const life_text& t, const qualified_date& date) noexcept;

}  // namespace detail
}  // namespace v0_1
}  // namespace mhqa

#if !defined(MHQA_COMPILED)
#include <mhqa/date/detail/life_date.ipp>
#endif
