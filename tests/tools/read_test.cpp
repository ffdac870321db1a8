// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <string_view>

// mhqa read, as a user runs it.

using mhqa_test::check_refused;

namespace {

constexpr std::string_view row =
    R"({"id": "2hop__1_2", "question": "In which village was the author of Emma born?", "answer": "Steventon",)"
    R"( "answer_aliases": [], "answerable": true, "paragraphs": [)"
    R"({"idx": 0, "title": "Emma", "paragraph_text": "Emma was written by Jane Austen.", "is_supporting": true},)"
    R"( {"idx": 1, "title": "Bath", "paragraph_text": "Bath is a village of the past.", "is_supporting": false},)"
    R"( {"idx": 2, "title": "Jane Austen", "paragraph_text": "Jane Austen was born in Steventon.", "is_supporting": true}],)"
    R"( "question_decomposition": [{"id": "1", "question": "Who wrote Emma?", "answer": "Jane Austen",)"
    R"( "paragraph_support_idx": 0}, {"id": "2", "question": "Where was #1 born?", "answer": "Steventon",)"
    R"( "paragraph_support_idx": 2}]})"
    "\n";

}  // namespace

TEST_CASE("read: the predictions are those that the evaluation of the layout reads") {
  const mhqa_test::scratch here;
  const std::string gold = here.write("gold.jsonl", row).string(), out = (here / "out.jsonl").string();
  CHECK(mhqa_test::mhqa({"read", gold, "--reader", "words", "--steps", "--out", out}).status == 0);
  const auto said = mhqa_test::parse_json(mhqa_test::read_file(out));
  CHECK(said["predicted_answer"].string() == "Steventon");
  CHECK(said["predicted_support_idxs"].items().size() == 2);

  const auto alone = mhqa_test::mhqa({"read", gold, "--reader", "words", "--support", "1", "--select", "2"});
  CHECK(alone.status == 0);
  CHECK(mhqa_test::parse_json(alone.out)["predicted_support_idxs"].items().size() == 1);
}

TEST_CASE("read: the calendar reader answers dates of lives") {
  const mhqa_test::scratch here;
  const std::string file =
      here.write("q.json",
                 R"([{"_id": "q", "question": "When did Ross Story die?", "context": [["Ross Story", ["Ross Story (16 )"
                 R"(January 1920 – 9 May 1991) was a man."]]]}])")
          .string();
  const auto said = mhqa_test::mhqa({"read", "--reader", "calendar", file});
  CHECK(said.out == R"({"question_id": "q", "answer": "9 May 1991", "supporting_paragraphs": ["Ross Story"]})"
                    "\n");
}

TEST_CASE("read: files without questions, without steps and unknown readers are refused") {
  const mhqa_test::scratch here;
  const std::string bare = here.write("bare", R"({"_id": "q", "question": "Who?", "context": []})").string();
  check_refused(mhqa_test::mhqa({"read", bare, "--steps"}), "--steps expects");
  check_refused(mhqa_test::mhqa({"read", here.write("none", "[]").string()}), "expected questions, found none");
  check_refused(mhqa_test::mhqa({"read", bare, "--reader", "oracle"}), "oracle");
  const std::string one =
      R"({"_id": "a", "question": "Who?", "answer": "Emma", "supporting_facts": [], "context": [["T", ["By Emma."]]]})";
  const std::string twice = here.write("twice.json", "[" + one + ", " + one + "]").string();
  check_refused(mhqa_test::mhqa({"read", twice}), "id \"a\": expected each id once, found it twice");
  check_refused(mhqa_test::mhqa({"read", bare, "--out", bare}), "it would destroy the input");
  const std::string out = (here / "out").string();
  check_refused(mhqa_test::mhqa({"read", bare, "--steps", "--out", out}), "--steps expects");
  CHECK_FALSE(std::filesystem::exists(out));
}

TEST_CASE("read: the steps of another file are executed, and questions without steps are counted") {
  const mhqa_test::scratch here;
  const std::string record = R"({"_id": "e", "question": "Where was the author of Emma born?", "context": [["Emma", )"
                             R"(["Emma was written by Jane Austen."]], ["Jane Austen", ["Jane Austen was born in )"
                             R"(Steventon."]]]})"
                             "\n";
  const std::string gold = here.write("q.jsonl", record).string();
  const std::string head = "question_id,question_text,decomposition\n";
  const std::string qdmr =
      here.write("b.csv", head + "HOTPOT_dev_e,q,return the writer of Emma ;return where was #1 born\n").string();
  const auto said = mhqa_test::mhqa({"read", gold, "--reader", "words", "--decompositions", qdmr});
  CHECK(said.status == 0);
  CHECK(mhqa_test::parse_json(said.out)["supporting_paragraphs"].items().size() == 2);
  CHECK(said.err.find("in one step") == std::string::npos);

  const std::string other = here.write("o.csv", head + "HOTPOT_dev_f,q,return towns ;return #1 in Peru\n").string();
  const auto alone = mhqa_test::mhqa({"read", gold, "--reader", "words", "--decompositions", other});
  CHECK(alone.status == 0);
  CHECK(alone.err.find("1 questions without a decomposition in " + other +
                       ", the first \"e\", were read in one step") != std::string::npos);
  CHECK(alone.out == mhqa_test::mhqa({"read", gold, "--reader", "words", "--support", "1"}).out);

  const std::string own = here.write("own.jsonl", row).string();
  const std::string musique = here.write("steps.jsonl", R"({"id": "2hop__1_2", "question_decomposition": )"
                                                        R"([{"question": "Who wrote Emma?"}]})")
                                  .string();
  const auto replaced = mhqa_test::mhqa({"read", own, "--reader", "words", "--decompositions", musique});
  CHECK(mhqa_test::parse_json(replaced.out)["predicted_answer"].string() == "Jane Austen");

  const std::string faulty =
      here.write("f.jsonl", R"({"qid": "e", "question": "q", "decomposition": ["Who?", "Is #2 old?"]})").string();
  check_refused(mhqa_test::mhqa({"read", gold, "--decompositions", faulty}),
                "f.jsonl: id \"e\": expected steps that refer to earlier ones, found self-reference in step 2");
  const auto skipped = mhqa_test::mhqa({"read", gold, "--decompositions", faulty, "--skip-faulty"});
  CHECK(skipped.status == 0);
  CHECK(skipped.err.find("1 questions with a faulty decomposition were read in one step") != std::string::npos);
  check_refused(mhqa_test::mhqa({"read", gold, "--decompositions", (here / "none.csv").string()}), "none.csv");
  check_refused(mhqa_test::mhqa({"read", gold, "--split-joined"}), "--decompositions");
  check_refused(mhqa_test::mhqa({"read", gold, "--decompositions", qdmr, "--out", qdmr}), "it would destroy the input");
}

TEST_CASE("read: StrategyQA's questions are answered from their evidence, by the last step or by all steps") {
  const mhqa_test::scratch here;
  const std::string gold =
      here.write("s.json", R"([{"qid": "1", "term": "Ulm", "description": "A city", "question": "Is Ulm the larger?", )"
                           R"("answer": true, "facts": [], "decomposition": ["How many people live in Ulm?", )"
                           R"("How many people live in Bonn?", "Is #1 greater than #2?"], )"
                           R"("evidence": [[[["Ulm-1"]], [["Bonn-1"]], ["operation"]]]}])")
          .string();
  const std::string corpus =
      here.write("p.jsonl", R"({"title": "Ulm", "para_index": 1, "contents": "In Ulm live 9000 people."})"
                            "\n"
                            R"({"title": "Bonn", "para_index": 1, "contents": "In Bonn live 800 people."})"
                            "\n")
          .string();
  const std::string out = (here / "out.json").string();
  const auto steps = mhqa_test::mhqa({"read", gold, "--paragraphs", corpus, "--reader", "words", "--steps"});
  CHECK(steps.status == 0);
  CHECK(steps.out == "{\n\"1\": true\n}\n");
  CHECK(steps.err.find("1 steps were computed from the answers to others") != std::string::npos);
  CHECK(mhqa_test::mhqa({"read", gold, "--paragraphs", corpus, "--out", out}).status == 0);
  const auto scored = mhqa_test::mhqa({"eval", "strategyqa", out, gold});
  CHECK(scored.status == 0);
  CHECK(scored.out.find("Accuracy") != std::string::npos);
  check_refused(mhqa_test::mhqa({"read", gold}), "--paragraphs");
  check_refused(mhqa_test::mhqa({"read", here.write("m.jsonl", row).string(), "--paragraphs", corpus}),
                "expected StrategyQA's records with it");
  check_refused(mhqa_test::mhqa({"read", gold, "--paragraphs", (here / "none").string()}), "none");
  check_refused(mhqa_test::mhqa({"read", gold, "--paragraphs", corpus, "--out", corpus}), "it would destroy the input");
  const std::string less = here.write("l.jsonl", R"({"title": "Ulm", "para_index": 1, "contents": "Old."})").string();
  CHECK(mhqa_test::mhqa({"read", gold, "--paragraphs", less}).err.find("1 paragraphs of the evidence are not in") !=
        std::string::npos);
}

TEST_CASE("read: 200 records of MuSiQue's dev set are answered and scored") {
  const auto file = mhqa_test::shared_data("data/musique/ans_dev_200.jsonl");
  if (!file) return;
  const mhqa_test::scratch here;
  const std::string out = (here / "out.jsonl").string();
  for (const bool steps : {false, true}) {
    const auto done = steps ? mhqa_test::mhqa({"read", file->string(), "--reader", "words", "--out", out, "--steps"})
                            : mhqa_test::mhqa({"read", file->string(), "--reader", "words", "--out", out});
    CHECK(done.status == 0);
    const auto scores =
        mhqa_test::parse_json(mhqa_test::mhqa({"eval", "musique", out, file->string(), "--official"}).out);
    CHECK(scores["answer_f1"].as<mhqa_test::json::number>().text == (steps ? "0.127" : "0.092"));
  }
}

TEST_CASE("read: the reader is named with its weights' hash, and decides itself how many supports it names") {
  const mhqa_test::scratch here;
  const std::string gold = here.write("gold.jsonl", row).string();
  const auto said = mhqa_test::mhqa({"read", gold});
  CHECK(said.status == 0);
  CHECK(said.err.find("reader: trained shipped") != std::string::npos);
  check_refused(mhqa_test::mhqa({"read", gold, "--support", "1"}), "expected --reader words with it");
  check_refused(mhqa_test::mhqa({"read", gold, "--weights", gold}), "gold.jsonl");
}

TEST_CASE("read: a net is used where it is asked for, and is named with its hash") {
  const mhqa_test::scratch here;
  const std::string gold = here.write("gold.jsonl", row).string();
  CHECK(mhqa_test::mhqa({"read", gold}).err.find("net") == std::string::npos);
  const auto said = mhqa_test::mhqa({"read", gold, "--net", "installed"});
  CHECK(said.status == 0);
  CHECK(said.err.find(", net ") != std::string::npos);
  check_refused(mhqa_test::mhqa({"read", gold, "--net", gold}), "gold.jsonl");
  check_refused(mhqa_test::mhqa({"read", gold, "--net", (here / "none.net").string()}), "none.net");
  check_refused(mhqa_test::mhqa({"read", gold, "--net", "installed", "--reader", "words"}),
                "expected --reader trained with it");
  check_refused(mhqa_test::mhqa({"read", gold, "--net", "installed", "--reader", "calendar"}),
                "expected --reader trained with it");
  for (const std::string reader : {"words", "calendar"}) {
    check_refused(mhqa_test::mhqa({"read", gold, "--weights", gold, "--reader", reader}),
                  "--weights: expected --reader trained with it");
  }
}

TEST_CASE("read: a single-fact reader names the same supports in the halves of a context as in the whole") {
  const mhqa_test::scratch here;
  const auto record = [](const std::string& context) {
    return R"({"_id": "q", "question": "In which village was the author of Emma born?", "context": [)" + context +
           "]}\n";
  };
  const std::string emma = R"(["Emma", ["Emma was written by Jane Austen."]])";
  const std::string jane = R"(["Jane Austen", ["Jane Austen was born in Steventon."]])";
  const std::string bath = R"(["Bath", ["Bath is a town of the past."]])";
  const auto supports = [&](const std::string& context) {
    const auto said = mhqa_test::mhqa({"read", here.write("q.jsonl", record(context)).string(), "--single-fact"});
    REQUIRE(said.status == 0);
    return mhqa_test::parse_json(said.out)["supporting_paragraphs"].items().size();
  };
  CHECK(supports(emma + ", " + jane + ", " + bath) == supports(emma) + supports(jane + ", " + bath));
}
