// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <string_view>

using namespace mhqa_test;

namespace {

std::string record(std::string_view id) {
  return "{\"qid\": \"" + std::string{id} +
         "\", \"term\": \"Car\", \"question\": \"Is a car fast?\", \"answer\": true, \"decomposition\": [\"How fast "
         "is a car?\", \"Is #1 fast?\"], \"evidence\": [[[[\"Car-1\", \"Car-2\"]], [\"operation\"]], [[[\"Car-2\"]], "
         "[\"operation\"]]]}\n";
}

}  // namespace

TEST_CASE("stats: two files count as one data set") {
  const scratch here;
  const std::string a = here.write("a", record("q1")).string(), b = here.write("b", record("q2")).string();
  const finished done = mhqa({"stats", "strategyqa", a, b, "--json"});
  CHECK(done.status == 0);
  CHECK(done.err.empty());
  const json all = parse_json(done.out);
  const json& values = all["statistics"];
  CHECK(values["questions"]["value"].real() == 2);
  CHECK(values["questions"]["paper"].null());  // the paper's figures are of 2,290 questions
  CHECK(values["yes_percent"]["value"].real() == 100);
  CHECK(values["majority_percent"]["value"].real() == 100);
  CHECK(values["terms"]["value"].real() == 1);
  CHECK(values["paragraphs_per_question"]["value"].real() == 1.5);
  CHECK(values["jaccard_paragraphs"]["value"].real() == 0.5);
  CHECK(values["top_trigram_lower_case"]["paper"].null());
  CHECK(all["top_trigram"].string() == "Is a car");
  CHECK(all["questions_by_steps"]["2"].integer() == 2);
  CHECK(all["annotations_by_paragraphs"]["1"].integer() == 2);
  const finished table = mhqa({"stats", "strategyqa", "-"}, record("q1"));
  CHECK(table.status == 0);
  CHECK(table.out.find("yes_percent                        100\n") != std::string::npos);
  CHECK(table.out.find("paragraphs_per_question         1.5000\n") != std::string::npos);
  CHECK(table.out.find("46.8") == std::string::npos);
}

TEST_CASE("stats: MuSiQue's counts, a column a file and one of all") {
  const scratch here;
  const auto row = [](std::string_view id, std::string_view answer) {
    return "{\"id\": \"" + std::string{id} + "\", \"question\": \"?\", \"answer\": \"" + std::string{answer} +
           "\", \"answerable\": true, \"paragraphs\": [{\"idx\": 0, \"title\": \"A\", \"paragraph_text\": \"a\", "
           "\"is_supporting\": true}], \"question_decomposition\": [{\"id\": 1, \"question\": \"Who?\", \"answer\": "
           "\"Ann\", \"paragraph_support_idx\": 0}]}\n";
  };
  const std::string a = here.write("a.jsonl", row("2hop__1_2", "Bath")).string();
  const std::string b = here.write("b.jsonl", row("3hop1__1_2_3", "Bath") + row("x", "Rome")).string();
  const finished table = mhqa({"stats", a, b});
  CHECK(table.status == 0);
  CHECK(table.out.find("                                           a           b         all\n") == 0);
  CHECK(table.out.find("3 hops                                     0           1           1\n") != std::string::npos);
  CHECK(table.out.find("answers to multi-hop                       1           2           2\n") != std::string::npos);
  CHECK(table.out.find("other                                      0           1           1\n") != std::string::npos);
  const json all = parse_json(mhqa({"stats", a, b, "--json"}).out);
  CHECK(all["dataset"].string() == "musique");
  CHECK(all["all"]["rows"].integer() == 3);
  CHECK(all["all"]["shapes"]["2hop"].integer() == 1);
  check_refused(mhqa({"stats", a, here.write("none", "[]").string()}), "none: expected questions, found none");
}

TEST_CASE("stats: HotpotQA's layout and 2WikiMultihopQA's are recognised, a column a file and one of all") {
  const scratch here;
  const auto row = [](std::string_view id, std::string_view more) {
    return "{\"_id\": \"" + std::string{id} +
           "\", \"question\": \"Who is it?\", \"answer\": \"Ann\", \"type\": \"bridge\", \"supporting_facts\": "
           "[[\"A\", 0]], \"context\": [[\"A\", [\"It is Ann.\"]]]" +
           std::string{more} + "}\n";
  };
  const std::string a = here.write("a.jsonl", row("1", ", \"level\": \"hard\"")).string();
  const std::string b = here.write("b.jsonl", row("2", ", \"level\": \"easy\"") + row("3", "")).string();
  const std::string wiki = here.write("w.jsonl", row("4", ", \"evidences\": [[\"a\", \"b\", \"c\"]]")).string();
  const finished table = mhqa({"stats", a, b});
  CHECK(table.status == 0);
  CHECK(table.out.find("                                           a           b         all\n") == 0);
  CHECK(table.out.find("\nquestions                                  1           2           3\n") !=
        std::string::npos);
  CHECK(table.out.find("\nwords a question                        3.00        3.00        3.00\n") !=
        std::string::npos);
  CHECK(table.out.find("\n  in a supporting paragraph                1           2           3\n") !=
        std::string::npos);
  CHECK(table.out.find("\nevidences a row                            -           -           -\n") !=
        std::string::npos);
  CHECK(table.out.find("\nlevel (none)                               0           1           1\n") !=
        std::string::npos);
  const json all = parse_json(mhqa({"stats", wiki, "--json"}).out);
  CHECK(all["dataset"].string() == "2wikimultihopqa");
  CHECK(all["all"]["evidences a row"].real() == 1);
  CHECK(all["all"]["in the context"].integer() == 1);
  CHECK(all["all"]["type"]["bridge"].integer() == 1);
  check_refused(mhqa({"stats", a, wiki}), "w.jsonl: expected HotpotQA's layout as in ");
  check_refused(mhqa({"stats", here.write("t", row("1", "") + row("1", "")).string()}), "expected each id once");
  check_refused(mhqa({"stats", here.write("o", record("q")).string()}), "o: record 1: expected a record of MuSiQue");
}

TEST_CASE("stats: HieraDate's counts of the bundled records") {
  const std::string gold =
      (std::filesystem::path{__FILE__}.parent_path().parent_path().parent_path() / "examples/data/hieradate/gold.json")
          .string();
  const finished done = mhqa({"stats", "hieradate", gold, "--json"});
  CHECK(done.status == 0);
  const json values = parse_json(done.out)["all"];
  const auto of = [&](std::string_view name) { return values[name].integer(); };
  CHECK(of("main") == of("combined") + of("comparison"));
  CHECK(of("extraction") == 4 * of("combined") + 2 * of("comparison"));
  CHECK(of("reasoning") == 3 * of("combined") + 2 * of("comparison"));
  CHECK(of("robustness") == of("main"));
  CHECK(mhqa({"stats", "hieradate", gold}).out.find("main  ") != std::string::npos);
  check_refused(mhqa({"stats", "hieradate"}), "files is required");
}

TEST_CASE("stats: bad input") {
  const scratch here;
  const std::string a = here.write("a", record("q1")).string();
  check_refused(mhqa({"stats"}), "expected one of: strategyqa");
  check_refused(mhqa({"stats", "strategyqa"}), "files is required");
  check_refused(mhqa({"stats", "strategyqa", a, (here / "none").string()}), "cannot open: No such file");
  check_refused(mhqa({"stats", "strategyqa", a, a}), "id \"q1\": expected each id once, found it twice");
  check_refused(mhqa({"stats", "strategyqa", here.write("b", "[]").string()}), "b: expected questions, found none");
  check_refused(mhqa({"stats", "strategyqa", here.write("b", "{\"qid\": \"q\", \"question\": \"?\"}").string()}),
                "b: record 1, id \"q\": expected the field \"answer\", which is missing");
}

TEST_CASE("stats: the table of the 2,290 questions is the one in the documentation") {
  const auto train = shared_data("data/strategyqa/train.json"), dev = shared_data("data/strategyqa/dev.json");
  if (!train || !dev) return;
  const finished done = mhqa({"stats", "strategyqa", train->string(), dev->string()});
  CHECK(done.status == 0);
  CHECK(done.out.find("terms                             1333        1333\n") != std::string::npos);
  CHECK(done.out.find("top_trigram                         26          31\n") != std::string::npos);
  CHECK(done.out.find("steps_per_question              2.9345        2.93\n") != std::string::npos);
  CHECK(done.out.find("jaccard_pages                   0.6891        0.69\n") != std::string::npos);
  CHECK(done.out.find("each_step_covered_percent      87.6419        88.3\n") != std::string::npos);
}
