// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa dates export, import, split and table on HieraDate records made from the 164 records of 2WikiMultihopQA.
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

using namespace mhqa_test;

namespace {

std::string content(const std::filesystem::path& path) {
  std::ifstream in{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

}  // namespace

TEST_CASE("dates export and import: the gold answers of every layout come back and score 100 in Table 3's columns") {
  const auto gold = shared_data("data/2wikimultihopqa/dev_164.json");
  if (!gold) return;
  const scratch here;
  for (const char* const version : {"--seed=0", "--year-only"}) {
    CAPTURE(version);
    const std::string records = (here / "h.json").string();
    CHECK(mhqa({"probe-dates", gold->string(), "--format", "2wikimultihopqa", "--out", records, version}).status == 0);
    for (const char* const layout : {"flat", "hotpotqa", "drop"}) {
      CAPTURE(layout);
      const finished done = mhqa({"dates", "export", records, "--to", layout, "--out", (here / layout).string()});
      CHECK(done.status == 0);
      CHECK(done.out == "records             16\nquestions          105\n");
    }
    std::string answers = "{\"answer\": {";
    const json exported = parse_json(content(here / "hotpotqa"));
    for (const json& question : exported.items()) {
      if (answers.back() != '{') answers += ", ";
      answers.append("\"").append(question["_id"].string()).append("\": \"").append(question["answer"].string()) += '"';
    }
    const std::string file = here.write("answers.json", answers + "}}").string();
    const std::string back = (here / "back.json").string();
    CHECK(mhqa({"dates", "import", records, file, "--out", back}).out ==
          "records             16\nmissing              0\nunused               0\n");
    const std::string table = mhqa({"dates", "table", records, back}).out;
    std::size_t hundreds = 0;
    for (std::size_t at = table.find("100.00"); at != std::string::npos; at = table.find("100.00", at + 1)) ++hundreds;
    CHECK(hundreds == 9);
  }
}

TEST_CASE("dates table: a file without a prediction for the questions is refused") {
  const scratch here;
  const std::string gold =
      (std::filesystem::path{__FILE__}.parent_path() / "../../examples/data/hieradate/gold.json").string();
  check_refused(mhqa({"dates", "table", gold, here.write("none", "[]").string()}),
                "none: no prediction has an id of the gold file");
}

TEST_CASE("dates split: dev and test have as many questions of each kind, and no question is in both") {
  const auto gold = shared_data("data/2wikimultihopqa/dev_4000_nocontext.json");
  if (!gold) return;
  const scratch here;
  const std::string records = (here / "h.json").string();
  CHECK(mhqa({"probe-dates", gold->string(), "--format", "2wikimultihopqa", "--out", records}).status == 0);
  const finished done =
      mhqa({"dates", "split", records, "--dev", (here / "dev.json").string(), "--test", (here / "test.json").string()});
  CHECK(done.status == 0);
  CHECK(done.out ==
        "          comparison    combined\n"
        "dev              125          15\n"
        "test             125          15\n");
  CHECK(parse_json(content(here / "dev.json")).items().size() == 140);
  CHECK(parse_json(content(here / "test.json")).items().size() == 140);
  check_refused(mhqa({"dates", "split", records, "--dev", records, "--test", (here / "t").string()}), "h.json");
  check_refused(mhqa({"dates", "export", records, "--to", "drop", "--out", "-"}), "file");
}
