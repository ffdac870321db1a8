// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/verify_evidence.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

using mhqa::evidence_verdict;

namespace {

using texts = std::vector<std::string>;
const texts emma{"Who wrote Emma?", "Where was #1 born?", "Is #2 in England?"};
const texts found{"Emma is a novel by Jane Austen", "Jane Austen came from Steventon", "Steventon is in England"};

// Answers only what its paragraph says.
std::string answer_from(std::string_view question, const std::string& evidence) {
  if (question == "Who wrote Emma?" && evidence.ends_with("Jane Austen")) return "Jane Austen";
  if (question == "Where was Jane Austen born?" && evidence.ends_with("Steventon")) return "Steventon";
  if (question.ends_with(" in England?") && evidence == "Steventon is in England") {
    return question == "Is Steventon in England?" ? "yes" : "no";
  }
  return {};
}

mhqa::evidence_verification verify(const texts& evidence, std::string_view right) {
  return mhqa::verify_evidence(std::span{emma}, std::span{evidence}, right, answer_from);
}

}  // namespace

TEST_CASE("verify_evidence: each step is answered from its own evidence with earlier answers put in") {
  const mhqa::evidence_verification done = verify(found, "yes");
  CHECK(done.verdict == evidence_verdict::verified);
  CHECK(done.questions == texts{"Who wrote Emma?", "Where was Jane Austen born?", "Is Steventon in England?"});
  CHECK(done.answers == texts{"Jane Austen", "Steventon", "yes"});
  CHECK(done.unanswered.empty());
  CHECK(verify(found, "no").verdict == evidence_verdict::wrong_answer);
  const auto same = [](const std::string& answer, std::string_view right) { return answer.starts_with(right); };
  CHECK(mhqa::verify_evidence(std::span{emma}, std::span{found}, "y", answer_from, same).verdict ==
        evidence_verdict::verified);
}

TEST_CASE("verify_evidence: a step whose evidence is at another step has no answer") {
  const texts swapped{found[1], found[0], found[2]};
  const mhqa::evidence_verification done = verify(swapped, "no");
  CHECK(done.verdict == evidence_verdict::unanswered);
  CHECK(done.unanswered == std::vector<std::uint32_t>{1, 2});
  CHECK(done.answers[2] == "no");  // right by luck counts nothing
  CHECK(to_string(done.verdict) == "unanswered");
}

TEST_CASE("verify_evidence: steps that cannot be executed are an error") {
  CHECK_THROWS_AS((void)verify({"one"}, "yes"), mhqa::data_error);
  const texts cyclic{"Is #2?", "Is #1?"}, two{"", ""}, none;
  CHECK_THROWS_AS((void)mhqa::verify_evidence(std::span{cyclic}, std::span{two}, "yes", answer_from), mhqa::data_error);
  CHECK_THROWS_AS((void)mhqa::verify_evidence(std::span{none}, std::span{none}, "yes", answer_from), mhqa::data_error);
}
