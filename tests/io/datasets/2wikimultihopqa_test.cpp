// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/datasets/2wikimultihopqa.hpp>

#include <mhqa/metrics/rounding.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/json.hpp"
#include "support/official.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using mhqa_test::error_of;

namespace {

namespace twowiki = mhqa::twowiki;
namespace files = mhqa::io::twowiki;

struct evaluated {
  std::string official;
  twowiki::totals all;
  std::array<twowiki::totals, 3> parts;
  std::size_t unused = 0;
};

evaluated evaluate(const std::filesystem::path& predictions, const std::filesystem::path& gold,
                   const std::optional<std::filesystem::path>& alias_file) {
  std::optional<files::aliases> aliases;
  if (alias_file) aliases.emplace(alias_file->string());
  twowiki::evaluator score = aliases ? twowiki::evaluator{aliases->table()} : twowiki::evaluator{};
  files::predictions predicted{predictions.string()};
  mhqa::io::json_records records{gold.string()};
  evaluated result;
  twowiki::published_totals published;
  twowiki::record record;
  std::size_t number = 0;
  while (auto value = records.next()) {
    files::read(*value, record, files::fields::gold, {.ids = aliases.has_value()});
    const twowiki::question_scores scores = score(record, predicted.find(record.id));
    result.all.add(scores);
    result.parts[(number * 7 + number / 3) % 3].add(scores);
    published.add(scores);
    files::append_official_missing(result.official, record.id, scores);
    ++number;
  }
  files::append_official(result.official, published);
  result.unused = predicted.unused();
  return result;
}

/// The record's one-line JSON.
std::string written(const twowiki::record& record) {
  std::string out;
  mhqa::io::json_writer json{out};
  files::write(json, record);
  return out;
}

std::vector<twowiki::record> read_all(mhqa::io::json_records& records) {
  std::vector<twowiki::record> out;
  while (auto value = records.next()) files::read(*value, out.emplace_back());
  return out;
}

constexpr std::string_view good_record =
    R"({"_id": "q1", "type": "comparison", "question": "Who?", "context": [["Ed", ["One.", "Two."]]],)"
    R"( "entity_ids": "Q1_Q2", "supporting_facts": [["Ed", 1]], "evidences": [["Ed", "country", "US"]],)"
    R"( "answer": "Ed \"Wood\"", "evidences_id": [["Q1", "country", "Q30"]], "answer_id": null})";

/// good_record with one piece of text replaced.
std::string with(std::string_view from, std::string_view to) {
  std::string out{good_record};
  const std::size_t at = out.find(from);
  REQUIRE(at != std::string::npos);
  return out.replace(at, from.size(), to);
}

std::string reading_error(const mhqa_test::scratch& folder, std::string_view text, files::needs needed) {
  const std::string path = folder.write("gold.jsonl", text).string();
  std::string error = error_of([&] {
    mhqa::io::json_records records{path};
    twowiki::record record;
    while (auto value = records.next()) files::read(*value, record, files::fields::all, needed);
  });
  if (error.starts_with(path)) error.replace(0, path.size(), "gold.jsonl");
  return error;
}

}  // namespace

TEST_CASE("2wikimultihopqa files: a record is read field by field and written in the official layout") {
  const mhqa_test::scratch folder;
  mhqa::io::json_records records{folder.write("gold.jsonl", good_record).string(), mhqa::io::lifetime::source};
  twowiki::record record;
  files::read(records.next().value(), record);
  CHECK(record.id == "q1");
  CHECK(record.type == "comparison");
  CHECK(record.question == "Who?");
  CHECK(record.context == std::vector<mhqa::titled_paragraph>{{"Ed", {"One.", "Two."}}});
  CHECK(record.entity_ids == "Q1_Q2");
  CHECK(record.supporting_facts == std::vector<mhqa::supporting_fact>{{"Ed", 1}});
  CHECK(record.evidences == std::vector<mhqa::evidence_triple>{{"Ed", "country", "US"}});
  CHECK(record.answer == "Ed \"Wood\"");
  CHECK(record.has_ids);
  CHECK(record.evidences_id == std::vector<mhqa::evidence_triple>{{"Q1", "country", "Q30"}});
  CHECK(!record.answer_id);
  CHECK(written(record) == good_record);
}

TEST_CASE("2wikimultihopqa files: without ids, as before December 2020, none are written") {
  const mhqa_test::scratch folder;
  const std::string text = with(R"(, "evidences_id": [["Q1", "country", "Q30"]], "answer_id": null)", "");
  mhqa::io::json_records records{folder.write("gold.jsonl", text).string(), mhqa::io::lifetime::source};
  twowiki::record record;
  files::read(records.next().value(), record);
  CHECK(!record.has_ids);
  CHECK(written(record) == text);
}

TEST_CASE("2wikimultihopqa files: nothing of a record stays for the next one") {
  const mhqa_test::scratch folder;
  const std::string bare = R"({"_id": "q2", "answer": "", "supporting_facts": [], "evidences": []})";
  const std::string text = with("null", "\"Q5\"") + "\n" + bare;
  mhqa::io::json_records records{folder.write("gold.jsonl", text).string(), mhqa::io::lifetime::source};
  twowiki::record record, fresh;
  files::read(records.next().value(), record);
  CHECK(record.answer_id == "Q5");
  files::read(records.next().value(), record);
  fresh.id = "q2";
  CHECK(record == fresh);
}

TEST_CASE("2wikimultihopqa files: a bad record's error has file, record, id, field and the expected input") {
  const mhqa_test::scratch folder;
  CHECK(reading_error(folder, good_record, {.ids = true}) == "no error");
  const std::string id = "gold.jsonl: record 1, id \"q1\"";
  const std::vector<std::pair<std::string, std::string>> table = {
      {with(R"("_id": "q1", )", ""), R"(gold.jsonl: record 1: expected the field "_id", which is missing)"},
      {with(R"("answer": "Ed \"Wood\"", )", ""), id + R"(: expected the field "answer", which is missing)"},
      {with(R"("supporting_facts": [["Ed", 1]], )", ""),
       id + R"(: expected the field "supporting_facts", which is missing)"},
      {with(R"("evidences": [["Ed", "country", "US"]],)", ""),
       id + R"(: expected the field "evidences", which is missing)"},
      {with(R"("evidences_id": [["Q1", "country", "Q30"]], )", ""),
       id + R"(: expected the field "evidences_id", which is missing)"},
      {with(R"(, "answer_id": null)", ""), id + R"(: expected the field "answer_id", which is missing)"},
      {with(R"("answer": "Ed \"Wood\"")", R"("answer": 5)"),
       id + R"(, field "answer", byte 201: expected a string, found a number)"},
      {with(R"([["Ed", 1]])", R"([["Ed", "1"]])"),
       id + R"(, field "supporting_facts[0][1]", byte 146: expected an integer, found a string)"},
      {with(R"([["Ed", 1]])", R"([["Ed"]])"),
       id + R"(, field "supporting_facts[0]": expected [title, sentence number], found 1 elements)"},
      {with(R"(["Ed", "country", "US"])", R"(["Ed", "country"])"),
       id + R"(, field "evidences[0]": expected [subject, relation, object], found 2 elements)"},
      {with(R"(["Ed", "country", "US"])", R"(["Ed", "country", "US", "x"])"),
       id + R"(, field "evidences[0]": expected [subject, relation, object], found 4 elements)"},
      {with(R"([["Q1", "country", "Q30"]])", R"([["Q1", "country", "Q30"], ["Q1", "country", "Q30"]])"),
       id + ": expected evidences_id to be empty or one for each of the 1 evidences, found 2"},
      {with(R"(["Q1", "country", "Q30"])", R"(["Q1", "P17", "Q30"])"),
       id + R"(: expected evidences_id[0] to have the relation "country", found "P17")"},
  };
  for (const auto& row : table) {
    CAPTURE(row.first);
    CHECK(reading_error(folder, row.first, {.ids = true}) == row.second);
  }
}

TEST_CASE("2wikimultihopqa files: version 1.0 needs no ids and does not look at them") {
  const mhqa_test::scratch folder;
  CHECK(reading_error(folder, with(R"(["Q1", "country", "Q30"])", R"(["Q1", "P17", "Q30"])"), {}) == "no error");
  CHECK(reading_error(folder, R"({"_id": "q", "answer": "a"})", {.supporting_facts = false, .evidences = false}) ==
        "no error");
}

TEST_CASE("2wikimultihopqa files: predictions by task, and unused ones") {
  const mhqa_test::scratch folder;
  const std::string path =
      folder
          .write("predictions.json", R"({"answer": {"a": "x", "b": "y"}, "note": 1, "sp": {"a": [["T", 0]], "c": []},)"
                                     R"( "evidence": {"a": [["s", "r", "o"]]}})")
          .string();
  files::predictions predictions{path};
  CHECK(predictions.size() == 3);
  const twowiki::prediction a = predictions.find("a");
  CHECK(a.answer == "x");
  REQUIRE(a.supporting_facts);
  CHECK(a.supporting_facts->front() == mhqa::supporting_fact{"T", 0});
  REQUIRE(a.evidences);
  CHECK(a.evidences->front() == mhqa::evidence_triple{"s", "r", "o"});
  const twowiki::prediction c = predictions.find("c");
  CHECK(!c.answer);
  REQUIRE(c.supporting_facts);
  CHECK(c.supporting_facts->empty());
  CHECK(!c.evidences);
  CHECK(!predictions.find("d").answer);
  CHECK(predictions.unused() == 1);
}

TEST_CASE("2wikimultihopqa files: aliases and demonyms are the names of an id") {
  const mhqa_test::scratch folder;
  const std::string path =
      folder
          .write("aliases.jsonl", R"({"Q_id": "Q30", "aliases": ["USA", "U\u0053"], "demonyms": ["American"]})"
                                  "\n"
                                  R"({"Q_id": "Q1", "aliases": [], "demonyms": []})"
                                  "\n")
          .string();
  const files::aliases aliases{path};
  CHECK(aliases.table().size() == 2);
  const auto names = aliases.table().find("Q30");
  CHECK(std::vector<std::string_view>(names.begin(), names.end()) ==
        std::vector<std::string_view>{"USA", "US", "American"});
  CHECK(aliases.table().find("Q1").empty());
  CHECK(aliases.table().find("Q2").empty());
}

TEST_CASE("2wikimultihopqa files: of a member that stands twice in an alias line the last one counts, as in Python") {
  const mhqa_test::scratch folder;
  const std::string line =
      R"({"Q_id": "Q1", "aliases": ["a"], "demonyms": ["b"], "aliases": ["c"], "demonyms": ["d"]})";
  const files::aliases aliases{folder.write("aliases.jsonl", line).string()};
  const auto names = aliases.table().find("Q1");
  CHECK(std::vector<std::string_view>(names.begin(), names.end()) == std::vector<std::string_view>{"c", "d"});
}

TEST_CASE("2wikimultihopqa files: a bad alias line is an error, and so is a repeated Q_id") {
  const mhqa_test::scratch folder;
  const std::string good = R"({"Q_id": "Q1", "aliases": ["a"], "demonyms": []})";
  const std::vector<std::pair<std::string, std::string>> table = {
      {good + "\n" + good, ": record 2, id \"Q1\": expected each Q_id once, found it twice"},
      {R"({"aliases": [], "demonyms": []})", R"(: record 1: expected the field "Q_id", which is missing)"},
      {R"({"Q_id": "Q1", "demonyms": []})", R"(: record 1, id "Q1": expected the field "aliases", which is missing)"},
      {R"({"Q_id": "Q1", "aliases": []})", R"(: record 1, id "Q1": expected the field "demonyms", which is missing)"},
      {R"({"Q_id": "Q1", "aliases": ["a", null], "demonyms": []})",
       R"(: record 1, id "Q1", field "aliases[1]", byte 32: expected a string, found null)"},
  };
  for (const auto& row : table) {
    CAPTURE(row.first);
    const std::string path = folder.write("aliases.jsonl", row.first).string();
    CHECK(error_of([&] { files::aliases{path}; }) == path + row.second);
  }
}

TEST_CASE("2wikimultihopqa files: the official output is refused for no question, where the program divides by zero") {
  std::string out;
  CHECK_THROWS_AS(files::append_official(out, twowiki::published_totals{}), mhqa::data_error);
  CHECK(out.empty());
}

TEST_CASE("2wikimultihopqa files: both versions print what the published programs print on hostile input") {
  const auto folder = mhqa_test::shared_data("golden/2wikimultihopqa");
  if (!folder) return;
  const mhqa_test::json expected = mhqa_test::load_json(*folder / "expected.json");
  for (const std::string version : {"v1.1", "v1.0"}) {
    CAPTURE(version);
    std::optional<std::filesystem::path> aliases;
    if (version == "v1.1") aliases = *folder / "id_aliases.jsonl";
    const evaluated result = evaluate(*folder / "predictions.json", *folder / "gold.json", aliases);
    CHECK(result.official == mhqa_test::published_output(expected["missing"], expected[version]));
    CHECK(result.unused == 0);

    const std::vector<mhqa::named_score> scores = result.all.named();
    const mhqa_test::json::object& metrics = expected[version].members();
    REQUIRE(scores.size() == metrics.size());
    for (std::size_t i = 0; i < scores.size(); ++i) {
      CHECK(scores[i].name == metrics[i].first);
      CHECK(mhqa::python_round(scores[i].value.value(), 2) == metrics[i].second.real());
    }
    CHECK(result.all[twowiki::slots::missing_answers] + result.all[twowiki::slots::missing_support] +
              result.all[twowiki::slots::missing_evidence] ==
          expected["missing"].items().size());

    for (const auto& order : {std::array{0, 1, 2}, std::array{2, 1, 0}, std::array{1, 2, 0}}) {
      twowiki::totals merged;
      for (const int part : order) merged += result.parts[static_cast<std::size_t>(part)];
      CHECK(merged == result.all);
    }
  }
}

TEST_CASE("2wikimultihopqa files: real records scored against themselves are right, and are written as they are") {
  const auto folder = mhqa_test::shared_data("data/2wikimultihopqa");
  if (!folder) return;
  const mhqa_test::scratch written_to;
  for (const std::string name : {"dev_164.json", "dev_4000_nocontext.json"}) {
    CAPTURE(name);
    mhqa::io::json_records source{(*folder / name).string(), mhqa::io::lifetime::source};
    const std::vector<twowiki::record> records = read_all(source);
    CHECK(records.size() == (name == "dev_164.json" ? 164 : 4000));

    std::string lines;
    const twowiki::alias_table no_aliases;
    twowiki::evaluator score{no_aliases};
    twowiki::totals totals;
    for (const twowiki::record& record : records) {
      lines += written(record) + "\n";
      totals.add(score(record, {record.answer, record.supporting_facts, record.evidences}));
    }
    mhqa::io::json_records again{written_to.write("again.jsonl", lines).string(), mhqa::io::lifetime::source};
    CHECK(read_all(again) == records);
    CHECK(totals[twowiki::slots::answer].mean()->em == 1.0);
    CHECK(totals[twowiki::slots::support].mean()->em == 1.0);
    CHECK(totals[twowiki::slots::evidence].mean()->precision == 1.0);
  }
}
