// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Random questions and plain set arithmetic, against which the masks of the probes are checked.
#pragma once

#include <mhqa/probe/instance.hpp>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>
#include <set>
#include <string>
#include <vector>

namespace mhqa_test {

using positions = std::set<std::uint32_t>;

/// A question with n supports, in random order at random places of a context that is large enough to be transformed.
inline mhqa::probe_question random_question(std::uint32_t n, std::uint32_t number) {
  static std::deque<std::string> ids;
  mhqa::draws random{17, number};
  mhqa::probe_question q{.id = ids.emplace_back("q" + std::to_string(number)),
                         .fact_count = 2 * n - 1 + static_cast<std::uint32_t>(random.below(12)),
                         .answer_supports = static_cast<std::uint32_t>(random()) & mhqa::all_facts(n)};
  std::vector<std::uint32_t> places(q.fact_count);
  for (std::uint32_t i = 0; i < q.fact_count; ++i) places[i] = i;
  mhqa::shuffle<std::uint32_t>(places, random);
  q.supports.assign(places.begin(), places.begin() + n);
  return q;
}

inline positions all_of(const mhqa::probe_question& q) {
  positions all;
  for (std::uint32_t i = 0; i < q.fact_count; ++i) all.insert(i);
  return all;
}

/// The supports that a mask stands for.
inline positions support_set(const mhqa::probe_question& q, std::uint32_t mask) {
  positions out;
  for (std::size_t i = 0; i < q.supports.size(); ++i) {
    if ((mask >> i & 1U) != 0) out.insert(q.supports[i]);
  }
  return out;
}

/// The facts of an instance, by way of the view that a writer uses.
template <class Source>
positions kept_facts(const Source& source, std::uint32_t fact_count, const mhqa::instance& one) {
  positions out;
  for (const std::uint32_t at : mhqa::views::kept(fact_count, source.removed(one))) out.insert(at);
  return out;
}

inline positions united(const positions& a, const positions& b) {
  positions out = a;
  out.insert(b.begin(), b.end());
  return out;
}

inline positions meeting(const positions& a, const positions& b) {
  positions out;
  std::ranges::set_intersection(a, b, std::inserter(out, out.end()));
  return out;
}

inline positions without(const positions& a, const positions& b) {
  positions out;
  std::ranges::set_difference(a, b, std::inserter(out, out.end()));
  return out;
}

}  // namespace mhqa_test
