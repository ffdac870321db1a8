// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <string>

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
