// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of sample_tiles.hpp.
#pragma once

#include <mhqa/metrics/detail/sample_tiles.hpp>

#include <mhqa/random.hpp>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE void sample_keys::assign(std::size_t questions, const significance_options& options, std::uint64_t first,
                                     std::size_t how_many) {
  samples = how_many;
  const std::size_t groups = (questions + counted - 1) / counted, words = (questions + 63) / 64;
  counts.resize(groups * samples);
  coins.resize((questions + tossed - 1) / tossed * samples);
  rest.clear();
  places_.resize(questions);
  tosses_.resize(words);
  for (std::size_t k = 0; k < samples; ++k) {
    draws place{options.seed, first + k, bootstrap_draws};
    place.fill_below(places_, static_cast<std::uint32_t>(questions));
    // That a byte overflows has a probability of n / 256!, and of 0 for n < 256.
    times_.assign(groups * counted, 0);
    std::uint8_t* const times = times_.data();
    for (const std::uint32_t at : places_) ++times[at];
    for (std::size_t g = 0; g < groups; ++g) {
      std::uint64_t eight = 0;
      for (unsigned i = 0; i < counted; ++i) eight |= std::uint64_t{times[g * counted + i]} << (8 * i);
      counts[g * samples + k] = (eight & 0xfcfcfcfcfcfcfcfcU) == 0 ? narrow(eight) : cut(k, g * counted);
    }
    draws{options.seed, first + k, randomization_draws}.fill(tosses_);
    if (questions % 64 != 0) tosses_.back() &= (std::uint64_t{1} << (questions % 64)) - 1;
    for (std::size_t g = 0; g * tossed < questions; ++g) {
      coins[g * samples + k] = static_cast<std::uint16_t>(tosses_[g / 4] >> (g % 4 * tossed));
    }
  }
}

MHQA_INLINE std::uint16_t sample_keys::cut(std::size_t sample, std::size_t first) {
  std::uint64_t eight = 0;
  for (unsigned i = 0; i < counted; ++i) {
    const std::uint8_t times = times_[first + i];
    eight |= std::uint64_t{std::min(times, most)} << (8 * i);
    for (std::uint8_t more = most; more < times; ++more) {
      rest.push_back({static_cast<std::uint32_t>(sample), static_cast<std::uint32_t>(first + i)});
    }
  }
  return narrow(eight);
}

}  // namespace mhqa::inline v0_1::detail
