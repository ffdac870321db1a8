// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/rollout_report.hpp>

#include "support/json.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace io = mhqa::io;

namespace {

io::rollout_run two_rollouts() {
  io::rollout_run run;
  mhqa::rollout_gold gold{"1", "q", {"a"}, std::vector<mhqa::rollout_hop>(2), "2hop"};
  mhqa::rollout_finding one;
  one.hops = {{.has_support = true, .support_step = 1}, {.has_support = true, .needs_bridge = true}};
  one.broken_hop = 1;
  one.cause = mhqa::rollout_cause::bridge_unused;
  one.searches = 3;
  run.summary.add(one, gold);
  one.cause = mhqa::rollout_cause::right;
  one.answer = {1, 1, 1, 1};
  run.summary.add(one, gold);
  run.rollouts = 3;
  run.without_gold = 1;
  run.signature = "s";
  return run;
}

}  // namespace

TEST_CASE("rollout_report: the table says what became of the answers") {
  std::string out;
  io::append_rollout_table(out, two_rollouts());
  CHECK(out.find("3 rollouts, 1 without a gold question") != std::string::npos);
  CHECK(out.find("EM 50.0  F1 50.0") != std::string::npos);
  CHECK(out.find("bridge_unused               1    50.0") != std::string::npos);
  CHECK(out.find("1           2    100.0") != std::string::npos);  // hop 1 by step 1
}

TEST_CASE("rollout_report: the JSON has the counts, and nothing for no rollout") {
  std::string out;
  io::append_rollout_json(out, two_rollouts());
  const mhqa_test::json json = mhqa_test::parse_json(out);
  CHECK(json["all"]["causes"]["bridge_unused"].integer() == 1);
  CHECK(json["all"]["em"].real() == 0.5);
  CHECK(json["by_shape"]["2hop"]["rollouts"].integer() == 2);
  CHECK(json["all"]["hops"][0]["support_by_step"][0].integer() == 2);
  out.clear();
  io::append_rollout_json(out, {});
  CHECK(mhqa_test::parse_json(out)["all"]["em"].null());
}

TEST_CASE("rollout_report: a line of a rollout without a gold question has no cause") {
  io::analyzed_rollout one;
  one.line.parsed.id = "x\"";
  std::string out;
  io::append_rollout_line(out, one);
  const mhqa_test::json json = mhqa_test::parse_json(out);
  CHECK(json["id"].string() == "x\"");
  CHECK(json["cause"].null());
}
