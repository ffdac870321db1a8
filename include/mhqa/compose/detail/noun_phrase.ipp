// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of noun_phrase.hpp.
#pragma once

#include <mhqa/compose/noun_phrase.hpp>

#include <mhqa/english/lexicon.hpp>
#include <mhqa/english/relations.hpp>
#include <mhqa/english/verb_forms.hpp>
#include <mhqa/graph/references.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/stop_words.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

// "the team" + "that" + "won", so that an opening phrase can be inserted: "the team that, unlike Ohio, won".
struct noun_clause {
  std::string noun;
  std::string link;
  std::string clause;

  [[nodiscard]] std::string text(const std::string& opening = {}) const {
    if (clause.empty()) return noun;
    if (link.empty()) return noun + ' ' + clause;
    return noun + ' ' + link + (opening.empty() ? " " : ", " + opening + ", ") + clause;
  }
};

// An adverb before a verb: "almost entirely controlled". "most" and adverbs that are nouns, too, belong to a noun.
[[nodiscard]] inline bool goes_with_verb(const clause_word& w) {
  if (w.name || w.core == "most") return false;
  const lexicon& words = lexicon::standard();
  return is_adverb(w.core) || (words.is(w.core, word_class::adverb) && !words.is(w.core, word_class::noun) &&
                               !words.is(w.core, word_class::adjective) && !is_preposition(w.core));
}

// Returns where a noun after "which" or "what" ends and its verb begins; no_position if uncertain.
[[nodiscard]] inline std::size_t find_predicate(clause_span words) {
  if (!words.empty() && !words[0].name && is_auxiliary(words[0].core)) return no_position;  // "What have MBBS titles …"
  const auto auxiliary = [](const clause_word& w) { return !w.name && is_auxiliary(w.core); };
  const auto from_adverb = [&](std::size_t i) {
    const bool last = words[i - 1].core == "last" && !words[i - 1].name;  // "what city last hosted it"
    std::size_t from = i > 1 && last ? i - 1 : i;
    while (from > 1 && goes_with_verb(words[from - 1])) --from;
    return from;
  };
  const auto finite = [&](std::size_t i) {
    return !words[i].name && is_finite_form(words[i].core) && may_follow_noun(words, i);
  };
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (opens_clause(words[i])) return no_position;
    if (auxiliary(words[i])) return from_adverb(i);
    if (!finite(i)) continue;
    const std::string& w = words[i].core;
    if (w.ends_with('s') && i + 1 < words.size() && (auxiliary(words[i + 1]) || finite(i + 1))) continue;
    if (w.ends_with('s') || !is_past_participle(w)) return from_adverb(i);
    // "the company based in Ohio is": a participle, if another verb follows.
    for (std::size_t j = i + 1; j < words.size() && !opens_clause(words[j]); ++j) {
      if (words[j].core == "and" || words[j].core == "when" || words[j].core == "while" || words[j].stop) break;
      if (auxiliary(words[j])) return no_position;
    }
    if (i + 1 < words.size() && words[i + 1].core == "by") return no_position;
    return from_adverb(i);
  }
  return no_position;
}

// The structure after a form of "be".
enum class be_order : std::uint8_t { predicate, inverted, unclear };

// Tells whether the words after a form of "be" are a subject and its predicate: "NAME born in".
[[nodiscard]] inline be_order order_after_be(clause_span words) {
  using enum be_order;
  if (words.size() < 2) return predicate;
  const clause_word& first = words[0];
  if ((first.core == "a" || first.core == "an") && words.size() > 3 && words[words.size() - 2].core == "to") {
    return unclear;  // "is a receiver made to decrypt"
  }
  if (first.core == "a" || first.core == "an" || is_preposition(first.core) || is_adverb(first.core)) return predicate;
  if (!first.name && (is_past_participle(first.core) || is_present_participle(first.core))) return predicate;
  // "the sixth moon landing": an ordinal begins a noun phrase.
  constexpr std::array<std::string_view, 9> ordinals{"first", "second",  "third",  "fourth", "fifth",
                                                     "sixth", "seventh", "eighth", "last"};
  const bool alone = std::none_of(words.begin(), words.end(), [](const clause_word& w) {
    return w.stop || is_preposition(w.core) || is_past_participle(w.core);
  });
  if (first.core == "the" && is_one_of(words[1].core, ordinals) && alone) return predicate;
  const std::size_t at = find_participle(words);
  if (at == no_position) {
    if (ends_dangling(words) && (first.name || first.core == "the")) return inverted;
    // "What religion were the Normans": which side is the subject?
    std::size_t names = first.core == "the" ? 1 : 0;
    while (names < words.size() && words[names].name) ++names;
    return names == words.size() ? unclear : predicate;
  }
  if (ends_dangling(words)) return inverted;
  std::size_t verb = at;
  while (verb + 1 < words.size() && is_adverb(words[verb].core)) ++verb;
  if (verb + 1 == words.size()) {
    // "the prize that NAME was given", but not "the country that hunting was allowed".
    constexpr std::array<std::string_view, 11> with_object{
        "appointed", "asked", "awarded", "called", "elected", "given", "named", "offered", "paid", "taught", "told"};
    const std::string& form = words[verb].core;
    if (is_one_of(form, with_object)) return inverted;
    return is_present_participle(form) && first.name ? inverted : unclear;  // "the sixth moon landing" is a noun
  }
  // "NAME drafted by in 2011": a preposition without its noun.
  const bool gap = verb + 2 < words.size() && is_preposition(words[verb + 1].core) &&
                   (words[verb + 1].stop || is_preposition(words[verb + 2].core));
  if (gap) return inverted;
  // "was NAME using in 1940": a participle right after a name is the verb.
  if (first.name && verb > 0 && words[verb - 1].name && is_present_participle(words[verb].core)) return inverted;
  return first.name ? unclear : predicate;
}

// The clause after a noun: "won the cup", "did #1 join", "was #1 born in".
[[nodiscard]] inline std::optional<noun_clause> relative_clause(std::string noun, std::string_view link,
                                                                clause_span words) {
  if (words.size() < 2) return std::nullopt;
  const std::string& verb = words[0].core;
  const auto object = [&]() -> std::optional<noun_clause> {
    for (const clause_word& w : words) {
      if (w.stop && is_preposition(w.core)) return std::nullopt;  // "is the show broadcast in, unlike …"
    }
    auto clause = without_inversion(words, ends_dangling(words), true);
    if (!clause) return std::nullopt;
    return noun_clause{std::move(noun), link == "who" ? "whom" : std::string{link}, std::move(*clause)};
  };
  const auto subject = [&] { return noun_clause{std::move(noun), std::string{link}, join_words(words)}; };
  if (is_adverb(verb) || verb == "last") return subject();
  if (is_negated(verb)) {
    const bool after = is_verb(words[1].core) || is_adverb(words[1].core) || is_past_participle(words[1].core);
    return after && !words[1].name ? std::optional{subject()} : std::nullopt;
  }
  if (is_do(verb)) {
    if (words[1].core == "not") return subject();
    return object();
  }
  if (is_modal(verb)) {
    std::size_t at = 1;
    while (at + 1 < words.size() && is_adverb(words[at].core)) ++at;
    return !words[at].name && (is_verb(words[at].core) || words[at].core == "be") ? std::optional{subject()} : object();
  }
  if (is_have(verb)) {
    const bool inverted = words[1].name || words[1].core == "the" || is_one_of(words[1].core, subject_pronouns);
    if (inverted && find_participle(words.subspan(1)) != no_position) return object();
    return subject();
  }
  if (is_form_of_be(verb)) {
    const be_order order = order_after_be(words.subspan(1));
    if (order == be_order::unclear) return std::nullopt;
    return order == be_order::inverted ? object() : std::optional{subject()};
  }
  return subject();
}

// "the capital of #1" from "is the capital of #1"; also "Watt's partner", and without "the name of" and "called".
[[nodiscard]] inline std::optional<std::string> named_thing(clause_span words) {
  constexpr std::array<std::string_view, 5> names_of{"abbreviation", "name", "nickname", "term", "title"};
  const auto word = [&](std::size_t i) {
    return i < words.size() ? std::string_view{words[i].core} : std::string_view{};
  };
  if (word(0) == "the" && word(1) == "name" && word(2) == "of") words = words.subspan(3);
  // "the name given to the Dutch fleet" is the fleet; "the name for a fleet" is a word
  if (word(0) == "the" && is_one_of(word(1), names_of) && words.size() > 4 && !words[1].name) {
    const bool of_thing = word(2) == "given" && word(3) == "to";
    const clause_word& thing = words[of_thing ? 4 : 2];
    if (!of_thing && (thing.core == "for" || thing.core == "given")) return std::nullopt;
    if (of_thing && thing.core != "the" && !thing.name) return std::nullopt;
    if (of_thing) words = words.subspan(4);
  }
  if (words.size() > 2 && (words.back().core == "called" || words.back().core == "named")) {
    words = words.first(words.size() - 1);
  }
  if (words.size() < 2 || ends_dangling(words)) return std::nullopt;
  // "Tesla's father's name" is asked for as "Tesla's father"; "its official name" is a word, not a thing.
  if (words.back().core == "name") {
    words = words.first(words.size() - 1);
    if (words.size() < 2 || !words.back().text.ends_with("'s")) return std::nullopt;
    if (words[0].core != "the" && !is_possessive(words[0])) return std::nullopt;
    std::string thing = join_words(words);
    thing.resize(thing.size() - 2);
    return thing;
  }
  std::size_t owner = 0;
  while (owner < words.size() && words[owner].name && !is_possessive(words[owner])) ++owner;
  const bool owned =
      owner < words.size() && words[owner].name && is_possessive(words[owner]) && owner + 1 < words.size();
  if (word(0) != "the" && !owned) return std::nullopt;
  const bool clause = std::any_of(words.begin(), words.end(), [](const clause_word& w) { return opens_clause(w); });
  for (std::size_t i = 0; clause && i < words.size(); ++i) {
    if (words[i].stop || words[i].core == "when") return std::nullopt;  // "the crew of Apollo 1, of which …"
  }
  if (!clause && is_past_participle(words.back().core) && !words.back().name)
    return std::nullopt;  // "the tower called"
  // "the X used for Y" is a noun, "the X used to be" is not certain; a second verb without a clause is not a noun.
  for (std::size_t i = 2; i < words.size(); ++i) {
    if (opens_clause(words[i]) || words[i].core == "after" || words[i].core == "before") break;
    if (!words[i].name && is_one_of(words[i].core, verbs)) return std::nullopt;
  }
  return join_words(words);
}

// "the game" of "The name of the game", with a small letter first.
[[nodiscard]] inline std::optional<std::string> statement_subject(clause_span words) {
  auto out = named_thing(words);
  if (out && out->starts_with("The ")) out->front() = 't';
  return out;
}

MHQA_INLINE std::string_view link_of(std::string_view noun) noexcept {
  constexpr std::array<std::string_view, 8> kin{"brothers", "children", "daughters", "friends",
                                                "friend",   "sisters",  "son",       "sons"};
  const bool many = is_one_of(noun, kin);
  return many || kind_of_noun(noun) == answer_kind::person || noun == "people" || noun == "someone" ? "who" : "that";
}

// "the winner of Super Bowl 50" from "won Super Bowl 50", if the winner may be a person or a team.
[[nodiscard]] inline std::optional<std::string> agent_of(clause_span words) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 13> agents{{{"created", "creator"},
                                                                                  {"designed", "designer"},
                                                                                  {"developed", "developer"},
                                                                                  {"discovered", "discoverer"},
                                                                                  {"founded", "founder"},
                                                                                  {"headlined", "headliner"},
                                                                                  {"invented", "inventor"},
                                                                                  {"owned", "owner"},
                                                                                  {"owns", "owner"},
                                                                                  {"produced", "producer"},
                                                                                  {"published", "publisher"},
                                                                                  {"sponsored", "sponsor"},
                                                                                  {"won", "winner"}}};
  constexpr std::array<std::string_view, 3> held_things{"patent", "record", "title"};
  const auto agent =
      std::find_if(agents.begin(), agents.end(), [&](const auto& a) { return a.first == words[0].core; });
  const bool named = std::any_of(words.begin() + 1, words.end(), [](const clause_word& w) { return w.name; });
  // "holds the record for …": "the holder of the record for …"
  const bool holds = words.size() > 4 && (words[0].core == "holds" || words[0].core == "held") &&
                     words[1].core == "the" && is_one_of(words[2].core, held_things);
  if (holds && std::none_of(words.begin(), words.end(),
                            [](const clause_word& w) { return w.stop || opens_clause(w) || is_auxiliary(w.core); })) {
    return "the holder of " + join_words(words.subspan(1));
  }
  if (agent == agents.end() || !named) return std::nullopt;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const clause_word& w = words[i];
    const bool joins = w.core == "of" || w.core == "the" || w.core == "in" || w.core == "for";
    if (w.stop || (!w.name && !joins && (is_function_word(w.core) || is_preposition(w.core) || is_auxiliary(w.core)))) {
      return std::nullopt;
    }
  }
  return "the " + std::string{agent->second} + " of " + join_words(words.subspan(1));
}

// False for nouns of words and of places in an order: "the name that #1 has" is not the thing named.
[[nodiscard]] inline bool denotes_thing(std::string_view noun) noexcept {
  constexpr std::array<std::string_view, 15> no_things{"acronym", "first", "last",   "name",   "nickname",
                                                       "one",     "other", "phrase", "second", "term",
                                                       "third",   "title", "titles", "two",    "word"};
  return !is_one_of(noun, no_things);
}

// True if a verb takes the place itself: "the place that #1 visited", not "where #1 visited".
[[nodiscard]] inline bool takes_place(clause_span words) {
  constexpr std::array<std::string_view, 14> verbs_of_place{"abandon", "attack",  "besiege", "capture", "conquer",
                                                            "enter",   "explore", "found",   "invade",  "leave",
                                                            "occupy",  "reach",   "rule",    "visit"};
  for (std::size_t i = 1; i < words.size(); ++i) {
    const bool ends = i + 1 == words.size() || is_preposition(words[i + 1].core) || words[i + 1].stop;
    if (ends && !words[i].name && is_one_of(words[i].core, verbs_of_place)) return true;
    if (i + 1 < words.size() && is_preposition(words[i].core) && is_preposition(words[i + 1].core)) return true;
  }
  return ends_dangling(words);
}

// "the NOUN that …" of the words after "which" or "what".
[[nodiscard]] inline std::optional<noun_clause> noun_with_clause(clause_span words) {
  const std::size_t size = find_predicate(words);
  if (size == no_position || size == 0) return std::nullopt;
  // "What religion were the Normans": the religion of the Normans.
  constexpr std::array<std::string_view, 5> traits{"denomination", "faith", "gender", "nationality", "religion"};
  if (size == 1 && is_one_of(words[0].core, traits) && is_form_of_be(words[1].core) && words.size() > 2) {
    const clause_span owner = words.subspan(2);
    const std::size_t from = owner[0].core == "the" ? 1 : 0;
    const auto is_name = [](const clause_word& w) { return w.name && !w.stop; };
    if (from < owner.size() && std::all_of(owner.begin() + static_cast<std::ptrdiff_t>(from), owner.end(), is_name)) {
      return noun_clause{"the " + words[0].text + " of " + join_words(owner), {}, {}};
    }
  }
  clause_span noun = words.first(size);
  for (const clause_word& w : noun) {
    if (w.stop || w.core == "and" || w.core == "or") return std::nullopt;
  }
  // "which city's mayor did #1 meet" asks for the city: "the city whose mayor #1 met".
  for (std::size_t i = 0; i < noun.size(); ++i) {
    if (!is_possessive(noun[i]) || (noun[0].core == "of" && i + 1 < noun.size())) continue;
    const std::string owner = join_words(noun.first(i + 1));
    if (i + 1 == noun.size() || !owner.ends_with("'s") || noun[i].name || is_determiner(noun[0].core))
      return std::nullopt;
    return relative_clause("the " + owner.substr(0, owner.size() - 2), "whose " + join_words(noun.subspan(i + 1)),
                           words.subspan(size));
  }
  std::size_t from = noun[0].core == "the" ? 1 : 0;
  std::string text;
  // "state in #1": the place moves to the end, because its clause would come in between.
  std::string place;
  if (size > 2 && noun[size - 2].core == "in" && noun[size - 1].text.starts_with('#') && noun[0].core != "of") {
    place = " in " + noun[size - 1].text;
    noun = noun.first(size - 2);
    if (from == noun.size() || ends_dangling(words)) return std::nullopt;
  }
  if (noun[0].core == "of") {
    text = "the one " + join_words(noun);  // "which of the rivers"
  } else {
    if (noun[0].core == "other" || is_determiner(noun[0].core)) from = noun[0].core == "other" ? 0 : 1;
    if (from == noun.size()) return std::nullopt;
    text = "the " + join_words(noun.subspan(from));
  }
  // The head noun precedes a preposition: "venue in Miami".
  std::string_view head = noun.back().core;
  for (std::size_t i = 1; i < noun.size(); ++i) {
    if (is_preposition(noun[i].core)) {
      head = noun[i - 1].core;
      break;
    }
  }
  if (!denotes_thing(head)) return std::nullopt;
  // "which city is the largest city in #1": the predicate alone says it.
  const clause_span predicate = words.subspan(size);
  if (noun.size() == from + 1 && is_form_of_be(predicate[0].core) && predicate.size() > 3 &&
      predicate[1].core == "the") {
    std::size_t end = 2;
    while (end < predicate.size() && predicate[end].core != head && !is_preposition(predicate[end].core) &&
           !opens_clause(predicate[end])) {
      ++end;
    }
    if (end < predicate.size() && end > 2 && predicate[end].core == head) {
      if (auto thing = named_thing(predicate.subspan(1))) return noun_clause{std::move(*thing), {}, {}};
    }
  }
  auto out = relative_clause(text, link_of(head), words.subspan(size));
  // "What Western country is hunting still allowed?", "What state is Ulm located?": the place where it is.
  constexpr std::array<std::string_view, 6> placed{"based", "born", "buried", "headquartered", "located", "situated"};
  const bool thing = !predicate[1].name && !is_determiner(predicate[1].core) && !is_preposition(predicate[1].core);
  if (!out && place.empty() && kind_of_noun(head) == answer_kind::place && is_form_of_be(predicate[0].core) &&
      is_past_participle(predicate.back().core) && (thing || is_one_of(predicate.back().core, placed))) {
    if (auto clause = without_inversion(predicate)) return noun_clause{std::move(text), "where", std::move(*clause)};
  }
  if (out) out->clause += place;
  return out;
}

MHQA_INLINE std::optional<std::string> event_of(clause_span words, std::string_view answer) {
  constexpr std::array<std::string_view, 4> orders{"after", "before", "during", "following"};
  const std::vector<clause_word> said = clause_words(answer);
  if (words[0].core != "when" || said.size() < 2 || !is_one_of(said[0].core, orders)) return std::nullopt;
  if (said[1].name && said[1].text.find_first_of("0123456789") != std::string::npos) return std::nullopt;
  const auto clause = without_inversion(words.subspan(1));
  return clause ? std::optional{"the event " + said[0].core + " which " + *clause} : std::nullopt;
}

// The words from the question word on.
[[nodiscard]] inline std::optional<noun_clause> phrase_of(clause_span words, named_kind kind) {
  if (words.size() < 3) return std::nullopt;
  const std::string& first = words[0].core;
  const clause_span rest = words.subspan(1);
  const auto clause = [](std::string noun, std::string link,
                         std::optional<std::string> text) -> std::optional<noun_clause> {
    if (!text) return std::nullopt;
    return noun_clause{std::move(noun), std::move(link), std::move(*text)};
  };
  const auto plain = [](std::optional<std::string> text) -> std::optional<noun_clause> {
    if (!text) return std::nullopt;
    return noun_clause{std::move(*text), {}, {}};
  };
  const bool be = is_form_of_be(rest[0].core);

  if (first == "where") {
    // "where does it come from" already has its preposition.
    const std::string noun = kind == named_kind::organization ? "the organization"
                             : kind == named_kind::country    ? "the country"
                                                              : "the place";
    // "Where is often described as the capital?": the place is the subject
    const bool subject = be && rest.size() > 3 && (is_adverb(rest[1].core) || is_past_participle(rest[1].core)) &&
                         !rest[1].name &&
                         is_preposition(rest[rest[1].core.ends_with("ly") || is_adverb(rest[1].core) ? 3 : 2].core);
    if (subject) return clause(noun, "that", join_words(rest));
    if (takes_place(rest)) return clause(noun, "that", without_inversion(rest, true));
    return clause(noun, "where", without_inversion(rest, true));
  }
  if (first == "when") return clause("the time", "when", without_inversion(rest));
  if (first == "how") {
    if (rest[0].core != "many") return std::nullopt;
    const clause_span counted = rest.subspan(1);
    const std::size_t size = find_predicate(counted);
    if (size == no_position) return std::nullopt;
    std::string noun = "the number of " + join_words(counted.first(size));
    const clause_span after = counted.subspan(size);
    if (is_have(after[0].core) && after.size() > 1 && after[1].name &&
        find_participle(after.subspan(1)) == no_position) {
      for (std::size_t i = 1; i < after.size(); ++i) {
        if (!after[i].name) return std::nullopt;
      }
      return noun_clause{std::move(noun), "that", join_words(after.subspan(1)) + ' ' + after[0].text};
    }
    return relative_clause(std::move(noun), "that", after);
  }
  if (first == "who" || first == "whom" || first == "whose") {
    if (be && first == "who") {
      if (auto thing = named_thing(rest.subspan(1))) return plain(std::move(thing));
      if (rest[1].name) return std::nullopt;  // "Who is Jane Austen?"
    }
    if (kind == named_kind::place || kind == named_kind::work) return std::nullopt;
    const bool one = kind == named_kind::organization || kind == named_kind::country || kind == named_kind::team;
    std::string noun = kind == named_kind::people         ? "the people"
                       : kind == named_kind::organization ? "the organization"
                       : kind == named_kind::team         ? "the team"
                       : one                              ? "the country"
                                                          : "the person";
    if (kind == named_kind::unknown) return first == "who" ? plain(agent_of(rest)) : std::nullopt;
    if (first == "whose") return clause(std::move(noun), "whose", join_words(rest));
    if (rest.size() > 4 && rest[0].core == "along" && rest[1].core == "with") {  // "Who along with Russia supported …"
      std::size_t verb = 3;
      while (verb < rest.size() && (rest[verb].name || rest[verb].core == "and")) ++verb;
      const bool acts = verb + 1 < rest.size() && is_finite_form(rest[verb].core) && rest[2].name;
      if (!acts) return std::nullopt;
      std::string others = join_words(rest.first(verb));
      while (others.ends_with(',')) others.pop_back();
      return noun_clause{std::move(noun), (one ? "that, " : "who, ") + others + ',', join_words(rest.subspan(verb))};
    }
    if (!is_one_of(rest[0].core, verbs) && !is_finite_form(rest[0].core)) {
      const bool adverb = is_adverb(rest[0].core) && rest.size() > 2 &&
                          (is_one_of(rest[1].core, verbs) || is_finite_form(rest[1].core));
      if (!adverb) return std::nullopt;
    }
    return relative_clause(std::move(noun), one ? "that" : "who", rest);
  }
  if (first != "what" && first != "which") return std::nullopt;
  if (be) {  // "What is the …", "Which is the …"
    if (auto thing = named_thing(rest.subspan(1))) return plain(std::move(thing));
    return std::nullopt;
  }
  // "what Luther translated" is a clause; nested, it is hard to read. "The organization that he founded" is not.
  if (first == "what" && (is_do(rest[0].core) || (is_finite_form(rest[0].core) && !rest[0].name))) {
    if (kind == named_kind::organization) return relative_clause("the organization", "that", rest);
    if (kind == named_kind::country) return relative_clause("the country", "that", rest);
    if (rest[0].core == "lies" || rest[0].core == "stands") return noun_clause{"what", "", join_words(rest)};
    return std::nullopt;
  }
  return noun_with_clause(rest);
}

// "in which city was #1 born": the preposition goes before "which".
[[nodiscard]] inline std::optional<noun_clause> phrase_with_preposition(clause_span words, std::size_t at,
                                                                        named_kind kind) {
  std::string before = to_lower(join_words(words.first(at)));
  const clause_span rest = words.subspan(at + 1);
  if (words[at].core == "whom") {
    const bool be = is_form_of_be(rest[0].core);  // "With whom was Ann's first alliance?"
    auto text = kind == named_kind::person || kind == named_kind::people ? without_inversion(rest, be) : std::nullopt;
    if (!text) return std::nullopt;
    return noun_clause{kind == named_kind::person ? "the person" : "the people", before + " whom", std::move(*text)};
  }
  const std::size_t size = find_predicate(rest);
  if (size == no_position || size == 0 || rest[0].core == "of") return std::nullopt;
  for (std::size_t i = 0; i < size; ++i) {
    if (!is_possessive(rest[i])) continue;
    // "in what city's Marriott did Ann stay": "the city in whose Marriott Ann stayed"
    const std::string owner = join_words(rest.first(i + 1));
    const bool thing = i + 1 < size && owner.ends_with("'s") && !rest[0].name && !is_determiner(rest[0].core);
    auto text = thing && !ends_dangling(rest) ? without_inversion(rest.subspan(size), true) : std::nullopt;
    if (!text) return std::nullopt;
    const std::string owned = join_words(rest.subspan(i + 1, size - i - 1));
    return noun_clause{"the " + owner.substr(0, owner.size() - 2), before + " whose " + owned, std::move(*text)};
  }
  const bool twice = ends_dangling(rest);  // "in which city did #1 move to": the second preposition is enough
  auto text = without_inversion(rest.subspan(size), true);
  if (!text) return std::nullopt;
  const std::size_t from = is_determiner(rest[0].core) && size > 1 ? 1 : 0;
  if (!denotes_thing(rest[size - 1].core)) return std::nullopt;
  const std::string_view link = link_of(rest[size - 1].core);
  std::string noun = "the " + join_words(rest.subspan(from, size - from));
  if (twice) return noun_clause{std::move(noun), link == "who" ? "whom" : "that", std::move(*text)};
  return noun_clause{std::move(noun), before + (link == "who" ? " whom" : " which"), std::move(*text)};
}

// "the place where the jobs are found" from "The jobs are found where?", "the country that Siam was renamed to" from
// "Siam was renamed to what?", if the answer's kind tells the noun.
[[nodiscard]] inline std::optional<std::string> statement_with_last_gap(clause_span words, std::string_view asked,
                                                                        named_kind kind) {
  struct noun_of_kind {
    named_kind kind;
    std::string_view noun;
  };
  constexpr std::array<noun_of_kind, 4> nouns{{{named_kind::country, "the country"},
                                               {named_kind::place, "the place"},
                                               {named_kind::organization, "the organization"},
                                               {named_kind::team, "the team"}}};
  const auto noun = std::find_if(nouns.begin(), nouns.end(), [&](const noun_of_kind& n) { return n.kind == kind; });
  const bool where = asked == "where";
  if (words.size() < 3 || noun == nouns.end() || (!where && asked != "what")) return std::nullopt;
  const auto verb = [](const clause_word& w) { return !w.name && (is_auxiliary(w.core) || is_finite_form(w.core)); };
  const bool whole =
      std::any_of(words.begin() + 1, words.end(), verb) &&
      std::none_of(words.begin(), words.end(), [](const clause_word& w) { return w.stop || opens_clause(w); });
  const clause_word& last = words.back();
  const bool open = is_preposition(last.core) && last.core != "of" && last.core != "as";
  const bool ends = where ? is_past_participle(last.core) && !open : open;
  if (!whole || !ends || last.name) return std::nullopt;
  std::string statement = join_words(words);
  if (is_function_word(words[0].core)) statement = to_lower(statement.substr(0, 1)) + statement.substr(1);
  return std::string{noun->noun} + (where ? " where " : " that ") + statement;
}

}  // namespace detail

MHQA_INLINE std::optional<std::string> noun_phrase_of(std::string_view question, named_kind kind,
                                                      std::string_view answer) {
  if (const auto relation = find_relation(question)) {
    const auto known = find_relation_words(relation->relation);
    if (known) {
      if (known->phrase.empty()) return std::nullopt;
      std::string phrase = word_relation(known->phrase, relation->subject, answer, kind == named_kind::person,
                                         known->answer == relation_answer::place);
      return phrase.empty() ? std::nullopt : std::optional{std::move(phrase)};
    }
    if (!is_noun_label(relation->relation)) return std::nullopt;
    return "the " + std::string{relation->relation} + " of " + std::string{relation->subject};
  }
  std::vector<clause_word> words = clause_words(question);
  // "Who Issued the manifesto?": a verb with a capital
  if (words.size() > 2 && words[1].name && words[0].core == "who" && is_finite_form(words[1].core)) {
    words[1].text = words[1].core;
    words[1].name = false;
  }
  if (words.size() < 3 || detail::has_two_articles(words)) return std::nullopt;
  const auto asks = [&](std::size_t i) {
    constexpr std::array<std::string_view, 8> openers{"how", "what", "when", "where", "which", "who", "whom", "whose"};
    return detail::is_one_of(words[i].core, openers);
  };
  // Two questions in one.
  std::size_t at = 0, asked = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool now = i + 2 < words.size() && detail::is_form_of_be(words[i + 1].core) && words[i + 2].core == "now";
    asked += (words[i].core == "what" && !now) || words[i].core == "why" ? 1U : 0U;  // "what is now #1"
  }
  if (asked > 1) return std::nullopt;
  while (at < words.size() && !asks(at)) ++at;
  const detail::clause_span all{words};
  // "The father of Ann is whom?", "The name of the game is?"
  if (at + 1 == words.size() && at > 3 && detail::is_form_of_be(words[at - 1].core) && words[0].core == "the") {
    return detail::statement_subject(all.first(at - 1));
  }
  if (at == words.size()) {
    return words[0].core == "the" && detail::is_form_of_be(words.back().core)
               ? detail::statement_subject(all.first(words.size() - 1))
               : std::nullopt;
  }
  const auto before_question = [&](std::size_t from, std::size_t to) {  // all prepositions
    for (std::size_t i = from; i < to; ++i) {
      if (!detail::is_preposition(words[i].core)) return false;
    }
    return true;
  };
  const bool noun_word = words[at].core == "which" || words[at].core == "what" || words[at].core == "whom";
  if (at == 1 && words[1].core == "where" && before_question(0, 1) && words.size() > 3) {  // "to where did NAME flee"
    const auto clause = detail::ends_dangling(all) ? std::nullopt : without_inversion(all.subspan(2), true);
    return clause ? std::optional{"the place " + words[0].core + " which " + *clause} : std::nullopt;
  }
  if (at == 0) {
    if (auto event = detail::event_of(all, answer)) return event;
    const auto phrase = detail::phrase_of(all, kind);
    return phrase ? std::optional{phrase->text()} : std::nullopt;
  }
  if (noun_word && before_question(0, at)) {
    const auto phrase = detail::phrase_with_preposition(all, at, kind);
    return phrase ? std::optional{phrase->text()} : std::nullopt;
  }
  // "Unlike Ohio, what state …": the opening phrase follows the link.
  std::size_t comma = at;
  while (comma > 0 && !words[comma - 1].stop) --comma;
  if (comma > 0 && before_question(comma, at)) {
    std::string opening = join_words(all.first(comma));
    while (!opening.empty() && (opening.back() == ',' || opening.back() == ' ')) opening.pop_back();
    constexpr std::array<std::string_view, 3> states{"although", "because", "if"};
    if (detail::is_one_of(words[0].core, states)) return std::nullopt;
    const bool joins =
        is_function_word(words[0].core) && !detail::is_determiner(words[0].core);  // not "An heir, who …"
    if (detail::is_preposition(words[0].core) || joins || words[0].core == "along") {
      opening = to_lower(opening.substr(0, 1)) + opening.substr(1);
    } else {
      return std::nullopt;
    }
    const auto phrase = comma == at ? detail::phrase_of(all.subspan(at), kind)
                        : noun_word ? detail::phrase_with_preposition(all.subspan(comma), at - comma, kind)
                                    : std::nullopt;
    if (!phrase || (!phrase->clause.empty() && phrase->link.empty())) return std::nullopt;
    if (!phrase->clause.empty()) return phrase->text(opening);
    constexpr std::array<std::string_view, 8> at_end{"as", "at", "by", "during", "for", "in", "on", "within"};
    if (!detail::is_one_of(words[0].core, at_end)) return std::nullopt;
    return phrase->noun + ' ' + opening;
  }
  // "The Rhine forms a delta into which lake?": a statement with a gap.
  if (at + 1 == words.size()) {
    if (auto gap = detail::statement_with_last_gap(all.first(at), words[at].core, kind)) return gap;
  }
  const bool verb_before = at == 2 && words[0].name && is_finite_form(words[1].core) &&
                           !detail::is_auxiliary(words[1].core);  // "Mao led which country?"
  if (at < 3 && !verb_before) return std::nullopt;
  if (words[at].core == "where" || words[at].core == "when" || words[at].core == "how") return std::nullopt;
  std::size_t end = at + 1;  // after the noun
  while (noun_word && words[at].core != "whom" && end < words.size() && !is_function_word(words[end].core) &&
         !detail::is_preposition(words[end].core) && !is_finite_form(words[end].core)) {
    ++end;
    if (words[end - 1].stop) break;
  }
  if (end > at + 1 && end < words.size() && words[end].core == "of") end = words.size();  // "which division of #1"
  const bool who = words[at].core == "who" || words[at].core == "whom";
  if (words[at - 1].core == "and" || words[at - 1].core == "or" || words[at].core == "whose" || words[at - 1].stop) {
    return std::nullopt;
  }
  if (!who && end == at + 1) return std::nullopt;
  if (who && kind != named_kind::person && kind != named_kind::people) return std::nullopt;
  if (end < words.size() && words[end].core != "to" && !detail::is_preposition(words[end].core)) return std::nullopt;
  const auto finite = [](const clause_word& w) {
    return !w.name && (is_finite_form(w.core) || detail::is_auxiliary(w.core));
  };
  if (std::none_of(words.begin() + 1, words.begin() + static_cast<std::ptrdiff_t>(at), finite)) return std::nullopt;
  const bool pied = detail::is_preposition(words[at - 1].core) && words[at - 1].core != "of" && end == words.size();
  if (pied && at > 1 && detail::is_form_of_be(words[at - 2].core)) return std::nullopt;  // "is with what lake"
  // "It ravaged Europe, followed by what land": the participle has no verb of its own
  if (pied && at > 3 && is_past_participle(words[at - 2].core) && !detail::is_auxiliary(words[at - 3].core) &&
      std::count_if(words.begin() + 1, words.begin() + static_cast<std::ptrdiff_t>(at), finite) > 1) {
    return std::nullopt;
  }
  const bool gap = pied || detail::is_preposition(words[at - 1].core) || is_verb(words[at - 1].core) ||
                   (finite(words[at - 1]) && !detail::is_auxiliary(words[at - 1].core));
  if (!gap) return std::nullopt;
  for (std::size_t i = 0; i < at; ++i) {
    if (words[i].stop) return std::nullopt;
  }
  for (std::size_t i = at + 1; i < end; ++i) {
    if (detail::is_possessive(words[i])) return std::nullopt;  // "for which mission's flag" asks for the mission
  }
  if (noun_word && words[at].core != "whom" && !detail::denotes_thing(words[end - 1].core)) return std::nullopt;
  std::string statement = join_words(all.first(pied ? at - 1 : at));
  if (is_function_word(words[0].core)) statement = to_lower(statement.substr(0, 1)) + statement.substr(1);
  if (end < words.size()) statement += ' ' + join_words(all.subspan(end));
  const std::string noun = who ? (kind == named_kind::person ? "the person" : "the people")
                               : "the " + join_words(all.subspan(at + 1, end - at - 1));
  const bool person = who || detail::link_of(words[end - 1].core) == "who";
  const std::string link = person ? "whom" : pied ? "which" : "that";
  return noun + ' ' + (pied ? words[at - 1].core + ' ' : std::string{}) + link + ' ' + statement;
}

}  // namespace v0_1
}  // namespace mhqa
