// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

using namespace mhqa_test;

TEST_CASE("report html: one page and the tables for papers") {
  const scratch here;
  const std::string lines =
      here.write("l.jsonl", "{\"id\": \"q\", \"prediction\": \"in Paris\", \"gold\": [\"Paris\"]}\n").string();
  const std::string a = (here / "a.json").string(), page = (here / "p.html").string();
  REQUIRE(mhqa({"score", lines, "--dialect", "hotpotqa", "--result", a}).status == 0);
  const finished done = mhqa({"report", "html", a, a, "--name", "A", "--name", "B", "-o", page, "--latex",
                              (here / "t.tex").string(), "--csv", (here / "t.csv").string(), "--samples", "50"});
  CHECK(done.status == 0);
  CHECK(done.out.empty());
  CHECK(read_file(page).find("in Paris") != std::string::npos);
  CHECK(read_file(here / "t.tex").find("A & 0.0") != std::string::npos);
  CHECK(read_file(here / "t.csv").find("B,em,0,0,0,1,") != std::string::npos);
  CHECK(mhqa({"report", "html", a, "--samples", "50"}).out.find("| model | em | f1 |") == 0);
  check_refused(mhqa({"report", "html", a, "--metric", "rouge", "--samples", "50"}), "rouge");
  check_refused(mhqa({"report", "html", a, "--name", "A", "--name", "B", "--samples", "50"}), "--name");
  check_refused(mhqa({"report", "html", lines}), "mhqa eval --result");
  const std::string bad = (here / "bad.html").string();
  check_refused(mhqa({"report", "html", a, "-o", bad, "--figure", lines, "--samples", "50"}), "SVG");
  CHECK(!std::filesystem::exists(bad));
}
