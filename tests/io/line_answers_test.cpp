// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/line_answers.hpp>

#include "support/command.hpp"
#include "support/json.hpp"

#include <doctest/doctest.h>

#include <string>

namespace io = mhqa::io;

TEST_CASE("line_answers: a line out for each line in, an error in place of an answer, none for an empty answer") {
  const mhqa_test::scratch here;
  const std::string in = here.write("in", "a\nbad\nskip\nb\n").string(), to = (here / "out").string();
  io::output out{to};
  const bool right =
      io::answer_lines(in, "words", out, [](std::string_view line, const io::line_reader& lines, std::string& text) {
        text = std::to_string(lines.number()) + std::string{line};
        if (line == "bad") mhqa::throw_data_error({}, "wrong");
        if (line == "skip") text.clear();
      });
  out.close();
  CHECK_FALSE(right);
  CHECK(mhqa_test::read_file(to) == "1a\n{\"error\": \"wrong\"}\n4b\n");
}

TEST_CASE("line_answers: lines of JSON, and a line that is malformed") {
  const mhqa_test::scratch here;
  const auto answers = [&](const std::string& lines) {
    const std::string in = here.write("in", lines).string(), to = (here / "out").string();
    io::output out{to};
    const bool right = io::answer_json_lines(in, out, [](io::json_value line, std::string& text) {
      line.object(
          [&](std::string_view key, io::json_value value) { text = std::string{key} + std::string{value.string()}; });
    });
    out.close();
    return (right ? "right\n" : "wrong\n") + mhqa_test::read_file(to);
  };
  CHECK(answers("{\"a\": \"b\"}\n{\"c\": \"d\"}\n") == "right\nab\ncd\n");
  CHECK(answers("{\"a\": \"b\"} x\n{\"c\": \"d\"}\n").starts_with("wrong\n{\"error\": "));
  CHECK(answers("{\"a\": \"b\"} x\n{\"c\": \"d\"}\n").ends_with("}\ncd\n"));
  CHECK(answers("") == "right\n");
}
