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

TEST_CASE("endpoint: a key cannot end its header, and a query stays at the end of the path") {
  const auto error_of = [](const remote::endpoint_settings& settings) {
    return mhqa_test::error_of([&] { remote::endpoint{settings}; });
  };
  for (const char* const key : {"a\nX-Evil: 1", "a\r\n", "a b", "\x7f", "\xc3\xa9"}) {
    CAPTURE(key);
    const std::string error = error_of({.url = "http://h/v1", .key = key});
    CHECK(error == "http://h: expected a key of visible ASCII characters, without spaces and line breaks");
  }
  for (const char* const url : {"http://h/v1#x", "http://h/v1\nX-Evil: 1", "http://h/v 1", "http://h/v1?a=\r\n"}) {
    CHECK(error_of({.url = url}) == "http://h: expected a URL without #, spaces and control characters");
  }
  CHECK(error_of({.url = "http://?x=1"}).find("expected the name of a host") != std::string::npos);

  mhqa_test::model_server server;
  std::string version;
  server.on_call = [&](const httplib::Request& request, httplib::Response& response) {
    version = request.get_param_value("api-version");
    response.set_content("hello", "text/plain");
  };
  const remote::endpoint send{{.url = server.url() + "/?api-version=1"}};
  CHECK(send("{}").body == "hello");
  CHECK(version == "1");
}

TEST_CASE("endpoint: a reply over a limit is too large, and a call that takes too long in all is late") {
  mhqa_test::model_server server;
  server.on_call = [&](const httplib::Request& request, httplib::Response& response) {
    if (request.body == "large") return response.set_content(std::string(1001, ' '), "text/plain");
    if (request.body == "fits") return response.set_content(std::string(1000, ' '), "text/plain");
    response.set_chunked_content_provider("text/plain", [](std::size_t, httplib::DataSink& sink) {
      std::this_thread::sleep_for(std::chrono::milliseconds{50});
      return sink.write(" ", 1);
    });
  };
  const remote::endpoint send{{.url = server.url(),
                               .timeout = std::chrono::seconds{5},
                               .limits = {.body_bytes = 1000, .time = std::chrono::seconds{1}}}};
  const remote::attempt large = send("large");
  CHECK(large.transport == call_end::too_large);
  CHECK(large.detail == "a body of more than 1000 bytes");
  CHECK(send("fits").body.size() == 1000);
  const remote::attempt late = send("drip");
  CHECK(late.transport == call_end::timed_out);
  CHECK(late.detail == "more than 1 s in all");
  CHECK(send("fits").body.size() == 1000);
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
