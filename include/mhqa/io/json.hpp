// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// JSON values for the data set readers: cursors into simdjson's index together with their place in the file, so that an
// error about a wrong type or a missing field names file, record, id, field and byte. Whatever a reader leaves out is
// checked too: malformed JSON is refused wherever it is. A value that the caller holds (held_value.hpp) is read by the
// same readers, with the same errors but for the byte.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/held_value.hpp>
#include <mhqa/io/json_check.hpp>
#include <mhqa/io/json_context.hpp>
#include <mhqa/io/json_members.hpp>
#include <mhqa/io/json_scalars.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace mhqa::inline v0_1::io {

/// One JSON value at the current place. Each value is read at most once, in order.
///
/// Errors: every function may throw data_error with the place and "expected X, found Y"
class json_value {
 public:
  /// The value at the context's token, or the held one.
  explicit json_value(json_context& context) noexcept : context_{&context} {
    if (context.held != nullptr) [[unlikely]] {
      held_ = context.held;
    } else {
      token_ = context.token;
    }
  }

  [[nodiscard]] json_context& context() const noexcept { return *context_; }

  /// Throws with this value's place.
  [[noreturn]] void fail(std::string problem);

  /// Returns the kind of this value, "a string" or "null", without reading it.
  [[nodiscard]] std::string_view found() const noexcept;

  [[nodiscard]] bool is_object() const noexcept { return first() == '{'; }
  [[nodiscard]] bool is_array() const noexcept { return first() == '['; }
  [[nodiscard]] bool is_string() const noexcept { return first() == '"'; }
  [[nodiscard]] bool is_boolean() const noexcept { return first() == 't' || first() == 'f'; }
  [[nodiscard]] bool is_number() const noexcept { return first() == '-' || (first() >= '0' && first() <= '9'); }
  /// Returns true for null, and reads it.
  [[nodiscard]] bool is_null();

  /// Returns the string, unescaped. A lone surrogate escape, which Python accepts, becomes its three WTF-8 bytes.
  ///
  /// Shape: a view into the source if nothing is escaped, otherwise into the context's arena
  [[nodiscard]] std::string_view string();

  [[nodiscard]] bool boolean();

  [[nodiscard]] double number();

  /// Returns an integer. A number such as 3.0 counts as one, as in Python's comparisons.
  [[nodiscard]] std::int64_t integer() { return whole(0x1p53, true); }

  /// Returns a position or a count: an integer from 0 to 2^32 - 1.
  [[nodiscard]] std::uint32_t natural();

  /// Returns a number without its fraction, as Python's int() does.
  [[nodiscard]] std::int64_t truncated() { return whole(0x1p63, false); }

  /// Calls f(name, value) for each member of an object in order. Of members with one name only the last counts, as in
  /// Python. A value that f does not read is checked.
  ///
  /// Cost: another pass over the object's part of the index
  template <class F>
  void object(F&& f) {
    json_context& c = begin('{', "an object");
    const detail::member_list found = members();
    for (std::size_t i = found.first; i != found.last; ++i) {
      const json_context::member member = c.members[i];
      if (member.value == nullptr && member.held == nullptr) {  // another of its name follows
        c.repeated = member.name;
        continue;
      }
      c.token = member.value;
      c.held = member.held;
      visit(member.name, f);
      if (member.after != nullptr) c.token = member.after;
    }
    end_members(found);
  }

  /// Calls f(name, value) for each member of an object in order, also for those that share a name: for objects whose
  /// names are ids, of which f can refuse the second.
  template <class F>
  void entries(F&& f) {
    if (is_held()) return object(f);  // each name once
    json_context& c = begin('{', "an object");
    c.token = token_ + 1;
    if (!take('}')) {
      do {
        const std::uint32_t* const value = detail::json_checker{c}.name(c.token);
        if (value == nullptr) detail::fail_checked(c);
        const std::string_view name = detail::unescaped(c.place_of(c.token) + 1, c);
        c.token = value;
        visit(name, f);
      } while (take(','));
      if (!take('}')) detail::fail_malformed(c.place_of(c.token), detail::member_end, c);
    }
    --c.open;
  }

  /// Calls f(value) for each element in order.
  template <class F>
  void array(F&& f) {
    json_context& c = begin('[', "an array");
    const held_value* held = nullptr;  // the element
    if (begin_elements(held)) {
      do {
        const std::uint32_t* const unread = c.token;
        f(json_value{c});
        if (c.token == unread && held == nullptr) detail::skip_value(c);
        ++c.path.back().index;
      } while (next_element(held));
    }
    --c.open;
  }

  /// Returns the value's JSON text as in the file (of an object or array, all of it).
  [[nodiscard]] std::string_view raw();

  [[noreturn]] void mismatch(std::string_view expected) {
    fail("expected " + std::string{expected} + ", found " + std::string{found()});
  }

 private:
  [[nodiscard]] bool is_held() const noexcept { return context_->held != nullptr; }
  [[nodiscard]] char first() const noexcept {
    return is_held() ? static_cast<char>(held_->is()) : context_->first_of(token_);
  }

  /// Returns the text of a number or word, and reads it; "" if it is malformed.
  [[nodiscard]] std::string_view scalar();

  /// Opens this object or array.
  ///
  /// Errors: also data_error at a depth of 1000, which keeps readers that call themselves from exhausting the stack
  [[nodiscard]] json_context& begin(char bracket, std::string_view kind);

  /// Lists the members of this object, and drops them again.
  [[nodiscard]] detail::member_list members() const;
  void end_members(const detail::member_list& found);

  /// Go to the first element and to the next one; false at the end. `held` is the element, if the caller holds it.
  [[nodiscard]] bool begin_elements(const held_value*& held);
  [[nodiscard]] bool next_element(const held_value*& held);

  /// Calls f(name, value) for the value at the context's token, and steps over it if f does not.
  template <class F>
  void visit(std::string_view name, F& f) {
    const std::uint32_t* const unread = context_->token;
    context_->path.push_back({name, 0});
    f(name, json_value{*context_});
    if (context_->token == unread && unread != nullptr) detail::skip_value(*context_);
    context_->path.pop_back();
  }

  /// Steps over the token if it is this one.
  [[nodiscard]] bool take(char wanted) noexcept;

  /// Returns a number below `bound` in magnitude; with `exact` it must have no fraction.
  [[nodiscard]] std::int64_t whole(double bound, bool exact);

  json_context* context_;
  union {  // held_ if the context has a held value
    const std::uint32_t* token_;
    const held_value* held_;
  };
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/json.ipp>
#endif
