// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of phrase_nesting.hpp.
#pragma once

#include <mhqa/compose/detail/phrase_nesting.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/english/asked.hpp>
#include <mhqa/english/lexicon.hpp>
#include <mhqa/english/verb_forms.hpp>
#include <mhqa/text/stop_words.hpp>

#include <algorithm>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE std::string head_noun(std::string_view phrase) {
  const std::vector<sentence_word> words = question_words(phrase);
  std::string head;
  for (std::size_t i = words.empty() || !is_definite(words[0].core) ? words.size() : 1; i < words.size(); ++i) {
    const sentence_word& w = words[i];
    if (head.empty() && is_degree(w.core)) continue;
    if (opens_clause(w) || is_preposition(w.core) || (!w.name && is_function_word(w.core))) break;
    // "the degree required to teach"
    const bool ends = !head.empty() && !w.name && is_past_participle(w.core) && i + 1 < words.size();
    if (ends && is_preposition(words[i + 1].core)) break;
    head = w.core;
  }
  return head;
}

MHQA_INLINE bool has_clause(const std::vector<sentence_word>& phrase) {
  return phrase.size() > 3 &&
         std::any_of(phrase.begin() + 1, phrase.end(), [](const sentence_word& w) { return opens_clause(w); });
}

// "the city that Ann was born in" as "the city in which Ann was born", so that words can follow. A preposition that
// belongs to its verb ("the show that they put on"), or that follows a form of "be", stays.
[[nodiscard]] inline std::string with_preposition_first(const std::string& phrase) {
  const std::vector<sentence_word> words = question_words(phrase);
  constexpr std::array<std::string_view, 5> moves{"by", "for", "from", "in", "to"};
  if (words.size() < 6 || !is_definite(words[0].core) || !is_one_of(words.back().core, moves)) return phrase;
  std::size_t link = 1;
  while (link + 2 < words.size() && !opens_clause(words[link])) ++link;
  const std::string& before = words[words.size() - 2].core;
  constexpr std::array<link_words, 2> links{links_of_person, links_of_thing};
  const auto opener =
      std::find_if(links.begin(), links.end(), [&](const link_words& l) { return l.object == words[link].written; });
  if (opener == links.end() || is_form_of_be(before)) return phrase;
  // "the land that Ann came from": without its preposition, the verb would meet the next one.
  const bool passive = words.size() > link + 3 && is_form_of_be(words[words.size() - 3].core);
  if (!words[words.size() - 2].name && is_finite_form(before) && !passive) return phrase;
  const std::span<const sentence_word> all{words};
  return join_words(all.first(link)) + ' ' + words.back().core + ' ' + std::string{opener->after_preposition} + ' ' +
         join_words(all.subspan(link + 1, words.size() - link - 2));
}

MHQA_INLINE unworded phrase_nesting::put(const step_reference& r, nested_phrase phrase) {
  const std::string_view later = text_.substr(r.position + r.size);
  if (later.find_first_not_of(" ?.,") != std::string_view::npos) phrase.text = with_preposition_first(phrase.text);
  out_ += text_.substr(from_, r.position - from_);
  from_ = r.position + r.size;
  if (is_part_of_name(r)) return unworded::part_of_name;
  const std::string head = head_noun(phrase.text);
  if (!phrase.person) skip_repeated_noun(head);  // "the father of the father"
  const bool definite = is_definite(phrase.text.substr(0, phrase.text.find(' ')));
  if (definite && !keeps_noun()) skip_apposition(head);
  if (!make_place(phrase, head)) return unworded::attributive;
  if (last_ && phrase.depth > 1) extrapose(phrase);
  if (const unworded why = nest(phrase); why != unworded::no) return why;
  const std::vector<sentence_word> left = question_words(out_), own = question_words(phrase.text),
                                   rest = question_words(text_.substr(from_));
  const auto adds = [](const sentence_word& w) { return is_addition(w.core); };
  const bool plural = (definite && is_plural_head(own[1].core)) || (!rest.empty() && adds(rest[0]));
  if (!plural) agree();
  out_ += phrase.text;
  if (is_open_aside(phrase.text) && text_.substr(from_).starts_with(' ')) out_ += ',';
  const bool one =
      !plural && std::none_of(left.begin(), left.end(), adds) && std::none_of(own.begin(), own.end(), adds);
  if (one && (left.empty() || !is_preposition(left.back().core))) singular_verb();
  return unworded::no;
}

MHQA_INLINE bool phrase_nesting::make_place(const nested_phrase& phrase, const std::string& head) {
  const std::vector<sentence_word> before = question_words(out_), after = question_words(text_.substr(from_));
  if (!before.empty() && (is_possessive(before.back()) || place_is(renames, before))) return false;
  if (phrase.adjective && before.size() > 1 && is_form_of_be(before.back().core)) {
    // "How many are #1?" asks how many are of a religion.
    constexpr std::array<std::string_view, 4> creeds{"belief", "denomination", "faith", "religion"};
    if (!after.empty() || !is_one_of(head, creeds)) return false;
    out_ += "of ";
  }
  if (lacks_link(before, after)) {  // "the most snow #1 has had"
    drop_article();
    out_ += "that ";
  } else if (in_list(after) || after_modifier(before, after) || opens_adverbial(before, after)) {
    return false;
  }
  return put_before_noun(phrase, head, before, after);
}

MHQA_INLINE bool phrase_nesting::put_before_noun(const nested_phrase& phrase, std::string_view head,
                                                 const std::vector<sentence_word>& before,
                                                 const std::vector<sentence_word>& after) {
  const std::string_view behind = text_.substr(from_);
  const std::size_t space = std::min(behind.find(' '), behind.size());
  const std::size_t mark = owner_mark(behind.substr(0, space));
  const std::size_t owner = mark != 0 && mark == space && space < behind.size() ? mark + 1 : 0;
  const std::string_view noun = behind.substr(owner != 0 ? owner : behind.starts_with(' ') ? 1 : behind.size());
  const std::size_t size = noun_at(noun, owner != 0);
  if (owner == 0 && (size == 0 || verb_follows(before, after))) {
    drop_article();
    return true;
  }
  if (size == 0 || size == std::string_view::npos || !noun_ends(noun.substr(size))) return false;
  const std::vector<sentence_word> over = question_words(noun.substr(size));
  const std::string word = to_lower(noun.substr(0, size));
  std::string_view joins = " of ";
  if (owner != 0) {
    // "#1's spouse's name", "#1's city council terms": the noun goes on.
    if (word.find('\'') != std::string::npos ||
        (over.size() == 1 && lexicon::standard().is(over[0].core, word_class::noun))) {
      return false;
    }
    drop_article();
    out_ += "the ";
  } else {
    if (acts_after(before, over)) return false;
    joins = link_to_noun(phrase, head, word);
    if (joins.empty()) return false;
  }
  out_ += noun.substr(0, size);
  out_ += joins;
  from_ += static_cast<std::size_t>(noun.data() - behind.data()) + size;
  return true;
}

MHQA_INLINE bool phrase_nesting::acts_after(const std::vector<sentence_word>& before,
                                            const std::vector<sentence_word>& over) {
  // "did the #1 charter encourage", but not "did the #1 understate"
  const std::size_t n = before.size();
  const auto does = [&](std::size_t i) { return is_do(before[i].core) || is_modal(before[i].core); };
  const bool asks = (n > 0 && does(n - 1)) || (n > 1 && is_determiner(before[n - 1].core) && does(n - 2));
  if (asks && (over.empty() || !(is_verb(over[0].core) || is_adverb(over[0].core)))) return true;
  // "Who were guests for the #1 halftime show?": the last word is a noun, too.
  const bool asked = std::any_of(before.begin(), before.end(),
                                 [](const sentence_word& w) { return is_form_of_be(w.core) || is_have(w.core); });
  return over.size() == 1 && asked && is_verb(over[0].core);
}

MHQA_INLINE std::string_view phrase_nesting::link_to_noun(const nested_phrase& phrase, std::string_view head,
                                                          std::string_view noun) const {
  constexpr word_list versions{"edition", "model", "release", "style", "title", "titles", "version"};
  constexpr word_list places{"city", "lake", "place", "planet", "town"};
  // "the #1 fire" is a fire in the city, "the #1 mayor" the mayor of it, "the #1 problem" unclear
  constexpr word_list in_places{"airport", "fire", "museum", "office", "riots", "road", "school", "schools"};
  constexpr word_list of_places{"area",       "climate", "dialect",   "economy", "mayor",
                                "population", "region",  "residents", "skyline"};
  constexpr word_list owners{"holder"};
  const bool article = is_article(last_word(out_)), place = places(head);
  if ((article && versions(noun)) || phrase.adjective || phrase.person || owners(head) ||
      (place && !in_places(noun) && !of_places(noun)) || (!article && !is_counting(last_word(out_)))) {
    return {};
  }
  return place && in_places(noun) ? " in " : " of ";
}

MHQA_INLINE nested_phrase phrase_nesting::finish() {
  out_ += text_.substr(from_);
  return {std::move(out_), depth_, inside_, false, false};
}

MHQA_INLINE bool phrase_nesting::is_part_of_name(const step_reference& r) const {
  const std::size_t end = r.position + r.size;
  // "\"#1\"", "the #1 - Yale Regatta", "the title of #1 (MBBS)", "#1: Part Two"
  if (r.position != 0 && (text_[r.position - 1] == '"' || text_[r.position - 1] == '(')) return true;
  constexpr std::array<std::string_view, 4> goes_on{" - ", " (", ":", " :"};
  const auto follows = [&](std::string_view mark) { return text_.substr(end).starts_with(mark); };
  if (std::any_of(goes_on.begin(), goes_on.end(), follows) || follows_name_of(r.position)) return true;
  if (follows(" the ")) {  // "#1 the Younger", but not "is #1 the capital of"
    const std::vector<sentence_word> after = question_words(text_.substr(end));
    if (after.size() < 3 || !is_genitive(after[2].core)) return true;
  }
  // "Germantown, #1", "#1, Ohio": a place within a place is one name.
  if (r.position > 2 && text_.substr(0, r.position).ends_with(", ") && follows_name(r.position - 2)) return true;
  if (end + 1 < text_.size() && text_[end] == ' ' &&
      (ascii::is_upper(text_[end + 1]) || ascii::is_digit(text_[end + 1]))) {
    const std::string_view next = text_.substr(end + 1, text_.find_first_of(" ?", end + 1) - end - 1);
    const bool year = next.size() == 4 && next.find_first_not_of("0123456789") == std::string_view::npos;
    if (!year) return true;
  }
  if (r.position < 3 || text_[r.position - 1] != ' ') return false;
  const std::size_t space = text_.rfind(' ', r.position - 2);
  if (space == std::string_view::npos || !ascii::is_upper(text_[space + 1])) return false;
  const char last = text_[r.position - 2];
  return last != ',' && last != ')' && last != '"' && owner_mark(text_.substr(0, r.position - 1)) == 0;
}

MHQA_INLINE bool phrase_nesting::follows_name(std::size_t end) const noexcept {
  const std::size_t space = text_.rfind(' ', end - 1);
  return space != std::string_view::npos && ascii::is_upper(text_[space + 1]);
}

MHQA_INLINE bool phrase_nesting::follows_name_of(std::size_t end) const {
  const std::vector<sentence_word> before = question_words(text_.substr(0, end));
  std::size_t n = before.size();
  if (n > 1 && is_definite(before[n - 1].core)) --n;
  if (n < 3 || !is_genitive(before[n - 1].core) || !before[n - 2].capital) return false;
  const bool person = lexicon::standard().is(before[n - 2].core, word_class::person);
  for (--n; n > 0 && before[n - 1].capital && !before[n - 1].mark_after;) --n;
  return n > 0 && !is_definite(before[n - 1].core) && (!person || is_do(before[n - 1].core));
}

MHQA_INLINE void phrase_nesting::skip_repeated_noun(const std::string& head) {
  if (head.empty()) return;
  const std::string before = ' ' + head + " of ";
  // "the city of the city where", but not "the owner of the owner of"
  constexpr word_list placed{"city",     "country", "county",   "district", "island", "kingdom", "nation",
                             "province", "region",  "republic", "state",    "town",   "village", "year"};
  if (placed(head) && out_.ends_with(before)) {
    const std::string left = out_.substr(0, out_.size() - before.size() + 1);
    if (!lexicon::standard().is(last_word(left), word_class::noun)) out_ = left;  // not of "the record label of #1"
  }
  const std::string_view behind = text_.substr(from_);
  const auto skip = [&](std::string_view noun) {
    if (!behind.starts_with(' ') || !behind.substr(1).starts_with(noun)) return false;
    if (is_verb(noun) && waits_for_verb(question_words(out_))) return false;  // "did #1 stop": not the first stop
    const std::string_view rest = behind.substr(1 + noun.size());
    // "What is the #1 state bird?": "the state bird of the state"
    const std::size_t size = rest.starts_with(' ') ? noun_at(rest.substr(1), false) : 0;
    const bool more = size != 0 && size != rest.npos && rest.find_first_not_of(" ?", size + 1) == rest.npos;
    const bool ends = rest.empty() || rest[0] == ' ' || rest[0] == '?' || rest[0] == ',' ||
                      owner_mark(rest.substr(0, rest.find(' '))) != 0;
    if (!ends || (more && is_article(last_word(out_)))) return false;
    from_ += 1 + noun.size();
    return true;
  };
  constexpr std::array<std::string_view, 4> shows{"program", "programme", "series", "show"};
  if (!skip(head) && is_one_of(head, shows) && std::any_of(shows.begin(), shows.end(), skip))
    return;  // "the #1 series"
}

MHQA_INLINE bool phrase_nesting::keeps_noun() {
  const std::vector<sentence_word> before = question_words(out_), after = question_words(text_.substr(from_));
  if (before.size() < 4 || after.empty() || after[0].name || !is_auxiliary(after[0].core)) return false;
  const sentence_word& noun = before.back();
  const bool said =
      std::any_of(before.begin(), before.end() - 2, [](const sentence_word& w) { return is_auxiliary(w.core); });
  if (!said || noun.name || noun.mark_after || !lexicon::standard().is(noun.core, word_class::noun)) return false;
  out_ += "that ";
  return true;
}

MHQA_INLINE void phrase_nesting::skip_apposition(std::string_view head) {
  constexpr std::array<std::string_view, 27> nouns{
      "actor",  "actress", "band",   "book",   "city",   "company", "country", "emperor",   "film",
      "king",   "lake",    "movie",  "nation", "novel",  "planet",  "player",  "president", "queen",
      "region", "river",   "school", "show",   "singer", "song",    "state",   "team",      "town"};
  constexpr word_list towns{"city", "region", "state", "town"};
  constexpr word_list places{"birthplace", "location", "place"};
  for (const std::string_view noun : nouns) {
    for (const std::string_view of : {" ", " of "}) {
      const std::string before = "the " + std::string{noun} + std::string{of};
      if (!out_.ends_with(before)) continue;
      if (of != " " && head != noun && !(towns(noun) && places(head))) continue;
      out_.resize(out_.size() - before.size() + 4);
      return;
    }
  }
}

MHQA_INLINE bool phrase_nesting::in_list(const std::vector<sentence_word>& after) const {
  if (!text_.substr(from_).starts_with(", ") || after.empty()) return false;
  const sentence_word& next = after[0];
  return ascii::is_upper(next.written[0]) || next.written[0] == '#' || is_definite(next.core) ||
         is_coordinator(next.core);
}

MHQA_INLINE bool phrase_nesting::place_is(std::size_t row, std::span<const sentence_word> before) {
  static const row_matcher rows{nesting_rows};
  return rows.fires(row, before);
}

MHQA_INLINE bool phrase_nesting::after_modifier(const std::vector<sentence_word>& before,
                                                const std::vector<sentence_word>& after) {
  if (before.empty() || before.back().mark_after) return false;
  if (place_is(counted, before)) return after.empty();
  if (place_is(needs_noun, before) || place_is(modifies, before)) return true;
  const bool acts = !after.empty() && (is_auxiliary(after[0].core) || is_finite_form(after[0].core));
  return !acts && place_is(may_modify, before);
}

MHQA_INLINE bool phrase_nesting::opens_adverbial(const std::vector<sentence_word>& before,
                                                 const std::vector<sentence_word>& after) {
  if (before.empty() || before.size() > 2 || after.empty()) return false;
  if (!is_preposition(before[0].core)) return false;
  if (before.size() == 2 && !is_definite(before[1].core)) return false;
  const auto stop = std::find_if(after.begin(), after.end(), [](const sentence_word& w) { return w.mark_after; });
  return stop != after.end() && !is_preposition(after[0].core) && !opens_clause(after[0]) &&
         std::none_of(after.begin(), stop + 1, [](const sentence_word& w) { return is_auxiliary(w.core); });
}

MHQA_INLINE bool phrase_nesting::lacks_link(const std::vector<sentence_word>& before,
                                            const std::vector<sentence_word>& after) {
  std::size_t n = before.size();
  if (n > 0 && is_definite(before[n - 1].core)) --n;
  if (n < 4 || after.empty() || before[n - 1].mark_after || before[n - 1].name) return false;
  if (!is_form_of_be(before[1].core) || !is_definite(before[2].core)) return false;
  const bool acts =
      !after[0].name && (is_have(after[0].core) || (is_finite_form(after[0].core) && !is_verb(after[0].core)));
  if (!acts) return false;
  for (std::size_t i = 3; i < n; ++i) {
    const sentence_word& w = before[i];
    if (w.mark_after || opens_clause(w) || is_auxiliary(w.core) || (is_preposition(w.core) && !is_genitive(w.core))) {
      return false;
    }
  }
  const std::string& noun = before[n - 1].core;
  return !is_preposition(noun) && !is_determiner(noun) && !is_adverb(noun) && !is_adjective_form(noun) &&
         !lexicon::standard().is(noun, word_class::adjective);
}

MHQA_INLINE bool phrase_nesting::is_open_aside(std::string_view phrase) {
  const std::size_t comma = phrase.rfind(", ");
  if (comma == std::string_view::npos) return false;
  const std::vector<sentence_word> words = question_words(phrase.substr(comma + 2));
  constexpr std::array<std::string_view, 9> openers{"after", "although", "because", "before", "despite",
                                                    "even",  "though",   "when",    "while"};
  return !words.empty() && is_one_of(words[0].core, openers);
}

MHQA_INLINE bool phrase_nesting::noun_ends(std::string_view rest) {
  const std::vector<sentence_word> words = question_words(rest);
  if (words.empty()) return true;
  const sentence_word& w = words[0];
  return !is_genitive(w.core) && (is_verb_form(w) || is_preposition(w.core) || is_adverb(w.core) ||
                                  is_one_of(w.core, relative_words) || is_coordinator(w.core));
}

MHQA_INLINE void phrase_nesting::drop_article() {
  const std::string word = last_word(out_);
  if (is_definite(word)) out_.resize(out_.size() - word.size() - 1);
}

MHQA_INLINE std::size_t phrase_nesting::noun_at(std::string_view text, bool names) {
  std::size_t size = 0, words = 0;
  while (size < text.size()) {
    const std::size_t end = std::min(text.find(' ', size), text.size());
    std::string_view word = text.substr(size, end - size);
    const std::size_t marks = word.find_last_not_of("?,.;:!\"");
    word = word.substr(0, marks == std::string_view::npos ? 0 : marks + 1);
    const bool ends = word.size() < end - size;
    const bool lower_case = !word.empty() && ascii::is_lower(word.front());
    if (word.empty() || (!lower_case && !(names && ascii::is_upper(word.front()))) ||
        is_function_word(to_lower(word)) || is_preposition(to_lower(word)) || is_one_of(to_lower(word), verbs) ||
        is_adverb(word)) {
      break;
    }
    if (words != 0 && lower_case && (is_verb(word) || is_finite_form(word) || is_past_participle(word))) break;
    if (++words > 2) return std::string_view::npos;
    size += word.size();
    if (ends || end == text.size()) return size;
    size = end + 1;
  }
  while (size > 0 && size <= text.size() && text[size - 1] == ' ') --size;
  return size;
}

MHQA_INLINE bool phrase_nesting::is_adjective_form(std::string_view word) {
  if (is_one_of(word, predicate_adjectives)) return true;
  for (const std::string_view ending : {"able", "er", "ful", "ible", "ive", "less", "ous"}) {
    if (word.size() > ending.size() + 2 && word.ends_with(ending)) return true;
  }
  return false;
}

MHQA_INLINE bool phrase_nesting::waits_for_verb(const std::vector<sentence_word>& before) {
  bool waits = false;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const std::string& w = before[i].core;
    if (is_do(w) || is_modal(w)) {
      waits = true;
    } else if (waits && !before[i].name && is_verb(w) && !is_determiner(before[i - 1].core) &&
               !is_preposition(before[i - 1].core) && !is_do(before[i - 1].core)) {
      waits = false;
    }
  }
  return waits;
}

// Also of a participle that the lexicon lacks: "announced by".
[[nodiscard]] inline bool is_participle(std::span<const sentence_word> after) {
  const std::string& word = after[0].core;
  if (is_past_participle(word) || is_present_participle(word)) return true;
  return word.size() > 6 && word.ends_with("ced") && after.size() > 1 && is_preposition(after[1].core);
}

MHQA_INLINE bool phrase_nesting::verb_follows(const std::vector<sentence_word>& before,
                                              const std::vector<sentence_word>& after) const {
  if (after.empty()) return false;
  const std::string& word = after[0].core;
  constexpr word_list after_object{"again", "alone", "away", "back", "home"};
  if (is_adverb(word) || after_object(word)) return true;
  constexpr word_list of_order{"last"};  // "when did #1 last play"
  if (of_order(word) && after.size() > 1 && is_verb(after[1].core) && waits_for_verb(before)) return true;
  // "was #1 older than", "is #1 credited with": a predicate; "is #1 name for" is not.
  const bool adjective = is_adjective_form(word), form = is_participle(after);
  if (!before.empty() && is_form_of_be(before.back().core)) return adjective || form || is_part_of(after);
  if (is_state(before, after)) return true;
  const bool auxiliary =
      std::any_of(before.begin(), before.end(), [](const sentence_word& w) { return is_one_of(w.core, verbs); });
  if (auxiliary && ((form && !adjective) || is_one_of(word, predicate_adjectives))) return true;
  if (is_verb(word) && waits_for_verb(before)) return !precedes_verb(after);
  return is_finite_form(word) && !waits_for_verb(before) && may_be_finite(word, before);
}

// "until when was the #1 open", but not "what was the #1 capital"
MHQA_INLINE bool phrase_nesting::is_state(std::span<const sentence_word> before, std::span<const sentence_word> after) {
  if (!before.empty() && is_definite(before.back().core)) before = before.first(before.size() - 1);
  constexpr word_list for_things{"what", "which", "who"};
  return !before.empty() && is_form_of_be(before.back().core) &&
         (before.size() == 1 || !for_things(before[before.size() - 2].core)) &&
         lexicon::standard().is(after[0].core, word_class::adjective) &&
         (after.size() == 1 || is_preposition(after[1].core));
}

// "did the #1 charter encourage": the first word after a reference is a noun, as the next is the verb.
MHQA_INLINE bool phrase_nesting::precedes_verb(std::span<const sentence_word> after) {
  constexpr word_list with_verb{"come", "go", "have", "help", "let", "make", "need", "take"};
  std::size_t next = 1;
  while (next < after.size() && is_adverb(after[next].core)) ++next;
  if (next + 1 < after.size() && is_genitive(after[next + 1].core)) return false;  // "did #1 gain control of"
  return next < after.size() && !after[next].name && is_verb(after[next].core) && !is_preposition(after[next].core) &&
         !is_function_word(after[next].core) && !with_verb(after[0].core);
}

MHQA_INLINE bool phrase_nesting::may_be_finite(std::string_view word, const std::vector<sentence_word>& before) const {
  bool verb = false, clause = false;  // in the clause so far
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (i != 0 && is_one_of(before[i].core, relative_words)) {
      verb = false;
      clause = true;
    }
    verb = verb || (!before[i].name && is_finite_form(before[i].core));
  }
  if (verb) return false;
  // "students go to #1 schools"
  if (!before.empty() && is_preposition(before.back().core) &&
      std::any_of(before.begin() + 1, before.end(), [](const sentence_word& w) { return is_verb_form(w); })) {
    return false;
  }
  const std::string last = last_word(out_);
  return !word.ends_with('s') || clause || (!is_article(last) && !is_counting(last));
}

MHQA_INLINE bool phrase_nesting::joins_clause(const std::vector<sentence_word>& own,
                                              const std::vector<sentence_word>& rest) const {
  if (rest.empty() || text_.substr(from_).starts_with(',')) return false;
  if (!has_clause(own)) return false;
  constexpr std::array<std::string_view, 6> conjunctions{"although", "because", "if", "than", "when", "while"};
  const std::string& w = rest[0].core;
  constexpr word_list origin{"from"};  // "How far is the city that … from Ohio?"
  if (origin(w) && asks_for_degree(to_lower(text_.substr(0, text_.find(' '))))) return false;
  return is_preposition(w) || is_one_of(w, conjunctions) || (rest.size() == 1 && is_adverb(w)) || is_part_of(rest);
}

MHQA_INLINE bool phrase_nesting::has_aside(std::string_view phrase) {
  const std::size_t comma = phrase.find(", ");
  return comma != std::string_view::npos && phrase.find('"') == std::string_view::npos && !is_open_aside(phrase);
}

MHQA_INLINE bool phrase_nesting::ends_in_verb(const std::vector<sentence_word>& own) {
  if (own.size() < 4 || own.back().name || is_determiner(own[own.size() - 2].core)) return false;
  const std::string& w = own.back().core;
  if (is_form_of_be(own[own.size() - 2].core)) return false;           // "where the jamboree is hosted"
  if (is_verb(w) && is_adverb(own[own.size() - 2].core)) return true;  // "whom he also enlist"
  return is_auxiliary(w) || is_finite_form(w) || is_past_participle(w);
}

// True if people would read the rest as part of the phrase: "#1 that they founded", "#1 in what year", "born in in".
[[nodiscard]] inline bool is_swallowed(std::span<const sentence_word> own, std::span<const sentence_word> rest,
                                       bool fronted) {
  if (own.size() < 4 || rest.empty()) return false;
  const std::string& next = rest[0].core;
  if (!asks_for_time(next) && is_one_of(next, relative_words)) return !fronted;
  const bool asks = rest.size() > 1 && asks_for_noun(rest[1].core);
  return is_preposition(next) && (asks || ends_dangling(own));
}

// "the team that Ann beat and the Dutch": is it Ann who beat the Dutch?
[[nodiscard]] inline bool adds_unclearly(const std::vector<sentence_word>& own, std::span<const sentence_word> rest) {
  const bool adds =
      rest.size() > 1 && is_coordinator(rest[0].core) && !is_verb_form(rest[1]) && rest[1].written[0] != '#';
  if (!adds) return false;
  // "between the place where Mozart was buried and Budapest": a complete clause, and the name ends the question.
  const bool passive = own.size() > 2 && is_form_of_be(own[own.size() - 2].core) &&
                       (is_placed(own.back().core) || is_past_participle(own.back().core));
  const bool complete = passive && rest.size() == 2 && rest[1].name;
  return !complete && (has_clause(own) || (own.size() > 3 && own.back().name));
}

// The first word after adverbs; size() if there is none.
[[nodiscard]] inline std::size_t after_adverbs(std::span<const sentence_word> words) {
  const auto found =
      std::find_if_not(words.begin(), words.end(), [](const sentence_word& w) { return is_adverb(w.core); });
  return static_cast<std::size_t>(found - words.begin());
}

// True if the rest has a verb for the phrase: it begins with one, or has an auxiliary.
[[nodiscard]] inline bool has_later_verb(std::span<const sentence_word> rest) {
  const std::size_t first = after_adverbs(rest);
  return (first < rest.size() && is_verb_form(rest[first])) ||
         std::any_of(rest.begin(), rest.end(), [](const sentence_word& w) { return !w.name && is_auxiliary(w.core); });
}

MHQA_INLINE bool phrase_nesting::meets_verb(const std::vector<sentence_word>& own, std::span<const sentence_word> rest,
                                            std::span<const sentence_word> left) {
  // "In what country is the place to which Ann fled located?": "is" needs the last word.
  const bool placed = rest.size() == 1 && is_placed(rest[0].core) && !left.empty() && is_form_of_be(left.back().core);
  const std::size_t first = after_adverbs(rest);
  return own.size() > 3 && first < rest.size() && ends_in_verb(own) && is_verb_form(rest[first]) && !placed;
}

// "the place where the place where", "the son of the son of the son of"
MHQA_INLINE bool phrase_nesting::repeats_opening(std::span<const sentence_word> own) const {
  if (own.size() <= 3) return false;
  const std::string opening = join_words(own.first(3)) + ' ';
  return out_.ends_with(opening) &&
         (!is_genitive(own[2].core) || join_words(own).find(opening, 1) != std::string::npos);
}

MHQA_INLINE unworded phrase_nesting::nest(const nested_phrase& phrase) {
  const std::vector<sentence_word> own = question_words(phrase.text), left = question_words(out_),
                                   rest = question_words(text_.substr(from_));
  // "In the land that Ann ruled, which town …": the comma ends the clause.
  const bool fronted = text_.substr(from_).starts_with(',') && left.size() == 1 && is_preposition(left[0].core);
  if (is_swallowed(own, rest, fronted)) return unworded::nested;
  if (adds_unclearly(own, rest) || joins_clause(own, rest)) return unworded::ambiguous;
  // "the land that, other than Chad, has no king": an aside inside a sentence that goes on.
  if (!rest.empty() && !joined_list(rest) && has_aside(phrase.text)) return unworded::nested;
  if (meets_verb(own, rest, left)) return unworded::nested;
  const auto clauses = std::count_if(own.begin(), own.end(), [](const sentence_word& w) { return opens_clause(w); });
  constexpr std::size_t long_subject = 12;  // words
  const bool subject = has_later_verb(rest);
  if (subject && (clauses > 2 || (clauses > 1 && own.size() > long_subject))) return unworded::nested;
  const bool plain = !has_clause(own);  // "the birthplace of Ann" adds no clause
  const std::size_t inside = phrase.inside + (subject && !plain ? 1 : 0);
  if (repeats_opening(own) || inside > 1 || (!rest.empty() && !last_ && phrase.depth > 1)) return unworded::nested;
  inside_ = std::max(inside_, inside);
  depth_ = std::max(depth_, phrase.depth + (plain ? 0 : 1));
  return unworded::no;
}

MHQA_INLINE void phrase_nesting::extrapose(nested_phrase& phrase) {
  const std::vector<sentence_word> before = question_words(out_), after = question_words(text_.substr(from_));
  const std::vector<sentence_word> own = question_words(phrase.text);
  if (before.size() != 2 || !is_form_of_be(before[1].core) || after.size() != 1 || after[0].name) return;
  if (!is_past_participle(after[0].core) || phrase.text.find(',') != std::string::npos) return;
  std::size_t link = 1;
  while (link < own.size() && !opens_clause(own[link])) ++link;
  if (link == own.size() || !is_definite(own[0].core)) return;
  if (link > 1 && is_preposition(own[link - 1].core)) --link;  // "at which"
  const std::span<const sentence_word> all{own};
  phrase.text = join_words(all.first(link)) + ' ' + after[0].written + ' ' + join_words(all.subspan(link));
  from_ = text_.size();
}

MHQA_INLINE void phrase_nesting::agree() {
  for (const auto& [many, one] : number_forms) {
    const std::string word = ' ' + std::string{many} + ' ';
    if (!(' ' + out_).ends_with(word)) continue;
    out_.replace(out_.size() + 1 - word.size(), many.size(), one);
    return;
  }
}

MHQA_INLINE void phrase_nesting::singular_verb() {
  const std::string_view behind = text_.substr(from_);
  for (const auto& [many, one] : number_forms) {
    if (is_do(many) || !behind.starts_with(' ') || !behind.substr(1).starts_with(many)) continue;
    const std::string_view rest = behind.substr(1 + many.size());
    if (!rest.starts_with(' ')) continue;
    if (is_have(many) && clause_has_auxiliary()) continue;
    out_ += ' ' + std::string{one};
    from_ += 1 + many.size();
    return;
  }
}

MHQA_INLINE bool phrase_nesting::clause_has_auxiliary() const {
  for (const sentence_word& w : question_words(text_.substr(0, from_))) {
    if (is_one_of(w.core, verbs)) return true;
  }
  return false;
}

}  // namespace mhqa::inline v0_1::detail
