// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/remote/call_log.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <ios>
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

TEST_CASE("call_log: a file that is cut at any byte loses at most the last call, and goes on") {
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
      const bool kept = size == whole.size() - 1;  // only the line's end is missing
      CHECK(log.was_cut() == (size != first && !kept));
      CHECK(log.size() == (kept ? 2 : 1));
      log.record(b, body_b, {"two", "stop", 3, 4});
      if (kept) continue;
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
  CHECK(error_of("[]\n" + line).find("record 1") != std::string::npos);
  CHECK(error_of(line + "{\"key\": \"x\"}\n").find("record 2: expected the field \"request\"") != std::string::npos);
  std::string edited = line;
  edited.replace(edited.find("\"m\""), 3, "\"k\"");
  CHECK(error_of(edited).find("record 1: expected the key of this request") != std::string::npos);
  std::string no_reply = line.substr(0, line.find(", \"reply\"")) + "}\n";
  CHECK(error_of(no_reply).find("expected the field \"reply\"") != std::string::npos);
}

TEST_CASE("call_log: a file that is no record stays as it is, whatever it is opened for") {
  const mhqa_test::scratch here;
  const std::string a = remote::call_key(body_a);
  for (const std::string& text :
       {std::string{R"([{"_id": "q1", "answer": "x"}])"}, std::string{R"({"a": "b"})"}, std::string{"{\n"},
        std::string{"text"}, std::string{"{\"key\": \"xyz"}, std::string{"{\"key\": \"x\"}\n{\"key\": \"y\"}\n"}}) {
    CAPTURE(text);
    const std::string path = here.write("gold.json", text).string();
    for (const remote::log_use use : {remote::log_use::append, remote::log_use::replay}) {
      CHECK(mhqa_test::error_of([&] { remote::call_log log{path, use}; }).find("left as it is") != std::string::npos);
      CHECK(mhqa_test::read_file(path) == text);
    }
  }
  const std::string cut = here.write("cut", R"({"key": ")" + a + R"(", "requ)").string();
  const std::string before = mhqa_test::read_file(cut);
  { CHECK(remote::call_log{cut}.was_cut()); }
  CHECK(mhqa_test::read_file(cut) == before);  // until a reply is recorded
  { remote::call_log log{(here / "new").string()}; }
  { remote::call_log log{(here / "new").string(), remote::log_use::replay}; }
  CHECK_FALSE(std::filesystem::exists(here / "new"));
  CHECK(mhqa_test::error_of([&] { remote::call_log log{(here / ".").string()}; }) != "no error");
  CHECK(mhqa_test::error_of([&] { remote::call_log log{"/dev/null"}; }).find("regular") != std::string::npos);
}

TEST_CASE("call_log: lines that a failed write glued together are left out and counted; the calls after them count") {
  const mhqa_test::scratch here;
  const std::string path = (here / "log.jsonl").string();
  const std::string a = remote::call_key(body_a), b = remote::call_key(body_b);
  {
    remote::call_log log{path};
    log.record(a, body_a, {"one {\"key\": \"", "stop", 3, 4});
    log.record(b, body_b, {"two", "stop", 3, 4});
  }
  const std::string whole = mhqa_test::read_file(path);
  const std::string first = whole.substr(0, whole.find('\n')), second = whole.substr(first.size() + 1);
  for (std::size_t size = 1; size < first.size(); ++size) {
    CAPTURE(size);
    const std::string glued = first.substr(0, size) + second;
    here.write("log.jsonl", glued + "\n" + second);
    remote::call_log log{path};
    CHECK(log.size() == 1);
    CHECK(log.broken() == 1);
    CHECK(log.first_broken() == 1);
    CHECK(log.repeated() == 1);
    REQUIRE(log.find(b) != nullptr);
    CHECK(log.find(b)->content == "two");
    CHECK(log.find(a) == nullptr);
  }
}

TEST_CASE("call_log: a file that another program writes is not appended to") {
  const mhqa_test::scratch here;
  const std::string path = (here / "log.jsonl").string();
  remote::call_log log{path};
  log.record(remote::call_key(body_a), body_a, {"one", "stop", 3, 4});
  std::ofstream{path, std::ios::app} << "x";
  CHECK(mhqa_test::error_of([&] {
          log.record(remote::call_key(body_b), body_b, {"two", "", 0, 0});
        }).find("another program wrote") != std::string::npos);
  CHECK(log.find(remote::call_key(body_b)) == nullptr);
}

TEST_CASE("call_log: two runs cannot share a file by any of its names; without a file replies stay in memory") {
  const mhqa_test::scratch here;
  const std::string path = (here / "log.jsonl").string();
  {
    remote::call_log log{path};
    std::filesystem::create_hard_link(path, here / "hard");
    std::filesystem::create_symlink(path, here / "soft");
    for (const char* const name : {"log.jsonl", "hard", "soft"}) {
      CHECK(mhqa_test::error_of([&] {
              remote::call_log second{(here / name).string()};
            }).find("another run appends to this file") != std::string::npos);
    }
  }
  remote::call_log log{""};
  log.record("k", "{}", {"a", "", 0, 0});
  CHECK(log.find("k")->content == "a");
}
