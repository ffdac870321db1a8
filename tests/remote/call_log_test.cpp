// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/remote/call_log.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <string>

namespace remote = mhqa::remote;

namespace {

const std::string body_a = R"({"model": "m", "x": "\u00e9"})";
const std::string body_b = R"({"model": "n"})";

}  // namespace

TEST_CASE("call_log: replies are found again by a later log of the same file") {
  const mhqa_test::scratch here;
  const std::string path = (here / "log.jsonl").string();
  const std::string a = remote::call_key(body_a), b = remote::call_key(body_b);
  {
    remote::call_log log{path};
    CHECK(log.find(a) == nullptr);
    log.record(a, body_a, {"one \"é\"\n", "stop", 3, 4});
    // In the operating system's hands at once.
    CHECK(mhqa_test::read_file(path).find(a) != std::string::npos);
  }
  remote::call_log log{path};
  CHECK_FALSE(log.was_cut());
  CHECK(log.size() == 1);
  REQUIRE(log.find(a) != nullptr);
  CHECK(*log.find(a) == remote::chat_reply{"one \"é\"\n", "stop", 3, 4});
  log.record(b, body_b, {"two", "", 0, 0});
  log.record(b, body_b, {"another", "", 0, 0});  // the first one stays
  CHECK(log.find(b)->content == "two");
  CHECK(log.size() == 2);
}

TEST_CASE("call_log: a file that is cut at any byte loses the last call alone, and goes on") {
  const mhqa_test::scratch here;
  const std::string path = (here / "log.jsonl").string();
  const std::string a = remote::call_key(body_a), b = remote::call_key(body_b);
  {
    remote::call_log log{path};
    log.record(a, body_a, {"one", "stop", 3, 4});
    log.record(b, body_b, {"two", "stop", 3, 4});
  }
  const std::string whole = mhqa_test::read_file(path);
  const std::size_t first = whole.find('\n') + 1;
  for (std::size_t size = first; size < whole.size(); ++size) {
    CAPTURE(size);
    here.write("log.jsonl", whole.substr(0, size));
    {
      remote::call_log log{path};
      CHECK(log.was_cut() == (size != first));
      CHECK(log.size() == 1);
      log.record(b, body_b, {"two", "stop", 3, 4});
    }
    REQUIRE(mhqa_test::read_file(path) == whole);
  }
}

TEST_CASE("call_log: a damaged line before the last is refused with its number") {
  const mhqa_test::scratch here;
  const std::string path = (here / "log.jsonl").string();
  {
    remote::call_log log{path};
    log.record(remote::call_key(body_a), body_a, {"one", "stop", 3, 4});
  }
  const std::string line = mhqa_test::read_file(path);
  const auto error_of = [&](const std::string& text) {
    here.write("log.jsonl", text);
    return mhqa_test::error_of([&] { remote::call_log log{path}; });
  };
  CHECK(error_of(line + line).find("record 2: expected one reply to a request, found a second") != std::string::npos);
  CHECK(error_of("[]\n" + line).find("record 1") != std::string::npos);
  CHECK(error_of(line + "{\"key\": \"x\"}\n").find("record 2: expected the field \"request\"") != std::string::npos);
  std::string edited = line;
  edited.replace(edited.find("\"m\""), 3, "\"k\"");
  CHECK(error_of(edited).find("record 1: expected the key of this request") != std::string::npos);
  std::string no_reply = line.substr(0, line.find(", \"reply\"")) + "}\n";
  CHECK(error_of(no_reply).find("expected the field \"reply\"") != std::string::npos);
}

TEST_CASE("call_log: two runs cannot share a file; without a file replies stay in memory") {
  const mhqa_test::scratch here;
  const std::string path = (here / "log.jsonl").string();
  {
    remote::call_log log{path};
    CHECK(mhqa_test::error_of([&] { remote::call_log second{path}; }) != "no error");
  }
  remote::call_log log{""};
  log.record("k", "{}", {"a", "", 0, 0});
  CHECK(log.find("k")->content == "a");
}
