// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// HotpotQA's evaluation of your own prediction type. The signature is that of the command
//   mhqa eval hotpotqa data/hotpotqa/predictions.json data/hotpotqa/gold.json --by type
#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/io/datasets/hotpotqa.hpp>

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace my {
struct rollout {
  std::string question;
  std::string text;
  std::vector<mhqa::supporting_fact> cited;
};

// evaluate() finds these two by argument-dependent lookup.
std::string_view id_of(const rollout& r) {
  return r.question;
}
void to_prediction(const rollout& r, mhqa::hotpotqa::prediction& out) {
  out.answer = r.text;
  out.supporting_facts = r.cited;
}

}  // namespace my
int main() {
  const std::vector<my::rollout> rollouts{{"hp-1", "Vistula River", {{"Marie Curie", 0}, {"Warsaw", 1}}},
                                          {"hp-2", "yes", {{"Marie Curie", 1}}},
                                          {"hp-5", "Gustave Eiffel", {}}};
  const auto result = mhqa::evaluate<mhqa::hotpotqa::data_set>(mhqa::io::hotpotqa::golds("data/hotpotqa/gold.json"),
                                                               rollouts, {.by = "type"});
  for (const mhqa::named_score& s : result.report().scores) std::printf("%-12s %.4f\n", s.name.c_str(), *s.value);
  for (const auto& [type, group] : result.groups) {
    std::printf("%-12s f1 %.4f\n", type.c_str(), *result.report(type).scores[1].value);
  }
  const std::string signature = result.signature();
  std::printf("%zu questions lack an answer\n%s\n", result.missing_by_kind().at("answer").size(),
              signature.substr(signature.find("scale")).c_str());
}
