// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rules that decide which pairs of single-hop questions may be composed (Trivedi et al. 2022, Sec. 5, S2). Combine them
// with your own by &&, || and !:
//   auto rule = mhqa::bridge_is_entity() && mhqa::tail_answer_unseen() && mhqa::distinct_paragraphs() &&
//               mhqa::rule("two-sources", [](const mhqa::pair_candidate& p) { … });
#pragma once

#include <mhqa/compose/entities.hpp>
#include <mhqa/compose/mentions.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/pool_words.hpp>
#include <mhqa/compose/rules.hpp>
#include <mhqa/compose/single_hop.hpp>

#include <concepts>
#include <cstdint>
#include <functional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace mhqa::inline v0_1 {

/// A question that may be a head; the argument of rules over heads.
struct head_candidate {
  const single_hop_pool& pool;
  const pool_words& words;
  std::uint32_t head;

  [[nodiscard]] const single_hop& question() const noexcept { return pool.questions[head]; }
  [[nodiscard]] const context_paragraph& paragraph() const noexcept { return pool.paragraphs[question().paragraph]; }
};

/// Two distinct questions whose tail mentions the head's answer; the argument of rules over pairs.
class pair_candidate {
 public:
  const single_hop_pool& pool;
  const pool_words& words;
  std::uint32_t head;
  std::uint32_t tail;

  /// `finder` is used if a rule asks for the bridge; it must outlive the candidate.
  pair_candidate(const head_candidate& h, std::uint32_t t, mention_finder& find) noexcept
      : pool{h.pool}, words{h.words}, head{h.head}, tail{t}, find_{&find} {}
  /// \overload With a known bridge.
  pair_candidate(const head_candidate& h, std::uint32_t t, mention bridge) noexcept
      : pool{h.pool}, words{h.words}, head{h.head}, tail{t}, bridge_{bridge}, known_{true} {}

  [[nodiscard]] const single_hop& head_question() const noexcept { return pool.questions[head]; }
  [[nodiscard]] const single_hop& tail_question() const noexcept { return pool.questions[tail]; }
  [[nodiscard]] const context_paragraph& head_paragraph() const noexcept {
    return pool.paragraphs[head_question().paragraph];
  }
  [[nodiscard]] const context_paragraph& tail_paragraph() const noexcept {
    return pool.paragraphs[tail_question().paragraph];
  }
  /// Returns the first place where the tail's question mentions the head's answer; {0, 0} if nowhere.
  ///
  /// Cost: half a microsecond for the first call
  [[nodiscard]] mention bridge() const;
  /// Returns the bridge as the tail's question spells it.
  [[nodiscard]] std::string_view mentioned() const { return bridge().in(tail_question().question); }

  /// Returns the head alone, for rules over heads.
  [[nodiscard]] head_candidate as_head() const noexcept { return {pool, words, head}; }
  /// Returns the positions and the bridge.
  [[nodiscard]] operator question_pair() const { return {head, tail, bridge()}; }

 private:
  mention_finder* find_ = nullptr;
  mutable mention bridge_{};
  mutable bool known_ = false;
};

/// A rule over pairs or over heads. It must be deterministic and thread-safe.
template <class R>
concept pair_rule = rule_over<R, pair_candidate>;

namespace detail {

// A predicate over heads, which can also be asked about pairs.
template <class F>
struct over_heads {
  F f;

  template <class Candidate>
  requires(!requires(const Candidate& c) { c.as_head(); }) &&
      std::predicate<const F&, const Candidate&> [[nodiscard]] constexpr bool operator()(const Candidate& c) const {
    return std::invoke(f, c);
  }

  template <class Candidate>
  requires requires(const Candidate& c, const F& test) {
    { std::invoke(test, c.as_head()) } -> std::convertible_to<bool>;
  }
  [[nodiscard]] constexpr bool operator()(const Candidate& c) const { return std::invoke(f, c.as_head()); }
};

template <class Test>
inline constexpr bool is_over_heads = false;
template <class F>
inline constexpr bool is_over_heads<over_heads<F>> = true;

}  // namespace detail

/// Makes a rule over heads only: calls test(const head_candidate&) once per head, not once per pair.
/// Example: head_rule("long-answer", [](const head_candidate& c) { return c.question().answer.size() < 40; })
template <class F>
[[nodiscard]] constexpr auto head_rule(std::string_view name, F test) {
  return rule(name, detail::over_heads<F>{std::move(test)});
}

/// Returns the place of the head's answer in its paragraph.
/// Cost: a search in the paragraph
[[nodiscard]] entity_place place_of_answer(const head_candidate& c);

/// Returns the place of the bridge in the tail's question.
[[nodiscard]] entity_place place_of_mention(const pair_candidate& p);

namespace detail {

// Asks a tagger or linker in the form that it takes. The answer goes by its own spelling, unless the place is asked
// for.
template <entity_tagger Tagger>
[[nodiscard]] auto tag_answer(const Tagger& tag, const head_candidate& c) {
  if constexpr (tags_names<Tagger>) {
    return tag(c.question().answer, c.paragraph().text);
  } else {
    return tag(place_of_answer(c));
  }
}
template <entity_tagger Tagger>
[[nodiscard]] auto tag_mention(const Tagger& tag, const pair_candidate& p) {
  if constexpr (tags_names<Tagger>) {
    return tag(p.mentioned(), p.tail_question().question);
  } else {
    return tag(place_of_mention(p));
  }
}
template <entity_linker Linker>
[[nodiscard]] bool same_name(const Linker& link, const pair_candidate& p) {
  const auto same = [](std::string_view a, std::string_view b) { return !a.empty() && a == b; };
  if constexpr (links_names<Linker>) {
    return same(link(p.head_question().answer), link(p.mentioned()));
  } else {
    return same(link(place_of_answer(p.as_head())), link(place_of_mention(p)));
  }
}

}  // namespace detail

/// (i) The head's answer names an entity.
template <entity_tagger Tagger = capitals_tagger>
[[nodiscard]] auto bridge_is_entity(Tagger tag = {}) {
  return head_rule("answer-is-no-entity", [tag = std::move(tag)](const head_candidate& c) {
    return !std::string_view{detail::tag_answer(tag, c)}.empty();
  });
}

/// (i) The tail's question mentions the head's answer. Always true for candidates from a pair_index.
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

/// The answer in its paragraph and the mention in the tail's question have one entity type.
template <entity_tagger Tagger = capitals_tagger>
[[nodiscard]] auto same_entity_type(Tagger tag = {}) {
  return rule("another-entity-type", [tag = std::move(tag)](const pair_candidate& p) {
    const auto a = detail::tag_answer(tag, p.as_head());
    const auto b = detail::tag_mention(tag, p);
    return !std::string_view{a}.empty() && std::string_view{a} == std::string_view{b};
  });
}

/// Searches for the answer and for the mention give the same first hit.
template <entity_linker Searcher>
[[nodiscard]] auto same_first_hit(Searcher search) {
  return rule("another-first-hit",
              [search = std::move(search)](const pair_candidate& p) { return detail::same_name(search, p); });
}

/// The answer and the mention are linked to the same entity.
template <entity_linker Linker = exact_linker>
[[nodiscard]] auto same_link(Linker link = {}) {
  return rule("another-link", [link = std::move(link)](const pair_candidate& p) { return detail::same_name(link, p); });
}

/// Joins all rules of the paper, in its order, with a tagger, a searcher and a linker.
template <entity_tagger Tagger, entity_linker Searcher, entity_linker Linker>
[[nodiscard]] auto composable(Tagger tag, Searcher search, Linker link) {
  return bridge_is_entity(tag) && tail_answer_unseen() && distinct_paragraphs() && same_entity_type(tag) &&
         same_first_hit(std::move(search)) && same_link(std::move(link));
}

/// \overload With the simple ones, which need no model.
[[nodiscard]] inline auto composable(const single_hop_pool& pool) {
  return composable(capitals_tagger{}, title_index{pool}, exact_linker{});
}

/// \overload For a range of your own questions.
template <single_hop_range R>
[[nodiscard]] auto composable(R&& questions) {
  return composable(detail::own_pool<std::remove_reference_t<R>>{questions}.pool());
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/pair_rules.ipp>
#endif
