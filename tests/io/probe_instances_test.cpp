// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/probe_instances.hpp>

#include <mhqa/datasets/dire.hpp>

#include "io/probe_lines.hpp"
#include "support/command.hpp"
#include "support/json.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// An instance is the record without some of its facts, and labels that say what is left (App. A.3, A.5).

namespace {

using mhqa::dire::kind;
using mhqa::io::probe_layout;
using mhqa_test::json;

mhqa::io::probe_text read_one(const std::string& line, mhqa::fact_unit unit = mhqa::fact_unit::paragraph) {
  const mhqa_test::scratch here;
  mhqa::io::probe_records records{here.write("in", line).string(), mhqa::io::probe_format::hotpotqa, unit};
  mhqa::io::probe_text text;
  REQUIRE(records.next(text));
  return text;
}

std::vector<json> lines_of(const std::string& out) {
  std::vector<json> rows;
  for (std::size_t at = 0; at < out.size();) {
    const std::size_t end = out.find('\n', at);
    rows.push_back(mhqa_test::parse_json(out.substr(at, end - at)));
    at = end + 1;
  }
  return rows;
}

std::vector<json> instances(const mhqa::io::probe_text& text, kind which, const mhqa::io::probe_options& options = {}) {
  std::string out;
  const auto n = mhqa::io::append_instances(out, probe_layout::jsonl, text, which, options);
  auto rows = lines_of(out);
  CHECK(rows.size() == n);
  return rows;
}

std::vector<std::string> titles(const json& instance) {
  std::vector<std::string> out;
  for (const json& p : instance["context"].items()) out.push_back(p[0].string());
  return out;
}

bool has_title(const json& instance, std::string_view title) {
  const auto all = titles(instance);
  return std::find(all.begin(), all.end(), title) != all.end();
}

}  // namespace

TEST_CASE("probe instances: the original keeps every field and gets its data set and positions") {
  const auto rows = instances(read_one(mhqa_test::hotpotqa_line("q", 3)), kind::original);
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].members().size() == 10);  // its 7 fields, dataset, positions and supporting_positions
  CHECK(titles(rows[0]) == std::vector<std::string>{"P0", "P1", "P2"});
  CHECK(rows[0]["evidences"].items().size() == 1);
  CHECK(rows[0].find("removed") == nullptr);
}

TEST_CASE("probe instances: two supports, by hand") {
  const auto rows = instances(read_one(mhqa_test::hotpotqa_line("q", 5)), kind::probe);
  REQUIRE(rows.size() == 2);
  CHECK(titles(rows[0]) == std::vector<std::string>{"P1", "P2", "P3", "P4"});
  CHECK(titles(rows[1]) == std::vector<std::string>{"P0", "P2", "P3", "P4"});
  CHECK(rows[0]["supporting_facts"].items().size() == 1);
  CHECK(rows[0]["supporting_facts"][0][0].string() == "P1");
  CHECK(rows[0]["removed"][0].integer() == 0);
  CHECK(rows[0]["answer_label"].boolean());
  CHECK_FALSE(rows[1]["answer_label"].boolean());
  CHECK(rows[0]["group"].integer() == 2);
  CHECK(rows[0]["sub_idx"].integer() + rows[1]["sub_idx"].integer() == 1);
  for (const json& row : rows) {
    CHECK(row["_id"].string() == "q");
    CHECK(row["answer"].string() == "India");
    CHECK(row["question"].string() == "Where?");
    CHECK(row["type"].string() == "bridge");
    CHECK(row.find("evidences") == nullptr);  // it spells out what was removed
    CHECK(row.find("sufficiency") == nullptr);
    CHECK(row.find("label_omitted") == nullptr);
  }
}

TEST_CASE("probe instances: sizes, labels and removed facts, for two to four supports and many seeds") {
  for (std::size_t n = 2; n <= 4; ++n) {
    const auto text = read_one(mhqa_test::hotpotqa_line("q", 9, n));
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      for (const kind which : {kind::probe, kind::transformed, kind::probe_of_transformed, kind::trivial}) {
        CAPTURE(n);
        CAPTURE(mhqa::dire::to_string(which));
        const auto rows = instances(text, which, {.seed = seed});
        const auto shape = mhqa::dire::shape_of(which, n);
        REQUIRE(rows.size() == shape.groups * shape.size);
        std::set<std::pair<std::int64_t, std::int64_t>> keys;
        for (const json& row : rows) {
          CHECK(keys.emplace(row["group"].integer(), row["sub_idx"].integer()).second);
          const std::size_t size = titles(row).size();
          CHECK(size + row["removed"].items().size() == 9);
          if (which == kind::transformed || which == kind::trivial) CHECK(size == 9 - n + 1);
          if (which == kind::probe_of_transformed) CHECK(size == 9 - n);
          std::size_t kept = 0;
          for (std::size_t i = 0; i < n; ++i) kept += has_title(row, "P" + std::to_string(i)) ? 1 : 0;
          CHECK(row["supporting_facts"].items().size() == kept);
          for (const json& fact : row["supporting_facts"].items()) CHECK(has_title(row, fact[0].string()));
          CHECK(row["answer_label"].boolean() == has_title(row, "P1"));
          if (const json* sufficiency = row.find("sufficiency")) {
            const bool transform = which == kind::transformed;
            CHECK(sufficiency->integer() == (transform ? (kept == n ? 1 : 0) : (kept == 0 ? -1 : 0)));
            const json* omitted = row.find("label_omitted");
            CHECK((omitted != nullptr) == (transform ? kept != n : kept == 0));
            if (omitted != nullptr) CHECK(omitted->boolean());
          }
        }
      }
    }
  }
}

TEST_CASE("probe instances: balanced sets hold each label once") {
  const auto text = read_one(mhqa_test::hotpotqa_line("q", 9, 3));
  std::set<std::string> drawn;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto transformed = instances(text, kind::transformed, {.seed = seed, .balance = true});
    REQUIRE(transformed.size() == 2);
    CHECK(transformed[0]["sufficiency"].integer() == 1);
    CHECK(transformed[1]["sufficiency"].integer() == 0);
    std::string kept;
    for (const json& fact : transformed[1]["supporting_facts"].items()) kept += fact[0].string();
    drawn.insert(kept);
    const auto probed = instances(text, kind::probe_of_transformed, {.seed = seed, .balance = true});
    REQUIRE(probed.size() == 6);
    for (std::size_t i = 0; i < 6; ++i) CHECK(probed[i]["sufficiency"].integer() == (i % 2 == 0 ? -1 : 0));
  }
  CHECK(drawn.size() == 6);  // each proper subset of the supports is drawn at some time
}

TEST_CASE("probe instances: a sample holds whole groups, the same of both probes, and grows with its fraction") {
  std::size_t probed = 0, all = 0;
  for (int i = 0; i < 200; ++i) {
    const auto text = read_one(mhqa_test::hotpotqa_line("q" + std::to_string(i), 9, 3));
    std::set<std::int64_t> smaller;
    for (const double fraction : {0.0, 0.05, 0.5, 1.0}) {
      const mhqa::io::probe_options options{.sample = fraction};
      std::multiset<std::int64_t> halves, thirds;
      for (const json& row : instances(text, kind::probe, options)) halves.insert(row["group"].integer());
      for (const json& row : instances(text, kind::probe_of_transformed, options))
        thirds.insert(row["group"].integer());
      const std::set<std::int64_t> groups(halves.begin(), halves.end());
      for (const std::int64_t group : groups) {
        CHECK(halves.count(group) == 2);
        CHECK(thirds.count(group) == 3);
      }
      CHECK(thirds.size() == 3 * groups.size());
      CHECK(std::includes(groups.begin(), groups.end(), smaller.begin(), smaller.end()));
      CHECK(instances(text, kind::original, options).size() == (groups.empty() ? 0 : 1));
      CHECK(instances(text, kind::transformed, options).size() == (groups.empty() ? 0 : 7));
      smaller = groups;
      if (fraction == 0.5) probed += groups.size(), all += 3;
    }
    CHECK(smaller.size() == 3);
  }
  CHECK(probed > all * 2 / 5);
  CHECK(probed < all * 3 / 5);
}

TEST_CASE("probe instances: a removed sentence leaves an empty one, so that numbers keep their meaning") {
  const auto text = read_one(mhqa_test::hotpotqa_line("q", 3), mhqa::fact_unit::sentence);
  const auto rows = instances(text, kind::probe);
  REQUIRE(rows.size() == 2);
  CHECK(titles(rows[0]) == std::vector<std::string>{"P0", "P1", "P2"});
  CHECK(rows[0]["context"][0][1].strings() == std::vector<std::string>{"", "P0 two."});
  CHECK(rows[1]["context"][0][1].strings() == std::vector<std::string>{"P0 one.", "P0 two."});
  CHECK(rows[1]["context"][1][1].strings() == std::vector<std::string>{"", "P1 two."});
  for (const json& row : instances(text, kind::transformed)) {
    std::size_t kept = 0;
    for (const json& p : row["context"].items()) {
      for (const std::string& sentence : p[1].strings()) kept += sentence.empty() ? 0 : 1;
    }
    CHECK(kept == 5);  // |C| - |Fs| + 1
  }
}

TEST_CASE("probe instances: the inputs of restricted models") {
  const auto text = read_one(mhqa_test::hotpotqa_line("q", 3));
  const auto inputs = [&](mhqa::artifact which) {
    std::string out;
    const auto n = mhqa::io::append_artifact_inputs(out, probe_layout::jsonl, text, which);
    auto rows = lines_of(out);
    CHECK(rows.size() == n);
    return rows;
  };
  const auto question = inputs(mhqa::artifact::question_only);
  REQUIRE(question.size() == 1);
  CHECK(question[0]["context"].items().empty());
  CHECK(question[0]["question"].string() == "Where?");
  const auto context = inputs(mhqa::artifact::context_only);
  REQUIRE(context.size() == 1);
  CHECK(context[0]["context"].items().size() == 3);
  CHECK(context[0]["question"].string().empty());
  CHECK(context[0]["supporting_facts"].items().size() == 2);
  const auto facts = inputs(mhqa::artifact::one_fact);
  REQUIRE(facts.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(titles(facts[i]) == std::vector<std::string>{"P" + std::to_string(i)});
    CHECK(facts[i]["sub_idx"].integer() == static_cast<std::int64_t>(i));
    CHECK(facts[i]["supporting_facts"].items().size() == (i < 2 ? 1 : 0));
    CHECK(facts[i]["answer_label"].boolean() == (i == 1));
  }
}

TEST_CASE("probe instances: two paragraphs of one title are two facts") {
  const auto text = read_one(
      R"({"_id":"q","answer":"a","supporting_facts":[["T",0],["U",0]],"context":[["T",["first"]],["T",["second"]],["U",["a"]],["V",["v"]]]})");
  const auto rows = instances(text, kind::probe);
  REQUIRE(rows.size() == 2);
  CHECK(titles(rows[0]) == std::vector<std::string>{"T", "U", "V"});
  CHECK(rows[0]["context"][0][1].strings() == std::vector<std::string>{"second"});
  CHECK(titles(rows[1]) == std::vector<std::string>{"T", "T", "V"});
}

TEST_CASE("probe instances: the layouts differ only in the text between instances") {
  const auto text = read_one(mhqa_test::hotpotqa_line("q", 5));
  std::string array, lines;
  (void)mhqa::io::append_instances(array, probe_layout::published, text, kind::probe, {});
  (void)mhqa::io::append_instances(lines, probe_layout::jsonl, text, kind::probe, {});
  std::string rebuilt;
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = lines.find('\n', at);
    rebuilt += ",\n" + lines.substr(at, end - at);
    at = end + 1;
  }
  CHECK(array == rebuilt);
}

TEST_CASE("probe instances: each names its data set and the original positions of its paragraphs") {
  // MuSiQue's idx need not count from 0, and two titles may be equal.
  const mhqa_test::scratch here;
  const auto path = here.write(
      "m.jsonl",
      R"({"id": "2hop__1_2", "question": "?", "answer": "b", "answer_aliases": [], "answerable": true, "paragraphs": [)"
      R"({"idx": 10, "title": "T", "paragraph_text": "n", "is_supporting": false},)"
      R"({"idx": 11, "title": "T", "paragraph_text": "s", "is_supporting": true},)"
      R"({"idx": 12, "title": "U", "paragraph_text": "b", "is_supporting": true},)"
      R"({"idx": 13, "title": "V", "paragraph_text": "v", "is_supporting": false}]})");
  mhqa::io::probe_records records{path.string(), mhqa::io::probe_format::musique};
  mhqa::io::probe_text text;
  REQUIRE(records.next(text));
  std::string out;
  static_cast<void>(mhqa::io::append_instances(out, mhqa::io::probe_layout::jsonl, text, mhqa::dire::kind::probe, {}));
  const auto first = mhqa_test::parse_json(out.substr(0, out.find('\n')));
  CHECK(first["dataset"].string() == "musique");
  CHECK(first["positions"].items().size() == first["context"].items().size());
  REQUIRE(first["removed"].items().size() == 1);
  const auto gone = first["removed"][0].integer() + 10;
  std::vector<std::int64_t> kept;
  for (const auto& p : first["positions"].items()) kept.push_back(p.integer());
  CHECK(kept == (gone == 11 ? std::vector<std::int64_t>{10, 12, 13} : std::vector<std::int64_t>{10, 11, 13}));
  REQUIRE(first["supporting_positions"].items().size() == 1);
  CHECK(first["supporting_positions"][0].integer() == (gone == 11 ? 12 : 11));
}

TEST_CASE("probe instances: of one fact, every paragraph that contains the answer is labelled, if answers are marked") {
  // P1 is the only support with the answer; P2 is a distractor that contains it too. Whole words only.
  const mhqa_test::scratch here;
  const auto path = here.write(
      "h.jsonl",
      R"({"_id":"q","question":"?","answer":"Oslo","supporting_facts":[["A",0],["B",0]],"context":[["A",["a"]],)"
      R"(["B",["He lives in","Oslo."]],["C",["oslo is cold"]],["D",["Osloer"]]]})");
  for (const bool marked : {false, true}) {
    CAPTURE(marked);
    mhqa::io::probe_records records{path.string(), mhqa::io::probe_format::hotpotqa};
    if (marked) records.mark_answers();
    mhqa::io::probe_text text;
    REQUIRE(records.next(text));
    std::string out, labels;
    static_cast<void>(
        mhqa::io::append_artifact_inputs(out, mhqa::io::probe_layout::jsonl, text, mhqa::artifact::one_fact));
    for (std::size_t begin = 0; begin < out.size(); begin = out.find('\n', begin) + 1) {
      const auto row = mhqa_test::parse_json(out.substr(begin, out.find('\n', begin) - begin));
      labels += row["answer_label"].boolean() ? '1' : '0';
    }
    CHECK(labels == (marked ? "0110" : "0100"));
  }
}
