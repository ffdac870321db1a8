// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/json_parse.hpp>

#include <mhqa/error.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json.hpp>

#include <doctest/doctest.h>

#include <simdjson.h>

#include <string>
#include <string_view>

namespace {

// The error of a document that is begun, read to the end of its object, and ended.
std::string error_of(std::string_view text) {
  std::string bytes{text};
  bytes.append(mhqa::io::file_bytes::padding, '\0');
  simdjson::ondemand::parser parser;
  mhqa::io::json_context context;
  context.file = "f";
  context.offset = 100;
  try {
    auto document = mhqa::io::detail::start_document(parser, {bytes.data(), text.size()}, bytes.size(), context);
    context.document = &document;
    simdjson::ondemand::object root;
    mhqa::io::detail::check(document.get_object().get(root), context);
    mhqa::io::json_value::fields_of(root, context,
                                    [](std::string_view, mhqa::io::json_value value) { CHECK(value.integer() > 0); });
    mhqa::io::detail::finish_document(document, context);
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
}

TEST_CASE("json_parse: the beginning of a text is its first line, cut between characters") {
  using mhqa::io::detail::beginning_of;
  CHECK(beginning_of("") == "\"\"");
  CHECK(beginning_of("one\ntwo") == "\"one\"");
  CHECK(beginning_of("123456789012345678901234") == "\"123456789012345678901234\"");
  CHECK(beginning_of("1234567890123456789012345") == "\"123456789012345678901234…\"");
  CHECK(beginning_of("12345678901234567890123é") == "\"12345678901234567890123…\"");
}
