// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The options of mhqa compose: from a file, rules that are left out, and what is refused before any work is done.
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/text.hpp"
#include "tools/composing.hpp"
#include "tools/small_files.hpp"

#include <mhqa/compose/pair_rules.hpp>

#include <doctest/doctest.h>

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>

using mhqa_test::bundled_pool;
using mhqa_test::bytes_of;
using mhqa_test::check_refused;
using mhqa_test::read_file;
using mhqa_test::scratch;
using mhqa_test::shell_word;
namespace fs = std::filesystem;

namespace {

// More words as a shell reads them.
mhqa_test::finished compose(const fs::path& out, const std::string& more) {
  return mhqa_test::shell("\"$MHQA_COMMAND\" compose " + shell_word(bundled_pool()) + " --out " +
                          shell_word(out.string()) + ' ' + more);
}

}  // namespace

TEST_CASE("compose: options from a file, which the command line overrides") {
  const scratch here;
  const std::string config =
      here.write("compose.conf", "# lengths\nquestion-words = 9\ntotal-words = 15 15 18\nseed=3\n").string();
  const std::string out = (here / "out").string();
  const auto done = mhqa_test::mhqa(
      {"compose", bundled_pool(), "--out", out, "--config", config, "--seed", "4", "--until", "graphs"});
  CHECK(done.err.empty());
  REQUIRE(done.status == 0);
  const auto manifest = mhqa_test::parse_json(read_file(out + "/stages/graphs.manifest.json"));
  CHECK(manifest["options"]["question-words"].as<std::string>() == "9");
  CHECK(manifest["options"]["total-words"].as<std::string>() == "15 15 18");
  CHECK(manifest["seed"].as<mhqa_test::json::number>().text == "4");
  const std::string json =
      here.write("compose.json", R"({"question-words": 8, "shares": [1, 0, 0, 0, 0, 0]})").string();
  CHECK(mhqa_test::mhqa({"compose", bundled_pool(), "--out", out, "--config", json, "--until", "pairs"}).status == 0);
  const std::string bad = here.write("bad.conf", "colour = red\n").string();
  check_refused(mhqa_test::mhqa({"compose", bundled_pool(), "--out", out, "--config", bad}), "no such option: colour");

  const auto refused = [&](std::string_view text, std::string_view part) {
    CAPTURE(text);
    const std::string file = here.write("bad.conf", text).string();
    check_refused(mhqa_test::mhqa({"compose", bundled_pool(), "--out", out, "--config", file}), part);
  };
  refused("until = pool#", "bad.conf: record 1: until: ");
  refused("seed = 7\nseed = 8", "record 2: expected each option once, found another seed");
  refused(R"({"seed": 7, "seed": 8})", "expected each option once, found another seed");
  refused("until = \"pool", "record 1: expected a closing quotation mark");
  refused("= 7", "record 1: no such option: ");
  refused("seed", "record 1: expected name = value");
  refused("{\"seed\": 7", "cut short");
  refused("seed = -1", "expected an integer from 0 to 2^64 - 1, found -1");
  const std::string strange = (here / "c # d").string();
  const std::string good = here.write("good.conf", "out = \"" + strange + "\"  # here\n#\nuntil=pool\n").string();
  CHECK(mhqa_test::mhqa({"compose", bundled_pool(), "--config", good}).status == 0);
  CHECK(fs::exists(strange + "/stages/pool.jsonl"));
  const std::string empty = here.write("empty.json", R"({"until": "pool", "without-rules": []})").string();
  CHECK(mhqa_test::mhqa({"compose", bundled_pool(), "--out", out, "--config", empty}).status == 0);
}

TEST_CASE("compose: a rule of pairs that is left out by its name, and the report says so") {
  const scratch here;
  const auto all = compose(here / "all", "--until pairs");
  REQUIRE(all.status == 0);
  CHECK(mhqa_test::has(all.out, "32  same-paragraph\n"));
  CHECK_FALSE(mhqa_test::has(read_file(here / "all/stages/pairs.manifest.json"), "without-rules"));
  const auto some = compose(here / "some", "--until pairs --without-rules same-paragraph answer-is-no-entity");
  CHECK(some.err.empty());
  REQUIRE(some.status == 0);
  CHECK(mhqa_test::has(some.out,
                       "pairs                117         110\n"
                       "  dropped                6  sense-undecided\n"
                       "  dropped                1  tail-names-bare-thing\n"
                       "  not asked                 answer-is-no-entity\n"
                       "  not asked                 same-paragraph\n"));
  const auto manifest = mhqa_test::parse_json(read_file(here / "some/stages/pairs.manifest.json"));
  CHECK(manifest["options"]["without-rules"].as<std::string>() == "answer-is-no-entity same-paragraph");
  CHECK_FALSE(mhqa_test::has(read_file(here / "some/stages/pairs.manifest.json"), "\"same-paragraph\""));

  SUBCASE("in any order and as often as one likes it is the same; another set of rules is not") {
    const auto bytes = bytes_of(here / "some");
    const std::string more = "--until pairs --resume --without-rules answer-is-no-entity same-paragraph ";
    const auto again = compose(here / "some", more + "same-paragraph");
    CHECK(mhqa_test::has(again.out,
                         "pairs                117         110  (from the earlier run)\n  dropped                6"));
    CHECK((bytes_of(here / "some") == bytes));
    CHECK_FALSE(mhqa_test::has(compose(here / "some", more + "another-link").out, "117         110  (from"));
  }
  SUBCASE("--help and an error name all rules") {
    const auto help = mhqa_test::mhqa({"compose", "--help"});
    const auto wrong = compose(here / "wrong", "--without-rules same-paragraf");
    check_refused(wrong, "same-paragraf");
    const auto rules = mhqa::composable(mhqa::single_hop_pool{});
    for (const std::string_view name : rules.names()) {
      CAPTURE(name);
      CHECK(mhqa_test::has(help.out, name));
      CHECK(mhqa_test::has(wrong.err, name));
    }
  }
}

TEST_CASE("compose: numbers that mean nothing are refused before any work is done") {
  const scratch here;
  for (const char* wrong : {"--seed -1",
                            "--seed 18446744073709551616",
                            "--threads 1025",
                            "--threads -1",
                            "--question-words -1",
                            "--total-words 1 2 -3",
                            "--size -1",
                            "--bridge-uses 1e3",
                            "--pairs-per-bridge ' 1'",
                            "--folds 2",
                            "--tail-distractors 1001",
                            "--shares 1 1 1 1 1 nan",
                            "--shares 1 1 1 1 1 -1",
                            "--shares 1 1 1 1 1 inf",
                            "--head-f1 nan",
                            "--tail-f1 1.1",
                            "--dev-share -0.1",
                            "--dev-share 0.5 --test-share 0.5",
                            "--paragraphs 3",
                            "--min-context-words x"}) {
    CAPTURE(wrong);
    check_refused(compose(here / "out", wrong), "--");
    CHECK_FALSE(fs::exists(here / "out"));
  }
  check_refused(mhqa_test::mhqa({"compose", bundled_pool()}), "--out is required");
  check_refused(mhqa_test::mhqa({"compose", bundled_pool(), "--out", ""}), "--out: expected a value");
}

TEST_CASE("compose: training questions are counted as they are finished, and too few are refused") {
  const scratch here;
  const std::string rules = "--preset released --without-rules another-entity-type --spread-share 1 ";
  const auto lines = [&](const fs::path& out) {
    const std::string text = read_file(out / "ans/train.jsonl");
    return std::count(text.begin(), text.end(), '\n');
  };
  REQUIRE(compose(here / "all", rules).status == 0);
  const auto all = lines(here / "all");
  REQUIRE(all > 2);
  REQUIRE(compose(here / "some", rules + "--train-size 2").status == 0);
  CHECK(lines(here / "some") == 2);
  CHECK(read_file(here / "some/ans/dev.jsonl") == read_file(here / "all/ans/dev.jsonl"));
  check_refused(compose(here / "none", rules + "--train-size 100000"),
                "expected at least 100000 finished training questions (train_size), found " + std::to_string(all));
  CHECK_FALSE(fs::exists(here / "none/ans"));
}

TEST_CASE("compose: the report says which readers were asked, and which were not") {
  const scratch here;
  const auto plain = compose(here / "plain", "--until connection");
  REQUIRE(plain.status == 0);
  CHECK(mhqa_test::has(plain.out, "not asked                 no-model-right"));
  CHECK(mhqa_test::has(plain.out, "answered by               the reader trained shipped-3 "));
  const auto asked = compose(here / "asked", "--until quality --check-answers true");
  CHECK_FALSE(mhqa_test::has(asked.out, "not asked"));
  CHECK(mhqa_test::has(asked.out, "answered by               the reader trained shipped-3 "));
  CHECK_FALSE(mhqa_test::has(compose(here / "off", "--until connection --connection false").out, "answered by"));
}

TEST_CASE("compose: options that name the uses of heads and bridges switch off the caps of a part") {
  const scratch here;
  const auto options = [&](const std::string& more) {
    REQUIRE(compose(here / "out", more).status == 0);
    return read_file(here / "out/stages/split.manifest.json");
  };
  const std::string plain = options("");
  CHECK(mhqa_test::has(plain, "\"spread-share\": \"0.05\""));
  CHECK(mhqa_test::has(plain, "\"spread-heads\": \"true\""));
  const std::string uses = options("--bridge-uses 100000 --question-uses 100000");
  CHECK(mhqa_test::has(uses, "\"spread-heads\": \"false\""));
  CHECK(mhqa_test::has(uses, "\"spread-bridges\": \"false\""));
  CHECK(mhqa_test::has(options("--bridge-uses 100 --spread-share 0.2"), "\"spread-bridges\": \"true\""));
}

TEST_CASE("compose: an option that would do nothing is refused") {
  const scratch here;
  const std::string file = here.write("x", "{}").string();
  for (const char* wrong :
       {"--connection false --connection-answers ", "--check-answers false --quality-answers ", "--corpus "}) {
    CAPTURE(wrong);
    check_refused(compose(here / "out", wrong + shell_word(file)), "not used");
  }
  check_refused(compose(here / "out", "--distractors corpus"), "expected --corpus");
  CHECK_FALSE(fs::exists(here / "out"));
}

TEST_CASE("compose: inputs are looked at first, and never written over") {
  const scratch here;
  const fs::path out = here / "out";
  for (const std::string option : {"--quality-answers ", "--entities ", "--connection-answers ", "--wordings ",
                                   "--distractors corpus --corpus "}) {
    CAPTURE(option);
    check_refused(compose(out, option + shell_word((here / "none").string())),
                  "none: cannot open: No such file or directory");
    CHECK_FALSE(fs::exists(out));
  }
  REQUIRE(::mkfifo((here / "pipe").c_str(), 0600) == 0);
  check_refused(compose(out, "--entities " + shell_word((here / "pipe").string())), "expected a regular file");
  check_refused(mhqa_test::mhqa({"compose", "-", "--out", out.string()}, "{}"), "-: expected a regular file");
  check_refused(mhqa_test::mhqa({"compose", "own=", "--out", out.string()}), "expected the name of a file");
  CHECK_FALSE(fs::exists(out));

  // What is to be used later may be missing until then.
  REQUIRE(compose(out, "--until graphs --wordings none --distractors corpus --corpus none").status == 0);
  check_refused(compose(out, "--wordings " + shell_word(here.write("w", R"({"id": "a", "question": "b"})").string())),
                "/w: id \"a\": expected the id of a request");
  const std::string edited = "{\"id\": \"a\", \"question\": \"the work of a week\"}\n";
  here.write("out/requests/wordings.jsonl", edited);
  check_refused(compose(out, "--wordings " + shell_word((out / "requests/wordings.jsonl").string())),
                "it would destroy the input");
  CHECK(read_file(out / "requests/wordings.jsonl") == edited);
}

TEST_CASE("compose: --wordings takes one file each time, so that the pool may stand after it") {
  const scratch here;
  const auto to = [&](const std::string& line) {
    return mhqa_test::shell("\"$MHQA_COMMAND\" compose --until graphs " + line + " " + shell_word(bundled_pool()) +
                            " --out " + shell_word((here / "out").string()));
  };
  CHECK(to("--wordings ann").status == 0);
  CHECK(to("--resume --wordings ann --wordings bob").status == 0);
}
