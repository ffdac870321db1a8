// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/statistics_tables.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::string statistics_file(std::string_view name) {
  const auto root = std::filesystem::path{__FILE__}.parent_path().parent_path().parent_path();
  return (root / "examples/data" / name).string();
}

}  // namespace

TEST_CASE("statistics_tables: a column for each file, and one for all where there are several") {
  const std::vector<std::string> files{statistics_file("hotpotqa/gold.json"), statistics_file("hotpotqa/gold.json")};
  std::string out;
  mhqa::io::append_statistics_table(out, files, mhqa::io::hotpotqa_statistics(files));
  CHECK(out.starts_with(std::string(32, ' ') + "        gold        gold         all\n"));
  CHECK(out.find("           6           6          12\n") != std::string::npos);
  CHECK(out.find("\ntype bridge ") != std::string::npos);
  CHECK(out.find("\nlevel ") != std::string::npos);

  const std::vector<std::string> one{statistics_file("musique/gold.jsonl")};
  out.clear();
  mhqa::io::append_statistics_table(out, one, mhqa::io::musique_statistics(one));
  CHECK(out.starts_with(std::string(32, ' ') + "        gold\n"));
  CHECK(out.find("\n2hop ") != std::string::npos);
  const std::vector<std::string> dates{statistics_file("hieradate/gold.json")};
  out.clear();
  mhqa::io::append_statistics_table(out, dates, mhqa::io::hieradate_statistics(dates));
  CHECK(out.starts_with(std::string(32, ' ') + "        gold\n"));
}

TEST_CASE("statistics_tables: StrategyQA's figures stand alone where the questions are not the paper's") {
  std::string out;
  mhqa::io::append_statistics_table(out, mhqa::io::strategyqa_statistics({statistics_file("strategyqa/gold.json")}));
  CHECK(out.starts_with("strategyqa, the figures of Table 4 and Section 4.2; the paper's are of 2290 questions\n"));
  CHECK(out.find("\nquestions by steps") != std::string::npos);
  CHECK(out.find("\ntop trigram ") != std::string::npos);
}
