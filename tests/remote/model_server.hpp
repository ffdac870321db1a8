// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A server on this machine that plays a language model, or fails as real ones do.
#pragma once

#include "support/command.hpp"

#include <mhqa/io/json_writer.hpp>

#include <httplib.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <thread>

namespace mhqa_test {

/// Listens on a free port of the loopback interface until it is stopped or destroyed.
class model_server {
 public:
  model_server() {
    server_.Post("/v1/chat/completions", [this](const httplib::Request& request, httplib::Response& response) {
      ++calls;
      on_call(request, response);
    });
    port_ = server_.bind_to_any_port("127.0.0.1");
    listening_ = std::thread{[this] { server_.listen_after_bind(); }};
    while (!server_.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds{1});
  }
  ~model_server() { stop(); }
  model_server(const model_server&) = delete;
  model_server& operator=(const model_server&) = delete;

  void stop() {
    server_.stop();
    if (listening_.joinable()) listening_.join();
  }

  [[nodiscard]] std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/v1"; }

  std::function<void(const httplib::Request&, httplib::Response&)> on_call;
  std::atomic<int> calls{0};

 private:
  httplib::Server server_;
  int port_ = 0;
  std::thread listening_;
};

/// Answers a call as a model would that says `content`.
inline void say(httplib::Response& response, std::string_view content) {
  std::string body;
  mhqa::io::json_writer json{body};
  json.begin_object().key("choices").begin_array().begin_object().member("finish_reason", "stop");
  json.key("message").begin_object().member("role", "assistant").member("content", content).end_object().end_object();
  json.end_array().key("usage").begin_object().member("prompt_tokens", 10).member("completion_tokens", 3).end_object();
  json.end_object();
  response.set_content(body, "application/json");
}

}  // namespace mhqa_test
