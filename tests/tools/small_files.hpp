// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Small files of predictions and gold, and what an error of the command must look like.
#pragma once

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>

namespace mhqa_test {

/// Three questions in the official layout; q2 lacks its answer, q3 its facts, and zz is in no gold file.
inline constexpr std::string_view hotpotqa_gold =
    R"([{"_id": "q1", "answer": "x y", "type": "bridge", "level": "hard", "supporting_facts": [["T", 0], ["U", 2]]},
 {"_id": "q2", "answer": "yes", "type": "comparison", "level": "hard", "supporting_facts": [["T", 0]]},
 {"_id": "q3", "answer": "no", "type": "comparison", "level": "easy", "supporting_facts": [["T", 0]]}]
)";
inline constexpr std::string_view hotpotqa_predictions =
    R"({"answer": {"q1": "an x z", "q3": "no", "zz": "?"}, "sp": {"q1": [["U", 2], ["T", 0]], "q2": [["T", 0]]}}
)";

/// Two questions in HotpotQA's layout, "a" with this answer and "b" with the answer "y".
inline std::string two_questions(std::string_view first) {
  const std::string rest =
      R"(", "question": "?", "supporting_facts": [["T", 0]], "context": [["T", ["s"]]], "type": "bridge", "level": "easy"})";
  return R"([{"_id": "a", "answer": ")" + std::string{first} + rest + ",\n " + R"({"_id": "b", "answer": "y)" + rest +
         "]";
}

inline std::string musique_gold(std::string_view id, bool answerable = true) {
  return "{\"id\": \"" + std::string{id} +
         "\", \"answer\": \"x\", \"answer_aliases\": [], \"answerable\": " + (answerable ? "true" : "false") +
         ", \"paragraphs\": [{\"idx\": 0, \"is_supporting\": true}]}\n";
}
inline std::string musique_prediction(std::string_view id, bool answerable = true) {
  return "{\"id\": \"" + std::string{id} +
         "\", \"predicted_answer\": \"x\", \"predicted_support_idxs\": [0], \"predicted_answerable\": " +
         (answerable ? "true" : "false") + "}\n";
}

/// Status 2, nothing on standard output, and one line on standard error that holds `part`.
inline void check_refused(const finished& done, std::string_view part) {
  CAPTURE(done.err);
  CHECK(done.status == 2);
  CHECK(done.out.empty());
  CHECK(std::count(done.err.begin(), done.err.end(), '\n') == 1);
  CHECK(done.err.starts_with("mhqa: error: "));
  CHECK(done.err.ends_with("\n"));
  CHECK(done.err.find(part) != std::string::npos);
}

}  // namespace mhqa_test
