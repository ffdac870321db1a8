// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of word_inputs.hpp.
#pragma once

#include <mhqa/model/detail/word_inputs.hpp>

#include <mhqa/random.hpp>
#include <mhqa/text/lower.hpp>

#include <algorithm>
#include <cmath>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE std::uint32_t word_inputs::hash_of(std::string_view lower) noexcept {
  return static_cast<std::uint32_t>(stable_hash(lower) >> 32U);
}

MHQA_INLINE std::uint32_t word_inputs::take(std::string_view word) {
  lower_.clear();
  append_lower(lower_, word);
  return hash_of(lower_);
}

MHQA_INLINE void word_inputs::add(double value) {
  values_.push_back(static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0, 1.0) * one)));
}

MHQA_INLINE void word_inputs::assign(const context_view& context, const answer_view& answers) {
  question_.clear();
  words_.clear();
  values_.clear();
  keys_.clear();
  const std::string_view asked = context.task().question;
  for (const passage_word& w : context.question().words()) {
    if (question_.size() == most_of_question) break;
    question_.push_back(take(w.in(asked)));
    keys_.push_back(w.key);
  }
  std::sort(keys_.begin(), keys_.end());
  for (const answer_view::sentence& s : answers.sentences()) read_sentence(context, answers, s);
}

MHQA_INLINE void word_inputs::read_sentence(const context_view& context, const answer_view& answers,
                                            const answer_view::sentence& s) {
  titles_.clear();
  for (std::uint32_t slot = 0; slot < answers.read().size(); ++slot) {
    const auto& title = context[answers.read()[slot].paragraph].title_keys;
    if (slot != s.slot) titles_.insert(titles_.end(), title.begin(), title.end());
  }
  const std::string_view text = context.task().context[answers.read()[s.slot].paragraph].text;
  const auto words = answers.words();
  for (std::uint32_t i = s.first; i < s.last; ++i) {
    words_.push_back(take(text.substr(words[i].begin, words[i].end - words[i].begin)));
    add_word(context, answers, s, i);
  }
}

MHQA_INLINE void word_inputs::add_word(const context_view& context, const answer_view& answers,
                                       const answer_view::sentence& s, std::uint32_t at) {
  const answer_view::word& w = answers.words()[at];
  const read_paragraph& from = answers.read()[s.slot];
  const context_view::paragraph& p = context[from.paragraph];
  const auto is_in = [&](const std::vector<std::uint64_t>& keys) {
    return std::find(keys.begin(), keys.end(), w.key) != keys.end() ? 1.0 : 0.0;
  };
  const auto is_mark = [](char mark, std::string_view marks) {
    return mark != '\0' && marks.find(mark) != std::string_view::npos ? 1.0 : 0.0;
  };
  constexpr std::string_view brackets = "()[]{}\"";
  add(w.term >= 0);
  add(std::binary_search(keys_.begin(), keys_.end(), w.key));
  add(w.term >= 0 ? 3 * context.share(std::uint64_t{1} << static_cast<unsigned>(w.term)) : 0.0);
  add(w.shape == 2);
  add(w.shape == 3);
  add(w.shape == 4);
  add(w.shape == 5);
  add(w.shape == 6);
  add(w.function);
  add(at == s.first);
  add(at + 1 == s.last);
  add(is_mark(w.before, ","));
  add(is_mark(w.after, ","));
  add(is_mark(w.before, brackets));
  add(is_mark(w.after, brackets));
  add(w.after != '\0' && is_mark(w.after, ",.()[]{}\"") == 0);
  add(s.coverage);
  add(1 / (1 + static_cast<double>(s.rank)));
  add(s.pairs);
  add(s.window);
  add(w.left / answers.nearest());
  add(w.right / answers.nearest());
  add(is_in(p.title_keys));
  add(is_in(titles_));
  add(p.in_question != context_view::nowhere);
  add(from.support);
  add(s.names_other);
  add(s.index == 0);
}

}  // namespace mhqa::inline v0_1::detail
