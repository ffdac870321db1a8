// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/remote/endpoint.hpp>

#include "remote/model_server.hpp"
#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <string>

namespace remote = mhqa::remote;
using remote::call_end;

TEST_CASE("endpoint: the body and the key reach the server, and its reply comes back") {
  mhqa_test::model_server server;
  std::string body, key, type;
  server.on_call = [&](const httplib::Request& request, httplib::Response& response) {
    body = request.body;
    key = request.get_header_value("Authorization");
    type = request.get_header_value("Content-Type");
    response.set_content("hello", "application/json");
  };
  const remote::endpoint send{{.url = server.url() + "/", .key = "SECRET"}};
  const remote::attempt got = send("{\"x\": 1}");
  CHECK(got.transport == call_end::reply);
  CHECK(got.status == 200);
  CHECK(got.body == "hello");
  CHECK(body == "{\"x\": 1}");
  CHECK(key == "Bearer SECRET");
  CHECK(type == "application/json");
  CHECK(send("{}").status == 200);  // the connection is used again
}

TEST_CASE("endpoint: statuses, Retry-After and redirects are reported, and redirects are not followed") {
  mhqa_test::model_server server;
  int calls = 0;
  server.on_call = [&](const httplib::Request&, httplib::Response& response) {
    ++calls;
    if (calls == 1) {
      response.status = 429;
      response.set_header("Retry-After", "7");
    } else {
      response.set_redirect(server.url() + "/elsewhere", 307);
    }
  };
  const remote::endpoint send{{.url = server.url()}};
  const remote::attempt busy = send("{}");
  CHECK(busy.status == 429);
  CHECK(busy.retry_after == 7.0);
  const remote::attempt moved = send("{}");
  CHECK(moved.status == 307);
  CHECK(moved.detail == server.url() + "/elsewhere");
  CHECK(calls == 2);
}

TEST_CASE("endpoint: a stream that stops, a server that is silent, and one that is not there") {
  mhqa_test::model_server server;
  server.on_call = [&](const httplib::Request& request, httplib::Response& response) {
    if (request.body == "cut") {
      response.set_content_provider(1000, "application/json", [](std::size_t, std::size_t, httplib::DataSink& sink) {
        sink.write("{\"choices\"", 10);
        return false;
      });
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds{1500});
    }
  };
  const remote::endpoint send{{.url = server.url(), .timeout = std::chrono::seconds{1}}};
  CHECK(send("cut").transport == call_end::malformed);
  CHECK(send("silent").transport == call_end::timed_out);
  server.stop();
  const remote::endpoint nobody{{.url = server.url(), .timeout = std::chrono::seconds{1}}};
  CHECK(nobody("{}").transport == call_end::unreachable);
}

TEST_CASE("endpoint: a URL that cannot be used is refused without showing a password") {
  const auto error_of = [](const std::string& url) {
    return mhqa_test::error_of([&] { remote::endpoint{{.url = url}}; });
  };
  CHECK(error_of("api.example.com/v1") == "api.example.com/v1: expected a URL that begins with http:// or https://");
  CHECK(error_of("ftp://x").find("expected a URL") != std::string::npos);
  CHECK(error_of("http://").find("expected the name of a host") != std::string::npos);
  const std::string with_password = error_of("https://user:hunter2@host/v1");
  CHECK(with_password.find("without a user and a password") != std::string::npos);
  CHECK(with_password.find("hunter2") == std::string::npos);
}

#if defined(CPPHTTPLIB_OPENSSL_SUPPORT)
TEST_CASE("endpoint: a certificate that nobody vouches for ends the call; a trusted one does not") {
  const mhqa_test::scratch here;
  const std::string certificate = (here / "cert.pem").string(), key = (here / "key.pem").string();
  const std::string make =
      "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext "
      "subjectAltName=DNS:localhost -keyout " +
      mhqa_test::shell_word(key) + " -out " + mhqa_test::shell_word(certificate) + " 2> /dev/null";
  if (std::system(make.c_str()) != 0) {
    MESSAGE("openssl cannot make a certificate here");
    return;
  }
  httplib::SSLServer server{certificate.c_str(), key.c_str()};
  server.Post("/v1/chat/completions",
              [](const httplib::Request&, httplib::Response& r) { r.set_content("hello", "text/plain"); });
  const int port = server.bind_to_any_port("127.0.0.1");
  std::thread listening{[&] { server.listen_after_bind(); }};
  const std::string url = "https://localhost:" + std::to_string(port) + "/v1";
  const remote::attempt refused = remote::endpoint{{.url = url}}("{}");
  const remote::attempt taken = remote::endpoint{{.url = url, .certificates = certificate}}("{}");
  server.stop();
  listening.join();
  CHECK(refused.transport == call_end::bad_certificate);
  CHECK(taken.status == 200);
  CHECK(taken.body == "hello");
}
#endif
