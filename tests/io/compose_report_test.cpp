// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/compose_report.hpp>

#include <doctest/doctest.h>

#include <string>

namespace {

std::string report_of(const mhqa::io::compose_settings& settings, const mhqa::io::composing& made) {
  std::string out = "before\n";
  mhqa::io::append_compose_report(out, settings, made);
  return out;
}

}  // namespace

TEST_CASE("compose_report: a stage has its input, its output and what it dropped, without zeros") {
  mhqa::io::compose_settings settings;
  settings.until = "pairs";
  settings.options.check_answers = true;
  settings.quality_answers = {"a.jsonl", "b.jsonl"};
  settings.options.without_rules = {"same-paragraph"};
  const mhqa::io::composing made{.stages = {{.name = "quality",
                                             .loaded = true,
                                             .counts = {{"in", 10}, {"out", 7}, {"renamed ids", 2}},
                                             .dropped = {{"short", 3}, {"long", 0}}},
                                            {.name = "pairs", .counts = {{"in", 7}, {"out", 4}}}}};
  CHECK(report_of(settings, made) ==
        "before\n"
        "stage                 in         out\n"
        "quality               10           7  (from the earlier run)\n"
        "                         2  renamed ids\n"
        "  dropped                3  short\n"
        "  answered by               2 models\n"
        "pairs                  7           4\n"
        "  not asked                 same-paragraph\n"
        "  not asked                 another-first-hit (no search but the titles', which links, too)\n");
}

TEST_CASE("compose_report: without a question, the last line tells the largest causes") {
  mhqa::io::composing made{.stages = {{.name = "pool", .counts = {{"in", 9}, {"out", 9}}},
                                      {.name = "quality",
                                       .counts = {{"in", 9}, {"out", 0}, {"not English", 8}},
                                       .dropped = {{"misspelt", 2}, {"short-context", 7}, {"long-context", 0}}}}};
  const std::string text = report_of({}, made);
  CHECK(
      text.ends_with("no question was made: nothing is left after quality; most were dropped as short-context 7 "
                     "(quality), misspelt 2 (quality)\n"));
  CHECK(text.find("8 of 9 questions have few English words") != std::string::npos);
  made.questions[0] = {1, 0, 0};
  CHECK(report_of({}, made).find("no question was made") == std::string::npos);
}

TEST_CASE("compose_report: the rules are listed with their patterns, examples and hits") {
  const mhqa::single_hop_pool pool{
      {{"a", "own", "What was the the result?", "x", {}, 0}, {"b", "own", "What was the result?", "x", {}, 0}},
      {{"", "x"}}};
  std::string text;
  mhqa::io::append_rules(text, pool);
  CHECK(text.find("word-written-twice             1 of 2 questions\n  pattern  ") != std::string::npos);
  CHECK(text.find("  passes   What was the result?\n") != std::string::npos);
  CHECK(text.find("\nsame-paragraph  about pairs") != std::string::npos);
  CHECK(text.find("\nbridge-in-place           about bridges") != std::string::npos);
  CHECK(text.find("\nasks-for-any                   0 of 2 questions") != std::string::npos);
  CHECK(text.find("\ntail-fits-many                 0 of 2 questions") != std::string::npos);
  CHECK(text.find("\ntail-fits-many  about pairs") == std::string::npos);
}

TEST_CASE("compose_report: a question that was not asked is said, and who answered without models") {
  mhqa::io::compose_settings settings;
  settings.until = "connection";
  settings.options.check_answers = false;
  settings.options.connect = true;
  mhqa::io::composing made{.stages = {{.name = "quality"}, {.name = "connection"}}};
  made.reader = "words";
  const std::string text = report_of(settings, made);
  CHECK(text.find("  not asked                 no-model-right (") != std::string::npos);
  CHECK(text.find("  answered by               the reader words\n") != std::string::npos);
  CHECK(text.find("  not asked                 heads without context (no other question") != std::string::npos);
  made.stages[1].counts = {{"heads", 9}, {"heads kept", 7}};
  CHECK(report_of(settings, made)
            .find("  heads without context     2 of 9 answered by memory of the other questions\n") !=
        std::string::npos);
  settings.options.connect = false;
  CHECK(report_of(settings, made).find("answered by") == std::string::npos);
}

TEST_CASE("compose_report: a complete run shows what its parts share, and the questions by shape and part") {
  mhqa::io::composing made{
      .stages = {{.name = "split",
                  .counts = {{"train-dev shared answers", 5}, {"random split: train-dev shared answers", 9}}}}};
  made.questions[0] = {8, 2, 1};
  const std::string text = report_of({}, made);
  CHECK(text.find("    answers          5 (9)     0 (0)     0 (0)\n") != std::string::npos);
  CHECK(text.find("\n\nshape              train         dev        test\n"
                  "2hop                   8           2           1\n") != std::string::npos);
}
