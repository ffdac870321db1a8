// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of json.hpp.
#pragma once

#include <mhqa/io/json.hpp>

#include <mhqa/text/number.hpp>
#include <mhqa/text/unicode_data.hpp>

#include <simdjson.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <system_error>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void json_value::fail(std::string problem) {
  throw_data_error(context_->where(is_held() ? nullptr : context_->place_of(token_)), std::move(problem));
}

MHQA_INLINE std::string_view json_value::found() const noexcept {
  switch (first()) {
    case '[':
      return "an array";
    case '{':
      return "an object";
    case '"':
      return "a string";
    case 't':
    case 'f':
      return "a boolean";
    case 'n':
      return "null";
    default:
      return is_number() ? "a number" : "something that is not JSON";
  }
}

MHQA_INLINE bool json_value::is_null() {
  if (first() != 'n') return false;
  if (!is_held() && scalar().empty()) mismatch("null");
  return true;
}

MHQA_INLINE std::string_view json_value::string() {
  if (!is_string()) mismatch("a string");
  if (is_held()) return held_->text();
  context_->token = token_ + 1;
  return detail::unescaped(context_->place_of(token_) + 1, *context_);
}

MHQA_INLINE bool json_value::boolean() {
  if (is_held() && is_boolean()) return first() == 't';
  const std::string_view word = is_boolean() ? scalar() : std::string_view{};
  if (word.empty()) mismatch("true or false");
  return word == "true";
}

MHQA_INLINE double json_value::number() {
  if (!is_number()) mismatch("a number");
  if (is_held()) return held_->number();
  const std::optional<double> result = python_float(scalar());
  if (!result || !std::isfinite(*result)) {
    fail("expected a finite number (NaN, Infinity and numbers beyond double precision's range are refused)");
  }
  return *result;
}

MHQA_INLINE std::uint32_t json_value::natural() {
  const std::int64_t number = integer();
  if (number < 0 || number > std::numeric_limits<std::uint32_t>::max()) {
    fail("expected a number from 0 to 4294967295");
  }
  return static_cast<std::uint32_t>(number);
}

MHQA_INLINE std::string_view json_value::raw() {
  if (is_held()) {
    std::string text;
    append_json(text, *held_);
    return context_->arena.store(text);
  }
  context_->token = token_;
  detail::skip_value(*context_);
  const bool nested = is_object() || is_array();
  const char* const at = context_->place_of(token_);
  const char* const end = nested ? context_->place_of(context_->token - 1) + 1 : context_->place_of(context_->token);
  const std::string_view text{at, static_cast<std::size_t>(end - at)};
  return detail::kept(text.substr(0, text.find_last_not_of(detail::json_space) + 1), *context_);
}

MHQA_INLINE std::string_view json_value::scalar() {
  context_->token = token_ + 1;
  return detail::scalar_at(token_, *context_);
}

MHQA_INLINE json_context& json_value::begin(char bracket, std::string_view kind) {
  if (first() != bracket) mismatch(kind);
  if (context_->path.size() >= 1000) [[unlikely]]
    throw_data_error(context_->where(), detail::describe(simdjson::DEPTH_ERROR));
  ++context_->open;
  return *context_;
}

MHQA_INLINE bool json_value::take(char wanted) noexcept {
  const bool found = context_->first_of(context_->token) == wanted;
  context_->token += found ? 1 : 0;
  return found;
}

MHQA_INLINE detail::member_list json_value::members() const {
  return is_held() ? detail::member_list{*held_, *context_} : detail::member_list{token_, *context_};
}

MHQA_INLINE void json_value::end_members(const detail::member_list& found) {
  if (!is_held()) {
    if (found.end == nullptr) detail::fail_checked(*context_);
    context_->token = found.end;
  }
  context_->members.resize(found.first);
  --context_->open;
}

MHQA_INLINE bool json_value::begin_elements(const held_value*& held) {
  if (is_held()) {
    if (held_->parts().empty()) return false;
    context_->held = held = held_->parts().data();
  } else {
    context_->token = token_ + 1;
    if (take(']')) return false;
  }
  context_->path.push_back({{}, 0});
  return true;
}

MHQA_INLINE bool json_value::next_element(const held_value*& held) {
  if (held != nullptr) {
    if (++held != held_->parts().data() + held_->parts().size()) {
      context_->held = held;
      return true;
    }
  } else if (take(',')) {
    return true;
  }
  context_->path.pop_back();
  if (held == nullptr && !take(']')) {
    detail::fail_malformed(context_->place_of(context_->token), detail::element_end, *context_);
  }
  return false;
}

MHQA_INLINE std::int64_t json_value::whole(double bound, bool exact) {
  if (!is_number()) mismatch("an integer");
  if (is_held() && held_->is() == held_value::kind::whole) return held_->whole();
  const std::string_view text = is_held() ? raw() : scalar();
  std::int64_t result = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result);
  if (error == std::errc{} && end == text.data() + text.size() && !text.empty()) return result;
  const std::optional<double> real = python_float(text);
  if (!real || !(std::fabs(*real) < bound) || (exact && std::trunc(*real) != *real)) {
    fail("expected an integer that fits 64 bits");
  }
  return static_cast<std::int64_t>(*real);
}

}  // namespace mhqa::inline v0_1::io
