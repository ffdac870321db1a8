// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

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
  CHECK(values["questions"]["paper"].real() == 2290);
  CHECK(values["yes_percent"]["value"].real() == 100);
  CHECK(values["terms"]["value"].real() == 1);
  CHECK(values["paragraphs_per_question"]["value"].real() == 1.5);
  CHECK(values["jaccard_paragraphs"]["value"].real() == 0.5);
  CHECK(values["top_trigram_lower_case"]["paper"].null());
  CHECK(all["top_trigram"].string() == "Is a car");
  CHECK(all["questions_by_steps"]["2"].integer() == 2);
  CHECK(all["annotations_by_paragraphs"]["1"].integer() == 2);
  const finished table = mhqa({"stats", "strategyqa", "-"}, record("q1"));
  CHECK(table.status == 0);
  CHECK(table.out.find("yes_percent                        100        46.8\n") != std::string::npos);
  CHECK(table.out.find("paragraphs_per_question         1.5000        2.33\n") != std::string::npos);
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
