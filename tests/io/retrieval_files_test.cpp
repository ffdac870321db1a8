// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/retrieval_files.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

using namespace mhqa;

namespace {

struct files {
  mhqa_test::scratch here;
  [[nodiscard]] std::string write(const std::string& text) const { return here.write("f", text).string(); }
  void refused(const std::string& text, const char* part, bool judgements) const {
    const std::string path = write(text);
    CAPTURE(text);
    if (judgements) {
      CHECK_THROWS_WITH_AS(static_cast<void>(io::read_judgements(path)), doctest::Contains(part), data_error);
    } else {
      CHECK_THROWS_WITH_AS(static_cast<void>(io::read_rankings(path)), doctest::Contains(part), data_error);
    }
  }
};

}  // namespace

TEST_CASE("retrieval_files: every layout of rankings gives the same documents") {
  const files f;
  for (
      const char* const text : {
          "q Q0 a 1 2.0 tag\nq\tQ0\tb\t2\t1.0\ttag\r\n",
          R"({"q": {"a": 2, "b": 1.0}})",
          R"({"q": ["a", "b"]})",
          R"({"answer": {"q": "x"}, "sp": {"q": [["a", 0], ["a", 3], ["b", 1]]}})",
          R"([{"question": "q", "answers": [], "ctxs": [{"id": "a", "score": "2.0"}, {"id": "b", "score": 1}]}])",
          R"({"id": "q", "question": "?", "output": {"retrieval_result": [{"id": "a", "contents": "t"}, {"id": "b"}]}})",
      }) {
    CAPTURE(text);
    const io::rankings run = io::read_rankings(f.write(text));
    REQUIRE(run.queries.size() == 1);
    CHECK(run.queries[0].id == "q");
    REQUIRE(run.queries[0].documents.size() == 2);
    CHECK(run.queries[0].documents[0].first == "a");
    CHECK(run.queries[0].documents[1].first == "b");
    CHECK(run.queries[0].documents[0].second > run.queries[0].documents[1].second);
  }
}

TEST_CASE("retrieval_files: bad rankings are refused with their place") {
  const files f;
  f.refused("q Q0 a 1 2.0 t\nq Q0 a 2 1.0 t\n", "\"a\" twice", false);
  f.refused("q Q0 a 1 nan t\n", "expected a finite score, found \"nan\"", false);
  f.refused("q Q0 a 1 inf t\n", "finite", false);
  f.refused("q Q0 a 1 1e400 t\n", "finite", false);
  f.refused("q Q0 a 1 1_0 t\n", "finite", false);
  f.refused("q Q0 a 1 1 t\nq\xFF Q0 b 2 1 t\n", "record 2, byte 14: expected valid UTF-8", false);
  f.refused("q Q0 a 1\n", "found 4", false);
  f.refused(R"({"q": ["a", "a"]})", "twice", false);
  f.refused(R"({"q": 5})", "found a number", false);
  f.refused(R"([{"question": "q", "ctxs": [{"text": "t"}]}])", "\"id\"", false);
  f.refused(R"([{"ctxs": []}])", "id or question", false);
  f.refused("", "empty file", false);
}

TEST_CASE("retrieval_files: TREC's and BEIR's qrels") {
  const files f;
  for (const char* const text :
       {"q 0 a 1\nq 0 b 2\nq 0 c 0\n", "query-id\tcorpus-id\tscore\nq\ta\t1\nq\tb\t2\nq\tc\t0\n"}) {
    const std::vector<judged_query> out = io::read_judgements(f.write(text));
    REQUIRE(out.size() == 1);
    CHECK(out[0].levels[1].second == 2);
    REQUIRE(out[0].sets.size() == 1);
    CHECK(out[0].sets[0].size() == 2);  // each relevant document is needed
  }
  f.refused("q 0 a 1\nq 0 a 1\n", "found two", true);
  f.refused("q 0 a\xC0 1\n", "record 1, byte 5: expected valid UTF-8", true);
  f.refused("q 0 a high\n", "an integer level", true);
  f.refused("q a\n", "found 2 fields", true);
}

TEST_CASE("retrieval_files: gold records of data sets, and sets of alternatives") {
  const files f;
  const auto hotpot = io::read_judgements(f.write(
      R"([{"_id": "q", "type": "bridge", "supporting_facts": [["A", 0], ["A", 1], ["B", 0]], "context": []}])"));
  CHECK(hotpot[0].group == "bridge");
  CHECK(hotpot[0].levels.size() == 2);
  const auto musique = io::read_judgements(f.write(
      R"({"id": "3hop1__1_2_3", "question_decomposition": [{"paragraph_support_idx": 4}, {"paragraph_support_idx": 11}, {"paragraph_support_idx": null}]})"));
  CHECK(musique[0].group == "3hop");
  CHECK(musique[0].levels[1].first == "11");
  const auto sets = io::read_judgements(
      f.write("{\"id\": \"q\", \"sets\": [[[\"a\", \"b\"], [\"c\"]], [[\"d\"]]], \"group\": \"2\"}\n"));
  REQUIRE(sets[0].sets.size() == 2);
  CHECK(sets[0].sets[0][0] == alternatives<std::string_view>{"a", "b"});
  CHECK(sets[0].levels.size() == 4);
  f.refused(R"({"id": "q"})", "supporting_facts", true);
  const auto graded =
      io::read_judgements(f.write(R"({"id": "q", "levels": {"b": 0, "a": 2, "d": 1}, "sets": [[["a", "b"]]]})"));
  const std::vector<std::pair<std::string, int>> levels{{"a", 2}, {"b", 0}, {"d", 1}};
  CHECK(graded[0].levels == levels);
  CHECK(graded[0].sets[0][0] == alternatives<std::string_view>{"a", "b"});
  f.refused(R"({"id": "q", "sets": [[["a"]]], "levels": {"b": 1}})", "expected a level of \"a\"", true);
  f.refused(R"({"id": "q", "sets": [[["a"]]], "levels": {"a": 1, "a": 2}})", "expected one level of \"a\"", true);
  f.refused(R"({"id": "q", "sets": [[["a"]]], "levels": {"a": -1}})", "expected an integer level from 0", true);
  f.refused(R"({"id": "q", "sets": [[["a"]]], "levels": {"a": 0.5}})", "integer", true);
  f.refused(R"({"id": "q", "supporting_facts": [["a", 0]], "levels": {"a": 1}})", "\"sets\"", true);
  f.refused("{\"id\": \"q\", \"sets\": []}\n{\"id\": \"q\", \"sets\": []}\n", "found it twice", true);
}

TEST_CASE("retrieval_files: a JSON ranking of many documents takes linear time, and a repeated one is refused") {
  const files f;
  std::string documents = "\"d0\"";
  for (int i = 1; i < 200000; ++i) documents += ", \"d" + std::to_string(i) + "\"";
  CHECK(io::read_rankings(f.write("{\"q\": [" + documents + "]}")).queries[0].documents.size() == 200000);
  f.refused("{\"q\": [" + documents + ", \"d7\"]}", "\"d7\" twice", false);
  f.refused(R"({"q": {"a": 1}, "q": {"a": 2}})", "\"a\" twice", false);
}

TEST_CASE("retrieval_files: a line of a gigabyte is refused by what such a file has in its lines") {
  const files f;
  const auto refused = [&](const char* first, bool judgements, const char* lines) {
    const std::string path = f.write(first);
    std::error_code error;
    std::filesystem::resize_file(path, std::uint64_t{1} << 30U, error);
    if (error) return;
    const auto part = "record 2: a line of more than 256 MiB; expected " + std::string{lines};
    if (judgements) {
      CHECK_THROWS_WITH_AS(static_cast<void>(io::read_judgements(path)), doctest::Contains(part.c_str()), data_error);
    } else {
      CHECK_THROWS_WITH_AS(static_cast<void>(io::read_rankings(path)), doctest::Contains(part.c_str()), data_error);
    }
  };
  refused("q Q0 d 1 2.5 run\n", false, "one document of a ranking per line");
  refused("q 0 d 1\n", true, "one judgement per line");
}

TEST_CASE("retrieval_files: after BEIR's heading only tabs separate") {
  const files f;
  const auto judged = io::read_judgements(f.write("query-id\tcorpus-id\tscore\nq 1\tNew York\t1\n"));
  REQUIRE(judged.size() == 1);
  CHECK(judged[0].id == "q 1");
  CHECK(judged[0].levels[0].first == "New York");
  f.refused("query-id\tcorpus-id\tscore\nq 1 d 1\n", "found 1 fields", true);
}

TEST_CASE("retrieval_files: qrels by query, and lines that begin with # in TREC's files") {
  const mhqa_test::scratch here;
  const auto judged =
      mhqa::io::read_judgements(here.write("q.json", R"({"qa": {"d1": 1, "d2": 0}, "qb": ["d3", "d4"]})").string());
  REQUIRE(judged.size() == 2);
  CHECK(judged[0].levels == std::vector<std::pair<std::string, int>>{{"d1", 1}, {"d2", 0}});
  CHECK(judged[1].levels == std::vector<std::pair<std::string, int>>{{"d3", 1}, {"d4", 1}});
  CHECK(judged[0].sets.size() == 1);
  const auto commented = mhqa::io::read_judgements(here.write("q.txt", "# about\nq 0 a 1\n#q 0 b 1\n").string());
  REQUIRE(commented.size() == 1);
  CHECK(commented[0].levels.size() == 1);
  CHECK(mhqa::io::read_rankings(here.write("r.txt", "#run\nq Q0 a 1 2.0 t\n").string()).queries.size() == 1);
  for (const char* bad :
       {R"({"qa": {"d1": 1.5}})", R"({"qa": {"d1": 1, "d1": 1}})", R"({"qa": {}, "qa": {}})", R"({"qa": 3})"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(static_cast<void>(mhqa::io::read_judgements(here.write("bad", bad).string())), mhqa::data_error);
  }
  const auto columns = mhqa::io::read_judgements(
      here.write("hf", R"({"id": "1", "supporting_facts": {"title": ["A", "A", "B"], "sent_id": [0, 1, 0]}})")
          .string());
  CHECK(columns[0].levels == std::vector<std::pair<std::string, int>>{{"A", 1}, {"B", 1}});
}
