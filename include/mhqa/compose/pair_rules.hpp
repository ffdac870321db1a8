// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Which pairs of single-hop questions may be composed: named rules that combine with && (Trivedi et al. 2022, Sec. 5,
// S2). A rule of one's own is one more line.
//   auto rule = mhqa::bridge_is_entity() && mhqa::tail_answer_unseen() && mhqa::distinct_paragraphs() &&
//               mhqa::rule("one source", [](const mhqa::pair_candidate& p) { … });
#pragma once

#include <mhqa/compose/entities.hpp>
#include <mhqa/compose/mentions.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/pool_words.hpp>
#include <mhqa/compose/rules.hpp>

#include <concepts>
#include <cstdint>
#include <string_view>
#include <utility>

namespace mhqa {
inline namespace v0 {

/// A question that may be a head, as a rule over heads sees it.
struct head_candidate {
  const single_hop_pool& pool;
  const pool_words& words;
  std::uint32_t head;

  [[nodiscard]] const single_hop& question() const noexcept { return pool.questions[head]; }
  [[nodiscard]] const context_paragraph& paragraph() const noexcept { return pool.paragraphs[question().paragraph]; }
};

/// Two different questions, of which the tail mentions the answer of the head, as a rule sees them.
class pair_candidate {
 public:
  const single_hop_pool& pool;
  const pool_words& words;
  std::uint32_t head;
  std::uint32_t tail;

  /// The finder is used where a rule asks for the bridge, and must outlive the candidate.
  pair_candidate(const head_candidate& h, std::uint32_t t, mention_finder& find) noexcept
      : pool{h.pool}, words{h.words}, head{h.head}, tail{t}, find_{&find} {}

  [[nodiscard]] const single_hop& head_question() const noexcept { return pool.questions[head]; }
  [[nodiscard]] const single_hop& tail_question() const noexcept { return pool.questions[tail]; }
  [[nodiscard]] const context_paragraph& head_paragraph() const noexcept {
    return pool.paragraphs[head_question().paragraph];
  }
  [[nodiscard]] const context_paragraph& tail_paragraph() const noexcept {
    return pool.paragraphs[tail_question().paragraph];
  }
  /// Where the tail's question first mentions the head's answer; {0, 0} if nowhere. Half a microsecond, once.
  [[nodiscard]] mention bridge() const {
    if (!known_) {
      const auto all = (*find_)(head_question().answer, tail_question().question);
      bridge_ = all.empty() ? mention{} : all.front();
      known_ = true;
    }
    return bridge_;
  }
  /// The bridge as the tail's question writes it.
  [[nodiscard]] std::string_view mentioned() const { return bridge().in(tail_question().question); }

 private:
  mention_finder* find_;
  mutable mention bridge_{};
  mutable bool known_ = false;
};

/// A rule over pairs, or over heads alone: asked for the same candidate, it says the same, in any thread.
template <class R>
concept pair_rule = std::predicate<const R&, const pair_candidate&>;

namespace detail {

template <class F>
struct over_heads {
  F f;
  [[nodiscard]] bool operator()(const head_candidate& c) const { return f(c); }
  [[nodiscard]] bool operator()(const pair_candidate& c) const { return f(head_candidate{c.pool, c.words, c.head}); }
};

template <class R>
inline constexpr bool is_over_heads = false;
template <class F>
inline constexpr bool is_over_heads<named_rule<over_heads<F>>> = true;

}  // namespace detail

/// A rule over heads alone, test(const head_candidate&), which is asked once a head and not once a pair.
/// Example: head_rule("short answer", [](const head_candidate& c) { return c.question().answer.size() < 40; })
template <class F>
requires std::predicate<const F&, const head_candidate&>
[[nodiscard]] auto head_rule(std::string_view name, F test) {
  return rule(name, detail::over_heads<F>{std::move(test)});
}

/// (i) The head's answer names an entity.
template <entity_tagger Tagger = capitals_tagger>
[[nodiscard]] auto bridge_is_entity(Tagger tag = {}) {
  return head_rule("answer-is-no-entity", [tag = std::move(tag)](const head_candidate& c) {
    return !std::string_view{tag(c.question().answer, c.paragraph().text)}.empty();
  });
}

/// (i) The head's answer is mentioned in the tail's question. It always is where candidates come from a pair_index.
[[nodiscard]] inline auto bridge_mentioned() {
  return rule("answer-not-mentioned",
              [](const pair_candidate& p) { return is_mentioned(p.words.answer(p.head), p.words.question(p.tail)); });
}

/// (ii) The tail's answer is not mentioned in the head's question.
[[nodiscard]] inline auto tail_answer_unseen() {
  return rule("tail-answer-in-head",
              [](const pair_candidate& p) { return !is_mentioned(p.words.answer(p.tail), p.words.question(p.head)); });
}

/// (iii) The paragraphs differ, in title or normalised text.
[[nodiscard]] inline auto distinct_paragraphs() {
  return rule("same-paragraph", [](const pair_candidate& p) { return !same_paragraph(p.words, p.head, p.tail); });
}

/// The answer in its paragraph and the mention in the tail's question name entities of one type.
template <entity_tagger Tagger = capitals_tagger>
[[nodiscard]] auto same_entity_type(Tagger tag = {}) {
  return rule("another-entity-type", [tag = std::move(tag)](const pair_candidate& p) {
    const auto a = tag(p.head_question().answer, p.head_paragraph().text);
    const auto b = tag(p.mentioned(), p.tail_question().question);
    return !std::string_view{a}.empty() && std::string_view{a} == std::string_view{b};
  });
}

/// A search for the answer and one for the mention give the same first hit.
template <entity_linker Searcher>
[[nodiscard]] auto same_first_hit(Searcher search) {
  return rule("another-first-hit", [search = std::move(search)](const pair_candidate& p) {
    const auto a = search(p.head_question().answer);
    const auto b = search(p.mentioned());
    return !std::string_view{a}.empty() && std::string_view{a} == std::string_view{b};
  });
}

/// The answer and the mention are linked to the same entity.
template <entity_linker Linker = exact_linker>
[[nodiscard]] auto same_link(Linker link = {}) {
  return rule("another-link", [link = std::move(link)](const pair_candidate& p) {
    const auto a = link(p.head_question().answer);
    const auto b = link(p.mentioned());
    return !std::string_view{a}.empty() && std::string_view{a} == std::string_view{b};
  });
}

/// All rules of the paper with a tagger, a searcher and a linker, in its order.
template <entity_tagger Tagger, entity_linker Searcher, entity_linker Linker>
[[nodiscard]] auto composable(Tagger tag, Searcher search, Linker link) {
  return bridge_is_entity(tag) && tail_answer_unseen() && distinct_paragraphs() && same_entity_type(tag) &&
         same_first_hit(std::move(search)) && same_link(std::move(link));
}

/// \overload With the plain ones.
[[nodiscard]] inline auto composable(const single_hop_pool& pool) {
  return composable(capitals_tagger{}, title_index{pool}, exact_linker{});
}

}  // namespace v0
}  // namespace mhqa
