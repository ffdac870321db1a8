// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mhqa_test;

TEST_CASE("eval retrieval: the means, each group, and a row for each query") {
  const scratch here;
  const std::string run = here.write("run", "q Q0 a 1 2.0 t\nq Q0 x 2 1.0 t\nr Q0 b 1 1.0 t\n").string();
  const std::string golds = here.write("g.jsonl",
                                       "{\"id\": \"q\", \"sets\": [[[\"a\"], [\"c\"]]], \"group\": \"2\"}\n"
                                       "{\"id\": \"r\", \"sets\": [[[\"b\", \"d\"]]], \"group\": \"1\"}\n")
                                .string();
  const std::string rows = (here / "rows.jsonl").string();
  const finished done =
      mhqa({"eval", "retrieval", run, golds, "--at", "1,2", "--by-group", "--json", "--per-question", rows});
  CHECK(done.status == 0);
  const json out = parse_json(done.out);
  CHECK(out["scores"]["any@1"].real() == 1);
  CHECK(out["scores"]["all@2"].real() == 0.5);
  CHECK(out["by"]["groups"]["2"]["scores"]["all@2"].real() == 0);
  CHECK(out["by"]["groups"]["1"]["scores"]["all@2"].real() == 1);
  CHECK(read_file(rows).find("{\"id\": \"q\", \"map\": 0.5,") == 0);
  CHECK(mhqa({"eval", "retrieval", run, golds}).out.find("group_recall@5") != std::string::npos);
  check_refused(mhqa({"eval", "retrieval", "--per-question", "-", run, golds}), "--per-question expects a file");
  check_refused(mhqa({"eval", "retrieval", run, here.write("qrels", "q 0 a 1\n").string()}), "\"r\"");
  check_refused(mhqa({"eval", "retrieval", here.write("bad", "q Q0 a 1 nan t\n").string(), golds}), "finite");
}
