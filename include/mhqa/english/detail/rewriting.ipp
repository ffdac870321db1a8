// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of rewriting.hpp.
#pragma once

#include <mhqa/english/rewriting.hpp>

#include <algorithm>
#include <cstddef>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::string rewriter::rewrite(std::string_view sentence) const {
  std::string out{sentence};
  std::vector<word_pattern::span_of_words> places;
  for (std::size_t n = 0; n < rows_.size(); ++n) {
    const sentence_words words{out};
    if (words.empty() || !patterns_[n].found(words, &places)) continue;
    std::size_t first = words.size(), last = 0;
    for (const auto& [from, to] : places) {
      if (from == to) continue;
      first = std::min(first, from);
      last = std::max(last, to);
    }
    if (first >= last) continue;
    std::string changed;
    const std::string_view result = rows_[n].result;
    for (std::size_t at = 0; at < result.size(); ++at) {
      std::string_view part = result.substr(at, 1);
      if (result[at] == '$' && at + 1 < result.size()) {
        const std::size_t test = static_cast<std::size_t>(result[++at] - '1');
        part = test < places.size() ? text_of(out, words, places[test]) : std::string_view{};
      }
      if (part != " " || (!changed.empty() && changed.back() != ' ')) changed += part;
    }
    while (!changed.empty() && changed.back() == ' ') changed.pop_back();
    const std::string_view whole = text_of(out, words, {first, last});
    out.replace(static_cast<std::size_t>(whole.data() - out.data()), whole.size(), changed);
  }
  return out;
}

MHQA_INLINE std::string_view rewriter::text_of(std::string_view text, const sentence_words& words,
                                               const word_pattern::span_of_words& place) {
  if (place.first == place.second) return {};
  const std::size_t begin = words[place.first].begin;
  return text.substr(begin, words[place.second - 1].end - begin);
}

}  // namespace mhqa::inline v0_1
