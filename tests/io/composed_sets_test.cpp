// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/composed_sets.hpp>

#include <mhqa/io/composition_files.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/json.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

using mhqa_test::error_of;
using mhqa_test::read_file;
using mhqa_test::scratch;
namespace fs = std::filesystem;

namespace {

const mhqa::single_hop_pool pool{{{"a", "own", "Who wrote Emma?", "Jane Austen", {}, 0},
                                  {"b", "other", "When was Jane Austen born?", "1775", {}, 1}},
                                 {{"Emma", "By Jane Austen."}, {"Austen", "Born in 1775."}, {"C", "c"}}};

mhqa::made_question born(mhqa::data_part part, bool twin_first) {
  return {{mhqa::shape::hop2, {0, 1, 0, 0}, {{{9, 11}, {}, {}}}},
          "When was she born?",
          part,
          {{0, true}, {1, true}},
          {{{2, false}, {0, true}}, 1, twin_first}};
}

std::string line(const mhqa::composed_question& q) {
  std::string out;
  mhqa::io::write_composed(out, pool, q);
  return out + '\n';
}

}  // namespace

TEST_CASE(
    "composed_sets: each question is in the files of its part, its twin beside it, and says where it comes from") {
  const scratch here;
  const std::string folder = (here / "set").string();
  const std::vector<mhqa::made_question> made{born(mhqa::data_part::dev, false), born(mhqa::data_part::test, true),
                                              born(mhqa::data_part::dev, true)};
  mhqa::io::write_composed_sets(folder, pool, made, {.command = "test", .seed = 7, .counts = {{"all", 3}}});
  const std::string ans = line(mhqa::make_composed(pool, made[0]));
  const std::string twin = line(mhqa::make_composed(pool, made[0].graph, made[0].text, made[0].twin.context, false));
  REQUIRE(ans != twin);
  CHECK(read_file(folder + "/ans/train.jsonl").empty());
  CHECK(read_file(folder + "/ans/dev.jsonl") == ans + ans);
  CHECK(read_file(folder + "/ans/test.jsonl") == ans);
  CHECK(read_file(folder + "/full/dev.jsonl") == ans + twin + twin + ans);
  CHECK(read_file(folder + "/full/test.jsonl") == twin + ans);
  const std::string origin =
      R"({"id": "2hop__a_b", "hops": [{"id": "a", "source": "own", "question": "Who wrote Emma?", "title": "Emma"}, )"
      R"({"id": "b", "source": "other", "question": "When was Jane Austen born?", "title": "Austen"}]})"
      "\n";
  CHECK(read_file(folder + "/provenance.jsonl") == origin + origin + origin);
  const auto manifest = mhqa_test::parse_json(read_file(folder + "/manifest.json"));
  CHECK(manifest["command"].as<std::string>() == "test");
  CHECK(manifest["counts"]["all"].as<mhqa_test::json::number>().text == "3");
  CHECK(manifest["outputs"].as<mhqa_test::json::array>().size() == 7);
  CHECK(manifest["outputs"][1]["path"].as<std::string>() == "ans/dev.jsonl");
  CHECK(manifest["outputs"][1]["hash"].as<std::string>() == mhqa::io::describe_file(folder + "/ans/dev.jsonl").hash);
}

TEST_CASE("composed_sets: where one file cannot be written, an older set stays whole and has its manifest") {
  const scratch here;
  const std::string folder = (here / "set").string();
  const std::vector<mhqa::made_question> old{born(mhqa::data_part::dev, false)},
      fresh{born(mhqa::data_part::dev, true), born(mhqa::data_part::dev, true)};
  mhqa::io::write_composed_sets(folder, pool, old, {.command = "old"});
  const auto files = [&] {
    std::vector<std::string> out;
    for (const auto& entry : fs::recursive_directory_iterator{folder}) {
      if (entry.is_regular_file()) out.push_back(entry.path().string() + ": " + read_file(entry.path()));
    }
    std::sort(out.begin(), out.end());
    return out;
  };
  const auto before = files();
  REQUIRE(before.size() == 8);
  if (fs::exists("/dev/full")) {
    fs::remove(folder + "/provenance.jsonl");
    fs::create_symlink("/dev/full", folder + "/provenance.jsonl");
    const auto others = files();
    CHECK(error_of([&] { mhqa::io::write_composed_sets(folder, pool, fresh, {.command = "new"}); }) ==
          folder + "/provenance.jsonl: cannot write: No space left on device");
    CHECK(files() == others);
    fs::remove(folder + "/provenance.jsonl");
  }
  mhqa::io::write_composed_sets(folder, pool, fresh, {.command = "new"});
  CHECK(files() != before);
  CHECK(files().size() == 8);
  here.write("file", "");
  CHECK(error_of([&] {
          mhqa::io::write_composed_sets((here / "file").string(), pool, fresh, {});
        }).find("cannot make the folder") != std::string::npos);
}
