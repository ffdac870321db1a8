// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/retrieval_evaluation.hpp>

#include "support/command.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace mhqa;

TEST_CASE("retrieval_evaluation: a query without a ranking is 0, and a ranked query without judgements is refused") {
  const mhqa_test::scratch here;
  io::rankings run = io::read_rankings(here.write("run", "q Q0 a 1 2.0 t\n").string());
  const auto queries = io::read_judgements(here.write("qrels", "q 0 a 1\nr 0 b 1\n").string());
  std::size_t rows = 0, missing = 0;
  const auto found = io::evaluate_rankings(run, queries, {"run", {1}}, [&](const question_row& row) {
    ++rows;
    missing += row.missing.size();
  });
  CHECK(rows == 2);
  CHECK(missing == 1);
  CHECK(found.all.scores[0].name == "map");
  CHECK(found.all.scores[0].value == 0.5);
  CHECK(found.all.counts[1].value == 1);
  CHECK(found.all.signature.find("|k:1|n:2|") != std::string::npos);
  CHECK(found.groups.empty());
  const auto none = [](const question_row&) {};
  io::rankings other = io::read_rankings(here.write("run", "x Q0 a 1 2.0 t\n").string());
  CHECK_THROWS_WITH_AS(static_cast<void>(io::evaluate_rankings(other, queries, {"run", {1}}, none)),
                       doctest::Contains("\"x\""), data_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(io::evaluate_rankings(run, queries, {"run", {0}}, none)),
                       doctest::Contains("from 1"), data_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(io::evaluate_rankings(run, queries, {"run", {2, 1, 2}}, none)),
                       doctest::Contains("expected each rank once, found 2 twice"), data_error);
}

TEST_CASE("retrieval_evaluation: the signature tells other groups of the same documents apart") {
  const mhqa_test::scratch here;
  io::rankings run = io::read_rankings(here.write("run", "q Q0 a 1 2.0 t\n").string());
  const auto signature = [&](const char* judgements) {
    const auto queries = io::read_judgements(here.write("judgements", judgements).string());
    return io::evaluate_rankings(run, queries, {"run", {1}}, [](const question_row&) {}).all.signature;
  };
  const std::string each = signature("q 0 a 1\nq 0 b 1\n");
  CHECK(signature(R"({"id": "q", "sets": [[["a"], ["b"]]]})") == each);
  CHECK(signature(R"({"id": "q", "sets": [[["a", "b"]]]})") != each);
  CHECK(signature(R"({"id": "q", "sets": [[["a", "b"]]]})") != signature(R"({"id": "q", "sets": [[["a"]], [["b"]]]})"));
  CHECK(signature(R"({"q": {"a\t1\nb": 1}})") != signature(R"({"q": {"a": 1, "b": 1}})"));
}

TEST_CASE("retrieval_evaluation: Beam Retriever's supports of MuSiQue, all of them and by hops") {
  const auto supports = mhqa_test::shared_data("data/musique/predictions/beam_retriever_support.json");
  const auto golds = mhqa_test::shared_data("data/musique/ans_dev_2417_noparagraphs.jsonl");
  if (!supports || !golds) return;
  io::rankings run = io::read_rankings(supports->string());
  const auto queries = io::read_judgements(golds->string());
  CHECK(queries.size() == 2417);
  double all = 0;
  const auto found = io::evaluate_rankings(run, queries, {"run", {20}}, [&](const question_row& row) {
    for (const auto& number : row.numbers) all += number.name == "all@20" ? *number.value : 0;
  });
  CHECK(found.groups.size() == 3);
  CHECK(found.all.counts[1].value == 0);
  for (const auto& score : found.all.scores) {
    if (score.name == "all@20") CHECK(*score.value == doctest::Approx(all / 2417));
    if (score.name == "any@20") CHECK(*score.value > all / 2417);
  }
}

TEST_CASE("retrieval_evaluation: trec_eval's own mean leaves out what either file lacks; -c counts it as 0") {
  // Three judged queries, of which a and b are ranked; z is ranked and not judged.
  const mhqa_test::scratch here;
  const auto queries = io::read_judgements(here.write("q", "a 0 x 1\nb 0 y 1\nc 0 z 1\n").string());
  const std::string file = here.write("r", "a Q0 x 1 1 t\nb Q0 y 1 1 t\nz Q0 x 1 1 t\n").string();
  const auto none = [](const question_row&) {};
  const auto evaluate = [&](io::mean_over mean, bool ignore) {
    io::rankings run = io::read_rankings(file);
    return io::evaluate_rankings(run, queries, {"r", {1}, mean, ignore}, none);
  };
  const auto complete = evaluate(io::mean_over::complete, true), own = evaluate(io::mean_over::trec_eval, false);
  CHECK(*complete.all.scores[0].value == doctest::Approx(2.0 / 3).epsilon(1e-12));
  CHECK(*own.all.scores[0].value == 1);
  CHECK(complete.all.counts.back().name == "queries_without_judgements");
  CHECK(complete.all.counts.back().value == 1);
  CHECK(complete.all.signature.find("|mean:complete|unranked:0|") != std::string::npos);
  CHECK(own.all.signature.find("|mean:trec_eval|unranked:left out|k:1|n:2|") != std::string::npos);
  CHECK_THROWS_AS(static_cast<void>(evaluate(io::mean_over::complete, false)), data_error);
  CHECK(complete.hint().empty());
}

TEST_CASE("retrieval_evaluation: a run that shares no document with the judgements gets a hint") {
  const mhqa_test::scratch here;
  const auto queries = io::read_judgements(here.write("q", "q1 0 docA 1\n").string());
  io::rankings run = io::read_rankings(here.write("r", "q1 Q0 12 1 2.0 x\n").string());
  const auto found = io::evaluate_rankings(run, queries, {"r", {5}}, [](const question_row&) {});
  CHECK(found.hint().starts_with("0 of 1 ranked documents are judged"));
  io::rankings others = io::read_rankings(here.write("r", "z Q0 docA 1 2.0 x\n").string());
  for (const io::mean_over mean : {io::mean_over::complete, io::mean_over::trec_eval}) {
    const auto none = [](const question_row&) {};
    CHECK_THROWS_WITH_AS(static_cast<void>(io::evaluate_rankings(others, queries, {"r", {5}, mean, true}, none)),
                         doctest::Contains("no ranked query has judgements"), data_error);
  }
}
