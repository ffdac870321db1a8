// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/conversion.hpp>

#include <mhqa/io/file.hpp>

#include "io/layouts/convert_text.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

using namespace mhqa;
using io::data_layout;
using mhqa_test::convert_text;

namespace {

const std::vector<data_layout> one_file{data_layout::hotpotqa, data_layout::twowiki,  data_layout::musique,
                                        data_layout::squad,    data_layout::flashrag, data_layout::verl,
                                        data_layout::drop};

}  // namespace

TEST_CASE("conversion: between any two layouts, what was written is read, and a second pass changes nothing") {
  for (const data_layout from : one_file) {
    const std::string text = convert_text(mhqa_test::hotpotqa_text, data_layout::hotpotqa, from).text;
    for (const data_layout to : one_file) {
      CAPTURE(to_string(from));
      CAPTURE(to_string(to));
      const auto first = convert_text(text, from, to);
      CHECK(first.counts.read == 2);
      CHECK(first.counts.written == 2);
      const auto second = convert_text(first.text, to, to);
      CHECK(second.text == first.text);
      CHECK(second.counts.lost.all().empty());
    }
  }
}

TEST_CASE("conversion: the counts as text and as JSON") {
  io::conversion_counts counts;
  counts.read = 3;
  counts.written = 2;
  counts.left_out.add("no answer");
  counts.lost.add("type");
  std::string text, json;
  io::append_conversion_table(text, "hotpotqa", "squad", counts);
  CHECK(text == "2 of 3 questions written\nleft out:\n          1  no answer\nnot held by squad:\n          1  type\n");
  io::append_conversion_json(json, "hotpotqa", "squad", counts);
  CHECK(json == R"({"from": "hotpotqa", "to": "squad", "read": 3, "written": 2, "left_out": {"no answer": 1}, )"
                R"("lost": {"type": 1}, "absent": {}})");
}

TEST_CASE("conversion: an id that occurs twice, an empty file and a file of another layout are refused") {
  const auto refused = [](const std::string& text, data_layout from, const char* part) {
    CAPTURE(text);
    CHECK_THROWS_WITH_AS(static_cast<void>(convert_text(text, from, data_layout::verl)), doctest::Contains(part),
                         data_error);
  };
  const std::string row = R"({"id": "1", "question": "?", "golden_answers": ["a"]})";
  refused(row + "\n" + row, data_layout::flashrag, "\"1\": expected each id once, found it twice");
  refused("", data_layout::flashrag, "empty file");
  refused("[]", data_layout::hotpotqa, "expected questions, found none");
  refused(row, data_layout::hotpotqa, "found none: no answer");
  refused(R"({"qid": "1", "answer": "a"})", data_layout::hotpotqa, "expected the field \"_id\"");
  refused(R"([{"_id": "1", "answer": ["a"]}])", data_layout::hotpotqa,
          R"(field "answer", byte 24: expected a string, found an array)");
  refused(R"([{"_id": "1", "context": [["T", "s"]]}])", data_layout::hotpotqa, "expected an array, found a string");
  refused(R"([{"_id": "1", "note": nan}])", data_layout::hotpotqa, "expected");
}

TEST_CASE("conversion: a failure in the middle leaves the old output as it was") {
  const mhqa_test::scratch here;
  const std::string row = R"({"id": "1", "question": "?", "golden_answers": ["a"]})";
  const std::string in = here.write("in", row + "\n{\"id\": ").string(), out = here.write("out", "old").string();
  CHECK_THROWS_AS(static_cast<void>(io::convert(in, data_layout::flashrag, out, data_layout::verl)), data_error);
  CHECK(mhqa_test::read_file(out) == "old");
  CHECK(std::distance(std::filesystem::directory_iterator{here / ""}, std::filesystem::directory_iterator{}) == 2);
}

TEST_CASE("conversion: a folder that is the input, or that another run fills, is left as it is") {
  const mhqa_test::scratch here;
  const std::string in = here.write("in", mhqa_test::hotpotqa_text).string(), out = (here / "beir").string();
  CHECK(io::convert(in, data_layout::hotpotqa, out, data_layout::beir).written == 2);
  CHECK_THROWS_WITH_AS(static_cast<void>(io::convert(out, data_layout::beir, out + "/.", data_layout::beir)),
                       doctest::Contains("would destroy the input"), data_error);
  const io::file_lock other{out + "/.mhqa.lock", io::if_locked::refuse};
  CHECK_THROWS_WITH_AS(static_cast<void>(io::convert(in, data_layout::hotpotqa, out, data_layout::beir)),
                       doctest::Contains("another run"), data_error);
}
