// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/probe/numbered.hpp>

#include <doctest/doctest.h>
#include <range/v3/range/concepts.hpp>
#include <range/v3/view/filter.hpp>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

namespace {

struct square {
  constexpr std::uint32_t operator()(std::uint32_t k) const noexcept { return k * k; }
};
using squares = mhqa::numbered_view<square>;

static_assert(ranges::random_access_range<squares> && ranges::sized_range<squares> && ranges::view_<squares>);
static_assert(std::random_access_iterator<squares::iterator>);
static_assert(std::ranges::view<squares> && std::ranges::random_access_range<squares>);
static_assert(squares{5, {}}[4] == 16);

}  // namespace

TEST_CASE("numbered: elements are computed where they are looked at, from either end") {
  const squares view{5, {}};
  CHECK(std::vector<std::uint32_t>(view.begin(), view.end()) == std::vector<std::uint32_t>{0, 1, 4, 9, 16});
  CHECK(*(view.end() - 1) == 16);
  CHECK(view.begin()[3] == 9);
  CHECK(view.end() - view.begin() == 5);
  CHECK((view.begin() + 2) < view.end());
  auto i = view.begin();
  CHECK(*i++ == 0);
  CHECK(*i-- == 1);
  CHECK(*i == 0);
  CHECK(squares{}.empty());
}

TEST_CASE("numbered: std::ranges algorithms and range-v3 adaptors accept it") {
  const squares view{100, {}};
  CHECK(std::ranges::lower_bound(view, 50U) - view.begin() == 8);
  std::uint32_t odd = 0;
  for (const std::uint32_t x : view | ranges::views::filter([](std::uint32_t x) { return x % 2 == 1; })) odd += x != 0;
  CHECK(odd == 50);
}
