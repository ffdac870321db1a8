// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Sends chat completions to a server over HTTP or HTTPS by cpp-httplib: a transport for caller.hpp. Link mhqa::remote.
//   endpoint send{{.url = "http://127.0.0.1:8080/v1", .key = key}};
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/remote/retry.hpp>

#include <httplib.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace remote {

/// Where a model is served.
struct endpoint_settings {
  std::string url;                    ///< up to and including the version: https://api.example.com/v1
  std::string key{};                  ///< sent as a bearer token; empty: no Authorization header
  std::chrono::seconds timeout{120};  ///< for a connection, and between two pieces of an answer
  std::string certificates{};         ///< file of trusted certificates; empty: the system's
};

/// A transport with one connection for each call that is under way; connections are reused.
///
/// Errors: the constructor throws data_error for a URL that does not begin with http:// or https://, that contains a
///         user and a password, and for https without OpenSSL. Calls report in the attempt
class endpoint {
 public:
  explicit endpoint(endpoint_settings settings) : settings_{std::make_shared<endpoint_settings>(std::move(settings))} {
    const std::string& url = settings_->url;
    const bool secure = url.starts_with("https://");
    if (!secure && !url.starts_with("http://")) {
      throw_data_error({.file = url}, "expected a URL that begins with http:// or https://");
    }
    const std::size_t host = url.find("://") + 3;
    const std::size_t slash = url.find('/', host);
    origin_ = url.substr(0, slash);
    path_ = slash == std::string::npos ? "" : url.substr(slash);
    while (path_.ends_with('/')) path_.pop_back();
    path_ += "/chat/completions";
    const std::string_view name = std::string_view{origin_}.substr(host);
    if (name.empty() || name.find('@') != std::string_view::npos) {
      throw_data_error({.file = origin_.substr(0, host) + "…"},
                       "expected the name of a host, without a user and a password, after ://");
    }
#if !defined(CPPHTTPLIB_OPENSSL_SUPPORT)
    if (secure) throw_data_error({.file = url}, "https needs cpp-httplib with OpenSSL, which this program lacks");
#endif
  }

  [[nodiscard]] attempt operator()(const std::string& body) const {
    std::unique_ptr<httplib::Client> client = take();
    httplib::Headers headers;
    if (!settings_->key.empty()) headers.emplace("Authorization", "Bearer " + settings_->key);
    const auto begin = std::chrono::steady_clock::now();
    const httplib::Result result = client->Post(path_, headers, body, "application/json");
    attempt out;
    if (!result) {
      out.transport = end_of(result.error(), std::chrono::steady_clock::now() - begin);
      if (result.error() != httplib::Error::Connection) out.detail = httplib::to_string(result.error());
      return out;  // the connection is in an unknown state and is not kept
    }
    out.status = result->status;
    if (out.status >= 300 && out.status < 400) out.detail = result->get_header_value("Location");
    if (result->has_header("Retry-After")) out.retry_after = read_retry_after(result->get_header_value("Retry-After"));
    out.body = result->body;
    give_back(std::move(client));
    return out;
  }

  /// The address without the path of the call, for messages.
  [[nodiscard]] const std::string& origin() const noexcept {
    return origin_;
  }

 private:
  struct idle_clients {
    std::mutex mutex;
    std::vector<std::unique_ptr<httplib::Client>> clients;
  };

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

  [[nodiscard]] std::unique_ptr<httplib::Client> take() const {
    {
      const std::lock_guard lock{idle_->mutex};
      if (!idle_->clients.empty()) {
        std::unique_ptr<httplib::Client> one = std::move(idle_->clients.back());
        idle_->clients.pop_back();
        return one;
      }
    }
    auto client = std::make_unique<httplib::Client>(origin_);
    client->set_connection_timeout(settings_->timeout);
    client->set_read_timeout(settings_->timeout);
    client->set_write_timeout(settings_->timeout);
    client->set_follow_location(false);
    client->set_keep_alive(true);
    client->set_tcp_nodelay(true);
#if defined(CPPHTTPLIB_OPENSSL_SUPPORT)
    if (!settings_->certificates.empty()) client->set_ca_cert_path(settings_->certificates.c_str());
    client->enable_server_certificate_verification(true);
#endif
    return client;
  }

  void give_back(std::unique_ptr<httplib::Client> client) const {
    const std::lock_guard lock{idle_->mutex};
    idle_->clients.push_back(std::move(client));
  }

  std::shared_ptr<const endpoint_settings> settings_;
  std::string origin_, path_;
  std::shared_ptr<idle_clients> idle_ = std::make_shared<idle_clients>();
};

}  // namespace remote
}  // namespace v0_1
}  // namespace mhqa
