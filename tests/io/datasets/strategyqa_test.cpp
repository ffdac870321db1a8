// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// StrategyQA's files: records, both layouts of predictions, eval.py's output byte for byte, and what is said of bad
// files. The small table was scored with strategyqa-evaluator's eval.py.
#include <mhqa/io/datasets/strategyqa.hpp>

#include "support/command.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strategyqa = mhqa::strategyqa;
namespace files = mhqa::io::strategyqa;

namespace {

/// A file that is gone at the end of the test.
class temporary_file {
 public:
  explicit temporary_file(std::string_view content) : path_{folder_.write("file.json", content).string()} {}
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  mhqa_test::scratch folder_;
  std::string path_;
};

template <class Totals = strategyqa::totals>
Totals evaluate(const std::string& gold, const std::string& predictions, std::size_t limit = 10) {
  files::predictions predicted{predictions};
  mhqa::io::json_records source{gold};
  strategyqa::evaluator score{limit};
  strategyqa::record r;
  Totals totals;
  while (auto value = source.next()) {
    files::read(*value, r, files::fields::gold, predicted.kinds());
    totals.add(score(r, predicted.find(r.qid)));
  }
  predicted.require_count(totals[strategyqa::slots::questions]);
  return totals;
}

std::string official(const std::string& gold, const std::string& predictions, std::size_t limit) {
  std::string out;
  files::append_official(out, evaluate<strategyqa::published_totals>(gold, predictions, limit), limit);
  return out;
}

/// The message without the path that stands before it.
std::string message(const std::string& path, const auto& f) {
  try {
    f();
  } catch (const mhqa::data_error& e) {
    const std::string text = e.what();
    return text.starts_with(path) ? text.substr(path.size() + 2) : text;
  }
  return "no error";
}

std::string gold_message(std::string_view content, files::prediction_kinds needed = {true, true, true}) {
  const temporary_file file{content};
  return message(file.path(), [&] {
    mhqa::io::json_records source{file.path()};
    strategyqa::record r;
    while (auto value = source.next()) files::read(*value, r, files::fields::all, needed);
  });
}

std::string predictions_message(std::string_view content) {
  const temporary_file file{content};
  return message(file.path(), [&] { files::predictions{file.path()}; });
}

constexpr std::string_view gold_text = R"([
  {"qid": "q1", "term": "Whale", "description": "mammal", "question": "Is a whale bigger than a car?", "answer": true,
   "facts": ["Whales are big.", "Cars \u00e9"], "decomposition": ["How big is a whale?", "How big is a car?", "Is #1 bigger than #2?"],
   "evidence": [[[["Whale-1", "Whale-2"]], [["Car-7"], "no_evidence"], ["operation"]],
                [[["Whale-1"]], [["Car-3"], ["Road-1"]], ["operation"]],
                [["no_evidence"], [[]], ["operation"]]]},
  {"qid": "q2", "term": "t", "description": "", "question": "Can pigs fly", "answer": false, "facts": [],
   "decomposition": ["Do pigs have wings?"], "evidence": [[[["Pig-0"]]]]}])";

constexpr std::string_view predictions_text = R"({
  "q2": {"answer": 0, "decomposition": ["Do pigs have wings?"], "paragraphs": ["Pig-1", "Pig-0"], "comment": "the first may hold more"},
  "q1": {"answer": "yes", "decomposition": ["How big is a whale?", "Is #1 bigger than a car?"], "paragraphs": ["Car-7", "Car-7", "Whale-2"]}})";

std::vector<strategyqa::record> read_all(const std::filesystem::path& path, mhqa::io::json_records& source) {
  std::vector<strategyqa::record> out;
  strategyqa::record r;
  while (auto value = source.next()) {
    files::read(*value, r);
    out.push_back(r);
  }
  CAPTURE(path);
  CHECK_FALSE(out.empty());
  return out;
}

}  // namespace

TEST_CASE("strategyqa files: a record has every field, evidence as lists and marks") {
  const temporary_file gold{gold_text};
  mhqa::io::json_records source{gold.path(), mhqa::io::lifetime::source};
  const auto records = read_all(gold.path(), source);
  REQUIRE(records.size() == 2);
  const strategyqa::record& r = records[0];
  CHECK(r.qid == "q1");
  CHECK(r.term == "Whale");
  CHECK(r.description == "mammal");
  CHECK(r.answer);
  CHECK(r.facts == std::vector<std::string_view>{"Whales are big.", "Cars \xc3\xa9"});
  CHECK(r.decomposition.size() == 3);
  REQUIRE(r.evidence.size() == 3);
  CHECK(r.evidence[0][0][0].paragraphs == std::vector<std::string_view>{"Whale-1", "Whale-2"});
  CHECK(r.evidence[0][1].size() == 2);
  CHECK(r.evidence[0][1][1].mark == std::optional<std::string_view>{"no_evidence"});
  CHECK(r.evidence[1][1][1].paragraphs == std::vector<std::string_view>{"Road-1"});
  CHECK(r.evidence[2][1][0] == strategyqa::evidence_item{});
  CHECK_FALSE(records[1].answer);
}

TEST_CASE("strategyqa files: records are written and read back") {
  const temporary_file gold{gold_text};
  mhqa::io::json_records source{gold.path(), mhqa::io::lifetime::source};
  const auto first = read_all(gold.path(), source);
  std::string text;
  mhqa::io::json_writer json{text};
  json.begin_array();
  for (const strategyqa::record& r : first) files::write(json, r);
  json.end_array();
  const temporary_file again{text};
  mhqa::io::json_records second{again.path(), mhqa::io::lifetime::source};
  CHECK(read_all(again.path(), second) == first);
}

TEST_CASE("strategyqa files: eval.py's output, byte for byte") {
  const temporary_file gold{gold_text}, predictions{predictions_text};
  CHECK(official(gold.path(), predictions.path(), 2) ==
        "{\n    \"Accuracy\": 0.5,\n    \"SARI\": 0.8842716379481086,\n    \"Recall@2\": 0.6666666666666666\n}\n");
  std::string arguments;
  files::append_official_arguments(arguments, "g\xc3\xb6ld.json", "p.json", 2);
  CHECK(arguments ==
        "====Input Arguments====\n{\n  \"golds_file\": \"g\\u00f6ld.json\",\n  \"metrics_output_file\": "
        "\"metrics.json\",\n"
        "  \"predictions_file\": \"p.json\",\n  \"retrieval_limit\": 2\n}\n=======================\n");
  CHECK(evaluate(gold.path(), predictions.path())[strategyqa::slots::neither] == 1);
}

TEST_CASE("strategyqa files: the kinds in the first prediction are scored, the others are printed as 0.0") {
  const temporary_file gold{gold_text}, answers{R"({"q1": {"answer": true}, "q2": {"answer": true}})"};
  CHECK(files::predictions{answers.path()}.kinds() == files::prediction_kinds{true, false, false});
  CHECK(official(gold.path(), answers.path(), 10) ==
        "{\n    \"Accuracy\": 0.5,\n    \"SARI\": 0.0,\n    \"Recall@10\": 0.0\n}\n");
  // Then the gold file need not have what is not compared.
  const temporary_file bare{R"({"qid": "q1", "answer": true})"
                            "\n"
                            R"({"qid": "q2", "answer": true})"};
  CHECK(evaluate(bare.path(), answers.path()).named()[0].value == std::optional{1.0});
}

TEST_CASE("strategyqa files: lists of paragraphs alone are predictions of one kind, and may be more than needed") {
  const temporary_file gold{gold_text}, lists{R"({"q1": ["Whale-1", "Car-7"], "q2": [], "q3": ["x"]})"};
  CHECK(evaluate(gold.path(), lists.path()).named()[2].value == std::optional{(2.0 / 3 + 0) / 2});
  files::predictions file{lists.path()};
  static_cast<void>(file.find("q1"));
  CHECK(file.unused() == 2);
}

TEST_CASE("strategyqa files: an answer may have any type, and only one equal to the truth value is right") {
  const temporary_file gold{R"({"qid": "a", "answer": true})"};
  struct {
    const char* answer;
    double want;
  } const rows[] = {{"true", 1}, {"1", 1},    {"1.0", 1},      {"false", 0},  {"0", 0},
                    {"2", 0},    {"null", 0}, {"\"true\"", 0}, {"[true]", 0}, {"{}", 0}};
  for (const auto& row : rows) {
    CAPTURE(row.answer);
    const temporary_file predictions{"{\"a\": {\"answer\": " + std::string{row.answer} + "}}"};
    CHECK(evaluate(gold.path(), predictions.path()).named()[0].value == std::optional{row.want});
  }
}

TEST_CASE("strategyqa files: an answer alone stands for its object") {
  const temporary_file alone{R"({"q1": true, "q2": 1, "q3": "yes"})"};
  files::predictions said{alone.path()};
  CHECK(said.kinds() == files::prediction_kinds{.answer = true});
  CHECK(*said.find("q1").answer == strategyqa::verdict::yes);
  CHECK(*said.find("q2").answer == strategyqa::verdict::yes);
  CHECK(*said.find("q3").answer == strategyqa::verdict::neither);
  CHECK(said.hint().starts_with("1 of 3 answers are texts"));
  CHECK(predictions_message(R"({"q1": true, "q2": null})").find("id \"q2\"") != std::string::npos);
  CHECK(predictions_message(R"({"q1": {"decomposition": []}, "q2": true})").find("id \"q2\"") != std::string::npos);
}

TEST_CASE("strategyqa files: a bad prediction file is refused with its place and the expected input") {
  const std::string kinds = "expected the kinds of predictions that the first entry has, and nothing else: ";
  CHECK(predictions_message(R"({"a": {"answer": true}, "b": {"paragraphs": []}})") ==
        "id \"b\", field \"b\": " + kinds + "answer");
  CHECK(predictions_message(R"({"a": {"answer": true, "decomposition": []}, "b": {"answer": true}})") ==
        "id \"b\", field \"b\": " + kinds + "answer, decomposition");
  CHECK(predictions_message(R"({"a": {"answer": true}, "b": {"answer": true, "x": 1}})") ==
        "id \"b\", field \"b\": " + kinds + "answer");
  CHECK(predictions_message(R"({"a": {"answer": true, "x": 1}})") == "no error");
  CHECK(predictions_message(R"({"a": {"x": 1}})") ==
        "id \"a\", field \"a\": expected \"answer\", \"decomposition\" or \"paragraphs\"");
  CHECK(predictions_message(R"({"a": {"answer": true}, "a": {"answer": true}})") ==
        "id \"a\", field \"a\": expected each id once, found it twice");
  CHECK(predictions_message(R"({"a": {"answer": true, "answer": false}})") == "no error");
  CHECK(
      predictions_message(R"({"a": {"decomposition": "What is it?"}})").ends_with("expected an array, found a string"));
  CHECK(predictions_message(R"({"a": {"paragraphs": ["x", 3]}})")
            .starts_with("id \"a\", field \"a.paragraphs[1]\", byte "));
  CHECK(
      predictions_message(R"({"a": ["x"], "b": {"paragraphs": []}})").ends_with("expected an array, found an object"));
  CHECK(
      predictions_message(R"({"a": {"paragraphs": []}, "b": ["x"]})").ends_with("expected an object, found an array"));
  CHECK(predictions_message("[]").ends_with("expected one JSON object, found an array"));
  CHECK(predictions_message("") != "no error");
}

TEST_CASE("strategyqa files: a question without a prediction, or too many predictions, is an error as in eval.py") {
  const temporary_file gold{gold_text};
  const auto said = [&](std::string_view content) {
    const temporary_file predictions{content};
    return message(predictions.path(), [&] { static_cast<void>(evaluate(gold.path(), predictions.path())); });
  };
  CHECK(said(R"({"q1": {"answer": true}, "other": {"answer": true}})") ==
        "id \"q2\": expected a prediction for each question; this one has none");
  CHECK(said(R"({"q1": {"answer": true}, "q2": {"answer": true}, "q3": {"answer": true}})") ==
        "expected as many predictions as questions (2), found 3");
  CHECK(said("{}") == "id \"q1\": expected a prediction for each question; this one has none");
}

TEST_CASE("strategyqa files: a bad record is refused with its place and the expected input") {
  CHECK(gold_message(R"([{"answer": true}])") == "record 1: expected the field \"qid\", which is missing");
  CHECK(gold_message(R"([{"qid": "q", "question": "x", "decomposition": [], "evidence": [[]]}])") ==
        "record 1, id \"q\": expected the field \"answer\", which is missing");
  CHECK(gold_message(R"([{"qid": "q"}])", {false, true, false}) ==
        "record 1, id \"q\": expected the field \"question\", which is missing");
  CHECK(gold_message(R"([{"qid": "q"}])", {false, false, true}) ==
        "record 1, id \"q\": expected the field \"evidence\", which is missing");
  CHECK(gold_message(R"([{"qid": "q"}])", {}) == "no error");
  CHECK(gold_message(R"([{"qid": "q", "evidence": []}])", {false, false, true}) ==
        "record 1, id \"q\", field \"evidence\": expected at least one annotator");
  CHECK(gold_message(R"([{"qid": "q", "answer": "yes"}])").ends_with("expected true or false, found a string"));
  CHECK(gold_message(R"([{"qid": "q", "evidence": [[["operation", 5]]]}])")
            .ends_with("expected a list of paragraph ids, \"operation\" or \"no_evidence\", found a number"));
  CHECK(gold_message(R"([{"qid": "q", "evidence": [[["operation", 5]]]}])")
            .starts_with("record 1, id \"q\", field \"evidence[0][0][1]\", byte "));
  CHECK(gold_message(R"([{"qid": "q", "evidence": [[[[1]]]]}])").ends_with("expected a string, found a number"));
  CHECK(gold_message(R"([{"qid": "q", "facts": "x"}])").ends_with("expected an array, found a string"));
  CHECK(gold_message(R"([{"qid": "q"})") != "no error");
  const auto annotated = [](int annotators) {
    std::string evidence = "[]";
    for (int i = 1; i < annotators; ++i) evidence += ", []";
    return gold_message(R"([{"qid": "q", "evidence": [)" + evidence + "]}]", {false, false, true});
  };
  CHECK(annotated(100) == "no error");
  CHECK(annotated(101).ends_with("expected at most 100 annotators, found more"));
}

TEST_CASE("strategyqa files: the golden tables") {
  const auto folder = mhqa_test::shared_data("golden/strategyqa");
  const auto gold = mhqa_test::shared_data("data/strategyqa/dev.json");
  if (!folder || !gold) return;
  const auto want = mhqa_test::load_json(*folder / "expected.json");
  const auto limit = static_cast<std::size_t>(want["retrieval_limit"].integer());
  const auto totals = evaluate(gold->string(), (*folder / "predictions.json").string(), limit);
  CHECK(totals[strategyqa::slots::questions] == 229);
  for (const mhqa::named_score& s : totals.named(limit)) {
    CAPTURE(s.name);
    CHECK(std::fabs(s.value.value() - want[s.name].real()) <= 1e-12);
  }
  std::string spelled;
  for (const char* name : {"Accuracy", "SARI", "Recall@10"}) {
    spelled += (spelled.empty() ? "{\n    \"" : ",\n    \"") + std::string{name} +
               "\": " + want[name].as<mhqa_test::json::number>().text;
  }
  CHECK(official(gold->string(), (*folder / "predictions.json").string(), limit) == spelled + "\n}\n");
}

TEST_CASE("strategyqa files: the golden recalls at 1, 5, 10 and 20") {
  const auto folder = mhqa_test::shared_data("golden/strategyqa_recall");
  const auto gold = mhqa_test::shared_data("data/strategyqa/dev.json");
  if (!folder || !gold) return;
  const auto want = mhqa_test::load_json(*folder / "expected.json");
  for (const std::size_t limit : {1U, 5U, 10U, 20U}) {
    const auto totals = evaluate(gold->string(), (*folder / "retrieved.json").string(), limit);
    const double recall = totals.named(limit)[2].value.value();
    CHECK(std::fabs(recall - want["recall@" + std::to_string(limit)].real()) <= 1e-12);
  }
}

TEST_CASE("strategyqa files: the 2,290 records agree as the paper says, and survive a round trip") {
  strategyqa::evidence_agreement agreement;
  std::size_t count = 0;
  for (const char* name : {"data/strategyqa/train.json", "data/strategyqa/dev.json"}) {
    const auto path = mhqa_test::shared_data(name);
    if (!path) return;
    mhqa::io::json_records source{path->string(), mhqa::io::lifetime::source};
    const auto records = read_all(*path, source);
    strategyqa::evidence_agreement part;
    std::string text;
    mhqa::io::json_writer json{text};
    json.begin_array();
    for (const strategyqa::record& r : records) {
      part.add(r);
      files::write(json, r);
    }
    json.end_array();
    agreement += part;
    count += records.size();
    const temporary_file again{text};
    mhqa::io::json_records second{again.path(), mhqa::io::lifetime::source};
    CHECK(read_all(again.path(), second) == records);
  }
  CHECK(count == 2290);
  CHECK(std::round(*agreement.paragraph_jaccard() * 100) == 43);
  CHECK(std::round(*agreement.page_jaccard() * 100) == 69);
}
