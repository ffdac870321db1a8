// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0

#include <mhqa/batch/counting.hpp>

#include <mhqa/random.hpp>

#include "support/thread_team.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

// Counter(prediction) & Counter(gold): of each id, as many as the side with fewer has.

namespace {

using namespace mhqa::batch::detail;
using ids = std::vector<std::int32_t>;

std::uint32_t by_definition(const ids& prediction, const ids& gold, const std::vector<std::uint8_t>& marks) {
  std::map<std::int32_t, int> have;
  const auto ignored = [&](std::int32_t id) {
    return !marks.empty() && (marks[static_cast<std::size_t>(id)] & mhqa::batch::token_mark::ignored) != 0;
  };
  for (const auto id : gold) have[id] += ignored(id) ? 0 : 1;
  std::uint32_t common = 0;
  for (const auto id : prediction) common += have[id]-- > 0 ? 1U : 0U;
  return common;
}

token_row row(const ids& values) {
  return {values.data(), static_cast<std::uint32_t>(values.size())};
}

ids random_row(mhqa::draws& random, std::uint64_t longest, std::uint64_t vocabulary) {
  ids out(static_cast<std::size_t>(random.below(longest + 1)));
  for (auto& id : out) id = static_cast<std::int32_t>(random.below(vocabulary));
  return out;
}

template <class Team, class Marks>
std::uint32_t hashed(const Team& team, std::uint32_t slots, std::vector<std::int32_t>& memory, Marks marks,
                     const ids& prediction, const ids& gold) {
  return count_hashed(team, {memory.data(), memory.data() + slots, slots}, marks, row(prediction), row(gold));
}

}  // namespace

TEST_CASE("counting: a case by hand") {
  // 7 is twice in the prediction and three times in the gold: 2. 1 is once and twice: 1. 9 is in one alone.
  const ids prediction{7, 1, 7, 9};
  const ids gold{1, 7, 7, 1, 7};
  std::vector<std::uint32_t> cells(10);
  std::vector<std::int32_t> memory(64);
  CHECK(count_few(no_marks{}, row(prediction), row(gold)) == 3);
  CHECK(dense_counter{cells.data(), 10}.count(no_marks{}, row(prediction), row(gold)) == 3);
  CHECK(hashed(solo_team{}, 32, memory, no_marks{}, prediction, gold) == 3);

  const std::vector<std::uint8_t> marks{0, 0, 0, 0, 0, 0, 0, mhqa::batch::token_mark::ignored, 0, 0};  // 7
  std::fill(cells.begin(), cells.end(), 0U);
  CHECK(count_few(id_marks{marks.data()}, row(prediction), row(gold)) == 1);
  CHECK(dense_counter{cells.data(), 10}.count(id_marks{marks.data()}, row(prediction), row(gold)) == 1);
  CHECK(hashed(solo_team{}, 32, memory, id_marks{marks.data()}, prediction, gold) == 1);
}

TEST_CASE("counting: all rows of up to four of three ids, each way") {
  std::vector<ids> all{{}};
  for (std::size_t i = 0; i < all.size() && all[i].size() < 4; ++i) {
    for (std::int32_t id = 0; id < 3; ++id) {
      ids longer = all[i];
      longer.push_back(id);
      all.push_back(longer);
    }
  }
  REQUIRE(all.size() == 1 + 3 + 9 + 27 + 81);
  std::vector<std::uint32_t> cells(3);
  dense_counter dense{cells.data(), 3};
  std::vector<std::int32_t> memory(64);
  for (const ids& prediction : all) {
    for (const ids& gold : all) {
      const std::uint32_t want = by_definition(prediction, gold, {});
      CHECK(count_few(no_marks{}, row(prediction), row(gold)) == want);
      CHECK(dense.count(no_marks{}, row(prediction), row(gold)) == want);
      CHECK(hashed(solo_team{}, 32, memory, no_marks{}, prediction, gold) == want);
    }
  }
}

TEST_CASE("counting: random rows of any length and vocabulary, with marks and without, in tables of any size") {
  mhqa::draws random{1, 2};
  for (const std::uint64_t vocabulary : {2U, 30U, 1'000U, 1'000'000U}) {
    std::vector<std::uint32_t> cells(vocabulary);
    dense_counter dense{cells.data(), cells.size()};
    std::vector<std::uint8_t> marks(vocabulary);
    for (auto& mark : marks) mark = static_cast<std::uint8_t>(random.below(2));
    for (const std::uint64_t longest : {5U, 64U, 700U, 5'000U}) {
      for (int i = 0; i < 10; ++i) {
        const ids prediction = random_row(random, longest, vocabulary);
        const ids gold = random_row(random, longest, vocabulary);
        CAPTURE(vocabulary);
        CAPTURE(longest);
        const std::uint32_t want = by_definition(prediction, gold, {});
        const std::uint32_t marked = by_definition(prediction, gold, marks);
        const id_marks of_ids{marks.data()};
        CHECK(dense.count(no_marks{}, row(prediction), row(gold)) == want);
        CHECK(dense.count(of_ids, row(prediction), row(gold)) == marked);
        if (gold.size() <= most_few) {
          CHECK(count_few(no_marks{}, row(prediction), row(gold)) == want);
          CHECK(count_few(of_ids, row(prediction), row(gold)) == marked);
        }
        for (const std::uint32_t slots : {32U, 512U, 16'384U}) {
          std::vector<std::int32_t> memory(2 * slots, 77);
          CHECK(hashed(solo_team{}, slots, memory, no_marks{}, prediction, gold) == want);
          CHECK(hashed(solo_team{}, slots, memory, of_ids, prediction, gold) == marked);
        }
      }
    }
  }
}

TEST_CASE("counting: ids whose hashes lie close together are split until they fit") {
  // 0x9E3779B1 * 0x0E8B2F51 == 1 mod 2^32, so that k * 0x0E8B2F51 has the hash k.
  static_assert(static_cast<std::uint32_t>(0x9E3779B1U * 0x0E8B2F51U) == 1);
  ids gold;
  for (std::uint32_t k = 0; gold.size() < 100; ++k) {
    const auto id = static_cast<std::int32_t>(k * 0x0E8B2F51U);
    if (id >= 0) gold.push_back(id);
  }
  ids prediction(gold.rbegin(), gold.rend());
  prediction.resize(60);
  prediction.push_back(gold[99]);  // a second time
  std::vector<std::int32_t> memory(64);
  CHECK(hashed(solo_team{}, 32, memory, no_marks{}, prediction, gold) == 60);
}

TEST_CASE("counting: dense counters start again when their zero has risen to the top") {
  // 2^32 - 20, and each pair raises it by 3: the seventh would pass the top.
  const std::uint32_t zero = 0U - 20U;
  const ids gold{1, 0, 1};
  const ids prediction{1, 1, 1};
  std::vector<std::uint32_t> cells{zero, zero - 5};
  dense_counter dense{cells.data(), 2, zero};
  for (int i = 0; i < 20; ++i) {
    CAPTURE(i);
    CHECK(dense.count(no_marks{}, row(prediction), row(gold)) == 2);
  }
  CHECK(cells[0] < 100);
}

TEST_CASE("counting: a team of threads counts like one thread") {
  mhqa::draws random{3, 4};
  for (const std::uint64_t vocabulary : {3U, 2'000U}) {
    const ids prediction = random_row(random, 900, vocabulary);
    const ids gold = random_row(random, 900, vocabulary);
    const std::uint32_t want = by_definition(prediction, gold, {});
    for (const std::uint32_t size : {2U, 8U, 32U}) {
      std::vector<std::int32_t> memory(128);
      std::vector<std::uint32_t> found(size);
      mhqa_test::run_team(size, [&](const mhqa_test::thread_team& team) {
        found[team.rank()] = hashed(team, 64, memory, no_marks{}, prediction, gold);
      });
      CHECK(found == std::vector<std::uint32_t>(size, want));
    }
  }
}
