// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/compose_settings.hpp>

#include "support/command.hpp"

#include <mhqa/compose/limits.hpp>
#include <mhqa/error.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

using mhqa::io::complete;
using mhqa::io::compose_settings;

TEST_CASE("compose_settings: a preset applies where no option was given") {
  compose_settings paper{.out = "x"};
  complete(paper, {});
  CHECK(paper.options.limits.question_words == mhqa::limits::paper.question_words);
  CHECK(paper.options.spread.bridges);
  CHECK(paper.options.spread.heads);

  compose_settings released{.out = "x", .preset = "released"};
  released.options.limits.bridge_uses = 7;
  complete(released, {"bridge_uses"});
  CHECK(released.options.limits.bridge_uses == 7);
  CHECK(released.options.limits.total_words == mhqa::limits::released.total_words);
  CHECK(!released.options.spread.bridges);
  CHECK(released.options.spread.heads);

  compose_settings spread{.out = "x"};
  complete(spread, {"bridge_uses", "question_uses", "spread_share"});
  CHECK(spread.options.spread.bridges == mhqa::spread_limits{}.bridges);
}

TEST_CASE("compose_settings: names become the pipeline's options") {
  compose_settings s{
      .out = "x", .quality_answers = {"a"}, .split_kind = "random", .distractors = "corpus", .corpus = {"c"}};
  const auto names = mhqa::io::pair_rule_names();
  REQUIRE(names.size() > 2);
  s.options.without_rules = {names[1], names[0], names[1]};
  complete(s, {});
  CHECK(s.options.check_answers);
  CHECK(s.options.parts == mhqa::split_kind::random);
  CHECK(s.options.contexts.source == mhqa::distractor_source::corpus);
  CHECK(s.options.without_rules == std::vector<std::string>{names[0], names[1]});
}

TEST_CASE("compose_settings: options that exclude each other are refused") {
  const auto refused = [](compose_settings s, const char* why) {
    CHECK_THROWS_WITH_AS(complete(s, {"check_answers"}), doctest::Contains(why), mhqa::data_error);
  };
  refused({}, "`out` is required");
  refused({.out = "x", .corpus = {"c"}}, "`corpus` is not used without `distractors` corpus");
  refused({.out = "x", .distractors = "corpus"}, "expected `corpus`");
  refused({.out = "x", .quality_answers = {"a"}}, "`quality_answers` is not used with `check_answers` false");
  compose_settings s{.out = "x", .connection_answers = {"a"}};
  s.options.connect = false;
  refused(s, "`connection_answers` is not used");
  compose_settings parts{.out = "x"};
  parts.options.split.dev_share = parts.options.split.test_share = 0.5;
  refused(parts, "expected a sum below 1");
  compose_settings words{.out = "x"};
  words.options.quality.min_context_words = words.options.quality.max_context_words + 1;
  refused(words, "`min_context_words`: expected at most `max_context_words`");
}

TEST_CASE("compose_settings: inputs must be files that no output overwrites; those of later stages may be missing") {
  const mhqa_test::scratch here;
  const std::string pool = here.write("pool.json", "{}").string();
  compose_settings s{
      .pools = {"mine=" + pool}, .out = (here / "out").string(), .until = "pairs", .wordings = {"absent.jsonl"}};
  mhqa::io::check_files(s);
  s.until = "";
  CHECK_THROWS_WITH_AS(mhqa::io::check_files(s), doctest::Contains("absent.jsonl"), mhqa::data_error);
  std::filesystem::create_directories(here / "out");
  const std::string inside = here.write("out/provenance.jsonl", "{}").string();
  CHECK_THROWS_WITH_AS(mhqa::io::check_files({.pools = {inside}, .out = (here / "out").string()}),
                       doctest::Contains("would destroy the input"), mhqa::data_error);
  CHECK_THROWS_WITH_AS(mhqa::io::check_files({.pools = {pool}, .out = (here / "out").string(), .config = inside}),
                       doctest::Contains("would destroy the input"), mhqa::data_error);
}
