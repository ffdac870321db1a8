// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

using namespace mhqa_test;

namespace {

std::vector<json> lines_of(const std::string& out) {
  std::vector<json> rows;
  for (std::size_t at = 0; at < out.size();) {
    const std::size_t end = out.find('\n', at);
    rows.push_back(parse_json(std::string_view{out}.substr(at, end - at)));
    at = end + 1;
  }
  return rows;
}

}  // namespace

TEST_CASE("score: one gold, several golds, and the normalised texts") {
  const finished done = mhqa({"score", "--dialect", "2wiki-1.1"},
                             "{\"prediction\": \"President Barack Obama\", \"gold\": \"The Barack Obama!\"}\n"
                             "{\"gold\": [\"Lyon\", \"\\u0130stanbul\"], \"prediction\": \"Lyon.\"}\n");
  CHECK(done.status == 0);
  CHECK(done.err.empty());
  CHECK(done.out ==
        "{\"em\": 0.0, \"f1\": 0.8, \"precision\": 0.6666666666666666, \"recall\": 1.0, "
        "\"normalized_prediction\": \"president barack obama\", \"normalized_gold\": \"barack obama\"}\n"
        "{\"em\": 1.0, \"f1\": 1.0, \"precision\": 1.0, \"recall\": 1.0, \"normalized_prediction\": \"lyon\", "
        "\"normalized_gold\": [\"lyon\", \"i\xcc\x87stanbul\"]}\n");
}

TEST_CASE(
    "score: every line gets exactly one line, bad ones an error and status 2 at the end; blank ones are passed over") {
  struct row {
    std::string_view line, error;  // no error: empty
  };
  const std::vector<row> rows{
      {R"({"prediction": "x", "gold": "x"})", ""},
      {"x", "-: record 4, byte 38: expected one JSON object per line"},
      {R"(["x", "y"])", "-: record 5, byte 40: expected one JSON object per line"},
      {R"({"prediction": "x"})", "-: record 6: expected the field \"gold\", which is missing"},
      {R"({"gold": "x"})", "-: record 7: expected the field \"prediction\", which is missing"},
      {R"({"prediction": 5, "gold": "x"})",
       "-: record 8, field \"prediction\", byte 100: expected a string, found a number"},
      {R"({"prediction": "x", "gold": {}})",
       "-: record 9, field \"gold\": expected the field \"target\", which is missing"},
      {R"({"prediction": "x", "gold": ["x", null]})", "-: record 10, field \"gold[1]\""},
      {R"({"prediction": "x", "gold": []})", "-: record 11, field \"gold\": expected at least one gold answer"},
      {R"({"prediction": "x", "gold": "x"} {})", "-: record 12, byte "},
      {R"({"prediction": "x", "gold": "x")", "-: record 13"},
      {R"({"prediction": "x", "gold": "x)", "-: record 14"},
      {"{\"prediction\": \"\xff\", \"gold\": \"x\"}", "-: record 15, byte "},
      {R"({"prediction": "\ud83d", "gold": "\ud83d"})", ""},
      {R"({"prediction": "\q", "gold": "x"})", "-: record 17, field \"prediction\", byte "},
      {R"({"prediction": NaN, "gold": "x"})", "-: record 18, field \"prediction\", byte "},
      {"\xEF\xBB\xBF{\"prediction\": \"x\", \"gold\": \"x\"}", "-: record 19, byte "},
      {R"({"prediction": "x", "other": [{}], "gold": "x"})", ""},
      {R"({"prediction": "x", "gold": "x"})", ""},
  };
  std::string input;
  for (const row& r : rows) {
    input.append(r.line).append("\n");
    if (&r == rows.data()) input.append("\n   \n");
  }
  input.pop_back();  // the last line need not end
  const finished done = mhqa({"score", "--dialect", "hotpotqa"}, input);
  CHECK(done.status == 2);
  CHECK(done.err.empty());
  const std::vector<json> out = lines_of(done.out);
  REQUIRE(out.size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CAPTURE(rows[i].line);
    if (rows[i].error.empty()) {
      CHECK(out[i]["em"].real() == 1);
      CHECK(out[i].find("error") == nullptr);
    } else {
      REQUIRE(out[i].members().size() == 1);
      CAPTURE(out[i]["error"].string());
      CHECK(out[i]["error"].string().starts_with(rows[i].error));
    }
  }
}

TEST_CASE("score: no line in, no line out") {
  const finished done = mhqa({"score", "--dialect", "musique"}, "");
  CHECK(done.status == 0);
  CHECK(done.out.empty());
}

TEST_CASE("score: SQuAD 2.0 takes an empty list as unanswerable, StrategyQA takes truth values") {
  const finished squad = mhqa({"score", "--dialect", "squad-2.0"}, "{\"prediction\": \"\", \"gold\": []}\n");
  CHECK(squad.status == 0);
  CHECK(lines_of(squad.out).at(0)["f1"].real() == 1);
  const finished strategyqa = mhqa({"score", "--dialect", "strategyqa"},
                                   "{\"prediction\": true, \"gold\": true}\n{\"prediction\": true, "
                                   "\"gold\": false}\n");
  CHECK(strategyqa.status == 0);
  CHECK(lines_of(strategyqa.out).at(0)["em"].real() == 1);
  CHECK(lines_of(strategyqa.out).at(1)["em"].real() == 0);
}

TEST_CASE("score: a file as input; a missing one is an error of the command") {
  const scratch here;
  const std::string path = here.write("x", "{\"prediction\": \"x\", \"gold\": \"x\"}\n").string();
  CHECK(mhqa({"score", "--dialect", "squad-1.1", path}).status == 0);
  check_refused(mhqa({"score", "--dialect", "squad-1.1", path + "y"}), path + "y: cannot open: No such file");
  check_refused(mhqa({"score", "--dialect", "nothing", path}), "triviaqa; found \"nothing\"");
  check_refused(mhqa({"score", path}), "--dialect is required");
}

TEST_CASE("score: whoever waits for each answer gets it before writing the next line") {
  const scratch here;
  const std::string fifo = shell_word((here / "f").string());
  const finished done =
      shell("mkfifo " + fifo + "; exec 4<>" + fifo + "; \"$MHQA_COMMAND\" score --dialect hotpotqa < " + fifo + " > " +
            shell_word((here / "out").string()) +
            " & pid=$!; echo '{\"prediction\": \"x\", \"gold\": \"x\"}' >&4; "
            "for i in $(seq 100); do [ -s " +
            shell_word((here / "out").string()) + " ] && break; sleep 0.05; done; wc -l < " +
            shell_word((here / "out").string()) + "; kill $pid");
  CHECK(done.out.find('1') != std::string::npos);
}

TEST_CASE("score: the golden pairs in both families of dialects") {
  const auto file = shared_data("golden/answer/pairs.jsonl");
  if (!file) return;
  const auto rows = load_jsonl(*file);
  const std::string input = read_file(*file);
  for (const char* dialect : {"hotpotqa", "2wiki-1.0", "2wiki-1.1", "hieradate", "musique", "squad-2.0"}) {
    CAPTURE(dialect);
    const bool closed = std::string_view{dialect} != "musique" && std::string_view{dialect} != "squad-2.0";
    const finished done = mhqa({"score", "--dialect", dialect}, input);
    CHECK(done.status == 0);
    const auto out = lines_of(done.out);
    REQUIRE(out.size() == rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const json& expected = rows[i][closed ? "hotpotqa" : "squad"];
      REQUIRE(out[i]["em"].real() == expected["em"].real());
      REQUIRE(out[i]["f1"].real() == expected["f1"].real());
      REQUIRE(out[i]["normalized_prediction"].string() == rows[i]["normalized_prediction"].string());
      REQUIRE(out[i]["normalized_gold"].string() == rows[i]["normalized_gold"].string());
    }
  }
}

TEST_CASE("score: a published program's dialect gives its numbers, null where it has none, an error where it raises") {
  const finished done = mhqa({"score", "--dialect", "drop"},
                             "{\"prediction\": [\"x\"], \"gold\": [\"x\"]}\n{\"prediction\": \"x\", \"gold\": []}\n");
  CHECK(done.status == 0);
  CHECK(lines_of(done.out).at(0)["max_f1"].real() == 1);
  CHECK(lines_of(done.out).at(1)["max_f1"].null());
  const finished raised = mhqa({"score", "--dialect", "triviaqa"}, "{\"prediction\": \"x\", \"gold\": []}\n");
  CHECK(raised.status == 2);
  CHECK(lines_of(raised.out).at(0)["error"].string().find("at least one gold") != std::string::npos);
}

TEST_CASE("score: the signature names the program and its choices") {
  const finished done = mhqa({"score", "--dialect", "ircot", "--signature"});
  CHECK(done.status == 0);
  CHECK(done.out.starts_with("ircot|program:StonyBrookNLP/ircot evaluate.py@3c1820f|"));
  CHECK(done.out.find("ftfy:not done") != std::string::npos);
  CHECK(mhqa({"score", "--dialect", "musique", "--signature"}).out.starts_with("musique|unit:words|"));
}

TEST_CASE("score: --result reads answer_type as the filter does, and ends with an error for answers that are refused") {
  const scratch here;
  const auto write = [&](const std::string& more) {
    return here
        .write("a.jsonl",
               "{\"id\": \"n\", \"prediction\": \"1,000\", \"gold\": \"1000.0\", \"answer_type\": \"number\"}\n"
               "{\"id\": \"s\", \"prediction\": \"1,000\", \"gold\": \"1000.0\", \"answer_type\": \"string\"}\n" +
                   more)
        .string();
  };
  const std::string result = (here / "r.json").string();
  const auto score = [&](const std::string& path) {
    return mhqa({"score", "--dialect", "morehopqa", path, "--result", result});
  };
  const finished done = score(write(""));
  CHECK(done.status == 0);
  CHECK(done.out.starts_with("em 0.500000\n"));
  const std::string refused =
      write("{\"id\": \"d\", \"prediction\": \"1 May\", \"gold\": \"1 May\", \"answer_type\": \"date\"}\n");
  const finished with_date = score(refused);
  CHECK(with_date.out.starts_with("em 0.500000\n"));
  CHECK(with_date.status == 2);
  CHECK(with_date.err.find("a.jsonl: id \"d\": expected an answer_type other than \"date\"") != std::string::npos);
  CHECK(with_date.err.find("1 of 3 answers are refused") != std::string::npos);
  const json rows = load_json(result);
  REQUIRE(rows["questions"].items().size() == 3);
  CHECK(rows["questions"].items()[0]["em"].real() == 1);
  CHECK(rows["questions"].items()[0]["answer_type"].string() == "number");
  CHECK(lines_of(mhqa({"score", "--dialect", "morehopqa", refused}).out).at(2).find("error") != nullptr);
}

TEST_CASE("score: an id is repeated, whatever the evaluator, and the line is otherwise the same") {
  for (const char* dialect : {"musique", "flashrag"}) {
    CAPTURE(dialect);
    const std::string plain = mhqa({"score", "--dialect", dialect}, R"({"prediction": "x", "gold": "x"})").out;
    const auto with = [&](const std::string& id) {
      return mhqa({"score", "--dialect", dialect}, "{\"prediction\": \"x\", " + id + ", \"gold\": \"x\"}").out;
    };
    CHECK(with(R"("id": "q\"1")") == R"({"id": "q\"1", )" + plain.substr(1));
    CHECK(with(R"("_id": 12)") == R"({"_id": 12, )" + plain.substr(1));
    CHECK(with(R"("id": [1])") == plain);
    CHECK(with(R"("id": 1x)").starts_with(R"({"error": )"));
  }
}

TEST_CASE("score: --extract scores the answer that a profile finds, with the answer and the reason") {
  const std::string lines =
      R"({"id": "a", "prediction": "<answer>x</answer> <answer> Rome </answer>", "gold": ["Rome"]})"
      "\n"
      R"({"id": "b", "prediction": "Rome", "gold": ["Rome"]})"
      "\n"
      R"({"id": "c", "prediction": "<answer>Rome</answer>", "gold": ["Rome"]})"
      "\n";
  for (const char* dialect : {"hotpotqa", "r1-searcher"}) {
    CAPTURE(dialect);
    const finished done = mhqa({"score", "--dialect", dialect, "--extract", "search_r1"}, lines);
    CHECK(done.status == 0);
    const std::vector<json> rows = lines_of(done.out);
    REQUIRE(rows.size() == 3);
    const char* reasons[] = {"last_tag", "none", "too_few_tags"};
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CAPTURE(i);
      CHECK(rows[i]["em"].real() == (i == 0 ? 1 : 0));
      CHECK(rows[i]["why"].string() == reasons[i]);
      if (i == 0) {
        CHECK(rows[i]["extracted"].string() == "Rome");
      } else {
        CHECK(rows[i]["extracted"].null());
      }
    }
    const finished means = mhqa({"score", "--dialect", dialect, "--extract", "search_r1", "--means"}, lines);
    CHECK(means.status == 0);
    CHECK(means.out.starts_with("em 0.333333\n"));
    CHECK(means.out.find("|extract:search_r1|n:3|absent:0,0|data:") != std::string::npos);
  }
  const finished list =
      mhqa({"score", "--dialect", "drop", "--extract", "boxed"}, R"({"prediction": ["x"], "gold": "x"})");
  CHECK(list.status == 2);
  CHECK(list.out.find("an answer is extracted from one text") != std::string::npos);
  CHECK(mhqa({"score", "--dialect", "drop", "--extract", "box"}, "").err.find("found \"box\"") != std::string::npos);
}

TEST_CASE("score: a gold that is a list in a string is refused, brackets in an answer are not") {
  const auto scored = [](const char* gold) {
    return mhqa({"score", "--dialect", "popqa"}, "{\"prediction\": \"Rome\", \"gold\": " + std::string{gold} + "}");
  };
  const finished encoded = scored(R"("[\"Rome\", \"Roma\"]")");
  CHECK(encoded.status == 2);
  CHECK(encoded.out.find("found a string that holds a list or an object") != std::string::npos);
  for (const char* gold : {R"("[Rome]")", R"("[")", R"("[\"Rome\"")", R"("\"Rome\"]")", R"(["[\"x\"]"])"}) {
    CAPTURE(gold);
    CHECK(scored(gold).status == 0);
  }
}

TEST_CASE("score: several samples of a question give avg, pass@k and maj@k") {
  const char* const lines =
      "{\"id\": \"a\", \"prediction\": \"x\", \"gold\": \"x\"}\n{\"id\": \"a\", \"prediction\": \"y\", \"gold\": "
      "\"x\"}\n"
      "{\"id\": \"a\", \"prediction\": \"Y.\", \"gold\": \"x\"}\n";
  const finished found = mhqa({"score", "--dialect", "hotpotqa", "--samples", "1", "--samples", "3"}, lines);
  CHECK(found.status == 0);
  CHECK(
      found.out.starts_with("avg_em 0.333333\navg_f1 0.333333\npass@1 0.333333\nmaj@1 1.000000\npass@3 1.000000\n"
                            "maj@3 0.000000\nem 0.333333\n"));
  const finished few = mhqa({"score", "--dialect", "hotpotqa", "--samples", "4"}, lines);
  CHECK(few.status == 2);
  CHECK(few.err.find("expected at least 4 samples of the question, found 3") != std::string::npos);
  CHECK(mhqa({"score", "--dialect", "hotpotqa", "--samples", "0"}, lines).status == 2);
}

TEST_CASE("score: --result takes repeated ids with --samples only, as one answer for each") {
  const mhqa_test::scratch here;
  const std::string lines = here.write("l.jsonl",
                                       "{\"id\": \"a\", \"prediction\": \"x\", \"gold\": \"x\"}\n"
                                       "{\"id\": \"a\", \"prediction\": \"y\", \"gold\": \"x\"}\n")
                                .string();
  const std::string result = (here / "r.json").string();
  check_refused(mhqa({"score", lines, "--dialect", "drop", "--result", result}),
                "id \"a\": expected each id once, found it twice; --samples K takes");
  CHECK(mhqa({"score", lines, "--dialect", "drop", "--samples", "2", "--result", result}).status == 0);
  const finished found = mhqa({"compare", "--results", result, result, "--metric", "pass@2"});
  CHECK(found.status == 0);
  CHECK(found.out.find("pass@2") != std::string::npos);
}

TEST_CASE("score: --json has the means, the counts and the signature; absent answers are counted") {
  const std::string lines = "{\"prediction\": \"x\", \"gold\": \"x\"}\n{\"prediction\": null, \"gold\": \"y\"}\n";
  for (const char* dialect : {"squad-2.0", "musique", "flashrag"}) {
    CAPTURE(dialect);
    const finished done = mhqa({"score", "--dialect", dialect, "--json"}, lines);
    CHECK(done.status == 0);
    const json out = parse_json(done.out);
    CHECK(out["scores"]["em"].real() == 0.5);
    CHECK(out["n"].integer() == 2);
    CHECK(out["absent"].integer() == 1);
    CHECK(out["signature"].string().find("|n:2|absent:1,0|data:") != std::string::npos);
    const finished means = mhqa({"score", "--dialect", dialect, "--means"}, lines);
    CHECK(means.out.starts_with("em 0.500000\n"));
    CHECK(means.out.find("\nn 2\nabsent 1\nsignature ") != std::string::npos);
    CHECK(lines_of(mhqa({"score", "--dialect", dialect}, lines).out).at(1)["em"].real() == 0);
  }
}

TEST_CASE("score: --tag names the tags of --extract, and not those of a published rule") {
  const std::string line = "{\"prediction\": \"<answer>a</answer><out>b</out>\", \"gold\": \"b\"}";
  const finished done = mhqa({"score", "--dialect", "hotpotqa", "--extract", "answer_tag", "--tag", "out"}, line);
  CHECK(lines_of(done.out).at(0)["extracted"].string() == "b");
  CHECK(mhqa({"score", "--dialect", "hotpotqa", "--extract", "answer_tag", "--tag", "out", "--signature"})
            .out.find("|extract:answer_tag|tag:out|") != std::string::npos);
  check_refused(mhqa({"score", "--dialect", "hotpotqa", "--tag", "out"}, line), "expected --extract beside it");
  check_refused(mhqa({"score", "--dialect", "hotpotqa", "--extract", "verl", "--tag", "out"}, line), "published rule");
}
