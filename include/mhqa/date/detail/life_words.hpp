// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The English words that decide what a date in a biography is a date of, and what kind of thing a title names.
#pragma once

#include <mhqa/date/detail/stated_words.hpp>

#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1::detail {

/// The part that a word plays for the reader of lives.
// clang-format off
enum class life_word : std::uint8_t {
  other, circa, before, after, between, by, conjunction_or, conjunction_and, to,
  preposition,  // in, on, at: stands before a date
  article, of,
  year_word,  // "in the year 1250"
  date_word,  // other words of dates: "either", weekdays, seasons, "early", "century", "OS"
  era, born,
  death,  // the noun
  died,
  killed,  // participles: was killed
  baptised, buried, reign, floruit,
  event,  // married, crowned, elected …: another thing's date follows
  relative,
  offspring,  // son, daughter …: "son of X"
  he, she, his, her, their, who,
  present,  // is, are
  past,     // was, were
  plural_past, plural_present, adverb, when, nee, unknown, honorific,
  denial,  // what follows did not happen: "not born in 1820", "nearly died"
};
// clang-format on

template <life_word... Parts>
[[nodiscard]] constexpr bool is_one_of(life_word part) noexcept {
  return ((part == Parts) || ...);
}

inline constexpr auto life_entries = valued_words<323, life_word>(
    {{life_word::between, "between|betw"},
     {life_word::by, "by"},
     {life_word::conjunction_or, "or"},
     {life_word::conjunction_and, "and"},
     {life_word::to, "to"},
     {life_word::preposition, "in|on|at|during"},
     {life_word::article, "the|a|an"},
     {life_word::of, "of"},
     {life_word::year_word, "year"},
     {life_word::date_word,
      "either|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|fall|winter|early|mid"
      "|late|middle|beginning|end|century|centuries|os|ns"},
     {life_word::era, "bc|bce|ad|ce"},
     {life_word::born, "b|birth|born|births|geb|geboren|nacida|nacido|nata|nato"},
     {life_word::death, "death|deaths|demise|passing|assassination|execution|murder|suicide"},
     {life_word::died,
      "d|died|dies|dead|perished|deceased|passed|succumbed|drowned|dying|gest|gestorben|mort|morta|morte|morto|muerta"
      "|muerto"},
     {life_word::killed, "assassinated|beheaded|executed|guillotined|hanged|killed|lynched|martyred|murdered|slain"},
     {life_word::baptised, "bap|bapt|bp|baptised|baptized|christened|baptism"},
     {life_word::buried, "bur|burial|buried|interred|funeral|cremated"},
     {life_word::reign, "r|reign|reigned|reigning|rule|ruled|ruling|regnal"},
     {life_word::floruit, "active|act|fl|flor|floruit|flourished"},
     {life_word::event,
      "abdicated|acceded|appointed|arrested|became|built|canonised|canonized|consecrated|consul|cos|created|crowned"
      "|convicted|debut|deposed|disappeared|divorced|elected|emigrated|established|formed|founded|graduated|m"
      "|married|moved|ordained|published|released|resigned|retired|served|since|from|started|succeeded|term|office"
      "|won|wed|knighted|inaugurated|enthroned|invested|governed|disputed|known|styled|called|opened|completed"
      "|renamed|rebuilt|reopened|demolished|dissolved|abolished|designated"},
     {life_word::relative,
      "aunt|brother|brothers|cousin|father|grandfather|grandmother|husband|mother|nephew|niece|parents|sister"
      "|sisters|uncle|widow|wife|twin|spouse|friend|partner|predecessor|successor|stepfather|stepmother|widower"
      "|wives"},
     {life_word::offspring, "child|children|dau|daughter|daughters|son|sons|grandson|granddaughter|heir"},
     {life_word::he, "he"},
     {life_word::she, "she"},
     {life_word::his, "his|him|himself"},
     {life_word::her, "her|herself"},
     {life_word::their, "their|they"},
     {life_word::who, "who|whom|whose|which|that"},
     {life_word::present, "is"},
     {life_word::past, "was"},
     {life_word::plural_past, "were"},
     {life_word::plural_present, "are"},
     {life_word::adverb,
      "also|later|then|been|had|has|having|being|both|eventually|finally|suddenly|soon|shortly|subsequently"
      "|tragically|peacefully|there|unexpectedly"},
     {life_word::when, "when|while|where|but"},
     {life_word::nee, "nee|née|né|alias"},
     {life_word::unknown, "unknown|unk|uncertain"},
     {life_word::denial,
      "almost|barely|cannot|erroneously|faked|falsely|feigned|hardly|incorrectly|mistakenly|narrowly|nearly|neither"
      "|never|nor|not|scarcely|staged|without|wrongly"},
     {life_word::honorific,
      "dr|sir|lord|lady|king|queen|prince|princess|emperor|empress|president|mr|mrs|miss|pope|saint|st|general"
      "|captain|count|countess|duke|duchess|professor|bishop|archbishop|baron|earl|rev|reverend|consort|dowager"
      "|sultan|sheikh|jr|sr|colonel|major|lieutenant|admiral|archduke|archduchess|infante|infanta"}});

/// The part of a word in lower case; `other` for most words. Those of the readers of dates for a doubt or a limit play
/// these parts too.
[[nodiscard]] constexpr life_word life_word_of(std::string_view lower) noexcept {
  if (const auto* const own = listed_word<life_entries>(lower)) return own->value;
  if (listed_word<doubt_words>(lower) != nullptr) return life_word::circa;
  const auto* const side = listed_word<side_words>(lower);
  return side == nullptr ? life_word::other : side->value < 0 ? life_word::before : life_word::after;
}

// Words of other languages for events are written small: "geb. 3. Mai 1801", but "Mort Roe".
inline constexpr auto foreign_events =
    words_of<14>("geb geboren gest gestorben mort morta morte morto muerta muerto nacida nacido nata nato");
// Words after "né" that begin a place or a date, not a name.
inline constexpr auto foreign_links = words_of<8>("au c ca en le um vers à");

// Before a noun for a person who never lived.
inline constexpr auto words_of_fiction = words_of<6>("fictional fictitious imaginary mythic mythical mythological");

// Words before another name of the subject.
inline constexpr auto naming_words = words_of<24>(
    "abbreviated aka billed called cited credited listed named nicknamed performing pronounced pseudonym recorded"
    " referred rendered romanised romanized spelled styled stylised stylized titled transliterated writing");

// Nouns for a person beside another one, whose dates may follow.
inline constexpr auto linked_people =
    words_of<11>("assistant biographer companion disciple follower friend heir pupil servant student teacher");

}  // namespace mhqa::inline v0_1::detail
