// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/stages.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/json.hpp"

#include <doctest/doctest.h>

#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

using mhqa::io::json_value;
using mhqa::io::stage_folder;
using mhqa::io::stage_report;
using mhqa::io::stage_writer;
using mhqa_test::error_of;
using mhqa_test::read_file;
using mhqa_test::scratch;

namespace {

struct outcome {
  std::vector<int> numbers;
  std::vector<bool> loaded;
  friend bool operator==(const outcome&, const outcome&) = default;
};

// Two stages: some numbers, and each of them twice.
outcome run(const std::string& folder, std::uint64_t seed, bool resume, const std::string& option = "a") {
  stage_folder stages{folder, seed, resume};
  outcome out;
  std::vector<int> first;
  const auto put = [](stage_writer& to, const std::vector<int>& numbers) {
    for (const int n : numbers) to.line("{\"n\": " + std::to_string(n) + "}");
    to.count("out", numbers.size());
    to.drop({{"odd", 2}});
  };
  const auto take = [](json_value value, std::vector<int>& numbers) {
    value.object([&](std::string_view, json_value n) { numbers.push_back(static_cast<int>(n.integer())); });
  };
  const stage_report one = stages.stage(
      "first", {},
      [&](stage_writer& to) {
        put(to, first = {2, 4});
      },
      [&](json_value v) { take(v, first); });
  const stage_report two = stages.stage(
      "second", {{"option", option}},
      [&](stage_writer& to) {
        for (const int n : first) out.numbers.insert(out.numbers.end(), {n, n});
        put(to, out.numbers);
      },
      [&](json_value v) { take(v, out.numbers); });
  CHECK(two.count("out") == 4);
  CHECK(two.dropped.size() == 1);
  out.loaded = {one.loaded, two.loaded};
  return out;
}

}  // namespace

TEST_CASE("stages: unchanged stages are loaded, all others are made again") {
  const scratch here;
  const std::string folder = (here / "run").string();
  const std::vector<int> numbers{2, 2, 4, 4};
  CHECK(run(folder, 7, true) == outcome{numbers, {false, false}});
  const std::string bytes = read_file(folder + "/stages/second.manifest.json");
  CHECK(run(folder, 7, true) == outcome{numbers, {true, true}});
  CHECK(run(folder, 7, false) == outcome{numbers, {false, false}});
  CHECK(read_file(folder + "/stages/second.manifest.json") == bytes);
  CHECK(run(folder, 7, true, "b") == outcome{numbers, {true, false}});
  CHECK(run(folder, 8, true, "b") == outcome{numbers, {false, false}});

  here.write("run/stages/second.jsonl", "{\"n\": 1}\n");  // somebody's hand
  CHECK(run(folder, 8, true, "b") == outcome{numbers, {true, false}});
  std::filesystem::remove(folder + "/stages/first.manifest.json");  // killed before it was written
  CHECK(run(folder, 8, true, "b") == outcome{numbers, {false, true}});
  std::string odd = read_file(folder + "/stages/first.manifest.json");
  here.write("run/stages/first.manifest.json", odd.replace(odd.find("\"out\": 2"), 8, "\"out\": -2"));
  CHECK(run(folder, 8, true, "b") == outcome{numbers, {false, true}});
  here.write("run/stages/first.manifest.json", "{");
  CHECK(run(folder, 8, true, "b") == outcome{numbers, {false, true}});
  CHECK(run(folder, 7, true) == outcome{numbers, {false, false}});
  CHECK(read_file(folder + "/stages/second.manifest.json") == bytes);
}

TEST_CASE("stages: two runs in one folder are refused, one after the other is not") {
  const scratch here;
  const std::string folder = (here / "run").string();
  {
    const stage_folder first{folder, 1, false};
    CHECK_THROWS_WITH_AS((stage_folder{folder, 1, false}), doctest::Contains("another run"), mhqa::data_error);
  }
  CHECK_NOTHROW((stage_folder{folder, 1, false}));
}

TEST_CASE("stages: a stage that fails leaves neither file nor manifest") {
  const scratch here;
  const std::string folder = (here / "run").string();
  stage_folder stages{folder, 1, false};
  const auto fail = [](stage_writer& to) {
    to.line("{}");
    mhqa::throw_data_error({}, "no");
  };
  CHECK_THROWS_AS(stages.stage("first", {}, fail, [](json_value) {}), mhqa::data_error);
  CHECK(std::filesystem::is_empty(folder + "/stages"));
}

TEST_CASE("stages: an input is a file that can be read twice") {
  const scratch here;
  stage_folder stages{(here / "run").string(), 1, false};
  const std::string file = here.write("file", "x").string(), pipe = (here / "pipe").string();
  stages.input(file);
  CHECK(stages.inputs().size() == 1);
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const auto refused = [&](const std::string& path) { return error_of([&] { stages.input(path); }); };
  CHECK(refused(pipe) == pipe + ": expected a regular file, as it is read more than once");
  CHECK(refused("-") == "-: expected a regular file, as it is read more than once");
  CHECK(refused("") == "expected the name of a file, found none");
  CHECK(refused((here / "run").string()).ends_with(": cannot read: Is a directory"));
  CHECK(refused(file + "/x").ends_with(": cannot open: Not a directory"));
  CHECK(refused(pipe + "2") == pipe + "2: cannot open: No such file or directory");
  CHECK(stages.inputs().size() == 1);
}
