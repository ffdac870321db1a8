// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/run_writer.hpp>

#include <mhqa/io/retrieval_files.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace mhqa;
using mhqa_test::read_file;
using mhqa_test::scratch;

namespace {

std::string written_run(io::run_layout layout, const std::vector<io::ranked_passage>& documents,
                        const std::string& query = "q1") {
  const scratch here;
  io::atomic_file file{(here / "run").string()};
  io::run_writer run{file, layout};
  run.add(query, "Who?", documents);
  run.add("q2", "", {});
  run.finish();
  file.commit();
  return read_file(here / "run");
}

}  // namespace

TEST_CASE("run_writer: each layout, best document first") {
  const std::vector<io::ranked_passage> documents{{"d2", "B", "y", 0.1}, {"d1", "A", "x", 2.5}, {"d3", "A", "z", 0.1}};
  CHECK(written_run(io::run_layout::trec, documents) ==
        "q1 Q0 d1 1 2.5 mhqa\nq1 Q0 d2 2 0.1 mhqa\nq1 Q0 d3 3 0.1 mhqa\n");
  CHECK(written_run(io::run_layout::beir, documents) == R"({"q1": {"d1": 2.5, "d2": 0.1, "d3": 0.1}, "q2": {}})"
                                                        "\n");
  CHECK(
      written_run(io::run_layout::flashrag, {documents[0]}) ==
      R"({"id": "q1", "question": "Who?", "retrieval_result": [{"id": "d2", "title": "B", "contents": "y", "score": 0.1}]})"
      "\n"
      R"({"id": "q2", "question": "", "retrieval_result": []})"
      "\n");
  CHECK(written_run(io::run_layout::dpr, {documents[0]}) ==
        R"([{"id": "q1", "question": "Who?", "answers": [], "ctxs": [{"id": "d2", "title": "B", "text": "y", )"
        R"("score": "0.1"}]}, {"id": "q2", "question": "", "answers": [], "ctxs": []}])"
        "\n");
  CHECK(written_run(io::run_layout::hotpotqa, documents) ==
        R"({"answer": {}, "sp": {"q1": [["A", 0], ["B", 0]], "q2": []}})"
        "\n");
}

TEST_CASE("run_writer: what is written reads back with equal ids and scores") {
  const scratch here;
  const std::vector<io::ranked_passage> documents{
      {"a", "", "", 3.0000000000000004}, {"b", "", "", 1e-300}, {"c\"", "", "", -0.25}};
  for (const auto layout :
       {io::run_layout::trec, io::run_layout::beir, io::run_layout::flashrag, io::run_layout::dpr}) {
    const io::rankings run = io::read_rankings(here.write("run", written_run(layout, documents)).string());
    REQUIRE(run.place.count("q1") == 1);
    const io::query_ranking& query = run.queries[run.place.at("q1")];
    REQUIRE(query.documents.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(query.documents[i].first == documents[i].id);
      CHECK(query.documents[i].second == documents[i].score);
    }
  }
  const io::rankings titles =
      io::read_rankings(here.write("run", written_run(io::run_layout::hotpotqa, documents)).string());
  CHECK(titles.queries[0].documents[2].first == "c\"");
}

TEST_CASE("run_writer: an id that the layout would split is refused") {
  CHECK_THROWS_WITH_AS(static_cast<void>(written_run(io::run_layout::trec, {{"a b", "", "", 1}})),
                       doctest::Contains("expected an id without white space"), data_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(written_run(io::run_layout::trec, {{"a", "", "", 1}}, "q\t1")),
                       doctest::Contains("without white space"), data_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(written_run(io::run_layout::beir, {{"", "", "", 1}})),
                       doctest::Contains("expected an id, found an empty one"), data_error);
}

TEST_CASE("run_writer: qrels read back equal; alternatives are refused") {
  const scratch here;
  const auto rewritten = [&](const std::string& text, bool beir) {
    const auto queries = io::read_judgements(here.write("in", text).string());
    io::atomic_file file{(here / "out").string()};
    io::write_qrels(file, queries, beir);
    file.commit();
    return read_file(here / "out");
  };
  const std::string trec = "q1 0 a 1\nq1 0 b 0\nq2 0 a -1\n";
  const std::string beir = "query-id\tcorpus-id\tscore\nq1\ta\t1\nq1\tb\t0\nq2\ta\t-1\n";
  CHECK(rewritten(trec, false) == trec);
  CHECK(rewritten(trec, true) == beir);
  CHECK(rewritten(beir, false) == trec);
  const std::string spaced = "query-id\tcorpus-id\tscore\nq 1\tNew York-3\t1\n";
  CHECK(rewritten(spaced, true) == spaced);
  CHECK_THROWS_WITH_AS(static_cast<void>(rewritten(spaced, false)), doctest::Contains("white space"), data_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(rewritten(R"({"id": "q", "sets": [[["a", "b"]]]})", true)),
                       doctest::Contains("without alternatives"), data_error);
}

TEST_CASE("run_writer: a file of rankings or of judgements is written in another layout; its queries are counted") {
  const scratch here;
  const std::string out = (here / "out").string();
  const std::string run = here.write("run", "q1 Q0 a 1 2.5 x\nq1 Q0 b 2 1.0 x\nq2 Q0 a 1 3.0 x\n").string();
  CHECK(io::convert_rankings(run, out, io::run_layout::beir).written == 2);
  CHECK(read_file(out) == "{\"q1\": {\"a\": 2.5, \"b\": 1.0}, \"q2\": {\"a\": 3.0}}\n");
  const std::string qrels = here.write("qrels", "q1 0 a 1\n").string();
  CHECK(io::convert_judgements(qrels, out, true).written == 1);
  CHECK(read_file(out) == "query-id\tcorpus-id\tscore\nq1\ta\t1\n");
  CHECK_THROWS_AS(static_cast<void>(io::convert_rankings((here / "none").string(), out, io::run_layout::trec)),
                  data_error);
  const std::string empty = here.write("empty", R"({"q1": ["a"], "q2": []})").string();
  const std::string blank = here.write("blank", R"({"q 1": {"d1": 1}})").string();
  CHECK_THROWS_WITH_AS(static_cast<void>(io::convert_rankings(blank, out, io::run_layout::trec)),
                       doctest::Contains((blank + ": id \"q 1\": expected an id without white space").c_str()),
                       data_error);
  const std::string judged = here.write("judged", "query-id\tcorpus-id\tscore\nq 1\td1\t1\n").string();
  CHECK_THROWS_WITH_AS(static_cast<void>(io::convert_judgements(judged, out, false)),
                       doctest::Contains((judged + ": id \"q 1\": expected an id without white space").c_str()),
                       data_error);
  const io::converted_queries to_trec = io::convert_rankings(empty, out, io::run_layout::trec);
  CHECK(to_trec.written == 1);
  CHECK(to_trec.left_out == 1);
  CHECK(io::convert_rankings(empty, out, io::run_layout::beir).written == 2);
  const std::string unsupported =
      here.write("gold", R"([{"_id": "1", "question": "Who?", "answer": "A", "type": "bridge",
      "level": "easy", "supporting_facts": [["T", 0]], "context": [["T", ["A."]]]},
      {"_id": "2", "question": "Who?", "answer": "A", "type": "bridge", "level": "easy", "supporting_facts": [],
       "context": [["T", ["A."]]]}])")
          .string();
  const io::converted_queries to_qrels = io::convert_judgements(unsupported, out, true);
  CHECK(to_qrels.written == 1);
  CHECK(to_qrels.left_out == 1);
}
