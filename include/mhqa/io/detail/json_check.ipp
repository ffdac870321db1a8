// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of json_check.hpp.
#pragma once

#include <mhqa/io/json_check.hpp>

#include <mhqa/error.hpp>
#include <mhqa/io/json_scalars.hpp>
#include <mhqa/utf8.hpp>

#include <algorithm>
#include <cstddef>

namespace mhqa::inline v0_1::io::detail {

MHQA_INLINE std::string beginning_of(std::string_view text) {
  constexpr std::size_t shown = 24;
  const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  const std::string_view start = utf8::prefix(line, shown);
  std::string out{'"'};
  out += start;
  out += start.size() < line.size() ? "…\"" : "\"";
  return out;
}

MHQA_INLINE void fail_malformed(const char* at, std::string_view expected, const json_context& context) {
  const char* const end = context.begin + context.size;
  if (at >= end) throw_data_error(context.where(end), describe(simdjson::INCOMPLETE_ARRAY_OR_OBJECT));
  throw_data_error(context.where(at), "expected well-formed JSON: " + std::string{expected} + ", found " +
                                          beginning_of({at, static_cast<std::size_t>(end - at)}));
}

MHQA_INLINE const std::uint32_t* json_checker::value(const std::uint32_t* at) {
  if (at < context_->checked) return known(at);
  const std::uint32_t* const after = walk(at);
  const char* const from = context_->place_of(at);
  const escape_fault escape = bad_escape_in(from, after != nullptr ? context_->place_of(after) : context_->bad);
  return escape.at == nullptr ? after : refuse(escape.at, escape.expected);
}

MHQA_INLINE const std::uint32_t* json_checker::name(const std::uint32_t* at) noexcept {
  if (context_->first_of(at) != '"') return refuse(at, "a member's name in quotation marks");
  return context_->first_of(at + 1) == ':' ? at + 2 : refuse(at + 1, "a colon after a member's name");
}

MHQA_INLINE const std::uint32_t* json_checker::refuse(const std::uint32_t* at, std::string_view expected) noexcept {
  context_->checked = std::max(context_->checked, at + 1);
  return refuse(context_->place_of(at), expected);
}

MHQA_INLINE const std::uint32_t* json_checker::refuse(const char* at, std::string_view expected) noexcept {
  context_->bad = at;
  context_->expected = expected;
  return nullptr;
}

MHQA_INLINE const std::uint32_t* json_checker::walk(const std::uint32_t* at) {
  json_context& c = *context_;
  c.brackets.clear();
  for (;;) {
    const char first = c.first_of(at);
    if (first == '{' || first == '[') {
      c.after[at - c.first] = 0;
      c.brackets.push_back(at++);
      if (c.first_of(at) != closing(first)) {
        if (first == '{' && (at = name(at)) == nullptr) return nullptr;
        continue;
      }
      close(at);
    } else if (first != '"' && scalar_at(at, c).empty() && !is_python_number(at, c)) {
      return refuse(at, "a value");
    }
    for (++at;; ++at) {  // past what is complete
      if (c.brackets.empty()) return c.checked = at;
      const char open = *c.place_of(c.brackets.back()), next = c.first_of(at);
      if (next == ',') break;
      if (next != closing(open)) return refuse(at, open == '{' ? member_end : element_end);
      close(at);
    }
    ++at;
    if (*c.place_of(c.brackets.back()) == '{' && (at = name(at)) == nullptr) return nullptr;
  }
}

MHQA_INLINE void json_checker::close(const std::uint32_t* at) noexcept {
  context_->after[context_->brackets.back() - context_->first] = static_cast<std::uint32_t>(at + 1 - context_->first);
  context_->brackets.pop_back();
}

MHQA_INLINE const std::uint32_t* json_checker::known(const std::uint32_t* at) const noexcept {
  const json_context& c = *context_;
  const char first = c.first_of(at);
  const bool nested = first == '{' || first == '[';
  if (nested && c.after[at - c.first] == 0) return nullptr;
  const std::uint32_t* const after = nested ? c.first + c.after[at - c.first] : at + 1;
  return c.bad != nullptr && c.bad >= c.place_of(at) && c.bad < c.place_of(after) ? nullptr : after;
}

MHQA_INLINE void fail_checked(const json_context& context) {
  if (context.expected == bad_escape || context.expected == bad_unicode_escape) {
    throw_data_error(context.where(context.bad), std::string{context.expected});
  }
  fail_malformed(context.bad, context.expected, context);
}

MHQA_INLINE void skip_value(json_context& context) {
  const std::uint32_t* const after = json_checker{context}.value(context.token);
  if (after == nullptr) fail_checked(context);
  context.token = after;
}

}  // namespace mhqa::inline v0_1::io::detail
