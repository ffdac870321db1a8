// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/datasets/hotpotqa.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <mhqa/metrics/joint.hpp>
#include <mhqa/metrics/rounding.hpp>
#include <mhqa/metrics/support.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace io = mhqa::io::hotpotqa;
namespace hotpotqa = mhqa::hotpotqa;
using mhqa::io::json_records;
using mhqa::io::json_writer;
using mhqa_test::error_of;
using mhqa_test::scratch;

namespace {

struct evaluation {
  hotpotqa::totals totals;
  hotpotqa::published_totals published;
  std::string official;
};

evaluation evaluate(const std::string& predictions_path, const std::string& gold_path) {
  evaluation out;
  io::predictions predictions{predictions_path};
  json_records gold{gold_path};
  hotpotqa::evaluator score;
  hotpotqa::record record;
  while (auto value = gold.next()) {
    io::read(*value, record, io::fields::gold);
    const auto s = score(record, predictions.find(record.id));
    out.totals.add(s);
    out.published.add(s);
    io::append_official_missing(out.official, record.id, s);
  }
  io::append_official(out.official, out.published);
  return out;
}

std::map<std::string, double> by_name(const std::vector<mhqa::named_score>& named) {
  std::map<std::string, double> out;
  for (const auto& n : named) out[n.name] = n.value.value_or(-1);
  return out;
}

std::string gold_error(std::string_view text) {
  const scratch here;
  const std::string path = here.write("gold", text).string();
  return error_of([&] {
           json_records records{path};
           hotpotqa::record record;
           while (auto value = records.next()) io::read(*value, record);
         })
      .substr(path.size() + 2);
}

std::string predictions_error(std::string_view text) {
  const scratch here;
  const std::string path = here.write("pred", text).string();
  return error_of([&] { const io::predictions predictions{path}; }).substr(path.size() + 2);
}

constexpr std::string_view one_record =
    R"({"_id": "q1", "answer": "x", "question": "Which?", "supporting_facts": [["T", 0], ["U", 2]], )"
    R"("context": [["T", ["a", "b"]], ["U", []]], "type": "bridge", "level": "hard"})";

}  // namespace

TEST_CASE("hotpotqa files: a record is read whole, or the gold part of it") {
  const scratch here;
  const auto path = here.write("x", "[" + std::string{one_record} + "]").string();
  hotpotqa::record r;
  json_records all{path};
  io::read(*all.next(), r);
  CHECK(r.id == "q1");
  CHECK(r.question == "Which?");
  CHECK(r.answer == "x");
  CHECK(r.type == "bridge");
  CHECK(r.level == "hard");
  CHECK(r.supporting_facts == std::vector<mhqa::supporting_fact>{{"T", 0}, {"U", 2}});
  CHECK(r.context == std::vector<mhqa::titled_paragraph>{{"T", {"a", "b"}}, {"U", {}}});
  CHECK(r.has_supporting_facts);
  json_records gold{path};
  io::read(*gold.next(), r, io::fields::gold);
  CHECK(r.question.empty());
  CHECK(r.context.empty());
  CHECK(r.supporting_facts.size() == 2);
}

TEST_CASE("hotpotqa files: nothing of the last record stays in the next") {
  const scratch here;
  json_records records{here.write("x", std::string{one_record} + "\n{\"answer\": \"y\", \"_id\": \"q2\"}\n").string()};
  hotpotqa::record r;
  io::read(*records.next(), r);
  io::read(*records.next(), r);
  CHECK(r.id == "q2");
  CHECK(r.type.empty());
  CHECK(r.supporting_facts.empty());
  CHECK_FALSE(r.has_supporting_facts);
  CHECK(r.context.empty());
}

TEST_CASE("hotpotqa files: a gold record with a wrong type or without a field is refused with its place") {
  struct row {
    std::string_view text, error;
  };
  for (const row& r : std::initializer_list<row>{
           {R"([{"answer": "x"}])", "record 1: expected the field \"_id\", which is missing"},
           {R"([{"_id": "q1"}])", "record 1, id \"q1\": expected the field \"answer\", which is missing"},
           {R"([{"_id": 7, "answer": "x"}])", "record 1, field \"_id\", byte 9: expected a string, found a number"},
           {R"([{"_id": "q1", "answer": null}])",
            "record 1, id \"q1\", field \"answer\", byte 25: expected a string, found null"},
           {R"([{"_id": "q1", "answer": ["x"]}])",
            "record 1, id \"q1\", field \"answer\", byte 25: expected a string, found an array"},
           {R"([{"_id": "q1", "answer": "x", "type": 1}])",
            "record 1, id \"q1\", field \"type\", byte 38: expected a string, found a number"},
           {R"([{"_id": "q1", "answer": "x", "level": {}}])",
            "record 1, id \"q1\", field \"level\", byte 39: expected a string, found an object"},
           {R"([{"_id": "q1", "answer": "x", "question": 1}])",
            "record 1, id \"q1\", field \"question\", byte 42: expected a string, found a number"},
           {R"([{"_id": "q1", "answer": "x", "supporting_facts": {}}])",
            "record 1, id \"q1\", field \"supporting_facts\": expected an array, or an object of columns such as"},
           {R"([{"_id": "q1", "answer": "x", "supporting_facts": ["T"]}])",
            "record 1, id \"q1\", field \"supporting_facts[0]\", byte 51: expected an array, found a string"},
           {R"([{"_id": "q1", "answer": "x", "supporting_facts": [["T", "0"]]}])",
            "record 1, id \"q1\", field \"supporting_facts[0][1]\", byte 57: expected an integer, found a string"},
           {R"([{"_id": "q1", "answer": "x", "supporting_facts": [[0, 0]]}])",
            "record 1, id \"q1\", field \"supporting_facts[0][0]\", byte 52: expected a string, found a number"},
           {R"([{"_id": "q1", "answer": "x", "supporting_facts": [["T", 0.5]]}])",
            "record 1, id \"q1\", field \"supporting_facts[0][1]\", byte 57: expected an integer"},
           {R"([{"_id": "q1", "answer": "x", "supporting_facts": [["T", 0], ["U"]]}])",
            "record 1, id \"q1\", field \"supporting_facts[1]\": expected [title, sentence number], found 1 elements"},
           {R"([{"_id": "q1", "answer": "x", "supporting_facts": [["T", 0, 1]]}])",
            "record 1, id \"q1\", field \"supporting_facts[0]\": expected [title, sentence number], found 3 elements"},
           {R"([{"_id": "q1", "answer": "x", "context": [["T"]]}])",
            "record 1, id \"q1\", field \"context[0]\": expected [title, sentences], found 1 elements"},
           {R"([{"_id": "q1", "answer": "x", "context": [["T", "s"]]}])",
            "record 1, id \"q1\", field \"context[0][1]\", byte 48: expected an array, found a string"},
           {R"([{"_id": "q1", "answer": "x", "context": [["T", ["s", 5]]]}])",
            "record 1, id \"q1\", field \"context[0][1][1]\", byte 54: expected a string, found a number"},
           {"{\"_id\": \"q1\", \"answer\": \"x\"}\n{\"_id\": \"q2\", \"answer\": 5}\n",
            "record 2, id \"q2\", field \"answer\", byte 53: expected a string, found a number"},
       }) {
    CAPTURE(r.text);
    const std::string error = gold_error(r.text);
    CAPTURE(error);
    CHECK(error.starts_with(r.error));
  }
}

TEST_CASE("hotpotqa files: predictions with a wrong type, an id twice, or neither part are refused with their place") {
  struct row {
    std::string_view text, error;
  };
  for (const row& r : std::initializer_list<row>{
           {"[]", "byte 0: expected one JSON object"},
           {"{}", "expected an object with \"answer\", \"sp\" or \"evidence\""},
           {R"({"answers": {}})", "expected an object with \"answer\", \"sp\" or \"evidence\""},
           {R"({"answer": []})", "field \"answer\", byte 11: expected an object, found an array"},
           {R"({"sp": "x"})", "field \"sp\", byte 7: expected an object, found a string"},
           {R"({"answer": {"q1": 5}})", "id \"q1\", field \"answer.q1\", byte 18: expected a string, found a number"},
           {R"({"answer": {"q1": null}})", "id \"q1\", field \"answer.q1\", byte 18: expected a string, found null"},
           {R"({"answer": {"q1": ["x"]}})",
            "id \"q1\", field \"answer.q1\", byte 18: expected a string, found an array"},
           {R"({"sp": {"q1": "T"}})", "id \"q1\", field \"sp.q1\", byte 14: expected an array, found a string"},
           {R"({"sp": {"q1": [["T", "1"]]}})",
            "id \"q1\", field \"sp.q1[0][1]\", byte 21: expected an integer, found a string"},
           {R"({"sp": {"q1": [["T", true]]}})",
            "id \"q1\", field \"sp.q1[0][1]\", byte 21: expected an integer, found a boolean"},
           {R"({"sp": {"q1": [["T", 12345678901234567890]]}})",
            "id \"q1\", field \"sp.q1[0][1]\", byte 21: expected an integer that fits 64 bits"},
           {R"({"sp": {"q1": [["T"]]}})",
            "id \"q1\", field \"sp.q1[0]\": expected [title, sentence number], found 1 elements"},
           {R"({"answer": {"q1": "x", "q2": "y", "q1": "z"}})",
            "id \"q1\", field \"answer.q1\": expected each id once, found it twice"},
           {R"({"answer": {"q1": "x", "q\u0031": "z"}})",
            "id \"q1\", field \"answer.q1\": expected each id once, found it twice"},
           {R"({"sp": {"q1": [], "q1": []}})", "id \"q1\", field \"sp.q1\": expected each id once, found it twice"},
           {R"({"answer": {"q1": "x"}, "sp": {}, "answer": {"q2": 1}})", "id \"q2\", field \"answer.q2\", byte 51: "},
           {R"({"answer": {"q1": "x"}, "sp": {"q1": [])", "byte "},
       }) {
    CAPTURE(r.text);
    const std::string error = predictions_error(r.text);
    CAPTURE(error);
    CHECK(error.starts_with(r.error));
  }
}

TEST_CASE("hotpotqa files: predictions are found by id, and unused ones are counted") {
  const scratch here;
  io::predictions p{here.write("x", R"({"sp": {"b": [["T", 1], ["U", 2.0]], "c": []}, "extra": [1, {}],)"
                                    R"( "answer": {"a": "A", "b": "B"}})")
                        .string()};
  CHECK(p.size() == 3);
  CHECK(p.unused() == 3);
  const auto a = p.find("a");
  CHECK(a.answer == "A");
  CHECK_FALSE(a.supporting_facts.has_value());
  const auto b = p.find("b");
  CHECK(b.answer == "B");
  REQUIRE(b.supporting_facts.has_value());
  CHECK(std::vector<mhqa::supporting_fact>(b.supporting_facts->begin(), b.supporting_facts->end()) ==
        std::vector<mhqa::supporting_fact>{{"T", 1}, {"U", 2}});
  const auto none = p.find("z");
  CHECK_FALSE(none.answer.has_value());
  CHECK_FALSE(none.supporting_facts.has_value());
  CHECK(p.unused() == 1);
  const auto c = p.find("c");
  CHECK_FALSE(c.answer.has_value());
  CHECK((c.supporting_facts.has_value() && c.supporting_facts->empty()));
  static_cast<void>(p.find("c"));
  CHECK(p.unused() == 0);
}

TEST_CASE("hotpotqa files: the official output is Python's dict, with its missing lines") {
  const scratch here;
  const auto gold = here.write("gold", "[" + std::string{one_record} +
                                           R"(, {"_id": "q2", "answer": "yes", )"
                                           R"("supporting_facts": [["T", 0]]}, {"_id": "q3", "answer": "no", )"
                                           R"("supporting_facts": [["T", 0]]}])");
  const auto predictions = here.write(
      "pred", R"({"answer": {"q1": "an X", "q3": "no"}, "sp": {"q1": [["U", 2], ["T", 0]], "q2": [["T", 0]]}})");
  CHECK(evaluate(predictions.string(), gold.string()).official ==
        "missing answer q2\nmissing sp fact q3\n"
        "{'em': 0.6666666666666666, 'f1': 0.6666666666666666, 'prec': 0.6666666666666666, "
        "'recall': 0.6666666666666666, 'sp_em': 0.6666666666666666, 'sp_f1': 0.6666666666666666, "
        "'sp_prec': 0.6666666666666666, 'sp_recall': 0.6666666666666666, 'joint_em': 0.3333333333333333, "
        "'joint_f1': 0.3333333333333333, 'joint_prec': 0.3333333333333333, 'joint_recall': 0.3333333333333333}\n");
}

TEST_CASE("hotpotqa files: the golden evaluation, to the last byte of the official output") {
  const auto folder = mhqa_test::shared_data("golden/hotpotqa");
  if (!folder) return;
  const auto expected = mhqa_test::load_json(*folder / "expected.json");
  const evaluation e = evaluate((*folder / "predictions.json").string(), (*folder / "gold.json").string());

  std::string official;
  for (const std::string& line : expected["missing"].strings()) official += line + "\n";
  const auto exact = by_name(e.totals.named());
  const auto published = by_name(e.published.named());
  char separator = '{';
  for (const auto& member : expected["metrics"].members()) {
    const std::string& name = member.first;
    const auto& value = member.second;
    CAPTURE(name);
    CHECK(published.at(name) == value.real());
    CHECK(exact.at(name) == doctest::Approx(value.real()).epsilon(1e-12));
    official += separator;
    if (separator == ',') official += ' ';
    separator = ',';
    official += "'" + name + "': " + value.as<mhqa_test::json::number>().text;
  }
  CHECK(e.official == official + "}\n");
}

TEST_CASE("hotpotqa files: XLNet's published answers on all 7,368 questions") {
  const auto predictions_file = mhqa_test::shared_data("data/hotpotqa/predictions/xlnet.json");
  const auto gold_file = mhqa_test::shared_data("data/hotpotqa/dev_answers_7405.json");
  if (!predictions_file || !gold_file) return;
  io::predictions predictions{predictions_file->string()};
  json_records gold{gold_file->string()};
  hotpotqa::evaluator score;
  hotpotqa::record record;
  mhqa::accumulator total;
  while (auto value = gold.next()) {
    io::read(*value, record, io::fields::gold);
    const auto s = score(record, predictions.find(record.id));
    if (s.answer) total += *s.answer;
  }
  CHECK(predictions.unused() == 0);
  REQUIRE(total.count == 7368);
  const mhqa::scores mean = *total.mean();
  CHECK(mean.f1 == doctest::Approx(0.7186887096545628).epsilon(1e-12));
  CHECK(mean.em == doctest::Approx(0.5765472312703583).epsilon(1e-12));
  CHECK(mean.precision == doctest::Approx(0.745543246877602).epsilon(1e-12));
  CHECK(mean.recall == doctest::Approx(0.7468125103852146).epsilon(1e-12));
}

TEST_CASE("hotpotqa files: XLNet's answers, paragraphs, sentences and joints on the 2,420 shared questions") {
  const auto rows_file = mhqa_test::shared_data("data/hotpotqa/predictions/xlnet.jsonl");
  const auto gold_file = mhqa_test::shared_data("data/hotpotqa/dev_support_2433.json");
  if (!rows_file || !gold_file) return;
  struct prediction {
    std::string answer;
    std::vector<std::string> paragraphs;
    std::vector<std::pair<std::string, std::int64_t>> sentences;
  };
  std::map<std::string, prediction, std::less<>> predictions;
  for (const auto& row : mhqa_test::load_jsonl(*rows_file)) {
    prediction& p = predictions[row["question_id"].string()];
    p.answer = row["answer"].string();
    p.paragraphs = row["supporting_paragraphs"].strings();
    for (const auto& s : row["supporting_sentences"].items()) p.sentences.emplace_back(s[0].string(), s[1].integer());
  }
  json_records gold{gold_file->string()};
  hotpotqa::record record;
  mhqa::accumulator answer, paragraphs, sentences, with_paragraphs, with_sentences;
  mhqa::answer_scorer<> score_answer{mhqa::dialects::hotpotqa};
  while (auto value = gold.next()) {
    io::read(*value, record, io::fields::gold);
    const auto found = predictions.find(record.id);
    if (found == predictions.end()) continue;
    const prediction& p = found->second;
    std::vector<mhqa::supporting_fact> facts;
    for (const auto& [title, sentence] : p.sentences) facts.push_back({title, sentence});
    std::vector<std::string_view> titles, gold_titles;
    for (const auto& title : p.paragraphs) titles.push_back(title);
    for (const auto& fact : record.supporting_facts) gold_titles.push_back(fact.title);
    const auto a = score_answer(p.answer, record.answer);
    const auto t = mhqa::score_support(titles, gold_titles);
    const auto s = mhqa::score_support(facts, record.supporting_facts);
    answer += a;
    paragraphs += t;
    sentences += s;
    with_paragraphs += mhqa::joint(a, t);
    with_sentences += mhqa::joint(a, s);
  }
  REQUIRE(answer.count == 2420);
  const auto percent = [](double fraction) { return mhqa::python_round(100 * fraction, 1); };
  struct row {
    const mhqa::accumulator* total;
    double f1, em;
  };
  for (const row& r : {row{&answer, 70.9, 57.1}, row{&paragraphs, 96.6, 93.3}, row{&sentences, 83.3, 50.0},
                       row{&with_paragraphs, 69.1, 54.5}, row{&with_sentences, 60.8, 30.9}}) {
    CHECK(percent(r.total->mean()->f1) == r.f1);
    CHECK(percent(r.total->mean()->em) == r.em);
  }
}

TEST_CASE("hotpotqa files: CogQA's predictions are scored on the questions with facts") {
  const auto predictions = mhqa_test::shared_data("data/hotpotqa/predictions/cogqa.json");
  const auto gold = mhqa_test::shared_data("data/hotpotqa/dev_support_2433.json");
  if (!predictions || !gold) return;
  const evaluation e = evaluate(predictions->string(), gold->string());
  CHECK(e.totals[hotpotqa::slots::questions] == 2433);
  CHECK(e.totals[hotpotqa::slots::missing_answers] == 0);
  CHECK(e.totals[hotpotqa::slots::missing_support] == 0);
  // What hotpot_evaluate_v1.py prints for the same files.
  CHECK(e.official ==
        "{'em': 0.3867653103164817, 'f1': 0.5042127884643045, 'prec': 0.5296655119096548, "
        "'recall': 0.5103278940018264, 'sp_em': 0.23674475955610358, 'sp_f1': 0.5917108327744971, "
        "'sp_prec': 0.6455562835803298, 'sp_recall': 0.6060370305129876, 'joint_em': 0.12577065351418001, "
        "'joint_f1': 0.3580067649660499, 'joint_prec': 0.4059881460960368, 'joint_recall': 0.36976093766729834}\n");
}

TEST_CASE("hotpotqa files: real records are written and read again as they were") {
  const auto file = mhqa_test::shared_data("data/hotpotqa/dev_distractor_1814.json");
  if (!file) return;
  for (const bool ascii : {false, true}) {
    const scratch here;
    std::string text;
    std::size_t count = 0;
    {
      json_records records{file->string()};
      hotpotqa::record r;
      while (auto value = records.next()) {
        io::read(*value, r);
        json_writer out{text, -1, ascii ? mhqa::io::json_text::ascii : mhqa::io::json_text::utf8};
        io::write(out, r);
        text += '\n';
        ++count;
      }
    }
    CHECK(count == 1814);
    json_records first{file->string()};
    json_records second{here.write("x", text).string()};
    hotpotqa::record a, b;
    while (auto value = first.next()) {
      io::read(*value, a);
      io::read(*second.next(), b);
      REQUIRE(a.id == b.id);
      REQUIRE(a.question == b.question);
      REQUIRE(a.answer == b.answer);
      REQUIRE(a.type == b.type);
      REQUIRE(a.level == b.level);
      REQUIRE(a.supporting_facts == b.supporting_facts);
      REQUIRE(a.context == b.context);
      REQUIRE_FALSE(a.context.empty());
    }
    CHECK_FALSE(second.next().has_value());
  }
}

TEST_CASE("hotpotqa files: the program needs gold facts only for ids whose facts are predicted") {
  const scratch here;
  const std::string gold =
      here.write("g", R"([{"_id": "a", "answer": "x"}, {"_id": "b", "answer": "y"}, {"_id": "c", "answer": "z"}])")
          .string();
  const auto official = [&](std::string_view predictions) {
    const std::string path = here.write("p", predictions).string();
    mhqa::io::hotpotqa::predictions said{path};
    const auto result = mhqa::evaluate<mhqa::hotpotqa::data_set>(mhqa::io::hotpotqa::golds(gold), said);
    std::string out;
    mhqa::io::hotpotqa::append_official(out, result, gold, path);
    return out;
  };
  const std::string out = official(R"({"a": "x", "b": "n"})");
  CHECK(out.starts_with("missing sp fact a\nmissing sp fact b\nmissing answer c\nmissing sp fact c\n{'em': 0.3333"));
  CHECK(out.find("'sp_em': 0.0, ") != std::string::npos);
  CHECK_THROWS_WITH_AS(static_cast<void>(official(R"({"answer": {"a": "x"}, "sp": {"b": [["T", 0]]}})")),
                       doctest::Contains("because the predictions have facts for the id"), mhqa::data_error);
}
