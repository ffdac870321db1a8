// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores two texts, split at the first line feed, in every dialect: text and compiled gold give equal scores in [0, 1],
// which also equal a slow count of words.
#include "memory_file.hpp"

#include <mhqa/metrics/answer.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::map<std::string_view, std::uint64_t> counts(const mhqa::normalized& form) {
  std::map<std::string_view, std::uint64_t> out;
  for (const mhqa::token& t : form.tokens()) ++out[form.text().substr(t.begin, t.size)];
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view all{reinterpret_cast<const char*>(data), size};
  const std::size_t cut = std::min(all.find('\n'), size);
  const std::string_view prediction = all.substr(0, cut), gold = all.substr(std::min(cut + 1, size));
  for (const mhqa::dialect& d : mhqa::dialects::all) {
    mhqa::answer_scorer scorer{d};
    const std::vector<std::string_view> golds{gold, "another answer"};
    const mhqa::scores one = scorer(prediction, gold);
    const mhqa::scores both = scorer(prediction, std::span{golds});
    mhqa_fuzz::expect(scorer(prediction, mhqa::compiled_gold{golds, d}) == both, "compiled golds score alike");
    if (!d.blank_golds_dropped) {
      mhqa_fuzz::expect(scorer(prediction, mhqa::compiled_gold{gold, d}) == one, "a compiled gold scores alike");
      mhqa_fuzz::expect(both.f1 >= one.f1 && both.em >= one.em, "one more gold never lowers a score");
    }
    for (const double s : {one.em, one.f1, one.precision, one.recall, both.f1}) {
      mhqa_fuzz::expect(s >= 0 && s <= 1, "in [0, 1]");
    }
    const mhqa::normalized p{prediction, d.text}, g{gold, d.text};
    mhqa_fuzz::expect((one.em == 1) == (p.text() == g.text()), "exact match is equality of the normalised texts");
    if (d.unit == mhqa::answer_unit::whole || d.closed_answers) continue;
    std::uint64_t common = 0;
    const auto of_gold = counts(g);
    for (const auto& [word, count] : counts(p)) {
      const auto found = of_gold.find(word);
      if (found != of_gold.end()) common += std::min(count, found->second);
    }
    if (common > 0) {
      mhqa_fuzz::expect(one.precision == static_cast<double>(common) / static_cast<double>(p.tokens().size()) &&
                            one.recall == static_cast<double>(common) / static_cast<double>(g.tokens().size()),
                        "words are counted right");
    } else {
      const bool both_empty = p.tokens().empty() && g.tokens().empty();
      mhqa_fuzz::expect(one.f1 == (both_empty && d.empty_answer == mhqa::empty_rule::one_if_both ? 1 : 0),
                        "nothing in common scores by the empty rule");
    }
  }
  return 0;
}
