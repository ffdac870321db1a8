// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The T of std::optional<T>, for functions that may end a run early.
#pragma once

#include <optional>
#include <type_traits>

namespace mhqa::inline v0_1::detail {

template <class T>
struct without_optional {
  using type = T;
};
template <class T>
struct without_optional<std::optional<T>> {
  using type = T;
};
template <class T>
using without_optional_t = typename without_optional<std::remove_cvref_t<T>>::type;

}  // namespace mhqa::inline v0_1::detail
