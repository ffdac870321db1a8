// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

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

namespace {

/// Runs mhqa split --sample on a text; `train` and `test` are the files' texts.
struct drawn_files {
  mhqa_test::scratch here;
  std::string train, test;
  mhqa_test::finished done;

  drawn_files(std::string_view questions, std::initializer_list<std::string_view> options) {
    const std::string in = here.write("q", questions).string(), to = (here / "train").string(),
                      rest = (here / "test").string();
    std::string line = "\"$MHQA_COMMAND\" split " + mhqa_test::shell_word(in) + " --train " +
                       mhqa_test::shell_word(to) + " --test " + mhqa_test::shell_word(rest);
    for (const std::string_view word : options) line += " " + mhqa_test::shell_word(word);
    done = mhqa_test::shell(line);
    if (std::filesystem::exists(to)) train = mhqa_test::read_file(to);
    if (std::filesystem::exists(rest)) test = mhqa_test::read_file(rest);
  }
};

/// 60 bridge and 30 comparison questions and 10 of another type.
std::vector<std::string> hundred() {
  std::vector<std::string> out;
  for (int i = 0; i < 100; ++i) {
    const char* const type = i % 10 < 6 ? "bridge" : i % 10 < 9 ? "comparison" : "other";
    out.push_back("{\"_id\":  \"q" + std::to_string(i) + "\", \"x\": 2.50,\"type\": \"" + type + "\" }");
  }
  return out;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string_view::npos; ++at) ++n;
  return n;
}

}  // namespace

TEST_CASE("mhqa split --sample: each type keeps its share by largest remainders, and lines stay as they are") {
  const std::vector<std::string> lines = hundred();
  const drawn_files one{joined(lines), {"--sample", "33", "--by", "type", "--seed", "7"}};
  CAPTURE(one.done.err);
  REQUIRE(one.done.status == 0);
  // 33 of 100: 19.8, 9.9 and 3.3 -> 19, 9 and 3, and one more where the remainders are largest
  CHECK(one.done.out ==
        "type                     questions     drawn\n"
        "bridge                          60        20\n"
        "comparison                      30        10\n"
        "other                           10         3\n"
        "all                            100        33\n");
  CHECK(count_of(one.train, "\n") == 33);
  CHECK(count_of(one.train, "bridge") == 20);
  CHECK(count_of(one.test, "\n") == 67);
  std::string seen;
  for (const std::string& line : lines) {
    const bool trained = one.train.find(line + "\n") != std::string::npos;
    CHECK(trained != (one.test.find(line + "\n") != std::string::npos));
    if (trained) seen += line + "\n";
  }
  CHECK(seen == one.train);  // in the file's order

  CHECK(drawn_files{joined(lines), {"--sample", "33", "--by", "type", "--seed", "7"}}.train == one.train);
  CHECK(drawn_files{joined(lines), {"--sample", "33", "--by", "type", "--seed", "8"}}.train != one.train);
  const drawn_files all{joined(lines), {"--sample", "100"}};
  CHECK(all.train == joined(lines));
  CHECK(all.test.empty());
  CHECK(all.done.out.find("all                            100       100\n") != std::string::npos);

  // The order of the file does not matter.
  std::vector<std::string> backwards{lines.rbegin(), lines.rend()};
  const drawn_files other{joined(backwards), {"--sample", "33", "--by", "type", "--seed", "7"}};
  const auto differs = [&](const std::string& line) {
    return (other.train.find(line) == std::string::npos) != (one.train.find(line) == std::string::npos);
  };
  CHECK(std::none_of(lines.begin(), lines.end(), differs));
}

TEST_CASE("mhqa split --sample: an array stays one; MuSiQue-Full's rows stay together, by their hops") {
  const drawn_files array{
      "[{\"qid\": \"a\", \"answer\": true},\n\n{\"qid\": \"b\", \"answer\": false}, {\"qid\": \"c\", \"answer\": "
      "true}]",
      {"--sample", "2", "--by", "answer"}};
  CAPTURE(array.done.err);
  CHECK(array.train.starts_with("[\n{\"qid\": "));
  CHECK(array.train.ends_with("}\n]\n"));
  CHECK(count_of(array.train, "qid") == 2);
  CHECK(array.done.out.find(
            "false                            1         1\ntrue                             2         1\n") !=
        std::string::npos);
  std::string rows;
  for (const char* const answerable : {"true", "false"}) {
    for (const char* const id : {"2hop__1_2", "2hop__3_4", "3hop1__5_6_7", "3hop2__8_9_1"}) {
      rows += std::string{"{\"id\": \""} + id + "\", \"answerable\": " + answerable + "}\n";
    }
  }
  const drawn_files full{rows, {"--sample", "2", "--by", "hops"}};
  CAPTURE(full.done.err);
  CHECK(full.done.out.find(
            "2hop                             2         1\n3hop                             2         1\n") !=
        std::string::npos);
  CHECK(count_of(full.train, "\n") == 4);
  CHECK(count_of(full.train, "2hop") == 2);
  CHECK(count_of(full.train, "true") == 2);
  CHECK(drawn_files{rows, {"--sample", "2", "--by", "shape"}}.done.out.find("3hop2                            1") !=
        std::string::npos);
}

TEST_CASE("mhqa split --sample: bad input is one line, and nothing is written") {
  const auto refused = [](std::string_view questions, std::initializer_list<std::string_view> options,
                          std::string_view part) {
    const drawn_files files{questions, options};
    mhqa_test::check_refused(files.done, part);
    CHECK_FALSE(std::filesystem::exists(files.here / "train"));
    CHECK_FALSE(std::filesystem::exists(files.here / "test"));
  };
  const std::string_view two = "{\"id\": \"a\", \"type\": \"x\"}\n{\"id\": \"b\"}\n";
  refused(two, {"--sample", "3"}, "q: expected a sample of 1 to 2 questions, found 3");
  refused(two, {"--sample", "0"}, "--sample");
  refused(two, {"--sample", "1", "--by", "type"}, "record 2, id \"b\": expected the field \"type\", which is missing");
  refused(two, {"--sample", "1", "--by", "hops"}, "record 1, id \"a\": expected the field \"hops\"");
  refused("{\"id\": \"a\", \"t\": 1}\n{\"id\": \"a\", \"t\": 2, \"answerable\": false}\n",
          {"--sample", "1", "--by", "t"},
          "record 2, id \"a\": expected the value of this question's other row in \"t\", 1; found 2");
  refused("{\"id\": \"hop__1_2\"}\n", {"--sample", "1", "--by", "hops"}, "expected the field \"hops\"");
  refused("{\"id\": \"a\", \"type\": [1]}\n", {"--sample", "1", "--by", "type"}, "field \"type\"");
  refused("{\"id\": \"a\"}\n{\"id\": \"a\"}\n", {"--sample", "1"},
          "record 2, id \"a\": expected each id once, found it twice");
  refused("{\"x\": \"a\"}\n", {"--sample", "1"}, "expected the field \"id\"");
  refused("[]", {"--sample", "1"}, "expected records, found none");
  refused(two, {"--by", "type"}, "--sample");
  refused(two, {"--sample", "1", "--share", "0.5"}, "--share");
  const mhqa_test::scratch here;
  const std::string in = here.write("q", two).string();
  mhqa_test::check_refused(mhqa_test::mhqa({"split", in, "--train", (here / "t").string()}), "--test");
  mhqa_test::check_refused(mhqa_test::mhqa({"split", in, "--sample", "1", "--train", in}), "destroy the input");
  const auto alone = mhqa_test::mhqa({"split", in, "--sample", "1", "--train", (here / "t").string()});
  CHECK(alone.status == 0);
  CHECK(count_of(mhqa_test::read_file(here / "t"), "\n") == 1);
}
