// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The chat-completion exchange of OpenAI-compatible servers as text: the body of a request, the key under which a call
// is recorded, and the reply in a server's JSON. Opens no connection.
#pragma once

#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/manifest.hpp>
#include <mhqa/random.hpp>
#include <mhqa/remote/prompt.hpp>

#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace mhqa::inline v0_1::remote {

/// How a server is asked for JSON. Not every server supports every way.
enum class json_mode : std::uint8_t {
  schema,         ///< response_format json_schema: the server enforces the members
  object_schema,  ///< response_format json_object with the schema as a member, as llama-cpp-python's server wants it
  object,         ///< response_format json_object
  off,            ///< only the prompt asks for it
};

/// The parameters that affect a model's reply, besides the prompt.
struct chat_settings {
  std::string model;
  double temperature = 0;
  std::uint32_t max_tokens = 512;
  std::optional<std::uint64_t> seed{};
  json_mode json = json_mode::schema;
};

/// Schemas of the replies, as JSON.
namespace schemas {

inline constexpr std::string_view read =
    R"({"type": "object", "properties": {"answer": {"type": "string"}, "support": {"type": "array", "items": )"
    R"({"type": "integer"}}, "sufficient": {"type": "boolean"}, "confidence": {"type": "number"}}, "required": )"
    R"(["answer", "support", "sufficient", "confidence"], "additionalProperties": false})";
inline constexpr std::string_view word =
    R"({"type": "object", "properties": {"question": {"type": "string"}, "same_entity": {"type": "boolean"}}, )"
    R"("required": ["question", "same_entity"], "additionalProperties": false})";
inline constexpr std::string_view check =
    R"({"type": "object", "properties": {"ok": {"type": "boolean"}, "why": {"type": "string"}}, "required": )"
    R"(["ok", "why"], "additionalProperties": false})";
inline constexpr std::string_view judge =
    R"({"type": "object", "properties": {"correct": {"type": "boolean"}, "why": {"type": "string"}}, "required": )"
    R"(["correct", "why"], "additionalProperties": false})";
inline constexpr std::string_view decompose =
    R"({"type": "object", "properties": {"steps": {"type": "array", "items": {"type": "string"}}}, "required": )"
    R"(["steps"], "additionalProperties": false})";

}  // namespace schemas

/// Returns the body of a chat completion. Equal arguments give equal bytes.
[[nodiscard]] inline std::string chat_body(const chat_settings& s, const prompt_messages& prompt,
                                           std::string_view schema) {
  std::string out;
  io::json_writer json{out, -1, io::json_text::ascii};
  json.begin_object().member("model", std::string_view{s.model}).key("messages").begin_array();
  if (!prompt.system.empty()) {
    json.begin_object().member("role", "system").member("content", std::string_view{prompt.system}).end_object();
  }
  json.begin_object().member("role", "user").member("content", std::string_view{prompt.user}).end_object();
  json.end_array().member("temperature", s.temperature).member("max_tokens", s.max_tokens);
  if (s.seed) json.member("seed", *s.seed);
  if (s.json == json_mode::schema) {
    json.key("response_format").begin_object().member("type", "json_schema").key("json_schema").begin_object();
    json.member("name", "reply").member("strict", true).key("schema").raw(schema).end_object().end_object();
  } else if (s.json != json_mode::off) {
    json.key("response_format").begin_object().member("type", "json_object");
    if (s.json == json_mode::object_schema) json.key("schema").raw(schema);
    json.end_object();
  }
  json.end_object();
  return out;
}

/// Returns 32 hexadecimal digits that identify a request body: model, prompt and parameters.
[[nodiscard]] inline std::string call_key(std::string_view body) {
  return fmt::format("{:016x}{:016x}", io::content_hash(body), stable_hash(body));
}

/// The part of a server's reply that is used.
struct chat_reply {
  std::string content;
  std::string finish_reason{};  ///< "stop", "length", …; empty if the server does not send it
  std::uint64_t prompt_tokens = 0;
  std::uint64_t completion_tokens = 0;

  friend bool operator==(const chat_reply&, const chat_reply&) = default;
};

/// A reply, or the reason for its absence.
struct chat_result {
  std::optional<chat_reply> reply{};
  std::string problem{};      ///< e.g. "half a JSON document"; empty with a reply
  bool error_object = false;  ///< the body is {"error": …}; `problem` is its message
};

namespace detail {

/// Returns the text followed by the zero bytes that the JSON parser needs.
[[nodiscard]] inline std::string padded(std::string_view text) {
  std::string out;
  out.reserve(text.size() + io::file_bytes::padding);
  out.append(text);
  out.append(io::file_bytes::padding, '\0');
  return out;
}

/// Calls f(key, value) for each member of the one JSON object in `text`.
template <class F>
void read_object(std::string_view text, const std::string& name, F&& f) {
  const std::string bytes = padded(text);
  io::json_line line{name};
  io::json_value root = line.parse(std::string_view{bytes}.substr(0, text.size()), 1, 0);
  root.object(f);
  line.finish();
}

/// Returns the number of tokens that a server reports; 0 if it is not a count that a log can hold.
[[nodiscard]] inline std::uint32_t token_count(std::string_view text) noexcept {
  std::uint32_t count = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), count);
  return read.ec == std::errc{} && read.ptr == text.data() + text.size() ? count : 0;
}

}  // namespace detail

/// Reads the body that a server sent with status 200.
///
/// Errors: throws nothing; reports malformed JSON and a reply without content in `problem`
[[nodiscard]] inline chat_result read_chat_reply(std::string_view body) {
  chat_result out;
  if (body.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    out.problem = "an empty reply";
    return out;
  }
  chat_reply reply;
  bool has_content = false;
  try {
    detail::read_object(body, "reply", [&](std::string_view key, io::json_value field) {
      if (key == "error" && !field.is_null()) {
        out.error_object = true;
        if (field.is_string()) {
          out.problem = field.string();
        } else if (field.is_object()) {
          field.object([&](std::string_view name, io::json_value part) {
            if (name == "message" && part.is_string()) out.problem = part.string();
          });
        }
        if (out.problem.empty()) out.problem = "an error without a message";
      } else if (key == "choices") {
        bool first = true;
        has_content = false;
        reply.finish_reason.clear();
        field.array([&](io::json_value choice) {
          if (!std::exchange(first, false)) return;
          choice.object([&](std::string_view name, io::json_value part) {
            if (name == "finish_reason" && part.is_string()) {
              reply.finish_reason = part.string();
            } else if (name == "message") {
              part.object([&](std::string_view inner, io::json_value text) {
                if (inner != "content") return;
                has_content = text.is_string();
                if (has_content) reply.content = text.string();
              });
            }
          });
        });
      } else if (key == "usage" && field.is_object()) {
        field.object([&](std::string_view name, io::json_value part) {
          if (name == "prompt_tokens") reply.prompt_tokens = detail::token_count(part.raw());
          if (name == "completion_tokens") reply.completion_tokens = detail::token_count(part.raw());
        });
      }
    });
  } catch (const data_error& error) {
    out.error_object = false;
    out.problem = "a body that is not JSON (" + error.problem() + ")";
    return out;
  }
  if (out.error_object) return out;
  if (!has_content) {
    out.problem = "a reply without choices[0].message.content";
  } else {
    out.reply = std::move(reply);
  }
  return out;
}

}  // namespace mhqa::inline v0_1::remote
