// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Words for a composed question (MuSiQue's step S7): what a verbaliser is, and one that nests relative clauses by rule.
// "Who wrote Emma?", "Where was #1 born?" become "Where was the person who wrote Emma born?".
#pragma once

#include <mhqa/compose/composition.hpp>
#include <mhqa/compose/noun_phrase.hpp>
#include <mhqa/graph/references.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0 {

/// What somebody who words a question is shown.
struct wording_request {
  std::string id;
  std::vector<std::string> steps;    ///< with `#n`
  std::vector<std::string> answers;  ///< of the steps

  friend bool operator==(const wording_request&, const wording_request&) = default;
};

/// The request for a composition.
[[nodiscard]] inline wording_request make_wording_request(const single_hop_pool& pool, const composition& c) {
  wording_request out{id_of(pool, c), steps_of(pool, c), {}};
  for (const std::uint32_t question : c.steps()) out.answers.emplace_back(pool.questions[question].answer);
  return out;
}

/// Why there are no words.
enum class unworded : std::uint8_t {
  no,            ///< there are
  bad_steps,     ///< no step, or a reference to no earlier step
  no_rule,       ///< a step has a form that no rule turns into a noun phrase
  possessive,    ///< "#1's": the clause would be torn from its noun
  part_of_name,  ///< "#1 Republic", "San #1": what is mentioned is a part of another name
  unused_step    ///< a step that no other one refers to would be lost
};

/// The reason code: "", "bad-steps", "no-rule", "possessive", "part-of-name", "unused-step".
[[nodiscard]] constexpr std::string_view to_string(unworded why) noexcept {
  constexpr std::array<std::string_view, 6> names{"",           "bad-steps",    "no-rule",
                                                  "possessive", "part-of-name", "unused-step"};
  return names[static_cast<std::size_t>(why)];
}

/// A question in words, or why not.
struct wording {
  std::string question;
  unworded why = unworded::no;
  std::size_t step = 0;  ///< from 1: where the rules fail

  [[nodiscard]] explicit operator bool() const noexcept { return why == unworded::no; }
  friend bool operator==(const wording&, const wording&) = default;
};

/// Words a composed question, or says why it cannot. Equal requests give equal words.
template <class V>
concept verbaliser = requires(V& verbalise, const wording_request& request) {
  { verbalise(request) } -> std::convertible_to<wording>;
};

/// Nests each step, as a noun phrase, where the next one refers to it; a verbaliser.
///
/// Shape:   the last step stays a question; "the" before a reference and "the" of the phrase are written once; a
///          relation as the last step asks "What is the … of …?"
/// Undefined: gives no words, with the step, where noun_phrase_of has none, and for the other reasons of `unworded`
/// Cost:    O(text)
/// Source:  Trivedi et al. 2022, Sec. 5, S7, where people do it; the rules are ours
/// Example: steps "Who wrote Emma?", "Where was #1 born?" give "Where was the person who wrote Emma born?"
struct rule_verbaliser {
  [[nodiscard]] wording operator()(const wording_request& request) const {
    const std::size_t n = request.steps.size();
    if (n == 0) return {{}, unworded::bad_steps, 0};
    std::vector<std::string> phrases;
    std::vector<bool> used(n, false);
    for (std::size_t i = 0; i < n; ++i) {
      const std::string& step = request.steps[i];
      const bool last = i + 1 == n;
      std::optional<std::string> text = last ? std::optional{step} : noun_phrase_of(step);
      if (last) {
        if (const auto relation = find_relation(step)) {
          text = "What is the " + std::string{relation->relation} + " of " + std::string{relation->subject} + '?';
        }
      }
      if (!text) return {{}, unworded::no_rule, i + 1};
      std::string out;
      std::size_t from = 0;
      for (const step_reference& r : find_references(*text)) {
        if (r.step == 0 || r.step > i) return {{}, unworded::bad_steps, i + 1};
        const std::string_view behind = std::string_view{*text}.substr(r.position + r.size);
        if (behind.starts_with("'s") || behind.starts_with("\u2019s")) return {{}, unworded::possessive, i + 1};
        if (is_part_of_name(*text, r)) return {{}, unworded::part_of_name, i + 1};
        out += std::string_view{*text}.substr(from, r.position - from);
        for (const std::string_view article : {"the ", "The "}) {
          if (!out.ends_with(article) || !phrases[r.step - 1].starts_with("the ")) continue;
          out.resize(out.size() - article.size());
        }
        out += phrases[r.step - 1];
        used[r.step - 1] = true;
        from = r.position + r.size;
      }
      out += std::string_view{*text}.substr(from);
      phrases.push_back(std::move(out));
    }
    for (std::size_t i = 0; i + 1 < n; ++i) {
      if (!used[i]) return {{}, unworded::unused_step, i + 1};
    }
    return {std::move(phrases.back()), unworded::no, 0};
  }

 private:
  // A capital letter right behind, or at the word before unless that opens the text.
  [[nodiscard]] static bool is_part_of_name(std::string_view text, const step_reference& r) noexcept {
    const auto capital = [](char c) { return c >= 'A' && c <= 'Z'; };
    const std::size_t end = r.position + r.size;
    if (end + 1 < text.size() && text[end] == ' ' && capital(text[end + 1])) return true;
    if (r.position < 3 || text[r.position - 1] != ' ') return false;
    const std::size_t space = text.rfind(' ', r.position - 2);
    return space != std::string_view::npos && capital(text[space + 1]);
  }
};

}  // namespace v0
}  // namespace mhqa
