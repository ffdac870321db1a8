// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of unicode_forms.hpp.
#pragma once

#include <mhqa/text/unicode_forms.hpp>

#include <mhqa/text/lower.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/unicode.hpp>
#include <mhqa/utf8.hpp>

namespace mhqa::inline v0_1 {

MHQA_INLINE void append_capitalized(std::string& out, std::string_view text) {
  if (text.empty()) return;
  const utf8::character first = utf8::decode(text, 0);
  const std::size_t at = unicode::detail::find_code(unicode::detail::title_from, first.code);
  if (first.opaque() || at == unicode::detail::title_from.size()) {
    out.append(text, 0, first.size);
  } else {
    for (std::size_t i = unicode::detail::title_start[at]; i != unicode::detail::title_start[at + 1]; ++i) {
      const char32_t code = unicode::detail::title_to[i];
      utf8::append(out, {code, utf8::detail::encoded_size(code)});
    }
  }
  // The rest is lower-cased in context: the first character affects a final sigma after it.
  std::string whole;
  append_lower(whole, text);
  std::string head;
  append_lower(head, text.substr(0, first.size));
  out.append(whole, head.size());
}

MHQA_INLINE void append_decomposed(std::vector<char32_t>& out, std::string_view text) {
  constexpr char32_t syllables = 0xAC00;
  std::size_t run = out.size();  // the first of the marks at the end, which may still be reordered
  const auto order = [&] {
    if (out.size() - run > 1) {
      std::stable_sort(out.begin() + static_cast<std::ptrdiff_t>(run), out.end(), [](char32_t a, char32_t b) {
        return unicode::combining_class(a) < unicode::combining_class(b);
      });
    }
    run = out.size();
  };
  const auto put = [&](char32_t code) {
    if (unicode::combining_class(code) == 0) {
      order();
      out.push_back(code);
      run = out.size();
    } else {
      out.push_back(code);
    }
  };
  for (std::size_t at = 0; at < text.size();) {
    const utf8::character c = utf8::decode(text, at);
    at += c.size;
    if (c.code < 0xC0 || c.opaque()) {
      put(c.code);
      continue;
    }
    if (c.code >= syllables && c.code < syllables + 11172) {  // Hangul: lead, vowel and perhaps trail
      const char32_t index = c.code - syllables;
      put(0x1100 + index / 588);
      put(0x1161 + index % 588 / 28);
      if (index % 28 != 0) put(0x11A7 + index % 28);
      continue;
    }
    const std::size_t found = unicode::detail::find_code(unicode::detail::nfd_from, c.code);
    if (found == unicode::detail::nfd_from.size()) {
      put(c.code);
      continue;
    }
    for (std::size_t i = unicode::detail::nfd_start[found]; i != unicode::detail::nfd_start[found + 1]; ++i) {
      put(unicode::detail::nfd_to[i]);
    }
  }
  order();
}

MHQA_INLINE std::vector<std::string> searchable_tokens(std::string_view text) {
  std::vector<char32_t> codes;
  append_decomposed(codes, text);
  std::vector<std::string> out;
  std::string token, lowered;
  const auto end_token = [&] {
    if (token.empty()) return;
    lowered.clear();
    append_lower(lowered, token);
    out.push_back(lowered);
    token.clear();
  };
  for (const char32_t code : codes) {
    const std::uint8_t form = unicode::detail::form(code);
    if ((form & unicode::detail::form_word_part) == 0) end_token();
    if ((form & (unicode::detail::form_word_part | unicode::detail::form_single)) == 0) continue;
    utf8::append(token, {code, utf8::detail::encoded_size(code)});
    if ((form & unicode::detail::form_single) != 0) end_token();
  }
  end_token();
  return out;
}

MHQA_INLINE std::string kilt_form(std::string_view text) {
  const std::string words = normalize(text, normalizations::keep_articles);
  std::string out;
  std::size_t run = 0;  // where the word began in `out`
  const auto end_word = [&] {
    const std::string_view word = std::string_view{out}.substr(run);
    if (word == "a" || word == "an" || word == "the") out.replace(run, word.size(), " ");
  };
  for (std::size_t at = 0; at < words.size();) {
    const utf8::character c = utf8::decode(words, at);
    const bool is_word = !c.opaque() && unicode::is_regex_word(c.code);
    if (!is_word) end_word();
    out.append(words, at, c.size);
    if (!is_word) run = out.size();
    at += c.size;
  }
  end_word();
  return normalize(out, normalizations::none);
}

}  // namespace mhqa::inline v0_1
