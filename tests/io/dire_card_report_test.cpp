// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/dire_card_report.hpp>

#include "support/json.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

namespace io = mhqa::io;

io::dire_card_part run_of(double whole, double disconnected) {
  const auto table = [](double f1) {
    return io::dire_scores{.answer = mhqa::scores{.em = f1, .f1 = f1, .precision = f1, .recall = f1}};
  };
  return {.whole = table(whole), .disconnected = table(disconnected), .questions = 4, .notes = {}, .signature = "s"};
}

}  // namespace

// Runs of 0.5 and 0.7 on D, of which 0.25 and 0.3 are left on the probe: connected are 0.25 and 0.4.
TEST_CASE("dire_card_report: means and ranges over the runs") {
  const io::dire_card card{.runs = {run_of(0.5, 0.25), run_of(0.7, 0.3)}, .transform = {}, .controls = {}};
  std::string text;
  io::append_dire_card(text, card);
  CHECK(text.find("D: the score, and what of it is left on the probe (Eq. 7), 4 questions, percent\n"
                  "Mean of 2 runs (least-most)\n") == 0);
  CHECK(text.find("60.0 (50.0-70.0)") != std::string::npos);
  CHECK(text.find("27.5 (25.0-30.0)") != std::string::npos);
  CHECK(text.find("32.5 (25.0-40.0)") != std::string::npos);
  CHECK(text.ends_with("signature s\n"));

  std::string json;
  io::append_dire_card_json(json, card);
  const auto data = mhqa_test::parse_json(json)["data"];
  CHECK(data["runs"].integer() == 2);
  CHECK(data["metrics"]["answer"]["f1"]["score"].real() == doctest::Approx(0.6));
  CHECK(data["metrics"]["answer"]["f1"]["connected_most"].real() == doctest::Approx(0.4));
}

TEST_CASE("dire_card_report: without scores on D the probe stands alone; a panel for each part with bars") {
  io::dire_card_part alone = run_of(0, 0.25);
  alone.whole = {};
  io::dire_card card{.runs = {alone}, .transform = {}, .controls = {}};
  std::string text;
  io::append_dire_card(text, card);
  CHECK(text.starts_with("P(D): the probe alone (Eq. 8), 4 questions, percent\n"));
  CHECK(io::dire_card_panels(card).size() == 1);
  card.transform = run_of(0.5, 0.1);
  card.controls.push_back({"context_only", run_of(0.2, 0).whole, 4, 1});
  const std::vector<io::bar_panel> panels = io::dire_card_panels(card);
  REQUIRE(panels.size() == 3);
  CHECK(panels[1].bars[0].whole == 50);
  CHECK(panels[1].bars[0].dark == 10);
  CHECK(panels[2].bars[0].name == "context\nonly");
}
