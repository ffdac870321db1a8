// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/datasets/musique.hpp>

#include <mhqa/metrics/rounding.hpp>

#include "support/command.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace io = mhqa::io::musique;
namespace musique = mhqa::musique;
using mhqa::io::json_records;
using mhqa::io::json_writer;
using mhqa_test::scratch;

namespace {

struct evaluation {
  musique::totals totals;
  musique::published_totals published;
  std::string official;
};

evaluation evaluate(const std::string& predictions_path, const std::string& gold_path) {
  evaluation out;
  io::predictions predictions{predictions_path};
  json_records gold{gold_path};
  musique::evaluator score;
  musique::record record;
  musique::row_groups groups;
  while (auto value = gold.next()) {
    io::read(*value, record, io::fields::gold);
    const auto s = score(record, predictions.next(record.id));
    out.totals.add(s);
    out.published.add(s);
    groups.add(record.id, s);
  }
  predictions.finish();
  if (musique::slots::full(out.totals)) {
    groups.for_each_pair([&](std::string_view, const auto& rows) {
      add_group(out.totals, rows);
      add_group(out.published, rows);
    });
  } else {
    groups.expect_each(1);
  }
  io::append_official(out.official, out.published);
  return out;
}

std::string error_of(std::string_view predictions, std::string_view gold) {
  const scratch here;
  const std::string folder = (here / "").string();
  try {
    static_cast<void>(evaluate(here.write("pred", predictions).string(), here.write("gold", gold).string()));
  } catch (const mhqa::data_error& error) {
    std::string text = error.what();
    return text.starts_with(folder) ? text.substr(folder.size()) : text;
  }
  return "no error";
}

std::string gold_row(std::string_view id, std::string_view more = {}) {
  return "{\"id\": \"" + std::string{id} +
         "\", \"answer\": \"x\", \"answer_aliases\": [], \"answerable\": true, "
         "\"paragraphs\": [{\"idx\": 0, \"is_supporting\": true}]" +
         std::string{more} + "}\n";
}
std::string predicted_row(std::string_view id, std::string_view support = "[0]", std::string_view answerable = "true") {
  return "{\"id\": \"" + std::string{id} +
         "\", \"predicted_answer\": \"x\", \"predicted_support_idxs\": " + std::string{support} +
         ", \"predicted_answerable\": " + std::string{answerable} + "}\n";
}

void check_golden(const char* name) {
  const auto folder = mhqa_test::shared_data("golden/" + std::string{name});
  if (!folder) return;
  const auto expected = mhqa_test::load_json(*folder / "expected.json");
  const evaluation e = evaluate((*folder / "predictions.jsonl").string(), (*folder / "gold.jsonl").string());

  std::map<std::string, double> exact, published;
  for (const auto& n : e.totals.named()) exact[n.name] = n.value.value_or(-1);
  for (const auto& n : e.published.named()) published[n.name] = n.value.value_or(-1);
  for (const auto& member : expected["unrounded"].members()) {
    const std::string& key = member.first;
    const auto& value = member.second;
    CAPTURE(key);
    CHECK(published.at(key) == value.real());
    CHECK(exact.at(key) == doctest::Approx(value.real()).epsilon(1e-12));
  }
  std::string official = "{";
  for (const auto& member : expected["metrics"].members()) {
    const std::string& key = member.first;
    const auto& value = member.second;
    CAPTURE(key);
    CHECK(mhqa::python_round(exact.at(key), 3) == value.real());
    official += official == "{" ? "\n" : ",\n";
    official += "    \"" + key + "\": " + value.as<mhqa_test::json::number>().text;
  }
  CHECK(e.official == official + "\n}\n");
}

}  // namespace

TEST_CASE("musique files: a row is read whole, or the gold part of it") {
  const scratch here;
  const auto path =
      here.write("x", R"({"id": "2hop__1_2", "paragraphs": [{"idx": 0, "title": "T", "paragraph_text": )"
                      R"("text", "is_supporting": true}, {"idx": 1, "title": "U", "paragraph_text": "", )"
                      R"("is_supporting": false}], "question": "Who?", "question_decomposition": )"
                      R"([{"id": 7, "question": "q", "answer": "a", "paragraph_support_idx": 0}, )"
                      R"({"id": 8, "question": "#1 >> spouse", "answer": "b", )"
                      R"("paragraph_support_idx": 1, "paragraph_support_idx": null}], )"  // the last counts
                      R"("answer": "b", "answer_aliases": ["c"], )"
                      R"("answerable": false})")
          .string();
  musique::record r;
  json_records all{path};
  io::read(*all.next(), r);
  CHECK(r.id == "2hop__1_2");
  CHECK(r.paragraphs == std::vector<musique::paragraph>{{0, "T", "text", true}, {1, "U", "", false}});
  CHECK(r.question == "Who?");
  CHECK(r.decomposition ==
        std::vector<musique::step>{{7, "q", "a", 0, ""}, {8, "#1 >> spouse", "b", std::nullopt, ""}});
  CHECK(r.answer == "b");
  CHECK(r.answer_aliases == std::vector<std::string_view>{"c"});
  CHECK_FALSE(r.answerable);
  json_records gold{path};
  io::read(*gold.next(), r, io::fields::gold);
  CHECK(r.paragraphs == std::vector<musique::paragraph>{{0, "", "", true}, {1, "", "", false}});
  CHECK(r.question.empty());
  CHECK(r.decomposition.empty());
}

TEST_CASE("musique files: a gold row with a wrong type or without a field is refused with its place") {
  struct row {
    std::string_view text, error;
  };
  for (const row& r : std::initializer_list<row>{
           {R"({"answer": "x"})", "gold: record 1: expected the field \"id\", which is missing"},
           {R"({"id": "q"})", "gold: record 1, id \"q\": expected the field \"answer\", which is missing"},
           {R"({"id": "q", "answer": "x"})",
            "gold: record 1, id \"q\": expected the field \"answer_aliases\", which is missing"},
           {R"({"id": "q", "answer": "x", "answer_aliases": []})",
            "gold: record 1, id \"q\": expected the field \"answerable\", which is missing"},
           {R"({"id": "q", "answer": "x", "answer_aliases": [], "answerable": true})",
            "gold: record 1, id \"q\": expected the field \"paragraphs\", which is missing"},
           {R"({"id": 1})", "gold: record 1, field \"id\", byte 7: expected a string, found a number"},
           {R"({"id": "q", "answer": 1})",
            "gold: record 1, id \"q\", field \"answer\", byte 22: expected a string, found a number"},
           {R"({"id": "q", "answer_aliases": "x"})",
            "gold: record 1, id \"q\", field \"answer_aliases\", byte 30: expected an array, found a string"},
           {R"({"id": "q", "answer_aliases": ["x", null]})",
            "gold: record 1, id \"q\", field \"answer_aliases[1]\", byte 36: expected a string, found null"},
           {R"({"id": "q", "answerable": 1})",
            "gold: record 1, id \"q\", field \"answerable\", byte 26: expected true or false, found a number"},
           {R"({"id": "q", "paragraphs": {}})",
            "gold: record 1, id \"q\", field \"paragraphs\": expected an array, or an object of columns such as"},
           {R"({"id": "q", "paragraphs": [5]})",
            "gold: record 1, id \"q\", field \"paragraphs[0]\", byte 27: expected an object, found a number"},
           {R"({"id": "q", "paragraphs": [{"idx": "0"}]})",
            "gold: record 1, id \"q\", field \"paragraphs[0].idx\", byte 35: expected an integer, found a string"},
           {R"({"id": "q", "paragraphs": [{"idx": 0.5}]})",
            "gold: record 1, id \"q\", field \"paragraphs[0].idx\", byte 35: expected an integer"},
           {R"({"id": "q", "paragraphs": [{"idx": 0, "is_supporting": 0}]})",
            "gold: record 1, id \"q\", field \"paragraphs[0].is_supporting\", byte 55: expected true or false, found a "
            "number"},
           {R"({"id": "q", "paragraphs": [{"is_supporting": true}]})",
            "gold: record 1, id \"q\", field \"paragraphs[0]\": expected the field \"idx\", which is missing"},
           {R"({"id": "q", "paragraphs": [{"idx": 1}]})",
            "gold: record 1, id \"q\", field \"paragraphs[0]\": expected the field \"is_supporting\", which is "
            "missing"},
       }) {
    CAPTURE(r.text);
    CHECK(error_of(predicted_row("q"), r.text).starts_with(r.error));
  }
  // The parts that an evaluation does not ask for.
  const scratch here;
  for (const row& r : std::initializer_list<row>{
           {R"("question": 1)", "field \"question\""},
           {R"("question_decomposition": {})", "field \"question_decomposition\""},
           {R"("question_decomposition": [1])", "field \"question_decomposition[0]\""},
           {R"("question_decomposition": [{"id": true}])", "field \"question_decomposition[0].id\""},
           {R"("question_decomposition": [{"question": 1}])", "field \"question_decomposition[0].question\""},
           {R"("question_decomposition": [{"answer": null}])", "field \"question_decomposition[0].answer\""},
           {R"("question_decomposition": [{"paragraph_support_idx": "1"}])", "[0].paragraph_support_idx\""},
           {R"("paragraphs": [{"title": 1}])", "field \"paragraphs[0].title\""},
           {R"("paragraphs": [{"paragraph_text": []}])", "field \"paragraphs[0].paragraph_text\""}}) {
    CAPTURE(r.text);
    json_records records{here.write("x", "{" + std::string{r.text} + "}\n").string()};
    musique::record record;
    std::string message;
    try {
      io::read(*records.next(), record);
    } catch (const mhqa::data_error& e) {
      message = e.what();
    }
    CHECK(message.find(r.error) != std::string::npos);
    CHECK(message.find("expected a") != std::string::npos);
  }
}

TEST_CASE("musique files: a predicted row with a wrong type or without a field is refused with its place") {
  struct row {
    std::string_view text, error;
  };
  const std::string gold = gold_row("q");
  for (const row& r : std::initializer_list<row>{
           {R"({"predicted_answer": "x"})", "pred: record 1: expected the field \"id\", which is missing"},
           {R"({"id": "q"})", "pred: record 1, id \"q\": expected the field \"predicted_answer\", which is missing"},
           {R"({"id": "q", "predicted_answer": "x"})",
            "pred: record 1, id \"q\": expected the field \"predicted_support_idxs\", which is missing"},
           {R"({"id": "q", "predicted_answer": "x", "predicted_support_idxs": []})",
            "pred: record 1, id \"q\": expected the field \"predicted_answerable\", which is missing"},
           {R"({"id": "q", "predicted_answer": ["x"]})",
            "pred: record 1, id \"q\", field \"predicted_answer\", byte 32: expected a string, found an array"},
           {R"({"id": "q", "predicted_support_idxs": 1})",
            "pred: record 1, id \"q\", field \"predicted_support_idxs\", byte 38: expected an array, found a number"},
           {R"({"id": "q", "predicted_support_idxs": [1, []]})",
            "pred: record 1, id \"q\", field \"predicted_support_idxs[1]\", byte 42: expected an integer, found an "
            "array"},
           {R"({"id": "q", "predicted_support_idxs": ["one"]})",
            "pred: record 1, id \"q\", field \"predicted_support_idxs[0]\": expected the index of a paragraph, found "
            "\"one\""},
           {R"({"id": "q", "predicted_support_idxs": [1e999]})",
            "pred: record 1, id \"q\", field \"predicted_support_idxs[0]\", byte 39: expected an integer"},
           {R"({"id": "q", "predicted_support_idxs": [NaN]})",
            "pred: record 1, id \"q\", field \"predicted_support_idxs[0]\", byte 39: expected an integer"},
           {R"({"id": "q", "predicted_answerable": "yes"})",
            "pred: record 1, id \"q\", field \"predicted_answerable\", byte 36: expected true or false, found a "
            "string"},
           {"[", "pred: byte 1: ends inside"},
       }) {
    CAPTURE(r.text);
    const std::string error = error_of(r.text, gold);
    CAPTURE(error);
    CHECK(error.starts_with(r.error));
  }
}

TEST_CASE("musique files: rows must be in the gold file's order, and as many") {
  const std::string gold = gold_row("1") + gold_row("2") + gold_row("3");
  const std::string right = predicted_row("1") + predicted_row("2") + predicted_row("3");
  CHECK(error_of(right, gold) == "no error");
  CHECK(error_of(predicted_row("1") + predicted_row("3") + predicted_row("2"), gold) ==
        "pred: record 2, id \"3\": expected the gold file's order, in which the id \"2\" stands here");
  CHECK(error_of(predicted_row("1") + predicted_row("2"), gold) ==
        "pred: id \"3\": expected as many rows as the gold file has; this id has none");
  CHECK(error_of(right + predicted_row("4"), gold).starts_with("pred: record 4, byte "));
  CHECK(error_of(right + predicted_row("4"), gold).ends_with("this one is too many"));
  CHECK(error_of(predicted_row("1") + predicted_row("1"), gold_row("1") + gold_row("1")) ==
        "id \"1\": expected 1 row with this id, found 2");
}

TEST_CASE("musique files: answers alone are predictions by id, without support") {
  const scratch here;
  const auto next = [&](const char* content, std::initializer_list<const char*> ids) {
    std::string answers;
    try {
      io::predictions said{here.write("p", content).string(), io::prediction_layout::rows_or_answers};
      for (const char* const id : ids) {
        const musique::prediction one = said.next(id);
        CHECK(one.answer_only);
        answers.append(one.answer).append(";");
      }
      said.finish();
    } catch (const mhqa::data_error& e) {
      answers += e.problem();
    }
    return answers;
  };
  CHECK(next(R"({"2hop__1_2": "Rome", "2hop__3_4": "Oslo"})", {"2hop__3_4", "2hop__1_2"}) == "Oslo;Rome;");
  CHECK(next("{\n  \"a\":\n \"Rome\"\n}\n", {"a"}) == "Rome;");
  CHECK(next(R"({"answer": {"a": "Rome"}})", {"a"}) == "Rome;");
  CHECK(next(R"({"a": "Rome"})", {"b"}) == "expected an answer to each question; this id has none");
  CHECK(next(R"({"a": "Rome", "b": "Oslo"})", {"a"}).ends_with("found 1 with other ids"));
  CHECK(next(R"({"a": "Rome"})", {"a", "a"}).starts_with("Rome;expected rows with predicted_answerable"));
  CHECK(next(R"({"answer": {"a": "Rome"}, "sp": {"a": [["t", 0]]}})", {"a"}).starts_with("expected answers alone"));
  CHECK(next(R"({"a": "x", "b": null})", {"a"}).find("\"b\" is null") != std::string::npos);

  musique::totals totals;
  musique::evaluator score;
  musique::record gold;
  gold.answer = "Rome";
  gold.paragraphs = {{.idx = 0, .title = {}, .text = {}, .is_supporting = true}};
  totals.add(score(gold, {.answer = "Rome", .support_idxs = {}, .answer_only = true}));
  const auto means = totals.named();
  CHECK(means[0].value == 1.0);
  CHECK(means[2].name == "support_f1");
  CHECK_FALSE(means[2].value);
}

TEST_CASE("musique files: of DiRe's lines about one row the most confident counts") {
  const scratch here;
  struct row {
    const char* id;
    bool answerable = true;
  };
  const auto next = [&](const std::string& content, std::initializer_list<row> rows) {
    std::string out;
    musique::record gold;
    gold.paragraphs.resize(3);
    try {
      io::predictions said{here.write("p", content).string(), io::prediction_layout::any};
      CHECK(said.of_instances());
      for (const row& of : rows) {
        gold.answerable = of.answerable;
        said.expect(gold);
        const musique::prediction one = said.next(of.id);
        out.append(one.answer).append(one.answerable ? "+" : "-").append(one.answer_only ? "!" : "");
        for (const std::int64_t idx : one.support_idxs) out += std::to_string(idx);
        out += ';';
      }
      said.finish();
    } catch (const mhqa::data_error& e) {
      out += e.problem();
    }
    return out;
  };
  const auto line = [](const char* id, const char* more) {
    return std::string{R"({"question_id": ")"} + id + "\", " + more + "}\n";
  };
  const std::string rows =
      line("a", R"("sub_idx": 0, "answer": "x", "answer_confidence": 0.5, "sufficiency": 0)") +
      line("a", R"("sub_idx": 1, "answer": "y", "answer_confidence": 0.7, "sufficiency": 1)") +
      line("a", R"("sub_idx": 2, "answer": "z", "answer_confidence": 0.7)") +
      line("a", R"("group": 1, "answer": "u", "supporting_paragraphs": [7, 3], "sufficiency": 1)") +
      line("b", R"("sub_idx": 0, "answer": "v", "supporting_paragraphs": [], "sufficiency": -1)") +
      line("b", R"("sub_idx": 0, "group": 1, "answer": "w", "sufficiency": 0)");
  const row a{"a"}, a_twin{"a", false}, b{"b"}, b_twin{"b", false};
  CHECK(next(rows, {a, a_twin, b, b_twin}) == "y+;u+73;v-;w-;");
  CHECK(next(rows, {a, a_twin, b}) == "y+;u+73;v-;expected as many rows as the gold file has; this one is too many");
  CHECK(next(rows, {a, b}).ends_with("expected the gold file's order, in which the id \"b\" stands here"));
  CHECK(next(rows, {a_twin}).ends_with("about the unanswerable row with this id, \"group\" 1"));
  CHECK(next(rows, {a, a}).ends_with("about the answerable row with this id, \"group\" 0 or none"));
  CHECK(next(line("a", R"("group": 1, "answer": "x")"), {a_twin}).ends_with("\"sufficiency\", which is missing"));
  CHECK(next(line("a", R"("answer": "x")"), {a, b})
            .ends_with("expected lines about each row of the gold file; this id has none"));
  CHECK(next(line("a", R"("answer": null)"), {a}).find("\"answer\"") != std::string::npos);
  CHECK(
      next(line("a", R"("answer": "x", "supporting_paragraphs": ["T"])"), {a}).ends_with("as positions, found titles"));
  const auto sure = [&](const char* sub_idx) {
    return line("a", (std::string{R"("answer": "x", "answer_confidence": 1, "sub_idx": )"} + sub_idx).c_str());
  };
  CHECK(next(sure("0") + sure("1") + sure("2"), {a}) == "x+!;");
  CHECK(next(sure("0") + sure("1"), {a}).ends_with("one about each of its 3 paragraphs, found 2"));
  for (const std::string& wrong : {sure("1") + sure("1"), sure("1") + sure("2"), sure("0") + sure("2"),
                                   sure("0") + line("a", R"("answer": "x", "answer_confidence": 1)")}) {
    CHECK(next(wrong, {a}).ends_with("expected one line about each input, in the order of sub_idx from 0 on"));
  }
  // A refused reply of a model has neither answer nor confidence.
  CHECK(next(line("a", R"("sub_idx": 0, "answer": "")") + sure("1") + sure("2"), {a}) == "x+!;");
  for (const char* const unsure :
       {R"("sub_idx": 1, "answer": "x")", R"("sub_idx": 1, "answer": "x", "answer_confidence": NaN)"}) {
    CHECK(next(sure("0") + line("a", unsure), {a}).ends_with("in each of several lines about one row"));
  }
  CHECK_THROWS_AS((void)(io::predictions{here.write("q", sure("0")).string()}.next("a")), mhqa::data_error);
}

TEST_CASE("musique files: predictions cut at any byte are an error") {
  const std::string gold = gold_row("1") + gold_row("2");
  const std::string predictions = predicted_row("1") + predicted_row("2");
  for (std::size_t cut = 0; cut + 1 < predictions.size(); ++cut) {
    CAPTURE(cut);
    REQUIRE(error_of(std::string_view{predictions}.substr(0, cut), gold) != "no error");
  }
}

TEST_CASE("musique files: gold rows cut at any byte are an error") {
  const std::string gold = gold_row("1") + gold_row("2");
  const std::string predictions = predicted_row("1") + predicted_row("2");
  for (std::size_t cut = 0; cut + 1 < gold.size(); ++cut) {
    CAPTURE(cut);
    REQUIRE(error_of(predictions, std::string_view{gold}.substr(0, cut)) != "no error");
  }
}

TEST_CASE("musique files: indices are taken as Python's int() takes them, answerability as its truth") {
  const scratch here;
  io::predictions p{here.write("x", predicted_row("1", "[3, 3.7, \"3\", -2, \"-2\"]", "1") +
                                        predicted_row("2", "[]", "0") + predicted_row("3", "[0]", "false"))
                        .string()};
  const auto first = p.next("1");
  CHECK(std::vector<std::int64_t>(first.support_idxs.begin(), first.support_idxs.end()) ==
        std::vector<std::int64_t>{3, 3, 3, -2, -2});
  CHECK(first.answerable);
  const auto second = p.next("2");
  CHECK(second.support_idxs.empty());
  CHECK_FALSE(second.answerable);
  CHECK_FALSE(p.next("3").answerable);
}

TEST_CASE("musique files: the official output of a set without answerable rows prints 0") {
  musique::published_totals t;
  std::string out;
  io::append_official(out, t);
  CHECK(out == "{\n    \"answer_f1\": 0,\n    \"answer_em\": 0,\n    \"support_f1\": 0\n}\n");
}

TEST_CASE("musique files: the golden evaluation of MuSiQue-Ans") {
  check_golden("musique_ans");
}
TEST_CASE("musique files: the golden evaluation of MuSiQue-Full") {
  check_golden("musique_full");
}

TEST_CASE("musique files: all 200 real records scored against themselves give 1") {
  const auto file = mhqa_test::shared_data("data/musique/ans_dev_200.jsonl");
  if (!file) return;
  const scratch here;
  std::string predictions;
  json_records records{file->string()};
  musique::record r;
  while (auto value = records.next()) {
    io::read(*value, r);
    json_writer out{predictions};
    out.begin_object().member("id", r.id).member("predicted_answer", r.answer).key("predicted_support_idxs");
    out.begin_array();
    for (const auto& p : r.paragraphs) {
      if (p.is_supporting) out.value(p.idx);
    }
    out.end_array().member("predicted_answerable", true).end_object();
    predictions += '\n';
  }
  const evaluation e = evaluate(here.write("pred", predictions).string(), file->string());
  CHECK(e.totals[musique::slots::rows] == 200);
  for (const auto& n : e.totals.named()) CHECK(n.value == 1.0);
  CHECK(e.official == "{\n    \"answer_f1\": 1.0,\n    \"answer_em\": 1.0,\n    \"support_f1\": 1.0\n}\n");
}

TEST_CASE("musique files: real records are written and read again as they were") {
  for (const char* name : {"data/musique/ans_dev_200.jsonl", "golden/musique_full/gold.jsonl"}) {
    const auto file = mhqa_test::shared_data(name);
    if (!file) return;
    const scratch here;
    std::string text;
    musique::record a, b;
    {
      json_records records{file->string()};
      while (auto value = records.next()) {
        io::read(*value, a);
        json_writer out{text, -1, mhqa::io::json_text::ascii};
        io::write(out, a);
        text += '\n';
      }
    }
    json_records first{file->string()};
    json_records second{here.write("x", text).string()};
    std::size_t count = 0;
    while (auto value = first.next()) {
      io::read(*value, a);
      io::read(*second.next(), b);
      REQUIRE(a == b);
      ++count;
    }
    CHECK_FALSE(second.next().has_value());
    CHECK(count >= 100);
  }
}

TEST_CASE("musique files: the 2,417 records without paragraphs can be read where labels are not needed") {
  const auto file = mhqa_test::shared_data("data/musique/ans_dev_2417_noparagraphs.jsonl");
  if (!file) return;
  json_records records{file->string()};
  musique::record r;
  std::map<std::string, std::size_t, std::less<>> shapes;
  while (auto value = records.next()) {
    io::read(*value, r, io::fields::all, false);
    ++shapes[std::string{r.shape()}];
  }
  CHECK(shapes ==
        decltype(shapes){{"2hop", 1252}, {"3hop1", 568}, {"3hop2", 192}, {"4hop1", 246}, {"4hop2", 64}, {"4hop3", 95}});
}
