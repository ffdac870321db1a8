// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of relation_wording.hpp.
#pragma once

#include <mhqa/english/relation_wording.hpp>

#include <mhqa/english/lexicon.hpp>

#include <algorithm>
#include <cstddef>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::string word_relation(std::string_view words, std::string_view subject, std::string_view answer,
                                      bool person, bool place) {
  static const rewriter subjects{relation_subject_rows};
  std::string kind{answer.substr(answer.rfind(' ') + 1)};
  std::transform(kind.begin(), kind.end(), kind.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  const lexicon& known = lexicon::standard();
  const bool named = known.is(kind, word_class::place) || known.is(kind, word_class::organization);
  if (answer.find(' ') == std::string_view::npos || !named) kind = place ? "place" : "";
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const char c = words[i];
    if (c == '*') {
      if (kind.empty()) return {};
      out += kind;
    } else if (c == '%') {
      out += person ? "Who" : "What";
    } else if (c == 'X') {
      out += subjects.rewrite(subject);
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace mhqa::inline v0_1
