// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Entries of dictionaries, directories and genealogies, which give a life without a bracket after the name: "Matthew
// Prior, b. 1664; d. 1721.", "Ann Roe, 1850–1900, English poet.", and glosses, which end with one: "English scientist
// (1635-1703)".
#pragma once

#include <mhqa/date/detail/life_bracket.hpp>
#include <mhqa/date/detail/life_owner.hpp>
#include <mhqa/date/detail/life_subject.hpp>
#include <mhqa/date/detail/life_text.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::detail {

/// What a part of an entry is: the words between two marks before its dates.
enum class entry_part : char { name, person, label, labelled_name, parents, other, nobody, thing };

/// A row of the table of parts.
///
/// Shape: `words` are letters as in owner_rule, with s "son", "daughter" …, l "pupil" and its like beside them, g the
///        adjective of a people, t a ship, an animal, a band …, f "fictional"; '*' is any number of them. `nobody`:
///        whose dates follow is unclear, so that nothing is an entry before a semicolon; `thing`: nothing is
struct entry_rule {
  std::string_view words;
  entry_part part;
  std::string_view example;
};

// The first that fits counts.
inline constexpr std::array<entry_rule, 22> entry_rules{{
    {"*v*", entry_part::nobody, "Ann Roe edited Mind, b. 1820"},
    {"*q*", entry_part::nobody, "Ann Roe, his widow, d. 1890"},
    {"*r*", entry_part::nobody, "Ann Roe, a sister of Max Roe, b. 1820"},
    {"*so*", entry_part::parents, "Ann Roe, daughter of Max and Mary (Lee) Roe, b. 1820"},
    {"*s*", entry_part::nobody, "Ann Roe, a daughter, b. 1820"},
    {"*lo*", entry_part::nobody, "Ann Roe, pupil of Max Lee, b. 1820"},
    {"*li*", entry_part::nobody, "Ann Roe, assistant to Max Lee, b. 1820"},
    {"*f*", entry_part::thing, "Ann Roe, fictional nurse, b. 1820"},
    {"No*n", entry_part::nobody, "Letters of Ann Roe, 1820–1890"},
    {"n*g", entry_part::labelled_name, "Ann Roe English, 1820–1890"},
    {"n*", entry_part::name, "Roe, Ann, b. 1820"},
    {"*n", entry_part::name, "Capt. Hugh Roe, b. 1820"},
    {"*l", entry_part::person, "Ann Roe, music teacher, b. 1820"},
    {"*p", entry_part::person, "Ann Roe, English poet, b. 1820"},
    {"*h", entry_part::person, "Ann Roe; Queen; b. 1820"},
    {"*g", entry_part::label, "Ann Roe, South African, 1820–1890"},
    {"*po*", entry_part::person, "Ann Roe, author of the Dictionary, b. 1820"},
    {"*ho*", entry_part::person, "Ann Roe, Queen of Saxony, 1820–1890"},
    {"*pi*", entry_part::person, "Ann Roe, clockmaker in Ulm, b. 1820"},
    {"*p&*", entry_part::person, "Ann Roe, poet and woman of letters, b. 1820"},
    {"*t", entry_part::thing, "Ann Roe, brig, b. 1820"},
    {"*", entry_part::other, "Ann Roe, O.M., of Ulm, b. 1820"},
}};

/// The tokens of an entry in which its dates stand.
struct entry_dates {
  std::size_t begin = 0, end = 0;
  bool words = false;     // "born" or "died" says which is which
  bool person = false;    // a noun for a person stands before them
  bool office = false;    // the words right before them may be those of an office
  bool labelled = false;  // the adjective of a people stands before them, which a firm may have, too
};

/// Finds the dates of an entry.
class life_entry_reader {
 public:
  life_entry_reader(const life_text& text, const life_names& names) noexcept : t_{text}, names_{names} {}

  /// The place of the dates after a name, a description of a person or a heading, with any parts in between; `end` is
  /// the end of the first sentence, or its verb.
  [[nodiscard]] std::optional<entry_dates> find(std::size_t end) const {
    constexpr std::size_t most_parts = 10;
    const bool roman = t_.is(0, life_kind::word) && t_.spelled(0).find_first_not_of("ivx") == std::string_view::npos;
    std::size_t i = t_.is_mark(1, '.') && (roman || t_.is(0, life_kind::number)) ? 2 : 0;
    so_far parts{.begin = i};
    for (; parts.count < most_parts; ++parts.count) {
      const std::size_t next = after_who(after_marks(i), parts);
      if (is_event(next)) return words_at(next, end, parts);
      if (begins_years(next)) return years_at(next, i, parts);
      parts.begin = next;
      i = end_of_part(next);
      if (i == next || !take_part(i, parts)) break;
    }
    return std::nullopt;
  }

  /// The bracket that ends a gloss, a single sentence about a person without a name.
  [[nodiscard]] std::optional<entry_dates> find_gloss() const {
    if (t_.size() < 4 || names_.has(t_, 0)) return std::nullopt;
    std::size_t last = end_of_sentence(t_, 0) - 1;
    if (t_.is_mark(last, '.')) --last;
    if (!t_.is(last, life_kind::close) || t_[last].match == last || t_[last].match == 0) return std::nullopt;
    if (has_years(0, t_[last].match)) return std::nullopt;
    const bool died = t_.is(t_[last].match + 1, life_word::died);
    if (!died && (!describes_person() || ends_with_thing(t_[last].match))) return std::nullopt;
    return entry_dates{t_[last].match + 1, last, false, true, false};
  }

  /// The token after the part that begins at one.
  [[nodiscard]] std::size_t end_of_part(std::size_t begin) const {
    constexpr std::size_t longest_part = 24;
    std::size_t i = begin;
    for (; i < begin + longest_part && !t_.is(i, life_kind::end); i = t_.next(i)) {
      if (i != begin && (is_event(i) || begins_years(i))) break;
      const bool colon = t_.is_mark(i, ':') || t_.is_mark(i, ',') || t_.is_mark(i, ';') || t_.is_mark(i, '+');
      if (colon || ends_sentence(t_, i) || t_.is(i, life_kind::dash)) break;
      if (t_.is(i, life_kind::hyphen) && !t_[i].glued) break;
      if (t_.is(i, life_kind::open) && (t_[i].match == i || (t_[i].mark == '[' && begins_years(i + 1)))) break;
    }
    return i < begin + longest_part ? i : begin;
  }

  /// The part that tokens [begin, end) are.
  [[nodiscard]] entry_part part_of(std::size_t begin, std::size_t end) const {
    using enum life_word;
    const auto tells = [this](std::size_t i) {
      return t_.is_any<past, present, plural_past, plural_present, he, she, who, floruit, reign>(i);
    };
    if (t_.find_outside(begin, end, tells) < end) return entry_part::nobody;
    std::string words;
    std::size_t last = begin;  // the token of the last letter
    for (std::size_t i = begin; i < end; i = t_.next(i)) {
      const bool letter_of = t_[i].length == 1 && !t_[i].capital && (t_.is(i + 1, of) || t_.is(i + 2, of));
      const bool child = t_.is(i, offspring) || (letter_of && (t_.is(i, died) || t_.spelled(i) == "s"));
      const bool linked = is_listed(linked_people, t_.spelled(i)), fiction = is_listed(words_of_fiction, t_.spelled(i));
      const bool verb = t_.is(i, event) && !names_person(t_, i + 1);  // not "office holder"
      const char letter = child ? 's' : linked ? 'l' : verb ? 'v' : fiction ? 'f' : owner_letter(t_, names_, i);
      if (letter == '\0') continue;
      words += letter;
      last = i;
    }
    if (words.ends_with('N') || words.ends_with('w')) {
      const bool thing = subject_noun_of(fold_word(t_.spelled(last))) == subject_noun::lively_thing;
      words.back() = names_people(t_, last) ? 'g' : thing ? 't' : words.back();
    }
    return first_fit(entry_rules, words).part;
  }

 private:
  /// The parts of an entry before the place of its dates.
  struct so_far {
    std::size_t begin = 0;  // of the last one
    std::size_t count = 0;
    entry_part last = entry_part::other;
    bool named = false, person = false, labelled = false;
  };

  // "Ann Roe, abbess, who was born": the token after "who was", if the person is meant.
  [[nodiscard]] std::size_t after_who(std::size_t i, const so_far& parts) const {
    const std::size_t verb = i + (t_.is(i + 1, life_word::past) ? 2 : 1);
    return t_.is(i, life_word::who) && parts.last != entry_part::parents && is_event(verb) ? verb : i;
  }

  [[nodiscard]] std::optional<entry_dates> words_at(std::size_t i, std::size_t end, const so_far& parts) const {
    const bool years = t_.is_dash(i + 1) && begins_years(i + 4);  // "Born - Died : 341BC - 270BC"
    if (years) return entry_dates{i + 4, end_of_years(i + 4), false, true, false};
    if (!parts.named && !parts.person && !t_.is_mark(i + 1, ':')) return std::nullopt;
    return entry_dates{i, end_of_words(i, end), true, parts.person, false};
  }

  [[nodiscard]] std::optional<entry_dates> years_at(std::size_t i, std::size_t end, const so_far& parts) const {
    if (!parts.named || (i == end && parts.last != entry_part::name)) return std::nullopt;
    if (t_.is_mark(end, '.') && i == end + 1 && parts.last == entry_part::other) return std::nullopt;  // "exh. 1820"
    const auto leads_to_place = [this](std::size_t k) { return t_.is_any<life_word::of, life_word::preposition>(k); };
    const bool office =  // "Ann Roe, Abbess of Ulm, 1820–1850", "Ann Roe, Headmistress, 1820–1850"
        t_.any(parts.begin, end, leads_to_place) || (end > parts.begin && owner_letter(t_, names_, end - 1) == 'h');
    return entry_dates{i, end_of_years(i), false, parts.person, office, parts.labelled};
  }

  // False if no dates of the person can follow the part that ends at a token.
  [[nodiscard]] bool take_part(std::size_t end, so_far& parts) const {
    const entry_part part = parts.last = part_of(parts.begin, end);
    // "Other people: Max Roe, 1820–1890"
    if (t_.is_mark(end, ':') && part == entry_part::other && parts.begin != 0) return false;
    // What stands before a semicolon says nothing of the part after it.
    const bool known = parts.named || parts.person;
    const bool closed = t_.is_mark(end, ';') && known;
    if (part == entry_part::thing) return false;
    if (!closed && (part == entry_part::nobody || has_years(parts.begin, end))) return false;
    // "Queen Anne, the last monarch", "Children of Max and Ann Roe: i. John"
    if (!known && (part == entry_part::parents || (parts.count != 0 && part == entry_part::person))) return false;
    parts.named = parts.named || part == entry_part::name || part == entry_part::labelled_name;
    parts.person = parts.person || part == entry_part::person;
    parts.labelled = parts.labelled || part == entry_part::label || part == entry_part::labelled_name;
    return true;
  }

  // "b.", "born", "Died", "*" and "†" before a date or a place, "Birth:"; "b." of an initial or "d of" are not.
  [[nodiscard]] bool is_event(std::size_t i) const {
    const life_token& token = t_[i];
    const bool follows = t_.is_mark(i + 1, '.') || t_.is_mark(i + 1, ':') || t_.is(i + 1, life_kind::number);
    if (t_.is_mark(i, '*')) return t_.is(i + 1, life_kind::number) || t_.month(i + 1) != 0;
    if (token.part == life_word::baptised) return true;
    if (!is_one_of<life_word::born, life_word::died, life_word::death>(token.part)) return false;
    if (token.length > 2) return is_event_word(i);
    // "B." is a word at the beginning of a sentence, and an initial elsewhere.
    const bool begins = t_.is_mark(i - 1, '.') && t_[i - 2].length > 1;
    return (!token.capital && (follows || t_[i + 1].capital)) || (token.capital && follows && begins);
  }

  // "born" and "died", but not "born Ann Lee (1820–1890)"; "Birth" and "Death" before a colon.
  [[nodiscard]] bool is_event_word(std::size_t i) const {
    constexpr auto nouns = words_of<4>("birth births death deaths");
    if (is_listed(nouns, fold_word(t_.spelled(i)))) return t_.is_mark(i + 1, ':');
    const life_word last = t_[i - 1].part;
    if (i > 0 && t_.is(i - 1, life_kind::word) && last != life_word::who && last != life_word::past) return false;
    std::size_t k = i + 1;
    while (t_.is(k, life_kind::word) || t_.is_mark(k, ',')) ++k;
    constexpr auto others = words_of<7>("dead deceased dies drowned dying passed perished");
    return !has_years(k, k + 1) && !is_listed(others, t_.spelled(i));
  }

  // "1850–1900", "c. 341 BC – 270 BC".
  [[nodiscard]] bool begins_years(std::size_t i) const noexcept {
    const auto born = life_date_reader{t_}.read(i);
    return born && (t_.is_dash(born->end) || t_.is(born->end, life_word::to));
  }

  // "Ann Roe (1820–1890)": a bracket that may give a life by itself.
  [[nodiscard]] bool has_years(std::size_t begin, std::size_t end) const noexcept {
    const auto year = [this](std::size_t k) { return t_.is(k, life_kind::number) && t_[k].digits > 2; };
    return t_.find_outside(begin, end, [&](std::size_t i) {
      return t_.is(i, life_kind::open) && t_.any(i + 1, t_[i].match, year);
    }) < end;
  }

  // The token after the marks that part two parts.
  [[nodiscard]] std::size_t after_marks(std::size_t i) const {
    for (;; ++i) {
      const bool square = t_.is(i, life_kind::open) && t_[i].mark == '[' && begins_years(i + 1);
      const bool mark = t_.is(i, life_kind::mark) && t_[i].mark != '*' && t_[i].mark != '\'';
      if (!square && !mark && !t_.is_dash(i)) return i;
    }
  }

  [[nodiscard]] std::size_t end_of_words(std::size_t begin, std::size_t end) const {
    std::size_t last = end_of_sentence(t_, begin);
    while (t_.is(last + 1, life_word::died)) last = end_of_sentence(t_, last + 1);
    return std::max(end, last);
  }

  [[nodiscard]] std::size_t end_of_years(std::size_t i) const {
    const life_date_reader dates{t_};
    const std::size_t dash = dates.read(i)->end;
    const auto died = dates.read(dash + 1);
    return died ? died->end : dash + 2;
  }

  // "English scientist who", "one of the great Fathers of", "leader and minister": a noun for a person ends the words
  // before the first preposition or relative clause.
  [[nodiscard]] bool describes_person() const {
    constexpr std::size_t longest_phrase = 24;
    std::size_t i = t_.is(0, life_kind::open) ? t_.next(0) : 0;
    const bool several = t_.is(i + 1, life_word::of);
    while (t_.is(i + 1, life_word::of) && (t_.spelled(i) == "one" || t_.spelled(i) == "greatest")) i += 3;
    for (const std::size_t end = i + longest_phrase; i < end; ++i) {
      const life_token& token = t_[i];
      if (t_.is(i, life_kind::hyphen) || t_.is(i, life_kind::number) || t_.is_mark(i, ',')) continue;
      if (token.kind != life_kind::word) return false;
      std::string word = fold_word(t_.spelled(i));
      if (several && word.ends_with('s') && subject_noun_of(word) == subject_noun::unknown) word.pop_back();
      const bool person = subject_noun_of(word) == subject_noun::person || token.part == life_word::honorific;
      const std::string_view next = t_.spelled(i + 1);
      const bool goes_on = t_.is_plain(i + 1) && !next.ends_with("ed") && !is_listed(predicate_ends, next);
      if (person && !goes_on && !t_.is_mark(i + 1, '\'') && !t_[i + 1].capital) return true;
      using enum life_word;
      if (is_one_of<who, preposition, of, by, to, between, adverb, past, plural_past, his, her>(token.part))
        return false;
    }
    return false;
  }

  // "a member of the dynasty that ruled England (1485-1603)": the bracket tells of a thing.
  [[nodiscard]] bool ends_with_thing(std::size_t end) const {
    const std::size_t i = t_.find(1, end, [this](std::size_t k) { return t_.is(k, life_word::who); });
    return i < end && t_.spelled(i) != "who" && t_.spelled(i) != "whose" &&
           is_thing(subject_noun_of(t_.spelled(i - 1)));
  }

  const life_text& t_;
  const life_names& names_;
};

}  // namespace mhqa::inline v0_1::detail
