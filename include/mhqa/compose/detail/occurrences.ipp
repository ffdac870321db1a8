// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of occurrences.hpp.
#pragma once

#include <mhqa/compose/occurrences.hpp>

#include <mhqa/compose/mentions.hpp>
#include <mhqa/error.hpp>
#include <mhqa/utf8.hpp>

#include <algorithm>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::uint32_t count_code_points(std::string_view text) noexcept {
  return static_cast<std::uint32_t>(utf8::count(text));
}

MHQA_INLINE entity_occurrences::entity_occurrences(const pair_index& index) {
  const single_hop_pool& pool = index.pool();
  mention_finder find;
  std::vector<std::uint32_t> answered;
  std::vector<std::pair<std::uint32_t, mention>> mentioned;
  for (std::uint32_t b = 0; b < index.bridges(); ++b) {
    const auto heads = index.heads(b), tails = index.tails(b);
    if (tails.empty() || (tails.size() == 1 && heads.size() == 1 && tails[0] == heads[0])) continue;
    std::vector<std::string_view> spellings;
    for (const std::uint32_t head : heads) {
      answered.push_back(head);
      const std::string_view answer = pool.questions[head].answer;
      if (std::find(spellings.begin(), spellings.end(), answer) == spellings.end()) spellings.push_back(answer);
    }
    for (const std::uint32_t tail : tails) {
      for (const std::string_view answer : spellings) {
        const auto found = find(answer, pool.questions[tail].question);
        if (!found.empty()) mentioned.emplace_back(tail, found.front());
      }
    }
  }
  const auto distinct = [](auto& values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
  };
  distinct(answered);
  distinct(mentioned);
  for (const std::uint32_t q : answered) {
    const single_hop& question = pool.questions[q];
    const std::string_view text = pool.paragraphs[question.paragraph].text;
    const auto at = find_answer(question.answer, text);
    add({std::string{question.id} + "@answer", at ? text : question.answer,
         at.value_or(mention{0, static_cast<std::uint32_t>(question.answer.size())}), q, true});
  }
  for (const auto& [q, span] : mentioned) {
    const single_hop& question = pool.questions[q];
    const std::uint32_t begin = count_code_points(question.question.substr(0, span.begin));
    const std::uint32_t end = begin + count_code_points(span.in(question.question));
    add({std::string{question.id} + '@' + std::to_string(begin) + '-' + std::to_string(end), question.question, span, q,
         false});
  }
}

MHQA_INLINE std::optional<std::uint32_t> entity_occurrences::find(std::string_view id) const {
  const auto at = by_id_.find(std::string{id});
  return at == by_id_.end() ? std::nullopt : std::optional{at->second};
}

MHQA_INLINE std::size_t entity_occurrences::key_hash::operator()(const key& k) const noexcept {
  return ((std::size_t{k.question} * 0x9E3779B97F4A7C15U) ^ (std::size_t{k.begin} << 20U) ^ k.size) * 0x100000001b3U;
}

MHQA_INLINE void entity_occurrences::add(entity_occurrence o) {
  const auto number = static_cast<std::uint32_t>(all_.size());
  by_id_.emplace(o.id, number);
  by_place_.emplace(o.is_answer ? key{o.question, 0, 0} : key{o.question, o.span.begin, o.span.size}, number);
  all_.push_back(std::move(o));
}

MHQA_INLINE std::optional<std::uint32_t> entity_occurrences::at(const key& k) const {
  const auto found = by_place_.find(k);
  return found == by_place_.end() ? std::nullopt : std::optional{found->second};
}

MHQA_INLINE std::string occurrence_notes::problem_with(std::string_view id, const occurrence_note& note) const {
  const auto number = places_->find(id);
  if (!number) return "expected the id of an occurrence in requests/entities.jsonl, found \"" + std::string{id} + '"';
  const std::uint32_t size = count_code_points(places_->all()[*number].text);
  const auto shown = [](const occurrence_note& n) {
    return '[' + std::to_string(n.begin) + ", " + std::to_string(n.end) + ')';
  };
  if (note.begin >= note.end || note.end > size) {
    return "expected a span inside of the text's " + std::to_string(size) + " code points, found " + shown(note);
  }
  for (const occurrence_note& other : notes_[*number]) {
    if (note.begin >= other.end || other.begin >= note.end) continue;
    const bool same = note.begin == other.begin && note.end == other.end;
    return same ? "expected one note for a span, found another for " + shown(note)
                : "expected spans that do not overlap, found " + shown(note) + " and " + shown(other);
  }
  return {};
}

MHQA_INLINE void occurrence_notes::add(std::string_view id, occurrence_note note) {
  const std::string problem = problem_with(id, note);
  if (!problem.empty()) throw_data_error({.id = std::string{id}}, problem);
  notes_[*places_->find(id)].push_back(std::move(note));
  ++size_;
}

MHQA_INLINE const occurrence_note* occurrence_notes::find(std::optional<std::uint32_t> occurrence) const {
  if (!occurrence) return nullptr;
  const auto [begin, end] = span_of(*occurrence);
  const occurrence_note* best = nullptr;
  std::uint32_t most = 0;
  for (const occurrence_note& note : notes_[*occurrence]) {
    const std::uint32_t from = std::max(begin, note.begin), to = std::min(end, note.end);
    if (from >= to || to - from <= most) continue;
    most = to - from;
    best = &note;
  }
  return best;
}

MHQA_INLINE std::pair<std::uint32_t, std::uint32_t> occurrence_notes::span_of(std::uint32_t occurrence) const {
  const entity_occurrence& o = places_->all()[occurrence];
  const std::uint32_t begin = count_code_points(o.text.substr(0, o.span.begin));
  return {begin, begin + count_code_points(o.span.in(o.text))};
}

MHQA_INLINE std::string_view occurrence_notes::text_of(std::uint32_t occurrence, const occurrence_note& note) const {
  const std::string_view text = places_->all()[occurrence].text;
  std::size_t begin = text.size(), end = text.size();
  std::uint32_t n = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (utf8::is_continuation(text[at])) continue;
    if (n == note.begin) begin = at;
    if (n == note.end) {
      end = at;
      break;
    }
    ++n;
  }
  return text.substr(begin, end - begin);
}

}  // namespace mhqa::inline v0_1
