// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests rows of patterns by their own examples, in which "Ann" is the bridge.
#pragma once

#include <mhqa/compose/mentions.hpp>
#include <mhqa/english/pattern.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <span>
#include <string_view>

namespace mhqa_test {

/// Checks that each row fires on its first example and passes its second.
inline void check_examples(std::span<const mhqa::language_row> rows) {
  const mhqa::row_matcher matcher{rows};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CAPTURE(rows[i].name);
    const auto fires = [&](std::string_view text) {
      const mhqa::mention ann = mhqa::find_mention("Ann", text).value_or(mhqa::mention{});
      return matcher.fires(i, mhqa::sentence_words{text, ann});
    };
    CHECK(fires(rows[i].fires));
    CHECK_FALSE(fires(rows[i].passes));
  }
}

}  // namespace mhqa_test
