// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The statements that texts make most often, read in one pass: "12 July 1637", "c. 1637", "before 1300", "44 BC",
// "12–14 July 1637", "1593 – 1637", "1926–7", "between 1887 and 1893", "1887 or 1893". Whatever is spelled in another
// way is left to the general reader, which gives the same results for these. For stated_text.hpp alone.
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/date/detail/stated_words.hpp>
#include <mhqa/date/month_name.hpp>
#include <mhqa/date/stated_date.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1::detail {

// One side of a quick statement: "1637", "12", "12 July", "July 12, 1637".
struct quick_part {
  int year = 0;  // or the number of a part that is a number alone
  std::uint8_t digits = 0;
  std::uint8_t month = 0;
  std::uint8_t day = 0;
  bool month_first = false;

  [[nodiscard]] constexpr bool has_year() const noexcept { return digits > 2 && year >= 100; }
  [[nodiscard]] constexpr bool is_number() const noexcept { return month == 0; }
  [[nodiscard]] constexpr bool is_small() const noexcept { return month == 0 && digits <= 2; }
};

// Reads statements without doubt about their parts; false leaves them to statement_reader.
class quick_reader {
 public:
  constexpr explicit quick_reader(std::string_view text) noexcept : text_{text} {}

  [[nodiscard]] constexpr bool read(stated_date& out) noexcept {
    if (text_.size() < 4 || text_.size() > 48) return false;
    const lead_word lead = is_digit(text_[0]) ? lead_word::none : read_lead();
    quick_part first, second;
    if (!read_part(first)) return false;
    bool bce = false;
    bool era = read_era(bce);
    if (is_end()) {
      if (lead == lead_word::between || lead == lead_word::from) return false;
      return state(lead, first, era, bce, out);
    }
    if (era) return false;
    const bool hyphen = text_[at_] == '-';
    const link_word link = read_link();
    if (link == link_word::none || !read_part(second)) return false;
    if (hyphen && first.has_year() && !second.has_year()) return false;  // "1904-05" may be a month
    era = read_era(bce);
    if (!is_end()) return false;
    if (link == link_word::either) return lead == lead_word::none && !era && state_either(first, second, out);
    if ((lead == lead_word::between) != (link == link_word::both)) return false;
    return lead != lead_word::before && lead != lead_word::after &&
           state_span(lead == lead_word::circa, first, second, era, bce, out);
  }

 private:
  enum class lead_word : std::uint8_t { none, circa, before, after, between, from };
  enum class link_word : std::uint8_t { none, dash, either, both };

  [[nodiscard]] constexpr bool is_end() const noexcept { return at_ == text_.size(); }
  [[nodiscard]] constexpr bool digit_at(std::size_t at) const noexcept {
    return at < text_.size() && is_digit(text_[at]);
  }
  [[nodiscard]] constexpr bool letter_at(std::size_t at) const noexcept {
    return at < text_.size() && is_letter(text_[at]);
  }

  [[nodiscard]] constexpr bool take(std::string_view word) noexcept {
    if (text_.size() - at_ < word.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i) {  // faster than a comparison of texts
      if (text_[at_ + i] != word[i]) return false;
    }
    at_ += word.size();
    return true;
  }

  static constexpr auto lead_words = valued_words<8, lead_word>({{lead_word::circa, "c. |ca. |circa |about "},
                                                                 {lead_word::before, "before "},
                                                                 {lead_word::after, "after "},
                                                                 {lead_word::between, "between "},
                                                                 {lead_word::from, "from "}});

  // A word in lower case before the first date, with the blank after it.
  [[nodiscard]] constexpr lead_word read_lead() noexcept {
    for (const valued_word<lead_word>& each : lead_words) {
      if (take(each.word)) return each.value;
    }
    return lead_word::none;
  }

  // A number of at most four digits, which no digit or letter follows.
  [[nodiscard]] constexpr bool read_number(int& value, std::uint8_t& digits) noexcept {
    const std::size_t start = at_;
    value = 0;
    for (; digit_at(at_) && at_ < start + 5; ++at_) value = value * 10 + (text_[at_] - '0');
    digits = static_cast<std::uint8_t>(at_ - start);
    return at_ != start && digits < 5 && text_[start] != '0' && !letter_at(at_);
  }

  [[nodiscard]] constexpr bool read_month(quick_part& out) noexcept {
    const month_match month = match_month(text_.substr(at_));
    if (month.month == 0) return false;
    out.month = static_cast<std::uint8_t>(month.month);
    at_ += month.length;
    return true;
  }

  // The year after a month, or after a day that a mark follows, if a number stands there; false if it is no year.
  [[nodiscard]] constexpr bool read_year_after(std::string_view mark, quick_part& out) noexcept {
    out.year = out.digits = 0;
    if (is_end() || text_[at_] != mark[0] || (mark == " " && !digit_at(at_ + 1))) return true;
    return take(mark) && read_number(out.year, out.digits) && out.has_year();
  }

  [[nodiscard]] constexpr bool read_part(quick_part& out) noexcept {
    if (!digit_at(at_)) {
      if (!letter_at(at_) || !read_month(out)) return false;
      out.month_first = true;
      if (is_end() || text_[at_] != ' ' || !digit_at(at_ + 1)) return true;
      ++at_;
      if (!read_number(out.year, out.digits)) return false;
      if (out.digits > 2) return out.year >= 100;
      out.day = static_cast<std::uint8_t>(out.year);
      return out.day <= 31 && read_year_after(", ", out);
    }
    if (!read_number(out.year, out.digits)) return false;
    if (out.digits > 2) return out.year >= 100;
    const std::size_t end = at_;
    if (!take(" ") || !letter_at(at_) || !read_month(out)) {
      at_ = end;  // "44 BC"
      return true;
    }
    out.day = static_cast<std::uint8_t>(out.year);
    return out.day <= 31 && read_year_after(" ", out);
  }

  [[nodiscard]] constexpr bool read_era(bool& bce) noexcept {
    if (is_end() || text_[at_] != ' ') return false;
    if (take(" BCE") || take(" BC")) return bce = true;
    return take(" AD") || take(" CE");
  }

  [[nodiscard]] constexpr link_word read_link() noexcept {
    const bool gap = text_[at_] == ' ';
    if (gap) ++at_;
    if (const std::size_t dash = dash_at(text_, at_); dash != 0) {
      at_ += dash;
      return gap && !take(" ") ? link_word::none : link_word::dash;
    }
    if (!gap) return link_word::none;
    if (take("or ")) return link_word::either;
    if (take("and ")) return link_word::both;
    return take("to ") ? link_word::dash : link_word::none;
  }

  [[nodiscard]] static constexpr date_term term_of_part(const quick_part& part) noexcept {
    date_term out;
    out.year = static_cast<std::int16_t>(part.year);
    out.month = part.month;
    out.day = part.day;
    return out;
  }
  [[nodiscard]] static constexpr bool has_days(const quick_part& part) noexcept {
    return part.day == 0 || part.day <= days_in_month(part.year, part.month);
  }

  [[nodiscard]] static constexpr bool state(lead_word lead, const quick_part& part, bool era, bool bce,
                                            stated_date& out) noexcept {
    if (!has_days(part) || (era ? !part.is_number() : !part.has_year())) return false;
    date_term term = term_of_part(part);
    if (bce) term.year = static_cast<std::int16_t>(1 - part.year);
    if (lead == lead_word::circa) term = with_doubt(term, date_doubt::approximate);
    const date_term open = mhqa::term_of(date_term::end::open);
    out = lead == lead_word::before  ? interval(open, term)
          : lead == lead_word::after ? interval(term, open)
                                     : stated(term);
    return true;
  }

  [[nodiscard]] static constexpr bool state_either(const quick_part& first, const quick_part& second,
                                                   stated_date& out) noexcept {
    if (!first.is_number() || !second.is_number() || !first.has_year() || !second.has_year()) return false;
    out.kind = statement::one_of;
    out.count = 2;
    out.term[0] = term_of_part(first);
    out.term[1] = term_of_part(second);
    return true;
  }

  // "12–14 July 1637", "May – July 1637": gives the first part what the second has.
  [[nodiscard]] static constexpr bool share_year(quick_part& first, const quick_part& second) noexcept {
    if (first.is_small()) {
      if (second.day == 0 || second.month_first || first.year > 31) return false;
      first.day = static_cast<std::uint8_t>(first.year);
      first.month = second.month;
    } else if (second.is_number() || (first.day == 0) != (second.day == 0)) {
      return false;
    }
    first.year = second.year;
    return first.month * 32 + first.day < second.month * 32 + second.day;
  }

  [[nodiscard]] static constexpr bool state_span(bool circa, quick_part first, quick_part second, bool era, bool bce,
                                                 stated_date& out) noexcept {
    bool shared = false;  // the first part lacks something, so that a doubt is about both
    if (era) {
      if (!first.is_number() || !second.is_number() || circa) return false;
      if (bce ? first.year <= second.year : first.year >= second.year) return false;
      if (bce) first.year = 1 - first.year, second.year = 1 - second.year;
    } else if (first.has_year() && second.is_small()) {
      if (!first.is_number()) return false;
      const int scale = second.digits == 1 ? 10 : 100;  // "1926–7"
      second.year += first.year / scale * scale;
      if (second.year <= first.year) return false;
      shared = true;
    } else if (!second.has_year()) {
      return false;
    } else if (!first.has_year()) {
      shared = true;
      if (!share_year(first, second)) return false;
    } else if (first.year >= second.year) {
      return false;
    }
    if (!has_days(first) || !has_days(second)) return false;
    date_term from = term_of_part(first), to = term_of_part(second);
    if (circa) {
      from = with_doubt(from, date_doubt::approximate);
      if (shared) to = with_doubt(to, date_doubt::approximate);
    }
    out = interval(from, to);
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace mhqa::inline v0_1::detail
