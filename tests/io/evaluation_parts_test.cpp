// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Parts of every data set's files, written and merged, give the JSON of the whole.
#include <mhqa/io/evaluation_parts.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

using namespace mhqa;
using mhqa_test::error_of;

namespace {

std::string bundled(const std::string& name) {
  return (std::filesystem::path{__FILE__}.parent_path().parent_path().parent_path() / "examples/data" / name).string();
}

io::evaluation_files files_of(const std::string& name) {
  const bool lines = name == "musique";
  return {.dataset = name,
          .predictions = bundled(name + (lines ? "/predictions.jsonl" : "/predictions.json")),
          .gold = bundled(name + (lines ? "/gold.jsonl" : "/gold.json"))};
}

std::string json_of(io::evaluation_reports reports) {
  std::string out;
  io::append_evaluation_json(out, reports);
  return out;
}

std::string json_of_parts(const std::vector<std::string>& files) {
  std::string out;
  io::with_merged_part_files(
      files, [&](auto&& total) { out = json_of(io::make_reports(std::forward<decltype(total)>(total).finish())); });
  return out;
}

}  // namespace

TEST_CASE("evaluation_parts: every data set's parts give the JSON of the whole, in any order") {
  for (const char* const name : {"hotpotqa", "2wikimultihopqa", "hieradate", "musique", "strategyqa"}) {
    CAPTURE(name);
    const mhqa_test::scratch here;
    std::string whole;
    std::vector<std::string> files;
    io::with_evaluation(files_of(name), [&](const auto& set, auto&& golds, auto&& predictions, const auto&) {
      whole = json_of(io::make_reports(evaluate(set, golds, predictions)));
    });
    for (std::uint32_t i = 5; i-- > 0;) {
      io::with_evaluation(files_of(name), [&](const auto& set, auto&& golds, auto&& predictions, const auto&) {
        const auto part = evaluate_part(set, golds, predictions, {.index = i, .count = 5});
        files.push_back(here.write("part" + std::to_string(i), part.to_bytes()).string());
      });
    }
    CHECK(json_of_parts(files) == whole);
    files.push_back(files.front());
    CHECK(error_of([&] { json_of_parts(files); }) == files.front() + ": expected each part once, found part 4/5 twice");
    files.resize(4);
    CHECK(error_of([&] { json_of_parts(files); }) == "expected 5 parts, part 0/5 is missing");
  }
}

TEST_CASE("evaluation_parts: parts of two data sets, other files and no file at all are refused by name") {
  const mhqa_test::scratch here;
  std::vector<std::string> files;
  for (const char* const name : {"hotpotqa", "strategyqa"}) {
    io::with_evaluation(files_of(name), [&](const auto& set, auto&& golds, auto&& predictions, const auto&) {
      const auto part = evaluate_part(set, golds, predictions, {.index = 0, .count = 2});
      files.push_back(here.write(name, part.to_bytes()).string());
    });
  }
  CHECK(error_of([&] { json_of_parts(files); }).find("expected a part of hotpotqa, found strategyqa") !=
        std::string::npos);
  const std::string other = here.write("other", R"({"answer": {}})").string();
  CHECK(error_of([&] { json_of_parts({other}); }).find("other: expected a part of an evaluation") != std::string::npos);
  std::string damaged = mhqa_test::read_file(files.front());
  damaged.back() = static_cast<char>(damaged.back() ^ 1);
  const std::string cut = here.write("cut", damaged).string();
  CHECK(error_of([&] { json_of_parts({cut}); }).find("the checksum differs") != std::string::npos);
  CHECK(error_of([&] { json_of_parts({}); }) == "expected at least one part");
}
