// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/rollout_page.hpp>

#include <doctest/doctest.h>

#include <string>

namespace io = mhqa::io;

TEST_CASE("rollout_page: shows the path of each hop and escapes what models write") {
  mhqa::rollout_gold gold{"1", "Who <i>?", {"a"}, {}, "2hop"};
  gold.hops.push_back({"first", {"<bridge>"}, {}, {}});
  const mhqa::prepared_rollout_gold prepared{gold, mhqa::dialects::musique};
  io::analyzed_rollout one;
  one.gold = &prepared;
  one.line.parsed.steps.resize(30);
  one.line.parsed.steps[0].query = "<script>alert(1)</script>";
  one.line.parsed.answer = "\"&";
  one.line.parsed.answered = true;
  one.finding.hops = {{.has_answer = true, .answer_step = 2}};
  one.finding.cause = mhqa::rollout_cause::never_retrieved;
  io::rollout_page page;
  page.add(one);
  const std::string text = page.text({});
  CHECK(text.find("<script>") == std::string::npos);
  CHECK(text.find("&lt;script&gt;alert(1)") != std::string::npos);
  CHECK(text.find("first → &lt;bridge&gt;") != std::string::npos);
  CHECK(text.find("<td></td><td>A </td><td></td>") != std::string::npos);
  CHECK(text.find("6 more steps") != std::string::npos);
  CHECK(text.find("never_retrieved") != std::string::npos);
}
