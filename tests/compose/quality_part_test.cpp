// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/quality_part.hpp>

#include "support/errors.hpp"
#include "support/name_pool.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

using mhqa_test::error_of;

namespace {

const mhqa_test::name_pool made{160, 30, 40, 4};
const mhqa::question_pool pool{made.pool};

mhqa::compose_options judged() {
  mhqa::compose_options out;
  out.check_answers = true;
  out.quality.min_context_words = 28;  // drops the questions of some paragraphs
  return out;
}

std::vector<mhqa::quality_part> parts_of(std::uint32_t count) {
  std::vector<mhqa::quality_part> out;
  for (std::uint32_t i = count; i-- > 0;) {
    const auto part = mhqa::judge_part(pool, judged(), {.number = {.index = i, .count = count}});
    out.push_back(mhqa::read_quality_part(mhqa::to_bytes(part), "part" + std::to_string(i)));
  }
  return out;
}

}  // namespace

TEST_CASE("quality_part: the questions of all parts follow each other; sizes differ by at most one") {
  for (const std::uint32_t questions : {0U, 1U, 10U, 4000000000U}) {
    std::uint32_t at = 0;
    for (std::uint32_t i = 0; i < 7; ++i) {
      const mhqa::question_range range = mhqa::questions_of_part(questions, {.index = i, .count = 7});
      CHECK(range.first == at);
      CHECK(range.last - range.first - questions / 7 <= 1);
      at = range.last;
    }
    CHECK(at == questions);
  }
}

TEST_CASE("quality_part: parts through bytes, in any order, keep and count what one piece does") {
  const auto whole = mhqa::quality_stage<>{}(pool, judged());
  REQUIRE(whole.kept.items.size() > 20);
  REQUIRE(whole.kept.items.size() < 280);
  for (const std::uint32_t count : {1U, 2U, 3U, 8U, 64U, 301U}) {
    CAPTURE(count);
    const auto merged = mhqa::merged_questions{parts_of(count)}(pool, judged());
    CHECK(merged.kept.items == whole.kept.items);
    CHECK(merged.counts.dropped == whole.counts.dropped);
    CHECK(merged.counts.count("in") == made.pool.questions.size());
    CHECK(merged.counts.count("out") == whole.counts.count("out"));
  }
}

TEST_CASE("quality_part: a missing part, another pool and foreign positions are refused by name") {
  auto parts = parts_of(3);
  parts.erase(parts.begin());
  CHECK(error_of([&] { mhqa::merged_questions{parts}; }) == "expected 3 parts, part 2/3 is missing");
  const mhqa_test::name_pool other{160, 30, 40, 5};
  CHECK(error_of([&] {
          static_cast<void>(mhqa::merged_questions{parts_of(3)}(mhqa::question_pool{other.pool}, judged()));
        }) == "part0: the part was made from another pool");
  parts = parts_of(3);
  parts[0].result.kept.insert(parts[0].result.kept.begin(), 0);
  CHECK(error_of([&] { static_cast<void>(mhqa::merged_questions{parts}(pool, judged())); }) ==
        "part2: the part keeps questions of another part");
  CHECK_THROWS_AS(static_cast<void>(mhqa::judge_part(pool, judged(), {.number = {.index = 2, .count = 2}})),
                  mhqa::usage_error);
  std::string bytes = mhqa::to_bytes(parts[0]);
  bytes[bytes.size() / 2] ^= 1;
  CHECK(error_of([&] { static_cast<void>(mhqa::read_quality_part(bytes, "p")); }).find("the checksum differs") !=
        std::string::npos);
}
