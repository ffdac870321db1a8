// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/composition_files.hpp>

#include "support/command.hpp"

#include <mhqa/io/json_records.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using mhqa::io::json_value;
using mhqa_test::scratch;

namespace {

const std::vector<std::string_view> aliases{"16 December 1775"};

mhqa::single_hop_pool small_pool() {
  return {{{"a", "s", "Who wrote Emma?", "Jane Austen", {}, 0},
           {"b_1", "t", "When was Jane Austen born?", "1775", aliases, 1}},
          {{"Emma", "By Jane Austen."}, {"Austen", "Born in 1775."}, {"C", "c"}}};
}

constexpr mhqa::composition born{mhqa::shape::hop2, {0, 1, 0, 0}, {{{9, 11}, {}, {}}}};

}  // namespace

TEST_CASE("composition_files: pairs, compositions and contexts are read as they were written") {
  const scratch here;
  const auto pool = small_pool();
  const mhqa::io::pool_ids ids{pool};
  std::string text;
  mhqa::io::write_pair(text, pool, {0, 1, {9, 11}});
  CHECK(text == R"({"head": "a", "tail": "b_1", "bridge": [9, 11]})");
  text += "\n";
  const mhqa::composed_context context{{2, false}, {0, true}};
  {
    mhqa::io::json_writer json{text};
    json.begin_object();
    mhqa::io::write_composition(json, pool, born);
    mhqa::io::write_context(json.key("context"), context);
    json.end_object();
  }
  mhqa::io::json_records lines{here.write("x.jsonl", text).string()};
  CHECK(mhqa::io::read_pair(*lines.next(), ids) == mhqa::question_pair{0, 1, {9, 11}});
  mhqa::composition back;
  mhqa::composed_context read;
  lines.next()->object([&](std::string_view key, json_value field) {
    mhqa::io::read_composition_field(key, field, ids, back);
    if (key == "context") read = mhqa::io::read_context(field, pool);
  });
  CHECK(back == born);
  CHECK(read == context);

  for (const char* bad : {R"({"shape": "5hop"})", R"({"questions": ["c"]})", R"({"context": [[3, 0]]})",
                          R"({"context": [[4294967296, 0]]})", R"({"bridges": [[-1, 2]]})"}) {
    CAPTURE(bad);
    mhqa::io::json_records one{here.write("bad.jsonl", bad).string()};
    const auto value = one.next();
    auto record = *value;
    CHECK_THROWS_AS(record.object([&](std::string_view key, json_value field) {
      mhqa::io::read_composition_field(key, field, ids, back);
      if (key == "context") read = mhqa::io::read_context(field, pool);
    }),
                    mhqa::data_error);
  }
}

TEST_CASE("composition_files: a bridge that is not part of the tail's question is refused") {
  const scratch here;
  const auto pool = small_pool();  // "When was Jane Austen born?" has 26 bytes
  const mhqa::io::pool_ids ids{pool};
  const auto read = [&](std::string_view bridge) {
    const std::string line = R"({"head": "a", "tail": "b_1", "bridge": )" + std::string{bridge} + "}";
    mhqa::io::json_records lines{here.write("x.jsonl", line).string()};
    return mhqa::io::read_pair(*lines.next(), ids).bridge;
  };
  CHECK(read("[25, 1]") == mhqa::mention{25, 1});
  CHECK(read("[26, 0]") == mhqa::mention{26, 0});
  for (const char* bad : {"[26, 1]", "[27, 0]", "[4294967295, 1]", "[1, 4294967295]", "[4294967295, 4294967295]"}) {
    CAPTURE(bad);
    CHECK_THROWS_WITH_AS(static_cast<void>(read(bad)),
                         doctest::Contains("expected a bridge inside the question of 26 bytes"), mhqa::data_error);
  }
}

TEST_CASE("composition_files: contexts and twins are read as they were written") {
  const scratch here;
  const auto pool = small_pool();
  const mhqa::made_question made{born, "", mhqa::data_part::train, {{2, false}, {0, true}}, {{{1, true}}, 1, true}};
  std::string text;
  mhqa::io::write_contexts(text, pool, made);
  CHECK(text ==
        R"({"id": "2hop__a_b_1", "context": [[2, 0], [0, 1]], "twin": [[1, 1]], "step": 1, "twin_first": true})");
  mhqa::io::json_records lines{here.write("x.jsonl", text).string()};
  mhqa::made_question back{born, "", mhqa::data_part::train, {}, {}};
  mhqa::io::read_contexts(*lines.next(), pool, back);
  CHECK(back == made);
}

TEST_CASE("composition_files: finished questions in MuSiQue's layout name their single-hop questions") {
  const scratch here;
  const auto pool = small_pool();
  const auto made =
      mhqa::make_composed(pool, born, "When was the author of Emma born?", {{0, true}, {2, false}}, false);
  std::string text;
  mhqa::io::write_composed(text, pool, made);
  mhqa::io::json_records lines{here.write("x.jsonl", text).string()};
  mhqa::musique::record r;
  mhqa::io::musique::read(*lines.next(), r);
  CHECK(r.id == "2hop__a_b_1");
  CHECK(r.question == "When was the author of Emma born?");
  CHECK(r.answer == "1775");
  CHECK(r.answer_aliases == aliases);
  CHECK_FALSE(r.answerable);
  CHECK(r.paragraphs ==
        std::vector<mhqa::musique::paragraph>{{0, "Emma", "By Jane Austen.", true}, {1, "C", "c", false}});
  REQUIRE(r.decomposition.size() == 2);
  CHECK(r.decomposition[0] == mhqa::musique::step{0, "Who wrote Emma?", "Jane Austen", 0, "a"});
  CHECK(r.decomposition[1] == mhqa::musique::step{0, "When was #1 born?", "1775", std::nullopt, "b_1"});
}
