// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/request_files.hpp>

#include "support/command.hpp"
#include "support/json.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

using mhqa_test::read_file;
using mhqa_test::scratch;

namespace {

mhqa::single_hop_pool small_pool() {
  return {{{"1", "s", "Who wrote Emma?", "Jane Austen", {}, 1}}, {{"A", "a"}, {"Emma", "By Jane Austen."}}};
}

}  // namespace

TEST_CASE("request_files: requests name paragraphs by number and mark the right one") {
  const scratch here;
  const auto pool = small_pool();
  const std::vector<mhqa::reading_request> requests{{"head__1", 0, "Who wrote Emma?", {}, 2},
                                                    {"tail__1", 0, "Who wrote?", {0, 1}, 3}};
  const std::string path = (here / "r.jsonl").string();
  mhqa::io::write_requests(path, pool, requests);
  CHECK(read_file(path) ==
        R"({"id": "head__1", "question": "Who wrote Emma?", "paragraphs": [], "fold": 2, "answer": "Jane Austen", )"
        R"("answer_aliases": [], "support": []})"
        "\n"
        R"({"id": "tail__1", "question": "Who wrote?", "paragraphs": [0, 1], "fold": 3, "answer": "Jane Austen", )"
        R"("answer_aliases": [], "support": [1]})"
        "\n");
  mhqa::io::write_request_paragraphs(path, pool);
  CHECK(read_file(path) ==
        "{\"idx\": 0, \"title\": \"A\", \"paragraph_text\": \"a\"}\n"
        "{\"idx\": 1, \"title\": \"Emma\", \"paragraph_text\": \"By Jane Austen.\"}\n");

  const std::string answers =
      here.write("a.jsonl", R"({"id": "tail__1", "answer": "Ann", "support": [1], "confidence": 0.5})"
                            "\n"
                            R"({"id": "head__1", "answer": ""})"
                            "\n")
          .string();
  auto said = mhqa::io::read_answers(answers);
  const auto readings = mhqa::io::replay_requests(answers, said, requests);
  CHECK(readings == std::vector<mhqa::reading>{{""}, {"Ann", 0.5, {1}}});
  const std::vector<mhqa::reading_request> other{{"head__2", 0, "?", {}, 0}};
  CHECK_THROWS_WITH_AS(static_cast<void>(mhqa::io::replay_requests(answers, said, other)), doctest::Contains("head__2"),
                       mhqa::data_error);
  const std::vector<mhqa::reading_request> shorter{{"tail__1", 0, "?", {0}, 0}};
  CHECK_THROWS_WITH_AS(static_cast<void>(mhqa::io::replay_requests(answers, said, shorter)),
                       doctest::Contains("a.jsonl: id \"tail__1\", field \"support\": expected a position below 1"),
                       mhqa::data_error);
}

TEST_CASE("request_files: malformed answers are refused") {
  const scratch here;
  for (const std::string_view text : {R"({"id": "1", "answer": "a"} {"id": "1", "answer": "b"})", R"({"id": "1"})",
                                      R"({"answer": "a"})", R"({"id": "1", "answer": "a", "support": [-1]})",
                                      "{\"id\": \"1\", \"answer\": \"a\"}\n{\"id\": \"1\", \"answer\": \"a\"}"}) {
    CAPTURE(text);
    const std::string path = here.write("a.jsonl", text).string();
    CHECK_THROWS_AS(static_cast<void>(mhqa::io::read_answers(path)), mhqa::data_error);
  }
}

TEST_CASE("request_files: wordings go out and come back") {
  const scratch here;
  const std::string path = (here / "w.jsonl").string();
  const std::vector<std::string_view> aliases{"Austen"};
  const std::vector<mhqa::wording_request> requests{
      {"2hop__1_2",
       {"Who wrote Emma?", "When was #1 born?"},
       {"Jane Austen", "1775"},
       {},
       {{"Who wrote Emma?", "Jane Austen", aliases, "Emma", "By Jane Austen."},
        {"When was Jane Austen born?", "1775", {}, "Jane Austen", "Born in 1775."}}},
      {"x", {"How?", "Is it #1?"}, {"a", "b"}, {}, {}}};
  mhqa::io::write_wording_requests(path, requests);
  CHECK(read_file(path) ==
        R"({"id": "2hop__1_2", "steps": ["Who wrote Emma?", "When was #1 born?"], "answers": ["Jane Austen", "1775"], )"
        R"("hops": [{"question": "Who wrote Emma?", "answer": "Jane Austen", "answer_aliases": ["Austen"], )"
        R"("title": "Emma", "paragraph_text": "By Jane Austen."}, {"question": "When was Jane Austen born?", )"
        R"("answer": "1775", "answer_aliases": [], "title": "Jane Austen", "paragraph_text": "Born in 1775."}], )"
        R"("draft": "When was the person who wrote Emma born?"})"
        "\n"
        R"({"id": "x", "steps": ["How?", "Is it #1?"], "answers": ["a", "b"], "hops": [], "draft": null})"
        "\n");
  const auto again = mhqa::io::read_wording_requests(path);
  CHECK(again.requests == requests);
  REQUIRE(again.requests[0].hops[0].aliases.size() == 1);
  CHECK(again.requests[0].hops[0].aliases[0] == "Austen");
  const auto back = mhqa::io::read_wordings(
      here.write("b.jsonl",
                 "{\"id\": \"x\", \"question\": \"Who?\", \"same_entity\": false}\n{\"id\": \"y\", \"question\": null}")
          .string());
  REQUIRE(back.size() == 2);
  CHECK(back[0] == mhqa::wording_answer{"x", "Who?", false});
  CHECK(back[1] == mhqa::wording_answer{"y", "", true});
}

TEST_CASE("request_files: people's wordings name the file of what is wrong") {
  const scratch here;
  const std::vector<mhqa::wording_request> requests{{"x", {}, {}, {}, {}}};
  const std::string one = "{\"id\": \"x\", \"question\": \"Who?\"}\n";
  const std::vector<std::string> good{here.write("ann", one).string(), here.write("bob", one).string()};
  CHECK(mhqa::io::read_people(good, requests).size() == 2);
  const std::vector<std::string> bad{good[0], here.write("cy", one + one).string()};
  const std::string problem = bad[1] + ": id \"x\": expected one answer to this id, found another";
  CHECK_THROWS_WITH_AS(static_cast<void>(mhqa::io::read_people(bad, requests)), problem.c_str(), mhqa::data_error);
  const std::string line = R"({"id": "x", "steps": [], "answers": [], "hops": []})";
  CHECK(mhqa::io::read_wording_requests(here.write("r", line).string()).requests == requests);
  for (const std::string& text : {std::string{}, line + "\n" + line, std::string{R"({"id": "x", "steps": []})"},
                                  std::string{R"({"id": "x", "steps": [1], "answers": [], "hops": []})"}}) {
    CAPTURE(text);
    CHECK_THROWS_AS(static_cast<void>(mhqa::io::read_wording_requests(here.write("r", text).string())),
                    mhqa::data_error);
  }
}

TEST_CASE("request_files: notes of a tagger, one a mention") {
  const scratch here;
  const auto notes =
      mhqa::io::read_entity_notes(here.write("n.jsonl",
                                             "{\"mention\": \"Jane Austen\", \"type\": \"PERSON\", \"link\": "
                                             "\"Q36322\"}\n{\"mention\": \"tea\", \"type\": null}")
                                      .string());
  REQUIRE(notes.find("Jane Austen") != nullptr);
  CHECK(*notes.find("Jane Austen") == mhqa::entity_note{"PERSON", "Q36322"});
  CHECK(*notes.find("tea") == mhqa::entity_note{});
  CHECK(notes.find("Emma") == nullptr);
  const std::string twice =
      here.write("n.jsonl", "{\"mention\": \"a\", \"type\": \"x\"}\n{\"mention\": \"a\", \"type\": \"y\"}").string();
  CHECK_THROWS_AS(static_cast<void>(mhqa::io::read_entity_notes(twice)), mhqa::data_error);
}
