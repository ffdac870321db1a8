// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of stands_alone.hpp.
#pragma once

#include <mhqa/compose/stands_alone.hpp>

#include <mhqa/english/sentence_words.hpp>
#include <mhqa/text/stop_words.hpp>

#include <algorithm>

namespace mhqa::inline v0_1 {

MHQA_INLINE question_gap find_gap(std::string_view question, mention given, bool head) {
  static const row_matcher rows{stands_alone_rows};
  constexpr auto row_of = [](std::string_view name) { return row_number(stands_alone_rows, name); };
  constexpr std::size_t other = row_of("asks-other"), kind = row_of("asks-kind"), maker = row_of("tells-maker"),
                        definition = row_of("asks-for-definition"), extreme = row_of("tells-extreme"),
                        first = row_of("tells-first");
  constexpr std::uint64_t all = ~std::uint64_t{0};
  const sentence_words words{question, given};
  const std::size_t row = rows.first(words, head ? (all << definition) | (1U << other) : all << kind);
  if (row <= other) return question_gap::reference;
  if (row < definition) return row == kind ? question_gap::kind : question_gap::many;
  if (!head) return question_gap::none;
  const auto content =
      std::count_if(words.begin(), words.end(), [](const sentence_word& w) { return !is_function_word(w.lower); });
  const auto unique = [&](std::size_t n, int least) { return content >= least && rows.fires(n, words); };
  const bool named = content > 5 || std::any_of(words.begin(), words.end(), detail::is_name_word);
  if (!named && !unique(maker, 4) && !unique(extreme, 5) && !unique(first, 0)) return question_gap::no_name;
  return rows.fires(definition, words) ? question_gap::definition : question_gap::none;
}

}  // namespace mhqa::inline v0_1
