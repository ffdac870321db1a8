// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/vector_files.hpp>

#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/hostile_pairs.hpp>
#include <mhqa/metrics/published_dialects.hpp>

#include "support/command.hpp"
#include "support/json.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("vector_files: a file for each dialect and program, with the numbers that it gives") {
  const mhqa_test::scratch here;
  mhqa::io::write_vectors({.folder = (here / "v").string(), .seed = 3, .count = 4});
  const auto manifest = mhqa_test::load_json((here / "v/manifest.json").string());
  CHECK(manifest["seed"].string() == "3");
  CHECK(manifest["files"].members().size() == mhqa::dialects::all.size() + mhqa::published_dialects.size());
  for (const auto& file : manifest["files"].members()) {
    CAPTURE(file.first);
    CHECK(mhqa_test::load_jsonl((here / ("v/" + file.first)).string()).size() == 4);
  }
  const mhqa::hostile_pair pair = mhqa::make_hostile_pair(3, 0);
  const auto row = mhqa_test::load_jsonl((here / "v/hotpotqa.jsonl").string()).at(0);
  CHECK(row["prediction"].string() == pair.prediction);
  mhqa::answer_scorer<> scorer{mhqa::dialects::hotpotqa};
  const std::vector<std::string_view> golds{pair.golds.begin(), pair.golds.end()};
  CHECK(row["expected"]["f1"].real() == scorer(pair.prediction, std::span<const std::string_view>{golds}).f1);
}
