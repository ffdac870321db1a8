// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>

namespace {

/// Runs mhqa split on two texts and gives the files' texts back.
struct split_files {
  mhqa_test::scratch here;
  std::string train = (here / "train.jsonl").string(), test = (here / "test.jsonl").string();

  mhqa_test::finished run(std::string_view questions, std::string_view writers = {}, std::string_view share = "0.5",
                          std::string_view seed = "0", std::string_view field = "writer") {
    const std::string in = here.write("q.jsonl", questions).string(), by = here.write("w.jsonl", writers).string();
    if (writers.empty()) {
      return mhqa_test::mhqa(
          {"split", in, "--train", train, "--test", test, "--share", share, "--seed", seed, "--writer-field", field});
    }
    return mhqa_test::mhqa({"split", in, "--writers", by, "--train", train, "--test", test, "--share", share});
  }
};

constexpr std::string_view five =
    "[{\"qid\": \"a\", \"x\": [1, 2.50], \"writer\": \"ann\"},\n {\"qid\": \"b\", \"writer\": \"bob\"}, "
    "{\"qid\": \"c\", \"writer\": \"ann\"},\n{\"qid\": \"d\", \"writer\": \"cy\"}, {\"qid\": \"e\", \"writer\": "
    "\"cy\"}]";

}  // namespace

TEST_CASE("mhqa split: each record is copied once, and each writer is on one side") {
  for (const char* const seed : {"0", "1", "2", "3"}) {
    split_files files;
    const auto done = files.run(five, "", "0.4", seed);
    CAPTURE(done.err);
    REQUIRE(done.status == 0);
    const std::string train = mhqa_test::read_file(files.train), test = mhqa_test::read_file(files.test);
    CHECK(std::count(train.begin(), train.end(), '\n') + std::count(test.begin(), test.end(), '\n') == 5);
    CHECK((train + test).find("{\"qid\": \"a\", \"x\": [1, 2.50], \"writer\": \"ann\"}\n") != std::string::npos);
    for (const std::string writer : {"\"ann\"", "\"bob\"", "\"cy\""}) {
      CHECK((train.find(writer) == std::string::npos) != (test.find(writer) == std::string::npos));
    }
    const auto tested = std::count(test.begin(), test.end(), '\n');
    CHECK(tested >= 1);
    CHECK(tested <= 2);
    CHECK(done.out.find("test             " + std::to_string(tested)) != std::string::npos);
  }
}

TEST_CASE("mhqa split: writers from a file; those of unknown questions are counted") {
  split_files files;
  const auto done = files.run("{\"id\": \"a\"}\n{\"id\": \"b\"}\n",
                              "{\"id\": \"b\", \"writer\": \"x\"}\n{\"id\": \"a\", \"writer\": \"y\"}\n{\"id\": \"z\", "
                              "\"writer\": \"y\"}\n");
  CAPTURE(done.err);
  REQUIRE(done.status == 0);
  CHECK(done.out.find("writers of unknown questions         1\n") != std::string::npos);
  CHECK(mhqa_test::read_file(files.train).size() == mhqa_test::read_file(files.test).size());
}

TEST_CASE("mhqa split: bad input is one line, and nothing is written") {
  const auto refused = [](std::string_view questions, std::string_view writers, std::string_view part,
                          std::string_view share = "0.5", std::string_view field = "writer") {
    split_files files;
    mhqa_test::check_refused(files.run(questions, writers, share, "0", field), part);
    CHECK_FALSE(std::filesystem::exists(files.train));
    CHECK_FALSE(std::filesystem::exists(files.test));
  };
  refused("[]", "", "expected records, found none");
  refused("{\"writer\": \"x\"}\n", "", "expected the field \"id\"");
  refused("{\"id\": \"a\"}\n", "", "id \"a\", field \"writer\": expected the question's writer");
  refused("{\"id\": \"a\", \"writer\": \"\"}\n", "", "expected a writer's name");
  refused("{\"id\": \"a\", \"writer\": 3}\n", "", "expected a string");
  refused("{\"id\": \"a\", \"writer\": \"x\"}\n{\"id\": \"a\", \"writer\": \"x\"}\n", "", "expected each id once");
  refused("{\"id\": \"a\", \"writer\": \"x\"}\n", "{\"id\": \"a\"}\n", "expected the field \"writer\"");
  refused("{\"id\": \"a\", \"writer\": \"x\"}\n", "", "--share", "1.5");
  refused("{\"id\": \"a\", \"writer\": \"x\"}\n", "", "--writer-field", "0.5", "");
}
