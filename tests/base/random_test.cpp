// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The generator is the published one (known answers of the Random123 distribution, kat_vectors, philox4x32 10), and
// what is built on it depends on its arguments alone.
#include <mhqa/random.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <random>
#include <span>
#include <string_view>
#include <vector>

using block = std::array<std::uint32_t, 4>;

static_assert(std::uniform_random_bit_generator<mhqa::draws>);
static_assert(mhqa::philox4x32({}, {}) == block{0x6627e8d5U, 0xe169c58dU, 0xbc57ac4cU, 0x9b00dbd8U});
static_assert(mhqa::draws{1, 2}() == mhqa::draws{1, 2}());

TEST_CASE("random: a block of Philox4x32-10 equals the published known answers") {
  constexpr std::uint32_t ones = 0xffffffffU;
  CHECK(mhqa::philox4x32({}, {}) == block{0x6627e8d5U, 0xe169c58dU, 0xbc57ac4cU, 0x9b00dbd8U});
  CHECK(mhqa::philox4x32({ones, ones, ones, ones}, {ones, ones}) ==
        block{0x408f276dU, 0x41c83b0eU, 0xa20bc7c6U, 0x6d5451fdU});
  CHECK(mhqa::philox4x32({0x243f6a88U, 0x85a308d3U, 0x13198a2eU, 0x03707344U}, {0xa4093822U, 0x299f31d0U}) ==
        block{0xd16cfe09U, 0x94fdccebU, 0x5001e420U, 0x24126ea1U});
}

TEST_CASE("random: draws read the blocks of their own counter in order, low word first") {
  mhqa::draws random{0, std::uint64_t{0}};
  for (std::uint32_t number = 0; number < 3; ++number) {
    const block words = mhqa::philox4x32({number, 0, 0, 0}, {0, 0});
    CHECK(random() == (std::uint64_t{words[1]} << 32U | words[0]));
    CHECK(random() == (std::uint64_t{words[3]} << 32U | words[2]));
  }
}

TEST_CASE("random: seed, record and purpose each give another sequence") {
  std::vector<std::uint64_t> first;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    for (std::uint64_t record = 0; record < 8; ++record) {
      for (std::uint64_t purpose = 0; purpose < 8; ++purpose) first.push_back(mhqa::draws{seed, record, purpose}());
    }
  }
  std::ranges::sort(first);
  CHECK(std::ranges::adjacent_find(first) == first.end());
  CHECK(mhqa::draws{7, "2hop__1_2"}() == mhqa::draws{7, mhqa::stable_hash("2hop__1_2")}());
  CHECK(mhqa::draws{7, "a"}() != mhqa::draws{7, "b"}());
}

TEST_CASE("random: the hash of a byte string is fixed for ever and tells near strings apart") {
  // FNV-1a of "" is its offset basis; the final mix is the 64-bit one of MurmurHash3.
  CHECK(mhqa::stable_hash("") == 0xefd01f60ba992926U);
  CHECK(mhqa::stable_hash("a") != mhqa::stable_hash("b"));
  CHECK(mhqa::stable_hash("ab") != mhqa::stable_hash("ba"));
  CHECK(mhqa::stable_hash(std::string_view{"\0", 1}) != mhqa::stable_hash(""));
  CHECK(mhqa::stable_hash("\xff") != mhqa::stable_hash("\x7f"));
  CHECK(mhqa::stable_hasher{}.append("a").append("").append("b\n").value() == mhqa::stable_hash("ab\n"));
}

TEST_CASE("random: the high half of a product is exact") {
  constexpr std::uint64_t most = ~std::uint64_t{0};
  CHECK(mhqa::multiply_high(0, most) == 0);
  CHECK(mhqa::multiply_high(most, most) == most - 1);  // (2^64 - 1)^2 = (2^64 - 2) 2^64 + 1
  CHECK(mhqa::multiply_high(std::uint64_t{1} << 63U, 2) == 1);
  CHECK(mhqa::multiply_high(std::uint64_t{1} << 32U, std::uint64_t{1} << 32U) == 1);
  CHECK(mhqa::multiply_high(0xffffffffU, 0xffffffffU) == 0);
  CHECK(mhqa::multiply_high(0x123456789abcdef0U, 0xfedcba9876543210U) == 0x121fa00ad77d7422U);
}

TEST_CASE("random: a bounded draw stays below its bound, and no bound gives 0") {
  mhqa::draws random{1, std::uint64_t{2}};
  CHECK(random.below(0) == 0);
  for (std::uint64_t n :
       {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{1} << 63U, ~std::uint64_t{0}}) {
    CAPTURE(n);
    for (int i = 0; i < 1000; ++i) CHECK(random.below(n) < n);
  }
}

TEST_CASE("random: bounded draws are uniform") {
  // chi^2 with 9 degrees of freedom exceeds 27.88 with probability 0.001; the draws are fixed, so this cannot flicker.
  mhqa::draws random{20, std::uint64_t{22}};
  std::array<int, 10> counts{};
  constexpr int total = 100'000;
  for (int i = 0; i < total; ++i) ++counts[static_cast<std::size_t>(random.below(counts.size()))];
  double chi2 = 0;
  for (const int n : counts) chi2 += (n - total / 10.0) * (n - total / 10.0) / (total / 10.0);
  CHECK(chi2 < 27.88);
  CHECK(chi2 > 0.5);
}

TEST_CASE("random: a bound of 3 * 2^62 favours no third, as taking a remainder would") {
  // x mod n would give the first third twice as often as the others: 0.5 instead of 1/3.
  mhqa::draws random{3, std::uint64_t{4}};
  constexpr std::uint64_t third = std::uint64_t{1} << 62U;
  int low = 0;
  for (int i = 0; i < 30'000; ++i) low += random.below(3 * third) < third ? 1 : 0;
  CHECK(low > 9'600);
  CHECK(low < 10'400);
}

TEST_CASE("random: a bounded draw is the high half of the first product that is not refused") {
  // The rule as it is written down: x is refused while the low half of x * n is below 2^64 mod n. Bounds near 2^63 are
  // refused about half the time, small ones almost never.
  const std::uint64_t half = std::uint64_t{1} << 63U;
  int refused = 0;
  for (const std::uint64_t n : {std::uint64_t{1}, std::uint64_t{7}, std::uint64_t{1} << 32U, half - 1, half, half + 1,
                                3 * (half / 2), ~std::uint64_t{0}}) {
    CAPTURE(n);
    mhqa::draws bounded{23, n}, plain{23, n};
    for (int i = 0; i < 200; ++i) {
      std::uint64_t x = plain();
      for (; x * n < (0 - n) % n; ++refused) x = plain();
      CHECK(bounded.below(n) == mhqa::multiply_high(x, n));
    }
  }
  CHECK(refused > 100);
}

TEST_CASE("random: a unit draw lies in [0, 1) on the grid of 2^-53") {
  mhqa::draws random{5, std::uint64_t{6}};
  double sum = 0;
  for (int i = 0; i < 10'000; ++i) {
    const double x = random.unit();
    CHECK(x >= 0.0);
    CHECK(x < 1.0);
    CHECK(x * 0x1p53 == static_cast<double>(static_cast<std::uint64_t>(x * 0x1p53)));
    sum += x;
  }
  CHECK(sum / 10'000 == doctest::Approx(0.5).epsilon(0.02));
}

TEST_CASE("random: a shuffle is a permutation that its arguments decide") {
  for (std::size_t size = 0; size <= 40; ++size) {
    std::vector<std::size_t> items(size);
    std::iota(items.begin(), items.end(), std::size_t{0});
    const std::vector<std::size_t> sorted = items;
    mhqa::draws random{9, size};
    mhqa::shuffle(std::span{items}, random);
    auto again = sorted;
    mhqa::draws same{9, size};
    mhqa::shuffle(std::span{again}, same);
    CHECK(items == again);
    if (size > 20) CHECK(items != sorted);
    std::ranges::sort(items);
    CHECK(items == sorted);
  }
}

TEST_CASE("random: each of the six orders of three items comes equally often") {
  std::array<int, 27> counts{};
  for (std::uint64_t record = 0; record < 6'000; ++record) {
    std::array<std::size_t, 3> items{0, 1, 2};
    mhqa::draws random{11, record};
    mhqa::shuffle(std::span<std::size_t>{items}, random);
    ++counts[items[0] * 9 + items[1] * 3 + items[2]];
  }
  std::ranges::sort(counts);
  CHECK(counts[20] == 0);
  CHECK(counts[21] > 900);
  CHECK(counts[26] < 1'100);
}

TEST_CASE("random: a partial shuffle puts a sample in front and loses nothing") {
  for (std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{10}, std::size_t{99}}) {
    std::vector<int> items{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    const auto sorted = items;
    mhqa::draws random{13, count};
    mhqa::partial_shuffle(std::span{items}, count, random);
    if (count == 0) CHECK(items == sorted);
    std::ranges::sort(items);
    CHECK(items == sorted);
  }
  // The front of a full shuffle is the partial one: both take the same draws in the same order.
  std::vector<int> part{0, 1, 2, 3, 4, 5}, full = part;
  mhqa::draws a{17, std::uint64_t{1}}, b{17, std::uint64_t{1}};
  mhqa::partial_shuffle(std::span{part}, 2, a);
  mhqa::shuffle(std::span{full}, b);
  CHECK(part[0] == full[0]);
  CHECK(part[1] == full[1]);
}

TEST_CASE("random: many values at once are those that calls one by one give") {
  for (std::size_t before = 0; before < 4; ++before) {
    for (const std::size_t size : std::initializer_list<std::size_t>{0, 1, 2, 7, 8, 9, 16, 17, 100}) {
      CAPTURE(before);
      CAPTURE(size);
      mhqa::draws one{7, 11, 13}, many{7, 11, 13};
      for (std::size_t i = 0; i < before; ++i) CHECK(one() == many());
      std::vector<std::uint64_t> values(size);
      many.fill(values);
      for (const std::uint64_t value : values) CHECK(value == one());
      CHECK(many() == one());
    }
  }
}

namespace {

constexpr std::array<std::uint64_t, 19> at_compile_time = [] {
  std::array<std::uint64_t, 19> out{};
  mhqa::draws{0xfedcba9876543210U, 0x8000000180000001U}.fill(out);
  return out;
}();

constexpr std::array<std::uint32_t, 19> below_at_compile_time = [] {
  std::array<std::uint32_t, 19> out{};
  mhqa::draws{0xfedcba9876543210U, 0x8000000180000001U}.fill_below(out, 0xfffffffbU);
  return out;
}();

}  // namespace

TEST_CASE("random: many values are the same at compile time, where no SSE2 is used") {
  std::array<std::uint64_t, 19> values{};
  mhqa::draws{0xfedcba9876543210U, 0x8000000180000001U}.fill(values);
  CHECK(values == at_compile_time);
  std::array<std::uint32_t, 19> below{};
  mhqa::draws{0xfedcba9876543210U, 0x8000000180000001U}.fill_below(below, 0xfffffffbU);
  CHECK(below == below_at_compile_time);
}

TEST_CASE("random: many integers below n at once are those that calls one by one give") {
  for (const std::uint32_t n : {0U, 1U, 2U, 3U, 7405U, 0x80000000U, 0xffffffffU}) {
    for (const std::size_t size : std::initializer_list<std::size_t>{0, 1, 4, 7, 255, 256, 257, 1000}) {
      CAPTURE(n);
      CAPTURE(size);
      mhqa::draws one{7, 11, 13}, many{7, 11, 13};
      CHECK(one() == many());
      std::vector<std::uint32_t> values(size);
      many.fill_below(values, n);
      std::size_t wrong = 0;
      for (const std::uint32_t value : values) wrong += value != one.below(n);
      CHECK(wrong == 0);
      CHECK(many() == one());
    }
  }
  // Bits 32 to 63 of place 961's draw times 100003 are zeros, so fill_below() draws its batch again, one by one.
  mhqa::draws one{0, std::uint64_t{764025}}, many{0, std::uint64_t{764025}};
  std::vector<std::uint32_t> values(2000);
  many.fill_below(values, 100003);
  std::size_t wrong = 0;
  for (const std::uint32_t value : values) wrong += value != one.below(100003);
  CHECK(wrong == 0);
  CHECK(many() == one());
}
