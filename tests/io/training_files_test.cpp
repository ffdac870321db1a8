// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/training_files.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace io = mhqa::io;

namespace {

const std::string hotpot =
    R"([{"_id": "a", "question": "Who wrote it?", "answer": "Jane", "type": "bridge", "level": "easy", )"
    R"("supporting_facts": [["Emma", 1], ["Jane", 0], ["Gone", 0]], "context": [["Emma", ["It is old.", " It is good."]], )"
    R"(["Bath", ["A town."]], ["Jane", ["She wrote."]]]}, )"
    R"({"_id": "b", "question": "Why?", "answer": "so", "type": "bridge", "level": "easy", "supporting_facts": [], )"
    R"("context": []}])";

}  // namespace

TEST_CASE("training_files: supports and sentences of HotpotQA are places in the joined texts") {
  const mhqa_test::scratch here;
  std::vector<mhqa::training_example> out;
  const io::example_counts counts = io::load_examples(here.write("h.json", hotpot).string(), out);
  CHECK(counts.read == 2);
  CHECK(counts.without_paragraphs == 1);
  REQUIRE(out.size() == 1);
  CHECK(out[0].context[0].second == "It is old. It is good.");
  CHECK(out[0].supports == std::vector<std::uint32_t>{0, 2});
  CHECK(out[0].sentences == std::vector<mhqa::read_sentence>{{0, 10}, {2, 0}});
  CHECK(out[0].group == "a");
}

TEST_CASE("training_files: Hugging Face's columns give what HotpotQA's own layout gives") {
  const mhqa_test::scratch here;
  std::vector<mhqa::training_example> rows, columns;
  io::load_examples(here.write("h.json", hotpot).string(), rows);
  io::load_examples(
      here.write("c.jsonl",
                 R"({"id": "a", "question": "Who wrote it?", "answer": "Jane", "type": "bridge", )"
                 R"("level": "easy", "supporting_facts": {"title": ["Emma", "Jane", "Gone"], "sent_id": )"
                 R"([1, 0, 0]}, "context": {"title": ["Emma", "Bath", "Jane"], "sentences": [["It is old.", )"
                 R"(" It is good."], ["A town."], ["She wrote."]]}})"
                 "\n")
          .string(),
      columns);
  REQUIRE(columns.size() == 1);
  CHECK(columns[0].context == rows[0].context);
  CHECK(columns[0].supports == rows[0].supports);
  CHECK(columns[0].sentences == rows[0].sentences);
}

TEST_CASE("training_files: questions of one article of SQuAD are one group, in one fold") {
  const mhqa_test::scratch here;
  const std::string squad =
      R"({"version": "1.1", "data": [{"title": "Emma", "paragraphs": [{"context": "Jane wrote it.", "qas": [)"
      R"({"id": "1", "question": "Who?", "answers": [{"text": "Jane", "answer_start": 0}]}, )"
      R"({"id": "2", "question": "What?", "answers": [{"text": "it", "answer_start": 11}]}]}]}]})";
  std::vector<mhqa::training_example> out;
  io::load_examples(here.write("s.json", squad).string(), out);
  REQUIRE(out.size() == 2);
  CHECK(out[0].group == "Emma");
  CHECK(out[0].supports.empty());
  for (std::uint64_t folds = 2; folds < 9; ++folds) CHECK(io::fold_of(out[0], folds) == io::fold_of(out[1], folds));
}

TEST_CASE("training_files: StrategyQA's last steps are asked with the paragraphs of the evidence") {
  const mhqa_test::scratch here;
  const std::string gold =
      here.write("s.json", R"([{"qid": "1", "term": "Ulm", "description": "A city", "question": )"
                           R"("Is Ulm old?", "answer": true, "facts": [], "decomposition": ["When?", )"
                           R"("Is #1 old?"], "evidence": [[[["Ulm-2", "Age-1"]], ["operation"]], )"
                           R"([[["Ulm-2"]], ["operation"]]]}, {"qid": "2", "term": "Bonn", )"
                           R"("description": "A city", "question": "Is Bonn new?", "answer": false, )"
                           R"("facts": [], "decomposition": ["Is it?"], "evidence": [[[["Age-7"]]]]}])")
          .string();
  const std::string texts = here.write("p.jsonl", R"({"title": "Ulm", "para_index": 2, "contents": "It is old."})"
                                                  "\n")
                                .string();
  std::vector<mhqa::training_example> out;
  CHECK(io::load_examples(gold, out, texts).read == 2);
  REQUIRE(out.size() == 2);
  CHECK(out[0].question == "Is #1 old?");
  CHECK(out[0].whole == "Is Ulm old?");
  CHECK(out[0].group == "Ulm");
  CHECK(out[0].answers == std::vector<std::string>{"yes"});
  CHECK(out[1].answers == std::vector<std::string>{"no"});
  using paragraphs = std::vector<std::pair<std::string, std::string>>;
  CHECK(out[0].context == paragraphs{{"Age", ""}, {"Ulm", "It is old."}});
  // Both have evidence on the page "Age".
  for (std::uint64_t fold = 0; fold < 2; ++fold) {
    const io::example_split split = io::split_examples(out, fold, 2);
    CHECK((split.test.empty() || split.train.empty()));
  }
}

TEST_CASE("training_files: no article of a fold is among those to train on") {
  // The first two share a supporting article, the third is about it in SQuAD's spelling, the fourth only shows it.
  const std::vector<mhqa::training_example> all{
      {.id = "a", .group = "a", .context = {{"New York", ""}, {"Emma", ""}}, .supports = {0, 1}},
      {.id = "b", .group = "b", .context = {{"New York", ""}, {"Ulm", ""}}, .supports = {1, 0}},
      {.id = "c", .group = "New_York", .context = {{"New_York", ""}}},
      {.id = "d", .group = "d", .context = {{"New York", ""}, {"Bonn", ""}}, .supports = {1}},
  };
  std::size_t tested = 0;
  for (std::uint64_t fold = 0; fold < 7; ++fold) {
    const io::example_split split = io::split_examples(all, fold, 7);
    tested += split.test.size();
    CHECK(split.train.size() + split.test.size() + split.left_out == all.size());
    std::array<bool, 4> in_test{}, in_train{};
    for (const std::size_t i : split.test) in_test[i] = true;
    for (const std::size_t i : split.train) in_train[i] = true;
    const bool shared = in_test[0] || in_test[1] || in_test[2];
    for (std::size_t i = 0; i < 3; ++i) CHECK(in_train[i] == !shared);
    CHECK(in_train[3] == !in_test[3]);
  }
  CHECK(tested == all.size());
}

TEST_CASE("training_files: figures count answers, supports and sentences") {
  const mhqa::training_example e{.id = "a",
                                 .question = "?",
                                 .answers = {"Jane Austen"},
                                 .context = {{"A", "x y"}, {"B", "z"}, {"C", "z"}},
                                 .supports = {1, 0},
                                 .sentences = {{0, 4}, {1, 0}}};
  io::reader_figures f;
  mhqa::answer_scorer<> scorer{mhqa::dialects::hotpotqa};
  // Answer: 2 * 1 / (1 + 2); supports: one of two named, of two: 1/2; sentences: one of two: 2 / (2 + 2).
  io::add_figures(e, {.answer = "Austen", .support = {0, 2}, .sentences = {{0, 5}, {2, 0}}}, scorer, f);
  CHECK(f.answer_f1 == doctest::Approx(2.0 / 3));
  CHECK(f.answer_em == 0);
  CHECK(f.support_f1 == doctest::Approx(0.5));
  CHECK(f.sentence_f1 == doctest::Approx(0.5));
  CHECK(f.support_em == 0);
}

TEST_CASE("training_files: files of another kind, and files without a usable question, are refused") {
  const mhqa_test::scratch here;
  std::vector<mhqa::training_example> out;
  const auto error = [&](const char* text) {
    const std::string file = here.write("f.json", text).string();
    return mhqa_test::error_of([&] { io::load_examples(file, out); });
  };
  CHECK(error("{\"a\": 1}").find("expected questions with paragraphs") != std::string::npos);
  CHECK(error(R"([{"qid": "1", "question": "Why?", "answer": true, "decomposition": [], "evidence": [[]]}])")
            .find("expected questions with decompositions") != std::string::npos);
  CHECK(error(R"([{"_id": "b", "question": "Why?", "answer": "so", "context": []}])").find("found none") !=
        std::string::npos);
}
