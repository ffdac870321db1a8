// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of question_terms.hpp.
#pragma once

#include <mhqa/model/question_terms.hpp>

#include <mhqa/text/inflection.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/stop_words.hpp>

namespace mhqa::inline v0_1 {

MHQA_INLINE void question_terms::assign(std::string_view question) {
  words_.assign(question);
  entries_.clear();
  count_ = 0;
  filter_ = 0;
  for (const passage_word& word : words_.words()) {
    lower_.clear();
    append_lower(lower_, word.in(question));
    if (is_function_word(lower_) || lower_.size() < 2 || count_ == 64 || find(word.key) >= 0) continue;
    add(word.key);
    for (const std::string& base : possible_bases(lower_)) {
      if (base.size() > 2) add(stem_key(base));
      if (base.ends_with('e')) add(stem_key(base + 'd'));
      for (const std::string_view form : irregular_forms) {
        if (form.size() > base.size() && form.ends_with(base) && form[form.size() - base.size() - 1] == ' ') {
          add(stem_key(form.substr(0, form.find(' '))));
        }
      }
    }
    ++count_;
  }
}

MHQA_INLINE int question_terms::find(std::uint64_t key) const noexcept {
  if ((filter_ >> (key & 63U) & 1U) == 0) return -1;
  for (const auto& [known, term] : entries_) {
    if (known == key) return term;
  }
  return -1;
}

MHQA_INLINE void question_terms::add(std::uint64_t key) {
  if (find(key) >= 0) return;
  entries_.emplace_back(key, static_cast<int>(count_));
  filter_ |= std::uint64_t{1} << (key & 63U);
}

}  // namespace mhqa::inline v0_1
