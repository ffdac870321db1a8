// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa eval --part and mhqa merge: what one run prints, byte for byte, and refusals that name the part.
#include "support/command.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

using namespace mhqa_test;

namespace {

struct small_parts {
  scratch here;
  std::string predictions = here.write("pred.json", hotpotqa_predictions).string();
  std::string gold = here.write("gold.json", hotpotqa_gold).string();
  std::string first = (here / "first").string(), second = (here / "second").string();

  finished part(const std::string& number, const std::string& out) const {
    return mhqa({"eval", "hotpotqa", predictions, gold, "--by", "type", "--part", number, "--out", out});
  }
  void make() const {
    CHECK(part("0/2", first).status == 0);
    CHECK(part("1/2", second).status == 0);
  }
};

}  // namespace

TEST_CASE("merge: the table and the JSON of all parts are those of one run") {
  const small_parts files;
  files.make();
  const auto same = [&](const finished& merged, const finished& whole) {
    CHECK(merged.status == 0);
    CHECK(merged.err.empty());
    CHECK(merged.out == whole.out);
  };
  same(mhqa({"merge", files.second, files.first}),
       mhqa({"eval", "hotpotqa", files.predictions, files.gold, "--by", "type"}));
  same(mhqa({"merge", files.first, files.second, "--json"}),
       mhqa({"eval", "hotpotqa", files.predictions, files.gold, "--by", "type", "--json"}));
  const std::string sum = (files.here / "sum").string();
  const finished added = mhqa({"merge", files.first, files.second, "--out", sum});
  CHECK(added.out == "2 of 2 parts: 3 questions\n");
  same(mhqa({"merge", sum, "--json"}),
       mhqa({"eval", "hotpotqa", files.predictions, files.gold, "--by", "type", "--json"}));
}

TEST_CASE("merge: parts that do not make a whole are refused by name") {
  const small_parts files;
  files.make();
  check_refused(mhqa({"merge", files.first}), "expected 2 parts, part 1/2 is missing");
  check_refused(mhqa({"merge", files.first, files.second, files.first}),
                files.first + ": expected each part once, found part 0/2 twice");
  check_refused(mhqa({"merge", files.first, files.gold}), files.gold);
  check_refused(mhqa({"merge", files.first, files.second, "--out", files.first}), "would destroy the input");
  std::string changed{hotpotqa_predictions};
  changed.replace(changed.find("\": \"") + 4, 1, "q");  // another answer
  const std::string others = files.here.write("others.json", changed).string(), third = (files.here / "third").string();
  REQUIRE(mhqa({"eval", "hotpotqa", others, files.gold, "--by", "type", "--part", "1/2", "--out", third}).status == 0);
  check_refused(mhqa({"merge", files.first, third}), "the contents of their gold records, predictions or other files");
  // A stream has no content to compare.
  REQUIRE(shell("cat " + shell_word(files.predictions) + " | \"$MHQA_COMMAND\" eval hotpotqa - " +
                shell_word(files.gold) + " --by type --part 1/2 --out " + shell_word(third))
              .status == 0);
  CHECK(mhqa({"merge", files.first, third}).status == 0);
}

TEST_CASE("eval --part: numbers and options that make no part are refused, and nothing is written") {
  const small_parts files;
  for (const char* const number : {"2/2", "-1/2", "1", "1/", "/2", "1/0", "1/2/3", "a/b", "0/4294967296"}) {
    CAPTURE(number);
    check_refused(files.part(number, files.first), "expected I/N with I from 0 to N - 1");
  }
  const auto refused = [&](std::initializer_list<std::string> more, const std::string& why) {
    std::string line =
        "\"$MHQA_COMMAND\" eval hotpotqa " + shell_word(files.predictions) + " " + shell_word(files.gold);
    for (const std::string& word : more) line += " " + shell_word(word);
    check_refused(shell(line), why);
  };
  refused({"--part", "0/2"}, "--part and --out need each other");
  refused({"--out", files.first}, "--part and --out need each other");
  refused({"--own-files"}, "--own-files");
  refused({"--part", "0/2", "--out", files.first, "--json"}, "a part has no report");
  refused({"--part", "0/2", "--out", "-"}, "--out expects a file");
  refused({"--part", "0/2", "--out", files.gold}, "would destroy the input");
  CHECK_FALSE(std::filesystem::exists(files.first));
}

TEST_CASE("merge: pieces with keys and a run's name, and what their sum is expected to be") {
  const small_parts files;
  const auto piece = [&](const std::string& key, const std::string& run, const std::string& out) {
    return mhqa({"eval", "hotpotqa", files.predictions, files.gold, "--key", key, "--run", run, "--out", out});
  };
  CHECK(piece("a", "m", files.first).out == "part a: 3 questions\n");
  CHECK(piece("b", "m", files.second).status == 0);
  check_refused(mhqa({"merge", files.first, files.second}), "parts \"a\" and \"b\" have the same 3");
  CHECK(piece("b", "n", files.second).status == 0);
  check_refused(mhqa({"merge", files.first, files.second}), "the runs are \"m\" and \"n\"");
  const finished whole = mhqa({"eval", "hotpotqa", files.predictions, files.gold, "--json"});
  CHECK(mhqa({"merge", files.first, "--json"}).out == whole.out);
  CHECK(mhqa({"merge", files.first, "--json", "--expect-questions", "3", "--run", "m"}).out == whole.out);
  check_refused(mhqa({"merge", files.first, "--expect-questions", "4"}),
                "expected parts with a total of questions of 4, found 3");
  check_refused(mhqa({"merge", files.first, "--run", "n"}), "expected parts with the run n, found m");
  check_refused(mhqa({"merge", files.first, "--expect-data", "0123456789abcdef"}),
                "golds of the hash 0123456789abcdef");
  check_refused(mhqa({"eval", "hotpotqa", files.predictions, files.gold, "--key", "a", "--out", files.first}), "--run");
  check_refused(
      mhqa({"eval", "hotpotqa", files.predictions, files.gold, "--part", "0/2", "--own-files", "--out", files.first}),
      "--run");
}
