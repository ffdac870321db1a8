// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/life_lines.hpp>

#include "support/command.hpp"

#include <mhqa/io/line_answers.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace {

std::string answers(std::string_view lines) {
  const mhqa_test::scratch here;
  const std::string to = (here / "out").string();
  mhqa::io::output out{to};
  static_cast<void>(mhqa::io::answer_json_lines(here.write("in", lines).string(), out, mhqa::io::answer_life_line));
  out.close();
  return mhqa_test::read_file(to);
}

}  // namespace

TEST_CASE("life_lines: a paragraph about a person is answered with dates as EDTF, another one with nulls") {
  CHECK(answers("{\"id\": \"1\", \"title\": \"Harry Conor\", \"text\": \"Harry Conor (c. 1856 - April 1931) was an "
                "American actor.\"}\n") ==
        "{\"id\": \"1\", \"person\": true, \"born\": \"1856~\", \"died\": \"1931-04\", \"why\": \"born: bracket; died: "
        "bracket\"}\n");
  CHECK(answers("{\"text\": \"Rome is a city.\", \"more\": 1, \"title\": \"Rome\", \"id\": \"2\"}\n")
            .starts_with("{\"id\": \"2\", \"person\": false, \"born\": null, \"died\": null, \"why\": "));
}

TEST_CASE("life_lines: a field that is missing, and another type, give an error") {
  for (const std::string_view bad :
       {"{\"id\": \"1\", \"title\": \"x\"}", "{\"title\": \"x\", \"text\": \"y\"}", "{\"id\": \"1\", \"text\": \"y\"}",
        "{\"id\": 1, \"title\": \"x\", \"text\": \"y\"}"}) {
    CAPTURE(bad);
    CHECK(answers(std::string{bad} + "\n").starts_with("{\"error\": "));
  }
}
