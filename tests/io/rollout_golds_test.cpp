// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/rollout_golds.hpp>

#include "support/command.hpp"

#include <mhqa/parallel.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace io = mhqa::io;

namespace {

const io::rollout_gold_layout& layout(std::string_view name) {
  return *std::find_if(io::rollout_gold_layouts.begin(), io::rollout_gold_layouts.end(),
                       [name](const auto& one) { return one.name == name; });
}

}  // namespace

TEST_CASE("rollout_golds: the first record's fields tell the data sets apart") {
  const mhqa_test::scratch folder;
  const auto guess = [&](std::string_view line) {
    return io::rollout_layout_of(folder.write("gold.jsonl", line).string()).name;
  };
  CHECK(guess(R"({"id": "1", "question_decomposition": []})") == "musique");
  CHECK(guess(R"([{"_id": "1", "supporting_facts": [], "evidences": []}])") == "2wikimultihopqa");
  CHECK(guess(R"([{"_id": "1", "supporting_facts": []}])") == "hotpotqa");
  CHECK(guess(R"({"id": "1", "decomposition": []})") == "fanoutqa");
  CHECK(guess(R"({"Question": "q", "Answer": "a"})") == "rows");
}

TEST_CASE("rollout_golds: MuSiQue's steps become hops") {
  const mhqa_test::scratch folder;
  const std::string path = folder
                               .write("m.jsonl", R"([{"id": "2hop__1_2", "question": "q", "answer": "B",
      "answer_aliases": ["b"], "answerable": true,
      "paragraphs": [{"idx": 3, "title": "T", "paragraph_text": "x", "is_supporting": true}],
      "question_decomposition": [
        {"id": 1, "question": "p", "answer": "A", "paragraph_support_idx": 3},
        {"id": 2, "question": "#1 >> r of #9", "answer": "B", "paragraph_support_idx": null}]}])")
                               .string();
  const io::rollout_golds golds{path, mhqa::dialects::musique, layout("musique")};
  REQUIRE(golds.size() == 1);
  const mhqa::rollout_gold& gold = golds[golds.find("2hop__1_2")].gold();
  CHECK(gold.shape == "2hop");
  REQUIRE(gold.hops.size() == 2);
  CHECK(gold.hops[0].supports == std::vector<mhqa::rollout_document>{{"", "T", "x"}});
  CHECK(gold.hops[1].answers == std::vector<std::string_view>{"B", "b"});
  CHECK(gold.hops[1].supports.empty());
  CHECK(gold.hops[1].premises == std::vector<std::size_t>{0});  // there is no step 9
  CHECK(golds.find("other") == mhqa::string_index::npos);
}

TEST_CASE("rollout_golds: threads prepare the questions") {
  const mhqa_test::scratch folder;
  std::string lines;
  for (int i = 0; i < 50; ++i) {
    lines += R"({"id": ")" + std::to_string(i) + R"(", "question": "q", "answer": "a)" + std::to_string(i) + "\"}\n";
  }
  const std::string path = folder.write("rows.jsonl", lines).string();
  mhqa::thread_pool threads{2};
  const io::rollout_golds golds{path, mhqa::dialects::hotpotqa, layout("rows"), threads};
  const io::rollout_golds serial{path, mhqa::dialects::hotpotqa, layout("rows")};
  REQUIRE(golds.size() == 50);
  CHECK(golds.data() == serial.data());
  for (std::size_t i = 0; i < golds.size(); ++i) {
    CHECK(golds[i].gold().answers == serial[i].gold().answers);
    CHECK(golds[i].fingerprint() == serial[i].fingerprint());
  }
}

TEST_CASE("rollout_golds: 2WikiMultihopQA's triples and HotpotQA's titles become hops") {
  const mhqa_test::scratch folder;
  const std::string path =
      folder
          .write("g.json", R"([{"_id": "1", "type": "compositional", "question": "q", "answer": "C",
      "context": [["A", ["One. ", "Two."]]], "supporting_facts": [["A", 0], ["A", 1], ["B", 0]],
      "evidences": [["A", "director", "B"], ["B", "spouse", "C"]]}])")
          .string();
  const io::rollout_golds twowiki{path, mhqa::dialects::hotpotqa, layout("2wikimultihopqa")};
  const mhqa::rollout_gold& chain = twowiki[0].gold();
  REQUIRE(chain.hops.size() == 2);
  CHECK(chain.hops[0].question == "A >> director");
  CHECK(chain.hops[0].supports[0].text == "One. Two.");
  CHECK(chain.hops[1].premises == std::vector<std::size_t>{0});
  const io::rollout_golds hotpotqa{path, mhqa::dialects::hotpotqa, layout("hotpotqa")};
  const mhqa::rollout_gold& pair = hotpotqa[0].gold();
  REQUIRE(pair.hops.size() == 2);
  CHECK(pair.hops[1].supports[0].title == "B");
  CHECK(pair.hops[1].answers.empty());
}

TEST_CASE("rollout_golds: an id that occurs twice is an error with its place") {
  const mhqa_test::scratch folder;
  const std::string row = R"({"_id": "1", "question": "q", "answer": "a", "supporting_facts": []})";
  const std::string path = folder.write("g.json", "[" + row + ", " + row + "]").string();
  CHECK_THROWS_WITH_AS((io::rollout_golds{path, mhqa::dialects::hotpotqa, layout("hotpotqa")}),
                       doctest::Contains("the id occurs twice"), mhqa::data_error);
}

TEST_CASE("rollout_golds: an unanswerable twin is left out and counted") {
  const mhqa_test::scratch folder;
  const auto row = [](const char* answerable) {
    return R"({"id": "1", "question": "q", "answer": "B", "question_decomposition": [], "answerable": )" +
           std::string{answerable} + "}\n";
  };
  const io::rollout_golds golds{folder.write("m.jsonl", row("true") + row("false")).string(), mhqa::dialects::musique,
                                layout("musique")};
  CHECK(golds.size() == 1);
  CHECK(golds.left_out() == 1);
}

TEST_CASE("rollout_golds: rows of Bamboogle, FRAMES, BrowseComp and FanOutQA") {
  const mhqa_test::scratch folder;
  const std::string rows = folder
                               .write("rows.jsonl", R"({"Question": "q1", "Answer": "a"}
{"Prompt": "q2", "Answer": "a", "wiki_links": "['https://en.wikipedia.org/wiki/New_York', 'https://x.org/y']"}
{"query_id": 7, "query": "q3", "answer": "a", "gold_docs": [{"docid": "d1", "text": "t"}]}
)")
                               .string();
  const io::rollout_golds golds{rows, mhqa::dialects::hotpotqa, layout("rows")};
  REQUIRE(golds.size() == 3);
  CHECK(golds[golds.find("q1")].gold().hops.empty());
  const mhqa::rollout_gold& frames = golds[golds.find("q2")].gold();
  REQUIRE(frames.hops.size() == 2);
  CHECK(frames.hops[0].supports[0].title == "New York");
  CHECK(frames.hops[1].supports[0].id == "https://x.org/y");
  CHECK(golds[golds.find("7")].gold().hops[0].supports[0].id == "d1");

  // A short string is a title; a longer one may be a title or a text.
  const std::string browsed =
      folder
          .write(
              "browsed.jsonl",
              R"({"question": "q", "answer": "a", "evidence": ["New York", "New York is the largest city of the United States."]})")
          .string();
  const io::rollout_golds browse{browsed, mhqa::dialects::hotpotqa, layout("rows")};
  const mhqa::rollout_gold& strings = browse[0].gold();
  REQUIRE(strings.hops.size() == 2);
  CHECK(strings.hops[0].supports == std::vector<mhqa::rollout_document>{{{}, "New York", {}}});
  const std::string_view text = "New York is the largest city of the United States.";
  CHECK(strings.hops[1].supports == std::vector<mhqa::rollout_document>{{{}, text, {}}, {{}, {}, text}});

  const std::string fan = folder
                              .write("fan.json", R"([{"id": "f", "question": "q", "answer": {"x": "1", "y": 2},
"necessary_evidence": [{"title": "P"}], "decomposition": [
{"id": "s1", "question": "Which?", "answer": ["x", "y"], "depends_on": [], "evidence": {"title": "P"}, "decomposition": []},
{"id": "s2", "question": "Of x?", "answer": 2, "depends_on": ["s1"], "evidence": null, "decomposition": []}]}])")
                              .string();
  const io::rollout_golds fanned{fan, mhqa::dialects::hotpotqa, layout("fanoutqa")};
  const mhqa::rollout_gold& gold = fanned[0].gold();
  CHECK(gold.shape == "fan-out");
  CHECK(gold.answers == std::vector<std::string_view>{"1", "2"});
  REQUIRE(gold.hops.size() == 2);
  CHECK(gold.hops[0].answers == std::vector<std::string_view>{"x", "y"});
  CHECK(gold.hops[1].premises == std::vector<std::size_t>{0});
  CHECK(gold.hops[1].answers == std::vector<std::string_view>{"2"});
}

TEST_CASE("rollout_golds: FanOutQA's sub-question that depends on one that is not there is an error") {
  const mhqa_test::scratch folder;
  const std::string path = folder
                               .write("fan.json", R"([{"id": "f", "question": "q", "answer": "a", "decomposition": [
{"id": "s1", "question": "Which?", "answer": "x", "depends_on": ["s2"], "decomposition": []}]}])")
                               .string();
  CHECK_THROWS_WITH_AS((io::rollout_golds{path, mhqa::dialects::hotpotqa, layout("fanoutqa")}),
                       doctest::Contains("expected the id of a sub-question before this one, found \"s2\""),
                       mhqa::data_error);
}
