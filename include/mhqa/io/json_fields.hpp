// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the fields of a JSON object into variables: one row for each field, with its name and what receives its value.
//   read_fields(value, required_field{"id", record_id(id)}, optional_field{"title", title});
#pragma once

#include <mhqa/io/json.hpp>

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {
namespace detail {

template <class T>
void read_into(json_value value, std::optional<T>& to);
template <class T>
void read_into(json_value value, std::vector<T>& to);

/// Reads a value of the variable's type, or calls a function of the value.
template <class To>
void read_into(json_value value, To& to) {
  if constexpr (std::invocable<To&, json_value>) {
    static_cast<void>(to(value));
  } else if constexpr (std::same_as<To, bool>) {
    to = value.boolean();
  } else if constexpr (std::same_as<To, double>) {
    to = value.number();
  } else if constexpr (std::same_as<To, std::uint32_t>) {
    to = value.natural();
  } else if constexpr (std::same_as<To, std::int64_t>) {
    to = value.integer();
  } else {
    to = value.string();
  }
}

template <class T>
void read_into(json_value value, std::optional<T>& to) {
  T read{};
  read_into(value, read);
  to = std::move(read);
}

template <class T>
void read_into(json_value value, std::vector<T>& to) {
  to.clear();
  value.array([&](json_value element) { read_into(element, to.emplace_back()); });
}

}  // namespace detail

/// Returns a function that reads a value unless it is null, which leaves the variable as it is.
template <class To>
[[nodiscard]] auto or_null(To& to) {
  return [&to](json_value value) {
    if (!value.is_null()) detail::read_into(value, to);
  };
}

/// Returns a function that reads the id of a record, which errors name from here on.
template <class To>
[[nodiscard]] auto record_id(To& to) {
  return [&to](json_value value) { to = value.context().id = value.string(); };
}

/// A field that an object may have. `to` is a variable, a vector or a function of the value; the field is left to the
/// next rows unless it is `wanted`.
template <class To>
struct optional_field {
  std::string_view name;
  To to;
  bool wanted = true;

  [[nodiscard]] bool take(std::string_view key, json_value value) {
    if (key != name || !wanted) return false;
    detail::read_into(value, to);
    return true;
  }
  void check(const json_context&) const noexcept {}
};
template <class To>
optional_field(std::string_view, To&&) -> optional_field<To>;
template <class To>
optional_field(std::string_view, To&&, bool) -> optional_field<To>;

/// A field that is read like an optional one, but must be there if it is `needed`.
template <class To>
struct required_field {
  std::string_view name;
  To to;
  bool needed = true;
  bool seen = false;

  [[nodiscard]] bool take(std::string_view key, json_value value) {
    if (key != name) return false;
    detail::read_into(value, to);
    return seen = true;
  }
  void check(const json_context& context) const { context.require(seen || !needed, name); }
};
template <class To>
required_field(std::string_view, To&&) -> required_field<To>;
template <class To>
required_field(std::string_view, To&&, bool) -> required_field<To>;

namespace detail {

[[nodiscard]] inline std::string_view read_text_id(json_value value) {
  return value.context().id = value.string();
}

}  // namespace detail

/// The field that holds a record's id: "_id", or "id" as Hugging Face names it. Of both, "_id" counts. `read` returns
/// the id, which errors name from here on.
struct id_field {
  std::string_view& id;
  std::string_view (*read)(json_value) = detail::read_text_id;
  bool seen = false, underscored = false;

  [[nodiscard]] bool take(std::string_view key, json_value value) {
    if (key == "_id") {
      underscored = true;
    } else if (key != "id" || underscored || !value.is_string()) {
      return false;
    }
    id = read(value);
    return seen = true;
  }
  void check(const json_context& context) const { context.require(seen, "_id"); }
};

/// All fields that no row before takes: calls f(name, value).
template <class F>
struct other_fields {
  F f;

  [[nodiscard]] bool take(std::string_view key, json_value value) {
    f(key, value);
    return true;
  }
  void check(const json_context&) const noexcept {}
};
template <class F>
other_fields(F) -> other_fields<F>;

/// Reads an object. The first row that takes a field receives its value.
///
/// Errors:  data_error as json_value::object(); then for the first row whose required field is missing
/// Example: read_fields(value, required_field{"text", text}, other_fields{[](std::string_view, json_value) {}});
template <class... Rows>
void read_fields(json_value value, Rows&&... rows) {
  value.object([&](std::string_view key, json_value field) { static_cast<void>((rows.take(key, field) || ...)); });
  (rows.check(value.context()), ...);
}

}  // namespace mhqa::inline v0_1::io
