// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The dates of a life in the bracket after a name: "(born Marc Zaffran; 22 February 1955)", "(c. 772 – 4
// December 811)", "(baptised 1 September 1653 – buried 9 March 1706)". A date belongs to the event that the words
// before it name.
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/date/detail/life_date.hpp>
#include <mhqa/date/detail/life_subject.hpp>
#include <mhqa/date/detail/life_text.hpp>
#include <mhqa/date/possible_days.hpp>
#include <mhqa/english/lexicon.hpp>
#include <mhqa/english/verb_forms.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::detail {

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

/// What a date in a bracket is a date of, by the words and marks since the date before it.
///
/// Shape: letters of `date` are B birth, D death, P baptism, U burial, O another event, A one date after a dash, N one
///        that nothing tells; `before` are those that the date before may have, ^ for the first date; `event` is the
///        last word for an event since then: b "born", d "died", p "baptised", u "buried", o any other, m "married" or
///        whatever follows it up to a semicolon, . none; `words` are tokens after that: W words with a capital, i a
///        preposition, a words of names and whatever stands before a semicolon, w any other word, ? "unknown", - a
///        dash, x another mark, and * any number of them
struct bracket_rule {
  std::string_view before;
  char event;
  std::string_view words;
  char date;
  std::string_view example;  // its last date is such a one
};

// The first that fits counts.
inline constexpr std::array<bracket_rule, 24> bracket_rules{{
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
    {"BPAN", '.', "*-*w*", 'O', "1820 – still alive in 1850"},
    {"BPAN", '.', "*-*", 'D', "1593, Ulm – 12 July 1637"},
    {"BPAN", '.', "", 'D', "December 13, 1851 November 18, 1934"},
    {"BPAN", '.', ",", 'D', "13 December 1851, 18 November 1934"},
    {"DUO", '.', "*-*", 'O', "reigned 1010 – 1020"},
    {"DUO", '.', "", 'O', "died 13 December 1851 18 November 1934"},
    {"DUO", '.', ",", 'O', "died 3 May 1851, 4 May 1852"},
    {"^", '.', "*w*", 'O', "exhibited in Ulm 1820"},
    {"^", '.', "*", 'N', "Palermo, April 8, 1964"},
    {"BDPUOAN", '.', "*", 'N', "1851 as Ann Lee 1852"},
}};

// Words that lead to a name of the person or belong to one, besides naming_words, articles and prepositions.
inline constexpr auto words_of_names = words_of<33>(
    "also and artist as birth birthdate common elder formerly full given junior known later legal maiden name near"
    " nickname no originally pen popularly pronunciation pseud real religious senior spelling stage surname western"
    " younger");

// "Labour MP", "Secretary of State", "Green Party": a noun for a person or a party without a name after it.
[[nodiscard]] inline bool names_role(const life_text& t, std::size_t i) {
  if (!t[i].capital || t[i + 1].capital) return false;
  const std::string word = fold_word(t.spelled(i));
  return is_creed(word) || lexicon::standard().is(word, word_class::organization) ||
         (names_person(t, i) && !names_people(t, i));  // not "German"
}

// A word in lower case that may stand before the dates of a life: one of a name, of a place, or of another language.
[[nodiscard]] inline bool belongs_to_name(const life_text& t, std::size_t i) {
  const std::string_view word = t.spelled(i);
  if (t.is_any<life_word::article, life_word::of, life_word::nee, life_word::conjunction_or>(i)) return true;
  if (i > 1 && t.is(i - 1, life_kind::hyphen) && t.is(i - 2, life_kind::word)) return true;  // "Lam Ling- tung"
  if (t.is(i + 1, life_kind::number)) return false;                                          // "recorded 1820"
  if (is_listed(words_of_names, word) || is_listed(naming_words, word)) return true;
  if (!t.is(i + 1, life_kind::word)) return false;  // "exh. 1820"
  return lexicon::standard().classes_of(word) == 0 && !is_finite_form(word) && !is_past_participle(word);
}

inline constexpr int longest_life = 120;

/// Gives a year of few digits those of an earlier one: "35" after 1513 is 1535. False if it is not later then.
[[nodiscard]] inline bool complete_short_year(date_element& e, int earlier) noexcept {
  const int scale = e.digits == 1 ? 10 : e.digits == 2 ? 100 : 10'000;
  e.year += earlier / scale * scale;
  e.digits = 4;
  return e.year > earlier;
}

/// Fills in what the second date of a life leaves to the first ("1926–7") and the first to the second ("100–44 BC").
///
/// Errors: false if the years cannot be completed
[[nodiscard]] inline bool complete_life_dates(qualified_date& born, qualified_date& died) noexcept {
  const date_element last = died.last();
  // "28 April 32 – 16 April 69": no year stands there for which these could be short.
  if (is_short(born.first()) && last.digits <= 3 && last.era == era_said::none) born.first().era = era_said::common;
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
    // "1900 – 5 May 57": two digits beside a month are refused.
    if (e->month != 0 || !complete_short_year(*e, year)) return false;
  }
  return true;
}

/// The days that the statements mean as they are written: a doubt does not widen them.
inline constexpr date_leeway no_leeway{0, 0, 0, 0};

/// Returns true if a life may begin with the first and end with the second date.
[[nodiscard]] inline bool is_possible_life(const stated_date& born, const stated_date& died) noexcept {
  const std::optional<day_span> birth = possible_days(born, no_leeway), death = possible_days(died, no_leeway);
  if (!birth || !death || birth->first > death->last) return false;
  // The shortest life that the statements allow is not longer than any life.
  return is_after(born) || is_before(died) ||
         day_from_number(death->first).year - day_from_number(birth->last).year <= longest_life;
}

// "35" in "1513–35"; not the day of "1513–35 May".
[[nodiscard]] inline bool is_short_year(const life_text& t, std::size_t i) noexcept {
  const life_token& next = t[i + 1];
  const bool goes_on = t.is_any<life_word::era, life_word::circa, life_word::preposition>(i + 1);  // "62 in Paris"
  const bool day = t.is_mark(i + 1, '.') && (t.is(i + 2, life_kind::number) || t.is(i + 2, life_kind::word));
  const bool bound =
      day || (next.kind == life_kind::word && !goes_on) || (next.kind == life_kind::number && next.glued);
  return t.is(i, life_kind::number) && t[i].digits <= 2 && t[i].value != 0 && t.month(i + 1) == 0 && !bound &&
         !t.is_mark(i + 1, '/');
}

// Returns true if a bracket with one date and no word may be a birth: "(Palermo, April 8, 1964)", not "(Ph.D.,
// Stanford, 1979)" or "(SR 582)".
[[nodiscard]] inline bool is_plain_birth(const life_text& t, std::size_t begin, std::size_t end,
                                         const qualified_date& date) noexcept {
  if (date.first().month != 0) return true;
  if (date.first().digits < 4) return false;
  return !t.any(begin, std::min(date.begin, end), [&](std::size_t i) {
    const bool initials = t.is(i, life_kind::word) && t[i].length <= 2 && t[i].capital;
    return initials || t.is(i, life_kind::number);
  });
}

// "12 Foo 1900", "12. foo 1900", "1900. foo 12": a day and a word other than a month beside the year.
[[nodiscard]] inline bool has_unknown_month(const life_text& t, std::size_t begin,
                                            const qualified_date& date) noexcept {
  if (date.first().month != 0 || !t.is(date.spelled, life_kind::number)) return false;
  const auto day = [&t](std::size_t i) { return t.is(i, life_kind::number) && t[i].digits <= 2 && t[i].value <= 31; };
  const auto word = [&t](std::size_t i) { return t.is(i, life_kind::word) && t[i].part == life_word::other; };
  const auto first = [&t](std::size_t i) { return t.is_mark(i, '.') ? i - 1 : i; };
  if (t.is_mark(date.end, '.') && word(date.end + 1) && day(date.end + 2)) return true;
  if (date.spelled < begin + 2) return false;
  const std::size_t i = first(date.spelled - 1);
  return i > begin && word(i) && day(first(i - 1)) && first(i - 1) >= begin;
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
  const std::size_t at = after_circa(t, i), second = after_circa(t, at + 2);
  const bool stands_alone = !t[i].glued || t.is(i - 1, life_kind::open);
  if (!is_short_year(t, at) || !t.is_dash(at + 1) || !stands_alone) return std::nullopt;
  const auto died = dates.read(at + 2);
  const bool of_era = died && died->first().era != era_said::none;
  const bool full = died && died->first().month != 0 && is_short(died->first());
  const bool later = (full && died->first().year > t[at].value) ||
                     (at != i && second != at + 2 && is_short_year(t, second) && t[second].value > t[at].value);
  const bool of_three =  // "circa 50-130"
      at != i && died && died->first().digits == 3 && died->first().year - t[at].value <= longest_life;
  if (!of_era && !later && !of_three) return std::nullopt;
  return dates.short_year(i, at);
}

// Returns true if a year and another one after a dash are the limits of one event: "died 1561–62", "d. 1721 – 1723".
// The word before the years separates such a range from a life of less than ten years.
[[nodiscard]] inline bool is_range_of_years(const qualified_date& from, const qualified_date& to) noexcept {
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
  return t.is(begin, life_word::preposition) && begin + 1 < end && !t.any(begin + 1, end, [&t](std::size_t i) {
    return !t.is_mark(i, ',') && !(t.is(i, life_kind::word) && t[i].capital);
  });
}

// "Birstein, 29 December 1560 Birstein, 21 May 1633": two days with nothing but places between.
[[nodiscard]] inline bool lies_between_places(const life_text& t, const qualified_date& born,
                                              const qualified_date& died) noexcept {
  if (born.first().day == 0 || died.first().day == 0 || died.first().year <= born.first().year) return false;
  return !t.any(born.end, died.begin, [&t](std::size_t i) {
    return !t.is_name(i) && !t.is_mark(i, ',') && !t.is(i, life_word::preposition);
  });
}

/// What stands after the only date of a life that is not over, or of which nobody knows the end.
inline constexpr std::array<std::string_view, 6> open_endings{"*-", "*-x", "*-,*", "*-*?*", "*_;*", "*_*?*"};

// "450-505/1058-1111", "194–256 AH / 810–870 CE": the token after the years of the Hijra, or i.
[[nodiscard]] inline std::size_t after_hijra(const life_text& t, std::size_t i) noexcept {
  const auto pair = [&](std::size_t k) {
    return t.is(k, life_kind::number) && t.is_dash(k + 1) && t.is(k + 2, life_kind::number);
  };
  if (!pair(i)) return i;
  std::size_t next = i + 3;
  if (t.spelled(next) == "AH" || t.spelled(next) == "H") ++next;
  if (!t.is_mark(next, '/') && !t.is_mark(next, ',')) return i;
  const bool one = pair(++next) && is_year_of_hijra(t[i].value, t[next].value) &&
                   is_year_of_hijra(t[i + 2].value, t[next + 2].value);
  return one ? next : i;
}

/// A date in a bracket.
struct bracket_date {
  qualified_date date{};
  char event = 'N';     // as in bracket_rule
  bool worded = false;  // a word, or a dash before the first date, says so
  bool dash = false;    // a dash leads from the date before to this one
  bool gap = false;     // nothing but blanks and commas stands between them
};

// Reads the dates of a bracket one after another, and what each is a date of.
class bracket_reader {
 public:
  bracket_reader(const life_text& text, std::size_t begin, std::size_t end, bool bare) noexcept
      : t_{text}, dates_{text}, begin_{begin}, end_{end}, bare_{bare}, marker_{begin} {}

  /// Cost: linear in the tokens; brackets within are passed over
  [[nodiscard]] life_findings read() {
    read_dates();
    if (settle_wordless()) assign();
    return out_;
  }

  /// The events of the dates, in order.
  [[nodiscard]] std::string events() {
    read_dates();
    std::string out;
    for (std::size_t k = 0; k < count_; ++k) out += items_[k].event;
    return out;
  }

 private:
  static constexpr std::size_t most = 6;
  static constexpr std::size_t longest_way = 12;  // from "born" to its date in running text, in tokens
  static constexpr std::size_t longest_words = 48;

  void read_dates() {
    for (std::size_t i = begin_; i < end_ && count_ < most;) i = step(i);
  }

  // Reads a date, a bracket or a word; returns the token after it.
  [[nodiscard]] std::size_t step(std::size_t i) {
    const life_token& token = t_[i];
    if (const std::size_t next = after_hijra(t_, i); next != i && count_ == 0) return next;
    if (token.kind == life_kind::open && token.match != i && token.match < end_) {
      // "born (February 11, 1966)" has the date itself in a bracket.
      const auto inner = event_ != '.' && marker_ + 1 == i && i != begin_ ? dates_.read(i + 1) : std::nullopt;
      return inner && inner->end == token.match ? i + 1 : token.match + 1;
    }
    if (!bare_ && i > marker_ + longest_way) event_ = '.';
    if (const auto found = date_at(i)) return take(*found);
    take_word(i);
    return i + 1;
  }

  [[nodiscard]] bool follows_at_once(std::size_t i) const noexcept {
    return dash_ && count_ != 0 && items_[count_ - 1].date.end + 1 == i;
  }

  // The date at a token, also a year of one or two digits beside another date.
  [[nodiscard]] std::optional<qualified_date> date_at(std::size_t i) {
    const life_token& token = t_[i];
    std::optional<qualified_date> found = dates_.read(i);
    // "1801–03 – 5 May 1870": the 3rd of May has no dash before it.
    if (found && follows_at_once(i) && token.glued && t_[i - 1].glued && t_[i - 1].mark == '-' && t_.is_dash(i + 1) &&
        items_[count_ - 1].date.first().month == 0 && token.digits == 2) {
      found.reset();
    }
    if (!found && follows_at_once(i)) {
      const std::size_t at = after_circa(t_, i);
      if (is_short_year(t_, at) && !dates_.is_of_hijra(i)) {
        found = dates_.short_year(i, at);  // "1513–35", "c. 45 – c. 66"
      }
    }
    if (!found && bare_ && count_ == 0 && event_ != 'd') found = first_short_year(t_, dates_, i);
    const std::size_t end = t_.is_mark(end_, '.') ? end_ + 1 : end_;  // "died 322 B.C."
    if (!found || found->end > end) return std::nullopt;
    const bool of_wounds = !bare_ && found->first().month == 0 && t_.is(found->begin - 1, life_word::of);
    return of_wounds ? std::nullopt : found;
  }

  [[nodiscard]] std::size_t take(const qualified_date& found) {
    bracket_date* const last = count_ == 0 ? nullptr : &items_[count_ - 1];
    if (last != nullptr && event_ == '.' && follows_at_once(found.begin) &&
        (last->event == 'B' || last->event == 'D') && last->worded && is_range_of_years(last->date, found)) {
      join_years(last->date, found);  // "died 1561–62"
    } else {
      if (has_unknown_month(t_, begin_, found)) {
        out_.unreadable = true;
        event_ = 'o';
      }
      add(found);
    }
    const std::size_t end = found.end;
    event_ = '.';
    words_.clear();
    dash_ = false;
    return end;
  }

  void add(const qualified_date& found) {
    // "born 1980, 2004 Olympian": a year alone after a comma begins another part.
    if (found.first().month == 0 && words_.ends_with(',')) words_.back() = ';';
    const char before = count_ == 0 ? '^' : items_[count_ - 1].event;
    const char event = married_ ? 'm' : event_ == 'k' ? 'o' : event_;
    const bracket_rule& rule = *std::find_if(bracket_rules.begin(), bracket_rules.end(), [&](const bracket_rule& each) {
      return each.before.find(before) != std::string_view::npos && each.event == event &&
             fits_shape(each.words, words_);
    });
    const bool gap = count_ != 0 && event == '.' && (words_.empty() || words_ == ",");
    const bool worded = event != '.' || (count_ == 0 && rule.date == 'D');
    items_[count_++] = {found, rule.date, worded, dash_, gap};
    out_.full = out_.full || found.first().month != 0;
  }

  // The letter of a word for an event, '.' for any other token.
  [[nodiscard]] char event_at(std::size_t i) const noexcept {
    using enum life_word;
    if (t_.is(i - 1, denial)) return '.';
    if (t_.is(i, born)) return is_initial(i) || (!bare_ && (t_.spelled(i) != "born" || i == begin_)) ? '.' : 'b';
    if (t_.is_any<died, death, killed>(i)) return is_death(i) ? 'd' : '.';
    if (t_.is(i, baptised)) return 'p';
    if (t_.is(i, buried)) return 'u';
    if (t_.is(i, relative)) return t_[i].capital && t_[i + 1].capital ? '.' : 'm';  // "Sister Agnes"
    if (t_.is_any<reign, floruit, event>(i) && !is_initial(i)) {
      return is_listed(words_of<2>("m married"), t_.spelled(i)) ? 'm' : t_.spelled(i) == "known" ? 'k' : 'o';
    }
    return bare_ && t_.is_mark(i, '*') ? 'b' : '.';
  }

  // "died", "d." and "†", but not "d of Max Roe", a daughter; "was killed", but not "killed 115 people".
  [[nodiscard]] bool is_death(std::size_t i) const noexcept {
    const life_token& token = t_[i];
    if (token.part == life_word::killed) {
      return bare_ || t_.is(i - 1, life_word::past) || t_.is(i - 1, life_word::adverb);
    }
    if (!ascii::is_letter(t_.spelled(i)[0])) return bare_;
    if (token.length == 1 && t_.is(i + 1, life_word::of)) return false;
    return !is_initial(i) && (bare_ || t_.spelled(i) == "died");
  }

  // "b.", "d." and "r." are words; "B." and a letter by itself are parts of names.
  [[nodiscard]] bool is_initial(std::size_t i) const noexcept {
    if (t_.spelled(i).size() > 2) return false;
    // "(b Halifax, 22 Oct. 1879; d London, 29 Sept. 1959)"
    if (bare_ && !t_[i].capital && (i == begin_ || t_.is_mark(i - 1, ';')) && t_[i + 1].capital) return false;
    return t_[i].capital || (!t_.is_mark(i + 1, '.') && !t_.is_mark(i + 1, ':') && !t_.is(i + 1, life_kind::number));
  }

  void take_word(std::size_t i) {
    if (const char event = event_at(i); event != '.') {
      if (event != event_) marker_ = i;
      if (event == 'm') {
        of_spouse_ = of_spouse_ || count_ == 0;
        married_ = true;
      }
      out_.words = out_.words || (!married_ && event != event_ && (event == 'b' || event == 'd'));
      event_ = event;
      if (count_ == 0) words_.clear();
      return;
    }
    add_letter(letter_of(i));
  }

  [[nodiscard]] char letter_of(std::size_t i) const noexcept {
    const life_token& token = t_[i];
    if (t_.is_dash(i)) return '-';
    if (token.part == life_word::to && count_ != 0 && items_[count_ - 1].date.end == i) return '-';  // "10 BC to AD 54"
    if (token.part == life_word::unknown || t_.is_mark(i, '?')) return '?';
    if (t_.is_mark(i, ',') || t_.is_mark(i, ';')) return token.mark;
    if (token.part == life_word::circa) return '\0';
    if (token.kind == life_kind::number) return 'w';
    if (token.kind != life_kind::word) return 'x';
    if (names_role(t_, i)) return 'w';
    if (token.capital) return 'W';
    if (token.part == life_word::preposition) return 'i';
    return belongs_to_name(t_, i) ? 'a' : 'w';
  }

  void add_letter(char letter) {
    if (letter == '\0') return;
    const char last = words_.empty() ? '\0' : words_.back();
    if (letter == last && letter != ';') return;
    if (letter == '-') dash_ = true;
    if (letter == ',' && event_ == 'k') event_ = '.';
    if (letter == ';') {
      married_ = dash_ = false;
      if (event_ == 'o' || event_ == 'k' || event_ == 'm') event_ = '.';
      std::replace(words_.begin(), words_.end(), '-', '_');  // it does not lead beyond
      std::replace(words_.begin(), words_.end(), 'w', 'a');
    }
    if (words_.size() >= longest_words) words_.erase(longest_words / 4, longest_words / 2);
    words_ += letter;
  }

  // Two days with places between, and three years without words: two of them are the limits of one event, if it is
  // clear which ("296–298 – 2 May 373"). False if it is not.
  [[nodiscard]] bool settle_wordless() {
    const auto last = items_.begin() + static_cast<std::ptrdiff_t>(count_);
    if (count_ < 2 || std::any_of(items_.begin(), last, [](const bracket_date& each) { return each.worded; }))
      return true;
    if (count_ == 2) {
      if (bare_ && lies_between_places(t_, items_[0].date, items_[1].date)) {
        items_[1].event = 'D';
        items_[1].gap = true;
      }
      return true;
    }
    if (!items_[2].dash && !items_[2].gap) return true;
    const bool dashes = count_ == 3 && items_[1].dash && items_[2].dash;
    const bool born_range = dashes && is_range_of_years(items_[0].date, items_[1].date);
    const bool died_range = dashes && is_range_of_years(items_[1].date, items_[2].date);
    out_.unreadable = born_range == died_range;
    if (out_.unreadable) return false;
    join_years(items_[born_range ? 0 : 1].date, items_[born_range ? 1 : 2].date);
    if (born_range) items_[1] = items_[2];
    items_[1].event = 'D';
    count_ = 2;
    return true;
  }

  // A date of which nothing tells the event is a birth if there is no other date; alone it must look like one.
  [[nodiscard]] char event_of_unsaid(std::size_t k) {
    bracket_date& it = items_[k];
    if (!bare_ || born_ || died_ || out_.baptised || out_.buried) return '.';
    out_.after_dash = it.event == 'A' && t_.is(it.date.begin - 1, life_kind::dash);
    const bool last = k + 1 == count_;
    const bool paired =
        !last && (items_[k + 1].dash || items_[k + 1].gap || items_[k + 1].event == 'D' || items_[k + 1].event == 'U');
    const bool open = last && std::any_of(open_endings.begin(), open_endings.end(),
                                          [this](std::string_view each) { return fits_shape(each, words_); });
    out_.single = !paired && !open;
    return out_.single && !is_plain_birth(t_, begin_, end_, it.date) ? 'O' : 'B';
  }

  // "20 November – 7 December 1650": the first date has the year of the next one.
  [[nodiscard]] bool share_year(std::size_t k) noexcept {
    qualified_date& date = items_[k].date;
    if (!date.shares_year) return true;
    if (items_[k].event != 'B' || k + 1 >= count_ || !items_[k + 1].dash) return false;
    const date_element& next = items_[k + 1].date.first();
    date.shares_year = next.digits == 0;
    date.first().year = next.year;
    date.first().digits = next.digits;
    date.first().era = next.era;
    return !date.shares_year;
  }

  void take_event(const bracket_date& it) {
    if (it.event == 'B' && !born_) born_ = it.date;
    if (it.event == 'D' && !died_) died_ = it.date;
    if (it.event == 'P' && !out_.baptised) out_.baptised = placed(it.date);
    if (it.event == 'U' && !out_.buried) out_.buried = placed(it.date);
    if (it.event == 'O') out_.reign_or_office = true;
  }

  void assign() {
    bool parted = false;  // a dash or a word stands before the death, not only a comma
    for (std::size_t k = 0; k < count_; ++k) {
      bracket_date& it = items_[k];
      // What the date before turned out to be decides what follows it without a word.
      if (it.event == 'D' && !it.worded && k > 0 && items_[k - 1].event != 'B' && items_[k - 1].event != 'P')
        it.event = 'O';
      if (it.event == 'N' || it.event == 'A') it.event = event_of_unsaid(k);
      if (it.event == '.') {
        it.event = 'O';
      } else if (share_year(k)) {
        if (it.event == 'D' && !died_) parted = it.dash || it.worded;
        take_event(it);
      } else {
        out_.unreadable = true;
      }
    }
    if (of_spouse_ && !born_) died_.reset();
    if (born_ && died_) {
      pair(parted);
    } else if (born_) {
      out_.born = placed(*born_);
    } else if (died_) {
      out_.died = placed(*died_);
    }
  }

  [[nodiscard]] std::optional<placed_date> placed(const qualified_date& date) noexcept {
    const std::optional<placed_date> found = place(t_, date);
    out_.unreadable = out_.unreadable || !found;
    return found;
  }

  void pair(bool parted) noexcept {
    if (!complete_life_dates(*born_, *died_)) {
      out_.out_of_order = true;
      return;
    }
    std::optional<placed_date> born = placed(*born_);
    const std::optional<placed_date> died = placed(*died_);
    if (!born || !died) {
      out_.born = born;
      if (parted) out_.died = died;
      return;
    }
    if (!is_possible_life(born->date, died->date) && born_->first().digits == 3 && t_.is_mark(born_->end - 1, '?')) {
      date_element& first = born_->first();  // "March 23, 190? – May 10, 1977": a digit that nobody knows
      first.year *= 10;
      first.digits = 4;
      first.doubt = 0;
      date_element last = first;
      last.year += 9;
      born_->said.extend_to(last);
      born = placed(*born_);
    }
    out_.out_of_order = !born || !is_possible_life(born->date, died->date);
    if (out_.out_of_order) return;
    out_.born = born;
    out_.died = died;
  }

  const life_text& t_;
  life_date_reader dates_;
  std::size_t begin_, end_;
  bool bare_;
  std::size_t marker_;      // the last word for an event
  char event_ = '.';        // of the words since the last date, as in bracket_rule
  std::string words_{};     // the same
  bool dash_ = false;       // one of them is a dash
  bool married_ = false;    // since the last semicolon
  bool of_spouse_ = false;  // "(m. 1599; d. 1611)" begins with a marriage
  std::size_t count_ = 0;
  std::array<bracket_date, most> items_{};
  std::optional<qualified_date> born_{}, died_{};
  life_findings out_{};
};

/// Reads tokens [begin, end) as what stands in a bracket after a name.
///
/// Shape: `bare` allows dates without a word ("1593 – 1637"), which a bracket may have and running text may not
/// Cost:  linear in the tokens; brackets within are passed over
[[nodiscard]] inline life_findings read_life_bracket(const life_text& t, std::size_t begin, std::size_t end,
                                                     bool bare) {
  return bracket_reader{t, begin, end, bare}.read();
}

}  // namespace mhqa::inline v0_1::detail
