// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Several runs at once, outputs that are inputs, options without a value: what mhqa::command checks for all verbs.
#include "support/command.hpp"
#include "support/json.hpp"
#include "tools/composing.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

using namespace mhqa_test;
namespace fs = std::filesystem;

namespace {

const std::string probe_gold =
    R"([{"_id": "q1", "question": "Who?", "answer": "x", "supporting_facts": [["T", 0], ["U", 0]],
 "context": [["T", ["an x."]], ["U", ["a y."]], ["V", ["z."]], ["W", ["w."]], ["X", ["v."]]]}])";

/// Waits until a file is there.
void wait_for(const fs::path& path) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes{1};
  while (!fs::exists(path) && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds{2});
  }
  REQUIRE(fs::exists(path));
}

/// A word of --help: an option or positional, and the type of its value; "" for a flag.
struct shown_option {
  std::string name, type;
};

std::vector<shown_option> options_of(const std::string& verb) {
  std::vector<shown_option> out;
  std::istringstream lines{shell("\"$MHQA_COMMAND\" " + verb + " --help").out};
  bool lists = false;
  for (std::string line; std::getline(lines, line) && line != "Example:";) {
    if (!line.empty() && line.front() != ' ') lists = line.ends_with(":") && line != "Subcommands:";
    if (!lists || !line.starts_with("  ") || line.starts_with("   ")) continue;
    std::istringstream words{line};
    shown_option one;
    words >> one.name >> one.type;
    const auto capital = [&](std::size_t i) { return i < one.type.size() && one.type[i] >= 'A' && one.type[i] <= 'Z'; };
    if (!capital(0) || !capital(1)) one.type.clear();
    out.push_back(one);
  }
  return out;
}

std::vector<std::string> all_verbs() {
  std::vector<std::string> out;
  std::vector<std::string> open{""};
  while (!open.empty()) {
    const std::string verb = open.back();
    open.pop_back();
    std::istringstream lines{shell("\"$MHQA_COMMAND\" " + verb + " --help").out};
    bool lists = false;
    for (std::string line; std::getline(lines, line);) {
      if (!line.empty() && line.front() != ' ') lists = line == "Subcommands:";
      if (lists && line.starts_with("  ") && !line.starts_with("   ")) {
        std::string name;
        std::istringstream{line} >> name;
        name.erase(std::min(name.find(','), name.size()));  // "NAME,OTHER NAME"
        open.push_back(verb.empty() ? name : verb + " " + name);
      }
    }
    if (!verb.empty()) out.push_back(verb);
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

TEST_CASE("run_files: no option of any verb takes an empty value, NaN, or a number out of range" *
          doctest::test_suite("unsanitized")) {
  for (const std::string& verb : all_verbs()) {
    for (const shown_option& one : options_of(verb)) {
      CAPTURE(verb);
      CAPTURE(one.name);
      if (one.type.empty() || !one.name.starts_with("--")) continue;
      const auto refused = [&](const std::string& value) {
        const finished done = shell("\"$MHQA_COMMAND\" " + verb + " " + one.name + " " + shell_word(value));
        CAPTURE(value);
        CHECK(done.status == 2);
        CHECK(done.out.empty());
        CHECK(done.err.starts_with("mhqa: error: " + one.name + ": "));
        CHECK(std::count(done.err.begin(), done.err.end(), '\n') == 1);
      };
      refused("");
      if (one.type.starts_with("UINT")) {
        for (const char* value : {"-1", "1.5", "18446744073709551616", "1e3", "nan"}) refused(value);
      }
      if (one.type.starts_with("FLOAT")) {
        for (const char* value : {"nan", "inf", "-nan", "1e999", "x"}) refused(value);
      }
      if (one.name == "--threads") {
        for (const char* value : {"1025", "100000", "18446744073709551615"}) refused(value);
      }
    }
  }
}

TEST_CASE("run_files: the options of all verbs are those of option_surface.txt" * doctest::test_suite("unsanitized")) {
  std::string surface;
  for (const std::string& verb : all_verbs()) {
    for (const shown_option& one : options_of(verb)) {
      const std::string type = one.type.substr(0, one.type.find_first_of(":={["));
      surface += verb + "\t" + one.name + (type.empty() ? "" : "\t" + type) + "\n";
    }
  }
  const fs::path list = fs::path{__FILE__}.parent_path() / "option_surface.txt";
  if (std::getenv("MHQA_WRITE_SURFACE") != nullptr) std::ofstream{list} << surface;
  INFO("MHQA_WRITE_SURFACE=1 writes the list anew");
  CHECK(read_file(list) == surface);
}

TEST_CASE("run_files: positionals that are not used are refused") {
  const scratch here;
  const std::string file = here.write("f", "{}").string();
  check_refused(mhqa({"stats", file, "strategyqa", file}), "is not used");
  check_refused(mhqa({"stats", (here / "none").string(), "hieradate", file}), "is not used");
  check_refused(mhqa({"search", file, ""}), "queries: expected a value");
}

TEST_CASE("run_files: two outputs with one name are refused, also with --wait") {
  const scratch here;
  const std::string predictions = here.write("p", hotpotqa_predictions).string();
  const std::string gold = here.write("g", hotpotqa_gold).string();
  const std::string out = (here / "out").string(), same = (here / "." / "out").string();
  check_refused(mhqa({"eval", "hotpotqa", predictions, gold, "--per-question", out, "--result", same, "--wait"}),
                "found this one twice");
  CHECK_FALSE(fs::exists(out));
}

TEST_CASE("run_files: a second run with the same output is refused with the first one's process, or waits") {
  const scratch here;
  const fs::path pipe = here / "gold", per = here / "per";
  const std::string predictions = here.write("p", hotpotqa_predictions).string();
  const std::string gold = here.write("g", hotpotqa_gold).string();
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  running first{{"eval", "hotpotqa", predictions, pipe.string(), "--per-question", per.string()}};
  wait_for(here / ".per.lock");
  check_refused(mhqa({"eval", "hotpotqa", predictions, gold, "--per-question", per.string()}),
                "per: another run works here (process ");
  here.write("elsewhere", "");
  fs::create_symlink("per", here / "link");
  check_refused(mhqa({"eval", "hotpotqa", predictions, gold, "--per-question", (here / "./per").string()}),
                "another run");
  CHECK(mhqa({"eval", "hotpotqa", predictions, gold, "--per-question", (here / "other").string()}).status == 0);
  running waiting{{"eval", "hotpotqa", predictions, gold, "--per-question", per.string(), "--wait"}};
  std::this_thread::sleep_for(std::chrono::milliseconds{100});
  CHECK_FALSE(waiting.ended());
  { std::ofstream{pipe} << hotpotqa_gold; }
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes{1};
  while ((!first.ended() || !waiting.ended()) && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds{2});
  }
  CHECK(first.ended());
  CHECK(waiting.ended());
  CHECK(read_file(per) == read_file(here / "other"));
  CHECK_FALSE(fs::exists(here / ".per.lock"));
}

TEST_CASE("run_files: probe and compose lock their folder, and a killed run's lock and files do no harm") {
  const scratch here;
  const fs::path pipe = here / "gold", out = here / "out";
  const std::string gold = here.write("g", probe_gold).string();
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const auto probe = [&](const std::string& file) {
    return mhqa({"probe", "--format", "hotpotqa", file, "--out", out.string()});
  };
  {
    running first{{"probe", "--format", "hotpotqa", pipe.string(), "--out", out.string()}};
    wait_for(out / ".mhqa.lock");
    check_refused(probe(gold), "another run works here (process ");
    check_refused(mhqa({"compose", bundled_pool(), "--out", out.string()}), "another run works here (process ");
    REQUIRE(first.kill());
  }
  CHECK(fs::exists(out / ".mhqa.lock"));
  std::ofstream{out / "probe.json.mhqa-0123456789abcdef.part"} << "[";
  CHECK(probe(gold).status == 0);
  for (const auto& file : bytes_of(out)) {
    const std::string& name = file.first;
    CAPTURE(name);
    CHECK_FALSE(name.ends_with(".part"));
    CHECK_FALSE(name.ends_with(".lock"));
  }
}

TEST_CASE("run_files: an output that is an input of any option is refused, and stays as it is") {
  const scratch here;
  const std::string gold = here.write("g", probe_gold).string(), out = (here / "out").string();
  REQUIRE(mhqa({"probe", "--format", "hotpotqa", gold, "--out", out}).status == 0);
  for (const char* name : {"manifest.json", "original.json", "probe.json"}) {
    const std::string path = out + "/" + name, before = read_file(path);
    check_refused(mhqa({"probe", "--format", "hotpotqa", path, "--out", out}), "");
    CHECK(read_file(path) == before);
  }
  const std::string composed = (here / "c").string();
  REQUIRE(mhqa({"compose", bundled_pool(), "--out", composed, "--seed", "7"}).status == 0);
  const file_map before = bytes_of(composed);
  for (const char* name : {"manifest.json", "provenance.jsonl", "stages/pool.manifest.json", "stages/pairs.jsonl",
                           "requests/heads.jsonl", "ans/dev.jsonl"}) {
    CAPTURE(name);
    const std::string path = composed + "/" + name;
    check_refused(mhqa({"compose", path, "--out", composed}), "it would destroy the input");
    check_refused(mhqa({"compose", bundled_pool(), "--out", composed, "--entities", path}),
                  "it would destroy the input");
    check_refused(mhqa({"compose", bundled_pool(), "--out", composed, "--config", path}), "");
    CHECK((bytes_of(composed) == before));
  }
  const std::string config = here.write("config", "seed = 7\nout = " + composed + "\n").string();
  fs::remove(composed + "/provenance.jsonl");
  fs::create_hard_link(config, composed + "/provenance.jsonl");
  check_refused(mhqa({"compose", bundled_pool(), "--config", config}), "it would destroy the input");
}

TEST_CASE("run_files: a configuration may come through a pipe, and its values are checked as the command line's") {
  const scratch here;
  const std::string out = (here / "out").string();
  const auto compose = [&](const std::string& config) {
    return shell("\"$MHQA_COMMAND\" compose " + shell_word(bundled_pool()) + " --config /dev/stdin", config);
  };
  CHECK(compose("{\"out\": \"" + out + "\", \"seed\": 7}").status == 0);
  const scratch pipes;
  const fs::path pipe = pipes / "p";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const finished done =
      shell("(echo '{\"seed\": 7}' > " + shell_word(pipe.string()) + ") & \"$MHQA_COMMAND\" compose " +
            shell_word(bundled_pool()) + " --out " + shell_word(out) + " --config " + shell_word(pipe.string()));
  CHECK(done.status == 0);
  check_refused(compose("resume =\n"), "record 1: resume: expected a value, found none");
  check_refused(compose("seed = 18446744073709551616\n"), "seed");
  check_refused(compose("dev-share = nan\n"), "dev-share");
  check_refused(compose("out = \"\"\n"), "out");
}

TEST_CASE("run_files: a stream has the size and hash in the manifest that were read") {
  const scratch here;
  const std::string gold = here.write("g", probe_gold).string();
  const std::string line = "\"$MHQA_COMMAND\" probe --format hotpotqa ";
  const std::string file = (here / "file").string(), stream = (here / "stream").string();
  REQUIRE(shell(line + shell_word(gold) + " --out " + shell_word(file)).status == 0);
  REQUIRE(shell("cat " + shell_word(gold) + " | " + line + "/dev/stdin --out " + shell_word(stream)).status == 0);
  const json a = load_json(file + "/manifest.json"), b = load_json(stream + "/manifest.json");
  CHECK(a["inputs"][0]["bytes"].integer() == static_cast<std::int64_t>(probe_gold.size()));
  CHECK(b["inputs"][0]["bytes"].integer() == a["inputs"][0]["bytes"].integer());
  CHECK(b["inputs"][0]["hash"].string() == a["inputs"][0]["hash"].string());
  const fs::path pipe = here / "p";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const finished done = shell("(cat " + shell_word(gold) + " > " + shell_word(pipe.string()) + ") & timeout 60 " +
                              line + shell_word(pipe.string()) + " --out " + shell_word((here / "pipe").string()));
  CHECK(done.status == 0);
}

TEST_CASE("run_files: requests and counts belong to their stage, and are made again where they do not fit") {
  const scratch here;
  const std::string out = (here / "out").string();
  const auto compose = [&](std::vector<std::string> more) {
    std::string text = "\"$MHQA_COMMAND\" compose " + shell_word(bundled_pool()) + " --out " + shell_word(out);
    for (const std::string& word : more) text += " " + shell_word(word);
    return shell(text);
  };
  REQUIRE(compose({"--seed", "7"}).status == 0);
  const file_map whole = bytes_of(out);
  REQUIRE(compose({"--seed", "8", "--folds", "3", "--tail-distractors", "2", "--until", "requests"}).status == 0);
  CHECK((bytes_of(out) != whole));
  REQUIRE(compose({"--seed", "7", "--resume"}).status == 0);
  CHECK((bytes_of(out) == whole));
  for (const auto& file : whole) {
    const std::string& name = file.first;
    if (!name.starts_with("requests/")) continue;
    CAPTURE(name);
    std::ofstream{fs::path{out} / name} << "{}\n";
    REQUIRE(compose({"--seed", "7", "--resume"}).status == 0);
    CHECK((bytes_of(out) == whole));
    fs::remove(fs::path{out} / name);
    REQUIRE(compose({"--seed", "7", "--resume"}).status == 0);
    CHECK((bytes_of(out) == whole));
  }
  std::string counts = whole.at("stages/pairs.manifest.json");
  const std::size_t at = counts.find("\"out\": ") + 7;
  counts.insert(at, "9");
  std::ofstream{fs::path{out} / "stages/pairs.manifest.json"} << counts;
  REQUIRE(compose({"--seed", "7", "--resume"}).status == 0);
  CHECK((bytes_of(out) == whole));
}
