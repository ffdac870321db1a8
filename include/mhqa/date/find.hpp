// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds partial dates in running text. Every date has a digit, so the text is searched for digits and parsed around
// them. stated_find.hpp also finds doubts and ranges.
//   for (auto found : find_all(paragraph)) …
#pragma once

#include <mhqa/date/format.hpp>
#include <mhqa/date/parse.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1 {

/// A year by itself that is plausible in running text: four digits within the limits.
template <int Least, int Most>
struct plain_year {
  static constexpr byte_set first_bytes = bytes_of("0123456789");

  [[nodiscard]] static constexpr date_match match(std::string_view text) noexcept {
    const date_match found = iso_date::match(text.substr(0, 4));
    const bool ends = text.size() == 4 || (text.size() > 4 && !detail::is_digit(text[4]));
    if (!found || found.length != 4 || !ends || found.date.year < Least || found.date.year > Most) {
      return no_date("a year of four digits", 0);
    }
    return found;
  }
};

/// A whole day in ISO 8601 with a year of four digits: 1637-07-12, not 1637-07 (a span of years, or a season).
struct plain_iso_day {
  static constexpr byte_set first_bytes = bytes_of("0123456789");

  [[nodiscard]] static constexpr date_match match(std::string_view text) noexcept {
    const date_match found = iso_date::match(text);
    return found && has_day(found.date) ? found : no_date("a day in ISO 8601", 0);
  }
};

namespace detail {

using text_words =
    date_formats<date_pattern<"[the ]%d[%o][ of]_%^B[,]_[%^E_]%3Y[_%^E]">,
                 date_pattern<"%^B_[the ]%d[%o][,]_[%^E_]%3Y[_%^E]">, date_pattern<"%^B[,][ of]_[%^E_]%3Y[_%^E]">,
                 date_pattern<"%Y_%^E">, date_pattern<"%^E_%Y">>;

}  // namespace detail

/// The formats that find_all() uses by default.
///
/// Shape: as in default_date_formats, but month names and eras have a capital ("you may 2000 times" is not a date), a
///        year beside a month has at least three digits, a year by itself is 1000 to 2099 unless an era is with it,
///        and ISO dates are whole days
using text_date_formats = date_formats<detail::text_words, plain_iso_day, plain_year<1000, 2099>,
                                       approximate_date<date_formats<detail::text_words, plain_year<1000, 2099>>>>;

/// A date and where it stands in the text.
struct found_date {
  partial_date date{};
  bool approximate = false;  ///< "c. 1637"
  std::size_t position{};    ///< byte offset of its first character
  std::size_t length{};      ///< in bytes

  friend constexpr bool operator==(const found_date&, const found_date&) = default;
};

namespace detail {

// The longest way from the beginning of a spelling to its first digit, "approximately Sept. the 1st" being 23.
inline constexpr std::size_t longest_lead = 24;

// The bytes that a spelling in running text can begin with.
template <date_format Format>
inline constexpr byte_set starts_of = [] {
  byte_set bytes = first_bytes_of<Format>;
  bytes.keep(word_bytes);
  return bytes;
}();

// The first place at or after `at` that is an anchor, or the size. Blocks without a place that `may_be` one are passed
// over by a loop that has no branch in it, which compilers turn into vector instructions; `may_be` looks at most
// `ahead` bytes beyond its place.
template <std::size_t ahead, class MayBe, class Is>
[[nodiscard]] constexpr std::size_t find_anchor(std::string_view text, std::size_t at, MayBe may_be, Is is) noexcept {
  constexpr std::size_t block = 32;
  while (at < text.size()) {
    for (; at + block + ahead <= text.size(); at += block) {
      unsigned char found = 0;
      for (std::size_t i = 0; i < block; ++i) found = static_cast<unsigned char>(found | (may_be(at + i) ? 1U : 0U));
      if (found != 0) break;
    }
    for (const std::size_t end = std::min(at + block, text.size()); at < end; ++at) {
      if (is(at)) return at;
    }
  }
  return text.size();
}

// The first digit at or after a place, or the size.
[[nodiscard]] constexpr std::size_t find_digit(std::string_view text, std::size_t at) noexcept {
  const char* const data = text.data();
  const auto digit = [data](std::size_t i) { return static_cast<unsigned char>(data[i] - '0') < 10U; };
  return find_anchor<0>(text, at, digit, digit);
}

[[nodiscard]] constexpr bool joins_number(char c) noexcept {
  return c == '.' || c == ',' || c == ':' || c == '/';
}
inline constexpr std::string_view times_sign = "\xC3\x97";  // "1024×768"

[[nodiscard]] constexpr bool goes_on_before(std::string_view text, std::size_t first) noexcept {
  if (first == 0) return false;
  const char before = text[first - 1];
  if (is_word(before) || before == '$' || before == '#' || before == '_') return true;
  if (first == 1) return false;
  return (is_digit(text[first]) && joins_number(before) && is_digit(text[first - 2])) ||
         text.substr(first - 2, 2) == times_sign;
}

[[nodiscard]] constexpr bool goes_on_after(std::string_view text, std::size_t end) noexcept {
  if (end >= text.size()) return false;
  const char after = text[end];
  if (is_word(after) || after == '%' || after == '_') return true;
  return end + 1 < text.size() &&
         ((joins_number(after) && is_digit(text[end + 1])) || text.substr(end, 2) == times_sign);
}

// A date is not cut out of a word, a number or an amount: "1990s", "1,250", "v2.1999", "$1637", "1637%".
[[nodiscard]] constexpr bool stands_alone(std::string_view text, std::size_t first, std::size_t end) noexcept {
  return !goes_on_before(text, first) && !goes_on_after(text, end);
}

}  // namespace detail

/// Returns the first date that begins at or after `from`, if the text has one.
///
/// Shape:   of dates that overlap, the one that begins first, and of those the longest
/// Requires: a spelling of `Format` begins with a letter or digit and has a digit within its first 24 bytes
/// Cost:    linear; gigabytes a second over text without digits, no allocation
template <date_format Format = text_date_formats>
[[nodiscard]] constexpr std::optional<found_date> find_date(std::string_view text, std::size_t from = 0) noexcept {
  std::size_t lead = from;  // a date that began before the last number would have been found there
  for (std::size_t digit = detail::find_digit(text, from); digit < text.size();) {
    if (digit - lead > detail::longest_lead) lead = digit - detail::longest_lead;
    for (std::size_t first = lead; first <= digit; ++first) {
      if (!detail::starts_of<Format>.contains(text[first])) continue;
      if (first > 0 && detail::is_word(text[first - 1])) continue;
      const date_match found = Format::match(text.substr(first));
      if (!found || !detail::stands_alone(text, first, first + found.length)) continue;
      return found_date{found.date, found.approximate, first, found.length};
    }
    while (digit < text.size() && detail::is_word(text[digit])) ++digit;
    lead = digit;
    digit = detail::find_digit(text, digit);
  }
  return std::nullopt;
}

namespace detail {

// What a search finds in a text, as a forward range that searches as it goes and owns nothing. `Search` is called with
// the text and the place to begin at, and returns the next find or nothing.
template <class Search>
class found_range {
 public:
  class iterator {
   public:
    using value_type = typename Search::value_type;
    using difference_type = std::ptrdiff_t;
    using iterator_concept = std::forward_iterator_tag;

    constexpr iterator() noexcept = default;
    constexpr iterator(std::string_view text, const Search& search) noexcept
        : text_{text}, search_{search}, found_{search(text, 0)} {}

    [[nodiscard]] constexpr const value_type& operator*() const noexcept { return *found_; }
    [[nodiscard]] constexpr const value_type* operator->() const noexcept { return &*found_; }
    constexpr iterator& operator++() noexcept {
      found_ = search_(text_, found_->position + found_->length);
      return *this;
    }
    constexpr iterator operator++(int) noexcept {
      iterator old = *this;
      ++*this;
      return old;
    }
    friend constexpr bool operator==(const iterator& a, const iterator& b) noexcept { return a.found_ == b.found_; }
    friend constexpr bool operator==(const iterator& a, std::default_sentinel_t /*end*/) noexcept { return !a.found_; }

   private:
    std::string_view text_{};
    [[no_unique_address]] Search search_{};
    std::optional<value_type> found_{};
  };

  constexpr explicit found_range(std::string_view text, const Search& search = {}) noexcept
      : text_{text}, search_{search} {}

  [[nodiscard]] constexpr iterator begin() const noexcept { return iterator{text_, search_}; }
  [[nodiscard]] static constexpr std::default_sentinel_t end() noexcept { return {}; }

 private:
  std::string_view text_;
  [[no_unique_address]] Search search_;
};

template <date_format Format>
struct date_search {
  using value_type = found_date;

  [[nodiscard]] constexpr std::optional<found_date> operator()(std::string_view text, std::size_t from) const noexcept {
    return find_date<Format>(text, from);
  }
};

}  // namespace detail

/// The dates of a text as a range: a forward range of found_date that searches as it goes and owns nothing.
template <date_format Format = text_date_formats>
using date_finder = detail::found_range<detail::date_search<Format>>;

/// Every date in the text, in order and without overlap. The text must outlive the range.
///
/// Cost:    linear, no allocation
/// Example: find_all("Backes (May 2, 1901 - May 12, 1990)")  // two dates, at 8 and 22
template <date_format Format = text_date_formats>
[[nodiscard]] constexpr date_finder<Format> find_all(std::string_view text) noexcept {
  return date_finder<Format>{text};
}
template <date_format Format = text_date_formats, std::same_as<std::string> Text>
date_finder<Format> find_all(Text&&) = delete;  // the text would be gone before the first date is read

}  // namespace mhqa::inline v0_1
