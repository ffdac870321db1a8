// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/statistics_layout.hpp>

#include <mhqa/error.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <string>

using mhqa::io::find_statistics_layout;
using mhqa::io::statistics_layout;

TEST_CASE("statistics_layout: the fields of the first record determine the layout") {
  const mhqa_test::scratch here;
  const auto found = [&](const std::string& text) { return find_statistics_layout(here.write("x", text).string()); };
  CHECK(found(R"({"id": "a", "paragraphs": []})") == statistics_layout::musique);
  CHECK(found(R"([{"id": "a", "question_decomposition": []}])") == statistics_layout::musique);
  CHECK(found(R"([{"_id": "a", "answer": "x"}, {"id": "b", "paragraphs": []}])") == statistics_layout::hotpotqa);
  CHECK(found(R"({"_id": "a", "evidences": []})") == statistics_layout::twowiki);
  CHECK(found("[]") == statistics_layout::musique);
  CHECK(find_statistics_layout("-") == statistics_layout::musique);
  const auto refused = [&](const std::string& text, const char* why) {
    CHECK_THROWS_WITH_AS(static_cast<void>(found(text)), doctest::Contains(why), mhqa::data_error);
  };
  refused(R"({"data": []})", "record 1: expected a record of MuSiQue");
  refused(R"([{"qid": "a"}])", "mhqa stats strategyqa reads");
  refused(R"([{"_id": "a", "ques_extract_1": "x"}])", "mhqa stats hieradate reads");
}
