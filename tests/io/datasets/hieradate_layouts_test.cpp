// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The layouts of other readers: flat JSON Lines, HotpotQA, DROP; answers are read from {id: answer} and HotpotQA's
// form.
#include <mhqa/io/datasets/hieradate_layouts.hpp>

#include "support/command.hpp"
#include "support/json.hpp"

#include <mhqa/datasets/hieradate.hpp>
#include <mhqa/error.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace io = mhqa::io::hieradate;
namespace hieradate = mhqa::hieradate;

namespace {

hieradate::record comparison_record() {
  hieradate::record r;
  r.id = "q\"1";
  r.question = "Who was born first, A or B?";
  r.answer = "A";
  r.type = "comparison";
  r.context = {{"A", {"A was born in 1637.", " He painted."}}, {"B", {"B (born 12 July 1640)."}}};
  r.extraction[0] = {"When was A born?", "1637", hieradate::date_parts{}};
  r.extraction[1] = {"When was B born?", "12 July 1640", hieradate::date_parts{}};
  for (auto& reasoning : r.reasoning) {
    reasoning.answer = hieradate::scalar{hieradate::scalar::kind::text, "yes"};
  }
  r.reasoning[0].question = "Does 1637 come before July 12, 1640?";
  r.reasoning[1].question = "Does 1637 come after July 12, 1640?";
  r.robust_question = "Who was born later, A or B?";
  r.robust_answer = "B";
  return r;
}

std::string written(io::layout as) {
  std::string text{io::begin_layout(as)};
  const hieradate::record r = comparison_record();
  io::write_layout(text, r, as, true);
  return text.append(io::end_layout(as));
}

}  // namespace

TEST_CASE("hieradate layouts: DROP has dates by the parts that their spelling has, and spans") {
  const mhqa_test::json drop = mhqa_test::parse_json(written(io::layout::drop));
  const mhqa_test::json& passage = drop["q\"1"];
  CHECK(passage["passage"].string() == "A was born in 1637. He painted.\nB (born 12 July 1640).");
  const auto& pairs = passage["qa_pairs"].items();
  REQUIRE(pairs.size() == 6);
  CHECK(pairs[0]["query_id"].string() == "q\"1__main");
  CHECK(pairs[0]["answer"]["spans"].items()[0].string() == "A");
  CHECK(pairs[1]["answer"]["date"]["year"].string() == "1637");
  CHECK(pairs[1]["answer"]["date"]["month"].string().empty());
  CHECK(pairs[1]["answer"]["spans"].items().empty());
  CHECK(pairs[2]["answer"]["date"]["day"].string() == "12");
  CHECK(pairs[2]["answer"]["date"]["month"].string() == "July");
  CHECK(pairs[3]["answer"]["spans"].items()[0].string() == "yes");
}

TEST_CASE("hieradate layouts: HotpotQA's records and flat lines have the question's context") {
  const mhqa_test::json hotpot = mhqa_test::parse_json(written(io::layout::hotpotqa));
  REQUIRE(hotpot.items().size() == 6);
  CHECK(hotpot.items()[5]["_id"].string() == "q\"1__robust");
  CHECK(hotpot.items()[5]["answer"].string() == "B");
  CHECK(hotpot.items()[5]["supporting_facts"].items().empty());
  CHECK(hotpot.items()[5]["context"].items().size() == 2);
  const std::string flat = written(io::layout::flat);
  CHECK(std::count(flat.begin(), flat.end(), '\n') == 6);
  CHECK(mhqa_test::parse_json(flat.substr(0, flat.find('\n')))["level"].string() == "main");
}

TEST_CASE("hieradate layouts: answers are read by id, and bad ones are refused") {
  const mhqa_test::scratch here;
  for (const std::string_view text : {R"({"q__main": "A", "q__reason_1": 62})",
                                      R"({"answer": {"q__main": "A", "q__reason_1": 62}, "sp": {"q": []}})"}) {
    io::flat_answers answers{here.write("a.json", std::string{text}).string()};
    CHECK(answers.size() == 2);
    CHECK(answers.find("q__main") == "A");
    CHECK(answers.find("q__reason_1") == "62");
    CHECK_FALSE(answers.find("q__robust"));
    CHECK(answers.unused() == 0);
  }
  for (const std::string_view bad :
       {R"({"a": "1", "a": "2"})", R"({"a": true})", R"({"answer": {"a": null}})", "[1]", "{"}) {
    CAPTURE(bad);
    const std::string file = here.write("b.json", std::string{bad}).string();
    CHECK_THROWS_AS(io::flat_answers{file}, mhqa::data_error);
  }
}
