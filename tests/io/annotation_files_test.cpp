// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/annotation_files.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/json.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

using mhqa::io::probe_format;
using mhqa_test::error_of;
using mhqa_test::json;
using mhqa_test::load_jsonl;
using mhqa_test::scratch;

std::string record(const std::string& id) {
  return R"({"_id":")" + id +
         R"(","answer":"a","question":"Q?","context":[["A",["a one.","a two."]],["B",["b."]],["C",["c."]],["D",["d."]]],)"
         R"("supporting_facts":[["A",0],["C",0]]})"
         "\n";
}

struct files {
  explicit files(const std::string& records, std::size_t questions, std::uint64_t seed = 7) {
    const std::string in = here.write("in", records).string();
    mhqa::io::atomic_file tasks_file{(here / "tasks").string()}, key_file{(here / "key").string()};
    counts = mhqa::io::write_annotation_tasks(in, probe_format::hotpotqa, questions, seed, tasks_file, key_file);
    tasks_file.commit();
    key_file.commit();
    tasks = load_jsonl(here / "tasks");
    key = load_jsonl(here / "key");
  }
  scratch here;
  mhqa::io::annotation_counts counts;
  std::vector<json> tasks, key;
};

/// A key for one question: tasks t0 (f1,f2), t1 (f1,fr), t2 (fr,f2).
std::string key_lines(const std::string& id = "q") {
  std::string out;
  for (int k = 0; k < 3; ++k) {
    out += "{\"task\": \"" + id + std::to_string(k) + "\", \"question_id\": \"" + id +
           "\", \"number\": " + std::to_string(k) + ", \"supports\": 2, \"distractors\": 8}\n";
  }
  return out;
}

std::string verdict(const std::string& task, const std::string& value, const std::string& who = "") {
  return "{\"task\": \"" + task + "\", \"sufficient\": " + value +
         (who.empty() ? "" : ", \"annotator\": \"" + who + "\"") + "}\n";
}

}  // namespace

TEST_CASE("annotation_files: a question gives three tasks, whose key says what each is") {
  const files f{record("q1"), 5};
  CHECK(f.counts.sampled == 1);
  CHECK(f.counts.tasks == 3);
  REQUIRE(f.tasks.size() == 3);
  REQUIRE(f.key.size() == 3);
  std::map<std::string, const json*> by_pair;
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(f.tasks[i]["task"].string() == f.key[i]["task"].string());
    CHECK(f.tasks[i]["question"].string() == "Q?");
    CHECK(f.tasks[i]["answer"].string() == "a");
    CHECK(f.tasks[i]["sufficient"].null());
    CHECK(f.tasks[i]["paragraphs"].items().size() == 2);
    CHECK(f.tasks[i].find("question_id") == nullptr);
    CHECK(f.key[i]["distractors"].integer() == 2);
    by_pair[f.key[i]["pair"].string()] = &f.key[i];
  }
  REQUIRE(by_pair.size() == 3);
  const auto positions = [&](const char* pair) {
    return std::array{(*by_pair.at(pair))["positions"][0].integer(), (*by_pair.at(pair))["positions"][1].integer()};
  };
  CHECK(positions("f1,f2") == std::array<std::int64_t, 2>{0, 2});
  CHECK(positions("f1,fr")[0] == 0);
  CHECK(positions("fr,f2")[1] == 2);
  CHECK(positions("f1,fr")[1] == positions("fr,f2")[0]);
  CHECK(positions("f1,fr")[1] % 2 == 1);  // B or D
  bool joined = false;
  for (const json& task : f.tasks) {
    for (const json& p : task["paragraphs"].items()) joined = joined || p["text"].string() == "a one. a two.";
  }
  CHECK(joined);
}

TEST_CASE("annotation_files: the sample does not depend on the order of the records, and whole questions are drawn") {
  std::string forth, back;
  for (int i = 0; i < 40; ++i) {
    forth += record("q" + std::to_string(i));
    back.insert(0, record("q" + std::to_string(i)));
  }
  const files a{forth, 10}, b{back, 10}, other{forth, 10, 8};
  CHECK(a.counts.sampled == 10);
  CHECK(mhqa_test::read_file(a.here / "tasks") == mhqa_test::read_file(b.here / "tasks"));
  CHECK(mhqa_test::read_file(a.here / "key") == mhqa_test::read_file(b.here / "key"));
  CHECK(mhqa_test::read_file(a.here / "key") != mhqa_test::read_file(other.here / "key"));
  std::map<std::string, int> tasks;
  for (const json& line : a.key) ++tasks[line["question_id"].string()];
  CHECK(tasks.size() == 10);
  for (const auto& [id, n] : tasks) CHECK(n == 3);
}

TEST_CASE(
    "annotation_files: questions that give no tasks are counted; a repeated id and a missing question are refused") {
  const std::string none =
      R"({"_id":"z","answer":"a","question":"Q?","context":[["A",["a"]],["C",["c"]]],"supporting_facts":[["A",0],["C",0]]})"
      "\n";
  const files f{record("q1") + none, 5};
  CHECK(f.counts.questions[mhqa::skip_reason::too_few_facts] == 1);
  CHECK(f.counts.sampled == 1);
  CHECK(error_of([] { files{record("q1") + record("q1"), 5}; }).find("found it twice") != std::string::npos);
  CHECK(error_of([] {
          files{R"({"_id":"q","answer":"a","context":[["A",["a"]],["B",["b"]],["C",["c"]]],)"
                R"("supporting_facts":[["A",0],["C",0]]})",
                5};
        }).find("question") != std::string::npos);
}

TEST_CASE("annotation_files: the estimate, worked by hand") {
  const scratch here;
  const std::string key = here.write("key", key_lines("a") + key_lines("b") + key_lines("c") + key_lines("d")).string();
  // a: fr replaces f2; b: no proxy; c: the two people disagree; d: a task is not judged.
  const std::string ann = here.write("ann", verdict("a0", "true") + verdict("a1", "true") + verdict("a2", "false") +
                                                verdict("b0", "true") + verdict("b1", "false") +
                                                verdict("b2", "false") + verdict("c0", "true") + verdict("c1", "true") +
                                                verdict("c2", "false") + verdict("d0", "true") + verdict("d1", "null"))
                              .string();
  const std::string bob = here.write("bob", verdict("a0", "true") + verdict("c1", "false")).string();
  const auto e = mhqa::io::estimate_proxies(key, std::array{ann, bob});
  CHECK(e.counts.agreed == 2);
  CHECK(e.counts.sufficient == 2);
  CHECK(e.counts.proxies == 1);
  CHECK(e.counts.replaced == std::vector<std::uint64_t>{0, 1});
  CHECK(e.counts.disagreed == 1);
  CHECK(e.counts.unanswered == 1);
  CHECK(e.verdicts == 12);
  CHECK(e.not_judged == 1);
  CHECK(e.people == 2);
  CHECK(e.distractors == 8);
  // Two tasks with two verdicts: {2, 0} and {1, 1}. Observed 1/2; labels 3 and 1 of 4: chance 10/16.
  CHECK(*e.kappa == doctest::Approx((0.5 - 0.625) / 0.375).epsilon(1e-15));
}

TEST_CASE("annotation_files: annotators in one file are separated by name; majority decides if asked") {
  const scratch here;
  const std::string key = here.write("key", key_lines()).string();
  std::string lines;
  for (const char* who : {"ann", "bob", "cy"}) {
    for (int k = 0; k < 3; ++k) {
      lines += verdict("q" + std::to_string(k), k == 0 || std::string_view{who} != "cy" ? "true" : "false", who);
    }
  }
  const std::string all = here.write("all", lines).string();
  CHECK(mhqa::io::estimate_proxies(key, std::array{all}).counts.disagreed == 1);
  const auto most = mhqa::io::estimate_proxies(key, std::array{all}, mhqa::annotator_rule::majority);
  CHECK(most.counts.proxies == 1);
  CHECK(most.counts.replaced == std::vector<std::uint64_t>{1, 1});
  CHECK(most.people == 3);
}

TEST_CASE("annotation_files: unknown tasks, two verdicts, other values and an incomplete key are refused") {
  const auto error = [](const std::string& key, const std::string& said) {
    const scratch here;
    const std::string key_path = here.write("key", key).string(), path = here.write("said", said).string();
    return error_of([&] { (void)mhqa::io::estimate_proxies(key_path, std::array{path}); });
  };
  const auto has = [](const std::string& text, std::string_view part) {
    CAPTURE(text);
    CHECK(text.find(part) != std::string::npos);
  };
  has(error(key_lines(), verdict("zz", "true")), "expected a task of");
  has(error(key_lines(), verdict("q0", "true") + verdict("q0", "true")), "two about \"q0\"");
  has(error(key_lines(), verdict("q0", "true", "ann") + verdict("q0", "false", "ann")), "\"ann\" has two");
  has(error(key_lines(), verdict("q0", "2")), "sufficient");
  has(error(key_lines(), verdict("q0", "\"yes\"")), "sufficient");
  has(error(key_lines(), "{\"task\": \"q0\"}\n"), "sufficient");
  has(error(key_lines(), "{\"sufficient\": true}\n"), "task");
  has(error(key_lines(), ""), "empty file");
  has(error(key_lines() + key_lines(), verdict("q0", "true")), "twice");
  has(error(key_lines().substr(0, key_lines().find('\n') + 1), verdict("q0", "true")), "none numbered 1");
  has(error("{\"task\": \"t\", \"question_id\": \"q\", \"number\": 3, \"supports\": 2, \"distractors\": 8}\n",
            verdict("t", "true")),
      "task 0 to 2");
  has(error("{\"task\": \"t\", \"question_id\": \"q\", \"number\": 0, \"supports\": 1, \"distractors\": 8}\n",
            verdict("t", "true")),
      "2 to 31 supports");
  has(error("{\"task\": \"t\", \"question_id\": \"q\", \"number\": 0}\n", verdict("t", "true")), "supports");
}
