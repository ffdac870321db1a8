// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads rollouts from JSON: our record {id, steps, answer}, a tagged text, or chat messages with tool calls as OpenAI,
// verl and TRL write them.
//   rollout_line line; read(value, line); line.parsed.steps.size()
#pragma once

#include <mhqa/io/json.hpp>
#include <mhqa/rollout/tagged.hpp>

#include <simdjson.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// What a field of a line means. The names are those of trainers, servers and search libraries.
enum class rollout_field : std::uint8_t { other, id, text, messages, steps, answer };

/// A name of a field and its meaning.
struct rollout_field_name {
  std::string_view name;
  rollout_field field{};
};

/// verl dumps `output`, its reward functions receive `solution_str`, TRL's receive `completion`, Search-R1 logs
/// `response`; `messages` are OpenAI's.
inline constexpr std::array rollout_field_names{
    rollout_field_name{"id", rollout_field::id},           rollout_field_name{"_id", rollout_field::id},
    rollout_field_name{"question_id", rollout_field::id},  rollout_field_name{"qid", rollout_field::id},
    rollout_field_name{"text", rollout_field::text},       rollout_field_name{"output", rollout_field::text},
    rollout_field_name{"response", rollout_field::text},   rollout_field_name{"solution_str", rollout_field::text},
    rollout_field_name{"completion", rollout_field::text}, rollout_field_name{"messages", rollout_field::messages},
    rollout_field_name{"steps", rollout_field::steps},     rollout_field_name{"answer", rollout_field::answer},
};

/// A rollout read from a line, and the memory of its strings; reused from line to line.
struct rollout_line {
  rollout parsed;
  std::deque<std::string> texts;
  simdjson::dom::parser calls;
};

namespace detail {

/// Reads a document: a string in any layout of split_documents(), or an object.
void read_document(json_value value, rollout_line& out, std::vector<rollout_document>& to);

/// Reads a string or a list of strings.
void read_texts(json_value value, std::vector<std::string_view>& to);

void read_step(json_value value, rollout_line& out);

/// Replaces queries that are tool calls by what they ask.
void decode_calls(rollout_line& out, bool chat = false);

/// One message of a chat.
struct chat_message {
  std::string_view role, content, reasoning;
  std::string_view answers;  ///< a tool's message: the id of the call that it answers
  struct call {
    std::string_view id, query;  ///< JSON of the arguments, or a query
  };
  std::vector<call> calls;
};

void read_message(json_value value, rollout_line& out, chat_message& to);

/// Adds the messages of a chat. Without any answer in a form of its own, the last message that calls nothing answers.
class chat_reader {
 public:
  explicit chat_reader(rollout_line& out) : out_{out}, build_{out.parsed} {}

  void add(json_value value);

  void finish();

 private:
  void add_assistant();
  struct open_call {
    std::string_view id;
    std::size_t step;
    bool answered = false;
  };

  // The step of the call that a tool's message answers: that of its id, or the first without an answer; no_step: none.
  [[nodiscard]] std::size_t take_call();

  rollout_line& out_;
  rollout_builder build_;
  chat_message message_;
  std::string_view plain_;       ///< the last message's words, if it has no tag and no call
  std::vector<open_call> open_;  ///< the calls of the last message that has some
  std::set<std::pair<std::string_view, std::size_t>> by_id_;  ///< ids and places of those without an answer
  std::size_t first_open_ = 0;                                ///< no call before it is without an answer
  std::size_t number_ = 0;
  bool calls_ = false;
};

}  // namespace detail

/// Reads one line. Of several forms in a line, the steps are taken before messages, and these before a text.
///
/// Errors: data_error for a line without an id and without any form, and for fields of other types
void read(json_value value, rollout_line& out);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/rollout_lines.ipp>
#endif
