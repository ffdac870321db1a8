// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// An argument of compose() that replaces no stage gives one line of error.
// expect: mhqa::compose: expected replace(stage, callable) after the executor
#include <mhqa/compose/compose.hpp>

#include <string>
#include <vector>

struct fact {
  std::string id, question, answer, paragraph;
};

int main() {
  const std::vector<fact> facts;
  const auto words = mhqa::words_by([](const mhqa::wording_request&) { return mhqa::wording{"A?"}; });
  mhqa::serial_executor one;
#if MHQA_FAIL
  static_cast<void>(mhqa::compose(mhqa::question_pool{facts}, {}, one, 42));
#else
  static_cast<void>(mhqa::compose(mhqa::question_pool{facts}, {}, one, mhqa::replace(mhqa::stages::wording, words)));
#endif
}
