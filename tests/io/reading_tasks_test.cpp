// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/reading_tasks.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using mhqa::io::task_layout;

constexpr std::string_view musique_row =
    R"({"id": "2hop__1_2", "paragraphs": [{"idx": 4, "title": "T", "paragraph_text": "one", "is_supporting": true},)"
    R"( {"idx": 0, "paragraph_text": "two"}], "question": "Why?", "question_decomposition": [{"id": "x", "question": "b", "question": "a"},)"
    R"( {"id": 2, "question": "#1 b", "answer": "z"}], "answer": "z"})";
constexpr std::string_view instance =
    R"({"_id": "q", "question": "Who?", "context": [["A", ["One.", " Two.", "Three."]], ["B", []]], "sub_idx": 3, "group": 1})";

const mhqa::reading said{.answer = "x \"y\"", .confidence = 0.5, .support = {1, 0}, .sufficiency = 0};

std::string line(const mhqa::io::task_record& record, const mhqa::reading& reading) {
  std::string out;
  mhqa::io::append_prediction(out, record, reading);
  return out;
}

}  // namespace

TEST_CASE("reading_tasks: both layouts are read from one file, and answered each in its own") {
  const mhqa_test::scratch here;
  const auto path = here.write("tasks.jsonl", std::string{musique_row} + "\n\n" + std::string{instance} + "\n");
  mhqa::io::task_records in{path.string()};
  mhqa::io::task_record record;

  REQUIRE(in.next(record));
  CHECK(record.layout == task_layout::musique);
  CHECK(record.id == "2hop__1_2");
  CHECK(record.question == "Why?");
  CHECK(record.context == std::vector<mhqa::context_paragraph>{{"T", "one"}, {"", "two"}});
  CHECK(record.steps == std::vector<std::string>{"a", "#1 b"});
  CHECK(record.task().context.size() == 2);
  CHECK(
      line(record, said) ==
      R"({"id": "2hop__1_2", "predicted_answer": "x \"y\"", "predicted_support_idxs": [0, 4], "predicted_answerable": false})"
      "\n");
  CHECK(line(record, {}) ==
        R"({"id": "2hop__1_2", "predicted_answer": "", "predicted_support_idxs": [], "predicted_answerable": true})"
        "\n");

  REQUIRE(in.next(record));
  CHECK(record.layout == task_layout::dire);
  CHECK(record.context == std::vector<mhqa::context_paragraph>{{"A", "One. Two. Three."}, {"B", ""}});
  CHECK(record.steps.empty());
  CHECK(line(record, said) ==
        R"({"question_id": "q", "sub_idx": 3, "group": 1, "answer": "x \"y\"", "answer_confidence": 0.5, )"
        R"("supporting_paragraphs": ["B", "A"], "sufficiency": 0})"
        "\n");
  record.sub_idx.reset();
  record.group.reset();
  CHECK(line(record, {.answer = "x"}) == R"({"question_id": "q", "answer": "x", "supporting_paragraphs": []})"
                                         "\n");
  CHECK_FALSE(in.next(record));
}

TEST_CASE("reading_tasks: StrategyQA's questions have all their evidence as context, and are answered by yes or no") {
  const mhqa_test::scratch here;
  // Fields in any order; two annotators name one paragraph, and one that the corpus lacks.
  const std::string gold =
      here.write("s.json", R"([{"evidence": [[[["Ulm-2", "Age-1"]], ["operation"]], [[["Ulm-2"]], ["operation"]]], )"
                           R"("decomposition": ["When?", "Is #1 old?"], "question": "Is Ulm old?", "qid": "1"}, )"
                           R"({"qid": "2", "question": "Is it?", "evidence": [[["no_evidence"]]]}])")
          .string();
  const std::string corpus =
      here.write("p.jsonl", R"({"title": "Ulm", "para_index": 2, "contents": "It is old."})").string();
  mhqa::io::task_records in{gold, corpus};
  mhqa::io::task_record record;
  mhqa::io::verdict_predictions verdicts;
  REQUIRE(in.next(record));
  CHECK(record.layout == task_layout::strategyqa);
  CHECK(record.context == std::vector<mhqa::context_paragraph>{{"Age", ""}, {"Ulm", "It is old."}});
  CHECK(record.task().question == "Is #1 old?");
  CHECK(record.task().whole == "Is Ulm old?");
  verdicts.add(record, {.answer = "yes"});
  REQUIRE(in.next(record));
  CHECK(record.task().question == "Is it?");
  CHECK(record.context.empty());
  verdicts.add(record, {.answer = "x"});
  CHECK_FALSE(in.next(record));
  CHECK(in.missing_paragraphs() == 1);
  CHECK(verdicts.text() == "{\n\"1\": true,\n\"2\": \"x\"\n}\n");

  const auto error = [&](const std::string& path, const std::string& paragraphs) {
    std::string what;
    try {
      mhqa::io::task_records bad{path, paragraphs};
      (void)bad.next(record);
    } catch (const mhqa::data_error& e) {
      what = e.what();
    }
    return what;
  };
  CHECK(error(gold, "").find("expected a file of the paragraphs of the evidence") != std::string::npos);
  CHECK(error(gold, gold).find("s.json") != std::string::npos);
  CHECK(error(here.write("q.json", R"([{"qid": "1", "evidence": [[]]}])").string(), corpus).find("\"question\"") !=
        std::string::npos);
  CHECK(error(here.write("e.json", R"([{"qid": "1", "question": "q"}])").string(), corpus).find("\"evidence\"") !=
        std::string::npos);
}

TEST_CASE("reading_tasks: a context is cut after a number of words, the question's included") {
  mhqa::io::task_record record;
  record.question = "Who sang  it?";
  const auto cut = [&](std::size_t most) {
    record.context = {{"A", " one two\tthree. "}, {"B", ""}, {"C", "four five"}};
    mhqa::io::cut_words(record, most);
    std::string out;
    for (const mhqa::context_paragraph& p : record.context) out.append(p.title).append(p.text).append("|");
    return out;
  };
  CHECK(cut(100) == "A one two\tthree. |B|Cfour five|");
  CHECK(cut(8) == "A one two\tthree. |B|Cfour five|");
  CHECK(cut(7) == "A one two\tthree. |B|Cfour|");
  CHECK(cut(5) == "A one two|B|C|");
  CHECK(cut(3) == "A|B|C|");
  CHECK(cut(1) == "A|B|C|");
}

TEST_CASE("reading_tasks: bad records and supports are errors") {
  struct row {
    std::string_view bytes, message;
  };
  const std::vector<row> rows{
      {R"({"id": "a", "question": "q"})", "expected either \"paragraphs\" or \"context\""},
      {R"({"id": "a", "question": "q", "paragraphs": [], "context": []})", "expected either"},
      {R"({"question": "q", "context": []})", "\"id\""},
      {R"({"_id": "a", "context": []})", "\"question\""},
      {R"({"id": "a", "question": "q", "paragraphs": [{"idx": 0}]})", "\"paragraph_text\""},
      {R"({"id": "a", "question": "q", "paragraphs": [{"paragraph_text": ""}]})", "\"idx\""},
      {R"({"id": "a", "question": "q", "paragraphs": [], "question_decomposition": [{}]})", "\"question\""},
      {R"({"_id": "a", "question": 1, "context": []})", "expected a string"},
      {R"({"_id": "a", "question": "q", "context": [], "sub_idx": -1})", "expected a number from 0"}};
  for (const row& r : rows) {
    CAPTURE(r.bytes);
    const mhqa_test::scratch here;
    mhqa::io::task_records in{here.write("t.jsonl", r.bytes).string()};
    mhqa::io::task_record record;
    std::string what;
    try {
      (void)in.next(record);
    } catch (const mhqa::data_error& error) {
      what = error.what();
    }
    CAPTURE(what);
    CHECK(what.find(r.message) != std::string::npos);
  }
  mhqa::io::task_record record{.id = "a", .question = "q"};
  std::string out;
  CHECK_THROWS_WITH_AS(mhqa::io::append_prediction(out, record, said),
                       "id \"a\": expected a support in the context, found paragraph 1", mhqa::data_error);
}
