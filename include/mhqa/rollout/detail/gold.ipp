// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of gold.hpp.
#pragma once

#include <mhqa/rollout/gold.hpp>

#include <mhqa/text/keyed_hash.hpp>
#include <mhqa/text/token.hpp>

#include <algorithm>
#include <string>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE sought_words::sought_words(std::string_view text) : form{text} {
  form.shrink_to_fit();
  const std::span<const token> words = form.tokens();
  const auto longest =
      std::max_element(words.begin(), words.end(), [](const token& a, const token& b) { return a.size < b.size; });
  anchor = static_cast<std::size_t>(longest - words.begin());
}

MHQA_INLINE sought_support::sought_support(const rollout_document& source)
    : id{source.id}, title{source.title}, text{source.text} {
  title.shrink_to_fit();
  for (const token& word : text.form.tokens()) keys.push_back(word.key);
  std::sort(keys.begin(), keys.end());
}

MHQA_INLINE bool words_at(const normalized& text, std::size_t at, const normalized& words) noexcept {
  const std::string_view all = text.text(), wanted = words.text();
  const std::size_t begin = text.tokens()[at].begin;
  if (all.size() - begin < wanted.size() || all.substr(begin, wanted.size()) != wanted) return false;
  return begin + wanted.size() == all.size() || all[begin + wanted.size()] == ' ';
}

MHQA_INLINE bool has_words(const normalized& text, const normalized& words) noexcept {
  if (words.empty()) return false;
  const token& first = words.tokens().front();
  const std::span<const token> all = text.tokens();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].key == first.key && words_at(text, i, words)) return true;
  }
  return false;
}

}  // namespace detail

MHQA_INLINE prepared_rollout_gold::prepared_rollout_gold(const rollout_gold& gold, const dialect& rules)
    : gold_{&gold}, answers_{gold.answers, rules}, rules_{rules} {
  std::string questions{gold.question};
  for (const rollout_hop& source : gold.hops) questions.append(" ").append(source.question);
  const normalized asked{questions};
  for (const std::string_view answer : gold.answers) forms_.emplace_back(answer);
  for (const rollout_hop& source : gold.hops) {
    hop& one = hops_.emplace_back();
    one.premises = source.premises;
    for (const std::string_view answer : source.answers) add_answer(answer, asked, one);
    for (const rollout_document& support : source.supports) one.supports.emplace_back(support);
  }
  fingerprint_ = hash_of(gold);
}

MHQA_INLINE std::uint64_t prepared_rollout_gold::hash_of(const rollout_gold& gold) {
  std::string all;
  const auto add = [&all](std::string_view text) { all.append(std::to_string(text.size())).append(":").append(text); };
  for (const std::string_view answer : gold.answers) add(answer);
  for (const rollout_hop& hop : gold.hops) {
    all += '\n';
    for (const std::string_view answer : hop.answers) add(answer);
    for (const rollout_document& one : hop.supports) {
      all += '-';
      for (const std::string_view text : {one.id, one.title, one.text}) add(text);
    }
  }
  return keyed_hash(all, process_hash_key());
}

MHQA_INLINE void prepared_rollout_gold::add_answer(std::string_view answer, const normalized& asked, hop& to) {
  constexpr std::size_t least = 4;
  normalized form{answer};
  if (form.empty()) return;
  const std::string_view last = form.tokens().back().in(form.text());
  if (form.tokens().size() > 1 && last.size() >= least) {
    const std::span<const token> words = asked.tokens();
    const bool known = std::any_of(words.begin(), words.end(),
                                   [&](const token& word) { return word.in(asked.text()).starts_with(last); });
    normalized name{last};
    if (!known && !name.empty()) to.names.push_back(name);
  }
  to.answers.push_back(form);
}

}  // namespace mhqa::inline v0_1
