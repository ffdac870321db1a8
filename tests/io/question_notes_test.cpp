// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/question_notes.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace io = mhqa::io;

TEST_CASE("question_notes: notes of three files on one question are put together") {
  const mhqa_test::scratch here;
  const std::string tags = here.write("t", "{\"qid\": \"a\", \"tags\": [\"VBZ\", \"DT\", \"VBD\"]}\n").string();
  const std::string solvers =
      here.write("s", "[{\"qid\": \"b\", \"fixed\": [true, false]}, {\"qid\": \"a\", \"tuned\": [false]}]").string();
  const std::string steps =
      here.write("a", "{\"qid\": \"a\", \"step_answers\": [\"x\", \"yes\"], \"n\": 1}\n").string();
  const io::notes_by_id all = io::read_question_notes(tags, solvers, steps);
  REQUIRE(all.size() == 2);
  const io::question_notes& a = all.find("a")->second;
  CHECK(a.verbs == 2);
  CHECK_FALSE(a.fixed);
  CHECK(a.tuned == std::vector<bool>{false});
  CHECK(a.step_answers == std::vector<std::string>{"x", "yes"});
  CHECK(all.find("b")->second.fixed == std::vector<bool>{true, false});
  CHECK(io::read_question_notes("", "", "").empty());
}

TEST_CASE("question_notes: a missing or repeated id, no note, and a wrong type are refused with their place") {
  const mhqa_test::scratch here;
  const auto error_of = [&](std::string_view text) {
    const std::string path = here.write("t", text).string();
    return mhqa_test::error_of([&] { static_cast<void>(io::read_question_notes(path, "", "")); });
  };
  CHECK(error_of("{\"tags\": []}\n").find("expected the field \"qid\"") != std::string::npos);
  CHECK(error_of("{\"qid\": \"a\", \"tags\": []}\n{\"qid\": \"a\", \"tags\": []}\n")
            .find("id \"a\": expected each id once") != std::string::npos);
  CHECK(error_of("{\"qid\": \"a\", \"fixed\": []}\n").find("expected a note on this question") != std::string::npos);
  CHECK(error_of("{\"qid\": \"a\", \"tags\": [1]}\n").find("field \"tags[0]\"") != std::string::npos);
}
