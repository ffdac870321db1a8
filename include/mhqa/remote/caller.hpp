// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls a model once per distinct request: replays recorded replies, repeats failed attempts with growing pauses, and
// counts every outcome. The transport is any callable, so tests and other protocols need no server.
//   caller ask{log, transport}; const chat_reply& said = ask(chat_body(settings, prompt, schemas::read));
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/remote/call_log.hpp>
#include <mhqa/remote/chat.hpp>
#include <mhqa/remote/retry.hpp>
#include <mhqa/text/keyed_hash.hpp>
#include <mhqa/utf8.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <concepts>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace mhqa::inline v0_1::remote {

/// Sends a request body to a model, once. Must be thread-safe; reports failure in the attempt instead of throwing.
template <class T>
concept transport = requires(T& t, const std::string& body) {
  { t(body) } -> std::convertible_to<attempt>;
};

/// A transport for runs without a network: every request must have been recorded.
struct no_transport {
  [[nodiscard]] attempt operator()(const std::string&) const { return {}; }
};

/// The outcome of a run's calls.
struct call_counts {
  std::uint64_t asked = 0;                      ///< replies that the model gave in this run
  std::uint64_t replayed = 0;                   ///< replies taken from the log, or from an equal request of this run
  std::array<std::uint64_t, call_ends> ends{};  ///< attempts by outcome
  std::uint64_t prompt_tokens = 0;              ///< of the replies asked for in this run
  std::uint64_t completion_tokens = 0;
};

/// Calls a model.
///
/// Shape:  thread-safe. Equal requests that run at the same time are sent once. After a permanent failure, calls that
///         have not begun fail with it, and those in progress are still recorded
/// Errors: data_error after the last attempt, and at once for an outcome that is_retried() denies; messages never
///         contain the text of `secret`, nor do replies if it has eight characters or more. Exceptions of record()
///         propagate
/// Cost:   one hash and one lock per call, besides the transport's
template <transport Transport>
class caller {
 public:
  caller(call_log& log, Transport send, retry_policy policy = {}, std::string name = "the server",
         std::string secret = {})
      : log_{&log}, send_{std::move(send)}, policy_{policy}, name_{std::move(name)}, secret_{std::move(secret)} {}

  [[nodiscard]] chat_reply operator()(const std::string& body) {
    const std::string key = call_key(body);
    {
      std::unique_lock lock{mutex_};
      changed_.wait(lock, [&] { return stop_ || !running_.contains(key); });
      if (const chat_reply* const known = log_->find(key)) {
        ++counts_.replayed;
        return *known;
      }
      if (stop_) throw_data_error({.file = name_}, *stop_);
      if constexpr (std::same_as<Transport, no_transport>) {
        throw_data_error({.file = name_}, "this request has no recorded reply; give `endpoint` to ask the model");
      }
      running_.insert(key);
    }
    try {
      chat_reply said = ask(key, body);
      const std::lock_guard lock{mutex_};
      ++counts_.asked;
      counts_.prompt_tokens += said.prompt_tokens;
      counts_.completion_tokens += said.completion_tokens;
      log_->record(key, body, said);
      running_.erase(key);
      changed_.notify_all();
      return said;
    } catch (const data_error& error) {
      stop(key, error.problem());
      throw;
    } catch (...) {
      stop(key, "an earlier call failed");
      throw;
    }
  }

  [[nodiscard]] call_counts counts() const {
    const std::lock_guard lock{mutex_};
    return counts_;
  }

 private:
  [[nodiscard]] chat_reply ask(const std::string& key, const std::string& body) {
    for (std::uint32_t made = 1;; ++made) {
      const attempt got = send_(body);
      chat_result result;
      const call_end end = classify(got, result);
      {
        const std::lock_guard lock{mutex_};
        ++counts_.ends[static_cast<std::size_t>(end)];
      }
      if (end == call_end::reply) {
        constexpr std::size_t shortest_secret = 8;  // a shorter one could be part of any reply
        if (secret_.size() >= shortest_secret) hide_secret(result.reply->content);
        return std::move(*result.reply);
      }
      const bool too_long = asks_too_long(policy_, got.retry_after);
      if (!is_retried(end) || too_long || made >= policy_.attempts) fail(end, got, result, made);
      std::unique_lock lock{mutex_};
      if (changed_.wait_for(lock, wait_after(policy_, key, made, got.retry_after), [&] { return stop_.has_value(); })) {
        throw_data_error({.file = name_}, *stop_);
      }
    }
  }

  void stop(const std::string& key, std::string why) {
    const std::lock_guard lock{mutex_};
    if (!stop_) stop_ = std::move(why);
    running_.erase(key);
    changed_.notify_all();
  }

  [[noreturn]] void fail(call_end end, const attempt& got, const chat_result& result, std::uint32_t made) const {
    std::string text;
    switch (end) {
      case call_end::unreachable:
        text = "cannot connect";
        break;
      case call_end::timed_out:
        text = "no answer in time";
        break;
      case call_end::bad_certificate:
        text = "the server's certificate could not be verified";
        break;
      case call_end::too_large:
        text = "found a reply that is too large";
        break;
      case call_end::redirected:
        text = "found a redirect (status " + std::to_string(got.status) + "), which is not followed";
        break;
      case call_end::malformed:
        text = "expected a chat completion, found " + (got.status == 200 ? result.problem
                                                       : got.status != 0 ? "status " + std::to_string(got.status)
                                                                         : "");
        break;
      case call_end::reported_error:
        text = "the server reports: " + result.problem;
        break;
      default:
        text = "status " + std::to_string(got.status);
        break;
    }
    if (!got.detail.empty()) text += (text.ends_with(' ') ? "" : ": ") + got.detail;
    if (got.status >= 400) {
      const chat_result said = read_chat_reply(got.body);
      if (said.error_object) text += ": " + said.problem;
    }
    if (made > 1) text += " (after " + std::to_string(made) + " attempts)";
    if (asks_too_long(policy_, got.retry_after)) {
      text += "; the server asks to wait longer than " + std::to_string(policy_.longest_wait.count() / 1000) + " s";
    }
    hide_secret(text);
    constexpr std::size_t longest = 500;
    if (text.size() > longest) {
      text.resize(utf8::prefix(text, longest).size());
      text += "…";
    }
    throw_data_error({.file = name_}, text);
  }

  /// Replaces the secret by a mark of which it is not a part.
  void hide_secret(std::string& text) const {
    const std::string_view mark = std::string_view{"[key]"}.find(secret_) == std::string_view::npos ? "[key]" : "***";
    for (std::size_t at = 0; !secret_.empty() && (at = text.find(secret_, at)) != std::string::npos;) {
      text.replace(at, secret_.size(), mark);
      at += mark.size();
    }
  }

  call_log* log_;
  Transport send_;
  retry_policy policy_;
  std::string name_, secret_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::unordered_set<std::string, string_hasher> running_;
  std::optional<std::string> stop_;
  call_counts counts_;
};

}  // namespace mhqa::inline v0_1::remote
