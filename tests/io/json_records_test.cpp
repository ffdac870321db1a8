// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/json_records.hpp>

#include "support/allocations.hpp"
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using mhqa::io::json_document;
using mhqa::io::json_records;
using mhqa::io::json_value;
using mhqa::io::lifetime;
using mhqa_test::scratch;

namespace {

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// One record as text: its id and its list.
std::string read_record(json_value value) {
  std::string out;
  value.object([&](std::string_view key, json_value field) {
    if (key == "id") {
      out += field.string();
    } else if (key == "list") {
      field.array([&](json_value item) { out.append(" ").append(item.string()); });
    }
  });
  return out;
}

// What the records of a file say, or the error; `rows` keeps those before it.
std::string read_all(const std::string& path, std::vector<std::string>& rows) {
  try {
    json_records records{path};
    while (auto value = records.next()) rows.push_back(read_record(*value));
  } catch (const mhqa::data_error& error) {
    return error.what();
  }
  return {};
}

std::string error_of_text(std::string_view text) {
  const scratch here;
  std::vector<std::string> rows;
  std::string error = read_all(here.write("f", text).string(), rows);
  return error.starts_with((here / "f").string() + ": ") ? error.substr((here / "f").string().size() + 2) : error;
}

constexpr std::string_view as_lines =
    "{\"id\": \"1\", \"list\": [\"a\", \"b\\n]\"], \"junk\": {\"x\": [1, {}]}}\n"
    "{\"junk\": null, \"id\": \"2\", \"list\": []}\n"
    "{\"id\": \"\\u00e9\", \"list\": [\"\xc3\xa9\"]}\n";
constexpr std::string_view as_array =
    "[{\"id\": \"1\", \"list\": [\"a\", \"b\\n]\"], \"junk\": {\"x\": [1, {}]}},\n"
    " {\"junk\": null, \"id\": \"2\", \"list\": []} ,"
    "{\"id\": \"\\u00e9\", \"list\": [\"\xc3\xa9\"]}]\n";
const std::vector<std::string> expected_rows{"1 a b\n]", "2", "\xc3\xa9 \xc3\xa9"};

}  // namespace

TEST_CASE("json_records: an array and lines give the same records") {
  for (const std::string_view text : {as_lines, as_array}) {
    const scratch here;
    std::vector<std::string> rows;
    CHECK(read_all(here.write("x", text).string(), rows).empty());
    CHECK(rows == expected_rows);
  }
}

TEST_CASE("json_records: blank lines, spaces around records and no last line feed do no harm") {
  for (const std::string_view text :
       {"\n \t\r\n{\"id\": \"1\"}\n\n  {\"id\": \"2\"} \r\n\r\n", "{\"id\": \"1\"}\r\n{\"id\": \"2\"}",
        "\n\n [ {\"id\":\"1\"}\n,\n{\"id\":\"2\"}\n] \n\n"}) {
    const scratch here;
    std::vector<std::string> rows;
    CHECK(read_all(here.write("x", text).string(), rows).empty());
    CHECK(rows == std::vector<std::string>{"1", "2"});
  }
}

TEST_CASE("json_records: an empty array has no records") {
  const scratch here;
  std::vector<std::string> rows;
  CHECK(read_all(here.write("x", " [ ] ").string(), rows).empty());
  CHECK(rows.empty());
}

TEST_CASE("json_records: after the last record, next() keeps returning nothing") {
  for (const std::string_view text : {as_lines, as_array, std::string_view{"[]"}}) {
    CAPTURE(text);
    const scratch here;
    json_records records{here.write("x", text).string()};
    while (records.next()) {
    }
    for (int i = 0; i < 3; ++i) CHECK_FALSE(records.next().has_value());
  }
}

TEST_CASE("json_records: records that nobody reads are passed over in both shapes") {
  for (const std::string_view text : {as_lines, as_array}) {
    const scratch here;
    json_records records{here.write("x", text).string()};
    CHECK(records.next().has_value());
    CHECK(read_record(*records.next()) == "2");
    CHECK(records.next().has_value());
    CHECK_FALSE(records.next().has_value());
  }
}

TEST_CASE("json_records: bad files are refused with the reason and the place") {
  struct row {
    std::string_view text, error;
  };
  for (const row& r : std::initializer_list<row>{
           {"", "expected records, found an empty file"},
           {" \n\n", "expected records, found an empty file"},
           {"\xEF\xBB\xBF[{\"id\":\"1\"}]", "byte 0: expected UTF-8 text, found a byte order mark"},
           {"\xEF\xBB\xBF{\"id\":\"1\"}\n", "byte 0: expected UTF-8 text, found a byte order mark"},
           {"\xFF\xFE[\0", "byte 0: expected UTF-8 text, found UTF-16"},
           {"\x1F\x8B\x08", "byte 0: expected UTF-8 text, found a gzip file; unpack it first"},
           {"id,answer\n1,2\n", "expected a JSON array of objects or JSON Lines, found \"id,answer\""},
           {"\n<!DOCTYPE html><html lang=\"en\">",
            "expected a JSON array of objects or JSON Lines, found \"<!DOCTYPE html><html lan…\""},
           {"{\n  \"id\": \"1\"\n}\n",
            "record 1, byte 1: expected one whole JSON object per line, found the first line"},
           {"{\"a\": [ \r\n1]}", "record 1, byte 9: expected one whole JSON object per line, found the first line"},
           {"\"x\"", "expected a JSON array of objects or JSON Lines"},
           {"[{\"id\":\"\xC3(\"}]", "byte 8: expected valid UTF-8"},
           {"{\"id\":\"1\"}\n{\"id\":\"\xE2\x82\"}\n", "record 2, byte 18: expected valid UTF-8"},
           {"{\"id\":\"\xED\xA0\x80\"}\n", "record 1, byte 7: expected valid UTF-8"},
           {"{\"id\":\"1\"}\n{\"id\":\"a\tb\"}\n", "record 2, byte 19: a control character inside a string"},
           {"[{\"id\":\"\\\"\x01\"}]", "byte 10: a control character inside a string"},
           {"{\"id\":\"1\"}\n{\"id\":\"2\n", "record 2, byte 19: ends inside a string"},
           {"{\"id\":\"1\"}\n[1]\n", "record 2, byte 11: expected one JSON object per line"},
           {"{\"id\":\"1\"}\n  7\n", "record 2, byte 13: expected one JSON object per line"},
           {"{\"id\":\"1\"} {\"id\":\"2\"}\n",
            "record 1, byte 11: expected the end of the JSON document, found \"{\"id\":\"2\"}\""},
           {"{\"id\":\"1\"}}\n", "record 1, byte 10: expected the end of the JSON document"},
           {"{\"id\":\"1\"},\n{\"id\":\"2\"}\n", "record 1, byte 10: expected the end of the JSON document"},
           {"[{\"id\":\"1\"}]]", ""},
           {"[{\"id\":\"1\"}] [", ""},
           {"[{\"id\":\"1\"} {\"id\":\"2\"}]", "record 2, byte 12: expected well-formed JSON"},
           {"[{\"id\":\"1\"},]", "record 2, byte 12: expected an object, found something that is not JSON"},
           {"[1]", "record 1, byte 1: expected an object, found a number"},
           {"[[]]", "record 1, byte 1: expected an object, found an array"},
           {"[null]", "record 1, byte 1: expected an object, found null"},
           {"{\"id\":\"1\",}\n", "record 1, byte 10: expected well-formed JSON"},
           {"{\"id\" \"1\"}\n", "record 1, byte 6: expected well-formed JSON"},
           {"{1: 2}\n", "record 1, byte 1: expected well-formed JSON"},
           {"{\"id\": 1}\n", "record 1, field \"id\", byte 7: expected a string, found a number"},
           {"{\"id\": NaN}\n", "record 1, field \"id\", byte 7: expected a string, found something that is not JSON"},
           {"{\"list\": [\"a\", 1]}\n", "record 1, field \"list[1]\", byte 15: expected a string, found a number"},
           {"{\"list\": [\"a\" \"b\"]}\n", "record 1, field \"list"},
       }) {
    CAPTURE(r.text);
    const std::string error = error_of_text(r.text);
    CAPTURE(error);
    CHECK(error.starts_with(r.error));
    CHECK_FALSE(error.empty());
    CHECK_FALSE(contains(error, "\n"));
  }
}

TEST_CASE("json_records: an array cut at any byte is an error, never a smaller result") {
  const scratch here;
  const std::size_t end = as_array.rfind(']') + 1;
  for (std::size_t cut = 0; cut < end; ++cut) {
    std::vector<std::string> rows;
    const std::string error = read_all(here.write("x", as_array.substr(0, cut)).string(), rows);
    CAPTURE(cut);
    REQUIRE_FALSE(error.empty());
  }
}

TEST_CASE("json_records: lines cut at any byte are an error or fewer whole records") {
  const scratch here;
  for (std::size_t cut = 0; cut < as_lines.size(); ++cut) {
    std::vector<std::string> rows;
    const std::string error = read_all(here.write("x", as_lines.substr(0, cut)).string(), rows);
    CAPTURE(cut);
    const std::string_view left = as_lines.substr(0, cut);
    const bool at_end_of_record = !left.empty() && (left.back() == '\n' || as_lines[cut] == '\n');
    REQUIRE(error.empty() == at_end_of_record);
    for (std::size_t i = 0; i < rows.size(); ++i) REQUIRE(rows[i] == expected_rows[i]);
  }
}

TEST_CASE("json_records: any byte replaced by any other neither crashes nor hangs") {
  const scratch here;
  for (const std::string_view text : {as_lines.substr(0, 70), as_array.substr(0, 71)}) {
    std::string mutable_text{text};
    if (text[0] == '[') mutable_text += "]";
    for (std::size_t at = 0; at < mutable_text.size(); ++at) {
      const char kept = mutable_text[at];
      for (const char c : {'\0', '"', '\\', '{', ']', ',', '0', '\n'}) {
        mutable_text[at] = c;
        std::vector<std::string> rows;
        static_cast<void>(read_all(here.write("x", mutable_text).string(), rows));
        REQUIRE(rows.size() <= 2);
      }
      mutable_text[at] = kept;
    }
  }
}

TEST_CASE("json_records: strings live for one record, or as long as the source") {
  for (const std::string_view text : {as_lines, as_array}) {
    const scratch here;
    json_records records{here.write("x", text).string(), lifetime::source};
    std::vector<std::string_view> kept;
    while (auto value = records.next()) {
      value->object([&](std::string_view key, json_value field) {
        if (key == "id") kept.push_back(field.string());
        if (key == "list") field.array([&](json_value item) { kept.push_back(item.string()); });
      });
    }
    CHECK(kept == std::vector<std::string_view>{"1", "a", "b\n]", "2", "\xc3\xa9", "\xc3\xa9"});
  }
}

TEST_CASE("json_records: JSON Lines settle at no allocation") {
  const scratch here;
  std::string text;
  for (int i = 0; i < 20000; ++i) {
    text +=
        "{\"id\": \"" + std::to_string(i) + "\\n\", \"list\": [\"a\\u00e9b\", \"" + std::string(200, 'x') + "\"]}\n";
  }
  json_records records{here.write("x", text).string()};
  std::size_t bytes = 0;
  const auto read = [&] {
    auto value = records.next();
    if (!value) return false;
    value->object([&](std::string_view key, json_value field) {
      if (key == "id") bytes += field.string().size();
      if (key == "list") field.array([&](json_value item) { bytes += item.string().size(); });
    });
    return true;
  };
  for (int i = 0; i < 10; ++i) CHECK(read());
  const mhqa_test::allocations_here counted;
  while (read()) {
  }
  CHECK(counted() == 0);
  CHECK(bytes > 20000 * 204);
}

TEST_CASE("json_records: errors far into a file name their place") {
  const scratch here;
  std::vector<std::string> items;
  for (std::size_t i = 0; i < 5000; ++i) {
    items.push_back("{\"id\": \"" + std::to_string(i) + "\", \"list\": [\"" + std::string(i % 500, 'x') + "\"]}");
  }
  const auto read = [&](const std::string& path) {
    std::vector<std::string> rows;
    try {
      json_records records{path, lifetime::record, mhqa::io::content_tally::on};
      while (auto value = records.next()) rows.push_back(read_record(*value));
      CHECK(records.content().bytes == std::filesystem::file_size(path));
    } catch (const mhqa::data_error& error) {
      rows.push_back(error.what());
    }
    return rows;
  };
  for (const std::string_view bad : {"", "{\"id\": 1}", "{\"id\": \"\xff\"}", "{\"id\": \"1\"", "{} {}"}) {
    for (const bool array : {false, true}) {
      std::string text = array ? "[" : "\n";
      for (std::size_t i = 0; i < items.size(); ++i) {
        if (i != 0) text += array ? ", " : i % 7 == 0 ? "\r\n \n" : "\n";
        text += i == 3000 && !bad.empty() ? std::string{bad} : items[i];
      }
      if (array) text += ']';
      const std::string path = here.write("x", text).string();
      CAPTURE(bad);
      CAPTURE(array);
      const std::vector<std::string> one = read(path);
      if (bad.empty()) {
        CHECK(one.size() == 5000);
      } else {
        const std::string at = "byte " + std::to_string(text.find(bad));
        CHECK(contains(one.back(), at.substr(0, at.size() - 2)));  // of the bad record or inside it
      }
    }
  }
}

TEST_CASE("json_records: an array that never ends is refused, and the way out is named") {
  const scratch here;
  const auto path = here.write("x", "[{\"id\": \"1\"}, {\"id\": ");
  std::error_code error;
  std::filesystem::resize_file(path, (std::uint64_t{4} << 30U) + 100, error);
  if (error) return;  // no room for a sparse file
  std::vector<std::string> rows;
  const std::string message = read_all(path.string(), rows);
  CHECK(rows == std::vector<std::string>{"1"});
  CHECK(contains(message, "more than 256 MiB"));
  CHECK(contains(message, "JSON Lines"));
  try {
    json_records records{path.string(), lifetime::source};
    static_cast<void>(records.next());
    FAIL("no error");
  } catch (const mhqa::data_error& whole) {
    CHECK(contains(whole.what(), "over 4 GiB"));
    CHECK(contains(whole.what(), "JSON Lines"));
  }
}

TEST_CASE("json_document: the fields of one object, in order") {
  const scratch here;
  const auto path = here.write("x", " {\"a\": \"1\", \"b\\u0041\": {\"c\": [\"2\"]}, \"junk\": [[]]}\n").string();
  json_document document{path};
  std::string keys;
  std::string_view kept;
  document.for_each_field([&](std::string_view key, json_value value) {
    keys.append(key).append(" ");
    if (key == "a") kept = value.string();
  });
  CHECK(keys == "a bA junk ");
  CHECK(kept == "1");
}

TEST_CASE("json_document: a file that is not one object is refused") {
  struct row {
    std::string_view text, error;
  };
  for (const row& r :
       std::initializer_list<row>{{"", "expected JSON, found nothing"},
                                  {" ", "expected JSON, found nothing"},
                                  {"\xEF\xBB\xBF{}", "byte 0: expected UTF-8 text, found a byte order mark"},
                                  {"[]", "byte 0: expected one JSON object, found an array"},
                                  {"id,answer\n", "byte 0: expected one JSON object, found \"id,answer\""},
                                  {"\n 1", "byte 2: expected one JSON object, found \"1\""},
                                  {"\x1F\x8B\x08", "byte 0: expected UTF-8 text, found a gzip file"},
                                  {"{\"a\": 1 \"b\": 2}", "byte "},
                                  {"{}\n{\"i\": \"éééééééééé\"}\n",
                                   "byte 3: expected the end of the JSON document, found \"{\"i\": \"éééééééé…\""},
                                  {"{\"a\": 1} 2", "byte 10: ends inside"},
                                  {"{\"a\": \"\xff\"}", "byte 7: expected valid UTF-8"},
                                  {"{\"a\": 1", "byte 7: ends inside"},
                                  {"{\"a\": \"b", "byte 8: ends inside a string"}}) {
    CAPTURE(r.text);
    const scratch here;
    const auto path = here.write("x", r.text).string();
    std::string error;
    try {
      json_document document{path};
      document.for_each_field([](std::string_view, json_value) {});
    } catch (const mhqa::data_error& e) {
      error = e.what();
    }
    CAPTURE(error);
    CHECK(error.starts_with(path + ": " + std::string{r.error}));
  }
}

TEST_CASE("json_document: cut at any byte is an error") {
  const scratch here;
  constexpr std::string_view text = R"({"answer": {"1": "a}", "2": "\u00e9"}, "sp": {"1": [["t", 0]]}, "x": [{}]})";
  for (std::size_t cut = 0; cut < text.size(); ++cut) {
    CAPTURE(cut);
    const auto read = [&] {
      json_document document{here.write("x", text.substr(0, cut)).string()};
      document.for_each_field([](std::string_view, json_value) {});
    };
    REQUIRE_THROWS_AS(read(), mhqa::data_error);
  }
}

TEST_CASE("json_records: real files give as many records as they have") {
  struct row {
    const char* file;
    std::size_t records;
  };
  for (const row& r :
       {row{"data/hotpotqa/dev_distractor_1814.json", 1814}, row{"data/hotpotqa/dev_answers_7405.json", 7405},
        row{"data/musique/ans_dev_200.jsonl", 200}, row{"data/hotpotqa/predictions/xlnet.jsonl", 7368}}) {
    const auto file = mhqa_test::shared_data(r.file);
    if (!file) return;
    json_records records{file->string()};
    std::size_t count = 0;
    while (records.next()) ++count;
    CHECK(count == r.records);
  }
}
