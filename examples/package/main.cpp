// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// HotpotQA's official evaluation in your own program: read, score, sum.
#include <mhqa/datasets/hotpotqa.hpp>
#include <mhqa/io/datasets/hotpotqa.hpp>

#include <cstdio>
#include <exception>

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: score_a_file PREDICTIONS GOLD\n", stderr);
    return 2;
  }
  try {
    mhqa::io::hotpotqa::predictions predictions{argv[1]};
    mhqa::io::json_records gold{argv[2]};
    mhqa::hotpotqa::evaluator score;
    mhqa::hotpotqa::record record;
    mhqa::hotpotqa::totals totals;
    while (auto value = gold.next()) {
      mhqa::io::hotpotqa::read(*value, record, mhqa::io::hotpotqa::fields::gold);
      totals.add(score(record, predictions.find(record.id)));
    }
    for (const mhqa::named_score& s : totals.named()) {
      if (s.value) std::printf("%-12s %.6f\n", s.name.c_str(), *s.value);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
