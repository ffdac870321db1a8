// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Sends chat completions to a server over HTTP or HTTPS by cpp-httplib: a transport for caller.hpp. Link mhqa::remote.
//   endpoint send{{.url = "http://127.0.0.1:8080/v1", .key = key}};
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/remote/connection_watch.hpp>
#include <mhqa/remote/retry.hpp>

#include <httplib.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::remote {

/// Where a model is served.
struct endpoint_settings {
  std::string url;                    ///< up to and including the version: https://api.example.com/v1
  std::string key{};                  ///< sent as a bearer token; empty: no Authorization header
  std::chrono::seconds timeout{120};  ///< for a connection, and between two pieces of an answer
  std::string certificates{};         ///< file of trusted certificates; empty: the system's
  reply_limits limits{};              ///< for each attempt
};

namespace detail {

/// Returns true for a text of visible ASCII characters, with which nobody can end a header's line.
[[nodiscard]] inline bool is_visible_ascii(std::string_view text) noexcept {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
}

}  // namespace detail

/// A transport with one connection for each call that is under way.
///
/// Shape:  a connection is used again only after a whole reply with status 200, and if nothing has arrived on it since,
///         so that no call takes the reply of another. A query in the URL ("?api-version=1") stays at its end
/// Errors: the constructor throws data_error for a URL that does not begin with http:// or https://, that contains a
///         user and a password, a fragment, spaces or control characters, for a key with such characters, and for
///         https without OpenSSL. Calls report in the attempt
/// Cost:   one thread that watches the calls, besides the caller's
class endpoint {
 public:
  explicit endpoint(endpoint_settings settings)
      : settings_{std::make_shared<endpoint_settings>(std::move(settings))},
        watch_{std::make_shared<connection_watch>(settings_->limits)} {
    const std::string& url = settings_->url;
    const bool secure = url.starts_with("https://");
    if (!secure && !url.starts_with("http://")) {
      throw_data_error({.file = url}, "expected a URL that begins with http:// or https://");
    }
    const std::size_t host = url.find("://") + 3;
    const std::size_t path = std::min(url.find_first_of("/?#", host), url.size());
    const std::size_t query = std::min(url.find('?', path), url.size());
    origin_ = url.substr(0, path);
    path_ = url.substr(path, query - path);
    while (path_.ends_with('/')) path_.pop_back();
    path_.append("/chat/completions").append(url, query);
    const std::string_view name = std::string_view{origin_}.substr(host);
    if (name.empty() || name.find('@') != std::string_view::npos) {
      throw_data_error({.file = origin_.substr(0, host) + "…"},
                       "expected the name of a host, without a user and a password, after ://");
    }
    if (url.find('#') != std::string::npos || !detail::is_visible_ascii(url)) {
      throw_data_error({.file = origin_}, "expected a URL without #, spaces and control characters");
    }
    if (!detail::is_visible_ascii(settings_->key)) {
      throw_data_error({.file = origin_}, "expected a key of visible ASCII characters, without spaces and line breaks");
    }
#if !defined(CPPHTTPLIB_OPENSSL_SUPPORT)
    if (secure) throw_data_error({.file = url}, "https needs cpp-httplib with OpenSSL, which this program lacks");
#endif
  }

  [[nodiscard]] attempt operator()(const std::string& body) const {
    std::unique_ptr<connection> used = take();
    std::optional<connection_watch::call> watched{std::in_place, *watch_, used->socket};
    used->client.set_socket_options([&watched](socket_t socket) { watched->connects(socket); });
    attempt out;
    std::string fault;
    httplib::Request request;
    request.method = "POST";
    request.path = path_;
    request.body = body;
    request.set_header("Content-Type", "application/json");
    if (!settings_->key.empty()) request.set_header("Authorization", "Bearer " + settings_->key);
    request.response_handler = [&](const httplib::Response& head) {
      watched->begins_body();
      fault = fault_of_length(head);
      return fault.empty();
    };
    request.content_receiver = [&](const char* data, std::size_t size, auto, auto) {
      if (!watched->takes(size)) return false;
      out.body.append(data, size);
      return true;
    };
    const auto begin = std::chrono::steady_clock::now();
    const httplib::Result result = used->client.send(request);
    if (const call_limit limit = watched->ended_by(); limit != call_limit::none) {
      return {.transport = limit == call_limit::time ? call_end::timed_out : call_end::too_large,
              .detail = message_of(limit)};
    }
    if (!result) {  // the connection is in an unknown state and is not kept
      out.body.clear();
      out.transport = end_of(result.error(), std::chrono::steady_clock::now() - begin);
      if (out.transport == call_end::malformed) {
        out.detail = "a reply that is cut short or wrongly framed";
      } else if (result.error() != httplib::Error::Connection && result.error() != httplib::Error::Read) {
        out.detail = httplib::to_string(result.error());
      }
      if (!fault.empty()) out = {.transport = call_end::malformed, .detail = fault};
      return out;
    }
    out.status = result->status;
    if (out.status >= 300 && out.status < 400) out.detail = result->get_header_value("Location");
    if (result->has_header("Retry-After")) out.retry_after = read_retry_after(result->get_header_value("Retry-After"));
    if (out.status == 200) {
      watched.reset();  // before another thread can use the connection
      give_back(std::move(used));
    }
    return out;
  }

  /// The address without the path of the call, for messages.
  [[nodiscard]] const std::string& origin() const noexcept {
    return origin_;
  }

 private:
  struct connection {
    explicit connection(const std::string& origin) : client{origin} {}
    socket_copy socket;  // before the client, which closes its own descriptor first
    httplib::Client client;
  };
  struct idle_connections {
    std::mutex mutex;
    std::vector<std::unique_ptr<connection>> connections;
  };

  /// Returns what is wrong with the length that a reply announces, or "".
  [[nodiscard]] std::string fault_of_length(const httplib::Response& head) const {
    const std::size_t count = head.get_header_value_count("Content-Length");
    if (count == 0) return "";
    const std::string text = head.get_header_value("Content-Length");
    std::uint64_t length = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
    if (count != 1 || error != std::errc{} || end != text.data() + text.size()) {
      return count == 1 ? "a Content-Length that is not a number: " + text
                        : std::to_string(count) + " of Content-Length";
    }
    if (head.has_header("Transfer-Encoding")) return "both Content-Length and Transfer-Encoding";
    return "";
  }

  [[nodiscard]] std::string message_of(call_limit limit) const {
    const reply_limits& most = watch_->limits();
    if (limit == call_limit::time) return "more than " + std::to_string(most.time.count()) + " s in all";
    if (limit == call_limit::body_bytes) return "a body of more than " + std::to_string(most.body_bytes) + " bytes";
    return "more than " + std::to_string(most.header_bytes) + " bytes before the body";
  }

  [[nodiscard]] call_end end_of(httplib::Error error, std::chrono::steady_clock::duration took) const noexcept {
    switch (error) {
      case httplib::Error::SSLServerVerification:
      case httplib::Error::SSLLoadingCerts:
      case httplib::Error::SSLConnection:
        return call_end::bad_certificate;
      case httplib::Error::ConnectionTimeout:
        return call_end::timed_out;
      case httplib::Error::Read:
        return took >= settings_->timeout ? call_end::timed_out : call_end::malformed;
      default:
        return call_end::unreachable;
    }
  }

  [[nodiscard]] std::unique_ptr<connection> take() const {
    for (;;) {
      std::unique_ptr<connection> one;
      {
        const std::lock_guard lock{idle_->mutex};
        if (idle_->connections.empty()) break;
        one = std::move(idle_->connections.back());
        idle_->connections.pop_back();
      }
      if (one->socket.is_quiet()) return one;
    }
    auto made = std::make_unique<connection>(origin_);
    const std::chrono::seconds longest = std::min(settings_->timeout, settings_->limits.time);
    made->client.set_connection_timeout(longest);
    made->client.set_read_timeout(longest);
    made->client.set_write_timeout(longest);
    made->client.set_follow_location(false);
    made->client.set_keep_alive(true);
    made->client.set_tcp_nodelay(true);
#if defined(CPPHTTPLIB_OPENSSL_SUPPORT)
    if (!settings_->certificates.empty()) made->client.set_ca_cert_path(settings_->certificates.c_str());
    made->client.enable_server_certificate_verification(true);
#endif
    return made;
  }

  void give_back(std::unique_ptr<connection> one) const {
    const std::lock_guard lock{idle_->mutex};
    idle_->connections.push_back(std::move(one));
  }

  std::shared_ptr<const endpoint_settings> settings_;
  std::shared_ptr<connection_watch> watch_;
  std::string origin_, path_;
  std::shared_ptr<idle_connections> idle_ = std::make_shared<idle_connections>();
};

}  // namespace mhqa::inline v0_1::remote
