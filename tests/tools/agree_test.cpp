// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mhqa_test;

TEST_CASE("agree: counts of a score beside verdicts, and the reasons where they part") {
  const finished done = mhqa({"agree", "--dialect", "hipporag", "--json"},
                             "{\"prediction\": \"Rome\", \"gold\": [\"rome\"], \"verdict\": true}\n"
                             "{\"prediction\": \"the city of Rome\", \"gold\": [\"rome\"], \"verdict\": 1}\n"
                             "{\"prediction\": \"Paris\", \"gold\": [\"rome\"], \"verdict\": false}\n"
                             "{\"prediction\": \"Roma\", \"gold\": [\"rome\"], \"verdict\": true}\n");
  CHECK(done.status == 0);
  const json out = parse_json(done.out);
  const json& em = out["scores"][0];
  CHECK(em["number"].string() == "ExactMatch");
  CHECK(em["both"].integer() == 1);
  CHECK(em["verdict_only"].integer() == 2);
  CHECK(em["neither"].integer() == 1);
  CHECK(em["accuracy"].real() == 0.5);
  CHECK(em["accuracy_interval"][0].real() == doctest::Approx(0.15003898915214947).epsilon(1e-12));  // Wilson, 2 of 4
  CHECK(em["accuracy_interval"][1].real() == doctest::Approx(0.8499610108478505).epsilon(1e-12));
  // Score right 1 of 4, verdict 3 of 4: chance 6/16, kappa 0.2, its half 1.96 * sqrt(1/16) / 0.625.
  CHECK(em["kappa"].real() == doctest::Approx(0.2).epsilon(1e-15));
  CHECK(em["kappa_interval"][0].real() == doctest::Approx(0.2 - 1.959963984540054 * 0.25 / 0.625).epsilon(1e-12));
  CHECK(em["kappa_interval"][1].real() == doctest::Approx(0.2 + 1.959963984540054 * 0.25 / 0.625).epsilon(1e-12));
  CHECK(em["partings"]["longer_answer"].integer() == 1);
  CHECK(em["partings"]["other_words"].integer() == 1);
  CHECK(mhqa({"agree", "--dialect", "hipporag"}, "{\"prediction\": \"x\", \"gold\": \"x\", \"verdict\": true}\n")
            .out.find("100.0") != std::string::npos);
}

TEST_CASE("agree: a line without a verdict is refused with its place") {
  check_refused(mhqa({"agree", "--dialect", "hipporag"}, "{\"prediction\": \"x\", \"gold\": \"x\"}\n"),
                "record 1: expected the field \"verdict\"");
  check_refused(mhqa({"agree", "--dialect", "hipporag"}, ""), "-: expected records, found an empty file");
  check_refused(mhqa({"agree", "--dialect", "hipporag", "--dialect", "hipporag"}, ""),
                "--dialect: expected each dialect once");
}

TEST_CASE("agree: a data set's own dialect") {
  const finished done =
      mhqa({"agree", "--dialect", "musique"}, "{\"prediction\": \"x\", \"gold\": \"x\", \"verdict\": true}\n");
  CHECK(done.status == 0);
  CHECK(done.out.find("musique            em") != std::string::npos);
}
