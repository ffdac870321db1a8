// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Parses a language model's reply as a reading, a wording or a verdict. A reply that cannot be used is refused with a
// named reason; only read_plain_reading(), for servers without JSON, takes running text as an answer.
#pragma once

#include <mhqa/model/reader.hpp>
#include <mhqa/remote/chat.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace mhqa {
inline namespace v0_1 {
namespace remote {

/// Why a reply was refused.
enum class refusal : std::uint8_t {
  none,
  cut_short,        ///< the model reached its limit of tokens inside the JSON object
  no_json,          ///< the reply contains no JSON object
  missing_member,   ///< the reply has no answer, question or ok
  wrong_type,       ///< a member has another type than in the schema
  wrong_id,         ///< the reply names the id of another request
  outside_context,  ///< support names a paragraph that was not shown
};

/// The number of values of refusal.
inline constexpr std::size_t refusals = 7;

/// Returns the name of a refusal in reports.
[[nodiscard]] constexpr std::string_view to_string(refusal why) noexcept {
  constexpr std::array<std::string_view, refusals> names{"none",       "cut-short", "no-json",        "missing-member",
                                                         "wrong-type", "wrong-id",  "outside-context"};
  return names[static_cast<std::size_t>(why)];
}

/// A value, or the reason for refusing the reply.
template <class T>
struct answer_of {
  T value{};
  refusal why = refusal::none;
};

/// One fluent question in place of its steps.
struct worded {
  std::string question;
  bool same_entity = true;
};

/// A judgement of a composed question.
struct verdict {
  bool ok = false;
  std::string why;
};

namespace detail {

/// Returns the first JSON object in a text, by its brackets; empty without one. Sets `open` if it does not end.
[[nodiscard]] inline std::string_view first_object(std::string_view text, bool& open) noexcept {
  open = false;
  const std::size_t begin = text.find('{');
  if (begin == std::string_view::npos) return {};
  std::size_t depth = 0;
  bool inside = false;
  for (std::size_t at = begin; at < text.size(); ++at) {
    const char c = text[at];
    if (inside) {
      if (c == '\\') {
        ++at;
      } else if (c == '"') {
        inside = false;
      }
    } else if (c == '"') {
      inside = true;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}' && --depth == 0) {
      return text.substr(begin, at + 1 - begin);
    }
  }
  open = true;
  return {};
}

/// Calls f(name, value) for each member of the reply's JSON object. f returns a refusal for a value of a wrong type.
template <class F>
[[nodiscard]] refusal read_members(const chat_reply& reply, std::string_view id, F&& f) {
  bool open = false;
  const std::string_view object = first_object(reply.content, open);
  if (object.empty()) return open || reply.finish_reason == "length" ? refusal::cut_short : refusal::no_json;
  refusal why = refusal::none;
  try {
    read_object(object, "reply", [&](std::string_view name, io::json_value value) {
      refusal one = refusal::none;
      if (name == "id") {
        if (!value.is_string() || value.string() != id) one = refusal::wrong_id;
      } else {
        one = f(name, value);
      }
      if (why == refusal::none) why = one;
    });
  } catch (const data_error&) {
    return refusal::no_json;
  }
  return why;
}

}  // namespace detail

/// Reads a reply to the prompt of `prompts::read`.
///
/// Shape:     {"answer": string, number, true, false or null, "support": [n…], "sufficient": bool, "confidence": x};
///            all but the answer may be missing. true and false become yes and no, null the empty answer
/// Undefined: a confidence that is not from 0 to 1 is dropped
[[nodiscard]] inline answer_of<reading> read_reading(const chat_reply& reply, std::string_view id,
                                                     std::size_t paragraphs) {
  answer_of<reading> out;
  bool has_answer = false;
  out.why = detail::read_members(reply, id, [&](std::string_view name, io::json_value value) {
    if (name == "answer") {
      has_answer = true;
      if (value.is_string()) {
        out.value.answer = value.string();
      } else if (value.is_number()) {
        out.value.answer = value.raw();
      } else if (value.is_boolean()) {
        out.value.answer = value.boolean() ? "yes" : "no";
      } else if (!value.is_null()) {
        return refusal::wrong_type;
      }
    } else if (name == "support") {
      if (value.is_null()) return refusal::none;
      if (!value.is_array()) return refusal::wrong_type;
      refusal why = refusal::none;
      value.array([&](io::json_value item) {
        if (!item.is_number()) {
          why = refusal::wrong_type;
          return;
        }
        const double number = item.number();
        if (!(number >= 0 && number < static_cast<double>(paragraphs)) || std::floor(number) != number) {
          if (why == refusal::none) why = refusal::outside_context;
        } else {
          out.value.support.push_back(static_cast<std::uint32_t>(number));
        }
      });
      return why;
    } else if (name == "sufficient") {
      if (value.is_null()) return refusal::none;
      if (!value.is_boolean()) return refusal::wrong_type;
      out.value.sufficiency = value.boolean() ? 1 : 0;
    } else if (name == "confidence") {
      if (value.is_null()) return refusal::none;
      if (!value.is_number()) return refusal::wrong_type;
      const double sure = value.number();
      if (sure >= 0 && sure <= 1) out.value.confidence = sure;
    }
    return refusal::none;
  });
  if (out.why == refusal::none && !has_answer) out.why = refusal::missing_member;
  if (out.why != refusal::none) out.value = {};
  std::sort(out.value.support.begin(), out.value.support.end());
  out.value.support.erase(std::unique(out.value.support.begin(), out.value.support.end()), out.value.support.end());
  return out;
}

/// Reads a reply to a prompt that asks for the bare answer: its first line that is not blank.
[[nodiscard]] inline answer_of<reading> read_plain_reading(const chat_reply& reply) {
  constexpr std::string_view space = " \t\r\n";
  std::string_view text = reply.content;
  const std::size_t first = text.find_first_not_of(space);
  if (first == std::string_view::npos) return {};
  text = text.substr(first, text.find('\n', first) - first);
  text = text.substr(0, text.find_last_not_of(space) + 1);
  return {.value = {.answer = std::string{text}}};
}

/// Reads a reply to the prompt of `prompts::word`.
[[nodiscard]] inline answer_of<worded> read_wording(const chat_reply& reply, std::string_view id) {
  answer_of<worded> out;
  bool has_question = false;
  out.why = detail::read_members(reply, id, [&](std::string_view name, io::json_value value) {
    if (name == "question") {
      if (!value.is_string()) return refusal::wrong_type;
      out.value.question = value.string();
      has_question = true;
    } else if (name == "same_entity") {
      if (!value.is_boolean()) return refusal::wrong_type;
      out.value.same_entity = value.boolean();
    }
    return refusal::none;
  });
  if (out.why == refusal::none && !has_question) out.why = refusal::missing_member;
  if (out.why != refusal::none) out.value = {};
  return out;
}

/// Reads a reply to the prompt of `prompts::check`.
[[nodiscard]] inline answer_of<verdict> read_verdict(const chat_reply& reply, std::string_view id) {
  answer_of<verdict> out;
  bool has_ok = false;
  out.why = detail::read_members(reply, id, [&](std::string_view name, io::json_value value) {
    if (name == "ok") {
      if (!value.is_boolean()) return refusal::wrong_type;
      out.value.ok = value.boolean();
      has_ok = true;
    } else if (name == "why") {
      if (value.is_null()) return refusal::none;
      if (!value.is_string()) return refusal::wrong_type;
      out.value.why = value.string();
    }
    return refusal::none;
  });
  if (out.why == refusal::none && !has_ok) out.why = refusal::missing_member;
  if (out.why != refusal::none) out.value = {};
  return out;
}

}  // namespace remote
}  // namespace v0_1
}  // namespace mhqa
