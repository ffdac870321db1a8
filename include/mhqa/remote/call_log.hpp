// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Records every call to a model, one JSON object per line: {"key", "request", "reply"}. A later run takes replies from
// it instead of asking again. A line that a killed run left unfinished is cut off and counted.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/lines.hpp>
#include <mhqa/remote/chat.hpp>
#include <mhqa/text/keyed_hash.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>

namespace mhqa {
inline namespace v0_1 {
namespace remote {

/// Recorded replies by the key of their call.
///
/// Shape:  creates the file if it is absent; record() returns after the reply is written to the operating system, so a
///         killed program loses no reply that it used
/// Errors: data_error, with the line, for a malformed line, for a request that does not match its key, and for a second
///         reply to a key; data_error if the file cannot be written or another run has it open
/// Cost:   one pass over the file; memory for the replies
class call_log {
 public:
  /// An empty path keeps the replies only in memory.
  explicit call_log(std::string path) : path_{std::move(path)} {
    if (path_.empty()) return;
    lock_ = std::make_unique<io::file_lock>(path_ + ".lock");
    const std::uint64_t whole = load();
    std::error_code error;
    if (whole < size_) std::filesystem::resize_file(path_, whole, error);
    if (error) io::detail::fail(path_, "cannot write", error.value());
    file_.reset(std::fopen(path_.c_str(), "ab"));
    if (!file_) io::detail::fail(path_, "cannot write", errno);
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
        append(key, body, at->second);
      } catch (...) {
        replies_.erase(at);
        throw;
      }
    }
    return at->second;
  }

  [[nodiscard]] std::size_t size() const noexcept { return replies_.size(); }

  /// True if the file ended in an unfinished line, which has been cut off.
  [[nodiscard]] bool was_cut() const noexcept { return was_cut_; }

 private:
  struct close_file {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
  };

  /// Reads the file; returns the number of bytes in complete lines.
  std::uint64_t load() {
    std::error_code error;
    if (!std::filesystem::exists(path_, error)) return 0;
    size_ = std::filesystem::file_size(path_, error);
    if (error) io::detail::fail(path_, "cannot read", error.value());
    std::uint64_t whole = 0;
    {
      const io::file_bytes bytes{path_};
      const std::size_t last = bytes.view().rfind('\n');
      whole = last == std::string_view::npos ? 0 : last + 1;
    }
    was_cut_ = whole < size_;
    io::line_reader lines{path_};
    io::json_line parser{path_};
    std::uint64_t number = 0, at = 0;
    while (at < whole) {
      const auto line = lines.next();
      if (!line) break;
      ++number;
      at += line->size() + 1;
      if (line->find_first_not_of(" \t\r") == std::string_view::npos) continue;
      add(parser.parse(*line, number, at - line->size() - 1));
      parser.finish();
    }
    return whole;
  }

  void add(io::json_value value) {
    io::json_context& context = value.context();
    std::string key, request;
    chat_reply reply;
    bool has_reply = false;
    value.object([&](std::string_view name, io::json_value field) {
      if (name == "key") {
        key = field.string();
      } else if (name == "request") {
        request = field.raw();
      } else if (name == "reply") {
        has_reply = true;
        field.object([&](std::string_view part, io::json_value text) {
          if (part == "content") reply.content = text.string();
          if (part == "finish_reason") reply.finish_reason = text.string();
          if (part == "prompt_tokens") reply.prompt_tokens = text.natural();
          if (part == "completion_tokens") reply.completion_tokens = text.natural();
        });
      }
    });
    context.require(!key.empty(), "key");
    context.require(!request.empty(), "request");
    context.require(has_reply, "reply");
    if (call_key(request) != key) context.fail("expected the key of this request, " + call_key(request));
    if (!replies_.try_emplace(std::move(key), std::move(reply)).second) {
      context.fail("expected one reply to a request, found a second");
    }
  }

  void append(const std::string& key, std::string_view body, const chat_reply& reply) {
    std::string line;
    io::json_writer json{line, -1, io::json_text::ascii};
    json.begin_object().member("key", std::string_view{key}).key("request").raw(body).key("reply").begin_object();
    json.member("content", std::string_view{reply.content});
    json.member("finish_reason", std::string_view{reply.finish_reason});
    json.member("prompt_tokens", reply.prompt_tokens).member("completion_tokens", reply.completion_tokens);
    json.end_object().end_object();
    line += '\n';
    // After a line that was written in part, a whole one would be read as its end.
    if (write_error_ == 0 &&
        (std::fwrite(line.data(), 1, line.size(), file_.get()) != line.size() || std::fflush(file_.get()) != 0)) {
      write_error_ = errno != 0 ? errno : EIO;
    }
    if (write_error_ != 0) io::detail::fail(path_, "cannot write", write_error_);
  }

  std::string path_;
  std::unique_ptr<io::file_lock> lock_;
  std::unique_ptr<std::FILE, close_file> file_;
  std::unordered_map<std::string, chat_reply, string_hasher> replies_;
  std::uint64_t size_ = 0;
  int write_error_ = 0;  // nothing is written after the first
  bool was_cut_ = false;
};

}  // namespace remote
}  // namespace v0_1
}  // namespace mhqa
