// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/query_file.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

using mhqa_test::scratch;

namespace {

std::string queries_in(const std::string& text) {
  const scratch here;
  std::string out;
  mhqa::io::for_each_query(here.write("q", text).string(), [&](std::string_view id, std::string_view query) {
    out.append(id).append("=").append(query).append(";");
  });
  return out;
}

}  // namespace

TEST_CASE("query_file: BEIR's queries, records of data sets and lines with a tab") {
  CHECK(queries_in("{\"_id\": \"1\", \"text\": \"a\", \"metadata\": {}}\n{\"_id\": \"2\", \"text\": \"b\"}\n") ==
        "1=a;2=b;");
  CHECK(queries_in(R"([{"_id": "h", "answer": "x", "question": "Who?", "context": [["T", ["s"]]]}])") == "h=Who?;");
  CHECK(queries_in(R"({"id": 7, "question": "\u00e9"})") == "7=é;");
  CHECK(queries_in("q 1\twho is it\r\n\nq2\t\n") == "q 1=who is it;q2=;");
}

TEST_CASE("query_file: queries without id or text, twice, or none are refused") {
  const auto refused = [](const std::string& text, const char* part) {
    CAPTURE(text);
    CHECK_THROWS_WITH_AS(static_cast<void>(queries_in(text)), doctest::Contains(part), mhqa::data_error);
  };
  refused(R"({"text": "a"})", "expected the field \"id\"");
  refused(R"({"_id": "", "text": "a"})", "expected the field \"id\"");
  refused(R"({"_id": "1"})", "\"1\": expected the field \"question\"");
  refused("{\"_id\": \"1\", \"text\": \"a\"}\n{\"_id\": \"1\", \"text\": \"b\"}\n", "expected each id once");
  refused("just words\n", "expected an id, a tab and the text");
  refused("[]", "expected queries, found none");
  refused("", "empty file");
}

TEST_CASE("query_file: a line of a gigabyte is refused by what such a file has in its lines") {
  const scratch here;
  const std::string path = here.write("q", "q1\twho\n").string();
  std::error_code error;
  std::filesystem::resize_file(path, std::uint64_t{1} << 30U, error);
  if (error) return;
  CHECK_THROWS_WITH_AS(mhqa::io::for_each_query(path, [](std::string_view, std::string_view) {}),
                       doctest::Contains("record 2: a line of more than 256 MiB; expected id and text between tabs"),
                       mhqa::data_error);
}
