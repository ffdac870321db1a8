// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/human_report.hpp>

#include "support/command.hpp"
#include "support/json.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

namespace io = mhqa::io;

TEST_CASE("human_report: people who say the same agree wholly") {
  const auto folder =
      std::filesystem::path{__FILE__}.parent_path().parent_path().parent_path() / "examples/data/musique";
  const std::string gold = (folder / "gold.jsonl").string(), said = (folder / "predictions.jsonl").string();
  const mhqa::human_table found = io::score_people(gold, {said, said}, 7);
  CHECK(found.questions > 0);
  CHECK(found.answer_f1.agreement == 1);
  CHECK(found.answer_f1.score == found.answer_f1.upper_bound);
  std::string table, json;
  io::append_human_table(table, found, 2);
  CHECK(table.starts_with("2 people, "));
  CHECK(table.find("\nsupport F1 ") != std::string::npos);
  io::append_human_json(json, found, 2, 7);
  const auto read = mhqa_test::parse_json(json);
  CHECK(read["seed"].integer() == 7);
  CHECK(read["answer_f1"]["agreement"].real() == 1);
}

TEST_CASE("human_report: answers by id count, their support is unknown") {
  const mhqa_test::scratch here;
  const std::string gold =
      here.write("g.jsonl",
                 R"({"id": "a", "paragraphs": [{"idx": 0, "title": "T", "is_supporting": true}], "answer": "Rome", )"
                 R"("answer_aliases": [], "answerable": true})")
          .string();
  const std::string row =
      here.write("row.jsonl", R"({"id": "a", "predicted_answer": "Rome", "predicted_support_idxs": [0], )"
                              R"("predicted_answerable": true})")
          .string();
  const std::string alone = here.write("alone.json", R"({"a": "Oslo"})").string();
  const mhqa::human_table found = io::score_people(gold, {row, alone}, 7);
  CHECK(found.answer_em.upper_bound == 1);
  CHECK(!found.support_f1);
  CHECK(io::score_people(gold, {row, row}, 7).support_f1->score == 1);
  std::string table, json;
  io::append_human_table(table, found, 2);
  CHECK(table.find("support") == std::string::npos);
  io::append_human_json(json, found, 2, 7);
  CHECK(mhqa_test::parse_json(json)["support_f1"].null());
}

TEST_CASE("human_report: a person's verdicts and faults; numbers that are not defined are - and null") {
  mhqa::wording_person person{.verdicts = {}, .faults = {{"no question mark", 2}}, .used = 3};
  const mhqa::wording_agreement found{.people = {person},
                                      .answered_by_several = 4,
                                      .worded_by_several = 0,
                                      .words_f1 = {},
                                      .same_verdict = 0.5,
                                      .entity_kappa = {}};
  std::string table, json;
  io::append_wording_table(table, found, {"ann"});
  CHECK(table.find("       3        0        0         0         0        0  ann\n") != std::string::npos);
  CHECK(table.find("                         2  no question mark\n") != std::string::npos);
  CHECK(table.find("    50.0  verdicts on the entities, 4 questions that several answered; kappa -\n") !=
        std::string::npos);
  io::append_wording_json(json, found, {"ann"}, 1);
  const auto read = mhqa_test::parse_json(json);
  CHECK(read["people"].items().at(0)["file"].string() == "ann");
  CHECK(read["people"].items().at(0)["faults"]["no question mark"].integer() == 2);
}
