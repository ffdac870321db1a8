// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of encoded_list.hpp.
#pragma once

#include <mhqa/text/encoded_list.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/text/number.hpp>
#include <mhqa/text/unicode.hpp>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE bool literal_reader::read() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (is_bracket(c, opening)) {
      open_ += c;
      ++at_;
    } else if (is_bracket(c, closing)) {
      if (open_.empty() || opening.find(open_.back()) != closing.find(c)) return false;
      open_.pop_back();
      ++at_;
      if (open_.empty()) return at_ == text_.size();
    } else if (c == ',' || c == ':' || ascii::is_space(c)) {
      commas_ += c == ',' && open_.size() == 1 ? 1 : 0;
      ++at_;
    } else if (!value()) {
      return false;
    }
  }
  return false;
}

MHQA_INLINE bool literal_reader::value() {
  constexpr std::string_view prefixes = "burBUR";  // b'…', u'…'
  if (prefixes.find(text_[at_]) != std::string_view::npos && at_ + 1 < text_.size() && is_quote(text_[at_ + 1])) {
    ++at_;
  }
  if (is_quote(text_[at_])) return string();
  const std::size_t begin = at_;
  while (at_ < text_.size() && (ascii::is_letter(text_[at_]) || ascii::is_digit(text_[at_]) || text_[at_] == '+' ||
                                text_[at_] == '-' || text_[at_] == '.')) {
    ++at_;
  }
  const std::string_view word = text_.substr(begin, at_ - begin);
  for (const std::string_view known : words) {
    if (word == known) return true;
  }
  return !word.empty() && python_float(word).has_value();
}

MHQA_INLINE bool literal_reader::string() {
  const char quote = text_[at_++];
  for (; at_ < text_.size(); ++at_) {
    if (text_[at_] == '\\') {
      ++at_;
    } else if (text_[at_] == quote) {
      ++at_;
      ++strings_;
      return true;
    }
  }
  return false;
}

}  // namespace detail

MHQA_INLINE bool is_encoded_list(std::string_view text) {
  constexpr std::string_view array = "array(", type = "dtype=";
  text = ascii::trim(text);
  if (text.starts_with(array) && text.ends_with(')')) {  // NumPy's repr()
    text = text.substr(array.size(), text.size() - array.size() - 1);
    if (const std::size_t at = text.rfind(type); at != std::string_view::npos) text = text.substr(0, at);
    while (!text.empty() && (text.back() == ',' || ascii::is_space(text.back()))) text.remove_suffix(1);
  }
  if (text.empty() || (text.front() != '[' && text.front() != '{' && text.front() != '(')) return false;
  detail::literal_reader literal{text};
  if (!literal.read()) return false;
  return text.front() != '(' || (literal.strings() != 0 && literal.commas() != 0);
}

}  // namespace mhqa::inline v0_1
