// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/statistics_files.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/json.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace io = mhqa::io;
using mhqa_test::error_of;

std::string bundled(std::string_view name) {
  const auto root = std::filesystem::path{__FILE__}.parent_path().parent_path().parent_path();
  return (root / "examples/data" / name).string();
}

mhqa_test::json parsed(const std::string& text) {
  return mhqa_test::parse_json(text);
}

}  // namespace

TEST_CASE("statistics_files: each file has its counts, and all together theirs") {
  const std::vector<std::string> files{bundled("hotpotqa/gold.json"), bundled("hotpotqa/gold.json")};
  std::vector<std::uint64_t> seen;
  const auto counted = io::hotpotqa_statistics(files, [&](std::uint64_t done) { seen.push_back(done); });
  REQUIRE(counted.parts.size() == 2);
  CHECK(counted.parts[0].rows == 6);
  CHECK(counted.all.rows == 12);
  CHECK(counted.all.questions.size() == 6);  // the same questions twice
  CHECK(seen.size() == 12);
  CHECK(seen.back() == 12);

  std::string out;
  io::append_statistics_json(out, "hotpotqa", files, counted);
  const auto json = parsed(out);
  CHECK(json["dataset"].string() == "hotpotqa");
  REQUIRE(json["files"].items().size() == 2);
  CHECK(json["files"].items()[1]["path"].string() == files[1]);
  CHECK(json["files"].items()[1]["rows"].real() == 6);
  CHECK(json["all"]["rows"].real() == 12);
}

TEST_CASE("statistics_files: MuSiQue, 2WikiMultihopQA, HieraDate and StrategyQA by their own counts") {
  const std::vector<std::string> musique{bundled("musique/gold.jsonl")};
  const auto questions = io::musique_statistics(musique);
  std::string out;
  io::append_statistics_json(out, "musique", musique, questions);
  double shapes = 0;
  for (const auto& [name, count] : questions.all.by_shape) shapes += static_cast<double>(count);
  const auto json = parsed(out);
  CHECK(json["all"]["questions"].real() == shapes);
  CHECK(json["all"]["rows"].real() >= shapes);
  for (const auto& [name, count] : questions.all.by_shape)
    CHECK(json["all"]["shapes"][name].real() == static_cast<double>(count));

  const auto wiki = io::twowiki_statistics({bundled("2wikimultihopqa/gold.json")});
  CHECK(wiki.all.by_level.empty());
  CHECK(wiki.all.evidences > 0);
  const auto dates = io::hieradate_statistics({bundled("hieradate/gold.json")});
  CHECK(dates.all.main == dates.all.combined + dates.all.comparison);
  CHECK(dates.all == dates.parts[0]);

  out.clear();
  io::append_statistics_json(out, io::strategyqa_statistics({bundled("strategyqa/gold.json")}));
  CHECK(parsed(out)["dataset"].string() == "strategyqa");
  CHECK(parsed(out)["statistics"]["questions"]["value"].real() > 0);
}

TEST_CASE("statistics_files: a file without records, and an id that comes twice, are refused by name") {
  const mhqa_test::scratch here;
  const std::string empty = (here / "empty.json").string();
  std::ofstream{empty} << "[]";
  CHECK(error_of([&] { static_cast<void>(io::musique_statistics({empty})); }).find("empty.json: expected questions") !=
        std::string::npos);
  CHECK(error_of([&] { static_cast<void>(io::strategyqa_statistics({empty})); }).find("found none") !=
        std::string::npos);
  const std::string gold = bundled("strategyqa/gold.json");
  CHECK(error_of([&] {
          static_cast<void>(io::strategyqa_statistics({gold, gold}));
        }).find("twice") != std::string::npos);
  const std::string row =
      R"({"id": "2hop__a_b", "question": "q", "answer": "x", "question_decomposition": [], "paragraphs": [], "answerable": )";
  const std::string pair = here.write("pair.jsonl", row + "true}\n" + row + "false}\n").string();
  CHECK(io::musique_statistics({pair}).all.questions.size() == 1);
  const std::string same = here.write("same.jsonl", row + "true}\n" + row + "true}\n").string();
  CHECK(error_of([&] {
          static_cast<void>(io::musique_statistics({same}));
        }).find("id \"2hop__a_b\": expected each id once") != std::string::npos);
}
