// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/annotator_split.hpp>

#include <doctest/doctest.h>
#include <range/v3/view/transform.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

// 29 writers, of whom the first wrote most, as in a real collection.
std::vector<std::string> collection() {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < 2780; ++i) {
    mhqa::draws random{3, i};
    out.push_back("w" + std::to_string(random.below(random.below(29) + 1)));
  }
  return out;
}

}  // namespace

TEST_CASE("annotator_split: nobody writes on both sides, and the test set keeps to its share") {
  const std::vector<std::string> writers = collection();
  std::set<std::size_t> sizes;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const mhqa::annotator_split split = mhqa::split_by_annotator(writers, 0.18, seed);
    std::set<std::string_view> test, train;
    for (std::size_t i = 0; i < writers.size(); ++i) (split.test[i] ? test : train).insert(writers[i]);
    CHECK(std::none_of(test.begin(), test.end(), [&](std::string_view w) { return train.contains(w); }));
    CHECK(test.size() == split.test_writers);
    CHECK(train.size() == split.train_writers);
    CHECK(split.test_questions == static_cast<std::size_t>(std::count(split.test.begin(), split.test.end(), true)));
    CHECK(split.test_questions <= 500);
    CHECK(split.test_questions > 400);
    sizes.insert(split.test_questions);
  }
  CHECK(sizes.size() > 1);  // seeds differ
}

TEST_CASE("annotator_split: the order of the questions decides nothing") {
  std::vector<std::string> writers = collection();
  const mhqa::annotator_split split = mhqa::split_by_annotator(writers, 0.3, 8);
  std::reverse(writers.begin(), writers.end());
  mhqa::annotator_split reversed = mhqa::split_by_annotator(writers, 0.3, 8);
  std::reverse(reversed.test.begin(), reversed.test.end());
  CHECK(reversed == split);
}

TEST_CASE("annotator_split: names that are made as they are read") {
  const std::vector<std::string> writers = collection();
  const auto made = ranges::views::transform(writers, [](const std::string& w) { return w + " who writes a lot"; });
  CHECK(mhqa::split_by_annotator(made, 0.3, 8).test_writers > 1);
}

TEST_CASE("annotator_split: no question, one writer, no share, all") {
  const std::vector<std::string_view> none, two{"ann", "bob"};
  CHECK(mhqa::split_by_annotator(none, 0.5, 1) == mhqa::annotator_split{});
  CHECK(mhqa::split_by_annotator(std::vector<std::string_view>{"ann", "ann"}, 0.9, 1).test_questions == 0);
  CHECK(mhqa::split_by_annotator(two, 0, 1).test == std::vector<bool>{false, false});
  CHECK(mhqa::split_by_annotator(two, 1, 1).test == std::vector<bool>{true, true});
  CHECK(mhqa::split_by_annotator(two, 0.5, 1).test_writers == 1);
  for (const double share : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK_THROWS_AS((void)mhqa::split_by_annotator(two, share, 1), mhqa::data_error);
  }
}
