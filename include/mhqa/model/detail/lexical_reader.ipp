// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of lexical_reader.hpp.
#pragma once

#include <mhqa/model/lexical_reader.hpp>

#include <mhqa/english/closed_words.hpp>

#include <mhqa/rounded.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace mhqa::inline v0_1 {

MHQA_INLINE reading lexical_reader::operator()(const reading_task& task) {
  reading out{.answer = {}, .confidence = 0.0, .support = {}, .sufficiency = 0};
  ask(task.question);
  if (!look(task)) return out;
  best_ = {};
  for (const scored& s : best_sentences()) search(task.context[s.paragraph].text, s);
  if (best_.score == 0) return out;
  const std::string_view text = task.context[best_.paragraph].text;
  out.answer = asked_.kind == answer_kind::yes_no ? "yes" : text.substr(best_.begin, best_.end - best_.begin);
  out.confidence = std::min(1.0, best_.score / 2.5);
  name_support(out);
  return out;
}

MHQA_INLINE void lexical_reader::ask(std::string_view question) {
  if (question == question_) return;
  question_ = question;
  terms_.assign(question);
  asked_ = what_is_asked(question);
  noun_key_ = asked_.noun.empty() ? 0 : stem_key(asked_.noun);
}

MHQA_INLINE bool lexical_reader::look(const reading_task& task) {
  passages_.resize(std::max(passages_.size(), task.context.size()));
  sentences_.clear();
  in_paragraph_.assign(task.context.size(), 0);
  std::array<std::uint32_t, 64> having{};
  for (std::uint32_t p = 0; p < task.context.size(); ++p) {
    passages_[p].assign(task.context[p].text);
    title_.assign(task.context[p].title);
    for (const passage_word& word : title_.words()) in_paragraph_[p] |= bit(terms_.find(word.key));
    for (std::uint32_t s = 0; s < passages_[p].sentences().size(); ++s) {
      const auto [first, last] = passages_[p].sentences()[s];
      std::uint64_t terms = 0;
      for (std::uint32_t i = first; i < last; ++i) terms |= bit(terms_.find(passages_[p].words()[i].key));
      in_paragraph_[p] |= terms;
      for (std::uint64_t left = terms; left != 0; left &= left - 1) ++having[lowest(left)];
      sentences_.push_back({p, s, terms, 0});
    }
  }
  total_ = 0;
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    const double n = static_cast<double>(sentences_.size());
    weight_[t] = std::log(1 + (n - having[t] + 0.5) / (having[t] + 0.5)) + 0.3;
    if (having[t] == 0) weight_[t] *= 0.5;  // most likely paraphrased
    total_ += weight_[t];
  }
  return !sentences_.empty();
}

MHQA_INLINE std::span<const lexical_reader::scored> lexical_reader::best_sentences() {
  const double all = std::max(total_, 1e-9);
  for (scored& s : sentences_) {
    s.score =
        (weight_of(s.terms) + rounded(options_.neighbour * weight_of(in_paragraph_[s.paragraph] & ~s.terms))) / all;
  }
  const auto better = [](const scored& a, const scored& b) {
    if (a.score != b.score) return a.score > b.score;
    return std::pair{a.paragraph, a.sentence} < std::pair{b.paragraph, b.sentence};
  };
  const std::size_t k = std::min(std::max<std::size_t>(options_.sentences, 1), sentences_.size());
  std::partial_sort(sentences_.begin(), sentences_.begin() + static_cast<std::ptrdiff_t>(k), sentences_.end(), better);
  return std::span{sentences_}.first(k);
}

MHQA_INLINE void lexical_reader::search(std::string_view text, const scored& s) {
  const auto [first, last] = passages_[s.paragraph].sentences()[s.sentence];
  spans_.assign(text, passages_[s.paragraph].words().subspan(first, last - first), terms_);
  index_words();
  spans_.for_each(asked_, [&](const answer_span& span) { consider(text, s, span); });
}

MHQA_INLINE void lexical_reader::index_words() {
  const std::span<const passage_word> words = spans_.words();
  fresh_.assign(1, 0);
  nouns_.assign(1, 0);
  asked_nouns_.assign(1, 0);
  places_.resize(std::max(places_.size(), terms_.size()));
  for (auto& places : places_) places.clear();
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool is_noun = words[i].key == noun_key_;
    fresh_.push_back(fresh_.back() + (spans_.term(i) < 0 && !spans_.is_function(i) ? 1U : 0U));
    nouns_.push_back(nouns_.back() + (is_noun ? 1U : 0U));
    asked_nouns_.push_back(asked_nouns_.back() + (is_noun && spans_.term(i) >= 0 ? 1U : 0U));
    if (spans_.term(i) >= 0) places_[static_cast<std::size_t>(spans_.term(i))].push_back(i);
  }
}

MHQA_INLINE void lexical_reader::consider(std::string_view text, const scored& s, answer_span span) {
  const bool may_open_so = span.kind == span_kind::clause || span.kind == span_kind::date;
  while (span.first < span.last && spans_.is_function(span.first) && !may_open_so) ++span.first;
  const auto within = [&span](const std::vector<std::uint32_t>& up_to) { return up_to[span.last] - up_to[span.first]; };
  const std::uint32_t fresh = within(fresh_), nouns = within(asked_nouns_);
  if (fresh == 0) return;  // all of it is in the question
  const double fit = fit_of(text, span, within(nouns_) != 0);
  if (fit <= 0) return;
  const double repeated = 1 - static_cast<double>(fresh + nouns) / static_cast<double>(span.last - span.first);
  const double score = s.score + rounded(options_.nearness * nearness(span)) + fit - 0.5 * repeated;
  if (score <= best_.score) return;
  std::size_t begin = spans_.words()[span.first].begin, end = spans_.words()[span.last - 1].end();
  if (span.kind == span_kind::number) {
    begin -= sign_before(text, begin);
    if (text.substr(end).starts_with('%')) ++end;
  }
  best_ = {score, s.paragraph, begin, end};
}

MHQA_INLINE double lexical_reader::nearness(const answer_span& span) const {
  const auto closeness = [](std::size_t words) { return 1 / (1 + static_cast<double>(words) / 4); };
  double sum = 0;
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    const auto before = std::lower_bound(places_[t].begin(), places_[t].end(), span.first);
    const auto behind = std::lower_bound(before, places_[t].end(), span.last);
    double nearest = 0;
    if (before != places_[t].begin()) nearest = closeness(span.first - *(before - 1) - 1);
    if (behind != places_[t].end()) nearest = std::max(nearest, closeness(*behind - span.last));
    sum += rounded(weight_[t] * nearest);
  }
  return total_ > 0 ? sum / total_ : 0;
}

MHQA_INLINE std::size_t lexical_reader::sign_before(std::string_view text, std::size_t at) noexcept {
  for (const std::string_view sign : {"$", "\u00A3", "\u20AC"}) {
    if (text.substr(0, at).ends_with(sign)) return sign.size();
  }
  return 0;
}

namespace detail {

// How well a span answers what is asked, before its words are looked at: a row per answer_kind, a column per span_kind.
inline constexpr std::array<std::array<double, 7>, 9> span_fits{{
    // name, date, year, number, quoted, phrase, clause
    {{0.4, 0.1, 0.1, 0.1, 0.5, 0.4, 0.1}},  // thing
    {{0.7, 0, 0, 0, 0, 0.1, 0}},            // person
    {{0.6, 0, 0, 0, 0, 0.15, 0}},           // place
    {{0, 1, 0, 0.1, 0, 0.1, 0}},            // date
    {{0, 0, 1, 0.1, 0, 0, 0}},              // year
    {{0, 0, 0, 0.9, 0, 0.05, 0}},           // number
    {{0, 0, 0, 0.9, 0, 0.05, 0}},           // quantity
    {{0, 0, 0, 0, 0, 0.1, 0.7}},            // reason
    {{0.4, 0.1, 0.1, 0.1, 0.5, 0.4, 0.1}}   // yes or no
}};

inline constexpr word_list is_agent_mark{"by"};
inline constexpr word_list is_place_mark{"at", "from", "in", "near", "to"};
inline constexpr word_list is_cause_mark{"because"};

}  // namespace detail

MHQA_INLINE double lexical_reader::fit_of(std::string_view text, const answer_span& span, bool has_noun) const {
  const std::span<const passage_word> words = spans_.words();
  const std::size_t size = span.last - span.first;
  const double fits = detail::span_fits[static_cast<std::size_t>(asked_.kind)][static_cast<std::size_t>(span.kind)];
  const bool thing = asked_.kind == answer_kind::thing || asked_.kind == answer_kind::yes_no;
  const double noun = thing && has_noun ? 0.3 : 0;
  switch (span.kind) {
    case span_kind::name:
      return fits == 0 ? 0 : fit_of_name(text, span, fits, has_noun);
    case span_kind::year:
      return asked_.kind == answer_kind::year && size == 1 ? 1.1 : fits;
    case span_kind::number:
      return asked_.kind == answer_kind::number ? fit_of_number(text, span, fits) : fits;
    case span_kind::phrase:
      return (!thing ? fits : size == 1 ? 0.3 : size < 5 ? fits : 0.2) + noun;
    case span_kind::quoted:
      return fits + noun;
    case span_kind::clause:
      return asked_.kind == answer_kind::reason && detail::is_cause_mark(words[span.first].in(text)) ? 1 : fits;
    case span_kind::date:
      break;
  }
  return fits;
}

MHQA_INLINE double lexical_reader::fit_of_name(std::string_view text, const answer_span& span, double fits,
                                               bool has_noun) const {
  const std::span<const passage_word> words = spans_.words();
  const std::size_t size = span.last - span.first;
  const std::size_t article = span.first > 1 && detail::is_definite(words[span.first - 1].in(text)) ? 1 : 0;
  const std::string_view before = span.first > article ? words[span.first - article - 1].in(text) : std::string_view{};
  // A word may be capitalised only because it begins the sentence.
  const double opens = span.first == 0 && size == 1 ? 0.2 : 0;
  const double noun = (has_noun ? 0.3 : 0) - opens;
  const bool placed = detail::is_place_mark(before);
  if (asked_.kind == answer_kind::person) {
    const double by = detail::is_agent_mark(before) ? 0.2 : placed ? -0.2 : 0;
    return fits + (size > 1 && size < 5 ? 0.15 : 0) + by - opens;
  }
  if (asked_.kind == answer_kind::place) return fits + (placed ? 0.25 : 0) + noun;
  return (asked_.named ? 0.65 : fits) + noun;
}

MHQA_INLINE double lexical_reader::fit_of_number(std::string_view text, const answer_span& span, double fits) const {
  const std::span<const passage_word> words = spans_.words();
  for (std::size_t i = span.last; i < std::min(span.last + 3, words.size()); ++i) {
    if (words[i].key == noun_key_) return 1.4;
  }
  return asked_.noun.empty() && sign_before(text, words[span.first].begin) != 0 ? 1.3 : fits;
}

MHQA_INLINE void lexical_reader::name_support(reading& out) const {
  const double all = std::max(total_, 1e-9);
  out.sufficiency = weight_of(in_paragraph_[best_.paragraph]) / all >= options_.sufficient ? 1 : 0;
  out.support.push_back(best_.paragraph);
  std::vector<std::pair<double, std::uint32_t>> others;
  for (std::uint32_t p = 0; p < in_paragraph_.size() && options_.support > 1; ++p) {
    if (p != best_.paragraph && in_paragraph_[p] != 0) others.emplace_back(-weight_of(in_paragraph_[p]), p);
  }
  std::sort(others.begin(), others.end());
  for (const auto& [score, p] : others) {
    if (out.support.size() >= options_.support) break;
    out.support.push_back(p);
  }
}

MHQA_INLINE double lexical_reader::weight_of(std::uint64_t terms) const noexcept {
  double sum = 0;
  for (; terms != 0; terms &= terms - 1) sum += weight_[lowest(terms)];
  return sum;
}

}  // namespace mhqa::inline v0_1
