// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// JSON values for the data set readers: simdjson's on-demand values together with their place in the file, so that an
// error about a wrong type or a missing field names file, record, id, field and byte.
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/error.hpp>
#include <mhqa/text/byte_masks.hpp>
#include <mhqa/text/string_arena.hpp>
#include <mhqa/utf8.hpp>

#include <simdjson.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// The lifetime of a source's strings.
enum class lifetime : std::uint8_t {
  record,  ///< until the next record is read: a stream needs memory for one record only
  source,  ///< as long as the source
};

/// The position of the reader and the store of its unescaped strings; one per source.
struct json_context {
  struct step {
    std::string_view key;
    std::size_t index = 0;  // used if key.data() is null
  };

  std::string file;
  const char* begin = nullptr;  // first byte of the document or line
  std::size_t size = 0;         // its length
  std::uint64_t offset = 0;     // its offset in the file
  std::optional<std::uint64_t> record;
  std::string_view id;
  std::vector<step> path;
  string_arena arena;
  lifetime strings = lifetime::record;
  bool buffer_lasts = false;                         // the document's bytes are valid as long as the source
  simdjson::ondemand::document* document = nullptr;  // the document being read, which knows its byte

  /// Returns the current place, with `at` as its byte if that lies in the document.
  [[nodiscard]] place where(const char* at = nullptr) const {
    place result{.file = file, .record = record, .id = std::string{id}, .field = {}, .byte = {}};
    for (const step& s : path) {
      if (s.key.data() == nullptr) {
        result.field += '[' + std::to_string(s.index) + ']';
      } else {
        if (!result.field.empty()) result.field += '.';
        result.field += s.key;
      }
    }
    if (at != nullptr && at >= begin && at <= begin + size) {
      result.byte = offset + static_cast<std::uint64_t>(at - begin);
    }
    return result;
  }

  [[noreturn]] void fail(std::string problem) const { throw_data_error(where(), std::move(problem)); }

  /// Fails unless a required field was seen.
  void require(bool seen, std::string_view field) const {
    if (!seen) [[unlikely]]
      fail("expected the field \"" + std::string{field} + "\", which is missing");
  }
};

namespace detail {

/// Returns simdjson's error in terms of the file.
[[nodiscard]] inline std::string describe(simdjson::error_code code) {
  switch (code) {
    case simdjson::EMPTY:
      return "expected JSON, found nothing";
    case simdjson::UNCLOSED_STRING:
      return "ends inside a string";
    case simdjson::UNESCAPED_CHARS:
      return "a control character inside a string must be escaped";
    case simdjson::INCOMPLETE_ARRAY_OR_OBJECT:
      return "ends inside an array or object (is the file cut short?)";
    case simdjson::DEPTH_ERROR:
      return "nested too deeply (more than 1000 levels)";
    case simdjson::CAPACITY:
      return "a JSON document over 4 GiB; write JSON Lines (one record per line), which streams";
    case simdjson::NUMBER_ERROR:
      return "expected a number (NaN and Infinity are not JSON)";
    default:
      return "expected well-formed JSON";
  }
}

/// Returns the offset of the first control character inside a string.
[[nodiscard]] inline std::size_t first_bare_control(std::string_view text) noexcept {
  bool inside = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') {
      inside = !inside;
    } else if (inside && text[at] == '\\') {
      ++at;
    } else if (inside && static_cast<unsigned char>(text[at]) < 0x20) {
      return at;
    }
  }
  return text.size();
}

/// Fails at the current place of the document; running out of memory is std::bad_alloc.
[[noreturn]] inline void fail_here(simdjson::error_code code, const json_context& context) {
  if (code == simdjson::MEMALLOC) throw std::bad_alloc{};
  const char* at = nullptr;
  if (context.document != nullptr && context.document->current_location().get(at) != simdjson::SUCCESS) {
    at = context.begin + context.size;
  }
  throw_data_error(context.where(at), describe(code));
}

inline void check(simdjson::error_code code, const json_context& context) {
  if (code != simdjson::SUCCESS) [[unlikely]]
    fail_here(code, context);
}

/// Returns the text, copied to the arena if its bytes would not live long enough.
[[nodiscard]] inline std::string_view kept(std::string_view text, json_context& context) {
  return context.strings == lifetime::source && !context.buffer_lasts ? context.arena.store(text) : text;
}

[[nodiscard]] inline std::uint32_t hex4(const char* digits, const char* close, const json_context& context) {
  std::uint32_t result = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = close - digits > i ? digits[i] : '?';
    const int digit = ascii::hex_value(c);
    if (digit < 0) throw_data_error(context.where(digits), "\\u must be followed by four hexadecimal digits");
    result = result * 16 + static_cast<std::uint32_t>(digit);
  }
  return result;
}

/// Returns the first quote or backslash at or after `from`. Up to 15 bytes after it must be readable; simdjson's
/// padding provides them.
[[nodiscard]] inline const char* next_mark(const char* from) noexcept {
  for (;; from += 16) {
    const std::uint64_t marks = mhqa::detail::equal_mask(mhqa::detail::load_block(from), '"', '\\');
    if (marks != 0) return from + std::countr_zero(marks);
  }
}

/// Returns the string whose first byte after the opening quote is `raw`; simdjson has found its end.
[[nodiscard]] inline std::string_view unescaped(const char* raw, json_context& context) {
  const char* const first = next_mark(raw);
  if (*first == '"') return kept({raw, static_cast<std::size_t>(first - raw)}, context);
  const char* close = first;
  while (*close == '\\') close = next_mark(close + 2);
  char* const out = context.arena.reserve(static_cast<std::size_t>(close - raw));
  char* to = out;
  const char* from = raw;
  for (const char* escape = first;; escape = next_mark(from)) {
    to = std::copy(from, escape, to);
    if (escape == close) break;
    from = escape + 1;
    switch (*from++) {
      case '"':
        *to++ = '"';
        break;
      case '\\':
        *to++ = '\\';
        break;
      case '/':
        *to++ = '/';
        break;
      case 'b':
        *to++ = '\b';
        break;
      case 'f':
        *to++ = '\f';
        break;
      case 'n':
        *to++ = '\n';
        break;
      case 'r':
        *to++ = '\r';
        break;
      case 't':
        *to++ = '\t';
        break;
      case 'u': {
        std::uint32_t unit = hex4(from, close, context);
        from += 4;
        if (unit >= 0xD800 && unit < 0xDC00 && close - from >= 6 && from[0] == '\\' && from[1] == 'u') {
          const std::uint32_t next = hex4(from + 2, close, context);
          if (next >= 0xDC00 && next < 0xE000) {
            unit = 0x10000U + ((unit - 0xD800U) << 10U) + (next - 0xDC00U);
            from += 6;
          }
        }
        to = utf8::encode(static_cast<char32_t>(unit), to);
        break;
      }
      default:
        throw_data_error(context.where(from - 1), "a backslash must begin one of JSON's escapes");
    }
  }
  const auto size = static_cast<std::size_t>(to - out);
  context.arena.commit(size);
  return {out, size};
}

}  // namespace detail

/// One JSON value at the current place. Each value is read at most once, in order.
///
/// Errors: every function may throw data_error with the place and "expected X, found Y"
class json_value {
 public:
  json_value(simdjson::ondemand::value value, json_context& context) : value_{value}, context_{&context} {}

  [[nodiscard]] json_context& context() const noexcept { return *context_; }

  /// Throws with this value's place.
  [[noreturn]] void fail(std::string problem) { fail_at(location(), std::move(problem)); }

  /// Returns the kind of this value, "a string" or "null", without reading it.
  [[nodiscard]] std::string_view found() {
    simdjson::ondemand::json_type type{};
    if (value_.type().get(type) != simdjson::SUCCESS) return "something that is not JSON";
    switch (type) {
      case simdjson::ondemand::json_type::array:
        return "an array";
      case simdjson::ondemand::json_type::object:
        return "an object";
      case simdjson::ondemand::json_type::string:
        return "a string";
      case simdjson::ondemand::json_type::boolean:
        return "a boolean";
      case simdjson::ondemand::json_type::null:
        return "null";
      default:
        return "a number";
    }
  }

  [[nodiscard]] bool is_object() { return is(simdjson::ondemand::json_type::object); }
  [[nodiscard]] bool is_array() { return is(simdjson::ondemand::json_type::array); }
  [[nodiscard]] bool is_string() { return is(simdjson::ondemand::json_type::string); }
  [[nodiscard]] bool is_boolean() { return is(simdjson::ondemand::json_type::boolean); }
  [[nodiscard]] bool is_number() { return is(simdjson::ondemand::json_type::number); }
  /// Returns true for null, and reads it.
  [[nodiscard]] bool is_null() {
    if (!is(simdjson::ondemand::json_type::null)) return false;
    bool null = false;
    if (value_.is_null().get(null) != simdjson::SUCCESS || !null) mismatch("null");
    return true;
  }

  /// Returns the string, unescaped. A lone surrogate escape, which Python accepts, becomes its three WTF-8 bytes.
  ///
  /// Shape: a view into the source if nothing is escaped, otherwise into the context's arena
  [[nodiscard]] std::string_view string() {
    simdjson::ondemand::raw_json_string raw;
    if (!is_string() || value_.get_raw_json_string().get(raw) != simdjson::SUCCESS) mismatch("a string");
    return detail::unescaped(raw.raw(), *context_);
  }

  [[nodiscard]] bool boolean() {
    bool result = false;
    if (!is_boolean() || value_.get_bool().get(result) != simdjson::SUCCESS) mismatch("true or false");
    return result;
  }

  [[nodiscard]] double number() {
    double result = 0;
    if (!is_number()) mismatch("a number");
    const char* const at = location();
    if (value_.get_double().get(result) != simdjson::SUCCESS || !std::isfinite(result)) {
      fail_at(at, "expected a finite number (NaN, Infinity and numbers beyond double precision's range are refused)");
    }
    return result;
  }

  /// Returns an integer. A number such as 3.0 counts as one, as in Python's comparisons.
  [[nodiscard]] std::int64_t integer() {
    if (!is_number()) mismatch("an integer");
    const char* const at = location();
    std::int64_t result = 0;
    if (value_.get_int64().get(result) == simdjson::SUCCESS) return result;
    double real = 0;
    if (value_.get_double().get(real) != simdjson::SUCCESS || !(std::fabs(real) < 0x1p53) || std::trunc(real) != real) {
      fail_at(at, "expected an integer that fits 64 bits");
    }
    return static_cast<std::int64_t>(real);
  }

  /// Returns a position or a count: an integer from 0 to 2^32 - 1.
  [[nodiscard]] std::uint32_t natural() {
    const char* const at = location();
    const std::int64_t number = integer();
    if (number < 0 || number > std::numeric_limits<std::uint32_t>::max()) {
      fail_at(at, "expected a number from 0 to 4294967295");
    }
    return static_cast<std::uint32_t>(number);
  }

  /// Returns a number without its fraction, as Python's int() does.
  [[nodiscard]] std::int64_t truncated() {
    if (!is_number()) mismatch("an integer");
    std::int64_t result = 0;
    const char* const at = location();
    if (value_.get_int64().get(result) == simdjson::SUCCESS) return result;
    double real = 0;
    if (value_.get_double().get(real) != simdjson::SUCCESS || !(std::fabs(real) < 0x1p63)) {
      fail_at(at, "expected an integer that fits 64 bits");
    }
    return static_cast<std::int64_t>(real);
  }

  /// Calls f(key, value) for each field in order. A value that f does not read is skipped by counting its brackets; its
  /// content is not checked.
  template <class F>
  void object(F&& f) {
    simdjson::ondemand::object fields;
    if (!is_object()) mismatch("an object");
    check(value_.get_object().get(fields));
    fields_of(fields, *context_, f);
  }

  /// \overload For an object that is open already: a document's root.
  template <class F>
  static void fields_of(simdjson::ondemand::object& fields, json_context& context, F&& f) {
    expect_shallow(context);
    for (auto entry : fields) {
      simdjson::ondemand::field field;
      detail::check(std::move(entry).get(field), context);
      const std::string_view key = detail::unescaped(field.key().raw(), context);
      context.path.push_back({key, 0});
      f(key, json_value{field.value(), context});
      context.path.pop_back();
    }
  }

  /// Calls f(value) for each element in order.
  template <class F>
  void array(F&& f) {
    simdjson::ondemand::array elements;
    if (!is_array()) mismatch("an array");
    check(value_.get_array().get(elements));
    expect_shallow(*context_);
    context_->path.push_back({{}, 0});
    for (auto entry : elements) {
      simdjson::ondemand::value element;
      check(std::move(entry).get(element));
      f(json_value{element, *context_});
      ++context_->path.back().index;
    }
    context_->path.pop_back();
  }

  /// Returns the value's JSON text as in the file (of an object or array, all of it).
  [[nodiscard]] std::string_view raw() {
    std::string_view text;
    if (is_object()) {
      simdjson::ondemand::object fields;
      check(value_.get_object().get(fields));
      check(fields.raw_json().get(text));
    } else if (is_array()) {
      simdjson::ondemand::array elements;
      check(value_.get_array().get(elements));
      check(elements.raw_json().get(text));
    } else {
      text = value_.raw_json_token();
    }
    while (!text.empty() && (text.back() == ' ' || text.back() == '\n' || text.back() == '\r' || text.back() == '\t')) {
      text.remove_suffix(1);
    }
    return detail::kept(text, *context_);
  }

  [[noreturn]] void mismatch(std::string_view expected) {
    const std::string_view what = found();
    fail("expected " + std::string{expected} + ", found " + std::string{what});
  }

 private:
  /// Keeps readers that call themselves for each level from exhausting the stack.
  static void expect_shallow(const json_context& context) {
    if (context.path.size() >= 1000) [[unlikely]]
      throw_data_error(context.where(), detail::describe(simdjson::DEPTH_ERROR));
  }

  [[nodiscard]] const char* location() {
    const char* at = nullptr;
    return value_.current_location().get(at) == simdjson::SUCCESS ? at : nullptr;
  }
  [[noreturn]] void fail_at(const char* at, std::string problem) const {
    throw_data_error(context_->where(at), std::move(problem));
  }

  [[nodiscard]] bool is(simdjson::ondemand::json_type wanted) {
    simdjson::ondemand::json_type type{};
    return value_.type().get(type) == simdjson::SUCCESS && type == wanted;
  }

  void check(simdjson::error_code code) {
    if (code != simdjson::SUCCESS) [[unlikely]]
      fail(detail::describe(code));
  }

  simdjson::ondemand::value value_;
  json_context* context_;
};

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
