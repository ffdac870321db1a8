// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/triage_files.hpp>

#include <mhqa/metrics/judge_agreement.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace io = mhqa::io;

namespace {

// Right, wrong and blank by rule, and three that a judge decides.
constexpr std::string_view answers =
    R"({"id": "a", "question": "Who?", "prediction": "Mark Twain", "gold": "mark twain"}
{"id": "b", "question": "Who?", "prediction": "Mark Twain", "gold": ["Oslo", "Bergen"]}
{"id": "c", "prediction": null, "gold": "Oslo"}
{"id": "d", "question": "Who was it?", "prediction": "Barack Obama", "gold": ["Obama", "B. Obama"]}
{"id": 5, "prediction": "soccer", "gold": "football"}
{"id": "f", "prediction": "UK", "gold": "United Kingdom"}
)";

struct triaged {
  io::triage_report report;
  std::string requests;
};

triaged triage(const std::string& path, const io::triage_options& options = {}) {
  triaged out;
  out.report = io::triage_answers(path, options, [&](std::string_view line) { out.requests += line; });
  return out;
}

}  // namespace

TEST_CASE("triage_files: rules decide, and the rest are requests to judge") {
  const mhqa_test::scratch here;
  const triaged got = triage(here.write("said", answers).string());
  const io::triage_report& r = got.report;
  CHECK(r.rule_right == 1);
  CHECK(r.rule_wrong == 2);
  CHECK(r.unjudged == 3);
  CHECK(r.sent() == 3);
  CHECK(r.size() == 6);
  CHECK(r.em == 1.0 / 6);
  CHECK(r.accuracy().low == 1.0 / 6);   // all of the three may be wrong
  CHECK(r.accuracy().high == 4.0 / 6);  // or right
  CHECK(got.requests ==
        "{\"id\": \"d\", \"question\": \"Who was it?\", \"prediction\": \"Barack Obama\", \"gold\": [\"Obama\", \"B. "
        "Obama\"]}\n"
        "{\"id\": \"5\", \"question\": \"\", \"prediction\": \"soccer\", \"gold\": [\"football\"]}\n"
        "{\"id\": \"f\", \"question\": \"\", \"prediction\": \"UK\", \"gold\": [\"United Kingdom\"]}\n");
  CHECK(r.signature().find("|dialect:hotpotqa|judge:none|n:6|data:") != std::string::npos);
}

TEST_CASE("triage_files: verdicts decide the rest; what they say of decided answers is counted only") {
  const mhqa_test::scratch here;
  const std::string said = here.write("said", answers).string();
  const std::string all = here.write("all", R"({"id": "d", "prediction": "Barack Obama", "verdict": true, "judge": "m"}
{"id": "5", "prediction": "soccer", "verdict": false, "judge": "m"}
{"id": "f", "prediction": "UK", "verdict": true, "judge": "m"}
{"id": "b", "prediction": "Mark Twain", "verdict": true, "judge": "m"}
{"id": "z", "prediction": "x", "verdict": true, "judge": "m"}
)")
                              .string();
  const io::triage_report r = triage(said, {.verdicts = all}).report;
  CHECK(r.judge_right == 2);
  CHECK(r.judge_wrong == 1);
  CHECK(r.unjudged == 0);
  CHECK(r.overruled == 1);
  CHECK(r.unknown == 1);
  CHECK(r.accuracy() == mhqa::difference_interval{0.5, 0.5});
  std::string text, json;
  io::append_triage(text, r, false);
  CHECK(text.find("accuracy                     50.0 %\n") != std::string::npos);
  CHECK(text.find("judge differs from rule         1") != std::string::npos);
  io::append_triage(json, r, true);
  const auto parsed = mhqa_test::parse_json(json);
  CHECK(parsed["right_by_judge"].integer() == 2);
  CHECK(parsed["signature"].string() == r.signature());
  CHECK(r.signature().find("|judge:m|") != std::string::npos);
}

TEST_CASE("triage_files: other golds give another hash, also if their texts joined are the same") {
  const mhqa_test::scratch here;
  const auto hash = [&](std::string_view golds) {
    return triage(here.write("said", "{\"id\": \"a\", \"prediction\": \"x\", \"gold\": " + std::string{golds} + "}\n")
                      .string())
        .report.data;
  };
  CHECK(hash(R"(["a\nb"])") != hash(R"(["a", "b"])"));
  CHECK(hash(R"("a")") == hash(R"(["a"])"));
}

TEST_CASE("triage_files: verdicts of a sample give an interval for the rest") {
  const mhqa_test::scratch here;
  const std::string said = here.write("said", answers).string();
  const std::string some =
      here.write("some", R"({"id": "d", "prediction": "Barack Obama", "verdict": true, "judge": "m"}
{"id": "f", "prediction": "UK", "verdict": null, "judge": "m"}
)")
          .string();
  const triaged got = triage(said, {.verdicts = some});
  CHECK(got.report.judge_right == 1);
  CHECK(got.report.unjudged == 2);
  const auto rest = mhqa::wilson_interval(1, 1);
  CHECK(got.report.accuracy().low == (2 + 2 * rest.low) / 6);
  CHECK(got.report.accuracy().high == (2 + 2 * rest.high) / 6);
  CHECK(got.requests.find("\"id\": \"f\"") != std::string::npos);  // a refused reply is asked again
}

TEST_CASE("triage_files: bad lines and verdicts of other answers or judges are refused") {
  const mhqa_test::scratch here;
  const auto error = [&](std::string_view said, std::string_view verdicts = {}) {
    const std::string path = here.write("said", said).string();
    io::triage_options options;
    if (!verdicts.empty()) options.verdicts = here.write("verdicts", verdicts).string();
    return mhqa_test::error_of([&] { static_cast<void>(triage(path, options)); });
  };
  using mhqa_test::has;
  constexpr std::string_view one = R"({"id": "a", "prediction": "x", "gold": "y"})";
  CHECK(has(error(R"({"prediction": "x", "gold": "y"})"), "expected the field \"id\""));
  CHECK(has(error(R"({"id": "a", "prediction": "x"})"), "expected the field \"gold\""));
  CHECK(has(error(std::string{one} + "\n" + std::string{one}), "id \"a\": expected each id once"));
  CHECK(has(error(one, R"({"id": "a", "prediction": "z", "verdict": true})"), "is of another answer"));
  CHECK(has(error(one, R"({"id": "a", "prediction": "x"})"), "expected the field \"verdict\""));
  CHECK(has(error(one, R"({"id": "a", "prediction": "x", "verdict": "yes"})"), "expected true or false"));
  CHECK(has(error(one,
                  "{\"id\": \"a\", \"prediction\": \"x\", \"verdict\": true, \"judge\": \"m\"}\n"
                  "{\"id\": \"b\", \"prediction\": \"x\", \"verdict\": true, \"judge\": \"n\"}"),
            "expected verdicts of one judge, \"m\", found \"n\""));
}
