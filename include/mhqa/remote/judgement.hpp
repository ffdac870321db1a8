// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads a judge's reply about one answer, in the forms that published judges use. A reply without a verdict is refused,
// never counted as right or wrong.
//   read_judgement({.content = "reasoning: …\ncorrect: yes"}, "q1", judgement_form::line).value.ok  // true
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/remote/answers.hpp>
#include <mhqa/remote/chat.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::remote {

/// The form of a judge's reply.
enum class judgement_form : std::uint8_t {
  json,    ///< an object with a verdict: this library's prompt, ASearcher's {"judgement": "correct"}
  letter,  ///< A, B or C for correct, incorrect and not attempted: SimpleQA's grader
  line,    ///< "correct: yes" or "correct: no" in running text: BrowseComp's grader
  word,    ///< the first word says it: Correct, False, yes
};

/// The names of judgement_form.
inline constexpr std::array<std::string_view, 4> judgement_forms{"json", "letter", "line", "word"};

namespace detail {

struct verdict_word {
  std::string_view word;
  bool ok;
};
inline constexpr std::array<verdict_word, 10> verdict_words{{{"correct", true},
                                                             {"incorrect", false},
                                                             {"true", true},
                                                             {"false", false},
                                                             {"yes", true},
                                                             {"no", false},
                                                             {"right", true},
                                                             {"wrong", false},
                                                             {"equivalent", true},
                                                             {"different", false}}};
/// The members of a JSON object that hold the verdict, and those that hold its reason.
inline constexpr std::array<std::string_view, 5> verdict_members{"correct", "judgement", "judgment", "verdict",
                                                                 "is_correct"};
inline constexpr std::array<std::string_view, 3> reason_members{"why", "rationale", "reasoning"};

/// Returns the first run of letters from `at` on; empty without one.
[[nodiscard]] constexpr std::string_view next_word(std::string_view text, std::size_t at = 0) noexcept {
  while (at < text.size() && !ascii::is_letter(text[at])) ++at;
  std::size_t end = at;
  while (end < text.size() && ascii::is_letter(text[end])) ++end;
  return text.substr(at, end - at);
}

[[nodiscard]] constexpr std::optional<bool> verdict_of(std::string_view word) noexcept {
  for (const verdict_word& one : verdict_words) {
    if (ascii::equal_ignoring_case(one.word, word)) return one.ok;
  }
  return std::nullopt;
}

/// The verdict of running text.
[[nodiscard]] inline std::optional<verdict> verdict_in(std::string_view text, judgement_form form) {
  if (form == judgement_form::word) {
    const std::optional<bool> ok = verdict_of(next_word(text));
    return ok ? std::optional{verdict{*ok, {}}} : std::nullopt;
  }
  for (std::string_view word = next_word(text); !word.empty();) {
    const auto after = static_cast<std::size_t>(word.data() - text.data()) + word.size();
    const std::string_view next = next_word(text, after);
    if (form == judgement_form::letter && word.size() == 1 && word[0] >= 'A' && word[0] <= 'C') {
      return verdict{word[0] == 'A', word[0] == 'C' ? "not attempted" : ""};
    }
    if (form == judgement_form::line && ascii::equal_ignoring_case(word, "correct") && text.substr(after, 1) == ":") {
      const std::optional<bool> ok = verdict_of(next);
      return ok ? std::optional{verdict{*ok, {}}} : std::nullopt;
    }
    word = next;
  }
  return std::nullopt;
}

}  // namespace detail

/// Reads a reply of a judge.
///
/// Shape:   json: a member correct, judgement, judgment, verdict or is_correct that is true, false or a word for them;
///          why, rationale or reasoning may give the reason. Other forms: the text after the model's thoughts
/// Errors:  none; a reply without a verdict is refused
/// Differs: SimpleQA's program takes the first A, B or C of any word, the C of "CORRECT" too, and C where there is
///          none; here the letter stands alone. BrowseComp's takes "no" where there is no line
[[nodiscard]] inline answer_of<verdict> read_judgement(const chat_reply& reply, std::string_view id,
                                                       judgement_form form = judgement_form::json) {
  answer_of<verdict> out;
  if (form != judgement_form::json) {
    const std::optional<std::string_view> said = detail::without_thoughts(reply.content);
    const std::optional<verdict> found = said ? detail::verdict_in(*said, form) : std::nullopt;
    if (found) return {.value = *found};
    out.why = !said || reply.finish_reason == "length" ? refusal::cut_short : refusal::no_verdict;
    return out;
  }
  const auto is_one_of = [](const auto& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  std::optional<bool> ok;
  out.why = detail::read_members(reply, id, [&](std::string_view name, io::json_value value) {
    if (is_one_of(detail::verdict_members, name)) {
      ok.reset();
      if (value.is_boolean()) {
        ok = value.boolean();
      } else if (value.is_string()) {
        ok = detail::verdict_of(value.string());
      }
      if (!ok) return refusal::wrong_type;
    } else if (is_one_of(detail::reason_members, name) && value.is_string()) {
      out.value.why = value.string();
    }
    return refusal::none;
  });
  if (out.why == refusal::none && !ok) out.why = refusal::missing_member;
  if (out.why == refusal::none) {
    out.value.ok = *ok;
  } else {
    out.value = {};
  }
  return out;
}

}  // namespace mhqa::inline v0_1::remote
