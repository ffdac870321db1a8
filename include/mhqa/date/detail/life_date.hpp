// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A date with its qualifiers at a place among the tokens of a biography: "c. 1530", "14/15 January 936", "5 July 1251
// or 1253", "between 23 May and 10 October 1564". What is only known from the other date of the life (an era, a
// century) is left open here and filled in by complete_life_date().
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/date/calendar.hpp>
#include <mhqa/date/detail/life_text.hpp>
#include <mhqa/date/partial_date.hpp>
#include <mhqa/date/stated_date.hpp>
#include <mhqa/date/stated_find.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

/// One date as it is written, before its era and century are known.
struct life_point {
  int year = 0;  // 0: no year is written
  int month = 0;
  int day = 0;
  std::uint8_t year_digits = 0;
  era in = era::ce;
  bool era_said = false;
  int years = 1;  // 10 for a decade, 100 for a century

  [[nodiscard]] bool has_year() const noexcept { return year != 0; }

  friend constexpr bool operator==(const life_point&, const life_point&) = default;
};

enum class life_qualifier : std::uint8_t { exact, approximate, before, after, between, either };

/// A date with its qualifiers; `second` counts for `between` and `either` alone.
struct qualified_date {
  life_point first{};
  life_point second{};
  life_qualifier qualifier = life_qualifier::exact;
  bool doubted = false;      // "c. 296–298"
  bool shares_year = false;  // "20 November – 7 December 1650" within one range: the first has the year of the second
  bool refused = false;      // the text has a date here that cannot be read whole
  stated_date whole{};       // what parse_stated() reads in these tokens, if it does and nothing is filled in later
  std::size_t begin = 0;     // its tokens
  std::size_t end = 0;

  [[nodiscard]] const life_point& last() const noexcept {
    return qualifier == life_qualifier::between || qualifier == life_qualifier::either ? second : first;
  }
};

inline constexpr std::int32_t last_life_year = 2100;

// Reads dates at places among tokens.
class life_date_reader {
 public:
  explicit life_date_reader(const life_text& text) noexcept : t_{text} {}

  /// The date that begins at token i, with the qualifiers in front of it.
  ///
  /// Shape: what parse_stated() reads whole is read as it does; here are only the forms of lives: what the other date
  ///        of the life fills in, and spellings of damaged texts
  [[nodiscard]] std::optional<qualified_date> read(std::size_t i) const noexcept {
    if (is_of_hijra(i)) return std::nullopt;
    std::optional<qualified_date> out = read_tokens(i);
    add_statement(i, out);
    return out;
  }

  /// "206" and "261" in "/ 206 - 261 AH": beside years of the common era.
  [[nodiscard]] bool is_of_hijra(std::size_t i) const noexcept {
    if (i == 0 || !t_.is(i, life_kind::number) || !(t_.is_mark(i - 1, '/') || t_.is_dash(i - 1))) return false;
    std::size_t k = i + 1;
    if (t_.is_dash(k) && t_.is(k + 1, life_kind::number)) k += 2;
    return is_text(k, "ah") || (is_text(k, "a") && t_.is_mark(k + 1, '.') && is_text(k + 2, "h"));
  }

 private:
  [[nodiscard]] static life_point point_of(const date_term& term) noexcept {
    life_point out;
    out.in = term.year <= 0 ? era::bce : era::ce;
    out.year = term.year <= 0 ? 1 - term.year : term.year;
    out.month = term.month > 24 ? 0 : term.month;
    out.day = term.day;
    out.year_digits = 4;
    out.era_said = true;
    out.years = (term.masked & date_term::year_tens) != 0 ? 100 : (term.masked & date_term::year_units) != 0 ? 10 : 1;
    return out;
  }

  // "12 July 1637," and "1637)": both readers agree, as nothing after the date may belong to it.
  [[nodiscard]] bool is_plain(const qualified_date& date, std::size_t first) const noexcept {
    if (date.qualifier != life_qualifier::exact || date.first.year_digits != 4 || date.first.years != 1) return false;
    if ((!t_.is(first, life_kind::number) && t_.month(first) == 0) || t_.is(date.end - 1, life_kind::close))
      return false;
    const bool dash = t_.is_dash(date.end) && !(t_[date.end + 1].glued && t_[date.end + 1].digits < 3);
    return dash || t_.is(date.end, life_kind::close) || t_.is_mark(date.end, ',') || t_.is_mark(date.end, ';') ||
           t_.is_mark(date.end, '.');
  }

  // The token that begins at or after a byte.
  [[nodiscard]] std::size_t token_from(std::size_t i, std::size_t byte) const noexcept {
    while (i < t_.size() && t_[i].position < byte) ++i;
    return i;
  }

  void add_statement(std::size_t i, std::optional<qualified_date>& out) const noexcept {
    if (t_[i].kind != life_kind::number && t_[i].kind != life_kind::word && !t_.is_mark(i, '~')) return;
    std::size_t first = i;
    while (first < i + 3 && (t_.is(first, life_word::article) || t_.is(first, life_word::preposition)) &&
           !limit_at(first)) {
      ++first;
    }
    if (is_attribute(first)) return;
    if (!out && t_.is(first, life_kind::number) && t_[first].digits > 4) return;
    if (out && is_plain(*out, first)) return;
    const std::size_t at = t_[first].position;
    if (!may_begin_date(t_.text, at) && !begins_ordinal(t_.text, at)) return;
    // "from 1530 to 1535" is one date after "born", and two events otherwise.
    if (t_.is(i, life_word::event) && !t_.is(i - 1, life_word::born) && !t_.is(i - 1, life_word::died)) return;
    const stated_match found = statement_reader{t_.text.substr(at), {.join_spans = false}, true}.read();
    if (!found) {
      const bool goes_on =
          out && t_.is(out->end, life_kind::hyphen) && t_[out->end].glued && at + found.reached > t_[out->end].position;
      if (found.refused && goes_on && out->first.day != 0) out->refused = true;  // "1 January 1940-41"
      if (found.refused && !out && t_[first].kind == life_kind::number && !t_.is_dash(first + 1)) {
        out = qualified_date{.refused = true, .begin = i, .end = token_from(first + 1, at + found.reached)};
      }
      return;
    }
    const std::size_t end = token_from(first + 1, at + found.length);
    if (t_[end - 1].position + t_[end - 1].length > at + found.length) return;
    // "1926–7" may be a life.
    const bool range = found.date.kind != statement::date;
    if (out && (end < out->end || (end > out->end && range && t_.is_dash(out->end)))) return;
    const std::string_view spelled = t_.text.substr(at, found.length);
    bool dash = false;
    for (std::size_t k = first; k < end; ++k) {
      if (t_[k].mark == '+') return;  // a dash that the text has lost
      dash = dash || (t_.is_dash(k) && k > first && t_.is(k - 1, life_kind::number));
    }
    if (!out && dash && range) return;
    // A number alone was refused: "1900%".
    const bool more =
        std::any_of(spelled.begin(), spelled.end(), [](char c) { return is_letter(c) || c == '?' || c == '*'; });
    if (!out && !more) return;
    if (spelled.find('?') != std::string_view::npos && found.date.first().masked == 0) return;
    if (!out || end != out->end) out = of_statement(found.date, i, end);
    out->whole = found.date;
  }

  [[nodiscard]] static qualified_date of_statement(const stated_date& date, std::size_t begin,
                                                   std::size_t end) noexcept {
    qualified_date out{.begin = begin, .end = end};
    const bool from = date.first().what == date_term::end::date, to = date.last().what == date_term::end::date;
    out.first = point_of(from ? date.first() : date.last());
    out.second = point_of(to ? date.last() : date.first());
    if (date.kind == statement::interval) {
      out.qualifier = !from ? life_qualifier::before : !to ? life_qualifier::after : life_qualifier::between;
    } else if (date.kind != statement::date) {
      out.qualifier = life_qualifier::either;
    } else if (any_doubt_of(date.first()) != date_doubt::none) {
      out.qualifier = life_qualifier::approximate;
    }
    return out;
  }

  [[nodiscard]] std::optional<qualified_date> read_tokens(std::size_t i) const noexcept {
    qualified_date out;
    out.begin = i;
    bool approximate = false, before = false, after = false, between = false;
    for (bool more = true; more;) {
      more = false;
      const std::size_t next = t_.is_mark(i + 1, '.') ? i + 2 : i + 1;
      switch (t_[i].part) {
        case life_word::circa:
          approximate = more = true;
          break;
        case life_word::before:
        case life_word::by:
          before = more = true;
          break;
        case life_word::after:
          after = more = true;
          break;
        case life_word::between:
          between = more = true;
          break;
        case life_word::preposition:
          if (const auto words = limit_at(i)) {  // "at least"
            (words->before ? before : after) = more = true;
            i = words->end;
            continue;
          }
          [[fallthrough]];
        case life_word::article:
        case life_word::year_word:
        case life_word::either:
          more = i != out.begin || t_.is(i + 1, life_word::conjunction_or) || leads_on(i + 1);
          break;
        case life_word::conjunction_or:
          more = i != out.begin;
          break;
        case life_word::of:
          more = t_.is(i - 1, life_word::year_word);
          break;
        default:
          if (i == out.begin || t_.is(i - 1, life_word::preposition) || t_.is(i - 1, life_word::article)) {
            if (const auto words = limit_at(i)) {
              (words->before ? before : after) = more = true;
              i = words->end;
              continue;
            }
          }
          if (t_.is_mark(i, '<') || t_.is_mark(i, '>')) {
            (t_.is_mark(i, '<') ? before : after) = more = true;
          } else if (t_.is_mark(i, '~')) {
            approximate = more = true;
          }
      }
      if (more) i = t_.is_mark(next, '"') && t_.is(i, life_word::circa) ? next + 1 : next;
      if (i > out.begin + 8) return std::nullopt;
    }
    if (is_attribute(i)) return std::nullopt;
    std::optional<qualified_date> found = read_points(i, between);
    if (!found) return std::nullopt;
    found->begin = out.begin;
    if (t_.is_mark(found->end, '?')) {
      approximate = true;
      ++found->end;
      if (t_.is(found->end, life_word::conjunction_or) || t_.is_mark(found->end, '/')) {
        if (const auto other = read_point(found->end + 1)) {
          found->second = *other.point;
          found->qualifier = life_qualifier::either;
          found->end = other.end;
        }
      }
    } else if (t_.is(found->end, life_kind::open) && t_.is_mark(found->end + 1, '?') &&
               t_.is(found->end + 2, life_kind::close)) {
      approximate = true;
      found->end += 3;
    }
    if (found->qualifier == life_qualifier::either && (before || after)) {
      if (before) found->first = found->second;  // "before 23 February 1607/8"
      found->qualifier = life_qualifier::exact;
    }
    if (found->qualifier == life_qualifier::exact) {
      if (before) {
        found->qualifier = life_qualifier::before;
      } else if (after) {
        found->qualifier = life_qualifier::after;
      } else if (approximate) {
        found->qualifier = life_qualifier::approximate;
      }
    }
    return found;
  }

  // A point, the token after it, and the second point of "14/15 January" where `join` is not `exact`.
  struct point_end {
    std::optional<life_point> point{};
    std::size_t end = 0;
    life_point second{};
    life_qualifier join = life_qualifier::exact;
    explicit operator bool() const noexcept { return point.has_value(); }
  };
  struct limit_words {
    bool before;
    std::size_t end;
  };

  // "the 2010 crash": a year that tells one event from others.
  [[nodiscard]] bool is_attribute(std::size_t year) const noexcept {
    const life_token& next = t_[year + 1];
    if (year == 0 || !t_.is(year, life_kind::number) || !t_.is(year - 1, life_word::article)) return false;
    return next.kind == life_kind::word && next.value == 0 && !next.glued && t_[year].digits > 2 &&
           (next.part == life_word::other || next.part == life_word::honorific);
  }

  [[nodiscard]] bool is_text(std::size_t i, std::string_view lower) const noexcept {
    const std::string_view word = t_.spelled(i);
    if (t_[i].kind != life_kind::word || word.size() != lower.size()) return false;
    for (std::size_t k = 0; k < word.size(); ++k) {
      if (ascii::to_lower(word[k]) != lower[k]) return false;
    }
    return true;
  }

  // "prior to", "no later than", "not before": a limit in several words.
  [[nodiscard]] std::optional<limit_words> limit_at(std::size_t i) const noexcept {
    if (is_text(i, "prior") && t_.is(i + 1, life_word::to)) return limit_words{true, i + 2};
    if (is_text(i, "sometime") || is_text(i, "some") || is_text(i, "shortly") || is_text(i, "soon")) {
      const std::size_t k = is_text(i + 1, "time") ? i + 2 : i + 1;
      if (t_.is(k, life_word::before)) return limit_words{true, k + 1};
      if (t_.is(k, life_word::after)) return limit_words{false, k + 1};
    }
    if (t_.is(i, life_word::preposition) && is_text(i, "at")) {
      const std::size_t k = t_.is(i + 1, life_word::article) ? i + 2 : i + 1;
      if (is_text(k, "latest")) return limit_words{true, k + 1};
      if (is_text(k, "least") || is_text(k, "earliest")) return limit_words{false, k + 1};
    }
    if (is_text(i, "no") || is_text(i, "not")) {
      const bool earlier = is_text(i + 1, "earlier"), later = is_text(i + 1, "later");
      if ((earlier || later) && is_text(i + 2, "than")) return limit_words{later, i + 3};
      if (t_.is(i + 1, life_word::before)) return limit_words{false, i + 2};
      if (t_.is(i + 1, life_word::after)) return limit_words{true, i + 2};
    }
    return std::nullopt;
  }

  // Returns true if a qualifier or a date begins here: decides that a preposition belongs to the date.
  [[nodiscard]] bool leads_on(std::size_t i) const noexcept {
    const life_token& token = t_[i];
    if (token.kind == life_kind::number || token.value != 0) return true;
    switch (token.part) {
      case life_word::circa:
      case life_word::before:
      case life_word::after:
      case life_word::between:
      case life_word::article:
      case life_word::year_word:
      case life_word::part_of:
      case life_word::season:
      case life_word::weekday:
      case life_word::either:
      case life_word::era_ad:
        return true;
      default:
        return is_text(i, "or");
    }
  }

  [[nodiscard]] static int completed(int year, int digits, int other) noexcept {
    if (digits == 1) return other / 10 * 10 + year;
    if (digits == 2) return other / 100 * 100 + year;
    return year;
  }

  // After the first point: a second one in the same statement.
  [[nodiscard]] std::optional<qualified_date> read_points(std::size_t i, bool between) const noexcept {
    point_end first = read_point(i, true);
    if (!first && between) first = read_point(i);  // "between March and May 1638"
    if (!first) return std::nullopt;
    qualified_date out{.first = *first.point, .end = first.end};
    std::size_t at = first.end;
    if (first.join != life_qualifier::exact) {
      out.second = first.second;
      out.qualifier = between ? life_qualifier::between : first.join;
      return out;
    }
    if (between) {
      if (t_.is(at, life_word::conjunction_and) || t_.is(at, life_word::to) || t_.is_dash(at)) {
        const point_end second = read_point(skip_circa(at + 1));
        if (!second) return std::nullopt;
        out.second = *second.point;
        out.qualifier = life_qualifier::between;
        out.end = second.end;
        // "between 28 September 1693 and 1713": the year is a limit of its own.
        const bool year_alone = out.first.has_year() && out.second.month == 0;
        return share(out, !year_alone);
      }
      if (!out.first.has_year()) return std::nullopt;
    }
    if (t_.is_mark(at, ',') && t_.is(at + 1, life_word::conjunction_or)) ++at;
    if (t_.is_mark(at, '/') && is_of_hijra(at + 1)) return out;
    const bool slash = t_.is_mark(at, '/');
    const bool cross = t_.is_mark(at, 'x') || (is_text(at, "x") && t_[at].length == 1);
    if (slash || cross || t_.is(at, life_word::conjunction_or)) {
      const std::size_t from = t_.is(at + 1, life_word::preposition) ? at + 2 : at + 1;
      const point_end second = read_point(skip_circa(from));
      if (second) {
        out.second = *second.point;
        out.qualifier = cross ? life_qualifier::between : life_qualifier::either;
        out.end = second.end;
        return share(out);
      }
      if (t_.is(from, life_kind::number) && t_[from].digits <= 2 && out.first.has_year() && !t_.month(from + 1)) {
        life_point short_year = out.first;  // "1869/70", "1421/2"
        short_year.year = completed(t_[from].value, t_[from].digits, out.first.year);
        if (short_year.year > out.first.year) {
          out.second = short_year;
          out.qualifier = life_qualifier::either;
          out.end = era_after(from + 1, out.second);
          return share(out);
        }
      }
    }
    if (!out.first.has_year()) {
      // "20 November – 7 December 1650": a life within one year, or the limits of one date. The caller decides.
      if (!t_.is_dash(at)) return std::nullopt;
      const point_end second = read_point(at + 1);
      if (!second || !second.point->has_year() || second.point->day == 0) return std::nullopt;
      out.shares_year = true;
    }
    return out;
  }

  // Parts that only one of two points has count for both.
  [[nodiscard]] static std::optional<qualified_date> share(qualified_date out, bool month = true) noexcept {
    life_point& a = out.first;
    life_point& b = out.second;
    if (!b.has_year()) return std::nullopt;
    if (!a.has_year()) {
      a.year = b.year;
      a.year_digits = b.year_digits;
    }
    if (b.era_said && !a.era_said) {
      a.in = b.in;
      a.era_said = true;
    }
    if (b.year_digits <= 2 && !b.era_said && b.month == 0 && a.year_digits >= 3) {
      b.year = completed(b.year, b.year_digits, a.year);
      b.year_digits = a.year_digits;
    }
    if (month && b.month == 0 && a.month != 0) {
      b.month = a.month;  // "5 July 1251 or 1253"
      b.day = a.day;
    }
    return out;
  }

  [[nodiscard]] std::size_t skip_circa(std::size_t i) const noexcept {
    while (t_.is(i, life_word::circa) || (t_.is(i, life_word::article)) ||
           (t_.is_mark(i, '.') && t_.is(i - 1, life_word::circa))) {
      ++i;
    }
    return i;
  }

  // A bracket within a date, "[O.S. 3 April]", is skipped.
  [[nodiscard]] std::size_t skip_aside(std::size_t i) const noexcept {
    return t_.is(i, life_kind::open) && t_[i].match != i && is_old_style(i) ? t_[i].match + 1 : i;
  }
  [[nodiscard]] bool is_old_style(std::size_t open) const noexcept {
    const std::size_t limit = t_[open].match < open + 16 ? t_[open].match : open + 16;
    for (std::size_t i = open + 1; i < limit; ++i) {
      if (t_.is(i, life_word::old_style)) return true;
      if ((is_text(i, "o") || is_text(i, "n")) && t_.is_mark(i + 1, '.') && is_text(i + 2, "s")) return true;
      if (is_text(i, "old") || is_text(i, "new") || is_text(i, "julian") || is_text(i, "gregorian")) return true;
    }
    return false;
  }

  // The era that follows a year, if one does; returns where the next token is.
  std::size_t era_after(std::size_t i, life_point& point) const noexcept {
    bool before = false;
    std::size_t end = 0;
    if (t_.is(i, life_word::era_bc) || t_.is(i, life_word::era_ad)) {
      before = t_.is(i, life_word::era_bc);
      end = i + 1;
    } else if ((is_text(i, "b") || is_text(i, "a") || is_text(i, "c")) && t_.is_mark(i + 1, '.') && t_[i + 1].glued) {
      // B.C., B.C.E., A.D., C.E.
      std::size_t k = i + 2;
      if (is_text(i, "b") && is_text(k, "c")) {
        before = true;
        end = t_.is_mark(k + 1, '.') ? k + 2 : k + 1;
        if (is_text(end, "e")) end = t_.is_mark(end + 1, '.') ? end + 2 : end + 1;
      } else if ((is_text(i, "a") && is_text(k, "d")) || (is_text(i, "c") && is_text(k, "e"))) {
        end = t_.is_mark(k + 1, '.') ? k + 2 : k + 1;
      }
    }
    if (end == 0) return i;
    point.in = before ? era::bce : era::ce;
    point.era_said = true;
    return end;
  }

  // "AD 37": the year's place, or i.
  [[nodiscard]] std::size_t era_before(std::size_t i, bool& said) const noexcept {
    if (t_.is(i, life_word::era_ad) && t_.is(i + 1, life_kind::number)) {
      said = true;
      return i + 1;
    }
    if (is_text(i, "a") && t_.is_mark(i + 1, '.') && is_text(i + 2, "d") && t_.is_mark(i + 3, '.') &&
        t_.is(i + 4, life_kind::number)) {
      said = true;
      return i + 4;
    }
    return i;
  }

  // "AH", "SH": years of the Islamic calendars.
  [[nodiscard]] bool is_other_calendar(std::size_t i) const noexcept {
    const std::string_view word = t_.spelled(i);
    if (word == "AH" || word == "SH" || word == "Hijri" || word == "Hijra") return true;
    return (word == "A" || word == "S") && t_.is_mark(i + 1, '.') && t_[i + 1].glued && t_.spelled(i + 2) == "H" &&
           t_[i + 2].glued;
  }

  // A year has three or four digits, fewer beside an era. Part of a number, amount or word is not a year.
  [[nodiscard]] point_end read_year(std::size_t i, bool beside_month) const noexcept {
    life_point point;
    bool said = false;
    i = era_before(i, said);
    const life_token& token = t_[i];
    if (token.kind != life_kind::number || token.digits > 4 || token.value == 0) return {};
    point.year = token.value;
    point.year_digits = token.digits;
    std::size_t end = i + 1;
    if (t_[end].kind == life_kind::word && t_[end].glued && is_text(end, "s") && token.value % 10 == 0) {
      if (token.value % 100 == 0) return {};  // "1900s": ten years or a hundred
      point.years = 10;
      ++end;
    } else if (t_.is_mark(end, '\'') && t_[end].glued && is_text(end + 1, "s") && t_[end + 1].glued) {
      if (token.value % 100 == 0) return {};
      point.years = 10;
      end += 2;
    }
    if (is_other_calendar(end)) {
      // "985 AH (1577 AD)": the year of the common era, where it is given.
      const std::size_t k = t_.is_mark(end + 1, '.') ? end + 2 : end + 1;
      if (t_.is_mark(k, '/')) return read_year(k + 1, beside_month);
      if (!t_.is(k, life_kind::open) || t_[k].match == k) return {};
      point_end inner = read_year(k + 1, false);
      if (inner.end != t_[k].match) return {};
      ++inner.end;
      return inner;
    }
    end = era_after(end, point);
    if (said) point.era_said = true;
    if (!point.era_said) {
      if (token.value > last_life_year) return {};
      if (token.digits < 3 && !beside_month) return {};
      if (token.digits < 3 && beside_month) point.year_digits = token.digits;  // "12 July 37": needs its other date
    }
    if (t_[end].kind == life_kind::word && t_[end].glued && !t_.month(end) && end == i + 1) return {};
    if (!beside_month && i > 0) {
      const life_token& left = t_[i - 1];
      if (token.glued && left.kind == life_kind::word && left.part != life_word::circa &&
          left.part != life_word::born && left.part != life_word::died && !said) {
        return {};
      }
      // "Tu-154"
      if (token.glued && left.kind == life_kind::hyphen && left.glued && i > 1 && t_[i - 2].kind == life_kind::word &&
          t_.month(i - 2) == 0 && t_[i + 1].kind == life_kind::word && token.digits < 4) {
        return {};
      }
      if (is_text(i - 1, "ah")) return {};  // a year of the Hijra
      // "10/13/1973": nobody knows which number is the month.
      const bool parted = left.glued && token.glued && (left.mark == '/' || left.kind == life_kind::hyphen);
      if (parted && i > 3 && t_[i - 2].kind == life_kind::number && t_[i - 2].digits <= 2 && t_[i - 2].glued &&
          (t_[i - 3].mark == '/' || t_[i - 3].kind == life_kind::hyphen) && t_[i - 4].kind == life_kind::number &&
          t_[i - 4].digits <= 2) {
        return {};
      }
      if (left.kind == life_kind::mark && (left.mark == '$' || left.mark == '#' || left.mark == '_')) return {};
      if (token.glued && left.kind == life_kind::mark && (left.mark == ',' || left.mark == '.' || left.mark == ':') &&
          left.glued && i > 1 && t_[i - 2].kind == life_kind::number) {
        return {};
      }
    }
    if (t_[end].kind == life_kind::mark && t_[end].glued) {
      const char mark = t_[end].mark;
      if (mark == '%') return {};
      if ((mark == ',' || mark == '.' || mark == ':') && t_[end + 1].kind == life_kind::number && t_[end + 1].glued) {
        return {};
      }
    }
    return {point, end, {}, {}};
  }

  // A year after a day and month: commas, "of" and an old style bracket may stand between.
  [[nodiscard]] point_end read_year_after(std::size_t i) const noexcept {
    i = skip_aside(i);
    if (t_.is_mark(i, '.')) ++i;
    if (t_.is_mark(i, ',')) ++i;
    if (t_.is(i, life_word::of) || (is_text(i, "in") && t_[i + 1].digits == 4)) ++i;
    i = skip_aside(i);
    return read_year(i, true);
  }

  [[nodiscard]] static bool is_day(const life_token& token) noexcept {
    return token.kind == life_kind::number && token.digits <= 2 && token.value >= 1 && token.value <= 31;
  }

  // "st", "nd", "rd" or "th" after a day.
  [[nodiscard]] std::size_t skip_ordinal(std::size_t i) const noexcept {
    if (!t_[i].glued) return i;
    return is_text(i, "st") || is_text(i, "nd") || is_text(i, "rd") || is_text(i, "th") ? i + 1 : i;
  }

  [[nodiscard]] std::size_t after_month(std::size_t i) const noexcept {
    return t_.is_mark(i + 1, '.') && t_[i + 1].glued ? i + 2 : i + 1;
  }

  // One date. `several` allows "14/15 January" and "1–25 March".
  [[nodiscard]] point_end read_point(std::size_t i, bool several = false) const noexcept {
    if (t_.is(i, life_word::weekday)) i = t_.is_mark(i + 1, ',') ? i + 2 : i + 1;
    if (t_.is(i, life_word::article) && (is_day(t_[i + 1]) || t_.is(i + 1, life_kind::number))) ++i;
    if (is_day(t_[i])) {
      const point_end found = read_day_first(i, several);
      if (found) return found;
    }
    if (t_.month(i) != 0) return read_month_first(i, several);
    if (const point_end found = read_iso(i)) return found;
    if (const point_end found = read_masked(i)) return found;
    if (several) {
      if (const point_end found = read_years_of_era(i)) return found;
    }
    return read_year(i, false);
  }

  // "12 July 1637", "12th of July, 1637", "14/15 January 936", "1–25 March 1157".
  [[nodiscard]] point_end read_day_first(std::size_t i, bool several) const noexcept {
    life_point point;
    point.day = t_[i].value;
    std::size_t k = skip_ordinal(i + 1);
    int other_day = 0;
    life_qualifier join = life_qualifier::either;
    if (several &&
        (t_.is_mark(k, '/') || t_.is_dash(k) || t_.is(k, life_word::conjunction_or) ||
         t_.is(k, life_word::conjunction_and) || t_.is(k, life_word::to)) &&
        is_day(t_[k + 1])) {
      if (t_[k].mark == '+') return {};
      other_day = t_[k + 1].value;
      join =
          t_.is_mark(k, '/') || t_.is(k, life_word::conjunction_or) ? life_qualifier::either : life_qualifier::between;
      k = skip_ordinal(k + 2);
    }
    if (t_.is(k, life_word::of)) ++k;
    if (t_.is_mark(k, '.') && t_[k].glued && t_.month(k + 1) != 0) ++k;  // "13. October 1973"
    if (t_.month(k) == 0) return {};
    point.month = t_.month(k);
    k = after_month(k);
    int other_month = 0;
    if (several && other_day == 0 && t_.is_mark(k, '/') && t_.month(k + 1)) {
      other_month = t_.month(k + 1);
      k = after_month(k + 1);
    }
    const point_end year = read_year_after(k);
    if (year && year.point->years == 1) {
      point.year = year.point->year;
      point.year_digits = year.point->year_digits;
      point.in = year.point->in;
      point.era_said = year.point->era_said;
      k = skip_aside(year.end);
    }
    if (other_month != 0) return {};
    if (other_day == 0) return {point, k, {}, {}};
    if (!year || other_day <= point.day) return {};
    life_point second = point;
    second.day = other_day;
    return {point, k, second, join};
  }

  // "July 12, 1637", "July 1637", "July/August 1637".
  [[nodiscard]] point_end read_month_first(std::size_t i, bool several) const noexcept {
    life_point point;
    point.month = t_.month(i);
    std::size_t k = after_month(i);
    int other = 0;
    life_qualifier join = life_qualifier::either;
    if (several && (t_.is_mark(k, '/') || t_.is(k, life_word::conjunction_or) || t_.is_dash(k)) &&
        t_.month(k + 1) > point.month) {
      const std::size_t year = after_month(k + 1);
      if (t_.is(year, life_kind::number) && t_[year].digits >= 3) {
        join = t_.is_dash(k) ? life_qualifier::between : life_qualifier::either;
        other = t_.month(k + 1);
        k = year;
      }
    }
    if (t_.is(k, life_word::article)) ++k;
    // "January, 12 1987"
    if (t_.is_mark(k, ',') && is_day(t_[k + 1]) && t_[k + 2].kind == life_kind::number && t_[k + 2].digits == 4) ++k;
    int other_day = 0;
    if (other == 0 && is_day(t_[k])) {
      std::size_t end = skip_ordinal(k + 1);
      if (several && (t_.is_mark(end, '/') || t_.is_dash(end) || t_.is(end, life_word::conjunction_or)) &&
          t_[end].mark != '+' && is_day(t_[end + 1]) && t_[end + 1].value > t_[k].value) {
        const std::size_t after = skip_ordinal(end + 2);
        if (read_year_after(after)) {
          other_day = t_[end + 1].value;
          join = t_.is_dash(end) ? life_qualifier::between : life_qualifier::either;
          end = after;
        }
      }
      point.day = t_[k].value;
      const point_end year = read_year_after(end);
      if (year && year.point->years == 1) {
        point.year = year.point->year;
        point.year_digits = year.point->year_digits;
        point.in = year.point->in;
        point.era_said = year.point->era_said;
        end = skip_aside(year.end);
      } else if (t_.is(end, life_word::era_ad) || t_.is(end, life_word::era_bc)) {
        return {};
      }
      if (other_day == 0) return {point, end, {}, {}};
      life_point second = point;
      second.day = other_day;
      return {point, end, second, join};
    }
    if (t_.is_mark(k, ',') || t_.is(k, life_word::of)) ++k;
    k = skip_aside(k);
    const point_end year = read_year(k, true);
    if (!year) return several ? point_end{} : point_end{point, k, {}, {}};
    if (year.point->years != 1) return {};
    life_point full = *year.point;
    full.month = point.month;
    if (other == 0) return {full, skip_aside(year.end), {}, {}};
    life_point second = full;
    second.month = other;
    return {full, skip_aside(year.end), second, join};
  }

  // "74/73 BCE", "149/8 BC": two years of one era, which the second has.
  [[nodiscard]] point_end read_years_of_era(std::size_t i) const noexcept {
    const life_token& token = t_[i];
    if (token.kind != life_kind::number || token.digits > 4 || token.value == 0) return {};
    if (!t_.is_mark(i + 1, '/') && !t_.is(i + 1, life_word::conjunction_or)) return {};
    const point_end last = read_year(i + 2, false);
    if (!last || !last.point->era_said || last.point->years != 1) return {};
    if (token.glued && t_[i - 1].kind != life_kind::open && !t_.is_dash(i - 1)) return {};
    life_point first = *last.point, second = *last.point;
    first.year = token.value;
    first.year_digits = token.digits;
    second.year =
        second.year_digits < token.digits ? completed(second.year, second.year_digits, token.value) : second.year;
    if (first.year == second.year) return {};
    return {first, last.end, second, life_qualifier::either};
  }

  // 1637-07-12
  [[nodiscard]] point_end read_iso(std::size_t i) const noexcept {
    if (!(t_[i].kind == life_kind::number && t_[i].digits == 4)) return {};
    const auto part = [&](std::size_t k) {
      return t_.is(k, life_kind::hyphen) && t_[k].glued && t_.is(k + 1, life_kind::number) && t_[k + 1].glued &&
             t_[k + 1].digits == 2;
    };
    if (!part(i + 1) || !part(i + 3)) return {};
    const int month = t_[i + 2].value, day = t_[i + 4].value;
    if (month < 1 || month > 12 || day < 1 || day > 31 || t_[i].value == 0) return {};
    life_point point;
    point.year = t_[i].value;
    point.month = month;
    point.day = day;
    point.year_digits = 4;
    return {point, i + 5, {}, {}};
  }

  // "17**", "15??": a year of which only the century is known.
  [[nodiscard]] point_end read_masked(std::size_t i) const noexcept {
    if (!t_.is(i, life_kind::number) || t_[i].digits != 2 || t_[i].value < 10 || t_[i].value > 20) return {};
    const char mark = t_[i + 1].kind == life_kind::mark ? t_[i + 1].mark : '\0';
    const bool spaced = mark == '?' && !t_[i + 1].glued;  // "16 ??"
    if ((mark != '*' && mark != '?') || !(t_[i + 1].glued || spaced) || !t_.is_mark(i + 2, mark) || !t_[i + 2].glued) {
      return {};
    }
    life_point point;
    point.year = t_[i].value * 100;
    point.year_digits = 4;
    point.years = 100;
    return {point, i + 3, {}, {}};
  }

  const life_text& t_;
};

/// The point as a partial date; nothing if the calendar does not have it.
[[nodiscard]] inline std::optional<partial_date> partial_of(const life_point& point) noexcept {
  const auto year = astronomical_year(point.year, point.in);
  if (!year) return std::nullopt;
  if (point.month > 12) return std::nullopt;
  return make_date(*year, point.month, point.day).value;
}

/// The first and the last date that a point may be as partial dates: a decade has ten years.
struct life_limits {
  partial_date first, last;
};
[[nodiscard]] inline std::optional<life_limits> limits_of(const life_point& point) noexcept {
  life_point plain = point;
  if (plain.month > 12) plain.month = 0;
  const auto first = partial_of(plain);
  if (!first) return std::nullopt;
  partial_date last = *first;
  last.year = static_cast<std::int16_t>(last.year + point.years - 1);
  return life_limits{*first, last};
}

/// The date as a statement; nothing if the calendar does not have it or its year is incomplete.
[[nodiscard]] inline stated_date state(const qualified_date& date) noexcept {
  const auto incomplete = [](const life_point& p) { return p.year_digits < 3 && !p.era_said; };
  if (date.refused) return {};
  if (date.whole) return date.whole;
  if (!date.first.has_year() || incomplete(date.first)) return {};
  if (date.first.month > 12 && date.qualifier <= life_qualifier::approximate) {
    const auto year = astronomical_year(date.first.year, date.first.in);
    if (!year) return {};
    date_term term = term_of(partial_date{*year, 0, 0});
    term.month = static_cast<std::uint8_t>(date.first.month);
    return with_doubt(stated(term),
                      date.qualifier == life_qualifier::approximate ? date_doubt::approximate : date_doubt::none);
  }
  const auto a = limits_of(date.first);
  if (!a) return {};
  switch (date.qualifier) {
    case life_qualifier::exact:
    case life_qualifier::approximate:
      if (!(a->first == a->last)) return interval(a->first, a->last);
      return date.qualifier == life_qualifier::approximate ? approximate(a->first) : stated(a->first);
    case life_qualifier::before:
      return before(a->last);
    case life_qualifier::after:
      return after(a->first);
    case life_qualifier::between:
    case life_qualifier::either: {
      if (incomplete(date.second)) return {};
      const auto b = limits_of(date.second);
      if (!b) return {};
      const bool ordered = date_key(a->first) <= date_key(b->last);
      const partial_date from = ordered ? a->first : b->first, to = ordered ? b->last : a->last;
      if (from == to) return stated(from);
      // "25 April/7 May 1840": one day in both calendars.
      const bool days = has_day(from) && has_day(to) && ordered && date.qualifier == life_qualifier::either;
      if (days && julian_day_number({from.year, from.month, from.day}) == day_number({to.year, to.month, to.day})) {
        return stated(to, calendar_model::dual);
      }
      if (date.qualifier == life_qualifier::either) return one_of({from, to});
      return date.doubted ? with_doubt(interval(from, to), date_doubt::approximate) : interval(from, to);
    }
  }
  return {};
}

}  // namespace detail
}  // namespace v0_1
}  // namespace mhqa
