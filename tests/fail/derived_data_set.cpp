// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A type that derives from a data set and misspells what it changes gives one line of error.
// expect: a type that derives from a data set defines no member of it anew; is a hook misspelt?
#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/datasets/hotpotqa.hpp>

#include <string>
#include <utility>
#include <vector>

struct mine : mhqa::hotpotqa::data_set {
#if MHQA_FAIL
  mhqa::data_fingerprint share_data() const {
    return {};
  }
#else
  mhqa::data_fingerprint shared_data() const {
    return {};
  }
#endif
};

int main() {
  const std::vector<mhqa::hotpotqa::record> golds(1);
  const std::vector<std::pair<std::string, std::string>> said{{"", "x"}};
  return mhqa::evaluate<mine>(golds, said).questions == 1 ? 0 : 1;
}
