// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Words the decompositions of a file in MuSiQue's layout and lists the mechanical faults of the sentences.
// g++ -std=c++20 -I include examples/word_steps.cpp -lfmt -lsimdjson; ./a.out musique_ans_v1.0_dev.jsonl
#include <mhqa/compose/answer_sense.hpp>
#include <mhqa/compose/sentence_faults.hpp>
#include <mhqa/compose/verbalise.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/text/normalize.hpp>

#include <cstdio>
#include <map>
#include <string>
#include <string_view>

namespace {

mhqa::wording_request read_steps(mhqa::io::json_value record) {
  mhqa::wording_request out;
  record.object([&](std::string_view key, mhqa::io::json_value field) {
    if (key == "id") out.id = field.string();
    if (key != "question_decomposition") return;
    field.array([&](mhqa::io::json_value step) {
      step.object([&](std::string_view name, mhqa::io::json_value value) {
        if (name == "question") out.steps.emplace_back(value.string());
        if (name == "answer") out.answers.emplace_back(value.string());
      });
    });
  });
  for (std::size_t i = 0; i < out.steps.size() && i < out.answers.size(); ++i) {
    out.kinds.push_back(mhqa::kind_of_answer(out.answers[i], "", out.steps[i]));
  }
  return out;
}

}  // namespace

int main(int arguments, char** argument) {
  const std::string path = arguments > 1 ? argument[1] : "data/musique/gold.jsonl";
  std::map<std::string, int> why;
  int all = 0, worded = 0, faults = 0;
  mhqa::io::json_records file{path};
  while (const auto record = file.next()) {
    const mhqa::wording_request request = read_steps(*record);
    const mhqa::wording words = mhqa::rule_verbaliser{}(request);
    ++all;
    if (words) {
      ++worded;
      const std::string fault{mhqa::find_sentence_fault(words.question)};
      faults += fault.empty() ? 0 : 1;
      std::printf("%s\t%s%s%s\n", request.id.c_str(), words.question.c_str(), fault.empty() ? "" : "\t", fault.c_str());
    } else {
      ++why[std::string{to_string(words.why)}];
    }
  }
  std::printf("%d of %d worded, %d with a fault\n", worded, all, faults);
  for (const auto& [reason, count] : why) std::printf("  %s: %d\n", reason.c_str(), count);
}
