// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of date_templates.hpp.
#pragma once

#include <mhqa/probe/date_templates.hpp>

#include <mhqa/text/fold.hpp>

#include <cstddef>

namespace mhqa::inline v0_1 {

MHQA_INLINE date_templates work_templates(bool inception) {
  date_templates words;
  words.rewrites = {};
  words.phrases = date_words::work_phrases;
  words.birth = inception ? std::span<const std::string_view>{date_words::inception}
                          : std::span<const std::string_view>{date_words::publication};
  return words;
}

MHQA_INLINE date_templates bridge_templates() {
  date_templates words;
  words.rewrites = {};
  words.phrases = date_words::bridge_phrases;
  return words;
}

MHQA_INLINE std::string fill_template(std::string_view text, std::initializer_list<template_field> fields) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const template_field* found = nullptr;
    for (const template_field& field : fields) {
      if (found == nullptr && text.substr(at).starts_with(field.first)) found = &field;
    }
    out += found != nullptr ? found->second : text.substr(at, 1);
    at += found != nullptr ? found->first.size() : 1;
  }
  return out;
}

MHQA_INLINE std::optional<std::string_view> read_template(std::string_view text, std::string_view form,
                                                          std::string_view field) noexcept {
  const std::size_t at = form.find(field);
  MHQA_EXPECTS(at == std::string_view::npos || form.find(field, at + 1) == std::string_view::npos,
               "mhqa::read_template: expected the field at most once in the template");
  if (at == std::string_view::npos || text.size() <= form.size() - field.size()) return std::nullopt;
  const std::string_view before = form.substr(0, at), after = form.substr(at + field.size());
  if (!equal_ignoring_case(text.substr(0, before.size()), before)) return std::nullopt;
  text.remove_prefix(before.size());
  if (!equal_ignoring_case(text.substr(text.size() - after.size()), after)) return std::nullopt;
  text.remove_suffix(after.size());
  return text;
}

MHQA_INLINE bool is_date_question(std::string_view type, std::string_view question,
                                  const date_templates& words) noexcept {
  if (type != "comparison") return false;
  for (const std::string_view keyword : words.keywords) {
    if (find_ignoring_case(question, keyword)) return true;
  }
  return false;
}

MHQA_INLINE std::string rewrite_question(std::string_view question, const date_templates& words) {
  std::string out{question};
  for (const phrase_rewrite& rewrite : words.rewrites) {
    const std::optional<text_place> found = find_ignoring_case(out, rewrite.from);
    if (!found) continue;
    out.replace(found->position, found->length, rewrite.to);
    break;
  }
  return out;
}

MHQA_INLINE const date_phrase* find_phrase(std::string_view question, const date_templates& words) noexcept {
  for (const date_phrase& phrase : words.phrases) {
    if (find_ignoring_case(question, phrase.phrase)) return &phrase;
  }
  return nullptr;
}

MHQA_INLINE std::string opposite_question(std::string_view question, const date_phrase& phrase,
                                          std::string_view first_name, std::string_view second_name,
                                          const date_templates& words) {
  const std::optional<text_place> found = find_ignoring_case(question, phrase.phrase);
  const std::size_t end = found ? found->position + found->length : 0;
  const bool asks_whether = find_ignoring_case(question.substr(0, 4), "was ").has_value();
  if (!found || asks_whether ||
      (phrase.topic == date_topic::birth && phrase.least && question.substr(end).starts_with(" out of"))) {
    return fill_template(words.anew, {{"#ask", phrase.opposite_ask}, {"#name1", first_name}, {"#name2", second_name}});
  }
  std::string out{question};
  out.replace(found->position, found->length, phrase.opposite);
  return out;
}

}  // namespace mhqa::inline v0_1
