// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of citations.hpp.
#pragma once

#include <mhqa/metrics/citations.hpp>

#include <mhqa/error.hpp>

#include <algorithm>
#include <string>

namespace mhqa::inline v0_1 {

MHQA_INLINE citation_counts count_citations(std::span<const cited_statement> statements, std::size_t documents) {
  citation_counts out{.statements = statements.size()};
  for (std::size_t s = 0; s < statements.size(); ++s) {
    const cited_statement& one = statements[s];
    const auto need = [&](const std::optional<bool>& verdict, const char* what) {
      if (verdict) return *verdict;
      throw_data_error({.field = "statements[" + std::to_string(s) + "]." + what},
                       "expected a verdict, which decides here; found none", errc::missing_field);
    };
    if (one.citations.empty()) continue;
    if (std::any_of(one.citations.begin(), one.citations.end(), [&](std::size_t at) { return at >= documents; })) {
      ++out.outside;
      continue;
    }
    out.citations += one.citations.size();
    if (!need(one.supported, "supported")) continue;
    ++out.supported;
    for (std::size_t i = 0; i < one.citations.size(); ++i) {
      const auto at = [i](const auto& verdicts) { return i < verdicts.size() ? verdicts[i] : std::optional<bool>{}; };
      const bool needed =
          one.citations.size() == 1 || need(at(one.alone), "alone") || !need(at(one.without), "without");
      out.needed += needed ? 1 : 0;
    }
  }
  return out;
}

MHQA_INLINE void citation_totals::add(const citation_counts& one) {
  if (one.statements == 0) {
    ++empty_;
    return;
  }
  ++answers_;
  recall_ += one.recall();
  precision_ += one.precision();
  counts_.statements += one.statements;
  counts_.supported += one.supported;
  counts_.citations += one.citations;
  counts_.needed += one.needed;
  counts_.outside += one.outside;
}

MHQA_INLINE citation_totals& citation_totals::operator+=(const citation_totals& other) {
  answers_ += other.answers_;
  empty_ += other.empty_;
  recall_ += other.recall_;
  precision_ += other.precision_;
  counts_.statements += other.counts_.statements;
  counts_.supported += other.counts_.supported;
  counts_.citations += other.counts_.citations;
  counts_.needed += other.counts_.needed;
  counts_.outside += other.counts_.outside;
  return *this;
}

}  // namespace mhqa::inline v0_1
