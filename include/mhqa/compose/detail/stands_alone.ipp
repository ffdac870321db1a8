// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of stands_alone.hpp.
#pragma once

#include <mhqa/compose/stands_alone.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/compose/whole_name.hpp>
#include <mhqa/english/clause.hpp>
#include <mhqa/english/pattern.hpp>
#include <mhqa/english/verb_forms.hpp>
#include <mhqa/text/stop_words.hpp>

#include <algorithm>
#include <string>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

// Nouns after "the" that only the surrounding paragraph identifies.
inline constexpr std::array<std::string_view, 32> context_nouns{
    "article",     "author",  "ball",    "chapter",    "chart",   "drive",   "excerpt",  "game",
    "graph",       "half",    "image",   "kickoff",    "list",    "match",   "narrator", "paragraph",
    "passage",     "picture", "play",    "possession", "quarter", "reading", "reporter", "reporters",
    "respondents", "season",  "speaker", "statement",  "study",   "survey",  "table",    "text"};

inline constexpr std::array<std::string_view, 6> document_nouns{"article",   "chapter", "excerpt",
                                                                "paragraph", "passage", "text"};

MHQA_INLINE bool is_name_word(const sentence_words& words, std::size_t i) noexcept {
  const sentence_word& w = words[i];
  if (w.number || w.quoted) return true;
  if (!w.capital || (is_function_word(w.lower) && w.lower != "us")) return false;
  return i != 0 || !may_open_sentence(w);
}

// Words that point to the paragraph, wherever they stand.
inline constexpr std::array<std::string_view, 3> pointers_to_paragraph{
    "^ this|these|those @noun|@adjective|@participle", "here&!@name $", "here&!@name is|are|was|to|in"};

inline constexpr std::array<language_row, 1> pointer_rows{
    {{"points-to-paragraph", pointers_to_paragraph, "This failed revolution led to what?", "What revolution failed?"}}};

[[nodiscard]] inline bool refers_back(const sentence_words& words, mention given) {
  static const row_matcher pointers{pointer_rows};
  if (pointers.fires(0, words)) return true;
  constexpr std::array<std::string_view, 13> always{"aforementioned", "former", "he",   "him",  "latter", "she", "such",
                                                    "them",           "these",  "they", "this", "those",  "it"};
  constexpr std::array<std::string_view, 4> owned{"her", "his", "its", "their"};
  constexpr std::array<std::string_view, 5> relative{"following", "last", "next", "previous", "same"};
  bool known = false;  // an earlier word that a pronoun may refer to
  for (std::size_t i = 0; i < words.size(); ++i) {
    const sentence_word& w = words[i];
    if (given.size != 0 && w.begin >= given.begin && w.begin < given.begin + given.size) {
      known = true;
      continue;
    }
    if (w.quoted) {
      known = true;
      continue;
    }
    const bool pronoun = is_one_of(w.lower, always) || is_one_of(w.lower, owned);
    if (pronoun && !w.capital) {
      if (w.lower == "this" || w.lower == "these" || w.lower == "those" || w.lower == "aforementioned") return true;
      if (w.lower == "such") {
        if (i + 1 < words.size() && words[i + 1].lower == "as") continue;
        return true;
      }
      if (w.lower == "former" || w.lower == "latter") {
        if (w.lower == "latter" || (i + 1 == words.size())) return true;
        continue;
      }
      const bool personal =
          w.lower != "it" && w.lower != "its" && w.lower != "their" && w.lower != "them" && w.lower != "they";
      bool found = known;
      for (std::size_t j = 0; j < i && !found; ++j) {
        found = words[j].lower == "who" || words[j].lower == "whose" || words[j].lower == "which" ||
                (!personal && !is_function_word(words[j].lower) && !is_one_of(words[j].lower, verbs));
      }
      // Right after an auxiliary a pronoun is the subject: "did he", "was it".
      const bool subject = i > 0 && is_one_of(words[i - 1].lower, verbs) && !is_one_of(w.lower, owned);
      const bool dummy = w.lower == "it";  // "was it that"
      if (!found || (subject && !known && !dummy)) return true;
      if (subject && dummy && !known) return true;
    }
    // "his 4 passes": some event of the paragraph.
    if (is_one_of(w.lower, owned) && i + 2 < words.size() && words[i + 1].number && words[i + 1].text.size() < 3 &&
        !words[i + 2].capital) {
      return true;  // not "his 95 Theses"
    }
    // "What is also decided by #1", "What do other venues …": besides what the paragraph tells. In a head, "also"
    // describes: "Which friend of Temüjin did Toghrul also enlist?".
    if (w.lower == "also" && !w.capital && given.size != 0) return true;
    if (w.lower == "else" && (i + 1 == words.size() || words[i + 1].lower != "than")) return true;  // "who else"
    // "a 22-yard pass": a single event, without its game.
    if (i > 0 && w.number && (words[i - 1].lower == "a" || words[i - 1].lower == "an")) {
      const std::size_t hyphen = w.lower.find('-');
      if (hyphen != std::string::npos && hyphen + 1 < w.lower.size() && ascii::is_lower(w.lower[hyphen + 1]))
        return true;
    }
    if (w.lower == "time" && i > 1 && words[i - 1].lower == "the" && words[i - 2].lower == "at" &&
        (i + 1 == words.size() || w.mark_after)) {
      return true;  // "at the time"
    }
    if (w.lower == "other" && i == 2 && is_one_of(words[1].lower, verbs)) return true;
    if (w.lower == "that" && i > 0 && i + 1 < words.size() && !words[i + 1].capital) {
      constexpr std::array<std::string_view, 7> before{"after", "at", "by", "during", "from", "in", "on"};
      if (is_one_of(words[i - 1].lower, before) && !is_function_word(words[i + 1].lower)) return true;
    }
    if (w.lower == "the" && i + 1 < words.size()) {
      std::size_t noun = i + 1;
      if (is_one_of(words[noun].lower, relative) && noun + 1 < words.size() && !words[noun].capital) {
        const bool superlative = words[noun].lower == "same" || words[noun].lower == "last";
        if (!superlative) return true;
        if (words[noun].lower == "last") {
          constexpr std::array<std::string_view, 6> bound{"decades", "ice", "name", "sermon", "words", "years"};
          if (!is_one_of(words[noun + 1].lower, bound)) return true;
        }
      }
      for (std::size_t more = 0; more < 3 && noun < words.size(); ++more, ++noun) {
        if (words[noun].number) continue;  // "the 2000 study"
        if (words[noun].capital) break;
        if (!is_one_of(words[noun].lower, context_nouns)) {
          if (words[noun].mark_after || is_function_word(words[noun].lower)) break;
          continue;
        }
        const bool ends = noun + 1 == words.size() || words[noun].mark_after || words[noun].possessive;
        const bool modified = !ends && (words[noun + 1].lower == "of" || words[noun + 1].lower == "that" ||
                                        words[noun + 1].lower == "which" || words[noun + 1].lower == "between" ||
                                        words[noun + 1].lower == "where" || words[noun + 1].capital);
        const bool inverted = i > 0 && is_one_of(words[i - 1].lower, verbs) && !ends &&
                              is_verb(words[noun + 1].lower) && noun == i + 1;  // "did the loss mean"
        const bool compound = !ends && !inverted && !is_function_word(words[noun + 1].lower) && !modified &&
                              !is_one_of(words[noun + 1].lower, verbs) && !words[noun + 1].lower.ends_with("ed");
        const bool document = is_one_of(words[noun].lower, document_nouns);
        if (!modified && (document || !compound)) return true;
        break;
      }
    }
    known = known || is_name_word(words, i);
  }
  return false;
}

// "Which country has a problem with …", "Who received a bid in 1915?": the object at i is any of its kind, and no name
// after it tells which.
[[nodiscard]] inline bool has_indefinite_object(const sentence_words& words, std::size_t i) {
  if (i == 0 || i > 6 || (words[i].lower != "a" && words[i].lower != "an") || words[i].capital) return false;
  const std::string& verb = words[i - 1].lower;
  constexpr std::array<std::string_view, 3> having{"had", "has", "have"};
  const bool acts = i == 2 && words[0].lower == "who" && is_finite_form(verb) && !is_one_of(verb, verbs);
  if (!is_one_of(verb, having) && !acts) return false;
  bool named = false;
  for (std::size_t j = 0; j < words.size(); ++j) {
    // A year tells when, not which.
    const bool year = words[j].number && words[j].text.size() == 4 && j > 0 && words[j - 1].lower == "in";
    named = named || (j != i && is_name_word(words, j) && !year);
  }
  return !named;
}

// "What country generally doesn't tax …", "Who was keeping …": all but a few do not, and a thing in progress passes, so
// that neither describes one thing. False with a number, which may tell when, and with "only".
[[nodiscard]] inline bool describes_others_or_passing(const sentence_words& words) {
  std::size_t asks = 0;
  while (asks < words.size() && words[asks].lower != "who" && words[asks].lower != "what" &&
         words[asks].lower != "which") {
    ++asks;
  }
  for (const sentence_word& w : words) {
    if (w.number || w.lower == "only") return false;
  }
  for (std::size_t i = asks + 1; i + 1 < words.size() && i < asks + 6; ++i) {
    const std::string& w = words[i].lower;
    const sentence_word& next = words[i + 1];
    if (is_negated(w)) return !next.capital && !is_determiner(next.lower);  // "what country doesn't Ann like"
    if (is_one_of(w, verbs)) {
      if (next.lower == "not") return true;
      return is_form_of_be(w) && !next.capital && is_present_participle(next.lower) && next.lower != "during";
    }
    if (words[i].capital || is_one_of(w, relative_words) || is_preposition(w)) return false;
    if (asks + 1 == i && words[asks].lower == "who") return false;  // "Who wrote …"
  }
  return false;
}

MHQA_INLINE bool is_comparative(const sentence_words& words, std::size_t i) {
  const std::string& w = words[i].lower;
  const bool more = w == "more" || w == "less" || w == "fewer" ||
                    (w.size() > 4 && w.ends_with("er") && w != "rather" && w != "other" && !words[i].capital);
  for (std::size_t j = i + 1; more && j < words.size(); ++j) {
    if (words[j].lower == "than") return true;
  }
  return false;
}

// "What other event worried Ann?": other than those of the paragraph.
[[nodiscard]] inline bool asks_other(const sentence_words& words) {
  if (words.size() < 3 || words[1].lower != "other" || (words[0].lower != "what" && words[0].lower != "which"))
    return false;
  return std::none_of(words.begin(), words.end(), [](const sentence_word& w) {
    return w.lower == "besides" || w.lower == "than" || w.lower == "except" || w.lower == "and";
  });
}

// "What was the first spacecraft to orbit a comet?", "the most … in the world", "the largest city without a port", "Who
// wrote that …": one thing, even without a name.
[[nodiscard]] inline bool is_unique_without_name(const sentence_words& words, std::size_t content) {
  constexpr std::array<std::string_view, 12> made{"coined",     "conceived",  "described",  "devised",
                                                  "discovered", "figured",    "formulated", "invented",
                                                  "plotted",    "postulated", "proposed",   "wrote"};
  constexpr std::array<std::string_view, 7> pronouns{"her", "his", "it", "its", "their", "them", "they"};
  bool first = false, most = false, refers = false;
  for (const sentence_word& w : words) refers = refers || is_one_of(w.lower, pronouns);
  if (words.size() > 3 && words[0].lower == "who" && is_one_of(words[1].lower, made) && content > 3 && !refers) {
    return true;
  }
  // "Who first described dynamic equilibrium?"
  if (words.size() > 4 && words[0].lower == "who" && words[1].lower == "first" && is_one_of(words[2].lower, made) &&
      content > 2 && !refers) {
    return true;
  }
  for (std::size_t i = 1; i < words.size() && content > 4 && !refers; ++i) {
    const std::string& w = words[i].lower;
    const bool best = w == "most" || (w.size() > 5 && w.ends_with("est") && !words[i].capital);
    if (best && words[i - 1].lower == "the") return true;
  }
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const sentence_word& w = words[i];
    first = first || w.lower == "first";
    most = most || first || w.lower == "most" || (w.lower.size() > 5 && w.lower.ends_with("est"));
    if (first && w.lower == "to" && is_verb(words[i + 1].lower)) return true;
    if (most && w.lower == "in" && i + 2 < words.size() && words[i + 1].lower == "the" &&
        words[i + 2].lower == "world" && !words[i + 2].possessive) {
      return true;
    }
  }
  return false;
}

// Requests for any of several things.
inline constexpr std::array<std::string_view, 4> requests_for_any{
    "^ give|list|mention|name|tell a|an|any|one|some|two|three|four|five",
    "^ what|which|who is|are|was|were some|several|two|three",
    "^ what|which are|were @plural&!@name&@noun in|of|for|to", "name one|two|three|some|any of|@plural"};

inline constexpr std::array<language_row, 1> any_rows{
    {{"asks-for-any", requests_for_any, "Mention one river of Ohio.", "Name the river of Ohio."}}};

MHQA_INLINE bool asks_for_any(const sentence_words& words) {
  static const row_matcher rows{any_rows};
  return rows.fires(0, words);
}

[[nodiscard]] inline bool fits_many(const sentence_words& words) {
  if (asks_for_any(words)) return true;
  const auto at = [&](std::size_t i) {
    return i < words.size() ? std::string_view{words[i].lower} : std::string_view{};
  };
  const auto be = [&](std::size_t i) { return at(i) == "is" || at(i) == "are" || at(i) == "was" || at(i) == "were"; };
  constexpr std::array<std::string_view, 6> situated{"based", "found", "included", "located", "part", "situated"};
  constexpr std::array<std::string_view, 9> some{"example",   "examples", "few",  "include", "includes",
                                                 "including", "several",  "some", "various"};
  if (describes_others_or_passing(words)) return true;
  bool superlative = false;
  for (const sentence_word& w : words) {
    superlative = superlative || w.lower == "most" || w.lower == "only" || w.lower == "first" ||
                  (w.lower.size() > 5 && w.lower.ends_with("est") && !w.capital);
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (at(i) == "one" && (at(i + 1) == "of" || (i > 0 && (be(i - 1) || at(i - 1) == "name" || at(i - 1) == "what" ||
                                                           at(i - 1) == "which"))))
      return true;
    if (is_one_of(at(i), some) && !words[i].quoted) return true;
    if ((at(i) == "what" || at(i) == "who" || at(i) == "which") && be(i + 1) && (at(i + 2) == "a" || at(i + 2) == "an"))
      return true;
    if (at(i) == "name" && (at(i + 1) == "a" || at(i + 1) == "an" || at(i + 1) == "two" || at(i + 1) == "three"))
      return true;
    // "what country is a neighbour of", "which is older than"
    if (i < 6 && i > 1 && be(i) && (at(0) == "what" || at(0) == "which") && (at(i + 1) == "a" || at(i + 1) == "an"))
      return true;
    if (!superlative && is_comparative(words, i)) return true;
    const bool part = at(i) == "part" && i > 0 && at(i + 1) == "of";
    if (part && (at(i - 1) == "a" || be(i - 1))) return true;
    if (at(i) == "such" && at(i + 1) == "as") return true;  // "known for dramas such as …"
    if (i < 4 && be(i) && i > 1 && is_one_of(at(i + 1), situated) && !superlative) return true;
    if (!superlative && has_indefinite_object(words, i)) return true;
  }
  return false;
}

}  // namespace detail

MHQA_INLINE question_gap find_gap(std::string_view question, mention given, bool head) {
  const sentence_words words{question};
  if (detail::refers_back(words, given)) return question_gap::reference;
  if (!head) return detail::asks_other(words) ? question_gap::reference : question_gap::none;
  const auto at = [&](std::size_t i) {
    return i < words.size() ? std::string_view{words[i].lower} : std::string_view{};
  };
  bool named = false;
  std::size_t content = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    named = named || detail::is_name_word(words, i);
    content += is_function_word(words[i].lower) ? 0U : 1U;
    constexpr std::array<std::string_view, 9> kinds{"category", "class", "form", "kind", "kinds",
                                                    "sort",     "style", "type", "types"};
    if ((at(i) == "what" || at(i) == "which") && at(i + 1) == "other" && i + 2 < words.size()) {
      bool besides = false;
      for (const sentence_word& w : words) {
        besides = besides || w.lower == "besides" || w.lower == "than" || w.lower == "except" || w.lower == "and";
      }
      if (!besides) return question_gap::many;
    }
    if ((at(i) == "what" || at(i) == "which") && detail::is_one_of(at(i + 1), kinds) && at(i + 2) == "of") {
      return question_gap::kind;
    }
  }
  if (detail::fits_many(words)) return question_gap::many;
  if (!named && content < 6 && !detail::is_unique_without_name(words, content)) return question_gap::no_name;
  // "What is NAME?": nothing but a name after the verb. "the 2015 NFL MVP" is a holder, told by the year.
  const bool of_year = words.size() > 4 && at(0) == "who" && at(2) == "the" && words[3].number && at(3).size() == 4;
  if (words.size() > 2 && !of_year && (at(0) == "who" || at(0) == "what" || at(0) == "where") &&
      detail::is_one_of(at(1), std::array<std::string_view, 4>{"are", "is", "was", "were"})) {
    bool all = true;
    for (std::size_t i = 2; i < words.size(); ++i) {
      all = all && !words[i].possessive && at(i) != "of" && (words[i].capital || words[i].number || at(i) == "the");
    }
    if (all) return question_gap::definition;
  }
  return question_gap::none;
}

}  // namespace v0_1
}  // namespace mhqa
