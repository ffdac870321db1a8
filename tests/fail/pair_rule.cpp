// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A rule that cannot be called with pairs gives one line of error, also within an expression.
// expect: mhqa::for_each_pair: a rule must be callable with a const mhqa::pair_candidate&
#include <mhqa/compose/pairs.hpp>

int main() {
  const mhqa::single_hop_pool pool;
  const mhqa::pool_words words{pool};
  const mhqa::pair_index index{pool, words};
#if MHQA_FAIL
  const auto mine = [](const mhqa::question_pair&, int year) { return year > 0; };
#else
  const auto mine = [](const mhqa::pair_candidate& p) { return p.head > 0; };
#endif
  static_cast<void>(
      mhqa::for_each_pair(index, (mhqa::distinct_paragraphs() && mine) || !mhqa::rule(mine), mhqa::count_only{}));
}
