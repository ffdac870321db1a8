// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/citation_files.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace {

std::string error_of(std::string_view text) {
  const mhqa_test::scratch here;
  try {
    (void)mhqa::io::score_citations(here.write("a", text).string(), [](std::string_view) {});
  } catch (const mhqa::data_error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("citation_files: verdicts are read, each answer has a row") {
  const mhqa_test::scratch here;
  const std::string file =
      here.write("a", R"({"id": "a", "documents": 3, "statements": [{"citations": [0, 2], "supported": true, )"
                      R"("alone": [true, false], "without": [null, true]}, {"citations": []}]})"
                      "\n"
                      R"({"id": "b", "statements": [{"citations": [7], "supported": true, "text": "x"}]})"
                      "\n")
          .string();
  std::string rows, text;
  const mhqa::io::citation_report all = mhqa::io::score_citations(file, [&](std::string_view row) { rows += row; });
  CHECK(rows == R"({"id": "a", "recall": 0.5, "precision": 0.5})"
                "\n"
                R"({"id": "b", "recall": 1.0, "precision": 1.0})"
                "\n");
  mhqa::io::append_citations(text, all, false);
  CHECK(text.starts_with("citation_recall 0.750000\ncitation_precision 0.750000\nn 2\nstatements 3\n"));
  text.clear();
  mhqa::io::append_citations(text, all, true);
  CHECK(text.find("\"needed\": 2") != std::string::npos);
  CHECK(text.find("\"signature\": \"citations|program:princeton-nlp/ALCE eval.py@5947208|") != std::string::npos);
}

TEST_CASE("citation_files: an answer without statements is counted and in no mean, as there; each verdict is signed") {
  const mhqa_test::scratch here;
  const auto scored = [&](const char* text) {
    return mhqa::io::score_citations(here.write("a", text).string(), [](std::string_view) {});
  };
  const auto all = scored(
      "{\"id\": \"a\", \"statements\": [{\"citations\": [0], \"supported\": true}]}\n"
      "{\"id\": \"b\", \"statements\": []}");
  CHECK(all.totals.recall() == 1);
  CHECK(all.totals.answers() == 1);
  CHECK(all.totals.empty() == 1);
  CHECK(all.signature().find("|n:1|without-statements:1,left-out|data:") != std::string::npos);
  const auto one = scored(R"({"id": "a", "statements": [{"supported": true, "citations": [0]}]})");
  for (const char* other : {R"({"id": "b", "statements": [{"citations": [0], "supported": true}]})",
                            R"({"id": "a", "statements": [{"citations": [1], "supported": true}]})",
                            R"({"id": "a", "statements": [{"citations": [0], "supported": false}]})",
                            R"({"id": "a", "statements": [{"citations": [0], "supported": true, "alone": [true]}]})"}) {
    CHECK_FALSE(scored(other).data == one.data);
  }
  CHECK(error_of(R"({"id": "a", "statements": []})").ends_with("expected answers with statements, found none"));
}

TEST_CASE("citation_files: bad records are errors that name the answer and the statement") {
  CHECK(error_of(R"({"id": "a", "statements": [{"citations": [0, 1], "supported": true}]})")
            .find("id \"a\", field \"statements[0].alone\"") != std::string::npos);
  CHECK(error_of(R"({"id": "a", "statements": [{"citations": [0], "alone": [true, true]}]})").find("found 2") !=
        std::string::npos);
  CHECK(error_of(R"({"id": "a", "statements": [{"supported": true}]})").find("citations") != std::string::npos);
  CHECK(error_of(R"({"id": "a"})").find("statements") != std::string::npos);
  CHECK(error_of("{\"id\": \"a\", \"statements\": []}\n{\"id\": \"a\", \"statements\": []}").find("twice") !=
        std::string::npos);
  CHECK(error_of(R"({"id": "a", "statements": [{"citations": [-1]}]})") != "");
}
