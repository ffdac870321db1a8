// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/json_table.hpp>

#include <mhqa/io/facts.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/text/unicode.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/text.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace {

using mhqa::io::json_value;
using mhqa_test::has;

/// Reads {"v": text} by f(value); returns the error's message, "no error" if there is none.
template <class F>
std::string read(std::string_view text, F&& f) {
  const mhqa_test::scratch folder;
  const std::string path = folder.write("value.json", "{\"v\": " + std::string{text} + "}").string();
  return mhqa_test::error_of([&] {
    mhqa::io::json_document document{path};
    document.for_each_field([&](std::string_view, json_value v) { f(v); });
  });
}

}  // namespace

TEST_CASE("json_table: tuples, objects and columns are one table") {
  const std::vector<mhqa::supporting_fact> wanted{{"Ed", 0}, {"Al", 3}};
  for (const char* form :
       {R"([["Ed", 0], ["Al", 3]])", R"([{"title": "Ed", "sent_id": 0}, {"sent_id": 3, "title": "Al"}])",
        R"({"title": ["Ed", "Al"], "sent_id": [0, 3]})",
        R"({"sent_id": [0, 3], "other": "x", "title": ["Ed", "Al"]})"}) {
    CAPTURE(form);
    CHECK(read(form, [&](json_value v) {
            std::vector<mhqa::supporting_fact> facts;
            read_facts(v, facts);
            CHECK(facts == wanted);
          }) == "no error");
  }
  for (const char* form :
       {R"([["A", ["x.", " y."]], ["B", []]])", R"({"title": ["A", "B"], "sentences": [["x.", " y."], []]})",
        R"({"title": ["A", "B"], "content": [["x.", " y."], []]})"}) {
    CAPTURE(form);
    CHECK(read(form, [&](json_value v) {
            std::vector<mhqa::titled_paragraph> paragraphs{{"old", {"old"}}};
            read_paragraphs(v, paragraphs);
            CHECK(paragraphs == std::vector<mhqa::titled_paragraph>{{"A", {"x.", " y."}}, {"B", {}}});
          }) == "no error");
  }
  for (const char* form : {R"([["a", "r", "b"]])", R"({"fact": ["a"], "relation": ["r"], "entity": ["b"]})",
                           R"([{"subject": "a", "relation": "r", "object": "b"}])"}) {
    CHECK(read(form, [&](json_value v) {
            std::vector<mhqa::evidence_triple> triples;
            read_triples(v, triples);
            CHECK(triples == std::vector<mhqa::evidence_triple>{{"a", "r", "b"}});
          }) == "no error");
  }
}

TEST_CASE("json_table: columns of several lengths, absent columns and short tuples are refused by name") {
  const auto facts = [](std::string_view text) {
    return read(text, [](json_value v) {
      std::vector<mhqa::supporting_fact> out;
      read_facts(v, out);
    });
  };
  CHECK(has(facts(R"({"title": ["a", "b"], "sent_id": [0]})"),
            "expected columns of one length, found 2 in \"title\" and 1 in \"sent_id\""));
  CHECK(has(facts(R"({"title": ["a"]})"), "\"sent_id\", which is missing"));
  CHECK(has(facts(R"([{"title": "a"}])"), "v[0]"));
  CHECK(has(facts(R"([{"title": "a"}])"), "\"sent_id\", which is missing"));
  CHECK(has(facts(R"([["a"]])"), "expected [title, sentence number], found 1 elements"));
  CHECK(has(facts(R"({"title": "a", "sent_id": [0]})"), "expected an array, found a string"));
  CHECK(facts("[]") == "no error");
  CHECK(facts(R"({"title": [], "sent_id": []})") == "no error");
}

TEST_CASE("json_table: sentences are joined with one space where none is") {
  std::string out;
  mhqa::io::append_sentences(out,
                             std::array<std::string_view, 5>{"Ann is a poet. ", "She sings.", "", " Born", "in Ulm."});
  CHECK(out == "Ann is a poet. She sings. Born in Ulm.");
}
