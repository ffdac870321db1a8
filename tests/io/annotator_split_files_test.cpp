// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/annotator_split_files.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/json.hpp"

#include <doctest/doctest.h>

#include <string>

namespace io = mhqa::io;

TEST_CASE("annotator_split_files: each writer is in one part; a second file names the writers of records without") {
  const mhqa_test::scratch here;
  std::string questions = "[";
  for (int i = 0; i < 10; ++i) {
    questions += (i == 0 ? "" : ", ") + (R"({"qid": ")" + std::to_string(i)) + "\"" +
                 (i == 9 ? "" : R"(, "writer": "w)" + std::to_string(i % 5) + "\"") + "}";
  }
  const io::split_run run{.questions = here.write("q", questions + "]").string(),
                          .writers = here.write("w", R"({"id": "9", "writer": "w4"})"
                                                     "\n"
                                                     R"({"id": "x", "writer": "w4"})")
                                         .string(),
                          .train = (here / "train").string(),
                          .test = (here / "test").string(),
                          .share = 0.4};
  const io::split_counts made = io::split_files(run);
  CHECK(made.train_questions + made.test_questions == 10);
  CHECK(made.test_questions == 4);
  CHECK(made.test_writers == 2);
  CHECK(made.train_writers == 3);
  CHECK(made.unknown_questions == 1);
  CHECK(mhqa_test::load_jsonl(run.test).size() == 4);
  CHECK(mhqa_test::load_jsonl(run.train).size() == 6);
}

TEST_CASE(
    "annotator_split_files: a question without a writer, an id twice and an output that is an input are refused") {
  const mhqa_test::scratch here;
  const auto error = [&](const std::string& text) {
    const io::split_run run{.questions = here.write("q", text).string(),
                            .train = (here / "train").string(),
                            .test = (here / "test").string()};
    return mhqa_test::error_of([&] { io::split_files(run); });
  };
  CHECK(error(R"([{"id": "a"}])").find("expected the question's writer") != std::string::npos);
  CHECK(error(R"([{"id": "a", "writer": "w"}, {"id": "a", "writer": "w"}])").find("\"a\"") != std::string::npos);
  CHECK(error("[]").find("expected records, found none") != std::string::npos);
  const io::split_run contradicted{.questions = here.write("q", R"([{"id": "1", "writer": "a"}])").string(),
                                   .writers = here.write("w", R"({"id": "1", "writer": "z"})").string(),
                                   .train = (here / "train").string(),
                                   .test = (here / "test").string()};
  CHECK(mhqa_test::error_of([&] {
          io::split_files(contradicted);
        }).find("expected the writer that `writers` names, \"z\", found \"a\"") != std::string::npos);
  const std::string file = here.write("q", "[]").string();
  CHECK(mhqa_test::error_of([&] { io::split_files({.questions = file, .train = file, .test = "-"}); }) != "");
}
