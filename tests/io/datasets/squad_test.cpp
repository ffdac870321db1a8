// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// SQuAD's files: both layouts, both versions, the official outputs byte for byte, and what is said of bad files.
// The small tables were scored with evaluate-v1.1.py and evaluate-v2.0.py (as in Hugging Face's evaluate).
#include <mhqa/io/datasets/squad.hpp>

#include "support/command.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace squad = mhqa::squad;
using squad::version;

namespace {

/// A file that is gone at the end of the test.
class temporary_file {
 public:
  explicit temporary_file(std::string_view content, std::string_view suffix = ".json")
      : path_{folder_.write("file" + std::string{suffix}, content).string()} {}
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  mhqa_test::scratch folder_;
  std::string path_;
};

/// What a published program would print, and all that the run found out.
struct run {
  std::string output, missing;
  squad::totals totals;
  squad::threshold_scores best;
};

run evaluate(const std::string& gold, const std::string& predictions, version v, const std::string& na_prob = {},
             double threshold = 1.0, bool precisions = true) {
  mhqa::io::squad::questions questions{gold, mhqa::io::squad::fields::gold};
  mhqa::io::squad::predictions answers{predictions};
  std::optional<mhqa::io::squad::probabilities> probabilities;
  if (!na_prob.empty()) probabilities.emplace(na_prob);
  squad::evaluator score{v, threshold};
  squad::published_totals published{score.rules()};
  squad::threshold_totals rows;
  run result{.output = {}, .missing = {}, .totals = squad::totals{score.rules()}, .best = {}};
  questions.for_each(
      [&](const squad::record& r) {
        squad::prediction p = answers.find(r.id);
        if (probabilities) probabilities->apply(r.id, p);
        const auto s = score(r, p);
        if (!s.answer) mhqa::io::squad::append_official_missing(result.missing, r.id, v);
        result.totals.add(s);
        published.add(s);
        rows.add(s);
      },
      v == version::v1_1);
  result.best = rows.result();
  mhqa::io::squad::append_official(result.output, published, v, probabilities ? &result.best : nullptr,
                                   probabilities ? &*probabilities : nullptr, precisions);
  return result;
}

std::string message(const auto& f) {
  try {
    f();
  } catch (const mhqa::data_error& e) {
    return e.what();
  }
  return "no error";
}

/// The message without the path that stands before it.
std::string read_message(std::string_view content, bool needs_answer = false, std::string_view suffix = ".json") {
  const temporary_file file{content, suffix};
  const std::string text = message([&] {
    mhqa::io::squad::questions questions{file.path()};
    questions.for_each([](const squad::record&) {}, needs_answer);
  });
  return text.starts_with(file.path()) ? text.substr(file.path().size() + 2) : text;
}

std::string predictions_message(std::string_view content) {
  const temporary_file file{content};
  const std::string text = message([&] { mhqa::io::squad::predictions{file.path()}; });
  return text.starts_with(file.path()) ? text.substr(file.path().size() + 2) : text;
}

std::string probabilities_message(std::string_view content) {
  const temporary_file file{content};
  const std::string text = message([&] { mhqa::io::squad::probabilities{file.path()}; });
  return text.starts_with(file.path()) ? text.substr(file.path().size() + 2) : text;
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

void check_scores(const std::vector<mhqa::named_score>& got, const mhqa_test::json& want) {
  for (const auto& member : want.members()) {
    const std::string& name = member.first;
    const auto found = std::ranges::find(got, name, &mhqa::named_score::name);
    CAPTURE(name);
    REQUIRE(found != got.end());
    REQUIRE(found->value.has_value());
    CHECK(std::fabs(*found->value - member.second.real()) <= 1e-12);
  }
}

constexpr std::string_view gold_1 = R"({"version": "1.1", "data": [
  {"title": "Rivers", "paragraphs": [
    {"context": "The Nile …", "qas": [
      {"id": "n1", "question": "Longest?", "answers": [{"text": "the Nile", "answer_start": 0}, {"text": "Nile", "answer_start": 4}]},
      {"id": "n2", "question": "Where?", "answers": [{"text": "Egypt and Sudan", "answer_start": 9}]}]},
    {"qas": [{"id": "n3", "question": "Who?", "answers": [{"text": "The", "answer_start": 1}]}], "context": "The \u00c9lan"}]},
  {"paragraphs": [{"context": "c", "qas": [{"answers": [{"text": "\u0130zmir", "answer_start": 3}], "id": "n4", "question": "q"}]}], "title": "Towns"}]})";

constexpr std::string_view predictions_1 = R"({"n1": "Nile.", "n3": "a", "n4": "i\u0307zmir", "other": "x"})";

constexpr std::string_view gold_2 =
    R"({"version": "v2.0", "data": [{"title": "t", "paragraphs": [{"context": "c", "qas": [
  {"id": "a", "question": "q", "answers": [{"text": "Nile", "answer_start": 0}], "is_impossible": false},
  {"id": "b", "question": "q", "answers": [{"text": "blue whale song", "answer_start": 0}], "is_impossible": false},
  {"id": "c", "question": "q", "answers": [{"text": "x", "answer_start": 0}], "is_impossible": false},
  {"id": "d", "question": "q", "answers": [], "plausible_answers": [{"text": "Nile", "answer_start": 0}], "is_impossible": true},
  {"id": "e", "question": "q", "answers": [], "is_impossible": true},
  {"id": "f", "question": "q", "answers": [{"text": "The", "answer_start": 0}], "is_impossible": false}]}]}]})";

constexpr std::string_view predictions_2 =
    R"({"a": "the Nile", "b": "blue whale", "c": "", "d": "", "e": "42", "f": ""})";
constexpr std::string_view na_prob_2 = R"({"f": 0.5, "a": 0, "e": 0.5, "b": 0.25, "c": 1, "d": 0.75})";

}  // namespace

TEST_CASE("squad files: 1.1's output and warnings are the program's, byte for byte") {
  const temporary_file gold{gold_1}, predictions{predictions_1};
  const run got = evaluate(gold.path(), predictions.path(), version::v1_1);
  CHECK(got.output == "{\"exact_match\": 75.0, \"f1\": 50.0}\n");
  CHECK(got.missing == "Unanswered question n2 will receive score 0.\n");
}

TEST_CASE("squad files: 2.0's output is the program's, byte for byte, with and without probabilities") {
  const temporary_file gold{gold_2}, predictions{predictions_2}, na_prob{na_prob_2};
  CHECK(evaluate(gold.path(), predictions.path(), version::v2_0).output == R"({
  "exact": 50.0,
  "f1": 63.333333333333336,
  "total": 6,
  "HasAns_exact": 50.0,
  "HasAns_f1": 70.0,
  "HasAns_total": 4,
  "NoAns_exact": 50.0,
  "NoAns_f1": 50.0,
  "NoAns_total": 2
}
)");
  CHECK(evaluate(gold.path(), predictions.path(), version::v2_0, na_prob.path(), 0.4).output == R"({
  "exact": 50.0,
  "f1": 63.333333333333336,
  "total": 6,
  "HasAns_exact": 25.0,
  "HasAns_f1": 45.0,
  "HasAns_total": 4,
  "NoAns_exact": 100.0,
  "NoAns_f1": 100.0,
  "NoAns_total": 2,
  "best_exact": 66.66666666666667,
  "best_exact_thresh": 0.5,
  "best_f1": 80.0,
  "best_f1_thresh": 0.5,
  "pr_exact_ap": 37.5,
  "pr_f1_ap": 60.5,
  "pr_oracle_ap": 85.41666666666666
}
)");
}

TEST_CASE("squad files: the pr_ keys belong to the run that draws curves, and a threshold stays an integer") {
  const temporary_file gold{gold_2}, predictions{R"({"a": "Nile", "b": "", "c": "", "d": "", "e": "42", "f": "x"})"},
      na_prob{R"({"a": 1, "b": 2, "c": 2, "d": 3, "e": 4, "f": 5})"};
  const run got = evaluate(gold.path(), predictions.path(), version::v2_0, na_prob.path(), 1.0, false);
  CHECK(
      got.output.ends_with("\"best_exact\": 50.0,\n  \"best_exact_thresh\": 1,\n  \"best_f1\": 50.0,\n"
                           "  \"best_f1_thresh\": 1\n}\n"));
  const temporary_file none{R"({"a": "", "b": "", "c": "", "d": "", "e": "", "f": "x"})"};
  CHECK(evaluate(gold.path(), none.path(), version::v2_0, na_prob.path(), 1.0, false)
            .output.ends_with("\"best_f1_thresh\": 0.0\n}\n"));
}

TEST_CASE("squad files: 2.0 says which predictions are missing and counts who is left") {
  const temporary_file gold{gold_2}, predictions{R"({"a": "Nile", "e": "", "zz": "x"})"};
  const run got = evaluate(gold.path(), predictions.path(), version::v2_0);
  CHECK(got.missing ==
        "Missing prediction for b\nMissing prediction for c\nMissing prediction for d\nMissing prediction for f\n");
  CHECK(got.totals[squad::slots::missing] == 4);
  CHECK(got.totals[squad::slots::all].count == 2);
  mhqa::io::squad::predictions file{predictions.path()};
  CHECK(file.size() == 3);
  CHECK(file.unused() == 3);
  static_cast<void>(file.find("a"));
  static_cast<void>(file.find("a"));
  static_cast<void>(file.find("nobody"));
  CHECK(file.unused() == 2);
}

TEST_CASE("squad files: the mean of no question cannot be printed, as in the programs") {
  const temporary_file gold{gold_2}, empty{"{}"}, nothing{R"({"data": []})"};
  const std::string problem = " is a mean over no questions, where it divides by zero";
  CHECK(message([&] { static_cast<void>(evaluate(gold.path(), empty.path(), version::v2_0)); }) ==
        "the published program cannot print these scores: exact" + problem);
  CHECK(message([&] { static_cast<void>(evaluate(nothing.path(), empty.path(), version::v1_1)); }) ==
        "the published program cannot print these scores: exact_match" + problem);
}

TEST_CASE("squad files: title and context may follow the questions") {
  const temporary_file gold{gold_1};
  mhqa::io::squad::questions questions{gold.path()};
  std::vector<squad::record> records;
  questions.for_each([&](const squad::record& r) { records.push_back(r); });
  REQUIRE(records.size() == 4);
  CHECK(records[0].answers == std::vector<squad::answer>{{"the Nile", 0}, {"Nile", 4}});
  CHECK(records[0].title == "Rivers");
  CHECK(records[2].context == "The \xc3\x89lan");
  CHECK(records[3].title == "Towns");
  CHECK(records[1].paragraph == 0);
  CHECK(records[2].paragraph == 1);
  CHECK(records[3].article == 1);
  CHECK(records[3].paragraph == 0);
  CHECK_FALSE(records[0].impossible.has_value());
  CHECK(questions.declared_version() == "1.1");
}

TEST_CASE("squad files: records are written and read back") {
  // The third has two paragraphs and two articles that nothing but their place tells apart.
  constexpr std::string_view twins = R"({"version": "1.1", "data": [
    {"paragraphs": [{"qas": [{"id": "1", "answers": []}]}, {"qas": [{"id": "2", "answers": []}]}]},
    {"paragraphs": [{"qas": [{"id": "3", "answers": []}]}]}]})";
  for (const std::string_view content : {gold_1, gold_2, twins}) {
    const temporary_file gold{content};
    mhqa::io::squad::questions questions{gold.path()};
    std::vector<squad::record> first;
    questions.for_each([&](const squad::record& r) { first.push_back(r); });
    std::string text;
    mhqa::io::json_writer json{text};
    mhqa::io::squad::writer writer{json, questions.declared_version()};
    for (const squad::record& r : first) writer.add(r);
    writer.finish();
    const temporary_file again{text};
    mhqa::io::squad::questions second{again.path()};
    std::size_t count = 0;
    second.for_each([&](const squad::record& r) {
      REQUIRE(count < first.size());
      CHECK(r == first[count++]);
    });
    CHECK(count == first.size());
    CHECK(second.declared_version() == questions.declared_version());
  }
  std::string nothing;
  mhqa::io::json_writer json{nothing};
  mhqa::io::squad::writer{json, "1.1"}.finish();
  CHECK(nothing == "{\"version\": \"1.1\", \"data\": []}");
}

TEST_CASE("squad files: flat records, as JSON Lines or an array, are read as the nested ones are") {
  const std::string one =
      R"({"id": "a", "title": "t", "context": "c", "question": "q", "answers": {"text": ["Nile", "nile"], "answer_start": [0, 4]}})";
  const std::string two = R"({"answers": {"answer_start": [], "text": []}, "id": "b", "question": "q"})";
  for (const std::string ending : {".json", ".jsonl", ".jsonl.gz", ".jsonl.zst"}) {
    const bool array = ending == ".json";
    const temporary_file gold{array ? "\n [" + one + ",\n" + two + "]" : one + "\n\n" + two + "\n", ending};
    mhqa::io::squad::questions questions{gold.path()};
    std::size_t count = 0;
    questions.for_each([&](const squad::record& r) {
      ++count;
      if (r.id == "a") CHECK(r.answers == std::vector<squad::answer>{{"Nile", 0}, {"nile", 4}});
      if (r.id == "b") CHECK_FALSE(r.has_answer());
    });
    CHECK(count == 2);
    CHECK(questions.find_version() == version::v2_0);
    const temporary_file predictions{R"({"a": "NILE", "b": "x"})"};
    CHECK(evaluate(gold.path(), predictions.path(), version::v2_0).totals[squad::slots::all].em.value() == 1);
  }
}

TEST_CASE("squad files: the version is the file's, otherwise that of its questions") {
  const auto found = [](std::string_view head, std::string_view question) {
    const temporary_file gold{"{" + std::string{head} + R"("data": [{"paragraphs": [{"qas": [)" +
                              std::string{question} + "]}]}]}"};
    return mhqa::io::squad::questions{gold.path()}.find_version();
  };
  const std::string_view answered = R"({"id": "a", "answers": [{"text": "x"}]})";
  const std::string_view flagged = R"({"id": "a", "answers": [{"text": "x"}], "is_impossible": false})";
  const std::string_view empty = R"({"id": "a", "answers": []})";
  CHECK(found(R"("version": "1.1", )", empty) == version::v1_1);
  CHECK(found(R"("version": "v1.1", )", answered) == version::v1_1);
  CHECK(found(R"("version": "2.0", )", answered) == version::v2_0);
  CHECK(found(R"("version": "v2.0", )", answered) == version::v2_0);
  CHECK(found(R"("version": "mine", )", answered) == version::v1_1);
  CHECK(found("", answered) == version::v1_1);
  CHECK(found("", flagged) == version::v2_0);
  CHECK(found("", empty) == version::v2_0);
}

TEST_CASE("squad files: a bad gold file is refused with its place and the expected input") {
  const auto wrap = [](std::string_view question) {
    return R"({"data": [{"paragraphs": [{"qas": [{"id": "ok", "answers": [{"text": "x"}]}, )" + std::string{question} +
           "]}]}]}";
  };
  const std::string here = "field \"data[0].paragraphs[0].qas[1]";
  CHECK(read_message(wrap(R"({"id": "q", "answers": [{"text": 5}]})"))
            .starts_with("record 2, id \"q\", " + here + ".answers[0].text\", byte "));
  CHECK(read_message(wrap(R"({"id": "q", "answers": [{"text": 5}]})")).ends_with("expected a string, found a number"));
  CHECK(read_message(wrap(R"({"id": "q"})")) ==
        "record 2, id \"q\", " + here + "\": expected the field \"answers\", which is missing");
  CHECK(read_message(wrap(R"({"answers": []})")) ==
        "record 2, " + here + "\": expected the field \"id\", which is missing");
  CHECK(read_message(wrap(R"({"id": "q", "answers": [{"answer_start": 0}]})")) ==
        "record 2, id \"q\", " + here + ".answers[0]\": expected the field \"text\", which is missing");
  CHECK(read_message(wrap(R"({"id": "q", "answers": null})")).ends_with("expected an array, found null"));
  CHECK(read_message(wrap(R"({"id": "q", "answers": {"text": ["a", "b"], "answer_start": [1]}})")) ==
        "record 2, id \"q\", " + here + ".answers\": expected as many \"answer_start\" as \"text\", found 1 and 2");
  CHECK(read_message(wrap(R"({"id": "ok", "answers": []})")) ==
        "record 2, id \"ok\", " + here + "\": expected each id once, found it twice");
  CHECK(read_message(wrap(R"({"id": "q", "answers": []})"), true) ==
        "record 2, id \"q\", " + here + ".answers\": expected at least one gold answer in SQuAD 1.1");
  CHECK(read_message(wrap(R"({"id": "q", "answers": []})")) == "no error");
  CHECK(read_message(R"({"version": "1.1"})") == "expected the field \"data\", which is missing");
  CHECK(read_message(R"({"data": [{"title": "t"}]})") ==
        "field \"data[0]\": expected the field \"paragraphs\", which is missing");
  CHECK(read_message(R"({"data": [{"paragraphs": [{"context": "c"}]}]})") ==
        "field \"data[0].paragraphs[0]\": expected the field \"qas\", which is missing");
  CHECK(read_message(R"({"data": {}})").ends_with("expected an array, found an object"));
  CHECK(read_message(R"({"data": [{"paragraphs": [)") != "no error");
  CHECK(read_message("") != "no error");
  CHECK(read_message("\xEF\xBB\xBF{}").find("byte order mark") != std::string::npos);
  CHECK(read_message("[1]").ends_with("expected an object, found a number"));
  CHECK(
      read_message("{\"id\": \"a\", \"answers\": {\"text\": [\"x\"]}}\n{\"id\": \"a\", \"answers\": {\"text\": []}}\n",
                   false, ".jsonl") == "record 2, id \"a\": expected each id once, found it twice");
}

TEST_CASE("squad files: a bad file of predictions or probabilities is refused") {
  CHECK(
      predictions_message(R"({"a": "x", "b": null})").ends_with("field \"b\", byte 16: expected a string, found null"));
  CHECK(predictions_message(R"({"a": "x", "a": "y"})") ==
        "id \"a\", field \"a\": expected each id once, found it twice");
  CHECK(predictions_message(R"(["x"])").ends_with("expected one JSON object, found an array"));
  CHECK(predictions_message(R"({"a": "x")") != "no error");
  CHECK(probabilities_message(R"({"a": "0.5"})").ends_with("expected a number, found a string"));
  CHECK(probabilities_message(R"({"a": 0.5, "a": 0.5})") ==
        "id \"a\", field \"a\": expected each id once, found it twice");
  CHECK(probabilities_message(R"({"a": NaN})") != "no error");
  CHECK(probabilities_message(R"({"a": 1e999})").find("expected a finite number") != std::string::npos);
  CHECK(probabilities_message(R"({"a": true})").ends_with("expected a number, found a boolean"));

  const temporary_file gold{gold_2}, predictions{predictions_2}, na_prob{R"({"a": 0.5})"};
  CHECK(message([&] { static_cast<void>(evaluate(gold.path(), predictions.path(), version::v2_0, na_prob.path())); }) ==
        na_prob.path() + ": id \"b\": expected a probability for each question that has a prediction");
  const temporary_file one{R"({"a": "x"})"};
  CHECK(evaluate(gold.path(), one.path(), version::v2_0, na_prob.path()).totals[squad::slots::all].count == 1);
}

TEST_CASE("squad files: the golden tables of 1.1") {
  const auto folder = mhqa_test::shared_data("golden/squad1");
  if (!folder) return;
  const auto want = mhqa_test::load_json(*folder / "expected.json");
  const run got = evaluate((*folder / "gold.json").string(), (*folder / "predictions.json").string(), version::v1_1);
  check_scores(got.totals.named(), want["metrics"]);
  CHECK(lines(got.missing) == want["missing"].strings());
  CHECK(mhqa::io::squad::questions{(*folder / "gold.json").string()}.find_version() == version::v1_1);
}

TEST_CASE("squad files: the golden tables of 2.0, plain and with two thresholds") {
  const auto folder = mhqa_test::shared_data("golden/squad2");
  if (!folder) return;
  const auto want = mhqa_test::load_json(*folder / "expected.json");
  const std::string gold = (*folder / "gold.json").string(), predictions = (*folder / "predictions.json").string();
  CHECK(mhqa::io::squad::questions{gold}.find_version() == version::v2_0);
  const run plain = evaluate(gold, predictions, version::v2_0);
  check_scores(plain.totals.named(), want["plain"]);
  CHECK(plain.totals.named().size() == want["plain"].members().size());
  CHECK(plain.missing.empty());
  for (const double threshold : {1.0, 0.5}) {
    const auto& expected = want[threshold == 1.0 ? "na_prob, threshold 1.0" : "na_prob, threshold 0.5"];
    const run got = evaluate(gold, predictions, version::v2_0, (*folder / "na_prob.json").string(), threshold);
    auto named = got.totals.named();
    for (const mhqa::named_score& s : got.best.named()) named.push_back(s);
    CHECK(named.size() == expected.members().size());
    check_scores(named, expected);
    // The order of the keys too, and each number as Python spells it.
    std::string spelled = "{\n";
    for (const auto& [name, value] : expected.members()) {
      spelled += (spelled.size() > 2 ? ",\n  \"" : "  \"") + name + "\": " + value.as<mhqa_test::json::number>().text;
    }
    CHECK(got.output == spelled + "\n}\n");
  }
}

TEST_CASE("squad files: the real dev set scores 100 against itself and survives a round trip") {
  const auto path = mhqa_test::shared_data("data/squad/dev-v1.1.json");
  if (!path) return;
  mhqa::io::squad::questions questions{path->string()};
  CHECK(questions.find_version() == version::v1_1);
  squad::evaluator first_answer{version::v1_1}, as_2{version::v2_0};
  squad::totals one{first_answer.rules()}, two;
  std::string text;
  mhqa::io::json_writer json{text};
  mhqa::io::squad::writer writer{json, "1.1"};
  std::vector<squad::record> records;
  questions.for_each(
      [&](const squad::record& r) {
        one.add(first_answer(r, {.answer = r.answers.front().text}));
        two.add(as_2(r, {.answer = r.answers.back().text}));
        writer.add(r);
        records.push_back(r);
      },
      true);
  writer.finish();
  CHECK(one[squad::slots::questions] == 10'570);
  CHECK(one.named()[0].value == std::optional{100.0});
  CHECK(one.named()[1].value == std::optional{100.0});
  // One last answer normalises to nothing, and 2.0 drops it: 10,569 of 10,570, as evaluate-v2.0.py says too.
  CHECK(two.named()[0].value == std::optional{99.99053926206244});
  CHECK(two.named()[1].value == std::optional{99.99053926206244});
  CHECK(records.back().article == 47);

  const temporary_file again{text};
  mhqa::io::squad::questions second{again.path()};
  std::size_t same = 0;
  second.for_each([&](const squad::record& r) { same += r == records[same] ? 1 : 0; });
  CHECK(same == records.size());
}
