// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// An English question as a noun phrase for what answers it, by rule: "Who wrote Emma?" is "the person who wrote Emma",
// "Where did #1 die?" is "the place where #1 died". With it a question can stand inside another one.
#pragma once

#include <mhqa/compose/verb_forms.hpp>
#include <mhqa/graph/references.hpp>
#include <mhqa/model/asked.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/split.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0 {

namespace detail {

/// The words with single spaces between.
[[nodiscard]] inline std::string join_words(std::span<const std::string> words) {
  std::string out;
  for (const std::string& word : words) {
    if (!out.empty()) out += ' ';
    out += word;
  }
  return out;
}

[[nodiscard]] inline bool opens_name(std::string_view word) noexcept {
  const unsigned char c = word.empty() ? 0 : static_cast<unsigned char>(word.front());
  return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '#' || c == '"' || c >= 0x80;
}

/// How many of the words are the subject: names, "#1", with "the" before them and small words between them; 0 where
/// that cannot be told.
[[nodiscard]] inline std::size_t subject_size(std::span<const std::string> words) noexcept {
  constexpr std::array<std::string_view, 11> joins{"and", "de", "del", "der", "di", "du",
                                                   "la",  "of", "the", "van", "von"};
  std::size_t size = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (opens_name(words[i])) {
      size = i + 1;
    } else if (!is_one_of(words[i], joins)) {
      break;
    }
  }
  return size;
}

[[nodiscard]] inline bool is_form_of_be(std::string_view word) noexcept {
  return word == "is" || word == "was" || word == "are" || word == "were";
}

/// "did #1 die there" as "#1 died there", "was #1 born" as "#1 was born"; nothing where the subject cannot be told.
[[nodiscard]] inline std::optional<std::string> without_inversion(std::span<const std::string> words) {
  if (words.size() < 2) return std::nullopt;
  const std::string& verb = words[0];
  const std::span<const std::string> rest = words.subspan(1);
  const std::size_t size = subject_size(rest);
  if (is_form_of_be(verb)) {
    // "is the source of #1" has no verb behind its subject, "was the book of #1 printed" may have one.
    const bool all = size == 0 || rest[0] == "the";
    if (all && (size == 0 || size != rest.size())) {
      const bool noun_of = rest.size() > 3 && rest[0] == "the" && rest[2] == "of" && opens_name(rest.back());
      if (!noun_of && size == 0) return std::nullopt;
      if (noun_of) return join_words(rest) + ' ' + verb;
    }
    std::string out = join_words(rest.first(size)) + ' ' + verb;
    if (size < rest.size()) out += ' ' + join_words(rest.subspan(size));
    return out;
  }
  const bool auxiliary = verb == "did" || verb == "does" || verb == "do";
  if (!auxiliary || size == 0 || size == rest.size() || rest[size] == "not") return std::nullopt;
  std::string out = join_words(rest.first(size)) + ' ';
  out += verb == "did" ? past_tense(rest[size]) : verb == "does" ? third_person(rest[size]) : rest[size];
  if (size + 1 < rest.size()) out += ' ' + join_words(rest.subspan(size + 1));
  return out;
}

/// "that crosses #1", "that #1 crossed" of "crosses #1", "did #1 cross": what a noun is told apart by.
[[nodiscard]] inline std::optional<std::string> relative_clause(std::string_view pronoun,
                                                                std::span<const std::string> words) {
  constexpr std::array<std::string_view, 9> ends{"at", "by", "for", "from", "in", "of", "on", "to", "with"};
  if (words.size() < 2) return std::nullopt;
  const bool do_support = words[0] == "did" || words[0] == "does" || words[0] == "do";
  const bool be = is_form_of_be(words[0]);
  const bool object = do_support || (be && subject_size(words.subspan(1)) != 0 && words[1] != "the");
  // "was the treaty signed in": the subject cannot be told from what follows it.
  if (be && !object && is_one_of(words.back(), ends)) return std::nullopt;
  const std::optional<std::string> clause = object ? without_inversion(words) : join_words(words);
  if (!clause) return std::nullopt;
  return std::string{pronoun} + ' ' + *clause;
}

/// Of "Dutch river crosses #1", where the noun ends: before an auxiliary, else before the first word behind it that may
/// be a verb; 0 where that cannot be told.
[[nodiscard]] inline std::size_t noun_size(std::span<const std::string> words) noexcept {
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (is_one_of(words[i], verbs)) return i;
  }
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (may_be_finite(words[i])) return i;
  }
  return 0;
}

}  // namespace detail

/// A question as a noun phrase for its answer, or nothing where no rule fits.
///
/// Shape:   "Who …", "Whose …", "Where …", "When …", "Which|What NOUN …", "Who|What is the …", "How many NOUN …",
///          "In which NOUN …", "NAME >> relation". A subject behind an auxiliary must be a name or `#n`
/// Cost:    O(text)
/// Source:  Trivedi et al. 2022, Sec. 5, S7, where people do it; the rules are ours
/// Example: noun_phrase_of("Which river crosses #1?") == "the river that crosses #1"
[[nodiscard]] inline std::optional<std::string> noun_phrase_of(std::string_view question) {
  if (const auto relation = find_relation(question)) {
    return "the " + std::string{relation->relation} + " of " + std::string{relation->subject};
  }
  while (question.ends_with('?') || question.ends_with(' ')) question.remove_suffix(1);
  std::vector<std::string> words;
  split_whitespace(question, [&](std::string_view word) { words.emplace_back(word); });
  if (words.size() < 3) return std::nullopt;
  const auto after = [](std::string opening, const std::optional<std::string>& clause) -> std::optional<std::string> {
    return clause ? std::optional{std::move(opening) + ' ' + *clause} : std::nullopt;
  };
  const std::string first = to_lower(words[0]);
  std::span<const std::string> rest = std::span<const std::string>{words}.subspan(1);
  const bool is_the = detail::is_form_of_be(rest[0]) && rest[1] == "the";

  if (first == "where") return after("the place where", detail::without_inversion(rest));
  if (first == "when") return after("the time when", detail::without_inversion(rest));
  if (first == "whose") return "the person whose " + detail::join_words(rest);
  if (first == "who" || first == "what" || first == "whom") {
    if (is_the) {
      if (rest.back().ends_with("ed")) return std::nullopt;  // "What was the tower called?"
      return detail::join_words(rest.subspan(1));
    }
    const bool names = detail::is_form_of_be(rest[0]) && detail::subject_size(rest.subspan(1)) != 0;
    if (names) return std::nullopt;  // "Who is Jane Austen?"
  }
  if (first == "who") {
    const bool object = rest[0] == "did" || rest[0] == "does" || rest[0] == "do";
    return after("the person", detail::relative_clause(object ? "whom" : "who", rest));
  }
  if (first == "whom") return after("the person", detail::relative_clause("whom", rest));
  if (first == "how" && rest[0] == "many") {
    const std::size_t size = detail::noun_size(rest.subspan(1));
    if (size == 0) return std::nullopt;
    const std::string noun = detail::join_words(rest.subspan(1, size));
    rest = rest.subspan(1 + size);
    const std::size_t subject = detail::subject_size(rest.subspan(1));
    const bool has =
        (rest[0] == "has" || rest[0] == "have" || rest[0] == "had") && subject != 0 && subject + 1 == rest.size();
    if (has) return "the number of " + noun + " that " + detail::join_words(rest.subspan(1)) + ' ' + rest[0];
    return after("the number of " + noun, detail::relative_clause("that", rest));
  }
  if (first == "which" || first == "what") {
    if (first == "what" && (may_be_finite(rest[0]) || detail::is_one_of(rest[0], detail::verbs))) {
      return after("the thing", detail::relative_clause("that", rest));
    }
    const std::size_t size = detail::noun_size(rest);
    if (size == 0) return std::nullopt;
    const bool person = detail::kind_of_noun(rest[size - 1]) == answer_kind::person;
    const std::span<const std::string> clause = rest.subspan(size);
    const bool object = clause[0] == "did" || clause[0] == "does" || clause[0] == "do";
    return after("the " + detail::join_words(rest.first(size)),
                 detail::relative_clause(person && !object ? "who" : "that", clause));
  }
  if (rest[0] == "which" || rest[0] == "what") {  // "In which city was #1 born?"
    rest = rest.subspan(1);
    const std::size_t size = detail::noun_size(rest);
    if (size == 0) return std::nullopt;
    const bool person = detail::kind_of_noun(rest[size - 1]) == answer_kind::person;
    return after("the " + detail::join_words(rest.first(size)) + ' ' + first + (person ? " whom" : " which"),
                 detail::without_inversion(rest.subspan(size)));
  }
  return std::nullopt;
}

}  // namespace v0
}  // namespace mhqa
