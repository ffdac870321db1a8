// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

using namespace mhqa_test;

namespace {

constexpr std::string_view records =
    R"([{"qid": "q1", "question": "Did Ada use a car?", "decomposition": ["When did Ada live?", "Is #1 after #3?"],
  "evidence": [[[["Ada-1"]], ["operation"]], [["operation"], [["Car-1"]]]]},
 {"qid": "q2", "question": "Is it?", "decomposition": ["Is it?"], "answer": true},
 {"qid": "q3", "question": "Who is older, Ada or Bob?",
  "decomposition": ["How old is Ada?", "How old is Bob?", "Is #1 larger than #2?"]}]
)";
constexpr std::string_view table =
    "question_id,question_text,decomposition\n"
    "b1,\"Cities, in Peru?\",return cities ;return #1 in Peru\n"
    "b2,Cities?,return cities ;#1\n";

json checked(const std::string& file, std::string_view format = "") {
  const finished done = format.empty() ? mhqa({"check-decompositions", file, "--json"})
                                       : mhqa({"check-decompositions", file, "--json", "--format", format});
  CHECK(done.status == 0);
  CHECK(done.err.empty());
  return parse_json(done.out);
}

}  // namespace

TEST_CASE("check-decompositions: records by hand, with counts per reason") {
  const scratch here;
  const json all = checked(here.write("r.json", records).string());
  CHECK(all["format"].string() == "strategyqa");
  CHECK(all["decompositions"].integer() == 3);
  CHECK(all["without_findings"].integer() == 1);
  CHECK(all["with_errors"].integer() == 2);
  CHECK(all["with_warnings"].integer() == 1);
  CHECK(all["without_new_words"].integer() == 1);
  CHECK(all["steps"].integer() == 6);
  CHECK(all["operations_by_rule"].integer() == 2);
  CHECK(all["annotated_steps"].integer() == 2);
  CHECK(all["operations_by_annotation"].integer() == 0);  // one of two is not most
  CHECK(all["rule_agrees"].integer() == 1);
  std::vector<std::string> reasons;
  for (const auto& [code, reason] : all["reasons"].members()) reasons.push_back(code);
  CHECK(reasons == std::vector<std::string>{"too-few-steps", "dangling-reference", "intermediate-operation"});
  CHECK(all["reasons"]["dangling-reference"]["first"].string() == "q1");
  CHECK(all["reasons"]["intermediate-operation"]["error"].boolean() == false);
}

TEST_CASE("check-decompositions: each decomposition's findings in a file, the table for people") {
  const scratch here;
  const std::string out = (here / "f").string();
  const finished done = mhqa({"check-decompositions", here.write("r.json", records).string(), "--per-question", out});
  CHECK(done.status == 0);
  CHECK(done.out.find("dangling-reference                             1         1  q1\n") != std::string::npos);
  CHECK(done.out.find("intermediate-operation (warning)               1         1  q1\n") != std::string::npos);
  CHECK(read_file(out) ==
        "{\"id\": \"q1\", \"steps\": 2, \"kinds\": [\"retrieval\", \"operation\"], \"findings\": [{\"reason\": "
        "\"intermediate-operation\", \"steps\": [1]}, "
        "{\"reason\": \"dangling-reference\", \"steps\": [2, 3]}]}\n"
        "{\"id\": \"q2\", \"steps\": 1, \"kinds\": [\"retrieval\"], \"findings\": [{\"reason\": \"too-few-steps\", "
        "\"steps\": []}]}\n"
        "{\"id\": \"q3\", \"steps\": 3, \"kinds\": [\"retrieval\", \"retrieval\", \"operation\"], \"findings\": []}\n");
}

TEST_CASE("check-decompositions: Break's CSV by name or by --format, what is no QDMR is a reason") {
  const scratch here;
  const std::string named = here.write("b.csv", table).string(), other = here.write("b.txt", table).string();
  const json all = checked(named);
  CHECK(all["format"].string() == "break");
  CHECK(all["with_errors"].integer() == 1);
  CHECK(all["steps"].integer() == 2);
  CHECK(all["reasons"]["not-qdmr"]["first"].string() == "b2");
  CHECK(checked(other, "break")["with_errors"].integer() == 1);
  const finished piped = mhqa({"check-decompositions", "-", "--format", "break", "--json"}, table);
  CHECK(parse_json(piped.out)["decompositions"].integer() == 2);
  const std::string out = (here / "f").string();
  CHECK(mhqa({"check-decompositions", named, "--per-question", out}).status == 0);
  CHECK(read_file(out) ==
        "{\"id\": \"b1\", \"steps\": 2, \"kinds\": [\"retrieval\", \"retrieval\"], \"findings\": []}\n"
        "{\"id\": \"b2\", \"steps\": 0, \"kinds\": [], \"findings\": [{\"reason\": \"not-qdmr\", \"expected\": "
        "\"return\", "
        "\"position\": 15}]}\n");
}

TEST_CASE("check-decompositions: --split-joined separates the steps that a model wrote as one") {
  const scratch here;
  const std::string file = here.write("r.jsonl",
                                      "{\"qid\": \"q1\", \"question\": \"Is Ulm big?\", "
                                      "\"decomposition\": [\"How many live in Ulm?  Is #1 over 5?\"]}\n")
                               .string();
  const json joined = checked(file);
  CHECK(joined["reasons"]["self-reference"]["findings"].integer() == 1);
  const finished split = mhqa({"check-decompositions", file, "--json", "--split-joined"});
  const json all = parse_json(split.out);
  CHECK(all["steps"].integer() == 2);
  CHECK(all["split_steps"].integer() == 1);
  CHECK(all["without_findings"].integer() == 1);
}

TEST_CASE("check-questions: --per-question - would mix rows and counts") {
  const scratch here;
  const std::string file = here.write("r.json", records).string();
  check_refused(mhqa({"check-questions", file, "--per-question", "-"}), "--per-question expects a file");
}

TEST_CASE("check-decompositions: bad input") {
  const scratch here;
  const auto file = [&here](std::string_view text) { return here.write("x", text).string(); };
  check_refused(mhqa({"check-decompositions"}), "file is required");
  check_refused(mhqa({"check-decompositions", (here / "none").string()}), "cannot open: No such file");
  check_refused(mhqa({"check-decompositions", file("")}), "x: expected records, found an empty file");
  check_refused(mhqa({"check-decompositions", file("[]")}), "x: expected decompositions, found none");
  // 10,000 steps, each of which refers to the one before it; then a reference beyond them.
  std::string steps = "\"What is x?\"";
  for (int i = 1; i < 10'000; ++i) steps += ", \"What is #" + std::to_string(i) + "?\"";
  const auto record = [](const std::string& all) {
    return "[{\"qid\": \"big\", \"question\": \"Is it?\", \"answer\": true, \"decomposition\": [" + all + "]}]";
  };
  const finished big = mhqa({"check-decompositions", file(record(steps)), "--json"});
  CHECK(big.status == 0);
  CHECK(big.out.find("\"steps\": 10000") != std::string::npos);
  CHECK(big.out.find("dangling-reference") == std::string::npos);
  check_refused(mhqa({"check-decompositions", file(record(steps + ", \"What is #99999999999 and #10000?\""))}),
                "id \"big\": expected a reference to a step, found #99999999999");
  check_refused(mhqa({"check-decompositions", file("{\"qid\": \"q\", \"question\": \"?\"}")}),
                "x: record 1, id \"q\": expected the field \"decomposition\", which is missing");
  check_refused(mhqa({"check-decompositions", file("{\"qid\": \"q\", \"question\": \"?\", \"decomposition\": [3]}")}),
                "x: record 1, id \"q\", field \"decomposition[0]\"");
  const std::string twice = "{\"qid\": \"q\", \"question\": \"?\", \"decomposition\": []}\n";
  check_refused(mhqa({"check-decompositions", file(twice + twice)}),
                "x: id \"q\": expected each id once, found it twice");
  check_refused(mhqa({"check-decompositions", file("a,b\n1,2\n"), "--format", "break"}),
                "x: expected the column \"question_id\", which is missing");
  check_refused(mhqa({"check-decompositions", file(twice), "--format", "csv"}), "--format");
  check_refused(mhqa({"check-decompositions", file(twice), "--per-question", "-"}), "--per-question expects a file");
  check_refused(mhqa({"check-decompositions", file(twice), "--per-question", (here / "./x").string()}),
                "would destroy the input");
}

TEST_CASE("check-decompositions: people's decompositions are graphs but for 18 of one step; BART's and Break's" *
          doctest::test_suite("unsanitized")) {
  struct row {
    std::string_view file;
    std::int64_t decompositions, sound, too_few, self, dangling, unreferenced, operation;
  };
  for (const row& r : {row{"data/strategyqa/train.json", 2061, 1870, 15, 0, 0, 0, 176},
                       row{"data/strategyqa/dev.json", 229, 202, 3, 0, 0, 0, 24},
                       row{"data/strategyqa/bart_decomposition_dev.jsonl", 229, 127, 0, 99, 7, 3, 0},
                       row{"data/break/qdmr_high_level_dev.csv", 3130, 2786, 339, 1, 0, 5, 0}}) {
    const auto file = shared_data(r.file);
    if (!file) continue;
    CAPTURE(r.file);
    const json all = checked(file->string());
    const auto count = [&all](std::string_view code) {
      const json* const reason = all["reasons"].find(code);
      return reason == nullptr ? 0 : (*reason)["decompositions"].integer();
    };
    CHECK(all["decompositions"].integer() == r.decompositions);
    CHECK(all["without_findings"].integer() == r.sound);
    CHECK(count("too-few-steps") == r.too_few);
    CHECK(count("self-reference") == r.self);
    CHECK(count("dangling-reference") == r.dangling);
    CHECK(count("unreferenced-step") == r.unreferenced);
    CHECK(count("last-not-reached") == r.unreferenced);
    CHECK(count("intermediate-operation") == r.operation);
    for (const char* const never : {"blank-step", "forward-reference", "cyclic-references", "not-qdmr"}) {
      CHECK(count(never) == 0);
    }
  }
}
