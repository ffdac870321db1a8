// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of streamed_stages.hpp.
#pragma once

#include <mhqa/compose/streamed_stages.hpp>

#include <mhqa/compose/mentions.hpp>

#include <memory>
#include <unordered_set>

namespace mhqa::inline v0_1 {

MHQA_INLINE void part_texts::keep(single_hop& q) {
  for (std::string_view* const text : {&q.id, &q.source, &q.question, &q.answer}) *text = keep(*text);
  if (q.aliases.empty()) return;
  std::vector<std::string_view>& own = aliases_.emplace_back();
  for (const std::string_view alias : q.aliases) own.push_back(keep(alias));
  q.aliases = own;
}

MHQA_INLINE void small_pool::add_question(const single_hop_pool& part, std::uint32_t question) {
  pool.questions.push_back(part.questions[question]);
  pool.places.push_back(part.place(question));
  pool.questions.back().paragraph = part.paragraph_place(pool.questions.back().paragraph);  // until load()
}

MHQA_INLINE void small_pool::load(const pool_lookup& from, std::vector<std::uint32_t> numbers) {
  for (const single_hop& q : pool.questions) numbers.push_back(q.paragraph);
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  owned = from.load(numbers);
  pool.paragraphs = owned.paragraphs;
  pool.paragraph_places = std::move(numbers);
  for (single_hop& q : pool.questions) q.paragraph = find(q.paragraph);
}

MHQA_INLINE std::uint32_t small_pool::find(std::uint32_t number) const noexcept {
  const auto& all = pool.paragraph_places;
  return static_cast<std::uint32_t>(std::lower_bound(all.begin(), all.end(), number) - all.begin());
}

MHQA_INLINE std::pair<small_pool, made_question> take_out(const single_hop_pool& part, const made_question& made,
                                                          const pool_lookup& from) {
  small_pool own;
  made_question taken = made;
  for (std::size_t i = 0; i < made.graph.steps().size(); ++i) {
    own.add_question(part, made.graph.questions[i]);
    taken.graph.questions[i] = static_cast<std::uint32_t>(i);
  }
  std::vector<std::uint32_t> numbers;
  for (const composed_context* const context : {&made.context, &made.twin.context}) {
    for (const composed_paragraph& p : *context) numbers.push_back(p.paragraph);
  }
  own.load(from, std::move(numbers));
  for (composed_context* const context : {&taken.context, &taken.twin.context}) {
    for (composed_paragraph& p : *context) p.paragraph = own.find(p.paragraph);
  }
  return {std::move(own), std::move(taken)};
}

MHQA_INLINE std::vector<paragraph_print> prints_of(const single_hop_pool& part) {
  std::vector<paragraph_print> out;
  for (const context_paragraph& p : part.paragraphs) out.push_back(paragraph_print::of(p));
  return out;
}

namespace detail {

// Marks the questions of pairs, and the first questions with their texts, answers and aliases.
[[nodiscard]] inline std::vector<bool> mark_connected(const pool_words& words, std::span<const question_pair> pairs) {
  std::vector<bool> out(words.questions());
  std::unordered_set<std::uint32_t> questions, answers;
  for (const question_pair& p : pairs) out[p.head] = out[p.tail] = true;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (!out[i]) continue;
    questions.insert(words.question_key(i));
    answers.insert(words.answer_keys(i).begin(), words.answer_keys(i).end());
  }
  std::unordered_set<std::uint32_t> aliases = answers;
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::size_t first = questions.erase(words.question_key(i)) + answers.erase(words.answer_key(i));
    for (const std::uint32_t key : words.answer_keys(i)) first += aliases.erase(key);
    if (first != 0) out[i] = true;
  }
  return out;
}

}  // namespace detail

MHQA_INLINE connected_set shrink(const connected_set& in, const paragraph_loader& load) {
  struct owned {
    part_texts texts{};
    loaded_paragraphs paragraphs{};
  };
  const auto own = std::make_shared<owned>();
  const single_hop_pool& part = in.questions.pool();
  const pool_words& words = in.questions.words();
  const std::vector<bool> kept = detail::mark_connected(words, in.items);
  single_hop_pool out;
  std::vector<std::uint32_t> moved(part.questions.size(), 0);
  std::unordered_set<std::uint32_t> keys, used;
  for (std::uint32_t i = 0; i < kept.size(); ++i) {
    if (!kept[i]) continue;
    moved[i] = static_cast<std::uint32_t>(out.questions.size());
    own->texts.keep(out.questions.emplace_back(part.questions[i]));
    out.places.push_back(part.place(i));
    used.insert(part.questions[i].paragraph);
    keys.insert(words.own_paragraph_key(i));
  }
  std::vector<std::uint32_t> number(part.paragraphs.size(), 0);
  for (std::uint32_t p = 0; p < number.size(); ++p) {
    const bool first = keys.erase(words.paragraph_key(p)) != 0;
    if (!first && !used.contains(p)) continue;
    number[p] = static_cast<std::uint32_t>(out.paragraph_places.size());
    out.paragraph_places.push_back(part.paragraph_place(p));
  }
  for (single_hop& q : out.questions) q.paragraph = number[q.paragraph];
  own->paragraphs = load(out.paragraph_places);
  out.paragraphs = own->paragraphs.paragraphs;
  connected_set result{question_pool{std::move(out), own}, in.items};
  for (question_pair& p : result.items) {
    p.head = moved[p.head];
    p.tail = moved[p.tail];
  }
  return result;
}

namespace detail {

template <class Question, class Paragraph>
void streamed_readings::for_each(Question&& question, Paragraph&& paragraph) const {
  pool_->questions(question);
  pool_->blocks([&](const paragraph_block& block) {
    for (std::uint32_t i = 0; i < block.paragraphs.size(); ++i) {
      const context_paragraph& p = block.paragraphs[i];
      if (uses_[block.first + i] < 2) paragraph(p, block.first + i);
    }
  });
}

MHQA_INLINE streamed_readings::streamed_readings(const pool_lookup& pool) : pool_{&pool}, uses_(pool.paragraphs, 0) {
  for_each(
      [&](std::string_view question, std::string_view, std::uint32_t paragraph) {
        uses_[paragraph] = static_cast<std::uint8_t>(std::min(uses_[paragraph] + 1, 2));
        known_.count(question);
      },
      [&](const context_paragraph& p, std::uint32_t) {
        if (!p.title.empty()) known_.count(p.text);
      });
}

MHQA_INLINE std::vector<reading> streamed_readings::operator()(const single_hop_pool& part,
                                                               std::span<const reading_request> asked) {
  known_.clear();
  for (const reading_request& r : asked) {
    known_.ask(r.text, part.paragraph_place(part.questions[r.question].paragraph));
  }
  for_each([&](std::string_view question, std::string_view answer,
               std::uint32_t paragraph) { known_.see(question, answer, paragraph); },
           [&](const context_paragraph& p, std::uint32_t number) { known_.see_paragraph(p.title, p.text, number); });
  std::vector<reading> out;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    recollection found = known_.recall(i);
    out.push_back({.answer = std::move(found.answer), .confidence = found.similarity, .support = {}, .sufficiency = 0});
  }
  return out;
}

MHQA_INLINE bool mentions_answer(const single_hop& q, const context_paragraph& p) {
  const auto in = [&](std::string_view answer) {
    return is_mentioned(answer, p.text) || is_mentioned(answer, p.title);
  };
  return in(q.answer) || std::any_of(q.aliases.begin(), q.aliases.end(), in);
}

MHQA_INLINE std::pair<context_draft, context_draft> draft_contexts(const single_hop_pool& part, const pool_words& words,
                                                                   const composition& c, std::uint64_t seed,
                                                                   unanswerable_twin& twin) {
  const std::string id = id_of(part, c);
  context_draft whole{.random = draws{seed, id, 6}}, lacking{.random = draws{seed, id, 8}};
  draw_twin(c, lacking.random, twin);
  lacking.hidden = c.questions[twin.step];
  for (std::size_t s = 0; s < c.steps().size(); ++s) {
    const std::uint32_t p = part.questions[c.questions[s]].paragraph;
    const composed_paragraph support{part.paragraph_place(p), true};
    whole.kept.push_back(support);
    if (s != twin.step && !is_answer_or_alias_in(words, *lacking.hidden, p)) lacking.kept.push_back(support);
  }
  return {std::move(whole), std::move(lacking)};
}

}  // namespace detail
}  // namespace mhqa::inline v0_1
