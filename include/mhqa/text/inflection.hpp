// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests whether two English words may be forms of one word ("wrote", "writing"), by endings and a table of irregular
// forms. Without a dictionary: it accepts too much ("car", "caring") rather than too little.
#pragma once

#include <mhqa/config.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// Irregular forms, each followed by a space and its base; sorted.
// clang-format off
inline constexpr std::array<std::string_view, 207> irregular_forms{
    "am be", "analyses analysis", "are be", "ate eat", "axes axis", "bacteria bacterium", "bases basis",
    "beaten beat", "became become", "been be", "began begin", "begun begin", "being be", "bent bend", "best good",
    "better good", "bit bite", "bitten bite", "blew blow", "blown blow", "bore bear", "born bear", "borne bear",
    "bought buy", "bound bind", "bred breed", "broke break", "broken break", "brought bring", "built build",
    "burnt burn", "cacti cactus", "came come", "caught catch", "children child", "chose choose", "chosen choose",
    "clung cling", "crept creep", "crises crisis", "criteria criterion", "dealt deal", "dice die", "did do",
    "does do", "done do", "drank drink", "drawn draw", "dreamt dream", "drew draw", "driven drive", "drove drive",
    "drunk drink", "dug dig", "dying die", "eaten eat", "fallen fall", "farther far", "farthest far", "fed feed",
    "feet foot", "fell fall", "felt feel", "fled flee", "flew fly", "flies fly", "flown fly", "forbade forbid",
    "forbidden forbid", "forgave forgive", "forgiven forgive", "forgot forget", "forgotten forget", "fought fight",
    "found find", "froze freeze", "frozen freeze", "fungi fungus", "further far", "furthest far", "gave give",
    "geese goose", "given give", "goes go", "gone go", "got get", "gotten get", "grew grow", "ground grind",
    "grown grow", "had have", "halves half", "has have", "having have", "heard hear", "held hold", "hid hide",
    "hidden hide", "hung hang", "indices index", "is be", "kept keep", "knelt kneel", "knew know", "known know",
    "laid lay", "lain lie", "lay lie", "least little", "led lead", "left leave", "lent lend", "less little",
    "lice louse", "lit light", "lost lose", "lying lie", "made make", "meant mean", "media medium", "men man",
    "met meet", "mice mouse", "more many", "most many", "nuclei nucleus", "oxen ox", "paid pay", "people person",
    "phenomena phenomenon", "ran run", "rang ring", "ridden ride", "risen rise", "rode ride", "rose rise",
    "rung ring", "said say", "sang sing", "sank sink", "sat sit", "saw see", "seen see", "sent send", "shaken shake",
    "shone shine", "shook shake", "shot shoot", "shown show", "shrank shrink", "shrunk shrink", "slept sleep",
    "slid slide", "sold sell", "sought seek", "spent spend", "spoke speak", "spoken speak", "sprang spring",
    "sprung spring", "spun spin", "stole steal", "stolen steal", "stood stand", "stricken strike", "striven strive",
    "strove strive", "struck strike", "stuck stick", "stung sting", "sung sing", "sunk sink", "swam swim",
    "swept sweep", "swore swear", "sworn swear", "swum swim", "swung swing", "taken take", "taught teach",
    "teeth tooth", "thought think", "threw throw", "thrown throw", "told tell", "took take", "tore tear", "torn tear",
    "tying tie", "understood understand", "was be", "went go", "wept weep", "were be", "woke wake", "woken wake",
    "women woman", "won win", "wore wear", "worn wear", "worse bad", "worst bad", "wound wind", "wove weave",
    "woven weave", "written write", "wrote write"};
// clang-format on

namespace detail {

// Passes on the stem unchanged, with a final e, and without a doubled consonant.
template <class Sink>
void for_each_stem(std::string_view stem, Sink&& sink) {
  constexpr std::string_view vowels = "aeiou";
  if (stem.size() < 2 || stem.find_first_of("aeiouy") == std::string_view::npos) return;
  if (stem.size() > 2) sink(std::string{stem});
  sink(std::string{stem} + "e");
  const std::size_t n = stem.size();
  if (n > 3 && stem[n - 1] == stem[n - 2] && vowels.find(stem[n - 1]) == std::string_view::npos) {
    sink(std::string{stem.substr(0, n - 1)});
  }
}

}  // namespace detail

/// Returns a word without the ending 's.
/// Example: without_owner("watt's") == "watt"
[[nodiscard]] constexpr std::string_view without_owner(std::string_view word) noexcept {
  constexpr std::string_view ending{"'s"};
  return word.ends_with(ending) ? word.substr(0, word.size() - ending.size()) : word;
}

/// Returns the words that a lower-case word may be a form of, itself first.
///
/// Shape:   undoes plural and third-person -s, possessive 's, past -ed, -ing, comparative -er and -est, and irregular
///          forms; not every result is a word
/// Undefined: an empty word -> itself
/// Cost:    O(bytes), a search in irregular_forms
/// Example: possible_bases("cities")  // "cities", "citie", "citi", "city"
[[nodiscard]] std::vector<std::string> possible_bases(std::string_view word);

/// Returns true if two lower-case words may be forms of one word.
///
/// Source:  the "inflections" of Geva et al. 2021, Sec. 2.1; the rule is ours
/// Example: may_be_same_word("studied", "studies"), !may_be_same_word("study", "studio")
[[nodiscard]] inline bool may_be_same_word(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const std::vector<std::string> of_a = possible_bases(a);
  for (const std::string& base : possible_bases(b)) {
    if (std::find(of_a.begin(), of_a.end(), base) != of_a.end()) return true;
  }
  return false;
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/text/detail/inflection.ipp>
#endif
