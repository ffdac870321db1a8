// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A custom grouped metric is a list of policies: here, a model that is asked a question in several wordings scores the
// minimum over them, and 0 if it is confident in none.
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

/// A custom policy: the decision that it makes, and one call operator.
struct sure_of_one {
  static constexpr mhqa::policy_decision decides = mhqa::policy_decision::gate;
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
