// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The rule: each addend is rounded once (ties to even) to a multiple of 2^-90, and the sum of those is exact, so
// that neither order nor split can show. value() rounds that sum once (ties to even) to a double.
#include <mhqa/metrics/sum.hpp>

#include <mhqa/error.hpp>
#include <mhqa/random.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <type_traits>
#include <vector>

using mhqa::exact_sum;

static_assert(sizeof(exact_sum) == 16);
static_assert(std::is_trivially_copyable_v<exact_sum>);
static_assert([] {
  exact_sum s;
  s += 0.1;
  s += 0.2;
  return s.value();
}() == 0.30000000000000004);

namespace {

// The same sum in plain big integers: 32-bit digits with a sign of their own, in units of 2^-90.
class big_sum {
 public:
  void add(double addend) {
    double units = std::nearbyint(std::ldexp(addend, 90));  // exact scaling, then ties to even
    for (std::size_t i = digits_.size(); i-- > 0;) {
      const double weight = std::ldexp(1.0, static_cast<int>(32 * i));
      const double digit = std::trunc(units / weight);
      digits_[i] += static_cast<std::int64_t>(digit);
      units -= digit * weight;  // exact: both are multiples of the last bit of `units`
    }
  }

  // Rounds bit by bit: the 53 highest bits, then up if the rest is above a half, or a half and the last bit odd.
  [[nodiscard]] double value() const {
    std::array<std::int64_t, 6> digits = digits_;
    const auto carry = [&digits] {
      for (std::size_t i = 0; i + 1 < digits.size(); ++i) {
        const std::int64_t over = digits[i] >> 32;
        digits[i] -= over * (std::int64_t{1} << 32);
        digits[i + 1] += over;
      }
    };
    carry();
    const bool negative = digits.back() < 0;
    if (negative) {
      for (std::int64_t& d : digits) d = -d;
      carry();
    }
    const auto bit = [&](int i) {
      return static_cast<int>((digits[static_cast<std::size_t>(i / 32)] >> (i % 32)) & 1);
    };
    int top = 191;
    while (top >= 0 && bit(top) == 0) --top;
    if (top < 0) return 0;
    const int last = std::max(top - 52, 0);
    double result = 0;
    for (int i = top; i >= last; --i) result += std::ldexp(static_cast<double>(bit(i)), i);
    bool beyond = false;
    for (int i = 0; i < last - 1; ++i) beyond = beyond || bit(i) == 1;
    if (last > 0 && bit(last - 1) == 1 && (beyond || bit(last) == 1)) result += std::ldexp(1.0, last);
    return std::ldexp(negative ? -result : result, -90);
  }

 private:
  std::array<std::int64_t, 6> digits_{};
};

[[nodiscard]] exact_sum sum_of(const std::vector<double>& addends) {
  exact_sum sum;
  for (const double a : addends) sum += a;
  return sum;
}

[[nodiscard]] double expected(const std::vector<double>& addends) {
  big_sum sum;
  for (const double a : addends) sum.add(a);
  return sum.value();
}

// The signs of zeros count too.
[[nodiscard]] bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

// Scores as they occur, and everything else the type allows.
[[nodiscard]] double random_addend(mhqa::draws& random) {
  const auto ratio = [&] { return static_cast<double>(random.below(50)) / static_cast<double>(1 + random.below(49)); };
  switch (random.below(6)) {
    case 0:
      return ratio();
    case 1:
      return -ratio();
    case 2:
      return std::ldexp(static_cast<double>(random.below(std::uint64_t{1} << 53U)),
                        -static_cast<int>(27 + random.below(130)));
    case 3:
      return -std::ldexp(static_cast<double>(random.below(std::uint64_t{1} << 53U)),
                         -static_cast<int>(27 + random.below(60)));
    case 4:
      return std::ldexp(1.0, static_cast<int>(random.below(115)) - 90) * (random.below(2) == 0 ? 0.5 : -1.5);
    default:
      return 100 * ratio();
  }
}

}  // namespace

TEST_CASE("sum: small sums worked by hand") {
  CHECK(sum_of({}).value() == 0);
  CHECK(sum_of({0.5, 0.25}).value() == 0.75);
  CHECK(sum_of({1, -1}).value() == 0);
  CHECK(sum_of({1e-20, 1, -1}).value() == std::ldexp(std::nearbyint(std::ldexp(1e-20, 90)), -90));
  // One after another these doubles give 0.9999999999999999.
  CHECK(sum_of(std::vector<double>(10, 0.1)).value() == 1.0);
  mhqa::published_sum published;
  for (int i = 0; i < 10; ++i) published += 0.1;
  CHECK(published.value() == 0.9999999999999999);
}

TEST_CASE("sum: the edges of the fixed point") {
  struct row {
    double addend, value;
    const char* why;
  };
  const double denormal = std::numeric_limits<double>::denorm_min();
  for (const row& r : std::initializer_list<row>{
           {0.0, 0.0, "zero"},
           {-0.0, 0.0, "minus zero is zero"},
           {0x1p-90, 0x1p-90, "the smallest unit"},
           {0x1p-91, 0, "half a unit goes to even"},
           {0x1.8p-90, 0x1p-89, "one and a half goes to even"},
           {0x1.0000000000001p-91, 0x1p-90, "a little more than half goes up"},
           {-0x1p-91, 0, "to even below zero too"},
           {-0x1.8p-90, -0x1p-89, "to even below zero too"},
           {0x1p-92, 0, "below half a unit"},
           {denormal, 0, "the smallest double"},
           {std::numeric_limits<double>::min(), 0, "the smallest normal double"},
           {1.0 / 3, 1.0 / 3, "every double from 2^-38 up is a multiple of 2^-90"},
           {0x1.fffffffffffffp35, 0x1.fffffffffffffp35, "the largest addend"},
           {-0x1.fffffffffffffp35, -0x1.fffffffffffffp35, "the smallest addend"},
       }) {
    CAPTURE(r.why);
    CHECK(sum_of({r.addend}).value() == r.value);
  }
}

TEST_CASE("sum: an invalid addend is refused, and leaves the sum unchanged") {
  exact_sum sum;
  sum += 0.25;
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                           -std::numeric_limits<double>::infinity(), 0x1p36, -0x1p36, 1e300}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(sum += bad, mhqa::data_error);
    CHECK(sum.value() == 0.25);
  }
}

TEST_CASE("sum: value() is the exact sum rounded once, on random addends") {
  mhqa::draws random{1, "sum"};
  for (int round = 0; round < 3000; ++round) {
    std::vector<double> addends;
    const auto n = random.below(40);
    for (std::uint64_t i = 0; i < n; ++i) addends.push_back(random_addend(random));
    const double value = sum_of(addends).value();
    CAPTURE(round);
    REQUIRE(same_bits(value, expected(addends)));
  }
}

TEST_CASE("sum: value rounds ties to even at every size") {
  // x + half of x's last place: a tie; with one more unit of 2^-90: above it.
  for (int exponent = -30; exponent < 36; ++exponent) {
    for (const double mantissa : {1.0, 1.0000000000000002, 1.5, 1.9999999999999998}) {
      const double x = std::ldexp(mantissa, exponent);
      const double half = std::ldexp(1.0, exponent - 53);
      const bool odd = (std::bit_cast<std::uint64_t>(x) & 1U) != 0;
      const double above = std::nextafter(x, 1e300);
      CAPTURE(x);
      CHECK(sum_of({x, half}).value() == (odd ? above : x));
      CHECK(sum_of({-x, -half}).value() == (odd ? -above : -x));
      if (exponent > -37) CHECK(sum_of({x, half, 0x1p-90}).value() == above);
      CHECK(sum_of({x, half, -0x1p-90}).value() == x);
    }
  }
}

TEST_CASE("sum: any order, split and merge gives the same bytes") {
  mhqa::draws random{2, "sum"};
  for (int round = 0; round < 200; ++round) {
    std::vector<double> addends(1 + random.below(200));
    for (double& a : addends) a = random_addend(random);
    const exact_sum whole = sum_of(addends);

    for (int again = 0; again < 5; ++again) {
      for (std::size_t i = addends.size(); i > 1; --i) std::swap(addends[i - 1], addends[random.below(i)]);
      std::vector<exact_sum> parts(1 + random.below(7));
      for (const double a : addends) parts[random.below(parts.size())] += a;
      exact_sum merged;
      while (!parts.empty()) {
        const auto at = static_cast<std::ptrdiff_t>(random.below(parts.size()));
        merged += parts[static_cast<std::size_t>(at)];
        parts.erase(parts.begin() + at);
      }
      REQUIRE(merged == whole);
      REQUIRE(std::memcmp(&merged, &whole, sizeof merged) == 0);
    }
  }
}

TEST_CASE("sum: addends can be subtracted again") {
  mhqa::draws random{3, "sum"};
  exact_sum sum;
  std::vector<double> addends(500);
  for (double& a : addends) sum += a = random_addend(random);
  for (const double a : addends) sum += -a;
  CHECK(sum == exact_sum{});
}

TEST_CASE("sum: a hundred million questions at 100 stay exact") {
  exact_sum sum;
  sum += 100.0;
  for (int i = 0; i < 26; ++i) sum += sum;  // 2^26 times
  sum += 1.0 / 3;
  CHECK(sum.value() == expected({100.0 * 67108864, 1.0 / 3}));
}

TEST_CASE("sum: published_sum adds in the order given, as Python does") {
  mhqa::published_sum sum;
  double python = 0;
  mhqa::draws random{4, "sum"};
  for (int i = 0; i < 1000; ++i) {
    const double a = random_addend(random);
    sum += a;
    python += a;
  }
  CHECK(same_bits(sum.value(), python));
  // In this order 1 is lost beside 2^53; in the other it is not.
  mhqa::published_sum forth, back;
  for (const double a : {0x1p53, 1.0, 1.0}) forth += a;
  for (const double a : {1.0, 1.0, 0x1p53}) back += a;
  CHECK(forth.value() == 0x1p53);
  CHECK(back.value() == 0x1p53 + 2);
}
