// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/facts.hpp>

#include <mhqa/io/json_records.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

/// Reads {"v": text} by f(value); gives the error, empty if there is none.
template <class F>
std::string read(std::string_view text, F&& f) {
  const mhqa_test::scratch folder;
  const std::string path = folder.write("value.json", "{\"v\": " + std::string{text} + "}").string();
  try {
    mhqa::io::json_document document{path};
    document.for_each_field([&](std::string_view, mhqa::io::json_value v) { f(v); });
  } catch (const mhqa::data_error& error) {
    return std::string{error.what()}.substr(path.size() + 2);
  }
  return {};
}

}  // namespace

TEST_CASE("facts: facts are appended, and written back unchanged") {
  std::string out;
  CHECK(read(R"([["Ed Wood", 0], ["\u00c9d", 3.0]])", [&](mhqa::io::json_value v) {
          std::vector<mhqa::supporting_fact> facts = {{"first", 7}};
          read_facts(v, facts);
          CHECK(facts == std::vector<mhqa::supporting_fact>{{"first", 7}, {"Ed Wood", 0}, {"Éd", 3}});
          mhqa::io::json_writer json{out};
          write_facts(json, facts);
        }).empty());
  CHECK(out == R"([["first", 7], ["Ed Wood", 0], ["Éd", 3]])");
}

TEST_CASE("facts: triples are appended, and written back unchanged") {
  std::string out;
  CHECK(read(R"([["a", "r", "b"], ["", "", ""]])", [&](mhqa::io::json_value v) {
          std::vector<mhqa::evidence_triple> triples;
          read_triples(v, triples);
          CHECK(triples == std::vector<mhqa::evidence_triple>{{"a", "r", "b"}, {"", "", ""}});
          mhqa::io::json_writer json{out};
          write_triples(json, triples);
        }).empty());
  CHECK(out == R"([["a", "r", "b"], ["", "", ""]])");
}

TEST_CASE("facts: paragraphs replace the output, and are written back unchanged") {
  std::string out;
  CHECK(read(R"([["a", ["One.", "Two."]], ["b", []]])", [&](mhqa::io::json_value v) {
          std::vector<mhqa::titled_paragraph> paragraphs = {{"old", {"text"}}};
          read_paragraphs(v, paragraphs);
          CHECK(paragraphs == std::vector<mhqa::titled_paragraph>{{"a", {"One.", "Two."}}, {"b", {}}});
          mhqa::io::json_writer json{out};
          write_paragraphs(json, paragraphs);
        }).empty());
  CHECK(out == R"([["a", ["One.", "Two."]], ["b", []]])");
}

TEST_CASE("facts: an empty list is valid") {
  std::vector<mhqa::supporting_fact> facts;
  std::vector<mhqa::evidence_triple> triples;
  std::vector<mhqa::titled_paragraph> paragraphs;
  CHECK(read("[]", [&](mhqa::io::json_value v) { read_facts(v, facts); }).empty());
  CHECK(read("[]", [&](mhqa::io::json_value v) { read_triples(v, triples); }).empty());
  CHECK(read("[]", [&](mhqa::io::json_value v) { read_paragraphs(v, paragraphs); }).empty());
  CHECK((facts.empty() && triples.empty() && paragraphs.empty()));
}

TEST_CASE("facts: another shape is an error that names the place") {
  std::vector<mhqa::supporting_fact> facts;
  const auto as_facts = [&](mhqa::io::json_value v) { read_facts(v, facts); };
  const std::vector<std::pair<std::string_view, std::string_view>> bad_facts = {
      {"5", R"(field "v", byte 6: expected an array, found a number)"},
      {R"([["a", 0], 5])", R"(field "v[1]", byte 17: expected an array, found a number)"},
      {R"([["a"]])", R"(field "v[0]": expected [title, sentence number], found 1 elements)"},
      {R"([[]])", R"(field "v[0]": expected [title, sentence number], found 0 elements)"},
      {R"([["a", 0, 1]])", R"(field "v[0]": expected [title, sentence number], found 3 elements)"},
      {R"([[0, "a"]])", R"(field "v[0][0]", byte 8: expected a string, found a number)"},
      {R"([["a", null]])", R"(field "v[0][1]", byte 13: expected an integer, found null)"},
  };
  for (const auto& row : bad_facts) {
    CAPTURE(row.first);
    CHECK(read(row.first, as_facts) == row.second);
  }
  std::vector<mhqa::evidence_triple> triples;
  CHECK(read(R"([["a", "b"]])", [&](mhqa::io::json_value v) { read_triples(v, triples); }) ==
        R"(field "v[0]": expected [subject, relation, object], found 2 elements)");
  std::vector<mhqa::titled_paragraph> paragraphs;
  CHECK(read(R"([["a", "b"]])", [&](mhqa::io::json_value v) { read_paragraphs(v, paragraphs); }) ==
        R"(field "v[0][1]", byte 13: expected an array, found a string)");
}
