// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/json_parse.hpp>

#include <mhqa/error.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace {

// The error of a document that is begun, read to the end of its object, and ended.
std::string error_of(std::string_view text) {
  std::string bytes{text};
  bytes.append(mhqa::io::file_bytes::padding, '\0');
  mhqa::io::detail::json_index index;
  mhqa::io::json_context context;
  context.file = "f";
  context.offset = 100;
  try {
    const std::string_view document{bytes.data(), text.size()};
    mhqa::io::detail::begin_document(index, index.build(document), document, context);
    mhqa::io::json_value{context}.object(
        [](std::string_view, mhqa::io::json_value value) { CHECK(value.integer() > 0); });
    mhqa::io::detail::finish_document(context);
  } catch (const mhqa::data_error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("json_parse: errors at the beginning and the end of a document name the byte in the file") {
  CHECK(error_of(R"({"a": 1})") == "");
  CHECK(error_of("{\"\xff\": 1}") == "f: byte 102: expected valid UTF-8");
  CHECK(error_of("{\"a\n\": 1}") == "f: byte 103: a control character inside a string must be escaped");
  CHECK(error_of(R"({"a)") == "f: byte 103: ends inside a string");
  CHECK(error_of(R"({"a": 1} {"b": 2})") == "f: byte 109: expected the end of the JSON document, found \"{\"b\": 2}\"");
  CHECK(error_of("{\"a\": 1}\n{\"b\": 2}") ==
        "f: byte 109: expected the end of the JSON document, found \"{\"b\": 2}\"; this must be one document, not JSON "
        "Lines");
}

TEST_CASE("json_parse: the beginning of a text is its first line, cut between characters") {
  using mhqa::io::detail::beginning_of;
  CHECK(beginning_of("") == "\"\"");
  CHECK(beginning_of("one\ntwo") == "\"one\"");
  CHECK(beginning_of("123456789012345678901234") == "\"123456789012345678901234\"");
  CHECK(beginning_of("1234567890123456789012345") == "\"123456789012345678901234…\"");
  CHECK(beginning_of("12345678901234567890123é") == "\"12345678901234567890123…\"");
}
