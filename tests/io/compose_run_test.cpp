// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/compose_run.hpp>

#include "support/command.hpp"
#include "support/json.hpp"
#include "support/name_pool.hpp"

#include <mhqa/compose/compose.hpp>
#include <mhqa/parallel.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using mhqa_test::read_file;
using mhqa_test::scratch;

namespace {

const mhqa_test::name_pool made{160, 30, 40, 4};

mhqa::compose_options options() {
  mhqa::compose_options out{.seed = 9};
  out.limits = mhqa::limits::released;
  out.split.attempts = 8;
  out.budget = {8, 500};
  out.spread.share = 1;
  out.connect = false;
  return out;
}

const auto words =
    mhqa::replace(mhqa::stages::wording,
                  mhqa::words_by([](const mhqa::wording_request& r) { return mhqa::wording{r.steps.back()}; }));
const auto rule =
    mhqa::replace(mhqa::stages::pairs, mhqa::pairs_by(mhqa::distinct_paragraphs() && mhqa::tail_answer_unseen()));

std::optional<mhqa::composed_set> run_all(mhqa::io::compose_run& run, const mhqa::compose_options& o) {
  return mhqa::run_stages(mhqa::question_pool{made.pool}, o, run, words, rule);
}

std::vector<bool> loaded(const mhqa::io::compose_run& run) {
  std::vector<bool> out;
  for (const auto& r : run.reports()) out.push_back(r.loaded);
  return out;
}

/// Copies a run's folder with other lines for one stage, and their hash in its manifest.
std::string copy_with(const scratch& other, const std::string& folder, const std::string& stage,
                      std::string_view lines) {
  const std::string copy = (other / "out").string(), path = copy + "/stages/" + stage + ".jsonl";
  std::filesystem::copy(folder, copy, std::filesystem::copy_options::recursive);
  const std::string before = mhqa::io::describe_file(path).hash;
  other.write("lines", lines);
  std::filesystem::copy_file(other / "lines", path, std::filesystem::copy_options::overwrite_existing);
  const std::string described = copy + "/stages/" + stage + ".manifest.json";
  std::string text = read_file(described);
  const std::size_t at = text.find(before);
  REQUIRE(at != std::string::npos);
  text.replace(at, before.size(), mhqa::io::describe_file(path).hash);
  std::filesystem::copy_file(other.write("manifest", text), described,
                             std::filesystem::copy_options::overwrite_existing);
  return copy;
}

}  // namespace

TEST_CASE("compose_run: equals compose(), and loads the stages of an earlier run unchanged") {
  const scratch here;
  const std::string folder = here / "out";
  const auto o = options();
  const auto want = mhqa::compose(mhqa::question_pool{made.pool}, o, mhqa::serial_executor{}, words, rule);
  REQUIRE(want.kept.items.size() > 20);
  std::vector<std::string> before;
  for (const bool resume : {false, true, false}) {
    CAPTURE(resume);
    mhqa::io::compose_run run{folder, o, resume};
    const auto set = run_all(run, o);
    REQUIRE(set);
    CHECK(set->items == want.kept.items);
    CHECK(loaded(run) == std::vector<bool>(7, resume));
    for (std::size_t i = 0; i < 7; ++i) {
      const auto& report = run.reports()[i];
      CHECK(report.name == want.counts[i].stage);
      CHECK(report.count("in") == want.counts[i].count("in"));
      CHECK(report.dropped.size() == want.counts[i].dropped.size());
    }
    std::vector<std::string> files;
    for (const char* stage : {"quality", "pairs", "connection", "graphs", "wording", "split", "contexts"}) {
      files.push_back(read_file(folder + "/stages/" + stage + ".jsonl"));
      files.push_back(read_file(folder + "/stages/" + stage + ".manifest.json"));
    }
    if (before.empty()) before = files;
    CHECK(files == before);
  }
}

TEST_CASE("compose_run: a changed option or a damaged file makes its stage again, and those after it") {
  const scratch here;
  const std::string folder = here / "out";
  auto o = options();
  {
    mhqa::io::compose_run run{folder, o, false};
    static_cast<void>(run_all(run, o));
  }
  o.split.dev_share = 0.2;
  {
    mhqa::io::compose_run run{folder, o, true};
    static_cast<void>(run_all(run, o));
    CHECK(loaded(run) == std::vector<bool>{true, true, true, true, true, false, false});
  }
  std::filesystem::resize_file(folder + "/stages/graphs.jsonl", 5);
  mhqa::io::compose_run run{folder, o, true};
  REQUIRE(run_all(run, o));
  CHECK(loaded(run) == std::vector<bool>{true, true, true, false, true, true, true});
}

TEST_CASE("compose_run: a stage's file with other records and a manifest that fits them is an error, not a crash") {
  const scratch here;
  const std::string folder = here / "out";
  const auto o = options();
  {
    mhqa::io::compose_run run{folder, o, false};
    static_cast<void>(run_all(run, o));
  }
  for (const char* stage : {"quality", "pairs", "connection", "graphs", "wording", "split", "contexts"}) {
    for (const char* lines : {"{\"question\": \"x\"}\n", "{\"part\": \"dev\"}\n", "{}\n", "[]\n", ""}) {
      CAPTURE(stage);
      CAPTURE(lines);
      const scratch other;
      const std::string copy = copy_with(other, folder, stage, lines);
      mhqa::io::compose_run run{copy, o, true};
      try {
        static_cast<void>(run_all(run, o));
      } catch (const mhqa::data_error&) {
      }
    }
  }
}

TEST_CASE("compose_run: a bridge outside its question in a stage's file is refused") {
  const scratch here;
  const std::string folder = here / "out";
  const auto o = options();
  {
    mhqa::io::compose_run run{folder, o, false};
    static_cast<void>(run_all(run, o));
  }
  for (const char* stage : {"pairs", "connection", "graphs"}) {
    CAPTURE(stage);
    std::string lines = read_file(folder + "/stages/" + stage + ".jsonl");
    const std::size_t at = lines.find(stage == std::string_view{"graphs"} ? "\"bridges\": [[" : "\"bridge\": [");
    REQUIRE(at != std::string::npos);
    lines.insert(lines.find_first_of("0123456789", at), "99999");
    const scratch other;
    mhqa::io::compose_run run{copy_with(other, folder, stage, lines), o, true};
    CHECK_THROWS_WITH_AS(static_cast<void>(run_all(run, o)), doctest::Contains("expected a bridge inside the question"),
                         mhqa::data_error);
  }
}

TEST_CASE("compose_run: a run that makes no stage leaves no folder of stages or requests") {
  const mhqa_test::scratch here;
  const std::string folder = (here / "out").string();
  { const mhqa::io::compose_run run{folder, {}, false}; }
  CHECK(std::filesystem::is_empty(folder));
}

TEST_CASE("compose_run: it ends after the stage that is said, and `requests` calls before S3") {
  const scratch here;
  const std::string folder = here / "out";
  const auto o = options();
  mhqa::io::compose_run run{folder, o, false};
  run.until = "graphs";
  CHECK_FALSE(run_all(run, o));
  CHECK(run.reports().back().name == "graphs");
  CHECK_FALSE(std::filesystem::exists(folder + "/stages/wording.jsonl"));
  mhqa::io::compose_run again{here / "requests", o, false};
  again.until = "requests";
  std::size_t pairs = 0;
  again.before_connection = [&](const mhqa::pair_set& in) { pairs = in.items.size(); };
  CHECK_FALSE(run_all(again, o));
  CHECK(pairs == run.reports()[1].count("out"));
  CHECK(again.reports().size() == 2);
}

TEST_CASE("compose_run: files and described options decide a stage") {
  const scratch here;
  const std::string notes = here.write("notes.jsonl", "{}\n");
  const auto o = options();
  const auto runs = [&](std::string_view value) {
    mhqa::io::compose_run run{here / "out", o, true};
    run.inputs["pairs"] = {notes};
    run.describe["pairs"] = {{"entities", std::string{value}}, {"mine", "1"}};
    static_cast<void>(run_all(run, o));
    return loaded(run);
  };
  CHECK(runs("true") == std::vector<bool>(7, false));
  CHECK(runs("true") == std::vector<bool>(7, true));
  CHECK(runs("other") == std::vector<bool>{true, false, false, false, false, false, false});
  const std::string manifest = read_file(here / "out/stages/pairs.manifest.json");
  CHECK(manifest.find("\"entities\": \"other\"") != std::string::npos);
  CHECK(manifest.find("\"mine\": \"1\"") != std::string::npos);
  static_cast<void>(here.write("notes.jsonl", "{ }\n"));
  CHECK(runs("other") == std::vector<bool>{true, false, false, false, false, false, false});
}

TEST_CASE("compose_run: the finished sets have the counts of every stage") {
  const scratch here;
  const std::string folder = here / "out";
  const auto o = options();
  mhqa::io::compose_run run{folder, o, false};
  const auto set = run_all(run, o);
  REQUIRE(set);
  mhqa::io::write_composed_sets(run, *set, o.seed);
  const std::string manifest = read_file(folder + "/manifest.json");
  for (const auto& report : run.reports()) {
    CHECK(manifest.find("\"" + report.name + "\": " + std::to_string(report.count("out"))) != std::string::npos);
  }
  CHECK_FALSE(read_file(folder + "/ans/train.jsonl").empty());
}
