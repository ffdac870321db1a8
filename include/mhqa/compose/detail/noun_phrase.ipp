// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of noun_phrase.hpp.
#pragma once

#include <mhqa/compose/noun_phrase.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/english/demonyms.hpp>
#include <mhqa/english/lexicon.hpp>
#include <mhqa/english/relation_wording.hpp>
#include <mhqa/english/relations.hpp>
#include <mhqa/english/verb_forms.hpp>
#include <mhqa/graph/references.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/stop_words.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {
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
  if (w.name || is_degree(w.core)) return false;
  const lexicon& words = lexicon::standard();
  return is_adverb(w.core) || (words.is(w.core, word_class::adverb) && !words.is(w.core, word_class::noun) &&
                               !words.is(w.core, word_class::adjective) && !is_preposition(w.core));
}

// Returns where a noun after "which" or "what" ends and its verb begins; no_position if uncertain.
[[nodiscard]] inline std::size_t find_predicate(clause_span words) {
  const auto auxiliary = [](const sentence_word& w) { return !w.name && is_auxiliary(w.core); };
  const auto from_adverb = [&](std::size_t i) {
    constexpr word_list of_order{"last"};  // "what city last hosted it"
    std::size_t from = i > 1 && of_order(words[i - 1].core) && !words[i - 1].name ? i - 1 : i;
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

// "Ann", "the", "this", "her", "it": the name of a certain thing begins.
[[nodiscard]] inline bool opens_subject(const sentence_word& w) noexcept {
  constexpr word_list certain{"her", "his", "its", "that", "the", "their", "these", "this", "those"};
  return w.name || certain(w.core) || is_one_of(w.core, subject_pronouns);
}

// "the land at war with during the revolt": the first of two prepositions lacks its noun.
[[nodiscard]] inline bool has_gap(clause_span words) {
  return std::adjacent_find(words.begin(), words.end(), [](const sentence_word& a, const sentence_word& b) {
           constexpr word_list times{"after", "before", "during", "since"};
           return is_preposition(a.core) && times(b.core);
         }) != words.end();
}

// The structure after a form of "be".
enum class be_order : std::uint8_t { predicate, inverted, unclear };

// Tells whether the words after a form of "be" are a subject and its predicate: "NAME born in".
[[nodiscard]] inline be_order order_after_be(clause_span words) {
  using enum be_order;
  if (words.size() < 2) return words.empty() || !words[0].name ? predicate : unclear;  // "What religion was Ann"
  if (has_gap(words)) return unclear;
  const sentence_word& first = words[0];
  const std::size_t at = find_participle(words);
  if (ends_dangling(words) && (at != no_position || opens_subject(first))) return inverted;
  if (at == no_position) {
    // "What religion were the Normans": which side is the subject?
    std::size_t names = is_definite(first.core) ? 1 : 0;
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
[[nodiscard]] inline std::optional<noun_clause> relative_clause(std::string noun, const link_words& links,
                                                                clause_span words) {
  if (words.size() < 2) return std::nullopt;
  const std::string& verb = words[0].core;
  const auto object = [&]() -> std::optional<noun_clause> {
    for (const sentence_word& w : words) {
      if (w.mark_after && is_preposition(w.core)) return std::nullopt;  // "is the show broadcast in, unlike …"
    }
    auto clause = without_inversion(words, ends_dangling(words), true);
    if (!clause) return std::nullopt;
    return noun_clause{std::move(noun), std::string{links.object}, std::move(*clause)};
  };
  const bool inverted = opens_subject(words[1]);
  if (is_do(verb) || (is_modal(verb) && (inverted || !(is_verb(words[1].core) || is_adverb(words[1].core)))) ||
      (is_have(verb) && inverted && find_participle(words.subspan(1)) != no_position)) {
    return object();
  }
  if (is_form_of_be(verb)) {
    const be_order order = order_after_be(words.subspan(1));
    if (order == be_order::unclear) return std::nullopt;
    if (order == be_order::inverted) return object();
  }
  return noun_clause{std::move(noun), std::string{links.subject}, join_words(words)};
}

// "the capital of #1" from "is the capital of #1"; also "Watt's partner", and without "the name of" and "called".
[[nodiscard]] inline std::optional<std::string> named_thing(clause_span words) {
  enum : std::size_t { of_name, called, word };
  static const row_matcher rows{naming_rows};
  if (rows.fires(of_name, words)) words = words.subspan(is_genitive(words[2].core) ? 3 : 4);
  if (rows.fires(called, words)) words = words.first(words.size() - 1);
  const auto opener = std::find_if(words.begin(), words.end(), opens_clause);
  const bool clause = opener != words.end();
  // "the state that Ohio is close to", but not "the one that got away about"
  const bool place = clause && opener != words.begin() && kind_of_noun((opener - 1)->core) == answer_kind::place;
  if (words.size() < 2 || (!clause && has_gap(words)) || rows.fires(word, words) || (ends_dangling(words) && !place))
    return std::nullopt;
  const auto owner =
      std::find_if(words.begin(), words.end(), [](const auto& w) { return !w.name || is_possessive(w); });
  const bool owned = owner < words.end() - 1 && owner->name;
  if (!is_definite(words[0].core) && !owned) return std::nullopt;
  const auto cut = [](const sentence_word& w) { return w.mark_after || asks_for_time(w.core); };
  if (clause && std::any_of(words.begin(), words.end(), cut))
    return std::nullopt;  // "the crew of Apollo 1, of which …"
  return join_words(words);
}

// "the game" of "The name of the game", with a small letter first.
[[nodiscard]] inline std::optional<std::string> statement_subject(clause_span words) {
  auto out = named_thing(words);
  if (out && is_definite(to_lower(out->substr(0, out->find(' '))))) out->front() = ascii::to_lower(out->front());
  return out;
}

MHQA_INLINE link_words links_of(std::string_view noun) noexcept {
  constexpr std::array<std::string_view, 10> persons{"brothers", "children", "daughters", "friends", "friend",
                                                     "people",   "sisters",  "someone",   "son",     "sons"};
  const bool person = is_one_of(noun, persons) || kind_of_noun(noun) == answer_kind::person ||
                      !place_of_demonym(noun).empty();  // "the Norwegian who"
  return person ? links_of_person : links_of_thing;
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
  const auto agent =
      std::find_if(agents.begin(), agents.end(), [&](const auto& a) { return a.first == words[0].core; });
  const bool named = std::any_of(words.begin() + 1, words.end(), [](const sentence_word& w) { return w.name; });
  static const row_matcher rows{naming_rows};
  constexpr std::size_t holds = row_number(naming_rows, "holds-thing");
  if (rows.fires(holds, words)) return "the holder of " + join_words(words.subspan(1));
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

// "which city is the largest city in #1": the predicate alone says it.
[[nodiscard]] inline std::optional<std::string> predicate_alone(std::string_view noun, clause_span predicate) {
  if (!is_form_of_be(predicate[0].core) || predicate.size() < 4 || !is_definite(predicate[1].core)) return std::nullopt;
  const auto end = std::find_if(predicate.begin() + 2, predicate.end(), [&](const sentence_word& w) {
    return w.core == noun || is_preposition(w.core) || opens_clause(w);
  });
  const bool again = end != predicate.end() && end != predicate.begin() + 2 && end->core == noun;
  return again ? named_thing(predicate.subspan(1)) : std::nullopt;
}

// "What Western country is hunting still allowed?", "What state is Ulm located?": the place where it is.
[[nodiscard]] inline std::optional<noun_clause> placed_noun(std::string noun, std::string_view head,
                                                            clause_span predicate) {
  const bool thing = !predicate[1].name && !is_determiner(predicate[1].core) && !is_preposition(predicate[1].core);
  const std::string& last = predicate.back().core;
  if (kind_of_noun(head) != answer_kind::place || !is_form_of_be(predicate[0].core) || !is_past_participle(last) ||
      !(thing || is_placed(last))) {
    return std::nullopt;
  }
  auto clause = without_inversion(predicate);
  return clause ? std::optional{noun_clause{std::move(noun), "where", std::move(*clause)}} : std::nullopt;
}

// "the NOUN that …" of the words after "which" or "what".
[[nodiscard]] inline std::optional<noun_clause> noun_with_clause(clause_span words) {
  const std::size_t size = find_predicate(words);
  if (size == no_position || size == 0 || size + 1 >= words.size()) return std::nullopt;
  const clause_span noun = words.first(size);
  // "which city's mayor did #1 meet" asks for the city: "the city whose mayor #1 met".
  for (std::size_t i = 0; i < noun.size(); ++i) {
    if (!is_possessive(noun[i]) || is_genitive(noun[0].core)) continue;
    const std::string owner = join_words(noun.first(i + 1));
    const std::size_t ending = possessives.ending_of(owner).size();
    if (i + 1 == noun.size() || owner.back() != 's') return std::nullopt;
    const std::string owned = "whose " + join_words(noun.subspan(i + 1));
    return relative_clause("the " + owner.substr(0, owner.size() - ending), {owned, owned, {}}, words.subspan(size));
  }
  constexpr word_list remains{"other"};
  const std::size_t from = is_determiner(noun[0].core) && !remains(noun[0].core) ? 1 : 0;
  if (from == noun.size()) return std::nullopt;
  std::string text = (is_genitive(noun[0].core) ? "the one " : "the ") + join_words(noun.subspan(from));
  // The head noun precedes a preposition: "venue in Miami".
  const auto over = std::find_if(noun.begin() + 1, noun.end(), [](const auto& w) { return is_preposition(w.core); });
  const std::string_view head = (over - 1)->core;
  if (!denotes_thing(head)) return std::nullopt;
  const clause_span predicate = words.subspan(size);
  if (noun.size() == from + 1) {
    if (auto thing = predicate_alone(head, predicate)) return noun_clause{std::move(*thing), {}, {}};
  }
  auto out = relative_clause(text, links_of(head), predicate);
  return out ? out : placed_noun(std::move(text), head, predicate);
}

MHQA_INLINE std::optional<std::string> event_of(clause_span words, std::string_view answer) {
  constexpr std::array<std::string_view, 4> orders{"after", "before", "during", "following"};
  const std::vector<sentence_word> said = question_words(answer);
  if (!asks_for_time(words[0].core) || said.size() < 2 || !is_one_of(said[0].core, orders)) return std::nullopt;
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

// What "who" stands for; nothing for kinds that it cannot mean.
[[nodiscard]] inline std::optional<std::string> agent_noun(named_kind kind) {
  using enum named_kind;
  if (kind == unknown || kind == place || kind == work) return std::nullopt;
  return "the " + std::string{to_string(kind)};
}

[[nodiscard]] inline bool is_group(named_kind kind) noexcept {
  return kind == named_kind::organization || kind == named_kind::country;
}

[[nodiscard]] inline std::optional<noun_clause> whom_phrase(clause_span rest, named_kind kind) {
  auto noun = agent_noun(kind);
  const bool acts = is_auxiliary(rest[0].core) || is_finite_form(rest[0].core) || is_adverb(rest[0].core);
  if (!noun || !acts) return std::nullopt;  // "Who besides Ann came"
  const bool one = is_group(kind) || kind == named_kind::team;
  return relative_clause(std::move(*noun), one ? links_of_thing : links_of_person, rest);
}

[[nodiscard]] inline std::optional<noun_clause> who_phrase(clause_span rest, named_kind kind) {
  if (is_form_of_be(rest[0].core)) {
    if (auto thing = named_thing(rest.subspan(1))) return noun_clause{std::move(*thing), {}, {}};
  }
  if (kind != named_kind::unknown) return whom_phrase(rest, kind);
  auto agent = agent_of(rest);
  return agent ? std::optional{noun_clause{std::move(*agent), {}, {}}} : std::nullopt;
}

[[nodiscard]] inline std::optional<noun_clause> whose_phrase(clause_span rest, named_kind kind) {
  auto noun = agent_noun(kind);
  return noun ? std::optional{noun_clause{std::move(*noun), "whose", join_words(rest)}} : std::nullopt;
}

[[nodiscard]] inline std::optional<noun_clause> when_phrase(clause_span rest, named_kind) {
  auto text = without_inversion(rest);
  return text ? std::optional{noun_clause{"the time", "when", std::move(*text)}} : std::nullopt;
}

[[nodiscard]] inline std::optional<noun_clause> which_phrase(clause_span rest, named_kind kind) {
  const std::string& verb = rest[0].core;
  if (is_form_of_be(verb)) {  // "What is the …", "Which is the …"
    if (auto thing = named_thing(rest.subspan(1))) return noun_clause{std::move(*thing), {}, {}};
  }
  if (is_do(verb) && is_group(kind)) return relative_clause(*agent_noun(kind), links_of_thing, rest);
  // "what Luther translated" is a clause; nested, it is hard to read.
  if (is_auxiliary(verb) || (is_finite_form(verb) && !rest[0].name)) return std::nullopt;
  return noun_with_clause(rest);
}

[[nodiscard]] inline std::optional<noun_clause> what_phrase(clause_span rest, named_kind kind) {
  auto out = which_phrase(rest, kind);
  const std::string& verb = rest[0].core;
  const bool inverted = rest[1].name || is_determiner(rest[1].core);  // "what has the town become"
  const bool acts = is_auxiliary(verb) ? !inverted && !is_do(verb) : is_finite_form(verb);
  if (out || !acts || rest[0].name || !is_group(kind)) return out;
  return relative_clause(*agent_noun(kind), links_of_thing, rest);
}

// Question words, and what makes a phrase of the words after them.
struct asking_form {
  std::string_view word;
  std::optional<noun_clause> (*phrase)(clause_span rest, named_kind kind);
};
inline constexpr std::array<asking_form, 7> asking_forms{{{"what", what_phrase},
                                                          {"when", when_phrase},
                                                          {"where", place_phrase},
                                                          {"which", which_phrase},
                                                          {"who", who_phrase},
                                                          {"whom", whom_phrase},
                                                          {"whose", whose_phrase}}};

// The words from the question word on.
[[nodiscard]] inline std::optional<noun_clause> phrase_of(clause_span words, named_kind kind) {
  const auto form = std::find_if(asking_forms.begin(), asking_forms.end(),
                                 [&](const asking_form& f) { return f.word == words[0].core; });
  return words.size() < 3 || form == asking_forms.end() ? std::nullopt : form->phrase(words.subspan(1), kind);
}

// "in which city was #1 born": the preposition goes before "which".
[[nodiscard]] inline std::optional<noun_clause> phrase_with_preposition(clause_span words, std::size_t at) {
  std::string before = to_lower(join_words(words.first(at)));
  const clause_span rest = words.subspan(at + 1);
  if (asks_for_place(words[at].core)) {  // "to where did Ann flee"
    auto text = ends_dangling(rest) ? std::nullopt : without_inversion(rest, true);
    return text ? std::optional{noun_clause{"the place", before + " which", std::move(*text)}} : std::nullopt;
  }
  const std::size_t size = find_predicate(rest);
  if (size == no_position || size == 0 || is_genitive(rest[0].core)) return std::nullopt;
  if (!denotes_thing(rest[size - 1].core) ||
      std::any_of(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(size), is_possessive)) {
    return std::nullopt;
  }
  const bool twice = ends_dangling(rest);  // "in which city did #1 move to": the second preposition is enough
  auto text = without_inversion(rest.subspan(size), true);
  if (!text) return std::nullopt;
  const std::size_t from = is_determiner(rest[0].core) && size > 1 ? 1 : 0;
  const link_words links = links_of(rest[size - 1].core);
  std::string noun = "the " + join_words(rest.subspan(from, size - from));
  if (twice) return noun_clause{std::move(noun), std::string{links.object}, std::move(*text)};
  return noun_clause{std::move(noun), (before += ' ') += links.after_preposition, std::move(*text)};
}

// "the place where …" of a question that begins with another phrase: "Unlike Ohio, what state …" as "the state that,
// unlike Ohio, …". `comma` words precede the phrase with the question word at `at`.
[[nodiscard]] inline std::optional<std::string> phrase_after_opening(clause_span all, std::size_t comma, std::size_t at,
                                                                     named_kind kind) {
  std::string opening = join_words(all.first(comma));
  while (!opening.empty() && (opening.back() == ',' || opening.back() == ' ')) opening.pop_back();
  const std::string& first = all[0].core;
  const bool joins =
      is_preposition(first) || (is_function_word(first) && !is_determiner(first));  // not "An heir, who …"
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
    const bool who = asks_for_agent(words[at].core);
    const auto ends = [](const sentence_word& w) {
      return is_function_word(w.core) || is_preposition(w.core) || is_finite_form(w.core);
    };
    std::size_t end = at + 1;
    while (!who && end < words.size() && !ends(words[end])) ++end;
    if (end > at + 1 && end < words.size() && is_genitive(words[end].core)) end = words.size();
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
    return after.empty() && is_preposition(last) && !is_genitive(last) && !(after_be() && is_one_of(last, stay));
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
  if (!asks_for_noun(words[at].core) && !asks_for_agent(words[at].core)) return std::nullopt;
  const auto parts = gapped_statement::of(words, at);
  const bool pied = parts.is_pied();
  if (!parts.is_gap(kind) || (pied && (parts.is_apposed() || parts.after_be()))) return std::nullopt;
  std::string statement = join_words(words.first(pied ? at - 1 : at));
  constexpr word_list common{"large", "new", "old", "small", "young"};  // "New coins", but not "New York"
  const bool opens = is_function_word(words[0].core) || (common(words[0].core) && !words[1].name);
  if (opens) statement = to_lower(statement.substr(0, 1)) + statement.substr(1);
  if (!parts.after.empty()) statement += ' ' + join_words(parts.after);
  const link_words links = parts.who ? links_of_person : links_of(parts.noun.back().core);
  const std::string noun = parts.who ? std::string{to_string(kind)} : join_words(parts.noun);
  const std::string link{pied ? links.after_preposition : links.object};
  return "the " + noun + ' ' + (pied ? parts.before.back().core + ' ' : "") + link + ' ' + statement;
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
  if (detail::asks_for_agent(words[0].core) && words[1].name &&
      is_finite_form(words[1].core)) {  // "Who Issued the manifesto?"
    words[1].written = words[1].core;
    words[1].name = false;
  }
  const auto text_of = [](const auto& phrase) { return phrase ? std::optional{phrase->text()} : std::nullopt; };
  const auto asks = [](const sentence_word& w) { return detail::is_question_word(w.core); };
  const auto at = static_cast<std::size_t>(std::find_if(words.begin(), words.end(), asks) - words.begin());
  const detail::clause_span all{words};
  // "The father of Ann is whom?", "The name of the game is?"
  const std::size_t be = at + 1 >= words.size() ? at - 1 : 0;
  if (be != 0 && detail::is_definite(words[0].core) && detail::is_form_of_be(words[be].core)) {
    return detail::statement_subject(all.first(be));
  }
  if (at == words.size()) return std::nullopt;
  if (at == 0) {
    if (auto event = detail::event_of(all, answer)) return event;
    return text_of(detail::phrase_of(all, kind));
  }
  std::size_t comma = at;  // all prepositions between it and the question word
  while (comma > 0 && !words[comma - 1].mark_after) --comma;
  std::size_t from = at;
  while (from > comma && detail::is_preposition(words[from - 1].core)) --from;
  const bool noun_word = detail::asks_for_noun(words[at].core);
  if (from == 0 && (noun_word || detail::asks_for_place(words[at].core))) {
    return text_of(detail::phrase_with_preposition(all, at));
  }
  if (from == comma && comma > 0 && (comma == at || noun_word)) {
    return detail::phrase_after_opening(all, comma, at, kind);
  }
  return detail::statement_with_gap(all, at, kind);
}

}  // namespace mhqa::inline v0_1
