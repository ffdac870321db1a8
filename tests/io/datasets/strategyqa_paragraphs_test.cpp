// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/datasets/strategyqa_paragraphs.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace {

void check_paragraph(const mhqa_test::scratch& here, std::string_view text) {
  mhqa::io::json_records in{here.write("p", text).string(), mhqa::io::lifetime::source};
  mhqa::strategyqa::paragraph p;
  mhqa::io::strategyqa::read(in.next().value(), p);
  CHECK(p.id() == "Albany, New York-2");
  CHECK(p.text == "It is a city.");
}

std::string error(std::string_view text) {
  const mhqa_test::scratch here;
  mhqa::io::json_records in{here.write("p", text).string()};
  mhqa::strategyqa::paragraph p;
  try {
    mhqa::io::strategyqa::read(in.next().value(), p);
  } catch (const mhqa::data_error& e) {
    const std::string what = e.what();
    return what.substr(what.find(": ") + 2);
  }
  return {};
}

}  // namespace

TEST_CASE("strategyqa_paragraphs: both spellings of the text, other fields passed over") {
  const mhqa_test::scratch here;
  check_paragraph(here,
                  R"({"title": "Albany, New York", "section": "", "para_index": 2, "contents": "It is a city."})");
  check_paragraph(here,
                  R"([{"content": "It is a city.", "para_index": 2, "title": "Albany, New York", "headers": [""]}])");
}

TEST_CASE("strategyqa_paragraphs: missing fields and wrong types are named") {
  CHECK(error(R"({"para_index": 2, "contents": "x"})") == "record 1: expected the field \"title\", which is missing");
  CHECK(error(R"({"title": "T", "contents": "x"})") ==
        "record 1, id \"T\": expected the field \"para_index\", which is missing");
  CHECK(error(R"({"title": "T", "para_index": 2})") ==
        "record 1, id \"T\": expected the field \"contents\", which is missing");
  CHECK(error(R"({"title": "T", "para_index": "2", "contents": "x"})") ==
        "record 1, id \"T\", field \"para_index\", byte 29: expected an integer, found a string");
}
