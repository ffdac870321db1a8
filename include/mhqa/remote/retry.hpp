// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Decides what to do after a call to a server: use the reply, wait and ask again, or give up. Waiting times grow
// exponentially, with jitter that depends only on the call and the attempt.
#pragma once

#include <mhqa/random.hpp>
#include <mhqa/remote/chat.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace mhqa::inline v0_1::remote {

/// The outcome of one attempt at a call.
enum class call_end : std::uint8_t {
  reply,            ///< status 200 with a usable body
  busy,             ///< status 429
  server_error,     ///< status 5xx
  timed_out,        ///< status 408, no answer in time, or a stream that stalls
  unreachable,      ///< no connection
  malformed,        ///< a body that is empty, cut, or no chat completion
  reported_error,   ///< status 200 with an error object
  refused,          ///< another status 4xx
  redirected,       ///< status 3xx; not followed, because the key would be sent along
  bad_certificate,  ///< TLS failed: the certificate could not be verified, or the trusted ones not read
  too_large,        ///< more bytes than reply_limits allows
};

/// The number of values of call_end.
inline constexpr std::size_t call_ends = 11;

/// Returns the name of an outcome in reports.
[[nodiscard]] constexpr std::string_view to_string(call_end end) noexcept {
  constexpr std::array<std::string_view, call_ends> names{
      "reply",          "busy",    "server-error", "timed-out",       "unreachable", "malformed",
      "reported-error", "refused", "redirected",   "bad-certificate", "too-large"};
  return names[static_cast<std::size_t>(end)];
}

/// Returns true if asking again may help.
[[nodiscard]] constexpr bool is_retried(call_end end) noexcept {
  return end >= call_end::busy && end <= call_end::reported_error;
}

/// The result of one attempt by a transport.
struct attempt {
  call_end transport = call_end::reply;  ///< an outcome without a status, otherwise reply
  int status = 0;                        ///< HTTP status; 0 without one
  std::string body{};
  std::string detail{};                 ///< the transport's message, or the target of a redirect
  std::optional<double> retry_after{};  ///< seconds, as requested by the server
};

/// Determines the outcome of an attempt; fills `result` for status 200.
[[nodiscard]] inline call_end classify(const attempt& a, chat_result& result) {
  if (a.transport != call_end::reply) return a.transport;
  if (a.status == 429) return call_end::busy;
  if (a.status == 408) return call_end::timed_out;
  if (a.status >= 500) return call_end::server_error;
  if (a.status >= 400) return call_end::refused;
  if (a.status >= 300) return call_end::redirected;
  if (a.status != 200) return call_end::malformed;
  result = read_chat_reply(a.body);
  if (result.reply) return call_end::reply;
  return result.error_object ? call_end::reported_error : call_end::malformed;
}

/// How often a call is repeated, and after which waits.
struct retry_policy {
  std::uint32_t attempts = 6;                      ///< including the first
  std::chrono::milliseconds first_wait{500};       ///< doubles with each attempt
  std::chrono::milliseconds longest_wait{60'000};  ///< also limits what a server may ask for
};

/// Returns the time to wait after attempt number `made` (from 1) has failed.
///
/// Shape: half to all of first_wait * 2^(made - 1), at most longest_wait; a server's Retry-After is a lower bound up to
///        longest_wait (see asks_too_long). Equal arguments give equal times
[[nodiscard]] inline std::chrono::milliseconds wait_after(const retry_policy& policy, std::string_view key,
                                                          std::uint32_t made, std::optional<double> retry_after) {
  const double longest = static_cast<double>(policy.longest_wait.count());
  double wait = static_cast<double>(policy.first_wait.count()) * std::exp2(std::min(made, 30U) - 1.0);
  wait = std::min(wait, longest);
  const std::uint64_t bits = stable_hash(std::string{key} + '#' + std::to_string(made));
  wait *= 0.5 + 0.5 * (static_cast<double>(bits >> 11U) * 0x1p-53);
  if (retry_after && *retry_after > 0) wait = std::max(wait, std::min(*retry_after * 1000, longest));
  return std::chrono::milliseconds{static_cast<std::int64_t>(wait)};
}

/// Returns true if a server asks to wait longer than the policy allows, so that asking earlier is of no use.
[[nodiscard]] inline bool asks_too_long(const retry_policy& policy, const std::optional<double>& retry_after) noexcept {
  return retry_after && *retry_after * 1000 > static_cast<double>(policy.longest_wait.count());
}

/// Reads a Retry-After header in seconds; a number over 2^32 - 1 is that number. Ignores a date.
[[nodiscard]] inline std::optional<double> read_retry_after(std::string_view text) noexcept {
  std::uint32_t seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument) return std::nullopt;
  return error == std::errc{} ? seconds : std::numeric_limits<std::uint32_t>::max();
}

}  // namespace mhqa::inline v0_1::remote
