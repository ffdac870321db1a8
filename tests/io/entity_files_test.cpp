// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/entity_files.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

#include <mhqa/compose/pool_words.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace {

using mhqa_test::has;

const mhqa::single_hop_pool pool{
    {{"a", "own", "Who wrote it?", "Émile Zola", {}, 0}, {"b", "own", "Où né Émile Zola?", "Paris", {}, 1}},
    {{"Nana", "Éd. Émile Zola wrote it."}, {"Zola", "Paris."}}};

struct fixture {
  mhqa::pool_words words{pool};
  mhqa::pair_index index{pool, words};
  mhqa::entity_occurrences places{index};
  mhqa_test::scratch here;
  std::filesystem::path file = here / "entities.jsonl";

  std::string refused(std::string_view text) {
    std::ofstream{file} << text;
    return mhqa_test::error_of([&] { (void)mhqa::io::read_occurrence_notes(file.string(), places); });
  }
};

}  // namespace

TEST_CASE_FIXTURE(fixture, "entity_files: requests have text and code points, and echoed notes are read") {
  mhqa::io::write_entity_requests(file.string(), places);
  const auto lines = mhqa_test::load_jsonl(file);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0]["id"].string() == "a@answer");
  CHECK(lines[0]["kind"].string() == "answer");
  CHECK(lines[0]["begin"].integer() == 4);
  CHECK(lines[0]["end"].integer() == 14);
  CHECK(lines[0]["text"].string() == pool.paragraphs[0].text);
  CHECK(lines[1]["id"].string() == "b@6-16");
  CHECK(lines[1]["kind"].string() == "mention");
  CHECK(lines[1]["mention"].string() == "Émile Zola");
  const auto notes = mhqa::io::read_occurrence_notes(file.string(), places);
  CHECK(notes.size() == 2);
  CHECK(notes.text_of(1, *notes.find(1)) == "Émile Zola");
}

TEST_CASE_FIXTURE(fixture, "entity_files: types and links may be missing or null") {
  std::ofstream{file} << R"({"id": "a@answer", "begin": 4, "end": 14, "type": null})" << '\n'
                      << R"({"id": "b@6-16", "begin": 6, "end": 16, "type": "PERSON", "link": "Q504"})";
  const auto notes = mhqa::io::read_occurrence_notes(file.string(), places);
  CHECK(notes.find(0)->type.empty());
  CHECK(notes.find(1)->link == "Q504");
}

TEST_CASE_FIXTURE(fixture, "entity_files: bad notes name the record and the id") {
  const std::string good = R"({"id": "b@6-16", "begin": 6, "end": 16, "type": "PERSON"})";
  CHECK(has(refused(good + '\n' + good), "expected one note for a span, found another for [6, 16)"));
  CHECK(has(refused(good + '\n' + good), "record 2"));
  CHECK(has(refused(good + "\n" + R"({"id": "b@6-16", "begin": 0, "end": 7})"), "do not overlap"));
  CHECK(has(refused(R"({"id": "b@6-16", "begin": 6, "end": 18})"), "inside of the text's 17 code points"));
  CHECK(has(refused(R"({"id": "b@6-17", "begin": 6, "end": 16})"), "expected the id of an occurrence"));
  CHECK(has(refused(R"({"id": "b@6-16", "end": 16})"), "begin"));
  CHECK(has(refused(R"({"begin": 6, "end": 16})"), "id"));
  CHECK(has(refused(R"({"id": "b@6-16", "begin": -1, "end": 16})"), "\"begin\", byte"));
  CHECK(has(refused(R"({"id": "b@6-16", "begin": 99999999999, "end": 16})"), "\"begin\", byte"));
}
