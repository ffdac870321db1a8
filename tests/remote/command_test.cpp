// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// `mhqa ask` against a server that behaves and one that does not.
#include "support/command.hpp"
#include "remote/model_server.hpp"
#include "support/text.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using mhqa_test::has;

std::string requests(std::size_t n) {
  std::string out;
  for (std::size_t i = 0; i < n; ++i) {
    out += "{\"id\": \"q" + std::to_string(i) + "\", \"question\": \"Question " + std::to_string(i) + "?\"}\n";
  }
  return out;
}

/// Says the question's number.
void answer(const httplib::Request& request, httplib::Response& response) {
  const std::size_t at = request.body.find("Question ");
  const std::size_t begin = request.body.find_first_of("0123456789", at);
  const std::string number = request.body.substr(begin, request.body.find('?', begin) - begin);
  mhqa_test::say(response, "{\"answer\": \"" + number + "\", \"support\": []}");
}

}  // namespace

TEST_CASE("mhqa ask: answers are recorded; a second run replays the same bytes without a network") {
  const mhqa_test::scratch here;
  const std::string in = here.write("r.jsonl", requests(40)).string(), out = (here / "a.jsonl").string();
  mhqa_test::model_server server;
  server.on_call = answer;
  ::setenv("MHQA_TEST_KEY", "TOPSECRET", 1);
  const auto first = mhqa_test::mhqa({"ask", in, "--endpoint", server.url(), "--model", "m", "--out", out, "--key-env",
                                      "MHQA_TEST_KEY", "--price-in", "1000", "--price-out", "10000"});
  CAPTURE(first.err);
  REQUIRE(first.status == 0);
  CHECK(server.calls == 40);
  CHECK(has(first.err, "40 requests: 40 replies asked for, 0 replayed"));
  CHECK(has(first.err, "400 prompt tokens, 120 completion tokens, cost 1.60"));
  const std::string bytes = mhqa_test::read_file(out);
  CHECK(bytes.starts_with("{\"id\": \"q0\", \"answer\": \"0\", \"support\": []}\n{\"id\": \"q1\""));
  const std::string log = out + ".calls.jsonl";
  CHECK_FALSE(has(mhqa_test::read_file(log), "TOPSECRET"));

  server.stop();
  std::filesystem::remove(out);
  const auto second = mhqa_test::mhqa({"ask", in, "--model", "m", "--out", out});
  CAPTURE(second.err);
  CHECK(second.status == 0);
  CHECK(has(second.err, "0 replies asked for, 40 replayed"));
  CHECK(mhqa_test::read_file(out) == bytes);

  const auto other = mhqa_test::mhqa({"ask", in, "--model", "another", "--out", out, "--log", log});
  CHECK(other.status == 2);
  CHECK(has(other.err, "this request has no recorded reply; give --endpoint to ask the model"));
  CHECK(mhqa_test::read_file(out) == bytes);
}

TEST_CASE("mhqa ask: every fault of a server is a counted retry or one clear error") {
  const mhqa_test::scratch here;
  const std::string in = here.write("r.jsonl", requests(4)).string();
  struct row {
    std::string_view name;
    std::function<void(int, httplib::Response&)> fault;  // for call number 1, 2, … ; later calls are answered
    int faults;
    std::string_view err;
    int status;
  };
  const auto half = [](int, httplib::Response& r) { r.set_content("{\"choices\": [{\"mess", "application/json"); };
  const std::vector<row> rows{
      {"busy", [](int, httplib::Response& r) { r.status = 429; }, 2, "2  attempts that ended in busy", 0},
      {"server error", [](int, httplib::Response& r) { r.status = 503; }, 2, "2  attempts that ended in server-error",
       0},
      {"nothing", [](int, httplib::Response&) {}, 2, "2  attempts that ended in malformed", 0},
      {"half a JSON document", half, 2, "2  attempts that ended in malformed", 0},
      {"an error with status 200",
       [](int, httplib::Response& r) { r.set_content("{\"error\": {\"message\": \"x\"}}", "application/json"); }, 2,
       "2  attempts that ended in reported-error", 0},
      {"a stream that stops",
       [](int, httplib::Response& r) {
         r.set_content_provider(1000, "application/json", [](std::size_t, std::size_t, httplib::DataSink& sink) {
           sink.write("{\"choices\"", 10);
           return false;
         });
       },
       2, "2  attempts that ended in malformed", 0},
      {"silence", [](int, httplib::Response&) { std::this_thread::sleep_for(std::chrono::milliseconds{1300}); }, 1,
       "1  attempts that ended in timed-out", 0},
      {"a redirect", [](int, httplib::Response& r) { r.set_redirect("http://127.0.0.1:9/x", 302); }, 1000,
       "found a redirect (status 302), which is not followed", 2},
      {"a wrong key",
       [](int, httplib::Response& r) {
         r.status = 401;
         r.set_content("{\"error\": {\"message\": \"key TOPSECRET \\u001b[31mis bad\\u0007\"}}", "application/json");
       },
       1000, "status 401: key [key] \\x1b[31mis bad\\x07", 2},
      {"an error that lasts", [](int, httplib::Response& r) { r.status = 500; }, 1000, "status 500 (after 3 attempts)",
       2},
  };
  for (const row& r : rows) {
    CAPTURE(r.name);
    mhqa_test::model_server server;
    std::atomic<int> seen{0};
    server.on_call = [&](const httplib::Request& request, httplib::Response& response) {
      const int number = ++seen;
      number <= r.faults ? r.fault(number, response) : answer(request, response);
    };
    ::setenv("MHQA_TEST_KEY", "TOPSECRET", 1);
    const std::string out = (here / "a.jsonl").string();
    std::filesystem::remove(out);
    std::filesystem::remove(out + ".calls.jsonl");
    const auto got = mhqa_test::mhqa({"ask", in, "--endpoint", server.url(), "--model", "m", "--out", out, "--threads",
                                      "1", "--attempts", "3", "--timeout", "1", "--key-env", "MHQA_TEST_KEY"});
    CAPTURE(got.err);
    CHECK(got.status == r.status);
    CHECK(has(got.err, r.err));
    CHECK_FALSE(has(got.err, "TOPSECRET"));
    CHECK_FALSE(has(got.err, "\x1b"));
    CHECK(std::filesystem::exists(out) == (r.status == 0));
    if (r.status == 0) CHECK(has(mhqa_test::read_file(out), "{\"id\": \"q3\", \"answer\": \"3\""));
  }
}

TEST_CASE("mhqa ask: a reply with another id or text instead of JSON is refused and counted, and the run goes on") {
  const mhqa_test::scratch here;
  const std::string in = here.write("r.jsonl", requests(3)).string(), out = (here / "a.jsonl").string();
  mhqa_test::model_server server;
  server.on_call = [](const httplib::Request& request, httplib::Response& response) {
    if (has(request.body, "Question 0")) return mhqa_test::say(response, "{\"id\": \"q1\", \"answer\": \"x\"}");
    if (has(request.body, "Question 1")) return mhqa_test::say(response, "I think it is x.");
    answer(request, response);
  };
  const auto got = mhqa_test::mhqa({"ask", in, "--endpoint", server.url(), "--model", "m", "--out", out});
  CHECK(got.status == 0);
  CHECK(has(got.err, "1  replies refused: no-json"));
  CHECK(has(got.err, "1  replies refused: wrong-id"));
  const std::string bytes = mhqa_test::read_file(out);
  CHECK(has(bytes, "{\"id\": \"q0\", \"answer\": \"\", \"support\": [], \"refused\": \"wrong-id\"}"));
  CHECK(has(bytes, "{\"id\": \"q2\", \"answer\": \"2\""));
}

TEST_CASE("mhqa ask: killed twenty times, it goes on, asks no recorded question again, and ends with the same bytes") {
  const mhqa_test::scratch here;
  const std::string in = here.write("r.jsonl", requests(200)).string();
  const std::string out = (here / "a.jsonl").string(), whole = (here / "whole.jsonl").string();
  mhqa_test::model_server server;
  std::mutex mutex;
  server.on_call = [&](const httplib::Request& request, httplib::Response& response) {
    std::this_thread::sleep_for(std::chrono::milliseconds{1});
    const std::lock_guard lock{mutex};
    answer(request, response);
  };
  REQUIRE(mhqa_test::mhqa({"ask", in, "--endpoint", server.url(), "--model", "m", "--out", whole}).status == 0);
  server.calls = 0;
  int kills = 0;
  for (int point = 1; point <= 20; ++point) {
    mhqa_test::running run{{"ask", in, "--endpoint", server.url(), "--model", "m", "--out", out, "--threads", "2"}};
    const int until = server.calls + 5;
    for (int waited = 0; waited < 5000 && server.calls < until && !run.ended(); ++waited) {
      std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    kills += run.kill() ? 1 : 0;
    CHECK_FALSE(std::filesystem::exists(out));
  }
  CHECK(kills == 20);
  const auto last = mhqa_test::mhqa({"ask", in, "--endpoint", server.url(), "--model", "m", "--out", out});
  CAPTURE(last.err);
  CHECK(last.status == 0);
  CHECK(mhqa_test::read_file(out) == mhqa_test::read_file(whole));
  // Only calls that were under way at a kill, at most one a thread, are made again.
  CHECK(server.calls <= 200 + 2 * kills);
}

TEST_CASE("mhqa ask: --dry-run asks nothing; bad options are one line") {
  const mhqa_test::scratch here;
  const std::string in = here.write("r.jsonl", requests(10)).string();
  const auto dry = mhqa_test::mhqa(
      {"ask", in, "--model", "m", "--dry-run", "--price-in", "1", "--endpoint", "http://127.0.0.1:9/v1"});
  CHECK(dry.status == 0);
  CHECK(has(dry.out, "10 requests: 10 calls, 0 recorded"));
  CHECK(has(mhqa_test::mhqa({"ask", in, "--model", "m"}).err, "--out: expected a value, found none"));
  CHECK(has(mhqa_test::mhqa({"ask", in, "--out", "x"}).err, "--model: expected a value, found none"));
  CHECK(has(mhqa_test::mhqa({"ask", in, "--model", "m", "--out", in}).err, in));
  CHECK(has(mhqa_test::mhqa({"ask", in, "--model", "m", "--dry-run", "--price-in", "-1"}).err,
            "--price-in: expected a number that is not negative, found -1"));
  CHECK(has(mhqa_test::mhqa({"ask", "--print-prompt", "read"}).out, "{{question}}"));
  const std::string bad = here.write("p.txt", "{{nonsense}}").string();
  CHECK(has(mhqa_test::mhqa({"ask", in, "--model", "m", "--dry-run", "--prompt", bad}).err, "found {{nonsense}}"));
}

TEST_CASE("mhqa ask --decompose: the steps that a model predicts are executed by mhqa read") {
  const mhqa_test::scratch here;
  const auto record = [](std::string_view id, std::string_view question) {
    return "{\"_id\": \"" + std::string{id} + "\", \"question\": \"" + std::string{question} +
           "\", \"context\": [[\"Emma (novel)\", [\"Emma was written by Jane Austen.\"]], [\"Jane Austen\", "
           "[\"Jane Austen was born in 1775.\"]]], \"type\": \"bridge\"}";
  };
  const std::string in = here.write("q.json", "[" + record("a", "When was the author of Emma born?") + ",\n" +
                                                  record("b", "Who wrote Emma?") + "]")
                             .string();
  const std::string steps = (here / "steps.jsonl").string(), out = (here / "p.json").string();
  mhqa_test::model_server server;
  server.on_call = [](const httplib::Request& request, httplib::Response& response) {
    CHECK_FALSE(has(request.body, "Jane Austen"));  // neither paragraphs nor answers are sent
    mhqa_test::say(response, has(request.body, "Question: When")
                                 ? R"({"steps": ["Who wrote Emma?", "When was #1 born?"]})"
                                 : R"({"steps": ["Who wrote #1?"]})");
  };
  const auto asked =
      mhqa_test::mhqa({"ask", in, "--decompose", "--endpoint", server.url(), "--model", "m", "--out", steps});
  CAPTURE(asked.err);
  CHECK(asked.status == 0);
  CHECK(has(asked.err, "1  replies refused: faulty-steps"));
  CHECK(has(mhqa_test::read_file(steps),
            "{\"qid\": \"a\", \"question\": \"When was the author of Emma born?\", "
            "\"decomposition\": [\"Who wrote Emma?\", \"When was #1 born?\"]}\n"));
  const auto refused = mhqa_test::mhqa({"read", in, "--decompositions", steps, "--out", out});
  CHECK(refused.status == 2);
  CHECK(has(refused.err, "id \"b\": expected steps, found none"));
  const auto read = mhqa_test::mhqa({"read", in, "--decompositions", steps, "--skip-faulty", "--out", out});
  CAPTURE(read.err);
  CHECK(read.status == 0);
  CHECK(has(read.err, "1 questions with a faulty decomposition were read in one step"));
  CHECK(has(mhqa_test::read_file(out), "\"a\": \"1775\""));
  CHECK(has(mhqa_test::mhqa({"ask", "--print-prompt", "decompose"}).out, "{{question}}"));
  CHECK(mhqa_test::mhqa({"ask", in, "--decompose", "--steps", "--model", "m", "--dry-run"}).status == 2);
}
