// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of lm_eval.hpp.
#pragma once

#include <mhqa/metrics/lm_eval.hpp>

#include <mhqa/text/extract_places.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/unicode.hpp>

#include <algorithm>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE void fit_width(std::string& text, std::size_t width) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < width && at < text.size(); ++i) at += utf8::decode(text, at).size;
  text.resize(at);
  while (!text.empty() && text.back() == '\0') text.pop_back();
}

MHQA_INLINE std::string without_leading_articles(std::string_view text) {
  constexpr std::string_view articles[] = {"The ", "the ", "An ", "A ", "a ", "an "};
  std::string out;
  const char* const begin = text.data();
  for (std::size_t at = 0; at < text.size();) {
    bool matched = false;
    if (at == 0 || !unicode::is_word(utf8::detail::decode_before(begin, begin + at).code)) {
      for (const std::string_view article : articles) {
        if (!text.substr(at).starts_with(article)) continue;
        at += article.size();
        matched = true;
        break;
      }
    }
    if (matched) continue;
    const std::size_t size = utf8::decode(text, at).size;
    out.append(text, at, size);
    at += size;
  }
  return out;
}

}  // namespace detail

MHQA_INLINE void normalize_lm_eval(std::vector<std::string>& texts, bool articles_removed) {
  std::size_t width = 1;
  for (std::string& text : texts) {
    if (articles_removed) text = detail::without_leading_articles(text);
    width = std::max(width, detail::count_characters(text));
  }
  for (std::string& text : texts) {
    detail::fit_width(text, width);
    text = to_lower(text);
    detail::fit_width(text, width);
    text.erase(std::remove_if(text.begin(), text.end(),
                              [](char c) { return detail::is_punctuation(static_cast<unsigned char>(c)); }),
               text.end());
    detail::fit_width(text, width);
  }
}

}  // namespace mhqa::inline v0_1
