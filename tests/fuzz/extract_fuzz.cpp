// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Applies every extraction profile to any bytes: the answer is inside the text, without white space at its ends, and
// for <answer> tags it equals the result of a search for each pair in turn.
#include "memory_file.hpp"

#include <mhqa/text/extract.hpp>
#include <mhqa/text/tag_sequence.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  for (const mhqa::extraction_profile& profile : mhqa::extractions::all) {
    const mhqa::extraction got = mhqa::extract_answer(text, profile);
    mhqa_fuzz::expect(got.found() || got.answer.empty(), "no answer without a reason");
    mhqa_fuzz::expect(mhqa::detail::strip(got.answer) == got.answer, "no white space at the ends");
    if (got.answer.empty()) continue;
    mhqa_fuzz::expect(got.answer.data() >= text.data() && got.answer.data() + got.answer.size() <= text.data() + size,
                      "the answer lies within the text");
  }

  std::string_view last, rest = text;
  std::size_t pairs = 0;
  for (;;) {
    const std::size_t open = rest.find("<answer>");
    if (open == std::string_view::npos) break;
    const std::size_t close = rest.find("</answer>", open);
    if (close == std::string_view::npos) break;
    last = rest.substr(open + 8, close - open - 8);
    rest.remove_prefix(close + 9);
    ++pairs;
  }
  mhqa_fuzz::expect(mhqa::extract_answer(text, mhqa::extractions::verl).found() == (pairs >= 1), "one pair");
  mhqa_fuzz::expect(mhqa::extract_answer(text, mhqa::extractions::search_r1).found() == (pairs >= 2), "two pairs");
  mhqa_fuzz::expect(mhqa::extract_answer(text, mhqa::extractions::verl).answer == mhqa::detail::strip(last),
                    "the last");
  if (mhqa::is_search_sequence(text)) mhqa_fuzz::expect(pairs >= 1, "a sequence has an answer");
  return 0;
}
