// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The published programs' own answers: golden/dialects, made by running them unedited.
#include <mhqa/metrics/published_dialects.hpp>

#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using mhqa_test::json;

namespace {

/// What is wrong with the numbers of one golden row; empty if nothing.
std::string difference(const json& expected, const json& row, const mhqa::published_result& out) {
  if (expected.find("error") != nullptr) return out.error().empty() ? "raises" : "";
  if (!out.error().empty()) return "does not raise: " + out.error();
  const json* ties = row.find("alignment_ties");
  for (const auto& [name, value] : expected.members()) {
    if (ties != nullptr && ties->is<json::number>() && ties->real() == 1 && (name == "precision" || name == "recall")) {
      continue;
    }
    const auto found = std::find_if(out.numbers().begin(), out.numbers().end(),
                                    [&name = name](const mhqa::published_number& n) { return n.name == name; });
    if (found == out.numbers().end()) return name + " is missing";
    const bool defined = value.is<json::number>();
    if (found->value.has_value() != defined) return name + " is defined or not";
    if (defined && std::fabs(*found->value - value.real()) > 1e-12) return name + " differs";
  }
  return {};
}

void check_golden(const std::string& file_name, std::string_view name) {
  const auto file = mhqa_test::shared_data("golden/dialects/" + file_name + ".jsonl");
  if (!file) return;
  CAPTURE(file_name);
  const mhqa::published_dialect* const program = mhqa::find_published(name);
  REQUIRE(program != nullptr);
  std::size_t checked = 0;
  for (const json& row : mhqa_test::load_jsonl(*file)) {
    const json* repaired = row.find("ftfy_changes");
    if (repaired != nullptr && repaired->boolean()) continue;
    const bool list = row["prediction"].is<json::array>();
    const std::vector<std::string> spans = list ? row["prediction"].strings() : std::vector{row["prediction"].string()};
    const std::vector<std::string> golds = row["gold"].strings();
    const std::vector<std::string_view> said{spans.begin(), spans.end()}, wanted{golds.begin(), golds.end()};
    const json* type = row.find("answer_type");
    mhqa::published_result out;
    mhqa::score_published(*program,
                          {.prediction = said,
                           .prediction_is_list = list,
                           .golds = wanted,
                           .answer_type = type != nullptr ? std::string_view{type->string()} : std::string_view{}},
                          out);
    CAPTURE(spans);
    CHECK(difference(row["expected"], row, out) == "");
    ++checked;
  }
  CHECK(checked >= 90);
}

}  // namespace

TEST_CASE("published_dialects: each program is found by its name, which no evaluator of a data set has") {
  std::set<std::string_view> names;
  for (const mhqa::published_dialect& one : mhqa::published_dialects) {
    CAPTURE(one.name);
    CHECK(mhqa::find_published(one.name) == &one);
    CHECK(mhqa::find_dialect(one.name) == nullptr);
    CHECK(mhqa::signature_of(one).find(one.program) != std::string::npos);
    names.insert(one.name);
  }
  CHECK(names.size() == 17);
  CHECK(mhqa::find_published("hotpotqa") == nullptr);
  CHECK(mhqa::signature_of(*mhqa::find_published("ircot")).find("ftfy:not done") != std::string::npos);
}

TEST_CASE("published_dialects: every number of fifteen programs on hostile and real answers") {
  for (const mhqa::published_dialect& one : mhqa::published_dialects) {
    if (one.name == "beerqa" || one.name == "set-f1" || one.name == "multihop-rag-33d3ad09") continue;
    std::string file{one.name};
    std::replace(file.begin(), file.end(), '-', '_');
    check_golden(file, one.name);
  }
  check_golden("r1_searcher_real", "r1-searcher");
}

TEST_CASE("published_dialects: MultiHop-RAG's totals over all rows follow from the hits") {
  // Its accuracy is (hits + misses) / (hits + 3 misses): a miss is a false positive, a false negative and a true
  // negative.
  const auto file = mhqa_test::shared_data("golden/dialects/multihop_rag.jsonl");
  const auto total = mhqa_test::shared_data("golden/dialects/multihop_rag_total.json");
  if (!file || !total) return;
  mhqa::file_counts counted;
  for (const json& row : mhqa_test::load_jsonl(*file)) {
    const std::string said = row["prediction"].string(), gold = row["gold"].strings().front();
    const std::string_view said_view = said, gold_view = gold;
    mhqa::published_result out;
    mhqa::score_published(*mhqa::find_published("multihop-rag"),
                          {.prediction = {&said_view, 1}, .golds = {&gold_view, 1}}, out);
    counted += out.counts();
  }
  const json expected = mhqa_test::load_json(*total);
  mhqa::published_result all;
  mhqa::find_published("multihop-rag")->total(counted, all);
  for (const mhqa::published_number& one : all.numbers()) {
    CHECK(*one.value == doctest::Approx(expected[one.name].real()).epsilon(1e-12));
  }
  CHECK(all.numbers().size() == expected.members().size());
}

TEST_CASE("published_dialects: input that a program cannot read is refused") {
  const std::vector<std::string_view> two{"x", "y"};
  mhqa::published_result out;
  mhqa::score_published(*mhqa::find_published("flashrag"),
                        {.prediction = two, .prediction_is_list = true, .golds = two}, out);
  CHECK(out.error().find("found a list") != std::string::npos);
  mhqa::score_published(*mhqa::find_published("morehopqa"), {.prediction = {two.data(), 1}, .golds = two}, out);
  CHECK(out.error() == "expected one gold answer, found 2");
  const std::vector<std::string_view> word{"many"};
  const auto refused = [&](std::string_view type, const char* why) {
    CAPTURE(type);
    mhqa::score_published(*mhqa::find_published("morehopqa"), {.prediction = word, .golds = word, .answer_type = type},
                          out);
    CHECK(out.error().find(why) != std::string::npos);
  };
  refused("number", "expected numbers");
  refused("date", "a parser of dates");
  refused("datetime", "a parser of dates");
  refused("Number", "found \"Number\"");
}

TEST_CASE("published_dialects: MoreHopQA compares numbers and years as floats, all other types as texts") {
  const std::vector<std::string_view> said{"<answer>1,000</answer>"}, gold{"1000.0"};
  const auto em = [&](std::string_view type) {
    mhqa::published_result out;
    mhqa::score_published(*mhqa::find_published("morehopqa"), {.prediction = said, .golds = gold, .answer_type = type},
                          out);
    return out.error().empty() ? *out.numbers()[0].value : -1;
  };
  for (const std::string_view type : {"number", "year"}) CHECK(em(type) == 1);
  for (const std::string_view type : {"", "string", "letter", "person", "organization", "character", "place"}) {
    CHECK(em(type) == 0);
  }
}

TEST_CASE("published_dialects: set-f1 has ASearcher's and DeepResearcher's numbers") {
  const std::string_view said = "True, True";
  const std::vector<std::string_view> golds{"true"};
  mhqa::published_result out;
  mhqa::score_published(*mhqa::find_published("set-f1"), {.prediction = {&said, 1}, .golds = golds}, out);
  CHECK(*out.numbers()[0].value == 1);
  CHECK(*out.numbers()[1].value == 1);
  CHECK(*out.numbers()[2].value == 0);
}

TEST_CASE("published_dialects: DPR's check for KILT takes marks and joiners for parts of words") {
  const auto kilt = [](std::string_view said, std::string_view gold) {
    mhqa::published_result out;
    mhqa::score_published(*mhqa::find_published("dpr-has-answer"), {.prediction = {&said, 1}, .golds = {&gold, 1}},
                          out);
    return *out.numbers()[1].value;
  };
  CHECK(kilt("te\xCC\x81", "the\xCC\x81") == 0);  // the article is no word of its own before an accent
  CHECK(kilt("5 \xC2\xB2The answer", "5 \xC2\xB2\tThe answer") == 1);
  CHECK(kilt("a\xE2\x80\x8D \xD9\xA3",
             "a\xE2\x80\x8D"
             "a \xD9\xA3") == 0);
}
