// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mhqa_test;

namespace {

const char* const gold =
    "{\"id\": \"2hop__a_b\", \"question\": \"q\", \"answer\": \"Emma Woodhouse\", \"answer_aliases\": [], "
    "\"answerable\": "
    "true, \"question_decomposition\": [], \"paragraphs\": [{\"idx\": 0, \"title\": \"t\", \"paragraph_text\": \"x\", "
    "\"is_supporting\": true}]}\n";

std::string said(const std::string& answer) {
  return "{\"id\": \"2hop__a_b\", \"predicted_answer\": \"" + answer +
         "\", \"predicted_support_idxs\": [0], \"predicted_answerable\": true}\n";
}

}  // namespace

TEST_CASE("humans: Table 3 of three people's answers") {
  const scratch here;
  const std::string golds = here.write("gold.jsonl", gold).string();
  const std::string ann = here.write("ann.jsonl", said("Emma")).string();
  const std::string bob = here.write("bob.jsonl", said("emma")).string();
  const std::string cy = here.write("cy.jsonl", said("Emma Woodhouse")).string();
  const finished done = mhqa({"humans", golds, ann, bob, cy, "--json"});
  CAPTURE(done.err);
  REQUIRE(done.status == 0);
  const json out = parse_json(done.out);
  CHECK(out["people"].integer() == 3);
  CHECK(out["questions"].integer() == 1);
  CHECK(out["answer_f1"]["score"].real() == 2.0 / 3);
  CHECK(out["answer_em"]["upper_bound"].real() == 1);
  CHECK(out["support_f1"]["agreement"].real() == 1);
  CHECK(mhqa({"humans", golds, ann, cy}).out.find("upper bound") != std::string::npos);
  CHECK(mhqa({"humans", golds, ann, bob}).out.find("2 people, 1 questions") == 0);

  check_refused(mhqa({"humans", golds, ann}), "two people");
  check_refused(mhqa({"humans", golds, ann, here.write("none.jsonl", "").string()}), "found an empty file");
}

TEST_CASE("humans: agreement of several people's wordings") {
  const scratch here;
  const std::string hops =
      "\"hops\": [{\"question\": \"Who wrote Emma?\", \"answer\": \"Jane Austen\", \"answer_aliases\": "
      "[\"Miss Austen\"], \"title\": \"t\", \"paragraph_text\": \"p\"}]";
  const std::string asked =
      here.write("asked.jsonl", "{\"id\": \"a\", \"steps\": [], \"answers\": [], " + hops +
                                    ", \"draft\": null}\n{\"id\": \"b\", \"steps\": [], \"answers\": [], "
                                    "\"hops\": [], \"draft\": null}\n")
          .string();
  const std::string ann = here.write("ann", "{\"id\": \"a\", \"question\": \"Is Miss Austen here?\"}\n").string();
  const std::string bob = here.write("bob",
                                     "{\"id\": \"b\", \"question\": null, \"same_entity\": false}\n{\"id\": \"a\", "
                                     "\"question\": \"Who is here?\"}\n")
                              .string();
  const finished done = mhqa({"humans", "--wordings", asked, ann, bob, bob, "--json"});
  CAPTURE(done.err);
  REQUIRE(done.status == 0);
  const json out = parse_json(done.out);
  CHECK(out["answered_by_several"].integer() == 2);
  CHECK(out["worded_by_several"].integer() == 1);
  CHECK(out["words_f1"].real() == 1);
  CHECK(out["same_verdict"].real() == 1);
  CHECK(out["people"][0]["faults"]["answer-shown"].integer() == 1);
  CHECK(out["people"][0]["missing"].integer() == 1);
  CHECK(out["people"][1]["used"].integer() == 1);
  CHECK(out["people"][2]["different-entities"].integer() == 1);
  const finished table = mhqa({"humans", "--wordings", asked, ann});
  CHECK(table.out.find("answer-shown") != std::string::npos);
  CHECK(table.out.find("       -  F1 of the words, 0 questions") != std::string::npos);

  const std::string twice = "{\"id\": \"b\", \"question\": \"Who?\"}\n";
  check_refused(mhqa({"humans", "--wordings", asked, ann, here.write("cy", twice + twice).string()}),
                "cy: id \"b\": expected one answer to this id, found another");
  check_refused(mhqa({"humans", "--wordings", bob, ann}), "record 1, id \"b\": expected the field \"steps\"");
  check_refused(mhqa({"humans", "--wordings", here.write("none", "").string(), ann}), "none: ");
}

TEST_CASE("condition: shares by the built-in reader, or by the answers to its requests") {
  const scratch here;
  const std::string set =
      here.write(
              "set.jsonl",
              "{\"id\": \"2hop__a_b\", \"question\": \"When was the person who wrote Emma born?\", \"answer\": "
              "\"1775\", \"answer_aliases\": [], \"answerable\": true, \"question_decomposition\": [{\"id\": 1, "
              "\"question\": \"Who wrote Emma?\", \"answer\": \"Jane Austen\", \"paragraph_support_idx\": 0}, {\"id\": "
              "2, \"question\": \"When was #1 born?\", \"answer\": \"1775\", \"paragraph_support_idx\": 1}], "
              "\"paragraphs\": [{\"idx\": 0, \"title\": \"Emma\", \"paragraph_text\": \"Emma is a novel by Jane "
              "Austen.\", \"is_supporting\": true}, {\"idx\": 1, \"title\": \"Jane Austen\", \"paragraph_text\": "
              "\"She was born in 1775.\", \"is_supporting\": true}]}\n")
          .string();
  const json plain = parse_json(mhqa({"condition", set, "--json"}).out);
  CHECK(plain["heads"].integer() == 1);
  CHECK(plain["heads_met"].null());  // no other question is known
  CHECK(plain["reader"].string().starts_with("trained shipped"));
  CHECK(plain["tails"].integer() == 1);
  CHECK(plain["models"].integer() == 0);
  CHECK(mhqa({"condition", set}).out.find("answered by the reader trained shipped") != std::string::npos);

  const std::string folder = (here / "asked").string();
  const finished asked = mhqa({"condition", set, "--requests", folder});
  REQUIRE(asked.status == 0);
  CHECK(asked.out.find("3 requests in ") == 0);
  const json counted = parse_json(mhqa({"condition", set, "--requests", folder, "--json"}).out);
  CHECK(counted["requests"].integer() == 3);
  CHECK(counted["file"].string().ends_with("condition.jsonl"));
  const std::string answers = here.write("said.jsonl",
                                         "{\"id\": \"2hop__a_b@1\", \"answer\": \"Ann\"}\n{\"id\": \"2hop__a_b@2\", "
                                         "\"answer\": \"\"}\n{\"id\": \"2hop__a_b@2-1\", \"answer\": \"1811\"}\n")
                                  .string();
  const json judged = parse_json(mhqa({"condition", set, "--answers", answers, "--json"}).out);
  CHECK(judged["connected"].integer() == 1);
  CHECK(judged["tails_met"].integer() == 1);
  CHECK(judged["models"].integer() == 1);
  const std::string few = here.write("few.jsonl", "{\"id\": \"2hop__a_b@1\", \"answer\": \"Ann\"}\n").string();
  check_refused(mhqa({"condition", set, "--answers", few}), "2hop__a_b@2");
  check_refused(mhqa({"condition", set, "--answers", few, "--requests", folder}), "found both");
}
