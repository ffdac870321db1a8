// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A hook of a data set that is listed and misspelt gives one line of error.
// expect: mhqa::data_set: the hook settings must be both listed in `hooks` and defined
#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/datasets/hotpotqa.hpp>

#include <string>
#include <utility>
#include <vector>

struct mine : mhqa::hotpotqa::data_set {
  using hooks = mhqa::data_set_hooks<mine, mhqa::hook::settings>;
  double tolerance = 0.5;
#if MHQA_FAIL
  mhqa::signature_choices setings() const {
    return {{ "tolerance", std::to_string(tolerance) }};
  }
#else
  mhqa::signature_choices settings() const {
    return {{"tolerance", std::to_string(tolerance)}};
  }
#endif
};

int main() {
  const std::vector<mhqa::hotpotqa::record> golds(1);
  const std::vector<std::pair<std::string, std::string>> said{{"", "x"}};
  return mhqa::evaluate<mine>(golds, said).questions == 1 ? 0 : 1;
}
