// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Looks up a constant by name: find<dialect>("musique"), find<reward_rule>("recall_f1"), find<dire::kind>("probe").
// Specialise named_values to support a type.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/error.hpp>

#include <concepts>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1 {

/// The named values of a type. A specialisation has `static constexpr const auto& all`, a range of T, and
/// `static constexpr std::string_view kind`, the word for T in messages ("dialect").
template <class T>
struct named_values;

namespace detail {

template <class T>
[[nodiscard]] constexpr std::string_view name_of(const T& value) noexcept {
  if constexpr (requires { value.name.view(); }) {
    return value.name.view();
  } else if constexpr (requires { std::string_view{value.name}; }) {
    return value.name;
  } else {
    return to_string(value);
  }
}

}  // namespace detail

/// A type whose values can be looked up by name.
template <class T>
concept named = requires {
  named_values<T>::all;
  { named_values<T>::kind } -> std::convertible_to<std::string_view>;
};

/// Returns the value with this name, or null.
///
/// Example: find<dialect>("musique")->decimals  // 3
template <named T>
[[nodiscard]] constexpr const T* find(std::string_view name) noexcept {
  for (const T& value : named_values<T>::all) {
    if (detail::name_of(value) == name) return &value;
  }
  return nullptr;
}

/// Returns the value with this name.
///
/// Errors: data_error (errc::unknown_name) that lists the names
template <named T>
[[nodiscard]] constexpr const T& find_or_throw(std::string_view name) {
  if (const T* const found = find<T>(name)) return *found;
  std::string known;
  for (const T& value : named_values<T>::all) {
    known.append(known.empty() ? "" : ", ").append(detail::name_of(value));
  }
  throw_data_error(
      {}, "unknown " + std::string{named_values<T>::kind} + " \"" + std::string{name} + "\"; expected one of: " + known,
      errc::unknown_name);
}

}  // namespace mhqa::inline v0_1
