// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of hostile_pairs.hpp.
#pragma once

#include <mhqa/metrics/hostile_pairs.hpp>

#include <iterator>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE std::string hostile_text(draws& random, std::uint64_t most) {
  constexpr std::string_view between[] = {" ", " ", " ", " ", "", " - ", "  ", "_", ", "};
  std::string out;
  const std::uint64_t words = random.below(most + 1);
  for (std::uint64_t i = 0; i < words; ++i) {
    if (i != 0) out += between[random.below(std::size(between))];
    out += hostile_words[random.below(std::size(hostile_words))];
  }
  return out;
}

}  // namespace detail

MHQA_INLINE hostile_pair make_hostile_pair(std::uint64_t seed, std::uint64_t i) {
  draws random{seed, i, std::uint64_t{0}};
  hostile_pair out;
  const std::uint64_t golds = 1 + random.below(5);
  for (std::uint64_t g = 0; g < golds; ++g) out.golds.push_back(detail::hostile_text(random, 5));
  if (random.below(3) == 0) {
    out.prediction = detail::hostile_text(random, 7);
    return out;
  }
  const std::string& gold = out.golds[random.below(golds)];
  switch (random.below(5)) {
    case 0:
      out.prediction = gold;
      break;
    case 1:
      out.prediction = "the " + gold + ".";
      break;
    case 2:
      out.prediction = detail::hostile_text(random, 2) + " " + gold;
      break;
    case 3:
      out.prediction = gold + " " + detail::hostile_text(random, 2);
      break;
    default:
      out.prediction = gold + gold;
      break;
  }
  return out;
}

}  // namespace mhqa::inline v0_1
