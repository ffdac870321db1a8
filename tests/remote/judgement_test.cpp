// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/remote/judgement.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace remote = mhqa::remote;

namespace {

using remote::judgement_form;
using remote::refusal;

struct row {
  std::string_view reply;
  std::optional<bool> ok;  // nothing: refused
  refusal why = refusal::none;
};

void check(judgement_form form, const std::vector<row>& rows) {
  for (const row& r : rows) {
    CAPTURE(r.reply);
    const auto got = remote::read_judgement({.content = std::string{r.reply}}, "q", form);
    CHECK(got.why == r.why);
    CHECK(got.value.ok == r.ok.value_or(false));
  }
}

}  // namespace

TEST_CASE("judgement: JSON by the names that published judges use") {
  check(judgement_form::json, {{R"({"correct": true, "why": "same"})", true},
                               {R"({"rationale": "no", "judgement": "Incorrect"})", false},
                               {R"(```json
{"judgment": "correct"}
```)",
                                true},
                               {R"(<think>{"correct": false}</think>{"correct": true})", true},
                               {R"({"verdict": "maybe"})", std::nullopt, refusal::wrong_type},
                               {R"({"correct": 1})", std::nullopt, refusal::wrong_type},
                               {R"({"answer": true})", std::nullopt, refusal::missing_member},
                               {R"({"id": "other", "correct": true})", std::nullopt, refusal::wrong_id},
                               {R"({"correct": true)", std::nullopt, refusal::cut_short},
                               {"correct", std::nullopt, refusal::no_json}});
  CHECK(remote::read_judgement({.content = R"({"correct": false, "why": "a year later"})"}, "q").value.why ==
        "a year later");
}

TEST_CASE("judgement: a letter that stands alone, as SimpleQA's grader is asked for") {
  check(judgement_form::letter, {{"A", true},
                                 {"B", false},
                                 {"C", false},
                                 {" A.", true},
                                 {"The grade is B: INCORRECT", false},
                                 {"<think>A or B?</think>B", false},
                                 {"CORRECT", std::nullopt, refusal::no_verdict},
                                 {"", std::nullopt, refusal::no_verdict},
                                 {"<think>A", std::nullopt, refusal::cut_short}});
  CHECK(remote::read_judgement({.content = "C"}, "q", judgement_form::letter).value.why == "not attempted");
}

TEST_CASE("judgement: BrowseComp's line and a first word") {
  check(judgement_form::line,
        {{"extracted_final_answer: x\nreasoning: it is correct\ncorrect: yes\nconfidence: 9", true},
         {"**Correct:** no", false},
         {"correct: perhaps", std::nullopt, refusal::no_verdict},
         {"incorrect: yes", std::nullopt, refusal::no_verdict},
         {"yes", std::nullopt, refusal::no_verdict}});
  check(judgement_form::word, {{"Correct", true},
                               {"False.", false},
                               {"**Yes**, both are", true},
                               {"It is correct", std::nullopt, refusal::no_verdict},
                               {"not correct", std::nullopt, refusal::no_verdict},
                               {"", std::nullopt, refusal::no_verdict}});
  CHECK(remote::read_judgement({.content = "Well,", .finish_reason = "length"}, "q", judgement_form::word).why ==
        refusal::cut_short);
}
