// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

// mhqa probe --adversarial and --annotate, and mhqa report proxies, as a user runs them.

using mhqa_test::check_refused;
using mhqa_test::finished;
using mhqa_test::json;
using mhqa_test::load_jsonl;
using mhqa_test::mhqa;
using mhqa_test::parse_json;
using mhqa_test::read_file;
using mhqa_test::scratch;
using mhqa_test::shared_data;

TEST_CASE("probe: tasks of the paper's 115 questions come back as its estimate") {
  const auto gold = shared_data("data/hotpotqa/dev_distractor_1814.json");
  if (!gold) return;
  const scratch here;
  const std::string folder = (here / "out").string();
  const finished done = mhqa(
      {"probe", "--format", "hotpotqa", gold->string(), "--out", folder, "--sample", "0.001", "--annotate", "115"});
  CHECK(done.status == 0);
  CHECK(done.out.find("annotated questions         115") != std::string::npos);
  CHECK(done.out.find("annotation tasks            345") != std::string::npos);
  const std::string key_path = folder + "/annotation_key.jsonl";
  const std::vector<json> key = load_jsonl(key_path);
  REQUIRE(key.size() == 345);
  REQUIRE(load_jsonl(folder + "/annotation_tasks.jsonl").size() == 345);
  // As in the paper: all supports suffice, and fr replaces a support in two questions.
  std::string first, second, ann, bob;
  for (const json& line : key) {
    const std::string& id = line["question_id"].string();
    if (first.empty()) first = id;
    if (second.empty() && id != first) second = id;
    const bool proxy =
        (id == first && line["pair"].string() == "f1,fr") || (id == second && line["pair"].string() == "fr,f2");
    const bool enough = proxy || line["pair"].string() == "f1,f2";
    const std::string row =
        "{\"task\": \"" + line["task"].string() + "\", \"sufficient\": " + (enough ? "true" : "false") + "}\n";
    ann += row;
    bob += row;
  }
  const std::string a = here.write("ann.jsonl", ann).string(), b = here.write("bob.jsonl", bob).string();
  const finished report = mhqa({"report", "proxies", key_path, a, b, "--json"});
  CHECK(report.status == 0);
  const json out = parse_json(report.out);
  CHECK(out["agreed"].integer() == 115);
  CHECK(out["proxies"].integer() == 2);
  CHECK(out["rate"].real() == doctest::Approx(2.0 / 115).epsilon(1e-15));
  CHECK(out["distractors"].integer() == 8);
  CHECK(out["drop"].real() == doctest::Approx(0.06413522080486987).epsilon(1e-12));
  CHECK(out["rate_interval"][1].real() == doctest::Approx(0.06120016668847053).epsilon(1e-12));
  CHECK(out["kappa"].real() == 1);
  const finished table = mhqa({"report", "proxies", key_path, a, b});
  CHECK(table.out.find("  1.74 %  [0.48, 6.12]") != std::string::npos);
  CHECK(table.out.find("  6.41 %  [1.87, 18.38]") != std::string::npos);
  check_refused(mhqa({"report", "proxies", key_path, a, a}), "has two about");
  check_refused(mhqa({"report", "proxies", key_path, key_path}), "sufficient");
}

TEST_CASE("probe: T_adv is probed like the original, with the same questions" * doctest::test_suite("unsanitized")) {
  const auto gold = shared_data("data/musique/ans_dev_200.jsonl");
  if (!gold) return;
  const scratch here;
  const std::string folder = (here / "out").string(), again = (here / "again").string();
  const finished done = mhqa({"probe", "--format", "musique", gold->string(), "--out", folder, "--layout", "jsonl",
                              "--sample", "0.01", "--adversarial"});
  CHECK(done.status == 0);
  CHECK(done.out.find("adversarial questions") != std::string::npos);
  const json manifest = parse_json(read_file(folder + "/manifest.json"));
  CHECK(manifest["options"]["adversarial"].string() == "true");
  CHECK(manifest["outputs"].items().back()["path"].string() == "adversarial.jsonl");
  const finished probed = mhqa({"probe", "--format", "musique", folder + "/adversarial.jsonl", "--out", again,
                                "--layout", "jsonl", "--sample", "0.01"});
  CHECK(probed.status == 0);
  const auto ids = [](const std::string& path) {
    std::vector<std::string> out;
    for (const json& line : load_jsonl(path))
      out.push_back(line["_id"].string() + line["supporting_positions"][0].as<json::number>().text);
    return out;
  };
  CHECK(ids(folder + "/transformed.jsonl") == ids(again + "/transformed.jsonl"));
}

TEST_CASE("probe: a stream is refused where the file is read twice, and the folder stays unchanged") {
  const scratch here;
  const std::string folder = (here / "out").string();
  const std::string line =
      R"({"_id":"q","answer":"a","question":"Q?","context":[["A",["a"]],["B",["b"]],["C",["c"]]],"supporting_facts":[["A",0],["C",0]]})";
  const finished piped = mhqa_test::shell(
      "cat | \"$MHQA_COMMAND\" probe --format hotpotqa /dev/stdin --adversarial --out " + mhqa_test::shell_word(folder),
      line);
  check_refused(piped, "reads the file twice");
  const std::string broken = here.write("in", line + "\n" + line + "\n").string();
  check_refused(mhqa({"probe", "--format", "hotpotqa", broken, "--out", folder, "--adversarial", "--annotate", "3"}),
                "twice");
  CHECK((!std::filesystem::exists(folder) || std::filesystem::is_empty(folder)));
}

TEST_CASE("report proxies: without agreement there is no estimate") {
  const scratch here;
  std::string key, ann, bob;
  for (int k = 0; k < 3; ++k) {
    const std::string task = "t" + std::to_string(k);
    key += "{\"task\": \"" + task + "\", \"question_id\": \"q\", \"number\": " + std::to_string(k) +
           ", \"supports\": 2, \"distractors\": 8}\n";
    ann += "{\"task\": \"" + task + "\", \"sufficient\": true}\n";
    bob += "{\"task\": \"" + task + "\", \"sufficient\": false}\n";
  }
  const std::string keys = here.write("key", key).string(), a = here.write("a", ann).string();
  const std::string b = here.write("b", bob).string();
  check_refused(mhqa({"report", "proxies", keys, a, b}), "0 lack a verdict, 1 have verdicts that differ");
  check_refused(mhqa({"report", "proxies", keys, a, "--distractors", "0"}), "--distractors");
  const finished one = mhqa({"report", "proxies", keys, a, "--distractors", "1"});
  CHECK(one.status == 0);
  CHECK(one.out.find("expected drop of EM, 1 distractors (App. D.1)") != std::string::npos);
}

TEST_CASE("probe: a paragraph is a positive of the 1-Para model if its text contains the answer, support or not") {
  const auto gold = shared_data("data/musique/ans_dev_200.jsonl");
  if (!gold) return;
  const scratch here;
  const std::string folder = (here / "out").string();
  REQUIRE(mhqa({"probe", "--format", "musique", gold->string(), "--out", folder, "--layout", "jsonl", "--sample",
                "0.01", "--artifacts"})
              .status == 0);
  std::size_t positives = 0, supports = 0, lines = 0;
  for (const json& line : load_jsonl(folder + "/one_fact.jsonl")) {
    ++lines;
    const bool positive = line["answer_label"].boolean();
    positives += positive ? 1 : 0;
    supports += positive && !line["supporting_positions"].items().empty() ? 1 : 0;
  }
  // Counted by a separate program: paragraphs whose text has the answer or an alias between word boundaries.
  CHECK(lines == 4000);
  CHECK(positives == 323);
  CHECK(supports < positives);
}

TEST_CASE("read --single-fact: no answer of a reader of single facts needs connected facts" *
          doctest::test_suite("unsanitized")) {
  const auto gold = shared_data("data/2wikimultihopqa/dev_164.json");
  if (!gold) return;
  const scratch here;
  const std::string folder = (here / "out").string();
  const std::string on_original = (here / "o.jsonl").string(), on_probe = (here / "p.jsonl").string();
  REQUIRE(mhqa({"probe", "--format", "2wikimultihopqa", gold->string(), "--out", folder}).status == 0);
  REQUIRE(mhqa({"read", folder + "/original.json", "--single-fact", "--out", on_original}).status == 0);
  REQUIRE(mhqa({"read", folder + "/probe.json", "--single-fact", "--out", on_probe}).status == 0);
  const finished card =
      mhqa({"report", "dire", folder + "/probe.json", on_probe, "--original-predictions", on_original, "--json"});
  REQUIRE(card.status == 0);
  const json report = parse_json(card.out);
  const json& f1 = report["data"]["metrics"]["answer"]["f1"];
  CHECK(f1["score"].real() > 0.1);
  CHECK(f1["connected"].real() < 0.001);  // ties in confidence go to the earlier paragraph, in the probe to a half
  const json& supports = report["data"]["metrics"]["supporting_paragraphs"];
  CHECK(supports["f1"]["score"].real() > 0.1);
  CHECK(supports["f1"]["connected"].real() < 0.01);
  CHECK(supports["em"]["connected"].real() < 0.01);
  CHECK(mhqa({"read", folder + "/probe.json", "--single-fact", "--select", "2"}).status == 2);
}

TEST_CASE("probe: pieces with the whole file as material give what the whole file gives, without it something else" *
          doctest::test_suite("unsanitized")) {
  const auto gold = shared_data("data/musique/ans_dev_200.jsonl");
  if (!gold) return;
  const scratch here;
  const std::string all = read_file(gold->string()), whole = (here / "whole").string();
  const auto probe = [](const std::string& file, const std::string& folder, const std::string& material = {}) {
    std::vector<std::string> words{"probe",      "--format", "musique",       "--layout", "jsonl",
                                   "--sample",   "0.01",     "--adversarial", "--length", "3000",
                                   "--annotate", "30",       "--out",         folder,     file};
    std::string line = "\"$MHQA_COMMAND\"";
    if (!material.empty()) words.insert(words.end(), {"--material", material});
    for (const std::string& word : words) line += " " + mhqa_test::shell_word(word);
    const finished done = mhqa_test::shell(line);
    CAPTURE(done.err);
    REQUIRE(done.status == 0);
  };
  probe(gold->string(), whole);
  const std::vector<std::string> in_order{"/adversarial.jsonl", "/length_3000.jsonl", "/length_3000_key.jsonl"};
  const std::vector<std::string> sorted{"/annotation_tasks.jsonl", "/annotation_key.jsonl"};
  std::map<std::string, std::string> with, without;  // by file: the output of the pieces, one after the other
  std::size_t begin = 0;
  for (const std::size_t piece : {1U, 2U, 3U}) {
    const std::size_t end = piece == 3 ? all.size() : all.find('\n', all.size() * piece / 3) + 1;
    const std::string file = here.write("piece.jsonl", all.substr(begin, end - begin)).string();
    const std::string folder = (here / ("out" + std::to_string(piece))).string();
    probe(file, folder + "a", gold->string());
    probe(file, folder + "b");
    for (const auto* const names : {&in_order, &sorted}) {
      for (const std::string& name : *names) {
        with[name] += read_file(folder + "a" + name);
        without[name] += read_file(folder + "b" + name);
      }
    }
    begin = end;
  }
  const auto lines_of = [](const std::string& text) {
    std::istringstream in{text};
    std::multiset<std::string> out;
    for (std::string line; std::getline(in, line);) out.insert(line);
    return out;
  };
  for (const std::string& name : in_order) {
    CHECK(with[name] == read_file(whole + name));
    CHECK((without[name] != with[name] || name == in_order[2]));
  }
  for (const std::string& name : sorted) {
    CHECK(lines_of(with[name]) == lines_of(read_file(whole + name)));
    CHECK(lines_of(without[name]).size() > 2 * lines_of(with[name]).size());
  }
}

TEST_CASE("probe: material without an output that needs it, of another layout or from a stream is refused") {
  const scratch here;
  const std::string folder = (here / "out").string();
  const std::string line =
      R"({"_id":"q","answer":"a","question":"Q?","context":[["A",["a"]],["B",["b"]],["C",["c"]]],"supporting_facts":[["A",0],["C",0]]})";
  const std::string gold = here.write("gold", line).string(), other = here.write("other", "{\"id\": \"x\"}").string();
  check_refused(mhqa({"probe", "--format", "hotpotqa", gold, "--out", folder, "--material", gold}),
                "expected --adversarial, --length or --annotate beside it");
  check_refused(mhqa({"probe", "--format", "hotpotqa", gold, "--out", folder, "--annotate", "1", "--material", other}),
                other);
  check_refused(mhqa_test::shell("cat | \"$MHQA_COMMAND\" probe --format hotpotqa " + mhqa_test::shell_word(gold) +
                                     " --adversarial --material /dev/stdin --out " + mhqa_test::shell_word(folder),
                                 line),
                "--material reads the file twice");
}
