// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of set_f1.hpp.
#pragma once

#include <mhqa/metrics/set_f1.hpp>

#include <mhqa/metrics/overlap.hpp>
#include <mhqa/metrics/token_bag.hpp>
#include <mhqa/text/unicode_forms.hpp>
#include <mhqa/utf8.hpp>

#include <algorithm>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE void sorted_words(const normalized& text, std::vector<std::string_view>& out) {
  out.clear();
  for (const token& word : text.tokens()) out.push_back(word.in(text.text()));
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
}

MHQA_INLINE void distinct_words(const normalized& text, std::vector<token>& out) {
  const char* const bytes = text.text().data();
  const std::span<const token> words = text.tokens();
  out.assign(words.begin(), words.end());
  const auto same = [bytes](const token& a, const token& b) { return same_token(bytes, a, bytes, b); };
  if (words.size() > token_bag::few) {
    std::sort(out.begin(), out.end(),
              [bytes](const token& a, const token& b) { return token_before(bytes, a, bytes, b); });
    out.erase(std::unique(out.begin(), out.end(), same), out.end());
    return;
  }
  auto kept = out.begin();
  for (const token& word : words) {
    if (std::any_of(out.begin(), kept, [&](const token& other) { return same(word, other); })) continue;
    *kept++ = word;
  }
  out.erase(kept, out.end());
}

MHQA_INLINE std::size_t common_words(const char* text_a, std::span<const token> a, const char* text_b,
                                     std::span<const token> b) {
  if (b.size() <= token_bag::few) return common_with_few(text_a, a, text_b, b);
  if (a.size() <= token_bag::few) return common_with_few(text_b, b, text_a, a);
  std::size_t common = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const bool before = token_before(text_a, a[i], text_b, b[j]), after = token_before(text_b, b[j], text_a, a[i]);
    if (!before && !after) ++common;
    if (!after) ++i;
    if (!before) ++j;
  }
  return common;
}

MHQA_INLINE bool has_chinese(std::string_view text) noexcept {
  for (std::size_t at = 0; at < text.size();) {
    if (static_cast<unsigned char>(text[at]) < 0xE3) {
      ++at;
      continue;
    }
    const utf8::character c = utf8::decode(text, at);
    at += c.size;
    if (c.opaque()) continue;
    if ((c.code >= 0x4E00 && c.code <= 0x9FFF) || (c.code >= 0x3400 && c.code <= 0x4DBF) ||
        (c.code >= 0xF900 && c.code <= 0xFAFF)) {
      return true;
    }
  }
  return false;
}

MHQA_INLINE void chinese_items(std::string_view text, std::vector<std::string>& out) {
  out.clear();
  bool in_number = false;
  for (std::size_t at = 0; at < text.size();) {
    const utf8::character c = utf8::decode(text, at);
    const std::string_view bytes = text.substr(at, c.size);
    at += c.size;
    const bool digit = !c.opaque() && unicode::is_digit(c.code);
    if (digit && !in_number) out.emplace_back();
    if (digit) out.back() += bytes;
    in_number = digit;
  }
  for (std::size_t at = 0; at < text.size();) {
    const utf8::character c = utf8::decode(text, at);
    const std::string_view bytes = text.substr(at, c.size);
    at += c.size;
    const bool dropped = (c.code >= '0' && c.code <= '9') || c.code == ' ' || c.code == ',' || c.code == '.' ||
                         c.code == '-' || c.code == 0xFF0C || c.code == 0x3002;
    if (!dropped) out.emplace_back(bytes);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
}

}  // namespace detail

MHQA_INLINE double score_sets(set_answer& prediction, const set_answer& gold, bool by_characters) {
  if (by_characters && gold.chinese) {
    if (prediction.characters.empty()) detail::chinese_items(prediction.text.text(), prediction.characters);
    return detail::set_f1(detail::common_in_order(prediction.characters, gold.characters), prediction.characters.size(),
                          gold.characters.size());
  }
  const std::size_t common =
      detail::common_words(prediction.text.text().data(), prediction.words, gold.text.text().data(), gold.words);
  return detail::set_f1(common, prediction.words.size(), gold.words.size());
}

}  // namespace mhqa::inline v0_1
