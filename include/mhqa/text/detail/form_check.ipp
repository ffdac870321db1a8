// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of form_check.hpp.
#pragma once

#include <mhqa/text/form_check.hpp>

#include <mhqa/text/lower.hpp>
#include <mhqa/utf8.hpp>

#include <algorithm>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE bool each_followed(const form_rule& rule, const tag_scan& text) noexcept {
  for (std::size_t at = text.find(rule.tags[0]); at != tag_scan::npos; at = text.find(rule.tags[0], at)) {
    const std::size_t second = text.find(rule.tags[2], at);
    const std::size_t closed = text.find(rule.tags[1], at);
    if (second == tag_scan::npos || closed == tag_scan::npos) return false;
    const std::size_t end = text.find(rule.tags[3], second);
    if (end == tag_scan::npos || !(at < closed && closed < second)) return false;
    at = end;
  }
  return true;
}

MHQA_INLINE bool has_word(std::string_view text, std::string_view word) noexcept {
  constexpr std::size_t block = 64;
  if (text.size() < word.size()) return false;
  const char second = word[1], third = word[2];
  const std::size_t last = text.size() - word.size();
  for (std::size_t at = 0; at <= last; at += block) {
    const std::size_t end = std::min(block, last + 1 - at);
    const char* const here = text.data() + at;
    unsigned char hits = 0;  // as wide as the text's bytes, which keeps the loop narrow
    for (std::size_t i = 0; i < end; ++i) {
      hits = static_cast<unsigned char>(hits | (unsigned{here[i + 1] == second} & unsigned{here[i + 2] == third}));
    }
    if (hits == 0) continue;
    for (std::size_t i = 0; i < end; ++i) {
      if (text.compare(at + i, word.size(), word) == 0) return true;
    }
  }
  return false;
}

MHQA_INLINE bool has_ideograph(std::string_view text) noexcept {
  const char* const end = text.data() + text.size();
  auto at = static_cast<std::size_t>(end_of_ascii(text.data(), end) - text.data());
  for (; at < text.size(); ++at) {  // finds three bytes from E4 B8 80 to E9 BF BF
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0xE4 || byte > 0xE9) continue;
    const utf8::character c = utf8::decode(text, at);
    if (!c.opaque() && c.code >= 0x4E00 && c.code <= 0x9FFF) return true;
  }
  return false;
}

MHQA_INLINE bool chinese_outside(const form_rule& rule, const tag_scan& text) noexcept {
  std::size_t begin = 0;
  for (;;) {
    const std::size_t open = text.find(rule.tags[0], begin);
    const std::size_t close = open == tag_scan::npos ? open : text.find(rule.tags[1], open);
    if (close == tag_scan::npos) return has_ideograph(text.text().substr(begin));
    if (has_ideograph(text.text().substr(begin, open - begin))) return true;
    begin = close + rule.tags[1].size();
  }
}

MHQA_INLINE bool keeps(const form_rule& rule, const tag_scan& text) noexcept {
  const auto tags = tags_of(rule);
  switch (rule.test) {
    case form_test::same_counts: {
      const std::size_t first = text.count(tags[0]);
      if (first < rule.least) return false;
      for (const std::string_view tag : tags.subspan(1)) {
        if (text.count(tag) != first) return false;
      }
      return true;
    }
    case form_test::counted:
      for (const std::string_view tag : tags) {
        const std::size_t n = text.count(tag);
        if (n < rule.least || n > rule.most) return false;
      }
      return true;
    case form_test::total_counted: {
      std::size_t total = 0;
      for (const std::string_view tag : tags) total += text.count(tag);
      return total <= rule.most;
    }
    case form_test::absent:
      for (const std::string_view word : tags) {
        if (has_word(text.text(), word)) return false;
      }
      return true;
    case form_test::closed:
      return text.closes_each(tags[0], tags[1]);
    case form_test::followed:
      return each_followed(rule, text);
    case form_test::in_order:
      return text.find(tags[0]) <= text.find(tags[1]);
    case form_test::holds_between: {
      const std::size_t begin = text.find(tags[0]), end = text.find(tags[1]);
      const std::string_view inner = text.text().substr(begin, end - begin);
      return inner.find(tags[2]) != std::string_view::npos && inner.find(tags[3]) != std::string_view::npos;
    }
    case form_test::no_chinese:
      return !chinese_outside(rule, text);
  }
  return true;
}

}  // namespace detail

MHQA_INLINE bool alternates(std::string_view open, std::string_view close, const tag_scan& text) noexcept {
  std::size_t at = text.find(open), end = text.find(close);
  if (at == tag_scan::npos && end == tag_scan::npos) return false;
  while (at != tag_scan::npos) {
    if (end == tag_scan::npos || end < at) return false;
    const std::size_t next = text.find(open, at + 1);
    if (next < end) return false;
    at = next;
    end = text.find(close, end + 1);
  }
  return end == tag_scan::npos;
}

}  // namespace mhqa::inline v0_1
