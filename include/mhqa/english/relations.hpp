// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Wikidata's frequent properties in English: the label is a name and no English, so each has a noun phrase and a
// question of its own. "Rhine >> mouth of the watercourse" is "the mouth of the Rhine".
//   mhqa::find_relation_words("capital of")->question  // "What is X the capital of?"
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/error.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mhqa::inline v0_1 {

/// What the answers of a property are.
enum class relation_answer : std::uint8_t { thing, person, agent, place, work, time };

/// The English words for a property. X stands for its subject.
struct relation_words {
  std::string_view property;  ///< Wikidata's number
  std::string_view label;     ///< as MuSiQue and T-REx write it
  std::string_view phrase;    ///< the answer as a noun phrase; "*" in it stands for the kind of the answer: "county"
  std::string_view question;  ///< the question for the answer
  relation_answer answer = relation_answer::thing;

  friend constexpr bool operator==(const relation_words&, const relation_words&) = default;
};

// clang-format off
/// The properties, by label.
///
/// Shape: "agent" is a person or an organization
inline constexpr std::array<relation_words, 135> relations{{
    {"P1037", "director / manager", "the manager of X", "Who is the manager of X?", relation_answer::person},
    {"P84", "architect", "the architect of X", "Who is the architect of X?", relation_answer::person},
    {"P149", "architectural style", "the architectural style of X", "What is the architectural style of X?"},
    {"P50", "author", "the author of X", "Who is the author of X?", relation_answer::person},
    {"P166", "award received", "the award received by X", "What award was received by X?"},
    {"P144", "based on", "the basis of X", "What is the basis of X?"},
    {"P205", "basin country", "the basin country of X", "What is the basin country of X?", relation_answer::place},
    {"P36", "capital", "the capital of X", "What is the capital of X?", relation_answer::place},
    {"P1376", "capital of", "the * whose capital is X", "What is X the capital of?", relation_answer::place},
    {"P161", "cast member", "the cast member of X", "Who is the cast member of X?", relation_answer::person},
    {"P488", "chairperson", "the chairperson of X", "Who is the chairperson of X?", relation_answer::person},
    {"P169", "chief executive officer", "the chief executive officer of X", "Who is the chief executive officer of X?", relation_answer::person},
    {"P40", "child", "the child of X", "Who is the child of X?", relation_answer::person},
    {"P86", "composer", "the composer of X", "Who is the composer of X?", relation_answer::person},
    {"P607", "conflict", "the conflict that involved X", "What conflict involved X?"},
    {"P81", "connecting line", "the line serving X", "What line serves X?"},
    {"P150", "contains administrative territorial entity", "the * within X", "What * is within X?", relation_answer::place},
    {"P30", "continent", "the continent of X", "What is the continent of X?", relation_answer::place},
    {"P17", "country", "the country of X", "What is the country of X?", relation_answer::place},
    {"P27", "country of citizenship", "the country of citizenship of X", "What is the country of citizenship of X?", relation_answer::place},
    {"P495", "country of origin", "the country of origin of X", "What is the country of origin of X?", relation_answer::place},
    {"P170", "creator", "the creator of X", "Who is the creator of X?", relation_answer::agent},
    {"P177", "crosses", "the * crossed by X", "What is crossed by X?", relation_answer::place},
    {"P38", "currency", "the currency of X", "What is the currency of X?"},
    {"P569", "date of birth", "the date of birth of X", "What is the date of birth of X?", relation_answer::time},
    {"P570", "date of death", "the date of death of X", "What is the date of death of X?", relation_answer::time},
    {"P178", "developer", "the developer of X", "Who is the developer of X?", relation_answer::agent},
    {"P57", "director", "the director of X", "Who is the director of X?", relation_answer::person},
    {"P61", "discoverer or inventor", "the discoverer or inventor of X", "Who is the discoverer or inventor of X?", relation_answer::person},
    {"P750", "distributed by", "the distributor of X", "Who is the distributor of X?", relation_answer::agent},
    {"P750", "distributor", "the distributor of X", "Who is the distributor of X?", relation_answer::agent},
    {"P184", "doctoral advisor", "the doctoral advisor of X", "Who is the doctoral advisor of X?", relation_answer::person},
    {"P647", "drafted by", "the team that drafted X", "What team drafted X?", relation_answer::agent},
    {"P69", "educated at", "the alma mater of X", "What is the alma mater of X?", relation_answer::agent},
    {"P108", "employer", "the employer of X", "Who is the employer of X?", relation_answer::agent},
    {"P582", "end time", "the end of X", "When was the end of X?", relation_answer::time},
    {"P22", "father", "the father of X", "Who is the father of X?", relation_answer::person},
    {"P101", "field of work", "the field of work of X", "What is the field of work of X?"},
    {"P156", "followed by", "the successor of X", "What is the successor of X?"},
    {"P155", "follows", "the predecessor of X", "What is the predecessor of X?"},
    {"P112", "founded by", "the founder of X", "Who is the founder of X?", relation_answer::agent},
    {"P112", "founder", "the founder of X", "Who is the founder of X?", relation_answer::agent},
    {"P136", "genre", "the genre of X", "What is the genre of X?"},
    {"P527", "has part", "the part of X", "What is the part of X?"},
    {"P286", "head coach", "the head coach of X", "Who is the head coach of X?", relation_answer::person},
    {"P6", "head of government", "the head of government of X", "Who is the head of government of X?", relation_answer::person},
    {"P35", "head of state", "the head of state of X", "Who is the head of state of X?", relation_answer::person},
    {"P159", "headquarters location", "the location of the headquarters of X", "Where is the headquarters of X located?", relation_answer::place},
    {"P610", "highest point", "the highest point of X", "What is the highest point of X?", relation_answer::place},
    {"P115", "home venue", "the home venue of X", "What is the home venue of X?", relation_answer::place},
    {"P571", "inception", "the founding of X", "When was the founding of X?", relation_answer::time},
    {"P737", "influenced by", "the influence on X", "Who was the influence on X?", relation_answer::agent},
    {"P31", "instance of", "", "What is X an instance of?"},
    {"P1303", "instrument", "the instrument played by X", "What instrument is played by X?"},
    {"P407", "language of work or name", "the language of X", "What is the language of X?"},
    {"P1412", "languages spoken, written or signed", "the language of X", "What is the language of X?"},
    {"P118", "league", "the league of X", "What is the league of X?", relation_answer::agent},
    {"P1408", "licensed to broadcast to", "the * to which X is licensed to broadcast", "To which * is X licensed to broadcast?", relation_answer::place},
    {"P131", "located in the administrative territorial entity", "the * where X is located", "In which * is X?", relation_answer::place},
    {"P706", "located in/on physical feature", "the landform where X is located", "On which landform is X located?", relation_answer::place},
    {"P206", "located in or next to body of water", "the body of water at X", "What is the body of water at X?", relation_answer::place},
    {"P706", "located on terrain feature", "the landform where X is located", "On which landform is X located?", relation_answer::place},
    {"P276", "location", "the location of X", "What is the location of X?", relation_answer::place},
    {"P189", "location of discovery", "the location of the discovery of X", "Where was the discovery of X?", relation_answer::place},
    {"P740", "location of formation", "the place of the formation of X", "Where was the formation of X?", relation_answer::place},
    {"P921", "main subject", "the main subject of X", "What is the main subject of X?"},
    {"P176", "manufacturer", "the manufacturer of X", "Who is the manufacturer of X?", relation_answer::agent},
    {"P463", "member of", "the group that includes X", "What group includes X?", relation_answer::agent},
    {"P102", "member of political party", "the political party of X", "What is the political party of X?", relation_answer::agent},
    {"P54", "member of sports team", "the sports team of X", "What is the sports team of X?", relation_answer::agent},
    {"P241", "military branch", "the military branch of X", "What is the military branch of X?", relation_answer::agent},
    {"P25", "mother", "the mother of X", "Who is the mother of X?", relation_answer::person},
    {"P4552", "mountain range", "the mountain range of X", "What is the mountain range of X?", relation_answer::place},
    {"P403", "mouth of the watercourse", "the mouth of X", "What is the mouth of X?", relation_answer::place},
    {"P135", "movement", "the movement associated with X", "What movement is associated with X?"},
    {"P138", "named after", "the namesake of X", "% is the namesake of X?"},
    {"P103", "native language", "the native language of X", "What is the native language of X?"},
    {"P800", "notable work", "the notable work of X", "What is the notable work of X?", relation_answer::work},
    {"P106", "occupation", "the occupation of X", "What is the occupation of X?"},
    {"P466", "occupant", "the occupant of X", "Who is the occupant of X?", relation_answer::agent},
    {"P37", "official language", "the official language of X", "What is the official language of X?"},
    {"P137", "operator", "the operator of X", "Who is the operator of X?", relation_answer::agent},
    {"P449", "original broadcaster", "the original broadcaster of X", "What is the original broadcaster of X?", relation_answer::agent},
    {"P364", "original language of film or TV show", "the original language of X", "What is the original language of X?"},
    {"P449", "original network", "the original network of X", "What is the original network of X?", relation_answer::agent},
    {"P127", "owned by", "the owner of X", "Who is the owner of X?", relation_answer::agent},
    {"P1830", "owner of", "the property of X", "What is owned by X?"},
    {"P749", "parent organization", "the parent organization of X", "What is the parent organization of X?", relation_answer::agent},
    {"P171", "parent taxon", "the parent taxon of X", "What is the parent taxon of X?"},
    {"P361", "part of", "the * that includes X", "What includes X?"},
    {"P179", "part of the series", "the series that includes X", "What series includes X?", relation_answer::work},
    {"P710", "participant", "the participant in X", "Who was the participant in X?", relation_answer::agent},
    {"P1344", "participant in", "the event that included X", "What event included X?"},
    {"P175", "performer", "the performer of X", "Who is the performer of X?", relation_answer::person},
    {"P19", "place of birth", "the birthplace of X", "What is the birthplace of X?", relation_answer::place},
    {"P119", "place of burial", "the burial place of X", "What is the burial place of X?", relation_answer::place},
    {"P20", "place of death", "the place of death of X", "What is the place of death of X?", relation_answer::place},
    {"P931", "place served by transport hub", "the place served by X", "What place is served by X?", relation_answer::place},
    {"P400", "platform", "the platform of X", "What is the platform of X?"},
    {"P585", "point in time", "the date of X", "What is the date of X?", relation_answer::time},
    {"P1082", "population", "the population of X", "What is the population of X?"},
    {"P39", "position held", "the position held by X", "What position is held by X?"},
    {"P413", "position played on team", "the playing position of X", "What is the playing position of X?"},
    {"P413", "position played on team / speciality", "the playing position of X", "What is the playing position of X?"},
    {"P1441", "present in work", "the work that features X", "What work features X?", relation_answer::work},
    {"P162", "producer", "the producer of X", "Who is the producer of X?", relation_answer::person},
    {"P272", "production company", "the production company of X", "What is the production company of X?", relation_answer::agent},
    {"P577", "publication date", "the publication date of X", "What is the publication date of X?", relation_answer::time},
    {"P123", "publisher", "the publisher of X", "Who is the publisher of X?", relation_answer::agent},
    {"P264", "record label", "the record label of X", "What is the record label of X?", relation_answer::agent},
    {"P140", "religion", "the religion of X", "What is the religion of X?"},
    {"P1366", "replaced by", "the successor of X", "% is the successor of X?"},
    {"P1365", "replaces", "the predecessor of X", "% is the predecessor of X?"},
    {"P551", "residence", "the place of residence of X", "What is the place of residence of X?", relation_answer::place},
    {"P58", "screenwriter", "the screenwriter of X", "Who is the screenwriter of X?", relation_answer::person},
    {"P21", "sex or gender", "the sex or gender of X", "What is the sex or gender of X?"},
    {"P47", "shares border with", "the * that borders X", "What * borders X?", relation_answer::place},
    {"P3373", "sibling", "the sibling of X", "Who is the sibling of X?", relation_answer::person},
    {"P641", "sport", "the sport of X", "What is the sport of X?"},
    {"P26", "spouse", "the spouse of X", "Who is the spouse of X?", relation_answer::person},
    {"P580", "start time", "the start of X", "When was the start of X?", relation_answer::time},
    {"P802", "student", "the student of X", "Who is the student of X?", relation_answer::person},
    {"P1066", "student of", "the teacher of X", "Who is the teacher of X?", relation_answer::person},
    {"P279", "subclass of", "", "What is X a subclass of?"},
    {"P355", "subsidiary", "the subsidiary of X", "What is the subsidiary of X?", relation_answer::agent},
    {"P1455", "list of works", "", "What is the list of works of X?", relation_answer::work},
    {"P974", "tributary", "the tributary of X", "What is the tributary of X?", relation_answer::place},
    {"P190", "twinned administrative body", "the twin town of X", "What is the twin town of X?", relation_answer::place},
    {"P190", "sister city", "the sister city of X", "What is the sister city of X?", relation_answer::place},
    {"P1346", "winner", "the winner of X", "Who is the winner of X?", relation_answer::agent},
    {"P937", "work location", "the place of work of X", "What is the place of work of X?", relation_answer::place},
    {"P1001", "applies to jurisdiction", "the jurisdiction of X", "What is the jurisdiction of X?", relation_answer::place},
    {"P197", "adjacent station", "the station next to X", "What station is next to X?", relation_answer::place},
    {"P1336", "territory claimed by", "the claimant of X", "Who is the claimant of X?", relation_answer::agent},
    {"P1889", "different from", "", "What is X different from?"},
}};
// clang-format on

/// Returns the words for a label, or nothing.
/// Example: find_relation_words("spouse")->phrase == "the spouse of X"
[[nodiscard]] constexpr std::optional<relation_words> find_relation_words(std::string_view label) noexcept {
  const auto at = std::find_if(relations.begin(), relations.end(), [&](const auto& r) { return r.label == label; });
  return at == relations.end() ? std::nullopt : std::optional<relation_words>{*at};
}

/// Returns the label of a property by Wikidata's number; "" for others.
/// Example: wikidata_property("P17") == "country"
[[nodiscard]] constexpr std::string_view wikidata_property(std::string_view id) noexcept {
  const auto at = std::find_if(relations.begin(), relations.end(), [&](const auto& r) { return r.property == id; });
  return at == relations.end() ? std::string_view{} : at->label;
}

/// Returns the noun of a relation's phrase: "label" of "the record label of X".
[[nodiscard]] std::string_view noun_of_phrase(std::string_view phrase);

/// Returns true for a label that is a noun phrase, so that "the … of X" is English: its first and its last word are
/// nouns or adjectives of the lexicon and no other word is a preposition but "of".
/// Example: is_noun_label("official symbol"), !is_noun_label("owned by"), !is_noun_label("crosses")
[[nodiscard]] bool is_noun_label(std::string_view label);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/english/detail/relations.ipp>
#endif
