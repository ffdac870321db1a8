// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A grouped metric of one's own is a sentence of policies: here, a model asked one question in several wordings
// scores what the wording scores on which it is worst, and nothing where it is sure of none.
#include <mhqa/metrics/group_metrics.hpp>
#include <mhqa/metrics/grouped.hpp>

#include <cstdio>
#include <string_view>
#include <vector>

namespace {

struct reply {
  std::string_view answer;
  double confidence = 0;
};

struct gold {
  mhqa::compiled_gold answer;
};

/// A policy of one's own: which step it decides, and one call operator.
struct sure_of_one {
  static constexpr mhqa::step decides = mhqa::step::gate;
  [[nodiscard]] constexpr bool operator()(const auto& replies) const {
    for (const reply& one : replies) {
      if (one.confidence >= 0.5) return true;
    }
    return false;
  }
};

using best_of_wording = mhqa::grouped<mhqa::answer_metric, mhqa::combine::highest_confidence>;
using robust_answer =
    mhqa::grouped<mhqa::answer_metric, mhqa::combine::highest_confidence, sure_of_one, mhqa::over::every_group>;

}  // namespace

int main() {
  const gold right{mhqa::compiled_gold{std::string_view{"Barack Obama"}}};
  // Two wordings of one question, each answered twice.
  const std::vector<std::vector<reply>> wordings{{{"Obama", 0.4}, {"Barack Obama", 0.9}},
                                                 {{"President Obama", 0.8}, {"Michelle Obama", 0.3}}};
  const std::vector<std::vector<reply>> unsure{wordings[0], {{"Barack Obama", 0.2}}};
  std::printf("best wording   %.3f\n", best_of_wording{}(wordings, right).f1);
  std::printf("worst wording  %.3f\n", robust_answer{}(wordings, right).f1);
  std::printf("sure of none   %.3f\n", robust_answer{}(unsure, right).f1);
}
