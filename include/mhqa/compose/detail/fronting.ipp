// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of fronting.hpp.
#pragma once

#include <mhqa/compose/detail/fronting.hpp>

#include <algorithm>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE bool may_open_question(std::span<const sentence_word> words, std::size_t at) {
  enum : std::size_t { timed, unfinished };
  static const row_matcher rows{fronting_rows};
  if (at == 0 || at + 1 >= words.size() || ends_dangling(words)) return false;
  const auto adverbial = words.subspan(at);
  return rows.fires(timed, adverbial) && !rows.fires(unfinished, adverbial);
}

}  // namespace mhqa::inline v0_1::detail
