// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/compose_set.hpp>

#include "support/command.hpp"

#include <mhqa/error.hpp>
#include <mhqa/parallel.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;
using mhqa::io::compose_settings;

std::string bundled_pool() {
  return (fs::path{__FILE__}.parent_path().parent_path().parent_path() / "examples/data/pool/pool.json").string();
}

compose_settings settings(const fs::path& out) {
  compose_settings s{.pools = {bundled_pool()}, .out = out.string(), .preset = "released"};
  s.options.seed = 7;
  mhqa::io::complete(s, {});
  return s;
}

const auto serially = [](std::string_view) { return mhqa::serial_executor{}; };

}  // namespace

TEST_CASE("compose_set: all stages, the questions by shape and part, the same files on threads") {
  const mhqa_test::scratch here;
  const auto made = mhqa::io::compose_set(settings(here / "a"), serially);
  std::vector<std::string> names;
  for (const auto& stage : made.stages) names.push_back(stage.name);
  CHECK(names ==
        std::vector<std::string>{"pool", "quality", "pairs", "connection", "graphs", "wording", "split", "contexts"});
  std::uint64_t questions = 0;
  for (const auto& parts : made.questions) questions = std::accumulate(parts.begin(), parts.end(), questions);
  CHECK(questions > 0);
  CHECK(questions == made.stages.back().count("out"));
  const std::string train = mhqa_test::read_file(here / "a/ans/train.jsonl");
  std::uint64_t lines = 0;
  for (const auto& parts : made.questions) lines += parts[0];
  CHECK(static_cast<std::uint64_t>(std::count(train.begin(), train.end(), '\n')) == lines);

  mhqa::thread_pool threads{3};
  std::set<std::string> stages;
  static_cast<void>(mhqa::io::compose_set(settings(here / "b"), [&](std::string_view stage) -> mhqa::thread_pool& {
    stages.emplace(stage);
    return threads;
  }));
  CHECK(stages.count("pairs") == 1);
  for (const char* const file : {"ans/train.jsonl", "full/dev.jsonl", "provenance.jsonl", "manifest.json"}) {
    CHECK(mhqa_test::read_file(here / "a" / file) == mhqa_test::read_file(here / "b" / file));
  }
}

TEST_CASE("compose_set: ends after the stage of `until`, writes its requests, and goes on from there") {
  const mhqa_test::scratch here;
  compose_settings s = settings(here / "out");
  s.until = "requests";
  const auto first = mhqa::io::compose_set(s, serially);
  CHECK(first.stages.back().name == "pairs");
  CHECK(first.questions == decltype(first.questions){});
  CHECK(fs::exists(here / "out/requests/heads.jsonl"));
  CHECK(!fs::exists(here / "out/ans"));
  s.until = "";
  s.resume = true;
  const auto rest = mhqa::io::compose_set(s, serially);
  CHECK(rest.stages[2].loaded);
  CHECK(!rest.stages[3].loaded);
  s.entities = (here / "absent.jsonl").string();
  CHECK_THROWS_WITH_AS((void)mhqa::io::compose_set(s, serially), doctest::Contains("absent.jsonl"), mhqa::data_error);
}
