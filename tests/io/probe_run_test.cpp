// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/probe_run.hpp>

#include "support/command.hpp"
#include "support/json.hpp"

#include <mhqa/error.hpp>
#include <mhqa/parallel.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace {

namespace fs = std::filesystem;

std::string bundled(std::string_view name) {
  return (fs::path{__FILE__}.parent_path().parent_path().parent_path() / "examples/data" / name).string();
}

std::string made_in(const fs::path& folder) {
  fs::create_directories(folder);
  return folder.string();
}

}  // namespace

TEST_CASE("probe_run: the files, those of further passes, and a manifest that names each") {
  const mhqa_test::scratch here;
  const std::string folder = made_in(here / "out");
  mhqa::io::probe_run run{.format = "hotpotqa",
                          .gold = bundled("hotpotqa/gold.json"),
                          .folder = folder,
                          .adversarial = true,
                          .annotate = 2};
  run.files.layout = mhqa::io::probe_layout::jsonl;
  run.files.probes.seed = 5;
  mhqa::thread_pool threads{2};
  const mhqa::io::manifest made = mhqa::io::make_probes(run, threads);
  CHECK(made.outputs.size() == 7);  // four files, T_adv, tasks and key
  for (const auto& file : made.outputs) {
    CAPTURE(file.path);
    CHECK(file.hash == mhqa::io::describe_file((fs::path{folder} / file.path).string()).hash);
  }
  CHECK(made.counts[0].name == "questions");
  CHECK(made.counts[0].value == 6);
  CHECK(made.counts[1].value == 5);
  const auto json = mhqa_test::parse_json(mhqa_test::read_file(folder + "/manifest.json"));
  CHECK(json["options"]["layout"].string() == "jsonl");
  CHECK(json["options"]["annotate"].string() == "2");
  CHECK(json["outputs"].items().size() == 7);

  run.folder = made_in(here / "again");
  static_cast<void>(mhqa::io::make_probes(run));
  for (const auto& file : made.outputs) {
    CHECK(mhqa_test::read_file(folder + "/" + file.path) == mhqa_test::read_file(run.folder + "/" + file.path));
  }
}

TEST_CASE("probe_run: what is refused leaves the folder empty") {
  const mhqa_test::scratch here;
  const std::string folder = made_in(here / "out");
  const std::string gold = here.write("gold.json", R"([{"_id": "1", "question": 3}])").string();
  const auto run = [&](std::string_view format, const std::string& from) {
    static_cast<void>(
        mhqa::io::make_probes({.format = std::string{format}, .gold = from, .folder = folder, .annotate = 1}));
  };
  CHECK_THROWS_WITH_AS(run("squad", gold), doctest::Contains("expected hotpotqa, 2wikimultihopqa or musique"),
                       mhqa::data_error);
  CHECK_THROWS_WITH_AS(run("hotpotqa", "-"), doctest::Contains("because the manifest records its name"),
                       mhqa::data_error);
  CHECK_THROWS_WITH_AS(run("hotpotqa", gold), doctest::Contains("gold.json: record 1"), mhqa::data_error);
  CHECK(fs::is_empty(folder));
}
