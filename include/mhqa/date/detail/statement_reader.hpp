// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Joins the dates of one statement: "12–14 July 1637", "1887 or 1893", "between May and July 1637", "11/22 February
// 1732". Neighbours share the parts that one of them lacks.
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/date/detail/stated_element.hpp>
#include <mhqa/date/possible_days.hpp>
#include <mhqa/date/stated_date.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mhqa::inline v0_1 {

/// A stated date at the beginning of a text, or the reason why it was refused.
struct stated_match {
  stated_date date{};
  std::size_t length{};         ///< bytes that spell the date; 0 when it cannot be read
  std::string_view expected{};  ///< when it cannot be read: what was expected
  std::size_t position{};       ///< and where
  bool refused = false;         ///< the text does give a date here, and it cannot be read whole
  std::size_t reached{};        ///< and how far it was read

  [[nodiscard]] constexpr explicit operator bool() const noexcept { return length != 0; }
};

namespace detail {

enum class date_link : std::uint8_t { none, dash, slash, either, all, comma };

// Elements of one statement, joined.
class statement_reader {
 public:
  constexpr statement_reader() noexcept : statement_reader{{}, {}, text_kind::spelling} {}
  constexpr statement_reader(std::string_view text, const date_text_options& options, text_kind kind) noexcept
      : in_{text, options, kind},
        text_{text},
        in_text_{kind != text_kind::spelling},
        of_life_{kind == text_kind::life},
        join_spans_{options.join_spans} {}

  [[nodiscard]] constexpr stated_match read() noexcept { return read_elements() ? finish() : failed(); }

  // Reads the dates and the words between them, and gives each what its neighbours have for it. What is still missing
  // then may be filled in from outside before finish().
  [[nodiscard]] constexpr bool read_elements() noexcept {
    if (is_letter(in_.here())) {
      side_ = in_.take_word<side_words>();
      if (side_ == 0) read_opening();
    } else if (in_.here() == '?' && read_unknown_beginning()) {
      unknown_ = -1;
    } else if (of_life_ && (in_.here() == '<' || in_.here() == '>')) {
      side_ = in_.take('<') ? -1 : 1;
      if (side_ > 0) in_.go_to(in_.at() + 1);
      in_.skip_blanks();
    }
    if (read_machine()) return true;
    if (!in_.read(elements_[0]) || !check_other(elements_[0])) return false;
    count_ = 1;
    std::size_t end = in_.at();
    while (count_ < elements_.size() && read_link()) {
      ++count_;
      // "1215 – 5 July 1251 or 1253": the alternatives are of the end alone.
      if (link_ == date_link::dash && is_complete(elements_[0]) && is_alternative_next()) {
        count_ = 1;
        link_ = date_link::none;
        break;
      }
      end = in_.at();
    }
    if (list_end_ != 0 && link_ == date_link::comma) {
      broken_ = true;
      in_.wrong("at most seven dates", in_.at());
      in_.go_to(list_end_);
    }
    if (broken_) return false;
    if (!open_end_) in_.go_to(end);
    return share_parts();
  }

  // The statement of the elements.
  [[nodiscard]] constexpr stated_match finish() noexcept {
    stated_match out;
    if (!is_whole() || !combine(out.date)) return failed();
    if (gedcom_from_ && count_ == 1) side_ = 1;
    if (open_end_) out.date = limit(out.date, 1, unknown_ != 0);
    if (unknown_ < 0) out.date = limit(out.date, -1, true);
    if (side_ != 0) {
      if (link_ == date_link::either || link_ == date_link::comma) {
        in_.wrong("one date after \"before\" or \"after\"", 0);
        return failed();
      }
      out.date = limit(out.date, side_);
    }
    if (!read_closing(out.date)) return failed();
    if (!is_possible(out.date)) {
      in_.wrong(count_ > 1 ? "an end that is not before the beginning, and days that the months have"
                           : "a day that the month has",
                0);
      return failed();
    }
    if (!check_weekday(out.date)) return failed();
    out.length = in_.at();
    out.expected = in_.expected();
    out.position = in_.missed_at();
    return out;
  }

  [[nodiscard]] constexpr date_element& element(std::size_t i) noexcept { return elements_[i]; }
  [[nodiscard]] constexpr const date_element& element(std::size_t i) const noexcept { return elements_[i]; }
  [[nodiscard]] constexpr std::size_t count() const noexcept { return count_; }
  [[nodiscard]] constexpr int side() const noexcept { return side_; }
  [[nodiscard]] constexpr std::size_t length() const noexcept { return in_.at(); }
  // Makes the statement the interval from its first date to another one.
  constexpr void extend_to(const date_element& last) noexcept {
    elements_[1] = last;
    count_ = 2;
    link_ = date_link::dash;
  }
  // A date that needs nothing from its neighbours.
  [[nodiscard]] static constexpr bool is_complete(const date_element& e) noexcept {
    if (e.kind == element_kind::number || e.kind == element_kind::date) {
      return e.digits >= 3 || (e.digits != 0 && e.era != era_said::none);
    }
    return e.digits != 0;
  }
  [[nodiscard]] constexpr stated_match failed() const noexcept {
    stated_match out;
    out.expected = in_.expected();
    out.position = in_.missed_at();
    out.refused = in_.is_dated();
    out.reached = std::max(in_.at(), in_.missed_at());
    return out;
  }

 private:
  static constexpr auto openings =
      valued_words<10>({{1, "between|betw.|bet|sometime between|some time between|entre|zwischen"},
                        {2, "from"},
                        {3, "either"},
                        {4, "to"}});

  // Before a whole spelling, and GEDCOM's INT.
  static constexpr auto prepositions = valued_words<9>({{1, "in|on|en|im|am|le|el|il|int"}});

  // GEDCOM's FROM and TO give a period an end; "from 1637" and "to 1637" do not.
  constexpr void read_opening() noexcept {
    const std::size_t start = in_.at();
    const bool capitals = is_upper(in_.char_at(start + 1));
    if (!in_text_ && in_.take_word<prepositions>() != 0 && match_word<doubt_words>(text_, start).length != 0) {
      in_.go_to(start);  // "in or about"
    }
    const int word = in_.take_word<openings>();
    between_ = word == 1;
    from_ = word == 2;
    gedcom_from_ = from_ && capitals;
    if (word == 4 && capitals) side_ = -1;
    if (word == 4 && !capitals) in_.go_to(start);
  }

  // "?–1637"
  constexpr bool read_unknown_beginning() noexcept {
    const std::size_t start = in_.at();
    in_.go_to(start + 1);
    in_.skip_blanks();
    const std::size_t dash = dash_at(text_, in_.at());
    in_.go_to(in_.at() + dash);
    in_.skip_blanks();
    return dash != 0 || back(start);
  }

  // EDTF where nothing else can be meant: "1801-05-XX", "-0044-03-15", "1801/1805", "[1801..1805]".
  constexpr bool read_machine() noexcept {
    const char fifth = in_.char_at(in_.at() + 4);
    if (is_digit(in_.here()) ? fifth == ' ' || is_word(fifth)
                             : is_letter(in_.here()) && in_.here() != 'o' && in_.here() != 'u')
      return false;
    const std::size_t length = edtf_length(text_.substr(in_.at()));
    const parsed<stated_date> date = length == 0 ? parsed<stated_date>{} : parse_edtf(text_.substr(in_.at(), length));
    const auto is_unknown = [](const date_term& term) { return term.what == date_term::end::unknown; };
    if (!date || (of_life_ && (is_unknown(date->first()) || is_unknown(date->last())))) return false;
    machine_ = *date;
    const date_term& term = date->first().what == date_term::end::date ? date->first() : date->last();
    elements_[0].kind = element_kind::date;
    elements_[0].year = term.year;
    elements_[0].month = term.month;
    elements_[0].digits = 4;
    count_ = 1;
    in_.go_to(in_.at() + length);
    return true;
  }

  // Takes a mark and the blanks after it.
  constexpr date_link take_mark(std::size_t length, date_link link) noexcept {
    in_.go_to(in_.at() + length);
    in_.skip_blanks();
    return link;
  }

  static constexpr auto links = valued_words<14>({{1, "or|and/or|ou|oder"},
                                                  {2, "and|&|et|und"},
                                                  {3, "to|till|through|until"},
                                                  {4, "x|\xC3\x97"}});  // archives' "1536 x 1541"

  // A dash, a slash, "to", "or", "and" or a comma; words only after a blank.
  constexpr date_link take_link(bool& gap, std::size_t dash) noexcept {
    if (dash != 0) return take_mark(dash, date_link::dash);
    if (in_.here() == '/') return take_mark(1, date_link::slash);
    if (in_.here() == ',') {
      const date_element& last = elements_[count_ - 1U];
      const std::size_t next = detail::skip_blanks(text_, in_.at() + 1);
      const bool or_next = next != in_.at() + 1 && word_at(text_, next, "or") != 0;  // "1801, or 1802"
      if (list_end_ == 0 && last.is_number() && last.digits > 2) list_end_ = end_of_list(in_.at());
      if (!or_next && (list_end_ != 0 || last.is_small())) return take_mark(1, date_link::comma);
      if (!or_next) return date_link::none;
      in_.go_to(next);
      gap = true;
    }
    const int word = gap ? in_.take_word<links>() : 0;
    if (word == 4 && !is_digit(in_.char_at(in_.at() + 2))) return date_link::none;  // "1801 x 5"
    from_ = from_ || word == 4;
    if (word < 2) return word == 0 ? date_link::none : date_link::either;
    return word == 2 && !between_ ? date_link::all : date_link::dash;
  }

  // The end of ", 1802, 1803 or 1804": years, of which the last follows "or"; 0 for anything else.
  [[nodiscard]] constexpr std::size_t end_of_list(std::size_t at) const noexcept {
    constexpr std::size_t longest = 32;
    bool last = false;
    for (std::size_t count = 0; count < longest && !last; ++count) {
      const bool comma = in_.char_at(at) == ',' && blank_length(text_, at + 1) != 0;
      at = detail::skip_blanks(text_, at + (comma ? 1 : 0));
      const std::size_t or_word = count == 0 || at >= text_.size() ? 0 : word_at(text_, at, "or");
      last = or_word != 0;
      at = detail::skip_blanks(text_, at + or_word);
      const std::size_t digits = at;
      while (is_digit(in_.char_at(at))) ++at;
      if (!(last || comma) || at - digits < 3 || at - digits > 4) return 0;
    }
    return last ? at : 0;
  }

  // The bracket of "1801 (or 1802)" and "1701[/2]": what closes it. The place is after it.
  constexpr char take_link_bracket() noexcept {
    const char open = in_.here();
    const std::size_t next = in_.at() + 1;
    if ((open != '(' && open != '[') || (in_.char_at(next) != '/' && word_at(text_, next, "or") == 0)) return '\0';
    in_.go_to(next);
    return open == '(' ? ')' : ']';
  }

  // "1999-00", "1999/00": the last digits of a year that follows; nothing else is.
  constexpr bool read_double_zero(const date_element& last, date_element& next) noexcept {
    const std::size_t at = in_.at();
    if (!last.is_number() || last.digits != 4 || text_.substr(at, 2) != "00") return false;
    if (is_word(in_.char_at(at + 2)) || in_.char_at(at + 2) == '-') return false;
    next = last;
    ++next.year;
    in_.go_to(at + 2);
    broken_ = last.year % 100 != 99;
    return broken_ ? in_.wrong("a year after the first", at) : true;
  }

  // A link and the element after it.
  constexpr bool read_link() noexcept {
    const std::size_t start = in_.at();
    bool gap = in_.skip_blanks();
    const char close = take_link_bracket();
    if (close != '\0') gap = in_.here() != '/';
    const date_element& last = elements_[count_ - 1U];
    const std::size_t dash = dash_at(text_, in_.at());
    date_link link = take_link(gap, dash);
    if (link == date_link::none || (link_ != date_link::none && !may_follow(link))) return back(start);
    if (of_life_ && !is_one_event(last, link, dash, gap)) return back(start);
    if (link == date_link::dash && is_complete(last) && read_now()) {
      open_end_ = true;
      return false;
    }
    date_element& next = elements_[count_];
    const bool ends_before = link == date_link::all && side_ > 0 && in_.take_word<side_words>() < 0;
    if (!read_double_zero(last, next) && (broken_ || !in_.read(next) || is_of_hijra(next))) return back(start);
    if (ends_before) {  // "after 1801 and before 1805"
      link = date_link::dash;
      side_ = 0;
      between_ = true;
    }
    if (close != '\0' && !closes_link(close, last, next)) return back(start);
    take_second_day(last, next);
    if (!check_other(next)) return back(start);
    if (!gap && !take_year_from_march(last, next, link)) return false;
    if (!belongs(last, next, link, gap)) return back(start);
    if (link_ == date_link::none || link_ == date_link::comma) link_ = link;
    return true;
  }

  // "5 February 1707-8": a day has no range of years; the year began in March.
  constexpr bool take_year_from_march(const date_element& last, const date_element& next, date_link& link) noexcept {
    if (link != date_link::dash || !is_day(last) || !is_complete(last) || !next.is_small()) return true;
    link = date_link::slash;
    broken_ = last.year >= first_year_from_january;
    return !broken_ || in_.wrong("one year after a day", next.year_at);
  }

  // The bracket of an alternative ends the statement: "3 (or 4) May 1801" cannot be read.
  constexpr bool closes_link(char close, const date_element& last, const date_element& next) noexcept {
    if (!in_.take(close)) return false;
    const std::size_t after = detail::skip_blanks(text_, in_.at());
    broken_ = next.is_small() && (last.is_small() || is_digit(in_.char_at(after)));
    broken_ = broken_ || (last.digits == 0 && is_digit(in_.char_at(after)));
    return !broken_ || in_.wrong("the whole date before the bracket", in_.at());
  }

  // "July 12–14, 1637" and "July 12 or 13, 1637"
  constexpr void take_second_day(const date_element& last, date_element& next) noexcept {
    if (!last.month_first || last.day == 0 || last.digits != 0 || !next.is_day_number()) return;
    next.become_day_of(last.month);
    next.month_first = true;
    if (!in_.read_year_after(next)) next.digits = 0;
  }

  // A dash between two dates of a life parts its birth from its death, if the first one needs nothing from the second.
  [[nodiscard]] constexpr bool is_one_event(const date_element& last, date_link link, std::size_t dash,
                                            bool gap) const noexcept {
    if (link == date_link::all) return last.is_small();
    if (link != date_link::dash || between_ || from_) return true;
    // "5 February 1707-8", "winter 1801-02", "1999-00"
    if (is_complete(last)) {
      const bool rest = is_day(last) || last.kind == element_kind::season || text_.substr(in_.at(), 2) == "00";
      return dash != 0 && !gap && rest;
    }
    // "1–25 March 1157", "3 May to 5 June 1801", not "20 November – 7 December 1650"
    return last.day == 0 || last.month == 0 || dash == 0;
  }

  // "875 CE / 206 - 261 AH"
  [[nodiscard]] constexpr bool is_of_hijra(const date_element& e) const noexcept {
    if (!e.is_number()) return false;
    std::size_t at = detail::skip_blanks(text_, in_.at());
    if (const std::size_t dash = dash_at(text_, at); dash != 0) {
      at = detail::skip_blanks(text_, at + dash);
      while (is_digit(in_.char_at(at))) ++at;
      at = detail::skip_blanks(text_, at);
    }
    return match_word<hijra_words>(text_, at).length != 0;
  }

  [[nodiscard]] constexpr bool is_alternative_next() noexcept {
    const std::size_t start = in_.at();
    const bool gap = in_.skip_blanks();
    date_element ignored;
    const bool read = (in_.take('/') || (gap && in_.take_word("or"))) && in_.read(ignored);
    in_.go_to(start);
    return read;
  }

  constexpr bool back(std::size_t at) noexcept {
    in_.go_to(at);
    return false;
  }

  [[nodiscard]] constexpr bool may_follow(date_link link) const noexcept {
    if (link_ == date_link::comma) return link != date_link::dash;
    return link == link_ && link != date_link::dash;
  }

  static constexpr auto words_for_now = valued_words<4>({{1, "present|now|today|date"}});

  // "present", "now": the end of an interval that is not over; "?": nobody knows it.
  constexpr bool read_now() noexcept {
    const std::size_t start = in_.at();
    if (in_.here() == '?' && !is_word(in_.char_at(start + 1))) {
      in_.go_to(start + 1);
      unknown_ = 1;
      return true;
    }
    in_.take_word("the");
    const std::size_t end = in_.at() + match_word<words_for_now>(text_, in_.at()).length;
    const std::size_t next = detail::skip_blanks(text_, end);
    if (end == in_.at() || is_letter(in_.char_at(next))) return back(start);  // "to present his show"
    in_.go_to(end);
    return true;
  }

  // True if the second date begins a statement of its own.
  [[nodiscard]] constexpr bool begins_anew(const date_element& last, const date_element& next, date_link link,
                                           bool gap) const noexcept {
    // "before 1637 – 1640", but "since 1926–7", "since the 15th–17th centuries"
    if (link == date_link::dash && side_ != 0 && is_complete(last) && (gap || !next.is_small())) return true;
    const bool partner = last.is_small() && !last.ordinal && next.day == 0;
    if ((of_life_ && link == date_link::dash && partner) || (next.is_number() && next.ordinal))
      return true;  // "c. 7 – 43 AD"
    // "1701/2 February", "2011 to fall": no part of a year follows a year.
    const bool part = next.digits == 0 && (next.kind == element_kind::date || next.kind == element_kind::season);
    return part && is_complete(last) && (last.is_number() || next.kind == element_kind::season);
  }

  // In running text, joins only dates that share a part or whose words say that they are one statement.
  [[nodiscard]] constexpr bool belongs(const date_element& last, const date_element& next, date_link link,
                                       bool gap) const noexcept {
    if (begins_anew(last, next, link, gap)) return false;
    // "won 12–14 in July": numbers alone are not a statement; nor is a day before a number that cannot be its partner.
    if (link == date_link::comma && !next.is_small() && next.day == 0) return list_end_ != 0;
    if (is_complete(last) && is_complete(next)) return joins_whole(last, next, link);
    if (!next.is_small() || !in_text_) return true;
    // "1926–7" and "1926 or 7", not "1977 and 4 others", "1977 or 8 years later" or "1926 - 7".
    const bool later = last.digits == 4 && next.year > last.year % (next.digits == 1 ? 10 : 100);
    const char mark = in_.here();
    const bool amount = (mark == '.' || mark == ',' || mark == '%') && is_digit(in_.char_at(in_.at() + 1));
    const bool either =
        link == date_link::either && later && !amount && !is_letter(in_.char_at(detail::skip_blanks(text_, in_.at())));
    return (!(is_complete(last) && gap) || either) && (last.day == 0 || last.digits == 0 || link == date_link::slash);
  }

  // The same of two dates that need nothing from each other.
  [[nodiscard]] constexpr bool joins_whole(const date_element& last, const date_element& next,
                                           date_link link) const noexcept {
    if (link == date_link::all) return same_kind_of_period(last, next) || !in_text_;
    const bool shortened =
        last.is_number() && next.is_number() && next.digits < last.digits && next.era == era_said::none;
    return link != date_link::dash || join_spans_ || between_ || from_ || shortened;
  }
  [[nodiscard]] static constexpr bool same_kind_of_period(const date_element& a, const date_element& b) noexcept {
    return a.kind == b.kind && (a.kind == element_kind::century || a.kind == element_kind::decade);
  }

  // Gives each element the parts that its neighbours have for it.
  constexpr bool share_parts() noexcept {
    // "c. 1135/1140", "c. 12–14 July 1637": the doubt is about the whole. "c. 1593 – 1637" doubts 1593 alone.
    const bool of_all = link_ != date_link::dash || !is_complete(elements_[0]) ||
                        (count_ > 1 && elements_[1].is_number() && elements_[1].digits < elements_[0].digits);
    for (std::size_t i = 1; of_all && i < count_; ++i) {
      elements_[i].doubt = static_cast<std::uint8_t>(elements_[i].doubt | elements_[0].doubt);
    }
    for (std::size_t i = count_ - 1U; i > 0; --i) share_backward(elements_[i - 1U], elements_[i]);
    for (std::size_t i = 1; i < count_; ++i) {
      if (!share_forward(elements_[i - 1U], elements_[i])) return false;
    }
    return true;
  }

  // Completes years and decades of two digits; false if a date still lacks something.
  constexpr bool is_whole() noexcept {
    for (std::size_t i = 0; i < count_; ++i) {
      date_element& e = elements_[i];
      const bool decade = e.kind == element_kind::decade && e.digits == 2 && e.era == era_said::none;
      if (decade && in_.two_digit_from() == 0) {
        return in_.miss("a decade of at least three digits, or an era", e.year_at);
      }
      if (decade || (e.is_small() && !e.ordinal && e.digits == 2 && in_.two_digit_from() != 0)) {
        e.year = in_.two_digit_year(e.year);
        e.digits = 4;
      }
      if (!is_complete(e)) {
        return in_.miss(e.kind == element_kind::number ? "a year of at least three digits, or an era" : "a year",
                        e.digits != 0 ? e.year_at : in_.at());
      }
    }
    return true;
  }

  constexpr void share_backward(date_element& e, const date_element& next) noexcept {
    if (e.is_day_number() && next.day != 0 && !next.month_first) {
      e.become_day_of(next.month);
    } else if (e.ordinal && e.is_small() &&
               (next.kind == element_kind::century || next.kind == element_kind::millennium)) {
      e.kind = next.kind;
      e.era = next.era;
    }
    const bool takes_year = (e.kind == element_kind::date || e.kind == element_kind::season) && e.digits == 0;
    if (takes_year && next.digits != 0 && (next.kind == element_kind::date || next.kind == element_kind::season)) {
      take_year(e, next);
    } else if (e.era == era_said::none && next.era != era_said::none && e.kind == next.kind && e.digits != 0 &&
               (next.era == era_said::common || e.year > next.year)) {
      e.era = next.era;
    }
  }

  // Completes a year of one or two digits by those of an earlier one; false if it is not later then.
  constexpr bool complete_year(const date_element& e, date_element& next) noexcept {
    const bool few = next.digits <= 2 && e.digits > 2;
    const int scale = next.digits == 1 ? 10 : 100;
    const int year = e.year / scale * scale + next.year;
    // "149/8 BC" is 149 or 148 BC.
    if (link_ == date_link::slash && next.era == era_said::before_common && few) {
      next.year = year < e.year ? year : year - scale;
      next.digits = e.digits;
    }
    // "1926–7": the last digits of a year that follows. Years before the era are written whole.
    const bool of_era = next.era == era_said::none || (next.era == era_said::common && link_ == date_link::slash);
    if (!few || !of_era || e.era == era_said::before_common || e.kind == element_kind::century) return true;
    next.year = year;
    next.digits = e.digits;
    next.era = e.era;
    return year > e.year || in_.wrong("a year after the first", next.year_at);
  }

  constexpr bool share_forward(const date_element& e, date_element& next) noexcept {
    if (next.kind == element_kind::date && next.digits == 0 && e.digits != 0) take_year(next, e);
    if (next.kind == element_kind::decade && next.digits == 2 && e.kind == element_kind::decade && e.digits > 2) {
      next.year += e.year / 100 * 100;
      next.digits = e.digits;
    }
    if (!next.is_number() || e.digits == 0) return true;
    if (!complete_year(e, next)) return false;
    // "5 July 1251 or 1253", "July 1251 or 1253"
    if (e.kind == element_kind::date && link_ != date_link::dash && link_ != date_link::comma) {
      next.kind = element_kind::date;
      next.day = e.day;
      next.month = e.month;
      shares_day_ = true;
    } else if (e.kind == element_kind::season && link_ != date_link::all) {
      next.kind = element_kind::season;
      next.month = e.month;
      shares_season_ = true;
    }
    return true;
  }

  static constexpr void take_year(date_element& to, const date_element& from) noexcept {
    to.year = from.year;
    to.digits = from.digits;
    to.era = from.era;
    to.year_at = from.year_at;
  }

  [[nodiscard]] static constexpr int astronomical(const date_element& e) noexcept {
    return e.era == era_said::before_common ? 1 - e.year : e.year;
  }
  // So many years from the first on, or a part of them.
  [[nodiscard]] static constexpr stated_date years(int first, int size, const period_part& part) noexcept {
    const int from = size * part.first / part.pieces, end = size * part.last / part.pieces;
    const int last = part.is_vague() && end < size ? end : end - 1;
    return vaguely(interval_of_years(first + from, first + last), part);
  }
  [[nodiscard]] static constexpr stated_date vaguely(const stated_date& date, const period_part& part) noexcept {
    return part.is_vague() ? with_doubt(date, date_doubt::approximate) : date;
  }

  constexpr bool resolve(const date_element& e, stated_date& out) noexcept {
    const bool bce = e.era == era_said::before_common;
    const period_part& part = period_parts[e.part];
    const bool counted = e.kind == element_kind::century || e.kind == element_kind::millennium;
    const bool masked = e.kind == element_kind::decade || e.kind == element_kind::hundreds;
    const int size = e.kind == element_kind::millennium ? 1000 : e.kind == element_kind::decade ? 10 : 100;
    date_term term = term_of({static_cast<std::int16_t>(astronomical(e)), e.month, e.day});
    if (counted) {
      out = years(bce ? 1 - e.year * size : (e.year - 1) * size + 1, size, part);
    } else if (masked && (bce || e.part != 0 || e.year > 9999)) {
      out = years(bce ? 2 - e.year - size : e.year, size, part);
    } else {
      if (masked) term.masked = size == 10 ? date_term::year_units : date_term::year_units | date_term::year_tens;
      out = stated(term, masked ? calendar_model::gregorian : e.calendar);
      if (e.part != 0 && !part_of_year(e, term, out)) return false;
      if (e.or_next) {
        out.kind = statement::one_of;
        ++term.year;
        out.term[out.count++] = term;
      }
    }
    if (e.doubt != 0) out = with_doubt(out, static_cast<date_doubt>(e.doubt));
    return true;
  }

  // "early 1637", "mid-July 1637", "the second half of 1637".
  constexpr bool part_of_year(const date_element& e, date_term term, stated_date& out) noexcept {
    const period_part& part = period_parts[e.part];
    if (e.kind == element_kind::season || e.day != 0)
      return in_.wrong("a month, a year or a longer period after its part", 0);
    if (e.month == 0) {
      term.month = part.code;
      out = stated(term, e.calendar);
    } else if (part.to == 0) {
      return in_.wrong("a year after its quarter", 0);
    } else {
      date_term end = term;
      term.day = part.from;
      end.day = std::min(part.to, static_cast<std::uint8_t>(days_in_month(term.year, term.month)));
      out = interval(term, end, e.calendar);
    }
    out = vaguely(out, part);
    return true;
  }

  constexpr bool combine(stated_date& out) noexcept {
    if (machine_) {
      out = *machine_;
      return true;
    }
    if (count_ == 1) return combine_one(out);
    if (in_text_ && !of_life_ && !is_plausible()) return in_.miss("a year from 1000 to 2099, or an era", 0);
    if (is_one_winter()) return resolve(elements_[0], out);
    if (link_ == date_link::slash) return count_ == 2 ? combine_slash(out) : in_.wrong("two dates around a slash", 0);
    if (link_ == date_link::comma) return in_.miss("\"and\" or \"or\" before the last date", in_.at());
    if (link_ != date_link::dash) return combine_set(out);
    stated_date from, to;
    if (!resolve(elements_[0], from) || !resolve(elements_[1], to)) return false;
    if (!share_calendar(from, to)) return in_.wrong("two dates of one calendar", 0);
    // "c. 100–44 BC" may doubt both dates; only the first is marked.
    out = interval(from.first(), to.last(), from.calendar);
    return true;
  }

  constexpr bool combine_one(stated_date& out) noexcept {
    const date_element& e = elements_[0];
    if (e.is_number() && in_text_ && !of_life_ && e.era == era_said::none && e.doubt == 0 &&
        (e.digits != 4 || e.year < 1000 || e.year > 2099)) {
      return in_.miss("a year from 1000 to 2099, or an era", e.year_at);
    }
    if (between_ && !open_end_) return in_.miss("\"and\" and a second date", in_.at());
    return resolve(e, out);
  }

  constexpr bool combine_set(stated_date& out) noexcept {
    out.kind = link_ == date_link::all ? statement::all_of : statement::one_of;
    for (std::size_t i = 0; i < count_; ++i) {
      stated_date each;
      if (!resolve(elements_[i], each)) return false;
      if (i == 0) out.calendar = each.calendar;
      if (!share_calendar(out, each)) return in_.wrong("dates of one calendar", 0);
      if (out.count + each.count > stated_date::most_terms) return in_.wrong("at most seven dates", 0);
      for (const date_term& term : each.terms()) out.term[out.count++] = term;
      if (each.kind == statement::interval) out.term[out.count - 2U].to_next = true;
    }
    return true;
  }

  // "winter 1636/37" is the winter that begins in December 1636.
  [[nodiscard]] constexpr bool is_one_winter() const noexcept {
    constexpr std::uint8_t winter = 24;
    const date_element& a = elements_[0];
    const date_element& b = elements_[1];
    return count_ == 2 && (link_ == date_link::slash || link_ == date_link::dash) && a.kind == element_kind::season &&
           b.kind == element_kind::season && a.month == winter && b.month == winter && shares_season_ &&
           astronomical(b) == astronomical(a) + 1;
  }

  // A date that is given in both calendars goes with one that is Gregorian.
  [[nodiscard]] static constexpr bool share_calendar(stated_date& a, const stated_date& b) noexcept {
    if ((a.calendar == calendar_model::julian) != (b.calendar == calendar_model::julian)) return false;
    if (a.calendar != b.calendar) a.calendar = calendar_model::gregorian;
    return true;
  }

  // Numbers alone in running text: at least one is a year by itself.
  [[nodiscard]] constexpr bool is_plausible() const noexcept {
    for (std::size_t i = 0; i < count_; ++i) {
      const date_element& e = elements_[i];
      if (!e.is_number() || e.era != era_said::none) return true;
      if (e.digits == 4 && e.year >= 1000 && e.year <= 2099 && i == 0) return true;
    }
    return false;
  }

  // The number of a day; nothing if the calendar does not have it.
  [[nodiscard]] static constexpr std::optional<int> number_of(calendar_day day, bool julian) noexcept {
    const int days = julian ? days_in_julian_month(day.year, day.month) : days_in_month(day.year, day.month);
    if (day.day > days) return std::nullopt;
    return julian ? julian_day_number(day) : day_number(day);
  }
  [[nodiscard]] static constexpr std::optional<int> number_of(const date_element& e, bool julian) noexcept {
    return number_of(calendar_day{astronomical(e), e.month, e.day}, julian);
  }
  [[nodiscard]] static constexpr bool is_day(const date_element& e) noexcept {
    return e.kind == element_kind::date && e.day != 0 && e.month >= 1 && e.month <= 12;
  }

  // England's first year that did not begin in March.
  static constexpr int first_year_from_january = 1752;
  [[nodiscard]] static constexpr bool precedes_lady_day(const date_element& e) noexcept {
    return e.month < 3 || (e.month == 3 && e.day < 25);
  }

  // One day in both calendars, a day of a year that began in March, or alternatives.
  constexpr bool combine_slash(stated_date& out) noexcept {
    const date_element& a = elements_[0];
    const date_element& b = elements_[1];
    // "985/1579"
    const bool uneven = a.is_number() && a.digits != b.digits && b.era == era_said::none && b.year > a.year + 1;
    if (uneven) return in_.wrong("two years of as many digits", b.year_at);
    if (!is_day(a) || !is_day(b)) {
      return astronomical(a) <= astronomical(b) ? combine_set(out)
                                                : in_.wrong("a second year after the first", b.year_at);
    }
    const std::optional<int> julian = number_of(a, true), gregorian = number_of(b, false);
    if (!julian || !gregorian) return in_.wrong("days that the months have", 0);
    const bool one_day = !shares_day_ && julian == gregorian;
    // "11 February 1731/2": the second number is the year.
    const bool of_march = shares_day_ && precedes_lady_day(a) && astronomical(b) == astronomical(a) + 1 &&
                          a.year < first_year_from_january;
    if (one_day || of_march) {
      if (!resolve(b, out)) return false;
      if (one_day) out.calendar = calendar_model::dual;
      if (a.doubt != 0) out = with_doubt(out, static_cast<date_doubt>(a.doubt));
      return true;
    }
    constexpr int most_days_apart = 5;  // more of them may be meant for one day in both calendars
    const int apart = *gregorian - number_of(a, false).value_or(*gregorian);
    if (shares_day_ || (apart > 0 && apart <= most_days_apart)) return combine_set(out);
    return in_.wrong("two days within a week, or one day in both calendars", 0);
  }

  // A bracket "[O.S. 20 November]": both must be one day.
  constexpr bool check_other(date_element& e) noexcept {
    const std::optional<date_element> found = in_.take_other();
    if (!found) return true;
    date_element other = *found;
    if (other.month == 0) other.month = e.month;
    if (e.digits == 0 || other.day == 0 || other.month == 0 || other.month > 12 || e.day == 0) {
      return in_.wrong("a day in both calendars", other.year_at);
    }
    const int main_year = astronomical(e);
    for (int year = main_year + 1; year >= main_year - 1; --year) {
      const int labelled = other.digits == 0 ? year : astronomical(other);
      if (labelled != year && !(labelled == year - 1 && precedes_lady_day(other))) continue;
      const bool julian = other.calendar == calendar_model::julian;
      const std::optional<int> number = number_of(calendar_day{year, other.month, other.day}, julian);
      if (!number || number != number_of(e, !julian)) continue;
      e.calendar = calendar_model::dual;
      if (!julian) {
        e.day = other.day;
        e.month = other.month;
        e.year = e.era == era_said::before_common ? 1 - year : year;
      }
      return true;
    }
    // A paragraph may name another day of the old calendar; its own is what counts.
    return (of_life_ && other.styled) || in_.wrong("the same day in both calendars", other.year_at);
  }

  // "before" (-1) or "after" (1) the date.
  [[nodiscard]] static constexpr stated_date limit(const stated_date& date, int side, bool unknown = false) noexcept {
    const date_term open = term_of(unknown ? date_term::end::unknown : date_term::end::open);
    return side < 0 ? interval(open, date.last(), date.calendar) : interval(date.first(), open, date.calendar);
  }

  // Sides, doubts from doubt_base on, and what makes a date unreadable.
  static constexpr int doubt_base = 4, margin = 9;
  static constexpr auto closings = valued_words<14>({{-1, "or earlier|or before|at the latest"},
                                                     {1, "or later|or after|onwards|onward|at the earliest"},
                                                     {doubt_base + 1, "or so|or thereabouts"},
                                                     {doubt_base + 2, "(uncertain)|(disputed)"},
                                                     {margin, "\xC2\xB1|+/-"}});

  // "1637 or earlier", "1637 onwards", "1637 or so", "1637 (circa)". False for a margin.
  constexpr bool read_closing(stated_date& date) noexcept {
    const std::size_t start = in_.at();
    if (date.kind != statement::date || in_.is_end()) return true;
    const bool blank = in_.skip_blanks();
    found_word found = match_word<closings>(text_, in_.at());
    const char next = in_.char_at(detail::skip_blanks(text_, in_.at() + found.length));
    if (found.value == margin && is_digit(next)) {
      in_.go_to(detail::skip_blanks(text_, in_.at() + found.length));
      return in_.wrong("a date without a margin", start);
    }
    // "1637 or before 1640" is something else.
    if (found.value == margin || !blank || (in_text_ && is_digit(next))) found.length = 0;
    if (found.length != 0) {
      in_.go_to(in_.at() + found.length);
    } else if (found = read_closing_doubt(blank); found.length == 0) {
      in_.go_to(start);
      return true;
    }
    date = found.value < 2 ? limit(date, found.value)
                           : with_doubt(date, static_cast<date_doubt>(found.value - doubt_base));
    return true;
  }

  // "1637 (circa)", "1637, probably", "1637 ca.": in running text where a sentence or bracket ends.
  constexpr found_word read_closing_doubt(bool parted) noexcept {
    const char open = in_.here();
    const char close = open == '(' ? ')' : open == '[' ? ']' : '\0';
    if (close != '\0' || open == ',') {
      in_.go_to(in_.at() + 1);
      parted = in_.skip_blanks() || close != '\0';
    }
    const found_word found = parted ? match_word<doubt_words>(text_, in_.at()) : found_word{};
    const std::size_t end = in_.at() + found.length;
    const bool ends = close != '\0' ? in_.char_at(end) == close : in_.ends_sentence(end);
    if (found.length < 2 || !ends) return {};
    in_.go_to(end + (close != '\0' ? 1 : 0));
    return {found.value + doubt_base, found.length};
  }

  // "Sunday, 12 July 1637": the day of the week decides the calendar, or shows an error.
  constexpr bool check_weekday(stated_date& date) noexcept {
    for (std::size_t i = 0; i < count_; ++i) {
      const date_element& e = elements_[i];
      if (e.weekday == 0) continue;
      if (!is_day(e)) return in_.wrong("a day after the weekday", 0);
      const auto weekday = [](int number) { return 1 + (number % 7 + 10) % 7; };  // 1 January 1970 was a Thursday
      const std::optional<int> gregorian = number_of(e, false), julian = number_of(e, true);
      if (e.calendar != calendar_model::julian && gregorian && weekday(*gregorian) == e.weekday) continue;
      if (julian && weekday(*julian) == e.weekday && e.calendar != calendar_model::dual && count_ == 1) {
        date.calendar = calendar_model::julian;
        continue;
      }
      return in_.wrong("the weekday of that day", 0);
    }
    return true;
  }

  element_reader in_;
  std::string_view text_;
  bool in_text_;
  bool of_life_;
  bool join_spans_;
  int side_ = 0;
  bool between_ = false;
  bool from_ = false;
  bool gedcom_from_ = false;
  bool open_end_ = false;
  int unknown_ = 0;           // the side of "?" in "?–1637" (-1) and "1637–?" (1)
  std::size_t list_end_ = 0;  // of years with commas between them
  bool broken_ = false;       // a part that makes the whole unreadable
  bool shares_day_ = false;
  bool shares_season_ = false;
  date_link link_ = date_link::none;
  std::size_t count_ = 0;
  std::array<date_element, stated_date::most_terms> elements_{};
  std::optional<stated_date> machine_{};
};

}  // namespace detail
}  // namespace mhqa::inline v0_1
