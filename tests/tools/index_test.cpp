// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

// mhqa index and mhqa search, as a user runs them.

using namespace mhqa_test;

namespace {

const std::string corpus =
    "{\"title\": \"Emma\", \"text\": \"A novel by Jane Austen.\"}\n"
    "{\"title\": \"Bath\", \"text\": \"A town.\\u001b[31m\\nOf Roman baths.\"}\n"
    "{\"title\": \"Po\", \"text\": \"" +
    std::string(79, 'a') + "\xC3\xA9 river\"}\n";

}  // namespace

TEST_CASE("index: what is indexed is found, best first, with its text") {
  const scratch here;
  const std::string file = here.write("corpus", corpus).string(), index = (here / "idx").string();
  const finished made = mhqa({"index", file, "--out", index});
  CHECK(made.status == 0);
  CHECK(made.out.starts_with("3 paragraphs, "));
  const json hit = parse_json(mhqa({"search", index, "who wrote the novel emma", "--json"}).out);
  CHECK(hit["rank"].integer() == 1);
  CHECK(hit["document"].integer() == 0);
  CHECK(hit["text"].string() == "A novel by Jane Austen.");
}

TEST_CASE("index: a hit is one line without control characters, cut between characters") {
  const scratch here;
  const std::string file = here.write("corpus", corpus).string(), index = (here / "idx").string();
  REQUIRE(mhqa({"index", file, "--out", index}).status == 0);
  CHECK(mhqa({"search", index, "roman town"}).out.ends_with("Bath: A town.\\x1b[31m Of Roman baths.\n"));
  CHECK(mhqa({"search", index, "river"}).out.ends_with("Po: " + std::string(79, 'a') + "…\n"));
}

TEST_CASE("index: it writes over no input, and not to standard output") {
  const scratch here;
  const std::string file = here.write("corpus", corpus).string();
  check_refused(mhqa({"index", file, "--out", file}), "it would destroy the input");
  CHECK(read_file(file) == corpus);
  check_refused(mhqa({"index", file, "--out", "-"}), "--out expects a file; standard output has the counts");
  check_refused(mhqa({"index", here.write("none", "[]").string(), "--out", (here / "idx").string()}),
                "none: expected ");
  check_refused(mhqa({"search", file, "x"}), "expected a file that mhqa index has written");
  check_refused(mhqa({"search", file, "x", "-k", "0"}), "-k: ");
}

TEST_CASE("index: a run of a file of queries has the paragraphs' ids, in each layout, and is evaluated") {
  const scratch here;
  const std::string file = here.write("corpus", R"({"_id": "d 1", "title": "Emma", "text": "A novel by Jane Austen."}
{"_id": "d2", "title": "Bath", "text": "A town of Roman baths."}
)")
                               .string();
  const std::string queries = here.write("queries", R"({"_id": "q1", "text": "Who wrote the novel Emma?"}
{"_id": "q2", "text": "zebra"}
)")
                                  .string();
  const std::string index = (here / "idx").string(), run = (here / "run").string();
  REQUIRE(mhqa({"index", file, "--out", index}).status == 0);
  CHECK(parse_json(mhqa({"search", index, "novel", "--json"}).out)["id"].string() == "d 1");
  check_refused(mhqa({"search", index, "--file", queries, "--out", run}), "expected an id without white space");
  CHECK(mhqa({"search", index, "--file", queries, "--format", "hotpotqa"}).out ==
        "{\"answer\": {}, \"sp\": {\"q1\": [[\"Emma\", 0]], \"q2\": []}}\n");
  const finished done = mhqa({"search", index, "--file", queries, "--format", "beir", "--out", run});
  CHECK(
      done.out ==
      "2 queries, 1 without a hit\n1 of them have no term that the index has (tokens:mixed|stop:english|stem:none)\n");
  const std::string qrels = here.write("qrels", "query-id\tcorpus-id\tscore\nq1\td 1\t1\nq2\td2\t1\n").string();
  const json scores = parse_json(mhqa({"eval", "retrieval", run, qrels, "--at", "1", "--json"}).out);
  CHECK(scores["scores"]["all@1"].real() == 0.5);
  for (const char* format : {"flashrag", "dpr"}) {
    REQUIRE(mhqa({"search", index, "--file", queries, "--format", format, "--out", run}).status == 0);
    const std::string again = (here / "again").string();
    REQUIRE(mhqa({"convert", run, "--from", "run", "--to", "run-beir", "--out", again}).status == 0);
    CHECK(parse_json(read_file(again))["q1"].members()[0].first == "d 1");
  }
}

TEST_CASE("index: contexts of questions give each paragraph once; two paragraphs of one id are refused") {
  const scratch here;
  const std::string questions =
      here.write("q", R"([{"_id": "a", "question": "?", "context": [["A", ["x y.", " z."]], ["B", ["w."]]]}, )"
                      R"({"_id": "b", "question": "?", "context": [["B", ["w."]]]}, {"_id": "c", "question": "?"}])")
          .string();
  const std::string index = (here / "idx").string();
  const finished made = mhqa({"index", questions, "--out", index});
  CHECK(made.out.starts_with("2 paragraphs, "));
  CHECK(made.out.ends_with("1 more that equal one of these\nleft out: 1 questions without a context\n"));
  CHECK(mhqa({"search", index, "w"}).out.find("         1  B: w.") != std::string::npos);
  const std::string twice =
      here.write("t", "{\"id\": \"1\", \"text\": \"a\"}\n{\"id\": \"1\", \"text\": \"b\"}\n").string();
  check_refused(mhqa({"index", twice, "--out", index}), "expected each id once");
  const std::string named = here.write("named", "{\"id\": \"1\", \"text\": \"tower\"}\n").string();
  const std::string unnamed = here.write("unnamed", "{\"text\": \"bridge\"}\n").string();
  check_refused(mhqa({"index", named, unnamed, "--out", index}), "paragraph 1 has no id");
}

TEST_CASE("convert: runs and judgements go to their own layouts only") {
  const scratch here;
  const std::string run = here.write("run", "q Q0 a 1 2.5 t\nq Q0 b 2 1 t\n").string(), out = (here / "out").string();
  REQUIRE(mhqa({"convert", run, "--from", "run", "--to", "run-beir", "--out", out}).status == 0);
  CHECK(read_file(out) == "{\"q\": {\"a\": 2.5, \"b\": 1.0}}\n");
  check_refused(mhqa({"convert", run, "--from", "run", "--to", "qrels-trec", "--out", out}), "with --from run");
  check_refused(mhqa({"convert", run, "--from", "hotpotqa", "--to", "run-trec", "--out", out}),
                "a layout of questions");
  const std::string gold = here.write("gold", hotpotqa_gold).string();
  REQUIRE(mhqa({"convert", gold, "--from", "judgements", "--to", "qrels-beir", "--out", out}).status == 0);
  CHECK(read_file(out).starts_with("query-id\tcorpus-id\tscore\nq1\tT\t1\nq1\tU\t1\nq2\tT\t1\n"));
}

namespace {

/// Three shards of a corpus, the second empty of some terms, the third with paragraphs that tie with the first's.
struct small_shards {
  scratch here;
  std::vector<std::string> indexes, shards, parts;
  std::string whole = (here / "whole").string(), run = (here / "run").string();
  std::string queries =
      here.write("queries", "q1\tnovel by Jane Austen\nq2\tRoman town baths\nq3\tzebra\nq4\ttea\n").string();

  explicit small_shards(bool with_ids) {
    const std::vector<std::string> texts{"A novel by Jane Austen.", "A town of Roman baths.",
                                         "Tea and a river town.",   "A novel by Jane Austen, about tea and a town.",
                                         "A river. A river. Tea.",  "Tea and a river town?"};
    std::string all;
    for (std::size_t i = 0; i < 3; ++i) {
      std::string lines;
      for (std::size_t j = 2 * i; j < 2 * i + 2; ++j) {
        lines += with_ids ? "{\"_id\": \"d" + std::to_string(9 - j) + "\", " : std::string{"{"};
        lines += "\"title\": \"T" + std::to_string(j) + "\", \"text\": \"" + texts[j] + "\"}\n";
      }
      all += lines;
      const std::string file = here.write("corpus" + std::to_string(i), lines).string();
      indexes.push_back((here / ("index" + std::to_string(i))).string());
      REQUIRE(mhqa({"index", file, "--out", indexes[i]}).status == 0);
    }
    REQUIRE(mhqa({"index", here.write("all", all).string(), "--out", whole}).status == 0);
    for (std::size_t i = 0; i < 3; ++i) {
      shards.push_back((here / ("shard" + std::to_string(i))).string());
      parts.push_back((here / ("part" + std::to_string(i))).string());
      CHECK(shard(std::to_string(i) + "/3", shards[i]).status == 0);
    }
  }
  [[nodiscard]] finished shard(const std::string& number, const std::string& out) const {
    return mhqa({"index", indexes[0], indexes[1], indexes[2], "--shard", number, "--out", out});
  }
  void search(const std::string& format, const std::string& k = "3") const {
    for (std::size_t i = 0; i < 3; ++i) {
      REQUIRE(mhqa({"search", shards[i], "--file", queries, "--format", format, "-k", k, "--out", parts[i]}).status ==
              0);
    }
  }
};

}  // namespace

TEST_CASE("index: shards searched apart and merged give the run of one index, in each format, byte for byte" *
          doctest::test_suite("unsanitized")) {
  for (const bool with_ids : {true, false}) {
    const small_shards files{with_ids};
    for (const char* const format : {"trec", "beir", "flashrag", "dpr", "hotpotqa"}) {
      CAPTURE(format);
      files.search(format);
      const finished one =
          mhqa({"search", files.whole, "--file", files.queries, "--format", format, "-k", "3", "--out", files.run});
      const std::string wanted = read_file(files.run);
      const finished merged =
          mhqa({"search", "--merge", files.parts[2], files.parts[0], files.parts[1], "--out", files.run});
      CHECK(merged.status == 0);
      CHECK(merged.out == one.out);
      CHECK(read_file(files.run) == wanted);
      CHECK(mhqa({"search", "--merge", files.parts[0], files.parts[1], files.parts[2]}).out == wanted);
    }
  }
}

TEST_CASE("index: a shard numbers its documents as the whole index does") {
  const small_shards files{false};
  const json hit = parse_json(mhqa({"search", files.shards[1], "novel", "--json"}).out);
  CHECK(hit["document"].integer() == 3);
  CHECK(mhqa({"search", files.shards[1], "novel"}).out.find("         3  T3: A novel") != std::string::npos);
}

TEST_CASE("index: parts that are not all shards of one search are refused, and no run is written") {
  const small_shards files{true};
  files.search("trec");
  const auto refused = [&](const std::vector<std::string>& parts, const std::string& why) {
    std::string line = "\"$MHQA_COMMAND\" search --out " + shell_word(files.run) + " --merge";
    for (const std::string& part : parts) line += " " + shell_word(part);
    check_refused(shell(line), why);
    CHECK_FALSE(std::filesystem::exists(files.run));
  };
  const auto& [a, b, c] = std::tie(files.parts[0], files.parts[1], files.parts[2]);
  refused({a, c}, "expected 3 shards, shard 1/3 is missing");
  refused({a, b, c, b}, b + ": expected each shard once, found shard 1/3 twice");
  refused({a, b, files.queries}, files.queries + ": expected a part of a run");
  const std::string other = (files.here / "other").string(), shard = (files.here / "shard").string();
  const auto search = [&](const std::string& index, const std::string& queries, const std::string& k,
                          const std::string& format) {
    REQUIRE(mhqa({"search", index, "--file", queries, "-k", k, "--format", format, "--out", other}).status == 0);
  };
  search(files.shards[2], files.queries, "4", "trec");
  refused({a, b, other}, other + ": expected the options -k and --format of " + a);
  search(files.shards[2], files.queries, "3", "beir");
  refused({a, b, other}, other + ": expected the options -k and --format of " + a);
  for (const char* const queries : {"q1\tnovel by Jane Austen\n", "q1\ttea\nq2\ttea\nq3\ttea\nq4\ttea\nq5\ttea\n"}) {
    search(files.shards[2], files.here.write("others", queries).string(), "3", "trec");
    refused({a, b, other}, other + ": expected the queries of " + a + " in the same order");
  }
  REQUIRE(
      mhqa({"index", files.indexes[2], files.indexes[0], files.indexes[1], "--shard", "2/3", "--out", shard}).status ==
      0);
  search(shard, files.queries, "3", "trec");
  refused({a, b, other}, other + ": expected a shard of the same indexes as " + a);
  const std::string bytes = read_file(c);
  refused({a, b, files.here.write("cut", bytes.substr(0, bytes.find("\"queries\"") - 1)).string()}, "the part is cut");
  std::string changed = bytes;
  changed.replace(changed.find("\"score\": ") + 9, 1, "7");
  refused({a, b, files.here.write("changed", changed).string()}, "the part is damaged");
}

TEST_CASE("index: --shard takes each index once, as many as it says, and no shards; one id in two shards is found") {
  const small_shards files{true};
  const std::string out = (files.here / "out").string();
  check_refused(files.shard("1/4", out), "--shard: expected all 4 indexes, found 3");
  check_refused(files.shard("3/3", out), "expected I/N with I from 0 to N - 1");
  check_refused(mhqa({"index", files.indexes[0], files.indexes[0], "--shard", "0/2", "--out", out}),
                "expected other paragraphs in each index; this is " + files.indexes[0]);
  check_refused(mhqa({"index", files.indexes[0], files.shards[1], "--shard", "0/2", "--out", out}),
                files.shards[1] + ": expected whole indexes, found a shard of one");
  check_refused(mhqa({"index", files.queries, files.indexes[0], "--shard", "0/2", "--out", out}),
                "expected a file that mhqa index has written");
  check_refused(mhqa({"index", files.indexes[0], "--shard", "0/1", "--stem", "--out", out}), "--shard");
  const std::string one = files.here.write("c", "{\"_id\": \"d9\", \"text\": \"Jane Austen\"}\n").string();
  const std::string same = (files.here / "same").string();
  REQUIRE(mhqa({"index", one, "--out", same}).status == 0);
  for (const std::size_t i : {0U, 1U}) {
    REQUIRE(mhqa({"index", files.indexes[0], same, "--shard", std::to_string(i) + "/2", "--out", out}).status == 0);
    REQUIRE(mhqa({"search", out, "--file", files.queries, "--out", files.parts[i]}).status == 0);
  }
  check_refused(mhqa({"search", "--merge", files.parts[0], files.parts[1]}),
                "expected each document in one shard, found \"d9\" in two");
  check_refused(mhqa({"search", "--merge", files.parts[0], "--file", files.queries}), "--merge");
  check_refused(mhqa({"search"}), "expected an index that mhqa index has written");
  check_refused(mhqa({"index", files.indexes[0], "--out", out}),
                files.indexes[0] + ": expected paragraphs, found an index; --shard writes a shard of indexes");
}
