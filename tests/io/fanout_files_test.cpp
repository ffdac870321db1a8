// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/fanout_files.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace {

struct scored {
  mhqa::io::fanout_report report;
  std::string rows, error;
};

scored run(std::string_view predictions, std::string_view gold, bool normalized = false) {
  const mhqa_test::scratch here;
  scored out;
  try {
    out.report = mhqa::io::score_fanout_files(here.write("p", predictions).string(), here.write("g", gold).string(),
                                              normalized, [&](std::string_view line) { out.rows += line; });
  } catch (const mhqa::data_error& error) {
    out.error = error.what();
  }
  return out;
}

}  // namespace

TEST_CASE("fanout_files: texts, numbers, truth values, lists and objects; a question without an answer scores 0") {
  const scored got = run(
      R"([{"id": "a", "answer": "Rome has 2.5, Oslo 1000.0"}, {"id": "b", "answer": "Yes, 3"}, {"id": "x", "answer": ""}])",
      R"([{"id": "a", "question": "?", "answer": {"Rome": 2.50, "Oslo": 1e3}}, {"id": "b", "answer": [true, 3, null]},
          {"id": "c", "answer": "no"}])");
  CHECK(got.error == "");
  CHECK(got.report.questions == 3);
  CHECK(got.report.missing == 1);
  CHECK(got.report.ignored == 1);
  CHECK(got.report.loose == doctest::Approx((1 + 2.0 / 3 + 0) / 3).epsilon(1e-15));
  CHECK(got.report.strict == doctest::Approx(1.0 / 3).epsilon(1e-15));
  CHECK(got.rows.starts_with(R"({"id": "a", "found": true, "score": 1.0, "missing": []})"));
  CHECK(got.rows.find(R"("missing": ["none"])") != std::string::npos);
  std::string text;
  mhqa::io::append_fanout(text, got.report, false);
  CHECK(text.starts_with("loose 0.555556\nstrict 0.333333\nn 3\nmissing 1\nignored 1\nsignature fanoutqa|"));
}

TEST_CASE("fanout_files: normalised texts are compared as they are; bad records are errors") {
  CHECK(run(R"([{"id": "a", "answer": "A."}])", R"([{"id": "a", "answer": "a"}])", true).report.strict == 0);
  CHECK(run(R"([{"id": "a", "answer": "A."}])", R"([{"id": "a", "answer": "a"}])").report.strict == 1);
  CHECK(run(R"([{"id": "a", "answer": ["x"]}])", R"([{"id": "a", "answer": "a"}])")
            .error.find("expected a string, found an array") != std::string::npos);
  CHECK(run(R"([{"id": "a", "answer": "x"}, {"id": "a", "answer": "y"}])", R"([{"id": "a", "answer": "a"}])")
            .error.find("twice") != std::string::npos);
  CHECK(run(R"([{"id": "a", "answer": "x"}])", R"([{"id": "a", "answer": []}])").error.find("found none") !=
        std::string::npos);
  CHECK(run(R"([{"id": "a", "answer": 7}])", R"([{"id": "a", "answer": 7}])").error.find("found a number") !=
        std::string::npos);
  CHECK(run(R"([{"id": "a"}])", R"([{"id": "a", "answer": "x"}])").error.find("answer") != std::string::npos);
}

TEST_CASE("fanout_files: other golds never share a signature") {
  const auto signature = [](const char* gold) {
    return run("[{\"id\": \"a\", \"answer\": \"x\"}]", gold).report.signature();
  };
  const std::string one = signature(R"([{"id": "a", "answer": ["x", "y"]}])");
  CHECK(one == signature(R"({"answer": ["x", "y"], "id": "a"})"));
  for (const char* other : {R"([{"id": "b", "answer": ["x", "y"]}])", R"([{"id": "a", "answer": ["x\ty"]}])",
                            R"([{"id": "a", "answer": ["x", ["y"]]}])", R"([{"id": "a", "answer": {"x": "y"}}])",
                            R"([{"id": "a", "answer": "x"}])"}) {
    CHECK(signature(other) != one);
  }
}
