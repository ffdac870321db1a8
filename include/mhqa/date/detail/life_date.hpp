// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A date at a place among the tokens of a biography, read as parse_stated() reads it. What is only known from the other
// date of the life (a year, an era, a century) is left open here and filled in by complete_life_dates().
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/date/detail/life_text.hpp>
#include <mhqa/date/detail/statement_reader.hpp>
#include <mhqa/date/stated_date.hpp>
#include <mhqa/date/stated_find.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

namespace mhqa::inline v0_1::detail {

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
  [[nodiscard]] date_element& last() noexcept { return said.element(std::max<std::size_t>(said.count(), 1) - 1); }
  [[nodiscard]] const date_element& last() const noexcept {
    return said.element(std::max<std::size_t>(said.count(), 1) - 1);
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
  return (e.is_number() || e.kind == element_kind::date) && e.digits != 0 && e.digits <= 2 && e.era == era_said::none;
}

/// A date of a life and its place in the text.
struct placed_date {
  stated_date date{};
  std::size_t position = 0;
  std::size_t length = 0;
};

// Reads dates at places among tokens.
class life_date_reader {
 public:
  explicit life_date_reader(const life_text& text) noexcept : t_{text} {}

  /// The date that begins at token i, with the words in front of it.
  [[nodiscard]] std::optional<qualified_date> read(std::size_t i) const noexcept {
    // "from 1530 to 1535" is one date after "born", and two events otherwise.
    if (t_.is(i, life_word::event) && !t_.is(i - 1, life_word::born) && !t_.is(i - 1, life_word::died)) {
      return std::nullopt;
    }
    const std::size_t first = after_lead(i);
    if (!may_begin(first) || is_of_hijra(i) || is_attribute(first)) return std::nullopt;
    if (const std::size_t end = end_of_numeric(first); end != first) {
      return qualified_date{.refused = true, .begin = i, .spelled = first, .end = end};
    }
    qualified_date out{.said = reader_at(first), .begin = i, .spelled = first};
    const std::size_t at = t_[first].position;
    if (!out.said.read_elements()) {
      const stated_match failed = out.said.failed();
      if (!failed.refused || t_[first].kind != life_kind::number || t_.is_dash(first + 1)) return std::nullopt;
      return qualified_date{
          .refused = true, .begin = i, .spelled = first, .end = token_from(first + 1, at + failed.reached)};
    }
    statement_reader whole = out.said;
    const stated_match found = whole.finish();
    const std::size_t end = at + (found ? found.length : out.said.length());
    out.end = token_from(first + 1, end);
    const life_token& last = t_[out.end - 1];
    if (last.position + last.length > end || !stands_apart(first, end) || !is_date(out)) return std::nullopt;
    if (out.said.count() == 1 && out.is_bare_year()) read_after_year(out);
    return out;
  }

  /// The number at token `at` as a year of which the other date of the life shows what it is short for.
  [[nodiscard]] qualified_date short_year(std::size_t i, std::size_t at) const noexcept {
    qualified_date out{.said = {t_.spelled(at), {}, text_kind::life}, .begin = i, .spelled = i, .end = at + 1};
    static_cast<void>(out.said.read_elements());
    out.first().doubt = at != i ? 1 : 0;  // after "c."
    return out;
  }

  /// "206" and "261" in "/ 206 - 261 AH": beside years of the common era.
  [[nodiscard]] bool is_of_hijra(std::size_t i) const noexcept {
    if (i == 0 || !t_.is(i, life_kind::number) || !(t_.is_mark(i - 1, '/') || t_.is_dash(i - 1))) return false;
    std::size_t k = i + 1;
    if (t_.is_dash(k) && t_.is(k + 1, life_kind::number)) k += 2;
    return is_hijra(k);
  }

 private:
  static constexpr std::int32_t last_life_year = 2100;

  // "3. 5. 1801" and "3.5.1801", which are refused like "3/5/1801": the token after the year, or i.
  [[nodiscard]] std::size_t end_of_numeric(std::size_t i) const noexcept {
    const auto part = [this](std::size_t k, int most) {
      return t_.is(k, life_kind::number) && t_[k].digits <= 2 && t_[k].value >= 1 && t_[k].value <= most &&
             t_.is_mark(k + 1, '.');
    };
    return part(i, 31) && part(i + 2, 12) && t_[i + 4].digits == 4 ? i + 5 : i;
  }

  // What stands after a year alone and leaves it open: "180-", "1980, 1981 or 1982".
  void read_after_year(qualified_date& out) const noexcept {
    const bool ends = !t_.is(out.end + 1, life_kind::number) && !t_.is(out.end + 1, life_kind::word);
    if (out.first().digits == 3 && t_.is(out.end, life_kind::hyphen) && t_[out.end].glued && ends) {
      out.refused = true;
      ++out.end;
    }
    constexpr int longest_doubt = 10;
    for (std::size_t k = out.end + 1; t_.is_mark(k - 1, ',') && t_[k].digits == 4 && t_.month(k + 1) == 0; k += 2) {
      const int years = t_[k].value - t_[out.spelled].value;
      const bool goes_on = t_.is_any<life_word::conjunction_or, life_word::conjunction_and>(k + 1);
      if (years < 1 || years > longest_doubt || (t_.is(k + 1, life_kind::word) && !goes_on)) break;
      out.refused = true;
      out.end = goes_on ? k + 3 : k + 1;
    }
  }

  [[nodiscard]] statement_reader reader_at(std::size_t i) const noexcept {
    const std::size_t at = t_[i].position;
    return {t_.text.substr(at, t_.end_of_text(i) - at), {.join_spans = false}, text_kind::life};
  }

  [[nodiscard]] bool is_hijra(std::size_t i) const noexcept {
    const std::string_view rest = t_.text.substr(t_[i].position);
    return match_word<hijra_words>(rest, 0).length != 0;
  }

  [[nodiscard]] bool may_begin(std::size_t i) const noexcept {
    const life_token& token = t_[i];
    if (token.kind == life_kind::number) return token.digits <= 4;
    if (token.mark == '?') return t_.is(i + 1, life_kind::number) && t_[i + 1].glued;  // "?1340"
    if (token.kind == life_kind::mark) return token.mark == '~' || token.mark == '<' || token.mark == '>';
    return token.kind == life_kind::word &&
           (may_begin_date(t_.text, token.position) || begins_ordinal(t_.text, token.position));
  }

  // The token after "in", "on the", "in or", "in the year of", unless they begin a limit: "at least".
  [[nodiscard]] std::size_t after_lead(std::size_t i) const noexcept {
    constexpr std::size_t most_lead_words = 6;
    std::size_t k = i;
    for (; k < i + most_lead_words && t_.is(k, life_kind::word); ++k) {
      const life_word part = t_[k].part;
      const bool article = part == life_word::article && !t_.is_mark(k + 1, '.');  // not that of "A.H. 73"
      const bool is_lead = part == life_word::preposition || article || part == life_word::year_word ||
                           (part == life_word::conjunction_or && k != i) ||
                           (part == life_word::of && t_.is(k - 1, life_word::year_word));
      if (!is_lead || match_word<side_words>(t_.text, t_[k].position).length != 0) break;
    }
    return k;
  }

  // The token that begins at or after a byte.
  [[nodiscard]] std::size_t token_from(std::size_t i, std::size_t byte) const noexcept {
    while (i < t_.size() && t_[i].position < byte) ++i;
    return i;
  }

  // "the 2010 crash": a year that tells one event from others.
  [[nodiscard]] bool is_attribute(std::size_t year) const noexcept {
    const life_token& next = t_[year + 1];
    if (year == 0 || !t_.is(year, life_kind::number) || !t_.is(year - 1, life_word::article)) return false;
    return next.kind == life_kind::word && next.value == 0 && !next.glued && t_[year].digits > 2 &&
           (next.part == life_word::other || next.part == life_word::honorific);
  }

  // A date is not a part of a word, a number or an amount; "c1536" and "b1536" are dates.
  [[nodiscard]] bool stands_apart(std::size_t first, std::size_t end) const noexcept {
    if (t_[first].kind != life_kind::number) return true;
    if (first > 0 && is_hijra(first - 1)) return false;
    const life_token& left = t_[first - (first > 0 ? 1 : 0)];
    const bool known = t_[first].glued && (left.part == life_word::circa || left.part == life_word::born ||
                                           left.part == life_word::died || left.mark == '+' ||
                                           (left.mark == '/' && first > 3 && t_.is_dash(first - 3)));  // "450-505/1058"
    const std::size_t from = known ? t_[first].position : 0;
    const std::string_view text = t_.text.substr(from, t_.end_of_text(first) - from);
    if (!stands_alone(text, t_[first].position - from, end - from)) return false;
    // "Tu-154"
    return !(t_[first].glued && left.kind == life_kind::hyphen && left.glued && first > 1 && t_[first].digits < 4 &&
             t_.is(first - 2, life_kind::word) && t_.month(first - 2) == 0 && t_.is(first + 1, life_kind::word));
  }

  // Whether nothing is missing that a neighbour could not fill in.
  [[nodiscard]] bool is_date(qualified_date& date) const noexcept {
    const date_element& first = date.first();
    for (std::size_t k = 0; k < date.said.count(); ++k) {
      const date_element& e = date.said.element(k);
      const bool open = date.said.count() == 1 && e.kind == element_kind::date;
      const bool short_decade = e.kind == element_kind::decade && e.digits <= 2 && e.era == era_said::none;
      if ((!open && !statement_reader::is_complete(e)) || short_decade) return false;
      if (e.era == era_said::none && e.digits == 4 && e.year > last_life_year) return false;
    }
    if (first.digits != 0 || first.kind != element_kind::date) return true;
    // "20 November – 7 December 1650": a life within one year, or the limits of one date. The caller decides.
    if (first.day == 0 || !t_.is_dash(date.end) || !may_begin(date.end + 1)) return false;
    statement_reader next = reader_at(date.end + 1);
    date.shares_year = next.read_elements() && next.element(0).digits != 0 && next.element(0).day != 0;
    return date.shares_year;
  }

  const life_text& t_;
};

/// The date as a statement at its place; nothing if the calendar does not have it or its year is incomplete.
[[nodiscard]] inline std::optional<placed_date> place(const life_text& t, const qualified_date& date) noexcept {
  statement_reader said = date.said;
  const stated_date value = date.refused || date.shares_year ? stated_date{} : said.finish().date;
  if (!value) return std::nullopt;
  const std::size_t position = t[date.spelled].position;
  const life_token& last = t[date.end - 1];
  return placed_date{value, position, last.position + last.length - position};
}

}  // namespace mhqa::inline v0_1::detail
