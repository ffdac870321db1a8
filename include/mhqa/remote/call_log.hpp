// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Records every call to a model, one JSON object per line: {"key", "request", "reply"}. A later run takes replies from
// it instead of asking again.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/lines.hpp>
#include <mhqa/remote/chat.hpp>
#include <mhqa/text/keyed_hash.hpp>

#include <simdjson.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>

namespace mhqa::inline v0_1::remote {

/// What a log is opened for.
enum class log_use : std::uint8_t {
  append,  ///< record replies: the file is locked, and made if it is missing
  replay,  ///< only find them: the file is not touched
};

namespace detail {

/// Returns true if `text` is, as far as it goes, the beginning of a line that call_log writes.
[[nodiscard]] inline bool begins_call(std::string_view text) noexcept {
  constexpr std::string_view form = R"({"key": "################################", "request": {)";
  for (std::size_t i = 0; i < std::min(form.size(), text.size()); ++i) {
    const bool hex = (text[i] >= '0' && text[i] <= '9') || (text[i] >= 'a' && text[i] <= 'f');
    if (form[i] == '#' ? !hex : text[i] != form[i]) return false;
  }
  return true;
}

/// Returns the last line of calls in a text of which failed writes removed line ends; empty if the first is the only.
[[nodiscard]] inline std::string_view last_call(std::string_view text) noexcept {
  for (std::size_t at = text.rfind("{\"key\": \""); at != std::string_view::npos && at != 0;
       at = text.rfind("{\"key\": \"", at - 1)) {
    if (begins_call(text.substr(at))) return text.substr(at);
  }
  return {};
}

}  // namespace detail

/// Recorded replies by the key of their call.
///
/// Shape:  record() returns after the reply is written to the operating system, so a killed program loses no reply that
///         it used. A line that a killed run or a failed write broke is left out and counted; what follows it is read.
///         Of two replies to a key the first counts. A file is changed only by record()
/// Errors: data_error, with the line, for one that is neither a call nor the beginning of one, and for a request that
///         does not match its key: such a file is left as it is. Those of io::appended_file
/// Cost:   one pass over the file; memory for the replies
class call_log {
 public:
  /// An empty path keeps the replies only in memory.
  explicit call_log(std::string path, log_use use = log_use::append) : path_{std::move(path)} {
    if (path_.empty()) return;
    if (use == log_use::append) file_.emplace(path_);
    load();
  }

  /// Returns the recorded reply, or null. The pointer stays valid.
  [[nodiscard]] const chat_reply* find(const std::string& key) const {
    const auto found = replies_.find(key);
    return found == replies_.end() ? nullptr : &found->second;
  }

  /// Records a reply and returns it.
  const chat_reply& record(const std::string& key, std::string_view body, chat_reply reply) {
    const auto [at, added] = replies_.try_emplace(key, std::move(reply));
    if (added && file_) {
      try {
        file_->append(line_of(key, body, at->second));
      } catch (...) {
        replies_.erase(at);
        throw;
      }
      open_line_ = false;
    }
    return at->second;
  }

  [[nodiscard]] std::size_t size() const noexcept { return replies_.size(); }

  /// True if the file ends in an unfinished line. The next reply takes its place.
  [[nodiscard]] bool was_cut() const noexcept { return was_cut_; }
  /// Number of calls that are left out because a failed write broke their lines, and the line of the first (from 1).
  [[nodiscard]] std::uint64_t broken() const noexcept { return broken_; }
  [[nodiscard]] std::uint64_t first_broken() const noexcept { return first_broken_; }
  /// Number of further replies to a call, which are not used.
  [[nodiscard]] std::uint64_t repeated() const noexcept { return repeated_; }

 private:
  void load() {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path_, error);
    if (!std::filesystem::exists(status)) return;
    if (!std::filesystem::is_regular_file(status)) throw_data_error({.file = path_}, "expected a regular file");
    io::line_reader lines{path_};
    const std::uint64_t size = lines.source().size().value_or(0);
    while (const auto line = lines.next()) {
      if (line->find_first_not_of(" \t\r") == std::string_view::npos) continue;
      const std::uint64_t end = lines.offset() + line->size();
      if (read_line(*line, lines.number(), lines.offset())) {
        open_line_ = end == size;
      } else if (end == size) {
        was_cut_ = true;
        if (file_) file_->set_end(lines.offset());
      } else {
        ++broken_;
        if (first_broken_ == 0) first_broken_ = lines.number();
        const std::string rescued = detail::padded(detail::last_call(*line));
        const std::string_view call = std::string_view{rescued}.substr(0, rescued.size() - io::file_bytes::padding);
        if (!call.empty()) read_line(call, lines.number(), end - call.size());
      }
    }
  }

  /// Adds the call on a line; false for one that is broken.
  bool read_line(std::string_view line, std::uint64_t number, std::uint64_t offset) {
    io::json_line parser{path_};
    try {
      add(parser.parse(line, number, offset));
      parser.finish();
      return true;
    } catch (const data_error& error) {
      simdjson::dom::parser whole;
      const bool is_json = whole.parse(line.data(), line.size()).error() == simdjson::SUCCESS;
      const std::string_view broken = line.substr(0, line.size() - detail::last_call(line).size());
      constexpr std::size_t sure = 9;  // bytes that begin no other file
      const bool is_record = !replies_.empty() || broken.size() >= sure || broken.size() < line.size();
      if (!is_json && is_record && detail::begins_call(broken)) return false;
      throw_data_error(error.where(), error.problem() + " (the file is left as it is)");
    }
  }

  void add(io::json_value value) {
    io::json_context& context = value.context();
    std::string key, request;
    chat_reply reply;
    const auto count = [](auto& to) {
      return [&to](io::json_value number) { to = detail::token_count(number.raw()); };
    };
    const auto read_reply = [&](io::json_value field) {
      io::read_fields(field, io::optional_field{"content", reply.content},
                      io::optional_field{"finish_reason", reply.finish_reason},
                      io::optional_field{"prompt_tokens", count(reply.prompt_tokens)},
                      io::optional_field{"completion_tokens", count(reply.completion_tokens)});
    };
    io::required_field reply_field{"reply", read_reply, false};
    io::read_fields(value, io::optional_field{"key", key},
                    io::optional_field{"request", [&](io::json_value body) { request = body.raw(); }}, reply_field);
    context.require(!key.empty(), "key");
    context.require(!request.empty(), "request");
    context.require(reply_field.seen, "reply");
    if (call_key(request) != key) context.fail("expected the key of this request, " + call_key(request));
    if (!replies_.try_emplace(std::move(key), std::move(reply)).second) ++repeated_;
  }

  [[nodiscard]] std::string line_of(const std::string& key, std::string_view body, const chat_reply& reply) const {
    std::string line{open_line_ ? "\n" : ""};
    io::json_writer json{line, -1, io::json_text::ascii};
    json.begin_object().member("key", std::string_view{key}).key("request").raw(body).key("reply").begin_object();
    json.member("content", std::string_view{reply.content});
    json.member("finish_reason", std::string_view{reply.finish_reason});
    json.member("prompt_tokens", reply.prompt_tokens).member("completion_tokens", reply.completion_tokens);
    json.end_object().end_object();
    line += '\n';
    return line;
  }

  std::string path_;
  std::optional<io::appended_file> file_;
  std::unordered_map<std::string, chat_reply, string_hasher> replies_;
  std::uint64_t broken_ = 0, first_broken_ = 0, repeated_ = 0;
  bool was_cut_ = false;
  bool open_line_ = false;  // the last line is whole, but lacks its end
};

}  // namespace mhqa::inline v0_1::remote
