// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Records whose tables are columns, as Hugging Face holds them, give what the official layouts give, in every verb.
#include "support/command.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

using namespace mhqa_test;

namespace {

struct data_set_files {
  std::string_view name, official, columns, predictions;
};

const data_set_files samples[] = {
    {"hotpotqa",
     R"({"_id": "h1", "question": "Where was its writer born?", "answer": "Bergen", "type": "bridge", "level": "easy", )"
     R"("supporting_facts": [["Songs", 0], ["Ola", 1]], "context": [["Songs", ["A book by Ola.", " It sold."]], )"
     R"(["Ola", ["A writer.", " Born in Bergen."]], ["Oslo", ["A city."]], ["Ulm", ["A town."]], ["Bath", ["Old."]]]})",
     R"({"id": "h1", "question": "Where was its writer born?", "answer": "Bergen", "type": "bridge", "level": "easy", )"
     R"("supporting_facts": {"title": ["Songs", "Ola"], "sent_id": [0, 1]}, "context": {"title": ["Songs", "Ola", )"
     R"("Oslo", "Ulm", "Bath"], "sentences": [["A book by Ola.", " It sold."], ["A writer.", " Born in Bergen."], )"
     R"(["A city."], ["A town."], ["Old."]]}})",
     R"({"answer": {"h1": "Bergen"}, "sp": {"h1": [["Songs", 0], ["Oslo", 0]]}})"},
    {"2wikimultihopqa",
     R"({"_id": "w1", "type": "inference", "question": "Who?", "context": [["A", ["A b."]], ["C", ["C d."]], )"
     R"(["E", ["f."]], ["G", ["h."]], ["I", ["j."]]], "supporting_facts": [["A", 0], ["C", 0]], )"
     R"("evidences": [["A", "b", "C"]], "answer": "d"})",
     R"({"id": "w1", "type": "inference", "question": "Who?", "context": {"title": ["A", "C", "E", "G", "I"], )"
     R"("content": [["A b."], ["C d."], ["f."], ["h."], ["j."]]}, "supporting_facts": {"title": ["A", "C"], )"
     R"("sent_id": [0, 0]}, "evidences": {"fact": ["A"], "relation": ["b"], "entity": ["C"]}, "answer": "d"})",
     R"({"answer": {"w1": "d"}, "sp": {"w1": [["A", 0]]}, "evidence": {"w1": [["A", "b", "C"]]}})"},
    {"musique",
     R"({"id": "2hop__1_2", "question": "Where?", "answer": "Ulm", "answer_aliases": ["ULM"], "answerable": true, )"
     R"("paragraphs": [{"idx": 0, "title": "A", "paragraph_text": "A b.", "is_supporting": true}, {"idx": 1, )"
     R"("title": "C", "paragraph_text": "C Ulm.", "is_supporting": true}, {"idx": 2, "title": "E", "paragraph_text": )"
     R"("f.", "is_supporting": false}], "question_decomposition": [{"id": 1, "question": "q", "answer": "C", )"
     R"("paragraph_support_idx": 0}, {"id": 2, "question": "#1 where", "answer": "Ulm", "paragraph_support_idx": 1}]})",
     R"({"id": "2hop__1_2", "question": "Where?", "answer": "Ulm", "answer_aliases": ["ULM"], "answerable": true, )"
     R"("paragraphs": {"idx": [0, 1, 2], "title": ["A", "C", "E"], "paragraph_text": ["A b.", "C Ulm.", "f."], )"
     R"("is_supporting": [true, true, false]}, "question_decomposition": {"id": [1, 2], "question": ["q", "#1 where"], )"
     R"("answer": ["C", "Ulm"], "paragraph_support_idx": [0, 1]}})",
     R"({"id": "2hop__1_2", "predicted_answer": "Ulm", "predicted_support_idxs": [0, 2], "predicted_answerable": true})"},
};

}  // namespace

TEST_CASE("columns: every verb gives for columns what it gives for the official layout") {
  for (const data_set_files& sample : samples) {
    CAPTURE(sample.name);
    const std::string name{sample.name};
    std::vector<std::string> outputs[2];
    for (int form = 0; form < 2; ++form) {
      const scratch here;
      const std::string gold =
          here.write("gold.jsonl", std::string{form == 0 ? sample.official : sample.columns} + "\n").string();
      const std::string said = here.write("said.json", std::string{sample.predictions} + "\n").string();
      const auto out_of = [&](std::initializer_list<std::string_view> arguments) {
        const finished done = mhqa(arguments);
        CAPTURE(*arguments.begin());
        CAPTURE(done.err);
        CHECK(done.status == 0);
        std::string text = done.out;
        for (std::size_t at; (at = text.find((here / "").string())) != std::string::npos;) {
          text.erase(at, (here / "").string().size());
        }
        outputs[form].push_back(text);
      };
      const std::string made = (here / "made").string(), probe = (here / "probe").string();
      const std::string run = here.write("run", R"({"h1": ["Songs"], "w1": ["A"], "2hop__1_2": ["0"]})").string();
      out_of({"eval", name, said, gold, "--json"});
      out_of({"check", name, said, gold});
      out_of({"audit", gold, "--json"});
      out_of({"stats", gold, "--json"});
      out_of({"index", gold, "--out", made});
      out_of({"eval", "retrieval", run, gold, "--ignore-unjudged"});
      const std::string from = name == "2wikimultihopqa" ? "2wiki" : name;
      out_of({"convert", gold, "--from", from, "--to", "flashrag", "--out", made});
      outputs[form].push_back(read_file(made));
      out_of({"convert", gold, "--from", from, "--to", from, "--out", made});
      outputs[form].push_back(read_file(made));
      out_of({"probe", "--format", name, gold, "--out", probe});
      outputs[form].push_back(read_file(here / "probe" / "probe.json"));
      out_of({"read", gold, "--out", made});
      outputs[form].push_back(read_file(made));
    }
    CHECK(outputs[0] == outputs[1]);
  }
}
