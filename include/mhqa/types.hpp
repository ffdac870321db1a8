// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The types that data sets share. All text is viewed: readers of files document how long their strings live, and code
// that builds records keeps the strings.
#pragma once

#include <mhqa/config.hpp>

#include <compare>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// A sentence of a paragraph: the paragraph's title and the sentence's number in it, from 0.
struct supporting_fact {
  std::string_view title;
  std::int64_t sentence = 0;

  friend constexpr bool operator==(const supporting_fact&, const supporting_fact&) = default;
  friend constexpr auto operator<=>(const supporting_fact&, const supporting_fact&) = default;
};

/// A fact of a knowledge base: subject, relation, object.
struct evidence_triple {
  std::string_view subject;
  std::string_view relation;
  std::string_view object;

  friend constexpr bool operator==(const evidence_triple&, const evidence_triple&) = default;
  friend constexpr auto operator<=>(const evidence_triple&, const evidence_triple&) = default;
};

/// A paragraph split into sentences (HotpotQA, 2WikiMultihopQA, HieraDate).
struct titled_paragraph {
  std::string_view title;
  std::vector<std::string_view> sentences;

  friend bool operator==(const titled_paragraph&, const titled_paragraph&) = default;
};

}  // namespace mhqa::inline v0_1
