// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of verbalise.hpp.
#pragma once

#include <mhqa/compose/verbalise.hpp>

#include <mhqa/compose/answer_sense.hpp>
#include <mhqa/compose/doubts.hpp>
#include <mhqa/compose/mentions.hpp>
#include <mhqa/compose/sentence_faults.hpp>
#include <mhqa/compose/step_forms.hpp>
#include <mhqa/english/demonyms.hpp>
#include <mhqa/english/relation_wording.hpp>
#include <mhqa/english/relations.hpp>
#include <mhqa/graph/references.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::vector<wording_hop> hops_of(const single_hop_pool& pool, const composition& c) {
  std::vector<wording_hop> out;
  for (const std::uint32_t question : c.steps()) {
    const single_hop& hop = pool.questions[question];
    const context_paragraph& paragraph = pool.paragraphs[hop.paragraph];
    out.push_back({hop.question, hop.answer, hop.aliases, paragraph.title, paragraph.text});
  }
  return out;
}

MHQA_INLINE wording_request make_wording_request(const single_hop_pool& pool, const composition& c) {
  wording_request out{id_of(pool, c), steps_of(pool, c), {}, {}, hops_of(pool, c)};
  for (const std::uint32_t question : c.steps()) {
    const single_hop& hop = pool.questions[question];
    out.answers.emplace_back(hop.answer);
    const context_paragraph& paragraph = pool.paragraphs[hop.paragraph];
    out.kinds.push_back(kind_of_answer(hop.answer, paragraph.text, hop.question));
  }
  // The paragraph of the next question is about the bridge.
  const auto edges = graph_of(c.kind).edges;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const single_hop& head = pool.questions[c.questions[edges[i].from]];
    named_kind& kind = out.kinds[edges[i].from];
    if (kind != named_kind::unknown) continue;
    kind = kind_of_answer(head.answer, pool.paragraphs[pool.questions[c.questions[edges[i].to]].paragraph].text);
  }
  return out;
}

namespace detail {

// True if a question has a question word or begins with an auxiliary and, if it begins with "what" or "which" and a
// noun, has a verb outside the noun's clause: "What criticism that hurts #1?" has none.
[[nodiscard]] inline bool is_whole_question(std::string_view text) {
  const std::vector<sentence_word> words = question_words(text);
  const bool asks = std::any_of(words.begin(), words.end(), [](const sentence_word& w) {
    return is_question_word(w.core.substr(0, w.core.find('\'')));
  });
  if (!words.empty() && !asks && !is_auxiliary(words[0].core)) return false;
  if (words.empty() || !asks_for_noun(words[0].core)) return true;
  bool clause = false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (i > 1 && is_one_of(words[i].core, relative_words)) {
      clause = true;
    } else if (!words[i].name && (is_auxiliary(words[i].core) || is_finite_form(words[i].core))) {
      if (!clause) return true;
      clause = false;
    }
  }
  return false;
}

// Returns "What is the word for tea in #1?" for "What is the #1 word for tea?", if #1 is a language.
template <class F>
[[nodiscard]] std::string with_language_last(std::string_view question, F&& is_language) {
  std::vector<sentence_word> words = question_words(question);
  constexpr std::array<std::string_view, 6> nouns{"name", "phrase", "term", "title", "translation", "word"};
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (words[i].written.size() != 2 || words[i].written[0] != '#' || !is_one_of(words[i + 1].core, nouns)) continue;
    const std::span<const sentence_word> rest = std::span{words}.subspan(i + 2);
    const bool simple = std::none_of(rest.begin(), rest.end(), [](const sentence_word& w) {
      return w.mark_after || is_one_of(w.core, relative_words) || is_one_of(w.core, verbs) || w.written[0] == '#';
    });
    const auto step = static_cast<std::size_t>(words[i].written[1] - '0');
    if (!is_article(words[i - 1].core) || !simple || rest.empty() || !is_language(step)) continue;
    const std::string language = words[i].written;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
    return join_words(words) + " in " + language + '?';
  }
  return std::string{question};
}

// Joins marks to the words before them: "#1 's mother ?" as "#1's mother?".
[[nodiscard]] inline std::string with_marks_joined(std::string_view step) {
  std::string out;
  split_whitespace(step, [&](std::string_view word) {
    const bool mark = word.find_first_not_of("?,.;:!") == std::string_view::npos;
    if (!out.empty() && !mark && owner_mark(word) != word.size()) out += ' ';
    out += word;
  });
  return out;
}

// Puts one space between words, none before marks, a capital first and one question mark at the end.
[[nodiscard]] inline std::string tidy_question(std::string_view text) {
  std::string out;
  split_whitespace(text, [&](std::string_view word) {
    if (!out.empty() && word.find_first_not_of("?,.;:!") != std::string_view::npos) out += ' ';
    out += word;
  });
  while (!out.empty() && (out.back() == '?' || out.back() == '.' || out.back() == ' ' || out.back() == ',')) {
    const std::string_view last = std::string_view{out}.substr(out.rfind(' ') + 1);
    if (out.back() == '.' && last.find('.') + 1 < last.size()) break;  // "the U.S."
    out.pop_back();
  }
  if (out.empty()) return out;
  std::size_t first = out.front() == '"' || out.front() == '\'' ? 1 : 0;
  if (first < out.size() && out[first] >= 'a' && out[first] <= 'z')
    out[first] = static_cast<char>(out[first] - 'a' + 'A');
  return out + '?';
}

// The last step, which asks, with each reference where a phrase can be; nothing if it cannot be worded.
[[nodiscard]] inline std::optional<std::string> asking_step(const std::string& step, named_kind kind,
                                                            std::string_view answer,
                                                            std::span<const nested_phrase> phrases) {
  if (const auto relation = find_relation(step)) {
    const auto known = find_relation_words(relation->relation);
    const std::string of = std::string{relation->relation} + " of " + std::string{relation->subject} + '?';
    return known ? word_relation(known->question, relation->subject, answer, kind == named_kind::person)
                 : "What is the " + of;
  }
  const auto phrase = [&](std::size_t r) {
    return r != 0 && r <= phrases.size() ? std::string_view{phrases[r - 1].text} : std::string_view{};
  };
  const std::string ordered =
      with_language_last(step, [&](std::size_t r) { return is_language_noun(head_noun(phrase(r))); });
  return with_adverbial_first(ordered, [&](std::size_t r) { return has_clause(question_words(phrase(r))); });
}

}  // namespace detail

MHQA_INLINE wording rule_verbaliser::operator()(const wording_request& request) const {
  const std::size_t n = request.steps.size();
  if (n == 0) return {{}, unworded::bad_steps, 0};
  const doubts_found doubts = find_doubts(request.hops);
  if (doubts.points > most_doubts) return {{}, unworded::doubtful, n, doubts.heaviest};
  std::vector<detail::nested_phrase> phrases;
  std::vector<bool> used(n, false);
  for (std::size_t i = 0; i < n; ++i) {
    if (const unworded why = nest_step(request, i, phrases, used); why != unworded::no) return {{}, why, i + 1};
  }
  const auto unused = std::find(used.begin(), used.end() - 1, false);
  if (unused != used.end() - 1) {
    return {{}, unworded::unused_step, static_cast<std::size_t>(unused - used.begin()) + 1};
  }
  std::string question = detail::tidy_question(phrases.back().text);
  if (count_words(question) > word_limit) return {{}, unworded::too_long, n};
  if (!find_sentence_fault(question).empty()) return {{}, unworded::faulty, n};
  return {std::move(question), unworded::no, 0};
}

MHQA_INLINE unworded rule_verbaliser::nest_step(const wording_request& request, std::size_t i,
                                                std::vector<detail::nested_phrase>& phrases, std::vector<bool>& used) {
  const std::string step = step_with_open_reference(detail::with_marks_joined(request.steps[i]));
  const bool last = i + 1 == request.steps.size();
  const named_kind kind = i < request.kinds.size() ? request.kinds[i] : named_kind::person;
  const std::string_view answer = i < request.answers.size() ? std::string_view{request.answers[i]} : "";
  const auto relation = find_relation(step);
  if (relation && !find_relation_words(relation->relation) && !is_noun_label(relation->relation)) {
    return unworded::unknown_relation;
  }
  const auto text = last ? detail::asking_step(step, kind, answer, phrases) : noun_phrase_of(step, kind, answer);
  if (!text || (last && !detail::is_whole_question(*text))) return unworded::no_rule;
  detail::phrase_nesting nesting{*text, last};
  for (const step_reference& r : find_references(*text)) {
    if (r.step == 0 || r.step > i) return unworded::bad_steps;
    if (const unworded why = nesting.put(r, phrases[r.step - 1]); why != unworded::no) return why;
    used[r.step - 1] = true;
  }
  phrases.push_back(nesting.finish());
  phrases.back().adjective = is_adjective(request, i + 1);
  phrases.back().person = i < request.kinds.size() && kind == named_kind::person;
  return unworded::no;
}

MHQA_INLINE bool rule_verbaliser::is_adjective(const wording_request& request, std::size_t step) {
  if (step > request.answers.size()) return false;
  const std::string answer = to_lower(request.answers[step - 1]);
  return is_creed(answer) || !place_of_demonym(answer).empty();
}

}  // namespace mhqa::inline v0_1
