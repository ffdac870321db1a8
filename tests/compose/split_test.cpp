// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/split.hpp>

#include <mhqa/parallel.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace {

// Items that each share a question, an answer or a paragraph with some others near them.
struct items {
  std::vector<mhqa::overlap_keys> keys;
  std::vector<std::uint32_t> strata;

  items(std::uint32_t n, std::uint64_t seed) {
    mhqa::draws random{seed, "items"};
    const auto near = [&](std::uint32_t i) { return i + static_cast<std::uint32_t>(random.below(6)); };
    for (std::uint32_t i = 0; i < n; ++i) {
      keys.push_back({{near(i)}, {i / 3}, {near(i)}});
      strata.push_back(static_cast<std::uint32_t>(random.below(3)));
    }
  }
  [[nodiscard]] std::vector<mhqa::overlap_keys> of(const std::vector<std::uint32_t>& part) const {
    std::vector<mhqa::overlap_keys> out;
    for (const std::uint32_t i : part) out.push_back(keys[i]);
    return out;
  }
};

std::vector<std::uint32_t> all_of(const mhqa::data_split& s) {
  std::vector<std::uint32_t> out;
  for (const auto* part : {&s.train, &s.dev, &s.test, &s.removed}) out.insert(out.end(), part->begin(), part->end());
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

TEST_CASE("split: training shares nothing with dev or test, and every item is in one part") {
  for (const std::uint64_t seed : {1U, 2U}) {
    CAPTURE(seed);
    const items some{300, seed};
    const auto s = mhqa::split_disjoint(some.keys, some.strata, seed);
    const auto train = some.of(s.train), dev = some.of(s.dev), test = some.of(s.test);
    CHECK(mhqa::find_leaks(train, dev).clean());
    CHECK(mhqa::find_leaks(train, test).clean());
    CHECK(std::ranges::none_of(train, [&](const auto& t) {  // by the definition, one by one
      return std::ranges::any_of(dev, [&](const auto& d) { return mhqa::overlaps(t, d); });
    }));
    const auto all = all_of(s);
    CHECK((all.size() == 300 && all.front() == 0 && all.back() == 299 && std::ranges::adjacent_find(all) == all.end()));
    const std::size_t kept = 300 - s.removed.size();
    CHECK(s.removed.size() < 40);
    CHECK(s.dev.size() * 20 >= kept);
    CHECK(s.test.size() * 20 >= kept);
    CHECK(s.train.size() * 2 > kept);
    // Dev and test have fewer things in common than those of a random split of the same sizes.
    const auto random = mhqa::split_randomly(some.strata, seed);
    CHECK(mhqa::find_leaks(dev, test).shared.any * 2 <
          mhqa::find_leaks(some.of(random.dev), some.of(random.test)).shared.any);
    CHECK(!mhqa::find_leaks(some.of(random.train), some.of(random.dev)).clean());
  }
}

TEST_CASE("split: the parts have like shares of the strata") {
  const items some{600, 4};
  for (const auto& s : {mhqa::split_disjoint(some.keys, some.strata, 4), mhqa::split_randomly(some.strata, 4)}) {
    for (const auto* part : {&s.train, &s.dev, &s.test}) {
      for (std::uint32_t stratum = 0; stratum < 3; ++stratum) {
        const auto n = std::ranges::count_if(*part, [&](std::uint32_t i) { return some.strata[i] == stratum; });
        const double share = static_cast<double>(n) / static_cast<double>(part->size());
        CHECK(share > 0.2);
        CHECK(share < 0.47);
      }
    }
  }
}

TEST_CASE("split: a random split has the shares asked for and removes nothing") {
  const std::vector<std::uint32_t> strata(100, 0);
  const auto s = mhqa::split_randomly(strata, 1, {0.05, 0.15, 1});
  CHECK(s.train.size() == 80);
  CHECK(s.dev.size() == 5);
  CHECK(s.test.size() == 15);
  CHECK(s.removed.empty());
  CHECK(all_of(s).size() == 100);
}

TEST_CASE("split: the seed decides, the executor does not") {
  const items some{300, 5};
  mhqa::thread_pool team{3};
  const auto s = mhqa::split_disjoint(some.keys, some.strata, 5);
  CHECK(mhqa::split_disjoint(some.keys, some.strata, 5, {}, team) == s);
  CHECK(mhqa::split_disjoint(some.keys, some.strata, 6) != s);
}

TEST_CASE("split: a fully connected set is for training, and an empty set stays empty") {
  const std::vector<mhqa::overlap_keys> same(5, mhqa::overlap_keys{{1}, {}, {}});
  const auto s = mhqa::split_disjoint(same, std::vector<std::uint32_t>(5, 0), 1);
  CHECK(s.train.size() == 5);
  CHECK(s.dev.empty());
  CHECK(mhqa::split_disjoint({}, {}, 1) == mhqa::data_split{});
  CHECK(mhqa::split_disjoint(same, std::vector<std::uint32_t>(5, 0), 1, {0, 0, 4}).train.size() == 5);
}

TEST_CASE("split: shares that leave nothing to train on are refused, and so are missing strata") {
  const std::vector<mhqa::overlap_keys> one(1);
  CHECK_THROWS_AS(static_cast<void>(mhqa::split_randomly(std::vector<std::uint32_t>{0}, 1, {0.5, 0.5, 1})),
                  mhqa::data_error);
  CHECK_THROWS_AS(static_cast<void>(mhqa::split_disjoint(one, std::vector<std::uint32_t>{0}, 1, {-0.1, 0.1, 1})),
                  mhqa::data_error);
  CHECK_THROWS_AS(static_cast<void>(mhqa::split_disjoint(one, {}, 1)), mhqa::data_error);
}

TEST_CASE("split: the numbers of the strata may be any") {
  std::vector<mhqa::overlap_keys> items;
  std::vector<std::uint32_t> strata, far;
  for (std::uint32_t i = 0; i < 60; ++i) {
    items.push_back({{i}, {100 + i / 2}, {200 + i}});
    strata.push_back(i % 3);
    far.push_back(0xFFFFFFFF - 1000 * (2 - i % 3));
  }
  CHECK(mhqa::split_disjoint(items, far, 5) == mhqa::split_disjoint(items, strata, 5));
  CHECK(mhqa::split_randomly(far, 5) == mhqa::split_randomly(strata, 5));
}

TEST_CASE("split: compositions of as many hops from the same sources are one stratum") {
  mhqa::single_hop_pool pool;
  pool.paragraphs = {{"t", "x"}};
  for (const std::string_view source : {"one", "one", "two", "two"}) {
    pool.questions.push_back({"", source, "", "", {}, 0});
  }
  const auto pair = [](std::uint32_t a, std::uint32_t b) { return mhqa::as_composition({a, b, {}}); };
  const mhqa::composition three{mhqa::shape::hop3_1, {0, 1, 2, 0}, {}};
  const mhqa::composition fork{mhqa::shape::hop3_2, {2, 1, 0, 0}, {}};
  const std::vector<mhqa::composition> all{pair(0, 1), pair(0, 2), pair(3, 1), three, fork, pair(2, 3)};
  CHECK(mhqa::strata_of(pool, all) == std::vector<std::uint32_t>{0, 1, 1, 2, 2, 3});
}

TEST_CASE("split: find_leaks of a split equals find_leaks of its pairs of parts") {
  const items some{120, 3};
  const auto s = mhqa::split_randomly(some.strata, 3);
  const auto leaks = mhqa::find_leaks(some.keys, s);
  const auto train = some.of(s.train), dev = some.of(s.dev), test = some.of(s.test);
  CHECK(leaks.train_dev == mhqa::find_leaks(train, dev));
  CHECK(leaks.train_test == mhqa::find_leaks(train, test));
  CHECK(leaks.dev_test == mhqa::find_leaks(dev, test));
  CHECK_FALSE(leaks.train_test.clean());
  CHECK(leaks.train_dev.right_size == s.dev.size());
}

TEST_CASE("split: parts have names, and a split has them") {
  const mhqa::data_split s{{0}, {1}, {2}, {3}};
  std::string names;
  for (const mhqa::data_part part : mhqa::all_parts) {
    names += std::string{to_string(part)} + std::to_string(s.of(part).front()) + ' ';
  }
  CHECK(names == "train0 dev1 test2 ");
}
