// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa eval --part and mhqa merge: what one run prints, byte for byte, and refusals that name the part.
#include "support/command.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <string>

using namespace mhqa_test;

namespace {

struct small_parts {
  scratch here;
  std::string predictions = here.write("pred.json", hotpotqa_predictions).string();
  std::string gold = here.write("gold.json", hotpotqa_gold).string();
  std::string first = (here / "first").string(), second = (here / "second").string();

  finished part(const std::string& number, const std::string& out) const {
    return mhqa({"eval", "hotpotqa", predictions, gold, "--by", "type", "--part", number, "--out", out});
  }
  void make() const {
    CHECK(part("0/2", first).status == 0);
    CHECK(part("1/2", second).status == 0);
  }
};

}  // namespace

TEST_CASE("merge: the table and the JSON of all parts are those of one run") {
  const small_parts files;
  files.make();
  const auto same = [&](const finished& merged, const finished& whole) {
    CHECK(merged.status == 0);
    CHECK(merged.err.empty());
    CHECK(merged.out == whole.out);
  };
  same(mhqa({"merge", files.second, files.first}),
       mhqa({"eval", "hotpotqa", files.predictions, files.gold, "--by", "type"}));
  same(mhqa({"merge", files.first, files.second, "--json"}),
       mhqa({"eval", "hotpotqa", files.predictions, files.gold, "--by", "type", "--json"}));
  const std::string sum = (files.here / "sum").string();
  const finished added = mhqa({"merge", files.first, files.second, "--out", sum});
  CHECK(added.out == "2 of 2 parts: 3 questions\n");
  same(mhqa({"merge", sum, "--json"}),
       mhqa({"eval", "hotpotqa", files.predictions, files.gold, "--by", "type", "--json"}));
}

TEST_CASE("merge: parts that do not make a whole are refused by name") {
  const small_parts files;
  files.make();
  check_refused(mhqa({"merge", files.first}), "expected 2 parts, part 1/2 is missing");
  check_refused(mhqa({"merge", files.first, files.second, files.first}),
                files.first + ": expected each part once, found part 0/2 twice");
  check_refused(mhqa({"merge", files.first, files.gold}), files.gold);
  check_refused(mhqa({"merge", files.first, files.second, "--out", files.first}), "would destroy the input");
  std::string changed{hotpotqa_predictions};
  changed.replace(changed.find("\": \"") + 4, 1, "q");  // another answer
  const std::string others = files.here.write("others.json", changed).string(), third = (files.here / "third").string();
  REQUIRE(mhqa({"eval", "hotpotqa", others, files.gold, "--by", "type", "--part", "1/2", "--out", third}).status == 0);
  check_refused(mhqa({"merge", files.first, third}), "the contents of their gold records, predictions or other files");
  // A stream has no content to compare.
  REQUIRE(shell("cat " + shell_word(files.predictions) + " | \"$MHQA_COMMAND\" eval hotpotqa - " +
                shell_word(files.gold) + " --by type --part 1/2 --out " + shell_word(third))
              .status == 0);
  CHECK(mhqa({"merge", files.first, third}).status == 0);
}

TEST_CASE("eval --part: numbers and options that make no part are refused, and nothing is written") {
  const small_parts files;
  for (const char* const number : {"2/2", "-1/2", "1", "1/", "/2", "1/0", "1/2/3", "a/b", "0/4294967296"}) {
    CAPTURE(number);
    check_refused(files.part(number, files.first), "expected I/N with I from 0 to N - 1");
  }
  const auto refused = [&](std::initializer_list<std::string> more, const std::string& why) {
    std::string line =
        "\"$MHQA_COMMAND\" eval hotpotqa " + shell_word(files.predictions) + " " + shell_word(files.gold);
    for (const std::string& word : more) line += " " + shell_word(word);
    check_refused(shell(line), why);
  };
  refused({"--part", "0/2"}, "--part and --out need each other");
  refused({"--out", files.first}, "--part and --out need each other");
  refused({"--own-files"}, "--own-files");
  refused({"--part", "0/2", "--out", files.first, "--json"}, "a part has no report");
  refused({"--part", "0/2", "--out", "-"}, "--out expects a file");
  refused({"--part", "0/2", "--out", files.gold}, "would destroy the input");
  CHECK_FALSE(std::filesystem::exists(files.first));
}

TEST_CASE("merge: pieces with keys and a run's name, and what their sum is expected to be") {
  const small_parts files;
  const auto piece = [&](const std::string& key, const std::string& run, const std::string& out) {
    return mhqa({"eval", "hotpotqa", files.predictions, files.gold, "--key", key, "--run", run, "--out", out});
  };
  CHECK(piece("a", "m", files.first).out == "part a: 3 questions\n");
  CHECK(piece("b", "m", files.second).status == 0);
  check_refused(mhqa({"merge", files.first, files.second}), "parts \"a\" and \"b\" have the same 3");
  CHECK(piece("b", "n", files.second).status == 0);
  check_refused(mhqa({"merge", files.first, files.second}), "the runs are \"m\" and \"n\"");
  const finished whole = mhqa({"eval", "hotpotqa", files.predictions, files.gold, "--json"});
  CHECK(mhqa({"merge", files.first, "--json"}).out == whole.out);
  CHECK(mhqa({"merge", files.first, "--json", "--expect-questions", "3", "--run", "m"}).out == whole.out);
  check_refused(mhqa({"merge", files.first, "--expect-questions", "4"}),
                "expected parts with a total of questions of 4, found 3");
  check_refused(mhqa({"merge", files.first, "--run", "n"}), "expected parts with the run n, found m");
  check_refused(mhqa({"merge", files.first, "--expect-data", "0123456789abcdef"}),
                "golds of the hash 0123456789abcdef");
  check_refused(mhqa({"eval", "hotpotqa", files.predictions, files.gold, "--key", "a", "--out", files.first}), "--run");
  check_refused(
      mhqa({"eval", "hotpotqa", files.predictions, files.gold, "--part", "0/2", "--own-files", "--out", files.first}),
      "--run");
}

namespace {

/// Runs a verb whole and in parts, and checks that the parts, in another order, merge to what it prints.
struct verb_parts {
  const scratch& here;
  std::string line;  // the verb and its inputs

  [[nodiscard]] finished run(const std::string& more) const { return shell("\"$MHQA_COMMAND\" " + line + " " + more); }
  [[nodiscard]] std::string part(std::size_t i, std::size_t count) const {
    const std::string out = (here / ("part" + std::to_string(i) + "of" + std::to_string(count))).string();
    const std::string number = std::to_string(i) + "/" + std::to_string(count);
    const finished done = run("--part " + number + " --out " + shell_word(out));
    CAPTURE(done.err);
    CHECK(done.status == 0);
    CHECK(done.out.starts_with("part " + number + ": "));
    return out;
  }
  void check(const std::string& shared = "") const {
    verb_parts divided = *this;
    divided.line += " " + shared;
    for (const std::size_t count : {1U, 2U, 7U}) {
      CAPTURE(count);
      std::string parts;
      for (std::size_t i = count; i-- > 0;) parts += " " + shell_word(divided.part(i, count));
      for (const char* const form : {"", " --json"}) {
        const finished whole =
            run((*form == '\0' ? shared : "--json " + std::string{shared == "--list" ? "" : shared}));
        const finished merged = shell("\"$MHQA_COMMAND\" merge" + parts + form);
        CHECK(merged.status == 0);
        CHECK(merged.out == whole.out);
      }
    }
  }
  /// `other` is the same verb on other files.
  void check_refusals(const std::string& other) const {
    const std::string first = part(0, 2), second = part(1, 2);
    check_refused(mhqa({"merge", first}), "expected 2 parts, part 1/2 is missing");
    check_refused(mhqa({"merge", first, second, second}), second + ": expected each part once, found part 1/2 twice");
    const std::string third = verb_parts{here, other}.part(1, 2);
    check_refused(mhqa({"merge", first, third}), third + ": the parts are not of one evaluation: ");
    check_refused(mhqa({"merge", part(0, 3), second}), "one is of 3 parts, the other of 2 parts");
    const std::string bytes = read_file(first), cut = here.write("cut", bytes.substr(0, bytes.size() / 2)).string();
    check_refused(mhqa({"merge", second, cut}), cut + ": ");
    check_refused(run("--part 0/2"), "--part and --out need each other");
    check_refused(run("--part 0/2 --json --out " + shell_word(first)), "a part has no report for --json");
    check_refused(run("--part 2/2 --out " + shell_word(first)), "expected I/N with I from 0 to N - 1");
    check_refused(run("--part 0/2 --out -"), "--out expects a file");
  }
};

}  // namespace

TEST_CASE("eval retrieval --part: the merged report is that of one run, also by group and of answer strings") {
  const scratch here;
  std::string run, golds, outputs;
  for (int i = 0; i < 12; ++i) {
    const std::string q = "q" + std::to_string(i), d = "d" + std::to_string(i % 4);
    if (i != 5) run += q + " Q0 " + d + " 1 2.5 t\n" + q + " Q0 e" + std::to_string(i) + " 2 1.5 t\n";
    golds += R"({"id": ")" + q + R"(", "group": ")" + std::to_string(2 + i % 2) + R"(hop", "sets": [[["d1", ")" + d +
             R"("], ["e3"]]]})" + "\n";
    outputs += R"({"id": ")" + q +
               R"(", "question": "?", "answers": ["x"], "ctxs": [{"id": "d", "title": "T", "text": ")" +
               (i % 3 == 0 ? "an x" : "a y") + R"(", "score": "1.0"}]})" + "\n";
  }
  const std::string runs = shell_word(here.write("run", run + "z Q0 d1 1 1 t\n").string());
  const std::string judged = shell_word(here.write("golds.jsonl", golds).string());
  const std::string dpr = shell_word(here.write("dpr.jsonl", outputs).string());
  const std::string ranked = "eval retrieval " + runs + " " + judged + " --ignore-unjudged --at 1,2";
  verb_parts{here, ranked}.check("--by-group");
  verb_parts{here, "eval retrieval " + runs + " " + judged + " --mean trec_eval"}.check();
  verb_parts{here, "eval retrieval " + dpr + " " + dpr}.check();
  verb_parts{here, ranked}.check_refusals(ranked + ",3");
  const std::string others = shell_word(here.write("others", run).string());
  verb_parts{here, ranked}.check_refusals("eval retrieval " + others + " " + judged + " --ignore-unjudged --at 1,2");
  const std::string none = shell_word(here.write("none", "z Q0 d1 1 1 t\n").string());
  const verb_parts nothing{here, "eval retrieval " + none + " " + judged + " --mean trec_eval"};
  check_refused(mhqa({"merge", nothing.part(0, 2), nothing.part(1, 2)}), "no ranked query has judgements");
}

TEST_CASE("eval dire --part: the merged report is that of one run, with what is left out and the first odd position") {
  const scratch here;
  std::string input, said, originals;
  for (int i = 0; i < 10; ++i) {
    const std::string id = "\"q" + std::to_string(i) + "\"";
    input += R"({"_id": )" + id + R"(, "answer": "x y", "dataset": "musique", "supporting_facts": [["A", 0]], )" +
             R"("supporting_positions": [3], "positions": [3, 5], "context": [["A", []], ["A", []]]})" + "\n";
    if (i == 4) continue;
    said += R"({"question_id": )" + id + R"(, "answer": ")" + (i % 3 == 0 ? "x" : "x y") +
            R"(", "supporting_paragraphs": [)" + (i >= 6 ? "9" : "3") + "]}\n";
  }
  said += R"({"question_id": "unknown", "answer": "x", "supporting_paragraphs": []})";
  const std::string instances = shell_word(here.write("input.jsonl", input).string());
  const std::string line =
      "eval dire --kind original " + instances + " " + shell_word(here.write("said", said).string());
  verb_parts{here, line}.check();
  verb_parts{here, line}.check_refusals(line + " --dialect squad-1.1");
  check_refused(verb_parts{here, line}.run("--official --part 0/2 --out x"), "a part has no report for --official");
  const std::string wrong = here.write("wrong", R"({"question_id": "unknown", "answer": "x"})").string();
  const verb_parts nothing{here, "eval dire --kind original " + instances + " " + shell_word(wrong)};
  check_refused(mhqa({"merge", nothing.part(0, 2), nothing.part(1, 2)}), "no prediction has an id of the input");
}

TEST_CASE("audit --part: findings, also those of texts that questions share, are those of one run in its order") {
  const scratch here;
  const auto questions = [](int begin, int end) {
    std::string out;
    for (int i = begin; i < end; ++i) {
      const std::string n = std::to_string(i % 5);
      out +=
          R"({"id": "2hop__)" + std::to_string(i) + R"(", "question": "Where was the author of Emma )" + n +
          R"( born?", "answer": "Bath )" + n + R"(", "answer_aliases": ["", " "], "answerable": true, "paragraphs": )" +
          R"([{"idx": 0, "title": "Emma", "paragraph_text": "By Jane )" + n + R"(.", "is_supporting": true}, )" +
          R"({"idx": 1, "title": "Emma", "paragraph_text": "Bath.", "is_supporting": false}], )" +
          R"("question_decomposition": [{"id": 1, "question": "Who wrote Emma )" + n + R"(?", "answer": "Jane )" + n +
          R"(", "paragraph_support_idx": 0}, {"id": 2, "question": "Where was #1 born?", "answer": "Steventon", )" +
          R"("paragraph_support_idx": null}]})" + "\n";
    }
    return out;
  };
  const std::string train = shell_word(here.write("train.jsonl", questions(0, 12)).string());
  const std::string dev = shell_word(here.write("dev.jsonl", questions(10, 22)).string());
  const std::string line = "audit " + train + " " + dev;
  verb_parts{here, line}.check("--list");
  verb_parts{here, line}.check();
  verb_parts{here, line}.check_refusals("audit " + dev + " " + train);
}

TEST_CASE("merge: parts of different verbs are refused") {
  const small_parts files;
  files.make();
  const std::string run = files.here.write("run", "q1 Q0 T 1 1 t\n").string();
  const std::string part =
      verb_parts{files.here, "eval retrieval " + shell_word(run) + " " + shell_word(files.gold)}.part(0, 2);
  check_refused(mhqa({"merge", files.first, part}), "expected a part of hotpotqa, found retrieval");
  check_refused(mhqa({"merge", part, files.first}), "expected a part of retrieval, found hotpotqa");
}
