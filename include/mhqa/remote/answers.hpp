// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Parses a language model's reply as a reading, a wording, a verdict or steps. A reply that cannot be used is refused
// with a named reason; what a model thinks before it answers is passed over. Only read_plain_reading(), for servers
// without JSON, takes running text as an answer.
#pragma once

#include <mhqa/graph/decomposition.hpp>
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
#include <vector>

namespace mhqa::inline v0_1::remote {

/// Why a reply was refused.
enum class refusal : std::uint8_t {
  none,
  cut_short,        ///< the model reached its limit of tokens inside the JSON object
  no_json,          ///< the reply contains no JSON object
  missing_member,   ///< the reply has no answer, question, ok or steps
  wrong_type,       ///< a member has another type than in the schema
  wrong_id,         ///< the reply names the id of another request
  outside_context,  ///< support names a paragraph that was not shown
  no_verdict,       ///< a judge's reply says neither correct nor incorrect
  faulty_steps,     ///< no steps, a blank one, or one that refers to itself, to a later or to a missing step
};

/// The number of values of refusal.
inline constexpr std::size_t refusals = 9;

/// Returns the name of a refusal in reports.
[[nodiscard]] constexpr std::string_view to_string(refusal why) noexcept {
  constexpr std::array<std::string_view, refusals> names{
      "none",     "cut-short",       "no-json",    "missing-member", "wrong-type",
      "wrong-id", "outside-context", "no-verdict", "faulty-steps"};
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

/// The marks between which models that reason write their thoughts before an answer.
struct thought_marks {
  std::string_view begin, end;
};
inline constexpr std::array<thought_marks, 3> thoughts{
    {{"<think>", "</think>"}, {"<thinking>", "</thinking>"}, {"[THINK]", "[/THINK]"}}};

/// Returns the text after the last end of a thought; nothing if the text begins with a thought that does not end.
[[nodiscard]] inline std::optional<std::string_view> without_thoughts(std::string_view text) noexcept {
  std::size_t after = 0;
  bool open = false;
  for (const thought_marks& mark : thoughts) {
    const std::size_t end = text.rfind(mark.end);
    const std::size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    if (end != std::string_view::npos) {
      after = std::max(after, end + mark.end.size());
    } else {
      open = open || text.substr(first).starts_with(mark.begin);
    }
  }
  if (after == 0 && open) return std::nullopt;
  return text.substr(after);
}

/// Finds the end of a JSON object: reads tokens in the order that the grammar allows. The values of numbers, names and
/// escapes are left to the parser.
class object_end {
 public:
  /// `text` begins with "{".
  explicit object_end(std::string_view text) noexcept : text_{text} {
    do {
      at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
    } while (at_ < text_.size() && step());
  }
  /// True if the object ends; size() is then its length.
  [[nodiscard]] bool is_whole() const noexcept { return whole_; }
  /// True if the text ends before the object does.
  [[nodiscard]] bool is_open() const noexcept { return !whole_ && at_ >= text_.size(); }
  /// Number of bytes up to the object's end, or to the byte that cannot be in it.
  [[nodiscard]] std::size_t size() const noexcept { return at_; }

 private:
  static constexpr std::array<std::string_view, 3> literals{"true", "false", "null"};
  enum class wanted : std::uint8_t { value, value_or_end, name, name_or_end, colon, comma_or_end };

  /// Reads a token; false at the end of the object and at a wrong one.
  bool step() noexcept {
    const char c = text_[at_];
    const bool in_object = !stack_.empty() && stack_.back() == '}';
    if (wanted_ == wanted::colon) return c == ':' && go(wanted::value);
    if (wanted_ == wanted::comma_or_end && c == ',') return go(in_object ? wanted::name : wanted::value);
    if (c == '}' || c == ']') {
      const bool may_end =
          wanted_ == wanted::comma_or_end || wanted_ == wanted::name_or_end || wanted_ == wanted::value_or_end;
      if (!may_end || stack_.back() != c) return false;
      stack_.pop_back();
      ++at_;
      whole_ = stack_.empty();
      wanted_ = wanted::comma_or_end;
      return !whole_;
    }
    if (wanted_ == wanted::comma_or_end) return false;
    const bool is_name = wanted_ == wanted::name || wanted_ == wanted::name_or_end;
    if (c == '"') return skip_string() && (wanted_ = is_name ? wanted::colon : wanted::comma_or_end, true);
    if (is_name) return false;
    if (c == '{' || c == '[') {
      stack_ += c == '{' ? '}' : ']';
      return go(c == '{' ? wanted::name_or_end : wanted::value_or_end);
    }
    const std::size_t end = std::min(text_.find_first_not_of("+-.0123456789Eaeflnrstu", at_), text_.size());
    const std::string_view token = text_.substr(at_, end - at_);
    if (c != '-' && (c < '0' || c > '9') && std::find(literals.begin(), literals.end(), token) == literals.end()) {
      return false;
    }
    at_ = end;
    wanted_ = wanted::comma_or_end;
    return true;
  }
  bool go(wanted next) noexcept {
    ++at_;
    wanted_ = next;
    return true;
  }
  bool skip_string() noexcept {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != '"') {
      if (static_cast<unsigned char>(text_[end]) < 0x20) {
        at_ = end;
        return false;
      }
      end += text_[end] == '\\' ? 2 : 1;
    }
    at_ = std::min(end + 1, text_.size() + 1);
    return end < text_.size();
  }

  std::string_view text_;
  std::string stack_;  // the brackets that must close
  wanted wanted_ = wanted::value;
  std::size_t at_ = 0;
  bool whole_ = false;
};

/// Returns the first whole JSON object in a text; empty without one. Sets `open` if the text ends inside an object.
/// Cost: O(bytes)
[[nodiscard]] inline std::string_view first_object(std::string_view text, bool& open) {
  open = false;
  for (std::size_t begin = text.find('{'); begin < text.size(); begin = text.find('{', begin)) {
    const object_end one{text.substr(begin)};
    if (one.is_whole()) return text.substr(begin, one.size());
    open = one.is_open();
    if (open) return {};
    begin += std::max<std::size_t>(one.size(), 1);
  }
  return {};
}

/// Returns true if a reply has "{" after the model's thoughts.
[[nodiscard]] inline bool has_object(const chat_reply& reply) noexcept {
  const std::optional<std::string_view> said = without_thoughts(reply.content);
  return said && said->find('{') != std::string_view::npos;
}

/// Calls f(name, value) for each member of the first whole JSON object after the model's thoughts. f returns a refusal
/// for a value of a wrong type. A line break or tab within a string, which models and grammars of servers write
/// although JSON has none, is read as a space.
template <class F>
[[nodiscard]] refusal read_members(const chat_reply& reply, std::string_view id, F&& f) {
  bool open = false;
  const std::optional<std::string_view> answer = without_thoughts(reply.content);
  if (!answer) return refusal::cut_short;
  std::string plain{*answer};
  std::replace_if(
      plain.begin(), plain.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  const std::string_view object = first_object(plain, open);
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
      out.value.answer.clear();
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
      out.value.support.clear();
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
      out.value.sufficiency.reset();
      if (value.is_null()) return refusal::none;
      if (!value.is_boolean()) return refusal::wrong_type;
      out.value.sufficiency = value.boolean() ? 1 : 0;
    } else if (name == "confidence") {
      out.value.confidence.reset();
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

/// Reads a reply to a prompt that asks for the bare answer: its first line that is not blank, after thoughts.
[[nodiscard]] inline answer_of<reading> read_plain_reading(const chat_reply& reply) {
  constexpr std::string_view space = " \t\r\n";
  const std::optional<std::string_view> said = detail::without_thoughts(reply.content);
  if (!said) return {.why = refusal::cut_short};
  std::string_view text = *said;
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
      out.value.why.clear();
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

/// Reads a reply to the prompt of `prompts::decompose`: steps that can be answered one after another.
///
/// Shape: {"steps": [string…]}; "1. ", "2. ", … at the beginning of the steps are dropped
[[nodiscard]] inline answer_of<std::vector<std::string>> read_steps(const chat_reply& reply, std::string_view id) {
  answer_of<std::vector<std::string>> out;
  bool has_steps = false;
  std::size_t count = 0;
  std::string lines;
  out.why = detail::read_members(reply, id, [&](std::string_view name, io::json_value value) {
    if (name != "steps") return refusal::none;
    if (!value.is_array()) return refusal::wrong_type;
    has_steps = true;
    lines.clear();
    count = 0;
    refusal why = refusal::none;
    value.array([&](io::json_value step) {
      ++count;
      if (!step.is_string()) why = refusal::wrong_type;
      if (step.is_string()) lines.append(step.string()).append("\n");
    });
    return why;
  });
  if (out.why == refusal::none && !has_steps) out.why = refusal::missing_member;
  if (out.why != refusal::none) return out;
  const auto is_faulty = [](const auto& finding) { return prevents_execution(finding.fault); };
  parsed<std::vector<std::string>> steps = parse_decomposition(lines);
  if (!steps || steps->size() != count) return {.why = refusal::faulty_steps};  // a step with line breaks is several
  const std::vector<decomposition_finding> found = check_decomposition(*steps);
  if (std::any_of(found.begin(), found.end(), is_faulty)) return {.why = refusal::faulty_steps};
  out.value = *std::move(steps);
  return out;
}

}  // namespace mhqa::inline v0_1::remote
