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
[[nodiscard]] inline bool goes_with_verb(const sentence_word& w) {
  if (w.name || w.core == "most") return false;
  const lexicon& words = lexicon::standard();
  return is_adverb(w.core) || (words.is(w.core, word_class::adverb) && !words.is(w.core, word_class::noun) &&
                               !words.is(w.core, word_class::adjective) && !is_preposition(w.core));
}

// Returns where a noun after "which" or "what" ends and its verb begins; no_position if uncertain.
[[nodiscard]] inline std::size_t find_predicate(clause_span words) {
  const auto auxiliary = [](const sentence_word& w) { return !w.name && is_auxiliary(w.core); };
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
    if (auxiliary(words[i])) return from_adverb(i);
    if (!finite(i)) continue;
    // "the company based in Ohio is": a participle, if another verb follows.
    for (std::size_t j = i + 1; j < words.size() && !opens_clause(words[j]) && !words[j].mark_after; ++j) {
      if (auxiliary(words[j]) && is_past_participle(words[i].core)) return no_position;
    }
    return from_adverb(i);
  }
  return no_position;
}

// The structure after a form of "be".
enum class be_order : std::uint8_t { predicate, inverted, unclear };

// Tells whether the words after a form of "be" are a subject and its predicate: "NAME born in".
[[nodiscard]] inline be_order order_after_be(clause_span words) {
  using enum be_order;
  if (words.size() < 2) return words.empty() || !words[0].name ? predicate : unclear;  // "What religion was Ann"
  const sentence_word& first = words[0];
  const std::size_t at = find_participle(words);
  if (ends_dangling(words) && (at != no_position || first.name || first.core == "the")) return inverted;
  if (at == no_position) {
    // "What religion were the Normans": which side is the subject?
    std::size_t names = first.core == "the" ? 1 : 0;
    while (names < words.size() && words[names].name) ++names;
    return names == words.size() ? unclear : predicate;
  }
  std::size_t verb = at;
  while (verb + 1 < words.size() && is_adverb(words[verb].core)) ++verb;
  // "was NAME using in 1940": a participle right after a name is the verb.
  const bool ing = is_present_participle(words[verb].core) && first.name;
  if (ing && (verb + 1 == words.size() || (verb > 0 && words[verb - 1].name))) return inverted;
  if (verb + 1 == words.size()) return unclear;
  return first.name ? unclear : predicate;
}

// The clause after a noun: "won the cup", "did #1 join", "was #1 born in".
[[nodiscard]] inline std::optional<noun_clause> relative_clause(std::string noun, std::string_view link,
                                                                clause_span words) {
  if (words.size() < 2) return std::nullopt;
  const std::string& verb = words[0].core;
  const auto object = [&]() -> std::optional<noun_clause> {
    for (const sentence_word& w : words) {
      if (w.mark_after && is_preposition(w.core)) return std::nullopt;  // "is the show broadcast in, unlike …"
    }
    auto clause = without_inversion(words, ends_dangling(words), true);
    if (!clause) return std::nullopt;
    return noun_clause{std::move(noun), link == "who" ? "whom" : std::string{link}, std::move(*clause)};
  };
  const bool inverted = words[1].name || words[1].core == "the" || is_one_of(words[1].core, subject_pronouns);
  if (is_do(verb) ||
      (is_modal(verb) &&
       (inverted || !(is_verb(words[1].core) || words[1].core == "be" || is_adverb(words[1].core)))) ||
      (is_have(verb) && inverted && find_participle(words.subspan(1)) != no_position)) {
    return object();
  }
  if (is_form_of_be(verb)) {
    const be_order order = order_after_be(words.subspan(1));
    if (order == be_order::unclear) return std::nullopt;
    if (order == be_order::inverted) return object();
  }
  return noun_clause{std::move(noun), std::string{link}, join_words(words)};
}

// "the capital of #1" from "is the capital of #1"; also "Watt's partner", and without "the name of" and "called".
[[nodiscard]] inline std::optional<std::string> named_thing(clause_span words) {
  constexpr std::array<std::string_view, 5> names_of{"abbreviation", "name", "nickname", "term", "title"};
  const auto word = [&](std::size_t i) {
    return i < words.size() ? std::string_view{words[i].core} : std::string_view{};
  };
  if (word(0) == "the" && word(1) == "name" && word(2) == "of") words = words.subspan(3);
  if (words.size() > 2 && (words.back().core == "called" || words.back().core == "named")) {
    words = words.first(words.size() - 1);
  }
  // "the name for a fleet" is a word, not the fleet
  const bool names = word(0) == "the" && is_one_of(word(1), names_of) && (word(2) == "for" || word(2) == "given");
  const auto opener = std::find_if(words.begin(), words.end(), opens_clause);
  const bool clause = opener != words.end();
  // "the state that Ohio is close to", but not "the one that got away about"
  const bool place = clause && opener != words.begin() && kind_of_noun((opener - 1)->core) == answer_kind::place;
  if (words.size() < 2 || names || (ends_dangling(words) && !place) || words.back().core == "name") return std::nullopt;
  std::size_t owner = 0;
  while (owner < words.size() && words[owner].name && !is_possessive(words[owner])) ++owner;
  const bool owned =
      owner < words.size() && words[owner].name && is_possessive(words[owner]) && owner + 1 < words.size();
  if (word(0) != "the" && !owned) return std::nullopt;
  for (std::size_t i = 0; clause && i < words.size(); ++i) {
    if (words[i].mark_after || words[i].core == "when") return std::nullopt;  // "the crew of Apollo 1, of which …"
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
  const bool named = std::any_of(words.begin() + 1, words.end(), [](const sentence_word& w) { return w.name; });
  // "holds the record for …": "the holder of the record for …"
  const bool holds = words.size() > 4 && (words[0].core == "holds" || words[0].core == "held") &&
                     words[1].core == "the" && is_one_of(words[2].core, held_things);
  if (holds && std::none_of(words.begin(), words.end(), [](const sentence_word& w) {
        return w.mark_after || opens_clause(w) || is_auxiliary(w.core);
      })) {
    return "the holder of " + join_words(words.subspan(1));
  }
  const bool clause =
      std::any_of(words.begin(), words.end(), [](const sentence_word& w) { return w.mark_after || opens_clause(w); });
  if (agent == agents.end() || !named || clause) return std::nullopt;
  return "the " + std::string{agent->second} + " of " + join_words(words.subspan(1));
}

// False for nouns of words: "the name that #1 has" is not the thing named.
[[nodiscard]] inline bool denotes_thing(std::string_view noun) noexcept {
  constexpr std::array<std::string_view, 15> no_things{"acronym", "first", "last",   "name",   "nickname",
                                                       "one",     "other", "phrase", "second", "term",
                                                       "third",   "title", "titles", "two",    "word"};
  return !is_one_of(noun, no_things);
}

// "the NOUN that …" of the words after "which" or "what".
[[nodiscard]] inline std::optional<noun_clause> noun_with_clause(clause_span words) {
  const std::size_t size = find_predicate(words);
  if (size == no_position || size == 0 || size + 1 >= words.size()) return std::nullopt;
  const clause_span noun = words.first(size);
  // "which city's mayor did #1 meet" asks for the city: "the city whose mayor #1 met".
  for (std::size_t i = 0; i < noun.size(); ++i) {
    if (!is_possessive(noun[i]) || noun[0].core == "of") continue;
    const std::string owner = join_words(noun.first(i + 1));
    if (i + 1 == noun.size() || !owner.ends_with("'s")) return std::nullopt;
    return relative_clause("the " + owner.substr(0, owner.size() - 2), "whose " + join_words(noun.subspan(i + 1)),
                           words.subspan(size));
  }
  const std::size_t from = is_determiner(noun[0].core) && noun[0].core != "other" ? 1 : 0;
  if (from == noun.size()) return std::nullopt;
  std::string text = (noun[0].core == "of" ? "the one " : "the ") + join_words(noun.subspan(from));
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
  if (!out && kind_of_noun(head) == answer_kind::place && is_form_of_be(predicate[0].core) &&
      is_past_participle(predicate.back().core) && (thing || is_one_of(predicate.back().core, placed))) {
    if (auto clause = without_inversion(predicate)) return noun_clause{std::move(text), "where", std::move(*clause)};
  }
  return out;
}

MHQA_INLINE std::optional<std::string> event_of(clause_span words, std::string_view answer) {
  constexpr std::array<std::string_view, 4> orders{"after", "before", "during", "following"};
  const std::vector<sentence_word> said = question_words(answer);
  if (words[0].core != "when" || said.size() < 2 || !is_one_of(said[0].core, orders)) return std::nullopt;
  const auto clause = without_inversion(words.subspan(1));
  return clause ? std::optional{"the event " + said[0].core + " which " + *clause} : std::nullopt;
}

// "Where …": the place where, or that for a clause that lacks it.
[[nodiscard]] inline std::optional<noun_clause> place_phrase(clause_span rest, named_kind kind) {
  std::string noun = kind == named_kind::organization ? "the organization"
                     : kind == named_kind::country    ? "the country"
                                                      : "the place";
  // "Where is often described as the capital?": the place is the subject
  const bool subject = is_form_of_be(rest[0].core) && rest.size() > 3 && !rest[1].name &&
                       (is_adverb(rest[1].core) || is_past_participle(rest[1].core)) &&
                       is_preposition(rest[is_adverb(rest[1].core) ? 3 : 2].core);
  if (subject) return noun_clause{std::move(noun), "that", join_words(rest)};
  auto text = without_inversion(rest, true);
  if (!text) return std::nullopt;
  const auto both = [](const sentence_word& a, const sentence_word& b) {
    return is_preposition(a.core) && is_preposition(b.core);
  };
  const bool lacks_noun = ends_dangling(rest) || std::adjacent_find(rest.begin() + 1, rest.end(), both) != rest.end();
  return noun_clause{std::move(noun), lacks_noun ? "that" : "where", std::move(*text)};
}

// "Who …", "Whom …", "Whose …", by the kind of the answer.
[[nodiscard]] inline std::optional<noun_clause> agent_phrase(std::string_view asked, clause_span rest,
                                                             named_kind kind) {
  if (is_form_of_be(rest[0].core) && asked == "who") {
    if (auto thing = named_thing(rest.subspan(1))) return noun_clause{std::move(*thing), {}, {}};
  }
  if (kind == named_kind::unknown) {
    auto agent = asked == "who" ? agent_of(rest) : std::nullopt;
    return agent ? std::optional{noun_clause{std::move(*agent), {}, {}}} : std::nullopt;
  }
  if (kind == named_kind::place || kind == named_kind::work) return std::nullopt;
  const bool one = kind == named_kind::organization || kind == named_kind::country || kind == named_kind::team;
  std::string noun = one || kind == named_kind::people ? "the " + std::string{to_string(kind)} : "the person";
  if (!is_auxiliary(rest[0].core) && !is_finite_form(rest[0].core) && !is_adverb(rest[0].core) && asked != "whose") {
    return std::nullopt;  // "Who besides Ann came"
  }
  if (asked == "whose") return noun_clause{std::move(noun), "whose", join_words(rest)};
  return relative_clause(std::move(noun), one ? "that" : "who", rest);
}

// The words from the question word on.
[[nodiscard]] inline std::optional<noun_clause> phrase_of(clause_span words, named_kind kind) {
  if (words.size() < 3) return std::nullopt;
  const std::string& first = words[0].core;
  const clause_span rest = words.subspan(1);
  if (first == "where") return place_phrase(rest, kind);
  if (first == "when") {
    auto text = without_inversion(rest);
    return text ? std::optional{noun_clause{"the time", "when", std::move(*text)}} : std::nullopt;
  }
  if (first == "who" || first == "whom" || first == "whose") return agent_phrase(first, rest, kind);
  if (first != "what" && first != "which") return std::nullopt;
  if (is_form_of_be(rest[0].core)) {  // "What is the …", "Which is the …"
    auto thing = named_thing(rest.subspan(1));
    if (thing) return noun_clause{std::move(*thing), {}, {}};
  }
  const bool of_group = kind == named_kind::organization || kind == named_kind::country;
  if (is_do(rest[0].core) && of_group) return relative_clause("the " + std::string{to_string(kind)}, "that", rest);
  const bool acts =
      !is_do(rest[0].core) && (is_auxiliary(rest[0].core) || is_finite_form(rest[0].core)) && !rest[0].name;
  const bool inverted = rest[1].name || is_determiner(rest[1].core);  // "what has the town become"
  if (first == "what" && acts && !(inverted && is_auxiliary(rest[0].core)) && of_group) {
    return relative_clause("the " + std::string{to_string(kind)}, "that", rest);
  }
  // "what Luther translated" is a clause; nested, it is hard to read.
  if (is_auxiliary(rest[0].core) || (is_finite_form(rest[0].core) && !rest[0].name)) return std::nullopt;
  return noun_with_clause(rest);
}

// "in which city was #1 born": the preposition goes before "which".
[[nodiscard]] inline std::optional<noun_clause> phrase_with_preposition(clause_span words, std::size_t at) {
  std::string before = to_lower(join_words(words.first(at)));
  const clause_span rest = words.subspan(at + 1);
  if (words[at].core == "where") {  // "to where did Ann flee"
    auto text = ends_dangling(rest) ? std::nullopt : without_inversion(rest, true);
    return text ? std::optional{noun_clause{"the place", before + " which", std::move(*text)}} : std::nullopt;
  }
  const std::size_t size = find_predicate(rest);
  if (size == no_position || size == 0 || rest[0].core == "of") return std::nullopt;
  if (!denotes_thing(rest[size - 1].core) ||
      std::any_of(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(size), is_possessive)) {
    return std::nullopt;
  }
  const bool twice = ends_dangling(rest);  // "in which city did #1 move to": the second preposition is enough
  auto text = without_inversion(rest.subspan(size), true);
  if (!text) return std::nullopt;
  const std::size_t from = is_determiner(rest[0].core) && size > 1 ? 1 : 0;
  const std::string_view link = link_of(rest[size - 1].core);
  std::string noun = "the " + join_words(rest.subspan(from, size - from));
  if (twice) return noun_clause{std::move(noun), link == "who" ? "whom" : "that", std::move(*text)};
  return noun_clause{std::move(noun), before + (link == "who" ? " whom" : " which"), std::move(*text)};
}

// "the place where …" of a question that begins with another phrase: "Unlike Ohio, what state …" as "the state that,
// unlike Ohio, …". `comma` words precede the phrase with the question word at `at`.
[[nodiscard]] inline std::optional<std::string> phrase_after_opening(clause_span all, std::size_t comma, std::size_t at,
                                                                     named_kind kind) {
  std::string opening = join_words(all.first(comma));
  while (!opening.empty() && (opening.back() == ',' || opening.back() == ' ')) opening.pop_back();
  const std::string& first = all[0].core;
  const bool joins = is_preposition(first) || first == "along" ||
                     (is_function_word(first) && !is_determiner(first));  // not "An heir, who …"
  if (!joins) return std::nullopt;
  opening = to_lower(opening.substr(0, 1)) + opening.substr(1);
  const auto phrase =
      comma == at ? phrase_of(all.subspan(at), kind) : phrase_with_preposition(all.subspan(comma), at - comma);
  if (!phrase || (!phrase->clause.empty() && phrase->link.empty())) return std::nullopt;
  if (!phrase->clause.empty()) return phrase->text(opening);
  constexpr std::array<std::string_view, 8> at_end{"as", "at", "by", "during", "for", "in", "on", "within"};
  return is_one_of(first, at_end) ? std::optional{phrase->noun + ' ' + opening} : std::nullopt;
}

// A statement with a gap: "The Rhine flows into which lake?"
struct gapped_statement {
  clause_span before, noun, after;  // of the question word: "The Rhine flows into", "lake", nothing
  bool who;

  // The noun ends before a function word, a preposition or a verb, but "which division of #1" is one.
  [[nodiscard]] static gapped_statement of(clause_span words, std::size_t at) {
    const bool who = words[at].core == "who" || words[at].core == "whom";
    const auto ends = [](const sentence_word& w) {
      return is_function_word(w.core) || is_preposition(w.core) || is_finite_form(w.core);
    };
    std::size_t end = at + 1;
    while (!who && end < words.size() && !ends(words[end])) ++end;
    if (end > at + 1 && end < words.size() && words[end].core == "of") end = words.size();
    return {words.first(at), words.subspan(at + 1, end - at - 1), words.subspan(end), who};
  }

  [[nodiscard]] static bool acts(const sentence_word& w) {
    return !w.name && (is_finite_form(w.core) || is_auxiliary(w.core));
  }
  [[nodiscard]] bool after_be() const { return before.size() > 1 && is_form_of_be(before[before.size() - 2].core); }

  // "into which"; not "The Rhine is in which country?", "the country that the Rhine is in"
  [[nodiscard]] bool is_pied() const {
    constexpr std::array<std::string_view, 3> stay{"from", "in", "on"};
    const std::string& last = before.back().core;
    return after.empty() && is_preposition(last) && last != "of" && !(after_be() && is_one_of(last, stay));
  }

  // "It ravaged Europe, followed by what land": the participle has no verb of its own
  [[nodiscard]] bool is_apposed() const {
    if (before.size() < 4 || !is_past_participle(before[before.size() - 2].core)) return false;
    std::size_t verb = before.size() - 2;  // before the participle and its adverbs
    while (verb > 1 && is_adverb(before[verb - 1].core)) --verb;
    return std::count_if(before.begin() + 1, before.end(), acts) > 1 && !is_auxiliary(before[verb - 1].core);
  }

  // True if the question word stands for what the statement lacks, and its noun for a thing.
  [[nodiscard]] bool is_gap(named_kind kind) const {
    const sentence_word& last = before.back();
    const bool lacks = is_preposition(last.core) || is_verb(last.core) || (acts(last) && !is_auxiliary(last.core));
    const bool whole = std::any_of(before.begin() + 1, before.end(), acts) &&
                       std::none_of(before.begin(), before.end(), [](const sentence_word& w) { return w.mark_after; });
    const bool named = who ? kind == named_kind::person || kind == named_kind::people
                           : !noun.empty() && denotes_thing(noun.back().core);
    return lacks && whole && named && std::none_of(noun.begin(), noun.end(), is_possessive) &&
           (after.empty() || is_preposition(after[0].core));
  }
};

// "the lake into which the Rhine flows" from "The Rhine flows into which lake?"
[[nodiscard]] inline std::optional<std::string> statement_with_gap(clause_span words, std::size_t at, named_kind kind) {
  constexpr std::array<std::string_view, 4> asking{"what", "which", "who", "whom"};
  if (!is_one_of(words[at].core, asking)) return std::nullopt;
  const auto parts = gapped_statement::of(words, at);
  const bool pied = parts.is_pied();
  if (!parts.is_gap(kind) || (pied && (parts.is_apposed() || parts.after_be()))) return std::nullopt;
  std::string statement = join_words(words.first(pied ? at - 1 : at));
  if (is_function_word(words[0].core)) statement = to_lower(statement.substr(0, 1)) + statement.substr(1);
  if (!parts.after.empty()) statement += ' ' + join_words(parts.after);
  const bool person = parts.who || link_of(parts.noun.back().core) == "who";
  const std::string noun = parts.who ? std::string{to_string(kind)} : join_words(parts.noun);
  const std::string_view link = person ? "whom " : pied ? "which " : "that ";
  return "the " + noun + ' ' + (pied ? parts.before.back().core + ' ' : "") + std::string{link} + statement;
}

[[nodiscard]] inline std::optional<std::string> phrase_of_relation(const relation_step& relation, named_kind kind,
                                                                   std::string_view answer) {
  if (const auto known = find_relation_words(relation.relation)) {
    std::string phrase = word_relation(known->phrase, relation.subject, answer, kind == named_kind::person,
                                       known->answer == relation_answer::place);
    return phrase.empty() ? std::nullopt : std::optional{std::move(phrase)};
  }
  if (!is_noun_label(relation.relation)) return std::nullopt;
  return "the " + std::string{relation.relation} + " of " + std::string{relation.subject};
}

}  // namespace detail

MHQA_INLINE std::optional<std::string> noun_phrase_of(std::string_view question, named_kind kind,
                                                      std::string_view answer) {
  if (const auto relation = find_relation(question)) return detail::phrase_of_relation(*relation, kind, answer);
  std::vector<sentence_word> words = question_words(question);
  if (words.size() < 3) return std::nullopt;
  if (words[0].core == "who" && words[1].name && is_finite_form(words[1].core)) {  // "Who Issued the manifesto?"
    words[1].written = words[1].core;
    words[1].name = false;
  }
  constexpr std::array<std::string_view, 8> openers{"how", "what", "when", "where", "which", "who", "whom", "whose"};
  const auto asks = [&](const sentence_word& w) { return detail::is_one_of(w.core, openers); };
  const auto at = static_cast<std::size_t>(std::find_if(words.begin(), words.end(), asks) - words.begin());
  const detail::clause_span all{words};
  // "The father of Ann is whom?", "The name of the game is?"
  const std::size_t be = at == words.size() ? at - 1 : at + 1 == words.size() ? at - 1 : 0;
  if (be != 0 && words[0].core == "the" && detail::is_form_of_be(words[be].core)) {
    return detail::statement_subject(all.first(be));
  }
  if (at == words.size()) return std::nullopt;
  if (at == 0) {
    if (auto event = detail::event_of(all, answer)) return event;
    const auto phrase = detail::phrase_of(all, kind);
    return phrase ? std::optional{phrase->text()} : std::nullopt;
  }
  std::size_t comma = at;  // all prepositions between it and the question word
  while (comma > 0 && !words[comma - 1].mark_after) --comma;
  std::size_t from = at;
  while (from > comma && detail::is_preposition(words[from - 1].core)) --from;
  const bool noun_word = words[at].core == "which" || words[at].core == "what";
  if (from == 0 && (noun_word || words[at].core == "where")) {
    const auto phrase = detail::phrase_with_preposition(all, at);
    return phrase ? std::optional{phrase->text()} : std::nullopt;
  }
  if (from == comma && comma > 0 && (comma == at || noun_word)) {
    return detail::phrase_after_opening(all, comma, at, kind);
  }
  return detail::statement_with_gap(all, at, kind);
}

}  // namespace v0_1
}  // namespace mhqa
