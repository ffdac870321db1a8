// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of fan_out.hpp.
#pragma once

#include <mhqa/graph/fan_out.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/graph/references.hpp>

namespace mhqa::inline v0_1 {

MHQA_INLINE fan_out_step fan_out_step::with_references(std::string_view step) {
  expect_step_numbers(step);
  fan_out_step out{""};
  std::size_t from = 0;
  for (const step_reference& r : find_references(step)) {
    out.append(step.substr(from, r.position - from), r.step);
    from = r.position + r.size;
  }
  out.texts_.back() = step.substr(from);
  return out;
}

MHQA_INLINE void fan_out_step::append(std::string_view text, std::uint32_t step) {
  texts_.back() += text;
  texts_.emplace_back();
  to_.push_back(step);
}

MHQA_INLINE bool fan_out_step::names(std::string_view answer) const {
  return std::any_of(texts_.begin(), texts_.end(),
                     [&](const std::string& text) { return find_name(text, answer, 0) != std::string::npos; });
}

MHQA_INLINE void fan_out_step::refer(std::string_view answer, std::uint32_t step) {
  fan_out_step out{""};
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    const std::string_view text = texts_[i];
    std::size_t from = 0, at = 0;
    while ((at = find_name(text, answer, from)) != std::string::npos) {
      out.append(text.substr(from, at - from), step);
      from = at + answer.size();
    }
    out.append(text.substr(from));
    if (i < to_.size()) out.append("", to_[i]);
  }
  *this = std::move(out);
}

MHQA_INLINE std::size_t fan_out_step::find_name(std::string_view text, std::string_view name, std::size_t from) {
  if (name.empty()) return std::string::npos;
  const auto in_word = [](char c) { return ascii::is_digit(c) || ascii::is_letter(c) || (c & '\x80') != 0; };
  for (std::size_t at = text.find(name, from); at != std::string::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || !in_word(text[at - 1]) || !in_word(name[0]);
    const bool ends = end == text.size() || !ascii::is_digit(name.back()) || !ascii::is_digit(text[end]);
    if (begins && ends) return at;
  }
  return std::string::npos;
}

}  // namespace mhqa::inline v0_1
