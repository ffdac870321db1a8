// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Error types: data_error reports bad input with its place and a code, usage_error reports a wrong call of the library,
// and parsed<T> is the return type of functions in which malformed input is an expected outcome.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/printable.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace mhqa::inline v0_1 {

/// A position in the caller's data. Unknown parts stay empty.
struct place {
  std::string file{};                     ///< path as the caller gave it; "-" is standard input
  std::optional<std::uint64_t> record{};  ///< number of the record (JSON array) or line (JSON Lines), from 1
  std::string id{};                       ///< the record's own id
  std::string field{};                    ///< e.g. "supporting_facts[2][1]"
  std::optional<std::uint64_t> byte{};    ///< offset in the file, from 0

  friend bool operator==(const place&, const place&) = default;
};

/// Spells a place: "gold.json: record 12, id \"abc\", field \"answer\", byte 345". Empty if no part is known.
///
/// Shape: one line, as printable() makes it
[[nodiscard]] inline std::string to_string(const place& where) {
  std::string out;
  const auto quoted = [&out](std::string_view text) { out.append("\"").append(printable(text)).append("\""); };
  bool first = true;
  const auto part = [&](std::string_view name) {
    if (!first) out += ", ";
    first = false;
    out += name;
  };
  if (where.record) {
    part("record ");
    out += std::to_string(*where.record);
  }
  if (!where.id.empty()) {
    part("id ");
    quoted(where.id);
  }
  if (!where.field.empty()) {
    part("field ");
    quoted(where.field);
  }
  if (where.byte) {
    part("byte ");
    out += std::to_string(*where.byte);
  }
  if (where.file.empty()) return out;
  const std::string file = printable(where.file);
  return out.empty() ? file : file + ": " + out;
}

/// The kind of a data_error, for programs that react to it. The message has the details.
enum class errc : std::uint8_t {
  invalid,        ///< a value outside its domain; the default
  malformed,      ///< not well-formed JSON, UTF-8, CSV, …
  missing_field,  ///< a required field is absent
  wrong_type,     ///< a field has another JSON type than expected
  duplicate,      ///< an id or key occurs twice
  unknown_name,   ///< no dialect, rule, field, … has this name
  mismatch,       ///< two inputs do not belong together
  missing,        ///< no questions, gold answers or predictions
  io,             ///< a file cannot be opened, read or written
};

/// The code as text: "missing_field".
[[nodiscard]] constexpr std::string_view to_string(errc code) noexcept {
  constexpr std::string_view names[] = {"invalid",      "malformed", "missing_field", "wrong_type", "duplicate",
                                        "unknown_name", "mismatch",  "missing",       "io"};
  return names[static_cast<std::size_t>(code)];
}

/// Thrown for unusable input data. what() is one line: the place, then the problem.
class data_error : public std::runtime_error {
 public:
  data_error(place where, std::string problem, errc code = errc::invalid)
      : std::runtime_error{join(where, problem)}, where_{std::move(where)}, problem_{std::move(problem)}, code_{code} {}

  [[nodiscard]] const place& where() const noexcept { return where_; }
  [[nodiscard]] const std::string& problem() const noexcept { return problem_; }
  [[nodiscard]] errc code() const noexcept { return code_; }

 private:
  static std::string join(const place& where, const std::string& problem) {
    std::string out = to_string(where);
    if (!out.empty()) out += ": ";
    return out + printable(problem);
  }

  place where_;
  std::string problem_;
  errc code_;
};

/// Throws data_error. A separate function keeps the callers' fast paths small.
[[noreturn]] inline void throw_data_error(place where, std::string problem, errc code = errc::invalid) {
  throw data_error{std::move(where), std::move(problem), code};
}

/// Calls f(), and adds the file and the id to a data_error that lacks them.
template <class F>
decltype(auto) with_place(std::string_view file, std::string_view id, F&& f) {
  try {
    return std::forward<F>(f)();
  } catch (const data_error& error) {
    place where = error.where();
    if (where.file.empty()) where.file = file;
    if (where.id.empty()) where.id = id;
    throw data_error{std::move(where), error.problem(), error.code()};
  }
}

/// Thrown for a wrong call of the library: no input file could cause it, so the program has to change.
class usage_error : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Throws usage_error. A separate function keeps the callers' fast paths small.
[[noreturn]] inline void throw_usage_error(const std::string& problem) {
  throw usage_error{problem};
}

/// A value, or the expected input and the position at which it was not found.
///
/// Shape:  value is set exactly when the input was well formed; otherwise `expected` names the missing element of the
///         grammar (a string literal) and `position` is its byte offset in the input
/// Errors: never throws; value_or_throw() turns a failure into data_error
template <class T>
struct parsed {
  std::optional<T> value;
  std::string_view expected{};
  std::size_t position{};

  [[nodiscard]] constexpr explicit operator bool() const noexcept { return value.has_value(); }
  [[nodiscard]] constexpr const T& operator*() const& noexcept { return *value; }
  [[nodiscard]] constexpr T&& operator*() && noexcept { return *std::move(value); }
  [[nodiscard]] constexpr const T* operator->() const noexcept { return &*value; }

  /// Returns the value, or throws data_error at `where` with the expected input.
  [[nodiscard]] T value_or_throw(place where = {}) && {
    if (!value) {
      throw_data_error(std::move(where),
                       "expected " + std::string{expected} + " at position " + std::to_string(position),
                       errc::malformed);
    }
    return *std::move(value);
  }

  friend constexpr bool operator==(const parsed&, const parsed&) = default;
};

/// Makes a failed parsed<T>.
template <class T>
[[nodiscard]] constexpr parsed<T> not_parsed(std::string_view expected, std::size_t position) noexcept {
  return {std::nullopt, expected, position};
}

}  // namespace mhqa::inline v0_1
