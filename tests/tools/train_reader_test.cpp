// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <string>

// mhqa train-reader, as a user runs it.

using mhqa_test::check_refused;

namespace {

std::string small_set() {
  std::string out;
  for (int i = 0; i < 12; ++i) {
    const std::string n = std::to_string(i);
    out += R"({"id": ")" + n + R"(", "question": "Who wrote Book )" + n + R"(?", "answer": "Ann Writer)" + n +
           R"(", "answer_aliases": [], "answerable": true, "paragraphs": [)" + R"({"idx": 0, "title": "Book )" + n +
           R"(", "paragraph_text": "Book )" + n + " was written by Ann Writer" + n +
           R"(.", "is_supporting": true}, {"idx": 1, "title": "Town", "paragraph_text": "Town is old.", )" +
           R"("is_supporting": false}, {"idx": 2, "title": "Ann Writer)" + n + R"(", "paragraph_text": "Ann Writer)" +
           n + R"( was born.", "is_supporting": true}], "question_decomposition": []})" + "\n";
  }
  return out;
}

}  // namespace

TEST_CASE("train-reader: weights are written, and read reads them and names them") {
  const mhqa_test::scratch here;
  const std::string set = here.write("set.jsonl", small_set()).string(), out = (here / "own.weights").string();
  const auto trained = mhqa_test::mhqa({"train-reader", set, "--out", out, "--name", "tiny", "--passes", "2"});
  CHECK(trained.status == 0);
  CHECK(trained.out.starts_with("12 questions; weights tiny "));
  CHECK(trained.err.find("12 of 12 questions") != std::string::npos);
  const auto read = mhqa_test::mhqa({"read", set, "--weights", out});
  CHECK(read.status == 0);
  CHECK(read.err.find("reader: trained tiny ") != std::string::npos);
  const auto again = mhqa_test::mhqa({"train-reader", set, "--out", out, "--name", "tiny", "--passes", "2"});
  CHECK(again.out == trained.out);
}

TEST_CASE("train-reader: a fold prints figures of both readers on what was left out") {
  const mhqa_test::scratch here;
  const std::string set = here.write("set.jsonl", small_set()).string();
  std::int64_t questions = 0;
  for (const char* fold : {"1", "2"}) {
    const auto done = mhqa_test::mhqa({"train-reader", set, "--fold", fold, "--folds", "2", "--passes", "1"});
    REQUIRE(done.status == 0);
    const std::string first = done.out.substr(0, done.out.find('\n'));
    const auto words = mhqa_test::parse_json(first);
    CHECK(words["reader"].string() == "words");
    questions += words["questions"].integer();
    CHECK(done.out.find("\"reader\": \"trained\"") != std::string::npos);
  }
  CHECK(questions == 12);
}

TEST_CASE("train-reader: what a net is trained on is written, of a fold or of all questions and of more files") {
  const mhqa_test::scratch here;
  const std::string set = here.write("set.jsonl", small_set()).string(), inputs = (here / "net.inputs").string();
  const auto fold =
      mhqa_test::mhqa({"train-reader", set, "--fold", "1", "--folds", "2", "--passes", "1", "--net-inputs", inputs});
  REQUIRE(fold.status == 0);
  CHECK(fold.out.empty());
  CHECK(fold.err.find("questions written whose answer is a span") != std::string::npos);
  const std::size_t of_fold = mhqa_test::read_file(inputs).size();
  const auto all = mhqa_test::mhqa({"train-reader", set, "--out", (here / "own.weights").string(), "--passes", "1",
                                    "--net-inputs", inputs, "--more", set});
  REQUIRE(all.status == 0);
  CHECK(all.out.starts_with("12 questions; weights own "));
  CHECK(all.err.find("24 of 24 questions written") != std::string::npos);
  CHECK(of_fold > 0);
  CHECK(mhqa_test::read_file(inputs).size() > 2 * of_fold);
  check_refused(mhqa_test::mhqa({"train-reader", set, "--fold", "1", "--more", set}),
                "expected --net-inputs or --net with it");
  check_refused(mhqa_test::mhqa({"train-reader", set, "--fold", "1", "--net", set}), "set.jsonl");
}

TEST_CASE("train-reader: StrategyQA's last steps are asked, with the paragraphs of a file") {
  const mhqa_test::scratch here;
  std::string gold;
  for (int i = 0; i < 12; ++i) {
    const std::string n = std::to_string(i), answer = i % 2 == 0 ? "true" : "false",
                      verb = i % 2 == 0 ? "like" : "beat";
    gold += R"({"qid": ")" + n + R"(", "term": "T)" + n + R"(", "description": "", "question": "Is T)" + n +
            R"( so?", "answer": )" + answer + R"(, "facts": [], "decomposition": ["What is T)" + n +
            R"(?", "Does #1 )" + verb + R"( it?"], "evidence": [[[["T)" + n + R"(-1"]], ["operation"]]]})" + "\n";
  }
  const std::string set = here.write("set.jsonl", gold).string();
  const std::string texts = here.write("p.jsonl", R"({"title": "T1", "para_index": 1, "contents": "It is old."})"
                                                  "\n")
                                .string();
  const auto done = mhqa_test::mhqa({"train-reader", set, "--fold", "1", "--folds", "2", "--paragraphs", texts});
  REQUIRE(done.status == 0);
  CHECK(done.out.find("\"reader\": \"trained\"") != std::string::npos);
  CHECK(done.out.find("\"answer_em\": 100") != std::string::npos);
  check_refused(mhqa_test::mhqa({"train-reader", set, "--paragraphs", set, "--fold", "1"}), "set.jsonl");
  check_refused(mhqa_test::mhqa({"train-reader", set, "--paragraphs", texts, "--out", texts}), "p.jsonl");
}

TEST_CASE("train-reader: a fold without other articles to train on is refused") {
  const mhqa_test::scratch here;
  std::string all = small_set();
  for (std::size_t at = 0; (at = all.find("\"Book ", at)) != all.npos; ++at) {
    all.replace(at, all.find('"', at + 1) + 1 - at, "\"Book\"");
  }
  const std::string set = here.write("set.jsonl", all).string();
  const auto done = mhqa_test::mhqa({"train-reader", set, "--fold", "1", "--folds", "2"});
  CHECK(done.status == 2);
  CHECK(done.err.find("share no article with the fold, found none") != std::string::npos);
}

TEST_CASE("train-reader: it needs one of --out and --fold, and questions with paragraphs") {
  const mhqa_test::scratch here;
  const std::string set = here.write("set.jsonl", small_set()).string();
  check_refused(mhqa_test::mhqa({"train-reader", set}), "expected either --out or --fold");
  check_refused(mhqa_test::mhqa({"train-reader", set, "--fold", "6"}), "expected a fold from 1 to 5");
  check_refused(mhqa_test::mhqa({"train-reader", here.write("x.json", "[]").string(), "--fold", "1"}), "x.json");
  check_refused(mhqa_test::mhqa({"train-reader", set, "--out", set}), "set.jsonl");
}
