// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Statistics of a multi-hop set in MuSiQue's layout: the counts of Trivedi et al. 2022, Table 2, for any set.
#pragma once

#include <mhqa/datasets/musique.hpp>
#include <mhqa/metrics/report.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_set>
#include <vector>

namespace mhqa::inline v0_1::musique {

/// Counts of questions and distinct parts in one or several parts of a set.
///
/// Shape:     an answerable and an unanswerable row with one id are one question. Distinct single-hop questions are
///            counted by id, or by text if there is no id; answers by normalised text; paragraphs by title and text
/// Undefined: shapes and hops come from the id, "3hop1__…"; rows whose id has no such prefix count as "other"
/// Cost:      a set entry per distinct part; strings are kept as 64-bit hashes
/// Source:    Trivedi et al. 2022, Table 2
struct statistics {
  std::uint64_t rows = 0;
  std::uint64_t unanswerable = 0;
  std::map<std::string, std::uint64_t> by_shape;  ///< questions: "2hop", "3hop1", …, "other"
  std::unordered_set<std::uint64_t> questions;
  std::unordered_set<std::uint64_t> single_hops;
  std::unordered_set<std::uint64_t> answers;
  std::unordered_set<std::uint64_t> single_hop_answers;
  std::unordered_set<std::uint64_t> supports;
  std::uint64_t paragraphs = 0;  ///< in all contexts

  void add(const record& r);

  statistics& operator+=(const statistics& other);

  /// Returns the number of questions with n hops.
  [[nodiscard]] std::uint64_t hops(std::size_t n) const;

  /// Returns the counts in a fixed order; those by shape are separate.
  [[nodiscard]] std::vector<named_count> named() const;

 private:
  [[nodiscard]] static std::string shape_name(const record& r);
};

}  // namespace mhqa::inline v0_1::musique

#if !defined(MHQA_COMPILED)
#include <mhqa/datasets/detail/musique_statistics.ipp>
#endif
