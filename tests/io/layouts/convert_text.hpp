// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts a text between layouts in a scratch folder.
#pragma once

#include <mhqa/io/conversion.hpp>

#include "support/command.hpp"
#include "support/json.hpp"

#include <string>
#include <string_view>

namespace mhqa_test {

struct converted {
  std::string text;
  mhqa::io::conversion_counts counts{};
};

/// Returns the output and the counts of a conversion between two layouts of one file.
inline converted convert_text(std::string_view text, mhqa::io::data_layout from, mhqa::io::data_layout to) {
  const scratch here;
  const std::string in = here.write("in", text).string(), out = (here / "out").string();
  converted result;
  result.counts = mhqa::io::convert(in, from, out, to);
  result.text = read_file(out);
  return result;
}

/// Two questions in HotpotQA's layout; the first has all fields and one that no layout knows.
inline constexpr std::string_view hotpotqa_text =
    R"([{"_id": "h1", "answer": "Bo", "question": "Who?", "supporting_facts": [["A", 1], ["B", 0]], "context": [["A", )"
    R"(["Ann is.", " She met Bo."]], ["B", ["Bo \u00e9."]], ["C", ["Bo."]]], "type": "bridge", "level": "hard", )"
    R"("note": {"x": [1, null]}}, {"_id": "h2", "answer": "yes", "question": "Is it?", "supporting_facts": [["C", 0]], )"
    R"("context": [["C", ["Bo."]]], "type": "comparison", "level": "easy"}])";

}  // namespace mhqa_test
