// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Corpora for retrieval tests: words w1, w2, … with frequencies that fall as in natural language.
#pragma once

#include <mhqa/random.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mhqa_test {

/// Up to `most` words out of a vocabulary.
[[nodiscard]] inline std::string random_text(mhqa::draws& random, std::size_t most, std::size_t vocabulary) {
  std::string out;
  for (std::size_t n = random.below(most + 1); n > 0; --n) {
    const double rank = std::exp(random.unit() * std::log(static_cast<double>(vocabulary)));
    out += "w" + std::to_string(static_cast<int>(rank)) + " ";
  }
  return out;
}

/// Documents of up to 30 words.
[[nodiscard]] inline std::vector<std::string> random_corpus(std::uint64_t seed, std::size_t documents,
                                                            std::size_t vocabulary) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < documents; ++i) {
    mhqa::draws random{seed, i};
    out.push_back(random_text(random, 30, vocabulary));
  }
  return out;
}

}  // namespace mhqa_test
