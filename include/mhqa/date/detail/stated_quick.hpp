// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The statements that texts make most often, read in one pass: "c. 1637", "before 12 July 1637", "44 BC", "12–14 July
// 1637", "1593 – 1637", "1926–7", "between 1887 and 1893", "1887 or 1893". Whatever is spelled in another way is left
// to the general reader, which gives the same results for these. For stated_text.hpp alone.
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/date/detail/plain_date.hpp>
#include <mhqa/date/detail/stated_words.hpp>
#include <mhqa/date/reader.hpp>
#include <mhqa/date/stated_date.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1::detail {

// Reads a statement of plain dates; false leaves the text to statement_reader.
class quick_reader {
 private:
  // Before read(), since clang instantiates a template in a constant only where it has seen it.
  [[nodiscard]] constexpr bool has(std::size_t at, std::string_view word) const noexcept {
    if (at > text_.size() || text_.size() - at < word.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i) {  // faster than a comparison of texts
      if (text_[at + i] != word[i]) return false;
    }
    return true;
  }

  template <const auto& Words>
  [[nodiscard]] constexpr auto find(std::size_t at) const noexcept -> decltype(Words.data()) {
    for (const auto& each : Words) {
      if (has(at, each.word)) return &each;
    }
    return nullptr;
  }

 public:
  constexpr explicit quick_reader(std::string_view text) noexcept : text_{text} {}

  [[nodiscard]] constexpr bool read(stated_date& out) noexcept {
    if (text_.size() < 4 || text_.size() > 48) return false;
    if (const auto* const lead = is_digit(text_[0]) ? nullptr : find<lead_words>(0)) {
      text_.remove_prefix(lead->word.size());
      lead_ = lead->value;
    }
    era_ = take_era();
    if (text_.empty() || !is_digit(text_.back())) return false;
    const std::size_t end = find_link();
    if (link_ == link_word::none) return (lead_ < lead_word::between) && state(out);
    const std::string_view first = text_.substr(0, end), second = text_.substr(std::min(after_link_, text_.size()));
    if ((lead_ == lead_word::between) != (link_ == link_word::both)) return false;
    if (lead_ == lead_word::before || lead_ == lead_word::after || first.empty() || second.empty()) return false;
    return link_ == link_word::either ? state_either(first, second, out) : state_span(first, second, out);
  }

 private:
  enum class lead_word : std::uint8_t { none, circa, before, after, between, from };
  enum class link_word : std::uint8_t { none, dash, hyphen, either, both };

  static constexpr auto lead_words = valued_words<8, lead_word>({{lead_word::circa, "c. |ca. |circa |about "},
                                                                 {lead_word::before, "before "},
                                                                 {lead_word::after, "after "},
                                                                 {lead_word::between, "between "},
                                                                 {lead_word::from, "from "}});
  static constexpr auto link_words =
      valued_words<3, link_word>({{link_word::dash, " to "}, {link_word::either, " or "}, {link_word::both, " and "}});
  static constexpr auto eras =
      valued_words<4, era_said>({{era_said::before_common, " BC| BCE"}, {era_said::common, " AD| CE"}});

  // Where the first of two dates ends. Blanks stand on both sides of a dash or on none.
  [[nodiscard]] constexpr std::size_t find_link() noexcept {
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] != ' ' && text_[i] != '-' && text_[i] != '\xE2') continue;
      const std::size_t gap = text_[i] == ' ' ? 1 : 0;
      if (const std::size_t dash = dash_at(text_, i + gap); dash != 0) {
        link_ = dash == 1 ? link_word::hyphen : link_word::dash;
        after_link_ = i + gap + dash + gap;
        if (gap != 0 && !has(after_link_ - 1, " ")) after_link_ = text_.size();
        return i;
      }
      if (const auto* const link = find<link_words>(i)) {
        link_ = link->value;
        after_link_ = i + link->word.size();
        return i;
      }
    }
    return text_.size();
  }

  [[nodiscard]] constexpr era_said take_era() noexcept {
    if (text_.empty() || is_digit(text_.back())) return era_said::none;
    for (const valued_word<era_said>& each : eras) {
      if (text_.size() < each.word.size() || !has(text_.size() - each.word.size(), each.word)) continue;
      text_.remove_suffix(each.word.size());
      return each.value;
    }
    return era_said::none;
  }

  // A number of so many digits at most, or 0.
  [[nodiscard]] static constexpr int number_of(std::string_view text, std::size_t most) noexcept {
    if (text.empty() || text.size() > most || text[0] == '0') return 0;
    int value = 0;
    for (const char c : text) {
      if (!is_digit(c)) return 0;
      value = value * 10 + (c - '0');
    }
    return value;
  }
  // A year with its era, or a date without one; year 0 is neither.
  [[nodiscard]] constexpr partial_date date_of(std::string_view text) const noexcept {
    if (era_ == era_said::none) return plain_date(text);
    return {static_cast<std::int16_t>(number_of(text, 4)), 0, 0};
  }
  [[nodiscard]] constexpr date_term term_of_side(partial_date date) const noexcept {
    if (era_ == era_said::before_common) date.year = static_cast<std::int16_t>(1 - date.year);
    return mhqa::term_of(date);
  }

  [[nodiscard]] constexpr bool state(stated_date& out) const noexcept {
    const partial_date date = date_of(text_);
    if (date.year == 0) return false;
    date_term term = term_of_side(date);
    if (lead_ == lead_word::circa) term = with_doubt(term, date_doubt::approximate);
    const date_term open = mhqa::term_of(date_term::end::open);
    out = lead_ == lead_word::before  ? interval(open, term)
          : lead_ == lead_word::after ? interval(term, open)
                                      : stated(term);
    return true;
  }

  [[nodiscard]] constexpr bool state_either(std::string_view first, std::string_view second,
                                            stated_date& out) const noexcept {
    const partial_date a = plain_date(first), b = plain_date(second);
    if (lead_ != lead_word::none || era_ != era_said::none || a.year == 0 || b.year == 0 || a.month + b.month != 0)
      return false;
    out = one_of({a, b});
    return true;
  }

  [[nodiscard]] constexpr bool state_span(std::string_view first, std::string_view second,
                                          stated_date& out) const noexcept {
    partial_date a = date_of(first), b = date_of(second);
    const bool shared = a.year == 0 || b.year == 0;  // a doubt is about both then
    if (era_ != era_said::none) {
      const bool ordered = era_ == era_said::before_common ? a.year > b.year : a.year < b.year;
      if (shared || !ordered || lead_ == lead_word::circa) return false;
    } else if (b.year == 0) {
      const int few = number_of(second, 2);  // "1926–7"; "1904-05" may be a month
      if (few == 0 || a.year == 0 || a.month != 0 || link_ == link_word::hyphen) return false;
      const int scale = few < 10 ? 10 : 100;
      b.year = static_cast<std::int16_t>(a.year / scale * scale + few);
      if (b.year <= a.year) return false;
    } else if (a.year == 0) {
      a = part_before(first, b, is_digit(second[0]));
      if (date_key(a) >= date_key(b) || (a.day == 0) != (b.day == 0) || a.month == 0) return false;
    } else if (a.year >= b.year) {
      return false;
    }
    date_term from = term_of_side(a), to = term_of_side(b);
    if (lead_ == lead_word::circa) {
      from = with_doubt(from, date_doubt::approximate);
      if (shared) to = with_doubt(to, date_doubt::approximate);
    }
    out = interval(from, to);
    return true;
  }

  // "12" before "14 July 1637", "30 July" before "2 August 1637".
  [[nodiscard]] static constexpr partial_date part_before(std::string_view text, partial_date next,
                                                          bool day_first) noexcept {
    const int day = number_of(text, 2);
    if (day == 0) return text.size() < 3 ? partial_date{} : plain_month_and_day(text, static_cast<unsigned>(next.year));
    return day_first && next.day != 0 ? partial_date{next.year, next.month, static_cast<std::uint8_t>(day)}
                                      : partial_date{};
  }

  std::string_view text_;
  std::size_t after_link_ = 0;
  lead_word lead_ = lead_word::none;
  link_word link_ = link_word::none;
  era_said era_ = era_said::none;
};

}  // namespace mhqa::inline v0_1::detail
