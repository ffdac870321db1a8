// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds grammatical mistakes of single-hop questions that annotators wrote in a hurry, by word forms and order, without
// a tagger: "Why did they introduced it?", "What was the the result?", "How recently has the homes been restored?".
#pragma once

#include <mhqa/english/clause.hpp>
#include <mhqa/english/verb_forms.hpp>
#include <mhqa/english/asked.hpp>
#include <mhqa/text/stop_words.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

namespace detail {

using question_words = std::span<const clause_word>;

// "the the", "is is": a word written twice.
[[nodiscard]] inline bool repeats_word(question_words words) {
  constexpr std::array<std::string_view, 22> once{"a",   "an",   "and", "are",  "at",   "between", "by", "did",
                                                  "for", "from", "his", "is",   "it",   "its",     "of", "or",
                                                  "the", "to",   "was", "were", "what", "with"};
  for (std::size_t i = 1; i < words.size(); ++i) {
    const bool same = words[i].text == words[i - 1].text && !words[i - 1].stop;
    if (same && is_one_of(words[i].text, once)) return true;
  }
  return false;
}

// "the is", "a of": an article without its noun.
[[nodiscard]] inline bool lacks_noun(question_words words) {
  constexpr std::array<std::string_view, 14> never_nouns{"are", "at", "did",  "does", "from", "has",  "have",
                                                         "is",  "of", "than", "to",   "was",  "were", "with"};
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& article = words[i - 1].text;
    if (words[i - 1].stop || (article != "a" && article != "an" && article != "the")) continue;
    if (is_one_of(words[i].text, never_nouns)) return true;
    // "In the 487 in Ohio": a number counts something; a year or an order does not
    const bool small_number =
        words[i].text.size() < 4 && words[i].text.find_first_not_of("0123456789") == std::string::npos;
    if (small_number && i + 1 < words.size() && words[i + 1].core == "in") return true;
  }
  return has_two_articles(words);
}

// "an motor", "a engine". Words whose first sound the spelling hides ("a unit", "an hour") are never mistakes.
[[nodiscard]] inline bool has_other_article(question_words words) {
  const auto starts = [](std::string_view w, std::string_view ending) { return w.starts_with(ending); };
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view w = words[i].text;
    if (words[i].name || w.size() < 3 || words[i - 1].stop || is_function_word(w)) continue;
    const bool vowel = w[0] == 'a' || w[0] == 'e' || w[0] == 'i' || w[0] == 'o' || w[0] == 'u';
    const bool letter = w[0] >= 'a' && w[0] <= 'z';
    if (!letter || w[0] == 'h' || w[0] == 'u' || starts(w, "eu") || starts(w, "ew") || starts(w, "one") ||
        starts(w, "once")) {
      continue;
    }
    if (words[i - 1].text == "a" && vowel) return true;
    if (words[i - 1].text == "an" && !vowel) return true;
  }
  return false;
}

// "did Tesla moved", "does LGM stands": a second inflected form right after a name or a pronoun.
[[nodiscard]] inline bool inflects_twice(question_words words) {
  for (std::size_t i = 0; i + 2 < words.size(); ++i) {
    if (!is_do(words[i].core) || words[i].name) continue;
    if (i != 0 &&
        !is_one_of(words[i - 1].core, std::array<std::string_view, 5>{"how", "what", "when", "where", "why"}) &&
        words[i - 1].name) {
      continue;
    }
    for (std::size_t at = i + 1; at < words.size(); ++at) {
      const clause_word& w = words[at];
      if (w.name || w.core == "the" || w.core == "and") continue;
      if (at == i + 1) break;  // no name
      const bool base = is_verb(w.core);
      const bool inflected = is_finite_form(w.core) && !base;
      // "did the Panthers based in Ohio win": the form may belong to the name if a verb follows.
      bool later = false;
      for (std::size_t j = at + 2; j < words.size(); ++j) {
        later = later || (is_verb(words[j].core) && !words[j].name && may_follow_noun(words, j) && words[j - 1].name);
      }
      const bool plural = words[i].core == "does" && w.core.ends_with('s') && at + 1 < words.size();
      if (inflected && !later && (words[i].core == "did" ? !w.core.ends_with('s') : plural)) return true;
      break;
    }
  }
  return false;
}

// "is know as", "was gave": a form of "be" with a verb that is neither a participle nor a noun.
[[nodiscard]] inline bool lacks_participle(question_words words) {
  constexpr std::array<std::string_view, 24> forms{
      "ate", "began", "choose", "chose", "did",   "drew", "gave", "give", "grew",  "grow", "knew", "know",
      "saw", "shook", "speak",  "spoke", "stole", "sang", "took", "tore", "threw", "went", "wore", "wrote"};
  for (std::size_t i = 1; i < words.size(); ++i) {
    const bool be = is_form_of_be(words[i - 1].core) || words[i - 1].core == "been";
    if (be && i > 1 && !words[i].name && !words[i - 1].stop && is_one_of(words[i].core, forms)) return true;
  }
  return false;
}

// "was build in 1913", "is make up of", "was lead by": the base form of an irregular verb after a form of "be". The
// next word tells the verb from a noun.
[[nodiscard]] inline bool has_base_for_participle(question_words words) {
  constexpr std::array<std::string_view, 18> bases{"break", "bring", "build", "buy",  "find",  "lead",
                                                   "lose",  "make",  "sell",  "send", "spend", "steal",
                                                   "take",  "teach", "tell",  "wear", "win",   "write"};
  constexpr std::array<std::string_view, 8> after{"as", "at", "by", "during", "for", "from", "in", "up"};
  for (std::size_t i = 2; i + 1 < words.size(); ++i) {
    const bool be = is_form_of_be(words[i - 1].core) || words[i - 1].core == "been";
    if (be && !words[i - 1].stop && !words[i].name && is_one_of(words[i].core, bases) &&
        is_one_of(words[i + 1].core, after)) {
      return true;
    }
  }
  return false;
}

// "more then one", "other then Ohio"; "Who's writings"; "the states largest railway"; "of 20th century"; "play a roll
// in"; "the capitol of Ohio".
[[nodiscard]] inline bool confuses_words(question_words words) {
  constexpr std::array<std::string_view, 6> compares{"fewer", "greater", "less", "more", "other", "rather"};
  constexpr std::array<std::string_view, 5> plays{"play", "played", "playing", "plays", "what"};
  for (std::size_t i = 1; i < words.size(); ++i) {
    const clause_word& left = words[i - 1];
    const clause_word& w = words[i];
    if (left.stop) continue;
    if (w.core == "then" && is_one_of(left.core, compares)) return true;
    const bool owns = left.core == "who's" && (i == 1 || !words[i - 2].name);
    if (owns && !w.name && !is_function_word(w.core) && !is_past_participle(w.core) && !is_present_participle(w.core) &&
        !is_adverb(w.core) && !is_preposition(w.core)) {
      return true;
    }
    const bool of_many = i > 1 && words[i - 2].core == "the" && !left.name && left.text.ends_with('s') &&
                         !left.text.ends_with("'s") && !left.text.ends_with("ss") && left.text.size() > 4;
    if (of_many && (w.core == "most" || (w.core.size() > 5 && w.core.ends_with("est") && w.core != "interest"))) {
      return true;
    }
    const bool counted = w.core.ends_with("th") || w.core.ends_with("st") || w.core.ends_with("nd");
    const bool century = counted && i + 1 < words.size() && words[i + 1].core == "century" && is_preposition(left.core);
    if (century && (words[i + 1].stop || i + 2 == words.size())) return true;  // "on 20th century works" is right
    if ((left.core == "a" || left.core == "what") && w.core == "roll" && i + 1 < words.size() &&
        (words[i + 1].core == "in" || (i > 1 && is_one_of(words[i - 2].core, plays)))) {
      return true;
    }
    if (left.text == "capitol" && w.core == "of") return true;
  }
  return false;
}

// "resulted Virgin not carrying", "belongs the county": a verb without the preposition that it needs.
[[nodiscard]] inline bool lacks_preposition_of_verb(question_words words) {
  constexpr std::array<std::string_view, 11> needs{"belonged", "belongs", "consisted",    "consists",
                                                   "depended", "depends", "participated", "participates",
                                                   "relied",   "relies",  "resulted"};
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i - 1].stop || words[i - 1].name || !is_one_of(words[i - 1].core, needs)) continue;
    if (words[i].name || words[i].core == "the" || words[i].core == "a" || words[i].core == "an") return true;
  }
  return false;
}

// "has the homes been", "was Luther's writings": a singular verb before a plural subject.
[[nodiscard]] inline bool disagrees(question_words words) {
  constexpr std::array<std::string_view, 4> singular{"does", "has", "is", "was"};
  constexpr std::array<std::string_view, 15> not_plural{
      "athletics", "basis",    "crossroads", "economics", "headquarters", "mathematics", "means", "news",
      "physics",   "politics", "series",     "species",   "statistics",   "thesis",      "always"};
  for (std::size_t i = 1; i < words.size() && i < 4; ++i) {
    if (!is_one_of(words[i].text, singular) || i + 2 >= words.size()) continue;
    if (!is_one_of(words[i - 1].core,
                   std::array<std::string_view, 6>{"how", "recently", "what", "when", "where", "why"})) {
      return false;
    }
    std::size_t at = i + 1;
    const bool owned = is_possessive(words[at]) && words[at].text.ends_with("'s");
    if (words[at].core != "the" && !owned) return false;
    std::size_t noun = ++at;
    while (at < words.size() && !words[at].name && !is_function_word(words[at].core) &&
           !is_preposition(words[at].core) && !is_past_participle(words[at].core) && !is_possessive(words[at])) {
      noun = at++;
      if (words[noun].stop) break;
    }
    if (noun >= words.size() || at == i + 2 || words[noun].name) return false;
    // "the first problem astronauts met", "the reason shops are closed": the plural begins a clause.
    const bool clause = at < words.size() &&
                        (is_possessive(words[at]) || is_auxiliary(words[at].core) || is_finite_form(words[at].core));
    const std::string& w = words[noun].core;
    const bool plural = w.size() > 4 && w.ends_with('s') && !w.ends_with("ss") && !w.ends_with("us") &&
                        !w.ends_with("is") && !w.ends_with("ics") && !w.ends_with("'s") && !is_one_of(w, not_plural);
    return plural && !clause;
  }
  return false;
}

// "Why the part was called so", "How the emperor died": the auxiliary is missing.
[[nodiscard]] inline bool lacks_auxiliary(question_words words) {
  constexpr std::array<std::string_view, 2> openers{"where", "why"};
  return words.size() > 2 && is_one_of(words[0].core, openers) &&
         is_one_of(words[1].core, std::array<std::string_view, 3>{"a", "an", "the"});
}

// "Against what country was he promising superiority over": two prepositions for one noun.
[[nodiscard]] inline bool asks_with_two_prepositions(question_words words) {
  if (words.size() < 4 || !is_preposition(words[0].core)) return false;
  if (words[1].core == "where" && (words[0].core == "in" || words[0].core == "on")) return true;  // "On where"
  if (words[1].core != "what" && words[1].core != "which" && words[1].core != "whom") return false;
  // "For whom was Ann concerned about in Rome?"
  for (std::size_t i = 3; i + 1 < words.size(); ++i) {
    constexpr std::array<std::string_view, 4> gap{"about", "against", "for", "with"};
    if (is_one_of(words[i].core, gap) && is_preposition(words[i + 1].core)) return true;
  }
  if (!ends_dangling(words)) return false;
  return words[0].core != words.back().core;
}

// "What part of the country were the Normans located": nothing tells "in".
[[nodiscard]] inline bool lacks_preposition(question_words words) {
  constexpr std::array<std::string_view, 6> placed{"based", "born", "buried", "headquartered", "located", "situated"};
  if (words.size() < 5 || (words[0].core != "what" && words[0].core != "which")) return false;
  if (!is_one_of(words.back().core, placed)) return false;
  for (std::size_t i = 2; i + 2 < words.size(); ++i) {
    if (is_one_of(words[i].core, relative_words)) return false;
    if (is_form_of_be(words[i].core)) return words[i + 1].name || words[i + 1].core == "the";
  }
  return false;
}

// "What words to they think …": a preposition before a subject.
[[nodiscard]] inline bool has_subject_after_preposition(question_words words) {
  constexpr std::array<std::string_view, 5> pure{"at", "for", "from", "to", "with"};
  constexpr std::array<std::string_view, 4> next{"he", "she", "they", "we"};
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    const bool adjacent = !words[i - 1].stop && !words[i].name && !words[i - 1].name;
    const bool question_word = i > 1 && is_one_of(words[i - 2].core, relative_words);
    if (adjacent && !question_word && is_one_of(words[i - 1].core, pure) && is_one_of(words[i].core, next) &&
        !is_past_participle(words[i - (i > 1 ? 2 : 1)].core)) {
      return true;
    }
  }
  return false;
}

// "How much resources were": "much" before a plural and its verb.
[[nodiscard]] inline bool counts_plural_by_much(question_words words) {
  constexpr std::array<std::string_view, 5> plural{"are", "did", "do", "have", "were"};
  if (words.size() < 4 || words[0].core != "how" || words[1].core != "much") return false;
  const std::string& w = words[2].core;
  const bool many = w.size() > 4 && w.ends_with('s') && !w.ends_with("ss") && !w.ends_with("us") &&
                    !w.ends_with("ics") && !words[2].name && !is_preposition(w);
  return many && !words[2].stop && is_one_of(words[3].core, plural);
}

// "in 2012 season", "for 2012 - 13 year": a numbered season or year without its article.
[[nodiscard]] inline bool numbers_without_article(question_words words) {
  for (std::size_t i = 2; i < words.size(); ++i) {
    if (words[i].text != "season" && words[i].text != "year" && words[i].text != "year?") continue;
    std::size_t at = i;
    const auto counts = [](std::string_view w) { return w.find_first_not_of("0123456789-/\u2013") == w.npos; };
    while (at > 0 && counts(words[at - 1].core) && !words[at - 1].stop) --at;
    const bool year = at < i && words[at].core.size() >= 4;
    if (year && at > 0 && is_preposition(words[at - 1].core) && words[at - 1].core != "per") return true;
  }
  return false;
}

}  // namespace detail

/// Returns true if a question has a mistake that word forms show.
///
/// Shape:     words written twice; an article without its noun, or "an motor"; "did NAME moved", "is know as", "was
///            build in"; "has the homes been"; "Why the …" without a verb; "How man", "the most what"; "What city is it
///            located?"; "Against what country … over", "resulted Virgin"; "more then", "Who's writings", "the states
///            largest", "of 20th century"
/// Undefined: most other mistakes; questions about words that are such mistakes
/// Cost:      O(words)
/// Example:   is_ungrammatical("Why did Tesla moved?")
[[nodiscard]] inline bool is_ungrammatical(std::string_view question) {
  const bool whole = question.find('"') == std::string_view::npos;
  question = question.substr(0, question.find('"'));  // a quotation may break any rule
  if (question.starts_with("How man ") || question.find(" the most what ") != std::string_view::npos ||
      question.find(" the most type ") != std::string_view::npos) {
    return true;
  }
  const std::vector<clause_word> words = clause_words(question);
  return detail::repeats_word(words) || detail::lacks_noun(words) || detail::has_other_article(words) ||
         detail::inflects_twice(words) || detail::lacks_participle(words) || detail::disagrees(words) ||
         detail::lacks_auxiliary(words) || detail::has_base_for_participle(words) || detail::confuses_words(words) ||
         detail::lacks_preposition_of_verb(words) || detail::has_subject_after_preposition(words) ||
         detail::numbers_without_article(words) || detail::counts_plural_by_much(words) ||
         (whole && (detail::lacks_preposition(words) || detail::asks_with_two_prepositions(words)));
}

}  // namespace v0_1
}  // namespace mhqa
