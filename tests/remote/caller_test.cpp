// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/remote/caller.hpp>

#include "support/errors.hpp"

#include <mhqa/parallel.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace remote = mhqa::remote;
using remote::call_end;

namespace {

using script = std::function<remote::attempt(const std::string&)>;

remote::attempt says(const std::string& content) {
  return {.status = 200,
          .body = R"({"choices": [{"finish_reason": "stop", "message": {"content": ")" + content +
                  R"("}}], "usage": {"prompt_tokens": 10, "completion_tokens": 2}})"};
}

constexpr remote::retry_policy quick{
    .attempts = 4, .first_wait = std::chrono::milliseconds{1}, .longest_wait = std::chrono::milliseconds{2}};

}  // namespace

TEST_CASE("caller: each distinct request is asked once, and tokens are counted for it alone") {
  remote::call_log log{""};
  int asked = 0;
  remote::caller<script> call{log, [&](const std::string& body) {
                                ++asked;
                                return says("r" + std::to_string(body.size()));
                              }};
  CHECK(call("{}").content == "r2");
  CHECK(call("{ }").content == "r3");
  CHECK(call("{}").content == "r2");
  CHECK(asked == 2);
  CHECK(call.counts().asked == 2);
  CHECK(call.counts().replayed == 1);
  CHECK(call.counts().prompt_tokens == 20);
  CHECK(call.counts().completion_tokens == 4);
}

TEST_CASE("caller: an error does not show the secret, also one that a message contains by chance") {
  for (const std::string secret : {"sk-0123456789", "key"}) {
    CAPTURE(secret);
    remote::call_log log{""};
    const remote::attempt refused{.status = 401, .body = R"({"error": {"message": "no such key: )" + secret + R"("}})"};
    remote::caller<script> call{log, [&](const std::string&) { return refused; }, quick, "the server", secret};
    const std::string said = mhqa_test::error_of([&] { static_cast<void>(call("{}")); });
    CHECK(said.find("no such") != std::string::npos);
    CHECK(said.find(secret) == std::string::npos);
    CHECK(said.size() < 200);
  }
}

TEST_CASE("caller: ends that may pass are retried and counted, and the reply is used") {
  remote::call_log log{""};
  std::vector<remote::attempt> answers{
      {.status = 429}, {.status = 500}, {.status = 200, .body = "{\"choices\": ["}, says("at last")};
  std::size_t next = 0;
  remote::caller<script> call{log, [&](const std::string&) { return answers[next++]; }, quick};
  CHECK(call("{}").content == "at last");
  const auto ends = call.counts().ends;
  CHECK(ends[static_cast<std::size_t>(call_end::busy)] == 1);
  CHECK(ends[static_cast<std::size_t>(call_end::server_error)] == 1);
  CHECK(ends[static_cast<std::size_t>(call_end::malformed)] == 1);
  CHECK(ends[static_cast<std::size_t>(call_end::reply)] == 1);
}

TEST_CASE("caller: each end that lasts becomes one clear error") {
  struct row {
    remote::attempt answer;
    std::string message;
    int attempts;
  };
  for (const row& r : {
           row{{.transport = call_end::unreachable, .detail = "Connection"},
               "S: cannot connect: Connection (after 4 attempts)",
               4},
           row{{.transport = call_end::timed_out}, "S: no answer in time (after 4 attempts)", 4},
           row{{.transport = call_end::bad_certificate}, "S: the server's certificate could not be verified", 1},
           row{{.status = 302, .detail = "http://other/"},
               "S: found a redirect (status 302), which is not followed: http://other/",
               1},
           row{{.status = 401, .body = R"({"error": {"message": "bad key SECRET\u0007 \u001b[31m"}})"},
               "S: status 401: bad key [key]\\x07 \\x1b[31m",
               1},
           row{{.status = 429}, "S: status 429 (after 4 attempts)", 4},
           row{{.status = 200}, "S: expected a chat completion, found an empty reply (after 4 attempts)", 4},
           row{{.status = 200, .body = R"({"error": "overloaded"})"},
               "S: the server reports: overloaded (after 4 attempts)",
               4},
       }) {
    CAPTURE(r.message);
    remote::call_log log{""};
    int made = 0;
    remote::caller<script> call{log,
                                [&](const std::string&) {
                                  ++made;
                                  return r.answer;
                                },
                                quick, "S", "SECRET"};
    CHECK(mhqa_test::error_of([&] { static_cast<void>(call("{}")); }) == r.message);
    CHECK(made == r.attempts);
    CHECK(log.size() == 0);
    // The next call fails with the same error and asks nothing.
    CHECK(mhqa_test::error_of([&] { static_cast<void>(call("{ }")); }) != "no error");
    CHECK(made == r.attempts);
  }
}

TEST_CASE("caller: equal requests of several threads are asked once") {
  remote::call_log log{""};
  std::atomic<int> asked{0};
  remote::caller<script> call{log, [&](const std::string&) {
                                ++asked;
                                std::this_thread::sleep_for(std::chrono::milliseconds{5});
                                return says("x");
                              }};
  mhqa::thread_pool pool{8};
  pool.for_each(64, [&](std::size_t i) { static_cast<void>(call(i % 2 == 0 ? "{}" : "{ }")); });
  CHECK(asked == 2);
  CHECK(call.counts().asked == 2);
  CHECK(call.counts().replayed == 62);
}

TEST_CASE("caller: after a failure, calls under way are recorded and others are not begun") {
  remote::call_log log{""};
  std::atomic<int> begun{0};
  remote::caller<script> call{log,
                              [&](const std::string& body) -> remote::attempt {
                                ++begun;
                                if (body == "bad") return {.status = 400};
                                return says("x");
                              },
                              quick, "S"};
  CHECK(call("{}").content == "x");
  CHECK_THROWS_AS(static_cast<void>(call("bad")), mhqa::data_error);
  CHECK_THROWS_AS(static_cast<void>(call("{ }")), mhqa::data_error);
  CHECK(begun == 2);
  CHECK(call("{}").content == "x");  // recorded replies are still there
}

TEST_CASE("caller: without a transport, a request that is not recorded is an error") {
  remote::call_log log{""};
  log.record(remote::call_key("{}"), "{}", {"known", "", 0, 0});
  remote::caller<remote::no_transport> call{log, {}, {}, "log.jsonl"};
  CHECK(call("{}").content == "known");
  CHECK(mhqa_test::error_of([&] { static_cast<void>(call("{ }")); }) ==
        "log.jsonl: this request has no recorded reply; give `endpoint` to ask the model");
}

TEST_CASE("caller: a reply that repeats a long key is recorded without it; a short key may be part of a reply") {
  for (const auto& [key, said] : {std::pair{"sk-123456", "[key] x"}, std::pair{"sk", "sk-123456 x"}}) {
    remote::call_log log{""};
    remote::caller<script> call{log, [](const std::string&) { return says("sk-123456 x"); }, quick, "S", key};
    CHECK(call("{}").content == said);
    CHECK(log.find(remote::call_key("{}"))->content == said);
  }
}

TEST_CASE("caller: a wait that is too long ends the run at once") {
  remote::call_log log{""};
  int made = 0;
  remote::caller<script> call{log,
                              [&](const std::string&) -> remote::attempt {
                                ++made;
                                return {.status = 429, .retry_after = 86400.0};
                              },
                              remote::retry_policy{.longest_wait = std::chrono::milliseconds{2000}}, "S"};
  CHECK(mhqa_test::error_of([&] { static_cast<void>(call("{}")); }) ==
        "S: status 429; the server asks to wait longer than 2 s");
  CHECK(made == 1);
}
