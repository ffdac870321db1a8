// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The dates of a life in the bracket after a name: "(born Marc Zaffran; 22 February 1955)", "(c. 772 – 4
// December 811)", "(baptised 1 September 1653 – buried 9 March 1706)". A date belongs to the event that the words
// before it name.
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/date/detail/life_date.hpp>
#include <mhqa/date/detail/life_text.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

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

inline constexpr int longest_life = 120;

/// Gives a year of few digits those of an earlier one: "35" after 1513 is 1535. False if it is not later then.
[[nodiscard]] inline bool complete_short_year(date_element& e, int earlier) noexcept {
  const int scale = e.digits == 1 ? 10 : e.digits == 2 ? 100 : 10'000;
  e.year += earlier / scale * scale;
  e.digits = 4;
  return e.year > earlier;
}

enum class life_event_word : std::uint8_t { none, birth, death, baptism, burial, other };

/// Fills in what the second date of a life leaves to the first ("1926–7") and the first to the second ("100–44 BC").
///
/// Errors: false if the years cannot be completed
[[nodiscard]] inline bool complete_life_dates(qualified_date& born, qualified_date& died) noexcept {
  const date_element last = died.last();
  // "28 April 32 – 16 April 69": no year stands there for which these could be short.
  if (is_short(born.first()) && last.digits <= 2 && last.era == era_said::none) born.first().era = era_said::common;
  for (date_element* const e : {&born.first(), &born.last()}) {
    if (last.era == era_said::none || e->era != era_said::none || e->digits == 0) continue;
    if (last.era == era_said::before_common && e->year < last.year) return false;
    e->era = last.era;
  }
  for (date_element* const e : {&died.first(), &died.last()}) {
    if (!is_short(*e)) continue;
    const int year = born.last().year;
    if (born.last().era == era_said::before_common || year < 100) {
      e->era = era_said::common;  // "8 BC – June 59"
      continue;
    }
    if (e->month != 0) return false;  // "1900 – 5 May 57": two digits beside a month are refused
    if (!complete_short_year(*e, year)) return false;
  }
  return true;
}

/// Returns true if a life may begin with the first and end with the second date.
[[nodiscard]] inline bool is_possible_life(const stated_date& born, const stated_date& died) noexcept {
  const auto year_of = [](const date_term& term) { return static_cast<int>(term.year); };
  const auto key = [](const date_term& term, bool upper) {
    const int month = term.month == 0 || term.month > 12 ? (upper ? 12 : 1) : term.month;
    const int day = term.day == 0 ? (upper ? 31 : 1) : term.day;
    return (term.year * 16 + month) * 32 + day;
  };
  const date_term& from = born.first().what == date_term::end::date ? born.first() : born.last();
  const date_term& to = died.last().what == date_term::end::date ? died.last() : died.first();
  const bool open = is_before(born) || is_after(died);
  if (!open && key(from, false) > key(to, true)) return false;
  if (is_after(born) && key(born.first(), false) > key(to, true)) return false;
  // The shortest life that the statements allow is not longer than any life.
  const date_term& latest_birth = born.last().what == date_term::end::date ? born.last() : born.first();
  const date_term& earliest_death = died.first().what == date_term::end::date ? died.first() : died.last();
  if (is_after(born) || is_before(died)) return true;
  return year_of(earliest_death) - year_of(latest_birth) <= longest_life;
}

// "35" in "1513–35"; not the day of "1513–35 May".
[[nodiscard]] inline bool is_short_year(const life_text& t, std::size_t i) noexcept {
  const life_token& next = t[i + 1];
  const bool era = next.part == life_word::era_ad || next.part == life_word::era_bc;
  const bool bound = (next.kind == life_kind::word && !era && next.part != life_word::circa) ||
                     (next.kind == life_kind::number && next.glued);
  return t.is(i, life_kind::number) && t[i].digits <= 2 && t[i].value != 0 && t.month(i + 1) == 0 && !bound &&
         !t.is_mark(i + 1, '/');
}

// Returns true if a bracket with one date and no word may be a birth: "(Palermo, April 8, 1964)", not "(Ph.D.,
// Stanford, 1979)" or "(SR 582)".
[[nodiscard]] inline bool is_plain_birth(const life_text& t, std::size_t begin, std::size_t end,
                                         const qualified_date& date) noexcept {
  if (date.first().month != 0) return true;
  if (date.first().digits < 4) return false;
  for (std::size_t i = begin; i < date.begin && i < end; ++i) {
    if (t[i].kind == life_kind::word && (t[i].length <= 2 && t[i].capital)) return false;
    if (t.spelled(i) == "University" || t.spelled(i) == "College" || t.spelled(i) == "School") return false;
    if (t[i].kind == life_kind::number) return false;
  }
  return true;
}

// "12 Foo 1900": a day, then a word other than a month, then the year.
[[nodiscard]] inline bool follows_unknown_month(const life_text& t, std::size_t begin,
                                                const qualified_date& date) noexcept {
  if (date.first().month != 0 || date.begin < begin + 2 || !t.is(date.begin, life_kind::number)) return false;
  const life_token& word = t[date.begin - 1];
  const life_token& day = t[date.begin - 2];
  return word.kind == life_kind::word && word.part == life_word::other && day.kind == life_kind::number &&
         day.digits <= 2 && day.value != 0 && day.value <= 31;
}

// The token after "c.", or i.
[[nodiscard]] inline std::size_t after_circa(const life_text& t, std::size_t i) noexcept {
  if (!t.is(i, life_word::circa)) return i;
  return t.is_mark(i + 1, '.') ? i + 2 : i + 1;
}

// "c. 7 – 43 AD", "57 – 9 April 88", "c. 45 – c. 66": the first year has no more than two digits. It is read only
// beside a second date with an era, or with as few digits and a month or a "c.": a short year is not short for another
// if none stands before it.
[[nodiscard]] inline std::optional<qualified_date> first_short_year(const life_text& t, const life_date_reader& dates,
                                                                    std::size_t i) noexcept {
  const std::size_t at = after_circa(t, i);
  const life_token& year = t[at];
  if (year.kind != life_kind::number || year.digits > 2 || year.value == 0 || t.month(at + 1) != 0) return std::nullopt;
  if (t[i].glued && t[i - 1].kind != life_kind::open) return std::nullopt;
  if (!t.is_dash(at + 1)) return std::nullopt;
  const auto died = dates.read(at + 2);
  const std::size_t short_death = after_circa(t, at + 2);
  const bool of_era = died && died->first().era != era_said::none;
  const bool full = died && died->first().month != 0 && is_short(died->first());
  const bool both_circa = at != i && short_death != at + 2 && is_short_year(t, short_death);
  if (!of_era && !(full && died->first().year > year.value) && !(both_circa && t[short_death].value > year.value)) {
    return std::nullopt;
  }
  return dates.short_year(i, at);
}

// Returns true if a year and another one after a dash are the limits of one event: "died 1561–62", "d. 1721 – 1723".
// The word before the years separates such a range from a life of less than ten years.
[[nodiscard]] inline bool is_range_of_years(life_event_word event, const qualified_date& from,
                                            const qualified_date& to) noexcept {
  if (event != life_event_word::birth && event != life_event_word::death) return false;
  const date_element& first = from.first();
  date_element last = to.first();
  constexpr int longest_range = 10;
  return first.kind == element_kind::number && last.kind == element_kind::number && first.digits >= 3 &&
         from.is_single() && to.is_single() && last.doubt == 0 &&
         (first.era == era_said::before_common) == (last.era == era_said::before_common) &&
         complete_short_year(last, first.year) && last.year - first.year <= longest_range;
}

inline void join_years(qualified_date& from, const qualified_date& to) noexcept {
  date_element last = to.first();
  static_cast<void>(complete_short_year(last, from.first().year));
  last.doubt = from.first().doubt;
  last.era = from.first().era;
  from.said.extend_to(last);
  from.end = to.end;
}

// "(in Bouxwiller – 25 April 1666": a place alone stands before the dash.
[[nodiscard]] inline bool lies_in_place(const life_text& t, std::size_t begin, std::size_t end) noexcept {
  if (!t.is(begin, life_word::preposition) || begin + 1 >= end) return false;
  for (std::size_t i = begin + 1; i < end; ++i) {
    if (!t.is_mark(i, ',') && !(t.is(i, life_kind::word) && t[i].capital)) return false;
  }
  return true;
}

// "Birstein, 29 December 1560 Birstein, 21 May 1633": two days with nothing but places between.
[[nodiscard]] inline bool lacks_dash(const life_text& t, const qualified_date& born,
                                     const qualified_date& died) noexcept {
  if (born.first().day == 0 || died.first().day == 0 || died.first().year <= born.first().year) return false;
  for (std::size_t i = born.end; i < died.begin; ++i) {
    const bool place = t.is(i, life_kind::word) && t[i].capital && t[i].part == life_word::other;
    if (!place && !t.is_mark(i, ',') && !t.is(i, life_word::preposition)) return false;
  }
  return true;
}

/// Reads tokens [begin, end) as what stands in a bracket after a name.
///
/// Shape: `bare` allows dates without a word ("1593 – 1637"), which a bracket may have and running text may not
/// Cost:  linear in the tokens; brackets within are passed over
[[nodiscard]] inline life_findings read_life_bracket(const life_text& t, std::size_t begin, std::size_t end,
                                                     bool bare) noexcept {
  struct item {
    qualified_date date;
    life_event_word event;
    bool dash;  // a dash leads from the item before to this one
    bool gap;   // nothing but blanks and commas stands between
  };
  constexpr std::size_t most = 6;
  constexpr std::size_t longest_way = 12;  // from "born" to its date in running text, in tokens
  std::size_t marker = begin;
  std::array<item, most> items{};
  std::size_t count = 0;
  life_findings out;
  const life_date_reader dates{t};
  // "b.", "d." and "r." are words; "B." and a letter by itself are parts of names.
  const auto is_initial = [&](std::size_t i) {
    if (t.spelled(i).size() > 2) return false;
    if (t[i].glued && t.is(i - 1, life_kind::number)) return true;  // "F.2d 511"
    // "(b Halifax, 22 Oct. 1879; d London, 29 Sept. 1959)"
    if (bare && !t[i].capital && (i == begin || t.is_mark(i - 1, ';')) && t[i + 1].capital) return false;
    return t[i].capital || (!t.is_mark(i + 1, '.') && !t.is(i + 1, life_kind::number));
  };
  life_event_word event = life_event_word::none;
  bool dash = false, leading = true, gap = false, trailing = false, unknown = false, naming = false;
  bool married = false;        // since the last semicolon
  bool of_spouse = false;      // "(m. 1599; d. 1611)" begins with a marriage
  bool last_is_short = false;  // the last date is the "8" of "863–8"
  bool open_ended = false;     // "(1595, Bouxwiller –, Bouxwiller)"
  for (std::size_t i = begin; i < end && count < most;) {
    const life_token& token = t[i];
    if (token.kind == life_kind::open && token.match != i && token.match < end) {
      // "born (February 11, 1966)" has the date itself in a bracket.
      const bool of_event = event != life_event_word::none && marker + 1 == i && i != begin;
      const auto inner = of_event ? dates.read(i + 1) : std::nullopt;
      i = inner && inner->end == token.match ? i + 1 : token.match + 1;
      continue;
    }
    if (!bare && i > marker + longest_way) event = life_event_word::none;
    std::optional<qualified_date> found = dates.read(i);
    bool short_year = false;
    // "1801–03 – 5 May 1870": the 3rd of May has no dash before it.
    if (found && dash && count != 0 && token.glued && t[i - 1].glued && t[i - 1].mark == '-' && t.is_dash(i + 1) &&
        items[count - 1].date.end + 1 == i && items[count - 1].date.first().month == 0 && token.digits == 2) {
      found.reset();
    }
    if (!found && dash && count != 0 && items[count - 1].date.end + 1 == i) {
      const std::size_t at = after_circa(t, i);
      if (is_short_year(t, at) && !dates.is_of_hijra(i)) {
        found = dates.short_year(i, at);  // "1513–35", "c. 45 – c. 66"
        short_year = at == i;
      }
    }
    if (!found && bare && count == 0 && event != life_event_word::death) found = first_short_year(t, dates, i);
    if (found && found->end <= end && count != 0 && dash && event == life_event_word::none &&
        items[count - 1].date.end + 1 == found->begin &&
        is_range_of_years(items[count - 1].event, items[count - 1].date, *found)) {
      join_years(items[count - 1].date, *found);  // "died 1561–62"
      i = found->end;
      dash = trailing = false;
      continue;
    }
    if (found && !bare && found->first().month == 0 && t.is(found->begin - 1, life_word::of))
      found.reset();  // "of 1950 wounds"
    if (found && found->end <= end && follows_unknown_month(t, begin, *found)) {
      out.unreadable = true;
      event = life_event_word::other;
    }
    if (found && found->end <= end) {
      // "(– 1066)", "(李, ? – 1565)", "(born Ann Lee; – 1565)", "(née Lee, – 1565)"
      const bool unborn = event == life_event_word::none || (event == life_event_word::birth && leading);
      const bool follows_dash = t.is_dash(found->begin - 1) && found->begin > begin;
      if (dash && count == 0 && unborn && (leading || unknown)) event = life_event_word::death;
      if (count == 0 && event == life_event_word::none && follows_dash) {
        if (t.is_mark(found->begin - 2, ',') || lies_in_place(t, begin, found->begin - 1)) {
          event = life_event_word::death;
        } else {
          out.after_dash = t.is(found->begin - 1, life_kind::dash);
        }
      }
      if (count == 2 && event == life_event_word::none && dash && last_is_short &&
          items[0].event == life_event_word::none &&
          is_range_of_years(life_event_word::birth, items[0].date, items[1].date)) {
        join_years(items[0].date, items[1].date);  // "863–8 – March 925"
        count = 1;
      }
      last_is_short = short_year;
      items[count++] = {*found, event, dash && !leading, gap && !leading};
      out.full = out.full || found->first().month != 0;
      i = found->end;
      event = life_event_word::none;
      dash = leading = trailing = unknown = false;
      gap = true;
      continue;
    }
    const life_event_word previous = event;
    switch (token.part) {
      case life_word::born:
        if (is_initial(i) || (!bare && (t.spelled(i) != "born" || i == begin))) break;
        event = life_event_word::birth;
        break;
      case life_word::died:
      case life_word::death:
        if (!t[i].capital && token.length > 1 && !ascii::is_letter(t.spelled(i)[0])) {
          if (bare) event = life_event_word::death;  // a dagger
          break;
        }
        if (is_initial(i) || (!bare && t.spelled(i) != "died")) break;
        event = life_event_word::death;
        break;
      case life_word::killed:
        // "killed 115 people" tells of a thing, "was killed" of a person.
        if (!bare && !t.is(i - 1, life_word::past) && !t.is(i - 1, life_word::adverb)) break;
        event = life_event_word::death;
        break;
      case life_word::baptised:
        event = life_event_word::baptism;
        break;
      case life_word::buried:
        event = life_event_word::burial;
        break;
      case life_word::reign:
      case life_word::floruit:
      case life_word::event:
      case life_word::relative:
        if (is_initial(i)) break;
        event = life_event_word::other;
        if (t.spelled(i) == "m" || t.spelled(i) == "married") {
          of_spouse = of_spouse || count == 0;
          married = true;
        }
        naming = token.length == 5 && t.spelled(i) == "known";  // "also known as Lady Olivier after 1947"
        break;
      default:
        break;
    }
    if (bare && t.is_mark(i, '*')) event = life_event_word::birth;
    // "b. 1820, m. Ann Lee, b. 1825, d. 1890": what follows a marriage is the spouse's, up to a semicolon.
    married = married && !t.is_mark(i, ';');
    if (married && event != previous && event != life_event_word::other) event = life_event_word::other;
    if (event != previous) marker = i;
    if (event != previous && (event == life_event_word::birth || event == life_event_word::death)) out.words = true;
    if (t.is_dash(i)) {
      dash = trailing = true;
      if (count == 1 && (t.is_mark(i + 1, ',') || t.is_mark(i + 1, ';'))) open_ended = true;
      // "(baptised – 31 March 1703)" has lost the date of the baptism.
      if (count == 0 && event == life_event_word::baptism && marker + 1 == i) event = life_event_word::death;
      if (count != 0 && items[count - 1].event == life_event_word::other && event == life_event_word::none) {
        event = life_event_word::other;  // "reigned 1010 – 1020"
      }
      // A dash after a word of the same bracket is no leading dash: "(Petit- Quevilly, 1950)".
    } else if (token.part == life_word::to && count != 0 && items[count - 1].date.end == i) {
      dash = trailing = true;  // "10 BC to AD 54"
    } else if (t.is_mark(i, ';')) {
      if (event == life_event_word::other) event = life_event_word::none;
      dash = false;
      leading = count == 0;  // "(or Couper; – 29 April 1594)"
    } else if (t.is_mark(i, ',')) {
      if (naming) event = life_event_word::none;
      naming = false;
    } else if (token.part == life_word::unknown || t.is_mark(i, '?')) {
      unknown = true;
      if (count == 1 && dash) open_ended = true;  // "(1908 – date of death unknown)"
    } else if (token.kind == life_kind::word || token.kind == life_kind::number) {
      trailing = unknown = false;
      if (leading && !dash && token.part != life_word::circa) leading = false;
    }
    if (!t.is_mark(i, ',')) gap = false;
    ++i;
  }
  // Three years without words: two of them are the limits of one event, if it is clear which ("296–298 – 2 May 373").
  const bool wordless = std::all_of(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(count),
                                    [](const item& each) { return each.event == life_event_word::none; });
  if (wordless && count > 2 && (items[2].dash || items[2].gap)) {
    const bool dashes = count == 3 && items[1].dash && items[2].dash;
    const bool born_range = dashes && is_range_of_years(life_event_word::birth, items[0].date, items[1].date);
    const bool died_range = dashes && is_range_of_years(life_event_word::death, items[1].date, items[2].date);
    if (born_range == died_range) {
      out.unreadable = true;
      return out;
    }
    join_years(items[born_range ? 0 : 1].date, items[born_range ? 1 : 2].date);
    if (born_range) items[1] = items[2];
    count = 2;
  }
  if (count == 0) return out;
  if (count == 2 && bare && lacks_dash(t, items[0].date, items[1].date) && items[0].event == life_event_word::none &&
      items[1].event == life_event_word::none) {
    items[1].gap = true;
  }

  const auto place = [&](const qualified_date& date) {
    const std::optional<placed_date> placed = detail::place(t, date);
    out.unreadable = out.unreadable || !placed;
    return placed;
  };
  const auto pair = [&](qualified_date born, qualified_date died, bool parted) {
    if (!complete_life_dates(born, died)) {
      out.out_of_order = true;
      return;
    }
    auto a = place(born), b = place(died);
    if (!a || !b) {
      out.born = a;
      if (parted) out.died = b;
      return;
    }
    if (!is_possible_life(a->date, b->date) && born.first().digits == 3 && t.is_mark(born.end - 1, '?')) {
      date_element& first = born.first();  // "March 23, 190? – May 10, 1977": a digit that nobody knows
      first.year *= 10;
      first.digits = 4;
      first.doubt = 0;
      date_element last = first;
      last.year += 9;
      born.said.extend_to(last);
      a = place(born);
    }
    if (!a || !is_possible_life(a->date, b->date)) {
      out.out_of_order = true;
      return;
    }
    out.born = a;
    out.died = b;
  };

  using enum life_event_word;
  std::optional<qualified_date> born, died;
  bool parted = false;  // a dash or a word stands before the death, not only a comma
  for (std::size_t k = 0; k < count; ++k) {
    item& it = items[k];
    const bool told = it.event == death;
    life_event_word what = it.event;
    const bool follows = k > 0 && (it.dash || it.gap);
    if (what == none && follows) {
      const life_event_word previous = items[k - 1].event;
      if (previous == birth || previous == baptism || previous == none) what = death;
      if (previous == other) what = other;
      if (previous == death || previous == burial) what = other;
    }
    if (what == none) {
      if (!bare || born || died || out.baptised || out.buried) {
        it.event = other;
        continue;
      }
      what = birth;
      const bool paired = k + 1 < count && (items[k + 1].dash || items[k + 1].gap || items[k + 1].event == death ||
                                            items[k + 1].event == burial);
      out.single = !paired && !((trailing || open_ended) && k + 1 == count);
      if (out.single && !is_plain_birth(t, begin, end, it.date)) {
        it.event = other;
        out.reign_or_office = true;
        continue;
      }
    }
    it.event = what;
    if (it.date.shares_year) {
      // "20 November – 7 December 1650": the first date has the year of the next one.
      if (what == birth && k + 1 < count && items[k + 1].dash && items[k + 1].date.first().digits != 0) {
        const date_element& next = items[k + 1].date.first();
        it.date.shares_year = false;
        it.date.first().year = next.year;
        it.date.first().digits = next.digits;
        it.date.first().era = next.era;
      } else {
        out.unreadable = true;
        continue;
      }
    }
    if (what == birth && !born) born = it.date;
    if (what == death && !died) {
      died = it.date;
      parted = it.dash || told;
    }
    if (what == baptism && !out.baptised) out.baptised = place(it.date);
    if (what == burial && !out.buried) out.buried = place(it.date);
    if (what == other) out.reign_or_office = true;
  }
  if (of_spouse && !born) died.reset();
  if (born && died) {
    pair(*born, *died, parted);
  } else if (born) {
    out.born = place(*born);
  } else if (died) {
    out.died = place(*died);
  }
  return out;
}

}  // namespace detail
}  // namespace v0_1
}  // namespace mhqa
