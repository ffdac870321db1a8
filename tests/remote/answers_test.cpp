// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/remote/answers.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace remote = mhqa::remote;
using remote::refusal;

TEST_CASE("answers: a reading is found in plain, fenced and chatty JSON") {
  for (const std::string_view text :
       {R"({"answer": "Verdi", "support": [1, 0, 1], "sufficient": true, "confidence": 0.5})",
        "```json\n{\"answer\": \"Verdi\", \"support\": [0, 1], \"sufficient\": true,\n \"confidence\": 0.5}\n```",
        R"(Sure! {"confidence": 0.5, "sufficient": true, "support": [1.0, 0], "answer": "Verdi"} Anything else? {})"}) {
    CAPTURE(text);
    const auto got = remote::read_reading({std::string{text}, "stop", 0, 0}, "q", 2);
    CHECK(got.why == refusal::none);
    CHECK(got.value == mhqa::reading{.answer = "Verdi", .confidence = 0.5, .support = {0, 1}, .sufficiency = 1});
  }
}

TEST_CASE(
    "answers: thoughts are no part of a reply; the first whole JSON object after the last of them is the answer") {
  struct row {
    std::string_view content;
    std::string_view answer;
    refusal why = refusal::none;
  };
  for (const row& r : {
           row{R"(<think>{"answer": "wrong"}</think>{"answer": "right"})", "right"},
           row{R"({"answer": "wrong"}</think> {"answer": "wrong"} </think>{"answer": "right"} {"answer": "later"})",
               "right"},
           row{R"(<think>a { b [ " c</think>{"answer": "right"})", "right"},
           row{R"([THINK]{"answer": "wrong"}[/THINK]{"answer": "right"})", "right"},
           row{R"({maybe} {"note"} {x: {"answer": "right"}})", "right"},
           row{R"(One of {Rome, Paris}: {"answer": "right", "support": [0, {}, [1.5e3, -1, true, null]]})", "",
               refusal::wrong_type},
           row{R"({"a": 01x} {"answer": "right"})", "right"},
           row{R"({"answer": "a\"}{b", "x": [{}, []]})", "a\"}{b"},
           row{"{\"answer\":\n\t\"the\nright\tone\"\r\n}", "the right one"},
           row{R"(<think>{"answer": "wrong"})", "", refusal::cut_short},
           row{R"( <think> {"answer": "wrong"} {"answer": "wrong"})", "", refusal::cut_short},
           row{R"({"answer": "wrong"}</think>)", "", refusal::no_json},
           row{R"(</think>{"draft": {"answer": "wrong"}, "answer": "ri)", "", refusal::cut_short},
           row{R"(</think>{"draft": {"answer": "wrong"})", "", refusal::cut_short},
           row{R"({"a": ]}{"b": 1,}{,}{"a" "b"})", "", refusal::no_json},
       }) {
    CAPTURE(r.content);
    const auto got = remote::read_reading({std::string{r.content}, "stop", 0, 0}, "q", 2);
    CHECK(to_string(got.why) == to_string(r.why));
    CHECK(got.value.answer == r.answer);
  }
  CHECK(remote::read_plain_reading({"<think>Oslo\n</think>\n\nRome\n", "", 0, 0}).value.answer == "Rome");
  CHECK(remote::read_plain_reading({"<think>Oslo", "length", 0, 0}).why == refusal::cut_short);
  CHECK(remote::read_verdict({R"(<think>{"ok": true}</think>{"ok": false})", "", 0, 0}, "q").value.ok == false);
  CHECK(
      remote::read_wording({R"(<think>{"question": "A?"}</think>{"question": "B?"})", "", 0, 0}, "q").value.question ==
      "B?");
}

TEST_CASE("answers: of a repeated member the last counts") {
  const auto got = remote::read_reading(
      {R"({"answer": "a", "support": [0], "confidence": 1, "answer": null, "support": [1], "confidence": null})", "", 0,
       0},
      "q", 2);
  CHECK(got.value == mhqa::reading{.answer = {}, .support = {1}});
}

TEST_CASE("answers: brackets that do not match take linear time") {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += R"({"a":[)";
  CHECK(remote::read_reading({text, "stop", 0, 0}, "q", 0).why == refusal::cut_short);
  CHECK(remote::read_reading({text + "!", "stop", 0, 0}, "q", 0).why == refusal::no_json);
}

TEST_CASE("answers: numbers, booleans and null are answers; a confidence out of range is dropped") {
  const auto answer = [](std::string_view value) {
    return remote::read_reading({R"({"confidence": 7, "answer": )" + std::string{value} + "}", "", 0, 0}, "q", 0);
  };
  CHECK(answer("12.50").value.answer == "12.50");
  CHECK(answer("true").value.answer == "yes");
  CHECK(answer("false").value.answer == "no");
  CHECK(answer("null").value.answer.empty());
  CHECK(answer("\"a\\\"}{b\"").value.answer == "a\"}{b");
  CHECK_FALSE(answer("1").value.confidence);
}

TEST_CASE("answers: each unusable reply is refused with its reason and an empty value") {
  struct row {
    std::string_view content;
    std::string_view finish;
    refusal why;
  };
  for (const row& r : {
           row{"", "stop", refusal::no_json},
           row{"Verdi", "stop", refusal::no_json},
           row{"Verdi", "length", refusal::cut_short},
           row{R"({"answer": "Ver)", "length", refusal::cut_short},
           row{R"({"answer": "Verdi", "support": [)", "stop", refusal::cut_short},
           row{R"({"answer": Verdi})", "stop", refusal::no_json},
           row{R"({"support": []})", "stop", refusal::missing_member},
           row{R"({"answer": ["Verdi"]})", "stop", refusal::wrong_type},
           row{R"({"answer": "Verdi", "support": "0"})", "stop", refusal::wrong_type},
           row{R"({"answer": "Verdi", "support": ["0"]})", "stop", refusal::wrong_type},
           row{R"({"answer": "Verdi", "sufficient": "yes"})", "stop", refusal::wrong_type},
           row{R"({"answer": "Verdi", "confidence": "high"})", "stop", refusal::wrong_type},
           row{R"({"answer": "Verdi", "support": [2]})", "stop", refusal::outside_context},
           row{R"({"answer": "Verdi", "support": [-1]})", "stop", refusal::outside_context},
           row{R"({"answer": "Verdi", "support": [0.5]})", "stop", refusal::outside_context},
           row{R"({"id": "p", "answer": "Verdi"})", "stop", refusal::wrong_id},
           row{R"({"id": 1, "answer": "Verdi"})", "stop", refusal::wrong_id},
       }) {
    CAPTURE(r.content);
    const auto got = remote::read_reading({std::string{r.content}, std::string{r.finish}, 0, 0}, "q", 2);
    CHECK(to_string(got.why) == to_string(r.why));
    CHECK(got.value == mhqa::reading{});
  }
  CHECK(remote::read_reading({R"({"id": "q", "answer": "x"})", "", 0, 0}, "q", 0).why == refusal::none);
}

TEST_CASE("answers: without JSON the first line that is not blank is the answer") {
  CHECK(remote::read_plain_reading({" \n Verdi \nbecause …", "", 0, 0}).value.answer == "Verdi");
  CHECK(remote::read_plain_reading({" \n", "", 0, 0}).value.answer.empty());
}

TEST_CASE("answers: wordings and verdicts") {
  const auto worded = remote::read_wording({R"({"question": "Who?", "same_entity": false})", "", 0, 0}, "q");
  CHECK(worded.why == refusal::none);
  CHECK(worded.value.question == "Who?");
  CHECK_FALSE(worded.value.same_entity);
  CHECK(remote::read_wording({R"({"question": null})", "", 0, 0}, "q").why == refusal::wrong_type);
  CHECK(remote::read_wording({R"({"same_entity": true})", "", 0, 0}, "q").why == refusal::missing_member);
  CHECK(remote::read_wording({R"({"question": "Who?", "same_entity": 1})", "", 0, 0}, "q").why == refusal::wrong_type);

  const auto judged = remote::read_verdict({R"({"ok": false, "why": "names the answer"})", "", 0, 0}, "q");
  CHECK_FALSE(judged.value.ok);
  CHECK(judged.value.why == "names the answer");
  CHECK(remote::read_verdict({R"({"ok": true, "why": null})", "", 0, 0}, "q").value.ok);
  CHECK(remote::read_verdict({R"({"ok": "true"})", "", 0, 0}, "q").why == refusal::wrong_type);
  CHECK(remote::read_verdict({R"({"why": ""})", "", 0, 0}, "q").why == refusal::missing_member);
}

TEST_CASE("answers: steps must be strings that can be answered one after another") {
  struct row {
    std::string_view content;
    std::vector<std::string> steps{};
    refusal why = refusal::none;
  };
  for (const row& r : {
           row{R"({"steps": ["Who wrote Emma?", "When was #1 born?"]})", {"Who wrote Emma?", "When was #1 born?"}},
           row{R"(Sure: {"id": "q", "steps": ["1. Who?", "2. Is #1 old?"]})", {"Who?", "Is #1 old?"}},
           row{R"({"steps": ["Who?", "Where?"]})", {"Who?", "Where?"}},
           row{R"({"steps": ["Who?"]})", {"Who?"}},
           row{R"({"steps": []})", {}, refusal::faulty_steps},
           row{R"({"steps": ["Who?", " "]})", {}, refusal::faulty_steps},
           row{R"({"steps": ["Who?\nWhere is #1?"]})", {}, refusal::faulty_steps},
           row{R"({"steps": ["1. Who?", "Where is #1?"]})", {}, refusal::faulty_steps},
           row{R"({"steps": ["Who is #1?"]})", {}, refusal::faulty_steps},
           row{R"({"steps": ["Who is #2?", "Who?"]})", {}, refusal::faulty_steps},
           row{R"({"steps": ["Who?", "Where is #3?"]})", {}, refusal::faulty_steps},
           row{R"({"steps": "Who?"})", {}, refusal::wrong_type},
           row{R"({"steps": ["Who?", 2]})", {}, refusal::wrong_type},
           row{R"({"question": "Who?"})", {}, refusal::missing_member},
           row{R"({"id": "r", "steps": ["Who?"]})", {}, refusal::wrong_id},
           row{"1. Who?\n2. Where is #1?", {}, refusal::no_json},
       }) {
    CAPTURE(r.content);
    const auto got = remote::read_steps({std::string{r.content}, "stop", 0, 0}, "q");
    CHECK(to_string(got.why) == to_string(r.why));
    CHECK(got.value == r.steps);
  }
  CHECK(remote::read_steps({R"({"steps": ["Who)", "length", 0, 0}, "q").why == refusal::cut_short);
}
