// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The similarity of two texts by their longest common parts, as Python's difflib measures it.
//   matching_ratio("the capital", "a capital")  // 0.8
#pragma once

#include <mhqa/utf8.hpp>

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mhqa::inline v0_1 {
namespace detail {

/// The sum of the lengths of the matching blocks of two sequences: the longest common block, then those on its left and
/// its right. In b of 200 elements or more, an element that is more than 1 % of b begins no block.
class block_matcher {
 public:
  block_matcher(const std::vector<char32_t>& a, const std::vector<char32_t>& b) : a_{a}, b_{b} {
    for (std::size_t j = 0; j < b.size(); ++j) places_[b[j]].push_back(j);
    if (b.size() >= 200) {
      std::erase_if(places_, [&](const auto& one) { return one.second.size() > b.size() / 100 + 1; });
    }
    lengths_.assign(b.size() + 1, 0);
    next_.assign(b.size() + 1, 0);
  }

  [[nodiscard]] std::size_t matched();

 private:
  struct block {
    std::size_t a, b, size;
  };

  /// The longest block; of equally long ones the first in a, then in b.
  [[nodiscard]] block longest(std::size_t a_begin, std::size_t a_end, std::size_t b_begin, std::size_t b_end);

  const std::vector<char32_t>& a_;
  const std::vector<char32_t>& b_;
  std::unordered_map<char32_t, std::vector<std::size_t>> places_;
  std::vector<std::size_t> lengths_, next_;      // of the block that ends before j, in the last row and in this one
  std::vector<std::size_t> before_, touched_{};  // the places of the two that are not 0
};

[[nodiscard]] inline std::vector<char32_t> code_points(std::string_view text) {
  std::vector<char32_t> out;
  for (std::size_t at = 0; at < text.size();) {
    const utf8::character c = utf8::decode(text, at);
    out.push_back(c.code);
    at += c.size;
  }
  return out;
}

}  // namespace detail

/// Returns 2 m / n: m characters of the n of both texts are in matching blocks.
///
/// Undefined: both empty -> 1
/// Cost:      O(n^2) for texts of few different characters; usually far less
/// Source:    Python 3.11's difflib, SequenceMatcher(None, a, b).ratio(); Ratcliff and Metzener 1988
/// Differs:   not symmetric, as there: the longest block is chosen by its place in the first text
/// Example:   matching_ratio("abcd", "bcde")  // 0.75
[[nodiscard]] inline double matching_ratio(std::string_view first, std::string_view second) {
  const std::vector<char32_t> a = detail::code_points(first), b = detail::code_points(second);
  if (a.empty() && b.empty()) return 1;
  const std::size_t matched = detail::block_matcher{a, b}.matched();
  return 2.0 * static_cast<double>(matched) / static_cast<double>(a.size() + b.size());
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/text/detail/matching_ratio.ipp>
#endif
